"""Players that are handed a game and name none.

A bot is a function of the rule set, the state and a generator for its own whims; it is never shown the dice to
come. A game's own bots lie in its folder.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

__all__ = ["Bot"]

Bot = Callable[[Any, Any, Random], Any]
"""(game, state, whims) to one of the legal moves; Any, since a bot may be for one rule set only."""
