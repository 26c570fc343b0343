"""Bots for Bratzy by level, weakest first.

`simple` plays by rules of thumb and solves nothing; the others choose from solved values, as in
`dicecup.players.levels`. `keen` errs in a way of its own: it looks one roll ahead, and rather writes down what it has
than roll for a little more.
"""

from __future__ import annotations

from random import Random
from typing import Any

from dicecup.games.bratzy.boxes import BOXES, UPPER, worth
from dicecup.games.bratzy.rules import Keep, Move, Position, Score
from dicecup.players import Bot
from dicecup.players.levels import Temper, levels, solved

__all__ = ["LEVELS", "simple"]

USUAL = dict(
    zip(BOXES, (2.1, 5.3, 8.6, 12.2, 15.7, 19.2, 10.0, 16.0, 13.0, 9.0, 5.0, 7.0, 13.0, 22.0, 8.0), strict=True)
)
"""About what people write into a box: more than that is a good score there."""

STRAIGHTS = {"small-straight": (1, 2, 3, 4, 5), "large-straight": (2, 3, 4, 5, 6)}


def simple(game: Any, state: Position, rng: Random) -> Move:
    """Collect the number that shows most, chase a straight that lacks one die, stop on something made."""
    seat = state.turns % len(state.sheets)
    free = [box for box, value in zip(game.boxes, state.sheets[seat], strict=True) if value is None]
    values = worth(state.dice)
    surplus = {box: values[box] - USUAL[box] for box in free}
    box = max(free, key=surplus.__getitem__)
    if not state.rerolls or (surplus[box] >= 5 and box != "chance"):
        return Score(box)
    kept = _collect(state.dice, free)
    return Keep(kept) if len(kept) < len(state.dice) else Score(box)


def _collect(dice: tuple[int, ...], free: list[str]) -> tuple[int, ...]:
    """The dice worth keeping, sorted."""
    for box, faces in STRAIGHTS.items():
        found = tuple(face for face in faces if face in dice)
        if box in free and len(found) >= 4:
            return found
    pairs = tuple(face for face in sorted(dice) if dice.count(face) >= 2)
    if len(set(pairs)) == 2 and ("full-house" in free or "two-pairs" in free):
        return pairs
    counts = {face: dice.count(face) for face in set(dice)}
    kinds = any(box in free for box in ("one-pair", "three-of-a-kind", "four-of-a-kind", "bratzy"))
    useful = [face for face in counts if kinds or UPPER[face - 1] in free]
    if not useful:
        return tuple(face for face in sorted(dice) if face >= 4)
    wanted = max(useful, key=lambda face: (counts[face], UPPER[face - 1] in free, face))
    return (wanted,) * counts[wanted]


def keen(game: Any, state: Position, rng: Random) -> Move:
    """One roll ahead; a box that is nearly as good as rolling on is filled."""
    solution: Any = solved(SOLVER, game, len(state.sheets))
    if solution is None:
        return simple(game, state, rng)
    seen: list[tuple[Move, float]] = solution.glance(state)
    sure = NEARSIGHTED.difference(solution)
    if solution.objective == "win":  # who is nearly beaten, or has nearly won, looks closely
        best = max(value for _, value in seen)
        sure *= 4.0 * best * (1.0 - best)
    return max(seen, key=lambda pair: pair[1] + (sure if isinstance(pair[0], Score) else 0.0))[0]


SOLVER = "dicecup.games.bratzy.solve"
ALONE = 0.3
NEARSIGHTED = Temper(0.03, "cautious", ALONE)
LEVELS: dict[str, Bot] = levels(simple, SOLVER, casual=0.07, keen=0.0, alone=ALONE) | {"keen": keen}
