"""Players that are handed a game and name none.

A bot is a function of the rule set, the state and a generator for its own whims; it is never shown the dice to
come. A game's own bots lie in its folder.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol, runtime_checkable

__all__ = ["Bot", "Searcher", "within"]

Bot = Callable[[Any, Any, Random], Any]
"""(game, state, whims) to one of the legal moves; Any, since a bot may be for one rule set only."""


@runtime_checkable
class Searcher(Protocol):
    """A bot that gets better with time. By itself it counts what it looks at, so that its games can be repeated."""

    def __call__(self, game: Any, state: Any, whims: Random, /) -> Any: ...

    def within(self, seconds: float) -> Bot:
        """The same bot, thinking by the clock: so long at most for a move."""
        ...


def within(bot: Bot, seconds: float) -> Bot:
    """The bot as it plays live, where nobody wants to repeat its game: by the clock, if it thinks at all."""
    return bot.within(seconds) if isinstance(bot, Searcher) else bot
