"""The crossword: dice on an unbounded grid, x to the right and y downwards, and the runs they form.

A run is a row of touching dice, across or down, that no die lengthens. A table is valid when every run of two or
more dice spells a word.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.dice import spell

__all__ = [
    "ACROSS",
    "DOWN",
    "Cell",
    "Step",
    "Table",
    "Tile",
    "bad_runs",
    "check_runs",
    "connected",
    "crossed",
    "neighbours",
    "run",
    "runs_of_line",
    "shift",
]

Cell = tuple[int, int]
Tile = tuple[int, str]
"""A die on the table: its number and the face it shows."""
Table = Mapping[Cell, Tile]
Step = tuple[int, int]

ACROSS: Step = (1, 0)
DOWN: Step = (0, 1)


def shift(cell: Cell, step: Step, by: int) -> Cell:
    return (cell[0] + by * step[0], cell[1] + by * step[1])


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells edge to edge with this one."""
    x, y = cell
    return ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))


def run(table: Container[Cell], cell: Cell, step: Step) -> list[Cell]:
    """The run through a cell, first die first; the cell counts as filled."""
    first = cell
    while (before := shift(first, step, -1)) in table:
        first = before
    cells = [first]
    last = first
    while (after := shift(last, step, 1)) in table or last < cell:
        last = after
        cells.append(last)
    return cells


def crossed(table: Container[Cell], cell: Cell, step: Step) -> bool:
    """Whether a die has a neighbour in the direction other than `step` (H4)."""
    dx, dy = step[1], step[0]
    return (cell[0] - dx, cell[1] - dy) in table or (cell[0] + dx, cell[1] + dy) in table


def runs_of_line(table: Iterable[Cell], cell: Cell, step: Step) -> list[list[Cell]]:
    """All runs, single dice included, of the line through a cell, in order along it."""
    fixed = 1 if step == ACROSS else 0
    runs: list[list[Cell]] = []
    for each in sorted(other for other in table if other[fixed] == cell[fixed]):
        if runs and shift(runs[-1][-1], step, 1) == each:
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs


def bad_runs(table: Table, cells: Iterable[tuple[Cell, Step]], words: Container[str]) -> Iterable[str]:
    """Those of the runs through these cells that are no words, each named by its letters and first cell (H28)."""
    for cell, step in cells:
        through = run(table, cell, step)
        if len(through) > 1:
            word = spell([table[each][1] for each in through])
            if word not in words:
                x, y = through[0]
                yield f"{word} at {x},{y} is not a word"


def check_runs(table: Table, cells: Iterable[tuple[Cell, Step]], words: Container[str]) -> None:
    for fault in bad_runs(table, cells, words):
        raise IllegalMove(fault)


def connected(cells: Iterable[Cell]) -> bool:
    """Whether these cells hang together edge to edge; an empty table does."""
    left = set(cells)
    reached = [left.pop()] if left else []
    while reached:
        for each in neighbours(reached.pop()):
            if each in left:
                left.remove(each)
                reached.append(each)
    return not left
