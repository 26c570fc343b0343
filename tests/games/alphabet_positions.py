"""Small word lists and positions for Alphabet's tests, set up by what lies where and not by a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import msgspec
import pytest

from dicecup.errors import IllegalMove
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet.dice import DICE
from dicecup.games.alphabet.notation import Build, read
from dicecup.games.alphabet.rules import Position
from dicecup.games.alphabet.words import register

_count = count(1)

WORDS = "CAT CATS CHAT CAR CART ON CARTON AT PART BUS CUT CUTS ATE TEA SAT SEA EAT HAT HATS AS SO OS"
"""A few words that go well together."""


def playing(*words: str, **options: Any) -> Alphabet:
    """The rules with just these words (and MMGOOD)."""
    name = f"test-{next(_count)}"
    register(name, [each for word in words for each in word.split()])
    return Alphabet(words=name, **options)


def dice_showing(faces: Iterable[str], taken: Iterable[int] = ()) -> list[tuple[int, str]]:
    """Different dice that show these faces: the lowest that can, with dice passed on where one is wanted twice."""
    wanted = list(faces)
    owner: dict[int, int] = {}

    def serve(at: int, tried: set[int]) -> bool:
        for die, sides in DICE.items():
            if wanted[at] in sides and die not in taken and die not in tried:
                tried.add(die)
                if die not in owner or serve(owner[die], tried):
                    owner[die] = at
                    return True
        return False

    for at in range(len(wanted)):
        assert serve(at, set()), f"no dice show {wanted}"
    number = {at: die for die, at in owner.items()}
    return [(number[at], face) for at, face in enumerate(wanted)]


def faces_of(text: str) -> list[str]:
    """The faces of a text such as `CA*Qu`."""
    build = read(f"build 0,0 across {text}")
    assert isinstance(build, Build)
    return list(build.faces)


def position(
    rows: str | Mapping[tuple[int, int], str],
    hands: Sequence[str],
    *,
    origin: tuple[int, int] = (0, 0),
    seat: int = 0,
    **more: Any,
) -> Position:
    """A position: rows of the table with dots for empty cells, and what each seat holds.

    Dice are numbered as they come: the table first, then the hands, always the lowest die that will do.
    """
    cells = grid(rows, origin) if isinstance(rows, str) else dict(rows)
    held = [faces_of(hand) if hand else [] for hand in hands]
    tiles = dice_showing([*cells.values(), *(face for hand in held for face in hand)])
    table = tuple(sorted((x, y, die, face) for (x, y), (die, face) in zip(cells, tiles, strict=False)))
    rest = tiles[len(cells) :]
    dealt = []
    for hand in held:
        dealt.append(tuple(sorted(rest[: len(hand)])))
        rest = rest[len(hand) :]
    state = Position(1, 0, seat, "move", (), tuple(dealt), table, (False,) * len(hands))
    return msgspec.structs.replace(state, **more)


def grid(rows: str, origin: tuple[int, int] = (0, 0)) -> dict[tuple[int, int], str]:
    """The cells of rows such as `CAT / .S.`."""
    cells: dict[tuple[int, int], str] = {}
    for y, row in enumerate(rows.split("/")):
        x = 0
        text = row.strip()
        while text:
            if text[0] == ".":
                text = text[1:]
            else:
                face = text[: 2 if text.startswith("Qu") else 1]
                face += "*" if text[len(face) :].startswith("*") else ""
                text = text[len(face) :]
                cells[origin[0] + x, origin[1] + y] = face
            x += 1
    return cells


def shown(state: Position) -> dict[tuple[int, int], str]:
    """The table as cells and faces."""
    return {(x, y): face for x, y, _, face in state.table}


def number_of(state: Position, cell: tuple[int, int]) -> int:
    """The number of the die at a cell."""
    return next(die for x, y, die, _ in state.table if (x, y) == cell)


def holding(state: Position, seat: int) -> list[str]:
    """The faces a seat holds, in alphabetical order."""
    return sorted(face for _, face in state.hands[seat])


def play(game: Alphabet, state: Position, *texts: str) -> Position:
    for text in texts:
        state = game.play(state, game.parse(state, text))
    return state


def refused(game: Alphabet, state: Position, text: str, match: str | None = None) -> None:
    """The text is a move, but not one that may be made, and both parse and play say so."""
    with pytest.raises(IllegalMove, match=match):
        game.parse(state, text)
    with pytest.raises(IllegalMove, match=match):
        game.play(state, read(text))
