"""`dicecup games`: the games there are."""

from __future__ import annotations

import argparse
import json

from dicecup import games
from dicecup.commands.arguments import add_json
from dicecup.terminal.setup import how_many, in_a_line

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games."
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found = [games.find(name) for name in games.names()]
    if args.json:
        print(json.dumps([{"game": g.name, "title": g.title, "seats": [g.seats[0], g.seats[-1]]} for g in found]))
        return 0
    for name in games.names():
        print(f"{name:10} {games.find(name).title}, {how_many(name)}")
        if in_a_line(name):
            print(f"{'':10} {in_a_line(name)}")
    return 0
