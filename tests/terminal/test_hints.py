"""Words typed at the terminal: hints, names for seats, and words of a crossword that look like commands."""

from __future__ import annotations

import pytest

import dicecup
from dicecup.terminal.menu import Several
from dicecup.terminal.words import answer, hints
from tests.games.alphabet_positions import WORDS, playing, position
from tests.terminal.piped import begin
from tests.terminal.test_full_screen import on_screen, shown, table, until


def at(state, seats="Ann Ben", game=None):
    """A session that stands at this position."""
    session = begin(dicecup.find("alphabet"), seats, seed=1)
    session.table.game = game or playing(f"{WORDS} PA")
    session.table.state = state
    session.table.turn = state.seat
    return session


def test_a_word_is_not_taken_for_the_beginning_of_a_command():
    """PA is a word, and whoever types it does not want to pass."""
    session = at(position("CAT", ["POS", "S"]))
    assert session.find("pa") == "build 1,-1 down P(A)"


@pytest.mark.parametrize("text", ["pass", "Pass", "PASS", "p"])
def test_pass_is_a_pass_in_capitals_too(text):
    assert at(position("CAT", ["SO", "S"])).find(text) == "pass"


def test_players_are_called_by_their_names():
    session = at(position("CAT", ["SUE", "S", "OS"]), "Ann Ben Cem")
    assert session.find("slurp 1,0 u give cem") == "slurp 1,0 A>U give 2"
    assert session.find("slurp 1,0 u give Ben then cuts") == "slurp 1,0 A>U give 1 then build 0,0 across (CUT)S"


def test_of_several_moves_one_is_chosen_by_number():
    session = at(position("CAT", ["SUE", "S", "OS"]), "Ann Ben Cem")
    with pytest.raises(Several):
        session.move("slurp 1,0 u")
    session.move("2")
    assert len(session.table.state.hands[2]) == 3


def test_hint_shows_three_moves_and_a_number_makes_one():
    session = at(position("CAT", ["SUEHR", "SOA"]))
    head, *lines = hints(session)
    assert "chance to win" in head
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert all("sheds" in line and "leaves" in line for line in lines)
    wanted = session.few[1]["move"]
    before = session.table.state
    session.move("2")
    assert session.table.state == session.game.play(before, session.game.parse(before, wanted))


def test_a_game_that_is_solved_has_hints_too():
    session = begin(dicecup.find("pumpkins"), "Ann", {"turns": 1}, seed=1)
    said = answer(session, "hint")
    assert said is not None
    assert said[0].startswith("Best (points on average")


def test_a_hint_on_the_full_screen_leaves_the_table_in_sight_and_the_game_going():
    session = begin(dicecup.find("alphabet"), "Ann bot", seed=5)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press(*"hint", "enter")
        await until(pilot, lambda: "Probably best" in shown(app), tries=3000)
        events = session.table.events
        await pilot.press("1", "enter")
        await until(pilot, lambda: session.table.events > events + 1 and session.due == "person", tries=3000)

    on_screen(app, act)
