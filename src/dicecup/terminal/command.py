"""`dicecup play`: choose a game, players and options, and play it in this terminal or over a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.options import Plain, read_settings
from dicecup.terminal import plain
from dicecup.terminal.session import Session
from dicecup.terminal.setup import Seat, read_seats

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play at this terminal. What the arguments leave open is asked."
    parser.epilog = "example: dicecup play tossup --seats Ann bot --record evening.jsonl"
    parser.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "--seats",
        nargs="+",
        metavar="NAME",
        help="who plays, in playing order: NAME sits there in person, bot or NAME:bot is a bot, NAME:LEVEL one of that "
        "strength; a single number means that many people",
    )
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game (repeatable)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeatable dice and bots")
    parser.add_argument("--record", metavar="FILE", help="keep the game in a new file, event by event")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game in that file")
    parser.add_argument("--real-dice", action="store_true", help="ask what real dice show instead of rolling")
    parser.add_argument("--plain", action="store_true", help="lines of text instead of a full screen")


def run(args: argparse.Namespace) -> int:
    """Play; 0 at the end or when asked to leave, 1 where that failed, 2 where the command makes no sense."""
    if args.resume is not None and (args.game or args.seats or args.option or args.record):
        return _fail("--resume goes on with a game as it was: leave out GAME, --seats, --option and --record", 2)
    if args.game is None and (args.option or args.seats):
        return _fail("--seats and --option need to know the GAME", 2)
    try:
        return _run(args)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        where = error.filename or args.record
        raise DicecupError(f"{f'{where}: ' if where else ''}{error.strerror or error}") from None


def _run(args: argparse.Namespace) -> int:
    session: Session | None = None
    seats: list[Seat] | None = None
    given: dict[str, Plain] = {}
    if args.resume is not None:
        try:
            session = Session.resume(Path(args.resume), seed=args.seed, real=args.real_dice)
        except DicecupError as error:
            raise DicecupError(f"{args.resume}: {error}") from None
    elif args.game is not None:
        given = read_settings(games.find(args.game), args.option)
        seats = read_seats(args.game, args.seats) if args.seats else None
    path = None if args.record is None else Path(args.record)
    if path is not None and path.exists():
        raise DicecupError(f"{path} is there already; go on with it (--resume) or choose another name")

    def begin(game: str, seats: list[Seat], given: dict[str, Plain]) -> Session:
        rules: Any = games.find(game).with_options(given)
        return Session.begin(rules, seats, seed=args.seed, real=args.real_dice, path=path)

    if seats is not None:
        session = begin(args.game, seats, given)
    if not args.plain and _full_screen():
        from dicecup.terminal import app  # noqa: PLC0415 - it takes a while, and only a full screen needs it

        return app.play(session, begin, args.game, args.option)
    return _plain(session, begin, args.game, given)


def _full_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


def _plain(session: Session | None, begin: plain.Begin, game: str | None, given: dict[str, Plain]) -> int:
    lines = plain.Lines(sys.stdin, sys.stdout, mark="> " if sys.stdin.isatty() else "")
    try:
        session = session or plain.set_up(lines, begin, game, given)
    except EOFError:
        return _fail("the input ended before a game had begun", 1)
    except KeyboardInterrupt:
        return _fail("no game was begun", 1)
    return plain.play(session, lines)


def _fail(reason: str, status: int) -> int:
    print(f"dicecup play: {reason}", file=sys.stderr)
    return status
