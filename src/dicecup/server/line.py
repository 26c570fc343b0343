"""uvicorn's WebSocket, with a shorter way in and out for tables, and its HTTP, which does not wait for ever.

A frame that goes to many is made once, header and all, and written to each socket as it is; what comes is heard at
once. The usual way, with a queue, a task and another header for each, takes longer than a move does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

__all__ = ["EXTENSION", "Line", "Requests", "framed"]

EXTENSION = "dicecup.line"
"""By this name an application finds the line in the scope of a socket."""

FIRST = 20.0
"""Seconds that somebody who calls is given to ask something."""

_TEXT = 0x81  # the only frame of a text


def framed(text: bytes) -> bytes:
    """A text as a server sends it: RFC 6455, section 5.2, neither masked nor compressed."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text


class Line(WebSocketsSansIOProtocol):
    hear: Callable[[bytes], None] | None = None
    """Called with every message, once somebody wants them so; until then they wait for `receive`."""

    def write(self, frames: bytes) -> None:
        """Send frames; where `writable` is not set they wait in memory, so better do not."""
        if not (self.disconnected or self.close_sent):
            self.transport.write(frames)

    async def close(self, code: int) -> None:
        await self.send({"type": "websocket.close", "code": code, "reason": None})

    def abort(self) -> None:
        """Hang up at once. Closing waits until all was taken, for ever where somebody takes nothing."""
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        self.hear(message)


class Requests(H11Protocol):
    """Whoever calls and asks nothing is hung up on, so that they take nobody's place."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST, self._overdue)

    def _overdue(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()
