"""`dicecup rules`: how a game is played, its rulings, and its options with what each value means."""

from __future__ import annotations

import argparse
import json
import shutil
import sys

from dicecup import games, rulespage
from dicecup.commands.arguments import add_json

__all__ = ["add_arguments", "run"]

WIDEST = 100
"""Longer lines are hard to read, also where there is room."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Show the rules page of a game and its options."
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = games.find(args.game)
    if args.json:
        seats, options = [game.seats[0], game.seats[-1]], [each.plain() for each in game.options().values()]
        whole = {"game": game.name, "title": game.title, "seats": seats, "options": options}
        print(json.dumps({**whole, "rules": rulespage.markdown(game)}))
        return 0
    width = min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else WIDEST
    print("\n".join(rulespage.lines(game, width)))
    return 0
