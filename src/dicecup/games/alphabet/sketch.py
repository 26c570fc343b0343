"""The move that dice make which somebody has laid on the crossword: into empty cells, and between dice to push them.

Cells are those of the table before the move, as people see it; where the word then stands is worked out here. Whether
the move is legal is asked of `build` and `slurp` afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.build import fixed_cells
from dicecup.games.alphabet.hand import Hand
from dicecup.games.alphabet.layout import ACROSS, DOWN, Cell, Step, Table, neighbours, run, shift
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.view import Placed, Sketch

__all__ = ["sketched"]

Piece = tuple[Cell, str, bool]
"""A die of the main word: the cell it lies in (pushed in: the cell it goes before), its face, whether it is old."""


def sketched(sketch: Sketch, table: Table, hand: Hand) -> Build | Slurp:
    """The build or slurp that is laid out; IllegalMove where it is none."""
    faces = dict(hand)
    used = [placed.die for placed in sketch.placed] + ([sketch.swap.die] if sketch.swap else [])
    for die in used:
        if die not in faces:
            raise IllegalMove(f"die {die} is not in your hand")
        if used.count(die) > 1:
            raise IllegalMove(f"die {die} is laid out twice")
    if sketch.swap is None:
        return _build(sketch.placed, table, faces, None)
    cell = (sketch.swap.x, sketch.swap.y)
    if cell not in table:
        raise IllegalMove(f"there is no die to slurp at {cell[0]},{cell[1]}")
    put = faces[sketch.swap.die]
    after = {**table, cell: (sketch.swap.die, put)}
    then = _build(sketch.placed, after, faces, cell) if sketch.placed else None
    return Slurp(*cell, table[cell][1], put, sketch.swap.to, then)


def _build(laid: Sequence[Placed], table: Table, faces: dict[int, str], put: Cell | None) -> Build:
    if not laid:
        raise IllegalMove("lay at least one die on the table")
    for placed in laid:
        if placed.push is None and ((placed.x, placed.y) in table or _elsewhere(placed, laid)):
            raise IllegalMove(f"there is a die at {placed.x},{placed.y} already")
    words = [_word(laid, table, faces, step) for step in _steps(laid, table)]
    # A single die may stand in two words: across is written (H6), behind a slurp the word of the die put in.
    word, step = next(
        (pair for pair in words if put is not None and any(old and cell == put for cell, _, old in pair[0])), words[0]
    )
    x, y = _first(word, table, step) if table else (0, 0)
    return Build(x, y, step == ACROSS, tuple(face for _, face, _ in word), tuple(old for _, _, old in word))


def _elsewhere(placed: Placed, laid: Sequence[Placed]) -> bool:
    """Whether another die lies in the same cell."""
    return any(
        (other.x, other.y) == (placed.x, placed.y) and other.push is None and other.die != placed.die for other in laid
    )


def _steps(laid: Sequence[Placed], table: Table) -> list[Step]:
    """The directions in which these dice can be a word."""
    pushed = {placed.push for placed in laid} - {None}
    rows, columns = {placed.y for placed in laid}, {placed.x for placed in laid}
    steps = [ACROSS] if len(rows) == 1 and "down" not in pushed else []
    steps += [DOWN] if len(columns) == 1 and "across" not in pushed else []
    if not steps:
        raise IllegalMove("the dice of a build lie in one line")
    if len(steps) == 2:
        near = {step for step in steps if any(shift((laid[0].x, laid[0].y), step, by) in table for by in (-1, 1))}
        steps = [step for step in steps if step in near] or steps
    return steps


def _word(laid: Sequence[Placed], table: Table, faces: dict[int, str], step: Step) -> tuple[list[Piece], Step]:
    """The main word, with all old dice it takes in."""
    at = (laid[0].x, laid[0].y)
    old = [cell for cell in table if (cell[1] == at[1] if step == ACROSS else cell[0] == at[0])]
    line: list[tuple[Cell, int, Piece]] = [(cell, 1, (cell, table[cell][1], True)) for cell in old]
    for placed in laid:
        cell = (placed.x, placed.y)
        line.append((cell, 0 if placed.push else 1, (cell, faces[placed.die], False)))
    line.sort(key=lambda entry: entry[:2])
    blocks = [[line[0]]]
    for before, after in pairwise(line):
        touches = after[0] == (before[0] if before[1] == 0 else shift(before[0], step, 1))
        if touches:
            blocks[-1].append(after)
        else:
            blocks.append([after])
    mine = [[piece for _, _, piece in block] for block in blocks if any(not piece[2] for _, _, piece in block)]
    if len(mine) > 1:
        x, y = shift(mine[0][-1][0], step, 1)
        raise IllegalMove(f"the dice of a build form one word, and there is a gap at {x},{y}")
    word = mine[0]
    if not table:
        return word, step
    if not any(old for _, _, old in word) and not any(
        near in table for cell, _, _ in word for near in neighbours(cell)
    ):
        raise IllegalMove("a build uses a die of the crossword or lies edge to edge with one")
    return _whole(word, table, step), step


def _whole(word: list[Piece], table: Table, step: Step) -> list[Piece]:
    """The word with the old words that its pushed dice have come to touch."""
    while True:
        first = _first(word, table, step)
        taken = {cell for cell, _, old in word if old}
        before, after = shift(first, step, -1), shift(first, step, len(word))
        if before in table and before not in taken:
            word = [*_old(table, before, step), *word]
        elif after in table and after not in taken:
            word = [*word, *_old(table, after, step)]
        else:
            return word


def _old(table: Table, cell: Cell, step: Step) -> list[Piece]:
    return [(each, table[each][1], True) for each in run(table, cell, step)]


def _first(word: list[Piece], table: Table, step: Step) -> Cell:
    """Where the word begins after the move: counted back from a die that keeps its cell."""
    for index, (cell, _, old) in enumerate(word):
        if old and cell in fixed_cells(table, run(table, cell, step), step):
            return shift(cell, step, -index)
    return word[0][0]
