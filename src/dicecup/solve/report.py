"""What a solution has found out, for people: sentences and tables, with words from the game's catalogue.

A game's `report.py` makes them from the facts of a solution: `report(facts)` gives a list of parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicecup.options import Plain
from dicecup.view import Message

__all__ = ["Listing", "Part", "Report", "average", "percent"]


@dataclass(frozen=True)
class Listing:
    """A table: its title, the heads of its columns, and its rows, whose cells are text or messages."""

    title: Message
    head: list[Message]
    rows: list[list[str | Message]]


Part = Message | Listing
Report = Callable[[dict[str, Plain]], list[Part]]


def percent(chance: float) -> str:
    """A chance with as many places as it needs not to be 0 or 100."""
    for places in range(1, 5):
        text = f"{chance:.{places}%}"
        if float(text[:-1]) not in (0.0, 100.0) or chance in (0.0, 1.0):
            return text
    return "<0.0001%" if chance < 0.5 else ">99.9999%"


def average(points: float) -> str:
    return f"{points:.2f}"
