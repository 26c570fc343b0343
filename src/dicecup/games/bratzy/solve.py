"""Bratzy solved.

Alone: the best average, exactly, from a table of all sheets (`average.py`). Every move of a turn is then worth what the
keeps of the lattice are worth, given what each box is worth now.

With others, a player plays against the distributions of the others' final points, each of them taken to play for the
best average: exact ones where few boxes are open, else two bell curves, for sheets with and without the bonus. What a
player's own sheet is worth after this turn is worked out in full in the last turns (`last.py`), else likewise by such
distributions: both sides are judged alike, so that equals have equal shares. The last turns of a match of two are
exact: there both look at both sheets.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from dicecup.errors import Unsolved
from dicecup.game import OVER
from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.bells import Bells
from dicecup.games.bratzy.last import Card, Last
from dicecup.games.bratzy.rules import Bratzy, Move, Position, Sheet, keeps
from dicecup.games.bratzy.turns import Longs
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked, won
from dicecup.solve.field import outlast, rest
from dicecup.solve.lanes import Floats

__all__ = ["Sheetwise", "solve"]

NOTE = "estimated: against the others' final points as distributions, of play for the best average"
LAST_TWO = "the last turns are exact"

BOTH = 4
"""Boxes open on both sheets of a match of two from which on it is exact."""
OWN = 2
"""Boxes open after a turn from which on a sheet is played for the win to its end."""
KNOWN = 4
"""Boxes open from which on the distribution of a sheet's points is exact."""


def solve(game: Bratzy, seats: int, objective: Objective, progress: Progress | None = None) -> Solution:
    game.check_seats(seats)
    if objective == "points":
        return Points(game, seats, progress)
    if seats == 1:
        raise Unsolved(f"there is nobody to beat for a player alone at {game.title}; ask for points")
    return Match(game, seats, progress)


_known: dict[Bratzy, Average] = {}
"""The tables of rule sets, once in a process."""


def average_of(game: Bratzy, progress: Progress | None) -> Average:
    if game not in _known:
        _known[game] = Average(game, progress)
    _known[game].progress = progress
    return _known[game]


class Turned:
    """A turn for one utility of its codes: what those are worth, and each keep with so many re-rolls to come."""

    def __init__(self, average: Average, card: Card, codes: Floats) -> None:
        self.codes = codes
        self.stages: Floats = average.walks.stages(card[0], codes)


class Sheetwise(Solution):
    """A solution that knows what a sheet is worth to its seat at the end of a turn."""

    def __init__(
        self,
        game: Bratzy,
        seats: int,
        objective: Objective,
        progress: Progress | None,
        *,
        exact: bool,
        note: str = "",
    ) -> None:
        super().__init__(game, seats, objective, exact=exact, note=note)
        self.rules = game
        self.average = average_of(game, progress)
        sheets = self.average.sheets
        self.box = {box: number for number, box in enumerate(sheets.boxes)}
        self._codes = sheets.code[:, [self.box[box] for box in game.boxes]]
        self.turned = lru_cache(4096)(self._turned)
        self.card = lru_cache(4096)(self._card)
        self.kept = cache(self._kept)
        self.open = cache(self._open)

    @abstractmethod
    def codes(self, sheets: tuple[Sheet, ...], seat: int) -> Floats:
        """What it is worth to a seat that its turn ends with each code; anything for boxes that are filled."""

    def _turned(self, sheets: tuple[Sheet, ...], seat: int) -> Turned:
        return Turned(self.average, self.card(sheets[seat])[0], self.codes(sheets, seat))

    def _card(self, sheet: Sheet) -> tuple[Card, int]:
        """A sheet as the tables know it, and its points without the bonus."""
        known = self.average.sheets
        boxes = zip(self.rules.boxes, sheet, strict=True)
        filled = sum(1 << self.box[box] for box, value in boxes if value is not None)
        total = min(self.rules.upper(sheet), self.rules.bonus_from)
        lane = int(known.lane[filled & (1 << known.high) - 1, total])
        return (filled, lane), sum(value or 0 for value in sheet)

    def _kept(self, dice: tuple[int, ...]) -> tuple[int, Longs]:
        """The number of a roll, and those of what can be kept of it, in the order of the moves."""
        number = self.average.sheets.lattice.number
        return number[dice] - self.average.sheets.lattice.inner, np.array([number[keep.faces] for keep in keeps(dice)])

    def _open(self, filled: int) -> Longs:
        """The boxes that are open, in the order of the moves."""
        return np.array([at for at, box in enumerate(self.rules.boxes) if not filled >> self.box[box] & 1])

    def mover(self, state: Position) -> int:
        return state.turns % len(state.sheets)

    def now(self, state: Position) -> float:
        """What a state is worth to the seat whose turn is running."""
        if state.rolling:
            turned = self.turned(state.sheets, self.mover(state))
            kept = tuple(sorted(face for n, face in enumerate(state.dice, 1) if n not in state.rolling))
            return turned.stages.item(state.rerolls, self.average.sheets.lattice.number[kept])
        return self.values(state)[0][1]

    def values(self, state: Position) -> list[tuple[Move, float]]:
        return ranked(self._worths(state, state.rerolls - 1))

    def glance(self, state: Position) -> list[tuple[Move, float]]:
        """What moves are worth to one who thinks no further than the dice that fall next, and then scores them."""
        return self._worths(state, 0)

    def _worths(self, state: Position, stage: int) -> list[tuple[Move, float]]:
        """What moves are worth, a keep with so many re-rolls to come after it."""
        moves = self.rules.moves(state)
        if not moves:
            return []
        seat = self.mover(state)
        turned = self.turned(state.sheets, seat)
        roll, kept = self.kept(tuple(sorted(state.dice)))
        found = turned.stages[stage][kept].tolist() if state.rerolls else []
        found += turned.codes[self._codes[roll][self.open(self.card(state.sheets[seat])[0][0])]].tolist()
        return list(zip(moves, found, strict=True))

    def facts(self) -> dict[str, Plain]:
        sheets, values = self.average.sheets, self.average.values
        spread = self.average.spread
        chances, ended = spread.chances, spread.ended.sum(axis=0)
        boxes = {}
        for box in self.rules.boxes:
            b = self.box[box]
            own = slice(sheets.first[b], sheets.first[b + 1])
            boxes[box] = float(ended[own] @ sheets.worth[own])
        above = 1.0 - np.cumsum(chances) + chances
        mean = float(values[self.average.place(0, 0)])
        bonus = mean - sum(boxes.values())
        return {
            "best_average": mean,
            "variance": spread.variance,
            "deviation": math.sqrt(spread.variance),
            "median": int(np.argmax(np.cumsum(chances) >= 0.5)),
            "bonus_mean": bonus,
            "bonus_chance": bonus / self.rules.bonus,
            "mean_per_box": boxes,
            "chance_of_at_least": {str(total): float(above[total]) for total in range(100, len(chances), 25)},
            "scores": {str(total): float(chance) for total, chance in enumerate(chances) if chance > 0.0},
        }


class Points(Sheetwise):
    """Points: a seat's final total on average."""

    def __init__(self, game: Bratzy, seats: int, progress: Progress | None) -> None:
        super().__init__(game, seats, "points", progress, exact=True)

    def codes(self, sheets: tuple[Sheet, ...], seat: int) -> Floats:
        card, points = self.card(sheets[seat])
        return self.average.codes(card) + points

    def value(self, state: Position, seat: int) -> float:
        if seat == self.mover(state) and self.rules.turn(state) != OVER:
            return self.now(state)
        card, points = self.card(state.sheets[seat])
        return points + self.average.values.item(self.average.place(*card))

    def facts(self) -> dict[str, Plain]:
        return {"points": "the average final total", **super().facts()}


class Match(Sheetwise):
    """The chance to win. Totals here are without the bonus, which comes with the last box."""

    def __init__(self, game: Bratzy, seats: int, progress: Progress | None) -> None:
        note = f"{NOTE}; {LAST_TWO}" if seats == 2 else NOTE
        super().__init__(game, seats, "win", progress, exact=False, note=note)
        self.last = Last(self.average)
        self.finals = lru_cache(4096)(self._finals)
        self.most = sum(self.average.sheets.reach) + game.bonus

    def is_exact(self, state: Position) -> bool:
        if self.rules.turn(state) == OVER:
            return True
        seat = self.mover(state)
        others = [len(self.last.open(self.card(sheet)[0])) for n, sheet in enumerate(state.sheets) if n != seat]
        own = len(self.last.open(self.card(state.sheets[seat])[0])) - 1
        return own + others[0] <= BOTH if self.seats == 2 else not any(others)

    def note_for(self, state: Position) -> str:
        return "" if self.is_exact(state) else self.note

    def value(self, state: Position, seat: int) -> float:
        if self.rules.turn(state) == OVER:
            return won(self.rules, state, seat)
        mover = self.mover(state)
        now = self.now(state)
        if seat == mover:
            return now
        if self.seats == 2:
            return 1.0 - now
        waiting = {other: self._waiting(state.sheets, other) for other in range(self.seats) if other != mover}
        return rest(now, waiting, seat)

    def _waiting(self, sheets: tuple[Sheet, ...], seat: int) -> float:
        """The chance of a seat to have the most points when everybody goes on playing for the average."""
        return float(self.finals(sheets[seat]) @ self._utility(sheets, seat))

    def _utility(self, sheets: tuple[Sheet, ...], seat: int) -> Floats:
        """The chance to win with each final total; those level share."""
        finals = np.stack([self.finals(sheet) for other, sheet in enumerate(sheets) if other != seat])
        return outlast(np.cumsum(finals, axis=1) - finals, finals)

    def _finals(self, sheet: Sheet) -> Floats:
        """How likely each final total of a sheet is that is played for the average, from 0 to the most."""
        card, points = self.card(sheet)
        if len(self.last.open(card)) > KNOWN:
            return np.asarray(self._bells.finals(self.average.place(*card), points, self.most))
        finals = np.zeros(self.most + 1)
        chances = self.average.to_come(*card)
        finals[points : points + len(chances)] = chances
        return finals

    @cached_property
    def _bells(self) -> Any:
        return Bells(self.average.sheets, self.average.curves)

    def codes(self, sheets: tuple[Sheet, ...], seat: int) -> Floats:
        card, points = self.card(sheets[seat])
        last, worth = self.last, self.average.sheets.worth
        own = len(last.open(card)) - 1
        found = np.zeros(len(worth))
        if self.seats == 2:
            yours, behind = self.card(sheets[1 - seat])
            if own + len(last.open(yours)) <= BOTH:
                for after, codes in last.ends(card):
                    found[codes] = 1.0 - last.duel(yours, after, behind - points - worth[codes].astype(np.int64))
                return found
        utility = self._utility(sheets, seat)
        if own <= OWN:
            reach = sum(self.average.sheets.reach[box] for box in last.open(card))
            totals: Longs = np.arange(points, points + reach + 1, dtype=np.int64)
            known: dict[Card, Floats] = {}
            for after, codes in last.ends(card):
                found[codes] = last.look_ahead(after, lambda at: utility[at], totals, known)[worth[codes]]
        elif own < KNOWN:
            for after, codes in last.ends(card):
                chances = self.average.to_come(*after)
                windows = np.lib.stride_tricks.sliding_window_view(utility, len(chances))
                found[codes] = windows[points + worth[codes]] @ chances
        else:
            return np.asarray(self._bells.worths(self.average.walks.next_places(*card), points, utility))
        return found

    def facts(self) -> dict[str, Plain]:
        return {"win": "the chance to win; joint winners share", **super().facts()}
