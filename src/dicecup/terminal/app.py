"""The full screen: draws what the session shows and hands it the keys that are pressed; it knows no rules."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.events import Key, Resize
from textual.widgets import Input, Static

from dicecup import rulespage
from dicecup.errors import DicecupError
from dicecup.messages import printable
from dicecup.terminal import draw, tabletop
from dicecup.terminal.menu import Several, keep_of
from dicecup.terminal.plain import Begin
from dicecup.terminal.screens import ChooseGame, Form, Page, Question
from dicecup.terminal.session import Session
from dicecup.terminal.words import HINT, HINTS, PAGE, answer, hints, moves_with, sentence, several
from dicecup.view import Choice

__all__ = ["TableApp", "play"]

FURTHER = 5
"""So many columns or rows a key moves what is seen of a crossword."""
SCREEN_KEYS = ("Page Up, Page Down, F5 and F6 show the rest of a large table",)
PAUSE = 1.0
"""Seconds in which one can see what a bot did; any key shortens it."""


def play(session: Session | None, begin: Begin, game: str | None, settings: Sequence[str]) -> int:
    """Set up what is not known yet, and play; the exit status."""
    app = TableApp(session, begin, game, settings)
    status = app.run()
    return (app.return_code or 0) if status is None else status


class TableApp(App[int]):
    CSS = """
    Screen { layout: vertical; }
    .title { background: $primary; color: $text; text-style: bold; padding: 0 1; margin-bottom: 1; }
    .quiet { color: $text-muted; }
    .field { margin-top: 1; text-style: bold; }
    Form Input { background: $boost; }
    Form Button { margin-top: 1; }
    ChooseGame OptionList { border: none; background: transparent; }
    #heading { height: auto; }
    #above { height: auto; margin-bottom: 1; }
    #middle { height: 1fr; }
    #side { height: 100%; padding-left: 1; margin-left: 1; border-left: solid $primary; }
    #story { height: 1fr; color: $text-muted; }
    #hand { height: auto; }
    #status { height: auto; text-style: bold; }
    #notice { height: auto; color: $warning; }
    #keys { height: auto; }
    #line { height: 1; border: none; }
    #foot { height: 1; color: $text-muted; }
    #board { height: auto; scrollbar-size: 1 1; }
    #board Static { width: auto; }
    #wrong { color: $warning; height: auto; }
    Page { align: center middle; }
    #page { width: 78; height: 22; background: $surface; border: round $primary; padding: 0 1; }
    Question { align: center middle; }
    #question { width: 70; height: auto; background: $surface; border: round $warning; padding: 1 2; }
    #page, #question { max-width: 100%; max-height: 100%; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # else the line, though hidden, would take the keys whenever a page is put away
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
        Binding("f1", "rules"),
        Binding("f2", "sheet"),
        Binding("f3", "moves"),
        Binding("f4", "hint"),
        Binding("pageup", "look(0, -1)"),
        Binding("pagedown", "look(0, 1)"),
        Binding("f5", "look(-1, 0)"),
        Binding("f6", "look(1, 0)"),
    ]

    def __init__(
        self,
        session: Session | None,
        begin: Begin,
        game: str | None = None,
        settings: Sequence[str] = (),
        *,
        pause: float = PAUSE,
    ) -> None:
        super().__init__()
        self.session = session
        self.begin = begin
        self.game = game
        self.settings = settings
        self.pause = pause
        self.picked: set[int] = set()
        self.notice = ""
        self.writing = False
        self.refused = False
        """Whether the line that was typed last was no move."""
        self.centre = (0, 0)
        """The cell of a crossword in the middle of what is in sight."""
        self.frame: draw.Frame | None = None
        """What of a crossword is in sight, where that is not all."""
        self._laid: frozenset[tuple[int, int, int]] = frozenset()
        self._hurry = asyncio.Event()
        self._acted = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield Static(id="heading")
        yield Static(id="above")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                with ScrollableContainer(id="board", can_focus=False):
                    yield Static(id="table")
                yield Static(id="story")
                yield Static(id="hand")
                yield Static(id="status")
                yield Static(id="notice")
                yield Static(id="keys")
                yield Input(id="line", compact=True, placeholder="type here, then Enter")
            yield Static(id="side")
        yield Static(id="foot")

    def on_mount(self) -> None:
        self.go()

    @work
    async def go(self) -> None:
        """Set up, play, and play again as long as somebody wants to."""
        session = self.session or await self.set_up()
        try:
            while True:
                self.session = session
                self.greet(session)
                await self.play_out(session)
                ending = "\n".join([*session.ending(), session.where(), "", "Play again with the same seats? y or n."])
                if not await self.push_screen_wait(Question(ending, _yes)):
                    self.end()
                    return
                session.close()
                session = session.again()
        except OSError as error:
            self.fail(error)

    async def set_up(self) -> Session:
        game = self.game or await self.push_screen_wait(ChooseGame())
        assert game is not None
        session = await self.push_screen_wait(Form(game, self.begin, self.settings))
        assert session is not None
        return session

    def greet(self, session: Session) -> None:
        session.story.append(session.players())
        if session.real:
            session.story.append("You roll real dice and type what they show.")
        if session.table.events:
            session.story.append(f"Going on after {session.table.events} events.")

    async def play_out(self, session: Session) -> None:
        """Let the program's dice fall and bots move, and wait for people, until the game is over."""
        self.draw_table()
        while session.due != "over":
            if session.due in ("dice", "bot"):
                await asyncio.to_thread(session.step)
            else:
                self._acted.clear()
                await self._acted.wait()
            self.notice = ""
            self.picked.clear()
            self.writing = False
            self.draw_table()
            if session.due in ("dice", "bot"):
                self._hurry.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), self.pause)

    # What is shown.

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.draw_table)

    def draw_table(self) -> None:
        session = self.session
        if session is None:
            return
        screen = self.screen_stack[0]
        width, height = self.size.width, self.size.height
        side = tabletop.side_width(session, width)
        left = width - side - 3 if side else width
        typing = session.due == "typed" or (session.due == "person" and (session.writes or self.writing))

        def show(name: str, text: Text | str) -> int:
            widget = screen.query_one(f"#{name}", Static)
            widget.update(text if isinstance(text, Text) else Text(text))
            widget.display = bool(str(text))
            return str(text).count("\n") + 1 if str(text) else 0

        used = 2 + typing
        used += show("heading", tabletop.heading(session, width)) - 1
        above = not side and tabletop.stands_above(session)
        used += show("above", tabletop.sheet(session, width) if above else "") + above
        show("side", tabletop.sheet(session, side) if side else "")
        screen.query_one("#side").styles.width = side + 2
        status = session.dice_question() if session.due == "typed" else " ".join(session.standing())
        used += show("hand", tabletop.hand(session, left))
        used += show("status", "\n".join(draw.wrap(status, left)))
        used += show("notice", "\n".join(line for part in self.notice.split("\n") for line in draw.wrap(part, left)))
        # Whoever reads more than a few lines looks at the table beside them, and knows the keys already.
        short = self.notice.count("\n") < HINTS
        used += show("keys", tabletop.keys(session, left, self.picked, beside=side > 0) if short else "")
        table = tabletop.board(session, left, self.picked)
        if table.plain.count("\n") + 1 > height - used - 2:
            table = tabletop.board(session, left, self.picked, low=True)
        lines = table.plain.count("\n") + 1
        room = max(min(3, lines), min(lines, height - used - 2))
        self.follow(session, left, room)
        if self.frame is not None:
            table = tabletop.board(session, left, self.picked, frame=self.frame)
        show("table", table)
        screen.query_one("#board").styles.height = room
        show("story", tabletop.story(session, left, height - used - room))
        write = "" if typing else "  : write a move"
        scroll = "  PgUp PgDn F5 F6 scroll" if self.frame is not None else ""
        foot = f"F1 rules  F2 sheet  F3 moves  F4 hint  Ctrl-C leave{write}{scroll}"
        show("foot", foot if len(foot) <= width else foot.replace("  ", " ").replace("Ctrl-C leave", "^C leave"))
        line = screen.query_one("#line", Input)
        line.display = typing
        if typing:
            line.focus()
        else:
            line.blur()

    def follow(self, session: Session, width: int, height: int) -> None:
        """Keep the last move in sight where a crossword is larger than its room."""
        crossword = session.view().get("crossword")
        if crossword is None or not crossword["cells"]:
            self.frame = None
            return
        laid = frozenset((cell["x"], cell["y"], cell["number"]) for cell in crossword["cells"])
        if laid != self._laid:
            new = sorted(laid - self._laid) or sorted(laid)
            self.centre = (
                (min(x for x, _, _ in new) + max(x for x, _, _ in new)) // 2,
                (min(y for _, y, _ in new) + max(y for _, y, _ in new)) // 2,
            )
            self._laid = laid
        frame = draw.in_sight(crossword, width, height, self.centre)
        self.frame = frame if frame != draw.whole(crossword) else None

    # What is pressed.

    async def on_key(self, event: Key) -> None:
        self._hurry.set()
        session = self.session
        if session is None or len(self.screen_stack) > 1 or session.due != "person":
            return
        if self.writing and event.key == "escape":
            self.writing = False
            self.draw_table()
            return
        if session.writes or self.writing:
            return
        key = event.character or ""
        menu = session.menu()
        numbers = {str(die["number"]): die["number"] for die in session.view()["dice"]} if menu.keeps else {}
        if key in numbers:
            self.picked ^= {numbers[key]}
            self.draw_table()
        elif event.key == "enter" and menu.keeps:
            keep = keep_of(menu.keeps, session.view()["dice"], self.picked)
            if keep is None:
                self.complain("All dice are picked: fill a row instead, or pick fewer.")
            else:
                self.act(keep["move"])
        elif key.lower() in menu.keyed:
            self.choose(session, menu.keyed[key.lower()])
        elif key.lower() in session.few:
            self.act(key)
        elif key == "q":
            self.action_leave()
        elif key == "?":
            self.action_rules()
        elif key in (":", "/"):
            event.stop()
            self.writing = True
            self.draw_table()
        elif event.is_printable or event.key == "enter":
            shown = key if event.is_printable else "Enter"
            self.complain(f"{shown!r} does nothing here; the keys are {self.known_keys()}, or : to write a move.")

    def choose(self, session: Session, choice: Choice) -> None:
        """Make a move by its key; where the rules would ask before, only when it is meant."""
        if "ask" not in choice:
            self.act(choice["move"])
            return

        def meant(yes: bool | None) -> None:
            if yes:
                self.act(choice["move"])

        self.push_screen(Question(f"{session.text(choice['ask'])} y or n.", _yes), meant)

    def known_keys(self) -> str:
        session = self.session
        assert session is not None
        menu = session.menu()
        dice = [f"1-{len(session.view()['dice'])}", "Enter"] if menu.keeps else []
        return " ".join([*dice, *menu.keyed, *session.few])

    def complain(self, text: str) -> None:
        self.notice = text
        self.draw_table()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input.id != "line" or self.session is None:
            return
        text = printable(event.value).strip()
        if not text:
            return
        self.refused = False
        if text.lower() in ("q", "quit", "exit", "leave"):
            self.action_leave()
        elif text.lower() in ("sheet", "table"):
            self.action_sheet()
        else:
            self.typed(self.session, text)
        if not self.refused:  # else it stays, to be mended
            event.input.value = ""

    def typed(self, session: Session, text: str) -> None:
        if text.lower() in HINT and session.due == "person":
            self.action_hint()
            return
        try:
            said = answer(session, text, SCREEN_KEYS, self.wide())
        except DicecupError as error:
            self.refuse(error)
            return
        if said is not None:
            self.push_screen(Page("\n".join(said)))
        else:
            self.act(text)

    def act(self, text: str) -> None:
        """A move, or what real dice show."""
        session = self.session
        assert session is not None
        if session.due not in ("person", "typed"):
            self.complain(f"It is the turn of {session.actor or 'the dice'}; a moment.")
            return
        try:
            if session.due == "typed":
                session.type(text)
            else:
                session.move(text)
        except Several as error:
            self.complain("\n".join(several(error)))
        except DicecupError as error:
            self.refuse(error)
        except OSError as error:
            self.fail(error)
        else:
            self._acted.set()

    def refuse(self, error: DicecupError) -> None:
        self.refused = True
        self.complain(sentence(error))

    def wide(self) -> int:
        """How wide a page can be."""
        return min(PAGE, self.size.width - 6)

    def fail(self, error: OSError) -> None:
        self.exit(1, message=f"dicecup play: {error.filename or 'the record'}: {error.strerror or error}")

    # What stands in the last line.

    def action_leave(self) -> None:
        session = self.session
        if isinstance(self.screen, Question) or session is None or session.due == "over":
            self.end()
        else:
            self.push_screen(Question(session.leave_question(), session.leaves), self.left)

    def left(self, leaves: bool | None) -> None:
        if leaves:
            self.end()

    def end(self) -> None:
        """Leave; what is recorded stays so."""
        if self.session is None:
            self.exit(1, message="dicecup play: no game was begun")
            return
        self.session.close()
        over = self.session.ending() if self.session.due == "over" else []
        self.exit(0, message="\n".join([*over, self.session.where()]))

    def action_rules(self) -> None:
        if self.session is not None and len(self.screen_stack) == 1:
            self.push_screen(Page("\n".join(rulespage.lines(self.session.game, self.wide()))))

    def action_sheet(self) -> None:
        if self.session is not None and len(self.screen_stack) == 1:
            session, view = self.session, self.session.view()
            wide = self.wide()
            lines = draw.sheet_lines(view["sheet"], session.names, lambda row: session.text(row["label"]), wide)
            for hand in view.get("hands", []):
                lines += ["", *draw.wrap(draw.hand_line(hand, session.names[hand["seat"]]), wide)]
            self.push_screen(Page("\n".join([session.players(), "", *lines, "", *session.story])))

    def action_moves(self) -> None:
        if self.session is not None and len(self.screen_stack) == 1 and self.session.due == "person":
            self.push_screen(Page("\n".join(moves_with(self.session, ""))))

    def action_hint(self) -> None:
        if self.session is not None and len(self.screen_stack) == 1 and self.session.due == "person":
            self.complain("Thinking …")
            self.run_worker(self.hint(self.session), group="hint", exclusive=True)

    async def hint(self, session: Session) -> None:
        """The best moves, below the table where they can be compared with it; others may be typed meanwhile."""
        moment = session.table.events
        try:
            said = await asyncio.to_thread(hints, session)
        except DicecupError as error:
            said = [sentence(error)]
        if session is self.session and session.table.events == moment:
            self.complain("\n".join(said))

    def action_look(self, across: int, down: int) -> None:
        """Look at another part of a crossword that has no room, some columns or rows further."""
        if self.frame is not None:
            left, right, top, bottom = self.frame
            middle = (left + (right - left + 1) // 2, top + (bottom - top + 1) // 2)
            self.centre = (middle[0] + across * FURTHER, middle[1] + down * FURTHER)
            self.draw_table()


def _yes(answer: str) -> bool:
    if answer.strip().lower() in ("y", "yes"):
        return True
    if answer.strip().lower() in ("n", "no", ""):
        return False
    raise DicecupError("please type y or n")
