"""Fair dice: made from a secret that was promised before anybody acted, so that everybody can make them again.

The secret's hash is published first; players' devices add nonces; the secret itself is told when the game is over. Dice
are keyed by where they fall (turn, roll within it, die), never by what was chosen, so that taking a move back and
making it again gives the same dice. `docs/fair-dice.md` is the specification, with test vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from dicecup.chance import Chance, Deal, HandsRoll, Roll
from dicecup.dice import Die, Face
from dicecup.options import Plain
from dicecup.table.wire import RollCheck

__all__ = ["FairDice", "commitment", "described", "place_below"]

TAG = "dicecup-fair-1"
BITS = 64


class Hash(Protocol):
    """As hashlib has them."""

    def copy(self) -> Hash: ...

    def update(self, more: bytes, /) -> None: ...

    def digest(self) -> bytes: ...


def commitment(identity: str, secret: bytes) -> str:
    """The promise: what is published of a secret before the game."""
    return sha256(f"{TAG}|commit|{identity}|{secret.hex()}".encode()).hexdigest()


def place_below(value: int, count: int, bits: int = BITS) -> int | None:
    """A value of so many even bits as one below `count`, all of them equally often; None: try the next value."""
    return value % count if value < (1 << bits) - (1 << bits) % count else None


class FairDice:
    """The dice of one game."""

    def __init__(self, identity: str, secret: bytes, nonces: Sequence[str]) -> None:
        # HMAC as RFC 2104 defines it, since the key stays the same, and so does most of the message from die to die:
        # what was hashed once is copied.
        key = secret.ljust(64, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in key))
        self._about = f"{identity}|{','.join(nonces)}"

    def __repr__(self) -> str:
        return "FairDice(…)"  # the secret stays one, also in a traceback

    def __deepcopy__(self, _: object) -> FairDice:
        return self  # it never changes

    def below(self, count: int, purpose: str, turn: int, roll: int, item: int) -> int:
        """A number from 0 to count - 1."""
        return self._below(count, self._at(purpose, (turn, roll)), item)

    def _at(self, purpose: str, place: tuple[int, int]) -> Hash:
        """What all dice of one place have in common, hashed."""
        begun = self._inner.copy()
        begun.update(f"{TAG}|{purpose}|{self._about}|{place[0]}|{place[1]}|".encode())
        return begun

    def _below(self, count: int, begun: Hash, item: int) -> int:
        tries = 0
        while True:
            inner, outer = begun.copy(), self._outer.copy()
            inner.update(b"%d|%d" % (item, tries))
            outer.update(inner.digest())
            found = place_below(int.from_bytes(outer.digest()[:8], "big"), count)
            if found is not None:
                return found
            tries += 1

    def lots(self, seats: int) -> list[int]:
        """The order of so many seats, by the numbers they were wished for with."""
        return self._shuffled(range(seats), "lots", (0, 0))

    def throw(self, request: Chance, place: tuple[int, int]) -> Plain:
        """What falls at that place (turn, roll), as in a record."""
        if isinstance(request, Deal):
            return self._deal(request.numbers, request.each, request.seats, place)
        begun = self._at("die", place)
        if isinstance(request, HandsRoll):
            return [[self._face(request.dice[number], number, begun) for number in hand] for hand in request.hands]
        dice = zip(request.dice, request.numbers, strict=True)
        return [self._face(die, number, begun) for die, number in dice]

    def again(self, check: RollCheck) -> Plain:
        """What a roll must have shown, from its own description."""
        place = (check.turn, check.roll)
        if check.event == "deal":
            return self._deal([number for number, _ in check.dice], check.hands[0], len(check.hands), place)
        begun = self._at("die", place)
        faces = [self._face(tuple(die), number, begun) for number, die in check.dice]
        if not check.hands:
            return faces
        return [[faces.pop(0) for _ in range(held)] for held in check.hands]

    def _face(self, die: Die, number: int, begun: Hash) -> Face:
        return die[self._below(len(die), begun, number)]

    def _deal(self, numbers: Sequence[int], each: int, seats: int, place: tuple[int, int]) -> list[list[int]]:
        shuffled = self._shuffled(numbers, "deal", place)
        return [sorted(shuffled[seat * each : (seat + 1) * each]) for seat in range(seats)]

    def _shuffled(self, numbers: Sequence[int], purpose: str, place: tuple[int, int]) -> list[int]:
        shuffled, begun = list(numbers), self._at(purpose, place)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self._below(last + 1, begun, last)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled


def described(number: int, request: Chance, place: tuple[int, int], faces: Plain) -> RollCheck:
    """A roll with all that its dice are made from; `number` is that of its event."""
    turn, roll = place
    if isinstance(request, Deal):
        dice: list[tuple[int, list[Face]]] = [(each, []) for each in request.numbers]
        return RollCheck(number, "deal", turn, roll, dice, [request.each] * request.seats, faces)
    if isinstance(request, HandsRoll):
        dice = [(each, list(request.dice[each])) for hand in request.hands for each in hand]
        return RollCheck(number, "roll", turn, roll, dice, [len(hand) for hand in request.hands], faces)
    assert isinstance(request, Roll)
    dice = [(each, list(die)) for each, die in zip(request.numbers, request.dice, strict=True)]
    return RollCheck(number, "roll", turn, roll, dice, [], faces)
