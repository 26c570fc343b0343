"""Pumpkins' bots, weakest first."""

from __future__ import annotations

from random import Random

from dicecup.games.pumpkins.rules import Move, Position, Pumpkins
from dicecup.players import Bot
from dicecup.players.levels import levels

__all__ = ["LEVELS"]

CLOSE = 3
"""So close to thirteen, people stop."""


def simple(game: Pumpkins, state: Position, rng: Random) -> Move:
    """Three dice first, then one at a time until close to thirteen."""
    if not state.earned:
        return "roll 3"
    return "stop" if game.goal - state.total <= CLOSE else "roll 1"


LEVELS: dict[str, Bot] = levels(simple, "dicecup.games.pumpkins.solve", casual=0.4, keen=0.3)
