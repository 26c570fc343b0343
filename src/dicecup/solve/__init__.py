"""Solving: what a position is worth, and what each move in it is worth.

A solver lies in its game's folder, as `solve(game, seats, objective, progress)` in `solve.py`, and gives a
`Solution`: the one thing that advice, the coach and the bots read. What the solvers share lies here and names no
game. This module itself imports no arrays, so that the doors can name a `Solution` for nothing.

Two objectives:

- "win": the chance to win, joint winners sharing it (two joint winners have half each);
- "points": what somebody plays for who looks at his own sheet only; a solution's `facts` say what exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, ClassVar, Literal, get_args

from dicecup.game import Game
from dicecup.options import Plain

__all__ = ["OBJECTIVES", "Objective", "Progress", "Solution", "Solver", "ranked", "silent", "won"]

Objective = Literal["points", "win"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)

Progress = Callable[[float, str], None]
"""Told how much is done, from 0 to 1, and what is being done."""


def silent(done: float, what: str) -> None:
    """Progress that nobody watches."""


class Solution(ABC):
    """What the states of a game are worth under best play."""

    higher: ClassVar[bool] = True
    """Whether more is better, as it is for chances and points."""

    def __init__(self, game: Game[Any, Any], seats: int, objective: Objective, *, exact: bool, note: str = "") -> None:
        self.game = game
        self.seats = seats
        self.objective = objective
        self.exact = exact
        """Whether the values are those of the rules, up to rounding, or estimates."""
        self.note = note
        """How the values were come by where that needs saying: a method, the bound of an error."""

    def start_value(self) -> float:
        """What the start is worth to seat 0."""
        return self.value(self.game.start(self.seats), 0)

    @abstractmethod
    def value(self, state: Any, seat: int) -> float:
        """What a state is worth to a seat, whoever's turn it is."""

    @abstractmethod
    def values(self, state: Any) -> list[tuple[Any, float]]:
        """Every legal move with what it is worth to the seat that makes it, best first; none at CHANCE and OVER."""

    def is_exact(self, state: Any) -> bool:
        """Whether the values in this state are exact; some solutions estimate only until the end is near."""
        return self.exact

    def note_for(self, state: Any) -> str:
        """How the values in this state were come by."""
        return self.note

    def facts(self) -> dict[str, Plain]:
        """What is worth knowing about the game, as plain data."""
        return {}


Solver = Callable[[Game[Any, Any], int, Objective, Progress | None], Solution]
"""What a game's `solve.py` has by the name `solve`; Unsolved where it offers no solution."""


def won(game: Game[Any, Any], state: Any, seat: int) -> float:
    """What a game that is over has brought a seat; joint winners share."""
    winners = game.winners(state) or ()
    return 1.0 / len(winners) if seat in winners else 0.0


def ranked(values: Sequence[tuple[Any, float]]) -> list[tuple[Any, float]]:
    """Moves by value, best first; equals stay in the order of the rules."""
    return sorted(values, key=itemgetter(1), reverse=True)
