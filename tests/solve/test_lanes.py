"""The innermost loops: the compiled ones and the plain ones are the same."""

import numpy as np
import pytest

from dicecup.games.pumpkins import Pumpkins
from dicecup.games.pumpkins.solve import Harvest, Match
from dicecup.games.tossup.solve import Lights
from dicecup.solve import lanes

TURNS = [Lights(10, 40).turn, Lights(2, 15).turn, Harvest(Pumpkins()).turn]


@pytest.fixture
def plainly(monkeypatch):
    """Solve with the plain loops."""

    def switch():
        monkeypatch.setattr(lanes, "best", lanes.best_plain)
        monkeypatch.setattr(lanes, "worths", lanes.worths_plain)

    return switch


@pytest.mark.parametrize("turn", TURNS, ids=["ten lights", "two lights", "pumpkins"])
@pytest.mark.parametrize(("channels", "margin"), [(1, 0.0), (2, 0.0), (3, 1e-13), (2, 0.2)])
def test_turns_are_solved_the_same_by_the_compiled_loops_and_the_plain_ones(turn, channels, margin, plainly):
    assert lanes.COMPILED, "the kernel was not built"
    rng = np.random.default_rng(3)
    leaves = rng.random((channels, len(turn.leaves), 9))
    room = np.sort(rng.integers(0, 30, 9)).astype(np.int32)[::-1].copy()
    rooms = (None, room) if turn.sizes.any() else (None,)
    fast = [turn.solve(leaves, room=each, margin=margin) for each in rooms]
    worths = [turn.worths(np.ascontiguousarray(fast[0][0]), option) for option in range(3)]
    plainly()
    for compiled, each in zip(fast, rooms, strict=True):
        np.testing.assert_allclose(turn.solve(leaves, room=each, margin=margin), compiled, rtol=0, atol=1e-9)
    for option, compiled in enumerate(worths):
        np.testing.assert_allclose(turn.worths(np.ascontiguousarray(fast[0][0]), option), compiled, rtol=0, atol=1e-9)


def test_a_whole_match_is_solved_the_same_by_both(plainly):
    game = Pumpkins(turns=2)
    fast = Match(game, 2, None)
    plainly()
    plain = Match(game, 2, None)
    for to_come, table in fast.tables.items():
        assert np.abs(np.asarray(plain.tables[to_come], float) - np.asarray(table, float)).max() <= 1e-9
