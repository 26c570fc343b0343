"""`dicecup games`: the games there are."""

from __future__ import annotations

import argparse
import json

from dicecup import games
from dicecup.commands.arguments import add_json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games."
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found = [games.find(name) for name in games.names()]
    if args.json:
        print(json.dumps([{"game": g.name, "title": g.title, "seats": [g.seats[0], g.seats[-1]]} for g in found]))
        return 0
    for game in found:
        print(f"{game.name:10} {game.title:10} {game.seats[0]} to {game.seats[-1]} players")
    return 0
