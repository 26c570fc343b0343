"""`dicecup rules`: how a game is played, its rulings, and its options with what each value means."""

from __future__ import annotations

import argparse
import json

from dicecup import games
from dicecup.commands.arguments import add_json
from dicecup.options import Option

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Show the rules page of a game and its options."
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = games.find(args.game)
    page = game.folder() / "rules.en.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else f"# {game.title}\n"
    options = list(game.options().values())
    if args.json:
        seats = [game.seats[0], game.seats[-1]]
        whole = {"game": game.name, "title": game.title, "seats": seats, "options": [each.plain() for each in options]}
        print(json.dumps({**whole, "rules": text}, ensure_ascii=False))
        return 0
    print(text.rstrip())
    print("\n## Options\n")
    print("\n".join(_lines(options)) if options else "This game has none.")
    return 0


def _lines(options: list[Option]) -> list[str]:
    lines = []
    for option in options:
        described = option.plain()
        default = described["default"]
        shown = str(default).lower() if isinstance(default, bool) else default
        lines.append(f"--option {option.name}={shown} (the default)")
        lines.append(f"    {option.about} Allowed: {option.kind.allowed()}.")
        values = described.get("values", {})
        lines += [f"    {value}: {meaning}" for value, meaning in values.items()]
    return lines
