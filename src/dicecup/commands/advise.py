"""`dicecup advise`: what each move is worth at the end of a record."""

from __future__ import annotations

import argparse
import json

from dicecup import games
from dicecup.commands.arguments import add_json, add_objective
from dicecup.commands.columns import columns, figure
from dicecup.commands.progress import watched
from dicecup.commands.reading import read_record
from dicecup.game import OVER
from dicecup.messages import Catalogue, load, printable
from dicecup.options import Plain
from dicecup.solve.advice import Advice
from dicecup.table import Table

__all__ = ["add_arguments", "run"]

SHOWN = 12
"""Moves shown to people; `--json` has them all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "For the position at the end of a record: every legal move with its value, best first."
    parser.epilog = (
        "A player alone plays for points, one with others for the chance to win. Where dice are to fall, what they are "
        "worth on average. Every answer says whether its values are exact or estimated."
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    add_objective(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    table = read_record(args)
    if table is None:
        return 1
    with watched() as progress:
        advice = games.adviser(table.game.name)(table.game, table.state, args.objective, progress)
    if args.json:
        print(json.dumps(advice.plain()))
    else:
        print("\n".join(_words(table, advice)))
    return 0


def _words(table: Table, advice: Advice) -> list[str]:
    names = [printable(name) for name in table.names]
    catalogue = load(table.game.folder())
    lines = [catalogue.text(message, names) for message in table.game.status(table.state)]
    if advice.turn == OVER:
        return [*lines, "The game is over: there is no move to advise."]
    lines += ["", _meaning(advice), ""]
    lines += _moves(advice, catalogue) if advice.moves else _seats(advice, names)
    if advice.note:
        lines += ["", f"({advice.note})"]
    return lines


def _meaning(advice: Advice) -> str:
    what = "Chance to win" if advice.objective == "win" else "Points on average"
    dice = "" if advice.moves else " before the dice fall"
    return f"{what}{dice}, {'exact' if advice.exact else 'estimated'}:"


def _moves(advice: Advice, catalogue: Catalogue) -> list[str]:
    best = advice.moves[0].value
    more = list(dict.fromkeys(key for each in advice.moves for key in each.more))
    head = ["move", "value", "lost", *(catalogue.word(f"advice.{key}") or key for key in more)]
    rows = [
        [
            str(each.move),
            figure(each.value, advice.objective),
            figure(best - each.value, advice.objective) if each.value != best else "",
            *(_cell(each.more.get(key, "")) for key in more),
        ]
        for each in advice.moves[:SHOWN]
    ]
    left = len(advice.moves) - SHOWN
    return columns(head, rows) + ([f"… and {left} more; --json lists them all"] if left > 0 else [])


def _seats(advice: Advice, names: list[str]) -> list[str]:
    if not advice.values:
        return ["The dice decide; there is nothing to choose yet."]
    return columns(["", ""], [[n, figure(v, advice.objective)] for n, v in zip(names, advice.values, strict=True)])[1:]


def _cell(value: Plain) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    return f"{value:.2f}" if isinstance(value, float) else str(value)
