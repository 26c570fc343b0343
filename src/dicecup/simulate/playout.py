"""One game, from any position to its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from dicecup.game import CHANCE, OVER, Game

__all__ = ["anything", "play_out"]


def anything(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """Any legal move, all equally likely."""
    moves = game.moves(state)
    return moves[int(rng.random() * len(moves))]


def play_out(
    game: Game[Any, Any],
    state: Any,
    rng: Random,
    choose: Callable[[Game[Any, Any], Any, Random], Any] = anything,
) -> tuple[Any, int]:
    """The final state, and how many moves the players made on the way to it."""
    turn, play, land, roll = game.turn, game.play, game.land, game.roll
    moves = 0
    while (whose := turn(state)) is not OVER:
        if whose is CHANCE:
            state = land(state, roll(state).sample(rng))
        else:
            state = play(state, choose(game, state, rng))
            moves += 1
    return state, moves
