"""Games that somebody looks back at: records, steps, dice. The last few are kept, since whoever steps asks again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from dicecup.records.played import Played
from dicecup.server.limits import Rates
from dicecup.server.lobby import Lobby, read_code
from dicecup.table.seats import Refused

__all__ = ["Shown"]

T = TypeVar("T")

KEPT = 8
"""Games; of a long one, a few megabytes."""


class Shown:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._rates = Rates(lobby.limits.looks, 10 * lobby.limits.looks)
        self._kept: dict[str, Played] = {}
        self._one = asyncio.Lock()
        """One at a time, in a thread: a long game takes a while, and everybody else is playing."""

    async def ask(self, text: str, address: str, question: Callable[[Played], T]) -> T:
        """What is asked of the game of that code; Refused where there is none, or who asks has asked a lot."""
        if not self._rates.take(address, self._lobby.now()):
            raise Refused("too-fast", "you have looked at many games just now; wait a moment")
        code = read_code(text)
        opened = None if code is None else await self._lobby.find(code)
        if code is None or opened is None:
            raise Refused("no-table", "there is no table of that code")
        async with self._one:
            played = self._kept.pop(code, None)
            if played is None or played.last != opened.room.last:
                # From what is stored; what is on its way there is not told yet.
                played = await asyncio.to_thread(lambda: Played(self._lobby.entries(code)))
            self._kept[code] = played
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
            return await asyncio.to_thread(question, played)
