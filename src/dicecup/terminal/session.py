"""A game being played in a terminal, without the terminal: who is due, what a text means, what happened in words.

Every event is in the record, on the disk, before its words are handed out; a program that is killed loses nothing
that anybody has seen.
"""

from __future__ import annotations

import contextlib
import secrets
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Literal

from dicecup import games, messages
from dicecup.dice import Face
from dicecup.errors import DicecupError
from dicecup.game import CHANCE, OVER, Game
from dicecup.records import Header, RecordFile
from dicecup.table import Event, Moved, Rolled, SeededDice, Table
from dicecup.terminal.draw import clean, dice_of, inline
from dicecup.terminal.menu import Menu, Several
from dicecup.terminal.setup import Seat
from dicecup.terminal.typed import Part, Question, question
from dicecup.view import Choice, DieView, Message, View, say

__all__ = ["Due", "Session"]

Due = Literal["over", "dice", "typed", "bot", "person"]
"""What the game waits for: nothing more, the program's dice, somebody typing dice, a bot, somebody's move."""

LISTED = 9
"""Moves that are offered when a text fits several."""

OWN = "terminal"
"""The key of a record's header under which we note what a game needs to go on as it was: bots, seed, real dice."""


class Session:
    def __init__(
        self,
        header: Header,
        table: Table,
        seats: Sequence[Seat],
        *,
        seed: int | None = None,
        real: bool = False,
        record: RecordFile | None = None,
    ) -> None:
        self.header = header
        self.table = table
        self.seats = tuple(seats)
        self.seed = seed
        self.real = real
        self.record = record
        self.names = [clean(name) for name in header.names]
        self.story: list[str] = []
        """All that was told so far."""
        self.few: list[Choice] = []
        """Moves that the last text could have meant; the next may be the number of one."""
        self._secret = secrets.randbits(64) if seed is None else seed
        self._dice = SeededDice(self._secret)
        self._words = messages.load(self.game.folder())
        self._bots = games.bots(self.game.name)
        self._log: list[Event] = []
        self._typed: list[list[Face]] = []
        self._asked: tuple[int, Question] | None = None

    # Beginning and going on.

    @classmethod
    def begin(
        cls,
        game: Game[Any, Any],
        seats: Sequence[Seat],
        *,
        seed: int | None = None,
        real: bool = False,
        path: Path | None = None,
    ) -> Session:
        """A new game, recorded in a new file if there is a path; OSError or DicecupError where that cannot be."""
        header = Header.new(game, [seat.name for seat in seats])
        note: dict[str, Any] = {"bots": [seat.level for seat in seats]} if any(seat.level for seat in seats) else {}
        if seed is not None:
            note["seed"] = seed
        if real:
            note["real_dice"] = True
        if note:
            header = replace(header, more=header.more | {OWN: note})
        record = None if path is None else RecordFile.create(path, header)
        return cls(header, header.table(), seats, seed=seed, real=real, record=record)

    @classmethod
    def resume(cls, path: Path, *, seed: int | None = None, real: bool = False) -> Session:
        """The game of a record, to go on; OSError or DicecupError where it cannot be read."""
        record = RecordFile.resume(path)
        header = record.header
        note = header.more.get(OWN)
        note = note if isinstance(note, dict) else {}
        levels = note.get("bots")
        known = games.bots(header.game.name)
        if not isinstance(levels, list) or len(levels) != len(header.names):
            levels = [None] * len(header.names)
        seats = [
            Seat(name, level if isinstance(level, str) and level in known else None)
            for name, level in zip(header.names, levels, strict=True)
        ]
        if seed is None and type(note.get("seed")) is int:
            seed = note["seed"]
        real = real or note.get("real_dice") is True
        return cls(header, record.table, seats, seed=seed, real=real, record=record)

    def again(self) -> Session:
        """A rematch: the same people, rules and kind of dice; recorded beside the last one."""
        seed = None if self.seed is None else self.seed + 1
        path = None if self.record is None else _free(self.record.path)
        return Session.begin(self.game, self.seats, seed=seed, real=self.real, path=path)

    def save(self, path: Path) -> None:
        """Keep a game that was not recorded, from its beginning, and from now on; DicecupError where that fails."""
        if self.record is not None:
            return
        try:
            record = RecordFile.create(path, self.header)
            for event in self._log:
                record.append(event)
        except OSError as error:
            raise DicecupError(f"{path} cannot be written: {error.strerror or error}") from None
        self.record = record

    def leave_question(self) -> str:
        """What somebody who wants to leave is asked."""
        if self.record is not None:
            return f"Leave the game? {self.where()} y or n."
        if not self.table.events:
            return "Leave the game? y or n."
        return "Leave the game? It is not recorded: type a file name to keep it in, y to leave without, n to play on."

    def leaves(self, answer: str) -> bool:
        """Whether that answer means to leave; a game that is to be kept then is. DicecupError where it says neither."""
        answer = answer.strip()
        if answer.lower() in ("y", "yes"):
            return True
        if answer.lower() in ("n", "no", ""):
            return False
        if self.record is not None or not self.table.events or len(answer) == 1:
            raise DicecupError("please type y to leave or n to play on")
        self.save(Path(answer))
        return True

    def close(self) -> None:
        if self.record is not None:
            self.record.close()

    # How it stands.

    @property
    def game(self) -> Game[Any, Any]:
        return self.table.game

    @property
    def due(self) -> Due:
        turn = self.table.turn
        if turn == OVER:
            return "over"
        if turn == CHANCE:
            return "typed" if self.real else "dice"
        return "person" if self.seats[turn].level is None else "bot"

    @property
    def actor(self) -> str:
        """The name of the one whose turn it is, or nothing."""
        turn = self.table.turn
        return self.names[turn] if isinstance(turn, int) else ""

    def view(self) -> View:
        turn = self.table.turn
        return self.table.view(turn if isinstance(turn, int) else None)

    def dice(self) -> list[DieView]:
        """The dice to draw: those of the view, or what fell just now where a view shows none that were rolled."""
        tray = self.view()["dice"]
        if any(die["face"] is not None and die["mark"] != "aside" for die in tray):
            return tray
        fell = not self._log or isinstance(self._log[-1], Rolled)
        return (dice_of(self.table.shown) if fell else []) or tray

    def menu(self) -> Menu:
        return Menu.of(self.view()["choices"])

    def text(self, message: Message) -> str:
        return clean(self._words.text(message, self.names))

    def label(self, choice: Choice) -> str:
        """A choice in words, or its notation where nobody has written words for it."""
        text = self.text(choice["label"])
        return choice["move"] if text == choice["label"]["say"] else text

    def word(self, key: str) -> str | None:
        """The text of a key of the game's catalogue, None where there is none."""
        text = self._words.text({"say": key, "params": {}}, self.names)
        return None if text == key else text

    def rules_page(self) -> str:
        page = self.game.folder() / "rules.en.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
        return f"{self.game.title} has no rules page."

    def standing(self) -> list[str]:
        """How things stand, in a sentence or two."""
        return [self.text(message) for message in self.view()["status"]]

    # Going forward.

    def step(self) -> list[str]:
        """Let the program's dice fall or a bot move; what happened, in words."""
        if self.due == "dice":
            request = self.game.roll(self.table.state)
            return self._happen(Rolled(request.event, self._dice.throw(request, self.table.rolls)))
        turn = self.table.turn
        assert isinstance(turn, int)
        level = self.seats[turn].level
        assert level is not None
        whims = Random(f"{self._secret}/bot/{self.table.events}")
        move = self._bots[level](self.game, self.table.state, whims)
        return self._happen(Moved(turn, str(move)))

    def move(self, text: str) -> list[str]:
        """The move that somebody typed; DicecupError where it is none, Several where it could be several."""
        turn = self.table.turn
        assert isinstance(turn, int)
        if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(self.few):
            text = self.few[int(text[:4]) - 1]["move"]
        self.few = []
        try:
            move = self.find(text)
        except Several as several:
            self.few = several.choices[:LISTED]
            raise
        return self._happen(Moved(turn, move))

    def find(self, text: str) -> str:
        """The notation of the move that a text means, looked for among the choices and then among all moves."""
        text = " ".join(text.split())
        if (choice := self.menu().find(text)) is not None:
            return choice["move"]
        try:
            return str(self.game.parse(self.table.state, text))
        except DicecupError:
            return self._search(text) or str(self.game.meant(self.table.state, text))

    def _search(self, text: str) -> str | None:
        every = self.moves()
        if len(text) < 2 or len(every) <= len(self.view()["choices"]):
            return None
        choice = Menu(every, {}, [], []).find(text)
        return None if choice is None else choice["move"]

    def moves(self) -> list[Choice]:
        """All moves, also those that a view does not list."""
        return [{"move": str(move), "label": say(str(move))} for move in self.game.moves(self.table.state)]

    @property
    def writes(self) -> bool:
        """Whether there are moves that have no key and are not a pick of dice, so that moves must be written."""
        view = self.view()
        return "crossword" in view or len(self.menu().others) > 0

    def part(self) -> Part:
        """Of the real dice that are due, those to be typed next."""
        return self._question().parts[len(self._typed)]

    def dice_question(self) -> str:
        """What somebody who rolled real dice is asked."""
        part = self.part()
        whose = "the dice show" if part.seat is None else f"the dice of {self.names[part.seat]} show"
        named = " ".join(f"{face}={word}" if (word := self.word(f"face.{face}")) else str(face) for face in part.faces)
        return f"What do {whose}? {part.count} {'face' if part.count == 1 else 'faces'} of {named}"

    def type(self, text: str) -> list[str]:
        """What real dice show; DicecupError where they cannot. Nothing happens until all have been typed."""
        asked = self._question()
        part = self.part()
        names = {word: face for face in part.faces if (word := self.word(f"face.{face}")) is not None}
        self._typed.append(part.read(text, names))
        if len(self._typed) < len(asked.parts):
            return []
        answers, self._typed = self._typed, []
        return [line for event in asked.events(answers) for line in self._happen(event)]

    def _question(self) -> Question:
        if self._asked is None or self._asked[0] != self.table.events:
            self._asked = (self.table.events, question(self.game, self.table.state))
            self._typed = []
        return self._asked[1]

    def _happen(self, event: Event) -> list[str]:
        with _uninterrupted():
            self.table.apply(event)
            self._log.append(event)
            if self.record is not None:
                self.record.append(event)
        told = self.table.tell()
        lines = [self.text(message) for message in told]
        flat = isinstance(event, Rolled) and len(dice_of(event.faces)) > 0
        if flat and not any("faces" in message["params"] for message in told):
            lines.insert(0, "Dice: " + inline(self.table.shown))
        self.story += lines
        return lines

    def players(self) -> str:
        """Who plays, and by which rules."""
        seats = zip(self.names, self.seats, strict=True)
        who = ", ".join(name if seat.level is None else f"{name} (bot, {seat.level})" for name, seat in seats)
        given = ", ".join(f"{name}={value}" for name, value in self.game.options_given().items())
        return f"{self.game.title}: {who}." + (f" Options: {given}." if given else "")

    def ending(self) -> list[str]:
        """Who won, with how much."""
        lines = self.standing()
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(self.names, self.table.game.scores(self.table.state), strict=True)
        )
        return [*lines, f"Final scores: {scores}."]

    def where(self) -> str:
        """Where the game is kept, and how to go on with it."""
        if self.record is None:
            return "This game is not being recorded."
        if self.table.over:
            return f"The game is recorded in {self.record.path}."
        return f"The game is kept in {self.record.path}; go on with: dicecup play --resume {self.record.path}"


def _free(path: Path) -> Path:
    """A name beside this one that is not taken: game.jsonl, game-2.jsonl, game-3.jsonl …"""
    stem, number = path.stem, 2
    head, dash, tail = stem.rpartition("-")
    if dash and tail.isdigit():
        stem, number = head, int(tail) + 1
    while (other := path.with_name(f"{stem}-{number}{path.suffix}")).exists():
        number += 1
    return other


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the table and the record agree again."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
