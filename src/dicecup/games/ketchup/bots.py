"""Ketchup's bots, weakest first."""

from __future__ import annotations

from random import Random

from dicecup.games.ketchup.rules import FROZEN, Ketchup, Move, Position
from dicecup.players import Bot
from dicecup.players.levels import levels

__all__ = ["LEVELS"]

ENOUGH = 4
"""Points for which a turn is ended."""
NEAR = 4
"""So near to the goal people dare no further."""


def simple(game: Ketchup, state: Position, rng: Random) -> Move:
    """Roll for a few points and bank them; call when near the goal, and when chasing as soon as ahead."""
    moves = game.moves(state)
    held = state.banked[state.seat] + state.points
    frozen = [banked for banked, status in zip(state.banked, state.status, strict=True) if status == FROZEN]
    stop = moves[-1]
    if held == game.goal:
        return stop
    if frozen and "call" in stop:
        return stop if held > max(frozen) else moves[0]
    if held >= game.goal - NEAR:
        return stop
    return "bank" if "bank" in moves and (state.points >= ENOUGH or "roll" not in moves) else moves[0]


LEVELS: dict[str, Bot] = levels(simple, "dicecup.games.ketchup.solve", casual=0.4, keen=0.5)
