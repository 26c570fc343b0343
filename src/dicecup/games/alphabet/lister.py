"""All places for builds and for dice added to a slurp, colours aside: the plain twin of `_finder`.

Lines are searched one by one. What a line asks of a word is worked out once: the runs lying in it, which of their
dice keep their cells, and which letters its empty cells take without spoiling the word that crosses there. Then for
each choice of runs to be taken in, the words are found that hold the letters of those runs and otherwise only letters
of the hand, and each is laid wherever its letters meet the dice that keep their cells. Whether the hand suffices
depends on a word's letters alone and not on where it lies, which is what makes this quick.

Spots come in the order in which `_finder` finds them: by line, those across first; in a line by the first cell beside a
die, then by the first run taken in; and then letter by letter, a die of the table before one of the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

from dicecup.games.alphabet.build import fixed_cells
from dicecup.games.alphabet.dice import letters
from dicecup.games.alphabet.hand import Hand
from dicecup.games.alphabet.layout import ACROSS, DOWN, Cell, Step, Table, crossed, run, runs_of_line
from dicecup.games.alphabet.spot import LETTERS, Spot, code
from dicecup.games.alphabet.words import Words

__all__ = ["Lister"]

FAR = 10**9
"""Farther along a line than any word reaches."""

# A bag of letters is one number, six bits for each letter; the top bit of each six is left free, so that one
# subtraction compares all twenty-six counts.
_ONE = {letter: 1 << 6 * at for at, letter in enumerate(LETTERS)}
_FREE = sum(one << 5 for one in _ONE.values())


def bag(word: str) -> int:
    return sum(_ONE[letter] for letter in word)


def within(small: int, large: int) -> bool:
    """Whether one bag holds all that another does."""
    return ((large | _FREE) - small) & _FREE == _FREE


class Run(NamedTuple):
    first: int
    letters: str
    fixed: tuple[int, ...]
    """Which of its dice keep their cells, counted from its first."""

    @property
    def last(self) -> int:
        return self.first + len(self.letters) - 1


class Line(NamedTuple):
    """A row or column. Places along it are x or y."""

    step: Step
    at: int
    """The other coordinate."""
    runs: list[Run]
    crossing: list[tuple[int, str]]
    """Empty cells next to a die of another line: the letters that make words there, in order along the line."""

    def cell(self, place: int) -> Cell:
        return (place, self.at) if self.step == ACROSS else (self.at, place)


@lru_cache(maxsize=4)
def _bags(words: Words) -> list[tuple[str, int]]:
    """All words that dice can lay, with their bags."""
    coded = (word.replace("QU", "q") for word in words if len(word) > 1)
    upper = [word.upper() for word in coded if "Q" not in word and len(word) > 1]
    return [(word, bag(word)) for word in upper if len(word) <= 36]


class Lister:
    """Finds the places for the dice of one hand on one table; bars are not looked at."""

    def __init__(self, table: Table, hand: Hand, words: Words) -> None:
        self.table = table
        self.words = words
        self.dice = len(hand)
        self.bag = bag("".join(code(face) for _, face in hand))
        self._lines: dict[tuple[Step, int], Line] = {}
        self._found: dict[tuple[int, int], list[str]] = {}
        self._places: dict[tuple[int, int, str], list[tuple[str, int]]] = {}

    # Words.

    def candidates(self, have: int, need: int) -> list[str]:
        """The words that a bag has the letters for and that hold all letters of another."""
        if (have, need) not in self._found:
            most, free = have | _FREE, _FREE
            if need:
                found = [
                    word
                    for word, each in _bags(self.words)
                    if (most - each) & free == free and ((each | free) - need) & free == free
                ]
            else:
                found = [word for word, each in _bags(self.words) if (most - each) & free == free]
            self._found[have, need] = found
        return self._found[have, need]

    def places(self, have: int, need: int, letter: str) -> list[tuple[str, int]]:
        """The candidates with a letter, and where in them it stands."""
        key = (have, need, letter)
        if key not in self._places:
            self._places[key] = [
                (word, at)
                for word in self.candidates(have, need)
                if letter in word
                for at, each in enumerate(word)
                if each == letter
            ]
        return self._places[key]

    # Lines.

    def lines(self) -> Iterator[Line]:
        """All lines that hold dice or lie next to some."""
        for step, fixed in ((ACROSS, 1), (DOWN, 0)):
            places = {cell[fixed] for cell in self.table}
            for at in range(min(places) - 1, max(places) + 2):
                yield self.line(step, at)

    def line(self, step: Step, at: int) -> Line:
        if (step, at) not in self._lines:
            self._lines[step, at] = self._look_along(step, at)
        return self._lines[step, at]

    def _look_along(self, step: Step, at: int) -> Line:
        along, fixed = (0, 1) if step == ACROSS else (1, 0)
        origin = (0, at) if step == ACROSS else (at, 0)
        runs: list[Run] = []
        for cells in runs_of_line(self.table, origin, step):
            keep = set(fixed_cells(self.table, cells, step))
            text = "".join(code(self.table[cell][1]) for cell in cells)
            runs.append(Run(cells[0][along], text, tuple(i for i, cell in enumerate(cells) if cell in keep)))
        near = sorted({cell[along] for cell in self.table if abs(cell[fixed] - at) == 1})
        cells = [(place, at) if step == ACROSS else (at, place) for place in near]
        other = DOWN if step == ACROSS else ACROSS
        crossing = [
            (place, self.fits(cell, other)) for place, cell in zip(near, cells, strict=True) if cell not in self.table
        ]
        return Line(step, at, runs, crossing)

    def fits(self, cell: Cell, step: Step) -> str:
        """The letters that make a word of the run through a cell; all of them where there is no run."""
        cells = run(self.table, cell, step)
        if len(cells) == 1:
            return LETTERS
        before, after = (
            "".join(letters(self.table[each][1]) for each in part)
            for part in (cells[: cells.index(cell)], cells[cells.index(cell) + 1 :])
        )
        return "".join(
            letter for letter in LETTERS if before + ("QU" if letter == "Q" else letter) + after in self.words
        )

    # Spots.

    def spots(self) -> Iterator[Spot]:
        """All places for a build, colours aside."""
        if not self.table:
            for across in (True, False):
                yield from (Spot((0, 0), across, word, (), ()) for word in sorted(self.candidates(self.bag, 0)))
            return
        for line in self.lines():
            yield from self._beside(line)
            for first in range(len(line.runs)):
                found: list[Spot] = []
                for last in range(first, len(line.runs)):
                    taken = line.runs[first : last + 1]
                    need = bag("".join(each.letters for each in taken))
                    reach = taken[-1].first - taken[0].last - 1 - sum(len(each.letters) for each in taken[1:-1])
                    if reach > self.dice:
                        break
                    through = self._through(line, first, last, self.bag + need, need)
                    found += [spot for spot in through if not self._written_across(line, spot)]
                yield from sorted(found, key=_letter_by_letter)

    def _written_across(self, line: Line, spot: Spot) -> bool:
        """Whether this is a single die, pushing nothing, that has a word across as well (H6)."""
        if spot.across or len(spot.word) - len(spot.old) != 1:
            return False
        (new,) = {*range(len(spot.word))} - {*spot.old}
        x, y = spot.start
        return (
            (x, y + new) not in self.table
            and all((x, y + at) in self.table for at in spot.old)
            and crossed(self.table, (x, y + new), DOWN)
        )

    def _beside(self, line: Line) -> Iterator[Spot]:
        """Words that take in no die of their line, and so lie beside one of another line."""
        bounds = [-FAR, *(bound for each in line.runs for bound in (each.first - 2, each.last + 2)), FAR]
        for low, high in zip(bounds[::2], bounds[1::2], strict=True):
            before = -FAR
            inside = [(place, fit) for place, fit in line.crossing if low <= place <= high]
            for at, (place, fit) in enumerate(inside):
                rest = inside[at + 1 :]
                found: list[tuple[str, int]] = []
                for letter in fit:
                    for word, index in self.places(self.bag, 0, letter) if within(_ONE[letter], self.bag) else ():
                        start = place - index
                        if (
                            start > before
                            and low <= start
                            and start + len(word) - 1 <= high
                            and _crosses(word, start, rest)
                        ):
                            found.append((word, index))
                for word, index in sorted(found, key=_beginning):
                    yield Spot(line.cell(place - index), line.step == ACROSS, word, (), ())
                before = place

    def _through(
        self, line: Line, first: int, last: int, have: int, need: int, put: tuple[int, str] | None = None
    ) -> Iterator[Spot]:
        """Words that take in some runs of their line; `put` is a face swapped in at a place."""
        taken = line.runs[first : last + 1]
        low = line.runs[first - 1].last + 2 if first else -FAR
        high = line.runs[last + 1].first - 2 if last + 1 < len(line.runs) else FAR
        places = [each.first + i for each in taken for i in range(len(each.letters))]
        faces = tuple(
            put[1] if put is not None and place == put[0] else self.table[line.cell(place)][1] for place in places
        )
        text = "".join(code(face) for face in faces)
        keep: list[int] = []
        for each in taken:
            before = sum(len(other.letters) for other in taken if other.first < each.first)
            keep += [before + i for i in each.fixed]
        number = sum(len(each.letters) for each in line.runs[:first])
        (anchor, letter), *others = ((places[i], text[i]) for i in keep)
        for word, index in self.places(have, need, letter):
            start = anchor - index
            end = start + len(word) - 1
            if len(word) == len(text) or start < low or end > high:
                continue
            if any(place > end or word[place - start] != other for place, other in others):
                continue
            if not _crosses(word, start, line.crossing):
                continue
            fixed = [(i, places[i] - start) for i in keep]
            for old in _embeddings(word, text, fixed):
                yield Spot(line.cell(start), line.step == ACROSS, word, old, faces, number)

    # Slurps.

    def fits_both(self, cell: Cell) -> set[str]:
        """The letters that make words both across and down where a die lies."""
        return {*self.fits(cell, ACROSS)} & {*self.fits(cell, DOWN)}

    def added(self, cell: Cell, put: str) -> Iterator[Spot]:
        """All places for dice added behind a swap: words that hold the face put in."""
        for step, along, fixed in ((ACROSS, 0, 1), (DOWN, 1, 0)):
            line = self.line(step, cell[fixed])
            here = next(i for i, each in enumerate(line.runs) if each.first <= cell[along] <= each.last)
            pulled = _ONE[code(self.table[cell][1])]
            for first in range(here, -1, -1):
                found: list[Spot] = []
                for last in range(here, len(line.runs)):
                    # The letter put in was the hand's, so one search through the words serves for all such letters.
                    rest = bag("".join(each.letters for each in line.runs[first : last + 1])) - pulled
                    found += self._through(line, first, last, self.bag + rest, rest, (cell[along], put))
                yield from sorted(found, key=_letter_by_letter)


def _letter_by_letter(spot: Spot) -> list[tuple[str, bool]]:
    """The order of words through a run: by their letters, each on the table before the same in the hand."""
    return [(letter, at not in spot.old) for at, letter in enumerate(spot.word)]


def _beginning(found: tuple[str, int]) -> list[tuple[str, bool]]:
    """The order of words beside a die: by their letters, each beside it before the same in a cell before."""
    word, index = found
    return [(letter, at < index) for at, letter in enumerate(word)]


def _crosses(word: str, start: int, crossing: Iterable[tuple[int, str]]) -> bool:
    """Whether the letters of a word suit the words that cross it."""
    end = start + len(word)
    return all(word[place - start] in fit for place, fit in crossing if start <= place < end)


def _embeddings(word: str, text: str, fixed: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Where in a word the letters of the table can stand, in order, some of them being fixed."""
    if len(fixed) == len(text):
        yield tuple(at for _, at in fixed)
        return
    bounds = [(-1, -1), *fixed, (len(text), len(word))]
    parts = []
    for (left, start), (right, end) in pairwise(bounds):
        between = text[left + 1 : right]
        parts.append(
            [
                (*choice, end)
                for choice in combinations(range(start + 1, end), len(between))
                if all(word[at] == letter for at, letter in zip(choice, between, strict=True))
            ]
        )
    for chosen in product(*parts):
        yield tuple(at for part in chosen for at in part)[:-1]
