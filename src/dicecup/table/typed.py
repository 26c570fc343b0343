"""What real dice show, typed by people: forgiving about order, case and spaces, strict about what is possible.

A request for chance is asked in parts, one for each person who rolls. Dice that are dealt have numbers in a record
but mostly none on a table; so people type what each hand shows, and numbers are found that can show it. Who has
numbered dice may type the numbers, and then what they show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicecup.chance import Deal, HandsRoll, Roll
from dicecup.dice import Dice, Die, Face
from dicecup.errors import IllegalRoll
from dicecup.game import Game
from dicecup.table.table import Event, Rolled

__all__ = ["Part", "Question", "assign", "question", "read_faces"]

_COUNTED = re.compile(r"(\d+)\s*[x×*]?\s*(\D+)")
_TIMES = re.compile(r"(\d+)[x×](\d+)")


@dataclass(frozen=True)
class Part:
    """One thing to type: how many faces, and whose (None: those of whoever's turn it is)."""

    seat: int | None
    count: int
    faces: tuple[Face, ...]
    """All that these dice can show, each once."""
    fits: Callable[[Sequence[Face]], object]
    """IllegalRoll where the dice cannot show this together."""
    numbers: tuple[int, ...] = ()
    """Numbers of dice that may be typed instead of what they show."""

    def read(self, text: str, words: Mapping[str, Face]) -> list[Face]:
        faces = read_faces(text, (*self.numbers, *self.faces), words)
        if len(faces) != self.count:
            raise IllegalRoll(f"expected {self.count} {'die' if self.count == 1 else 'dice'}, got {len(faces)}")
        self.fits(faces)
        return faces


@dataclass(frozen=True)
class Question:
    """Parts to ask in order, and the events that their answers make."""

    parts: tuple[Part, ...]
    events: Callable[[Sequence[Sequence[Face]]], list[Event]]


def read_faces(text: str, faces: Sequence[Face], words: Mapping[str, Face] | None = None) -> list[Face]:
    """The faces in a text: `1 3 5`, `135`, `gg y r`, `5g 3y 2r`, `green green red`."""
    known: dict[str, Face] = {name.lower(): face for name, face in (words or {}).items() if face in faces}
    known |= {str(face).lower(): face for face in faces}
    found: list[Face] = []
    for token in re.split(r"[\s,;/]+", text.strip().lower()):
        if token:
            found += _token(token, known, faces)
    return found


def _token(token: str, known: Mapping[str, Face], faces: Sequence[Face]) -> list[Face]:
    if token in known:
        return [known[token]]
    for pattern in (_TIMES, _COUNTED):
        if (counted := pattern.fullmatch(token)) and counted[2] in known and int(counted[1]) <= 100:
            return [known[counted[2]]] * int(counted[1])
    found: list[Face] = []
    rest = token
    while rest:
        for length in range(len(rest), 0, -1):
            if rest[:length] in known:
                found.append(known[rest[:length]])
                rest = rest[length:]
                break
        else:
            if (counted := re.match(r"(\d{1,2})(\D)", rest)) and counted[2] in known:
                found += [known[counted[2]]] * int(counted[1])
                rest = rest[counted.end() :]
                continue
            shown = " ".join(str(face) for face in faces)
            raise IllegalRoll(f"there is no {token!r:.40} on these dice; their faces are {shown}")
    return found


def assign(dice: Sequence[Die], faces: Sequence[Face]) -> list[Face] | None:
    """The faces in an order in which the dice can show them, as typed where that will do; None where there is none."""
    owner: dict[int, int] = {}

    def place(at: int, tried: set[int]) -> bool:
        for die in (at, *(other for other in range(len(dice)) if other != at)):
            if die < len(dice) and faces[at] in dice[die] and die not in tried:
                tried.add(die)
                if die not in owner or place(owner[die], tried):
                    owner[die] = at
                    return True
        return False

    if len(faces) != len(dice) or not all(place(at, set()) for at in range(len(faces))):
        return None
    return [faces[owner[die]] for die in range(len(dice))]


def question(game: Game[Any, Any], state: Any) -> Question:
    """What to ask people whose dice are due."""
    request = game.roll(state)
    if isinstance(request, Roll):
        return _ask_roll(request)
    if isinstance(request, HandsRoll):
        return _ask_hands(request)
    return _ask_deal(request, game, state)


def _faces_of(dice: Sequence[Die]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(face for die in dice for face in die))


def _fitted(dice: Dice, faces: Sequence[Face]) -> list[Face]:
    placed = assign(dice, faces)
    if placed is None:
        kinds = ", ".join(dict.fromkeys("".join(str(face) for face in die) for die in dice))
        raise IllegalRoll(f"these dice cannot show {' '.join(map(str, faces))} together; they are {kinds:.200}")
    return placed


def _ask_roll(request: Roll) -> Question:
    def events(answers: Sequence[Sequence[Face]]) -> list[Event]:
        faces = _fitted(request.dice, answers[0])
        request.check(faces)
        return [Rolled(request.event, faces)]

    dice = request.dice
    return Question((Part(None, len(dice), _faces_of(dice), lambda faces: _fitted(dice, faces)),), events)


def _ask_hands(request: HandsRoll) -> Question:
    hands = [tuple(request.dice[number] for number in hand) for hand in request.hands]
    holding = [seat for seat, hand in enumerate(hands) if hand]

    def events(answers: Sequence[Sequence[Face]]) -> list[Event]:
        faces: list[list[Face]] = [[] for _ in hands]
        for seat, typed in zip(holding, answers, strict=True):
            faces[seat] = _fitted(hands[seat], typed)
        request.check(faces)
        return [Rolled(request.event, faces)]

    def part(seat: int) -> Part:
        dice = hands[seat]
        return Part(seat, len(dice), _faces_of(dice), lambda faces: _fitted(dice, faces))

    return Question(tuple(part(seat) for seat in holding), events)


def _ask_deal(request: Deal, game: Game[Any, Any], state: Any) -> Question:
    # Which faces the dice have is only said by the roll that follows a deal, so one is tried.
    after = game.roll(game.land(state, request.throw(Random(0))))
    if not isinstance(after, HandsRoll):
        raise IllegalRoll("this game deals dice that are not rolled; they cannot be typed")
    numbers = tuple(number for number in request.numbers if number in after.dice)
    dice = [after.dice[number] for number in numbers]

    def events(answers: Sequence[Sequence[Face]]) -> list[Event]:
        if all(isinstance(face, int) for typed in answers for face in typed):
            dealt = [sorted(map(int, typed)) for typed in answers]
            request.check(dealt)
            return [Rolled(request.event, dealt)]
        hands: list[list[tuple[int, Face]]] = [[] for _ in range(request.seats)]
        slots = [(seat, face) for seat, typed in enumerate(answers) for face in typed]
        placed = _numbers([face for _, face in slots], dice)
        if placed is None:
            raise IllegalRoll("no dealing of the dice can show all these hands together; please type them again")
        for (seat, face), die in zip(slots, placed, strict=True):
            hands[seat].append((numbers[die], face))
        for hand in hands:
            hand.sort()
        deal = [[number for number, _ in hand] for hand in hands]
        request.check(deal)
        return [Rolled(request.event, deal), Rolled(after.event, [[face for _, face in hand] for hand in hands])]

    def fits(faces: Sequence[Face]) -> None:
        if all(isinstance(face, int) for face in faces):
            if len(set(faces)) < len(faces):
                raise IllegalRoll("a die has been named twice")
        elif _numbers(faces, dice) is None:
            raise IllegalRoll(f"the dice cannot show {' '.join(map(str, faces))} together")

    return Question(
        tuple(Part(seat, request.each, _faces_of(dice), fits, numbers) for seat in range(request.seats)),
        events,
    )


def _numbers(faces: Sequence[Face], dice: Sequence[Die]) -> list[int] | None:
    """A die of its own for each face, or None: augmenting paths, one face after the other."""
    owner: dict[int, int] = {}

    def serve(at: int, tried: set[int]) -> bool:
        for die, sides in enumerate(dice):
            if faces[at] in sides and die not in tried:
                tried.add(die)
                if die not in owner or serve(owner[die], tried):
                    owner[die] = at
                    return True
        return False

    if not all(serve(at, set()) for at in range(len(faces))):
        return None
    die_of = {at: die for die, at in owner.items()}
    return [die_of[at] for at in range(len(faces))]
