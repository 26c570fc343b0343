"""The process in which bots think: a position a line in, a move a line out, until nobody asks any more."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from random import Random
from typing import Any

from dicecup import games
from dicecup.players import within

__all__ = ["main"]

THINKS = 1.0
"""Seconds that a bot may think, where it gets better by it."""


def _move(asked: dict[str, Any]) -> str:
    game = games.find(asked["game"]).with_options(asked["options"]).with_header(asked["header"])
    bot = within(games.bots(game.name)[asked["level"]], THINKS)
    return str(bot(game, game.from_plain(asked["state"]), Random(asked["seed"])))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # people come first
    # What a bot prints must not be taken for its move.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    sys.stdout = sys.stderr
    for line in sys.stdin:
        try:
            answer = {"move": _move(json.loads(line))}
        except Exception as error:  # whatever a bot does wrong is told, and the next one may think
            answer = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
