"""One socket, as the lobby sees it: something frames are pushed to, which never waits for a slow network."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator, MutableMapping
from typing import TYPE_CHECKING, Any

import msgspec

from dicecup.server.limits import Bucket, Limits
from dicecup.table.seats import Who
from dicecup.table.wire import Bye, Frame

if TYPE_CHECKING:
    from dicecup.server.lobby import OpenRoom

__all__ = ["Connection", "Send", "text_of"]

Send = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]
"""As ASGI has it."""

_ENCODE = msgspec.json.Encoder().encode


def text_of(frame: Frame) -> str:
    """A frame as it is sent: made once, however many it is sent to."""
    return _ENCODE(frame).decode()


class Connection:
    def __init__(self, room: OpenRoom, send: Send, limits: Limits, now: float) -> None:
        self.room = room
        self._send = send
        self.hashes: list[str] = []
        """Of the tokens that it showed."""
        self.who = Who()
        self.greeted = False
        """Whether it has said hello."""
        self.subscribed = False
        """Whether it is told what happens."""
        self.bucket = Bucket(limits.commands, 2 * limits.commands, now)
        self.refusals = 0
        self._outbox: deque[str] = deque()
        self._most = limits.outbox
        self._wake = asyncio.Event()
        self._close: int | None = None
        self._busy = False
        """Whether something waits to be sent."""
        self._gone = False
        self._begun: tuple[Coroutine[Any, Any, None], Any] | None = None

    def push(self, frame: str) -> None:
        """Send this, at once where the network takes it, else as soon as it does; always in order."""
        if self._close is not None or self._gone:
            return
        if self._busy:
            if len(self._outbox) >= self._most:
                self._outbox.clear()
                self.bye("too-slow", "your network is too slow for this table; come back", 1013)
                return
            self._outbox.append(frame)
            return
        sending = self._send({"type": "websocket.send", "text": frame})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the socket is gone, and whoever listens to it will notice
            self._gone = True
            return
        self._busy = True
        self._begun = (sending, waits_for)
        self._wake.set()

    def bye(self, code: str, text: str, close: int) -> None:
        """Say why, and hang up."""
        self.push(text_of(Bye(code, text)))
        if self._close is None:
            self._close = close
        self._wake.set()

    async def pump(self) -> None:
        """Send what could not be sent at once, until it is time to hang up."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._begun is not None:
                begun, self._begun = self._begun, None
                await _go_on(*begun)
            while self._outbox:
                await self._send({"type": "websocket.send", "text": self._outbox.popleft()})
            self._busy = False
            if self._close is not None:
                await self._send({"type": "websocket.close", "code": self._close})
                return


@types.coroutine
def _go_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of something that was begun without a task, and waits."""
    yield waits_for
    yield from coroutine.__await__()
