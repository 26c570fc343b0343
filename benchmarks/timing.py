"""How fast something goes, measured in turns with others so that a noisy machine is unfair to all alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

__all__ = ["rates", "table"]


def rates(workers: Mapping[str, Callable[[], int]], *, rounds: int = 5, seconds: float = 0.4) -> dict[str, float]:
    """What each worker gets done per second of processor time: the median of rounds taken in turns.

    A worker does a little work and says how many pieces it was.
    """
    for work in workers.values():
        work()
    found: dict[str, list[float]] = {name: [] for name in workers}
    for _ in range(rounds):
        for name, work in workers.items():
            done, begin = 0, process_time()
            while (spent := process_time() - begin) < seconds:
                done += work()
            found[name].append(done / spent)
    return {name: median(each) for name, each in found.items()}


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Print rows in columns: words to the left, figures to the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, tuple("-" * width for width in widths), *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells).rstrip())
