"""The points to come of a sheet with many open boxes, as two bell curves: with the bonus and without.

What a sheet is worth beyond one that cannot have the bonus any more is taken for the chance of it; early in a game
there is no such sheet yet, and both curves are one. Each open box spreads as it does in games in which it is still
open by then. `Plain` is the reference in NumPy; where its compiled twin was built, `Curves` is that.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.last import Last
from dicecup.games.bratzy.lattice import Sheets
from dicecup.games.bratzy.turns import Longs
from dicecup.solve.lanes import Floats

__all__ = ["Curves", "Plain", "bells"]

POINTS, WEIGHTS = np.polynomial.hermite_e.hermegauss(12)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


class Plain:
    """The curves of all sheets of a rule set, from what these are worth on average."""

    def __init__(self, sheets: Sheets, values: Floats, settled: Longs, deviations: Floats) -> None:
        self.sheets = sheets
        self.values = values
        self.settled = settled
        self.deviations = deviations

    def _curves(self, filled: Longs, places: Longs) -> tuple[Floats, Floats, Floats]:
        """Of sheets (their filled boxes, and their places): the share and the mean of each curve, their deviation."""
        sheets, bonus = self.sheets, self.sheets.game.bonus
        upper = filled & (1 << sheets.high) - 1
        lane, brought = self.settled[upper].T
        own = self.values[places]
        lost = self.values[sheets.start[upper] + (filled >> sheets.high) * sheets.width[upper] + lane] - brought
        without = np.where(lane >= 0, lost, own)
        chance = np.where(lane >= 0, np.clip((own - without) / max(bonus, 1), 0.0, 1.0), 0.0)
        return np.stack([chance, 1.0 - chance]), np.stack([without + bonus, without]), self.deviations[filled]

    def finals(self, filled: int, place: int, points: int, most: int) -> Floats:
        """How likely each final total of a sheet with these points is, from 0 to the most."""
        shares, means, deviation = self._curves(np.array([filled]), np.array([place]))
        edges = (np.arange(most) + 0.5 - points - means) / deviation
        below = [[0.5 * (1.0 + math.erf(edge * math.sqrt(0.5))) for edge in curve] for curve in edges.tolist()]
        return np.diff(shares[:, 0] @ np.array(below), prepend=0.0, append=1.0)

    def worths(self, filled: int, places: Longs, points: int, utility: Floats) -> Floats:
        """What a utility of final totals is on average when a turn of a sheet with these points ends with each code;
        0 for boxes that are filled.
        """
        sheets = self.sheets
        codes = np.flatnonzero(places >= 0)
        shares, means, deviation = self._curves(filled | np.left_shift(1, sheets.box[codes]), places[codes])
        ends = (points + sheets.worth[codes] + means)[:, :, None] + deviation[:, None] * POINTS
        found = np.zeros(len(places))
        found[codes] = (shares * (np.interp(ends, np.arange(len(utility)), utility) @ WEIGHTS)).sum(axis=0)
        return found


Curves: Any = Plain
try:
    from dicecup.games.bratzy._bells import Curves as Compiled

    Curves = Compiled
except ImportError:
    pass


def bells(last: Last, kind: Any = None) -> Any:
    """The curves of the sheets that `last` plays, compiled or of the kind that is asked for."""
    average = last.average
    settled = _settled(last)
    return (kind or Curves)(average.sheets, average.values, settled, _deviations(average, settled))


def _settled(last: Last) -> Longs:
    """By upper set, a lane in which the bonus is lost or won, and what it brings there; -1 where there is none."""
    sheets = last.sheets
    found: Longs = np.full((1 << sheets.high, 2), (-1, 0), dtype=np.int64)
    for upper in range(1 << sheets.high):
        for lane in (0, sheets.lanes[upper] - 1):
            if (bonus := last.settled((upper, lane))) is not None:
                found[upper] = lane, bonus
    return found


def _deviations(average: Average, settled: Longs) -> Floats:
    """By set: how widely the points of its open boxes are spread; of the bonus too, where it is never settled."""
    sheets = average.sheets
    boxes, bonus = _variances(average)
    count = len(sheets.boxes)
    every = np.arange(1 << count)
    open_ = 1 - (every[:, None] >> np.arange(count) & 1)
    found = (open_ * boxes[open_.sum(axis=1)]).sum(axis=1)
    found += np.where(settled[every & (1 << sheets.high) - 1, 0] < 0, bonus, 0.0)
    return np.asarray(np.sqrt(np.maximum(found, 0.25)))


def _variances(average: Average) -> tuple[Floats, float]:
    """The variance of each box, by how many boxes are open, among games in which it is still open then; and that of the
    bonus.
    """
    sheets, spread = average.sheets, average.spread
    count = len(sheets.boxes)
    found = np.zeros((count + 1, count))
    for left in range(1, count + 1):
        ended = spread.ended[count - left :].sum(axis=0)
        for box in range(count):
            own = slice(sheets.first[box], sheets.first[box + 1])
            chances = ended[own] / max(float(ended[own].sum()), 1e-300)
            worth = sheets.worth[own]
            found[left, box] = float(chances @ worth**2) - float(chances @ worth) ** 2
    bonus = spread.mean - float(spread.ended.sum(axis=0) @ sheets.worth)
    return found, bonus * (average.game.bonus - bonus)
