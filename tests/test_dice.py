"""Exact dice: against plain enumeration of every way the dice can fall."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.dice import D6, combinations, outcomes, tally

LIGHT = ("G", "G", "G", "Y", "Y", "R")
faces = st.sampled_from(["A", "B", "C", 1, 2])
dice = st.lists(st.lists(faces, min_size=1, max_size=4).map(tuple), max_size=4).map(tuple)


def enumerated(dice):
    """The slow and obvious way: every combination, merged where only the order differs."""
    return Counter(frozenset(Counter(shown).items()) for shown in product(*dice))


@given(dice)
def test_distinct_results_have_the_weights_that_enumeration_gives(dice):
    assert {frozenset(Counter(shown).items()): weight for shown, weight in outcomes(dice)} == enumerated(dice)


@given(dice)
def test_each_result_is_written_so_that_the_dice_could_show_it_one_by_one(dice):
    for shown, _ in outcomes(dice):
        assert all(face in die for face, die in zip(shown, dice, strict=True))


@given(dice)
def test_weights_are_whole_numbers_that_sum_to_the_ways_in_which_the_dice_fall(dice):
    weights = [weight for _, weight in outcomes(dice)]
    assert all(type(weight) is int for weight in weights)
    assert sum(weights) == combinations(dice)


@given(dice)
def test_counting_a_face_agrees_with_the_distinct_results(dice):
    counted: Counter[int] = Counter()
    for shown, weight in outcomes(dice):
        counted[shown.count("A")] += weight
    assert tally(dice, lambda face: face == "A") == counted


@pytest.mark.parametrize(("dice", "results"), [((D6,) * 5, 252), ((LIGHT,) * 10, 66), ((), 1)])
def test_the_number_of_distinct_results_is_the_known_one(dice, results):
    assert len(outcomes(dice)) == results


@pytest.mark.parametrize("count", range(1, 11))
def test_the_chance_to_run_a_red_light_is_a_half_to_the_d_less_a_third_to_the_d(count):
    bust = sum(weight for shown, weight in outcomes((LIGHT,) * count) if "G" not in shown and "R" in shown)
    assert bust == 3**count - 2**count
    assert combinations((LIGHT,) * count) == 6**count


def test_forty_dice_are_counted_without_enumerating_six_to_the_fortieth():
    assert sum(tally((D6,) * 40, int).values()) == 6**40
    assert sum(weight for _, weight in outcomes((LIGHT,) * 40)) == 6**40
