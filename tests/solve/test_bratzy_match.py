"""Bratzy with others: the last turns exactly, and before them an estimate that says so."""

from random import Random

import numpy as np
import pytest

from dicecup.game import CHANCE, OVER
from dicecup.games.bratzy.bells import Bells
from dicecup.games.bratzy.bells import Plain as PlainBells
from dicecup.games.bratzy.last import Last
from dicecup.games.bratzy.rules import Bratzy
from dicecup.games.bratzy.solve import average_of, solve
from dicecup.simulate import play_out

from .bratzy_small import Mixed, Tiny, wins
from .brute import met

GAME = Bratzy()


def ending(*open_boxes, sheets=((), ())):
    """The beginning of a turn with these boxes open, the others filled with nothing but what is given."""
    filled = tuple(
        tuple(None if box in open_boxes[seat] else dict(given).get(box, 0) for box in GAME.boxes)
        for seat, given in enumerate(sheets)
    )
    return GAME._fresh(filled, sum(value is not None for sheet in filled for value in sheet))


def test_a_match_of_two_at_a_small_variant_is_worth_what_the_contract_alone_gives():
    game = Tiny()
    slow, fast = wins(game), solve(game, 2, "win")
    slow.value(game.start(2))
    for state, values in slow.known.items():
        assert fast.is_exact(state)
        assert [fast.value(state, seat) for seat in (0, 1)] == pytest.approx(values, abs=1e-12)


def test_every_move_in_a_match_of_two_is_worth_what_it_leads_to():
    game = Tiny()
    slow, fast = wins(game), solve(game, 2, "win")
    slow.value(game.start(2))
    for state in list(slow.known):
        for move, value in fast.values(state):
            assert value == pytest.approx(slow.value(game.play(state, move))[int(game.turn(state))], abs=1e-12)


def test_the_last_box_of_three_players_is_exact():
    game = Tiny()
    fast, slow = solve(game, 3, "win"), wins(game)
    checked = 0
    for number in range(30):
        state = game.start(3)
        rng = Random(f"three/{number}")
        while game.turn(state) != OVER:
            if fast.is_exact(state):
                assert fast.value(state, 2) == pytest.approx(slow.value(state)[2], abs=1e-12)
                checked += 1
            turn = game.turn(state)
            state = (
                game.land(state, game.roll(state).throw(rng))
                if turn == CHANCE
                else game.play(state, rng.choice(game.moves(state)))
            )
    assert checked >= 30


def test_in_the_last_turns_every_step_is_worth_what_may_follow():
    fast = solve(GAME, 2, "win")
    given = ((("chance", 20), ("sixes", 24), ("fives", 20)), (("chance", 28), ("sixes", 18)))
    state = ending(["ones", "fours"], ["fives", "bratzy"], sheets=given)
    rng = Random("steps")
    steps = 0
    while GAME.turn(state) != OVER:
        assert fast.is_exact(state)
        turn = GAME.turn(state)
        if turn == CHANCE:
            request = GAME.roll(state)
            ends = [(weight, fast.value(GAME.land(state, faces), 0)) for faces, weight in request.outcomes()]
            mean = sum(weight * value for weight, value in ends) / request.combinations
            assert fast.value(state, 0) == pytest.approx(mean, abs=1e-12)
            state = GAME.land(state, request.throw(rng))
        else:
            values = fast.values(state)
            for move, value in values:
                assert value == pytest.approx(fast.value(GAME.play(state, move), int(turn)), abs=1e-12)
            state = GAME.play(state, rng.choice(values)[0])
        steps += 1
    assert steps >= 8


def test_whoever_needs_a_bratzy_to_win_rolls_for_it_and_not_for_points():
    state = ending([], ["bratzy"], sheets=((("chance", 30), ("bratzy", 10)), ()))
    fast = solve(GAME, 2, "win")
    assert fast.value(state, 1) == pytest.approx(2.301432 / 50, abs=1e-7)


def test_chances_of_all_seats_add_up_to_one_wherever_a_game_stands():
    for seats in (2, 4):
        fast = solve(GAME, seats, "win")
        rng = Random(seats)
        state = GAME.start(seats)
        while GAME.turn(state) != OVER:
            if GAME.turn(state) == CHANCE:
                state = GAME.land(state, GAME.roll(state).throw(rng))
                assert sum(fast.value(state, seat) for seat in range(seats)) == pytest.approx(1.0, abs=1e-9)
            else:
                state = GAME.play(state, rng.choice(GAME.moves(state)))
        assert sum(fast.value(state, seat) for seat in range(seats)) == pytest.approx(1.0)


def test_estimates_say_that_they_are_and_the_last_turns_that_they_are_not():
    fast = solve(GAME, 2, "win")
    assert not fast.exact
    assert not fast.is_exact(GAME.start(2))
    assert "estimated" in fast.note
    assert fast.is_exact(ending(["ones", "chance"], ["twos", "bratzy"]))


def test_looking_ahead_for_the_average_gives_the_average():
    average = average_of(Mixed(), None)
    last = Last(average)
    for card in ((0, 0), (1, 0), (4, 0)):
        totals = np.arange(200)
        found = last.look_ahead(card, lambda at: at.astype(np.float64), totals, {})
        assert found[0] == pytest.approx(average.values[average.place(*card)], abs=1e-12)


def test_playing_to_win_is_not_beaten_by_playing_for_the_average():
    match, alone = solve(GAME, 2, "win"), solve(GAME, 2, "points")
    won = 0.0
    games = 200
    for number in range(games):
        seat = number % 2
        choose = lambda _, state, __: (match if state.turns % 2 == seat else alone).values(state)[0][0]  # noqa: B023, E731
        end, _ = play_out(GAME, GAME.start(2), Random(f"match/{number}"), choose)
        won += match.value(end, seat)
    # Even play would be below this with a chance of one in 40,000.
    assert won / games > 0.5 - 4 * 0.5 / games**0.5


def test_the_compiled_curves_of_sheets_with_many_open_boxes_are_those_of_the_plain_twin():
    average = average_of(GAME, None)
    fast, plain = (kind(average.sheets, average.curves) for kind in (Bells, PlainBells))
    rng = Random("curves")
    utility = np.sort(np.random.default_rng(5).random(375))
    for _ in range(50):
        filled = sum(1 << box for box in rng.sample(range(15), rng.randint(1, 6)))
        lane = rng.randrange(average.sheets.lanes[filled & 63])
        points, place = rng.randrange(0, 120), average.place(filled, lane)
        finals = plain.finals(place, points, 374)
        assert finals.sum() == pytest.approx(1.0, abs=1e-12)
        np.testing.assert_allclose(fast.finals(place, points, 374), finals, rtol=0, atol=1e-12)
        places = average.walks.next_places(filled, lane)
        worths = plain.worths(places, points, utility)
        np.testing.assert_allclose(fast.worths(places, points, utility), worths, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seats", [2, 3, 6, 12])
def test_the_start_is_worth_an_equal_share_or_a_little_more(seats):
    """Who plays for the average as the others are taken to do has an equal share; playing to win is not worse."""
    assert 1.0 <= seats * solve(GAME, seats, "win").start_value() <= 1.02


def test_a_box_that_is_filled_early_is_worth_about_what_the_next_position_is():
    """Not quite: the next player then looks at the sheets too, and plays to win."""
    for seats in (2, 3):
        fast = solve(GAME, seats, "win")
        off = []
        for state in met(GAME, seats, 3, "filled"):
            mover = state.turns % seats
            if GAME.turn(state) == mover and state.sheets[mover].count(None) > 6:
                scored = [(move, value) for move, value in fast.values(state) if str(move).startswith("score")]
                off += [abs(fast.value(GAME.play(state, move), mover) - value) for move, value in scored]
        assert len(off) > 500
        assert sum(off) / len(off) < 0.005
        assert max(off) < 0.05
