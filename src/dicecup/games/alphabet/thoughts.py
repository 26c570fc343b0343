"""The moves of a position that are worth a thought, best first, each with what it is likely to come to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dicecup.games.alphabet.anagrams import Counts, anagrams
from dicecup.games.alphabet.dice import points
from dicecup.games.alphabet.finds import Finds
from dicecup.games.alphabet.notation import Move
from dicecup.games.alphabet.prospects import TUNING, Floats, Seats, Tuning, standing, turns, worth
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.games.alphabet.scoring import SERVINGS

__all__ = ["Thought", "before_dice", "ended", "reheated", "think"]

ALIKE = 2
ALIKE_OF_FEW = 12
"""So many moves that leave the same in hand are thought of; where they lie matters more at the end of a serving."""

FEW = 6
"""So few dice in hand are the end of a serving."""

Ints = npt.NDArray[np.int64]


class Thought:
    """A move, and the estimated chance of each seat to win the game if it is made."""

    def __init__(self, worth: tuple[float, ...], finds: Finds, row: int, to: int, ending: Move) -> None:
        self.worth = worth
        self.finds = finds
        self._row, self._to, self._ending = row, to, ending

    @cached_property
    def move(self) -> Move:
        return self._ending if self._row < 0 else self.finds.move(self._row, to=self._to)


def ended(state: Position, servings: int, tuning: Tuning = TUNING) -> tuple[float, ...] | None:
    """The chance of each seat where the serving has ended; None while it goes on."""
    if len(state.servings) == servings:
        return None
    totals = np.array(state.servings).sum(axis=0)
    if len(state.servings) == SERVINGS:
        won = totals == totals.min()
        # The points still matter a little, so that a lost game is not thrown away.
        return tuple((0.99 * won / won.sum() + 0.01 * standing(totals.astype(float), 1, 0, tuning)).tolist())
    return tuple(standing(totals.astype(float), SERVINGS - len(state.servings), state.starter, tuning).tolist())


def reheated(game: Alphabet, state: Position, tuning: Tuning = TUNING) -> tuple[float, ...]:
    """The chance of each seat where everybody is about to roll again: only how many dice they hold is known."""
    held = [len(hand) for hand in state.hands]
    after = Seats(
        np.array([[1 + tuning.base[min(dice, len(tuning.base) - 1)] for dice in held]]),
        np.array([held], dtype=float),
        ~np.array([state.slurped]),
    )
    worths = worth(after, state.seat, _totals(state), state.serving, game.souper, tuning)
    return tuple(worths[0].tolist())


def before_dice(game: Alphabet, state: Position, tuning: Tuning = TUNING) -> tuple[float, ...]:
    """The chance of each seat where dice are due: for a new serving, or in a reheat."""
    if state.due == "reheat":
        return reheated(game, state, tuning)
    left = min(SERVINGS - len(state.servings), len(tuning.lead) - 1)
    return tuple(standing(_totals(state).astype(float), left, state.starter, tuning).tolist())


def _totals(state: Position) -> Ints:
    totals: Ints = np.array(state.servings, dtype=np.int64).reshape(-1, len(state.hands)).sum(axis=0)
    return totals


def think(game: Alphabet, state: Position, most: int, tuning: Tuning = TUNING) -> list[Thought]:
    """The best moves by what they are likely to come to, without a look at what the others may do."""
    finds = game.finds(state)
    seat, players = state.seat, len(state.hands)
    known = anagrams(game.word_list)
    hands = np.array([_counts(face for _, face in hand) for hand in state.hands])
    table = _counts(face for *_, face in state.table)
    now = turns(hands, table, known, tuning)
    fed = first_out(state, now)

    uses = finds.uses().astype(np.int64)
    left = hands[seat] - uses
    _, first, group = np.unique(left @ POWERS, return_index=True, return_inverse=True)
    mine = turns(left[first], table + uses[first], known, tuning)[group]
    held = np.array([sum(points(face) for _, face in hand) for hand in state.hands], dtype=float)
    rest = held[seat] - finds.shed
    if not state.table:
        # The first word may as well lie across.
        mine = np.where(finds.rows["across"] == 1, mine, 99.0)
    few = len(state.hands[seat]) <= FEW
    alike = ALIKE_OF_FEW if few else ALIKE
    builds = _foremost(mine, rest, group, range(finds.builds), most, alike)
    slurps = _foremost(mine, rest, group, range(finds.builds, len(finds)), most, alike)
    # A die that is kept makes a hand no smaller, but perhaps one that can be laid; that is for the end of a serving.
    kept = slurps if few else []
    rows = np.array([*builds, *slurps, *kept, -1], dtype=np.int64)

    after = Seats(
        np.tile(now, (len(rows), 1)), np.tile(held, (len(rows), 1)), np.tile(~np.array(state.slurped), (len(rows), 1))
    )
    made = slice(len(rows) - 1)
    after.turns[made, seat] = mine[rows[made]]
    after.points[made, seat] = rest[rows[made]]
    after.slurps[len(builds) : -1, seat] = False
    feeding, keeping = slice(len(builds), len(builds) + len(slurps)), slice(len(builds) + len(slurps), len(rows) - 1)
    if slurps:
        pulled = [LETTERS_OF[swap.pulled[0]] for row in slurps if (swap := finds.swap(row)) is not None]
        fuller = turns(hands[fed] + np.eye(26, dtype=np.int64), table, known, tuning)
        after.turns[feeding, fed] = fuller[pulled]
        after.points[feeding, fed] += finds.pulled[slurps]
    if kept:
        fuller = turns(left[kept] + np.eye(26, dtype=np.int64)[pulled], table, known, tuning)
        after.turns[keeping, seat] = fuller
        after.points[keeping, seat] += finds.pulled[kept]
    worths = worth(after, (seat + 1) % players, _totals(state), state.serving, game.souper, tuning)

    ending: Move = "done" if state.built else "pass"
    best = np.argsort(-worths[:, seat], kind="stable")[:most].tolist()
    return [
        Thought(tuple(worths[at].tolist()), finds, int(rows[at]), seat if at >= keeping.start else fed, ending)
        for at in best
    ]


def _foremost(mine: Floats, rest: Floats, group: Ints, rows: range, most: int, most_alike: int) -> list[int]:
    """The rows that leave the fewest turns, and then the fewest points; no more than a few that leave the same."""
    part = slice(rows.start, rows.stop)
    chosen: list[int] = []
    alike: dict[int, int] = {}
    for at in np.lexsort((rest[part], mine[part])).tolist():
        row = rows.start + at
        kind = int(group[row])
        alike[kind] = alike.get(kind, 0) + 1
        if alike[kind] <= most_alike:
            chosen.append(row)
            if len(chosen) == most:
                break
    return chosen


LETTERS_OF = {chr(65 + at): at for at in range(26)}
POWERS = np.array([19**at % (2**61 - 1) for at in range(26)], dtype=np.int64)


def _counts(faces: Iterable[str]) -> Counts:
    found = [0] * 26
    for face in faces:
        found[LETTERS_OF[face[0]]] += 1
    return np.array(found, dtype=np.int64)


def first_out(state: Position, needed: Floats) -> int:
    """The other seat that is nearest to winning the serving, counted in order of play."""
    players = len(state.hands)
    others = [(state.seat + step) % players for step in range(1, players)]
    return min(others, key=lambda seat: players * needed[seat] + (seat - state.seat) % players)
