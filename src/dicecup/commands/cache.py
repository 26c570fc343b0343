"""`dicecup cache`: the solved tables that are kept."""

from __future__ import annotations

import argparse
import json

from dicecup.commands.arguments import add_json
from dicecup.commands.columns import columns
from dicecup.solve import tables

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Show the solved tables that are kept, or remove them: what is missing is solved again."
    parser.epilog = "They lie where this system keeps caches, or in the folder that DICECUP_CACHE names."
    parser.add_argument("--clear", action="store_true", help="remove the tables")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found = tables.clear() if args.clear else tables.entries()
    size = sum(entry.size for entry in found)
    if args.json:
        listed = [
            {"file": entry.path.name, "bytes": entry.size, "sound": entry.sound, "identity": entry.identity}
            for entry in found
        ]
        print(json.dumps({"folder": str(tables.folder()), "cleared": args.clear, "bytes": size, "tables": listed}))
        return 0
    if args.clear:
        print(f"{_count(len(found))} removed from {tables.folder()}, {_size(size)}")
        return 0
    print(f"{_count(len(found))} in {tables.folder()}, {_size(size)}")
    if found:
        rows = [[entry.path.name, _size(entry.size), _what(entry)] for entry in found]
        print("\n".join(columns(["file", "size", "what"], rows)))
    return 0


def _count(count: int) -> str:
    return f"{count} solved {'table' if count == 1 else 'tables'}"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"


def _what(entry: tables.Entry) -> str:
    if entry.identity is None or not entry.sound:
        return "damaged, or of another version: will be solved again"
    said = {**entry.identity, **entry.identity.get("options", {})}
    return ", ".join(f"{key} {value}" for key, value in said.items() if key != "game" and isinstance(value, int | str))
