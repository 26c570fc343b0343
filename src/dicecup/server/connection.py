"""One socket, as the lobby sees it: something frames are pushed to, which never waits for a slow network."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Protocol

import msgspec

from dicecup.server.limits import Bucket, Limits
from dicecup.server.line import framed
from dicecup.table.seats import Who
from dicecup.table.wire import Bye, Frame

if TYPE_CHECKING:
    from dicecup.server.lobby import OpenRoom

__all__ = ["PARTING", "Connection", "Wire", "bytes_of"]

PARTING = 5.0
"""Seconds that a socket is given to take what is said at the end; then it is let go, whatever it has taken."""

_ENCODE = msgspec.json.Encoder().encode


class Wire(Protocol):
    """What frames go out by."""

    writable: asyncio.Event
    """Not set while the network takes no more."""

    def write(self, frames: bytes) -> None: ...

    async def close(self, code: int) -> None: ...

    def abort(self) -> None:
        """Hang up at once, whatever was not taken yet."""


def bytes_of(frame: Frame) -> bytes:
    """A frame as it is sent: made once, however many it is sent to. Frames behind one another are sent at once."""
    return framed(_ENCODE(frame))


class Connection:
    def __init__(self, room: OpenRoom, wire: Wire, limits: Limits, now: float, visitor: str = "") -> None:
        self.room = room
        self.visitor = visitor
        """By whom it counts."""
        self._wire = wire
        self.hashes: list[str] = []
        """Of the tokens that it showed."""
        self.who = Who()
        self.greeted = False
        """Whether it has said hello."""
        self.subscribed = False
        """Whether it is told what happens."""
        self.bucket = Bucket(limits.commands, 2 * limits.commands, now)
        self.refusals = 0
        self._outbox: deque[bytes] = deque()
        self._waiting = 0
        """Bytes in the outbox."""
        self._most = limits.outbox
        self._most_bytes = limits.outbox_bytes
        self._wake = asyncio.Event()
        self._close: int | None = None

    def push(self, frames: bytes) -> None:
        """Send this, at once where the network takes it, else as soon as it does; always in order."""
        if self._close is not None:
            return
        if not self._outbox and self._wire.writable.is_set():
            self._wire.write(frames)
        elif len(self._outbox) < self._most and self._waiting + len(frames) <= self._most_bytes:
            self._outbox.append(frames)
            self._waiting += len(frames)
            self._wake.set()
        else:
            self._outbox.clear()
            self._waiting = 0
            self.bye("too-slow", "your network is too slow for this table; come back", 1013)

    def bye(self, code: str, text: str, close: int) -> None:
        """Say why, and hang up."""
        self.push(bytes_of(Bye(code, text)))
        if self._close is None:
            self._close = close
            asyncio.get_running_loop().call_later(PARTING, self._wire.abort)
        self._wake.set()

    async def pump(self) -> None:
        """Send what could not be sent at once, until it is time to hang up."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await self._wire.writable.wait()
                if self._outbox:  # it is emptied where it grows too long
                    frames = self._outbox.popleft()
                    self._waiting -= len(frames)
                    self._wire.write(frames)
            if self._close is not None:
                await self._wire.close(self._close)
                return
