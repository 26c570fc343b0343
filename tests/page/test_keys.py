"""Everything by keyboard alone."""

from playwright.sync_api import expect

from tests.page.playing import is_over

DONE_OR_ASKED = """before => document.querySelector("header.card h1") || document.querySelector("dialog")
    || document.querySelector(".side table").innerText !== before"""


def test_bratzy_is_played_to_its_end_without_a_pointer(visit):
    page = visit("/")
    page.get_by_role("button", name="Play a bot at Bratzy").wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText").split() == "Play a bot at Bratzy".split():
            break
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Roll the dice").wait_for()
    rolled = 0
    while not is_over(page):
        page.wait_for_selector(".actions button:enabled, .side table button, header.card h1")
        if is_over(page):
            break
        if page.get_by_role("button", name="Roll the dice").count():
            page.keyboard.press("r")
            page.get_by_role("button", name="Die 1").wait_for()
        if rolled == 0:
            page.keyboard.press("1")
            page.keyboard.press("3")
            expect(page.locator(".tray [aria-pressed=true]")).to_have_count(2)
            page.keyboard.press("r")
            page.get_by_text("1 re-roll left").wait_for()
            expect(page.locator(".tray [aria-pressed=true]")).to_have_count(2)
        rolled += 1
        before = page.locator(".side table").inner_text()
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('td') !== null"):
                break
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function(DONE_OR_ASKED, arg=before)
        if page.locator("dialog").count():
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
            page.locator("dialog").wait_for(state="detached")
            page.wait_for_function(DONE_OR_ASKED, arg=before)
    assert rolled == 15


def test_scoring_nothing_asks_and_neither_escape_nor_a_second_enter_does_it(visit):
    page = visit("/")
    page.get_by_role("button", name="Play a bot at Bratzy").click()
    page.get_by_role("button", name="Roll the dice").click()
    box = page.locator(".side table button.zero").first
    box.focus()
    for key in ("Escape", "Enter"):
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text("are you sure?")
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(box).to_be_focused()
    expect(page.locator(".side table button")).to_have_count(15)
