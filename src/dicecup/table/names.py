"""Who sits at a table, from words that somebody typed."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["read_names"]


def read_names(words: Sequence[str]) -> list[str]:
    """Names one by one, all in one word with commas between, or only how many there are."""
    if len(words) > 1:
        return list(words)
    only = words[0]
    if only.isascii() and only.isdigit() and len(only) <= 3:
        return [f"Player {number}" for number in range(1, int(only) + 1)]
    return [name.strip() for name in only.split(",")]
