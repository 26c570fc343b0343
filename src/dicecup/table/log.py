"""The log of a table: numbered entries from which the table can be made again, exactly as it is.

This is what is stored. It holds what nobody may be shown (the dice's secret, hashes of tokens); what people see of an
entry is a `Told`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from dicecup.options import Plain

__all__ = [
    "Added",
    "Begun",
    "Dropped",
    "Entry",
    "Filled",
    "Made",
    "Opened",
    "Rematched",
    "Replaced",
    "Returned",
    "Rolled",
    "Sat",
    "SeatEntry",
    "Undone",
    "encode",
    "read",
]


class _Entry(msgspec.Struct, tag_field="what", frozen=True, omit_defaults=True, kw_only=True):
    n: int
    time: float
    mark: str = ""
    """Of the command that led here, made from its key: by this a command that comes twice is known again."""


class SeatEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as it was when the table was opened."""

    kind: Literal["open", "human", "bot"]
    name: str
    level: str | None = None
    token: str = ""
    """The token's hash."""
    nonce: str = ""
    stands_in: bool = False


class Opened(_Entry, tag="opened", frozen=True):
    code: str
    game: str
    options: dict[str, Plain]
    header: dict[str, Plain]
    """What the game says in a record's header besides."""
    seats: list[SeatEntry]
    host: str
    """The hash of the host's token."""
    salt: str
    """Tokens of seats taken later are made with it."""
    secret: str | None
    """Of the dice, hexadecimal; None with real dice."""
    grace: int
    by_lot: bool = False
    lots: list[int] = []
    """Which of the seats that were wished for each seat is, where lots were drawn."""
    nonce: str = ""
    """Of whoever opened the table, from which those were drawn."""


class Sat(_Entry, tag="sat", frozen=True):
    seat: int
    name: str
    token: str
    nonce: str


class Filled(_Entry, tag="filled", frozen=True):
    seat: int
    level: str
    name: str


class Added(_Entry, tag="added", frozen=True):
    """One more open seat, behind the others."""


class Dropped(_Entry, tag="dropped", frozen=True):
    seat: int


class Begun(_Entry, tag="begun", frozen=True):
    pass


class Made(_Entry, tag="moved", frozen=True):
    """A move; `bot` where none of the people made it."""

    seat: int
    move: str
    bot: bool = False


class Rolled(_Entry, tag="rolled", frozen=True):
    """What fell; `by` is the seat that typed it, where dice are real, and `more` says that more was typed with it."""

    kind: str
    faces: Plain
    by: int | None = None
    more: bool = False


class Undone(_Entry, tag="undone", frozen=True):
    seat: int


class Replaced(_Entry, tag="replaced", frozen=True):
    seat: int
    level: str


class Returned(_Entry, tag="returned", frozen=True):
    seat: int


class Rematched(_Entry, tag="rematched", frozen=True):
    code: str
    seat: int | None = None


Entry = Opened | Sat | Filled | Added | Dropped | Begun | Made | Rolled | Undone | Replaced | Returned | Rematched

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Entry)

encode = _ENCODER.encode


def read(line: bytes) -> Entry:
    """The entry that a line is; msgspec.DecodeError where it is none."""
    entry: Entry = _DECODER.decode(line)
    return entry
