"""Compiled kernels and their twins in plain Python: which of them this installation has, said once.

A kernel is a file `_name.pyx`; it is built beside itself. A module that wants one tries to import it, and where that
fails takes the twin and calls `plain`. Nothing here imports a kernel, or the arrays that kernels are handed.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

__all__ = ["missing", "plain", "said"]

HOME = Path(__file__).parent
_told = False


def missing(home: Path = HOME) -> list[str]:
    """The kernels that were not built, by name."""
    return [
        kernel.stem.lstrip("_")
        for kernel in sorted(home.rglob("_*.pyx"))
        if not any(kernel.with_name(kernel.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)
    ]


def said(home: Path = HOME) -> str:
    """In a few words, what is in use."""
    lacking = missing(home)
    return f"without compiled kernels: {', '.join(lacking)}" if lacking else "compiled kernels"


def plain(name: str) -> None:
    """Say, once in a process, that the twin of a kernel is used."""
    global _told  # noqa: PLW0603 - once in a process, whatever is missing
    if not _told:
        _told = True
        print(
            f"dicecup: {name} is not compiled here; plain Python is used, which is slower "
            "(`dicecup --version` says what is missing)",
            file=sys.stderr,
        )
