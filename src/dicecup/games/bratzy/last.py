"""The last boxes, played for the win and not for the average.

`duel` is the end of a match of two as it is: both look at both sheets. `look_ahead` plays the last boxes of one sheet
for a utility of its final points, whatever that is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.turns import Longs
from dicecup.solve.lanes import Floats

__all__ = ["Card", "Last"]

Card = tuple[int, int]
"""A sheet as far as points to come depend on it: its filled boxes and its lane."""
NONE = (1 << 30, -(1 << 30))
"""From the first lead to the last, where there is none."""


class Told:
    """The chances of a duel as far as they were asked for: for all leads from the first to the last."""

    def __init__(self, mine: Card, yours: Card) -> None:
        self.first, self.last = NONE
        self.chances: Floats = np.zeros(0)


class Last:
    """Turns at the end of a game, with totals or differences of totals as lanes."""

    def __init__(self, average: Average) -> None:
        self.average = average
        self.sheets = average.sheets
        self.ends = lru_cache(4096)(self._ends)
        self.bounds = lru_cache(4096)(self._bounds)
        self._told = lru_cache(1 << 14)(Told)
        self._open = cache(lambda filled: tuple(box for box in range(len(self.sheets.boxes)) if not filled >> box & 1))

    def bonus(self, card: Card) -> int:
        """What a full sheet still brings."""
        return int(self.average.full[self.average.place(*card)])

    def open(self, card: Card) -> tuple[int, ...]:
        return self._open(card[0])

    def _ends(self, card: Card) -> list[tuple[Card, Longs]]:
        """The sheets to which a turn may lead, each with the codes that lead there."""
        sheets = self.sheets
        filled, lane = card
        upper = filled & (1 << sheets.high) - 1
        found: dict[Card, list[int]] = {}
        for box in self.open(card):
            for code in range(sheets.first[box], sheets.first[box + 1]):
                then = int(sheets.to[upper, code, lane]) if box < sheets.high else lane
                found.setdefault((filled | 1 << box, then), []).append(code)
        return [(after, np.array(codes)) for after, codes in found.items()]

    def settled(self, card: Card) -> int | None:
        """The bonus that a sheet is sure to have, or 0 where it is lost; None while it is open."""
        sheets, game = self.sheets, self.average.game
        filled, lane = card
        upper = filled & (1 << sheets.high) - 1
        if sheets.least[upper][lane] >= game.bonus_from:
            return game.bonus
        hope = sum(sheets.reach[box] for box in self.open(card) if box < sheets.high)
        return 0 if sheets.most[upper][lane] + hope < game.bonus_from else None

    def _bounds(self, card: Card) -> tuple[int, int]:
        """The least and the most points to come."""
        bonus = self.settled(card)
        most = sum(self.sheets.reach[box] for box in self.open(card))
        return bonus or 0, most + (self.average.game.bonus if bonus is None else bonus)

    def duel(self, mine: Card, yours: Card, lead: Longs) -> Floats:
        """The chance to win of one whose turn it is, for points ahead of the other (the bonus not counted yet)."""
        (least, most), (least_yours, most_yours) = self.bounds(mine), self.bounds(yours)
        low, high = least_yours - most - 1, most_yours - least + 1  # beyond these nothing changes any more
        lead = np.minimum(np.maximum(lead, low), high)
        told = self._told(mine, yours)
        first, last = int(lead.min()), int(lead.max())
        if first < told.first or last > told.last:
            told.first, told.last = min(first, told.first), max(last, told.last)
            told.chances = self._duel(mine, yours, np.arange(told.first, told.last + 1, dtype=np.int64))
        return np.asarray(told.chances[lead - told.first])

    def _duel(self, mine: Card, yours: Card, lead: Longs) -> Floats:
        if not self.open(mine):
            return ahead(lead + self.bonus(mine), self.bonus(yours))
        worths = np.empty((len(self.sheets.box), len(lead)))
        for after, codes in self.ends(mine):
            worths[codes] = 1.0 - self.duel(yours, after, -(lead + self.sheets.worth[codes, None]))
        return np.asarray(self.average.walks.turn(mine[0], worths))

    def look_ahead(
        self, card: Card, utility: Callable[[Longs], Floats], totals: Longs, known: dict[Card, Floats]
    ) -> Floats:
        """What a sheet is worth that is played for a utility of its final total, by its total now.

        `totals` are all from the least now to the most that can be had without the bonus; what lies beyond is never
        asked for. `known` is kept between calls for the same utility and totals.
        """
        if card not in known:
            if self.open(card):
                worths = np.empty((len(self.sheets.box), len(totals)))
                steps = np.arange(len(totals))
                for after, codes in self.ends(card):
                    later = self.look_ahead(after, utility, totals, known)
                    worths[codes] = later[np.minimum(steps + self.sheets.worth[codes, None], len(totals) - 1)]
                known[card] = np.asarray(self.average.walks.turn(card[0], worths))
            else:
                known[card] = utility(totals + self.bonus(card))
        return known[card]


def ahead(mine: Longs, yours: int) -> Floats:
    """1, a half or 0 as mine is more than yours, level, or less."""
    return np.asarray((np.sign(mine - yours) + 1.0) / 2.0)
