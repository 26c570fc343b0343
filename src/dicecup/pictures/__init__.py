"""Pictures that explain a strategy, as SVG written by ourselves.

A game's `chart.py` has `PICTURES`, by name: functions that draw a panel. What they share lies here and names no game.
Nothing is said by colour alone: regions bear their words or numbers, lines their marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from dicecup.game import Game
from dicecup.pictures.panel import Panel
from dicecup.solve import Progress

__all__ = ["Draw", "Panel", "Words"]


class Words(Protocol):
    """The text of a catalogue's key, filled with what it names."""

    def __call__(self, key: str, **params: Any) -> str: ...


Draw = Callable[[Game[Any, Any], Words, Progress | None], Panel]
"""(game, words, progress) to a panel; Unsolved where there is nothing to draw it from."""
