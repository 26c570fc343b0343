"""Words typed at the terminal: hints, names for seats, and words of a crossword that look like commands."""

from __future__ import annotations

import re

import pytest

import dicecup
from dicecup.games.alphabet import advise
from dicecup.terminal import draw
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
    wanted = session.few["2"]["move"]
    before = session.table.state
    session.move("2")
    assert session.table.state == session.game.play(before, session.game.parse(before, wanted))


def test_a_hint_says_who_is_expected_to_answer_what_and_where():
    session = at(position("CAT", ["S", "UOSE"]), game=playing("CAT CATS CUT CUTS"))
    assert "then Ben A>U 1,0" in hints(session)[1]


def test_a_hint_says_nothing_of_answers_that_were_not_looked_at(monkeypatch):
    monkeypatch.setattr(advise, "EFFORT", 0.001)
    assert not any("then" in line for line in hints(at(position("CAT", ["SUEHR", "SOA"]))))


def test_help_says_how_a_move_is_typed_in_the_words_of_the_game():
    said = "\n".join(answer(at(position("CAT", ["SUE", "S"])), "help") or [])
    for typed in ("CHAT 0,0 down", "slurp 1,0 U give Ben", "give Ben then CUTS", "pass"):
        assert typed in said
    other = "\n".join(answer(begin(dicecup.find("pumpkins"), "Ann", seed=1), "help") or [])
    assert "slurp" not in other


@pytest.mark.parametrize(
    "text", ["cut", "cats 0,0 across", "slurp 1,0 u give ben", "slurp 1,0 u give Ben then cuts", "pass"]
)
def test_what_help_says_can_be_typed_can_be_typed(text):
    assert at(position("CAT", ["SUC", "O"]), game=playing("CAT CUT CUTS CATS U TS")).find(text)


def test_who_goes_out_is_told_once_and_with_what_was_built():
    session = at(position("CAT", ["S", "SO"]))
    session.move("cats")
    assert session.story[-1] == "Ann builds CATS with one die. Ann is out of dice!"
    assert session.standing()[-1] == "The others scrape the bottom, unless Ann is fed."


# A crossword that is larger than its room.


TALL = {(0, y): face for y, face in enumerate("DEMILITARISATION", start=-8)}


def test_the_last_move_is_in_sight_and_so_are_the_numbers_of_columns_and_rows():
    session = at(position(TALL, ["SNUCER", "SO"]), game=playing("DEMILITARISATION DEMILITARISATIONS NUN ON NO"))
    app = table(session)

    def numbers():
        """The heading of the columns, and of the rows in sight the first and the last."""
        lines = [line.split("│")[0].rstrip() for line in shown(app).splitlines()]
        rows = [found[1] for line in lines if (found := re.match(r" *(-?\d+) +[A-Z·]", line))]
        return lines[1].split(), rows[0], rows[-1]

    async def act(pilot):
        await until(pilot, lambda: "scroll" in shown(app))
        await pilot.press(*"on 0,6 across", "enter")
        await until(pilot, lambda: "1" in numbers()[0])
        heading, _, last = numbers()
        assert heading == ["0", "1"]
        assert int(last) >= 6
        await pilot.press("pageup", "pageup", "pageup")
        await until(pilot, lambda: numbers()[1] == "-8")
        assert numbers()[0] == ["0", "1"]
        await pilot.press("pagedown")
        await until(pilot, lambda: int(numbers()[1]) > -8)

    on_screen(app, act)


def test_of_a_crossword_as_much_is_in_sight_as_there_is_room_for():
    session = at(position(TALL | {(1, 6): "N"}, ["S", "O"]))
    crossword = session.view()["crossword"]
    assert draw.in_sight(crossword, 80, 40, (0, 0)) == draw.whole(crossword) == (0, 1, -8, 7)
    for height in range(2, 18):
        for centre in range(-30, 30):
            frame = draw.in_sight(crossword, 6, height, (centre, centre))
            lines = draw.crossword_lines(crossword, frame)
            assert len(lines) == min(height, 17)
            assert max(map(len, lines)) <= 6
            assert -8 <= frame.top <= min(max(centre, -8), 7) <= frame.bottom <= 7


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
