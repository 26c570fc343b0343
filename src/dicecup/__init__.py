"""Five printed dice games, one engine.

    >>> import dicecup
    >>> game = dicecup.find("tossup")(target=50)
    >>> state = game.start(2)
    >>> game.turn(state)
    'chance'

`dicecup.game` holds the contract, `dicecup.dice` exact dice, `dicecup.games` the games, `dicecup.records` the record
format; `check_game` checks a rule set of your own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecup.check import check_game
    from dicecup.game import CHANCE, OVER, Game, State
    from dicecup.games import find, names

__all__ = ["CHANCE", "OVER", "Game", "State", "__version__", "check_game", "find", "names"]

__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "dicecup.game",
    "Game": "dicecup.game",
    "OVER": "dicecup.game",
    "State": "dicecup.game",
    "check_game": "dicecup.check",
    "find": "dicecup.games",
    "names": "dicecup.games",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for: `dicecup --help` answers at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'dicecup' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
