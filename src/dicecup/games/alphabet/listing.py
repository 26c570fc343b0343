"""Every legal move of a position, in order and in full: each colour apart, and every seat that can be fed.

There may be hundreds of thousands, and few are ever looked at. So the list holds their texts, spelt by the compiled
`_texts` (or move by move where that was not built), and makes a move when it is asked for one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from dicecup.games.alphabet.finds import Finds
from dicecup.games.alphabet.notation import Build, Move, Slurp, read

try:
    from dicecup.games.alphabet._texts import spell

    COMPILED = True
except ImportError:
    COMPILED = False

__all__ = ["COMPILED", "Moves", "every_move", "every_move_plain"]


class Moves(Sequence[Move]):
    """Builds, then slurps, then what ends a turn without a die; each kind in the order of its texts (H24)."""

    def __init__(
        self, spelt: bytes | bytearray, ends: npt.NDArray[np.uint32], builds: int, ending: Literal["pass", "done"]
    ) -> None:
        self._spelt = spelt
        """The texts of builds and slurps, one behind the other."""
        self._ends = ends
        self._builds = builds
        """How many are builds."""
        self._ending = ending

    @cached_property
    def texts(self) -> Sequence[str]:
        """The moves in notation."""
        whole = self._spelt.decode("ascii")
        ends = self._ends.tolist()
        return [*(whole[start:end] for start, end in zip([0, *ends], ends, strict=False)), self._ending]

    def text(self, at: int) -> str:
        """One move in notation, counted from 0."""
        if at == len(self._ends):
            return self._ending
        start = int(self._ends[at - 1]) if at else 0
        return self._spelt[start : int(self._ends[at])].decode("ascii")

    def __len__(self) -> int:
        return len(self._ends) + 1

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | Sequence[Move]:
        numbers = range(len(self))[at]
        return (
            read(self.text(numbers)) if isinstance(numbers, int) else tuple(read(self.text(each)) for each in numbers)
        )

    def __iter__(self) -> Iterator[Move]:
        return map(read, self.texts)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, (Build, Slurp)):
            return move == self._ending
        low, high = (0, self._builds) if isinstance(move, Build) else (self._builds, len(self._ends))
        at = bisect_left(range(len(self)), str(move), low, high, key=self.text)
        return at < high and self.text(at) == str(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        return (self._spelt, self._ending) == (other._spelt, other._ending) and np.array_equal(self._ends, other._ends)

    __hash__ = None  # type: ignore[assignment]  # as a list: it is for looking through

    def __repr__(self) -> str:
        return f"<Moves: {self._builds} builds, {len(self._ends) - self._builds} slurps, {self._ending}>"


def every_move(finds: Finds, ending: Literal["pass", "done"]) -> Moves:
    """All moves that the rows stand for, and the one that ends a turn without a die."""
    if not COMPILED:
        return every_move_plain(finds, ending)
    sight = finds.sight
    rows: Any = np.ascontiguousarray(finds.rows).view(np.uint8)
    letters = np.frombuffer(finds.letters, np.uint8)
    spelt, ends, builds = spell(rows, letters, finds.swaps, sight.table, sight.hand, sight.barred, sight.seats)
    return Moves(spelt, ends, builds, ending)


def every_move_plain(finds: Finds, ending: Literal["pass", "done"]) -> Moves:
    """The same, move by move."""
    builds = sorted(str(move) for row in range(finds.builds) for move in finds.moves(row))
    slurps = sorted(str(move) for row in range(finds.builds, len(finds)) for move in finds.moves(row))
    texts = builds + slurps
    ends = np.cumsum([len(text) for text in texts], dtype=np.uint32)
    return Moves("".join(texts).encode("ascii"), ends, len(builds), ending)
