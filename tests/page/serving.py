"""A dicecup server in a process of its own, for real browsers: started, killed, started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

SIXTH = Path(__file__).parents[1] / "sixth"
PATIENCE = 30  # seconds until a server must answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    def __init__(self, folder: Path, *arguments: str, games: Path | None = SIXTH) -> None:
        self._games = games
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._arguments = (f"--store={folder / 'tables.db'}", "--no-browser", "--bots=1", "--log=warning", *arguments)
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        command = [sys.executable, "-m", "dicecup", "serve", f"--port={self.port}", *self._arguments]
        with self._log.open("ab") as log:
            where = {**os.environ, "DICECUP_GAMES": str(self._games or "")}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=where)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=5):
                    return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self._log.read_text()}")

    def kill(self) -> None:
        """At once, without a chance to put anything in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
