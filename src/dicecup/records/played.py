"""The game that was played in a room, from its log: what was taken back is not in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from dicecup.errors import DicecupError
from dicecup.options import Plain
from dicecup.records.header import Header
from dicecup.records.lines import event_line
from dicecup.records.replay import apply
from dicecup.table import Event, Moved, Rolled, Table, log
from dicecup.table.fair import commitment, described
from dicecup.table.log import Entry
from dicecup.table.room import Room
from dicecup.table.table import Bookmark
from dicecup.table.wire import DiceCheck, Position, RollCheck, Step

__all__ = ["NoStep", "NotYet", "Played", "roll_checks"]


APART = 50
"""Events from one place to which a game can be taken back to the next."""


class NotYet(DicecupError):
    """There will be an answer later: when the game has begun, or when it is over."""

    code = "not-yet"


class NoStep(DicecupError):
    """The game has not that many steps."""

    code = "no-step"


class Played:
    """A game in the order of its events; each has the number that it has in the log."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        room = Room()
        self.events: list[tuple[int, Event]] = []
        for entry in entries:
            room.apply(entry)
            if isinstance(entry, log.Made):
                self.events.append((entry.n, Moved(entry.seat, entry.move)))
            elif isinstance(entry, log.Rolled):
                self.events.append((entry.n, Rolled(entry.kind, entry.faces)))
            elif isinstance(entry, log.Undone) and room.table is not None:
                del self.events[room.table.events :]
        if room.table is None:
            raise NotYet("the game has not begun")
        self.last = room.last
        self._room = room
        self._done = 0
        self._marks: list[tuple[Bookmark, int | None]] = []
        """Where the game stood, and who had rolled, at every so manieth event: from there any step is near."""

    @property
    def header(self) -> Header:
        room = self._room
        header = Header.new(room.game, room.names)
        secret = room.opened.secret
        if secret is None:
            return header
        promise = commitment(room.code, bytes.fromhex(secret))
        fair: dict[str, Plain] = {"id": room.code, "commitment": promise, "nonces": room.nonces}
        if room.opened.lots:
            fair["lots"] = {"nonce": room.opened.nonce, "order": list(room.opened.lots)}
        if room.phase == "over":
            fair["secret"] = secret
        return replace(header, more=header.more | {"fair": fair})

    def record(self) -> str:
        """The record, as a file holds it; the dice's secret is in it once the game is over."""
        lines = [self.header.line(), *(event_line(event) for _, event in self.events)]
        return "\n".join(lines) + "\n"

    def step(self, number: int) -> Step:
        """The game after so many of its events, as somebody who watches sees it."""
        if not 0 <= number <= len(self.events):
            raise NoStep(f"expected a step from 0 to {len(self.events)}, got {number}")
        table, roller = self._reached(number)
        last = self.events[number - 1][1] if number else None
        made = last if isinstance(last, Moved) else None
        return Step(
            steps=len(self.events),
            n=number,
            words=table.tell() if number else [],
            position=Position(view=table.view(None), shown=table.shown, roller=roller, past=table.past),
            seat=None if made is None else made.seat,
            move=None if made is None else made.move,
        )

    def _reached(self, number: int) -> tuple[Table, int | None]:
        """The table after so many events, and whose dice fell last."""
        if not self._marks:
            self._table = self.header.table()
            self._roller: int | None = None
            self._marks = [(self._table.bookmark(), None)]
        near = min(number // APART, len(self._marks) - 1)
        if not near * APART <= self._done <= number:
            mark, self._roller = self._marks[near]
            self._table.go_back(mark)
            self._done = near * APART
        for _, event in self.events[self._done : number]:
            if isinstance(event, Rolled):
                self._roller = self._table.game.roller(self._table.state)
            self._table.apply(event)
            self._done += 1
            if self._done == APART * len(self._marks):
                self._marks.append((self._table.bookmark(), self._roller))
        return self._table, self._roller

    @cached_property
    def _rolls(self) -> list[RollCheck]:
        return roll_checks(self.header.table(), self.events)

    def dice(self) -> DiceCheck:
        """Everything that the dice of a finished game were made from."""
        secret = self._room.opened.secret
        if secret is None:
            raise NotYet("these were real dice")
        if self._room.phase != "over":
            raise NotYet("the secret of the dice is told when the game is over")
        room = self._room
        promise = commitment(room.code, bytes.fromhex(secret))
        return DiceCheck(room.code, promise, room.nonces, secret, self._rolls)


def roll_checks(table: Table, events: Iterable[tuple[int, Event]]) -> list[RollCheck]:
    """All rolls of a game that begins at this table, each with what its dice are made from."""
    found = []
    for number, event in events:
        state, place = table.state, table.place
        apply(table, number, event)
        if isinstance(event, Rolled):
            found.append(described(number, table.game.roll(state), place, event.faces))
    return found
