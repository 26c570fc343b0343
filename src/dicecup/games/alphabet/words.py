"""The words that may stand on Alphabet's table (A10): lists with a name, looked up letter by letter.

Three lists come with dicecup, made from SCOWL when it is built (`wordlist/choose.py` says which entries are words):

    scowl-70.1        the list that is meant where none is named; without profanity
    scowl-70.1-all    the same with them
    scowl-35.1        the common words among the first

A list never changes under its name; other words are another name. `MMGOOD` is in every list. A list that is not
installed raises WordsMissing.

    >>> words = load("scowl-70.1")
    >>> "SOUP" in words
    True
    >>> node = words.root
    >>> for letter in "SOU":
    ...     node = words.step(node, letter)
    >>> words.final(node), words.final(words.step(node, "P")), words.step(node, "X")
    (True, True, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from dicecup.errors import WordsMissing
from dicecup.games.alphabet.wordlist import graph
from dicecup.options import Kind, Plain, closest

__all__ = ["ALWAYS", "COMMON", "DEFAULT", "OURS", "WordList", "Words", "installed", "load", "register"]

DEFAULT: Final = "scowl-70.1"
COMMON: Final = "scowl-35.1"
OURS: Final = {
    DEFAULT: "English words without profanity",
    "scowl-70.1-all": "the same with them",
    COMMON: "only words that most people know",
}
"""The lists that come with dicecup, and what is in them."""
ALWAYS: Final = "MMGOOD"
"""A word in every list (A10)."""

_FOLDER = Path(__file__).parent / "lists"
_SUFFIX = ".dawg"
_REMEDY = "make it with `make words` in the source folder, or reinstall dicecup where npm or PyPI can be reached"

_LETTERS = {chr(64 + code): code for code in range(1, 27)}


class WordList(Kind):
    """An option whose value is the name of a list: one that comes with dicecup, or another that is installed."""

    kind = "choice"

    def check(self, value: Plain) -> str:
        if not isinstance(value, str):
            raise ValueError
        return value

    def parse(self, text: str) -> str:
        if text not in (known := [*OURS, *installed()]):
            raise ValueError(closest(text, known).strip(" ()"))
        return text

    def allowed(self) -> str:
        return "the name of a word list, as " + " or ".join(OURS)

    def describe(self) -> dict[str, Plain]:
        return {"kind": self.kind, "values": OURS}


class Words:
    """A set of words, and the graph of their beginnings.

    A node is a place reached by walking letters from `root`; 0 is no place, and stays so. `edges` is the graph itself
    for faster walkers, laid out as `wordlist.graph` says.
    """

    __slots__ = ("_count", "edges", "longest", "name")

    root: Final = graph.ROOT

    def __init__(self, name: str, edges: Sequence[int], count: int, longest: int) -> None:
        self.name = name
        self.edges = edges
        self.longest = longest
        """How many letters the longest word has."""
        self._count = count

    def __contains__(self, word: object) -> bool:
        """Whether this text, in capitals, is a word; other things are not."""
        if not isinstance(word, str) or len(word) > self.longest:
            return False
        node = self.root
        for letter in word:
            node = self.step(node, letter)
        return self.final(node)

    def __iter__(self) -> Iterator[str]:
        return graph.spell(self.edges)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<Words {self.name!r}, {self._count} words>"

    def step(self, node: int, letter: str) -> int:
        """The place one letter further, 0 where no word goes on so."""
        edges = self.edges
        code = _LETTERS.get(letter, 0)
        at = edges[node] >> graph.SHIFT
        while at:
            edge = edges[at]
            if edge & 31 >= code:
                return at if edge & 31 == code else 0
            at = 0 if edge & graph.LAST else at + 1
        return 0

    def onward(self, node: int) -> Iterator[tuple[str, int]]:
        """The letters with which words go on from a place, in alphabetical order, and the places they lead to."""
        edges = self.edges
        at = edges[node] >> graph.SHIFT
        while at:
            edge = edges[at]
            yield chr(64 + (edge & 31)), at
            at = 0 if edge & graph.LAST else at + 1

    def final(self, node: int) -> bool:
        """Whether the letters up to here are a word."""
        return bool(self.edges[node] & graph.FINAL)


_registered: dict[str, Words] = {}
_loaded: dict[str, Words] = {}


def register(name: str, words: Iterable[str]) -> Words:
    """Give a list of one's own a name, as long as the program runs; it must not be an installed list's."""
    if name in _files():
        raise ValueError(f"{name!r} is an installed word list, and lists do not change; choose another name")
    chosen = {*words, ALWAYS}
    _registered[name] = Words(name, graph.build(chosen), len(chosen), max(map(len, chosen)))
    return _registered[name]


def installed() -> list[str]:
    """The names of the lists there are."""
    return sorted({*_registered, *_files()})


def load(name: str) -> Words:
    """The list of that name; WordsMissing where it is not installed or its file is damaged."""
    if name in _registered:
        return _registered[name]
    if name not in _loaded:
        _loaded[name] = _read(name)
    return _loaded[name]


def _files() -> dict[str, Path]:
    """The installed files by name. Names are looked up here and never made into a path: they come from strangers."""
    return {path.name.removesuffix(_SUFFIX): path for path in _FOLDER.glob(f"*{_SUFFIX}")}


def _read(name: str) -> Words:
    files = _files()
    if name not in files:
        there = f"installed: {', '.join(installed())}" if installed() else "no list is installed"
        remedy = "" if DEFAULT in files else f"; {_REMEDY}"
        raise WordsMissing(f"there is no word list {name!r:.60}; {there}{remedy}")
    try:
        head, edges = graph.read(files[name])
        if head.name != name:
            raise graph.Damaged(f"it is the list {head.name!r}")
    except (OSError, graph.Damaged) as error:
        raise WordsMissing(f"the word list {name!r} cannot be used: {error}; {_REMEDY}") from error
    return Words(head.name, edges, head.words, head.longest)
