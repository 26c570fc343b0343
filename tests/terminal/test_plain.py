"""Play in lines of text, as over a pipe."""

from __future__ import annotations

import io
import re
from random import Random

import pytest

import dicecup
from dicecup import games
from dicecup.cli import main
from dicecup.errors import IllegalRoll
from dicecup.records import replay
from dicecup.terminal.session import Session
from tests.terminal.piped import begin, play, typing

ALL = ["alphabet", "bratzy", "ketchup", "pumpkins", "tossup"]
SHORT = {"tossup": {"target": 5}, "pumpkins": {"turns": 1}}


def anybody(seed):
    """Somebody who presses any of the keys that are offered, and does not want another game."""
    rng = Random(seed)

    def answers(asked):
        if "Play again" in asked:
            return "n"
        keys = re.findall(r"\[(.)\]", asked)
        return rng.choice(keys) if keys else rng.choice("123456789abcdefghijklmnopsr")

    return answers


@pytest.mark.parametrize("name", ALL)
def test_every_game_is_played_to_its_end_and_recorded(name, tmp_path):
    path = tmp_path / "game.jsonl"
    session = begin(dicecup.find(name), "Ann bot", seed=3, path=path, options=SHORT.get(name, {}))
    status, text = play(session, anybody(1))
    assert status == 0
    assert "Final scores: Ann" in text
    assert "\x1b" not in text
    with path.open("rb") as stream:
        _, table = replay(stream)
    assert table.over


@pytest.mark.parametrize("name", ["ketchup", "pumpkins", "tossup"])
def test_a_seed_repeats_dice_and_bots(name):
    games_played = [play(begin(dicecup.find(name), "Ann bot Cyd:bot", seed=11), anybody(5))[1] for _ in range(2)]
    assert games_played[0] == games_played[1]


def test_nonsense_is_answered_with_what_is_possible():
    session = begin(dicecup.find("tossup"), "Ann Ben", seed=1)
    _, text = play(session, typing("fly", "q", "y", then=anybody(1)))
    assert "'fly' is not a move here; expected one of: roll, bank" in text


def test_a_number_with_noughts_before_it_is_no_crash(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("00051\n"))
    assert main(["play", "--plain"]) == 1
    assert "There is no game '00051'" in capsys.readouterr().out


def test_bots_of_any_level_have_names_of_their_own():
    session = begin(dicecup.find("alphabet"), "bot:sharp bot Bot:steady Zoe:gentle", seed=1)
    assert session.names == ["Bot 1", "Bot 2", "Bot 3", "Zoe"]


def test_leaving_asks_and_a_game_that_was_not_recorded_can_still_be_kept(tmp_path):
    path = tmp_path / "kept.jsonl"
    session = begin(dicecup.find("tossup"), "Ann Ben", seed=1)
    status, text = play(session, typing("b", "q", "n", "q", "nope", f"keep {path}", then=anybody(1)))
    assert status == 0
    assert text.count("Leave the game?") == 3
    with path.open("rb") as stream:
        header, table = replay(stream)
    assert header.names == ("Ann", "Ben")
    assert table.events >= 2


def test_going_on_gives_the_dice_that_playing_through_would_have_given(tmp_path):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    play(begin(dicecup.find("tossup"), "Ann Ben", seed=7, path=whole, options={"target": 5}), lambda _: "b")
    play(
        begin(dicecup.find("tossup"), "Ann Ben", seed=7, path=parts, options={"target": 5}),
        typing("b", "q", "y", then=anybody(1)),
    )
    play(Session.resume(parts), lambda _: "b")
    assert whole.read_text() == parts.read_text()


def test_the_end_of_the_input_is_told_and_loses_nothing(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "tossup", "--seats", "Ann", "Ben", "--seed", "1", "--record", str(path)]) == 1
    assert "The input has ended before the game" in capsys.readouterr().out
    with path.open("rb") as stream:
        assert replay(stream)[1].events == 1


def test_a_record_is_never_written_over(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    assert main(["play", "tossup", "--seats", "Ann", "Ben", "--record", str(path)]) == 1
    assert path.read_text() == "precious"
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["tossup", "--seats", "Ann", "Ben:wizard"], "there is no bot 'wizard'"),
        (["tossup", "--seats", "Ann"], "is for 2 to 6 players, got 1"),
        (["tosup"], "did you mean tossup?"),
        (["tossup", "--seats", "2", "-o", "targt=5"], "did you mean target?"),
        (["tossup", "--seats", "2", "-o", "target=0"], "expected a whole number from 1"),
        (["--seats", "Ann", "Ben"], "need to know the GAME"),
        (["tossup", "--resume", "x.jsonl"], "leave out GAME"),
    ],
)
def test_wrong_usage_is_said_in_one_line_with_exit_status_2(words, why, capsys):
    assert main(["play", *words]) == 2
    shown = capsys.readouterr().err
    assert why in shown
    assert shown.count("\n") == 1


def real(session):
    """Somebody with real dice, who types what a generator of his own shows, and otherwise plays as they come."""
    rng = Random(9)
    player = anybody(2)

    def answers(asked):
        if asked.startswith("What do"):
            faces = session.part().faces
            while True:
                thrown = [rng.choice(faces) for _ in range(session.part().count)]
                try:
                    session.part().fits(thrown)
                except IllegalRoll:
                    continue
                return " ".join(str(face) for face in thrown)
        return player(asked)

    return answers


@pytest.mark.parametrize("name", ["bratzy", "ketchup", "pumpkins", "tossup"])
def test_with_real_dice_the_same_game_is_kept_for_people_who_roll_themselves(name, tmp_path):
    path = tmp_path / "game.jsonl"
    session = begin(dicecup.find(name), "Ann Ben", real=True, path=path, options=SHORT.get(name, {}))
    status, text = play(session, real(session))
    assert status == 0
    assert "You roll real dice and type what they show." in text
    with path.open("rb") as stream:
        assert replay(stream)[1].over


def test_real_letter_dice_are_typed_hand_by_hand(tmp_path):
    path = tmp_path / "game.jsonl"
    session = begin(dicecup.find("alphabet"), "Ann Ben", real=True, path=path)
    hands = ["eaorlheaorlheaorlh", "eiutsveiutsveiutsv"]
    _, text = play(session, typing(*hands, "q", "y", then=anybody(1)))
    assert "What do the dice of Ben show? 18 faces of" in text
    with path.open("rb") as stream:
        table = replay(stream)[1]
    assert sorted(face for _, face in table.state.hands[0]) == sorted("EAORLHEAORLHEAORLH")


def test_real_dice_with_numbers_are_dealt_by_number_and_then_typed(tmp_path):
    path = tmp_path / "game.jsonl"
    session = begin(dicecup.find("alphabet"), "Ann Ben", real=True, path=path)
    first, second = " ".join(map(str, range(18, 0, -1))), " ".join(map(str, range(19, 37)))
    play(session, typing("1 1 " + first[:40], first, second, "e" * 18, "q", "y", then=anybody(1)))
    with path.open("rb") as stream:
        table = replay(stream)[1]
    assert [die for die, _ in table.state.hands[0]] == [*range(1, 19)]
    assert table.state.due == "roll"


def test_dice_that_cannot_be_are_refused_and_asked_for_again():
    session = begin(dicecup.find("ketchup"), "Ann Ben", real=True)
    _, text = play(session, typing("r", "B B K K K", "K K", "K K L Z M", "q", "y", then=anybody(1)))
    assert "cannot show B B K K K together" in text
    assert "Expected 5 dice, got 2" in text
    assert "There is no 'z' on these dice" in text
    assert session.table.events == 1


def test_who_says_nothing_is_asked_for_a_game_players_and_options(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("9\ntoss\nAnn, Zoë:bot\ntarget=3\nq\ny\n"))
    assert main(["play"]) == 0
    shown = capsys.readouterr().out
    assert "There is no game '9'" in shown
    assert "Toss Up: Ann, Zoë (bot, simple). Options: target=3." in shown


@pytest.mark.parametrize(("name", "key", "told"), [("bratzy", "h", "in Two Pairs"), ("pig", "h", ": hold.")])
def test_no_key_that_is_offered_means_something_else(name, key, told):
    session = begin(games.find(name), "Ann Ben", seed=1)
    first = "r" if name == "pig" else key
    _, text = play(session, typing(first, key, "q", "y", then=anybody(1)))
    assert told in text


def test_a_stranger_s_game_is_played_like_the_others():
    session = begin(games.find("pig"), "Ann bot", seed=1, options={"target": 10})
    assert "Final scores: Ann" in play(session, anybody(4))[1]
