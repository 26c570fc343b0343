"""Laying a build on the table: which old dice its word takes in, where they are pushed, and what it spells.

How the old dice are found. Every run of the line holds a crossed die, or is the whole crossword; so every run has a
die that keeps its cell. A main word takes in whole runs of its line, next to each other and in order, and writes
them in order. Hence the number of dice in parentheses and the fixed dice leave one choice of runs at most, and with
it the place of each pushed die is known: dice of a run are parted by placed dice only, so they have moved outwards
by just as many.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.dice import spell
from dicecup.games.alphabet.layout import (
    ACROSS,
    DOWN,
    Cell,
    Step,
    Table,
    Tile,
    check_runs,
    crossed,
    neighbours,
    run,
    runs_of_line,
    shift,
)
from dicecup.games.alphabet.notation import Build

__all__ = ["PLACED", "Laid", "covered", "fixed_cells", "lay", "lay_known"]

PLACED = 0
"""Stands for the number of a die just placed, until it is known which die of the hand that is."""


class Laid(NamedTuple):
    """The table after a build, the cells of the main word, and those of them where dice were placed."""

    table: dict[Cell, Tile]
    word: list[Cell]
    placed: list[Cell]


def lay(table: Table, build: Build, words: Container[str], *, slurped: bool = False) -> Laid:
    """The build laid on the table; IllegalMove where it may not be. `slurped`: it is the second half of a slurp."""
    step = ACROSS if build.across else DOWN
    cells, placed, taken_cells = _cells(build, step)
    if not placed:
        raise IllegalMove("a build places at least one die; the dice in parentheses lie there already")
    if len(cells) < 2:
        raise IllegalMove("a main word has two or more dice")
    if not table:
        _check_first(build, taken_cells)
        taken: list[Cell] = []
    else:
        taken = _taken(table, build, cells, taken_cells, step)
    after = _after(table, build, cells, taken, taken_cells)
    if table and not taken and not any(near in table for cell in placed for near in neighbours(cell)):
        raise IllegalMove("a build uses a die of the crossword or lies edge to edge with one")
    other = DOWN if build.across else ACROSS
    if (
        not slurped
        and not build.across
        and len(placed) == 1
        and taken == taken_cells
        and crossed(table, placed[0], step)
    ):
        raise IllegalMove(_across(after, placed[0]))
    # A pushed die had no neighbours to its sides, so only cells that were empty can hold a new crossing word.
    check_runs(after, [(cells[0], step), *((cell, other) for cell in cells if cell not in table)], words)
    return Laid(after, cells, placed)


def lay_known(table: Table, build: Build) -> Laid:
    """As `lay`, for a build that is known to be legal."""
    step = ACROSS if build.across else DOWN
    cells, placed, taken_cells = _cells(build, step)
    taken = taken_cells
    if any(cell not in table for cell in taken_cells) or any(cell in table for cell in placed):
        taken = _matching(table, runs_of_line(table, cells[0], step), taken_cells, step)
    return Laid(_after(table, build, cells, taken, taken_cells), cells, placed)


def _cells(build: Build, step: Step) -> tuple[list[Cell], list[Cell], list[Cell]]:
    """The cells of the main word: all, those of the dice placed, and those of the dice taken in."""
    cells = [(build.x + at * step[0], build.y + at * step[1]) for at in range(len(build.faces))]
    placed = [cell for cell, old in zip(cells, build.old, strict=True) if not old]
    return cells, placed, [cell for cell, old in zip(cells, build.old, strict=True) if old]


def _after(
    table: Table, build: Build, cells: list[Cell], taken: list[Cell], taken_cells: list[Cell]
) -> dict[Cell, Tile]:
    """The table with the dice taken in at their new cells and those placed."""
    after = dict(table)
    if taken != taken_cells:
        for was in taken:
            del after[was]
        for was, now in zip(taken, taken_cells, strict=True):
            after[now] = table[was]
    for cell, face, old in zip(cells, build.faces, build.old, strict=True):
        if not old:
            after[cell] = (PLACED, face)
    return after


def _check_first(build: Build, taken_cells: list[Cell]) -> None:
    if taken_cells:
        raise IllegalMove("the table is empty: the first word has no dice in parentheses")
    if (build.x, build.y) != (0, 0):
        raise IllegalMove(f"the first word of a serving starts at 0,0, got {build.x},{build.y}")


def _taken(table: Table, build: Build, cells: list[Cell], taken_cells: list[Cell], step: Step) -> list[Cell]:
    """Where the dice in parentheses lay before the move, in order."""
    runs = runs_of_line(table, cells[0], step)
    taken = _matching(table, runs, taken_cells, step)
    left = [cell for each in runs for cell in each if not taken or not taken[0] <= cell <= taken[-1]]
    rest = set(left)
    for cell in cells:
        if cell in rest:
            raise IllegalMove(f"{_named(table, cell)} lies in the way; a main word takes in whole old words")
    for end in (shift(cells[0], step, -1), shift(cells[-1], step, 1)):
        if end in rest:
            beside = next([table[cell][1] for cell in run] for run in runs if end in run)
            whole = spell([*beside, *build.faces] if end < cells[0] else [*build.faces, *beside])
            raise IllegalMove(f"the main word is written whole: {_named(table, end)} belongs to it, as in {whole}")
    for was, now, face in zip(
        taken, taken_cells, (f for f, old in zip(build.faces, build.old, strict=True) if old), strict=True
    ):
        if table[was][1] != face:
            raise IllegalMove(
                f"({face}) stands at {now[0]},{now[1]} of this build, but the die is {_named(table, was)}"
            )
    return taken


def _matching(table: Table, runs: list[list[Cell]], taken_cells: list[Cell], step: Step) -> list[Cell]:
    if not taken_cells:
        return []
    for at in range(len(runs)):
        taken: list[Cell] = []
        keep: set[Cell] = set()
        for each in runs[at:]:
            taken += each
            keep.update(fixed_cells(table, each, step))
            if len(taken) >= len(taken_cells):
                break
        if len(taken) == len(taken_cells) and all(
            was == now or was not in keep for was, now in zip(taken, taken_cells, strict=True)
        ):
            return taken
    count = len(taken_cells)
    raise IllegalMove(
        f"{'the die' if count == 1 else f'the {count} dice'} in parentheses cannot come to stand there: a main word "
        "takes in whole old words in order, a crossed die keeps its cell, and so does the first die of a lone word"
    )


def fixed_cells(table: Container[Cell], cells: list[Cell], step: Step) -> list[Cell]:
    """The dice of a run that keep their cells: those crossed (H4), or the first where none is (H5)."""
    return [cell for cell in cells if crossed(table, cell, step)] or cells[:1]


def _named(table: Table, cell: Cell) -> str:
    return f"{table[cell][1]} at {cell[0]},{cell[1]}"


def _across(after: Table, cell: Cell) -> str:
    cells = run(after, cell, ACROSS)
    told = Build(*cells[0], True, tuple(after[each][1] for each in cells), tuple(each != cell for each in cells))
    return f"a single die that makes words in both directions is written across: {told}"


def covered(table: Container[Cell], cell: Cell) -> frozenset[Cell]:
    """The cells of the words through a cell."""
    return frozenset((*run(table, cell, ACROSS), *run(table, cell, DOWN)))
