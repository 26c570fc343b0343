"""Tables over sockets: moves stored, acknowledged and broadcast per second, beside a bare broadcasting server.

250 rooms of four people play Toss Up on one server process, each room as fast as its answers come; then the same 1,000
sockets make one move a second each. The bare server is the same stack (uvicorn, websockets, plain ASGI) and does
nothing but send what comes to the four sockets of a room, in frames of the same size. The load comes from raw sockets
on a core of their own. Everything stays on this machine.
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
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

import msgspec
import uvicorn

from benchmarks.timing import table

ROOMS, SEATS = 250, 4
SECONDS = 4.0
ROUNDS = 3
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


def serve_bare(port: int) -> None:
    options: Any = {"ws": "websockets-sansio", "ws_per_message_deflate": False, "lifespan": "off", "log_level": "error"}
    uvicorn.run(bare, host="127.0.0.1", port=port, backlog=2048, **options)


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

Figures = tuple[float, float, float, float]
"""Moves a second, moves for a second of the server's processor time, the 50th and the 99th of a hundred waits in ms."""


async def _measure(rooms: list[PlayedRoom], measured: Measured, seconds: float, pid: int) -> Figures:
    for number, room in enumerate(rooms):
        room.begin(number / len(rooms) * 0.25)
    await asyncio.sleep(0.75)
    measured.moves, measured.waits = 0, []
    begin, used = perf_counter(), _cpu(pid)
    await asyncio.sleep(seconds)
    spent, used = perf_counter() - begin, _cpu(pid) - used
    moves, waits = measured.moves, sorted(measured.waits)
    for room in rooms:
        room.stop()
    await asyncio.sleep(0.5)
    return moves / spent, moves / used, 1000 * waits[len(waits) // 2], 1000 * waits[int(len(waits) * 0.99)]


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
    played, plain = f"127.0.0.1:{port}", f"127.0.0.1:{port + 1}"
    with tempfile.TemporaryDirectory() as folder:
        serve = [sys.executable, "-m", "dicecup", "serve", "--port", str(port), "--no-browser", "--log", "error"]
        serve += ["--store", f"{folder}/tables.db", "--openings", "1000"]
        bare_command = [sys.executable, "-c", f"from benchmarks.tables import serve_bare; serve_bare({port + 1})"]
        with _running(serve, played, theirs) as pid, _running(bare_command, plain, theirs) as bare_pid:
            tables = [_open_table(played) for _ in range(number)]
            names: list[tuple[str, list[str]]] = [(str(room), []) for room in range(number)]
            fast: list[Figures] = []
            simple: list[Figures] = []
            for _ in range(rounds):
                fast.append(asyncio.run(_round((played, pid), PlayedRoom, tables, None, seconds)))
                simple.append(asyncio.run(_round((plain, bare_pid), BareRoom, names, None, seconds)))
            steady = [asyncio.run(_round((played, pid), PlayedRoom, tables, 1 / SEATS, seconds)) for _ in range(rounds)]
    rows = [
        _row("dicecup, as fast as it goes", fast),
        _row("bare broadcast", simple),
        _row("one move a second each", steady),
    ]
    table((f"{number} rooms of {SEATS}", "moves/s", "moves/CPU s", "p50 ms", "p99 ms"), rows)
    for at, what in enumerate(("by the clock", "by the server's processor time")):
        ratios = [one[at] / other[at] for one, other in zip(fast, simple, strict=True)]
        print(
            f"\nMoves stored, acknowledged and broadcast, as a share of bare broadcasts, {what}: {median(ratios):.2f}"
        )
    print(f"\nLoad of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


def _row(name: str, rounds: list[Figures]) -> tuple[str, ...]:
    moves, for_cpu, middle, late = (median(each[at] for each in rounds) for at in range(4))
    return (name, f"{moves:,.0f}", f"{for_cpu:,.0f}", f"{middle:.1f}", f"{late:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--rooms", type=int, default=ROOMS)
    parser.add_argument("--port", type=int, default=23800)
    given = parser.parse_args()
    main(given.rounds, given.seconds, given.port, given.rooms)
