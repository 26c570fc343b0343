"""Toss Up solved.

A turn has a node for every number of points in hand, and ends with some points banked or with a bust. For two players
the match is swept from high totals to low ones; a bust (or nothing banked) only passes the turn, so the standings
(mine, yours) and (yours, mine) are a cycle. A turn has no longest length, and is cut where banking is proved best: a
player who would win with chance 1 - w by banking loses more than w by the risk of a bust alone.

Higher targets than are solved are estimated until both players are near, see `Far`.

With more players every opponent is judged by the two-player match against him, see `dicecup.solve.field`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from dicecup.games.tossup.rules import OPEN, Move, Position, TossUp, count, lights
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked, silent, won
from dicecup.solve.cycles import alone, duel
from dicecup.solve.field import NOTE, ordered, rest, share, shared
from dicecup.solve.lanes import Floats, Ints
from dicecup.solve.tables import Arrays, shaped, stored
from dicecup.solve.turn import Leaf, Option, Turn, sure

__all__ = ["solve"]

Places = npt.NDArray[np.int64]
VERSION = 2
HIGHEST = 300
"""The highest target for which the match is solved: the work grows with its cube."""
NEAR = 200
"""So near to a higher target the match is solved, for both."""
FAR = f"estimated while a total is more than {NEAR} under the target: leads are scaled down to a nearer one"
FIRST = -1
"""The node before the first roll, which is compulsory; the others are the points in hand."""
BUST = "bust"
LONG = 1000
"""Points at which a turn is cut that is played for points: one in 10^15 turns comes so far."""
USUAL = 100
"""Points in hand up to which that cut makes no difference; above, the turn is looked at in full length."""
RACES = {"everyone": 0.0, "finish-round": 0.5, "none": 1.0}
"""How much it counts who reaches a near target first, by last turns."""
SHORT = 2
"""All dice, so many times, are a near target."""
RACE = f"{NOTE}, and the nearer the target the more by multiplying them"
HOPELESS = 1500
"""Points behind which nobody makes up in one turn: the chance is less than figures can be told apart."""


def solve(game: TossUp, seats: int, objective: Objective, progress: Progress | None = None) -> Solution:
    game.check_seats(seats)
    if objective == "points":
        return Points(game, seats)
    two = Duel(game, progress) if game.target <= HIGHEST else Far(game, progress)
    return two if seats == 2 else Field(two, seats)


@cache
def rolls(dice: int) -> tuple[tuple[int, int | None], ...]:
    """How many greens so many dice show, with weights; None for a bust."""
    found: dict[int | None, int] = {}
    for faces, weight in lights(dice).outcomes():
        greens, reds = count(faces)
        key = None if reds and not greens else greens
        found[key] = found.get(key, 0) + weight
    return tuple((weight, greens) for greens, weight in found.items())


def bust_chance(dice: int) -> float:
    return next((weight for weight, greens in rolls(dice) if greens is None), 0) / lights(dice).combinations


def increase_below(dice: int) -> int:
    """The points below which one more roll of so many dice, and no further one, adds points on average."""
    ways = lights(dice).combinations
    gained = sum(weight * (greens or 0) for weight, greens in rolls(dice))
    return -(-gained // round(bust_chance(dice) * ways)) if bust_chance(dice) else 0


class Lights:
    """A turn with so many dice, up to a number of points at which the player must bank."""

    def __init__(self, dice: int, most: int) -> None:
        self.dice, self.most = dice, most
        self.turn: Turn[int] = Turn([FIRST], self._options, size=lambda points: points)
        held = [points for points in range(most + dice) if points in self.turn.nodes]
        self.points: Ints = np.array(held, dtype=np.int32)
        """All numbers of points that can be held: from 0 to the most, and a little more."""
        self.banks = np.array([self.turn.leaves[points] for points in held])
        self.places = np.array([self.turn.nodes[points] for points in held])
        self.bust = self.turn.leaves[BUST]
        self.first = self.turn.place(FIRST)

    def _options(self, node: int) -> Sequence[Option]:
        points = max(node, 0)
        fall = rolls(self.dice - points % self.dice)
        roll = [(weight, Leaf(BUST) if greens is None else points + greens) for weight, greens in fall]
        if node == FIRST:
            return (roll,)
        bank = sure(Leaf(points))
        return (roll, bank) if points < self.most else (bank,)

    def leaves(self, banked: Floats, bust: Floats | float, channels: int = 1) -> Floats:
        """Utilities from those of banking (points × lanes) and of a bust, as the first of some channels."""
        leaves = np.zeros((channels, len(self.turn.leaves), banked.shape[1]))
        leaves[0, self.banks] = banked
        leaves[0, self.bust] = bust
        return leaves

    def rolled(self, leaves: Floats, room: Ints | None = None) -> Floats:
        """What rolling is worth with so many points in hand: points × lanes."""
        values = self.turn.solve(leaves, room=room)[0]
        return np.asarray(self.turn.worths(values, 0)[self.places])


@cache
def turn(dice: int, most: int) -> Lights:
    return Lights(dice, most)


@cache
def chase(dice: int, most: int) -> tuple[Floats, Floats]:
    """The last turn of all, a number of points behind: its worth by points behind, and what rolling is worth in it
    by points in hand and points behind. Who is level has half.
    """
    lamp = turn(dice, most + 1)
    behind = np.arange(most, -1, -1, dtype=np.int32)
    leaves = lamp.leaves(ahead(lamp.points[:, None], behind), ahead(0, behind))
    rolled = lamp.rolled(leaves, behind)[:, ::-1].copy()
    return rolled[0], rolled


def ahead(mine: Ints | int, yours: Ints | int) -> Floats:
    """1, a half or 0 as mine is more than yours, level, or less."""
    mine, yours = np.asarray(mine), np.asarray(yours)
    return np.where(mine > yours, 1.0, np.where(mine == yours, 0.5, 0.0))


class Average:
    """The best average turn, with what rolling is worth by points in hand."""

    def __init__(self, dice: int, most: int) -> None:
        lamp = turn(dice, most)
        self.lamp = lamp
        self.rolled = lamp.rolled(lamp.leaves(lamp.points[:, None].astype(float), 0.0))[:, 0].tolist()

    def roll(self, points: int) -> float:
        """What rolling is worth with so many points in hand."""
        if points < USUAL:
            return float(self.rolled[points])
        dice, full = self.lamp.dice, max(map(increase_below, range(1, self.lamp.dice + 1)))
        if points < full:
            return float(average(dice, full).rolled[points])
        fall = rolls(dice - points % dice)  # so many points are better banked than any dice rolled
        kept = sum(weight * (points + greens) for weight, greens in fall if greens is not None)
        return kept / sum(weight for weight, _ in fall)

    def bank_from(self, dice: int) -> int | None:
        """The fewest points with which so many dice are better banked; None where they are always rolled."""
        return least(self.rolled, self.lamp.points.tolist(), self.lamp.dice, dice, self.lamp.most)


def least(rolled: Sequence[float], banked: Sequence[float], all_dice: int, dice: int, most: int) -> int | None:
    for points in range((all_dice - dice) % all_dice, most, all_dice):
        if banked[points] >= rolled[points]:
            return points
    return None


@cache
def average(dice: int, most: int = LONG) -> Average:
    return Average(dice, most)


def fewest_turns(game: TossUp) -> list[float]:
    """With which number of turns a player alone ends the game on average, from each total."""
    goal = _goal(game)
    lamp = turn(game.dice, goal)
    passing = [lamp.bust, lamp.banks[0]]
    left = np.zeros(goal + lamp.most + game.dice)
    for total in reversed(range(goal)):
        leaves = lamp.leaves(-left[total + lamp.points][:, None], 0.0, 2)
        leaves[1, passing] = 1.0
        room = np.array([goal - total - 1], dtype=np.int32)

        def line(value: Floats, leaves: Floats = leaves, room: Ints = room) -> tuple[Floats, Floats]:
            leaves[0, passing] = value
            solved = lamp.turn.solve(leaves, room=room)
            return solved[0, lamp.first], solved[1, lamp.first]

        left[total] = -alone(line, np.array([-left[total + 1] - 1.0]), 1.0)[0]
    return [float(turns) for turns in left[: goal + 1]]


def _goal(game: TossUp) -> int:
    """The least total that ends the game."""
    return game.target + (game.reach == "over")


def facts(game: TossUp) -> dict[str, Plain]:
    counts = range(1, game.dice + 1)
    best = average(game.dice, max(LONG, max(map(increase_below, counts)) + game.dice))
    known: dict[str, Plain] = {
        "bust_chance": {str(dice): bust_chance(dice) for dice in counts},
        "best_average_turn": best.rolled[0],
        "average_bank_from": {str(dice): best.bank_from(dice) for dice in counts},
        "increase_below": {str(dice): increase_below(dice) for dice in counts},
    }
    if game.target <= HIGHEST:
        known["fewest_expected_turns"] = fewest_turns(game)[0]
    return known


class Points(Solution):
    """Points: a seat's total at the end of its turn on average; of a seat that is not playing, its total."""

    def __init__(self, game: TossUp, seats: int) -> None:
        super().__init__(game, seats, "points", exact=True, note="the total at the end of this turn")
        self.rules = game
        self.average = average(game.dice)

    def value(self, state: Position, seat: int) -> float:
        if seat != state.seat or state.left == 0:
            return float(state.totals[seat])
        rolled = self._rolled(state)
        return rolled if state.rolling else max(rolled, float(state.totals[seat] + state.points))

    def values(self, state: Position) -> list[tuple[Move, float]]:
        if state.rolling or state.left == 0:
            return []
        return ranked((("roll", self._rolled(state)), ("bank", float(state.totals[state.seat] + state.points))))

    def _rolled(self, state: Position) -> float:
        return state.totals[state.seat] + self.average.roll(state.points)

    def facts(self) -> dict[str, Plain]:
        return {"points": "the average total at the end of the turn", **facts(self.rules)}


class Two(Solution):
    """The match of two, by what rolling and banking is worth in it."""

    rules: TossUp
    lost: Floats
    """What the last turn of all is worth, by points behind."""

    def value(self, state: Position, seat: int) -> float:
        if state.left == 0:
            return won(self.rules, state, seat)
        mine, yours = state.totals[state.seat], state.totals[1 - state.seat]
        chance = self.chance(state.seat, mine, yours, state.points, state.rolling, state.left)
        return chance if seat == state.seat else 1.0 - chance

    def values(self, state: Position) -> list[tuple[Move, float]]:
        if state.rolling or state.left == 0:
            return []
        seat = state.seat
        pair = self.moves(seat, state.totals[seat], state.totals[1 - seat], state.points, state.left)
        return ranked((("roll", pair[0]), ("bank", pair[1])))

    def chance(self, seat: int, mine: int, yours: int, points: int, rolling: bool, left: int) -> float:
        rolled, banked = self.moves(seat, mine, yours, points, left)
        return rolled if rolling else max(rolled, banked)

    @abstractmethod
    def moves(self, seat: int, mine: int, yours: int, points: int, left: int) -> tuple[float, float]:
        """What rolling and what banking is worth to the seat that plays, with these points in hand."""


class Duel(Two):
    """The match of two. A *kind* is a seat as far as the rules tell seats apart: only where a round is finished."""

    def __init__(self, game: TossUp, progress: Progress | None) -> None:
        super().__init__(game, 2, "win", exact=True)
        self.rules = game
        self.goal = _goal(game)
        self.kinds = 2 if game.last_turn == "finish-round" else 1
        self.answered = [
            game.last_turn == "everyone" or (game.last_turn == "finish-round" and kind == 0) for kind in range(2)
        ]
        """Whether the other has a last turn when this kind reaches the target."""
        identity = {
            "game": game.name,
            "version": VERSION,
            "seats": 2,
            "dice": game.dice,
            "options": game.options_given(),
        }
        arrays = stored(identity, self._build, progress, self._fits)
        self.cut = int(arrays["cut"][0])
        self.wins = np.asarray(arrays["wins"], dtype=np.float64)
        """Kinds × my total × your total: my chance before my first roll."""
        self.lost = np.asarray(arrays["lost"], dtype=np.float64)
        self._lay(self.wins)
        self._rows: dict[tuple[int, int], Floats] = {}
        self._chases: dict[int, Floats] = {}

    # Building.

    def _fits(self, arrays: Arrays) -> bool:
        wins = (self.kinds, self.goal, self.goal)
        return shaped(arrays, {"wins": wins, "cut": (1,), "lost": (HOPELESS + 1,)}) and int(arrays["cut"][0]) >= 0

    def _lay(self, wins: Floats) -> None:
        """What is needed to look up what banking is worth: kinds × your total × my total then."""
        self.lamp = turn(self.rules.dice, self.goal + self.cut)
        most = self.goal + int(self.lamp.points[-1]) + 1
        totals = np.arange(most)
        self.banked = np.empty((self.kinds, self.goal, most))
        for kind in range(self.kinds):
            self.banked[kind, :, : self.goal] = 1.0 - wins[(kind + 1) % self.kinds]
            for yours in range(self.goal):
                lead = np.minimum(totals[self.goal :] - yours, HOPELESS)
                self.banked[kind, yours, self.goal :] = 1.0 - self.lost[lead] if self.answered[kind] else 1.0

    def _room(self, kind: int, mine: Ints, yours: Ints) -> Ints:
        """The points up to which a turn may be rolled on: then the target is reached and banking proved best."""
        over = self.goal - mine - 1
        return np.asarray(np.maximum(over, self.cut + yours - mine) if self.answered[kind] else over, dtype=np.int32)

    def _build(self, progress: Progress | None) -> Arrays:
        risk = min(bust_chance(dice) for dice in range(1, self.rules.dice + 1))
        slack, told = min(0.004, 0.12 * math.exp(-self.goal / 28)), 0.0  # with ten dice one sweep is enough then
        lost, _ = chase(self.rules.dice, HOPELESS)
        self.lost = lost
        while True:
            first, told = told, 0.9 + 0.1 * told  # another sweep may follow
            self.cut = int(np.argmax(lost <= risk * slack)) if any(self.answered[: self.kinds]) else 0
            wins = self._sweep(progress or silent, first, told)
            if not self.cut or lost[self.cut] <= 0.5 * risk * wins.min():
                return {"wins": wins, "cut": np.array([self.cut]), "lost": lost}
            slack = 0.4 * float(wins.min())

    def _sweep(self, progress: Progress, first: float, last: float) -> Floats:
        """All standings, from high totals to low ones; progress is told between these two."""
        goal, kinds = self.goal, self.kinds
        wins = np.zeros((kinds, goal, goal))
        self._lay(wins)
        lamp = self.lamp
        passing = [lamp.bust, lamp.banks[0]]
        for total in reversed(range(2 * goal - 1)):
            done = 1.0 - total * total / (4.0 * goal * goal)
            progress(first + (last - first) * done, "Toss Up, two players")
            low, high = max(0, total - goal + 1), min(goal - 1, total)
            mine = np.tile(np.arange(low, high + 1), kinds)
            yours = total - mine
            kind = np.repeat(np.arange(kinds), high - low + 1)
            room = np.concatenate([self._room(k, mine[kind == k], yours[kind == k]) for k in range(kinds)])
            order = np.argsort(-room, kind="stable")
            mine, yours, kind, room = mine[order], yours[order], kind[order], room[order]
            where = np.empty((kinds, goal), dtype=np.int32)
            where[kind, mine] = np.arange(len(mine))
            partner = where[(kind + 1) % kinds, yours]
            nodes = lamp.points[:, None]
            most = self.banked.shape[2] - 1
            leaves = lamp.leaves(self.banked[kind, yours, np.minimum(mine + nodes, most)], 0.0, 2)
            leaves[1, passing] = 1.0

            def line(value: Floats, leaves: Floats = leaves, room: Ints = room) -> tuple[Floats, Floats]:
                leaves[0, passing] = value
                solved = lamp.turn.solve(leaves, room=room)
                return solved[0, lamp.first], solved[1, lamp.first]

            value = duel(line, np.full(len(mine), 0.5), partner)
            wins[kind, mine, yours] = value
            self.banked[(kind + 1) % kinds, mine, yours] = 1.0 - value
        return wins

    # Looking up.

    def moves(self, seat: int, mine: int, yours: int, points: int, left: int) -> tuple[float, float]:
        total = mine + points
        if left != OPEN:
            behind = yours - mine
            return self._chase(behind, points), 1.0 if points > behind else 0.5 if points == behind else 0.0
        kind = seat % self.kinds
        key = (kind, mine)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._row(kind, mine)
        if points < self.lamp.most:
            return row.item(points, yours), self.banked.item(kind, yours, total)
        return self._beyond(kind, mine, yours, points), self._answered(kind, total - yours)

    def _beyond(self, kind: int, mine: int, yours: int, points: int) -> float:
        """What rolling is worth with more points than anybody would: then banking, unless it is a bust."""
        dice = self.rules.dice - points % self.rules.dice
        passed = 1.0 - self.wins.item((kind + 1) % self.kinds, yours, mine)
        worth = sum(
            weight * (passed if greens is None else self._answered(kind, mine + points + greens - yours))
            for weight, greens in rolls(dice)
        )
        return worth / lights(dice).combinations

    def _answered(self, kind: int, lead: int) -> float:
        """What it is worth to have reached the target with such a lead."""
        if not self.answered[kind]:
            return 1.0
        return 1.0 - self.lost.item(min(lead, HOPELESS))

    def turns(self, seat: int, mine: int, near: float = 0.0) -> tuple[Floats, Floats]:
        """How likely a best turn is banked, and the points it banks on average, a bust being 0; by your total.

        Of choices that differ by less than `near`, the one that is banked more often is taken.
        """
        kind = seat % self.kinds
        leaves, room = self._ends(kind, mine, channels=3)
        leaves[1, self.lamp.banks] = 1.0
        leaves[2, self.lamp.banks] = self.lamp.points[:, None]
        solved = self.lamp.turn.solve(leaves, room=room, margin=near)[:, self.lamp.first, ::-1]
        return solved[1], solved[2]

    def bank_from(self, seat: int, mine: int, near: float = 0.0) -> Places:
        """The fewest points with which banking is best, before the end is called: dice left (from 1) × your totals.

        -1 where one always rolls. Banking also counts as best where it is worse by less than `near`.
        """
        kind, most = seat % self.kinds, self.banked.shape[2] - 1
        points = self.lamp.points
        banks = self._row(kind, mine) <= self.banked[kind][:, np.minimum(mine + points, most)].T + near
        found = np.full((self.rules.dice, self.goal), -1)
        for held in reversed(range(1, min(self.lamp.most, len(points)))):
            found[-held % self.rules.dice - 1, banks[held]] = held
        return found

    def _row(self, kind: int, mine: int) -> Floats:
        """What rolling is worth for a total of mine: points in hand × your totals."""
        return np.ascontiguousarray(self.lamp.rolled(*self._ends(kind, mine))[:, ::-1])

    def _ends(self, kind: int, mine: int, channels: int = 1) -> tuple[Floats, Ints]:
        """The worth of a turn's ends for a total of mine, and the room there is, with your totals falling."""
        yours = np.arange(self.goal - 1, -1, -1, dtype=np.int32)
        most = self.banked.shape[2] - 1
        banked = self.banked[kind][yours[None, :], np.minimum(mine + self.lamp.points, most)[:, None]]
        leaves = self.lamp.leaves(banked, 1.0 - self.wins[(kind + 1) % self.kinds][yours, mine], channels)
        return leaves, self._room(kind, np.full(self.goal, mine, dtype=np.int32), yours)

    def _chase(self, behind: int, points: int) -> float:
        dice = self.rules.dice
        if points > behind:  # ahead, and rolling all the same: then banking, unless it is a bust
            return 1.0 - bust_chance(dice - points % dice) * (1.0 if behind > 0 else 0.5 if behind == 0 else 0.0)
        if behind > HOPELESS:  # what counts is how much is lacking, and the dice in hand
            fewer = points - points % dice
            points, behind = points - fewer, min(behind - fewer, HOPELESS)
        most = 256 if behind < 256 else HOPELESS
        rolled = self._chases.get(most)
        if rolled is None:
            rolled = self._chases[most] = chase(dice, most)[1]
        return rolled.item(points, behind)

    def facts(self) -> dict[str, Plain]:
        rolled = self._row(0, 0)[:, 0].tolist()
        banked = self.banked[0, 0, self.lamp.points].tolist()
        dice = self.rules.dice
        first = {str(n): least(rolled, banked, dice, n, len(banked)) for n in range(1, dice + 1)}
        some = range(0, self.goal, max(1, self.goal // 5))
        chances = {str(mine): {str(yours): float(self.wins[0, mine, yours]) for yours in some} for mine in some}
        return {
            "win": "the chance to win; joint winners share",
            "bank_from_at_0_0": first,
            "chance_by_totals": chances,
            **facts(self.rules),
        }


class Far(Two):
    """Two players to a target that is too high to be solved.

    Last turns are exact, and so is what is left once both have come near the target. Before, a standing is worth what
    one is worth nearer to the target, where the leader is ahead by less: as the spread of what is still to come is,
    leads are shortened by the root of the distance. That the next turn is mine counts as half an average turn ahead.
    """

    def __init__(self, game: TossUp, progress: Progress | None) -> None:
        super().__init__(game, 2, "win", exact=False, note=FAR)
        self.rules = game
        self.near = Duel(replace(game, target=NEAR), progress)
        self.lost = self.near.lost
        self.goal = _goal(game)
        self.lamp = turn(game.dice, LONG)
        self._turns = lru_cache(1024)(self._turn)

    def is_exact(self, state: Position) -> bool:
        return state.left != OPEN or min(state.totals) >= self._shift

    def note_for(self, state: Position) -> str:
        return "" if self.is_exact(state) else self.note

    @property
    def _shift(self) -> int:
        return self.goal - self.near.goal

    def moves(self, seat: int, mine: int, yours: int, points: int, left: int) -> tuple[float, float]:
        if left != OPEN or min(mine, yours) >= self._shift:
            return self.near.moves(seat, mine - self._shift, yours - self._shift, points, left)
        rounds = points - points % (10 * self.rules.dice)
        rolled, banked = self._turns(seat % self.near.kinds, mine, yours, rounds)
        return rolled.item(points - rounds), banked.item(points - rounds)

    def _turn(self, kind: int, mine: int, yours: int, held: int) -> tuple[Floats, Floats]:
        """What rolling and banking is worth, by the points in hand over those that are held already."""
        banked = self._ended(kind, mine + held + self.lamp.points, yours)
        bust = self._ended(kind, np.array([mine]), yours)[0]
        return self.lamp.rolled(self.lamp.leaves(banked[:, None], bust))[:, 0], banked

    def _ended(self, kind: int, mine: Ints, yours: int) -> Floats:
        """What it is worth to have ended a turn with such totals."""
        open_ = 1.0 - self._begin((kind + 1) % self.near.kinds, yours, np.minimum(mine, self.goal - 1))
        answered = self.lost[np.clip(mine - yours, 0, HOPELESS)] if self.near.answered[kind] else 0.0
        return np.asarray(np.where(mine < self.goal, open_, 1.0 - answered))

    def _begin(self, kind: int, mine: int, yours: Ints) -> Floats:
        """The chance of one who is about to roll, the end being open."""
        wins, goal, tempo = self.near.wins[kind], self.near.goal, average(self.rules.dice).rolled[0] / 2
        far = self.goal - np.minimum(mine, yours)
        lead = (mine - yours + tempo) * np.sqrt(goal / far) - tempo
        apart = np.minimum(np.abs(lead), goal - 1)
        less = np.minimum(apart.astype(int), goal - 2)
        ahead, behind = (side[less] + (apart - less) * (side[less + 1] - side[less]) for side in (wins[:, 0], wins[0]))
        exact = np.clip(mine - self._shift, 0, None), np.clip(yours - self._shift, 0, None)
        return np.asarray(np.where(far <= goal, wins[exact], np.where(lead > 0, ahead, behind)))

    def facts(self) -> dict[str, Plain]:
        rolled, banked = (worths.tolist() for worths in self._turns(0, 0, 0, 0))
        dice = self.rules.dice
        first = {str(n): least(rolled, banked, dice, n, self.lamp.most) for n in range(1, dice + 1)}
        return {"win": "the chance to win; joint winners share", "bank_from_at_0_0": first, **facts(self.rules)}


class Field(Solution):
    """More than two: a duel with each of the others; in the last turns, a total that those still to come must beat."""

    def __init__(self, two: Two, seats: int) -> None:
        game = two.rules
        super().__init__(game, seats, "win", exact=False, note=NOTE if game.last_turn == "everyone" else RACE)
        self.rules = game
        self.two = two
        self._race = RACES[game.last_turn] * min(1.0, SHORT * game.dice / _goal(game))
        """How much what counts is who is first, and not who has more."""
        self._lasts = lru_cache(1024)(self._last)

    def is_exact(self, state: Position) -> bool:
        """In the last turn of all."""
        return state.left in (0, 1)

    def note_for(self, state: Position) -> str:
        return "" if self.is_exact(state) else self.note

    def value(self, state: Position, seat: int) -> float:
        if state.left == 0:
            return won(self.rules, state, seat)
        rolled, banked = self._moves(state)
        now = rolled if state.rolling else max(rolled, banked)
        if seat == state.seat:
            return now
        return rest(now, {each: self._waiting(state, each) for each in range(self.seats) if each != state.seat}, seat)

    def values(self, state: Position) -> list[tuple[Move, float]]:
        if state.rolling or state.left == 0:
            return []
        rolled, banked = self._moves(state)
        return ranked((("roll", rolled), ("bank", banked)))

    def facts(self) -> dict[str, Plain]:
        return self.two.facts()

    def _moves(self, state: Position) -> tuple[float, float]:
        """What rolling and what banking is worth."""
        seat = state.seat
        if state.left != OPEN:
            held = state.points - state.points % (10 * self.rules.dice)
            rolled, banked = self._lasts(state.totals, seat, state.left, held)
            return rolled.item(state.points - held), banked.item(state.points - held)
        others = self._others(seat)
        pairs = [
            self.two.moves(int(seat > other), state.totals[seat], state.totals[other], state.points, OPEN)
            for other in others
        ]
        theirs = self._theirs(state, seat)
        return self._share([roll for roll, _ in pairs], theirs), self._share([bank for _, bank in pairs], theirs)

    def _others(self, *seats: int) -> list[int]:
        return [other for other in range(self.seats) if other not in seats]

    def _theirs(self, state: Position, seat: int) -> list[float]:
        """For each other, the product of his chances to beat the rest one by one; nothing where that does not count."""
        if not self._race:
            return []
        return [
            math.prod(self._beats(state, other, third) for third in self._others(seat, other))
            for other in self._others(seat)
        ]

    def _share(self, duels: Sequence[float], theirs: Sequence[float]) -> float:
        """The chance to win against all, from the chances to beat each alone."""
        if not self._race:
            return share(duels)
        return float(share(duels) ** (1.0 - self._race) * ordered(duels, theirs) ** self._race)

    def _beats(self, state: Position, seat: int, other: int) -> float:
        """The chance of one seat to beat another alone, while the end is open."""
        if other == state.seat or (other - state.seat) % self.seats < (seat - state.seat) % self.seats:
            return 1.0 - self._beats(state, other, seat)
        now = seat == state.seat
        points, rolling = (state.points, state.rolling) if now else (0, True)
        return self.two.chance(int(seat > other), state.totals[seat], state.totals[other], points, rolling, OPEN)

    def _to_come(self, seat: int, left: int) -> list[int]:
        """The seats that have a last turn after this one."""
        return [(seat + step) % self.seats for step in range(1, left)]

    def _done(self, seat: int, left: int) -> list[int]:
        """The seats that have had their last turn."""
        return [(seat + step) % self.seats for step in range(left, self.seats)]

    def _last(self, totals: tuple[int, ...], seat: int, left: int, held: int) -> tuple[Floats, Floats]:
        """What rolling and banking are worth in a last turn, by the points in hand over those that are held already."""
        lamp = turn(self.rules.dice, LONG)
        to_beat = max(total for other, total in enumerate(totals) if other != seat)
        mine = totals[seat] + np.append(held + lamp.points, 0)
        worth = shared(mine, [totals[other] for other in self._done(seat, left)]) * (mine >= to_beat)
        for other in self._to_come(seat, left):
            worth = worth * (1.0 - self._reach(np.maximum(mine, to_beat) - totals[other]))
        return lamp.rolled(lamp.leaves(worth[:-1, None], worth[-1]))[:, 0], worth[:-1]

    def _reach(self, behind: Ints | int) -> Floats:
        return np.asarray(self.two.lost[np.clip(behind, 0, HOPELESS)])

    def _waiting(self, state: Position, seat: int) -> float:
        """The chance of one who is not playing now, by himself."""
        if state.left == OPEN:
            duels = [self._beats(state, seat, other) for other in self._others(seat)]
            return self._share(duels, self._theirs(state, seat))
        totals, to_come = state.totals, self._to_come(state.seat, state.left)
        if seat in to_come:
            return float(self._reach(max(totals) - totals[seat]))
        done = self._done(state.seat, state.left)
        chance = float(shared(totals[seat], [totals[other] for other in done if other != seat]))
        for other in (*to_come, state.seat):
            chance *= 1.0 - float(self._reach(totals[seat] - totals[other]))
        return chance
