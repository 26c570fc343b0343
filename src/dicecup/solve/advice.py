"""Advice: what a position is worth, and every move in it, best first.

A game is advised by its solver, or by an `advise` of its own in `advise.py` of its folder, which may say more of a move
than what it is worth. `dicecup.games.adviser` finds the one or the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dicecup.game import OVER, Game, Turn
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solver, won

__all__ = ["Advice", "Advised", "Adviser", "by_solver", "finished", "usual"]


@dataclass(frozen=True)
class Advised:
    """A legal move, and what it is worth to the seat that makes it."""

    move: Any
    value: float
    more: dict[str, Plain] = field(default_factory=dict)
    """What else is known of it, such as what it leaves in hand; the game's catalogue names it as `advice.<key>`."""

    def plain(self) -> dict[str, Plain]:
        return {"move": str(self.move), "value": self.value, **self.more}


@dataclass(frozen=True)
class Advice:
    """What can be said to the seat whose turn is running; at CHANCE and OVER there are no moves."""

    turn: Turn
    objective: Objective
    exact: bool
    """Whether the values are those of the rules, up to rounding, or estimates."""
    seat: int | None
    """The seat whose turn is running, also while its dice fall; None where there is none."""
    values: tuple[float, ...]
    """What the position is worth to each seat, at CHANCE on average; empty where that is not known."""
    moves: tuple[Advised, ...] = ()
    """All legal moves, best first, or the best of them where there are very many."""
    note: str = ""
    """How the values were come by where that needs saying."""

    @property
    def value(self) -> float | None:
        """What the position is worth to the seat whose turn is running."""
        if self.moves:
            return self.moves[0].value
        return self.values[self.seat] if self.values and self.seat is not None else None

    def plain(self) -> dict[str, Plain]:
        return {
            "turn": self.turn,
            "objective": self.objective,
            "exact": self.exact,
            "seat": self.seat,
            "value": self.value,
            "values": list(self.values),
            "moves": [each.plain() for each in self.moves],
            "note": self.note,
        }


Adviser = Callable[[Game[Any, Any], Any, Objective | None, Progress | None], Advice]
"""(game, state, objective or None for the usual one, progress) to advice; Unsolved where there is none to give."""


def usual(game: Game[Any, Any], state: Any) -> Objective:
    """What people play for: alone for points, with others to win."""
    return "win" if len(game.scores(state)) > 1 else "points"


def by_solver(solve: Solver) -> Adviser:
    """The adviser that reads a solution."""

    def advise(game: Game[Any, Any], state: Any, objective: Objective | None, progress: Progress | None) -> Advice:
        objective = objective or usual(game, state)
        if game.turn(state) == OVER:
            return finished(game, state, objective)
        seats = len(game.scores(state))
        solution = solve(game, seats, objective, progress)
        return Advice(
            turn=game.turn(state),
            objective=objective,
            exact=solution.is_exact(state),
            seat=game.player(state),
            values=tuple(solution.value(state, seat) for seat in range(seats)),
            moves=tuple(Advised(move, value) for move, value in solution.values(state)),
            note=solution.note_for(state),
        )

    return advise


def finished(game: Game[Any, Any], state: Any, objective: Objective) -> Advice:
    """What there is to say of a game that is over: what it came to."""
    scores = game.scores(state)
    if objective == "win":
        return Advice(OVER, objective, True, None, tuple(won(game, state, seat) for seat in range(len(scores))))
    return Advice(OVER, objective, True, None, tuple(float(score) for score in scores))
