"""What a position within a serving is worth to each seat: an estimate of the chance to win the game.

It goes by *turns*, the number of turns a hand will take to be out; whoever is out first, counted in order of play, is
likely to win the serving, and the others keep what they had no turns to shed. All of it is asked of many
positions at once: rows of arrays, one for each move somebody might make.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dicecup.games.alphabet.anagrams import NOTHING, Anagrams, Counts, count
from dicecup.games.alphabet.scoring import SERVINGS

__all__ = ["Seats", "Tuning", "standing", "turns", "worth"]

Floats = npt.NDArray[np.float64]

VOWELS = count("AEIOU").astype(bool)
BASE = (0, 0.1, 0.35, 0.6, 0.75, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2, 1.3, 1.35, 1.4, 1.5, 1.6, 1.7, 1.75, 1.8)
LONG = 10
"""More dice than that make a word too seldom to look for it."""


class Tuning(NamedTuple):
    """The figures behind the estimates, set by judgement and held against `benchmarks/alphabet_levels.py`."""

    plans: bool = True
    """Whether it is seen that a letter of the table would make one word of all that is left in hand."""
    sure: float = 0.35
    """What one such letter leaves in doubt; more letters leave less."""
    base: tuple[float, ...] = BASE
    """Turns beyond the first, for so many dice."""
    awkward: float = 0.15
    """Turns that letters cost which words seldom have, for each point in AWKWARD."""
    lopsided: float = 0.1
    """Turns that a vowel too many or too few costs."""
    own_slurp: float = 0.3
    """Turns that a slurp of one's own is worth."""
    their_slurp: float = 0.5
    """Turns that a slurp of another's costs."""
    doubt: float = 0.4
    """How many turns an estimate errs by."""
    lead: tuple[float, ...] = (1.2, 2.5, 3.0, 3.5)
    """Points that make a lead, with so many servings to come."""
    start: float = 1.0
    """Points that starting the next serving is worth."""


TUNING = Tuning()

AWKWARD = np.array(
    "-.1 .5 .6 .2 -.4 .6 .5 .1 .2 1.5 .9 .1 .2 0 0 .3 1.8 -.2 -.5 -.1 .5 1.5 .8 .9 .4 1.2".split(), dtype=np.float64
)
"""A to Z, Q being the face `Qu`."""


def turns(hands: Counts, table: Counts, known: Anagrams, tuning: Tuning = TUNING) -> Floats:
    """About how many turns each hand (a row of counts) takes to be out, on a table with these letters."""
    dice = hands.sum(axis=-1)
    vowels = hands[..., VOWELS].sum(axis=-1)
    more = (
        np.take(np.array(tuning.base), np.minimum(dice, len(tuning.base) - 1))
        + tuning.awkward * (hands * AWKWARD).sum(axis=-1)
        + tuning.lopsided * np.abs(vowels - 0.42 * dice)
    )
    more = np.maximum(more, 0.05)
    if tuning.plans:
        few = dice <= LONG
        finish = known.finish(hands[few])
        ways = (finish[:, :NOTHING] * np.minimum(np.broadcast_to(table, hands.shape)[few], 4)).sum(axis=-1)
        ways += 3 * finish[:, NOTHING]
        more[few] = np.where(ways > 0, np.minimum(more[few], tuning.sure / (1 + ways)), more[few])
    return np.where(dice == 0, 0.0, 1 + more)


class Seats(NamedTuple):
    """Rows of positions: what each seat (a column) has."""

    turns: Floats
    points: Floats
    """What the dice in hand would cost."""
    slurps: npt.NDArray[np.bool_]
    """Who may still slurp."""


def worth(
    seats: Seats, mover: int, totals: npt.NDArray[np.int64], serving: int, souper: str, tuning: Tuning = TUNING
) -> Floats:
    """The chance of each seat to win the game, for each row; `mover` is next to play."""
    players = seats.turns.shape[-1]
    after = (np.arange(players) - mover) % players
    slurps = seats.slurps.astype(np.float64)
    others = slurps.sum(axis=-1, keepdims=True) - slurps
    # When the turn comes round to a seat that is out, in turns of anybody.
    needed = np.maximum(seats.turns - tuning.own_slurp * slurps * (seats.turns > 1) + tuning.their_slurp * others, 0)
    # Who is out wins for certain where nobody before him can slurp any more.
    before = after[:, None] < after
    certain = (seats.turns == 0) & ((slurps @ before.astype(np.float64)) == 0)
    # Of two who are, the one whose turn comes first.
    when = np.where(certain, -99.0 * (players - after), players * needed + after)
    chances = _share(-when / (players * tuning.doubt))
    total = np.zeros(seats.turns.shape)
    for winner in range(players):
        given = (np.maximum(when[..., [winner]], after[winner]) - after) / players
        left = np.clip(1 - given / np.maximum(seats.turns, 0.1), 0, 1)
        losses = _losses(seats.points * left, serving, souper)
        losses[..., winner] = 0
        total += chances[..., [winner]] * standing(totals + losses, SERVINGS - serving, winner, tuning)
    return total


def _losses(points: Floats, serving: int, souper: str) -> Floats:
    if serving < SERVINGS:
        return points + 1
    return 2 * (points + 1) if souper == "double-all" else np.maximum(2 * points, 2)


def standing(totals: npt.NDArray[np.float64], left: int, starter: int, tuning: Tuning = TUNING) -> Floats:
    """The chance of each seat with these totals, so many servings before the end."""
    points = -totals
    if left:
        points[..., starter] += tuning.start
    return _share(points / tuning.lead[left])


def _share(powers: Floats) -> Floats:
    shares = np.exp(powers - powers.max(axis=-1, keepdims=True))
    share: Floats = shares / shares.sum(axis=-1, keepdims=True)
    return share
