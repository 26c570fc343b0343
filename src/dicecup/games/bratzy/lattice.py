"""The numbers behind Bratzy: keeps as a lattice, and score sheets as lanes.

*The lattice.* What can be kept of the dice are the multisets of up to five faces, 462 of them; those of five are the
252 rolls. They are numbered by size, so that adding a die leads to a higher number. "The mean over one more die" and
"the best over one die fewer" are each one walk along the edges `up`, and a turn is a few such walks.

*Lanes.* How many points are still to come depends on the boxes that are filled and on the upper total, and on the total
only as far as the bonus is still open: all totals from which it cannot be reached are one, and so are all that have
reached it. These cases are the lanes of an upper set (a set of filled upper boxes), and only totals that can be
reached have one. A turn is solved for eight lanes at a time; the last lanes of a set are filled up by repeating one.

*Codes.* A pair of a box and something that it can be worth is a code: a roll is worth `worth[code]` in the box
`box[code]`, and a turn ends with a code.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from dicecup.dice import outcomes
from dicecup.errors import Unsolved
from dicecup.games.bratzy.boxes import UPPER, worth
from dicecup.games.bratzy.rules import Bratzy, Values

__all__ = ["LANES", "Lattice", "Sheets"]

LANES = 8
Ints = npt.NDArray[np.int32]


class Lattice:
    """What can be kept of some equal dice."""

    def __init__(self, game: Bratzy) -> None:
        die = game.dice[0]
        if any(other != die for other in game.dice) or len(set(die)) < len(die):
            raise Unsolved(f"{game.title} is solved for dice that are all alike and have no face twice")
        count = len(game.dice)
        self.faces = tuple(sorted(int(face) for face in die))
        self.keeps: list[Values] = [
            kept
            for size in range(count + 1)
            for kept in sorted(combinations_with_replacement(self.faces, size), key=lambda kept: len(set(kept)))
        ]
        """By size; and by how many faces differ, so that a processor can guess how long `down` is."""
        self.number = {kept: number for number, kept in enumerate(self.keeps)}
        self.rolls = [kept for kept in self.keeps if len(kept) == count]
        self.inner = len(self.keeps) - len(self.rolls)
        """How many keeps leave dice to roll; the rolls are numbered from here."""
        self.up: Ints = np.array(
            [[self.number[tuple(sorted((*kept, f)))] for f in self.faces] for kept in self.keeps[: self.inner]],
            np.int32,
        )
        """The keep with one more die, by face."""
        self.rerolls = game.rerolls

    @cached_property
    def down(self) -> Ints:
        """The keeps with one die fewer, as many as there are different faces, -1 behind them."""
        found = np.full((len(self.keeps), max(map(len, self.rolls))), -1, np.int32)
        for number, kept in enumerate(self.keeps):
            for place, face in enumerate(sorted(set(kept))):
                at = kept.index(face)
                found[number, place] = self.number[kept[:at] + kept[at + 1 :]]
        return found

    @cached_property
    def chance(self) -> npt.NDArray[np.float64]:
        """How likely each roll of all dice is."""
        dice = (self.faces,) * len(self.rolls[0])
        ways = {tuple(sorted(map(int, faces))): weight for faces, weight in outcomes(dice)}
        return np.array([ways[roll] / len(self.faces) ** len(dice) for roll in self.rolls])


class Sheets:
    """The score sheets of a rule set: sets of filled boxes with their lanes, as arrays for the kernel.

    A set is a number, its upper boxes the low bits. The values of a set begin at `start[upper] + lower * width[upper]`.
    """

    def __init__(self, game: Bratzy) -> None:
        if game.bonus_from < 0 or not game.boxes:
            raise Unsolved(f"{game.title} without boxes, or with a bonus from less than nothing, is not solved")
        self.game = game
        self.lattice = Lattice(game)
        self.uppers = [box for box in game.boxes if box in UPPER]
        self.lowers = [box for box in game.boxes if box not in UPPER]
        self.boxes = self.uppers + self.lowers
        """Upper boxes first: the order of the bits."""
        self.high = len(self.uppers)
        self.low = len(self.lowers)
        self._name_codes()
        self._name_lanes()

    def _name_codes(self) -> None:
        worths = [worth(roll) for roll in self.lattice.rolls]
        pairs = [(b, w) for b, box in enumerate(self.boxes) for w in sorted({each[box] for each in worths})]
        number = {pair: code for code, pair in enumerate(pairs)}
        self.box: Ints = np.array([b for b, _ in pairs], np.int32)
        self.worth: Ints = np.array([w for _, w in pairs], np.int32)
        self.code: Ints = np.array(
            [[number[b, each[box]] for b, box in enumerate(self.boxes)] for each in worths], np.int32
        )
        """The code of a roll in a box."""
        self.first: Ints = np.searchsorted(self.box, np.arange(len(self.boxes) + 1)).astype(np.int32)
        """The first code of each box, and behind the last."""
        self.upper_codes = int(self.first[self.high])

    def _name_lanes(self) -> None:
        goal = self.game.bonus_from
        most = [int(self.worth[self.first[b + 1] - 1]) for b in range(len(self.boxes))]
        self.reach = most
        """The most that each box can be worth."""
        masks = 1 << self.high
        self.lane: Ints = np.full((masks, goal + 1), -1, np.int32)
        """The lane of an upper total (of at least the bonus: `goal`); -1 where it cannot be reached."""
        self.least: list[list[int]] = []
        """By upper set and lane: the smallest upper total it stands for."""
        self.most: list[list[int]] = []
        """The same, the largest."""
        for mask in range(masks):
            filled = [b for b in range(self.high) if mask >> b & 1]
            hope = sum(most[b] for b in range(self.high) if not mask >> b & 1)
            sums = {0}
            for b in filled:
                values = self.worth[self.first[b] : self.first[b + 1]].tolist()
                sums = {total + value for total, value in product(sums, values)}
            groups: dict[int, list[int]] = {}
            for total in sorted(sums):
                key = goal if total >= goal else -1 if total + hope < goal else total
                groups.setdefault(key, []).append(total)
            self.least.append([totals[0] for totals in groups.values()])
            self.most.append([totals[-1] for totals in groups.values()])
            for lane, totals in enumerate(groups.values()):
                self.lane[mask, [min(total, goal) for total in totals]] = lane
        self.lanes = [len(totals) for totals in self.least]
        """How many lanes each upper set has."""
        self.width: Ints = np.array([-(-count // LANES) * LANES for count in self.lanes], np.int32)
        self.start: Ints = np.concatenate([[0], np.cumsum(self.width)[:-1] << self.low]).astype(np.int32)
        self.size = int(self.width.sum()) << self.low
        self.to: Ints = np.zeros((masks, self.upper_codes, int(self.width.max())), np.int32)
        """By upper set, code of an open upper box, and lane: the lane that it leads to."""
        for mask in range(masks):
            begun = np.zeros(self.width.max(), np.int32)
            begun[: self.lanes[mask]] = self.least[mask]
            for b in range(self.high):
                if not mask >> b & 1:
                    codes = slice(self.first[b], self.first[b + 1])
                    reached = np.minimum(begun + self.worth[codes, None], goal)
                    self.to[mask, codes] = np.maximum(self.lane[mask | 1 << b, reached], 0)

    def at(self, filled: int) -> int:
        """Where the values of a set begin."""
        upper = filled & (1 << self.high) - 1
        return int(self.start[upper] + (filled >> self.high) * self.width[upper])

    def layers(self) -> list[Ints]:
        """The sets by how many boxes are filled, all first; those that are full are left out."""
        every = np.arange(1 << len(self.boxes), dtype=np.int32)
        filled = sum((every >> b & 1 for b in range(len(self.boxes))), np.zeros_like(every))
        order = np.argsort(filled, kind="stable")
        bounds = np.searchsorted(filled[order], np.arange(len(self.boxes) + 1))
        return [order[bounds[n] : bounds[n + 1]].astype(np.int32) for n in reversed(range(len(self.boxes)))]

    def full(self) -> npt.NDArray[np.float64]:
        """A table in which only the full sheet is known: nothing more to come but the bonus, where it is won."""
        table = np.zeros(self.size)
        last = (1 << self.high) - 1
        if (lane := self.lane[last, self.game.bonus_from]) >= 0:
            table[self.at((1 << len(self.boxes)) - 1) + lane] = self.game.bonus
        return table
