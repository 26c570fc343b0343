"""Our way through uvicorn: whoever takes nothing, or asks nothing, is let go. The server is real, the sockets are."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial

import uvicorn

from dicecup.server import line
from dicecup.server.app import App
from dicecup.server.line import Line, Requests
from dicecup.server.lobby import Lobby
from tests.looping import finish
from tests.server.edges import lobby, wish

KEY = "MDEyMzQ1Njc4OWFiY2RlZg=="


def served(test: Callable[[Lobby, int, str], Awaitable[None]]) -> None:
    """With a server in this process, on a free port."""

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        rooms = lobby()
        new = await rooms.open(wish(), "here")
        config = uvicorn.Config(
            App(rooms),
            http=Requests,
            ws=Line,
            ws_ping_interval=1.0,
            ws_ping_timeout=0.2,
            lifespan="off",
            log_config=None,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(test(rooms, listener.getsockname()[1], new.code), 20)
        server.should_exit = True
        await rooms.close()
        await serving

    finish(run())


def test_who_calls_and_asks_nothing_is_hung_up_on_and_who_asks_is_answered(monkeypatch):
    monkeypatch.setattr(line, "FIRST", 0.3)

    async def test(rooms: Lobby, port: int, code: str) -> None:
        for half in (b"", b"GET /healthz HTTP/1.1\r\n"):
            silent, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(half)
            assert await silent.read() == b""
            out.close()
        asking, out = await asyncio.open_connection("127.0.0.1", port)
        out.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b" 200 " in await asking.readline()
        await asyncio.sleep(0.5)
        out.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await asking.read()).count(b"HTTP/1.1 200") == 1
        out.close()

    served(test)


def test_who_takes_nothing_any_more_is_let_go():
    async def test(rooms: Lobby, port: int, code: str) -> None:
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.connect(("127.0.0.1", port))
        stuck.setblocking(False)
        say = partial(asyncio.get_running_loop().sock_sendall, stuck)
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        await say(f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\n{upgrade}Sec-WebSocket-Key: {KEY}\r\n\r\n".encode())
        while not rooms.connected:
            await asyncio.sleep(0.01)
        hello = b'{"do":"hello","key":"a"}'
        await say(5000 * (bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello))
        while rooms.connected:
            await asyncio.sleep(0.01)
        stuck.close()

    served(test)
