"""A turn of Ketchup as a decision problem, and what it is worth given what its ends are worth.

Nodes are (rolls made, points in hand). A turn ends with points banked, with points banked and a call, with a bust, or
with a penalty. Whoever comes over the goal is out, which is how a node too large for its lane ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from dicecup.games.ketchup.rules import ROLLS, Ketchup, five, worth
from dicecup.solve.lanes import Floats
from dicecup.solve.turn import Leaf, Option, Turn, sure

__all__ = ["OUT", "REFUSED", "Ends", "Hand", "Places", "hand"]

Node = tuple[int, int]
Places = npt.NDArray[np.int64]

BUST = "bust"
PENALTY = "penalty"
OUT = 0.0
REFUSED = -1e9
"""The worth of a move that may not be made: less than any other."""


@dataclass(frozen=True)
class Ends:
    """What the ends of a turn are worth to the player: yours × my score then, both counted from the lowest score.

    A bust leaves my score as it is, a penalty lowers it; both are worth what banking that score is.
    """

    banked: Floats
    called: Floats


class Hand:
    """The turn of a rule set, with scores from `low` on; a penalty takes no score below it."""

    def __init__(self, game: Ketchup, low: int) -> None:
        self.game, self.low = game, low
        self.scores = game.goal - low
        """How many scores there are under the goal."""
        self._fall = _fall(game)
        self.turn: Turn[Node] = Turn([(0, 0)], self._options, size=lambda node: node[1])
        leaves = self.turn.leaves
        self.start = self.turn.place((0, 0))
        held = sorted({points for _, points in self.turn.nodes})
        self._held = np.array(held)[:, None]
        self._calls = np.array([leaves["call", points] for points in held])
        bankable = [points for points in held if ("bank", points) in leaves]
        self._bankable = np.array(bankable)[:, None]
        self._banks = np.array([leaves["bank", points] for points in bankable])
        self.passing = np.array([leaves[how] for how in (BUST, ("bank", 0)) if how in leaves], dtype=int)
        """The leaves that change nothing but whose turn it is."""
        self.penalty = np.array([leaves[how] for how in (PENALTY,) if how in leaves], dtype=int)
        self.most = held[-1]
        self.usual = max((weight, fell) for fell, weight in self._fall if isinstance(fell, int))[1]
        """The points that a roll brings most often."""

    def _options(self, node: Node) -> Sequence[Option]:
        rolls, points = node
        roll = [
            (weight, Leaf(fell) if isinstance(fell, str) else (rolls + 1, points + fell)) for fell, weight in self._fall
        ]
        bank, call = sure(Leaf(("bank", points))), sure(Leaf(("call", points)))
        if rolls == 0:
            return roll, call
        return (roll, bank, call) if rolls < ROLLS else (bank, call)

    def ends(self, banked: Floats | float, called: Floats | float, yours: int) -> Ends:
        """Ends from those under the goal (yours × my score): at the goal a banked score wins, over it one is out."""
        width = self.scores + self.most
        ends = Ends(np.full((yours, width), OUT), np.full((yours, width), OUT))
        ends.banked[:, : self.scores] = banked
        ends.called[:, : self.scores] = called
        ends.banked[:, self.scores] = 1.0
        ends.called[:, self.scores] = REFUSED
        if self.game.call_from:
            ends.called[:, : max(self.game.call_from - self.low, 0)] = REFUSED
        return ends

    def lower(self, mine: Places) -> Places:
        """Where a penalty takes a score."""
        return np.asarray(np.maximum(mine - self.game.penalty, 0))

    def leaves(self, ends: Ends, mine: Places, yours: Places, channels: int = 1) -> Floats:
        """Utilities in lanes of (my score, yours), both counted from the lowest, as the first of some channels."""
        leaves = np.zeros((channels, len(self.turn.leaves), len(mine)))
        leaves[0, self._banks] = ends.banked[yours, mine + self._bankable]
        leaves[0, self._calls] = ends.called[yours, mine + self._held]
        leaves[0, self.passing] = ends.banked[yours, mine]
        leaves[0, self.penalty] = ends.banked[yours, self.lower(mine)]
        return leaves

    def solve(self, leaves: Floats, mine: Places) -> Floats:
        """Values of leaves and nodes, my scores rising from lane to lane."""
        return self.turn.solve(leaves, room=(self.scores - mine).astype(np.int32))

    def once(self, ends: Ends) -> Floats:
        """What a single turn is worth from each score: yours × mine."""
        yours = np.arange(len(ends.banked))
        turns = []
        for score in range(self.scores):
            mine = np.full(len(yours), score)
            turns.append(self.solve(self.leaves(ends, mine, yours), mine)[0, self.start])
        return np.stack(turns, axis=1)

    def options(self, ends: Ends, mine: int) -> Floats:
        """What each option is worth with a score of mine: nodes × yours × options."""
        yours = np.arange(len(ends.banked))
        lanes = np.full(len(yours), mine)
        values = self.solve(self.leaves(ends, lanes, yours), lanes)[0]
        return np.stack([self.turn.worths(values, option) for option in range(ROLLS)], axis=2)

    def best_average(self) -> float:
        """The points that the best turn adds on average, with the goal far away."""
        return float(self._average()[self.start, 0])

    def average_bank_from(self, rolls: int) -> int | None:
        """The fewest points with which that turn is banked after so many rolls; None where it is never."""
        worths = self.turn.worths(self._average(), 0)[:, 0]
        held = sorted((points, node) for (made, points), node in self.turn.nodes.items() if made == rolls)
        return next((points for points, node in held if worths[node] <= points), None)

    def _average(self) -> Floats:
        gains = np.array([_gain(how, self.game.penalty) for how in self.turn.leaves])
        return np.asarray(self.turn.solve(gains[None, :, None])[0])


def _gain(how: object, penalty: int) -> float:
    return float(how[1]) if isinstance(how, tuple) else -float(penalty) if how == PENALTY else 0.0


def _fall(game: Ketchup) -> list[tuple[int | str, int]]:
    """What a roll comes to, with weights: a bust, a penalty or points."""
    found: dict[int | str, int] = {}
    for faces, weight in five(game.dice).outcomes():
        roll = worth(faces)
        safe = roll.saved or (roll.bottle and game.bottle_saves)
        key = PENALTY if roll.penalty else roll.points if safe else BUST
        found[key] = found.get(key, 0) + weight
    return list(found.items())


@cache
def hand(game: Ketchup, low: int) -> Hand:
    return Hand(game, low)
