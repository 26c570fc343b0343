"""Random complete games through the pure rules, beside engines of similar games.

Every move is drawn from the legal ones; moves of chance are not counted. Others are used through their Python API:
pyhtzee (a Yahtzee environment in Python), OpenSpiel's yacht and pig (C++ underneath).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import dicecup
from benchmarks.timing import rates, table
from dicecup.simulate import play_out

SEATS = {"bratzy": 1}
BATCH = 20


def ours(name: str) -> Callable[[], int]:
    """Games of ours; the number of games is kept in `games`."""
    game, rng = dicecup.find(name)(), Random(1)
    first = game.start(SEATS.get(name, 2))

    def work() -> int:
        return sum(play_out(game, first, rng)[1] for _ in range(BATCH))

    return work


def moves_per_game(name: str) -> float:
    return sum(ours(name)() for _ in range(5)) / (5 * BATCH)


def others() -> dict[str, Callable[[], int]]:
    found: dict[str, Callable[[], int]] = {}
    try:
        import pyhtzee  # noqa: PLC0415
    except ImportError:
        print("pyhtzee is not installed (pip install dicecup[bench])")
    else:

        def yahtzee() -> int:
            moves, game, rng = 0, pyhtzee.Pyhtzee(), Random(1)
            while not game.is_finished():
                game.take_action(rng.choice(game.get_possible_actions()))
                moves += 1
            return moves

        found["pyhtzee"] = yahtzee
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        print("OpenSpiel is not installed (pip install dicecup[bench])")
    else:
        for name in ("yacht", "pig"):
            found[f"OpenSpiel {name}"] = _spiel(pyspiel.load_game(name))
    return found


def _spiel(game: Any) -> Callable[[], int]:
    rng = Random(1)

    def work() -> int:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, chances = zip(*outcomes, strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return work


def alphabet() -> tuple[float, float]:
    """Moves and games per second of one game of Alphabet; every position lists all of its moves, often 100,000."""
    game = dicecup.find("alphabet")()
    begin = process_time()
    _, moves = play_out(game, game.start(2), Random(1))
    spent = process_time() - begin
    return moves / spent, 1 / spent


def main() -> None:
    names = ["tossup", "ketchup", "pumpkins", "bratzy"]
    workers = {name: ours(name) for name in names} | others()
    speed = rates(workers)
    peers = [name for name in speed if name not in names]
    rows = []
    for name in workers:
        whole = f"{speed[name] / moves_per_game(name):,.0f}" if name in names else ""
        rows.append((name, f"{speed[name]:,.0f}", whole, *(f"{speed[name] / speed[peer]:.2f}" for peer in peers)))
    moves, games = alphabet()
    rows.insert(len(names), ("alphabet", f"{moves:,.1f}", f"{games:,.3f}", *[""] * len(peers)))
    table(("game", "moves/s", "games/s", *(f"× {peer}" for peer in peers)), rows)


if __name__ == "__main__":
    main()
