"""A bot for any game: it tries each move a few times in its head, to the end of its turn, and takes the one that
left it the most points.
"""

from __future__ import annotations

from random import Random
from typing import Any

from dicecup.game import CHANCE, OVER, Game

__all__ = ["simple"]

TRIES = 40
LONGEST = 200
"""Events in one try; a turn that is longer is judged where it stands."""


def simple(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    seat = game.turn(state)
    moves = game.moves(state)
    if len(moves) == 1:
        return moves[0]
    return max(moves, key=lambda move: sum(_gain(game, game.play(state, move), seat, rng) for _ in range(TRIES)))


def _gain(game: Game[Any, Any], state: Any, seat: Any, rng: Random) -> int:
    """The seat's points when the turn has passed on, its later moves being made anyhow."""
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn == CHANCE:
            state = game.land(state, game.roll(state).sample(rng))
        elif turn == OVER or turn != seat:
            break
        else:
            state = game.play(state, rng.choice(game.moves(state)))
    points: int = game.scores(state)[seat]
    return points
