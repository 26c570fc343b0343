"""Alphabet's crossword in a real browser: laid with fingers, mouse and keys; the server says what holds."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.page.crossword import LONG, AnnAtTheTable
from tests.page.playing import eventually

CAT = ("build 0,0 across CAT", "pass", "pass")
LIFT = 44  # a die is carried above the finger
SMALL = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def ann(server, visit):
    with ExitStack() as until:
        yield lambda *moves, **look: AnnAtTheTable(server, visit, until, *moves, **look)


def test_on_a_phone_a_die_tapped_between_two_others_pushes_them_apart(ann):
    game = ann(*CAT, phone=True)
    game.die("H").tap()
    game.tap(0.6, 0)
    expect(game.verdict).to_contain_text("CHAT: the word holds.")
    game.shows("CHAT across from 0,0")
    game.die("S").tap()
    game.tap(4, 0)
    expect(game.verdict).to_contain_text("CHATS: the word holds.")
    game.button("Play CHATS").tap()
    expect(game.page.get_by_text("Ann builds CHATS with 2 dice.").first).to_be_visible()
    game.shows("CHATS across from 0,0")


def test_on_a_phone_a_die_is_dragged_into_a_word_and_out_again(ann):
    game = ann(*CAT, phone=True)
    start = game.centre(game.die("H"))
    x, y = game.at(0.6, 0)
    game.swipe((start, (x, y + LIFT)))
    expect(game.verdict).to_contain_text("CHAT: the word holds.")
    x, y = game.at(0, 1)
    game.swipe((game.at(1, 0), (x, y + LIFT)))
    expect(game.verdict).to_contain_text("CH at 0,0 is not a word")
    expect(game.button("Play")).to_be_disabled()
    game.tap(0, 1)
    game.shows("CAT across from 0,0")
    expect(game.die("H")).to_be_visible()


def test_a_die_that_is_carried_by_a_finger_shows_between_which_two_it_would_go(ann):
    game = ann("build 0,0 across CHAT", "pass", "pass", **SMALL)
    drop, ghost = game.board.locator(".gap.aimed"), game.page.locator(".ghost")

    def it_shows():
        expect(drop).to_have_count(1)
        long = drop.evaluate(
            "gap => gap.getBoundingClientRect().width && parseFloat(getComputedStyle(gap, '::before').height)"
        )
        assert long > ghost.bounding_box()["height"]
        moved = game.board.locator(".tile").evaluate_all(
            "tiles => tiles.map((tile) => parseFloat(tile.style.translate))"
        )
        assert sorted(moved) == [-8, -8, -8, 8]

    start = game.centre(game.die("R, red, counts double"))
    x, y = game.at(2.6, 0)
    game.swipe((start, (x, y + LIFT)), before_up=it_shows)
    expect(game.verdict).to_contain_text("CHART: the word holds.")
    expect(drop).to_have_count(0)
    game.button("Play CHART").click()  # a tap so soon after a drag is not taken for one by Chromium
    expect(game.page.get_by_text("Ann builds CHART with one die.").first).to_be_visible()


def all_in_sight(page):
    """Table and hand, the last die above the buttons."""
    return page.evaluate(
        """() => {
            const box = (each) => each.getBoundingClientRect();
            const end = box([...document.querySelectorAll("[data-hand]")].at(-1)).bottom;
            const buttons = box(document.querySelector(".acts")).top;
            const board = box(document.querySelector("[role=application]"));
            return board.top >= 0 && end <= Math.min(buttons + 1, innerHeight);
        }"""
    )


def test_a_small_phone_shows_the_whole_hand_above_the_buttons_also_when_it_is_handed_on(visit):
    page = visit("/new/alphabet", **SMALL)
    page.get_by_role("button", name="Share this device").click()
    page.locator("[data-hand]").last.wait_for()
    assert page.locator("[data-hand]").count() == 18
    eventually(lambda: all_in_sight(page))
    page.get_by_role("button", name="Pass").tap()
    page.get_by_text("Hand the device to").wait_for()
    eventually(lambda: all_in_sight(page))


def test_a_first_letter_is_not_scolded(ann):
    game = ann(phone=True)
    game.die("C").tap()
    game.tap(0, 1)
    expect(game.verdict).to_have_text("C: no word yet. Lay the next die beside it.")
    expect(game.page.locator(".verdict.bad")).to_have_count(0)
    game.die("H").tap()
    game.tap(1, 1)
    expect(game.page.locator(".verdict.bad")).to_contain_text("CH at 0,0 is not a word")


def test_what_a_button_plays_is_not_cut(ann):
    game = ann(*CAT, **SMALL)
    game.die("H").tap()
    game.tap(0.6, 0)
    play = game.button("Play CHAT")
    expect(play).to_be_enabled()
    words = play.evaluate(
        """button => [button, ...button.children].filter((each) => getComputedStyle(each).position !== "absolute")
            .map((each) => each.scrollWidth - each.clientWidth)"""
    )
    assert max(words) <= 0


def test_a_long_word_is_shown_whole_when_it_is_laid_and_when_one_comes_back(ann):
    game = ann("build 0,0 across ADVENTURERS", hand=LONG, **SMALL)
    eventually(lambda: game.whole((0, 0), (10, 0)))
    game.page.reload()
    game.board.locator(".layer:not([hidden])").wait_for(state="attached")
    eventually(lambda: game.whole((0, 0), (10, 0)))


def test_on_a_phone_a_slurp_swaps_a_die_feeds_somebody_and_adds_to_the_word(ann):
    game = ann(*CAT, phone=True)
    game.button("Slurp").tap()
    expect(game.verdict).to_contain_text("choose the die of the table")
    game.tap(1, 0)
    expect(game.verdict).to_contain_text("goes in for A")
    game.die("U").tap()
    expect(game.verdict).to_contain_text("CUT: the word holds. Who gets A?")
    expect(game.button("Play")).to_be_disabled()
    game.page.get_by_role("button", name="Cleo", exact=True).tap()
    game.die("S").tap()
    game.tap(3, 0)
    game.button("Play CUTS").tap()
    told = "Ann slurps: U goes in for A, which feeds Cleo; then CUTS with one die."
    expect(game.page.get_by_text(told).first).to_be_visible()
    game.shows("CUTS across from 0,0")


def test_on_a_phone_cells_are_as_large_as_a_fingertip_until_somebody_zooms(ann):
    game = ann(*CAT, phone=True)
    wide = game.width()
    assert wide >= 40
    for label in ("H", "S", "Qu"):
        box = game.die(label).bounding_box()
        assert box["width"] >= 40
        assert box["height"] >= 40
    x, y = game.at(1, 0)
    game.swipe(((x - 20, y), (x - 80, y)), ((x + 20, y), (x + 80, y)))
    eventually(lambda: game.width() > 1.5 * wide)


def test_the_table_is_dragged_with_a_finger_and_shown_whole_on_request(ann):
    game = ann(*CAT, phone=True)
    before = game.at(0, 0)
    x, y = game.at(1, 1.8)
    game.swipe(((x, y), (x + 60, y - 90)))
    moved = (pytest.approx(before[0] + 60, abs=10), pytest.approx(before[1] - 90, abs=12))
    eventually(lambda: game.at(0, 0) == moved)
    game.button("Show the whole crossword").tap()
    box = game.board.bounding_box()
    eventually(lambda: box["y"] < game.at(0, 0)[1] < box["y"] + box["height"])
    game.shows("CAT across from 0,0")


def test_a_mouse_drags_dice_into_two_gaps_and_onto_the_end(ann):
    game = ann(*CAT)
    game.drag(game.die("H"), 0.6, 0)
    expect(game.verdict).to_contain_text("CHAT")
    game.drag(game.die("R, red, counts double"), 2.6, 0)
    expect(game.verdict).to_contain_text("CHART: the word holds.")
    game.drag(game.die("S"), 5, 0)
    expect(game.verdict).to_contain_text("CHARTS: the word holds.")
    game.button("Play CHARTS").click()
    expect(game.page.get_by_text("Ann builds CHARTS with 3 dice.").first).to_be_visible()


def test_the_wheel_zooms_where_the_mouse_is(ann):
    game = ann(*CAT)
    x, y = game.at(2, 0)
    wide = game.width()
    game.page.mouse.move(x, y)
    game.page.mouse.wheel(0, -240)
    eventually(lambda: game.width() > 1.4 * wide)
    assert game.at(2, 0) == (pytest.approx(x, abs=1), pytest.approx(y, abs=1))


def test_with_keys_alone_a_word_is_typed_into_the_middle_and_played(ann):
    game = ann(*CAT)
    game.board.focus()
    expect(game.announced).to_have_text("0,0: C, in CAT across")
    for key in ("ArrowRight", "/"):
        game.page.keyboard.press(key)
    expect(game.announced).to_have_text("Gap before A at 1,0, across")
    game.page.keyboard.press("h")
    expect(game.announced).to_have_text("H laid before A at 1,0, across.")
    expect(game.verdict).to_contain_text("CHAT: the word holds.")
    for _ in range(2):
        game.page.keyboard.press("ArrowRight")
    game.page.keyboard.press("s")
    expect(game.verdict).to_contain_text("CHATS")
    game.page.keyboard.press("Backspace")
    expect(game.verdict).to_contain_text("CHAT: the word holds.")
    game.button("Play CHAT").focus()
    game.page.keyboard.press("Enter")
    expect(game.page.get_by_text("Ann builds CHAT with one die.").first).to_be_visible()


def test_with_keys_alone_a_die_of_the_hand_is_taken_laid_and_slurped(ann):
    game = ann(*CAT)
    game.die("S").focus()
    game.page.keyboard.press("Enter")
    expect(game.board).to_be_focused()
    for _ in range(3):
        game.page.keyboard.press("ArrowRight")
    expect(game.announced).to_have_text("3,0: empty")
    game.page.keyboard.press("Enter")
    expect(game.verdict).to_contain_text("CATS: the word holds.")
    game.button("Slurp").focus()
    game.page.keyboard.press("Enter")
    game.board.focus()
    for _ in range(3):
        game.page.keyboard.press("ArrowLeft")
    game.page.keyboard.press("Enter")
    expect(game.announced).to_have_text("A at 1,0 is pulled out.")
    game.page.keyboard.press("u")
    expect(game.verdict).to_contain_text("CUT: the word holds. Who gets A?")
    game.page.get_by_role("button", name="Ann (you)").focus()
    game.page.keyboard.press("Enter")
    game.button("Play CUT").focus()
    game.page.keyboard.press("Enter")
    expect(game.page.get_by_text("Ann slurps: U goes in for A, which stays in the same hand.").first).to_be_visible()


def test_the_first_word_of_a_serving_may_be_laid_anywhere(ann):
    game = ann()
    for at, label in enumerate(("C", "A", "T")):
        game.drag(game.die(label), at - 1, 1)
    expect(game.verdict).to_contain_text("CAT: the word holds.")
    game.button("Play CAT").click()
    expect(game.page.get_by_text("Ann builds CAT with 3 dice.").first).to_be_visible()
    game.shows("CAT across from 0,0")


def test_a_typed_word_is_shown_on_the_table_before_it_is_played(ann):
    game = ann()
    game.page.get_by_label("or type a word").fill("chat across")
    game.page.keyboard.press("Enter")
    expect(game.button("Play")).to_be_enabled()
    game.shows("CHAT across from 0,0")
    game.button("Clear").click()
    expect(game.button("Play")).to_be_disabled()
    game.page.get_by_label("or type a word").fill("xyz")
    game.page.keyboard.press("Enter")
    expect(game.verdict).to_contain_text("XYZ is not a word")


def test_a_typed_word_that_fits_in_several_places_asks_which_is_meant(ann):
    game = ann(*CAT)
    game.page.get_by_label("or type a word").fill("she")
    game.page.keyboard.press("Enter")
    expect(game.verdict).to_have_text("Several moves could be meant. Which one?")
    game.page.get_by_role("region", name="Crossword").get_by_role("button", name=re.compile("^build")).first.click()
    expect(game.button("Play")).to_be_enabled()
    game.button("Play").click()
    expect(game.page.get_by_text(re.compile("Ann builds SHE with")).first).to_be_visible()


def test_a_double_tap_plays_once_and_nobody_is_told_off(ann):
    game = ann(*CAT)
    game.button("Pass").evaluate("button => { button.click(); button.click(); }")
    expect(game.page.get_by_text("Ann passes.").first).to_be_visible()
    expect(game.page.locator(".note.bad")).to_have_count(0)


def test_who_does_not_play_sees_the_crossword_and_all_hands_but_no_dice_to_lay(server, visit, ann):
    game = ann(*CAT)
    watcher = visit(f"/t/{game.code}")
    expect(watcher.get_by_role("application")).to_be_visible()
    hands = watcher.get_by_role("list", name="Dice in hand")
    expect(hands.get_by_text("9 dice, 12 points")).to_be_visible()
    expect(hands.get_by_text(re.compile("^12 dice"))).to_have_count(2)
    expect(watcher.get_by_role("list", name="Your dice")).to_have_count(0)
