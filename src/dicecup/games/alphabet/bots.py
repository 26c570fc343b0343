"""A quick player for Alphabet: it sheds the most points it can, and feeds whoever is nearest to winning."""

from __future__ import annotations

from heapq import nlargest
from random import Random

from dicecup.games.alphabet.dice import points
from dicecup.games.alphabet.lister import Lister
from dicecup.games.alphabet.notation import Build, Move, Slurp
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.players import Bot

__all__ = ["LEVELS", "simple"]

_CLOSER_LOOK = 30
"""How many of the longest builds are looked at die by die, and how many swaps."""
_ENOUGH = 4
"""A build that sheds so many points is made without a thought of slurping."""


def simple(game: Alphabet, state: Position, whims: Random) -> Move:
    """The build or slurp that sheds most; a slurp at any price where it keeps somebody from winning the serving."""
    lister = game.lister(state)
    rival = _nearest(state, whims)
    build = _best_build(lister, whims)
    # Who is out wins unless fed, so then only a slurp helps.
    pressed = not state.hands[rival]
    if game.may_slurp(state) and (pressed or build is None or _shed(build) < _ENOUGH):
        slurp = _best_slurp(lister, rival, whims)
        if slurp is not None and (pressed or build is None or _shed_by_slurp(slurp) > _shed(build)):
            return slurp
    return build or ("done" if state.built else "pass")


def _nearest(state: Position, whims: Random) -> int:
    """The other seat with the fewest dice."""
    others = [seat for seat in range(len(state.hands)) if seat != state.seat]
    return min(others, key=lambda seat: (len(state.hands[seat]), whims.random()))


def _best_build(lister: Lister, whims: Random) -> Build | None:
    longest = nlargest(_CLOSER_LOOK, lister.spots(), key=lambda spot: (len(spot.word) - len(spot.old), whims.random()))
    builds = [build for spot in longest for build in lister.coloured(spot)]
    return max(builds, key=_shed, default=None)


def _best_slurp(lister: Lister, rival: int, whims: Random) -> Slurp | None:
    swaps = [*lister.swaps()]
    slurps: list[Slurp] = []
    for (x, y), put in whims.sample(swaps, min(len(swaps), _CLOSER_LOOK)):
        bare = Slurp(x, y, lister.table[x, y][1], put, rival)
        spots = nlargest(2, lister.added((x, y), put), key=lambda spot: len(spot.word) - len(spot.old))
        slurps += lister.finished(bare, [None, *spots])
    return max(slurps, key=_shed_by_slurp, default=None)


def _shed(build: Build | None) -> int:
    """The points of the dice that a build takes out of the hand."""
    if build is None:
        return 0
    return sum(points(face) for face, old in zip(build.faces, build.old, strict=True) if not old)


def _shed_by_slurp(slurp: Slurp) -> int:
    """The same for a slurp, and what it gives the one who is fed."""
    return points(slurp.put) + points(slurp.pulled) + _shed(slurp.then)


LEVELS: dict[str, Bot] = {"simple": simple}
