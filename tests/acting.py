"""Games told as they are at a table: a text is a move of whoever is to move, a list is what the dice show."""

from __future__ import annotations

from typing import Any

from dicecup.game import Game


def after(game: Game[Any, Any], seats: int, *acts: Any) -> Any:
    """The state that these acts lead to, from the start."""
    return go_on(game, game.start(seats), *acts)


def go_on(game: Game[Any, Any], state: Any, *acts: Any) -> Any:
    for act in acts:
        if isinstance(act, str):
            state = game.play(state, game.parse(state, act))
        else:
            state = game.land(state, act)
    return state
