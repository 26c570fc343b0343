"""Toss Up's bots, weakest first."""

from __future__ import annotations

from random import Random

from dicecup.games.tossup.rules import OPEN, Move, Position, TossUp
from dicecup.players import Bot
from dicecup.players.levels import levels

__all__ = ["LEVELS"]

FEW = 4
"""With so few dice in hand, people stop."""


def simple(game: TossUp, state: Position, rng: Random) -> Move:
    """Roll while there are more than a few dice in hand; in a last turn, until ahead."""
    held = state.totals[state.seat] + state.points
    if state.left != OPEN:
        return "bank" if held > max(state.totals) else "roll"
    if game.reached(held):
        return "bank"
    return "roll" if game.dice - state.points % game.dice > FEW else "bank"


LEVELS: dict[str, Bot] = levels(simple, "dicecup.games.tossup.solve", casual=0.06, keen=0.1)
