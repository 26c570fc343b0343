"""A place for a word, colours aside.

Where places are searched for, a die is one capital letter, and Q is the face `Qu`.
"""

from __future__ import annotations

from typing import NamedTuple

from dicecup.games.alphabet.layout import Cell

__all__ = ["LETTERS", "Spot", "code", "face_of"]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def code(face: str) -> str:
    """The letter that stands for a face."""
    return face[0]


def face_of(letter: str) -> str:
    """The black face that a letter stands for."""
    return "Qu" if letter == "Q" else letter


class Spot(NamedTuple):
    """A place for a word: its first cell, its direction, its letters, and which of them lie on the table already."""

    start: Cell
    across: bool
    word: str
    old: tuple[int, ...]
    faces: tuple[str, ...]
    """What those on the table show."""
    first: int = 0
    """The number of the first of them along its line."""
