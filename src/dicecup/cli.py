"""The command line. A command is a line in COMMANDS; its module is imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

import dicecup
from dicecup import kernels
from dicecup.errors import DicecupError, OptionError, SeatsError, UnknownGame
from dicecup.terminal.spelling import spell_out

__all__ = ["main"]

COMMANDS = {
    "play": ("dicecup.terminal.command", "play at this terminal, with friends, bots or real dice"),
    "serve": ("dicecup.server.command", "play in the browser, with friends near and far"),
    "games": ("dicecup.commands.games", "list the games"),
    "rules": ("dicecup.commands.rules", "how a game is played, and its options"),
    "new": ("dicecup.commands.new", "write the header of a new record"),
    "verify": ("dicecup.commands.verify", "check that the dice of a record are those that were promised"),
    "replay": ("dicecup.commands.replay", "check a record and say where the game stands"),
    "words": ("dicecup.commands.words", "look words up: is it one, what do these letters make, what fits"),
    "solve": ("dicecup.commands.solve", "solve a game: what its start is worth, and how to play"),
    "advise": ("dicecup.commands.advise", "what each move is worth at the end of a record"),
    "chart": ("dicecup.commands.chart", "draw a picture of how a game is best played"),
    "cache": ("dicecup.commands.cache", "show or remove the solved tables that are kept"),
}

WRONG_USAGE = (UnknownGame, OptionError, SeatsError)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command: 0 on success, 2 on wrong usage, 1 where something else went wrong."""
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stdin is None:  # closed by the caller: there is nothing to read
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        print("dicecup: standard output is closed", file=sys.stderr)
        return 1
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        spell_out(stream)
    parser = _parser(words)
    if not words:
        parser.print_help(sys.stderr)
        return 2
    args = parser.parse_args(words)
    try:
        status: int = importlib.import_module(COMMANDS[args.command][0]).run(args)
        sys.stdout.flush()
    except WRONG_USAGE as error:
        print(f"dicecup {args.command}: {error}", file=sys.stderr)
        return 2
    except DicecupError as error:
        print(f"dicecup {args.command}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        # Where whoever read our output has gone, nobody is left to tell.
        if not isinstance(error, BrokenPipeError):
            where = f"{error.filename}: " if error.filename else ""
            print(f"dicecup {args.command}: {where}{error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dicecup",
        description="Printed dice games: played, scored, recorded and solved. `dicecup games` lists them.",
        epilog="`dicecup COMMAND --help` says more; `dicecup play` begins a game.",
        allow_abbrev=False,
    )
    # Which kernels there are is looked up in the folders, so only when it is asked for.
    version = f"dicecup {dicecup.__version__} ({kernels.said()})" if "--version" in words else ""
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    called = next((word for word in words if not word.startswith("-")), None)
    for name, (module, line) in COMMANDS.items():
        command = commands.add_parser(name, help=line, allow_abbrev=False)
        if name == called:
            importlib.import_module(module).add_arguments(command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
