"""Play in lines of text: for a pipe, a plain terminal, or ears. One line for a prompt, no control codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.messages import printable
from dicecup.options import Plain, read_settings
from dicecup.rulespage import explain
from dicecup.terminal import draw
from dicecup.terminal.menu import Menu, Several
from dicecup.terminal.session import Session
from dicecup.terminal.setup import Seat, how_many, in_a_line, in_order, read_seats, split_names, usual_seats
from dicecup.terminal.words import answer, sentence, several

__all__ = ["Begin", "Lines", "play", "set_up"]

WIDTH = 79
ASIDE = "? rules, help, q leave"


Begin = Callable[[str, list[Seat], dict[str, Plain]], Session]
"""Begins the game of that name, with these seats and options."""


class Lines:
    """Two streams: what people type, and what they read."""

    def __init__(self, read: TextIO, write: TextIO, *, mark: str = "") -> None:
        self._read = read
        self._write = write
        self._mark = mark
        """Stands before what is typed, where somebody sees it being typed."""

    def say(self, *lines: str) -> None:
        for line in lines:
            self._write.write(line + "\n")
        self._write.flush()

    def ask(self, prompt: str) -> str:
        """One answer; EOFError at the end of the input."""
        self.say(prompt)
        if self._mark:
            self._write.write(self._mark)
            self._write.flush()
        line = self._read.readline()
        if not line:
            raise EOFError
        return printable(line.replace("\t", " ")).strip()


# Setting up.


def set_up(lines: Lines, begin: Begin, game: str | None, given: dict[str, Plain]) -> Session:
    """Ask for what is not known yet, and begin."""
    name = game or choose_game(lines)
    seats = choose_seats(lines, name)
    return begin(name, seats, given if game else choose_options(lines, name))


def choose_game(lines: Lines) -> str:
    names = games.names()
    lines.say("The games:")
    for number, name in enumerate(names, start=1):
        rules = games.find(name)
        lines.say(f"  {number} {rules.title}, {how_many(name)}")
        lines.say(*(f"    {line}" for line in draw.wrap(in_a_line(name), WIDTH - 4) if line))
    while True:
        text = lines.ask(f"Which game? A number from 1 to {len(names)}, or a name.").lower()
        if text.isascii() and text.isdigit() and 0 < int(text[:9]) <= len(names):
            return names[int(text[:9]) - 1]
        found = [name for name in names if text and text in (name, games.find(name).title.lower())]
        found = found or [name for name in names if text and name.startswith(text)]
        if len(found) == 1:
            return found[0]
        lines.say(f"There is no game {text!r:.40}; type one of: {', '.join(names)}.")


def choose_seats(lines: Lines, game: str) -> list[Seat]:
    levels = ", ".join(games.bots(game))
    usual = usual_seats(game)
    while True:
        text = lines.ask(
            f"Who plays ({how_many(game)})? Names with commas between; bot or NAME:bot or NAME:LEVEL ({levels}) "
            f"for a bot; Enter for {', '.join(usual)}. {in_order(game)}"
        )
        try:
            return read_seats(game, split_names(text) or usual)
        except DicecupError as error:
            lines.say(sentence(error))


def choose_options(lines: Lines, game: str) -> dict[str, object]:
    rules = games.find(game)
    known = rules.options()
    if not known:
        return {}
    lines.say("The rules can be changed:", *(f"  {line}" for option in known.values() for line in explain(option)))
    while True:
        text = lines.ask("Options? name=value with spaces between, or Enter for the usual rules.")
        try:
            return read_settings(rules, text.split())
        except DicecupError as error:
            lines.say(sentence(error))


# Playing.


class _Left(Exception):
    """Somebody asked to leave, and meant it."""


def play(session: Session, lines: Lines) -> int:
    """Play to the end, or until somebody leaves; the exit status."""
    try:
        return _Face(session, lines).play()
    except EOFError:
        lines.say(f"The input has ended before the game. {session.where()}")
        return 1
    except _Left:
        return 0


class _Face:
    def __init__(self, session: Session, lines: Lines) -> None:
        self.session = session
        self.lines = lines
        self.seen: object = None
        """The sheet as it was shown last."""

    def play(self) -> int:
        while True:
            self.greet()
            while self.session.due != "over":
                try:
                    self.advance()
                except KeyboardInterrupt:
                    self.lines.say("")
                    self.leave()
            self.lines.say("", *self.sheet(), *self.session.ending(), self.session.where())
            if all(seat.level is not None for seat in self.session.seats) or not self.rematch():
                self.session.close()
                return 0

    def greet(self) -> None:
        session = self.session
        self.lines.say(session.players())
        if session.real:
            self.lines.say("You roll real dice and type what they show.")
        self.lines.say(*session.story)
        if session.table.events:
            told = [session.text(message) for message in session.table.tell()]
            self.lines.say(f"Going on after {session.table.events} events. Last: {' '.join(told)}".rstrip(": "))

    def rematch(self) -> bool:
        try:
            answer = self.lines.ask("Play again with the same seats? y or n.").lower()
        except (EOFError, KeyboardInterrupt):
            return False
        if answer not in ("y", "yes"):
            return False
        again = self.session.again()
        self.session.close()
        self.session, self.seen = again, None
        self.lines.say("")
        return True

    def advance(self) -> None:
        due = self.session.due
        if due == "person":
            self.person()
        elif due == "typed":
            self.typed()
        else:
            self.lines.say(*self.session.step())

    # What is shown.

    def sheet(self) -> list[str]:
        session = self.session
        view = session.view()
        turn = view["turn"] if isinstance(view["turn"], int) else None
        return draw.sheet_lines(view["sheet"], session.names, lambda row: session.text(row["label"]), WIDTH, turn)

    def table(self) -> list[str]:
        """The position, without the sheet."""
        session = self.session
        view = session.view()
        dice = session.dice()
        lines = draw.dice_lines(dice, WIDTH, word=session.word) if any(die["face"] for die in dice) else []
        if "crossword" in view:
            lines += draw.crossword_lines(view["crossword"])
        hands = view.get("hands", [])
        for hand in hands if any(hand["dice"] for hand in hands) else []:
            lines += draw.wrap(draw.hand_line(hand, session.names[hand["seat"]]), WIDTH)
        if "gauge" in view:
            lines.append(draw.gauge_line(view["gauge"], session.text(view["gauge"]["label"]), WIDTH))
        return lines + [line for message in session.standing() for line in draw.wrap(message, WIDTH)]

    def show(self, again: bool = False) -> None:
        sheet = self.sheet()
        if again or sheet != self.seen:
            self.lines.say("", *sheet)
            self.seen = sheet
        self.lines.say(*self.table())

    # What is asked.

    def person(self) -> None:
        session = self.session
        self.show()
        moment = session.table.events
        keyed = [f"[{key}] {session.label(choice)}" for key, choice in session.menu().keyed.items()]
        if many := draw.cell_len(f"{session.actor}: {', '.join(keyed)}") > WIDTH:
            self.lines.say(*_columns(keyed, WIDTH))
        while session.table.events == moment:
            self.act(self.lines.ask(self.prompt(session.menu(), "a key" if many else ", ".join(keyed))))

    def prompt(self, menu: Menu, keyed: str) -> str:
        session = self.session
        line = f"{session.actor}: {keyed}"
        if menu.keeps:
            example = next((keep["move"] for keep in menu.keeps if " " in keep["move"]), menu.keeps[0]["move"])
            line += f", or which dice to keep ({example})"
        if menu.others:
            line += ", or write a move (moves lists them)"
        elif session.writes:
            line += ", or write a move or a word"
        return f"{line} ({ASIDE})"

    def act(self, text: str) -> None:
        """Act on what somebody typed: a word to the program, or a move."""
        if self.command(text):
            return
        try:
            self.lines.say(*self.session.move(text))
        except Several as error:
            self.lines.say(*several(error))
        except DicecupError as error:
            self.lines.say(sentence(error))

    def typed(self) -> None:
        session = self.session
        part = session.part()
        if part.seat in (None, 0):
            self.show()
        text = self.lines.ask(f"{session.dice_question()} ({ASIDE})")
        if self.command(text):
            return
        try:
            self.lines.say(*session.type(text))
        except DicecupError as error:
            self.lines.say(sentence(error))

    def command(self, text: str) -> bool:
        """Whether the text was a word to the program, which has then been answered."""
        match text.lower():
            case "q" | "quit" | "exit" | "leave":
                self.leave()
                return True
            case "sheet" | "table":
                self.show(again=True)
                return True
        try:
            said = answer(self.session, text)
        except DicecupError as error:
            said = [sentence(error)]
        if said is not None:
            self.lines.say(*said)
        return said is not None

    def leave(self) -> None:
        """Ask whether to leave; _Left where somebody does. A second Ctrl-C is an answer too."""
        session = self.session
        try:
            while True:
                try:
                    if not session.leaves(self.lines.ask(session.leave_question())):
                        return
                    break
                except DicecupError as error:
                    self.lines.say(sentence(error))
        except KeyboardInterrupt:
            self.lines.say("")
        self.lines.say(session.where())
        session.close()
        raise _Left


def _columns(items: Sequence[str], width: int) -> list[str]:
    """Items in as many columns as there is room for, read downwards."""
    wide = max(draw.cell_len(item) for item in items) + 2
    columns = max(1, width // wide)
    height = -(-len(items) // columns)
    return ["".join(draw.fit(item, wide) for item in items[row::height]).rstrip() for row in range(height)]
