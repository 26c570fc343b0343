"""A real server in a process of its own, and people who play on it over real sockets."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

NONCE = "0123456789abcdef"


class Process:
    """`dicecup serve` on a free port; `args` are further ones."""

    def __init__(self, store: Path, *args: str) -> None:
        command = [sys.executable, "-m", "dicecup", "serve", "--port", "0", "--no-browser", "--pace", "0"]
        self.process = subprocess.Popen(
            [*command, "--openings", "1000", "--store", str(store), *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("dicecup is at http://"), line + self.end()[1]
        self.address = line.split()[3].rstrip("/")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(20)

    def end(self) -> tuple[str, str]:
        """What it had to say."""
        if self.process.poll() is None:
            self.process.kill()
        return self.process.communicate()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    # HTTP.

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return answer.read().decode()

    def json(self, path: str) -> Any:
        return json.loads(self.get(path))

    def post(self, path: str, body: Any, kind: str = "application/json") -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": kind})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def open(self, game: str, seats: str = "hb", level: str | None = "simple", **more: Any) -> Any:
        kinds = {"h": "here", "o": "open", "b": "bot"}
        new = [{"kind": kinds[kind], **({"level": level} if kind == "b" else {})} for kind in seats]
        status, answer = self.post("/api/tables", {"game": game, "seats": new, "nonce": NONCE, **more})
        assert status == 201, answer
        return answer


class Person:
    """Somebody at a socket who keeps all that is told, and does what the table offers."""

    keys = itertools.count(1)

    def __init__(self, server: Process, code: str, tokens: list[str], last: int = 0, seed: int = 1) -> None:
        self.rng = Random(seed)
        address = server.address.replace("http", "ws")
        self._closing = ExitStack()
        opened = connect(f"{address}/ws/{code}", max_size=None, close_timeout=1)
        self.socket: ClientConnection = self._closing.enter_context(opened)
        self.tokens = tokens
        self.told: dict[int, Any] = {}
        self.say({"do": "hello", "key": self.key(), "tokens": tokens, "last": last})
        welcome = self.hear()
        assert welcome["is"] == "welcome", welcome
        self.welcome = welcome
        self.mine, self.table, self.position = set(welcome["yours"]), welcome["table"], welcome["position"]
        self.last = welcome["last"]
        self.keep(welcome["events"])
        self.waits: str | None = None

    def key(self) -> str:
        return f"{id(self):x}-{next(self.keys)}"

    def say(self, command: Any) -> None:
        self.socket.send(json.dumps(command))

    def hear(self, timeout: float = 30) -> Any:
        return json.loads(self.socket.recv(timeout))

    def rest(self) -> tuple[list[Any], int | None]:
        """What is still said before the server hangs up, and the code with which it does."""
        frames = []
        try:
            while True:
                frames.append(self.hear())
        except ConnectionClosed as closed:
            return frames, closed.rcvd.code if closed.rcvd else None

    def keep(self, events: list[Any]) -> None:
        for event in events:
            self.told[event["n"]] = event

    def take(self, frame: Any) -> None:
        """Understand a frame."""
        if frame["is"] == "news":
            assert frame["events"][0]["n"] == self.last + 1
            self.last = frame["events"][-1]["n"]
            self.keep(frame["events"])
            self.position = frame["position"]
            self.table = frame["table"] or self.table
            self.mine = set(frame["yours"]) if frame["yours"] is not None else self.mine
        elif frame["is"] == "answer":
            if frame["key"] == self.waits:
                self.waits = None
            assert frame["ok"] or frame["code"] == "stale", frame

    def act(self) -> None:
        """Do something, if it is our turn and nothing of ours is under way."""
        if self.waits is not None or self.position is None or self.table["phase"] != "playing":
            return
        turn, ask = self.position["view"]["turn"], self.position["ask"]
        if ask is not None and ask["seat"] in self.mine:
            command = {"do": "throw", "seat": ask["seat"]}
        elif turn in self.mine:
            choice = self.rng.choice(self.position["view"]["choices"])
            command = {"do": "move", "seat": turn, "move": choice["move"]}
        else:
            return
        self.waits = self.key()
        self.say(command | {"key": self.waits, "at": self.last})

    def play(self) -> None:
        """Play until the game is over."""
        while self.table["phase"] != "over":
            self.act()
            self.take(self.hear())

    def close(self) -> None:
        self._closing.close()
