"""`dicecup solve`: what a game is worth at its start, and what is worth knowing about it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from dicecup import games
from dicecup.commands.arguments import add_game, add_json, add_objective, game_of
from dicecup.commands.columns import columns, figure
from dicecup.commands.progress import watched
from dicecup.errors import SeatsError
from dicecup.game import Game
from dicecup.messages import Catalogue, load
from dicecup.options import Plain
from dicecup.solve import Objective, Solution
from dicecup.solve.report import Listing, Part
from dicecup.view import Message

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Solve a game, or take the solution that is kept: what the start is worth, and how to play."
    parser.epilog = "example: dicecup solve tossup --seats 2 --option target=50"
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="how many play; without it, as few as can")
    add_objective(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = game_of(args.game, args.option)
    solve = games.solver(game.name)
    seats = game.seats[0] if args.seats is None else _seats(game, args.seats)
    objective: Objective = args.objective or ("win" if seats > 1 else "points")
    with watched() as progress:
        solution = solve(game, seats, objective, progress)
        facts = solution.facts()
    found = _plain(solution, facts)
    print(json.dumps(found) if args.json else "\n".join(_words(solution, found)))
    return 0


def _seats(game: Game[Any, Any], seats: int) -> int:
    try:
        return game.check_seats(seats)
    except SeatsError as error:
        if seats != 1:
            raise
        where = f"dicecup solve {game.name} --objective points"
        raise SeatsError(f"{error}; what is best for a player alone stands among the facts: {where}") from None


def _plain(solution: Solution, facts: dict[str, Plain]) -> dict[str, Plain]:
    game, start = solution.game, solution.game.start(solution.seats)
    return {
        "game": game.name,
        "options": game.options_given(),
        "seats": solution.seats,
        "objective": solution.objective,
        "start_value": solution.start_value(),
        "exact": solution.is_exact(start),
        "values": [solution.value(start, seat) for seat in range(solution.seats)],
        "note": solution.note,
        "facts": facts,
    }


def _words(solution: Solution, found: dict[str, Plain]) -> list[str]:
    game = solution.game
    given = game.given()
    players = f"{solution.seats} players" if solution.seats > 1 else "one player"
    what = "chance to win" if solution.objective == "win" else "points on average"
    lines = [f"{game.title}{f' ({given})' if given else ''}, {players}", ""]
    lines.append(f"At the start, {what} ({'exact' if found['exact'] else 'estimated'}):")
    lines += [f"  Player {seat + 1}  {figure(value, solution.objective)}" for seat, value in enumerate(found["values"])]
    if solution.note:
        lines.append(f"  ({solution.note})")
    catalogue = load(game.folder())
    report = games.report(game.name)
    for part in report(found["facts"]) if report else ():
        lines += _part(part, catalogue)
    return lines


def _part(part: Part, catalogue: Catalogue) -> list[str]:
    if not isinstance(part, Listing):
        return ["", catalogue.text(part, [])]

    def text(cell: str | Message) -> str:
        return cell if isinstance(cell, str) else catalogue.text(cell, [])

    rows = [[text(cell) for cell in row] for row in part.rows]
    table = columns([text(head) for head in part.head], rows)
    return ["", text(part.title), *(f"  {line}" for line in table)]
