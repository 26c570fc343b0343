"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.game import Game
from dicecup.options import read_settings
from dicecup.solve import OBJECTIVES

__all__ = ["add_game", "add_json", "add_objective", "game_of", "open_record"]


def add_game(parser: argparse.ArgumentParser) -> None:
    """A game, and its options as `--option name=value`."""
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; may be given several times (see `dicecup rules GAME`)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_objective(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--objective", choices=OBJECTIVES, help="what is played for; alone it is points, with others to win"
    )


def game_of(name: str, settings: list[str]) -> Game[Any, Any]:
    """The rule set of that name, with options as they were typed; UnknownGame or OptionError."""
    cls = games.find(name)
    return cls(**read_settings(cls, settings))


@contextmanager
def open_record(name: str) -> Iterator[BinaryIO]:
    """A record to read: a file, or standard input for `-`."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below; only the opening is guarded
    except (OSError, ValueError) as error:
        raise DicecupError(f"cannot read {name or repr(name)}: {getattr(error, 'strerror', None) or error}") from None
    with stream:
        yield stream
