"""A game being played, without input or output: events in, the new position out."""

from dicecup.table.dice import SeededDice
from dicecup.table.names import read_names
from dicecup.table.table import Event, Moved, Rolled, Table

__all__ = ["Event", "Moved", "Rolled", "SeededDice", "Table", "read_names"]
