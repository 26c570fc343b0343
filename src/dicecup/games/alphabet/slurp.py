"""Slurping: one die of the table swapped for one of the hand, and perhaps a build through it."""

from __future__ import annotations

from collections.abc import Container

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.build import Laid, lay, lay_known
from dicecup.games.alphabet.layout import ACROSS, DOWN, Cell, Table, check_runs
from dicecup.games.alphabet.notation import Slurp

__all__ = ["PUT", "put_cell", "swap", "swap_known"]

PUT = -1
"""Stands for the number of the die put in, until it is known which die of the hand that is."""


def swap(table: Table, slurp: Slurp, words: Container[str]) -> Laid:
    """The table after a slurp; IllegalMove where it may not be. `placed` are the dice added, without the one put in."""
    cell = (slurp.x, slurp.y)
    if cell not in table:
        raise IllegalMove(f"there is no die to slurp at {slurp.x},{slurp.y}")
    shown = table[cell][1]
    if shown != slurp.pulled:
        raise IllegalMove(f"the die at {slurp.x},{slurp.y} shows {shown}, got {slurp.pulled}")
    after = {**table, cell: (PUT, slurp.put)}
    # The swap must leave words by itself (H10), before any die is added.
    check_runs(after, [(cell, ACROSS), (cell, DOWN)], words)
    if slurp.then is None:
        return Laid(after, [cell], [])
    laid = lay(after, slurp.then, words, slurped=True)
    if put_cell(laid.table) not in laid.word:
        raise IllegalMove(f"added dice belong to a word with the die put in at {slurp.x},{slurp.y}")
    return laid


def swap_known(table: Table, slurp: Slurp) -> Laid:
    """As `swap`, for a slurp that is known to be legal."""
    cell = (slurp.x, slurp.y)
    after = {**table, cell: (PUT, slurp.put)}
    return Laid(after, [cell], []) if slurp.then is None else lay_known(after, slurp.then)


def put_cell(table: Table) -> Cell:
    """Where the die put in has come to lie: a build behind the swap may have pushed it."""
    return next(cell for cell, (die, _) in table.items() if die == PUT)
