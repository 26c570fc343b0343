"""Turn after turn of Ketchup: from high scores to low ones, again and again until nothing changes.

A bust changes nothing but whose turn it is, which `dicecup.solve.cycles` solves. A penalty leads back to lower scores:
these are taken from the sweep before, so that after k sweeps a value lacks only what happens behind the k-th penalty
of a match. The first sweep takes a penalty for a bust.

Scores have no lower end. They are cut off where the chance that a player ever comes below, even one who plays for
nothing else, is small enough: two matches that differ only there differ in no value by more than that chance.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np

from dicecup.errors import Unsolved
from dicecup.games.ketchup.rules import Ketchup
from dicecup.games.ketchup.turns import REFUSED, Ends, Hand, Places, hand
from dicecup.solve.cycles import Line, alone, duel
from dicecup.solve.lanes import Floats

__all__ = ["CLOSE", "climb", "compared", "fall", "lowest", "match"]

CLOSE = 1e-15
"""A sweep that changes no value by more is the last one."""
MOST = 100
"""Sweeps; the sheet's dice need about seven."""
SLIGHT = 1e-13
"""The chance of coming below the lowest score that is put up with."""
FEW, FURTHEST = 4, 20
"""Penalties below nothing at which the lowest score is sought, at least and at most."""

Told = Callable[[float], None]


def climb(hand: Hand, ends: Ends, first: int = 0, patience: float = 1.0) -> None:
    """Fill in what scores from `first` on are worth to one who plays on turn after turn by himself, what comes a turn
    later counting so much of it.
    """
    yours = np.arange(len(ends.banked))

    def sweep(early: bool) -> float:
        change = 0.0
        for score in reversed(range(first, hand.scores)):
            mine = np.full(len(yours), score)
            value = alone(_line(hand, ends, mine, yours, early, patience), ends.banked[:, score].copy())
            change = max(change, float(np.abs(value - ends.banked[:, score]).max()))
            ends.banked[:, score] = value
        return change

    _until_still(sweep)


def match(hand: Hand, ends: Ends, told: Told) -> None:
    """Fill in what banked scores are worth where the other plays on, and plays for himself."""
    scores = hand.scores
    done = 0

    def sweep(early: bool) -> float:
        nonlocal done
        change = 0.0
        for total in reversed(range(2 * scores - 1)):
            mine = np.arange(max(0, total - scores + 1), min(scores - 1, total) + 1)
            yours = total - mine
            guess = 1.0 - ends.banked[mine, yours]
            value = duel(_line(hand, ends, mine, yours, early), guess, np.arange(len(mine), dtype=np.int32)[::-1])
            change = max(change, float(np.abs(value - guess).max()))
            ends.banked[mine, yours] = 1.0 - value
        done += 1
        told(done / (done + 3))
        return change

    _until_still(sweep)


def _line(hand: Hand, ends: Ends, mine: Places, yours: Places, early: bool, patience: float = 1.0) -> Line:
    leaves = hand.leaves(ends, mine, yours, 2)
    passing = np.concatenate([hand.passing, hand.penalty]) if early else hand.passing
    leaves[1, passing] = 1.0

    def line(value: Floats) -> tuple[Floats, Floats]:
        leaves[0, passing] = value
        solved = hand.solve(leaves, mine)
        return patience * solved[0, hand.start], patience * solved[1, hand.start]

    return line


def _until_still(sweep: Callable[[bool], float]) -> None:
    for number in range(MOST):
        if sweep(number == 0) <= CLOSE and number:
            return
    raise Unsolved("with these dice penalties are so frequent at Ketchup that no solution is offered")


def compared(mine: Places, yours: Places) -> Floats:
    """Yours × mine: 1, a half or 0 as mine is more, level (a tie is rolled off among equals), or less."""
    return np.asarray((np.sign(mine[None, :] - yours[:, None]) + 1) / 2)


def fall(game: Ketchup, low: int) -> Floats:
    """The best chance, from each score from `low` on, ever to come below `low`."""
    deep = hand(game, low - game.penalty)
    ends = deep.ends(0.0, REFUSED, 1)
    ends.banked[0, deep.scores :] = 0.0
    ends.banked[0, : game.penalty] = 1.0
    climb(deep, ends, game.penalty)
    return ends.banked[0, game.penalty : deep.scores]


def lowest(game: Ketchup) -> tuple[int, Floats]:
    """Where scores are cut off, and the chances to come below."""
    if game.floor == "zero" or not len(hand(game, 0).penalty):
        return 0, np.zeros(game.goal)
    penalties = FEW
    while penalties <= FURTHEST:
        low = -penalties * game.penalty
        chances = fall(game, low)
        likely = float(chances[-low])
        if likely <= SLIGHT:
            return low, chances
        # The chance falls at least as fast as a power of the penalties it takes.
        penalties = max(penalties + 1, int(penalties * log(SLIGHT) / log(likely)) if likely < 1.0 else FURTHEST + 1)
    raise Unsolved("with these dice scores at Ketchup fall so low so often that no solution is offered")
