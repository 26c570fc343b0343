"""A room as its log leaves it: entries in, what everybody stands at out.

`apply` is the only thing that changes a room, and all that is asked of one is answered from what was applied.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from dicecup import games
from dicecup.game import CHANCE, Game
from dicecup.table import log
from dicecup.table.fair import FairDice
from dicecup.table.log import Entry
from dicecup.table.seats import Seat, Who, among
from dicecup.table.table import Bookmark, Moved, Rolled, Table
from dicecup.table.typed import Question, question
from dicecup.table.wire import Phase, Told
from dicecup.view import Message, say

__all__ = ["Fold"]

REMEMBERED = 200
"""Commands that are known again when they come twice; older ones are stale anyway."""
KEPT = 300
"""Events that somebody who was away is told one by one; of more, only these."""


class Fold:
    code: str
    game: Game[Any, Any]
    seats: list[Seat]
    grace: int

    def __init__(self) -> None:
        self.last = 0
        """The number of the last entry."""
        self.touched = 0.0
        """When that was."""
        self.table: Table | None = None
        self.rematch: str | None = None
        self.told: deque[Told] = deque(maxlen=KEPT)
        self.roller: int | None = None
        """Whose dice fell last."""
        self._mover: int | None = None
        """Who made the last move, where no dice have fallen since."""
        self._undos: list[tuple[int, Bookmark, int | None, int | None]] = []
        """What can be taken back, latest last: by whom, and where things stood before."""
        self._more = False
        """Whether the next dice were typed together with the last."""
        self._marks: dict[str, int | None] = {}
        """Commands that had their effect, each with the seat it was about."""
        self._dice: FairDice | None = None

    @classmethod
    def rebuild(cls, entries: Iterable[Entry]) -> Self:
        """The room that made these entries."""
        room = cls()
        for entry in entries:
            room.apply(entry)
        return room

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fold) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]  # a room changes

    def _all(self) -> dict[str, Any]:
        # Fair dice are made from what is compared besides.
        return vars(self) | {
            "table": self.table and self.table.bookmark(),
            "_dice": None,
            "_marks": [*self._marks.items()],
        }

    # How it stands.

    @property
    def phase(self) -> Phase:
        if self.table is None:
            return "waiting"
        return "over" if self.table.over else "playing"

    @property
    def real_dice(self) -> bool:
        return self._opened.secret is None

    @property
    def opened(self) -> log.Opened:
        return self._opened

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def nonces(self) -> list[str]:
        return [seat.nonce for seat in self.seats]

    @property
    def thinking(self) -> int | None:
        """The seat for which a bot is to move."""
        turn = None if self.table is None else self.table.turn
        return turn if isinstance(turn, int) and self.seats[turn].bot else None

    @property
    def throws(self) -> int | None:
        """The seat that is waited for to throw its dice."""
        if self.table is None or self.real_dice or self.table.turn != CHANCE:
            return None
        roller = self.table.game.roller(self.table.state)
        if roller is None or roller == self._mover or self.seats[roller].bot:
            return None
        return roller

    @property
    def types(self) -> Question | None:
        """What is asked of those who rolled real dice."""
        if self.table is None or not self.real_dice or self.table.turn != CHANCE:
            return None
        return question(self.table.game, self.table.state)

    @property
    def undo(self) -> int | None:
        """The seat that could take its last move back."""
        return self._undos[-1][0] if self._undos and self.rematch is None else None

    def who(self, hashes: Sequence[str]) -> Who:
        """Who somebody with these tokens is, by their hashes."""
        held = [number for number, seat in enumerate(self.seats) if seat.token and among(seat.token, hashes)]
        host = among(self._opened.host, hashes)
        return Who(frozenset(held), host)

    # The fold.

    def apply(self, entry: Entry) -> None:
        """Let an entry of the log have its effect; a wrong one raises and changes nothing."""
        if entry.n != self.last + 1:
            raise ValueError(f"expected entry {self.last + 1}, got {entry.n}")
        words = _APPLY[type(entry)](self, entry)
        self.last = entry.n
        self.touched = entry.time
        seat = getattr(entry, "seat", None)
        if entry.mark:
            self._marks[entry.mark] = seat
            if len(self._marks) > REMEMBERED:
                del self._marks[next(iter(self._marks))]
        told = Told(
            entry.n,
            entry.__struct_config__.tag,  # type: ignore[arg-type]
            entry.time,
            words,
            self.roller if type(entry) is log.Rolled else seat,
            entry.move if type(entry) is log.Made else None,
            entry.faces if type(entry) is log.Rolled else None,
        )
        self.told.append(told)

    def _apply_opened(self, entry: log.Opened) -> list[Message]:
        self._opened = entry
        self.code = entry.code
        self.game = games.find(entry.game).with_options(entry.options).with_header(entry.header)
        self.seats = [Seat(s.kind, s.name, s.level, s.token, s.nonce, s.stands_in) for s in entry.seats]
        self.grace = entry.grace
        return [say("table.opened"), *([say("table.lots")] if entry.by_lot else [])]

    def _apply_sat(self, entry: log.Sat) -> list[Message]:
        self.seats[entry.seat] = Seat("human", entry.name, token=entry.token, nonce=entry.nonce)
        return [say("table.sat", name=entry.name)]

    def _apply_filled(self, entry: log.Filled) -> list[Message]:
        self.seats[entry.seat] = Seat("bot", entry.name, entry.level)
        return [say("table.filled", name=entry.name, level=f"level.{entry.level}")]

    def _apply_added(self, entry: log.Added) -> list[Message]:
        self.seats.append(Seat("open", ""))
        return [say("table.added")]

    def _apply_dropped(self, entry: log.Dropped) -> list[Message]:
        del self.seats[entry.seat]
        for mark, seat in self._marks.items():
            if seat is not None and seat > entry.seat:
                self._marks[mark] = seat - 1
        return [say("table.dropped")]

    def _apply_begun(self, entry: log.Begun) -> list[Message]:
        self.table = Table(self.game, self.names)
        if self._opened.secret is not None:
            self._dice = FairDice(self.code, bytes.fromhex(self._opened.secret), self.nonces)
        return [say("table.begun")]

    def _apply_made(self, entry: log.Made) -> list[Message]:
        table = self._table()
        before = (entry.seat, table.bookmark(), self.roller, self._mover)
        table.apply(Moved(entry.seat, entry.move))
        if entry.bot or (self._undos and self._undos[-1][0] != entry.seat):
            self._undos = []
        # A secret that was told cannot be taken back.
        if not entry.bot and (self.real_dice or not table.over):
            self._undos.append(before)
        elif table.over and not self.real_dice:
            self._undos = []
        self._mover = entry.seat
        return table.tell()

    def _apply_rolled(self, entry: log.Rolled) -> list[Message]:
        table = self._table()
        roller = table.game.roller(table.state)
        before = table.bookmark(), self.roller, self._mover
        table.apply(Rolled(entry.kind, entry.faces))
        if entry.by is None or (self._undos and self._undos[-1][0] != entry.by):
            self._undos = []
        if entry.by is not None and not self._more:
            self._undos.append((entry.by, *before))
        self._more = entry.more
        self.roller = roller
        self._mover = None
        return table.tell()

    def _apply_undone(self, entry: log.Undone) -> list[Message]:
        _, mark, self.roller, self._mover = self._undos.pop()
        self._table().go_back(mark)
        return [say("table.undone", name=self.seats[entry.seat].name)]

    def _apply_replaced(self, entry: log.Replaced) -> list[Message]:
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = Seat("human", seat.name, entry.level, seat.token, seat.nonce, True)
        self._undos = []
        return [say("table.replaced", name=seat.name, level=f"level.{entry.level}")]

    def _apply_returned(self, entry: log.Returned) -> list[Message]:
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = Seat("human", seat.name, None, seat.token, seat.nonce)
        self._undos = []
        return [say("table.returned", name=seat.name)]

    def _apply_rematched(self, entry: log.Rematched) -> list[Message]:
        self.rematch = entry.code
        return [say("table.rematched")]

    def _table(self) -> Table:
        assert self.table is not None, "the game has not begun"
        return self.table


_APPLY: dict[type, Callable[..., list[Message]]] = {
    log.Opened: Fold._apply_opened,
    log.Sat: Fold._apply_sat,
    log.Filled: Fold._apply_filled,
    log.Added: Fold._apply_added,
    log.Dropped: Fold._apply_dropped,
    log.Begun: Fold._apply_begun,
    log.Made: Fold._apply_made,
    log.Rolled: Fold._apply_rolled,
    log.Undone: Fold._apply_undone,
    log.Replaced: Fold._apply_replaced,
    log.Returned: Fold._apply_returned,
    log.Rematched: Fold._apply_rematched,
}
