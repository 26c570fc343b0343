"""Streams that cannot show every sign: what is drawn is still seen."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from dicecup.terminal import draw
from dicecup.terminal.spelling import spell_out


def spelt(text, encoding="ascii"):
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding=encoding)
    spell_out(stream)
    stream.write(text)
    stream.flush()
    return written.getvalue().decode(encoding)


def dicecup(*words, encoding="ascii", typed=""):
    """The command as on a machine whose terminal has that encoding; its bytes."""
    return subprocess.run(
        [sys.executable, "-m", "dicecup", *words],
        input=typed.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )


def test_dice_are_dice_in_plain_ascii():
    lines = "\n".join(draw.dice_lines([*draw.dice_of([5]), {"number": 2, "face": None, "mark": "waiting"}]))
    assert spelt(lines).split("\n") == [
        "+-----+ +.....+",
        "|o   o| |     |",
        "|  o  | |     |",
        "|o   o| |     |",
        "+-----+ +.....+",
    ]


def test_faces_that_are_colours_keep_different_shapes():
    assert len(set(spelt("".join(draw.SHAPES[name] for name in ("green", "yellow", "red", "blue"))))) == 4


def test_only_what_the_stream_lacks_is_spelt():
    assert spelt("╭─╮ Zoë", "cp437") == "+─+ Zoë"
    assert spelt("╭─╮ Zoë", "utf-8") == "╭─╮ Zoë"


@pytest.mark.parametrize("text", ["Zoë", "Мария", "日本", "Maximilia…", "—", "👩"])
def test_columns_stay_as_wide_as_they_were(text):
    assert len(spelt(text)) == draw.cell_len(text)


def test_dots_that_say_there_is_more_are_dots():
    assert spelt("keep 1, keep 2 … (32 moves)") == "keep 1, keep 2 ... (32 moves)"


@pytest.mark.parametrize("game", ["alphabet", "bratzy", "ketchup", "pumpkins", "tossup"])
def test_a_game_in_ascii_has_no_sign_that_stands_for_another(game):
    ran = dicecup("play", game, "--seats", "Ann", "Ben", "--seed", "1", typed="r\n1\nsheet\nhelp\n")
    text = ran.stdout.decode("ascii").replace("(? rules, help, q leave)", "").replace("  ? or rules: the rules;", "")
    assert "?" not in text.replace("Play again with the same seats?", "")


def test_a_header_is_utf_8_whatever_the_terminal_is():
    assert json.loads(dicecup("new", "tossup", "--seats", "Zoë", "👩").stdout)["seats"] == ["Zoë", "👩"]


@pytest.mark.parametrize("words", [["rules", "tossup", "--json"], ["games", "--json"]])
def test_json_is_the_same_on_every_terminal(words):
    assert dicecup(*words).stdout == dicecup(*words, encoding="utf-8").stdout
    assert json.loads(dicecup(*words).stdout)
