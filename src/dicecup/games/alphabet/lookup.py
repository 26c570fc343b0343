"""Words for people who want to look them up. What counts is dice: `Qu` is one of them, and a Q never stands alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dicecup.errors import OptionError
from dicecup.games.alphabet.words import DEFAULT, Words, installed, load
from dicecup.lookup import Checked

__all__ = ["check", "fitting", "lists"]

_BETWEEN = re.compile(r"[\s,]+")
_LONGEST = 200
"""No letters or pattern are longer: thirty-six dice are all there are."""


def lists() -> list[str]:
    return sorted(installed(), key=lambda name: (name != DEFAULT, name))


def check(name: str, word: str) -> Checked:
    spelt = word.upper()
    if not (spelt.isascii() and spelt.isalpha()):
        raise OptionError(f"{word!r:.60} is no word: expected the letters A to Z")
    valid = spelt in load(name)
    alone = valid and "Q" in spelt.replace("QU", "")
    return Checked(spelt, valid, "no dice can lay it: Q and U share a face" if alone else "")


def fitting(name: str, letters: str | None, pattern: str | None) -> list[str]:
    have = None if letters is None else Counter(_dice(letters, "A to Z", r"(?:[A-PR-Z]|QU)\*?"))
    signs = "A to Z, ? for one die and * for any number"
    # A word is to be found in one way: in a row of open cells, those of any number come last, and once.
    form = "*" if pattern is None else pattern
    tidy = re.sub(r"[?*]+", lambda row: "?" * row[0].count("?") + "*" * ("*" in row[0]), form)
    cells = _dice(tidy, signs, r"[A-PR-Z?*]|QU")
    words = load(name)
    return sorted(set(_walk(words, words.root, cells, have, "")), key=lambda word: (-len(word), word))


def _walk(words: Words, node: int, cells: list[str], have: Counter[str] | None, begun: str) -> Iterator[str]:
    """The words that go on from a place as these cells say; what they leave open comes from the letters one has."""
    if not cells:
        if words.final(node):
            yield begun
        return
    cell, rest = cells[0], cells[1:]
    if cell == "*":
        yield from _walk(words, node, rest, have, begun)
        rest = cells
    for letter, after in words.onward(node):
        if cell not in ("?", "*", letter):
            continue
        place = words.step(after, "U") if letter == "Q" else after
        held = have if cell != letter else None
        if not place or (held is not None and not held[letter]):
            continue
        if held is not None:
            held[letter] -= 1
        yield from _walk(words, place, rest, have, begun + ("QU" if letter == "Q" else letter))
        if held is not None:
            held[letter] += 1


def _dice(text: str, signs: str, allowed: str) -> list[str]:
    """A letter for each die of a text, Q for `Qu`."""
    bare = _BETWEEN.sub("", text).upper()
    if len(bare) > _LONGEST or not re.fullmatch(f"(?:{allowed})+", bare):
        hint = "; Q comes with its U, as Qu" if "Q" in bare.replace("QU", "") else ""
        raise OptionError(f"{text!r:.60} cannot be read: expected {signs}{hint}")
    return [die[0] for die in re.findall(allowed, bare)]
