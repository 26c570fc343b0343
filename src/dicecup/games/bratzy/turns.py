"""Turns of Bratzy, for all lanes of a set at a time.

`Plain` is the reference in NumPy; where its compiled twin was built, `Walks` is that. See `lattice.py` for the words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dicecup.games.bratzy.lattice import LANES, Ints, Sheets
from dicecup.kernels import plain
from dicecup.solve.lanes import Floats

__all__ = ["COMPILED", "Bytes", "Longs", "Plain", "Walks"]

Bytes = npt.NDArray[np.uint8]
Longs = npt.NDArray[np.int64]
NEAR = 1e-10
"""Values that differ by less are the same: rounding must not choose among moves that are equally good."""


class Plain:
    """The walks over the sheets of one rule set."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        lattice = sheets.lattice
        self.inner, self.rerolls = lattice.inner, lattice.rerolls
        self._up = lattice.up
        self._down = [[fewer for fewer in row if fewer >= 0] for row in lattice.down.tolist()]

    def _mean_up(self, x: Floats) -> None:
        """The mean over one more die: x[kept] from x[kept and one more]."""
        for kept in reversed(range(self.inner)):
            x[kept] = x[self._up[kept]].mean(axis=0)

    def _best_down(self, x: Floats) -> None:
        """The best over one die fewer: x[kept] becomes the best of all that can be kept of it."""
        for kept, fewer in enumerate(self._down):
            if fewer:
                np.maximum(x[kept], x[fewer].max(axis=0), out=x[kept])

    def _places(self, filled: int) -> dict[int, Longs]:
        """Where in the table the turn leads that ends with each code: by code, for all lanes."""
        sheets = self.sheets
        upper = filled & (1 << sheets.high) - 1
        lanes: Ints = np.arange(sheets.width[upper], dtype=np.int32)
        found: dict[int, Longs] = {}
        for code, box in enumerate(sheets.box.tolist()):
            if not filled >> box & 1:
                to = sheets.to[upper, code, : len(lanes)] if box < sheets.high else lanes
                found[code] = sheets.at(filled | 1 << box) + to.astype(np.int64)
        return found

    def _own(self, filled: int) -> slice:
        first = self.sheets.at(filled)
        return slice(first, first + int(self.sheets.width[filled & (1 << self.sheets.high) - 1]))

    def _scored(self, table: Floats, filled: int) -> Floats:
        """What each roll is worth in each open box: boxes × rolls × lanes."""
        worth = {code: self.sheets.worth[code] + table[place] for code, place in self._places(filled).items()}
        open_ = [box for box in range(len(self.sheets.boxes)) if not filled >> box & 1]
        return np.array([[worth[code] for code in self.sheets.code[:, box].tolist()] for box in open_])

    def next_places(self, filled: int, lane: int) -> Longs:
        """By code: where in a table a sheet stands when its turn ends so; -1 for boxes that are filled."""
        found = np.full(len(self.sheets.box), -1, np.int64)
        for code, places in self._places(filled).items():
            found[code] = places[lane]
        return found

    def fill(self, table: Floats, sets: Ints) -> None:
        """Find the values of these sets, those that they lead to being known."""
        for filled in sets.tolist():
            table[self._own(filled)] = self._start(self._scored(table, filled).max(axis=0))

    def walk(self, leaf: Floats) -> Floats:
        """A turn for a utility of each roll (rolls × lanes) when no die is rolled again.

        Gives what each keep is worth with so many re-rolls to come after it: stages × keeps × lanes. The value of the
        turn is that of keeping nothing at the last stage.
        """
        x = np.zeros((len(self.sheets.lattice.keeps), leaf.shape[1]))
        x[self.inner :] = leaf
        stages = []
        for _ in range(self.rerolls + 1):
            self._mean_up(x)
            stages.append(x.copy())
            self._best_down(x)
        return np.stack(stages)

    def stages(self, filled: int, worths: Floats) -> Floats:
        """What keeps are worth with so many re-rolls to come (stages × keeps), for what each code is worth."""
        return self.walk(self._best_box(filled, worths[:, None]))[:, :, 0]

    def turn(self, filled: int, worths: Floats) -> Floats:
        """What a turn is worth before its first roll, for what each code is worth then (codes × lanes)."""
        return self._start(self._best_box(filled, worths))

    def _best_box(self, filled: int, worths: Floats) -> Floats:
        """What each roll is worth when it is scored now."""
        open_ = [box for box in range(len(self.sheets.boxes)) if not filled >> box & 1]
        return np.asarray(worths[self.sheets.code[:, open_]].max(axis=1))

    def _start(self, leaf: Floats) -> Floats:
        return np.asarray(self.walk(leaf)[-1, 0])

    def _ends(self, table: Floats, filled: int) -> dict[int, Floats]:
        """How likely the turn ends with each code under best play, for all lanes. Of equals, the first is taken."""
        scored = self._scored(table, filled)
        leaf = scored.max(axis=0)
        stages = self.walk(leaf)
        mass = np.zeros(stages.shape[1:])
        mass[self.inner :] = self.sheets.lattice.chance[:, None]
        for own in stages[-2::-1]:
            best = own.copy()
            self._best_down(best)
            for kept in reversed(range(len(own))):
                rest = mass[kept].copy()
                stay = np.where(own[kept] >= best[kept] - NEAR, rest, 0.0) if kept < self.inner else 0.0
                rest -= stay
                for fewer in self._down[kept]:
                    moved = np.where(best[fewer] >= best[kept] - NEAR, rest, 0.0)
                    mass[fewer] += moved
                    rest -= moved
                mass[kept] = stay + rest
            for kept in range(self.inner):
                for more in self._up[kept]:
                    mass[more] += mass[kept] / self._up.shape[1]
                mass[kept] = 0.0
        ends = {code: np.zeros(leaf.shape[1]) for code in self._places(filled)}
        open_ = [box for box in range(len(self.sheets.boxes)) if not filled >> box & 1]
        for roll in range(len(leaf)):
            rest = mass[self.inner + roll].copy()
            for place, box in enumerate(open_):
                moved = np.where(scored[place, roll] >= leaf[roll] - NEAR, rest, 0.0)
                ends[int(self.sheets.code[roll, box])] += moved
                rest -= moved
        return ends

    def spreads(self, table: Floats, sets: Ints, at: Longs, length: Ints, likely: Floats, eights: Bytes) -> None:
        """Find how likely each number of points to come is under best play, in the lanes that are wanted.

        What is known of a set begins at `at` in `likely`: for each lane so many numbers of points as `length` says.
        `eights` has a number for each eight lanes of the table: 1 where they are wanted, 2 where they are known. These
        sets begin with the one that is wanted, and hold all that it leads to; the reference does all their lanes.
        """
        for filled in reversed(sets.tolist()):
            eights[self._own(filled).start // LANES : self._own(filled).stop // LANES] = 2
            width = int(self.sheets.width[filled & (1 << self.sheets.high) - 1])
            own = np.zeros((width, length[filled]))
            ends = self._ends(table, filled)
            for code, places in self._places(filled).items():
                after = filled | 1 << int(self.sheets.box[code])
                first, points = self.sheets.worth[code], length[after]
                starts = at[after] + (places - self.sheets.at(after)) * points
                own[:, first : first + points] += ends[code][:, None] * likely[starts[:, None] + np.arange(points)]
            likely[at[filled] : at[filled] + own.size] = own.ravel()

    def moments(self, table: Floats, sets: Ints, found: Floats) -> None:
        """Find how the points to come of these sets are spread under best play, those that they lead to being known.

        Four figures by place: the chance of the bonus; and, where it is won, the mean and the mean square of the points
        to come, times that chance; their mean square in all.
        """
        for filled in sets.tolist():
            ends, own = self._ends(table, filled), np.zeros_like(found[self._own(filled)])
            for code, places in self._places(filled).items():
                points, (won, mean, square, every) = float(self.sheets.worth[code]), found[places].T
                own += (
                    ends[code]
                    * np.stack(
                        [
                            won,
                            mean + points * won,
                            square + points * (2.0 * mean + points * won),
                            every + points * (2.0 * table[places] + points),
                        ]
                    )
                ).T
            found[self._own(filled)] = own

    def forward(
        self,
        table: Floats,
        sets: Ints,
        place: Longs,
        low: Ints,
        length: Ints,
        source: Floats,
        target: Floats,
        ended: Floats,
    ) -> None:
        """Pass on how likely each number of points is, from these sets to those that they lead to.

        What is known of a lane begins at `place` (-1: no such lane), of its `low` points and `length` in all; of these
        sets in `source`, of the next in `target`. Adds to `ended` how likely a turn ends with each code.
        """
        for filled in sets.tolist():
            ends, places = self._ends(table, filled), self._places(filled)
            for lane, own in enumerate(range(*self._own(filled).indices(len(table)))):
                likely = source[place[own] : place[own] + length[own]]
                if place[own] < 0 or not likely.any():
                    continue
                for code, at in places.items():
                    first = place[at[lane]] + low[own] + self.sheets.worth[code] - low[at[lane]]
                    target[first : first + len(likely)] += ends[code][lane] * likely
                    ended[code] += ends[code][lane] * likely.sum()


Walks: Any = Plain
try:
    from dicecup.games.bratzy._kernel import Kernel

    Walks = Kernel
    COMPILED = True
except ImportError:
    COMPILED = False
    plain("Bratzy's turn")
