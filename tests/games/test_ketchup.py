"""Ketchup, ruling by ruling."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import IllegalMove, IllegalRoll, SeatsError
from dicecup.game import CHANCE, OVER
from dicecup.games.ketchup import Ketchup
from dicecup.games.ketchup.rules import worth
from dicecup.messages import load
from tests.acting import after, go_on

GAME = Ketchup()
FIVE = Ketchup(dice="five-bottles")

LABELS = {n: ["K"] * n + ["M"] * (4 - n) + (["R"] if n < 5 else []) for n in range(1, 6)}
"""Rolls with so many labels and nothing else that counts: 1 to 4 points, and 15 for five."""
BUST = ["M", "M", "M", "M", "R"]
SAVED = ["L", "M", "M", "R", "R"]
BOTTLE = ["B", "K", "M", "R", "R"]


def climb(points):
    """Turns of a single player that bank so many points, fifteen or less at a time."""
    acts = []
    while points:
        gain = 15 if points >= 15 else min(points, 4)
        acts.append(["roll", LABELS[5] if gain == 15 else LABELS[gain], "bank"])
        points -= gain
    return acts


def two(first, second):
    """The acts of two players whose turns alternate; who has run out of turns busts."""
    acts: list[Any] = []
    mine, theirs = climb(first), climb(second)
    for turn in range(max(len(mine), len(theirs))):
        acts += mine[turn] if turn < len(mine) else ["roll", BUST]
        acts += theirs[turn] if turn < len(theirs) else ["roll", BUST]
    return acts


def test_K0_with_one_bottle_a_bottle_can_stand_only_on_the_first_die():
    assert after(GAME, 2, "roll", BOTTLE).points == 6
    with pytest.raises(IllegalRoll, match="die 2 has no 'B'"):
        after(GAME, 2, "roll", ["K", "B", "M", "R", "R"])
    assert after(FIVE, 2, "roll", ["K", "B", "B", "R", "R"]).points == 11


def test_K0_any_other_five_dice_may_be_played_with():
    game = Ketchup(dice=("K", "KM", "KM", "KM", "KM"))
    assert after(game, 2, "roll", ["K", "M", "M", "M", "M"]).points == 1
    with pytest.raises(IllegalRoll):
        after(game, 2, "roll", ["M", "M", "M", "M", "M"])


def test_K1_a_turn_is_one_to_three_rolls_of_all_five_dice_and_their_points_add_up():
    state = after(GAME, 2, "roll", LABELS[2], "roll", LABELS[3])
    assert (state.points, GAME.moves(state)) == (5, ("roll", "bank", "bank call"))
    third = go_on(GAME, state, "roll", LABELS[1])
    assert (third.points, GAME.moves(third)) == (6, ("bank", "bank call"))
    assert GAME.scores(go_on(GAME, third, "bank")) == (6, 0)


def test_K1_a_turn_begins_with_a_decision():
    assert GAME.turn(GAME.start(2)) == 0
    assert GAME.moves(GAME.start(2)) == ("roll", "call")


@pytest.mark.parametrize(
    ("faces", "points"),
    [("KMMRR", 1), ("KKKKL", 4), ("BKKMM", 7), ("BBBBB", 25), ("KKKKK", 15), ("LMMRR", 0), ("BKKKK", 9)],
)
def test_K2_a_label_is_1_a_bottle_5_and_five_labels_are_10_more(faces, points):
    assert worth(tuple(faces)).points == points


def test_K3_no_label_and_no_logo_busts_and_the_points_of_the_turn_are_lost():
    state = after(GAME, 2, "roll", LABELS[4], "roll", BUST)
    assert GAME.scores(state) == (0, 0)
    assert GAME.turn(state) == 1


def test_K3_a_bottle_alone_saves_only_with_the_option():
    alone = ["B", "M", "M", "R", "R"]
    assert GAME.turn(after(GAME, 2, "roll", alone)) == 1
    kind = Ketchup(bottle_saves=True)
    saved = after(kind, 2, "roll", alone)
    assert (kind.turn(saved), saved.points) == (0, 5)


def test_K4_a_logo_without_labels_saves_and_bottles_in_such_a_roll_count():
    state = after(GAME, 2, "roll", SAVED)
    assert (GAME.turn(state), state.points) == (0, 0)
    assert GAME.scores(go_on(GAME, state, "bank")) == (0, 0)
    assert after(GAME, 2, "roll", ["B", "L", "M", "R", "R"]).points == 5


@pytest.mark.parametrize("sauce", "MR")
def test_K5_five_mustard_or_five_relish_bust_and_cost_ten_banked_points(sauce):
    state = after(GAME, 2, "roll", LABELS[4], "bank", "roll", BUST, "roll", LABELS[4], "roll", [sauce] * 5)
    assert GAME.scores(state) == (-6, 0)
    assert GAME.turn(state) == 1


def test_K5_with_floor_zero_no_score_falls_below_zero():
    game = Ketchup(floor="zero")
    assert game.scores(after(game, 2, "roll", LABELS[4], "bank", "roll", BUST, "roll", ["M"] * 5)) == (0, 0)


def test_K6_more_than_57_is_out_for_good_and_keeps_what_was_banked():
    state = after(
        GAME, 3, *[act for turn in climb(54) for act in (*turn, "roll", BUST, "roll", BUST)], "roll", LABELS[4]
    )
    assert GAME.scores(state) == (54, 0, 0)
    assert state.status[0] == "out"
    seats = []
    for _ in range(4):
        seats.append(GAME.turn(state))
        state = go_on(GAME, state, "roll", BUST)
    assert seats == [1, 2, 1, 2]


def test_K6_a_roll_that_busts_loses_its_points_before_anything_is_over_57():
    game = Ketchup(dice="five-bottles")
    state = after(game, 2, *two(54, 0), "roll", ["B", "M", "M", "R", "R"])
    assert state.status[0] == "playing"
    assert game.scores(state) == (54, 0)


def test_K7_exactly_57_when_banked_wins_and_ends_the_game():
    state = after(GAME, 2, *two(54, 20), "roll", LABELS[3])
    assert GAME.moves(state) == ("roll", "bank")
    over = go_on(GAME, state, "bank")
    assert (GAME.turn(over), GAME.winners(over), GAME.scores(over)) == (OVER, (0,), (57, 20))


def test_K7_at_57_the_word_is_bank_and_not_bank_call():
    state = after(GAME, 2, *two(54, 20), "roll", LABELS[3])
    with pytest.raises(IllegalMove):
        GAME.play(state, "bank call")


def test_K8_a_player_may_call_at_the_start_of_a_turn_or_together_with_banking_and_is_frozen():
    first = after(GAME, 3, "call")
    assert (first.status[0], GAME.turn(first)) == ("frozen", 1)
    banked = go_on(GAME, first, "roll", LABELS[2], "bank call")
    assert (GAME.scores(banked), banked.status) == ((0, 2, 0), ("frozen", "frozen", "playing"))


def test_K8_call_from_sets_the_least_score_that_may_call():
    game = Ketchup(call_from=3)
    assert game.moves(game.start(2)) == ("roll",)
    assert game.moves(after(game, 2, "roll", LABELS[2])) == ("roll", "bank")
    assert game.moves(after(game, 2, "roll", LABELS[3])) == ("roll", "bank", "bank call")
    again = after(game, 2, "roll", LABELS[3], "bank", "roll", BUST)
    assert game.moves(again) == ("roll", "call")


def test_K8_by_default_even_a_negative_score_may_call():
    state = after(GAME, 2, "roll", ["M"] * 5, "roll", BUST)
    assert GAME.scores(state) == (-10, 0)
    assert "call" in GAME.moves(state)


def test_K9_in_the_open_chase_the_others_play_on_turn_after_turn():
    state = after(GAME, 2, "roll", LABELS[4], "bank call")
    for _ in range(5):
        assert GAME.turn(state) == 1
        state = go_on(GAME, state, "roll", BUST)
    caught = go_on(GAME, state, "roll", LABELS[5], "bank")
    assert GAME.turn(caught) == 1
    assert GAME.winners(go_on(GAME, caught, "call")) == (1,)


def test_K9_in_the_one_turn_chase_every_other_player_has_exactly_one_more_turn():
    game = Ketchup(chase="one-turn")
    state = after(game, 3, "roll", BUST, "roll", LABELS[4], "bank call")
    assert game.turn(state) == 2
    state = go_on(game, state, "roll", LABELS[1], "bank")
    assert game.turn(state) == 0
    assert game.winners(go_on(game, state, "roll", LABELS[3], "bank")) == (1,)


def test_K9_a_further_call_in_the_one_turn_chase_is_legal_and_gives_nobody_another_turn():
    game = Ketchup(chase="one-turn")
    state = after(game, 3, "roll", LABELS[4], "bank call", "roll", LABELS[3], "bank call")
    assert game.turn(state) == 2
    assert game.winners(go_on(game, state, "call")) == (0,)


@pytest.mark.parametrize("frozen", [True, False])
def test_K10_the_only_player_not_out_wins_at_once_frozen_or_not(frozen):
    state = after(GAME, 2, *two(54, 20))
    state = go_on(GAME, state, "roll", BUST, "call") if frozen else go_on(GAME, state)
    over = go_on(GAME, state, "roll", LABELS[4])
    assert (GAME.turn(over), GAME.winners(over)) == (OVER, (1,))


def test_K11_the_highest_score_not_over_57_wins_when_nobody_plays_on():
    state = after(GAME, 2, "roll", LABELS[4], "bank call", "roll", LABELS[3], "bank call")
    assert (GAME.turn(state), GAME.winners(state)) == (OVER, (0,))


def tied(game, seats):
    return after(game, seats, *["roll", LABELS[2], "bank call"] * seats)


def test_K11_a_tie_is_rolled_off_in_seat_order_and_most_labels_win():
    state = tied(GAME, 3)
    assert GAME.turn(state) == CHANCE
    assert GAME.winners(state) is None
    over = go_on(GAME, state, LABELS[1], LABELS[3], LABELS[2])
    assert (GAME.winners(over), GAME.scores(over)) == ((1,), (2, 2, 2))


def test_K11_those_still_level_roll_again():
    state = go_on(GAME, tied(GAME, 3), LABELS[3], LABELS[1], LABELS[3])
    assert GAME.turn(state) == CHANCE
    assert GAME.winners(go_on(GAME, state, LABELS[1], LABELS[2])) == (2,)


def test_K11_there_is_no_bust_and_no_penalty_in_a_tie():
    over = go_on(GAME, tied(GAME, 2), ["M"] * 5, LABELS[1])
    assert (GAME.winners(over), GAME.scores(over)) == ((1,), (2, 2))


@pytest.mark.parametrize("seats", [0, 1, 13])
def test_K12_two_or_more_play_up_to_twelve(seats):
    assert [len(GAME.scores(GAME.start(few))) for few in (2, 12)] == [2, 12]
    with pytest.raises(SeatsError):
        GAME.start(seats)


@given(st.data())
def test_in_any_game_nobody_banks_more_than_57_and_the_winner_is_not_out(data):
    game = Ketchup(
        chase=data.draw(st.sampled_from(["open", "one-turn"])),
        floor=data.draw(st.sampled_from(["none", "zero"])),
        dice="five-bottles",
    )
    state = game.start(data.draw(st.integers(2, 4)))
    for _ in range(80):
        assert max(game.scores(state)) <= 57
        assert game.floor == "none" or min(game.scores(state)) >= 0
        turn = game.turn(state)
        if turn == OVER:
            (winner,) = game.winners(state) or ()
            still_in = [seat for seat, status in enumerate(state.status) if status != "out"]
            assert winner in still_in
            assert (
                game.scores(state)[winner] == max(game.scores(state)[seat] for seat in still_in) or len(still_in) == 1
            )
            break
        if turn == CHANCE:
            state = game.land(state, [data.draw(st.sampled_from("KKLBMR")) for _ in range(5)])
        else:
            assert state.status[turn] == "playing"
            state = game.play(state, data.draw(st.sampled_from(game.moves(state))))


def words_of(game, state, *acts):
    """What is told of the last of these acts, and how things then stand."""
    catalogue = load(game.folder())
    before = go_on(game, state, *acts[:-1])
    after_it = go_on(game, before, acts[-1])
    told = game.tell(before, acts[-1], after_it)
    return [catalogue.text(message, ["Ann", "Ben"]) for message in [*told, *game.status(after_it)]]


def test_K5_what_is_said_of_a_penalty_is_what_it_cost():
    held = (5, 0)
    costs: list[tuple[Any, str]] = [("none", "10 banked points: -5"), ("zero", "5 banked points: 0")]
    for floor, cost in costs:
        game = Ketchup(floor=floor, dice="five-bottles")
        state = msgspec.structs.replace(game.start(2), banked=held)
        assert f"loses {cost} left" in words_of(game, state, "roll", ["M"] * 5)[0]


def test_K8_nobody_is_invited_to_a_call_that_is_not_allowed():
    for least, word in [(0, "or stop for good"), (10, "too early")]:
        game = Ketchup(call_from=least)
        assert word in words_of(game, game.start(2), "roll", BUST)[-1]


def test_a_call_with_nothing_banked_is_asked_about_and_no_other():
    game = Ketchup()
    for banked, asks in [(0, True), (-10, True), (5, False)]:
        state = msgspec.structs.replace(game.start(2), banked=(banked, 0))
        assert {choice["move"] for choice in game.choices(state) if "ask" in choice} == ({"call"} if asks else set())
