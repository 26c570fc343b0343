"""Alphabet's bots, weakest first.

| level | plays |
|---|---|
| `gentle` | short, common words in places where few other dice lie; never slurps |
| `steady` | whatever sheds the most points of dice now |
| `sharp` | by what it leaves in the hand; keeps its slurp for whoever is about to win, and feeds that player |
| `master` | looks ahead, over the words that get it out and what the others can do about them |

All choose by the rule set, the position and their whims alone.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from random import Random

import numpy as np

from dicecup.games.alphabet.finds import Finds
from dicecup.games.alphabet.layout import ACROSS, DOWN, Cell, neighbours, shift
from dicecup.games.alphabet.notation import Move
from dicecup.games.alphabet.prospects import TUNING
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.games.alphabet.search import Master
from dicecup.games.alphabet.thoughts import think
from dicecup.games.alphabet.words import COMMON, OURS, installed
from dicecup.players import Bot

__all__ = ["LEVELS", "gentle", "sharp", "steady"]

SHORT = 5
"""The most dice in a word of `gentle`, and more than it sheds at once."""
GLANCE = 20
"""So many of the words that come to its mind `gentle` looks at more closely."""


def gentle(game: Alphabet, state: Position, whims: Random) -> Move:
    """A short, common word that touches little else; once a turn, and never a slurp."""
    if state.built:
        return "done"
    finds = _with_common_words(game).finds(state, slurps=False)
    rows = np.flatnonzero((finds.size <= SHORT) & (finds.dice < SHORT))
    if not len(rows):
        return "pass"
    taken = {(x, y) for x, y, _, _ in state.table}
    # Of those that come to mind, the one with the fewest dice beside it: others find room where it has not been.
    some = whims.sample([int(row) for row in rows], min(len(rows), GLANCE))
    return finds.move(min(some, key=lambda row: _crowd(finds, row, taken)))


def _crowd(finds: Finds, row: int, taken: Set[Cell]) -> int:
    """How many dice of the table lie edge to edge with the word."""
    spot = finds.spot(row)
    assert spot is not None
    step = ACROSS if spot.across else DOWN
    return sum(near in taken for at in range(len(spot.word)) for near in neighbours(shift(spot.start, step, at)))


def _with_common_words(game: Alphabet) -> Alphabet:
    """The rules with common words only, as far as it is known which they are."""
    known = game.words in OURS and COMMON in installed()
    return replace(game, words=COMMON) if known else game


def steady(game: Alphabet, state: Position, whims: Random) -> Move:
    """The most points of dice that can be shed now; of equals a build, which costs no slurp."""
    finds = game.finds(state)
    if not len(finds):
        return "done" if state.built else "pass"
    most = np.flatnonzero(finds.shed == finds.shed.max())
    builds = most[most < finds.builds]
    row = int(whims.choice(builds if len(builds) else most))
    return finds.move(row, to=nearest_out(state))


def nearest_out(state: Position) -> int:
    """The other seat with the fewest dice, the first of them in turn."""
    seats = len(state.hands)
    others = [(state.seat + step) % seats for step in range(1, seats)]
    return min(others, key=lambda seat: len(state.hands[seat]))


def sharp(game: Alphabet, state: Position, whims: Random) -> Move:
    """What promises most by the dice that are left in each hand; it does not look for words beyond this turn."""
    return think(game, state, 1, TUNING._replace(plans=False))[0].move


LEVELS: dict[str, Bot] = {"gentle": gentle, "steady": steady, "sharp": sharp, "master": Master()}
