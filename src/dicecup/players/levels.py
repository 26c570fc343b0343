"""Levels of play, from a rule of thumb to perfect, all choosing from the same solved values.

A person does not see small differences: moves whose worth differs by less than a share of what a game is worth at its
start look the same to him. Among these he does what comes naturally. The impatient acts by a rule of thumb, without
weighing anything; the cautious takes what he has least to lose by. Nobody overlooks a great difference, so no level
throws a won game away, and a level that sees nothing is the rule of thumb itself, one that sees everything is perfect.

A choice depends on the rule set and the state alone: the same position is always played the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Literal

from dicecup.chance import Roll
from dicecup.errors import Unsolved
from dicecup.game import CHANCE, Game
from dicecup.players import Bot
from dicecup.solve import Objective, Solution, Solver

__all__ = ["Temper", "levels", "solved", "thinker"]


@dataclass(frozen=True)
class Temper:
    """How a level errs."""

    overlooks: float
    """The greatest difference it does not see, as a share of the worth of the start."""
    nature: Literal["impatient", "cautious"]
    alone: float = 1.0
    """By how much less it overlooks where a game is played for points: these are finer than chances."""

    def difference(self, solution: Solution) -> float:
        """The greatest difference it does not see, in the values of a solution."""
        return self.overlooks * worth_of_a_game(solution) * (self.alone if solution.objective == "points" else 1.0)


DREAD = 2.0
"""What a loss weighs with the cautious, beyond what it is."""


def levels(thumb: Bot, solver: str, *, casual: float, keen: float, alone: float = 1.0) -> dict[str, Bot]:
    """The levels of a game, weakest first: its rule of thumb, and those that choose from solved values.

    `solver` is the module in which the game's `solve` lies; it is imported when a bot first thinks. How much is
    overlooked is for each game to say: where a game has few decisions, an error in one must be greater to count.
    """
    return {
        "simple": thumb,
        "casual": thinker(thumb, solver, Temper(casual, "impatient", alone)),
        "keen": thinker(thumb, solver, Temper(keen, "cautious", alone)),
        "perfect": thinker(thumb, solver, Temper(0.0, "cautious")),
    }


def thinker(thumb: Bot, solver: str, temper: Temper) -> Bot:
    """A bot of that temper; where no solution is offered, the rule of thumb."""

    def choose(game: Game[Any, Any], state: Any, rng: Random) -> Any:
        moves = game.moves(state)
        if len(moves) == 1:
            return moves[0]
        solution = solved(solver, game, len(game.scores(state)))
        if solution is None:
            return thumb(game, state, rng)
        values = solution.values(state)
        if not temper.overlooks:
            return values[0][0]
        near = alike(values, temper.difference(solution))
        if len(near) == 1:
            return near[0][0]
        if temper.nature == "impatient":
            natural = thumb(game, state, rng)
            return natural if any(move == natural for move, _ in near) else near[0][0]
        return max(near, key=lambda pair: pair[1] - DREAD * fear(solution, state, pair[0], near[0][1]))[0]

    return choose


@cache
def solved(solver: str, game: Game[Any, Any], seats: int) -> Solution | None:
    """The solution to play by, None where there is none.

    Who plays others plays to win, or by the rule of thumb: a solution for points knows nobody else, and would bank a
    last turn that is lost so.
    """
    solve: Solver = import_module(solver).solve
    objective: Objective = "win" if seats > 1 else "points"
    try:
        return solve(game, seats, objective, None)
    except Unsolved:
        return None


@cache
def worth_of_a_game(solution: Solution) -> float:
    return abs(solution.start_value())


def alike(values: Sequence[tuple[Any, float]], difference: float) -> list[tuple[Any, float]]:
    """The moves, best first, that look as good as the best."""
    return [pair for pair in values if values[0][1] - pair[1] <= difference]


def fear(solution: Solution, state: Any, move: Any, hoped: float) -> float:
    """How far, on average, the player's own dice leave him below what he hoped for; 0 where he has none to roll."""
    game = solution.game
    seat: Any = game.turn(state)
    after = game.play(state, move)
    request = game.roll(after) if game.turn(after) == CHANCE else None
    if not isinstance(request, Roll):
        return 0.0
    ends = [(game.land(after, faces), weight) for faces, weight in request.outcomes()]
    if all(game.turn(end) != seat for end, _ in ends):
        return 0.0
    return sum(weight * max(hoped - solution.value(end, seat), 0.0) for end, weight in ends) / request.combinations
