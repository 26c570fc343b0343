"""How often each level of bots beats each other: win rates with 95 % intervals.

Two bots of different levels play, each beginning half of the games; joint winners have half each. The games are dealt
out to all cores; the dice follow from the number of the game, so that a run can be repeated.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import dicecup
from benchmarks.timing import table
from dicecup import games
from dicecup.errors import Unsolved
from dicecup.game import Game
from dicecup.simulate import play_out

GAMES = int(os.environ.get("DICECUP_BENCH_GAMES", "2000"))
"""For each pair of levels; more or fewer where TIMES says so."""
TIMES = {"bratzy": 0.4, "pumpkins": 6.0}
"""A game that takes long is played less often, one in which luck counts for more and that is soon over more often."""
PART = 50


def part(name: str, pair: tuple[str, str], first: int) -> tuple[float, float]:
    """What the first of the pair won in some games, and the sum of the squares of that."""
    game, bots = dicecup.find(name)(), games.bots(name)
    won = squares = 0.0
    for number in range(first, first + PART):
        begins = number % 2
        seated = [bots[pair[(seat + begins) % 2]] for seat in (0, 1)]

        def choose(rules: Game[Any, Any], state: Any, rng: Random, seated: list[Any] = seated) -> Any:
            return seated[int(rules.turn(state))](rules, state, rng)

        end, _ = play_out(game, game.start(2), Random(f"{name}/{pair}/{number}"), choose)
        winners = game.winners(end) or ()
        share = (begins in winners) / len(winners)
        won += share
        squares += share * share
    return won, squares


def solved() -> Iterator[str]:
    """The games whose bots choose from solved values."""
    for name in dicecup.names():
        try:
            games.solver(name)
        except Unsolved:
            continue
        yield name


def main() -> None:
    cores = os.cpu_count() or 1
    for name in solved():
        levels = list(games.bots(name))
        bots, game = games.bots(name), dicecup.find(name)()
        play_out(game, game.start(2), Random(0), bots[levels[-1]])  # solves, once for all processes
        pairs = list(combinations(levels, 2))
        starts = range(0, round(GAMES * TIMES.get(name, 1.0)), PART)
        count = len(starts) * PART
        with ProcessPoolExecutor(cores) as pool:
            waiting = {pair: [pool.submit(part, name, pair, first) for first in starts] for pair in pairs}
            found = {pair: [each.result() for each in parts] for pair, parts in waiting.items()}
        rates: dict[tuple[str, str], str] = {}
        for pair, parts in found.items():
            won, squares = (sum(column) / count for column in zip(*parts, strict=True))
            wide = 1.96 * sqrt((squares - won * won) / count)
            rates[pair] = f"{100 * (1 - won):.1f} ± {100 * wide:.1f}"
        print(f"{game.title}: how often the row beats the column, in %, over {count:,} games each\n")
        rows = [(high, *(rates.get((low, high), "") for low in levels[:-1])) for high in reversed(levels[1:])]
        table(("", *levels[:-1]), rows)
        print(flush=True)
