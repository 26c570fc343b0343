"""`dicecup replay`: check a record against the rules and say where the game stands."""

from __future__ import annotations

import argparse
import json

from dicecup.commands.arguments import add_json
from dicecup.commands.reading import read_record
from dicecup.game import CHANCE, OVER
from dicecup.messages import load, printable
from dicecup.records import standing
from dicecup.table import Table

__all__ = ["add_arguments", "run"]

SHOWN = 12
"""Moves named to people; `--json` has them all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check every line of a record against the rules and print where the game stands."
    parser.epilog = "A wrong line is named by its number, with the reason; the exit status is then 1."
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    table = read_record(args)
    if table is None:
        return 1
    if args.json:
        print(json.dumps(standing(table)))
    else:
        print("\n".join(_words(table)))
    return 0


def _words(table: Table) -> list[str]:
    game, names = table.game, [printable(name) for name in table.names]
    given = game.given()
    lines = [f"{game.title}{f' ({given})' if given else ''}, {table.events} event{'s' * (table.events != 1)}"]
    lines += [f"{score:6}  {name}" for name, score in zip(names, game.scores(table.state), strict=True)]
    catalogue = load(game.folder())
    lines += [catalogue.text(message, names) for message in game.status(table.state)]
    if table.turn not in (CHANCE, OVER):
        moves = game.texts(table.state)
        more = f" … ({len(moves)} in all)" if len(moves) > SHOWN else ""
        lines.append(f"Moves: {', '.join(moves[:SHOWN])}{more}")
    return lines
