"""A bar that shows how long work goes on: on a terminal only, and only where the work takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from dicecup.solve import Progress

__all__ = ["watched"]

PATIENCE = 0.3
"""Seconds before a bar appears."""
OFTEN = 0.05
"""Seconds between two drawings."""
WIDTH = 30


@contextmanager
def watched() -> Iterator[Progress | None]:
    """Progress drawn on standard error, and wiped out at the end; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    started = drawn = time.monotonic()
    shown = False

    def progress(done: float, what: str) -> None:
        nonlocal drawn, shown
        now = time.monotonic()
        if now - started < PATIENCE or now - drawn < OFTEN:
            return
        drawn, shown = now, True
        full = round(min(max(done, 0.0), 1.0) * WIDTH)
        bar = "█" * full + "░" * (WIDTH - full)
        sys.stderr.write(f"\r\x1b[K{bar} {done:4.0%}  {what}")
        sys.stderr.flush()

    try:
        yield progress
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
