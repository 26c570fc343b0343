"""Pumpkins' facts as sentences and tables."""

from __future__ import annotations

from dicecup.options import Plain
from dicecup.solve.report import Listing, Part, average, percent
from dicecup.view import say

__all__ = ["report"]

SLIGHT = 0.0005
"""Scores that are less likely are left out of the table."""


def report(facts: dict[str, Plain]) -> list[Part]:
    what = facts["what_to_do"]
    worths = facts["worth_beyond_stopping"]
    moves = list(next(iter(worths.values())))
    rows: list[list[Plain]] = [
        [total, _moves(what[total]), *(f"{worths[total][move]:+.2f}" if total in worths else "" for move in moves)]
        for total in what
    ]
    scores = facts["turn_scores"]
    return [
        say("fact.turn", points=average(facts["best_average_turn"])),
        say("fact.game", points=average(facts["best_average"]), deviation=average(facts["deviation"])),
        Listing(
            say("fact.what"), [say("dice-total"), say("fact.best"), *(say(f"move.{move}") for move in moves)], rows
        ),
        Listing(
            say("fact.scores"),
            [say("pumpkins"), say("fact.chance")],
            [[score, percent(chance)] for score, chance in scores.items() if chance >= SLIGHT],
        ),
    ]


def _moves(by_earned: dict[str, str]) -> str:
    """What to do on a total; where that differs with the pumpkins earned, with how many in brackets."""
    by_move: dict[str, list[str]] = {}
    for earned, move in by_earned.items():
        by_move.setdefault(move, []).append(earned)
    if len(by_move) == 1:
        return next(iter(by_move))
    return ", ".join(f"{move} ({' '.join(earned)})" for move, earned in by_move.items())
