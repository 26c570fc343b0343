"""Screens before and beside the table: choosing a game, who plays and how, a page to read, a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, OptionList, Static

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.options import read_settings
from dicecup.rulespage import explain
from dicecup.terminal import draw
from dicecup.terminal.plain import Begin
from dicecup.terminal.session import Session
from dicecup.terminal.setup import how_many, in_a_line, in_order, read_seats, split_names, usual_seats
from dicecup.terminal.words import sentence

__all__ = ["ChooseGame", "Form", "Page", "Question"]


class ChooseGame(Screen[str | None]):
    """Which game; a number chooses at once."""

    def compose(self) -> ComposeResult:
        yield Static("Which game?  A number, or arrows and Enter; Ctrl-C leaves.", classes="title")
        yield OptionList(*(self.card(number, name) for number, name in enumerate(games.names(), start=1)))

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    @staticmethod
    def card(number: int, name: str) -> Text:
        """A game in two lines: its name, and what it is."""
        head = Text.assemble(f"{number}  ", (games.find(name).title, "bold"), f", {how_many(name)}")
        return head.append("".join(f"\n   {line}" for line in draw.wrap(in_a_line(name), 70)) + "\n", "dim")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(games.names()[event.option_index])

    def key_q(self) -> None:
        self.app.exit(0)

    def on_key(self, event: object) -> None:
        key = getattr(event, "character", None) or ""
        if key.isascii() and key.isdigit() and 0 < int(key) <= len(games.names()):
            self.dismiss(games.names()[int(key) - 1])


class Form(Screen[Session | None]):
    """Who plays and by which rules; Enter goes on to the next field and begins behind the last."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f10", "start")]

    def __init__(self, game: str, begin: Begin, settings: Sequence[str] = ()) -> None:
        super().__init__()
        self.game = game
        self.begin = begin
        self.settings = dict(setting.split("=", 1) for setting in settings)

    def compose(self) -> ComposeResult:
        rules = games.find(self.game)
        levels = ", ".join(games.bots(self.game))
        yield Static(f"{rules.title}, {how_many(self.game)}", classes="title")
        with VerticalScroll():
            yield Static("Who plays?", classes="field")
            yield Static(
                f"Names with commas between; NAME:bot is a bot, NAME:LEVEL one of a level ({levels}). "
                f"{in_order(self.game)}",
                markup=False,
                classes="quiet",
            )
            yield Input(", ".join(usual_seats(self.game)), id="seats", compact=True)
            for option in rules.options().values():
                first, *more = explain(option)
                yield Static(f"{option.name}: {option.about}", markup=False, classes="field")
                yield Static("\n".join(line.strip() for line in more), markup=False, classes="quiet")
                value = self.settings.get(option.name, first.partition("  ")[0].partition("=")[2])
                yield Input(value, id=f"option-{option.name}", compact=True)
            yield Button("Begin", variant="success", compact=True)
        yield Static("Enter goes on; F10 begins; Ctrl-C leaves.", id="wrong", markup=False)

    def on_mount(self) -> None:
        self.query_one("#seats").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        fields = list(self.query(Input))
        if (wrong := self.wrong(event.input)) is not None:
            self.say(wrong)
            return
        self.say("Enter goes on; F10 begins; Ctrl-C leaves.")
        if event.input is fields[-1]:
            self.start()
        else:
            fields[fields.index(event.input) + 1].focus()

    def on_button_pressed(self) -> None:
        self.start()

    def action_start(self) -> None:
        self.start()

    def say(self, text: str) -> None:
        self.query_one("#wrong", Static).update(text)

    def wrong(self, field: Input) -> str | None:
        """What is wrong with what stands in a field, None where nothing is."""
        try:
            if field.id == "seats":
                read_seats(self.game, split_names(field.value) or usual_seats(self.game))
            else:
                name = str(field.id).removeprefix("option-")
                read_settings(games.find(self.game), [f"{name}={field.value}"])
        except DicecupError as error:
            return sentence(error)
        return None

    def start(self) -> None:
        for field in self.query(Input):
            if (wrong := self.wrong(field)) is not None:
                field.focus()
                self.say(wrong)
                return
        rules = games.find(self.game)
        seats = read_seats(self.game, split_names(self.query_one("#seats", Input).value) or usual_seats(self.game))
        typed = [f"{name}={self.query_one(f'#option-{name}', Input).value}" for name in rules.options()]
        try:
            session = self.begin(self.game, seats, read_settings(rules, typed))
        except DicecupError as error:
            self.say(sentence(error))
        except OSError as error:
            self.say(f"{error.filename}: {error.strerror}.")
        else:
            self.dismiss(session)


class Page(ModalScreen[None]):
    """Something to read; any of the usual keys puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q", "put_away")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Static(self.text, markup=False)
        yield Static("Arrows and Page Down scroll; Escape goes back.", classes="quiet")

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    def action_put_away(self) -> None:
        self.dismiss()


class Question(ModalScreen[bool]):
    """A question with a typed answer; `answer` says what it means, or raises DicecupError and is asked again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay")]

    def __init__(self, question: str, answer: Callable[[str], bool]) -> None:
        super().__init__()
        self.question = question
        self.answer = answer

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self.question, markup=False)
            yield Input(id="answer", placeholder="type your answer", compact=True)
            yield Static("", id="wrong", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            said = self.answer(event.value)
        except DicecupError as error:
            self.query_one("#wrong", Static).update(sentence(error))
        else:
            self.dismiss(said)

    def action_stay(self) -> None:
        self.dismiss(False)
