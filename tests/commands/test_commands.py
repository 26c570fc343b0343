"""The command line: what it prints, what it refuses, and its exit status."""

import json
import subprocess
import sys

import pytest

import dicecup
from dicecup.cli import COMMANDS, main
from dicecup.records import replay

HEAD = '{"dicecup": 1, "game": "tossup", "options": {}, "seats": ["Ann", "Ben"]}\n'


def run(*words, text=""):
    """The command as a user starts it."""
    return subprocess.run(
        [sys.executable, "-m", "dicecup", *words], input=text, capture_output=True, text=True, timeout=60, check=False
    )


def test_help_names_every_command_and_loads_none():
    done = run("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)
    heavy = "import sys, dicecup.cli\ntry: dicecup.cli.main(['--help'])\nexcept SystemExit: pass\n"
    loaded = subprocess.run(
        [sys.executable, "-c", heavy + "print(sorted(sys.modules))"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]
    assert not any(f"'{module}'" in loaded for module in ("numpy", "textual", "msgspec", "asyncio"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name):
    done = run(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: dicecup {name}")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["nonsense"],
        ["--nonsense"],
        ["replay"],
        ["replay", "a", "b"],
        ["new"],
        ["new", "tossup"],
        ["new", "tosup", "--seats", "Ann", "Ben"],
        ["new", "tossup", "--seats", "Ann"],
        ["new", "tossup", "--seats", "7"],
        ["new", "tossup", "--seats", "0"],
        ["new", "tossup", "--seats", "2", "--option", "targt=3"],
        ["new", "tossup", "--seats", "2", "--option", "target"],
        ["new", "tossup", "--seats", "2", "--option", "target=0"],
        ["new", "tossup", "--seats", "2", "--option", "target=" + "9" * 5000],
        ["new", "tossup", "--seats", "2", "--option", "target=20", "--option", "target=30"],
        ["new", "bratzy", "--seats", "2", "--option", "joker=true"],
        ["new", "bratzy", "--seats", "A" * 201],
        ["rules", "yahtzee"],
    ],
)
def test_wrong_usage_is_one_clear_message_and_status_2(words, capsys):
    try:
        status: object = main(words)
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err
    assert len(err) < 1500


def test_a_misspelt_option_or_game_names_what_was_probably_meant(capsys):
    main(["new", "tosup", "--seats", "2"])
    main(["new", "tossup", "--seats", "2", "--option", "targt=3"])
    err = capsys.readouterr().err
    assert "did you mean tossup" in err
    assert "did you mean target" in err


@pytest.mark.parametrize("seats", [["Ann", "Ben"], ["Ann,Ben"], ["Ann, Ben"]])
def test_new_writes_the_header_that_replay_reads(seats, capsys, tmp_path):
    assert main(["new", "tossup", "--seats", *seats, "--option", "target=50"]) == 0
    line = capsys.readouterr().out
    assert json.loads(line) == {"dicecup": 1, "game": "tossup", "options": {"target": 50}, "seats": ["Ann", "Ben"]}
    path = tmp_path / "game.jsonl"
    path.write_text(line)
    assert main(["replay", str(path)]) == 0


def test_new_into_a_file_does_not_write_over_one(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    assert main(["new", "bratzy", "--seats", "Ann", "--to", str(path)]) == 0
    before = path.read_bytes()
    assert main(["new", "tossup", "--seats", "2", "--to", str(path)]) == 1
    assert path.read_bytes() == before


def test_replay_reads_standard_input_and_prints_one_json_object():
    done = run("replay", "-", "--json", text=HEAD + '{"roll": ["G","G","G","G","G","G","G","G","Y","R"]}\n')
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert list(found) == ["game", "over", "turn", "scores", "winners", "moves", "state"]
    assert (found["turn"], found["scores"], found["moves"]) == (0, [0, 0], ["roll", "bank"])


def test_replay_names_the_wrong_line_on_standard_error_and_exits_with_1():
    done = run("replay", "-", text=HEAD + '{"roll": ["G"]}\n')
    assert done.returncode == 1
    assert done.stdout == ""
    assert "line 2: " in done.stderr
    assert done.stderr.count("\n") == 1


def test_replay_of_a_wrong_record_as_json_says_which_line_and_why():
    done = run("replay", "-", "--json", text=HEAD + "oops\n")
    assert done.returncode == 1
    assert json.loads(done.stdout)["line"] == 2


@pytest.mark.parametrize("what", ["missing.jsonl", "."])
def test_what_cannot_be_read_is_one_line_and_status_1(what, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", what]) == 1
    err = capsys.readouterr().err
    assert what in err
    assert err.count("\n") == 1


def test_a_name_cannot_move_the_cursor_of_a_terminal(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text('{"dicecup": 1, "game": "tossup", "seats": ["\\u001b[2J", "Ben\\nBob"]}')
    assert main(["replay", str(path)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_games_lists_all_games_by_folder(capsys):
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in dicecup.names())
    assert main(["games", "--json"]) == 0
    assert {each["game"] for each in json.loads(capsys.readouterr().out)} == set(dicecup.names())


def test_a_default_that_the_rules_page_shows_can_be_typed_as_it_stands(capsys):
    for name in dicecup.names():
        main(["rules", name])
        for line in capsys.readouterr().out.splitlines():
            if line.startswith("--option "):
                assert main(["new", name, "--seats", "2", "--option", line.split()[1]]) == 0


def test_replay_of_a_hundred_megabytes_stops_at_the_first_wrong_line(tmp_path, capsys):
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.write(HEAD.encode())
        file.seek(100_000_000)
        file.write(b"\n")
    assert main(["replay", str(path)]) == 1
    assert "line 2" in capsys.readouterr().err


def test_replay_output_for_people_tells_the_scores_and_what_can_be_done(capsys):
    path = dicecup.find("ketchup").folder() / "golden" / "call-and-chase.jsonl"
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Ann" in out
    assert "51" in out
    with path.open("rb") as stream:
        assert replay(stream)[1].over


def test_without_a_command_one_is_told_what_there_is_and_the_status_is_2(capsys):
    assert main([]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "play at this terminal" in " ".join(shown.err.split())


@pytest.mark.parametrize("command", ["new", "play"])
def test_a_name_that_is_no_text_is_wrong_usage(command, capsys):
    assert main([command, "tossup", "--seats", "\udcff", "Ben"]) == 2
    assert "a name is not UTF-8 text" in capsys.readouterr().err


def test_a_disk_that_is_full_is_said_in_one_line(tmp_path):
    record = tmp_path / "game.jsonl"
    assert main(["new", "tossup", "--seats", "2", "--to", str(record)]) == 0
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ended = subprocess.run(
            [sys.executable, "-m", "dicecup", "replay", str(record), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
        )
    assert ended.returncode == 1
    assert ended.stderr == "dicecup replay: No space left on device\n"


def test_a_record_from_a_standard_input_that_is_closed_is_an_error_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["replay", "-"]) == 1
    assert "the record is empty" in capsys.readouterr().err
