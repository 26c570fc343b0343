"""The fifteen boxes of a Bratzy sheet, and what five dice are worth in each."""

from __future__ import annotations

from collections import Counter
from functools import cache

__all__ = ["BOXES", "UPPER", "worth"]

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "one-pair",
    "two-pairs",
    "three-of-a-kind",
    "four-of-a-kind",
    "small-straight",
    "large-straight",
    "full-house",
    "chance",
    "bratzy",
)
BOXES = UPPER + LOWER

Values = tuple[int, ...]


@cache
def worth(dice: Values) -> dict[str, int]:
    """What these dice score, box by box."""
    times = Counter(dice)
    pairs, threes, fours, fives = (_at_least(times, count) for count in (2, 3, 4, 5))
    shape = sorted(times.values())
    total = sum(dice)
    values = {box: face * times[face] for face, box in enumerate(UPPER, start=1)}
    return values | {
        "one-pair": 2 * max(pairs, default=0),
        "two-pairs": 2 * sum(pairs) if len(pairs) == 2 else 0,
        "three-of-a-kind": 3 * max(threes, default=0),
        "four-of-a-kind": 4 * max(fours, default=0),
        "small-straight": 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "large-straight": 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "full-house": total if shape == [2, 3] else 0,
        "chance": total,
        "bratzy": 50 if fives else 0,
    }


def _at_least(times: Counter[int], count: int) -> list[int]:
    """The numbers that at least so many dice show."""
    return [face for face, shown in times.items() if shown >= count]
