"""Every screen there is, brought about in a browser: for accessibility, and for pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from dicecup import games
from tests.page.crossword import AnnAtTheTable
from tests.page.playing import act, code_of, play_on, set_up, start, wait
from tests.page.serving import Server

Shown = Iterator[tuple[str, Page]]
Visit = Callable[..., Page]


def all_screens(visit: Visit, server: Server, **look: Any) -> Shown:
    """Name and page, one after the other; nearly all of them those of one visitor."""
    page = visit("/", **look)
    yield from _forms(page)
    yield from _rules(page)
    yield from _lobby(page, visit, look)
    yield from _tables(page)
    yield from _over(page)
    yield from _alphabet(page)
    yield from _crossword(visit, server, look)
    yield from _lost(page)


def _forms(page: Page) -> Shown:
    page.get_by_role("link", name="How to play Ketchup").wait_for()
    yield "home", page
    page.route("**/api/promises", lambda route: route.abort())
    page.get_by_role("button", name="Play a bot at Ketchup").click()
    page.get_by_role("alert").wait_for()
    yield "home-unreachable", page
    page.unroute("**/api/promises")
    page.goto("/new/ketchup")
    page.get_by_text("Set it up yourself").click()
    page.get_by_label("Others on this device").fill("Ben, Cleopatra the Seventh of Egypt")
    page.get_by_role("button", name="Share this device").click()
    page.get_by_role("alert").wait_for()
    yield "set-up", page


def _rules(page: Page) -> Shown:
    for game in games.names():
        page.goto(f"/rules/{game}")
        page.get_by_role("link", name="All games").wait_for()
        yield f"rules-{game}", page


def _lobby(page: Page, visit: Visit, look: dict[str, Any]) -> Shown:
    page.goto("/new/ketchup")
    page.get_by_label("You play as").fill("Ann")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_alt_text("QR code").wait_for()
    yield "lobby", page
    friend = visit(f"/t/{code_of(page)}", **look)
    friend.get_by_label("Take a seat").wait_for()
    yield "invited", friend
    friend.context.close()


def _tables(page: Page) -> Shown:
    for game in ("tossup", "pumpkins", "bratzy", "ketchup"):
        page.goto(f"/new/{game}")
        page.get_by_role("button", name="Start now against a bot").click()
        wait(page)
        for _ in range(2):
            if page.locator(".side table button").count():
                page.keyboard.press("2")  # a die to keep
            else:
                act(page, ["Roll"])
            wait(page)
        yield game, page
        if game == "bratzy":
            page.locator(".side table button.zero").first.click()
            yield "a-zero", page
    page.goto("/")
    start(page, "Ketchup")
    page.get_by_role("button", name="stop here").click()
    page.locator(".moment p, dialog").first.wait_for()
    if page.get_by_role("dialog").count():
        page.get_by_role("button", name="Yes").click()
    page.locator(".moment p").wait_for()
    yield "moment", page
    page.goto("/new/bratzy")
    page.get_by_role("button", name="Keep score for real dice").click()
    page.get_by_role("button", name="3", exact=True).click()
    yield "real-dice", page


def _over(page: Page) -> Shown:
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
    page.goto("/t/zzzzzzzzzz")
    page.get_by_role("heading", name="No table here").wait_for()
    yield "no-table", page


def _alphabet(page: Page) -> Shown:
    page.goto("/new/alphabet")
    page.get_by_role("button", name="Start now against a bot").click()
    page.get_by_role("list", name="Your dice").wait_for()
    yield "alphabet", page
    page.goto("/new/alphabet")
    page.get_by_role("button", name="Share this device").click()
    page.get_by_role("button", name="Pass").click()
    page.get_by_text("Hand the device to").wait_for()
    yield "hand-on", page
    page.goto("/new/alphabet")
    page.get_by_role("button", name="Keep score for real dice").click()
    page.get_by_role("region", name="What the dice show").wait_for()
    yield "alphabet-real-dice", page


def _crossword(visit: Visit, server: Server, look: dict[str, Any]) -> Shown:
    with ExitStack() as until:
        game = AnnAtTheTable(server, visit, until, "build 0,0 across CAT", "pass", "pass", **look)
        game.board.focus()
        game.page.keyboard.press("ArrowRight")
        game.page.keyboard.press("/")
        game.page.keyboard.press("h")
        game.page.locator(".verdict.good").wait_for()
        yield "word-holds", game.page
        game.page.keyboard.press("b")
        game.page.locator(".verdict.bad").wait_for()
        yield "word-refused", game.page
        game.button("Slurp").click()
        game.board.focus()
        game.page.keyboard.press("Enter")
        game.page.keyboard.press("u")
        game.page.get_by_role("group", name="Who gets").wait_for()
        yield "slurp", game.page
        game.page.context.close()


def _lost(page: Page) -> Shown:
    """A table whose connection is cut, and stays so."""
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        if not sockets:
            socket.connect_to_server()
        sockets.append(socket)
        if len(sockets) > 1:
            socket.close()

    page.route_web_socket("**/ws/*", connect)
    page.goto("/new/tossup")
    page.get_by_role("button", name="Start now against a bot").click()
    page.get_by_role("button", name="Roll the dice").wait_for()
    sockets[0].close()
    page.get_by_role("alert").wait_for()
    yield "no-connection", page
