"""`dicecup new`: the header of a record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dicecup.commands.arguments import add_game, game_of
from dicecup.records import Header, RecordFile
from dicecup.table import read_names

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Write the header of a new record: a game, its options and who sits where."
    parser.epilog = "example: dicecup new tossup --seats Ann Ben --option target=50 > game.jsonl"
    add_game(parser)
    parser.add_argument(
        "--seats",
        nargs="+",
        required=True,
        metavar="NAME",
        help="the players in playing order; or all in one argument with commas; or just how many",
    )
    parser.add_argument("--to", metavar="FILE", help="write to this new file instead of standard output")


def run(args: argparse.Namespace) -> int:
    header = Header.new(game_of(args.game, args.option), read_names(args.seats))
    if args.to is None:
        # A record is UTF-8, whatever this terminal is.
        sys.stdout.buffer.write(header.line().encode("utf-8") + b"\n")
    else:
        RecordFile.create(Path(args.to), header).close()
    return 0
