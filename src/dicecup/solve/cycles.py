"""Turns that lead back to where the match stood: a bust changes nothing but whose turn it is.

The worth of a turn as a function of what passing is worth is convex, rising and made of straight pieces, one for each
way to play; `Line` is its value and its slope at a point. So a cycle is solved as by Newton: solve it for the straight
lines, see which lines apply there, and again; it ends exactly where the ways to play no longer change.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dicecup.solve.lanes import Floats, Ints

__all__ = ["Line", "alone", "duel"]

Line = Callable[[Floats], tuple[Floats, Floats]]
"""What turns are worth, and how fast that rises, given what passing is worth; a number for each lane."""

CLOSE = 1e-14
MOST = 200
"""Rounds; three to six are enough where ways to play are few."""


def alone(line: Line, guess: Floats, cost: float = 0.0) -> Floats:
    """The value v = line(v) - cost in each lane: passing leads to another turn of the same player."""
    value = guess
    for _ in range(MOST):
        height, slope = line(value)
        new = (height - slope * value - cost) / (1.0 - slope)
        if _settled(new, value):
            return new
        value = new
    return value


def duel(line: Line, guess: Floats, partner: Ints) -> Floats:
    """The value v = line(1 - v[partner]) in each lane: passing leads to the turn of the other player.

    `partner` is the lane in which the same standing is seen by the other.
    """
    value = guess
    for _ in range(MOST):
        passing = 1.0 - value[partner]
        height, slope = line(passing)
        level = height + slope * (1.0 - passing)
        new = (level - slope * level[partner]) / (1.0 - slope * slope[partner])
        if _settled(new, value):
            return new
        value = new
    return value


def _settled(new: Floats, old: Floats) -> bool:
    return bool(np.all(np.abs(new - old) <= CLOSE * np.maximum(1.0, np.abs(new))))
