"""Alphabet's levels in a tournament: whole games of four servings, each level against the one below.

Every deal is played with the seats changed round and the same dice, so that what the seats and the dice give away
cancels out. A share of a win goes to each of several joint winners. With four players, two of each level sit in turn.
What is observed is a deal, the two games of which have the same dice; so intervals are over deals.

    python -m benchmarks.alphabet_levels [--pairs master:steady …] [--players 2 4] [--deals 100] [--seconds 1]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

import dicecup
from benchmarks.timing import table
from dicecup.game import CHANCE, OVER
from dicecup.games import bots
from dicecup.players import Bot, within

GAME = dicecup.find("alphabet")()


NORMAL = 1.96
STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
)
"""The 97.5th percentile of Student's t, for 1 to 20 degrees of freedom."""


class Played(NamedTuple):
    """What a level got out of the two games of a deal."""

    won: float
    """Its share of the wins, 1 for all of them."""
    points: float
    against: float
    """The points of each of its players a game, and of the others."""


class Pace:
    """How long the moves of a level took."""

    def __init__(self) -> None:
        self.moves, self.seconds, self.longest = 0, 0.0, 0.0

    def note(self, seconds: float) -> None:
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


def play(
    levels: Sequence[str], players: dict[str, Bot], seed: str, paces: dict[str, Pace]
) -> tuple[list[int], list[int]]:
    """The totals of one game, and who won. Dice are keyed by what they are rolled for."""
    state: Any = GAME.start(len(levels))
    moves = 0
    while (turn := GAME.turn(state)) != OVER:
        if turn == CHANCE:
            key = f"{seed}/{state.serving}/{state.due}/{len(state.table)}/{state.reheats}"
            state = GAME.land(state, GAME.roll(state).throw(Random(key)))
        else:
            level = levels[int(turn)]
            begun = perf_counter()
            move = players[level](GAME, state, Random(f"{seed}/{moves}"))
            paces[level].note(perf_counter() - begun)
            state = GAME.play(state, move)
            moves += 1
    return [*GAME.scores(state)], [*(GAME.winners(state) or ())]


def deal(one: str, other: str, seats: int, players: dict[str, Bot], seed: str, paces: dict[str, Pace]) -> Played:
    won, points, against = 0.0, 0.0, 0.0
    for first in (one, other):
        levels = [first if seat % 2 == 0 else (other if first == one else one) for seat in range(seats)]
        totals, winners = play(levels, players, seed, paces)
        won += sum(levels[seat] == one for seat in winners) / len(winners) / 2
        points += fmean(total for total, level in zip(totals, levels, strict=True) if level == one) / 2
        against += fmean(total for total, level in zip(totals, levels, strict=True) if level == other) / 2
    return Played(won, points, against)


def interval(won: Sequence[float]) -> tuple[float, float]:
    """Where the true share of wins lies with 95 %, by the shares of some deals.

    By Student's t, since deals are few; where all came out alike there is no spread to go by, and it is Wilson's.
    """
    deals, mean = len(won), fmean(won)
    if len(set(won)) == 1:
        centre = (mean + NORMAL**2 / (2 * deals)) / (1 + NORMAL**2 / deals)
        half = NORMAL * sqrt(mean * (1 - mean) / deals + (NORMAL / (2 * deals)) ** 2) / (1 + NORMAL**2 / deals)
    else:
        centre, half = mean, students_t(deals - 1) * stdev(won) / sqrt(deals)
    return max(0.0, centre - half), min(1.0, centre + half)


def students_t(freedom: int) -> float:
    """The 97.5th percentile; beyond the table by its expansion, which is right to three digits there."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    second = (5 * NORMAL**5 + 16 * NORMAL**3 + 3 * NORMAL) / (96 * freedom**2)
    return NORMAL + (NORMAL**3 + NORMAL) / (4 * freedom) + second


def main(arguments: Sequence[str] = ()) -> None:
    known = [*bots("alphabet")]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.alphabet_levels", description=__doc__)
    parser.add_argument("--pairs", nargs="+", default=[f"{high}:{low}" for low, high in pairwise(known)])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2, help="for a move of those that think by the clock")
    parser.add_argument("--seed", default="tournament")
    args = parser.parse_args(arguments)
    for pair in args.pairs:
        if len(levels := pair.split(":")) != 2 or levels[0] == levels[1] or not set(levels) <= set(known):
            parser.error(f"expected a pair as LEVEL:LEVEL of {', '.join(known)}, got {pair!r}")
    if args.deals < 1 or not set(args.players) <= {2, 4, 6}:
        parser.error("expected one deal or more, and 2, 4 or 6 players")
    players = {level: within(bot, args.seconds) for level, bot in bots("alphabet").items()}
    rows: list[tuple[str, ...]] = []
    for seats in args.players:
        for pair in args.pairs:
            one, other = pair.split(":")
            paces = {one: Pace(), other: Pace()}
            found = [deal(one, other, seats, players, f"{args.seed}/{n}", paces) for n in range(args.deals)]
            won = [each.won for each in found]
            low, high = interval(won)
            rows.append(
                (
                    f"{one} against {other}",
                    str(seats),
                    str(2 * len(found)),
                    f"{fmean(won):.1%} ({low:.1%} to {high:.1%})",
                    f"{fmean(each.points for each in found):.2f}",
                    f"{fmean(each.against for each in found):.2f}",
                    f"{1000 * paces[one].seconds / paces[one].moves:.1f}",
                    f"{1000 * paces[one].longest:.0f}",
                )
            )
            print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    table(("levels", "players", "games", "won", "points", "theirs", "ms/move", "longest"), rows)


if __name__ == "__main__":
    main(sys.argv[1:])
