"""More players than are solved exactly: the field as so many duels.

`share`: whoever beats each of the others with certain chances in a match of two wins against all of them with a chance
that is put together from these as Bradley and Terry rank players: each has a strength, a duel is won in proportion to
the strengths, and so is the match of all. Equal players have equal shares, a certain loser has none, and the shares of
all add up to one where the duels fit together.

`ordered`: in a short race, where who is first is decided by who plays first and hardly by dice that favour one against
all others, the chances against the others multiply; so each has the product of his duels, among those of all.

Both are estimates: the duels are solved, their combination is a model. How far it is off stands in docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod

import numpy as np

from dicecup.solve.lanes import Floats, Ints

__all__ = ["NOTE", "ordered", "outlast", "rest", "share", "shared"]

NOTE = "estimated: exact two-player chances against each opponent, put together as by Bradley and Terry"


def share(duels: Iterable[float]) -> float:
    """The chance to win against all, from the chances to beat each alone."""
    others = 0.0
    for chance in duels:
        if chance <= 0.0:
            return 0.0
        others += (1.0 - chance) / chance
    return 1.0 / (1.0 + others)


def ordered(duels: Sequence[float], others: Sequence[float]) -> float:
    """The chance to be first of all, from the chances to beat each alone, and for each of these the product of his
    chances to beat the rest.
    """
    own = prod(duels)
    theirs = sum((1.0 - chance) * other for chance, other in zip(duels, others, strict=True))
    return own / (own + theirs) if own else 0.0


def rest(now: float, waiting: Mapping[int, float], seat: int) -> float:
    """The chance of a seat that waits: of what the one who plays leaves, as much as its own estimate is among those of
    all who wait. So the chances of all add up to one.
    """
    every = sum(waiting.values())
    return (1.0 - now) * (waiting[seat] / every if every else 1.0 / len(waiting))


def shared(mine: Ints | int, others: Sequence[int]) -> Floats:
    """What it is worth to have so much in the end beside these: 1 with more, 0 with less, and those level share."""
    if not others:
        return np.ones(np.shape(mine))
    best = max(others)
    return np.where(np.equal(mine, best), 1.0 / (1 + others.count(best)), np.greater(mine, best))


def outlast(below: Floats, level: Floats) -> Floats:
    """The chance to have the most of all, those level sharing: from the chances of each other (others × lanes) to have
    less, and to have the same.

    One of m + 1 who are level wins with chance 1 / (m + 1), which is the mean of x^m for x from 0 to 1.
    """
    points, weights = _gauss(len(below) // 2 + 1)
    found = np.zeros(below.shape[1:])
    for point, weight in zip(points, weights, strict=True):
        found += weight / 2.0 * np.prod(below + level * (point + 1.0) / 2.0, axis=0)
    return found


@cache
def _gauss(count: int) -> tuple[Floats, Floats]:
    """Points and weights of a mean from -1 to 1 that is exact for polynomials."""
    points, weights = np.polynomial.legendre.leggauss(count)
    return points, weights
