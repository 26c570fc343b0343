"""What somebody means who types a word and perhaps a place: `chat`, `chat 0,0 down`.

A word that lies on the table in part is read cell by cell from its place; pushing dice apart takes the notation.
"""

from __future__ import annotations

import re

from dicecup.errors import IllegalMove, NotationError
from dicecup.games.alphabet.hand import Hand
from dicecup.games.alphabet.layout import Cell, Tile
from dicecup.games.alphabet.notation import Build
from dicecup.games.alphabet.words import Words

__all__ = ["meant"]

_TYPED = re.compile(r"(?:build )?(?:(-?\d{1,4}) ?[, ] ?(-?\d{1,4}) )?(across|down)? ?([a-z]+)", re.IGNORECASE)
_TURNED = re.compile(r"([a-z]+)(?: at)?(?: (-?\d{1,4}) ?[, ] ?(-?\d{1,4}))?(?: (across|down))?", re.IGNORECASE)
_FACES = re.compile(r"QU|[A-Z]")


def meant(text: str, table: dict[Cell, Tile], hand: Hand, words: Words) -> Build:
    """The build that a text means; NotationError where it means none, IllegalMove where a word cannot be."""
    text = " ".join(text.split())
    if found := _TURNED.fullmatch(text):
        word, x, y, way = found.groups()
    elif found := _TYPED.fullmatch(text):
        x, y, way, word = found.groups()
    else:
        raise NotationError(f"{text!r:.60} is no move; type a word, a word and its place (CHAT 0,0 across), or pass")
    faces = [letter.capitalize() for letter in _FACES.findall(word.upper())]
    if word.upper() not in words:
        raise IllegalMove(f"{word.upper():.60} is not a word of the list")
    if x is None:
        if table:
            raise IllegalMove(f"{word.upper():.60} is a word, but your dice cannot build it anywhere here")
        x = y = "0"
    return _read(int(x), int(y), (way or "across").lower() == "across", faces, table, [face for _, face in hand])


def _read(x: int, y: int, across: bool, letters: list[str], table: dict[Cell, Tile], held: list[str]) -> Build:
    faces: list[str] = []
    old: list[bool] = []
    for at, letter in enumerate(letters):
        cell = (x + at, y) if across else (x, y + at)
        lies = table.get(cell)
        old.append(lies is not None)
        if lies is not None:
            if lies[1].rstrip("*") != letter:
                raise IllegalMove(f"at {cell[0]},{cell[1]} lies {lies[1]}, not {letter}")
            faces.append(lies[1])
            continue
        fits = [face for face in held if face.rstrip("*") == letter]
        if not fits:
            raise IllegalMove(f"your hand has no {letter} left for {''.join(letters)}")
        faces.append(min(fits, key=len))
        held.remove(faces[-1])
    return Build(x, y, across, tuple(faces), tuple(old))
