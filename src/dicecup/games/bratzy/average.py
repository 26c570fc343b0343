"""The best average: what every sheet is worth, what becomes of it, and how its points are spread."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecup.games.bratzy.lattice import LANES, Ints, Sheets
from dicecup.games.bratzy.rules import Bratzy
from dicecup.games.bratzy.shipped import shipped
from dicecup.games.bratzy.turns import Bytes, Longs, Walks
from dicecup.options import Plain
from dicecup.solve import Progress, silent
from dicecup.solve.lanes import Floats
from dicecup.solve.tables import Arrays, shaped, stored

__all__ = ["Average", "Curves", "Spread"]

VERSION = 2
ROOM = 1 << 23
"""How many numbers `Average.to_come` keeps at most: 64 MB."""
WANTED, KNOWN = 1, 2
SELDOM = 1e-7
"""A chance so small that nothing is said of what happens then."""
Curves = npt.NDArray[np.float32]


class Average:
    """A rule set played alone for the best average, from tables that are kept."""

    def __init__(self, game: Bratzy, progress: Progress | None = None) -> None:
        self.game = game
        self.sheets = Sheets(game)
        self.walks: Any = Walks(self.sheets)
        self.progress = progress
        found = stored(self.identity("values"), self._build_values, progress, self._fits)
        self.values: Floats = np.asarray(found["values"], dtype=np.float64)
        """The points to come on average, by place; the bonus comes at the end."""

    def to_come(self, filled: int, lane: int) -> Floats:
        """How likely each number of points to come is; takes long where many boxes are open.

        What was asked for, and what that leads to, is kept: a game that goes on asks for it next.
        """
        eight = self.place(filled, lane) // LANES
        if self._kept.eights[eight] != KNOWN:
            open_ = [b for b in range(len(self.sheets.boxes)) if not filled >> b & 1]
            sets = np.concatenate(_supersets(filled, open_))
            if not self._kept.fits(sets):
                self._kept = Kept(self, sets)
            self._kept.make_room(sets)
            self._kept.eights[eight] = WANTED
            kept = self._kept
            self.walks.spreads(self.values, sets[:-1], kept.at, kept.length, kept.likely, kept.eights)
        return np.asarray(self._kept.of(filled)[lane])

    @cached_property
    def _kept(self) -> Kept:
        return Kept(self, np.zeros(0, np.int32))

    @cached_property
    def spread(self) -> Spread:
        """The points of a whole game; those of the printed rules come with the program, see `shipped.py`."""
        identity = self.identity("spread")
        found = shipped(identity) or stored(identity, self._build_spread, self.progress, self._spread_fits)
        return Spread(np.asarray(found["chances"], dtype=np.float64), np.asarray(found["ended"], dtype=np.float64))

    @cached_property
    def curves(self) -> Curves:
        """The points to come of all sheets as two curves each, with the bonus and without; by place: the chance of the
        bonus, the mean and the deviation with it, the mean and the deviation without.
        """
        found = stored(self.identity("curves"), self._build_curves, self.progress, self._curves_fit)
        return np.asarray(found["curves"], dtype=np.float32)

    def spread_from(self, filled: int, lane: int, progress: Progress = silent) -> Spread:
        """The points still to come of a sheet, exactly; takes long where many boxes are open."""
        return forward(self, filled, lane, progress)

    @cached_property
    def full(self) -> Floats:
        """What full sheets still bring, by place: the bonus, where it is won."""
        return self.sheets.full()

    @cached_property
    def room(self) -> tuple[Longs, Ints, Ints]:
        """For `forward`: by place, where its points are kept (-1: nowhere), from how many on, and how many."""
        size = self.sheets.size
        return np.full(size, -1, np.int64), np.zeros(size, np.int32), np.zeros(size, np.int32)

    def place(self, filled: int, lane: int) -> int:
        return self.sheets.at(filled) + lane

    def codes(self, card: tuple[int, int]) -> Floats:
        """What it is worth that a turn ends with each code: its points, and those that are still to come."""
        return np.asarray(self.sheets.worth + self.values[self.walks.next_places(*card)])

    def identity(self, what: str) -> dict[str, Plain]:
        game = self.game
        rules = {
            "boxes": list(game.boxes),
            "dice": [list(die) for die in game.dice],
            "rerolls": game.rerolls,
            "bonus": [game.bonus, game.bonus_from],
            "options": game.options_given(),
        }
        return {"game": game.name, "version": VERSION, "what": what, **rules}

    def _fits(self, arrays: Arrays) -> bool:
        return shaped(arrays, {"values": (self.sheets.size,)})

    def _curves_fit(self, arrays: Arrays) -> bool:
        return shaped(arrays, {"curves": (self.sheets.size, 5)})

    def _spread_fits(self, arrays: Arrays) -> bool:
        ended = (len(self.sheets.boxes), len(self.sheets.box))
        return shaped(arrays, {"chances": (arrays["chances"].size,), "ended": ended})

    def _each_layer(
        self, progress: Progress | None, what: str, work: Callable[[Ints], None], layers: Sequence[Ints]
    ) -> None:
        """Do a work for all sets, those with most boxes filled first; the sets of a layer on all cores at once."""
        every = sum(len(layer) for layer in layers)
        done = 0
        threads = min(8, os.cpu_count() or 1)
        with ThreadPoolExecutor(threads) as pool:
            for layer in layers:
                parts = np.array_split(layer, max(1, min(threads * 4, len(layer) // 8)))
                for part in parts if len(parts) == 1 else ():
                    work(part)
                if len(parts) > 1:
                    list(pool.map(work, parts))
                done += len(layer)
                (progress or silent)(done / every, what)

    def _build_values(self, progress: Progress | None) -> Arrays:
        table = self.sheets.full()
        self._each_layer(
            progress, "Bratzy, the best average", lambda sets: self.walks.fill(table, sets), self.sheets.layers()
        )
        return {"values": table}

    def _build_curves(self, progress: Progress | None) -> Arrays:
        moments = np.zeros((self.sheets.size, 4))
        last, lanes = self.sheets.at((1 << len(self.sheets.boxes)) - 1), self.sheets.lanes[-1]
        won = self.sheets.full()[last : last + lanes]
        moments[last : last + lanes] = np.stack([won > 0, won, won**2, won**2], axis=1)
        self._each_layer(
            progress,
            "Bratzy, how points are spread",
            lambda sets: self.walks.moments(self.values, sets, moments),
            self.sheets.layers(),
        )
        return {"curves": _as_curves(self.values, moments)}

    def _build_spread(self, progress: Progress | None) -> Arrays:
        spread = self.spread_from(0, 0, progress or silent)
        return {"chances": spread.chances, "ended": spread.ended}


class Kept:
    """How points to come are spread, of the sets that were asked for: one behind the other in `likely`.

    There is room for these sets at least.
    """

    def __init__(self, average: Average, sets: Ints) -> None:
        sheets = average.sheets
        count = 1 << len(sheets.boxes)
        every = np.arange(count)
        reach = sum((sheets.reach[b] * (1 - (every >> b & 1)) for b in range(len(sheets.boxes))), np.zeros(count))
        self.length: Ints = (reach + average.game.bonus + 1).astype(np.int32)
        self.width = sheets.width[every & (1 << sheets.high) - 1]
        self.at: Longs = np.full(count, -1, np.int64)
        self.used = 0
        self.likely = np.empty(max(ROOM, int(self._sizes(sets).sum()) + int(self._sizes(every[-1:]).sum())))
        """Takes memory only as far as it is written to."""
        self.eights: Bytes = np.zeros(sheets.size // LANES, np.uint8)
        """For each eight lanes of the table, whether they are WANTED or KNOWN."""
        self.make_room(np.array([count - 1], np.int32))
        last = sheets.at(count - 1)
        own = self.of(count - 1)
        own[:] = 0.0
        own[np.arange(len(own)), average.full[last : last + len(own)].astype(int)] = 1.0
        self.eights[last // LANES : (last + len(own)) // LANES] = KNOWN

    def of(self, filled: int) -> Floats:
        first, points, lanes = int(self.at[filled]), int(self.length[filled]), int(self.width[filled])
        return self.likely[first : first + lanes * points].reshape(lanes, points)

    def fits(self, sets: Ints) -> bool:
        return self.used + int(self._sizes(sets).sum()) <= len(self.likely)

    def make_room(self, sets: Ints) -> None:
        new = sets[self.at[sets] < 0]
        if len(new):
            ends = self.used + np.cumsum(self._sizes(new))
            self.at[new] = ends - self._sizes(new)
            self.used = int(ends[-1])

    def _sizes(self, sets: Ints | Longs) -> Longs:
        return np.asarray(self.width[sets] * self.length[sets], dtype=np.int64)


class Spread:
    """How likely each number of points is, from 0 on; and how likely each turn on the way ends with each code."""

    def __init__(self, chances: Floats, ended: Floats) -> None:
        self.chances = chances
        self.ended = ended

    @property
    def mean(self) -> float:
        return float(self.chances @ np.arange(len(self.chances)))

    @property
    def variance(self) -> float:
        return float(self.chances @ (np.arange(len(self.chances)) - self.mean) ** 2)


def _as_curves(values: Floats, moments: Floats) -> Curves:
    chance, mean, square, every = moments.T
    curves = np.zeros((len(values), 5), dtype=np.float32)
    curves[:, 0] = chance
    for at, likely, first, second in ((1, chance, mean, square), (3, 1.0 - chance, values - mean, every - square)):
        sure = np.maximum(likely, 1e-300)
        middle = np.where(likely > SELDOM, first / sure, values)
        curves[:, at] = middle
        curves[:, at + 1] = np.sqrt(np.maximum(np.where(likely > SELDOM, second / sure, 0.0) - middle**2, 0.25))
    return curves


def forward(average: Average, filled: int, lane: int, progress: Progress) -> Spread:
    """How the points to come of one sheet are spread under best play.

    Goes through the sheets that can come of it by the number of boxes filled, and keeps two such layers at a time: for
    each lane, how likely each number of points is that it can have by then.
    """
    sheets = average.sheets
    below = [b for b in range(len(sheets.boxes)) if not filled >> b & 1]
    layers = _supersets(filled, below)
    ended = np.zeros((len(below), len(sheets.box)))
    place, low, length = average.room
    source = np.zeros(_lay_out(sheets, layers[0], place, low, length, filled))
    begin = sheets.at(filled) + lane
    source[place[begin]] = 1.0
    done, every = 0, 1 << len(below)
    for turn, (layer, after) in enumerate(pairwise(layers)):
        target = np.zeros(_lay_out(sheets, after, place, low, length, filled))
        average.walks.forward(average.values, layer, place, low, length, source, target, ended[turn])
        source = target
        done += len(layer)
        progress(done / every, "Bratzy, all scores")
    last = sheets.at((1 << len(sheets.boxes)) - 1)
    width = sheets.lanes[(1 << sheets.high) - 1]
    bonus = average.full
    ends = [(int(low[at] + bonus[at]), place[at], length[at]) for at in range(last, last + width)]
    chances = np.zeros(max(first + count for first, _, count in ends))
    for first, at, count in ends:
        chances[first : first + count] += source[at : at + count]
    return Spread(np.trim_zeros(chances[low[begin] :], "b"), ended)


def _supersets(filled: int, open_: list[int]) -> list[Ints]:
    """All sets that hold this one, by how many boxes they have besides."""
    sets = np.array([filled], np.int32)
    for b in open_:
        sets = np.concatenate([sets, sets | 1 << b]).astype(np.int32)
    more = sum(((sets >> b & 1) for b in open_), np.zeros_like(sets))
    return [sets[more == count] for count in range(len(open_) + 1)]


def _lay_out(sheets: Sheets, sets: Ints, place: Longs, low: Ints, length: Ints, since: int) -> int:
    """Give every lane of these sets a place for its points since a set; gives how much room they take in all."""
    size = 0
    for filled in sets.tolist():
        upper = filled & (1 << sheets.high) - 1
        lower = sum(sheets.reach[b] for b in range(sheets.high, len(sheets.boxes)) if (filled & ~since) >> b & 1)
        first = sheets.at(filled)
        lengths = np.asarray(sheets.most[upper]) - np.asarray(sheets.least[upper]) + lower + 1
        own = slice(first, first + len(lengths))
        low[own] = sheets.least[upper]
        length[own] = lengths
        place[own] = size + np.concatenate([[0], np.cumsum(lengths)[:-1]])
        size += int(lengths.sum())
    return size
