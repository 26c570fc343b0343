"""Ketchup solved.

For two players there are two matrices: what a banked score is worth while the other plays on, and what a score is worth
to one who chases a frozen one; see `turns` for a turn, `sweeps` for how the matrices are filled and where scores are
cut off. A tie is rolled off among equals and counts half.

With more players, of those who play on no more only the best matters, and those level with him share a tie. So one who
plays on alone has exact chances. Several who play on are in a race: where two have time to come close step by step,
among many somebody soon has exactly the goal, and a call is seldom safe. See `Match._turn`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import comb, inf, prod

import numpy as np

from dicecup.dice import tally
from dicecup.errors import Unsolved
from dicecup.games.ketchup.dice import faces_of
from dicecup.games.ketchup.rules import NOBODY, OUT, PLAYING, ROLLS, Ketchup, Move, Position
from dicecup.games.ketchup.sweeps import climb, compared, fall, lowest, match
from dicecup.games.ketchup.turns import REFUSED, Ends, Hand, hand
from dicecup.options import Plain
from dicecup.solve import Objective, Progress, Solution, ranked, silent
from dicecup.solve.field import rest
from dicecup.solve.lanes import Floats
from dicecup.solve.tables import Arrays, shaped, stored

__all__ = ["solve"]

VERSION = 1
LEVEL = 1e-12
"""Chances that differ by less are told to be the same."""
PATIENCE = 0.9
"""What a chance a turn later counts in a race of several."""
FIELD = (
    "estimated: who plays on by his chance of exactly the goal, soon; who calls by the exact chances of the others to "
    "beat his score"
)
NEGLIGIBLE = 1e-9
"""An error that is put up with in chances that are called exact."""


def solve(game: Ketchup, seats: int, objective: Objective, progress: Progress | None = None) -> Solution:
    game.check_seats(seats)
    if objective == "points":
        return Points(game, seats, progress)
    return Match(game, seats, progress)


class Tables:
    """The match of two, and the player alone."""

    def __init__(self, game: Ketchup, progress: Progress | None) -> None:
        self.game = game
        rules = {"goal": game.goal, "penalty": game.penalty, "options": game.options_given()}
        identity = {"game": game.name, "version": VERSION, "seats": 2, **rules}
        arrays = stored(identity, self._build, progress, self._fits)
        self.low = int(arrays["low"][0])
        self.hand = hand(game, self.low)
        self.falls = np.asarray(arrays["falls"], dtype=np.float64)
        """The best chance ever to come below the lowest score, from each score."""
        self.exactly = np.asarray(arrays["exactly"], dtype=np.float64)
        """The best chance of exactly the goal, alone, from each score."""
        banked, chasing = (np.asarray(arrays[name], dtype=np.float64) for name in ("banked", "chasing"))
        called = 1.0 - chasing.T
        level = self._level()
        many = self.hand.scores
        self.ends = {
            "open": self.hand.ends(banked, called, many),
            "chase": self.hand.ends(chasing if game.chase == "open" else level, level, many),
            "last": self.hand.ends(called, called, many),
        }
        """Both play on; the other is frozen; both have one more turn, mine first."""
        self._rows: dict[tuple[str, int], Floats] = {}
        self._chases: dict[tuple[int, int, int], Chase] = {}

    @cached_property
    def race(self) -> Floats:
        """The chance of exactly the goal to one who is in a hurry, by banked scores."""
        ends = self.hand.ends(0.0, REFUSED, 1)
        climb(self.hand, ends, patience=PATIENCE)
        return np.asarray(ends.banked[0])

    def _build(self, progress: Progress | None) -> Arrays:
        tell = progress or silent
        tell(0.0, "Ketchup, how low scores go")
        low, falls = lowest(self.game)
        self.low, self.hand = low, hand(self.game, low)
        scores = np.arange(low, self.game.goal)
        tell(0.1, "Ketchup, chasing")
        rivals = np.arange(low if self.game.chase == "open" else self.game.goal, self.game.goal + 1)
        chase = self.hand.ends(0.0, compared(scores, rivals), len(rivals))
        climb(self.hand, chase)
        alone = chase.banked[:, : self.hand.scores]
        chasing = alone[:-1] if self.game.chase == "open" else self._once()
        duel = self.hand.ends(0.5, 1.0 - chasing.T, len(scores))
        match(self.hand, duel, lambda done: tell(0.4 + 0.6 * done, "Ketchup, two players"))
        banked = duel.banked[:, : self.hand.scores]
        return {"low": np.array([low]), "falls": falls, "exactly": alone[-1], "chasing": chasing, "banked": banked}

    def _fits(self, arrays: Arrays) -> bool:
        scores = self.game.goal - int(arrays["low"][0])
        single, double = (scores,), (scores, scores)
        shapes = {"low": (1,), "falls": single, "exactly": single, "chasing": double, "banked": double}
        return scores >= self.game.goal and shaped(arrays, shapes)

    def _level(self) -> Floats:
        scores = np.arange(self.low, self.game.goal)
        return compared(scores, scores)

    def _once(self) -> Floats:
        level = self._level()
        return self.hand.once(self.hand.ends(level, level, self.hand.scores))

    def place(self, score: int) -> int:
        return max(score - self.low, 0)

    def moves(self, kind: str, mine: int, yours: int, node: tuple[int, int], level: int = 1) -> list[float]:
        """What rolling (where it is allowed), banking and calling are worth to me against one other.

        In a chase so many may be level with him, with whom I share a tie.
        """
        if kind == "chase" and (level > 1 or self._deep(mine, yours)):
            return self._chase(mine, yours, level).moves(mine, node)
        key = (kind, mine)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self.hand.options(self.ends[kind], self.place(mine))
        worths: list[float] = row[self.hand.turn.nodes[node], self.place(yours)].tolist()
        return worths

    def _deep(self, mine: int, yours: int) -> bool:
        """Whether scores are so low that a chase is not well looked up in the table."""
        return yours < self.low or self.error((mine,)) > NEGLIGIBLE

    def _chase(self, mine: int, yours: int, level: int) -> Chase:
        low = min(mine, yours, 0) + self.low if self._deep(mine, yours) else self.low
        key = (low, yours, level)
        if key not in self._chases:
            self._chases[key] = Chase(self.game, *key)
        return self._chases[key]

    def error(self, scores: Iterable[int]) -> float:
        """By how much chances may be wrong for players with these scores, because scores are cut off.

        A tenth more than was found, for sweeps that end and figures that are rounded.
        """
        return min(1.0, 1.1 * float(sum(self.falls[self.place(score)] for score in scores)))

    def chase_error(self, mine: int, yours: int, level: int) -> float:
        """By how much chances may be wrong for one who chases a score that stands."""
        return self._chase(mine, yours, level).error(mine) if self._deep(mine, yours) else self.error((mine,))

    def facts(self) -> dict[str, Plain]:
        goal = self.game.goal
        scores = range(self.low, goal)
        some = [*range(0, goal, 10), goal - 1]
        return {
            **turn_facts(self.hand),
            "best_chance_of_the_goal": float(self.exactly[self.place(0)]),
            "chance_of_the_goal": {str(score): float(self.exactly[self.place(score)]) for score in scores},
            "chance_by_scores": {
                str(mine): {str(yours): max(self.moves("open", mine, yours, (0, 0))[:2]) for yours in some}
                for mine in some
            },
            "call_from": {str(yours): self._call_from("open", yours) for yours in range(goal)},
            "chase_call_from": {str(yours): self._call_from("chase", yours) for yours in range(goal)},
            "roll_on": {
                kind: {str(yours): self.roll_on(kind, yours, self.hand.usual) for yours in range(goal)}
                for kind in ("open", "chase")
            },
            "lowest_score": self.low,
            "error_of_cutting_off": self.error((0, 0)),
        }

    def roll_on(self, kind: str, yours: int, points: int) -> list[int]:
        """With which totals, these points of a first roll among them, rolling again is better than stopping."""
        found = []
        for total in range(points, self.game.goal):
            roll, *stop = self.moves(kind, total - points, yours, (1, points))
            if roll > max(stop) + LEVEL:
                found.append(total)
        return found

    def _call_from(self, kind: str, yours: int) -> int | None:
        """The least score from which on stopping at the start of a turn is never worse than rolling."""
        least = None
        for mine in reversed(range(self.game.goal)):
            roll, call, *_ = self.moves(kind, mine, yours, (0, 0))
            if call + LEVEL < roll:
                break
            least = mine
        return least


def turn_facts(hand: Hand) -> dict[str, Plain]:
    """What needs no match: a turn with the goal far away."""
    return {
        "best_average_turn": hand.best_average(),
        "average_bank_from": {str(rolls): hand.average_bank_from(rolls) for rolls in range(1, ROLLS)},
        "usual_first_roll": hand.usual,
    }


class Chase:
    """The chase of one score that so many have, with scores from `low` on: for ties of several, and for low scores."""

    def __init__(self, game: Ketchup, low: int, yours: int, level: int) -> None:
        self.game, self.low = game, low
        self.hand = hand(game, low)
        scores = np.arange(low, game.goal)
        won = np.where(scores == yours, 1.0 / (1 + level), scores > yours)[None, :]
        if game.chase == "open":
            self.ends = self.hand.ends(0.0, won, 1)
            climb(self.hand, self.ends)
        else:
            self.ends = self.hand.ends(won, won, 1)
        self._rows: dict[int, Floats] = {}

    def moves(self, mine: int, node: tuple[int, int]) -> list[float]:
        if mine not in self._rows:
            self._rows[mine] = self.hand.options(self.ends, mine - self.low)[:, 0]
        worths: list[float] = self._rows[mine][self.hand.turn.nodes[node]].tolist()
        return worths

    def error(self, mine: int) -> float:
        """By how much chances may be wrong, because scores are cut off at `low`; see `Tables.error`."""
        return 0.0 if self.game.chase == "one-turn" else min(1.0, 1.1 * float(self._falls[mine - self.low]))

    @cached_property
    def _falls(self) -> Floats:
        return fall(self.game, self.low)


class Points(Solution):
    """Points: a seat's score at the end of its turn on average, being out counting nothing."""

    def __init__(self, game: Ketchup, seats: int, progress: Progress | None) -> None:
        super().__init__(game, seats, "points", exact=True, note="the score at the end of this turn, 0 when out")
        self.rules = game
        self._progress = progress
        most = hand(game, 0).most
        self.low = 0 if game.floor == "zero" else min(0, game.goal - most - 1) - game.penalty
        self.hand = hand(game, self.low)
        scores = np.arange(self.low, game.goal, dtype=float)
        self.ends = self.hand.ends(scores, scores, 1)
        self.ends.banked[0, self.hand.scores] = game.goal
        self._rows: dict[int, Floats] = {}

    def value(self, state: Position, seat: int) -> float:
        if state.status[seat] == OUT:
            return 0.0
        if seat != state.seat or state.winner != NOBODY or state.tied:
            return float(state.banked[seat])
        worths = self._worths(state)
        return worths[0] if state.rolling else max(worths[: len(self.rules.moves(state))])

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        return ranked(list(zip(moves, self._worths(state), strict=False))) if moves else []

    def _worths(self, state: Position) -> list[float]:
        score = state.banked[state.seat]
        mine = score if self.rules.floor == "zero" else max(score, self.low + self.rules.penalty)
        row = self._rows.get(mine)
        if row is None:
            row = self._rows[mine] = self.hand.options(self.ends, mine - self.low)
        return [score - mine + worth for worth in row[self.hand.turn.nodes[state.rolls, state.points], 0].tolist()]

    def facts(self) -> dict[str, Plain]:
        known: dict[str, Plain] = {"points": "the average score at the end of the turn; who is out has 0"}
        try:
            return {**known, **Tables(self.rules, self._progress).facts()}
        except Unsolved:  # the match is not, a turn is
            return {**known, **turn_facts(self.hand)}


class Match(Solution):
    """The match of two exactly; of more as a race, and who calls against each of the others."""

    def __init__(self, game: Ketchup, seats: int, progress: Progress | None) -> None:
        super().__init__(game, seats, "win", exact=seats == 2)
        self.rules = game
        self.two = Tables(game, progress)
        self.note = FIELD if seats > 2 else self._bounded(self.two.error((0, 0)))
        self._turns = lru_cache(4096)(self._turn)

    def is_exact(self, state: Position) -> bool:
        """Unless several play on, or scores are so low that it matters where they are cut off."""
        return self._error(state) <= NEGLIGIBLE

    def note_for(self, state: Position) -> str:
        error = self._error(state)
        return FIELD if error == inf else self._bounded(error)

    def _bounded(self, error: float) -> str:
        return f"scores are cut off at {self.two.low}: wrong by less than {error:.1e}" if error else ""

    def _error(self, state: Position) -> float:
        """By how much the values of a state may be wrong; inf where there is no bound, because they are estimated."""
        if state.winner != NOBODY or state.tied:
            return 0.0
        rivals = self._rivals(state)
        if len(rivals) > 1:
            return inf
        mine, ((kind, yours, level),) = state.banked[state.seat], rivals
        return self.two.chase_error(mine, yours, level) if kind == "chase" else self.two.error((mine, yours))

    def value(self, state: Position, seat: int) -> float:
        if state.winner != NOBODY:
            return float(seat == state.winner)
        if state.tied:
            return roll_off(self.rules, state, seat)
        if state.status[seat] == OUT:
            return 0.0
        worths = self._moves(state)
        now = worths[0] if state.rolling else max(worths[: len(self.rules.moves(state))])
        if seat == state.seat:
            return now
        return rest(now, {each: self._waiting(state, each) for each in self._others(state, state.seat)}, seat)

    def values(self, state: Position) -> list[tuple[Move, float]]:
        moves = self.rules.moves(state)
        return ranked(list(zip(moves, self._moves(state), strict=False))) if moves else []

    def facts(self) -> dict[str, Plain]:
        return {"win": "the chance to win; a tie counts half", **self.two.facts()}

    def _waiting(self, state: Position, seat: int) -> float:
        """The chance of one who is not playing now, by himself."""
        others = self._others(state, seat)
        if not self._to_play(state, seat) or self._last_turns(state):
            return prod(self._beats(state, seat, other) for other in others)
        playing = [state.banked[other] for other in others if self._to_play(state, other)]
        standing = [state.banked[other] for other in others if not self._to_play(state, other)]
        return float(self._ahead(playing, standing)[self.two.place(state.banked[seat])])

    def _others(self, state: Position, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat and state.status[other] != OUT]

    def _moves(self, state: Position) -> list[float]:
        """What the options of the seat that plays are worth."""
        mine, node = state.banked[state.seat], (state.rolls, state.points)
        rivals = tuple(self._rivals(state))
        if len(rivals) == 1:
            ((kind, yours, level),) = rivals
            return self.two.moves(kind, mine, yours, node, level)
        worths: list[float] = self._turns(mine, rivals)[self.two.hand.turn.nodes[node]].tolist()
        return worths

    def _turn(self, mine: int, rivals: tuple[tuple[str, int, int], ...]) -> Floats:
        """What options are worth against several: nodes × options.

        To call is to outlast each of the others, and so is to bank in a last turn.
        """
        two = self.two
        called = np.stack([two.ends[kind].called[two.place(yours)] for kind, yours, _ in rivals])
        banked = np.stack([two.ends[kind].banked[two.place(yours)] for kind, yours, _ in rivals]).prod(axis=0)
        if all(kind != "last" for kind, _, _ in rivals):
            playing = [yours for kind, yours, _ in rivals if kind == "open"]
            banked = self._ahead(playing, [yours for kind, yours, _ in rivals if kind == "chase"])
            banked[two.hand.scores] = 1.0
        stopped = np.where(called.min(axis=0) < 0.0, REFUSED, called.prod(axis=0))
        return two.hand.options(Ends(banked[None], stopped[None]), two.place(mine))[:, 0]

    def _ahead(self, playing: list[int], standing: list[int]) -> Floats:
        """The chance of one who plays on beside these, by his score: that somebody beats those who stand, and that it
        is he, each being as likely as he is strong. The others have a turn before his next one.
        """
        two, race = self.two, self.two.race
        others = [two.place(yours) for yours in playing]
        found = race / np.maximum(race + race[others].sum() / PATIENCE, 1e-300)
        if standing:
            beaten = two.ends["chase"].banked[two.place(max(standing))]
            found *= 1.0 - (1.0 - beaten) * (1.0 - beaten[others]).prod()
        return np.asarray(found)

    def _last_turns(self, state: Position) -> bool:
        return self.rules.chase == "one-turn" and state.caller != NOBODY

    def _rivals(self, state: Position) -> list[tuple[str, int, int]]:
        """Whom the seat that plays has to beat: how its turn stands towards them, their score, how many have it.

        All who play on; and of those who do not, the best.
        """
        others = self._others(state, state.seat)
        playing = [other for other in others if self._to_play(state, other)]
        standing = [state.banked[other] for other in others if other not in playing]
        rivals = [(self._kind(state, other), state.banked[other], 1) for other in playing]
        if standing:
            rivals.append(("chase", max(standing), standing.count(max(standing))))
        return rivals

    def _kind(self, state: Position, other: int) -> str:
        """How a turn stands towards one who plays later, or no more."""
        if not self._to_play(state, other):
            return "chase"
        return "last" if self._last_turns(state) else "open"

    def _to_play(self, state: Position, seat: int) -> bool:
        """Whether a seat has a turn now or later."""
        if state.status[seat] != PLAYING:
            return False
        if self.rules.chase == "open" or state.caller == NOBODY:
            return True
        return (seat - state.seat) % self.seats < (state.caller - state.seat) % self.seats

    def _beats(self, state: Position, seat: int, other: int) -> float:
        """The chance of one seat to beat another alone."""
        if self._first(state, other, seat):
            return 1.0 - self._beats(state, other, seat)
        mine, yours = state.banked[seat], state.banked[other]
        if not self._to_play(state, seat):
            return 1.0 if mine > yours else 0.5 if mine == yours else 0.0
        kind = self._kind(state, other)
        if seat != state.seat:
            return max(self.two.moves(kind, mine, yours, (0, 0)))
        worths = self.two.moves(kind, mine, yours, (state.rolls, state.points))
        return worths[0] if state.rolling else max(worths)

    def _first(self, state: Position, seat: int, other: int) -> bool:
        """Whether it is the one seat that plays next of the two."""
        if not self._to_play(state, seat):
            return False
        return not self._to_play(state, other) or (seat - state.seat) % self.seats < (other - state.seat) % self.seats


def roll_off(game: Ketchup, state: Position, seat: int) -> float:
    """The chance to win a tie of which some seats have rolled; those level share it."""
    if seat not in state.tied:
        return 0.0
    ways = tally(faces_of(game.dice), lambda face: face == "K")
    every = sum(ways.values())
    place = state.tied.index(seat)
    rolled = [labels for each, labels in enumerate(state.labels) if each != place]
    open_ = len(state.tied) - len(rolled) - 1
    own = {state.labels[place]: 1.0} if place < len(state.labels) else {n: w / every for n, w in ways.items()}
    chance = 0.0
    for labels, likely in own.items():
        if any(other > labels for other in rolled):
            continue
        fewer = sum(weight for other, weight in ways.items() if other < labels) / every
        level = ways.get(labels, 0) / every
        already = rolled.count(labels)
        for more in range(open_ + 1):
            chance += likely * comb(open_, more) * level**more * fewer ** (open_ - more) / (1 + already + more)
    return chance
