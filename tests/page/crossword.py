"""A game of Alphabet whose hands are known, and the gestures that a crossword on the page is played with."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Locator, expect
from websockets.sync.client import connect

from dicecup.games.alphabet.dice import DICE
from tests.page.conftest import Open
from tests.page.serving import Server

NAMES = ["Ann", "Ben", "Cleo"]
ANN = {30: "C", 35: "A", 21: "T", 3: "H", 8: "S", 14: "U", 4: "R*", 13: "E*", 9: "O*", 26: "N", 28: "B", 32: "Qu"}
"""Ann's dice; the others' show what is left."""
LONG = dict(zip((1, 26, 15, 2, 23, 13, 14, 3, 4, 5, 8, 9), (*"ADVENTURERS", "S"), strict=True))
"""Ann's dice, where she has a long word."""


Hand = dict[int, str]
"""The faces that somebody's dice show."""


class AnnAtTheTable:
    """Ann sits at a browser with real dice before her; the others are played from here, and stay until the end."""

    def __init__(
        self, server: Server, visit: Open, until: ExitStack, *moves: str, hand: Hand = ANN, **look: Any
    ) -> None:
        seats = [{"kind": "here", "name": name} for name in NAMES]
        wish = {"game": "alphabet", "seats": seats, "nonce": "0" * 32, "real_dice": True}
        opened = server.ask("/api/tables", wish)
        self.code = opened["code"]
        self.last = 0
        self.others = until.enter_context(connect(f"{server.address.replace('http', 'ws')}/ws/{self.code}"))
        self._say({"do": "hello", "tokens": opened["tokens"]})
        rest = [die for die in DICE if die not in hand]
        hands = [[*hand.values()], *([DICE[die][1] for die in half] for half in (rest[:12], rest[12:]))]
        self._say({"do": "type", "at": self.last, "faces": hands})
        for turn, move in enumerate(moves):
            self._say({"do": "move", "at": self.last, "seat": turn % len(NAMES), "move": move})
        self.page = visit("/", **look)
        kept = {self.code: {"tokens": opened["tokens"][:1], "game": "alphabet", "touched": 0}}
        self.page.evaluate("kept => localStorage.setItem('dicecup.tables', JSON.stringify(kept))", kept)
        self.page.goto(f"/t/{self.code}")
        self.board.locator(".layer:not([hidden])").wait_for(state="attached")  # it has found its place

    def _say(self, command: dict[str, Any]) -> None:
        """Say it, and hear that it was done and what came of it."""
        before, done = self.last, False
        self.others.send(json.dumps({**command, "key": command["do"] + str(before)}))
        while not done or self.last == before:
            frame = json.loads(self.others.recv(timeout=10))
            assert frame.get("ok", True), frame
            self.last = max([self.last, *(event["n"] for event in frame.get("events", []))])
            done = done or frame["is"] in ("answer", "welcome")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".verdict")

    @property
    def announced(self) -> Locator:
        return self.page.locator("[aria-live=assertive]")

    def die(self, label: str) -> Locator:
        return self.page.get_by_role("list", name="Your dice").get_by_role("button", name=label, exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("region", name="Crossword").get_by_role("button", name=name)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen the middle of a cell is; 0.6,0 is a little left of the middle of 1,0."""
        there: list[float] = self.board.evaluate(
            """(board, [x, y]) => {
                const box = board.getBoundingClientRect();
                const seen = new DOMMatrix(getComputedStyle(board.querySelector('.layer')).transform);
                return [box.left + seen.e + (x + 0.5) * 46 * seen.a, box.top + seen.f + (y + 0.5) * 46 * seen.d];
            }""",
            [x, y],
        )
        return there[0], there[1]

    def width(self) -> float:
        """Of a cell on the screen."""
        return self.at(1, 0)[0] - self.at(0, 0)[0]

    def centre(self, what: Locator) -> tuple[float, float]:
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, x: float, y: float) -> None:
        self.board.scroll_into_view_if_needed()
        self.page.touchscreen.tap(*self.at(x, y))

    def whole(self, *cells: tuple[int, int]) -> bool:
        """Whether all of these cells are in sight on the board."""
        box = self.board.bounding_box()
        assert box is not None
        half = self.width() / 2
        return all(
            box["x"] + 20 <= x - half and x + half <= box["x"] + box["width"] and box["y"] + 20 <= y - half
            for x, y in (self.at(*cell) for cell in cells)
        )

    def swipe(
        self,
        *fingers: tuple[tuple[float, float], tuple[float, float]],
        steps: int = 8,
        before_up: Callable[[], object] = lambda: None,
    ) -> None:
        """Fingers that go down, each from one point to another, and up again."""
        touch = self.page.context.new_cdp_session(self.page)

        def say(what: str, share: float) -> None:
            points = [
                {"x": a[0] + (b[0] - a[0]) * share, "y": a[1] + (b[1] - a[1]) * share, "id": number}
                for number, (a, b) in enumerate(fingers)
            ]
            touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points if what != "touchEnd" else []})

        say("touchStart", 0)
        for step in range(1, steps + 1):
            say("touchMove", step / steps)
        before_up()
        say("touchEnd", 1)
        touch.detach()

    def drag(self, what: Locator, x: float, y: float) -> None:
        """With the mouse, from the hand onto the table."""
        self.page.mouse.move(*self.centre(what))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(x, y), steps=8)
        self.page.mouse.up()

    def shows(self, *words: str) -> None:
        """The words on the table, as a screen reader finds them, are soon these."""
        listed = self.page.get_by_role("heading", name="Words on the table").locator("xpath=following-sibling::ul[1]")
        expect(listed.get_by_role("listitem")).to_have_text(words)
