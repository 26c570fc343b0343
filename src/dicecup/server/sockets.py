"""The socket of a table, as plain ASGI: what comes is handed to the lobby, what the lobby pushes is sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from dicecup.server.connection import PARTING, Connection
from dicecup.server.line import EXTENSION, Line
from dicecup.server.lobby import Lobby, OpenRoom, read_code
from dicecup.server.logs import note, short
from dicecup.store import StoreError
from dicecup.table.seats import Refused
from dicecup.table.wire import Bye

__all__ = ["PATH", "play", "same_origin"]

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATH = "/ws/"
NO_TABLE = 4404
REFUSED = 1.0
"""Seconds after which the socket of somebody who was refused is let go."""


async def play(lobby: Lobby, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    """One socket, from its opening to its end."""
    await receive()
    headers = dict(scope["headers"])
    if not same_origin(headers.get(b"origin"), headers.get(b"host")):
        await send({"type": "websocket.close", "code": 1008, "reason": "another site may not play here"})
        return
    await send({"type": "websocket.accept"})
    line: Line = scope["extensions"][EXTENSION]
    try:
        opened = await _find(lobby, scope["path"].removeprefix(PATH))
        connection = lobby.enter(opened, line, (scope.get("client") or ("",))[0])
    except Refused as refused:
        await send({"type": "websocket.send", "text": msgspec.json.encode(Bye(refused.code, refused.text)).decode()})
        await send({"type": "websocket.close", "code": NO_TABLE if refused.code == "no-table" else 1013})
        asyncio.get_running_loop().call_later(REFUSED, line.abort)
        return
    note("socket opened", table=short(opened.room.code), connected=lobby.connected)
    pump = asyncio.create_task(connection.pump())
    try:
        line.hear = lambda message: lobby.hear(connection, message)
        await _listen(lobby, connection, receive)
    finally:
        lobby.leave(connection)
        pump.cancel()
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await pump
        asyncio.get_running_loop().call_later(PARTING, line.abort)
        note("socket closed", table=short(opened.room.code), connected=lobby.connected)


async def _find(lobby: Lobby, text: str) -> OpenRoom:
    code = read_code(text)
    try:
        opened = None if code is None else await lobby.find(code)
    except StoreError as error:
        note("not loaded", 40, reason=str(error))
        raise Refused("not-loaded", "the server cannot read this table") from None
    if opened is None:
        raise Refused("no-table", "there is no table of that code")
    return opened


async def _listen(lobby: Lobby, connection: Connection, receive: Receive) -> None:
    """Until the socket is gone. What came before the table was found is heard here, the rest by the line."""
    while (message := await receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        lobby.hear(connection, message.get("bytes") or b"" if text is None else text)


def same_origin(origin: bytes | None, host: bytes | None) -> bool:
    """Whether a page that speaks to us came from us. Programs that are no browsers say nothing, and may."""
    if origin is None:
        return True
    try:
        return host is not None and urlsplit(origin.decode("latin-1")).netloc.lower() == host.decode("latin-1").lower()
    except ValueError:
        return False
