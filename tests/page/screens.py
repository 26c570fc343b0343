"""Every screen there is, brought about in a browser: for accessibility, and for pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.page.playing import act, code_of, play_on, set_up, wait

Shown = Iterator[tuple[str, Page]]


def all_screens(visit: Callable[..., Page], **look: object) -> Shown:
    """Name and page, one after the other; the pages are those of one visitor."""
    page = visit("/", **look)
    page.get_by_role("link", name="How to play Ketchup").wait_for()
    yield "home", page
    page.goto("/new/ketchup")
    page.get_by_text("Set it up yourself").click()
    yield "set-up", page
    page.goto("/rules/ketchup")
    page.get_by_role("link", name="Play Ketchup").wait_for()
    yield "rules", page
    page.goto("/new/ketchup")
    page.get_by_label("You play as").fill("Ann")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_alt_text("QR code").wait_for()
    yield "lobby", page
    yield from _tables(page)
    page.goto("/t/zzzzzzzzzz")
    page.get_by_role("heading", name="No table here").wait_for()
    yield "no-table", page


def _tables(page: Page) -> Shown:
    for game in ("ketchup", "tossup", "pumpkins", "alphabet", "bratzy"):
        page.goto(f"/new/{game}")
        page.get_by_role("button", name="Start now against a bot").click()
        wait(page)
        for _ in range(2):
            if page.locator(".side table button").count():
                page.keyboard.press("2")  # a die to keep
            else:
                act(page, ["Roll", "Pass"])
            wait(page)
        yield game, page
    page.locator(".side table button.zero").first.click()
    yield "a-zero", page
    page.goto("/new/bratzy")
    page.get_by_role("button", name="Keep score for real dice").click()
    page.get_by_role("button", name="3", exact=True).click()
    yield "real-dice", page
    page.goto("/new/pumpkins")
    set_up(page, {"Turns": "2"}, ["simple"])
    play_on(page, [["Roll three"], ["Stop"]])
    yield "over", page
    code = code_of(page)
    page.goto(f"/t/{code}/steps")
    page.get_by_role("button", name="One step on").click()
    page.locator(".bar p", has_text="1 of ").wait_for()
    yield "steps", page
    page.goto(f"/t/{code}/dice")
    page.get_by_text("✓ Fair").wait_for()
    yield "dice", page
    page.goto("/")
    page.get_by_role("heading", name="Your tables").wait_for()
    yield "your-tables", page
