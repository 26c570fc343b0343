"""A table: a rule set, the people around it, and where their game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.errors import IllegalMove, IllegalRoll
from dicecup.game import CHANCE, OVER, Game, Turn
from dicecup.options import Plain
from dicecup.view import Message, View

__all__ = ["Bookmark", "Event", "Moved", "Rolled", "Table"]


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move, in notation."""

    seat: int
    move: str

    def plain(self) -> dict[str, Plain]:
        return {"seat": self.seat, "move": self.move}


@dataclass(frozen=True, slots=True)
class Rolled:
    """Chance had its say: `kind` is roll or deal, `faces` what fell, as plain data."""

    kind: str
    faces: Plain

    def plain(self) -> dict[str, Plain]:
        return {self.kind: self.faces}


Event = Moved | Rolled
Bookmark = tuple[Any, int, int, tuple[int, int], Plain, bool, tuple[Any, Any, Any] | None]


class Table:
    """A game in progress. Every event is checked by the rules before it counts; a refused one changes nothing."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str]) -> None:
        self.game = game
        self.names = tuple(names)
        self.state: Any = game.start(len(self.names))
        self.turn: Turn = game.turn(self.state)
        self.events = 0
        """How many events led here."""
        self.rolls = 0
        """How many of them were chance: the number of the next roll, which is what dice are keyed by."""
        self.place = (0, 0)
        """The turn, and the roll within it, that the next dice belong to: what fair dice are keyed by."""
        self.shown: Plain = None
        """What fell last, for drawing it."""
        self.past = False
        """Whether a move has ended the turn in which that fell."""
        self._last: tuple[Any, Any, Any] | None = None

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def apply(self, event: Event) -> None:
        """Let an event happen, if it may."""
        before = self.state
        if isinstance(event, Moved):
            act, after = self._moved(event)
        else:
            act, after = self._rolled(event)
            self.rolls += 1
            self.shown = event.faces
            self.past = False
        turn, roll = self.place
        if self.game.stage(before) != self.game.stage(after):
            self.place = (turn + 1, 0)
            self.past = isinstance(event, Moved)
        elif isinstance(event, Rolled):
            self.place = (turn, roll + 1)
        self.state = after
        self.turn = self.game.turn(after)
        self.events += 1
        self._last = (before, act, after)

    def bookmark(self) -> Bookmark:
        """Where the game stands, to be gone back to."""
        return self.state, self.events, self.rolls, self.place, self.shown, self.past, self._last

    def go_back(self, mark: Bookmark) -> None:
        """Be where the game stood then, as if nothing had happened since."""
        self.state, self.events, self.rolls, self.place, self.shown, self.past, self._last = mark
        self.turn = self.game.turn(self.state)

    def tell(self) -> list[Message]:
        """What the last event meant, for people."""
        return [] if self._last is None else self.game.tell(*self._last)

    def _moved(self, event: Moved) -> tuple[Any, Any]:
        turn = self.turn
        if turn == OVER:
            raise IllegalMove("the game is over")
        if turn == CHANCE:
            raise IllegalMove(f"expected a {self.game.roll(self.state).event}, got a move")
        if event.seat != turn:
            raise IllegalMove(f"it is the turn of seat {turn}, not of seat {event.seat}")
        move = self.game.parse(self.state, event.move)
        return move, self.game.play(self.state, move)

    def _rolled(self, event: Rolled) -> tuple[Any, Any]:
        turn = self.turn
        if turn == OVER:
            raise IllegalRoll("the game is over")
        if turn != CHANCE:
            raise IllegalRoll(f"expected a move of seat {turn}, got a {event.kind}")
        request = self.game.roll(self.state)
        if request.event != event.kind:
            raise IllegalRoll(f"expected a {request.event}, got a {event.kind}")
        faces = request.check(event.faces)
        return faces, self.game.land(self.state, faces)

    def view(self, seat: int | None) -> View:
        """The position as that seat (or a watcher) may see it."""
        return self.game.view(self.state, seat)
