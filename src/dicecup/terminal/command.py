"""`dicecup play`: choose a game, players and options, and play it in this terminal or over a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.terminal import plain
from dicecup.terminal.session import Session
from dicecup.terminal.setup import Seat, read_options, read_seats

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; you are asked where it is left out")
    parser.add_argument(
        "--seats",
        nargs="+",
        metavar="NAME",
        help="who plays, in playing order: NAME sits there in person, bot or NAME:bot is a bot, NAME:LEVEL one of that "
        "strength; a single number means that many people",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game (repeatable)"
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
    try:
        if args.game is not None:
            rules = games.find(args.game)
            read_options(rules, args.option)
            if args.seats:
                read_seats(args.game, args.seats)
        elif args.option:
            return _fail("--option needs to know the GAME", 2)
    except DicecupError as error:
        return _fail(error, 2)
    try:
        return _plain(args)
    except DicecupError as error:
        return _fail(error if args.resume is None else f"{args.resume}: {error}", 1)
    except BrokenPipeError:
        # Nobody reads any more; what was written is in the record. Python must not try to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        return _fail(f"{what}{error.strerror or error}", 1)


def _full_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


def _plain(args: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    lines = plain.Lines(sys.stdin, sys.stdout, mark="> " if sys.stdin.isatty() else "")
    try:
        session = prepare(args, lines)
    except EOFError:
        return _fail("the input ended before a game had begun", 1)
    except KeyboardInterrupt:
        return _fail("no game was begun", 1)
    return plain.play(session, lines)


def prepare(args: argparse.Namespace, lines: plain.Lines) -> Session:
    """The session that the arguments ask for, with what they leave open asked in lines."""
    if args.resume is not None:
        return Session.resume(Path(args.resume), seed=args.seed, real=args.real_dice)
    name = args.game or plain.choose_game(lines)
    seats = _seats(name, args.seats, lines) if args.seats else plain.choose_seats(lines, name)
    rules = games.find(name)
    given = read_options(rules, args.option) if args.game else plain.choose_options(lines, name)
    path = None if args.record is None else Path(args.record)
    return Session.begin(rules.with_options(given), seats, seed=args.seed, real=args.real_dice, path=path)


def _seats(name: str, words: list[str], lines: plain.Lines) -> list[Seat]:
    try:
        return read_seats(name, words)
    except DicecupError as error:
        lines.say(f"{error}.")
        return plain.choose_seats(lines, name)


def _fail(reason: object, status: int) -> int:
    print(f"dicecup: {reason}", file=sys.stderr)
    return status
