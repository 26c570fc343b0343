"""Ketchup's solver against the slow and obvious one."""

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, ClassVar

import pytest

from dicecup.errors import Unsolved
from dicecup.game import OVER
from dicecup.games.ketchup import Ketchup
from dicecup.games.ketchup.solve import solve
from dicecup.simulate import play_out
from tests.solve.brute import brute, check_duel, check_steps, met, shared

FEW = ("KKKKKLLR", "KKRRRRRM", "M", "M", "M")
"""Dice with few results: one or two labels, a logo, a bust; never a penalty."""
RARE = ("KKKKKKKKLLLLLLLRRRRM", "KKKKKKKRRRRRRRRRRRRM", "BRRRRRRRRRRRRRRRRRRM", "M", "M")
"""A bottle sometimes, and a penalty once in 8,000 rolls."""

RARER = ("K" * 12 + "LLLLLRRM", "K" * 5 + "R" * 14 + "M", "R" * 19 + "M", "M", "M")


@dataclass(frozen=True, repr=False)
class Small(Ketchup):
    """To seven, and a penalty costs three."""

    goal: ClassVar[int] = 7
    penalty: ClassVar[int] = 3


@dataclass(frozen=True, repr=False)
class Tiny(Ketchup):
    """To three, and a penalty costs two."""

    goal: ClassVar[int] = 3
    penalty: ClassVar[int] = 2


OPTIONS = [
    {},
    {"chase": "one-turn"},
    {"call_from": 5},
    {"bottle_saves": True},
    {"chase": "one-turn", "call_from": 4},
]


def ended(game):
    """The value of a finished game, or of one that is tied and not yet rolled off, which is known by symmetry."""
    over = shared(game)

    def worth(state):
        return 0.5 if state.tied else over(state)

    return worth


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("dice", [FEW, RARE])
def test_a_small_match_has_the_values_of_brute_force(dice, options):
    game = Small(dice=dice, floor="zero", **options)
    solution = solve(game, 2, "win")
    assert (solution.exact, solution.note) == (True, "")
    values = brute(game, game.start(2), ended(game))
    assert len(values) > 500
    check_duel(solution, values)


@pytest.mark.parametrize("chase", ["open", "one-turn"])
def test_scores_without_a_lower_end_are_cut_off_with_an_error_within_the_stated_bound(chase):
    game = Tiny(dice=RARER, chase=chase)
    solution = solve(game, 2, "win")
    facts = solution.facts()
    stated = facts["error_of_cutting_off"]
    assert 0.0 < stated < 1e-12
    assert solution.note == f"scores are cut off at {facts['lowest_score']}: wrong by less than {stated:.1e}"
    bounds = [brute(game, game.start(2), below(game, -6, lost))[game.start(2)] for lost in (0.0, 1.0)]
    assert bounds[1] - bounds[0] < 1e-9
    assert bounds[0] - stated <= solution.start_value() <= bounds[1] + stated


def below(game, low, lost):
    """As `ended`, and a match in which a score falls below `low` is worth so much."""
    end = ended(game)

    def worth(state):
        return end(state) if min(state.banked) >= low else lost

    return worth


def test_the_cut_is_lower_where_penalties_are_more_frequent_and_none_where_there_are_none():
    lows = [solve(game, 2, "win").facts()["lowest_score"] for game in (Small(dice=RARE), Small(dice=FEW))]
    assert lows[0] < lows[1] == 0


def test_dice_with_which_scores_come_low_too_often_are_refused():
    with pytest.raises(Unsolved, match="so low so often"):
        solve(Small(dice=("KM", "M", "M", "M", "M")), 2, "win")


@pytest.mark.parametrize(
    "game",
    [
        Ketchup(),
        Ketchup(dice="five-bottles", bottle_saves=True),
        Ketchup(chase="one-turn", call_from=30),
        Ketchup(floor="zero", dice=("KKLBMR", "KL", "KM", "MR", "BM")),
    ],
)
def test_every_step_of_a_full_match_has_the_worth_of_what_it_leads_to(game):
    check_steps(solve(game, 2, "win"), met(game, 2, 12, "ketchup"))


def test_simulated_perfect_play_wins_as_often_as_the_value_says():
    game = Ketchup()
    solution = solve(game, 2, "win")
    games = 2000
    won = 0
    for number in range(games):
        rng = Random(f"perfect ketchup {number}")
        end, _ = play_out(game, game.start(2), rng, lambda rules, state, _: solution.values(state)[0][0])
        won += game.winners(end) == (0,)
    value = solution.start_value()
    assert abs(won / games - value) < 3.5 * sqrt(value * (1 - value) / games)


def test_the_best_chance_of_exactly_the_goal_alone_is_that_of_brute_force():
    game = Small(dice=RARE, floor="zero")
    values = brute(game, game.start(2), goal_alone(game), without_calls(game))
    known = solve(game, 2, "win").facts()
    assert known["best_chance_of_the_goal"] == pytest.approx(values[game.start(2)], abs=1e-12)
    alone = {state.banked[0]: value for state, value in values.items() if at_start_of_turn(state)}
    assert {int(score): chance for score, chance in known["chance_of_the_goal"].items()} == pytest.approx(
        alone, abs=1e-12
    )


def goal_alone(game):
    """Whether seat 0 came to exactly the goal, seat 1 never playing: it is frozen out of the way."""

    def worth(state):
        if game.turn(state) == OVER or state.status[0] == "out":
            return float(state.banked[0] == game.goal)
        return None

    return worth


def without_calls(game):
    return lambda state: [move for move in game.moves(state) if (state.seat == 1) == ("call" in move)]


def at_start_of_turn(state):
    return state.seat == 0 and not state.rolling and not state.rolls and state.winner < 0 and not state.tied


def test_points_are_the_average_score_at_the_end_of_the_turn_where_out_counts_nothing():
    for game in (Small(dice=RARE), Small(dice=FEW, floor="zero", call_from=5)):
        solution = solve(game, 2, "points")
        for score in range(game.goal):
            start = game.start(2).__class__((score, 0), ("playing", "playing"), 0, 0, 0, False, -1)
            values = brute(game, start, turn_over(game, start))
            for state, value in values.items():
                if turn_over(game, start)(state) is None:
                    assert solution.value(state, 0) == pytest.approx(value, abs=1e-12)
    assert solve(Ketchup(), 2, "points").start_value() == solve(Ketchup(), 2, "points").facts()["best_average_turn"]


def turn_over(game, start):
    def worth(state):
        if game.turn(state) == OVER or state.seat != start.seat or state.tied:
            return 0.0 if state.status[0] == "out" else float(state.banked[0])
        return None

    return worth


def test_a_tie_that_is_being_rolled_off_has_the_chances_of_the_dice_still_to_fall():
    game = Small(dice=FEW, floor="zero")
    tie = game.start(2).__class__((4, 4, 4), ("frozen",) * 3, 0, 0, 0, True, 0, (0, 1, 2))
    solution = solve(game, 3, "win")
    states = brute(game, tie, shared(game))
    for state, value in states.items():
        assert solution.value(state, 0) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("chase", ["open", "one-turn"])
def test_with_more_players_the_values_are_estimates_that_say_so(chase):
    game = Ketchup(chase=chase)
    solution = solve(game, 4, "win")
    assert not solution.exact
    assert solution.note.startswith("estimated")
    for state in met(game, 4, 10, "field"):
        chances = [solution.value(state, seat) for seat in range(4)]
        assert sum(chances) == pytest.approx(1.0, abs=1e-12)
        assert all(0.0 <= chance <= 1.0 + 1e-12 for chance in chances)
        for move, value in solution.values(state):
            assert 0.0 <= value <= 1.0 + 1e-12
            assert move in game.moves(state)


def test_once_two_are_left_the_field_is_the_exact_match_of_two():
    game = Ketchup()
    position = game.start(2).__class__
    three = position((40, 30, 50), ("playing", "out", "playing"), 2, 1, 3, False, -1)
    two = position((40, 50), ("playing", "playing"), 1, 1, 3, False, -1)
    assert solve(game, 3, "win").values(three) == solve(game, 2, "win").values(two)


def standing(game, mine, *others):
    """Seat 0 plays on alone: all others have called."""
    caller = 1 if game.chase == "one-turn" else -1
    status = ("playing", *("frozen" for _ in others))
    return game.start(2).__class__((mine, *others), status, 0, 0, 0, False, caller)


def shared_ties(game):
    """Those who are tied have equal shares before they roll it off."""
    over = shared(game)

    def worth(state):
        return (0 in state.tied) / len(state.tied) if state.tied else over(state)

    return worth


@pytest.mark.parametrize("chase", ["open", "one-turn"])
@pytest.mark.parametrize("others", [(5, 4), (5, 5), (5, 5, 5), (3, 6, 1), (0, 0), (2,)])
def test_who_plays_on_alone_has_exact_chances_against_the_best_of_those_who_stand(chase, others):
    game = Small(dice=RARE, floor="zero", chase=chase)
    solution = solve(game, len(others) + 1, "win")
    for mine in range(game.goal):
        values = brute(game, standing(game, mine, *others), shared_ties(game))
        for state, value in values.items():
            assert solution.is_exact(state)
            assert solution.note_for(state) == ""
            assert solution.value(state, 0) == pytest.approx(value, abs=1e-12)
            for seat, score in enumerate(others, 1):
                if state.winner < 0 and not state.tied:
                    share = (score == max(others)) / others.count(max(others))
                    assert solution.value(state, seat) == pytest.approx((1.0 - value) * share, abs=1e-12)


def test_of_several_who_stand_only_the_best_matters_while_others_play_on():
    game = Ketchup()
    position = game.start(2).__class__
    status: Any = ("playing", "frozen", "frozen", "playing")
    low, lower = (position((45, 50, score, 20), status, 0, 1, 3, False, 1) for score in (49, -10))
    solution = solve(game, 4, "win")
    assert solution.values(low) == solution.values(lower)
    assert not solution.is_exact(low)
    assert solution.note_for(low).startswith("estimated")


def test_a_tie_of_several_that_is_rolled_off_is_exact():
    game = Ketchup()
    tie = game.start(2).__class__((40, 40, 40), ("frozen",) * 3, 0, 0, 0, True, 0, (0, 1, 2))
    assert solve(game, 3, "win").is_exact(tie)
    assert solve(game, 3, "win").note_for(tie) == ""


@pytest.mark.parametrize("chase", ["open", "one-turn"])
def test_the_bound_of_the_error_and_whether_a_value_is_exact_depend_on_the_scores(chase):
    game = Ketchup(chase=chase)
    solution: Any = solve(game, 2, "win")
    low = solution.facts()["lowest_score"]
    both = game.start(2).__class__((low, low), ("playing", "playing"), 0, 0, 0, False, -1)
    assert not solution.is_exact(both)
    assert solution.two.error((low, low)) > 1e-3
    assert solution.note_for(both).endswith(f"wrong by less than {solution.two.error((low, low)):.1e}")
    assert solution.is_exact(game.start(2))
    assert solution.note_for(game.start(2)) == solution.note


@pytest.mark.parametrize("chase", ["open", "one-turn"])
def test_a_call_below_the_lowest_score_of_the_tables_is_compared_by_the_scores_as_they_are(chase):
    game = Ketchup(chase=chase)
    solution = solve(game, 2, "win")
    low = solution.facts()["lowest_score"]
    for mine, yours in ((low - 10, low), (low, low - 10), (low - 10, low - 10), (low - 30, low - 20)):
        state = standing(game, mine, yours)
        assert solution.is_exact(state)
        assert dict(solution.values(state))["call"] == (1.0 if mine > yours else 0.5 if mine == yours else 0.0)
    check_steps(solution, [standing(game, low + more, low) for more in (-25, -10, -1, 0, 1, 10)])
