"""Which letters of the table would let a whole hand be laid in one word: asked for thousands of hands at once.

A set of dice is one 64-bit number, the sum of a number for each letter; so what a move leaves in the hand is a
difference, a letter of the table more is a sum, and whether the letters make a word is a look into a sorted array.
Two sets that share a number by accident (one pair in ten million million) cost a bot a glance at a move, no more.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dicecup.games.alphabet.spot import LETTERS
from dicecup.games.alphabet.wordlist import graph
from dicecup.games.alphabet.words import Words

__all__ = ["NOTHING", "Anagrams", "Counts", "anagrams", "count"]

NOTHING = 26
"""Stands behind the letters for none: the hand makes a word by itself."""

Counts = npt.NDArray[np.int64]
"""How many dice show each letter, along the last axis."""

_NUMBERS = np.random.default_rng(36).integers(1, 2**63, 26, dtype=np.uint64)
_MORE = np.append(_NUMBERS, np.uint64(0))
_Q, _U = LETTERS.index("Q"), LETTERS.index("U")


def count(faces: str) -> Counts:
    """The counts of some letters, `Qu` written as Q."""
    found = [0] * 26
    for letter in faces:
        found[ord(letter) - 65] += 1
    return np.array(found, dtype=np.int64)


class Anagrams:
    def __init__(self, words: Words) -> None:
        self._known = _sums(words)

    def finish(self, hands: Counts) -> npt.NDArray[np.bool_]:
        """For each hand (a row) whether it makes a word with each letter more, and, in the last column, without any."""
        sums = (hands.astype(np.uint64) * _NUMBERS).sum(axis=-1, dtype=np.uint64)
        wanted = sums[..., None] + _MORE
        at = np.searchsorted(self._known, wanted)
        found: npt.NDArray[np.bool_] = self._known[np.minimum(at, len(self._known) - 1)] == wanted
        return found


@lru_cache(maxsize=4)
def anagrams(words: Words) -> Anagrams:
    return Anagrams(words)


def _sums(words: Words) -> npt.NDArray[np.uint64]:
    """The numbers of all words that dice can lay, sorted: the graph is walked letter by letter, all words at once."""
    edges = np.asarray(words.edges, dtype=np.uint32)
    found: list[npt.NDArray[np.uint64]] = []
    at = np.array([edges[graph.ROOT] >> graph.SHIFT], dtype=np.uint32)
    sums = np.zeros(1, dtype=np.uint64)
    after_q = np.zeros(1, dtype=bool)
    while at.size:
        follow: list[tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64], npt.NDArray[np.bool_]]] = []
        while at.size:
            edge = edges[at]
            letter = (edge & 31).astype(np.int64) - 1
            more = sums + np.where(after_q, np.uint64(0), _NUMBERS[letter])
            is_q = letter == _Q
            fits = ~after_q | (letter == _U)
            found.append(more[fits & ~is_q & ((edge & graph.FINAL) != 0)])
            on = fits & ((edge >> graph.SHIFT) != 0)
            follow.append((edge[on] >> graph.SHIFT, more[on], is_q[on]))
            beside = (edge & graph.LAST) == 0
            at, sums, after_q = at[beside] + np.uint32(1), sums[beside], after_q[beside]
        at, sums, after_q = (np.concatenate(parts) for parts in zip(*follow, strict=True))
    return np.unique(np.concatenate(found))
