"""Requests for dice: what may fall, and that samples follow the weights."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.chance import Deal, HandsRoll, Roll
from dicecup.dice import D6
from dicecup.errors import IllegalRoll

ROLL = Roll((D6, ("A", "B")), (2, 5))


def test_faces_come_back_as_they_fell_die_by_die():
    assert ROLL.check([6, "A"]) == (6, "A")


@pytest.mark.parametrize("faces", [[6], [6, "A", "A"], ["A", 6], [7, "A"], [0, "B"], "6A", None, {}, 6])
def test_faces_that_the_dice_do_not_have_are_refused(faces):
    with pytest.raises(IllegalRoll):
        ROLL.check(faces)


@pytest.mark.parametrize("lookalike", [True, 1.0, "1", None, [1]])
def test_nothing_passes_for_a_one_but_one(lookalike):
    with pytest.raises(IllegalRoll, match=r"not a face|has no"):
        ROLL.check([lookalike, "A"])


def test_the_refusal_names_the_die_and_its_faces():
    with pytest.raises(IllegalRoll, match="die 5 has no 'C'; its faces are A B"):
        ROLL.check([1, "C"])


def test_sampling_an_outcome_is_as_likely_as_throwing_it():
    roll = Roll((D6, D6))
    rng = Random(5)
    sampled = Counter(tuple(sorted(roll.sample(rng))) for _ in range(36_000))
    thrown = Counter(tuple(sorted(roll.throw(rng))) for _ in range(36_000))
    for faces, weight in roll.outcomes():
        assert abs(sampled[faces] - 1000 * weight) < 6 * (1000 * weight) ** 0.5
        assert abs(thrown[faces] - 1000 * weight) < 6 * (1000 * weight) ** 0.5


@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_a_deal_gives_each_seat_as_many_different_dice(seats, rng):
    deal = Deal(seats, 36 // seats, tuple(range(1, 37)))
    hands = deal.throw(rng)
    assert deal.check(hands) == hands
    dealt = [number for hand in hands for number in hand]
    assert len(set(dealt)) == len(dealt) == seats * (36 // seats)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ([[1, 2]], "each of 2 seats"),
        ([[1, 2], [3]], "expected 2 die numbers"),
        ([[1, 2], [2, 3]], "dealt twice"),
        ([[2, 1], [3, 4]], "lowest die number first"),
        ([[1, 2], [3, 5]], "no die 5"),
        ([[True, 2], [3, 4]], "no die True"),
        ("12", "each of 2 seats"),
    ],
)
def test_a_wrong_deal_is_refused_with_the_reason(hands, why):
    with pytest.raises(IllegalRoll, match=why):
        Deal(2, 2, (1, 2, 3, 4)).check(hands)


def test_hands_are_rolled_seat_by_seat():
    roll = HandsRoll({1: D6, 2: ("A",)}, ((1,), (2,)))
    assert roll.check([[3], ["A"]]) == ((3,), ("A",))
    with pytest.raises(IllegalRoll, match="seat 1: die 2 has no 3"):
        roll.check([[3], [3]])


def test_H26_dice_are_thrown_by_number_so_that_those_placed_change_none_of_the_others():
    dice = dict.fromkeys(range(1, 9), D6)
    before = HandsRoll(dice, ((1, 3, 4), (2, 5))).throw(Random(4))
    after = HandsRoll(dice, ((4,), (2, 3, 5))).throw(Random(4))
    assert after == ((before[0][2],), (before[1][0], before[0][1], before[1][1]))
