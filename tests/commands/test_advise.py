"""`dicecup advise`: every legal move at the end of a record with what it is worth, best first."""

import io
import json
import sys
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.cli import main
from dicecup.errors import Unsolved
from dicecup.game import CHANCE
from dicecup.records import Header, event_line
from dicecup.solve.advice import Advice, Advised
from dicecup.table import Moved, Rolled
from tests.acting import go_on
from tests.solve.brute import met

GREENS = ["G", "G", "G", "G", "G", "G", "G", "Y", "Y", "R"]


def record(name, seats, *acts, **options):
    """A game told as at a table, as a record."""
    header = Header.new(dicecup.find(name)(**options), [f"P{n}" for n in range(seats)])
    table, lines = header.table(), [header.line()]
    for act in acts:
        event = Moved(int(table.turn), act) if isinstance(act, str) else Rolled("roll", act)
        table.apply(event)
        lines.append(event_line(event))
    return "\n".join(lines) + "\n"


@pytest.fixture
def advise(capsys, monkeypatch):
    def ask(text, *words):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        status = main(["advise", "-", *words])
        return status, *capsys.readouterr()

    return ask


@pytest.fixture
def advice(advise):
    def ask(text, *words):
        status, out, err = advise(text, "--json", *words)
        assert (status, err) == (0, "")
        return json.loads(out)

    return ask


POSITIONS = {
    "tossup": record("tossup", 2, GREENS),
    "ketchup": record("ketchup", 2, "roll", ["B", "K", "M", "R", "K"]),
    "pumpkins": record("pumpkins", 2, "roll 2", [3, 4]),
    "bratzy": record("bratzy", 1, [1, 2, 5, 5, 6]),
}


def position(name):
    """The rule set and the state at the end of its record."""
    header, *events = [json.loads(line) for line in POSITIONS[name].splitlines()]
    game = dicecup.find(name)()
    return game, go_on(game, game.start(len(header["seats"])), *(e.get("move") or e["roll"] for e in events))


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seats", [2, 3])
def test_no_answer_is_exact_and_estimated_at_once(name, seats):
    game = dicecup.find(name)()
    solution = games.solver(name)(game, seats, "win", None)
    for state in met(game, seats, 1, "exact"):
        assert solution.note_for(state).startswith("estimated") is not solution.is_exact(state)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_move_is_listed_once_best_first(name, advice):
    found = advice(POSITIONS[name])
    game, state = position(name)
    assert sorted(each["move"] for each in found["moves"]) == sorted(str(move) for move in game.moves(state))
    values = [each["value"] for each in found["moves"]]
    assert values == sorted(values, reverse=True)
    assert found["turn"] == found["seat"] == 0
    assert found["value"] == values[0]
    assert found["exact"] is True


@pytest.mark.parametrize("name", POSITIONS)
def test_a_move_is_worth_what_the_dice_behind_it_are_worth_on_average(name, advice):
    game, state = position(name)
    for each in advice(POSITIONS[name])["moves"]:
        after = game.play(state, game.parse(state, each["move"]))
        if game.turn(after) != CHANCE or game.player(after) != 0:
            continue
        mean = advice(POSITIONS[name] + json.dumps({"seat": 0, "move": each["move"]}))
        assert mean["turn"] == "chance"
        assert mean["moves"] == []
        assert mean["seat"] == 0
        assert mean["value"] == pytest.approx(each["value"], abs=1e-12)


def test_the_dice_before_the_first_roll_are_worth_the_average_of_what_they_may_show(advice):
    game = dicecup.find("tossup").with_options({"target": 30})
    begin = record("tossup", 2, target=30)
    roll: Any = game.roll(game.start(2))
    mean = 0.0
    for faces, weight in roll.outcomes():
        after = advice(record("tossup", 2, list(faces), target=30))
        mean += weight * after["values"][0] / roll.combinations
    assert advice(begin)["value"] == pytest.approx(mean, abs=1e-12)


def test_alone_it_is_points_and_with_others_to_win(advice):
    assert advice(record("pumpkins", 1))["objective"] == "points"
    assert advice(record("pumpkins", 2))["objective"] == "win"
    assert advice(record("pumpkins", 2), "--objective", "points")["objective"] == "points"


def test_the_chances_of_all_seats_add_up_to_one(advice):
    for text in (POSITIONS["tossup"], POSITIONS["ketchup"], POSITIONS["pumpkins"], record("pumpkins", 3)):
        assert sum(advice(text)["values"]) == pytest.approx(1.0, abs=1e-12)


def test_an_estimate_says_so_and_how_it_was_made(advice, advise):
    text = record("tossup", 3, GREENS)
    found = advice(text)
    assert found["exact"] is False
    assert "estimated" in found["note"]
    assert "estimated" in advise(text)[1]


def test_people_are_told_the_moves_in_percent_and_what_the_worse_ones_lose(advise):
    status, out, _ = advise(POSITIONS["tossup"])
    assert status == 0
    assert "P0 has 7 greens" in out
    assert "Chance to win, exact" in out
    best, worse = out.splitlines()[-2:]
    assert best.split()[0] == "roll"  # three dice and 7 points: rolled below 18
    assert worse.split()[0] == "bank"
    assert worse.count("%") == 2


def test_people_are_told_what_dice_that_are_to_fall_are_worth_to_everybody(advise):
    out = advise(record("tossup", 2))[1]
    assert "before the dice fall" in out
    assert "P0" in out
    assert "P1" in out


def test_a_game_that_is_over_has_no_moves_and_says_who_won(advise, advice):
    text = (dicecup.find("ketchup").folder() / "golden" / "exactly-57.jsonl").read_text()
    found = advice(text)
    assert (found["turn"], found["moves"]) == ("over", [])
    assert sum(found["values"]) == 1.0
    status, out, _ = advise(text)
    assert status == 0
    assert "over" in out


def test_a_wrong_record_is_named_by_its_line(advise):
    status, out, err = advise(POSITIONS["tossup"] + "oops\n")
    assert (status, out) == (1, "")
    assert "line 3: " in err
    assert err.count("\n") == 1
    status, out, _ = advise(POSITIONS["tossup"] + "oops\n", "--json")
    assert status == 1
    assert json.loads(out)["line"] == 3


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        (record("pig", 2), [], "Pig has no solver"),
        (record("ketchup", 2, dice=("KM", "M", "M", "M", "M")), [], "so low so often"),
        (record("bratzy", 1), ["--objective", "win"], "nobody to beat"),
    ],
)
def test_where_there_is_no_solution_one_line_says_why(text, words, reason, advise):
    status, out, err = advise(text, *words)
    assert (status, out) == (1, "")
    assert reason in err
    assert err.count("\n") == 1


def test_a_game_may_bring_advice_of_its_own_that_says_more_of_a_move(advise, advice, monkeypatch):
    def own(game, state, objective, progress):
        moves = tuple(Advised(move, 1.5, {"leaves": ["A", "E*"], "sheds": 3}) for move in ("roll", "bank"))
        return Advice(game.turn(state), "points", False, 0, (), moves, "a guess")

    monkeypatch.setattr(games, "adviser", lambda name: own)
    found = advice(POSITIONS["tossup"])
    assert found["moves"][0] == {"move": "roll", "value": 1.5, "leaves": ["A", "E*"], "sheds": 3}
    out = advise(POSITIONS["tossup"])[1]
    assert "A E*" in out
    assert "(a guess)" in out


def test_a_folder_is_asked_for_its_adviser_before_its_solver(tmp_path, monkeypatch):
    with pytest.raises(Unsolved):
        games.adviser("pig")
    folder = dicecup.find("pig").folder()
    (tmp_path / "advise.py").write_text("advise = 'the one'\n")
    monkeypatch.setattr(sys.modules["dicecup.games.pig"], "__path__", [str(folder), str(tmp_path)])
    found: Any = games.adviser("pig")
    assert found == "the one"
