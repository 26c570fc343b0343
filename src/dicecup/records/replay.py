"""Reading a record back: line by line, each checked against the rules, the first wrong one named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from dicecup.errors import DicecupError, RecordError
from dicecup.options import Plain
from dicecup.records.header import Header
from dicecup.records.lines import TOO_DEEP, read_event, read_object
from dicecup.table import Event, Table

__all__ = ["LONGEST_LINE", "Lines", "apply", "read", "replay", "standing"]

LONGEST_LINE = 1 << 20
"""Bytes; no line of any game comes near, and a file that is one endless line must not fill the memory."""


class Lines(Protocol):
    """What a record is read from: anything that gives bytes line by line."""

    def readline(self, limit: int, /) -> bytes: ...


def replay(stream: Lines, after_each: Callable[[int, Table], None] | None = None) -> tuple[Header, Table]:
    """The header of a record and the table as its last line leaves it; RecordError names the first wrong line.

    Reads as it goes and holds one line at a time. `after_each` is shown the table after every event's line.
    """
    header, events = read(stream)
    table = header.table()
    for number, event in events:
        apply(table, number, event)
        if after_each is not None:
            after_each(number, table)
    return header, table


def read(stream: Lines) -> tuple[Header, Iterator[tuple[int, Event]]]:
    """The header of a record and its events, each with the number of its line; no rule has been asked yet."""
    lines = _lines(stream)
    number, line = next(lines, (1, b""))
    if not line:
        raise RecordError(1, "the record is empty")
    header = _checked(number, lambda: Header.read(read_object(line)))
    return header, (
        (number, _checked(number, lambda line=line: read_event(read_object(line))))  # type: ignore[misc]
        for number, line in lines
    )


def apply(table: Table, number: int, event: Event) -> None:
    """Let the event of a line happen; RecordError where it may not."""
    _checked(number, lambda: table.apply(event))


def _checked(number: int, act: Callable[[], Any]) -> Any:
    try:
        return act()
    except (DicecupError, ValueError) as error:
        raise RecordError(number, str(error)) from None
    except RecursionError:
        raise RecordError(number, TOO_DEEP) from None


def _lines(stream: Lines) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"the line is longer than {LONGEST_LINE} bytes")
        if line.strip(b" \t\r\n"):
            yield number, line


def standing(table: Table) -> dict[str, Plain]:
    """Where a game stands, as plain data: what `dicecup replay --json` prints."""
    game, state = table.game, table.state
    winners = game.winners(state)
    return {
        "game": game.name,
        "over": table.over,
        "turn": table.turn,
        "scores": list(game.scores(state)),
        "winners": None if winners is None else list(winners),
        "moves": [str(move) for move in game.moves(state)],
        "state": game.to_plain(state),
    }
