"""What people see and lay out: plain data that a page or a terminal draws without knowing a rule.

Everything is JSON. A `Message` is a key of a catalogue with parameters, so that the same view is read in any
language; `dicecup.messages` turns it into words.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from dicecup.dice import Face

__all__ = [
    "Cell",
    "Choice",
    "Crossword",
    "DieView",
    "Gauge",
    "Hand",
    "Message",
    "Placed",
    "Row",
    "Sketch",
    "Swap",
    "View",
    "say",
]


class Message(TypedDict):
    """`say` is a key of the game's catalogue, `params` what its words are filled with."""

    say: str
    params: dict[str, Any]


def say(key: str, **params: Any) -> Message:
    """A message: `say("bust", who=0, points=3)`."""
    return {"say": key, "params": params}


class DieView(TypedDict):
    """A die on the table. `mark` says how it lies: rolled, kept, aside, red, waiting …"""

    number: int
    face: Face | None
    mark: str


class Row(TypedDict):
    """A line of the score sheet: a cell for each seat, None while it is empty. `strong` marks totals."""

    label: Message
    cells: list[int | str | None]
    strong: NotRequired[bool]


class Choice(TypedDict):
    """Something the seat may do now: `move` is its notation.

    `dice` are the numbers of the dice it keeps, `row` the line of the sheet it fills, `worth` what that scores,
    `ask` a question before something that is easily regretted.
    """

    move: str
    label: Message
    dice: NotRequired[list[int]]
    row: NotRequired[int]
    worth: NotRequired[int]
    ask: NotRequired[Message]


class Gauge(TypedDict):
    """A number on its way to a mark, such as a dice total on its way to 13."""

    label: Message
    value: int
    goal: int


class Cell(TypedDict):
    """A die of the crossword."""

    x: int
    y: int
    number: int
    face: str
    red: bool


class Crossword(TypedDict):
    cells: list[Cell]


class Hand(TypedDict):
    """The dice a seat holds, face up."""

    seat: int
    dice: list[DieView]
    slurped: NotRequired[bool]


class View(TypedDict):
    """One position, for one pair of eyes. `seat` is None for somebody who watches; `choices` are the seat's own."""

    game: str
    seat: int | None
    turn: int | Literal["chance", "over"]
    scores: list[int]
    winners: list[int] | None
    status: list[Message]
    dice: list[DieView]
    sheet: list[Row]
    choices: list[Choice]
    gauge: NotRequired[Gauge]
    hands: NotRequired[list[Hand]]
    crossword: NotRequired[Crossword]


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die of the hand laid on the crossword: into an empty cell, or pushed in before the die of that cell."""

    die: int
    x: int
    y: int
    push: Literal["across", "down"] | None = None
    """Set: the die goes between the cell before and this one, in that direction. Several in one gap stand in order."""


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die of the crossword slurped: the die of the hand that is put in its place, and the seat that gets it."""

    x: int
    y: int
    die: int
    to: int


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as hands lay it on the table, before anybody has said that it is one."""

    placed: list[Placed] = []
    swap: Swap | None = None
