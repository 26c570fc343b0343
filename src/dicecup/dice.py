"""Exact dice: any dice as tuples of faces, their distinct results with whole-number weights.

A die is a tuple of faces, dice are a tuple of dice, and a face is a short text or a whole number. Nothing here
enumerates all 6^n results: dice are added one at a time and equal results are merged on the way, so that five
ordinary dice cost 252 results and ten Toss Up dice 66.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import prod

__all__ = ["D6", "Dice", "Die", "Face", "Faces", "Outcomes", "combinations", "outcomes", "tally"]

Face = str | int
Faces = tuple[Face, ...]
Die = tuple[Face, ...]
Dice = tuple[Die, ...]
Outcomes = tuple[tuple[Faces, int], ...]
"""Distinct results, each with the number of ways in which it falls."""

D6: Die = (1, 2, 3, 4, 5, 6)


def combinations(dice: Dice) -> int:
    """In how many ways the dice can fall, each die told apart: what the weights sum to."""
    return prod(len(die) for die in dice)


@cache
def outcomes(dice: Dice) -> Outcomes:
    """The multisets these dice can show, with weights.

    Each result is written so that its i-th face is on the i-th die, also where the dice differ, and is thus
    something a player could really have rolled.

    >>> outcomes((("H", "T"), ("H", "T")))
    ((('H', 'H'), 1), (('H', 'T'), 2), (('T', 'T'), 1))
    """
    order = {face: i for i, face in enumerate(dict.fromkeys(face for die in dice for face in die))}
    found: dict[tuple[int, ...], tuple[Faces, int]] = {(): ((), 1)}
    for die in dice:
        ways = {face: die.count(face) for face in sorted(set(die), key=order.__getitem__)}
        longer: dict[tuple[int, ...], tuple[Faces, int]] = {}
        for multiset, (shown, weight) in found.items():
            for face, times in ways.items():
                key = tuple(sorted((*multiset, order[face])))
                first, so_far = longer.get(key, ((*shown, face), 0))
                longer[key] = (first, so_far + weight * times)
        found = longer
    return tuple(found[key] for key in sorted(found))


def tally(dice: Dice, worth: Callable[[Face], int]) -> dict[int, int]:
    """How the sum of `worth` over the faces is distributed: totals with whole-number weights.

    Counting needs less than the distinct results do: how many greens ten dice show is eleven numbers.

    >>> tally((("H", "T"), ("H", "T")), lambda face: face == "H")
    {0: 1, 1: 2, 2: 1}
    """
    totals = {0: 1}
    for die in dice:
        longer: dict[int, int] = {}
        for total, weight in totals.items():
            for face in die:
                value = total + worth(face)
                longer[value] = longer.get(value, 0) + weight
        totals = longer
    return dict(sorted(totals.items()))
