"""Where dice come from when nobody types them: keyed by the number of the roll, so that going on with a game
gives the dice that playing it through would have given.
"""

from __future__ import annotations

import secrets
from random import Random

from dicecup.chance import Chance
from dicecup.options import Plain

__all__ = ["SeededDice"]


class SeededDice:
    """Repeatable dice. Without a seed, one that nobody knows is drawn."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(128) if seed is None else seed

    def throw(self, request: Chance, number: int) -> Plain:
        """What the `number`-th roll of a game shows, as plain data."""
        return _listed(request.throw(Random(f"dicecup/{self._seed}/{number}")))


def _listed(faces: Plain) -> Plain:
    return [_listed(part) for part in faces] if isinstance(faces, tuple) else faces
