"""Moves as values, and their text: `build 0,0 across (C)H(AT)`, `slurp 1,0 A>U give 1`, `pass`, `done`.

    move  = build | slurp | "pass" | "done"
    build = "build " cell " " ("across" | "down") " " 1*( face | "(" 1*face ")" )
    slurp = "slurp " cell " " face ">" face " give " seat [ " then " build ]

Dice of the table stand in parentheses, neighbours in one pair of them; a red face bears its star. Each move has one
spelling, and `read(str(move)) == move`. Whether a move is legal is not asked here.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from dicecup.errors import NotationError

__all__ = ["Build", "Move", "Slurp", "read"]

_INT = r"(0|-?[1-9][0-9]{0,8})"
_FACE = r"(?:Qu|[A-PR-Z])\*?"
_BUILD = rf"build {_INT},{_INT} (across|down) ((?:{_FACE}|\((?:{_FACE})+\))+)"
_READ_BUILD = re.compile(_BUILD)
_READ_SLURP = re.compile(rf"slurp {_INT},{_INT} ({_FACE})>({_FACE}) give (0|[1-9][0-9]{{0,8}})(?: then ({_BUILD}))?")
_TOKENS = re.compile(rf"[()]|{_FACE}")
_LONGEST = 1000
"""No move is longer; thirty-six dice and two cells need far less."""

_EXPECTED = "expected pass, done, build X,Y across|down WORD or slurp X,Y OLD>NEW give SEAT [then build …]"


class Build(msgspec.Struct, frozen=True):
    """Dice placed in one line. The word is the whole main word as it stands afterwards, its first die at x,y."""

    x: int
    y: int
    across: bool
    faces: tuple[str, ...]
    old: tuple[bool, ...]
    """Which dice of the word lay on the table before."""

    def __str__(self) -> str:
        return f"build {self.x},{self.y} {'across' if self.across else 'down'} {_bracketed(self.faces, self.old)}"


class Slurp(msgspec.Struct, frozen=True):
    """The die at x,y pulled out, another put in, the pulled one given to a seat; then, perhaps, dice added."""

    x: int
    y: int
    pulled: str
    put: str
    to: int
    then: Build | None = None

    def __str__(self) -> str:
        swap = f"slurp {self.x},{self.y} {self.pulled}>{self.put} give {self.to}"
        return swap if self.then is None else f"{swap} then {self.then}"


Move = Build | Slurp | Literal["pass", "done"]


def _bracketed(faces: tuple[str, ...], old: tuple[bool, ...]) -> str:
    text = ""
    within = False
    for face, on_table in zip(faces, old, strict=True):
        if on_table != within:
            text += "(" if on_table else ")"
            within = on_table
        text += face
    return text + ")" if within else text


def read(text: str) -> Move:
    """The move a text writes; NotationError where it writes none."""
    if text == "pass":
        return "pass"
    if text == "done":
        return "done"
    if len(text) <= _LONGEST:
        if found := _READ_BUILD.fullmatch(text):
            return _build(*found.groups())
        if found := _READ_SLURP.fullmatch(text):
            x, y, pulled, put, to, then, *parts = found.groups()
            return Slurp(int(x), int(y), pulled, put, int(to), _build(*parts) if then else None)
    raise NotationError(f"{text!r:.60} is no move; {_EXPECTED}")


def _build(x: str, y: str, direction: str, word: str) -> Build:
    if ")(" in word:
        raise NotationError(f"{word:.60}: neighbouring dice of the table share one pair of parentheses")
    faces: list[str] = []
    old: list[bool] = []
    within = False
    for token in _TOKENS.findall(word):
        if token in "()":
            within = token == "("
        else:
            faces.append(token)
            old.append(within)
    return Build(int(x), int(y), direction == "across", tuple(faces), tuple(old))
