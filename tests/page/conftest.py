"""Real Chromium against a real server. A page that logs an error or breaks the server's policy fails its test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.page.serving import Server

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
PATIENCE = 40_000
"""Milliseconds: a busy machine may have to solve a game before its bot moves."""

Open = Callable[..., Page]


def chromium() -> str | None:
    """The system's."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("there is no Chromium here (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do not kill it; bots move at once."""
    server = Server(tmp_path_factory.mktemp("server"), "--pace=0", "--grace=2").start()
    yield server
    server.stop()


def elsewhere(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "blob:http://127.0.0.1:"))


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Open]:
    """Open an address in a browser of its own: `visit("/", phone=True, dark=True)`."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(path: str = "/", *, phone: bool = False, dark: bool = False, at: str = "", **more: Any) -> Page:
        look = "dark" if dark else "light"
        settings = {"color_scheme": look, "reduced_motion": "reduce", **(PHONE if phone else DESKTOP), **more}
        context = browser.new_context(base_url=at or server.address, **settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if elsewhere(request.url) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    lost = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "Failed to load resource")  # a server that was killed
    assert not [text for text in wrong if not any(words in text for words in lost)]
