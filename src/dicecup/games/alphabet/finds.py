"""All builds and slurps of a hand on a table, as a compact list.

A position can have hundreds of thousands of moves, and most are never looked at. So a row of this list is a place for a
build, or a swap with or without a place for added dice; which dice of a letter are the red ones and who is fed is told
apart only when a row is made into moves. Rows are found by the compiled `_finder`, or by `lister` where that was not
built; both find the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dicecup.games.alphabet.colours import Pool, coloured, pool_of, reds_first
from dicecup.games.alphabet.dice import points
from dicecup.games.alphabet.hand import Hand
from dicecup.games.alphabet.layout import Cell
from dicecup.games.alphabet.lister import Lister
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.alphabet.spot import Spot, code, face_of
from dicecup.games.alphabet.words import Words
from dicecup.kernels import plain

try:
    from dicecup.games.alphabet._finder import find as find_compiled

    COMPILED = True
except ImportError:
    COMPILED = False
    plain("Alphabet's search for moves")

__all__ = ["COMPILED", "ROW", "Finds", "Sight", "Swap", "find", "find_plain", "shed"]

ROW = np.dtype(
    [
        ("x", "i2"),  # the word's first cell, counted from the table's first column and row; of a swap alone, its cell
        ("y", "i2"),
        ("across", "u1"),
        ("size", "u1"),  # dice of the word, 0 for a swap alone
        ("dice", "u1"),  # how many of them leave the hand
        ("shed", "u1"),  # their points, where red ones are laid first
        ("word", "u4"),  # where its letters begin
        ("swap", "i2"),  # the number of the swap, -1 for a build
        ("first", "u1"),  # the number along its line of the first old die
        ("pulled", "u1"),  # the points of the die pulled out, 0 for a build
        ("old", "u8"),  # a bit for each die of the word that lay on the table
    ]
)

Numbers = npt.NDArray[np.integer[Any]]


class Sight(NamedTuple):
    """What is seen of a position by whoever looks for moves."""

    table: tuple[tuple[int, int, int, str], ...]
    hand: Hand
    barred: tuple[tuple[int, int, int], ...]
    seat: int
    seats: int
    words: Words
    slurps: bool
    """Whether slurps are wanted as well."""
    allowed: Callable[[Build | Slurp], bool]
    """The checker of single moves, asked only where a bar might forbid one."""


class Swap(NamedTuple):
    """The half of a slurp that all its moves share."""

    x: int
    y: int
    pulled: str
    put: str
    """The letter put in; Q is the face `Qu`."""


def corner(sight: Sight) -> Cell:
    """The first column and the first row of the table."""
    return (min([x for x, _, _, _ in sight.table], default=0), min([y for _, y, _, _ in sight.table], default=0))


def shed(move: Build | Slurp) -> int:
    """The points of the dice that a move takes out of the hand."""
    if isinstance(move, Slurp):
        return points(move.put) + (0 if move.then is None else shed(move.then))
    return sum(points(face) for face, old in zip(move.faces, move.old, strict=True) if not old)


class Finds:
    """Rows, builds first; columns are arrays with an entry for each row."""

    def __init__(
        self, sight: Sight, rows: npt.NDArray[Any], letters: bytes, swaps: list[tuple[int, str]], builds: int
    ) -> None:
        self.sight = sight
        self.rows = rows
        self.letters = letters
        self.swaps = swaps
        """Which die of the table, and which letter is put in."""
        self.builds = builds
        """How many rows are builds; the others are slurps."""
        self.held = Counter([face for _, face in sight.hand])
        self._lines: dict[tuple[int, int], list[int]] = {}
        self._pools: dict[str | None, Pool] = {}

    @cached_property
    def tight(self) -> dict[str, int]:
        """Faces that a barred die of the hand shows: how many others show the same."""
        barred = {die for die, _, _ in self.sight.barred}
        free = Counter([face for die, face in self.sight.hand if die not in barred])
        return {face: free[face] for die, face in self.sight.hand if die in barred}

    @cached_property
    def _corner(self) -> Cell:
        """The table's first column and row."""
        return corner(self.sight)

    def _pool(self, put: str | None = None) -> Pool:
        """What the hand has, without the die put in by a slurp."""
        if put not in self._pools:
            self._pools[put] = pool_of(self.held - Counter([put]) if put else self.held)
        return self._pools[put]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Finds: {self.builds} builds and {len(self) - self.builds} slurps, colours and recipients merged>"

    # Columns.

    @property
    def shed(self) -> Numbers:
        """The points of the dice that leave the hand, where red ones are laid first."""
        return self.rows["shed"]

    @property
    def dice(self) -> Numbers:
        """How many dice leave the hand."""
        return self.rows["dice"]

    @property
    def size(self) -> Numbers:
        """How many dice the main word has; 0 where a slurp adds none."""
        return self.rows["size"]

    @property
    def pulled(self) -> Numbers:
        """The points of the die that a slurp pulls out; 0 for builds."""
        return self.rows["pulled"]

    def uses(self) -> npt.NDArray[np.uint8]:
        """How many dice of each letter leave the hand: a row for each find, a column for each of A to Z."""
        sizes = self.rows["size"].astype(np.intp)
        row = np.repeat(np.arange(len(self)), sizes)
        at = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        placed = (self.rows["old"][row] >> at.astype(np.uint64) & np.uint64(1)) == 0
        row, at = row[placed], at[placed]
        letter = np.frombuffer(self.letters, np.uint8)[self.rows["word"][row] + at]
        counts = np.bincount(row * 26 + letter - ord("A"), minlength=26 * len(self)).reshape(-1, 26)
        slurps = np.arange(self.builds, len(self))
        if self.swaps:
            put = np.array([ord(letter) - ord("A") for _, letter in self.swaps])
            counts[slurps, put[self.rows["swap"][slurps]]] += 1
        return counts.astype(np.uint8)

    # Rows.

    def swap(self, row: int) -> Swap | None:
        """The swap of a slurp, None for a build."""
        number = self.rows["swap"][row]
        if number < 0:
            return None
        die, letter = self.swaps[number]
        x, y, _, pulled = self.sight.table[die]
        return Swap(x, y, pulled, letter)

    def spot(self, row: int, put: str | None = None) -> Spot | None:
        """The place of a build, or of dice added behind a swap (which puts in this face); None where none are added."""
        x, y, across, size, _, _, word, number, first, _, mask = self.rows[row].item()
        if not size:
            return None
        start = (x + self._corner[0], y + self._corner[1])
        old = tuple(at for at in range(size) if mask >> at & 1)
        taken = self._line(across, start)[first : first + len(old)] if old else []
        table = self.sight.table
        faces = [table[die][3] for die in taken]
        if number >= 0:
            die, letter = self.swaps[number]
            faces[taken.index(die)] = put or face_of(letter)
        spelt = self.letters[word : word + size].decode()
        return Spot(start, bool(across), spelt, old, tuple(faces), first)

    def _line(self, across: int, cell: Cell) -> list[int]:
        """The dice of a line in order, as their places in the table."""
        key = (across, cell[across])
        if key not in self._lines:
            here = [die for die, each in enumerate(self.sight.table) if each[across] == key[1]]
            self._lines[key] = sorted(here, key=lambda die: self.sight.table[die][1 - across])
        return self._lines[key]

    def word(self, row: int) -> str:
        """The main word in letters; empty where a slurp adds no dice."""
        spot = self.spot(row)
        return "" if spot is None else spot.word.replace("Q", "QU")

    def move(self, row: int, to: int | None = None) -> Build | Slurp:
        """The move of a row that sheds most: red dice are laid first. A slurp feeds the seat `to`, or its own."""
        to = self.sight.seat if to is None else to
        if self.tight:
            best = max(self._colourings(row), key=shed)
            return best if isinstance(best, Build) else Slurp(best.x, best.y, best.pulled, best.put, to, best.then)
        swap = self.swap(row)
        if swap is None:
            spot = self.spot(row)
            assert spot is not None
            return reds_first(spot, self._pool())
        put = max(self._puts(swap), key=points)
        spot = self.spot(row, put)
        then = None if spot is None else reds_first(spot, self._pool(put))
        return Slurp(swap.x, swap.y, swap.pulled, put, to, then)

    def moves(self, row: int) -> Iterator[Build | Slurp]:
        """All moves of a row: with every way to lay red and black dice and, for a slurp, every seat to feed."""
        for move in self._colourings(row):
            if isinstance(move, Build):
                yield move
            else:
                for seat in range(self.sight.seats):
                    yield Slurp(move.x, move.y, move.pulled, move.put, seat, move.then)

    def left(self, row: int) -> tuple[str, ...]:
        """The faces that stay in the hand after `move(row)`, in alphabetical order; without a die pulled out."""
        move = self.move(row)
        then = move.then if isinstance(move, Slurp) else move
        gone = Counter(face for face, old in zip(then.faces, then.old, strict=True) if not old) if then else Counter()
        if isinstance(move, Slurp):
            gone[move.put] += 1
        return tuple(sorted((self.held - gone).elements()))

    def _puts(self, swap: Swap) -> list[str]:
        return [face for face in self.held if code(face) == swap.put]

    def _colourings(self, row: int) -> Iterator[Build | Slurp]:
        """The moves of a row that bars allow; slurps feed seat 0."""
        swap = self.swap(row)
        if swap is None:
            spot = self.spot(row)
            assert spot is not None
            yield from (build for build in coloured(spot, self._pool()) if self._may(build))
            return
        for put in self._puts(swap):
            spot = self.spot(row, put)
            for then in (None,) if spot is None else coloured(spot, self._pool(put)):
                slurp = Slurp(swap.x, swap.y, swap.pulled, put, 0, then)
                if self._may(slurp):
                    yield slurp

    def _may(self, move: Build | Slurp) -> bool:
        """Whether bars allow a move: dice without a bar are enough for it, or the checker says so."""
        if not self.tight:
            return True
        then = move.then if isinstance(move, Slurp) else move
        faces = [face for face, old in zip(then.faces, then.old, strict=True) if not old] if then else []
        if isinstance(move, Slurp):
            faces.append(move.put)
        return all(faces.count(face) <= count for face, count in self.tight.items()) or self.sight.allowed(move)


def find(sight: Sight) -> Finds:
    """All builds, and all slurps if they are wanted."""
    if not COMPILED:
        return find_plain(sight)
    rows, letters, swaps, builds = find_compiled(sight.words.edges, sight.table, sight.hand, sight.barred, sight.slurps)
    return Finds(sight, np.frombuffer(rows, ROW), letters, swaps, builds)


def find_plain(sight: Sight) -> Finds:
    """The same, found by the plain twin."""
    table = {(x, y): (die, face) for x, y, die, face in sight.table}
    lister = Lister(table, sight.hand, sight.words)
    left, top = corner(sight)
    held = Counter(code(face) for _, face in sight.hand)
    reds = Counter(code(face) for _, face in sight.hand if points(face) == 2)
    rows: list[tuple[int, ...]] = []
    letters = bytearray()
    swaps: list[tuple[int, str]] = []

    def add(cell: Cell, spot: Spot | None, pulled: int, put: str) -> None:
        across, word, old, first = (
            (False, "", (), 0) if spot is None else (spot.across, spot.word, spot.old, spot.first)
        )
        used = Counter(put) + Counter(letter for at, letter in enumerate(word) if at not in old)
        worth = sum(count + min(count, reds[letter]) for letter, count in used.items())
        mask = sum(1 << at for at in old)
        number = len(swaps) - 1 if put else -1
        where = (cell[0] - left, cell[1] - top)
        rows.append((*where, across, len(word), used.total(), worth, len(letters), number, first, pulled, mask))
        letters.extend(word.encode())

    for spot in lister.spots():
        add(spot.start, spot, 0, "")
    builds = len(rows)
    if sight.slurps:
        for die, (x, y, _, face) in enumerate(sight.table):
            for put in sorted(lister.fits_both((x, y)) & held.keys()):
                swaps.append((die, put))
                add((x, y), None, points(face), put)
                for spot in lister.added((x, y), face_of(put)):
                    add(spot.start, spot, points(face), put)
    finds = Finds(sight, np.array(rows, ROW), bytes(letters), swaps, builds)
    if not finds.tight:
        return finds
    worths = [max((shed(move) for move in finds._colourings(row)), default=0) for row in range(len(finds))]
    finds.rows["shed"] = worths
    keep = finds.rows["shed"] > 0
    return Finds(sight, finds.rows[keep], finds.letters, swaps, int(keep[:builds].sum()))
