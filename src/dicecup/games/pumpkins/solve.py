"""Pumpkins solved.

A turn has a node for pumpkins earned and dice total, and ends with a score. The number of turns is fixed, so a match is
solved backwards: for two players by the difference of their totals, for three by two differences, each seat playing for
its own chance. A seat that is level between moves (it has won or lost already) takes the one with more pumpkins on
average. A difference that the turns to come cannot make up is as good as a larger one, which keeps the tables small.

With more players, or three and many turns, the exact matches of two against each of the others are put together, see
`Field`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

from dicecup.dice import Die
from dicecup.errors import Unsolved
from dicecup.games.pumpkins.rules import DICE, EARNS, LATER, Move, Position, Pumpkins, added, dice
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked, silent, won
from dicecup.solve.field import rest, shared
from dicecup.solve.lanes import Floats
from dicecup.solve.tables import Arrays, shaped, stored
from dicecup.solve.turn import Leaf, Option, Turn, sure

__all__ = ["solve"]

VERSION = 1
LEVEL = 1e-13
"""Chances that differ by less are the same."""
MOST_FOR_THREE = 3
"""The most turns for which the match of three is solved exactly."""
LANES = 32
"""Differences that are looked up together."""
BLOCK = {2: 4096, 3: 512}
"""Lanes solved at a time, by players, so that they stay near the processor."""
FIELD = (
    "estimated: exact two-player chances against each opponent, put together as final totals that are spread normally"
)
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(12)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
LEAST = 1e-14
"""A chance that is as good as none."""


def solve(game: Pumpkins, seats: int, objective: Objective, progress: Progress | None = None) -> Solution:
    game.check_seats(seats)
    if objective == "points":
        return Points(game, seats)
    if seats == 1:
        raise Unsolved("there is nobody to beat for a player alone at Pumpkins; ask for points")
    if seats == 2 or (seats == 3 and game.turns <= MOST_FOR_THREE):
        return Match(game, seats, progress)
    return Field(game, seats, progress)


class Harvest:
    """A turn of this rule set: nodes are (earned, total), leaves are scores."""

    def __init__(self, game: Pumpkins) -> None:
        self.game = game
        self.turn: Turn[tuple[int, int]] = Turn([(0, 0)], self._options)
        self.scores = np.array(list(self.turn.leaves))
        self.low, self.high = int(self.scores.min()), int(self.scores.max())
        self.start = self.turn.place((0, 0))
        self.values = self.turn.solve(self.scores.astype(float)[None, :, None])[0]
        """Played for the best average."""
        self.mean = float(self.values[self.start, 0])
        self.chosen = self.turn.chosen(self.values)
        ends = self.turn.ends((0, 0), self.chosen)
        self.spread = np.zeros(self.high - self.low + 1)
        """How likely the best average turn scores low, low + 1 …"""
        for score, chance in ends.items():
            self.spread[int(str(score)) - self.low] += chance

    def _options(self, node: tuple[int, int]) -> Sequence[Option]:
        earned, total = node
        options: list[Option] = []
        for move, count in DICE.items():
            found: dict[Any, int] = {}
            after = earned + EARNS[DICE[move]]
            for fell, weight in sums(self.game.die, count).items():
                sum_ = total + fell
                over = sum_ >= self.game.goal
                target = Leaf(self.game.worth(after, sum_)) if over else (after, sum_)
                found[target] = found.get(target, 0) + weight
            options.append([(weight, target) for target, weight in found.items()])
        if earned:
            options.append(sure(Leaf(self.game.worth(earned, total))))
        return options

    def worths(self, leaves: Floats) -> Floats:
        """Every option's worth: nodes × options × lanes, for utilities of one channel."""
        return self.turn.all_worths(self.turn.solve(leaves)[0], len(LATER))


@cache
def sums(die: Die, count: int) -> dict[int, int]:
    """What so many dice add up to, with weights."""
    found: dict[int, int] = {}
    for faces, weight in dice(die, count).outcomes():
        found[added(faces)] = found.get(added(faces), 0) + weight
    return found


@cache
def harvest(game: Pumpkins) -> Harvest:
    return Harvest(game)


def facts(game: Pumpkins) -> dict[str, Plain]:
    crop = harvest(game)
    table: dict[str, dict[str, str]] = {}
    for (earned, total), node in sorted(crop.turn.nodes.items(), key=lambda pair: (pair[0][1], pair[0][0])):
        table.setdefault(str(total), {})[str(earned)] = str(LATER[crop.chosen[node]])
    worths = crop.worths(crop.scores.astype(float)[None, :, None])[:, :, 0]
    gains: dict[str, dict[str, float]] = {}
    for (earned, total), node in sorted(crop.turn.nodes.items(), key=lambda pair: (pair[0][1], -pair[0][0])):
        if earned and str(total) not in gains:  # with the most that can be earned, where a floor does not count
            gains[str(total)] = {
                move: float(worths[node, n] - worths[node, -1]) for n, move in enumerate(LATER) if move in DICE
            }
    return {
        "best_average_turn": crop.mean,
        "best_average": crop.mean * game.turns,
        "deviation": math.sqrt(game.turns * variance(crop.spread)),
        "turn_scores": distribution(crop.spread, crop.low),
        "scores": distribution(power(crop.spread, game.turns), crop.low * game.turns),
        "what_to_do": table,
        "worth_beyond_stopping": gains,
    }


def variance(spread: Floats) -> float:
    values = np.arange(len(spread))
    return float(spread @ (values - spread @ values) ** 2)


def distribution(chances: Floats, low: int) -> dict[str, float]:
    return {str(low + place): float(chance) for place, chance in enumerate(chances) if chance > 0.0}


def power(spread: Floats, times: int) -> Floats:
    """The distribution of the sum of so many turns."""
    total = np.ones(1)
    for _ in range(times):
        total = np.convolve(total, spread)
    return total


def taken(state: Position) -> int:
    """Turns taken by all."""
    return state.round * len(state.totals) + state.seat


class Points(Solution):
    """Points: a seat's final total on average."""

    def __init__(self, game: Pumpkins, seats: int) -> None:
        super().__init__(game, seats, "points", exact=True)
        self.rules = game
        self.crop = harvest(game)
        worths = self.crop.worths(self.crop.scores.astype(float)[None, :, None])[:, :, 0]
        self._worths = {node: tuple(worths[place].tolist()) for node, place in self.crop.turn.nodes.items()}

    def value(self, state: Position, seat: int) -> float:
        left = self.rules.turns - state.round - (seat < state.seat)
        later = state.totals[seat] + left * self.crop.mean
        if seat != state.seat or left == 0:
            return float(later)
        return float(later) - self.crop.mean + _now(self._worths[state.earned, state.total], state)

    def values(self, state: Position) -> list[tuple[Move, float]]:
        left = self.rules.turns - state.round - 1
        base = state.totals[state.seat] + left * self.crop.mean
        moves = self.rules.moves(state)
        return ranked([(m, base + w) for m, w in zip(moves, self._worths[state.earned, state.total], strict=False)])

    def facts(self) -> dict[str, Plain]:
        return {"points": "the average final total", **facts(self.rules)}


def _now(worths: Sequence[float], state: Position) -> float:
    """What a position in a turn is worth, from what its options are worth."""
    if state.rolling:
        return worths[state.rolling - 1]
    return max(worths if state.earned else worths[:3])


class Match(Solution):
    """Two or three players, exactly. Seats are counted from the one to move: its differences to the next ones."""

    def __init__(self, game: Pumpkins, seats: int, progress: Progress | None) -> None:
        super().__init__(game, seats, "win", exact=True)
        self.rules = game
        self.crop = harvest(game)
        self.all = seats * game.turns
        rules = {"die": list(game.die), "goal": game.goal, "options": game.options_given()}
        identity = {"game": game.name, "version": VERSION, "seats": seats, **rules}
        if seats == 2 and game.turns <= 3:
            self.tables = self._build(progress)
        else:
            self.tables = stored(identity, self._build, progress, self._fits)
        self._blocks: dict[Any, Floats] = {}

    def _bounds(self, to_come: int, step: int) -> tuple[int, int]:
        """Between which differences, of the seat to move to the one so many steps on, those lie that are told apart
        with so many turns to come: those beyond cannot occur, or can no longer be made up.
        """
        low, high = min(self.crop.low, 0), max(self.crop.high, 0)
        rounds, seat = divmod(self.all - to_come, self.seats)
        taken = rounds + (seat + step >= self.seats)
        mine, yours = self.rules.turns - rounds, self.rules.turns - taken
        least = max(rounds * low - taken * high, yours * low - mine * high - 1)
        most = min(rounds * high - taken * low, yours * high - mine * low + 1)
        return least, most

    def _grid(self, to_come: int) -> list[Any]:
        ranges = [self._bounds(to_come, step) for step in range(1, self.seats)]
        return list(np.meshgrid(*[np.arange(low, high + 1) for low, high in ranges], indexing="ij"))

    def _build(self, progress: Progress | None) -> Arrays:
        """For each number of turns to come, the chances of the seats from the one to move: seats × differences."""
        tables: dict[str, Floats] = {"0": self._end()}
        block = BLOCK[self.seats]
        for to_come in range(1, self.all + 1):
            (progress or silent)(to_come / self.all, f"Pumpkins, {self.seats} players")
            ways = self._grid(to_come)
            lanes = np.stack([way.ravel() for way in ways])
            solved = [
                self._values(to_come, lanes[:, low : low + block], tables[str(to_come - 1)])
                for low in range(0, lanes.shape[1], block)
            ]
            tables[str(to_come)] = np.concatenate(solved, axis=1).reshape(self.seats, *ways[0].shape)
        return dict(tables)

    def _fits(self, arrays: Arrays) -> bool:
        every = range(self.all + 1)
        return shaped(arrays, {str(to_come): (self.seats, *self._grid(to_come)[0].shape) for to_come in every})

    def _end(self) -> Floats:
        ways = self._grid(0)
        totals = np.stack([np.zeros_like(ways[0]), *(-way for way in ways)])
        first = totals == totals.max(axis=0)
        return np.asarray(first / first.sum(axis=0))

    def _leaves(self, to_come: int, lanes: Any, after: Floats) -> Floats:
        """The chances of the seats when the turn ends with each score: seats × leaves × lanes."""
        scores = self.crop.scores[:, None]
        mine = -(lanes[0] + scores)
        differences = (mine,) if self.seats == 2 else (np.broadcast_to(lanes[1] - lanes[0], mine.shape), mine)
        bounds = [self._bounds(to_come - 1, step) for step in range(1, self.seats)]
        # One who is too far behind is moved up, all the others' differences staying; those too far behind him are too.
        behind = [low - each for each, (low, _) in zip(differences, bounds, strict=True)]
        lift = np.maximum(np.max(np.stack(behind), axis=0), 0)
        places = tuple(
            np.minimum(each + lift, high) - low for each, (low, high) in zip(differences, bounds, strict=True)
        )
        return np.roll(np.stack([chances[places] for chances in after]), 1, axis=0)

    def _values(self, to_come: int, lanes: Any, after: Floats) -> Floats:
        chances = self._leaves(to_come, lanes, after)
        if self.seats == 2:
            value = self.crop.turn.solve(np.ascontiguousarray(chances[:1]))[0, self.crop.start]
            return np.stack([value, 1.0 - value])
        return self._three(chances, self.crop.start)

    def _three(self, chances: Floats, place: Any = slice(None)) -> Floats:
        """All seats' chances at leaves and nodes, or at one of these, the first seat's being what is played for."""
        leaves = np.empty_like(chances)
        leaves[0], leaves[1], leaves[2] = chances[0], self.crop.scores[:, None], chances[1]
        first, _, second = self.crop.turn.solve(leaves, margin=LEVEL)[:, place]
        return np.stack([first, second, 1.0 - first - second])

    # Looking up.

    def value(self, state: Position, seat: int) -> float:
        if state.round == self.rules.turns:
            return won(self.rules, state, seat)
        ahead = (seat - state.seat) % self.seats
        if self.seats == 2:
            now = _now(self._row(state, 0), state)
            return now if ahead == 0 else 1.0 - now
        if state.rolling:
            return self._row(state, ahead)[state.rolling - 1]
        solved, lane = self._find(state)
        return float(solved[ahead, self.crop.turn.place((state.earned, state.total)), lane])

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        return ranked(list(zip(moves, self._row(state, 0), strict=False))) if moves else []

    def _row(self, state: Position, ahead: int) -> list[float]:
        """What options are worth to the seat so many steps on."""
        found, lane = self._find(state)
        place = self.crop.turn.nodes[state.earned, state.total]
        if self.seats == 2:
            row = found[place, :, lane]
        else:
            row = self.crop.turn.worths_at(found[ahead], place, len(LATER))[:, lane]
        worths: list[float] = row.tolist()
        return worths

    def _find(self, state: Position) -> tuple[Floats, int]:
        """A block of lanes, and the lane: of two players what options are worth (nodes × options × lanes), of three the
        chances at leaves and nodes (seats × both × lanes).
        """
        totals, seat = state.totals, state.seat
        to_come = self.all - taken(state)
        first, *rest = (totals[seat] - totals[(seat + step) % self.seats] for step in range(1, self.seats))
        low = first - first % LANES
        key = (to_come, low, *rest)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = self._block(to_come, low, rest)
        return found, first - low

    def _block(self, to_come: int, low: int, rest: Sequence[int]) -> Floats:
        lanes = np.stack([np.arange(low, low + LANES), *(np.full(LANES, each) for each in rest)])
        chances = self._leaves(to_come, lanes, np.asarray(self.tables[str(to_come - 1)]))
        return self.crop.worths(np.ascontiguousarray(chances[:1])) if self.seats == 2 else self._three(chances)

    def facts(self) -> dict[str, Plain]:
        return {"win": "the chance to win; joint winners share", **facts(self.rules)}


class Field(Solution):
    """Many players: the exact matches of two against each of the others, put together as Thurstone does.

    What a player has in the end is taken to be spread normally, as widely as the turns that are left to him. By how
    much one is ahead of another is taken from the exact chance between the two, which knows who plays later and so
    knows more. For one who has no turn left the chances of the others to beat him multiply, and the last player of
    all is exact.
    """

    def __init__(self, game: Pumpkins, seats: int, progress: Progress | None) -> None:
        super().__init__(game, seats, "win", exact=False, note=FIELD)
        self.rules = game
        self.crop = harvest(game)
        self.two = Match(game, 2, progress)
        self._pairs: dict[tuple[int, int, bool], tuple[Floats, int]] = {}
        self._known: dict[Any, Floats] = {}

    def is_exact(self, state: Position) -> bool:
        return taken(state) >= self.seats * self.rules.turns - 1

    def note_for(self, state: Position) -> str:
        return "" if self.is_exact(state) else self.note

    def value(self, state: Position, seat: int) -> float:
        if state.round == self.rules.turns:
            return won(self.rules, state, seat)
        now = _now(self._worths(state), state)
        if seat == state.seat:
            return now
        return rest(now, {each: self._waiting(state, each) for each in range(self.seats) if each != state.seat}, seat)

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        return ranked(list(zip(moves, self._worths(state), strict=False))) if moves else []

    def facts(self) -> dict[str, Plain]:
        return facts(self.rules)

    def _left(self, state: Position, seat: int) -> int:
        return self.rules.turns - state.round - (seat < state.seat)

    def _worths(self, state: Position) -> list[float]:
        """What the options of the seat that plays are worth."""
        key = (state.totals, taken(state))
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 10_000:
                self._known.clear()
            found = self._known[key] = self.crop.turn.solve(self._ends(state)[None, :, None])[0]
        node = self.crop.turn.nodes[state.earned, state.total]
        worths: list[float] = self.crop.turn.worths_at(found, node, len(LATER))[:, 0].tolist()
        return worths

    def _ends(self, state: Position) -> Floats:
        """The chance to win when the turn that is running ends with each score."""
        seat, scores, totals = state.seat, self.crop.scores, state.totals
        left = self._left(state, seat) - 1
        found: Floats | float = 1.0
        for later, others in ((left, totals[:seat]), (left + 1, totals[seat + 1 :])):
            if later:
                table, low = self._pair(left, later, False)
                for total in others:
                    found = found * table.take(scores + (totals[seat] - total - low), axis=0, mode="clip")
        if left:
            return np.asarray(found @ WEIGHTS)
        best = shared(totals[seat] + scores, totals[:seat])
        return best if isinstance(found, float) else best * found[:, 0]

    def _waiting(self, state: Position, seat: int) -> float:
        """The chance of one who is not playing now, by himself, the turn that is running not having begun."""
        left = self._left(state, seat)
        found = np.ones(len(WEIGHTS) if left else 1)
        for other, total in enumerate(state.totals):
            if other != seat:
                before = (seat - state.seat) % self.seats < (other - state.seat) % self.seats
                table, low = self._pair(left, self._left(state, other), before)
                found = found * table.take(state.totals[seat] - total - low, axis=0, mode="clip")
        return float(found @ (WEIGHTS if left else np.ones(1)))

    def _pair(self, mine: int, yours: int, first: bool) -> tuple[Floats, int]:
        """How likely I am to have more than one other, by the difference of our totals from the least on, for each of
        some places in my own spread; with so many turns left each, me having the first of them or not.
        """
        key = (mine, yours, first)
        if key not in self._pairs:
            low, high = self.two._bounds(mine + yours, 1)
            chances = np.clip(np.asarray(self.two.tables[str(mine + yours)][0], dtype=np.float64), 0.0, 1.0)
            if not first:
                low, chances = -high, 1.0 - chances[::-1]
            self._pairs[key] = self._placed(chances, mine, yours) if mine else chances[:, None], low
        return self._pairs[key]

    def _placed(self, chances: Floats, mine: int, yours: int) -> Floats:
        """The chances at the places of my own spread: differences × places."""
        bell = NormalDist()
        ahead = np.array([bell.inv_cdf(min(max(chance, LEAST), 1.0 - LEAST)) for chance in chances.tolist()])
        own, other = math.sqrt(mine), math.sqrt(max(yours, 0.1))
        places = (NODES * own + ahead[:, None] * math.hypot(own, other)) / other
        return np.array([[bell.cdf(each) for each in row] for row in places.tolist()])
