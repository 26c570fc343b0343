"""Fair dice: made from a secret that was promised before anybody acted, so that everybody can make them again.

The secret's hash is published first; players' devices add nonces; the secret itself is told when the game is over. Dice
are keyed by where they fall (turn, roll within it, die), never by what was chosen, so that taking a move back and
making it again gives the same dice. `docs/fair-dice.md` is the specification, with test vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from dicecup.chance import Chance, Deal, HandsRoll, Roll
from dicecup.dice import Die, Face
from dicecup.options import Plain
from dicecup.table.wire import RollCheck

__all__ = ["FairDice", "commitment", "described", "place_below"]

TAG = "dicecup-fair-1"
BITS = 64


def commitment(identity: str, secret: bytes) -> str:
    """The promise: what is published of a secret before the game."""
    return sha256(f"{TAG}|commit|{identity}|{secret.hex()}".encode()).hexdigest()


def place_below(value: int, count: int, bits: int = BITS) -> int | None:
    """A value of so many even bits as one below `count`, all of them equally often; None: try the next value."""
    return value % count if value < (1 << bits) - (1 << bits) % count else None


class FairDice:
    """The dice of one game."""

    def __init__(self, identity: str, secret: bytes, nonces: Sequence[str]) -> None:
        # HMAC as RFC 2104 defines it, since the key stays the same: several times as fast as hmac.digest.
        key = secret.ljust(64, b"\0")
        self._inner = bytes(byte ^ 0x36 for byte in key)
        self._outer = bytes(byte ^ 0x5C for byte in key)
        self._about = f"{identity}|{','.join(nonces)}"

    def __repr__(self) -> str:
        return "FairDice(…)"  # the secret stays one, also in a traceback

    def below(self, count: int, purpose: str, turn: int, roll: int, item: int) -> int:
        """A number from 0 to count - 1."""
        tries = 0
        while True:
            message = f"{TAG}|{purpose}|{self._about}|{turn}|{roll}|{item}|{tries}"
            block = sha256(self._outer + sha256(self._inner + message.encode()).digest()).digest()
            found = place_below(int.from_bytes(block[:8], "big"), count)
            if found is not None:
                return found
            tries += 1

    def throw(self, request: Chance, place: tuple[int, int]) -> Plain:
        """What falls at that place (turn, roll), as in a record."""
        if isinstance(request, Deal):
            return self._deal(request.numbers, request.each, request.seats, place)
        if isinstance(request, HandsRoll):
            return [[self._face(request.dice[number], number, place) for number in hand] for hand in request.hands]
        dice = zip(request.dice, request.numbers, strict=True)
        return [self._face(die, number, place) for die, number in dice]

    def again(self, check: RollCheck) -> Plain:
        """What a roll must have shown, from its own description."""
        place = (check.turn, check.roll)
        if check.event == "deal":
            return self._deal([number for number, _ in check.dice], check.hands[0], len(check.hands), place)
        faces = [self._face(tuple(die), number, place) for number, die in check.dice]
        if not check.hands:
            return faces
        return [[faces.pop(0) for _ in range(held)] for held in check.hands]

    def _face(self, die: Die, number: int, place: tuple[int, int]) -> Face:
        return die[self.below(len(die), "die", *place, number)]

    def _deal(self, numbers: Sequence[int], each: int, seats: int, place: tuple[int, int]) -> list[list[int]]:
        shuffled = list(numbers)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.below(last + 1, "deal", *place, last)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return [sorted(shuffled[seat * each : (seat + 1) * each]) for seat in range(seats)]


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
