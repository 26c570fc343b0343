"""All tables of one server: commands are handed to rooms, what comes of them is stored, and then told.

A room goes on in memory while its entries are on their way to the disk; what it said waits. Nothing is told, neither to
the sender nor to others, before it is stored, and everything that is told about one room is told in order. Where
storing fails the room in memory is thrown away and everybody is asked to come back: they then see what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from dicecup.errors import DicecupError
from dicecup.server.connection import Connection, Wire, bytes_of
from dicecup.server.limits import Limits, Rates, is_local, visitor
from dicecup.server.logs import note, short
from dicecup.server.thinkers import Thinkers
from dicecup.store import Append, Fence, Store, StoreError
from dicecup.table import log, seen, wire
from dicecup.table.fair import commitment
from dicecup.table.log import Entry
from dicecup.table.room import Edge, Fresh, Outcome, Room
from dicecup.table.seats import Refused, hashed
from dicecup.table.wire import Answer, NewTable, Presence

__all__ = ["Lobby", "OpenRoom", "read_code"]

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 10
IDLE = 300.0
"""Seconds after which a room with nobody in it is dropped from memory."""
CHECKED = 1.0
"""Seconds in which it is not tried out twice whether the store works."""
FAILED = 10.0
"""Seconds in which a server that could not store something does not say that it is well."""
UNATTENDED = 60.0
"""Seconds after which bots pause at a table where nobody is."""
LOOK = 2.4
"""How much longer than a move a roll is looked at, which falls first, before a bot goes on."""
PROMISES = 10_000
"""Promises that wait for their table; beyond it the oldest is forgotten, and its visitor asks again."""

_COMMAND = msgspec.json.Decoder(wire.Command)


class _Keyed(msgspec.Struct):
    key: str = ""


_KEYED = msgspec.json.Decoder(_Keyed)

_AROUND = {
    log.Opened,
    log.Sat,
    log.Filled,
    log.Added,
    log.Dropped,
    log.Begun,
    log.Replaced,
    log.Returned,
    log.Rematched,
}
"""Entries after which the table, not only the game, looks different."""


def read_code(text: str) -> str | None:
    """A code as people write it, or None."""
    code = text.replace("-", "").lower()
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


class OpenRoom:
    """A room in memory, with who is connected to it."""

    def __init__(self, room: Room, now: float) -> None:
        self.room = room
        self.fence = Fence()
        self.waiting = 0
        """How many things are on their way to the store."""
        self.connections: set[Connection] = set()
        """Those that said hello, also while their welcome waits for the store."""
        self.away_since = dict.fromkeys(range(len(room.seats)), now)
        """By seat, for those that nobody is connected for."""
        self.told_there: tuple[dict[int, float], int] | None = None
        """Who was there when it was told last."""
        self.used = now
        self.bot: asyncio.Task[None] | None = None

    def away(self, now: float) -> dict[int, float]:
        """The human seats that nobody is connected for, each with the seconds since."""
        return {seat: now - since for seat, since in self.there()[0].items()}

    def there(self) -> tuple[dict[int, float], int]:
        """Since when who is away, and how many watch."""
        seats = self.room.seats
        away = {seat: since for seat, since in self.away_since.items() if seats[seat].kind == "human"}
        return away, self.watching

    @property
    def watching(self) -> int:
        return sum(not each.who.seats for each in self.connections)


class Lobby:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        *,
        limits: Limits | None = None,
        grace: int = 60,
        pace: float = 0.9,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.limits = limits or Limits()
        burst = 2 * self.limits.commands
        costs = {wire.Hello: self.limits.hello, wire.Judge: self.limits.judge}
        self._costs: dict[type, float] = {kind: min(cost, burst) - 1.0 for kind, cost in costs.items()}
        """What commands cost beyond others."""
        self._store = store
        self._thinkers = thinkers
        self._grace = grace
        self._pace = pace
        self._clock = clock
        self._today = today
        self._rooms: dict[str, OpenRoom] = {}
        self._loading: dict[str, asyncio.Future[OpenRoom | None]] = {}
        self._stored: deque[tuple[Callable[[StoreError | None], None], StoreError | None]] = deque()
        self._woken = False
        self._outgoing: list[Append] = []
        self._loop = asyncio.get_running_loop()
        rate = self.limits.openings
        self._openings = Rates(rate, 60 * rate)
        self._promising = Rates(2 * rate, 120 * rate)
        self._callers: Counter[str] = Counter()
        """How many sockets each visitor has."""
        self._promised: dict[str, Fresh] = {}
        self._tables = store.count()
        self._checked: tuple[float, asyncio.Future[bool] | None] = (-math.inf, None)
        """When it was tried out last whether the store works, and what came of it."""
        self._failed = -math.inf
        """When something could not be stored."""
        self.connected = 0
        self.closing = False
        self._sweeper = asyncio.create_task(self._sweep())

    # Tables.

    async def open(self, wish: wire.OpenTable, address: str) -> NewTable:
        """A new table; Refused or DicecupError where it may not be, StoreError where it could not be stored."""
        fresh = self._fresh_for(address, wish.promise)
        # Rules may have to be imported and word lists be mapped, which takes a moment the first time.
        room, entries, new = await asyncio.to_thread(Room.open, wish, fresh, self._today(), self._grace)
        opened = OpenRoom(room, self._clock())
        await self._saved(opened, entries)
        self._rooms[room.code] = opened
        self._tables += 1
        note("table opened", table=short(room.code), game=room.game.name, seats=len(room.seats))
        self._nudge(opened)
        return new

    def promise(self, address: str) -> wire.DicePromise:
        """What the dice of a table to be opened will be made from; told before any nonce is, so that it cannot be
        chosen by the nonces. Refused where one visitor asks for so many that those of others would be forgotten.
        """
        if not self._promising.take(address, self._clock()):
            raise Refused("too-many-tables", "you have asked for many promises just now; wait a little")
        fresh = self._fresh()
        self._promised[fresh.code] = fresh
        if len(self._promised) > PROMISES:
            del self._promised[next(iter(self._promised))]
        return wire.DicePromise(fresh.code, commitment(fresh.code, fresh.secret))

    def now(self) -> float:
        return self._clock()

    async def card(self, code: str, tokens: Sequence[str] = ()) -> wire.TableCard | None:
        """How a table stands, in a line, for who holds these, as soon as that is stored; None where there is none."""
        opened = await self.find(code)
        if opened is None:
            return None
        card = seen.card(opened.room, opened.room.who([hashed(token) for token in tokens]))
        await self._saved(opened, [])
        return card

    async def find(self, code: str) -> OpenRoom | None:
        """The room of that code, from memory or from the store; None where there is none."""
        if (opened := self._rooms.get(code)) is not None:
            opened.used = self._clock()
            return opened
        if code not in self._loading:
            self._loading[code] = asyncio.ensure_future(self._load(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> OpenRoom | None:
        try:
            room = await asyncio.to_thread(self._rebuilt, code)
            if room is None:
                return None
            opened = self._rooms.setdefault(code, OpenRoom(room, self._clock()))
            note("table loaded", table=short(code), events=room.last)
            self._nudge(opened)
            return opened
        finally:
            del self._loading[code]

    def _rebuilt(self, code: str) -> Room | None:
        entries = self.entries(code)
        try:
            return Room.rebuild(entries) if entries else None
        except (DicecupError, ValueError, LookupError, AssertionError) as error:
            # A rule set that is gone, a word list that is not installed, a log that somebody edited.
            raise StoreError(f"the log of a table does not make sense here: {error}") from error

    def entries(self, code: str) -> list[Entry]:
        """A table's log, all of it stored; waits for the disk."""
        try:
            return [log.read(line) for line in self._store.read(code)]
        except msgspec.DecodeError as error:
            raise StoreError(f"the log of a table is damaged: {error}") from None

    def _fresh(self, promise: str | None = None) -> Fresh:
        """What nobody can guess, drawn now or as it was promised."""
        if promise is not None:
            promised = self._promised.pop(promise, None)
            if promised is None:
                raise Refused("no-promise", "that promise is no longer known; ask for another")
            return promised
        return Fresh(
            code="".join(secrets.choice(SIGNS) for _ in range(LENGTH)),
            secret=secrets.token_bytes(32),
            salt=secrets.token_hex(16),
            token=lambda: secrets.token_urlsafe(24),
        )

    def _fresh_for(self, address: str, promise: str | None) -> Fresh:
        """The same for somebody, Refused where they may open no table now."""
        self._may_open(address)
        return self._fresh(promise)

    def _may_open(self, address: str) -> None:
        if self.closing:
            raise Refused("stopping", "the server is stopping")
        if self._tables >= self.limits.tables:
            raise Refused("full", "this server holds as many tables as it may")
        if not self._openings.take(address, self._clock()):
            raise Refused("too-many-tables", "you have opened many tables just now; wait a little")

    # What is heard on a socket. Nothing here waits.

    def enter(self, opened: OpenRoom, line: Wire, address: str = "") -> Connection:
        """A new connection to a room; Refused where there are too many. It is hung up on where it never says hello."""
        if self.closing:
            raise Refused("stopping", "the server is stopping")
        if self.connected >= self.limits.connections:
            raise Refused("full", "too many people are here already; come back later")
        who = visitor(address)
        if self._callers[who] >= self.limits.at_an_address and not is_local(who):
            raise Refused("full", "too many people are here from your address already; come back later")
        self.connected += 1
        self._callers[who] += 1
        connection = Connection(opened, line, self.limits, self._clock(), who)
        self._loop.call_later(self.limits.greeting, self._overdue, connection)
        return connection

    def _overdue(self, connection: Connection) -> None:
        if not connection.greeted:
            connection.bye("hello-first", f"expected a hello within {self.limits.greeting:g} seconds", 1008)

    def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        self.connected -= 1
        self._callers[connection.visitor] -= 1
        if not self._callers[connection.visitor]:
            del self._callers[connection.visitor]
        opened = connection.room
        opened.used = self._clock()
        if connection in opened.connections:
            opened.connections.discard(connection)
            connection.subscribed = False
            self._presence(opened)

    def hear(self, connection: Connection, text: str | bytes) -> None:
        """Something came; it is answered, whatever it is."""
        now = self._clock()
        if not connection.bucket.take(now):
            self._too_fast(connection, _key(text))
            return
        if len(text) > self.limits.message:
            self._refuse(connection, "", "too-big", f"expected a command of at most {self.limits.message} bytes")
            return
        try:
            command = _COMMAND.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            self._refuse(connection, _key(text), "malformed", f"not a command: {error!s:.200}")
            return
        more = self._costs.get(type(command))
        if more is not None and not connection.bucket.take(now, more):
            self._too_fast(connection, command.key[:40])
            return
        connection.refusals = 0
        if type(command) is wire.Hello:
            self._greet(connection, command)
        elif type(command) is wire.Ping:
            connection.push(bytes_of(Answer(command.key[:40], True)))
        elif not connection.greeted:
            self._refuse(connection, command.key, "hello-first", "say hello first")
        else:
            self._obey(connection, command, now)

    def _too_fast(self, connection: Connection, key: str) -> None:
        self._refuse(connection, key, "too-fast", "too many commands; wait a moment")
        connection.refusals += 1
        if connection.refusals > self.limits.refusals:
            connection.bye("too-fast", "too many commands", 1008)

    def _refuse(self, connection: Connection, key: str, code: str, text: str) -> None:
        connection.push(bytes_of(Answer(key, False, code, text)))

    def _greet(self, connection: Connection, hello: wire.Hello) -> None:
        opened = connection.room
        if len(hello.tokens) > 32 or not 1 <= len(hello.key) <= 40:
            self._refuse(connection, hello.key[:40], "malformed", "expected a key, and at most 32 tokens")
            return
        connection.hashes = [hashed(token) for token in hello.tokens]
        connection.who = opened.room.who(connection.hashes)
        if self._rooms.get(opened.room.code) is not opened:
            # It said nothing for so long that the room was dropped; the one that others are in is another.
            connection.bye("come-back", "connect again to come back to this table", 1013)
            return
        others = len(opened.connections) - (connection in opened.connections)
        if not connection.who.seated and others >= self.limits.at_a_table:
            connection.bye("full", "too many people watch already; come back later", 1013)
            return
        connection.greeted = True
        # From now on it is in the room, and renumbered with all others; it is told what happens behind its welcome.
        opened.connections.add(connection)
        self._note_away(opened)
        welcome = seen.welcome(opened.room, hello.key, connection.who, hello.last, self._pace)

        def tell(failed: StoreError | None) -> None:
            if failed is not None:
                self._lose(connection)
            elif connection in opened.connections:
                away, watching = self._around(opened)
                connection.push(bytes_of(msgspec.structs.replace(welcome, away=away, watching=watching)))
                connection.subscribed = True
                self._presence(opened, besides=connection)
                self._nudge(opened)

        self._when_stored(opened, [], tell)

    def _obey(self, connection: Connection, command: wire.Command, now: float) -> None:
        opened = connection.room
        room = opened.room
        opened.used = now
        away = opened.away(now) if type(command) is wire.Replace else {}
        edge = Edge(self._today(), away, partial(self._fresh_for, connection.visitor))
        outcome = room.command(command, connection.who, edge)
        answer = outcome.answer
        if answer.token is not None:
            connection.hashes.append(hashed(answer.token))
            connection.who = room.who(connection.hashes)
        if not outcome.entries:
            if opened.waiting:
                # What it says may rest on something that is not stored yet.
                self._when_stored(opened, [], lambda failed: connection.push(_answer(answer, failed)))
            else:
                connection.push(bytes_of(answer))
            return
        self._tell(opened, outcome, connection)

    # What happened is stored, then told.

    def _tell(self, opened: OpenRoom, outcome: Outcome, sender: Connection | None) -> None:
        room, entries = opened.room, outcome.entries
        kinds = {type(entry) for entry in entries}
        around = room.phase == "over" or not kinds.isdisjoint(_AROUND)
        info = seen.table_info(room) if around else None
        count = len(entries)
        frames: dict[int | None, bytes] = {None: bytes_of(seen.news(room, count, None, info))}
        turn = room.table.turn if room.table is not None else None
        if isinstance(turn, int) and not room.seats[turn].bot:
            frames[turn] = bytes_of(seen.news(room, count, turn, info))
        own: dict[Connection, bytes] = {}
        if log.Dropped in kinds:
            self._renumber(opened)
            for each in opened.connections:
                mine = seen.news(room, count, seen.eyes(room, each.who), info, sorted(each.who.seats))
                own[each] = bytes_of(mine)
        everybody, acting = frames[None], frames.get(turn if isinstance(turn, int) else None, frames[None])

        def tell(failed: StoreError | None) -> None:
            answer = b"" if sender is None else _answer(outcome.answer, failed)
            if failed is None:
                for each in opened.connections:
                    if each.subscribed:
                        frame = own.get(each) or (acting if turn in each.who.seats else everybody)
                        each.push(frame + answer if each is sender else frame)
            if sender is not None and (failed is not None or not sender.subscribed):
                sender.push(answer)
            if failed is None:
                if around:
                    self._presence(opened)
                self._nudge(opened)

        self._when_stored(opened, entries, tell, outcome.rematch)

    def _renumber(self, opened: OpenRoom) -> None:
        for each in opened.connections:
            each.who = opened.room.who(each.hashes)
        now = self._clock()
        opened.away_since = dict.fromkeys(range(len(opened.room.seats)), now)
        self._note_away(opened)

    def _when_stored(
        self,
        opened: OpenRoom,
        entries: Sequence[Entry],
        tell: Callable[[StoreError | None], None],
        rematch: Sequence[Entry] = (),
    ) -> None:
        """Call `tell` when all that happened in this room so far is stored, or is known not to be."""
        if not entries and not opened.waiting:
            tell(None)
            return
        code = opened.room.code
        lines = [(code, entry.n, log.encode(entry)) for entry in entries]
        if rematch:
            other = rematch[0].code if isinstance(rematch[0], log.Opened) else ""
            lines += [(other, entry.n, log.encode(entry)) for entry in rematch]
        opened.waiting += 1

        def told(failed: StoreError | None) -> None:
            opened.waiting -= 1
            if failed is not None:
                self._lost(opened, failed)
            elif rematch:
                self._tables += 1
            tell(failed)

        def done(failed: StoreError | None) -> None:
            # In the store's thread: many of these are handed over at once.
            self._stored.append((told, failed))
            if not self._woken:
                self._woken = True
                self._loop.call_soon_threadsafe(self._drain)

        # All that comes in one round of the loop is handed over together.
        if not self._outgoing:
            self._loop.call_soon(self._hand_over)
        self._outgoing.append((lines, opened.fence, done))

    def _hand_over(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        self._store.append(outgoing)

    async def _saved(self, opened: OpenRoom, entries: Sequence[Entry]) -> None:
        """Wait until these are stored; StoreError where they cannot be."""
        saved: asyncio.Future[None] = self._loop.create_future()

        def tell(failed: StoreError | None) -> None:
            if not saved.done():
                if failed is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(failed)

        self._when_stored(opened, entries, tell)
        await saved

    def _drain(self) -> None:
        self._woken = False
        stored = self._stored
        while stored:
            told, failed = stored.popleft()
            told(failed)

    def _lost(self, opened: OpenRoom, failed: StoreError) -> None:
        """What is in memory did not happen: forget it, and let everybody look again."""
        if self._rooms.get(opened.room.code) is opened:
            del self._rooms[opened.room.code]
        self._failed = self._clock()
        note("not stored", logging.ERROR, table=short(opened.room.code), reason=str(failed))
        if opened.bot is not None:
            opened.bot.cancel()
        # After the answers that are still due to be refused.
        self._loop.call_soon(self._hang_up, opened)

    def _hang_up(self, opened: OpenRoom) -> None:
        for each in list(opened.connections):
            self._lose(each)

    def _lose(self, connection: Connection) -> None:
        connection.bye("not-stored", "the server could not store what happened; come back to see what it has", 1013)

    # Who is there.

    def _note_away(self, opened: OpenRoom) -> None:
        """Bring up to date who is away."""
        here = {seat for each in opened.connections for seat in each.who.seats}
        now = self._clock()
        for seat in range(len(opened.room.seats)):
            if seat in here:
                opened.away_since.pop(seat, None)
            else:
                opened.away_since.setdefault(seat, now)

    def _around(self, opened: OpenRoom) -> tuple[dict[str, float], int]:
        """Who is away for how long, and how many watch."""
        away = {str(seat): round(gone, 1) for seat, gone in opened.away(self._clock()).items()}
        return away, opened.watching

    def _presence(self, opened: OpenRoom, besides: Connection | None = None) -> None:
        """Tell everybody who is there, where that has changed."""
        self._note_away(opened)
        if not opened.connections:
            return
        now = opened.there()
        if now == opened.told_there:
            return
        opened.told_there = now
        frame = bytes_of(Presence(*self._around(opened)))
        for each in opened.connections:
            if each.subscribed and each is not besides:
                each.push(frame)

    # Bots.

    def _nudge(self, opened: OpenRoom) -> None:
        """Let a bot think, where one is to move and none thinks yet."""
        due = opened.bot is None and opened.room.thinking is not None and self._attended(opened)
        if due and not self.closing and not opened.fence.broken:
            opened.bot = asyncio.create_task(self._bots(opened))
            opened.bot.add_done_callback(lambda task: self._bot_done(opened, task))

    def _attended(self, opened: OpenRoom) -> bool:
        """Whether anybody is there, or was just now: for nobody, bots do not play."""
        return bool(opened.connections) or self._clock() - opened.used < UNATTENDED

    def _bot_done(self, opened: OpenRoom, task: asyncio.Task[None]) -> None:
        opened.bot = None
        if not task.cancelled() and (error := task.exception()) is not None:
            note("bots stopped", logging.ERROR, error=error, table=short(opened.room.code))

    async def _bots(self, opened: OpenRoom) -> None:
        """Move for bots as long as it is their turn, at a pace that people can follow."""
        room = opened.room
        while (seat := room.thinking) is not None and room.table is not None and self._attended(opened):
            at, began = room.last, self._clock()
            state, level = room.table.state, room.seats[seat].level
            assert level is not None
            move = await self._thinkers.think(room.game, state, level)
            look = LOOK if room.told[-1].what == "rolled" else 1.0
            await asyncio.sleep(max(0.0, self._pace * look - (self._clock() - began)))
            if room.last != at or room.thinking != seat:
                continue
            entries = self._bot_moves(room, seat, move, at, state)
            told: asyncio.Future[None] = self._loop.create_future()
            self._tell(opened, Outcome(Answer("", True), entries), None)
            self._when_stored(opened, [], lambda failed, told=told: _resolve(told, failed))  # type: ignore[misc]
            await told

    def _bot_moves(self, room: Room, seat: int, move: str, at: int, state: Any) -> list[Entry]:
        try:
            return room.bot_moves(seat, move, at, self._today())
        except DicecupError as error:
            note("bot erred", logging.ERROR, table=short(room.code), game=room.game.name, reason=str(error))
            return room.bot_moves(seat, str(room.game.moves(state)[0]), at, self._today())

    # Rest.

    async def _sweep(self) -> None:
        """Now and then, drop rooms that nobody is in."""
        while True:
            await asyncio.sleep(IDLE / 10)
            self.sweep()

    def sweep(self) -> int:
        """Drop from memory the rooms that nobody has been in for a while; they are loaded when somebody asks."""
        now = self._clock()
        idle = [
            code
            for code, opened in self._rooms.items()
            if not opened.connections and not opened.waiting and opened.bot is None and now - opened.used > IDLE
        ]
        for code in idle:
            del self._rooms[code]
        return len(idle)

    async def well(self) -> bool:
        """Whether what happens can be stored."""
        now = self._clock()
        if now - self._checked[0] >= CHECKED:
            self._checked = now, asyncio.ensure_future(asyncio.to_thread(self._check))
        checked = self._checked[1]
        return (checked is None or await asyncio.shield(checked)) and now - self._failed >= FAILED

    def _check(self) -> bool:
        try:
            self._store.check()
            self._tables = self._store.count()
        except StoreError as error:
            note("store failed", logging.ERROR, reason=str(error))
            return False
        return True

    @property
    def tables(self) -> int:
        """How many are stored."""
        return self._tables

    @property
    def in_memory(self) -> int:
        return len(self._rooms)

    async def close(self) -> None:
        """Finish what was begun, say goodbye, let go."""
        if self.closing:
            return
        self.closing = True
        self._sweeper.cancel()
        for opened in list(self._rooms.values()):
            if opened.bot is not None:
                opened.bot.cancel()
        self._hand_over()
        await asyncio.to_thread(self._store.close)
        await asyncio.sleep(0)
        self._drain()
        for opened in list(self._rooms.values()):
            for each in list(opened.connections):
                each.bye("stopping", "the server is stopping; your table is kept", 1012)
        await self._thinkers.close()


def _resolve(future: asyncio.Future[None], failed: StoreError | None) -> None:
    if not future.done():
        future.set_result(None)


def _answer(answer: Answer, failed: StoreError | None) -> bytes:
    if failed is not None:
        answer = Answer(answer.key, False, failed.code, "the server could not store this; it did not happen")
    return bytes_of(answer)


def _key(text: str | bytes) -> str:
    """The key of something that is not a command, so that its sender knows what is answered."""
    try:
        return _KEYED.decode(text).key[:40]
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""
