"""Pumpkins, ruling by ruling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import IllegalMove, SeatsError
from dicecup.game import CHANCE, OVER
from dicecup.games.pumpkins import Pumpkins
from tests.acting import after, go_on

GAME = Pumpkins()


@pytest.mark.parametrize(
    ("acts", "pumpkins"),
    [
        (["roll 3", [3, 3, 5], "stop"], 7),
        (["roll 2", [4, 6], "roll 1", [3]], 7),
        (["roll 2", [1, 2], "roll 3", [3, 5, 6]], 6),
    ],
    ids=["Igor", "Cleo", "Frank"],
)
def test_the_worked_turns_of_the_sheet_score_what_the_sheet_says(acts, pumpkins):
    assert GAME.scores(after(GAME, 1, *acts)) == (pumpkins,)


@pytest.mark.parametrize(
    ("move", "faces", "earned"), [("roll 1", [1], 2), ("roll 2", [1, 1], 5), ("roll 3", [1, 1, 1], 9)]
)
def test_P1_one_die_earns_2_two_earn_5_three_earn_9(move, faces, earned):
    state = after(GAME, 1, move, faces)
    assert (state.earned, state.total) == (earned, sum(faces))
    assert GAME.moves(state) == ("roll 1", "roll 2", "roll 3", "stop")


def test_P1_the_dice_are_used_again_and_totals_add_up():
    state = after(GAME, 1, "roll 3", [1, 1, 1], "roll 3", [1, 1, 1], "roll 2", [1, 1])
    assert (state.earned, state.total) == (23, 8)


def test_P2_a_turn_has_at_least_one_roll():
    assert GAME.moves(GAME.start(2)) == ("roll 1", "roll 2", "roll 3")
    with pytest.raises(IllegalMove):
        GAME.play(GAME.start(2), "stop")


def test_P3_at_thirteen_or_more_the_turn_ends_at_once():
    for last in (3, 6):
        state = after(GAME, 2, "roll 2", [4, 6], "roll 1", [last])
        assert GAME.turn(state) == 1
    assert GAME.turn(after(GAME, 2, "roll 2", [6, 6])) == 0


@pytest.mark.parametrize(("total", "cost"), [(1, 12), (11, 2), (12, 1), (13, 0), (14, 2), (16, 6), (18, 10)])
def test_P4_stopping_costs_one_for_each_point_under_and_two_for_each_over(total, cost):
    assert GAME.worth(20, total) == 20 - cost


def test_P5_by_default_a_turn_and_a_total_may_be_negative():
    assert GAME.scores(after(GAME, 1, "roll 1", [1], "stop")) == (-10,)


def test_P5_with_floor_turn_a_turn_counts_at_least_nothing():
    game = Pumpkins(floor="turn")
    assert game.scores(after(game, 1, "roll 1", [1], "stop")) == (0,)


def test_P6_everybody_takes_three_turns_in_the_same_order():
    state = GAME.start(2)
    seats = []
    while GAME.turn(state) != OVER:
        seats.append(GAME.turn(state))
        state = go_on(GAME, state, "roll 3", [6, 6, 6])
    assert seats == [0, 1] * 3


def test_P6_the_number_of_turns_is_an_option():
    game = Pumpkins(turns=1)
    assert game.turn(after(game, 1, "roll 3", [6, 6, 6])) == OVER


def test_P7_the_highest_total_wins_and_level_totals_are_joint_winners():
    game = Pumpkins(turns=1)
    turn = ["roll 3", [6, 6, 6]]
    assert game.winners(after(game, 2, *turn, *turn)) == (0, 1)
    assert game.winners(after(game, 2, *turn, "roll 3", [4, 4, 5])) == (1,)


def test_P7_a_player_alone_plays_for_a_score_and_wins():
    game = Pumpkins(turns=1)
    assert game.winners(after(game, 1, "roll 3", [6, 6, 6])) == (0,)


@pytest.mark.parametrize("seats", [0, 13])
def test_one_to_twelve_play(seats):
    with pytest.raises(SeatsError):
        GAME.start(seats)


@given(st.data())
def test_in_any_game_a_score_is_what_the_slow_and_obvious_count_gives(data):
    game = Pumpkins(turns=1, floor=data.draw(st.sampled_from(["none", "turn"])))
    state, earned, total = game.start(1), 0, 0
    while game.turn(state) != OVER:
        move = data.draw(st.sampled_from(game.moves(state)))
        state = game.play(state, move)
        if game.turn(state) == CHANCE:
            faces = [data.draw(st.integers(1, 6)) for _ in range(int(move[-1]))]
            earned += {1: 2, 2: 5, 3: 9}[len(faces)]
            total += sum(faces)
            state = game.land(state, faces)
    lost = 13 - total if total < 13 else (total - 13) * 2
    expected = earned - lost
    assert game.scores(state) == (max(0, expected) if game.floor == "turn" else expected,)
