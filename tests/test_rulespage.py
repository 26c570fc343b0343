"""Rules pages: every ruling and option of a game, in lines that a terminal can show."""

import re
from pathlib import Path

import pytest

import dicecup
from dicecup import rulespage

RULINGS = {
    "alphabet": [*(f"A{n}" for n in range(1, 12)), *(f"H{n}" for n in range(1, 29))],
    "bratzy": [f"B{n}" for n in range(1, 8)],
    "ketchup": [f"K{n}" for n in range(13)],
    "pumpkins": [f"P{n}" for n in range(1, 8)],
    "tossup": [f"T{n}" for n in range(1, 12)],
}
TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))


@pytest.mark.parametrize("name", RULINGS)
def test_a_page_tells_every_ruling_and_every_option(name):
    game = dicecup.find(name)
    told = rulespage.lines(game, 80)
    for ruling in RULINGS[name]:
        assert any(re.match(rf"- {ruling} \S", line) for line in told), ruling
    for option in game.options().values():
        assert any(line.startswith(f"--option {option.name}=") for line in told)
        assert option.about in " ".join(" ".join(told).split())
    assert "not affiliated" in " ".join(" ".join(told).split())


@pytest.mark.parametrize("ruling", [ruling for rulings in RULINGS.values() for ruling in rulings])
def test_every_ruling_has_a_test_that_names_it(ruling):
    assert re.search(rf"def test_{ruling}_\w+", TESTS)


@pytest.mark.parametrize("name", ["alphabet", "ketchup"])
def test_a_page_says_that_the_faces_of_its_dice_are_a_reconstruction(name):
    assert "reconstruction" in " ".join(rulespage.lines(dicecup.find(name), 72))


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_it_may_be_and_no_word_is_lost(name, width):
    game = dicecup.find(name)
    told = rulespage.lines(game, width)
    assert all(len(line) <= width for line in told if not line.startswith(("|", "    ")))
    written = rulespage.markdown(game).replace("**", "").split()
    assert " ".join(told).split()[: len(written)] == written


def test_a_game_without_a_page_says_so(monkeypatch, tmp_path):
    game = dicecup.find("tossup")
    monkeypatch.setattr(game, "folder", lambda: tmp_path)
    assert "No rules page was written." in rulespage.lines(game, 80)
