"""Bratzy's best average: the solver is the rules, its twins are the same, and the figures are those published."""

from random import Random

import numpy as np
import pytest

from dicecup.errors import Unsolved
from dicecup.game import CHANCE, OVER
from dicecup.games.bratzy.average import Average
from dicecup.games.bratzy.lattice import Sheets
from dicecup.games.bratzy.rules import Bratzy
from dicecup.games.bratzy.shipped import shipped
from dicecup.games.bratzy.solve import solve
from dicecup.games.bratzy.turns import COMPILED, Plain, Walks
from dicecup.simulate import play_out

from .bratzy_small import SMALL, Mixed, points

GAME = Bratzy()


@pytest.fixture(scope="module")
def average():
    return Average(GAME)


@pytest.fixture(scope="module")
def alone():
    return solve(GAME, 1, "points")


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_every_state_of_a_small_variant_is_worth_what_the_contract_alone_gives(game):
    slow = points(game)
    fast = solve(game, 1, "points")
    assert fast.start_value() == pytest.approx(slow.value(game.start(1))[0], abs=1e-12)
    for state, (value,) in slow.known.items():
        assert fast.value(state, 0) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_every_move_of_a_small_variant_is_worth_what_it_leads_to(game):
    slow = points(game)
    slow.value(game.start(1))
    fast = solve(game, 1, "points")
    for state in list(slow.known):
        values = fast.values(state)
        assert {move for move, _ in values} == set(game.moves(state))
        assert values == sorted(values, key=lambda pair: -pair[1])
        for move, value in values:
            assert value == pytest.approx(slow.value(game.play(state, move))[0], abs=1e-12)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_the_compiled_walks_and_the_plain_ones_agree(game):
    assert COMPILED, "the kernel was not built"
    sheets = Sheets(game)
    found = []
    for walks in (Walks(sheets), Plain(sheets)):
        table = sheets.full()
        for layer in sheets.layers():
            walks.fill(table, layer)
        worths = np.random.default_rng(8).random((len(sheets.box), 19))
        one = np.ascontiguousarray(worths[:, 0])
        turns = walks.turn(0, worths), walks.turn(1, worths)
        found.append((table, walks.stages(1, one), *turns, walks.next_places(1, 0)))
    for compiled, plain in zip(*found, strict=True):
        np.testing.assert_allclose(compiled, plain, rtol=0, atol=1e-9)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_scores_are_spread_the_same_by_the_compiled_walks_and_the_plain_ones(game):
    average = Average(game)
    fast = average.spread_from(0, 0)
    average.walks = Plain(average.sheets)
    plain = average.spread_from(0, 0)
    np.testing.assert_allclose(fast.chances, plain.chances, rtol=0, atol=1e-12)
    np.testing.assert_allclose(fast.ended, plain.ended, rtol=0, atol=1e-12)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_points_to_come_are_spread_the_same_backwards_and_forwards_compiled_and_plain(game):
    fast, plain = Average(game), Average(game)
    plain.walks = Plain(plain.sheets)
    for filled in (1, 0, 4):
        for lane in range(fast.sheets.lanes[filled & (1 << fast.sheets.high) - 1]):
            forward = fast.spread_from(filled, lane).chances
            backward = fast.to_come(filled, lane)
            np.testing.assert_allclose(backward, plain.to_come(filled, lane), rtol=0, atol=1e-12)
            np.testing.assert_allclose(backward[: len(forward)], forward, rtol=0, atol=1e-12)
            assert backward[len(forward) :].sum() == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_how_points_are_spread_is_summed_up_the_same_by_both_twins_and_as_the_spread_has_it(game):
    fast, plain = Average(game), Average(game)
    plain.walks = Plain(plain.sheets)
    curves, again = (np.asarray(each._build_curves(None)["curves"], dtype=float) for each in (fast, plain))
    for filled in (0, 1, 4):
        for lane in range(fast.sheets.lanes[filled & (1 << fast.sheets.high) - 1]):
            place, spread = fast.place(filled, lane), fast.spread_from(filled, lane)
            chance, mean, deviation, without, deviation_without = curves[place]
            middle = chance * mean + (1.0 - chance) * without
            square = chance * (mean**2 + deviation**2) + (1.0 - chance) * (without**2 + deviation_without**2)
            assert middle == pytest.approx(spread.mean, abs=1e-4)
            assert square - middle**2 == pytest.approx(max(spread.variance, 0.25), abs=0.26)
    np.testing.assert_allclose(again, curves, rtol=1e-5, atol=1e-4)


def test_the_curves_of_the_start_have_the_bonus_the_mean_and_the_spread_of_the_whole_game(average):
    chance, mean, deviation, without, deviation_without = average.curves[average.place(0, 0)].astype(float)
    spread = average.spread
    square = chance * (mean**2 + deviation**2) + (1.0 - chance) * (without**2 + deviation_without**2)
    assert chance * mean + (1.0 - chance) * without == pytest.approx(spread.mean, abs=1e-3)
    assert square - spread.mean**2 == pytest.approx(spread.variance, rel=1e-4)
    bonus = spread.mean - float(spread.ended.sum(axis=0) @ average.sheets.worth)
    assert chance == pytest.approx(bonus / GAME.bonus, abs=1e-6)


def test_both_twins_agree_on_turns_of_the_real_game(average):
    plain = Plain(average.sheets)
    table = average.values.copy()
    full = (1 << 15) - 1
    for filled in (full ^ 1 << 14, full ^ 0b101, full ^ 0b111000, 0b10101, 0):
        again = table.copy()
        plain.fill(again, np.array([filled], np.int32))
        np.testing.assert_allclose(again, table, rtol=0, atol=1e-9)


def test_the_best_average_is_248_44(alone):
    assert round(alone.start_value(), 2) == 248.44
    assert alone.exact


LEFT = [("ones", 2.106481), ("one-pair", 10.628797), ("chance", 23.333333), ("bratzy", 2.301432)]


@pytest.mark.parametrize(("box", "mean"), [*LEFT, ("twos", 2 * 2.106481), ("sixes", 6 * 2.106481)])
def test_one_box_left_and_the_bonus_settled_is_worth_what_is_published(alone, box, mean):
    sheet = tuple(None if each == box else 0 for each in GAME.boxes)
    state = GAME._fresh((sheet,), 14)
    assert alone.value(state, 0) == pytest.approx(mean, abs=1e-5)


def test_there_are_252_rolls_and_462_keeps(average):
    assert len(average.sheets.lattice.rolls) == 252
    assert len(average.sheets.lattice.keeps) == 462


@pytest.mark.parametrize("filled", [0b111111111100000, 0b000001011111111, 0b111111100111110])
def test_the_spread_has_the_mean_that_is_the_value_and_is_the_same_found_backwards(average, filled):
    sheets = average.sheets
    for lane in range(sheets.lanes[filled & 63]):
        spread = average.spread_from(filled, lane)
        backward = average.to_come(filled, lane)
        assert spread.chances.sum() == pytest.approx(1.0, abs=1e-12)
        assert spread.mean == pytest.approx(average.values[average.place(filled, lane)], abs=1e-10)
        np.testing.assert_allclose(backward[: len(spread.chances)], spread.chances, rtol=0, atol=1e-12)


def test_the_spread_that_comes_with_the_program_is_that_of_the_rules(average):
    known = shipped(average.identity("spread"))
    assert known is not None
    spread = average.spread_from(0, 0)
    np.testing.assert_allclose(known["chances"], spread.chances, rtol=0, atol=1e-14)
    np.testing.assert_allclose(known["ended"], spread.ended, rtol=0, atol=1e-12)
    assert len(spread.chances) - 1 == 374
    assert spread.chances.sum() == pytest.approx(1.0, abs=1e-12)
    assert spread.mean == pytest.approx(average.values[average.place(0, 0)], abs=1e-10)
    np.testing.assert_allclose(spread.ended.sum(axis=1), 1.0, rtol=0, atol=1e-12)


def test_of_other_rules_no_spread_comes_with_the_program():
    assert shipped(Average(Mixed()).identity("spread")) is None


def test_the_facts_fit_together(alone):
    facts = alone.facts()
    boxes = sum(facts["mean_per_box"].values())
    assert boxes + facts["bonus_mean"] == pytest.approx(facts["best_average"])
    scores = {int(total): chance for total, chance in facts["scores"].items()}
    assert sum(total * chance for total, chance in scores.items()) == pytest.approx(facts["best_average"], abs=1e-9)
    at_least = sum(chance for total, chance in scores.items() if total >= 250)
    assert facts["chance_of_at_least"]["250"] == pytest.approx(at_least, abs=1e-12)


def test_perfect_play_scores_on_average_what_the_start_is_worth(alone):
    games = 400
    totals = []
    for number in range(games):
        end, _ = play_out(
            GAME, GAME.start(1), Random(f"perfect/{number}"), lambda _, state, __: alone.values(state)[0][0]
        )
        totals.append(GAME.scores(end)[0])
    error = (alone.facts()["variance"] / games) ** 0.5
    assert abs(sum(totals) / games - alone.start_value()) < 4 * error


def test_a_roll_is_worth_the_mean_of_what_it_may_show(alone):
    state = GAME.start(1)
    for act in ([6, 6, 1, 2, 3], "keep 6 6"):
        state = GAME.play(state, GAME.parse(state, act)) if isinstance(act, str) else GAME.land(state, act)
    assert GAME.turn(state) == CHANCE
    request = GAME.roll(state)
    ends = [(weight, alone.value(GAME.land(state, faces), 0)) for faces, weight in request.outcomes()]
    assert alone.value(state, 0) == pytest.approx(sum(w * v for w, v in ends) / request.combinations, abs=1e-9)


def test_at_the_end_a_sheet_is_worth_its_score(alone):
    sheet = (3, 6, 9, 12, 15, 18, *(0,) * 9)
    state = GAME._fresh((sheet,), 15)
    assert GAME.turn(state) == OVER
    assert alone.value(state, 0) == 113
    assert alone.values(state) == []


def test_dice_that_differ_are_not_solved():
    class Odd(Mixed):
        dice = ((1, 2), (1, 3), (1, 2))

    with pytest.raises(Unsolved, match="all alike"):
        solve(Odd(), 1, "points")


def test_a_player_alone_cannot_play_to_win():
    with pytest.raises(Unsolved, match="points"):
        solve(GAME, 1, "win")
