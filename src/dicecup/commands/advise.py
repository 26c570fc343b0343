"""`dicecup advise`: what each move is worth at the end of a record."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from dicecup import games
from dicecup.commands.arguments import add_json, add_objective
from dicecup.commands.columns import columns, figure
from dicecup.commands.progress import watched
from dicecup.commands.reading import read_record
from dicecup.errors import Unsolved
from dicecup.game import OVER
from dicecup.messages import Catalogue, load, printable, spoken
from dicecup.solve.advice import Advice, Advised
from dicecup.table import Table

__all__ = ["add_arguments", "run"]

SHOWN = 12
"""Moves shown to people; `--json` has all that the advice has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "For the position at the end of a record: every legal move with its value, best first; where there are very "
        "many, those that were looked at."
    )
    parser.epilog = (
        "A player alone plays for points, one with others for the chance to win. Where dice are to fall, what they are "
        "worth on average. Every answer says whether its values are exact or estimated."
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "--move",
        action="append",
        default=[],
        metavar="MOVE",
        help="say what this move is worth, listed or not; as it is written in a record or typed at the table",
    )
    add_objective(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    table = read_record(args)
    if table is None:
        return 1
    with watched() as progress:

        def adviser(state: Any) -> Advice:
            return games.adviser(table.game.name)(table.game, state, args.objective, progress)

        advice = adviser(table.state)
        asked = [_asked(table, advice, text, adviser) for text in args.move]
    if args.json:
        cut = len(advice.moves) < len(table.game.moves(table.state))
        print(json.dumps({**advice.plain(), "moves_cut": cut, "asked": [each.plain() for each in asked]}))
    else:
        print("\n".join(_words(table, advice, asked)))
    return 0


def _asked(table: Table, advice: Advice, text: str, adviser: Callable[[Any], Advice]) -> Advised:
    """What a move is worth: as it is listed, or else by advice for the position after it."""
    game, state = table.game, table.state
    move = game.meant(state, text)
    for each in advice.moves:
        if each.move == move:
            return each
    values = adviser(game.play(state, move)).values
    if not values or advice.seat is None:
        raise Unsolved(f"what {move} is worth is not known")
    return Advised(move, values[advice.seat])


def _words(table: Table, advice: Advice, asked: list[Advised]) -> list[str]:
    names = [printable(name) for name in table.names]
    catalogue = load(table.game.folder())
    lines = [catalogue.text(message, names) for message in table.game.status(table.state)]
    if advice.turn == OVER:
        return [*lines, "The game is over: there is no move to advise."]
    lines += ["", _meaning(advice), ""]
    lines += _moves(advice, catalogue, names) if advice.moves else _seats(advice, names)
    if advice.moves and (unseen := len(table.game.moves(table.state)) - len(advice.moves)) > 0:
        lines += [f"{unseen:,} further moves may be made and are not listed; --move MOVE says what one is worth"]
    for each in asked:
        lost = advice.moves[0].value - each.value
        worse = f", {figure(lost, advice.objective)} less than the best" if lost > 0 else ""
        lines += ["", f"{each.move} is worth {figure(each.value, advice.objective)}{worse}."]
    if advice.note:
        lines += ["", f"({advice.note})"]
    return lines


def _meaning(advice: Advice) -> str:
    what = "Chance to win" if advice.objective == "win" else "Points on average"
    dice = "" if advice.moves else " before the dice fall"
    return f"{what}{dice}, {'exact' if advice.exact else 'estimated'}:"


def _moves(advice: Advice, catalogue: Catalogue, names: list[str]) -> list[str]:
    best = advice.moves[0].value
    more = list(dict.fromkeys(key for each in advice.moves for key in each.more))
    head = ["move", "value", "lost", *(catalogue.word(f"advice.{key}") or key for key in more)]
    rows = [
        [
            str(each.move),
            figure(each.value, advice.objective),
            figure(best - each.value, advice.objective) if each.value != best else "",
            *(spoken(each.more.get(key, ""), names) for key in more),
        ]
        for each in advice.moves[:SHOWN]
    ]
    left = len(advice.moves) - SHOWN
    return columns(head, rows) + ([f"… and {left} more, which --json lists"] if left > 0 else [])


def _seats(advice: Advice, names: list[str]) -> list[str]:
    if not advice.values:
        return ["The dice decide; there is nothing to choose yet."]
    return columns(["", ""], [[n, figure(v, advice.objective)] for n, v in zip(names, advice.values, strict=True)])[1:]
