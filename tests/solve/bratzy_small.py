"""Bratzy with few dice, faces and boxes; and what it is worth, found slowly and obviously from the contract alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from dicecup.dice import Dice
from dicecup.game import CHANCE, OVER, Game
from dicecup.games.bratzy.rules import Bratzy


@dataclass(frozen=True, repr=False)
class Mixed(Bratzy):
    """Two upper boxes with a bonus within reach, and a lower one."""

    dice: ClassVar[Dice] = ((1, 2, 3, 4),) * 3
    boxes: ClassVar[tuple[str, ...]] = ("ones", "threes", "one-pair")
    bonus: ClassVar[int] = 7
    bonus_from: ClassVar[int] = 5


@dataclass(frozen=True, repr=False)
class Shuffled(Bratzy):
    """Lower boxes before upper ones, five dice, one re-roll."""

    dice: ClassVar[Dice] = ((1, 2, 3),) * 5
    boxes: ClassVar[tuple[str, ...]] = ("bratzy", "twos", "full-house")
    rerolls: ClassVar[int] = 1
    bonus: ClassVar[int] = 50
    bonus_from: ClassVar[int] = 6


@dataclass(frozen=True, repr=False)
class Lower(Bratzy):
    """No upper box at all, so that a bonus cannot be won; three re-rolls."""

    dice: ClassVar[Dice] = ((1, 2, 5),) * 3
    boxes: ClassVar[tuple[str, ...]] = ("chance", "three-of-a-kind", "one-pair")
    rerolls: ClassVar[int] = 3


@dataclass(frozen=True, repr=False)
class Free(Bratzy):
    """A bonus for nothing, and faces that no upper box is for."""

    dice: ClassVar[Dice] = ((2, 4, 7),) * 3
    boxes: ClassVar[tuple[str, ...]] = ("twos", "fours", "chance")
    bonus: ClassVar[int] = 3
    bonus_from: ClassVar[int] = 0


@dataclass(frozen=True, repr=False)
class Upper(Bratzy):
    """Upper boxes only, their bonus hard to reach."""

    dice: ClassVar[Dice] = ((1, 2, 3),) * 3
    boxes: ClassVar[tuple[str, ...]] = ("ones", "twos", "threes")
    rerolls: ClassVar[int] = 1
    bonus: ClassVar[int] = 10
    bonus_from: ClassVar[int] = 12


@dataclass(frozen=True, repr=False)
class Tiny(Bratzy):
    """Small enough for a match of two to be searched through."""

    dice: ClassVar[Dice] = ((1, 2, 3),) * 2
    boxes: ClassVar[tuple[str, ...]] = ("twos", "one-pair")
    rerolls: ClassVar[int] = 1
    bonus: ClassVar[int] = 3
    bonus_from: ClassVar[int] = 4


SMALL = [Mixed(), Shuffled(), Lower(), Free(), Upper()]


class Slowly:
    """Values for all seats, by asking what may follow; every seat wants most for itself."""

    def __init__(self, game: Game[Any, Any], worth: Callable[[Any], tuple[float, ...]]) -> None:
        self.game = game
        self.worth = worth
        self.known: dict[Any, tuple[float, ...]] = {}

    def value(self, state: Any) -> tuple[float, ...]:
        if state not in self.known:
            self.known[state] = self._value(state)
        return self.known[state]

    def _value(self, state: Any) -> tuple[float, ...]:
        game = self.game
        turn = game.turn(state)
        if turn == OVER:
            return self.worth(state)
        if turn == CHANCE:
            request: Any = game.roll(state)
            every = request.combinations
            ends = [(weight / every, self.value(game.land(state, faces))) for faces, weight in request.outcomes()]
            return tuple(sum(chance * end[seat] for chance, end in ends) for seat in range(len(ends[0][1])))
        return max((self.value(game.play(state, move)) for move in game.moves(state)), key=lambda end: end[int(turn)])


def points(game: Game[Any, Any]) -> Slowly:
    return Slowly(game, lambda state: tuple(map(float, game.scores(state))))


def wins(game: Game[Any, Any]) -> Slowly:
    def worth(state: Any) -> tuple[float, ...]:
        winners = game.winners(state) or ()
        return tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(game.scores(state))))

    return Slowly(game, worth)
