"""Three players at small variants: estimated chances beside exact ones, found slowly from the contract alone.

Every seat plays for its own chance; a turn that is rolled on and on is banked when it is ahead with FAR points. The
error is the mean and the greatest over all states in which a turn begins, all seats.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import dicecup
from benchmarks.timing import table
from dicecup import games
from dicecup.game import CHANCE, OVER, Game

FAR = 8
SEATS = 3
SMALL: dict[str, tuple[str, dict[str, Any]]] = {
    "Toss Up, two dice, to more than 1": ("tossup", {"dice": 2, "target": 1}),
    "the same, the round finished": ("tossup", {"dice": 2, "target": 1, "last_turn": "finish-round"}),
    "the same, without last turns": ("tossup", {"dice": 2, "target": 1, "last_turn": "none"}),
}


def variant(name: str, changed: dict[str, Any]) -> Game[Any, Any]:
    rules = dicecup.find(name)
    known = {field.name for field in fields(rules)}
    options = {key: value for key, value in changed.items() if key in known}
    fixed = {key: value for key, value in changed.items() if key not in options}
    made: Game[Any, Any] = type("Small", (rules,), fixed)(**options)
    return made


def exactly(game: Game[Any, Any]) -> dict[Any, tuple[float, ...]]:
    """The chances of all seats in every state, worked out again and again until nothing changes."""
    steps: dict[Any, tuple[Any, list[tuple[float, Any]]]] = {}
    values: dict[Any, tuple[float, ...]] = {}
    waiting = [game.start(SEATS)]
    while waiting:
        state = waiting.pop()
        if state in values:
            continue
        values[state] = (1.0 / SEATS,) * SEATS
        turn = game.turn(state)
        if turn == OVER:
            winners = game.winners(state) or ()
            values[state] = tuple((seat in winners) / len(winners) for seat in range(SEATS))
            continue
        if turn == CHANCE:
            request: Any = game.roll(state)
            ends = [(weight / request.combinations, game.land(state, faces)) for faces, weight in request.outcomes()]
        else:
            held = state.totals[int(turn)] + state.points
            moves = ["bank"] if state.points >= FAR and held > max(state.totals) else game.moves(state)
            ends = [(1.0, game.play(state, move)) for move in moves]
        steps[state] = turn, ends
        waiting += [end for _, end in ends]
    order = list(reversed(steps))
    for _ in range(2000):
        change = 0.0
        for state in order:
            turn, ends = steps[state]
            if turn == CHANCE:
                found = tuple(sum(chance * values[end][seat] for chance, end in ends) for seat in range(SEATS))
            else:
                found = max((values[end] for _, end in ends), key=lambda each: each[int(turn)])
            change = max(change, *(abs(a - b) for a, b in zip(found, values[state], strict=True)))
            values[state] = found
        if change < 1e-7:
            break
    return values


def percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def main() -> None:
    rows = []
    for label, (name, changed) in SMALL.items():
        game = variant(name, changed)
        exact = exactly(game)
        solution = games.solver(name)(game, SEATS, "win", None)
        start = game.start(SEATS)
        rows += [
            (f"{label}, seat {seat}", percent(solution.value(start, seat)), percent(exact[start][seat]))
            for seat in range(SEATS)
        ]
        errors = [
            abs(solution.value(state, seat) - chances[seat])
            for state, chances in exact.items()
            if game.turn(state) == CHANCE and not state.points
            for seat in range(SEATS)
        ]
        rows.append(("  off by, on average and at most", percent(sum(errors) / len(errors)), percent(max(errors))))
    table(("", "estimated %", "exact %"), rows)
