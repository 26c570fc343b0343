"""Requests for chance: which dice are to be rolled, or how many hands are to be dealt.

A request holds no randomness. Where the faces come from (a generator, fair dice, fingers typing what real dice
show, a record, an enumeration) is the caller's business; whatever the source, `check` says whether they can be.
"""

from __future__ import annotations

from bisect import bisect
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, ClassVar

from dicecup.dice import Dice, Die, Faces, Outcomes, combinations, outcomes
from dicecup.errors import IllegalRoll

__all__ = ["Chance", "Deal", "Hands", "HandsRoll", "Roll"]

Hands = tuple[tuple[int, ...], ...]


def _faces(values: Any, what: str) -> Faces:
    """A list of faces as a tuple; texts and whole numbers only, so that neither true nor 1.0 passes for 1."""
    if not isinstance(values, (tuple, list)):
        raise IllegalRoll(f"expected a list of {what}, got {values!r:.60}")
    for value in values:
        if type(value) is not str and type(value) is not int:
            raise IllegalRoll(f"{value!r:.60} is not a face")
    return tuple(values)


def _check_dice(dice: Dice, faces: Faces, numbers: tuple[int, ...]) -> None:
    if len(faces) != len(dice):
        raise IllegalRoll(f"expected {len(dice)} dice, got {len(faces)}")
    for face, die, number in zip(faces, dice, numbers, strict=True):
        if face not in die:
            has = " ".join(str(side) for side in dict.fromkeys(die))
            raise IllegalRoll(f"die {number} has no {face!r:.60}; its faces are {has}")


class Roll:
    """Some dice of the game, rolled now. `numbers` says which: dice have identity, counted from 1."""

    event: ClassVar[str] = "roll"

    def __init__(self, dice: Dice, numbers: tuple[int, ...] | None = None) -> None:
        self.dice = dice
        self.numbers = tuple(range(1, len(dice) + 1)) if numbers is None else numbers
        self._known: dict[Faces, Faces] = {}
        self._texts = all(type(face) is str for die in set(dice) for face in die)

    def __repr__(self) -> str:
        return f"Roll({self.dice!r}, {self.numbers!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roll) and (self.dice, self.numbers) == (other.dice, other.numbers)

    def __hash__(self) -> int:
        return hash((self.dice, self.numbers))

    def outcomes(self) -> Outcomes:
        """Distinct results with whole-number weights."""
        return outcomes(self.dice)

    @property
    def combinations(self) -> int:
        """What the weights of the outcomes sum to."""
        return combinations(self.dice)

    def check(self, faces: Any) -> Faces:
        """These faces, die by die, as a tuple; IllegalRoll where the dice cannot show them."""
        if type(faces) is tuple:
            try:
                known = self._known[faces]
            except (KeyError, TypeError):
                pass
            else:
                # Texts equal nothing but texts, but True and 1.0 equal the 1 that was known.
                if self._texts or all(type(face) is int for face in faces):
                    return known
        checked = _faces(faces, "faces")
        _check_dice(self.dice, checked, self.numbers)
        return self._known.setdefault(checked, checked)

    def throw(self, rng: Random) -> Faces:
        """Faces as dice on a table fall: each die by itself."""
        return tuple(rng.choice(die) for die in self.dice)

    def sample(self, rng: Random) -> Faces:
        """One of the outcomes by its weight: what `throw` gives up to order, at the cost of one random number."""
        results, upto = self._ladder
        return results[bisect(upto, rng.random() * upto[-1])]

    @cached_property
    def _ladder(self) -> tuple[list[Faces], list[int]]:
        results = self.outcomes()
        return [faces for faces, _ in results], list(accumulate(weight for _, weight in results))


class HandsRoll:
    """Every seat rolls the dice in its hand, lowest die number first; the faces come as one list for each seat."""

    event: ClassVar[str] = "roll"

    def __init__(self, dice: dict[int, Die], hands: Hands) -> None:
        self.dice = dice
        self.hands = hands

    def check(self, faces: Any) -> tuple[Faces, ...]:
        if not isinstance(faces, (tuple, list)) or len(faces) != len(self.hands):
            raise IllegalRoll(f"expected a list of faces for each of {len(self.hands)} seats")
        checked = tuple(_faces(shown, "faces") for shown in faces)
        for seat, (hand, shown) in enumerate(zip(self.hands, checked, strict=True)):
            try:
                _check_dice(tuple(self.dice[number] for number in hand), shown, hand)
            except IllegalRoll as error:
                raise IllegalRoll(f"seat {seat}: {error}") from None
        return checked

    def throw(self, rng: Random) -> tuple[Faces, ...]:
        """Faces for all dice there are, and of those the hands': who holds or has placed a die changes no other."""
        shown = {number: rng.choice(die) for number, die in self.dice.items()}
        return tuple(tuple(shown[number] for number in hand) for hand in self.hands)

    sample = throw


class Deal:
    """All dice are shuffled and each seat is dealt `each` of them."""

    event: ClassVar[str] = "deal"

    def __init__(self, seats: int, each: int, numbers: tuple[int, ...]) -> None:
        self.seats = seats
        self.each = each
        self.numbers = numbers

    def check(self, hands: Any) -> Hands:
        if not isinstance(hands, (tuple, list)) or len(hands) != self.seats:
            raise IllegalRoll(f"expected a list of die numbers for each of {self.seats} seats")
        dealt: set[int] = set()
        for seat, hand in enumerate(hands):
            if not isinstance(hand, (tuple, list)) or len(hand) != self.each:
                raise IllegalRoll(f"seat {seat}: expected {self.each} die numbers")
            for number in hand:
                if type(number) is not int or number not in self.numbers:
                    raise IllegalRoll(f"seat {seat}: there is no die {number!r:.60}")
                if number in dealt:
                    raise IllegalRoll(f"seat {seat}: die {number} is dealt twice")
                dealt.add(number)
            if list(hand) != sorted(hand):
                raise IllegalRoll(f"seat {seat}: a hand is written lowest die number first")
        return tuple(tuple(hand) for hand in hands)

    def throw(self, rng: Random) -> Hands:
        shuffled = list(self.numbers)
        rng.shuffle(shuffled)
        return tuple(tuple(sorted(shuffled[seat * self.each : (seat + 1) * self.each])) for seat in range(self.seats))

    sample = throw


Chance = Roll | HandsRoll | Deal
"""What `game.roll(state)` asks for."""
