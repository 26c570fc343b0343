"""Toss Up, ruling by ruling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import IllegalMove, IllegalRoll, SeatsError
from dicecup.game import CHANCE, OVER
from dicecup.games.tossup import TossUp
from dicecup.messages import load
from tests.acting import after, go_on

GAME = TossUp()
TEN_GREEN = ["G"] * 10
BUST = ["Y"] * 9 + ["R"]


def turn_of(points):
    """The acts of a turn that banks so many points, a multiple of ten."""
    return [TEN_GREEN, *["roll", TEN_GREEN] * (points // 10 - 1), "bank"]


def test_T1_a_total_of_exactly_100_does_not_end_the_game_and_101_does():
    at_100 = after(GAME, 2, *turn_of(100))
    assert at_100.left == -1
    over_100 = go_on(GAME, at_100, BUST, ["G"] + ["Y"] * 9, "bank")
    assert GAME.scores(over_100) == (101, 0)
    assert over_100.left == 1


def test_T1_with_at_least_a_total_of_exactly_100_ends_the_game():
    game = TossUp(reach="at-least", last_turn="none")
    assert game.turn(after(game, 2, *turn_of(100))) == OVER


def test_T1_the_target_is_an_option():
    assert TossUp(target=50).turn(after(TossUp(target=50, last_turn="none"), 2, *turn_of(60))) == OVER


def test_T2_every_other_player_has_exactly_one_last_turn_in_order():
    state = after(TossUp(target=20), 3, BUST, *turn_of(30))
    seats = []
    while GAME.turn(state) != OVER:
        seats.append(state.seat)
        state = GAME.land(state, BUST)
    assert seats == [2, 0]


def test_T2_finish_round_gives_a_turn_only_to_those_who_have_not_had_it_this_round():
    game = TossUp(target=20, last_turn="finish-round")
    state = after(game, 3, BUST, *turn_of(30))
    assert (state.seat, state.left) == (2, 1)
    assert game.turn(go_on(game, state, BUST)) == OVER
    assert game.turn(after(game, 2, BUST, *turn_of(30))) == OVER


def test_T2_none_ends_the_game_at_once():
    game = TossUp(target=20, last_turn="none")
    assert game.turn(after(game, 2, *turn_of(30))) == OVER


def test_T3_beating_the_leader_in_the_last_turns_starts_no_further_round():
    game = TossUp(target=20)
    state = after(game, 2, *turn_of(30), *turn_of(40))
    assert game.turn(state) == OVER
    assert game.winners(state) == (1,)


def test_T4_level_totals_are_joint_winners():
    game = TossUp(target=20)
    state = after(game, 3, *turn_of(30), *turn_of(30), BUST)
    assert game.winners(state) == (0, 1)


def test_T5_the_end_is_called_only_by_banking_and_a_player_may_roll_on_past_the_target():
    game = TossUp(target=20)
    state = after(game, 2, TEN_GREEN, "roll", TEN_GREEN, "roll", TEN_GREEN)
    assert game.moves(state) == ("roll", "bank")
    assert state.left == -1
    assert go_on(game, state, "bank").left == 1
    lost = go_on(game, state, "roll", BUST)
    assert game.scores(lost) == (0, 0)
    assert lost.left == -1


def test_T6_every_green_is_set_aside_and_counts_one():
    state = after(GAME, 2, ["G", "Y", "R", "G", "Y", "Y", "G", "G", "R", "Y"])
    assert state.points == 4
    assert len(GAME.roll(go_on(GAME, state, "roll")).dice) == 6


def test_T7_ten_greens_are_still_at_risk_and_all_ten_may_roll_again_without_limit():
    state = after(GAME, 2, TEN_GREEN)
    assert GAME.scores(state) == (0, 0)
    again = go_on(GAME, state, "roll")
    assert len(GAME.roll(again).dice) == 10
    assert go_on(GAME, again, ["G"] * 3 + ["R"] * 7).points == 13
    assert GAME.scores(go_on(GAME, again, BUST)) == (0, 0)


def test_T8_all_yellow_changes_nothing_and_banking_nothing_is_allowed():
    state = after(GAME, 2, ["Y"] * 10)
    assert state.points == 0
    assert len(GAME.roll(go_on(GAME, state, "roll")).dice) == 10
    passed = go_on(GAME, state, "bank")
    assert (GAME.scores(passed), passed.seat) == ((0, 0), 1)


def test_T9_no_green_and_a_red_ends_the_turn_with_nothing_but_banked_points_are_safe():
    state = after(GAME, 2, *turn_of(20), BUST, TEN_GREEN, "roll", BUST)
    assert GAME.scores(state) == (20, 0)
    assert state.seat == 1


def test_T9_one_green_among_reds_goes_on():
    assert GAME.turn(after(GAME, 2, ["G"] + ["R"] * 9)) == 0


def test_T10_the_first_roll_of_a_turn_is_compulsory():
    assert GAME.turn(GAME.start(2)) == CHANCE
    assert GAME.turn(after(GAME, 2, BUST)) == CHANCE
    with pytest.raises(IllegalMove):
        GAME.play(GAME.start(2), "bank")


@pytest.mark.parametrize("seats", [0, 1, 7, -3, 10**9])
def test_T11_two_to_six_play(seats):
    assert [len(GAME.scores(GAME.start(few))) for few in range(2, 7)] == [2, 3, 4, 5, 6]
    with pytest.raises(SeatsError, match="2 to 6 players"):
        GAME.start(seats)


def test_a_roll_of_too_few_dice_or_of_an_unknown_colour_is_refused():
    for faces in (["G"] * 9, ["G"] * 11, ["G"] * 9 + ["B"], ["g"] * 10):
        with pytest.raises(IllegalRoll):
            GAME.land(GAME.start(2), faces)


@given(st.data())
def test_in_any_game_the_dice_in_hand_are_ten_less_the_turn_points_modulo_ten(data):
    game = TossUp(target=data.draw(st.integers(1, 40)))
    state = game.start(data.draw(st.integers(2, 6)))
    for _ in range(60):
        turn = game.turn(state)
        if turn == OVER:
            assert max(game.scores(state)) > game.target
            break
        if turn == CHANCE:
            request = game.roll(state)
            assert len(request.dice) == 10 - state.points % 10
            state = game.land(state, [data.draw(st.sampled_from("GYR")) for _ in request.dice])
        else:
            state = game.play(state, data.draw(st.sampled_from(game.moves(state))))


def test_T2_last_turns_are_announced_only_where_there_are_some():
    catalogue = load(GAME.folder())
    said = {}
    for last_turn in ("everyone", "finish-round", "none"):
        game = TossUp(target=20, last_turn=last_turn)
        before = after(game, 3, BUST, *turn_of(30)[:-1])
        messages = game.tell(before, "bank", game.play(before, "bank"))
        said[last_turn] = [catalogue.text(message, ["Ann", "Ben", "Cem"]) for message in messages][1:]
    assert said == {
        "everyone": ["Ben has called the end: 2 last turns are to come."],
        "finish-round": ["Ben has called the end: 1 last turn is to come."],
        "none": [],
    }
