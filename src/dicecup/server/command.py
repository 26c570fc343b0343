"""`dicecup serve`: play in the browser."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator

from dicecup.errors import DicecupError
from dicecup.server import logs
from dicecup.server.logs import note
from dicecup.store import Store, default_address, open_store

__all__ = ["add_arguments", "run"]

HOST, PORT = "127.0.0.1", 8000
TRIED = 20
BACKLOG = 100
"""Callers that wait to be let in; asyncio tries so many times in a row where it can open no further socket."""
MOST_FILES = 65_536
"""Ports that are tried behind the usual one, where that is taken and nobody asked for it."""
BIGGEST_MESSAGE = 1 << 20
"""Beyond this a socket is closed without reading on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play in the browser: tables for friends, bots and real dice, kept when the server stops."
    parser.epilog = (
        "Friends reach a server on this machine only if it listens for them: `--host 0.0.0.0` in a home network."
        " SIGTERM and Ctrl-C stop it gracefully; a server that is killed loses nothing that anybody was told."
    )
    parser.add_argument("--host", default=HOST, help=f"the address to listen on (default {HOST}: this machine only)")
    parser.add_argument("--port", type=_port, help=f"default {PORT}, or the next one that is free")
    parser.add_argument(
        "--store", metavar="URL", help=f"a path or sqlite:///PATH where tables are kept (default {default_address()})"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--pace",
        type=_seconds,
        default=0.9,
        metavar="SECONDS",
        help="that a move of a bot takes, and a roll somewhat longer (default 0.9)",
    )
    parser.add_argument(
        "--grace",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help="that somebody must be away before a bot may play for them (default 60)",
    )
    parser.add_argument(
        "--openings",
        type=_seconds,
        default=0.5,
        metavar="N",
        help="tables that one address may open a second, and sixty times as many at once (default 0.5)",
    )
    parser.add_argument("--bots", type=_some, default=2, metavar="N", help="processes in which bots think (default 2)")
    parser.add_argument(
        "--log",
        choices=("debug", "info", "warning", "error"),
        help="how much is told on stderr, a JSON object a line (default info, at a terminal only warning)",
    )


def run(args: argparse.Namespace) -> int:
    logs.set_up(args.log or ("warning" if sys.stderr.isatty() else "info"))
    listener = _listen(args.host, args.port)
    with contextlib.closing(listener):
        store = open_store(args.store or default_address())
        try:
            with _signals() as stops:
                asyncio.run(_serve(args, listener, store, stops))
        finally:
            store.close()
    return 0


async def _serve(args: argparse.Namespace, listener: socket.socket, store: Store, stops: list[int]) -> None:
    import uvicorn  # noqa: PLC0415 - only a server needs it

    from dicecup.server.app import App  # noqa: PLC0415
    from dicecup.server.limits import Limits  # noqa: PLC0415
    from dicecup.server.line import Line, Requests  # noqa: PLC0415
    from dicecup.server.lobby import Lobby  # noqa: PLC0415
    from dicecup.server.thinkers import Thinkers  # noqa: PLC0415

    # What was imported stays; looking through it again and again for garbage costs a tenth of all moves.
    gc.freeze()
    gc.set_threshold(50_000)
    limits = Limits(openings=args.openings).within(_raise_files())
    lobby = Lobby(store, Thinkers(args.bots), limits=limits, grace=round(args.grace), pace=args.pace)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if stops:
                self.should_exit = True  # asked for while all this was being loaded
            else:
                _say_where(listener, args)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            note("stopping", connected=lobby.connected)
            await lobby.close()
            await super().shutdown(sockets)
            note("stopped")

    config = uvicorn.Config(
        App(lobby),
        http=Requests,
        ws=Line,
        ws_max_size=BIGGEST_MESSAGE,
        ws_per_message_deflate=False,  # frames are small, and a context for each socket is not
        backlog=BACKLOG,
        lifespan="off",
        log_config=None,
        access_log=False,  # paths hold codes
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    await Server(config).serve([listener])


def _raise_files() -> int | None:
    """Let this process hold as many files and sockets as it may; how many those are, None where nobody counts."""
    try:
        import resource  # noqa: PLC0415 - only where there is one
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else soft


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; DicecupError where there can be none."""
    wanted = range(PORT, PORT + TRIED) if port is None else range(port, port + 1)
    for each in wanted:
        # The protocol is named, since only then asyncio sends small frames at once.
        listener = socket.socket(_family(host), socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, each))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise DicecupError(f"cannot listen on {host} port {each}: {error.strerror or error}") from None
        else:
            return listener
    taken = f"port {port} is" if port is not None else f"ports {wanted[0]} to {wanted[-1]} are"
    raise DicecupError(f"{taken} taken, perhaps by another dicecup; choose another with --port")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _say_where(listener: socket.socket, args: argparse.Namespace) -> None:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"
    note("listening", address=address, pid=os.getpid())
    print(f"dicecup is at {address}   (Ctrl-C stops it)", flush=True)
    if host in ("0.0.0.0", "::") and (own := _own_address()):
        print(f"Friends in this network reach it at http://{own}:{port}/", flush=True)
    if not args.no_browser:
        # Opening a browser may wait for it; nobody else should.
        asyncio.get_running_loop().run_in_executor(None, _open_browser, address)


def _open_browser(address: str) -> None:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return  # a browser inside the terminal is not what anybody wants
    try:
        opened = webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        note("no browser", logging.DEBUG)


def _own_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find it."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


@contextlib.contextmanager
def _signals() -> Iterator[list[int]]:
    """The stops that were asked for before uvicorn listens for them, or that it passes on when it is done.

    A stop that was asked for is a success, and so ends here.
    """
    stops: list[int] = []
    before = {
        each: signal.signal(each, lambda number, _: stops.append(number)) for each in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield stops
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:6]) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r:.40}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 1_000_000:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text!r:.40}")
    return seconds


def _some(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 64:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 64, got {text!r:.40}")
    return int(text)
