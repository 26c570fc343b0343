"""Bratzy solved.

Alone: the best average, exactly, from a table of all sheets (`average.py`). Every move of a turn is then worth what the
keeps of the lattice are worth, given what each box is worth now.

With others, a player plays against the distributions of the others' final points, each of them taken to play for the
best average: exact ones where few boxes are open, else two bell curves, for sheets with and without the bonus. What a
player's own sheet is worth after this turn is worked out in full where few boxes are open (`last.py`), else likewise by
two bell curves. The last turns of a match of two are exact: there both look at both sheets.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import lru_cache

import numpy as np

from dicecup.errors import Unsolved
from dicecup.game import OVER
from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.last import Card, Last
from dicecup.games.bratzy.rules import Bratzy, Keep, Move, Position, Sheet
from dicecup.games.bratzy.turns import Longs
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked
from dicecup.solve.field import outlast
from dicecup.solve.lanes import Floats

__all__ = ["solve"]

NOTE = "estimated: against the others' final points as distributions, of play for the best average"
LAST_TWO = "the last turns are exact"

BOTH = 4
"""Boxes open on both sheets of a match of two from which on it is exact."""
OWN = 2
"""Boxes open after a turn from which on a sheet is played for the win to its end."""
THEIRS = 6
"""Boxes open from which on the distribution of a sheet's points is exact."""
POINTS, WEIGHTS = np.polynomial.hermite_e.hermegauss(12)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


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
    """A turn for one utility of its codes: what keeps and scores are worth in it."""

    def __init__(self, average: Average, card: Card, codes: Floats) -> None:
        sheets = average.sheets
        self.numbers = sheets.lattice.number
        self.codes = codes
        self._code = sheets.code
        self._inner = sheets.lattice.inner
        open_ = [box for box in range(len(sheets.boxes)) if not card[0] >> box & 1]
        leaf = codes[sheets.code[:, open_]].max(axis=1)
        self.leaf: list[float] = leaf.tolist()
        self.stages: list[list[float]] = average.walks.walk(leaf[:, None])[:, :, 0].tolist()

    def rolling(self, kept: tuple[int, ...], rerolls: int) -> float:
        """Some dice lie, the others fall now, and so many re-rolls are left then."""
        return self.stages[rerolls][self.numbers[kept]]

    def scored(self, dice: tuple[int, ...], box: int) -> float:
        return self.codes.item(self._code.item(self.numbers[dice] - self._inner, box))


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
        self.turned = lru_cache(4096)(self._turned)
        self.card = lru_cache(4096)(self._card)

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

    def mover(self, state: Position) -> int:
        return state.turns % len(state.sheets)

    def now(self, state: Position) -> float:
        """What a state is worth to the seat whose turn is running."""
        turned = self.turned(state.sheets, self.mover(state))
        if state.rolling:
            kept = tuple(sorted(face for n, face in enumerate(state.dice, 1) if n not in state.rolling))
            return turned.rolling(kept, state.rerolls)
        return self.values(state)[0][1]

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        if not moves:
            return []
        turned = self.turned(state.sheets, self.mover(state))
        dice = tuple(sorted(state.dice))
        keeping = turned.stages[state.rerolls - 1]
        numbers = turned.numbers
        return ranked(
            [
                (
                    move,
                    keeping[numbers[move.faces]] if isinstance(move, Keep) else turned.scored(dice, self.box[move.box]),
                )
                for move in moves
            ]
        )

    def facts(self) -> dict[str, Plain]:
        sheets, values = self.average.sheets, self.average.values
        spread = self.average.spread
        chances = spread.chances
        boxes = {}
        for box in self.rules.boxes:
            b = self.box[box]
            own = slice(sheets.first[b], sheets.first[b + 1])
            boxes[box] = float(spread.ended[own] @ sheets.worth[own])
        above = 1.0 - np.cumsum(chances) + chances
        return {
            "best_average": float(values[self.average.place(0, 0)]),
            "variance": spread.variance,
            "deviation": math.sqrt(spread.variance),
            "median": int(np.argmax(np.cumsum(chances) >= 0.5)),
            "bonus_mean": float(values[self.average.place(0, 0)]) - sum(boxes.values()),
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
        self.totals = np.arange(self.most + 1)

    def is_exact(self, state: Position) -> bool:
        if self.rules.turn(state) == OVER:
            return True
        seat = self.mover(state)
        others = [len(self.last.open(self.card(sheet)[0])) for n, sheet in enumerate(state.sheets) if n != seat]
        own = len(self.last.open(self.card(state.sheets[seat])[0])) - 1
        return own + others[0] <= BOTH if self.seats == 2 else not any(others)

    def value(self, state: Position, seat: int) -> float:
        if self.rules.turn(state) == OVER:
            winners = self.rules.winners(state) or ()
            return 1.0 / len(winners) if seat in winners else 0.0
        mover = self.mover(state)
        now = self.now(state)
        if seat == mover:
            return now
        chances = [self._waiting(state.sheets, other) for other in range(self.seats) if other != mover]
        return (1.0 - now) * self._waiting(state.sheets, seat) / sum(chances) if sum(chances) else 0.0

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
        finals = np.zeros(self.most + 1)
        if len(self.last.open(card)) <= THEIRS:
            chances = self.average.spread_from(*card).chances
            finals[points : points + len(chances)] = chances
        elif not card[0]:
            chances = self.average.spread.chances
            finals[: len(chances)] = chances
        else:
            for share, mean, deviation in zip(*(each.tolist() for each in self._bells(card)), strict=True):
                scale = deviation * math.sqrt(2.0)
                edges = [math.erf((total - 0.5 - points - mean) / scale) for total in range(1, self.most + 1)]
                finals += share / 2.0 * np.diff(np.array([-1.0, *edges, 1.0]))
        return finals

    def _bells(self, places: Card | Floats) -> tuple[Floats, Floats, Floats]:
        """The points to come as two bell curves, with and without the bonus: share, mean and deviation of each."""
        place = self.average.place(*places) if isinstance(places, tuple) else places
        bonus, with_, squares, with_squares = self.average.moments[:, place]
        shares = np.stack([bonus, 1.0 - bonus])
        divide = np.maximum(shares, 1e-12)
        means = np.stack([with_, self.average.values[place] - with_]) / divide
        seconds = np.stack([with_squares, squares - with_squares]) / divide
        return shares, means, np.sqrt(np.maximum(seconds - means**2, 0.25))

    def codes(self, sheets: tuple[Sheet, ...], seat: int) -> Floats:
        card, points = self.card(sheets[seat])
        last, own = self.last, len(self.last.open(card)) - 1
        worth = self.average.sheets.worth
        found = np.zeros(len(worth))
        if self.seats == 2:
            yours, behind = self.card(sheets[1 - seat])
            if own + len(last.open(yours)) <= BOTH:
                for code in last.codes(card):
                    lead = points + int(worth[code]) - behind
                    found[code] = 1.0 - float(last.duel(yours, last.after(card, code), -lead))
                return found
        utility = self._utility(sheets, seat)
        if own <= OWN:
            reach = sum(self.average.sheets.reach[box] for box in last.open(card))
            totals: Longs = np.arange(points, points + reach + 1, dtype=np.int64)
            known: dict[Card, Floats] = {}
            for code in last.codes(card):
                after = last.look_ahead(last.after(card, code), lambda at: utility[at], totals, known)
                found[code] = after[worth[code]]
            return found
        codes = np.array(last.codes(card))
        shares, means, deviations = self._bells(self.average.next_places(card)[codes])
        ends = (points + worth[codes] + means)[:, :, None] + deviations[:, :, None] * POINTS
        found[codes] = (shares * (np.interp(ends, self.totals, utility) @ WEIGHTS)).sum(axis=0)
        return found

    def facts(self) -> dict[str, Plain]:
        return {"win": "the chance to win; joint winners share", **super().facts()}
