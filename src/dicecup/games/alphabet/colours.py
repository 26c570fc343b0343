"""Red and black: which dice of a letter are laid where. Places for words become builds here, which name faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from dicecup.games.alphabet.notation import Build
from dicecup.games.alphabet.spot import LETTERS, Spot, code, face_of

__all__ = ["Pool", "coloured", "pool_of", "reds_first"]

Pool = dict[str, tuple[int, int]]
"""How many black and how many red dice show a letter."""


def pool_of(held: Counter[str]) -> Pool:
    """What there is of each letter in a hand, given as how many dice show each face."""
    return {code(face): (held[face_of(code(face))], held[face_of(code(face)) + "*"]) for face in held}


def coloured(spot: Spot, pool: Pool) -> Iterator[Build]:
    """The builds of a spot: one for each way to lay black and red dice of the hand."""
    ways: list[list[tuple[int, ...]]] = []
    for letter, ats in _wanted(spot).items():
        black, red = pool[letter]
        if red:
            counts = range(max(0, len(ats) - black), min(red, len(ats)) + 1)
            ways.append([reds for count in counts for reds in combinations(ats, count)])
    for chosen in product(*ways):
        yield _build(spot, [at for reds in chosen for at in reds])


def reds_first(spot: Spot, pool: Pool) -> Build:
    """The build that sheds most: red dice are laid before black ones, from the beginning of the word."""
    return _build(spot, [at for letter, ats in _wanted(spot).items() for at in ats[: pool[letter][1]]])


def _wanted(spot: Spot) -> dict[str, list[int]]:
    """The letters that the hand has to give, and where they stand in the word."""
    old = set(spot.old)
    wanted: dict[str, list[int]] = {}
    for at, letter in enumerate(spot.word):
        if at not in old:
            wanted.setdefault(letter, []).append(at)
    return wanted


_FACES = {letter: face_of(letter) for letter in LETTERS}


def _build(spot: Spot, reds: Iterable[int]) -> Build:
    (x, y), across, word, old, faces, _ = spot
    shown = [_FACES[letter] for letter in word]
    on_table = [False] * len(word)
    for at in reds:
        shown[at] += "*"
    for at, face in zip(old, faces, strict=True):
        shown[at] = face
        on_table[at] = True
    return Build(x, y, across, tuple(shown), tuple(on_table))
