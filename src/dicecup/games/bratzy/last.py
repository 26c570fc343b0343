"""The last boxes, played for the win and not for the average.

`duel` is the end of a match of two as it is: both look at both sheets. `look_ahead` plays the last boxes of one sheet
for a utility of its final points, whatever that is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.turns import Longs
from dicecup.solve.lanes import Floats

__all__ = ["Card", "Last"]

Card = tuple[int, int]
"""A sheet as far as points to come depend on it: its filled boxes and its lane."""


class Last:
    """Turns at the end of a game, with totals or differences of totals as lanes."""

    def __init__(self, average: Average) -> None:
        self.average = average
        self.sheets = average.sheets
        self._duels: dict[tuple[Card, Card], tuple[int, Floats]] = {}

    def bonus(self, card: Card) -> int:
        """What a full sheet still brings."""
        return int(self.average.full[self.average.place(*card)])

    def open(self, card: Card) -> list[int]:
        return [box for box in range(len(self.sheets.boxes)) if not card[0] >> box & 1]

    def after(self, card: Card, code: int) -> Card:
        """The sheet when a turn ends with a code."""
        sheets = self.sheets
        filled, lane = card
        box = int(sheets.box[code])
        if box < sheets.high:
            lane = int(sheets.to[filled & (1 << sheets.high) - 1, code, lane])
        return filled | 1 << box, lane

    def codes(self, card: Card) -> list[int]:
        """The codes with which a turn may end."""
        first = self.sheets.first
        return [code for box in self.open(card) for code in range(first[box], first[box + 1])]

    def turn(self, card: Card, worth: Callable[[int], Floats]) -> Floats:
        """What a turn is worth before its first roll, given what its codes are worth: a number for each lane."""
        codes = self.codes(card)
        worths = np.stack([worth(code) for code in codes])
        row = np.zeros(len(self.sheets.box), np.int64)
        row[codes] = np.arange(len(codes))
        first, *others = self.open(card)
        leaf = worths[row[self.sheets.code[:, first]]]
        for box in others:
            np.maximum(leaf, worths[row[self.sheets.code[:, box]]], out=leaf)
        return np.asarray(self.average.walks.start(leaf))

    def duel(self, mine: Card, yours: Card, lead: Longs | int) -> Floats:
        """The chance to win of one whose turn it is, for points ahead of the other (the bonus not counted yet)."""
        span, chances = self._duel(mine, yours)
        return np.asarray(chances[np.clip(lead, -span, span) + span])

    def _duel(self, mine: Card, yours: Card) -> tuple[int, Floats]:
        """The chances by points ahead, from -span to span: beyond it nothing changes any more."""
        key = mine, yours
        if key not in self._duels:
            reach = sum(self.sheets.reach[box] for card in key for box in self.open(card))
            span = reach + self.average.game.bonus + 1
            lead: Longs = np.arange(-span, span + 1, dtype=np.int64)
            if self.open(mine):
                chances = self.turn(mine, lambda code: self._passed(mine, yours, code, lead))
            else:
                chances = ahead(lead + self.bonus(mine), self.bonus(yours))
            self._duels[key] = span, chances
        return self._duels[key]

    def _passed(self, mine: Card, yours: Card, code: int, lead: Longs) -> Floats:
        return 1.0 - self.duel(yours, self.after(mine, code), -(lead + self.sheets.worth[code]))

    def look_ahead(
        self, card: Card, utility: Callable[[Longs], Floats], totals: Longs, known: dict[Card, Floats]
    ) -> Floats:
        """What a sheet is worth that is played for a utility of its final total, by its total now.

        `totals` are all from the least now to the most that can be had without the bonus; what lies beyond is never
        asked for. `known` is kept between calls for the same utility and totals.
        """
        if card not in known:
            if self.open(card):
                count = len(totals)

                def worth(code: int) -> Floats:
                    later = self.look_ahead(self.after(card, code), utility, totals, known)
                    points = int(self.sheets.worth[code])
                    return np.concatenate([later[points:], np.full(min(points, count), later[-1])])

                known[card] = self.turn(card, worth)
            else:
                known[card] = utility(totals + self.bonus(card))
        return known[card]


def ahead(mine: Longs, yours: int) -> Floats:
    """1, a half or 0 as mine is more than yours, level, or less."""
    return np.asarray((np.sign(mine - yours) + 1.0) / 2.0)
