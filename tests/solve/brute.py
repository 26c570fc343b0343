"""Slow and obvious solving, from the contract alone: every state that can be reached, and its value again and again
until nothing changes. And what must hold of any solution, one step at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from dicecup.game import CHANCE, OVER, Game
from dicecup.simulate import play_out
from dicecup.solve import Solution

CLOSE = 1e-16
"""A value that changes by no more leaves those before it as they are."""

Worth = Callable[[Any], float | None]


def shared(game: Game[Any, Any], seat: int = 0) -> Worth:
    """The chance to win of a seat in a state that is over; joint winners share."""

    def worth(state: Any) -> float | None:
        if game.turn(state) != OVER:
            return None
        winners = game.winners(state)
        assert winners is not None
        return 1.0 / len(winners) if seat in winners else 0.0

    return worth


def brute(
    game: Game[Any, Any],
    start: Any,
    worth: Worth,
    moves: Callable[[Any], Any] | None = None,
    cost: Callable[[Any, Any], float] = lambda before, after: 0.0,
) -> dict[Any, float]:
    """What states are worth to seat 0, who wants more, while all others want it to have less.

    `worth` says what a state is worth where the search ends, and None elsewhere. `moves` may leave out moves. A step
    may cost something.
    """
    values: dict[Any, float] = {}
    steps: list[tuple[Any, Any, list[tuple[float, float, Any]]]] = []
    before: dict[Any, list[Any]] = {}
    waiting: list[tuple[Any, Any]] = [(start, None)]
    while waiting:  # depth first: a state is noted behind those it leads to, but for cycles
        state, step = waiting.pop()
        if step is not None:
            steps.append(step)
            continue
        if state in values:
            continue
        end = worth(state)
        values[state] = 0.0 if end is None else end
        if end is not None:
            continue
        turn = game.turn(state)
        if turn == CHANCE:
            request: Any = game.roll(state)
            every = request.combinations
            ends = [(weight / every, game.land(state, faces)) for faces, weight in request.outcomes()]
        else:
            ends = [(1.0, game.play(state, move)) for move in (moves or game.moves)(state)]
        after = [(chance, cost(state, each), each) for chance, each in ends]
        waiting.append((state, (state, turn, after)))
        waiting += [(each, None) for _, each in ends]
        for _, each in ends:
            before.setdefault(each, []).append(state)
    stale = {state for state, _, _ in steps}
    while stale:
        for state, turn, after in steps:
            if state not in stale:
                continue
            stale.remove(state)
            found = [chance * (values[each] - price) for chance, price, each in after]
            value = sum(found) if turn == CHANCE else (max if turn == 0 else min)(found)
            if abs(value - values[state]) > CLOSE * max(1.0, abs(value)):
                stale.update(before.get(state, ()))
            values[state] = value
    return values


def met(game: Game[Any, Any], seats: int, games: int, seed: str) -> list[Any]:
    """The states that some games of any moves lead through."""
    found: dict[Any, None] = {}

    def choose(rules: Game[Any, Any], state: Any, rng: Random) -> Any:
        found[state] = None
        move = rng.choice(rules.moves(state))
        found[rules.play(state, move)] = None
        return move

    for number in range(games):
        end, _ = play_out(game, game.start(seats), Random(f"{seed}/{number}"), choose)
        found[end] = None
    return list(found)


def check_duel(solution: Solution, values: dict[Any, float], known: Iterable[Any] | None = None) -> None:
    """The solution has these values of seat 0 in a match of two, and so have all moves that lead to a known one."""
    game = solution.game
    sure = set(values if known is None else known)
    for state in sure:
        assert abs(solution.value(state, 0) - values[state]) <= 1e-12
        assert abs(solution.value(state, 1) - (1.0 - values[state])) <= 1e-12
        for move, worth in solution.values(state):
            then = game.play(state, move)
            if then in sure:
                assert abs(worth - (values[then] if game.turn(state) == 0 else 1.0 - values[then])) <= 1e-12


def check_steps(solution: Solution, states: Iterable[Any], within: float = 1e-12) -> None:
    """A state is worth what its best move is worth, a move what it leads to, dice the mean of theirs, an end what was
    won; and the seats' chances add up to one.
    """
    game = solution.game
    for state in states:
        turn = game.turn(state)
        seats = range(solution.seats)
        worths = [solution.value(state, seat) for seat in seats]
        assert sum(worths) == pytest.approx(1.0, abs=within)
        if turn == OVER:
            assert worths == [shared(game, seat)(state) for seat in seats]
        elif turn == CHANCE:
            assert solution.values(state) == []
            request: Any = game.roll(state)
            ends = [(weight, game.land(state, faces)) for faces, weight in request.outcomes()]
            for seat in seats:
                mean = sum(weight * solution.value(end, seat) for weight, end in ends) / request.combinations
                assert worths[seat] == pytest.approx(mean, abs=within)
        else:
            values = solution.values(state)
            assert {move for move, _ in values} == set(game.moves(state))
            assert [value for _, value in values] == sorted((value for _, value in values), reverse=True)
            for move, value in values:
                assert value == pytest.approx(solution.value(game.play(state, move), turn), abs=within)
            assert worths[turn] == pytest.approx(values[0][1], abs=within)
