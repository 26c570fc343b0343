"""Bratzy, ruling by ruling."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.dice import D6, outcomes
from dicecup.errors import IllegalMove, IllegalRoll, SeatsError
from dicecup.game import CHANCE, OVER
from dicecup.games.bratzy import Bratzy
from dicecup.games.bratzy.boxes import BOXES, worth
from tests.acting import after, go_on

GAME = Bratzy()
ROLL = [1, 5, 5, 6, 6]


def texts(state):
    return [str(move) for move in GAME.moves(state)]


def test_B1_any_dice_may_be_rolled_again_twice_and_no_more():
    state = after(GAME, 1, ROLL, "keep 5 5", [1, 2, 3], "keep", [1, 1, 1, 1, 2])
    assert all(text.startswith("score") for text in texts(state))


def test_B1_a_die_kept_before_may_be_rolled_later():
    state = after(GAME, 1, ROLL, "keep 5 5 6 6", [2], "keep 2")
    assert GAME.roll(state).numbers == (2, 3, 4, 5)


def test_B1_one_may_stop_early():
    assert "score chance" in texts(after(GAME, 1, ROLL))


def test_B1_only_the_dice_not_kept_are_rolled():
    state = after(GAME, 1, ROLL, "keep 5 6", [1, 2, 3])
    assert state.dice == (1, 5, 2, 6, 3)
    with pytest.raises(IllegalRoll, match="expected 3 dice, got 5"):
        after(GAME, 1, ROLL, "keep 5 6", [1, 2, 3, 4, 5])


def test_keeping_all_five_dice_is_not_a_move():
    assert "keep 1 5 5 6 6" not in texts(after(GAME, 1, ROLL))
    with pytest.raises(IllegalMove):
        after(GAME, 1, ROLL, "keep 1 5 5 6 6")


@pytest.mark.parametrize(
    "text", ["keep 6 5", "keep 4", "keep 1 1", "keep  5", "keep 5 ", "Keep 5", "keep 05", "keep ٥"]
)
def test_a_keep_is_written_in_one_way_and_only_of_faces_that_lie_there(text):
    with pytest.raises(IllegalMove):
        after(GAME, 1, ROLL, text)


def test_B2_exactly_one_open_box_is_filled_also_with_nothing_and_in_any_order():
    state = after(GAME, 1, ROLL, "score bratzy", ROLL, "score ones")
    assert state.sheets[0][BOXES.index("bratzy")] == 0
    assert state.sheets[0][BOXES.index("ones")] == 1
    again = go_on(GAME, state, ROLL)
    assert "score bratzy" not in texts(again)
    with pytest.raises(IllegalMove):
        go_on(GAME, again, "score bratzy")


@pytest.mark.parametrize("face", range(1, 7))
def test_B3_an_upper_box_is_the_sum_of_the_dice_showing_that_number(face):
    assert worth((face, face, face, 1, 2))[BOXES[face - 1]] == 3 * face + (1 if face == 1 else 2 if face == 2 else 0)


def upper_sheet(*counts):
    """The acts that fill the upper boxes with so many dice each, the others showing what cannot count."""
    acts = []
    for face, count in enumerate(counts, start=1):
        acts += [[face] * count + [face % 6 + 1] * (5 - count), f"score {BOXES[face - 1]}"]
    return acts


def test_B3_an_upper_total_of_63_brings_50_as_soon_as_it_is_reached_and_62_does_not():
    assert GAME.scores(after(GAME, 1, *upper_sheet(3, 3, 3, 3, 3, 3))) == (113,)
    assert GAME.scores(after(GAME, 1, *upper_sheet(2, 3, 3, 3, 3, 3))) == (62,)
    early = after(GAME, 1, *upper_sheet(0, 2, 4, 4, 4, 5)[2:])
    assert GAME.scores(early) == (4 + 12 + 16 + 20 + 30 + 50,)


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ((5, 5, 5, 5, 5), "one-pair", 10),
        ((5, 5, 5, 5, 5), "three-of-a-kind", 15),
        ((5, 5, 5, 5, 5), "four-of-a-kind", 20),
        ((1, 5, 5, 6, 6), "one-pair", 12),
        ((1, 2, 3, 4, 6), "one-pair", 0),
        ((2, 2, 5, 5, 5), "one-pair", 10),
        ((2, 2, 5, 5, 5), "three-of-a-kind", 15),
    ],
)
def test_B4_the_highest_pair_counts_and_kinds_add_up_just_their_equal_dice(dice, box, points):
    assert worth(dice)[box] == points


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ((1, 5, 5, 6, 6), "two-pairs", 22),
        ((2, 2, 5, 5, 5), "two-pairs", 14),
        ((2, 2, 5, 5, 5), "full-house", 19),
        ((2, 2, 5, 5, 5), "chance", 19),
        ((1, 5, 5, 5, 5), "two-pairs", 0),
        ((1, 5, 5, 5, 5), "full-house", 0),
        ((5, 5, 5, 5, 5), "two-pairs", 0),
        ((5, 5, 5, 5, 5), "full-house", 0),
    ],
)
def test_B5_two_pairs_and_full_house_need_two_different_numbers(dice, box, points):
    assert worth(dice)[box] == points


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ((5, 4, 3, 2, 1), "small-straight", 15),
        ((6, 5, 4, 3, 2), "small-straight", 0),
        ((2, 3, 4, 5, 6), "large-straight", 20),
        ((1, 2, 3, 4, 5), "large-straight", 0),
        ((1, 3, 4, 5, 6), "large-straight", 0),
        ((1, 5, 5, 6, 6), "chance", 23),
        ((3, 3, 3, 3, 3), "bratzy", 50),
        ((3, 3, 3, 3, 2), "bratzy", 0),
    ],
)
def test_B6_straights_chance_and_bratzy(dice, box, points):
    assert worth(dice)[box] == points


def test_B6_there_is_no_joker_and_no_second_bratzy():
    state = after(GAME, 1, [4] * 5, "score bratzy", [4] * 5, "score large-straight")
    assert GAME.scores(state) == (50,)


def test_B7_the_most_a_sheet_can_hold_is_374():
    best = {box: max(worth(dice)[box] for dice in product(range(1, 7), repeat=5)) for box in BOXES}
    assert sum(best.values()) + 50 == 374


def test_B7_the_highest_total_wins_and_level_totals_are_joint_winners():
    acts = []
    for box in BOXES:
        acts += [ROLL, f"score {box}", ROLL, f"score {box}"]
    state = after(GAME, 2, *acts)
    assert GAME.turn(state) == OVER
    assert GAME.winners(state) == (0, 1)


@pytest.mark.parametrize("seats", [0, 13])
def test_one_to_twelve_play(seats):
    with pytest.raises(SeatsError):
        GAME.start(seats)


def test_there_are_252_rolls_and_462_keeps():
    rolls = outcomes((D6,) * 5)
    assert len(rolls) == 252
    keeps = {move.faces for shown, _ in rolls for move in GAME.moves(after(GAME, 1, shown)) if hasattr(move, "faces")}
    assert len(keeps) + len(rolls) == 462


def obvious(dice, box):
    """The boxes once more, by listing what could be meant."""
    count = [sum(die == face for die in dice) for face in range(7)]
    if box in BOXES[:6]:
        return sum(die for die in dice if die == BOXES.index(box) + 1)
    kinds = {"one-pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4}
    if box in kinds:
        return max([kinds[box] * face for face in range(1, 7) if count[face] >= kinds[box]] + [0])
    if box == "two-pairs":
        return max([2 * a + 2 * b for a in range(1, 7) for b in range(1, a) if count[a] > 1 and count[b] > 1] + [0])
    if box == "full-house":
        return max([3 * a + 2 * b for a in range(1, 7) for b in range(1, 7) if count[a] == 3 and count[b] == 2] + [0])
    if box == "chance":
        return sum(dice)
    wanted = {"small-straight": ({1, 2, 3, 4, 5}, 15), "large-straight": ({2, 3, 4, 5, 6}, 20)}
    if box in wanted:
        return wanted[box][1] if set(dice) == wanted[box][0] else 0
    return 50 if 5 in count else 0


def test_all_7776_rolls_score_in_all_boxes_what_the_slow_and_obvious_count_gives():
    for dice in product(range(1, 7), repeat=5):
        assert worth(dice) == {box: obvious(dice, box) for box in BOXES}


@given(st.data())
def test_in_any_game_dice_that_are_kept_stay_as_they_lie(data):
    state = GAME.start(data.draw(st.integers(1, 3)))
    for _ in range(40):
        if GAME.turn(state) == CHANCE:
            request = GAME.roll(state)
            fallen = GAME.land(state, [data.draw(st.integers(1, 6)) for _ in request.dice])
            kept = [n for n in range(1, 6) if n not in request.numbers]
            assert all(fallen.dice[n - 1] == state.dice[n - 1] for n in kept)
            state = fallen
        else:
            state = GAME.play(state, data.draw(st.sampled_from(GAME.moves(state))))
