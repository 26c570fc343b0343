"""Advice from tables that are kept: how long the command takes, and how many positions a process values in a second.

The command is measured beside a process that does nothing but import what it stands on (NumPy and msgspec), in turns.
Valuing a position is giving every legal move its worth. The positions are all decisions of whole games, one after the
other, in which half of the moves are the best ones and half are any: so those of one turn follow each other, as they do
at a table, and share what was worked out for it. "New" is the first time that a process sees them, "again" the second.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.timing import table
from dicecup import games
from dicecup.game import CHANCE, OVER, Game
from dicecup.solve import Objective

ROUNDS = 20
LIMIT = 0.3
"""Seconds for the command, process start included."""
CASES: dict[str, tuple[str, int, Objective, int, int]] = {
    "tossup, two": ("tossup", 2, "win", 20_000, 20_000),
    "ketchup, two": ("ketchup", 2, "win", 20_000, 20_000),
    "pumpkins, two": ("pumpkins", 2, "win", 20_000, 20_000),
    "pumpkins, three": ("pumpkins", 3, "win", 20_000, 20_000),
    "pumpkins, four": ("pumpkins", 4, "win", 20_000, 20_000),
    "pumpkins, six": ("pumpkins", 6, "win", 20_000, 20_000),
    "pumpkins, alone": ("pumpkins", 1, "points", 20_000, 20_000),
    "bratzy, alone": ("bratzy", 1, "points", 10_000, 5_000),
    "bratzy, two": ("bratzy", 2, "win", 2_000, 5_000),
}
"""Game, seats, objective, how many positions, and how many a second there should be."""


def decisions(game: Game[Any, Any], seats: int, rng: Random) -> Iterator[Any]:
    """Of whole games; the best moves are those for points, which are another solution than the one that is measured."""
    alone = games.solver(game.name)(game, seats, "points", None)
    while True:
        state = game.start(seats)
        while (turn := game.turn(state)) != OVER:
            if turn == CHANCE:
                state = game.land(state, game.roll(state).sample(rng))
            else:
                yield state
                best = alone.values(state)[0][0]
                state = game.play(state, best if rng.random() < 0.5 else rng.choice(game.moves(state)))


def spent(words: list[str]) -> tuple[float, float]:
    """Seconds by the clock, and of the processor."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    clock, after = perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command(folder: Path) -> None:
    commands = {"imports alone": [sys.executable, "-c", "import numpy, msgspec"]}
    for case, (name, seats, objective, *_) in CASES.items():
        game = games.find(name)()
        games.solver(name)(game, seats, objective, None).start_value()
        file = folder / f"{case}.jsonl"
        names = [f"P{seat}" for seat in range(seats)]
        file.write_text(json.dumps({"dicecup": 1, "game": name, "seats": names}) + "\n")
        commands[case] = [sys.executable, "-m", "dicecup", "advise", str(file), "--json"]
    found: dict[str, list[tuple[float, float]]] = {case: [] for case in commands}
    for _ in range(ROUNDS):
        for case, words in commands.items():
            found[case].append(spent(words))
    least = {case: tuple(min(each) for each in zip(*times, strict=True)) for case, times in found.items()}
    floor = least["imports alone"][1]
    table(
        ("dicecup advise", "clock", "processor", "to imports alone"),
        [(case, f"{c:.3f} s", f"{p:.3f} s", f"{p / floor:.2f}") for case, (c, p) in least.items()],
    )
    print(f"\nThe least of {ROUNDS} runs. Wanted: under {LIMIT} s by the clock.")


def evaluations() -> None:
    rows = []
    for case, (name, seats, objective, count, wanted) in CASES.items():
        game = games.find(name)()
        solution = games.solver(name)(game, seats, objective, None)
        states = list(islice(decisions(game, seats, Random(1)), count))
        solution.values(states[0])
        speeds = []
        for _ in range(2):
            begin = process_time()
            for state in states:
                solution.values(state)
            speeds.append(count / (process_time() - begin))
        rows.append((case, *(f"{speed:,.0f}" for speed in speeds), f"{wanted:,}"))
    table(("all moves valued, a second", "new", "again", "wanted"), rows)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DICECUP_CACHE", folder)
        command(Path(folder))
        print()
        evaluations()
