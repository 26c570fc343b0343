"""A room: people and bots around a table, as a state machine without input, output, clock or chance of its own.

Commands go in; an answer and the entries for the log come out. The room is the fold of its log: `apply` is the only
thing that changes it, and `Room.rebuild` of all entries so far is equal to the room that made them. What time it is,
who is away, and everything that must be unguessable is handed in.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from dicecup import games
from dicecup.errors import Ambiguous, DicecupError, IllegalRoll
from dicecup.game import CHANCE
from dicecup.table import log, wire
from dicecup.table.fair import FairDice
from dicecup.table.fold import Fold
from dicecup.table.log import Entry, SeatEntry
from dicecup.table.seats import Refused, Seat, Who, hashed, read_level, read_name, read_nonce, unlike, usual_level
from dicecup.table.table import Rolled, Table
from dicecup.table.wire import Answer, NewTable

__all__ = ["Edge", "Fresh", "Outcome", "Room"]

LONGEST_KEY = 40
SECRET_KEY = 16
"""Characters at least of a key that a token is made from."""
LONGEST_MOVE = 400
MOST_MEANT = 24
"""Moves that a text could mean, as an answer lists them."""


@dataclass(frozen=True)
class Fresh:
    """What a new table needs that nobody can guess."""

    code: str
    secret: bytes
    salt: str
    token: Callable[[], str]


@dataclass(frozen=True)
class Edge:
    """The world as it is when a command comes: the time, who has been away for how long, and fresh secrets."""

    now: float
    away: Mapping[int, float] = field(default_factory=dict)
    fresh: Callable[[str | None], Fresh] | None = None


@dataclass(frozen=True)
class Outcome:
    """What came of a command. Nothing of it may be told before its entries are stored, all of them at once."""

    answer: Answer
    entries: list[Entry] = field(default_factory=list)
    rematch: list[Entry] = field(default_factory=list)
    """The beginning of another room's log."""


class Room(Fold):
    # Making one.

    @classmethod
    def open(cls, wish: wire.OpenTable, fresh: Fresh, now: float, grace: int) -> tuple[Room, list[Entry], NewTable]:
        """A new room as wished for; DicecupError or Refused where that cannot be."""
        rules = games.find(wish.game)
        game = rules.with_options(wish.options)
        game = game.with_header(game.header())
        game.check_seats(len(wish.seats))
        levels = games.bots(game.name)
        nonce = read_nonce(wish.nonce)
        seats: list[tuple[SeatEntry, str]] = []
        bots = 0
        for number, seat in enumerate(wish.seats, start=1):
            others = [each.name for each, _ in seats]
            if seat.kind == "here":
                token = fresh.token()
                name = unlike(read_name(seat.name) if seat.name else f"Player {number}", others)
                seats.append((SeatEntry("human", name, token=hashed(token), nonce=nonce), token))
            elif seat.kind == "bot":
                bots += 1
                level = read_level(seat.level or usual_level(levels), levels)
                name = unlike(read_name(seat.name) if seat.name else f"Bot {bots}", others)
                seats.append((SeatEntry("bot", name, level), ""))
            else:
                seats.append((SeatEntry("open", ""), ""))
        # From the secret and the one nonce that is known, so that nobody chooses who starts.
        lots = FairDice(fresh.code, fresh.secret, [nonce]).lots(len(seats)) if wish.by_lot else []
        seats = [seats[number] for number in lots] or seats
        host = fresh.token()
        opened = log.Opened(
            n=1,
            time=now,
            code=fresh.code,
            game=game.name,
            options=game.options_given(),
            header=game.header(),
            seats=[seat for seat, _ in seats],
            host=hashed(host),
            salt=fresh.salt,
            secret=None if wish.real_dice else fresh.secret.hex(),
            grace=grace,
            by_lot=wish.by_lot,
            lots=lots,
            nonce=nonce if wish.by_lot else "",
        )
        room, entries = cls._begun(opened)
        return room, entries, NewTable(fresh.code, host, [token for _, token in seats if token])

    @classmethod
    def _begun(cls, opened: log.Opened) -> tuple[Room, list[Entry]]:
        room = cls()
        entries: list[Entry] = []
        room._happen(entries, opened)
        room._settle(entries, opened.time)
        return room, entries

    # Commands.

    def command(self, command: wire.Command, who: Who, edge: Edge) -> Outcome:
        """Obey a command, or refuse it with no effect at all."""
        key = command.key
        try:
            if not 1 <= len(key) <= LONGEST_KEY:
                raise Refused("bad-key", f"expected a key of 1 to {LONGEST_KEY} characters")
            decide = _DECIDE.get(type(command))
            if decide is None:
                raise Refused("malformed", "this is said to the server, not to a table")
            mark = self._mark(command)
            if mark in self._marks:
                return Outcome(self._answer_again(command, mark))
            if getattr(command, "at", self.last) != self.last:
                raise Refused("stale", "something else happened first; look again")
            return decide(self, command, who, edge, mark)
        except Refused as refused:
            return Outcome(Answer(key[:LONGEST_KEY], False, refused.code, refused.text))
        except DicecupError as error:
            return Outcome(Answer(key, False, error.code, str(error)))

    def bot_moves(self, seat: int, move: str, at: int, now: float) -> list[Entry]:
        """Let a bot's move happen; nothing happens where the table has not waited for it."""
        if at != self.last or self.thinking != seat:
            return []
        return self._changed(log.Made(n=self.last + 1, time=now, seat=seat, move=move, bot=True), now)

    def _sit(self, command: wire.Sit, who: Who, edge: Edge, mark: str) -> Outcome:
        if len(command.key) < SECRET_KEY:
            raise Refused("bad-key", f"expected a key of at least {SECRET_KEY} characters that nobody can guess")
        seat = self._seat(command.seat)
        if seat.kind != "open":
            raise Refused("taken", "somebody sits there already")
        name, nonce = unlike(read_name(command.name), self.names), read_nonce(command.nonce)
        token = self._token(command)
        sat = log.Sat(
            n=self.last + 1,
            time=edge.now,
            mark=mark,
            seat=command.seat,
            name=name,
            token=hashed(token),
            nonce=nonce,
        )
        entries = self._changed(sat, edge.now)
        return Outcome(Answer(command.key, True, seat=command.seat, token=token), entries)

    def _fill(self, command: wire.Fill, who: Who, edge: Edge, mark: str) -> Outcome:
        self._hosted(command.seat, who)
        level = read_level(command.level, games.bots(self.game.name))
        taken = {seat.name for seat in self.seats}
        name = next(name for number in range(1, 100) if (name := f"Bot {number}") not in taken)
        entry = log.Filled(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat, level=level, name=name)
        return Outcome(Answer(command.key, True, seat=command.seat), self._changed(entry, edge.now))

    def _add(self, command: wire.Add, who: Who, edge: Edge, mark: str) -> Outcome:
        if not who.host:
            raise Refused("not-host", "only whoever opened the table may do that")
        if self.table is not None:
            raise Refused("begun", "the game has begun")
        self.game.check_seats(len(self.seats) + 1)
        entry = log.Added(n=self.last + 1, time=edge.now, mark=mark)
        return Outcome(Answer(command.key, True), self._changed(entry, edge.now))

    def _drop(self, command: wire.Drop, who: Who, edge: Edge, mark: str) -> Outcome:
        self._hosted(command.seat, who)
        self.game.check_seats(len(self.seats) - 1)
        entry = log.Dropped(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat)
        return Outcome(Answer(command.key, True), self._changed(entry, edge.now))

    def _move(self, command: wire.MakeMove, who: Who, edge: Edge, mark: str) -> Outcome:
        self._on_turn(command.seat, who)
        if len(command.move) > LONGEST_MOVE:
            raise Refused("not-a-move", "no move is written with so many characters")
        made = log.Made(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat, move=command.move)
        return Outcome(Answer(command.key, True), self._changed(made, edge.now))

    def _throw(self, command: wire.Throw, who: Who, edge: Edge, mark: str) -> Outcome:
        self._own(command.seat, who)
        self._playing()
        if self.throws != command.seat:
            raise Refused("no-throw", "the table does not wait for your dice")
        entries: list[Entry] = []
        self._roll(entries, edge.now, mark)
        self._settle(entries, edge.now)
        return Outcome(Answer(command.key, True), entries)

    def _type(self, command: wire.TypeDice, who: Who, edge: Edge, mark: str) -> Outcome:
        if not who.seated:
            raise Refused("not-yours", "only those at the table say what the dice show")
        table = self._playing()
        asked = self.types
        if asked is None:
            raise Refused("no-typing", "no real dice are due")
        if len(command.faces) != len(asked.parts):
            raise IllegalRoll(f"expected the dice of {len(asked.parts)} hands, got {len(command.faces)}")
        for part, faces in zip(asked.parts, command.faces, strict=True):
            if len(faces) != part.count:
                raise IllegalRoll(f"expected {part.count} {'die' if part.count == 1 else 'dice'}, got {len(faces)}")
            part.fits(faces)
        events = [event for event in asked.events(command.faces) if isinstance(event, Rolled)]
        roller = table.game.roller(table.state)
        # A host without a seat types for whoever rolls, and may take that back in their name.
        by = roller if roller in who.seats else min(who.seats, default=roller or 0)
        before = table.bookmark()
        try:
            for event in events:
                table.apply(event)
        finally:
            table.go_back(before)
        entries: list[Entry] = []
        for event in events:
            kind, faces = event.kind, event.faces
            more = event is not events[-1]
            entry = log.Rolled(n=self.last + 1, time=edge.now, mark=mark, kind=kind, faces=faces, by=by, more=more)
            self._happen(entries, entry)
        return Outcome(Answer(command.key, True), entries)

    def _undo(self, command: wire.Undo, who: Who, edge: Edge, mark: str) -> Outcome:
        typed_by_host = who.host and not who.seats and self.real_dice and self.told[-1].what == "rolled"
        if not typed_by_host:
            self._own(command.seat, who)
        if self.undo != command.seat:
            raise Refused(
                "nothing-to-undo", "there is nothing to take back: dice have fallen or somebody else has acted"
            )
        entries: list[Entry] = []
        self._happen(entries, log.Undone(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat))
        return Outcome(Answer(command.key, True), entries)

    def _replace(self, command: wire.Replace, who: Who, edge: Edge, mark: str) -> Outcome:
        if not who.seated:
            raise Refused("not-yours", "only those at the table may let a bot play")
        self._playing()
        seat = self._seat(command.seat)
        if seat.kind != "human" or seat.stands_in:
            raise Refused("not-human", "a bot plays there already")
        if command.seat not in who.seats and edge.away.get(command.seat, 0.0) < self.grace:
            raise Refused("not-away", f"a bot may play for somebody who has been away for {self.grace} seconds")
        level = read_level(command.level, games.bots(self.game.name))
        entry = log.Replaced(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat, level=level)
        return Outcome(Answer(command.key, True, seat=command.seat), self._changed(entry, edge.now))

    def _return(self, command: wire.Return, who: Who, edge: Edge, mark: str) -> Outcome:
        seat = self._seat(command.seat)
        if command.seat not in who.seats:
            raise Refused("not-yours", "that seat is not yours")
        if not seat.stands_in:
            raise Refused("not-replaced", "no bot plays for you")
        entry = log.Returned(n=self.last + 1, time=edge.now, mark=mark, seat=command.seat)
        return Outcome(Answer(command.key, True, seat=command.seat), self._changed(entry, edge.now))

    def _rematch(self, command: wire.Rematch, who: Who, edge: Edge, mark: str) -> Outcome:
        if not who.seated:
            raise Refused("not-yours", "only those at the table may ask for another game")
        if self.phase != "over":
            raise Refused("not-over", "this game is not over yet")
        if self.rematch is not None:
            return Outcome(Answer(command.key, True, rematch=self.rematch))
        nonce = None if command.nonce is None else read_nonce(command.nonce)
        assert edge.fresh is not None
        fresh = edge.fresh(command.promise)
        seats = [SeatEntry(s.kind, s.name, s.level, s.token, s.nonce, s.stands_in) for s in self.seats]
        if nonce is not None:
            seats = [
                msgspec.structs.replace(seat, nonce=nonce) if number in who.seats else seat
                for number, seat in enumerate(seats)
            ]
        opened = log.Opened(
            n=1,
            time=edge.now,
            code=fresh.code,
            game=self.game.name,
            options=self._opened.options,
            header=self._opened.header,
            seats=seats,
            host=self._opened.host,
            salt=fresh.salt,
            secret=None if self.real_dice else fresh.secret.hex(),
            grace=self.grace,
        )
        _, beginning = self._begun(opened)
        entries: list[Entry] = []
        by = min(who.seats, default=None)
        self._happen(entries, log.Rematched(n=self.last + 1, time=edge.now, mark=mark, code=fresh.code, seat=by))
        return Outcome(Answer(command.key, True, rematch=fresh.code), entries, beginning)

    def _judge(self, command: wire.Judge, who: Who, edge: Edge, mark: str) -> Outcome:
        table = self._on_turn(command.seat, who)
        game, state = table.game, table.state
        if command.sketch is not None:
            move = game.sketched(state, command.sketch)
        elif command.text is not None and len(command.text) <= LONGEST_MOVE:
            try:
                move = game.meant(state, command.text)
            except Ambiguous as error:
                return Outcome(
                    Answer(command.key, False, code=error.code, text=str(error), moves=error.moves[:MOST_MEANT])
                )
        else:
            raise Refused("malformed", "expected a text or a sketch to judge")
        view = game.view(game.play(state, move), None)
        return Outcome(Answer(command.key, True, move=str(move), crossword=view.get("crossword")))

    # What commands ask.

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise Refused("no-seat", f"there is no seat {number}; the seats are 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def _own(self, number: int, who: Who) -> Seat:
        seat = self._seat(number)
        if number not in who.seats:
            raise Refused("not-yours", "that seat is not yours")
        if seat.stands_in:
            raise Refused("stood-in", "a bot plays for you; take your seat back first")
        return seat

    def _hosted(self, number: int, who: Who) -> None:
        if not who.host:
            raise Refused("not-host", "only whoever opened the table may do that")
        if self._seat(number).kind != "open":
            raise Refused("taken", "somebody sits there already")

    def _playing(self) -> Table:
        if self.table is None:
            raise Refused("not-begun", "the game has not begun")
        if self.table.over:
            raise Refused("over", "the game is over")
        return self.table

    def _on_turn(self, number: int, who: Who) -> Table:
        self._own(number, who)
        table = self._playing()
        if table.turn == CHANCE:
            raise Refused("dice-due", "the dice have not fallen yet")
        if table.turn != number:
            raise Refused("not-your-turn", "it is not your turn")
        return table

    # Making entries.

    def _happen(self, entries: list[Entry], entry: Entry) -> None:
        self.apply(entry)
        entries.append(entry)

    def _changed(self, entry: Entry, now: float) -> list[Entry]:
        """Something happened around the table; what follows from it happens at once."""
        entries: list[Entry] = []
        self._happen(entries, entry)
        self._settle(entries, now)
        return entries

    def _settle(self, entries: list[Entry], now: float) -> None:
        """All that nobody is waited for: the game begins, dice fall."""
        if self.table is None and all(seat.kind != "open" for seat in self.seats):
            self._happen(entries, log.Begun(n=self.last + 1, time=now))
        while self._dice is not None and self.table is not None and self.table.turn == CHANCE and self.throws is None:
            self._roll(entries, now)

    def _roll(self, entries: list[Entry], now: float, mark: str = "") -> None:
        table = self.table
        assert table is not None
        assert self._dice is not None
        request = table.game.roll(table.state)
        faces = self._dice.throw(request, table.place)
        self._happen(entries, log.Rolled(n=self.last + 1, time=now, mark=mark, kind=request.event, faces=faces))

    # Commands that come twice.

    def _mark(self, command: wire.Command) -> str:
        parts = (command.key, type(command).__name__, getattr(command, "seat", ""), getattr(command, "nonce", ""))
        return sha256(f"{self._opened.salt}{parts!r}".encode()).hexdigest()[:32]

    def _token(self, command: wire.Sit) -> str:
        # Made from the key, which only the sender knows, so that nobody who reads the log finds a token and the sender
        # gets the same one when asking again.
        text = repr((command.key, command.seat, command.nonce)).encode()
        return urlsafe_b64encode(hmac.digest(self._opened.salt.encode(), text, "sha256")[:24]).decode()

    def _answer_again(self, command: wire.Command, mark: str) -> Answer:
        seat = self._marks[mark]
        if isinstance(command, wire.Sit):
            return Answer(command.key, True, seat=seat, token=self._token(command))
        rematch = self.rematch if isinstance(command, wire.Rematch) else None
        return Answer(command.key, True, seat=seat, rematch=rematch)


_DECIDE: dict[type, Callable[..., Outcome]] = {
    wire.Sit: Room._sit,
    wire.Fill: Room._fill,
    wire.Add: Room._add,
    wire.Drop: Room._drop,
    wire.MakeMove: Room._move,
    wire.Throw: Room._throw,
    wire.TypeDice: Room._type,
    wire.Undo: Room._undo,
    wire.Replace: Room._replace,
    wire.Return: Room._return,
    wire.Rematch: Room._rematch,
    wire.Judge: Room._judge,
}
