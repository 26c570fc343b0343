"""Play in lines of text: for a pipe, a plain terminal, or ears. One line for a prompt, no control codes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from dicecup import games
from dicecup.errors import DicecupError
from dicecup.terminal import draw
from dicecup.terminal.menu import Menu, Several
from dicecup.terminal.session import Session
from dicecup.terminal.setup import Seat, explain, read_options, read_seats, usual_seats
from dicecup.view import Choice

__all__ = ["Lines", "choose_game", "choose_options", "choose_seats", "play"]

WIDTH = 79
LISTED = 9
"""Moves that are offered when a word fits several."""
ASIDE = "? rules, help, q leave"


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
        return draw.clean(line.replace("\t", " ")).strip()


# Setting up.


def choose_game(lines: Lines) -> str:
    names = games.names()
    lines.say("The games:")
    for number, name in enumerate(names, start=1):
        rules = games.find(name)
        lines.say(f"  {number} {rules.title} ({name}), {_how_many(name)}")
    while True:
        text = lines.ask(f"Which game? A number from 1 to {len(names)}, or a name.").lower()
        if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(names):
            return names[int(text) - 1]
        found = [name for name in names if text and text in (name, games.find(name).title.lower())]
        found = found or [name for name in names if text and name.startswith(text)]
        if len(found) == 1:
            return found[0]
        lines.say(f"There is no game {text!r:.40}; type one of: {', '.join(names)}.")


def _how_many(game: str) -> str:
    seats = games.find(game).seats
    return f"{seats[0]} to {seats[-1]} players"


def choose_seats(lines: Lines, game: str) -> list[Seat]:
    levels = ", ".join(games.bots(game))
    usual = usual_seats(game)
    while True:
        text = lines.ask(
            f"Who plays ({_how_many(game)})? Names with commas between; bot or NAME:bot or NAME:LEVEL ({levels}) "
            f"for a bot; Enter for {', '.join(usual)}."
        )
        words = [word.strip() for word in text.split(",")] if "," in text else text.split()
        try:
            return read_seats(game, words or usual)
        except DicecupError as error:
            lines.say(f"{error}.")


def choose_options(lines: Lines, game: str) -> dict[str, object]:
    rules = games.find(game)
    known = rules.options()
    if not known:
        return {}
    lines.say("The rules can be changed:", *(f"  {line}" for option in known.values() for line in explain(option)))
    while True:
        text = lines.ask("Options? name=value with spaces between, or Enter for the usual rules.")
        try:
            return read_options(rules, text.split())
        except DicecupError as error:
            lines.say(f"{error}.")


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
        self.few: list[Choice] = []
        """Moves that the last text could have meant."""

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
        players = ", ".join(
            name if seat.level is None else f"{name} (bot, {seat.level})"
            for name, seat in zip(session.names, session.seats, strict=True)
        )
        self.lines.say(f"{session.game.title}: {players}.")
        given = session.game.options_given()
        if given:
            self.lines.say("Options: " + ", ".join(f"{name}={value}" for name, value in given.items()) + ".")
        if session.real:
            self.lines.say("You roll real dice and type what they show.")
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
        self.session, self.seen, self.few = again, None, []
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
        lines = draw.dice_lines(session.dice(), WIDTH, word=session.word)
        if "crossword" in view:
            lines += draw.crossword_lines(view["crossword"])
        for hand in view.get("hands", []):
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
        while session.table.events == moment:
            self.few_or(self.lines.ask(self.prompt(session.menu())))

    def prompt(self, menu: Menu) -> str:
        session = self.session
        keyed = [f"[{key}] {session.label(choice)}" for key, choice in menu.keyed.items()]
        line = f"{session.actor}: {', '.join(keyed)}"
        if draw.cell_len(line) > WIDTH:
            self.lines.say(*_columns(keyed, WIDTH))
            line = f"{session.actor}: a key"
        if menu.keeps:
            example = next((keep["move"] for keep in menu.keeps if " " in keep["move"]), menu.keeps[0]["move"])
            line += f", or which dice to keep ({example})"
        if len(session.view()["choices"]) == len(menu.keyed) + len(menu.keeps):
            more = ", or write a move or a word" if self.writes() else ""
        else:
            more = ", or write a move (moves lists them)"
        return f"{line}{more} ({ASIDE})"

    def writes(self) -> bool:
        """Whether there are moves that the view does not list; a crossword is where that happens."""
        return "crossword" in self.session.view()

    def few_or(self, text: str) -> None:
        """Act on what somebody typed: a number of the short list, a command, or a move."""
        session = self.session
        if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(self.few):
            text = self.few[int(text) - 1]["move"]
        self.few = []
        if self.command(text):
            return
        try:
            self.lines.say(*session.move(text))
        except Several as several:
            self.few = several.choices[:LISTED]
            count = len(several.choices)
            self.lines.say(f"{count} moves fit; type a number" + (", or more of the move:" if count > LISTED else ":"))
            self.lines.say(*(f"  {n} {choice['move']}" for n, choice in enumerate(self.few, start=1)))
        except DicecupError as error:
            self.lines.say(f"{_sentence(error)}")

    def typed(self) -> None:
        session = self.session
        part = session.part()
        if part.seat in (None, 0):
            self.show()
        whose = "the dice show" if part.seat is None else f"the dice of {session.names[part.seat]} show"
        dice = f"{part.count} {'face' if part.count == 1 else 'faces'}"
        named = " ".join(
            f"{face}={word}" if (word := session.word(f"face.{face}")) else str(face) for face in part.faces
        )
        text = self.lines.ask(f"What do {whose}? {dice} of {named} ({ASIDE})")
        if self.command(text):
            return
        try:
            self.lines.say(*session.type(text))
        except DicecupError as error:
            self.lines.say(_sentence(error))

    def command(self, text: str) -> bool:
        """Whether the text was a word to the program, which has then been answered."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "?" | "rules" if not rest:
                self.lines.say(*self.session.rules_page().splitlines())
            case "help" | "h" | "" if not rest:
                self.help()
            case "q" | "quit" | "exit" | "leave" if not rest:
                self.leave()
            case "sheet" | "table" if not rest:
                self.show(again=True)
            case "moves" if self.session.due == "person":
                self.list_moves(rest)
            case "save" if rest:
                self.save(rest)
            case _:
                return False
        return True

    def help(self) -> None:
        self.lines.say(
            "You can type:",
            *(f"  {key}  {self.session.label(choice)}" for key, choice in self.session.menu().keyed.items()),
            "  a move in its notation, or enough of it to be clear (moves lists all, moves WORD some)",
            "  ? or rules: the rules;  sheet: the score sheet;  save FILE: keep the game;  q: leave",
        )

    def list_moves(self, rest: str) -> None:
        found = [move["move"] for move in self.session.moves() if rest.lower() in move["move"].lower()]
        self.lines.say(*(f"  {move}" for move in found[:40]))
        if len(found) > 40:
            self.lines.say(f"  … {len(found)} in all; moves WORD lists those with that word in them")
        if not found:
            self.lines.say(f"No move has {rest!r:.40} in it.")

    def save(self, name: str) -> bool:
        if self.session.record is not None:
            self.lines.say(self.session.where())
            return True
        try:
            self.session.save(Path(name))
        except (OSError, DicecupError) as error:
            self.lines.say(f"It could not be saved: {error}.")
            return False
        self.lines.say(self.session.where())
        return True

    def leave(self) -> None:
        """Ask whether to leave; _Left where somebody does. A second Ctrl-C is an answer too."""
        session = self.session
        try:
            while True:
                if session.record is not None or not session.table.events:
                    kept = "" if session.record is None else f" {session.where()}"
                    answer = self.lines.ask(f"Leave the game?{kept} y or n.")
                else:
                    answer = self.lines.ask(
                        "Leave the game? It is not recorded: type a file name to keep it in, y to leave without, n to "
                        "play on."
                    )
                if answer.lower() in ("y", "yes"):
                    break
                if answer.lower() in ("n", "no", ""):
                    return
                if session.record is None and session.table.events and len(answer) > 1:
                    if self.save(answer):
                        break
                else:
                    self.lines.say("Please type y to leave or n to play on.")
        except KeyboardInterrupt:
            self.lines.say("", session.where())
        session.close()
        raise _Left


def _sentence(error: Exception) -> str:
    text = draw.clean(str(error))
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _columns(items: Sequence[str], width: int) -> list[str]:
    """Items in as many columns as there is room for, read downwards."""
    wide = max(draw.cell_len(item) for item in items) + 2
    columns = max(1, width // wide)
    height = -(-len(items) // columns)
    return ["".join(draw.fit(item, wide) for item in items[row::height]).rstrip() for row in range(height)]
