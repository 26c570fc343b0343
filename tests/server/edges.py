"""Small edges for the real lobby: a store in memory, bots that think here, sockets that are lists."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from dicecup import games
from dicecup.server.limits import Limits
from dicecup.server.lobby import Lobby, OpenRoom
from dicecup.server.thinkers import Thinkers
from dicecup.store import Append, StoreError
from dicecup.table import wire

NONCE = "0123456789abcdef"


class MemoryStore:
    """Keeps what it is given; stores nothing while `fails` is set. `held` says whether it waits to be told to store."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.fails: StoreError | None = None
        self.hold = False
        self.held: list[Append] = []
        self.closed = False

    def append(self, appends: Sequence[Append]) -> None:
        self.held += appends
        if not self.hold:
            self.flush()

    def flush(self) -> None:
        held, self.held = self.held, []
        for entries, fence, done in held:
            failed = StoreError("what came before is not stored") if fence.broken else self.fails
            fence.broken = fence.broken or failed is not None
            if failed is None:
                for code, n, line in entries:
                    stored = self.logs.setdefault(code, [])
                    assert n == len(stored) + 1
                    stored.append(line)
            done(failed)

    def read(self, code: str) -> list[bytes]:
        return list(self.logs.get(code, []))

    def count(self) -> int:
        return len(self.logs)

    def check(self) -> None:
        if self.fails is not None:
            raise self.fails

    def close(self) -> None:
        self.flush()
        self.closed = True


class QuickThinkers(Thinkers):
    """The simplest bot, in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.rng = Random(1)

    async def think(self, game: Any, state: Any, level: str) -> str:
        await asyncio.sleep(0)
        return str(games.bots(game.name)["simple"](game, state, self.rng))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lobby(store: MemoryStore | None = None, clock: Callable[[], float] | None = None, **limits: Any) -> Lobby:
    generous = Limits(**({"commands": 1e9, "openings": 1e9} | limits))
    more: dict[str, Any] = {} if clock is None else {"clock": clock}
    return Lobby(store or MemoryStore(), QuickThinkers(), limits=generous, pace=0.0, **more)


def texts(frames: bytes) -> list[str]:
    """What stands in the frames that a server sends, read by the library's own parser."""
    reader = StreamReader()
    reader.feed_data(frames)
    found = []
    while len(reader.buffer):
        parsing = Frame.parse(reader.read_exact, mask=False)
        try:
            next(parsing)
        except StopIteration as end:
            assert end.value.fin
            assert end.value.opcode is Opcode.TEXT
            found.append(bytes(end.value.data).decode())
        else:
            raise AssertionError("half a frame")
    return found


class Fake:
    """A client whose socket is a list of the frames it was sent."""

    keys = itertools.count(1)

    def __init__(self, lobby: Lobby, opened: OpenRoom, tokens: Sequence[str] = (), address: str = "") -> None:
        self.lobby = lobby
        self.tokens = list(tokens)
        self.frames: list[str] = []
        self.closed: int | None = None
        self.aborted = False
        self.writable = asyncio.Event()
        self.writable.set()
        self.connection = lobby.enter(opened, self, address)
        self.pump = asyncio.ensure_future(self.connection.pump())

    def write(self, frames: bytes) -> None:
        self.frames += texts(frames)

    async def close(self, code: int) -> None:
        self.closed = code

    def abort(self) -> None:
        self.aborted = True

    def say(self, command: wire.Command | str | bytes) -> None:
        raw = isinstance(command, (str, bytes))
        self.lobby.hear(self.connection, command if raw else msgspec.json.encode(command).decode())  # type: ignore[arg-type]

    def hello(self, last: int = 0) -> None:
        self.say(wire.Hello(self.key(), self.tokens, last))

    def key(self) -> str:
        return f"k{next(self.keys)}"

    def heard(self) -> list[Any]:
        """The frames so far, read."""
        return [msgspec.json.decode(frame, type=wire.Frame) for frame in self.frames]

    def answers(self) -> dict[str, wire.Answer]:
        return {frame.key: frame for frame in self.heard() if isinstance(frame, wire.Answer)}

    def leave(self) -> None:
        self.pump.cancel()
        self.lobby.leave(self.connection)


def wish(game: str = "tossup", seats: str = "hh", **more: Any) -> wire.OpenTable:
    kinds: Any = {"h": "here", "o": "open", "b": "bot"}
    return wire.OpenTable(game, [wire.NewSeat(kinds[kind]) for kind in seats], NONCE, **more)


async def settled(times: int = 5) -> None:
    """Let everything that is due happen."""
    for _ in range(times):
        await asyncio.sleep(0)
