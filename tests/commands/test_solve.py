"""`dicecup solve`: what the start is worth, and what is worth knowing about a game."""

import json
from functools import cache
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.cli import main
from dicecup.game import CHANCE
from dicecup.messages import load
from dicecup.solve.report import Listing, percent
from tests.commands.test_commands import run

SOLVED = ["tossup", "ketchup", "pumpkins", "bratzy"]


@pytest.fixture
def solve(capsys):
    def ask(*words):
        assert main(["solve", *words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.mark.parametrize("name", SOLVED)
def test_the_start_value_is_what_advice_gives_for_a_record_that_has_only_begun(name, solve, capsys, tmp_path):
    found = solve(name)
    path = tmp_path / "game.jsonl"
    main(["new", name, "--seats", str(found["seats"]), "--to", str(path)])
    assert main(["advise", str(path), "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    assert found["start_value"] == pytest.approx(advice["value"], abs=1e-12)
    assert found["objective"] == advice["objective"]
    assert found["exact"] is advice["exact"] is True


def test_options_seats_and_objective_are_what_was_asked_for(solve):
    found = solve("tossup", "--seats", "3", "--option", "target=20", "--objective", "win")
    assert (found["game"], found["options"], found["seats"]) == ("tossup", {"target": 20}, 3)
    assert found["objective"] == "win"
    assert found["exact"] is False
    assert "estimated" in found["note"]
    assert len(found["values"]) == 3


def test_with_dice_for_which_no_match_is_solved_a_turn_of_ketchup_still_is(solve, capsys):
    found = solve("ketchup", "--option", "dice=KM,M,M,M,M", "--objective", "points")
    assert found["exact"] is True
    assert found["facts"]["average_bank_from"]["1"] == 1
    assert "chance_by_scores" not in found["facts"]
    assert main(["solve", "ketchup", "--option", "dice=KM,M,M,M,M", "--objective", "points"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Ketchup (dice=KM,M,M,M,M), 2 players")
    assert "The best turn adds 0.00 points" in told


def test_toss_ups_facts_are_those_that_were_published(solve):
    facts = solve("tossup", "--option", "target=20")["facts"]
    for dice in range(1, 11):
        assert facts["bust_chance"][str(dice)] == pytest.approx(0.5**dice - (1 / 3) ** dice, abs=1e-15)
    assert {dice: facts["increase_below"][dice] for dice in "345"} == {"3": 18, "4": 40, "5": 93}


def test_toss_ups_best_turn_is_that_of_plain_recursion(solve):
    game: Any = dicecup.find("tossup").with_options({"target": 10_000})

    @cache
    def best(state):
        """With so many points that nobody rolls on, banking; else what is more."""
        if game.turn(state) == CHANCE:
            roll = game.roll(state)
            total = 0.0
            for faces, weight in roll.outcomes():
                after = game.land(state, faces)
                if after.points != state.points or after.seat != state.seat:
                    total += weight * (0.0 if after.seat else best(after))
                else:
                    stuck = weight
            return total / (roll.combinations - stuck)
        return state.points if state.points > 150 else max(state.points, best(game.play(state, "roll")))

    start = game.start(2)
    roll = game.roll(start)
    afters = [(game.land(start, faces), weight) for faces, weight in roll.outcomes()]
    mean = sum(weight * best(after) for after, weight in afters if after.seat == 0) / roll.combinations
    assert solve("tossup", "--option", "target=20")["facts"]["best_average_turn"] == pytest.approx(mean, abs=1e-6)


def test_toss_ups_fewest_turns_are_those_of_value_iteration(solve):
    goal = 8
    solver: Any = games.solver("tossup")
    rolls = solver.__globals__["rolls"]

    def turn(left, total):
        """The fewest turns after this one, from the best play of it: `left` are guesses for every total."""

        @cache
        def rolled(points):
            ways = [(weight, greens) for weight, greens in rolls(10 - points % 10) if greens != 0]
            every = sum(weight for weight, _ in ways)
            return sum(w * (left[total] if g is None else held(points + g)) for w, g in ways) / every

        def held(points):
            bank = left[total + points] if total + points < goal else 0.0
            return bank if total + points >= goal else min(bank, rolled(points))

        ways = rolls(10)
        every = sum(weight for weight, _ in ways)
        return sum(w * (left[total] if g is None else held(g)) for w, g in ways) / every

    left = [0.0] * goal
    for _ in range(300):
        left = [1.0 + turn(left, total) for total in range(goal)]
    found = solve("tossup", "--option", "target=8", "--option", "reach=at-least")["facts"]["fewest_expected_turns"]
    assert found == pytest.approx(left[0], abs=1e-9)


def test_pumpkins_facts_say_what_to_do_at_every_total_and_the_scores_have_the_best_average(solve):
    facts = solve("pumpkins")["facts"]
    assert list(facts["what_to_do"]) == [str(total) for total in range(13)]
    scores = {int(score): chance for score, chance in facts["scores"].items()}
    assert sum(scores.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(score * chance for score, chance in scores.items()) == pytest.approx(facts["best_average"], abs=1e-12)
    for total, gains in facts["worth_beyond_stopping"].items():
        best = max(gains, key=lambda move: gains[move])
        assert set(facts["what_to_do"][total].values()) == {best if gains[best] > 0 else "stop"}


def test_bratzys_facts_agree_with_each_other(solve):
    facts = solve("bratzy")["facts"]
    scores = {int(score): chance for score, chance in facts["scores"].items()}
    mean = sum(score * chance for score, chance in scores.items())
    assert facts["best_average"] == pytest.approx(mean, abs=1e-9)
    assert facts["best_average"] == pytest.approx(248.44, abs=0.005)  # as published
    squares = sum(score**2 * chance for score, chance in scores.items())
    assert facts["variance"] == pytest.approx(squares - mean**2, abs=1e-6)
    assert sum(facts["mean_per_box"].values()) + facts["bonus_mean"] == pytest.approx(mean, abs=1e-9)


def test_ketchups_best_turn_and_best_chance_of_57_are_among_its_facts(solve):
    facts = solve("ketchup", "--option", "floor=zero")["facts"]
    game: Any = dicecup.find("ketchup")()
    rolls = list(game.roll(game.play(game.start(2), "roll")).outcomes())

    @cache
    def best(rolled, points):
        """The best average of one turn, by rolls made and points in hand."""
        if rolled == 3:
            return points
        start = game.play(game.start(2), "roll")
        total = 0.0
        for faces, weight in rolls:
            after = game.land(start, faces)
            if after.seat == 0:
                total += weight * best(rolled + 1, points + after.points)
            else:
                total += weight * after.banked[0]
        mean = total / sum(weight for _, weight in rolls)
        return max(mean, points) if rolled else mean

    assert facts["best_average_turn"] == pytest.approx(best(0, 0), abs=1e-12)
    assert facts["best_chance_of_the_goal"] == facts["chance_of_the_goal"]["0"]
    assert 0.3 < facts["best_chance_of_the_goal"] < 0.4


@pytest.mark.parametrize("name", SOLVED)
def test_people_are_shown_every_part_of_the_report_in_words(name, solve, capsys):
    assert main(["solve", name]) == 0
    out = capsys.readouterr().out
    assert "fact." not in out
    assert "{" not in out
    assert "(exact)" in out
    catalogue = load(dicecup.find(name).folder())
    report = games.report(name)
    assert report is not None
    for part in report(solve(name)["facts"]):
        title = part.title if isinstance(part, Listing) else part
        assert catalogue.text(title, []) in out


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["pig"], 1, "Pig has no solver"),
        (["tossup", "--seats", "7"], 2, "2 to 6 players"),
        (["tossup", "--seats", "1"], 2, "alone stands among the facts: dicecup solve tossup --objective points"),
        (["ketchup", "--seats", "1"], 2, "alone stands among the facts: dicecup solve ketchup --objective points"),
        (["tossup", "--option", "targt=3"], 2, "did you mean target"),
        (["ketchup", "--option", "dice=KM,M,M,M,M", "--seats", "2"], 1, "so low so often"),
        (["bratzy", "--objective", "win"], 1, "nobody to beat"),
        (["yahtzee"], 2, "there is no game"),
    ],
)
def test_what_cannot_be_solved_is_one_clear_line(words, status, reason, capsys):
    assert main(["solve", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert err.count("\n") == 1


def test_over_a_pipe_nothing_is_drawn_on_standard_error(tmp_path, monkeypatch):
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path))
    done = run("solve", "tossup", "--option", "target=30", "--json")
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("chance", "text"), [(0.5, "50.0%"), (0.0, "0.0%"), (1.0, "100.0%"), (0.00001, "0.001%"), (0.99999, "99.999%")]
)
def test_a_small_chance_is_not_shown_as_none_nor_a_great_one_as_certain(chance, text):
    assert percent(chance) == text
