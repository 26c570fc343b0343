"""The full screen, by pressing keys in a terminal of 80 by 24."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from textual.widgets import Input

import dicecup
from dicecup.records import replay
from dicecup.table import Moved
from dicecup.terminal.app import TableApp
from dicecup.terminal.screens import ChooseGame, Form, Page, Question
from dicecup.terminal.session import Session
from tests.looping import finish
from tests.terminal.piped import begin


def beginning(path: Path | None = None, seed: int = 1):
    def start(game, seats, given):
        return Session.begin(dicecup.find(game).with_options(given), seats, seed=seed, path=path)

    return start


def on_screen(app, act, size=(80, 24)):
    """Do that in a running full screen."""

    async def run():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await act(pilot)

    return finish(run())


def shown(app) -> str:
    """The text on the screen."""
    written = io.StringIO()
    console = Console(file=written, width=app.size.width, height=app.size.height)
    for line in app.screen._compositor.render_strips():
        console.print("".join(segment.text for segment in line), markup=False, highlight=False)
    return written.getvalue()


async def until(pilot, what, tries=200):
    for _ in range(tries):
        if what():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"this never came to be; the screen shows:\n{shown(pilot.app)}")


def table(session, **more):
    return TableApp(session, beginning(), pause=0.0, **more)


def test_a_game_is_chosen_set_up_and_begun_by_keys():
    app = TableApp(None, beginning(), pause=0.0)

    async def act(pilot):
        await until(pilot, lambda: isinstance(app.screen, ChooseGame))
        assert "Toss Up" in shown(app)
        names = dicecup.names()
        await pilot.press(str(names.index("tossup") + 1))
        await until(pilot, lambda: isinstance(app.screen, Form))
        await pilot.press("enter", "enter", "enter", "enter")
        await until(pilot, lambda: app.session is not None and app.session.due == "person")
        assert "[b] Bank" in shown(app)

    on_screen(app, act)


def test_what_is_wrong_in_the_form_is_said_and_can_be_mended():
    app = TableApp(None, beginning(), "tossup", ["target=50"], pause=0.0)

    async def act(pilot):
        await until(pilot, lambda: isinstance(app.screen, Form))
        form = app.screen
        assert isinstance(form, Form)
        form.query_one("#seats", Input).value = "Ann"
        form.start()
        await pilot.pause()
        assert "for 2 to 6 players, got 1" in shown(app)
        form.query_one("#seats", Input).value = "Ann, Ben"
        form.start()
        await until(pilot, lambda: app.session is not None)
        assert repr(app.session and app.session.game) == "TossUp(target=50)"

    on_screen(app, act)


def test_keys_play_a_game_to_its_end_and_a_rematch_is_offered(tmp_path):
    path = tmp_path / "game.jsonl"
    session = begin(dicecup.find("tossup"), "Ann Ben", seed=2, path=path, options={"target": 3})
    app = table(session)

    async def act(pilot):
        for _ in range(60):
            await until(pilot, lambda: session.due in ("person", "over"))
            if session.due == "over":
                break
            await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, Question))
        assert "Play again with the same seats?" in shown(app)
        await pilot.press("n", "enter")
        await pilot.pause()

    on_screen(app, act)
    assert app.return_value == 0
    with path.open("rb") as stream:
        assert replay(stream)[1].over


def test_dice_are_drawn_and_picked_by_number_at_bratzy():
    session = begin(dicecup.find("bratzy"), "Ann Ben", seed=4)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        screen = shown(app)
        assert screen.count("┌") >= 5 or screen.count("╭") >= 5
        await pilot.press("1", "3")
        assert app.picked == {1, 3}
        kept = [die["face"] for die in session.view()["dice"] if die["number"] in (1, 3)]
        await pilot.press("enter")
        await until(pilot, lambda: session.due == "person" and not app.picked)
        assert [session.view()["dice"][at]["face"] for at in (0, 2)] == kept

    on_screen(app, act)


@pytest.mark.parametrize("name", ["bratzy", "ketchup", "pumpkins", "tossup"])
@pytest.mark.parametrize("rolls", [0, 2])
def test_the_key_of_a_hint_makes_the_move_that_was_hinted_at(name, rolls):
    """And none of them is a key of another move, or the number of a die."""
    session = begin(dicecup.find(name), "Ann Ben", seed=3)
    app = table(session)

    async def act(pilot):
        for _ in range(rolls):
            await until(pilot, lambda: session.due == "person")
            events = session.table.events
            app.act("keep" if name == "bratzy" else str(session.game.moves(session.table.state)[0]))
            await until(pilot, lambda events=events: session.table.events > events)
        await until(pilot, lambda: session.due == "person" and app._acted.is_set() is False)
        others = app.known_keys().split()
        await pilot.press("f4")
        await until(pilot, lambda: "Best" in app.notice or "Probably" in app.notice, tries=3000)
        key, choice = list(session.few.items())[-1]
        assert f"{key} {choice['move']}" in app.notice
        assert not set(session.few) & {*others, *map(str, range(1, 6 if name == "bratzy" else 1))}
        before, turn = session.table.events, session.table.turn
        assert isinstance(turn, int)
        await pilot.press(key)
        await until(pilot, lambda: session.table.events > before)
        assert session._log[before] == Moved(turn, choice["move"])

    on_screen(app, act)


def test_a_row_of_the_sheet_has_the_same_key_all_game():
    session = begin(dicecup.find("bratzy"), "Ann", seed=3)
    game = session.game
    keys: dict[int, str] = {}
    while session.due != "over":
        if session.due == "person":
            rows = {choice["row"]: key for key, choice in session.menu().keyed.items()}
            assert all(keys.setdefault(row, key) == key for row, key in rows.items())
            assert not any(key.isdigit() for key in rows.values())
            rolled = session.table.state.rolls if hasattr(session.table.state, "rolls") else 0
            moves = [str(move) for move in game.moves(session.table.state)]
            session.move("keep" if rolled % 2 and "keep" in moves else moves[-1])
        else:
            session.step()
    assert "".join(keys[row] for row in range(15)) == "abcdefghijklmno"


@pytest.mark.parametrize(
    ("name", "asked"), [("bratzy", "for nothing: are you sure?"), ("ketchup", "stop for good at 0")]
)
def test_a_key_for_what_is_easily_regretted_asks_first(name, asked):
    session = begin(dicecup.find(name), "Ann Ben", seed=3)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        before = session.table.events
        key, choice = next((k, c) for k, c in session.menu().keyed.items() if "ask" in c)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, Question))
        assert asked in shown(app)
        await pilot.press("n", "enter")
        await until(pilot, lambda: not isinstance(app.screen, Question))
        assert session.table.events == before
        await pilot.pause()
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("y", "enter")
        await until(pilot, lambda: session.table.events > before)
        assert session._log[before] == Moved(0, choice["move"])

    on_screen(app, act)


def test_a_line_that_was_refused_stays_to_be_mended():
    session = begin(dicecup.find("alphabet"), "Ann Ben", seed=5)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press(*"zzz", "enter")
        await until(pilot, lambda: "ZZZ" in shown(app))
        assert app.query_one("#line", Input).value == "zzz"
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Page))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Page))
        await pilot.press("backspace", "y")
        await until(pilot, lambda: app.query_one("#line", Input).value == "zzy")

    on_screen(app, act)


def test_on_a_narrow_screen_pages_are_whole_and_every_hand_is_a_key_away():
    session = begin(dicecup.find("alphabet"), "Ann Ben", seed=5)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert "Two to six players get rid of letter dice in one" in shown(app)
        await pilot.press("escape", "f2")
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert "Ben (18)" in app.screen.text

    on_screen(app, act, (60, 20))


def test_a_key_that_does_nothing_says_which_do():
    session = begin(dicecup.find("tossup"), "Ann Ben", seed=2)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press("x")
        await pilot.pause()
        assert "'x' does nothing here; the keys are r b" in shown(app)

    on_screen(app, act)


def test_ctrl_c_asks_and_no_plays_on():
    session = begin(dicecup.find("tossup"), "Ann Ben", seed=2)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press("b")
        await until(pilot, lambda: session.due == "person")
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("n", "enter")
        await until(pilot, lambda: not isinstance(app.screen, Question))
        assert app.is_running

    on_screen(app, act)


def test_the_rules_the_sheet_and_the_moves_are_a_key_away():
    session = begin(dicecup.find("bratzy"), "Ann Ben", seed=2)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        for key, word in (("f1", "Bratzy"), ("f2", "Ann"), ("f3", "score chance")):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Page))
            assert word in app.screen.text
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, Page))
        await pilot.press("1")
        await until(pilot, lambda: app.picked == {1})

    on_screen(app, act)


def test_alphabet_is_played_by_typing_words():
    session = begin(dicecup.find("alphabet"), "Ann Ben", seed=5)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        await pilot.press(*"zzz", "enter")
        await until(pilot, lambda: "ZZZ" in shown(app))
        word = next(str(move) for move in session.game.moves(session.table.state))
        app.query_one("#line", Input).value = word
        await pilot.press("enter")
        await until(pilot, lambda: session.table.turn == 1)
        assert session.view()["crossword"]["cells"]

    on_screen(app, act)


@pytest.mark.parametrize("name", dicecup.names())
@pytest.mark.parametrize("size", [(80, 24), (60, 15), (200, 60)])
def test_every_game_fits_its_screen(name, size):
    seats = min(6, dicecup.find(name).seats[-1])
    session = begin(dicecup.find(name), " ".join(f"Player{seat}" for seat in range(seats)), seed=5)
    app = table(session)

    async def act(pilot):
        await until(pilot, lambda: session.due == "person")
        screen = shown(app)
        assert len(screen.splitlines()) <= size[1]
        assert "[" in screen
        assert f"►{session.actor}" in screen

    on_screen(app, act, size)
