"""The games, discovered from their folders: a game is one folder here, and is named nowhere else.

A folder `<name>/` holds `rules.py` with the rule set, and an `__init__.py` that says `GAME = <the class>`. Folders
that lie elsewhere are found through the environment variable DICECUP_GAMES, a list of places like PATH.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
from typing import Any

from dicecup.errors import UnknownGame, Unsolved
from dicecup.game import Game
from dicecup.options import closest
from dicecup.players import Bot
from dicecup.players.simple import simple
from dicecup.solve import Solver

__all__ = ["bots", "find", "names", "solver"]

__path__ += [place for place in os.environ.get("DICECUP_GAMES", "").split(os.pathsep) if place]


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find(name: str) -> type[Game[Any, Any]]:
    """The rule set of that name, as a class; UnknownGame where there is none."""
    known = names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r:.60}{closest(name, known)}; there are {', '.join(known)}")
    game: type[Game[Any, Any]] = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def bots(name: str) -> dict[str, Bot]:
    """The bots of a game by level, weakest first: those in its folder's `bots.py`, or one that plays any game."""
    find(name)
    module = f"{__name__}.{name}.bots"
    if importlib.util.find_spec(module) is None:
        return {"simple": simple}
    levels: dict[str, Bot] = importlib.import_module(module).LEVELS
    return levels


def solver(name: str) -> Solver:
    """The solver of a game, from its folder's `solve.py`; Unsolved where there is none."""
    title = find(name).title
    module = f"{__name__}.{name}.solve"
    if importlib.util.find_spec(module) is None:
        raise Unsolved(f"{title} has no solver")
    solve: Solver = importlib.import_module(module).solve
    return solve
