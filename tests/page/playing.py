"""Hands that play any game on the page, by what is offered there."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

PATIENCE = 40  # seconds
FINAL = re.compile(r"\bwon\b")
OFFERED = ".actions button:enabled:not(.quiet), .ending, .side table button"


def eventually(holds: Callable[[], object]) -> None:
    """A page may still be on its way: what a gesture does is waited for, as `expect` does for what can be read."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come to hold"
        time.sleep(0.02)


def start(page: Page, title: str) -> None:
    """One tap on the home screen: a game against a bot."""
    page.get_by_role("button", name=f"Play a bot at {title}").click()
    page.locator("[data-last]").wait_for()


def set_up(page: Page, options: dict[str, str], bots: Sequence[str] = ()) -> None:
    """Open a table by the full form: options as they are typed or chosen, a level for each bot."""
    page.get_by_text("Set it up yourself").click()
    for name, value in options.items():
        number = page.get_by_role("spinbutton", name=name)
        if number.count():
            number.fill(value)
        else:
            page.get_by_role("group", name=name).get_by_role("radio", name=re.compile(f"^{value}")).check()
    for seat, level in enumerate(bots, start=2):
        page.get_by_label(f"Level of seat {seat}").select_option(level)
    page.get_by_role("button", name="Open the table").click()
    page.locator("[data-last]").wait_for()


def code_of(page: Page) -> str:
    return page.url.rpartition("/t/")[2][:10]


def is_over(page: Page) -> bool:
    return page.locator("header.card h1").count() > 0


def wait(page: Page) -> None:
    """Until it is this page's turn, or the game is over."""
    page.locator(f"{OFFERED}, header.card h1").first.wait_for()


def last(page: Page) -> int:
    """The number of the last event that the page knows."""
    return int(page.locator("[data-last]").get_attribute("data-last") or 0)


def act(page: Page, wishes: Sequence[str]) -> None:
    """Do one thing that is offered: fill the best box, else the first choice that begins with one of these words."""
    before = last(page)
    boxes = page.locator(".side table button")
    if boxes.count():
        worth = [int(text) for text in boxes.all_inner_texts()]
        boxes.nth(worth.index(max(worth))).click()
    else:
        buttons = page.locator(OFFERED)
        labels = buttons.all_inner_texts()
        wished = (at for wish in wishes for at, label in enumerate(labels) if label.startswith(wish))
        buttons.nth(next(wished, 0)).click()
    if page.get_by_role("dialog").count():
        page.get_by_role("button", name="Yes").click()
    page.wait_for_function(
        """before => document.querySelector("header.card h1")
            || Number(document.querySelector("[data-last]")?.dataset.last) > before""",
        arg=before,
    )


def play_on(page: Page, turns: Sequence[Sequence[str]]) -> None:
    """To the end; what to wish for goes round."""
    at = 0
    wait(page)
    while not is_over(page):
        act(page, turns[at % len(turns)])
        at += 1
        wait(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(FINAL)
