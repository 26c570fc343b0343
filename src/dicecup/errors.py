"""What can go wrong, and what the caller should do about it.

    DicecupError
    ├── UnknownGame       no folder of that name; pick one of those listed
    ├── OptionError       an option is misspelt or its value is not allowed
    ├── SeatsError        a game is not for that many players
    ├── NotationError     the text is no move of this game at all
    ├── IllegalMove       a move, but not one that may be made now
    ├── Ambiguous         the text could mean several moves: `moves` has them in notation
    ├── IllegalRoll       faces (or hands) that these dice cannot show
    ├── WordsMissing      a word list that is not installed
    ├── Unsolved          no solution is offered for this game, these options or so many seats
    └── RecordError       a line of a record is wrong; `line` says which

Each has a `code` for the wire, and says in one sentence what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

__all__ = [
    "Ambiguous",
    "DicecupError",
    "IllegalMove",
    "IllegalRoll",
    "NotationError",
    "OptionError",
    "RecordError",
    "SeatsError",
    "UnknownGame",
    "Unsolved",
    "WordsMissing",
]


class DicecupError(Exception):
    """The base of all errors that are the caller's to handle."""

    code: ClassVar[str] = "error"


class UnknownGame(DicecupError):
    code = "unknown-game"


class OptionError(DicecupError):
    code = "bad-option"


class SeatsError(DicecupError):
    code = "bad-seats"


class NotationError(DicecupError):
    code = "not-a-move"


class IllegalMove(DicecupError):
    code = "illegal-move"


class Ambiguous(DicecupError):
    """What somebody typed could mean any of these moves."""

    code = "ambiguous"

    def __init__(self, moves: Sequence[str]) -> None:
        more = "" if len(moves) <= 5 else f" … ({len(moves)} moves)"
        super().__init__(f"that could mean {', or '.join(moves[:5])}{more}")
        self.moves = list(moves)


class IllegalRoll(DicecupError):
    code = "illegal-roll"


class WordsMissing(DicecupError):
    code = "words-missing"


class Unsolved(DicecupError):
    code = "unsolved"


class RecordError(DicecupError):
    """A wrong line, numbered from 1 as in the file."""

    code = "bad-record"

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
