"""What a serving costs, and who starts the next."""

from __future__ import annotations

from collections.abc import Sequence

from dicecup.games.alphabet.dice import points
from dicecup.games.alphabet.hand import Hand

__all__ = ["SERVINGS", "next_starter", "serving_scores", "totals"]

SERVINGS = 4
"""The last of them is the Souper serving."""


def serving_scores(hands: Sequence[Hand], winner: int | None, serving: int, souper: str) -> tuple[int, ...]:
    """The scores of a serving; without a winner everybody is a loser."""
    return tuple(
        0 if seat == winner else _loser(sum(points(face) for _, face in hand), serving, souper)
        for seat, hand in enumerate(hands)
    )


def _loser(left: int, serving: int, souper: str) -> int:
    if serving < SERVINGS:
        return left + 1
    return 2 * (left + 1) if souper == "double-all" else max(2 * left, 2)


def totals(servings: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    return tuple(sum(scores[seat] for scores in servings) for seat in range(seats))


def next_starter(so_far: Sequence[int], starter: int) -> int:
    """The lowest total; of several, the first to the left of the last starter, who comes last (H20)."""
    seats = len(so_far)
    in_order = [(starter + 1 + step) % seats for step in range(seats)]
    return min(in_order, key=lambda seat: so_far[seat])
