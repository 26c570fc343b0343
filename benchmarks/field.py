"""More players than are solved exactly: the estimated chances of the seats beside how often they win.

Perfect bots play each other; a seat's estimate is what the start is worth to it.
DICECUP_BENCH_GAMES sets how many games.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random

import dicecup
from benchmarks.timing import table
from dicecup import games
from dicecup.simulate import play_out

GAMES = int(os.environ.get("DICECUP_BENCH_GAMES", "2000"))
PART = 50
CASES = {"tossup": 3, "ketchup": 3, "pumpkins": 4, "bratzy": 3}
TIMES = {"tossup": 2.0, "bratzy": 0.25}
"""A game that takes long is played less often, one whose estimate is in doubt more often."""


def part(name: str, seats: int, first: int) -> list[float]:
    """What each seat won in some games."""
    game, bot = dicecup.find(name)(), games.bots(name)["perfect"]
    won = [0.0] * seats
    for number in range(first, first + PART):
        end, _ = play_out(game, game.start(seats), Random(f"field/{name}/{seats}/{number}"), bot)
        winners = game.winners(end) or ()
        for seat in winners:
            won[seat] += 1.0 / len(winners)
    return won


def main() -> None:
    rows = []
    for name, seats in CASES.items():
        game = dicecup.find(name)()
        solution = games.solver(name)(game, seats, "win", None)
        starts = range(0, round(GAMES * TIMES.get(name, 1.0)), PART)
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(part, [name] * len(starts), [seats] * len(starts), starts))
        count = len(starts) * PART
        for seat, won in enumerate(sum(column) / count for column in zip(*parts, strict=True)):
            wide = 1.96 * sqrt(won * (1.0 - won) / count)
            estimate = solution.value(game.start(seats), seat)
            label = f"{game.title}, {seats} players, seat {seat}"
            rows.append((label, f"{100 * estimate:.1f}", f"{100 * won:.1f} ± {100 * wide:.1f}", f"{count:,}"))
    table(("", "estimated %", "won %", "games"), rows)


if __name__ == "__main__":
    main()
