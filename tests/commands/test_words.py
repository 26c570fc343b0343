"""`dicecup words`."""

import json

import pytest

from dicecup import games
from dicecup.cli import main
from dicecup.games.alphabet import words as module


def test_words_are_checked_and_one_that_is_none_gives_status_1(capsys):
    assert main(["words", "soup", "Quit"]) == 0
    assert capsys.readouterr().out.splitlines() == ["SOUP  a word", "QUIT  a word"]
    assert main(["words", "soup", "xyzzy"]) == 1
    assert "XYZZY  not a word" in capsys.readouterr().out


def test_words_of_letters_come_longest_first_and_are_cut_with_a_word_about_it(capsys):
    assert main(["words", "--from", "TSAREC", "--limit", "5"]) == 0
    out, err = capsys.readouterr()
    lengths = [len(word) for word in out.split()]
    assert lengths == sorted(lengths, reverse=True)
    assert len(lengths) == 5
    assert "--limit 0" in err
    assert main(["words", "--from", "TSAREC", "--limit", "0"]) == 0
    assert len(capsys.readouterr().out.split()) > 50


def test_a_pattern_finds_words_and_json_says_all(capsys):
    assert main(["words", "--pattern", "C?T", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"CAT", "COT", "CUT"} <= set(told["words"])
    assert told["found"] == len(told["words"])
    assert told["cut"] is False
    assert main(["words", "qi", "--json"]) == 0
    (checked,) = json.loads(capsys.readouterr().out)["words"]
    assert checked["word"] == "QI"
    assert checked["valid"] is True


def test_nothing_found_is_status_1(capsys):
    assert main(["words", "--from", "ZZ"]) == 1
    assert "no word" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["cat", "--from", "CAT"],
        ["--from", "C4T"],
        ["--from", ""],
        ["--pattern", "Q"],
        ["--pattern", ""],
        ["--pattern", " "],
        ["--from", "CAT", "--pattern", ""],
        ["c-t"],
        ["cat", "--list", "klingon"],
    ],
)
def test_wrong_usage_is_one_line_and_status_2(wrong, capsys):
    assert main(["words", *wrong]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_without_a_list_it_says_how_to_get_one(capsys, tmp_path, monkeypatch):
    assert main(["words", "cat", "--list", "klingon"]) == 2
    assert "klingon" in capsys.readouterr().err
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    monkeypatch.setattr(module, "_registered", {})
    assert main(["words", "cat"]) == 1
    assert "make words" in capsys.readouterr().err


def test_only_folders_that_bring_a_lookup_are_asked():
    assert len(games.lookups()) == 1
