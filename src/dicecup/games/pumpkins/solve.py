"""Pumpkins solved.

A turn has a node for pumpkins earned and dice total, and ends with a score. The number of turns is fixed, so a match is
solved backwards: for two players by the difference of their totals, for three by two differences, each seat playing for
its own chance. A seat that is level between moves (it has won or lost already) takes the one with more pumpkins on
average. A difference that the turns to come cannot make up is as good as a larger one, which keeps the tables small.

With more players, or three and many turns, the others' final totals are distributions: of turns played for the best
average, each by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from dicecup.dice import Die
from dicecup.errors import Unsolved
from dicecup.games.pumpkins.rules import DICE, EARNS, LATER, Move, Position, Pumpkins, added, dice
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked, silent
from dicecup.solve.field import outlast, rest
from dicecup.solve.lanes import Floats
from dicecup.solve.tables import Arrays, shaped, stored
from dicecup.solve.turn import Leaf, Option, Turn, sure

__all__ = ["solve"]

VERSION = 1
LEVEL = 1e-13
"""Chances that differ by less are the same."""
MOST_FOR_THREE = 3
"""The most turns for which the match of three is solved exactly."""
BLOCK = 4096
"""Lanes solved at a time, so that they stay near the processor."""
FIELD = "estimated: the others' final totals as distributions, of turns played for the best average"


def solve(game: Pumpkins, seats: int, objective: Objective, progress: Progress | None = None) -> Solution:
    game.check_seats(seats)
    if objective == "points":
        return Points(game, seats)
    if seats == 1:
        raise Unsolved("there is nobody to beat for a player alone at Pumpkins; ask for points")
    if seats == 2 or (seats == 3 and game.turns <= MOST_FOR_THREE):
        return Match(game, seats, progress)
    return Field(game, seats)


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
        """Every option's worth: options × nodes × lanes, for utilities of one channel."""
        values = self.turn.solve(leaves)[0]
        return np.stack([self.turn.worths(values, option) for option in range(len(LATER))])


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
                move: float(worths[n, node] - worths[-1, node]) for n, move in enumerate(LATER) if move in DICE
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


def finished(game: Pumpkins, state: Position, seat: int) -> float:
    winners = game.winners(state) or ()
    return 1.0 / len(winners) if seat in winners else 0.0


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
        self._worths = {node: tuple(worths[:, place].tolist()) for node, place in self.crop.turn.nodes.items()}

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
        self._blocks: dict[Any, tuple[Floats, ...]] = {}

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
        for to_come in range(1, self.all + 1):
            (progress or silent)(to_come / self.all, f"Pumpkins, {self.seats} players")
            ways = self._grid(to_come)
            lanes = np.stack([way.ravel() for way in ways])
            solved = [
                self._values(to_come, lanes[:, low : low + BLOCK], tables[str(to_come - 1)])
                for low in range(0, lanes.shape[1], BLOCK)
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
        return self._three(chances)[:, self.crop.start]

    def _three(self, chances: Floats) -> Floats:
        """All seats' chances at leaves and nodes, the first seat's being what is played for."""
        scores = np.broadcast_to(self.crop.scores[:, None].astype(float), chances[0].shape)
        solved = self.crop.turn.solve(np.stack([chances[0], scores, chances[1]]), margin=LEVEL)
        return np.stack([solved[0], solved[2], 1.0 - solved[0] - solved[2]])

    # Looking up.

    def value(self, state: Position, seat: int) -> float:
        if state.round == self.rules.turns:
            return finished(self.rules, state, seat)
        place = self.crop.turn.nodes[state.earned, state.total]
        worths, lane = self._find(state)
        ahead = (seat - state.seat) % self.seats
        if self.seats == 2:
            now = _now(worths[0][place, lane].tolist(), state)
            return now if ahead == 0 else 1.0 - now
        if state.rolling:
            return float(worths[ahead][place, lane, state.rolling - 1])
        return float(worths[3 + ahead][place, lane])

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        if not moves:
            return []
        worths, lane = self._find(state)
        row = worths[0][self.crop.turn.nodes[state.earned, state.total], lane].tolist()
        return ranked(list(zip(moves, row, strict=False)))

    def _find(self, state: Position) -> tuple[tuple[Floats, ...], int]:
        """What options are worth (nodes × lanes × options, for each seat; then nodes × lanes), and the lane."""
        totals, seat = state.totals, state.seat
        to_come = self.all - taken(state)
        first, *rest = (totals[seat] - totals[(seat + step) % self.seats] for step in range(1, self.seats))
        low = first - first % 32
        key = (to_come, low, *rest)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = self._block(to_come, low, rest)
        return found, first - low

    def _block(self, to_come: int, low: int, rest: Sequence[int]) -> tuple[Floats, ...]:
        lanes = np.stack([np.arange(low, low + 32), *(np.full(32, each) for each in rest)])
        chances = self._leaves(to_come, lanes, np.asarray(self.tables[str(to_come - 1)]))
        turn, options = self.crop.turn, range(len(LATER))
        if self.seats == 2:
            return (np.ascontiguousarray(self.crop.worths(np.ascontiguousarray(chances[:1])).transpose(1, 2, 0)),)
        solved = self._three(chances)
        worths = [np.stack([turn.worths(np.ascontiguousarray(each), n) for n in options], axis=2) for each in solved]
        nodes = solved[:, len(turn.leaves) :]
        return (*worths, *nodes)

    def facts(self) -> dict[str, Plain]:
        return {"win": "the chance to win; joint winners share", **facts(self.rules)}


class Field(Solution):
    """Many players: a seat plays against the distribution of the best of the others' final totals."""

    def __init__(self, game: Pumpkins, seats: int) -> None:
        super().__init__(game, seats, "win", exact=False, note=FIELD)
        self.rules = game
        self.crop = harvest(game)
        self._known: dict[Any, Floats] = {}

    def value(self, state: Position, seat: int) -> float:
        if state.round == self.rules.turns:
            return finished(self.rules, state, seat)
        worths = self._worths(state, state.seat)
        now = _now(worths[:, self.crop.turn.nodes[state.earned, state.total]].tolist(), state)
        if seat == state.seat:
            return now
        return rest(now, {each: self._waiting(state, each) for each in range(self.seats) if each != state.seat}, seat)

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        if not moves:
            return []
        worths = self._worths(state, state.seat)[:, self.crop.turn.nodes[state.earned, state.total]]
        return ranked(list(zip(moves, worths.tolist(), strict=False)))

    def facts(self) -> dict[str, Plain]:
        return facts(self.rules)

    def _waiting(self, state: Position, seat: int) -> float:
        """The chance of one who is not playing now, by himself."""
        worths = self._worths(state, seat)
        return float(worths[:3, self.crop.turn.nodes[0, 0]].max()) if self._left(state, seat) else float(worths[0, 0])

    def _left(self, state: Position, seat: int) -> int:
        return self.rules.turns - state.round - (seat < state.seat)

    def _worths(self, state: Position, seat: int) -> Floats:
        """What options are worth at the nodes of a seat's next turn; its chance where it has none."""
        key = (state.totals, taken(state), seat)
        if key not in self._known:
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[key] = self._solve(state, seat)
        return self._known[key]

    def _solve(self, state: Position, seat: int) -> Floats:
        crop, left, mine = self.crop, self._left(state, seat), state.totals[seat]
        finals = mine + np.arange(crop.low * left, crop.high * left + 1)
        utility = self._utility(state, seat, finals)
        if not left:
            return utility.reshape(1, 1)
        for done in range(left - 1, 0, -1):
            totals = np.arange(crop.low * done, crop.high * done + 1)
            places = totals[None, :] + crop.scores[:, None] - crop.low * (done + 1)
            utility = crop.turn.solve(utility[places][None])[0, crop.start]
        return crop.worths(utility[crop.scores - crop.low][None, :, None])[:, :, 0]

    def _utility(self, state: Position, seat: int, finals: Any) -> Floats:
        """The chance to win with each final total; those level share."""
        below, level = [], []
        for other in range(self.seats):
            if other == seat:
                continue
            left = self._left(state, other)
            spread = power(self.crop.spread, left)
            upto = np.concatenate([[0.0], np.cumsum(spread)])
            places = finals - (state.totals[other] + self.crop.low * left)
            inside = (places >= 0) & (places < len(spread))
            below.append(upto[np.clip(places, 0, len(spread))])
            level.append(np.where(inside, spread[np.clip(places, 0, len(spread) - 1)], 0.0))
        return outlast(np.stack(below), np.stack(level))
