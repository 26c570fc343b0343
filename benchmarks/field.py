"""More players than are solved exactly: the estimated chances of the seats beside how often they win.

Perfect bots play each other; a seat's estimate is what the start is worth to it.
DICECUP_BENCH_GAMES sets how many games.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import dicecup
from benchmarks.timing import table
from dicecup import games
from dicecup.simulate import play_out

GAMES = int(os.environ.get("DICECUP_BENCH_GAMES", "2000"))
PART = 50
CASES: list[tuple[str, int, dict[str, Any], float]] = [
    ("tossup", 3, {}, 1.0),
    ("tossup", 3, {"last_turn": "none"}, 1.0),
    ("tossup", 6, {"target": 20, "last_turn": "none"}, 2.0),
    ("tossup", 6, {"target": 20, "last_turn": "finish-round"}, 2.0),
    ("ketchup", 3, {}, 1.0),
    ("ketchup", 6, {}, 1.0),
    ("pumpkins", 4, {}, 5.0),
    ("bratzy", 3, {}, 0.25),
]
"""Game, seats, options, and how many times as many games: fewer of one that takes long."""


def part(name: str, seats: int, options: dict[str, Any], first: int) -> list[float]:
    """What each seat won in some games."""
    game, bot = dicecup.find(name)(**options), games.bots(name)["perfect"]
    won = [0.0] * seats
    for number in range(first, first + PART):
        end, _ = play_out(game, game.start(seats), Random(f"field/{name}/{seats}/{number}"), bot)
        winners = game.winners(end) or ()
        for seat in winners:
            won[seat] += 1.0 / len(winners)
    return won


def main() -> None:
    rows = []
    for name, seats, options, times in CASES:
        game = dicecup.find(name)(**options)
        solution = games.solver(name)(game, seats, "win", None)
        starts = range(0, round(GAMES * times), PART)
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(partial(part, name, seats, options), starts))
        count = len(starts) * PART
        for seat, won in enumerate(sum(column) / count for column in zip(*parts, strict=True)):
            wide = 1.96 * sqrt(won * (1.0 - won) / count)
            estimate = solution.value(game.start(seats), seat)
            given = f", {game.given()}" if options else ""
            label = f"{game.title}, {seats} players{given}, seat {seat}"
            rows.append((label, f"{100 * estimate:.1f}", f"{100 * won:.1f} ± {100 * wide:.1f}", f"{count:,}"))
    table(("", "estimated %", "won %", "games"), rows)


if __name__ == "__main__":
    main()
