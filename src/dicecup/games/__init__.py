"""The games, discovered from their folders: a game is one folder here, and is named nowhere else.

A folder `<name>/` holds `rules.py` with the rule set, and an `__init__.py` that says `GAME = <the class>`. Folders
that lie elsewhere are found through the environment variable DICECUP_GAMES, a list of places like PATH.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dicecup.errors import UnknownGame, Unsolved
from dicecup.game import Game
from dicecup.lookup import Lookup
from dicecup.options import closest
from dicecup.players import Bot
from dicecup.players.simple import simple
from dicecup.solve import Solver
from dicecup.solve.advice import Adviser, by_solver

if TYPE_CHECKING:
    from dicecup.pictures import Draw
    from dicecup.solve.report import Report

__all__ = ["adviser", "bots", "find", "lookups", "names", "pictures", "report", "solver"]

_ELSEWHERE = [place for place in os.environ.get("DICECUP_GAMES", "").split(os.pathsep) if place]
__path__ += _ELSEWHERE


def names() -> list[str]:
    """The names of all games."""
    for place in _ELSEWHERE:
        if not Path(place).is_dir():
            raise UnknownGame(f"DICECUP_GAMES names {place!r:.200}, and there is no such folder")
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find(name: str) -> type[Game[Any, Any]]:
    """The rule set of that name, as a class; UnknownGame where there is none."""
    known = names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r:.60}{closest(name, known)}; there are {', '.join(known)}")
    try:
        game: type[Game[Any, Any]] = importlib.import_module(f"{__name__}.{name}").GAME
    except (SyntaxError, ImportError, AttributeError) as error:
        raise UnknownGame(f"the game in the folder {name} cannot be loaded: {type(error).__name__}: {error}") from error
    return game


def bots(name: str) -> dict[str, Bot]:
    """The bots of a game by level, weakest first: those in its folder's `bots.py`, or one that plays any game."""
    module = _part(name, "bots")
    levels: dict[str, Bot] = {"simple": simple} if module is None else module.LEVELS
    return levels


def solver(name: str) -> Solver:
    """The solver of a game, from its folder's `solve.py`; Unsolved where there is none."""
    module = _part(name, "solve")
    if module is None:
        raise Unsolved(f"{find(name).title} has no solver")
    solve: Solver = module.solve
    return solve


def adviser(name: str) -> Adviser:
    """Who advises on a game: `advise` of its folder's `advise.py`, or else its solver; Unsolved where neither is."""
    module = _part(name, "advise")
    if module is None:
        return by_solver(solver(name))
    advise: Adviser = module.advise
    return advise


def report(name: str) -> Report | None:
    """What tells people the facts of a game's solution, from its folder's `report.py`; None where there is none."""
    module = _part(name, "report")
    return None if module is None else module.report


def lookups() -> list[Lookup]:
    """Where words can be looked up: what the folders of games played with words offer in their `lookup.py`."""
    there = [name for name in names() if any((Path(place) / name / "lookup.py").is_file() for place in __path__)]
    return [importlib.import_module(f"{__name__}.{name}.lookup") for name in there]


def pictures(name: str) -> dict[str, Draw]:
    """The pictures of a game by name, from its folder's `chart.py`; Unsolved where there is none."""
    module = _part(name, "chart")
    if module is None:
        raise Unsolved(f"{find(name).title} has no picture")
    drawn: dict[str, Draw] = module.PICTURES
    return drawn


def _part(name: str, file: str) -> ModuleType | None:
    """A module of a game's folder, None where it has none of that name."""
    find(name)
    module = f"{__name__}.{name}.{file}"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None
