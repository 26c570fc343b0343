"""Tables over sockets: moves stored, acknowledged and broadcast per second, beside a bare broadcasting server.

250 rooms of four people play Toss Up on one server process, each room as fast as its answers come; then the same 1,000
sockets make one move a second each. Two bare servers do nothing but send something to the four sockets of a room, in
frames of the same size: one is plain ASGI on the same stack (uvicorn, websockets), the other writes to our own line, as
dicecup does, so that like is compared with like. The load comes from raw sockets on a core of their own; what it costs
is measured, too. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

import msgspec
import uvicorn

from benchmarks.timing import table
from dicecup.server.line import EXTENSION, Line, framed

ROOMS, SEATS = 250, 4
SECONDS = 4.0
ROUNDS = 3
SERVERS = ("dicecup, as fast as it goes", "a bare server", "a bare server on our line")
SIZE = 950
"""Bytes of a frame of the bare server: about those of a frame of Toss Up."""


# The load: a hand-written socket that reads frames and looks into few of them.


class _Event(msgspec.Struct):
    n: int


class _Seen(msgspec.Struct):
    turn: int | str


class _Asked(msgspec.Struct):
    seat: int | None


class _Place(msgspec.Struct):
    view: _Seen
    ask: _Asked | None = None


class _News(msgspec.Struct):
    events: list[_Event]
    position: _Place


_NEWS = msgspec.json.Decoder(_News)


class Socket(asyncio.Protocol):
    """Counts the frames that come, and hands each to whoever wants it."""

    def __init__(self, host: str, path: str, heard: Callable[[Socket, bytes], None]) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hello = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self._heard = heard
        self._buffer = b""
        self._upgraded = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        transport.write((self._hello + key).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer[:100]
            self._upgraded = True
            at = end + 4
            self.open.set_result(None)
        size = len(buffer)
        while size - at >= 2:
            length, head = buffer[at + 1] & 127, 2
            if length == 126:
                if size - at < 4:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                if size - at < 10:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if size - at < head + length:
                break
            self._heard(self, buffer[at + head : at + head + length])
            at += head + length
        self._buffer = buffer[at:]

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None

    def say(self, text: bytes) -> None:
        # The mask is nothing but zeros, which the protocol allows and which saves the masking.
        head = (
            struct.pack("!BB", 0x81, 0x80 | len(text))
            if len(text) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(text))
        )
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Measured:
    """What the rooms of one server did in a time."""

    def __init__(self) -> None:
        self.moves = 0
        self.frames = 0
        self.waits: list[float] = []
        """From a command's sending until its sender has the answer and the first socket of the room the news."""


_rooms = count()


class PlayedRoom:
    """A room of people who move as soon as they may, or at a pace."""

    def __init__(self, measured: Measured, pace: float | None) -> None:
        self.sockets: list[Socket] = []
        self._measured = measured
        self._pace = pace
        self._keys = f"{next(_rooms)}-"
        """Of this round alone: a table knows the keys of the last one again."""
        self._count = 0
        self._due: tuple[int, bool, int] | None = None
        self._sent = 0.0
        self._left = 0
        self._next = 0.0
        self.going = False

    async def enter(self, host: str, code: str, tokens: list[str]) -> None:
        loop = asyncio.get_running_loop()
        name, port = host.split(":")
        for seat in range(SEATS):
            _, peer = await loop.create_connection(lambda: Socket(host, f"/ws/{code}", self.heard), name, int(port))
            await peer.open
            self.sockets.append(peer)
            peer.say(json.dumps({"do": "hello", "key": "h", "tokens": [tokens[seat]]}).encode())

    def heard(self, peer: Socket, frame: bytes) -> None:
        kind = frame[7:11]  # {"is":"news" …
        if kind == b"news":
            self._measured.frames += 1
            if peer is self.sockets[0]:
                news = _NEWS.decode(frame)
                self._see(news.events[-1].n, news.position)
                self._part()
        elif kind == b"answ":
            assert b'"ok":true' in frame, frame
            self._part()
        elif kind == b"welc" and self._due is None:
            self._welcome(frame)

    def _welcome(self, frame: bytes) -> None:
        told = json.loads(frame)
        self._see(told["last"], msgspec.convert(told["position"], _Place))

    def _see(self, last: int, place: _Place) -> None:
        turn = place.view.turn
        self._due = (
            (turn, False, last) if isinstance(turn, int) else (place.ask.seat or 0, True, last) if place.ask else None
        )

    def _part(self) -> None:
        """An answer or the news came; when both have, the move is made, and the next may be."""
        self._left -= 1
        if self._left == 0:
            now = perf_counter()
            self._measured.moves += 1
            self._measured.waits.append(now - self._sent)
            if not self.going:
                return
            if self._pace is None:
                self.move()
            else:
                self._next += self._pace
                asyncio.get_running_loop().call_later(max(0.0, self._next - now), self.move)

    def begin(self, after: float) -> None:
        self.going = True
        self._next = perf_counter() + after
        asyncio.get_running_loop().call_later(after, self.move)

    def move(self) -> None:
        if not self.going:
            return
        assert self._due is not None
        seat, throw, last = self._due
        self._count += 1
        what = '"do":"throw"' if throw else '"do":"move","move":"bank"'
        self._left = 2
        self._sent = perf_counter()
        self.sockets[seat].say(f'{{{what},"key":"{self._keys}{self._count}","at":{last},"seat":{seat}}}'.encode())

    def stop(self) -> None:
        self.going = False

    def leave(self) -> None:
        for peer in self.sockets:
            peer.close()


class BareRoom(PlayedRoom):
    """Four sockets of the bare server; they speak in turn, and a move is made when all four have heard it."""

    def heard(self, peer: Socket, frame: bytes) -> None:
        self._measured.frames += 1
        self._part()

    def move(self) -> None:
        if self.going:
            self._left = SEATS
            self._sent = perf_counter()
            self._count += 1
            self.sockets[self._count % SEATS].say(b"x" * 60)

    async def enter(self, host: str, code: str, tokens: list[str]) -> None:
        loop = asyncio.get_running_loop()
        name, port = host.split(":")
        for _ in range(SEATS):
            _, peer = await loop.create_connection(lambda: Socket(host, f"/{code}", self.heard), name, int(port))
            await peer.open
            self.sockets.append(peer)


# The servers.


async def bare(scope: MutableMapping[str, Any], receive: Any, send: Any, rooms: dict[str, list[Any]] = {}) -> None:  # noqa: B006
    """Sends what comes to everybody in the room."""
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms.setdefault(scope["path"], [])
    room.append(send)
    text = "x" * SIZE
    while (await receive())["type"] == "websocket.receive":
        for each in room:
            await each({"type": "websocket.send", "text": text})
    room.remove(send)


async def bare_line(
    scope: MutableMapping[str, Any],
    receive: Any,
    send: Any,
    rooms: dict[str, list[Line]] = {},  # noqa: B006
) -> None:
    """The same by our own line: a frame is made once, header and all, and heard at once."""
    await receive()
    await send({"type": "websocket.accept"})
    room, line = rooms.setdefault(scope["path"], []), scope["extensions"][EXTENSION]
    room.append(line)
    text = b"x" * SIZE

    def hear(_: bytes) -> None:
        frame = framed(text)
        for each in room:
            each.write(frame)

    line.hear = hear
    while (await receive())["type"] == "websocket.receive":
        pass
    room.remove(line)


def serve_bare(port: int, app: Any = bare, ws: Any = "websockets-sansio") -> None:
    options: Any = {"ws_per_message_deflate": False, "lifespan": "off", "log_level": "error"}
    uvicorn.run(app, host="127.0.0.1", port=port, backlog=2048, ws=ws, **options)


def serve_bare_line(port: int) -> None:
    serve_bare(port, bare_line, Line)


@contextmanager
def _running(command: list[str], host: str, core: int) -> Iterator[int]:
    """A server on a core of its own; its process number."""
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    os.sched_setaffinity(0, here)
    try:
        _wait(host)
        yield process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def _wait(host: str) -> None:
    name, port = host.split(":")
    for _ in range(400):
        try:
            socket.create_connection((name, int(port)), 1).close()
        except OSError:
            sleep(0.05)
        else:
            return
    raise SystemExit(f"no server at {host}")


def _open_table(host: str) -> tuple[str, list[str]]:
    wish = {
        "game": "tossup",
        "options": {"target": 10_000},
        "nonce": "00" * 8,
        "seats": [{"kind": "here", "name": f"P{seat}"} for seat in range(SEATS)],
    }
    request = urllib.request.Request(
        f"http://{host}/api/tables", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        new = json.load(answer)
    return new["code"], new["tokens"]


# Measuring.

Figures = tuple[float, float, float, float, float]
"""Moves a second, microseconds of processor time that a move costs the server and the load, the 50th and the 99th of a
hundred waits in ms."""


async def _measure(rooms: list[PlayedRoom], measured: Measured, seconds: float, pid: int) -> Figures:
    for number, room in enumerate(rooms):
        room.begin(number / len(rooms) * 0.25)
    await asyncio.sleep(0.75)
    measured.moves, measured.waits = 0, []
    begin, used, own = perf_counter(), _cpu(pid), process_time()
    await asyncio.sleep(seconds)
    spent, used, own = perf_counter() - begin, _cpu(pid) - used, process_time() - own
    moves, waits = measured.moves, sorted(measured.waits)
    for room in rooms:
        room.stop()
    await asyncio.sleep(0.5)
    middle, late = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return moves / spent, 1e6 * used / moves, 1e6 * own / moves, 1000 * middle, 1000 * late


def _cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _round(
    server: tuple[str, int],
    kind: type[PlayedRoom],
    tables: list[tuple[str, list[str]]],
    pace: float | None,
    seconds: float,
) -> Figures:
    host, pid = server
    measured = Measured()
    rooms = [kind(measured, pace) for _ in tables]
    for room, (code, tokens) in zip(rooms, tables, strict=True):
        await room.enter(host, code, tokens)
    await asyncio.sleep(0.5)
    found = await _measure(rooms, measured, seconds, pid)
    for room in rooms:
        room.leave()
    await asyncio.sleep(0.3)
    return found


def main(rounds: int = ROUNDS, seconds: float = SECONDS, port: int = 23800, number: int = ROOMS) -> None:
    cores = sorted(os.sched_getaffinity(0))
    ours, theirs = cores[0], cores[-1]
    os.sched_setaffinity(0, {ours})
    hosts = [f"127.0.0.1:{port + number}" for number in range(3)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        serve = [sys.executable, "-m", "dicecup", "serve", "--port", str(port), "--no-browser", "--log", "error"]
        serve += ["--store", f"{folder}/tables.db", "--openings", "1000"]
        commands = [serve, _bare_command("serve_bare", port + 1), _bare_command("serve_bare_line", port + 2)]
        pids = [
            servers.enter_context(_running(command, host, theirs))
            for command, host in zip(commands, hosts, strict=True)
        ]
        tables = [_open_table(hosts[0]) for _ in range(number)]
        names: list[tuple[str, list[str]]] = [(str(room), []) for room in range(number)]
        kinds = [(PlayedRoom, tables), (BareRoom, names), (BareRoom, names)]
        fast: list[list[Figures]] = [[], [], []]
        for _ in range(rounds):
            for at, (kind, rooms) in enumerate(kinds):
                fast[at].append(asyncio.run(_round((hosts[at], pids[at]), kind, rooms, None, seconds)))
        steady = [
            asyncio.run(_round((hosts[0], pids[0]), PlayedRoom, tables, 1 / SEATS, seconds)) for _ in range(rounds)
        ]
    rows = [_row(name, each) for name, each in zip(SERVERS, fast, strict=True)]
    rows.append(_row("one move a second each", steady))
    table((f"{number} rooms of {SEATS}", "moves/s", "server us", "load us", "p50 ms", "p99 ms"), rows)
    print("\nMicroseconds are of processor time, for a move.")
    for name, simple in zip(SERVERS[1:], fast[1:], strict=True):
        clock = median(one[0] / other[0] for one, other in zip(fast[0], simple, strict=True))
        processor = median(other[1] / one[1] for one, other in zip(fast[0], simple, strict=True))
        print(
            "Moves stored, acknowledged and broadcast, as a share of those of"
            f" {name}: {clock:.2f} by the clock, {processor:.2f} by the server's processor time."
        )
    print(f"Load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


def _bare_command(serves: str, port: int) -> list[str]:
    return [sys.executable, "-c", f"from benchmarks.tables import {serves}; {serves}({port})"]


def _row(name: str, rounds: list[Figures]) -> tuple[str, ...]:
    moves, server, load, middle, late = (median(each[at] for each in rounds) for at in range(5))
    return (name, f"{moves:,.0f}", f"{server:,.0f}", f"{load:,.0f}", f"{middle:.1f}", f"{late:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--rooms", type=int, default=ROOMS)
    parser.add_argument("--port", type=int, default=23800)
    given = parser.parse_args()
    main(given.rounds, given.seconds, given.port, given.rooms)
