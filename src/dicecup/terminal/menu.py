"""What can be done, with a key each, and which of it a typed text means.

A key is the first letter of a move where that is free, else a number, else a letter. What fills a row of the sheet has
the letter of that row, the same all game. Choices that keep dice have no key of their own: dice are picked by number,
or the move is written out. Where there are too many choices for keys, words narrow them down.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from dicecup.dice import Face
from dicecup.view import Choice, DieView

__all__ = ["Menu", "Several", "keep_of"]

RESERVED = "q?"
MOST_KEYED = 24
ROWS = "abcdefghijklmnoprstuvwxyz"
"""The keys of rows, from the first on."""
DIGITS = "123456789"


class Several(Exception):
    """The text means more than one choice: `choices` are those."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__(f"{len(choices)} moves fit")
        self.choices = list(choices)


@dataclass(frozen=True)
class Menu:
    """The choices of a moment: those with a key, and the rest."""

    choices: Sequence[Choice]
    keyed: dict[str, Choice]
    keeps: list[Choice]
    """Those that are picked by dice."""
    others: list[Choice]
    """Those for which there were too few keys: written out, or found by a word."""

    @classmethod
    def of(cls, choices: Sequence[Choice], taken: Collection[str] = ()) -> Menu:
        keeps = [choice for choice in choices if "dice" in choice]
        plain = [choice for choice in choices if "dice" not in choice]
        others: list[Choice] = []
        if len(plain) > MOST_KEYED:
            others = [choice for choice in plain if " " in choice["move"]]
            plain = [choice for choice in plain if " " not in choice["move"]][:MOST_KEYED]
        numbers = DIGITS if _has_numbers(choices) else ""
        return cls(choices, _keys(plain, {*RESERVED, *taken, *numbers}), keeps, others)

    def spare(self) -> list[str]:
        """Keys that mean nothing else here, numbers first."""
        numbers = "" if _has_numbers(self.choices) else DIGITS
        return [key for key in f"{numbers}xyzuvw" if key not in self.keyed]

    def named(self, text: str) -> Choice | None:
        """The choice that is written so, or has that key."""
        exact = [choice for choice in self.choices if _same(choice["move"], text)]
        return exact[0] if exact else self.keyed.get(text.lower())

    def find(self, text: str) -> Choice | None:
        """The choice that a text means, None where it means none; Several where it means more than one."""
        text = " ".join(text.split())
        if not text:
            return None
        if (choice := self.named(text)) is not None:
            return choice
        for fits in (_any_order, _tail, _spells, _begins):
            found = [choice for choice in self.choices if fits(choice["move"], text)]
            if len(found) == 1:
                return found[0]
            if found:
                raise Several(found)
        return None


def _has_numbers(choices: Sequence[Choice]) -> bool:
    """Whether numbers are for dice, now or at another time of the turn in which rows can be filled."""
    return any("dice" in choice or "row" in choice for choice in choices)


def _keys(choices: Sequence[Choice], taken: set[str]) -> dict[str, Choice]:
    keys: dict[int, str] = {}
    for at, choice in enumerate(choices):
        if "row" in choice and (key := ROWS[choice["row"] : choice["row"] + 1]) and key not in taken:
            keys[at] = key
            taken.add(key)
    firsts = Counter(choice["move"][:1].lower() for choice in choices)
    for at, choice in enumerate(choices):
        first = choice["move"][:1].lower()
        if (
            at not in keys
            and first.isalpha()
            and first not in taken
            and (firsts[first] == 1 or choice["move"].isalpha())
        ):
            keys[at] = first
            taken.add(first)
    rest = [at for at in range(len(choices)) if at not in keys]
    words = [choices[at]["move"].rpartition(" ")[2][:1].lower() for at in rest]
    if len(set(words)) == len(words) and all(word.isalnum() and word not in taken for word in words):
        # `bank call` beside `bank`: its last word tells it from the others.
        keys |= dict(zip(rest, words, strict=True))
    left = (key for key in DIGITS + ascii_lowercase if key not in taken)
    for at in range(len(choices)):
        if at not in keys and (other := next(left, None)) is not None:
            keys[at] = other
    return {keys[at]: choice for at, choice in enumerate(choices) if at in keys}


def _same(move: str, text: str) -> bool:
    return move.lower() == text.lower()


def _any_order(move: str, text: str) -> bool:
    """`keep 6 5 5` and `keep 655` for `keep 5 5 6`."""
    verb, *rest = move.lower().split()
    typed, *parts = text.lower().split()
    return verb.startswith(typed) and bool(rest) and sorted("".join(rest)) == sorted("".join(parts))


def _tail(move: str, text: str) -> bool:
    """`chance` and `full house` for `score full-house`."""
    return move.lower().partition(" ")[2].replace("-", " ") == text.lower().replace("-", " ")


def _spells(move: str, text: str) -> bool:
    """`chat`, `chat 0,0` and `chat down` for `build 0,0 down (C)H(AT)`."""
    parts = move.lower().split()
    spelt = {re.sub(r"[^a-z]", "", part) for part in parts}
    word, *rest = sorted(text.lower().replace(", ", ",").split(), key=lambda part: not part.isalpha())
    return len(word) > 1 and word in spelt and all(part in parts for part in rest)


def _begins(move: str, text: str) -> bool:
    return move.lower().startswith(text.lower())


def keep_of(keeps: Sequence[Choice], dice: Sequence[DieView], picked: Collection[int]) -> Choice | None:
    """The choice that keeps what the picked dice show, whichever of equal dice it names."""
    faces: dict[int, Face | None] = {die["number"]: die["face"] for die in dice}
    wanted = Counter(faces.get(number) for number in picked)
    for keep in keeps:
        if Counter(faces.get(number) for number in keep["dice"]) == wanted:
            return keep
    return None
