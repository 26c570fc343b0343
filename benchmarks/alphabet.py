"""Alphabet: every legal move, compiled against plain, on positions from games of bots.

Found are rows: places for builds, and slurps with and without places for added dice. A row does not tell which of
several dice with one letter is the red one, nor who is fed; so it stands for one move in notation or several. How many
there are then stands in the columns of `game.moves`, which is the search, the spelling of every single move and putting
them in order; a move itself is made of its text when it is looked at.
Positions are fixed by a seed. Times are processor time: for a position the best of some tries, then the median.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random
from statistics import median
from time import process_time
from typing import Any

import dicecup
from benchmarks.timing import table
from dicecup import games
from dicecup.game import CHANCE
from dicecup.games.alphabet.finds import COMPILED, find_plain

SEATS = {18: [2], 12: [3], 7: [2, 3, 4], 6: [2, 3, 4]}
"""Hands to be measured, and with how many seats they are met: full ones in an opening, others in mid-game."""
LYING = {18: 5, 12: 5, 7: 12, 6: 12}
"""So many dice lie on the table, at least."""
POSITIONS = 15
SLOW = 3
"""The plain twin takes seconds: so many positions are enough for it."""

RACK = 7
"""The dice in hand where a program for Scrabble is compared."""
TRIES = 1000
"""So many words it is let try, of the millions that it would."""


def positions(game: Any, dice: int) -> list[Any]:
    """Positions in which the player to move holds so many dice, from servings of bots."""
    steady, rng, found = games.bots(game.name)["steady"], Random(dice), []
    while len(found) < POSITIONS:
        state = game.start(rng.choice(SEATS[dice]))
        while not state.servings and len(found) < POSITIONS:
            if game.turn(state) == CHANCE:
                state = game.land(state, game.roll(state).throw(rng))
                continue
            if len(state.hands[state.seat]) == dice and len(state.table) >= LYING[dice] and game.may_slurp(state):
                found.append(state)
            state = game.play(state, steady(game, state, rng))
    return found


def seconds(work: Callable[[], object], tries: int = 5) -> float:
    spent = []
    for _ in range(tries):
        begin = process_time()
        work()
        spent.append(process_time() - begin)
    return min(spent)


def searched(game: Any, states: list[Any], dice: int, slurps: bool) -> tuple[str, ...]:
    """The search and its plain twin."""
    fast = [seconds(lambda state=state: game.finds(state, slurps=slurps)) for state in states]
    finds = [game.finds(state, slurps=slurps) for state in states]
    plain = [seconds(lambda sight=found.sight: find_plain(sight), 1) for found in finds[:SLOW]]
    rows = [len(found) for found in finds]
    return (
        f"{dice} dice, {'builds and slurps' if slurps else 'builds'}",
        f"{median(len(state.table) for state in states):.0f}",
        f"{median(rows):,.0f}",
        f"{median(fast) * 1e3:.3f}",
        f"{max(fast) * 1e3:.3f}",
        f"{len(fast) / sum(fast):,.0f}",
        f"{sum(rows) / sum(fast):,.0f}",
        f"{median(plain) * 1e3:,.0f}",
        f"{median(slow / quick for slow, quick in zip(plain, fast, strict=False)):,.0f}",
    )


def made(game: Any, states: list[Any], dice: int) -> tuple[str, ...]:
    """The complete list in order, and single moves made and played."""
    finds = [game.finds(state) for state in states]
    first = [(state, found.move(0)) for state, found in zip(states, finds, strict=True) if len(found)]
    moves = [len(game.moves(state)) for state in states]
    spent = [seconds(lambda state=state: game.moves(state)) for state in states]
    return (
        f"{dice} dice",
        f"{median(moves):,.0f}",
        f"{max(moves):,}",
        f"{median(spent) * 1e3:.2f}",
        f"{max(spent) * 1e3:.2f}",
        f"{sum(moves) / sum(spent):,.0f}",
        f"{median(seconds(lambda state=state: game.texts(state)) for state in states) * 1e3:.2f}",
        f"{median(seconds(lambda found=found: found.move(0)) for found in finds if len(found)) * 1e6:.0f}",
        f"{median(seconds(lambda pair=pair: game.play(*pair)) for pair in first) * 1e6:.0f}",
        f"{median(seconds(lambda pair=pair: game.follow(*pair)) for pair in first) * 1e6:.0f}",
    )


def main() -> None:
    if not COMPILED:
        print("The compiled search was not built here (`python tools/kernels.py` says why): both are the plain twin.\n")
    game = dicecup.find("alphabet")()
    compared, speeds = [], []
    for dice in SEATS:
        states = positions(game, dice)
        compared += [searched(game, states, dice, slurps) for slurps in (False, True)]
        speeds.append(made(game, states, dice))
    head = ("game.finds", "on table", "rows", "ms", "worst", "positions/s", "rows/s", "plain ms", "× plain")
    table(head, compared)
    print()
    head = ("game.moves", "moves", "most", "ms", "worst", "moves/s", "ms as texts")
    table((*head, "µs to make one", "µs to play", "µs to follow"), speeds)
    print("\nTargets, for the median: builds with 7 dice in under 0.8 ms, all moves with 18 dice in under 50 ms.")
    beside_scrabble(game)


def beside_scrabble(game: Any) -> None:
    """The same table and hand, on which the Scrabble of PyPI looks for moves as well."""
    try:
        from scrabble import config  # noqa: PLC0415
        from scrabble import main as scrabble  # noqa: PLC0415
    except ImportError:
        print(
            "The package scrabble is not installed (pip install dicecup[bench]), so there is nothing to compare with."
        )
        return
    state = next(each for each in positions(game, RACK) if _spans(each) <= config.BOARD_NUM_ROWS and _plain(each))
    other = scrabble.ScrabbleGame(2)
    other.move_number = 2
    left, top = min(x for x, _, _, _ in state.table), min(y for _, y, _, _ in state.table)
    for x, y, _, face in state.table:
        other.board[chr(ord("a") + x - left), 1 + y - top] = scrabble.ScrabbleTile(face[0])
    letters = [face[0] for _, face in state.hands[state.seat]]
    other.player_rack_list[0] = [scrabble.ScrabbleTile(letter) for letter in letters]
    orders = sorted({"".join(each) for size in range(1, RACK + 1) for each in permutations(letters, size)})
    places = sorted(other.board.board_square_dict)
    rng = Random(RACK)
    tried = [(rng.choice(places), rng.choice(orders)) for _ in range(TRIES)]

    def some_tries() -> None:
        for place, order in tried:
            scrabble.get_location_best_move(other, place, [order])

    # Each call tries both directions.
    tries, a_try = 2 * len(places) * len(orders), seconds(some_tries, 1) / (2 * TRIES)
    theirs = tries * a_try
    ours, builds = seconds(lambda: game.finds(state, slurps=False)), game.finds(state).builds
    print(
        f"\n{RACK} dice on a table of {len(state.table)}, all {builds} builds:\n"
        f"  dicecup   {ours * 1e3:.3f} ms, {ours / builds * 1e6:.2f} µs a move\n"
        f"  scrabble  {theirs:,.0f} s, {theirs / builds:,.1f} s a move, reckoned from {2 * TRIES:,} tries\n"
        "scrabble (PyPI) has no index of words: to find moves it lays every order of the letters in hand in every\n"
        "square, both ways, on a copy of the game, and asks of all words made whether they are English:\n"
        f"{tries:,} tries of {a_try * 1e6:,.0f} µs. It does not push dice apart, so it would find fewer."
    )


def _plain(state: Any) -> bool:
    """Whether all dice show a single letter, as the tiles of Scrabble do."""
    faces = [face for *_, face in (*state.hands[state.seat], *state.table)]
    return all(len(face.rstrip("*")) == 1 for face in faces)


def _spans(state: Any) -> int:
    """The longer side of the crossword."""
    xs, ys = [x for x, _, _, _ in state.table], [y for _, y, _, _ in state.table]
    return max(max(xs) - min(xs), max(ys) - min(ys)) + 1
