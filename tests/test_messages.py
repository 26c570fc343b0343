"""Every game says what happens in words, and has the words for all it says."""

import json
import random
import re

import pytest

import dicecup
from dicecup.game import CHANCE
from dicecup.messages import Catalogue, load, printable
from dicecup.view import Message

NAMES = ["Ann", "Ben", "Cem"]
OWN = ["bratzy", "ketchup", "pumpkins", "tossup"]


def said(game, rng):
    """All messages of a random game: what is told, how things stand, the sheet and the choices."""
    state = game.start(3)
    for _ in range(400):
        turn = game.turn(state)
        yield from game.status(state)
        yield from (row["label"] for row in game.sheet(state))
        if turn == "over":
            return
        if turn == CHANCE:
            act = game.roll(state).throw(rng)
            after = game.land(state, act)
        else:
            view = game.view(state, turn)
            yield from (choice["label"] for choice in view["choices"])
            yield from (choice["ask"] for choice in view["choices"] if "ask" in choice)
            if "gauge" in view:
                yield view["gauge"]["label"]
            act = rng.choice(game.moves(state))
            after = game.play(state, act)
        yield from game.tell(state, act, after)
        state = after


@pytest.mark.parametrize("name", OWN)
def test_all_that_a_game_says_is_in_its_catalogue_and_leaves_no_hole(name):
    game = dicecup.find(name)()
    catalogue = load(game.folder())
    for seed in range(30):
        for message in said(game, random.Random(seed)):
            text = catalogue.text(message, NAMES)
            assert text != message["say"], message
            assert not re.search(r"[{}]", text), (message, text)


@pytest.mark.parametrize("name", OWN)
def test_a_view_is_plain_data(name):
    game = dicecup.find(name)()
    view = game.view(game.start(3), None)
    assert json.loads(json.dumps(view)) == view
    assert view["choices"] == []


def test_a_number_takes_the_form_that_goes_with_it():
    words = Catalogue({"banked": "{who:seat} banks {points:# point|# points}."})
    text = [words.text({"say": "banked", "params": {"who": 1, "points": points}}, NAMES) for points in (0, 1, -1, 2)]
    assert text == ["Ben banks 0 points.", "Ben banks 1 point.", "Ben banks -1 point.", "Ben banks 2 points."]


def test_several_players_are_named_together():
    words = Catalogue({"winners": "{who:seat} won."})
    assert words.text({"say": "winners", "params": {"who": [0, 2]}}, NAMES) == "Ann and Cem won."


def test_a_name_with_braces_stays_a_name():
    words = Catalogue({"winners": "{who:seat} won {points}."})
    message: Message = {"say": "winners", "params": {"who": 0, "points": 3}}
    assert words.text(message, ["{points}"]) == "{points} won 3."


def test_a_key_without_words_speaks_for_itself():
    assert Catalogue({}).text({"say": "move.hold", "params": {}}, NAMES) == "move.hold"


def test_what_would_move_the_cursor_is_not_printed_but_all_scripts_are():
    assert printable("Zoë 李 🎲") == "Zoë 李 🎲"
    assert "\x1b" not in printable("\x1b[2J")
    assert "\n" not in printable("a\nb")
    assert printable("👩\u200d👧 \u202eAnn") == "👩👧 Ann"
