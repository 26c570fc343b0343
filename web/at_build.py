"""Make the page: fetch the packages of `package-lock.json`, and let Vite build `src/` into dicecup's server.

    python web/at_build.py            make the page where it is missing or out of date, and say so
    python web/at_build.py --check    only say whether it is there
    python web/at_build.py --types    check the types of the page's source

Where Node or its packages cannot be had, dicecup works without the page; the exit code is then 3, and the last line
says why. This script runs before dicecup is installed, with nothing but Python's own library.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tools.node import Node, Unavailable, find, run  # noqa: E402

PAGE = HERE.parent / "src" / "dicecup" / "server" / "page"
MADE_FROM = PAGE / ".made-from"
PACKAGES = HERE / "node_modules"


def main(arguments: list[str]) -> int:
    if "--types" not in arguments and fresh():
        say("here already")
        return 0
    if "--check" in arguments:
        say("missing or out of date; `make page` makes it")
        return 3
    try:
        node = find(say)
        fetch_packages(node)
        return check_types(node) if "--types" in arguments else build(node)
    except Unavailable as error:
        say(f"not made: {error}. Everything but playing in a browser works without; `make page` tries again")
        return 3


def say(text: str) -> None:
    print(f"page: {text}", flush=True)


def fingerprint() -> str:
    """What the page is made from; one that bears another is made anew."""
    inputs = sorted(
        path
        for path in (*HERE.glob("*.*"), *HERE.glob("src/**/*"), *HERE.glob("public/**/*"))
        if path.is_file() and path.suffix != ".md"
    )
    parts = (part for path in inputs for part in (path.relative_to(HERE).as_posix().encode(), path.read_bytes()))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def fresh() -> bool:
    try:
        return MADE_FROM.read_text() == fingerprint() and (PAGE / "index.html").exists()
    except OSError:
        return False


def fetch_packages(node: Node) -> None:
    """The packages, unless those of this very lock file are there."""
    lock, stamp = (HERE / "package-lock.json").read_bytes(), PACKAGES / ".fetched"
    if not (stamp.exists() and stamp.read_bytes() == lock):
        say("fetching what it is built with")
        node.fetch(HERE)
        stamp.write_bytes(lock)


def build(node: Node) -> int:
    """Into a folder beside it first: a page that cannot be built leaves the last one as it was."""
    source, new = fingerprint(), HERE.parent / "build" / "page"
    done = run([*node.node, "node_modules/vite/bin/vite.js", "build", "--outDir", str(new), "--emptyOutDir"], HERE)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        return 1
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(new, PAGE)
    MADE_FROM.write_text(source)
    say(f"built, {sum(path.stat().st_size for path in new.rglob('*') if path.is_file()) // 1000} kB")
    return 0


def check_types(node: Node) -> int:
    check = ["node_modules/svelte-check/bin/svelte-check", "--output", "human", "--fail-on-warnings"]
    done = run([*node.node, *check], HERE)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    return min(done.returncode, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
