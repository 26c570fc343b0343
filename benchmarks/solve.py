"""Solving from nothing, process start included: time, memory, the compiled kernels beside their plain twins.

Bratzy is solved beside PyPI's yatzy-solver (Rust), which builds its Scandinavian variant: the same game. Every
solution is made by a process of its own with an empty cache folder. CPU is the time of all its threads.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from benchmarks.timing import table
from dicecup.games.bratzy.lattice import Sheets
from dicecup.games.bratzy.rules import Bratzy
from dicecup.games.bratzy.turns import COMPILED, Plain, Walks

ROUNDS = 3
OURS = """
import dicecup
from dicecup import games
print(repr(games.solver({name!r})({rules}, {seats}, {objective!r}, None).start_value()))
"""
WHOLE = "dicecup.find({name!r})()"
SMALL = {
    "tossup": "dicecup.find('tossup')(target=20)",
    "ketchup": "type('Small', (dicecup.find('ketchup'),), {'goal': 8})()",
    "pumpkins": "dicecup.find('pumpkins')(turns=4)",
}
"""Variants that the plain twins solve in seconds."""
PLAIN = """
from dicecup.solve import lanes
lanes.best, lanes.worths = lanes.best_plain, lanes.worths_plain
"""
THEIRS = """
import yatzy_solver
yatzy_solver.Solver.build(yatzy_solver.Variant("yatzy-scandinavian"))
"""


class Run(NamedTuple):
    said: str
    wall: float
    cpu: float
    megabytes: float


def run(code: str) -> Run:
    """A process that runs this code: what it says, and what it took."""
    with tempfile.TemporaryDirectory() as cache:
        begin = perf_counter()
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"DICECUP_CACHE": cache},
        )
        assert child.stdout is not None
        said = child.stdout.read().decode().strip()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return Run(said, perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def best(code: str, rounds: int = ROUNDS) -> Run:
    return min((run(code) for _ in range(rounds)), key=lambda each: each.cpu)


def row(name: str, found: Run) -> tuple[str, ...]:
    return name, f"{found.wall:.2f}", f"{found.cpu:.2f}", f"{found.megabytes:.0f}"


def ours_of(name: str, rules: str, seats: int, objective: str) -> str:
    return OURS.format(name=name, rules=rules, seats=seats, objective=objective)


def bratzy() -> None:
    ours = ours_of("bratzy", WHOLE.format(name="bratzy"), 1, "points")
    if importlib.util.find_spec("yatzy_solver") is None:
        print("yatzy-solver is not installed (pip install dicecup[bench]): nothing to compare with\n")
        runs = [("dicecup", best(ours))]
    else:
        runs = [("dicecup", best(ours)), ("yatzy-solver", run(THEIRS))]
    table(("Bratzy, best average", "wall s", "CPU s", "MB"), [row(*each) for each in runs])
    if len(runs) == 2:
        (_, mine), (_, other) = runs
        print(f"\nyatzy-solver takes {other.wall / mine.wall:.1f} × the wall time", end=" ")
        print(f"and {other.cpu / mine.cpu:.1f} × the CPU time.")
    print(f"The best average is {runs[0][1].said}.\n")


def push_your_luck() -> None:
    rows, small = [], []
    for name, smaller in SMALL.items():
        rows.append(row(name, best(ours_of(name, WHOLE.format(name=name), 2, "win"))))
        code = ours_of(name, smaller, 2, "win")
        fast, plain = best(code), best(PLAIN + code, 1)
        small.append((name, f"{fast.cpu:.2f}", f"{plain.cpu:.2f}", f"{abs(float(fast.said) - float(plain.said)):.0e}"))
    table(("two players, to win", "wall s", "CPU s", "MB"), rows)
    print()
    table(("a smaller variant", "compiled, CPU s", "plain, CPU s", "they differ by"), small)
    print()


def twins() -> None:
    """The walks over Bratzy's sheets: sets of boxes per second of CPU, and how far the twins are apart."""
    if not COMPILED:
        print("the kernels were not compiled; only the plain twins are in use")
        return
    sheets = Sheets(Bratzy())
    full = (1 << len(sheets.boxes)) - 1
    layers = [np.array([full ^ 1 << box for box in range(15)], np.int32)]
    layers.append(np.array([full ^ 1 << one ^ 1 << two for one in range(15) for two in range(one)], np.int32))
    tables, speeds = [], []
    for walks in (Walks(sheets), Plain(sheets)):
        values, begin = sheets.full(), process_time()
        for layer in layers:
            walks.fill(values, layer)
        speeds.append(sum(map(len, layers)) / (process_time() - begin))
        tables.append(values)
    apart = float(np.abs(tables[0] - tables[1]).max())
    rows = [
        (name, f"{speed:,.0f}", f"{speed / speeds[1]:.0f}")
        for name, speed in zip(("compiled", "plain"), speeds, strict=True)
    ]
    table(("Bratzy's walks", "sets/s", "× plain"), rows)
    print(f"\nThey differ by {apart:.0e} at most.")


def main() -> None:
    bratzy()
    push_your_luck()
    twins()
