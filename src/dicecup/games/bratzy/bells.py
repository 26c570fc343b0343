"""The points to come of a sheet with many open boxes, as two bell curves: with the bonus and without.

How likely the bonus is, and where the middle of either curve is and how wide it is, is known exactly under play for the
best average (`Average.curves`); what is left out is that they are not quite bells. `Plain` is the reference in NumPy;
where its compiled twin was built, `Bells` is that.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dicecup.games.bratzy.average import Curves
from dicecup.games.bratzy.lattice import Sheets
from dicecup.games.bratzy.turns import Longs
from dicecup.kernels import plain
from dicecup.solve.lanes import Floats

__all__ = ["Bells", "Plain"]

POINTS, WEIGHTS = np.polynomial.hermite_e.hermegauss(12)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


class Plain:
    """The curves of all sheets of a rule set."""

    def __init__(self, sheets: Sheets, curves: Curves) -> None:
        self.sheets = sheets
        self.curves = curves

    def _curves(self, places: Longs) -> tuple[Floats, Floats, Floats]:
        """The shares, the means and the deviations of both curves of sheets: two × places each."""
        chance, *curves = self.curves[places].T.astype(np.float64)
        return np.stack([chance, 1.0 - chance]), np.stack(curves[::2]), np.stack(curves[1::2])

    def finals(self, place: int, points: int, most: int) -> Floats:
        """How likely each final total of a sheet with these points is, from 0 to the most."""
        shares, means, deviations = self._curves(np.array([place]))
        edges = (np.arange(most) + 0.5 - points - means) / deviations
        below = [[0.5 * (1.0 + math.erf(edge * math.sqrt(0.5))) for edge in curve] for curve in edges.tolist()]
        return np.diff(shares[:, 0] @ np.array(below), prepend=0.0, append=1.0)

    def worths(self, places: Longs, points: int, utility: Floats) -> Floats:
        """What a utility of final totals is on average when a turn of a sheet with these points ends with each code and
        leads to these places; 0 for boxes that are filled.
        """
        codes = np.flatnonzero(places >= 0)
        shares, means, deviations = self._curves(places[codes])
        ends = (points + self.sheets.worth[codes] + means)[:, :, None] + deviations[:, :, None] * POINTS
        found = np.zeros(len(places))
        found[codes] = (shares * (np.interp(ends, np.arange(len(utility)), utility) @ WEIGHTS)).sum(axis=0)
        return found


Bells: Any = Plain
try:
    from dicecup.games.bratzy._bells import Bells as Compiled

    Bells = Compiled
except ImportError:
    plain("Bratzy's curves")
