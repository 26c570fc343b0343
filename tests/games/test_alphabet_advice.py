"""Advice for Alphabet, and hints at the terminal."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

from dicecup import cli
from dicecup.errors import Unsolved
from dicecup.game import CHANCE, OVER
from dicecup.games import adviser
from dicecup.games.alphabet import Alphabet, advise, finds
from dicecup.games.alphabet.finds import shed
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.alphabet.prospects import Seats, worth
from tests.games.alphabet_positions import WORDS, holding, playing, position

GAME = playing(WORDS)
ADVISE = adviser("alphabet")


@pytest.fixture(autouse=True)
def _a_short_look(monkeypatch):
    monkeypatch.setattr(advise, "EFFORT", 30)


def test_moves_come_best_first_with_what_they_shed_and_leave():
    state = position("CAT", ["S*SUEHRB", "OSA"])
    advice = ADVISE(GAME, state, None, None)
    assert advice.seat == 0
    assert not advice.exact
    assert sum(advice.values) == pytest.approx(1)
    assert [each.value for each in advice.moves] == sorted((each.value for each in advice.moves), reverse=True)
    for each in advice.moves:
        GAME.parse(state, str(each.move))
        assert each.more["sheds"] == (shed(each.move) if isinstance(each.move, (Build, Slurp)) else 0)
        assert each.more["leaves"] == holding(GAME.play(state, each.move), 0)


def test_a_die_that_is_slurped_and_kept_is_left_in_the_hand():
    state = position("CAT", ["U", "OSE"])
    slurps = [each for each in ADVISE(playing("CAT CUT"), state, None, None).moves if isinstance(each.move, Slurp)]
    kept = {str(each.move): each.more["leaves"] for each in slurps}
    assert kept == {"slurp 1,0 A>U give 0": ["A"], "slurp 1,0 A>U give 1": []}


def test_what_is_expected_to_follow_is_told_in_words():
    """Going out by itself is answered by a slurp that feeds."""
    state = position("CAT", ["S", "UOSE"])
    best = ADVISE(playing("CAT CATS CUT CUTS"), state, None, None).moves[0]
    assert str(best.move) == "build 0,0 across (CAT)S"
    first = best.more["expects"][0]
    assert (first["seat"], first["move"], first["short"]) == (1, "slurp 1,0 A>U give 0", "A>U 1,0")


def test_what_is_expected_is_played_by_whose_turn_it_is():
    state = position("CAT", ["SSUEHRB", "OSA", "ATE"])
    for each in ADVISE(GAME, state, None, None).moves:
        after = GAME.play(state, each.move)
        for expected in each.more["expects"]:
            assert expected["seat"] == after.seat
            after = GAME.play(after, GAME.parse(after, expected["move"]))


def test_without_a_compiler_the_answers_to_the_best_moves_are_looked_at(monkeypatch):
    monkeypatch.setattr(finds, "COMPILED", False)
    advice = ADVISE(GAME, position("CAT", ["SSUEHRB", "OSA"]), None, None)
    assert f"looking 1 turn ahead, at {advise.LOOKS} positions" in advice.note
    assert len(advice.moves) == advise.LOOKS - 1
    assert all(each.more["expects"] for each in advice.moves)


def test_where_nothing_was_looked_at_nothing_is_expected_and_the_note_says_so(monkeypatch):
    monkeypatch.setattr(advise, "EFFORT", 0.001)
    advice = ADVISE(GAME, position("CAT", ["SSUEHRB", "OSA"]), None, None)
    assert "answers to it were not looked at" in advice.note
    assert len(advice.moves) > 3
    assert not any("expects" in each.more for each in advice.moves)


def test_the_same_position_is_advised_the_same():
    state = position("CAT", ["SSUEHRB", "OSA"])
    assert ADVISE(GAME, state, None, None) == ADVISE(GAME, state, "win", None)


def test_where_dice_are_to_fall_or_all_is_over_there_is_nothing_to_choose():
    start = Alphabet().start(2)
    assert (ADVISE(Alphabet(), start, None, None).turn, ADVISE(Alphabet(), start, None, None).moves) == (CHANCE, ())
    over = msgspec.structs.replace(position("CAT", ["", "S"]), serving=4, servings=((0, 1),) * 4)
    advice = ADVISE(GAME, over, None, None)
    assert (advice.turn, advice.values) == (OVER, (1.0, 0.0))


def test_before_dice_fall_the_chances_go_by_the_points_and_who_starts():
    ahead = msgspec.structs.replace(Alphabet().start(3), serving=2, servings=((0, 5, 9),), starter=1)
    values = ADVISE(Alphabet(), ahead, None, None).values
    assert sum(values) == pytest.approx(1)
    assert values[0] > values[1] > values[2]
    first, *others = ADVISE(Alphabet(), Alphabet().start(3), None, None).values
    assert first > others[0] == others[1]


def test_before_a_reheat_the_chances_go_by_the_dice_in_hand():
    state = position("CAT", ["EB", "EBKVW"], due="reheat", passes=2)
    few, many = ADVISE(GAME, state, None, None).values
    assert few > many


def test_advice_for_points_is_refused():
    with pytest.raises(Unsolved, match="winning"):
        ADVISE(GAME, position("CAT", ["S", "U"]), "points", None)


def test_progress_is_told_from_nothing_to_all():
    told = []
    ADVISE(GAME, position("CAT", ["SSUEHRB", "OSA"]), None, lambda done, what: told.append(done))
    assert told == sorted(told)
    assert all(0 <= done <= 1 for done in told)


def test_advise_prints_the_moves_of_a_record(tmp_path, capsys):
    golden = next((Alphabet.folder() / "golden").glob("reheat.jsonl"))
    record = tmp_path / "game.jsonl"
    record.write_text("\n".join(golden.read_text().splitlines()[:3]) + "\n")
    assert cli.main(["advise", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"move", "value", "sheds", "leaves", "expects"} == {*told["moves"][0]}
    assert told["moves_cut"]
    assert cli.main(["advise", str(record)]) == 0
    out = capsys.readouterr().out
    assert "leaves" in out
    assert "further moves may be made and are not listed; --move" in out


def test_somebody_asks_what_a_move_of_his_own_is_worth(tmp_path, capsys):
    golden = next((Alphabet.folder() / "golden").glob("reheat.jsonl"))
    record = tmp_path / "game.jsonl"
    record.write_text("\n".join(golden.read_text().splitlines()[:3]) + "\n")
    assert cli.main(["advise", str(record), "--json", "--move", "pass"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "pass" not in [each["move"] for each in told["moves"]]
    (passed,) = told["asked"]
    assert passed["move"] == "pass"
    assert 0 < passed["value"] < told["value"]
    listed = told["moves"][1]
    assert cli.main(["advise", str(record), "--json", "--move", listed["move"]]) == 0
    assert json.loads(capsys.readouterr().out)["asked"] == [listed]
    assert cli.main(["advise", str(record), "--move", "pass"]) == 0
    assert "pass is worth" in capsys.readouterr().out
    assert cli.main(["advise", str(record), "--move", "ZZXJ"]) == 1
    assert "ZZXJ" in capsys.readouterr().err


@pytest.mark.parametrize("mover", [0, 1])
def test_H17_of_two_who_are_out_the_one_whose_turn_comes_first_has_won(mover):
    nothing = np.zeros((1, 2))
    seats = Seats(turns=nothing, points=nothing, slurps=np.zeros((1, 2), dtype=bool))
    chances = worth(seats, mover, np.array([0, 0]), 4, "double-dice")[0]
    assert chances[mover] > 0.8
    assert chances.sum() == pytest.approx(1.0)
