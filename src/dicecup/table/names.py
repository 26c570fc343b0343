"""Who sits at a table, from words that somebody typed."""

from __future__ import annotations

from collections.abc import Sequence

from dicecup.errors import SeatsError

__all__ = ["read_names"]

LONGEST = 200


def read_names(words: Sequence[str]) -> list[str]:
    """Names one by one, all in one word with commas between, or only how many there are."""
    for word in words:
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            raise SeatsError(f"a name is not UTF-8 text: {word!r:.60}")
    if len(words) > 1:
        return _named(words)
    only = words[0]
    if only.isascii() and only.isdigit():
        if len(only) > 3:
            raise SeatsError(f"expected names, or how many play, got {only!r:.60}")
        return [f"Player {number}" for number in range(1, int(only) + 1)]
    return _named([name.strip() for name in only.split(",")])


def _named(names: Sequence[str]) -> list[str]:
    if not all(name.strip() for name in names):
        raise SeatsError("a seat has no name: expected names like Ann Ben, or Ann,Ben, or how many play")
    for name in names:
        if len(name) > LONGEST:
            raise SeatsError(f"a name has at most {LONGEST} letters, got {len(name)}: {name!r:.60}")
    return list(names)
