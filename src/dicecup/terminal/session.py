"""A game being played in a terminal, without the terminal: who is due, what a text means, what happened in words.

Every event is in the record, on the disk, before its words are handed out; a program that is killed loses nothing
that anybody has seen.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import signal
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Literal

from dicecup import games, messages
from dicecup.dice import Face
from dicecup.errors import Ambiguous, DicecupError, IllegalRoll
from dicecup.game import CHANCE, OVER, Game
from dicecup.players import within
from dicecup.records import Header, RecordFile
from dicecup.solve.advice import Advice
from dicecup.table import Event, Moved, Rolled, SeededDice, Table
from dicecup.table.typed import Part, Question, question
from dicecup.terminal.draw import dice_of, inline
from dicecup.terminal.menu import Menu, Several
from dicecup.terminal.setup import Seat, usual_level
from dicecup.view import Choice, DieView, Message, View, say

__all__ = ["Due", "Session"]

Due = Literal["over", "dice", "typed", "bot", "person"]
"""What the game waits for: nothing more, the program's dice, somebody typing dice, a bot, somebody's move."""

THINKS = 1.0
"""Seconds that a bot may think, where it gets better by it."""
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
        self.names = [messages.printable(name) for name in header.names]
        self.story: list[str] = []
        """All that was told so far."""
        self.few: dict[str, Choice] = {}
        """Moves that the last text could have meant, or that were hinted at, by what is typed to make one."""
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
            Seat(name, _level(level, known, header.game.name)) for name, level in zip(header.names, levels, strict=True)
        ]
        if seed is None and type(note.get("seed")) is int:
            seed = note["seed"]
        real = real or note.get("real_dice") is True
        session = cls(header, record.table, seats, seed=seed, real=real, record=record)
        if record.dropped:
            began = messages.printable(record.dropped.decode("utf-8", "replace"))
            session.story.append(f"The last line of the file was cut off and never played; it is dropped: {began:.60}")
        return session

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
            return f"Leave the game? y or n. {self.where()}"
        if not self.table.events:
            return "Leave the game? y or n."
        return (
            "Leave the game? It is not recorded. Type y to leave without it, n to play on,"
            " or `keep FILE` to keep it in a new file; then Enter."
        )

    def leaves(self, answer: str) -> bool:
        """Whether that answer means to leave; a game that is to be kept then is. DicecupError where it says neither."""
        answer = answer.strip()
        if answer.lower() in ("y", "yes"):
            return True
        if answer.lower() in ("n", "no", ""):
            return False
        word, _, name = answer.partition(" ")
        keeps = self.record is None and self.table.events > 0
        if not keeps or word.lower() != "keep" or not name.strip():
            also = ", or keep and the name of a new file" if keeps else ""
            raise DicecupError(f"please type y to leave or n to play on{also}")
        self.save(Path(name.strip()))
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
        return messages.printable(self._words.text(message, self.names))

    def label(self, choice: Choice) -> str:
        """A choice in words, or its notation where nobody has written words for it."""
        text = self.text(choice["label"])
        return choice["move"] if text == choice["label"]["say"] else text

    def word(self, key: str) -> str | None:
        """The text of a key of the game's catalogue, None where there is none."""
        text = self._words.text({"say": key, "params": {}}, self.names)
        return None if text == key else text

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
        # A game that is to be repeated must not depend on how fast this machine is.
        bot = self._bots[level] if self.seed is not None else within(self._bots[level], THINKS)
        move = bot(self.game, self.table.state, whims)
        return self._happen(Moved(turn, str(move)))

    def move(self, text: str) -> list[str]:
        """The move that somebody typed; DicecupError where it is none, Several where it could be several."""
        turn = self.table.turn
        assert isinstance(turn, int)
        if (choice := self.few.get(text.strip().lower())) is not None:
            text = choice["move"]
        self.few = {}
        try:
            move = self.find(text)
        except Several as several:
            self.few = {str(n): each for n, each in enumerate(several.choices[:LISTED], start=1)}
            raise
        return self._happen(Moved(turn, move))

    def advice(self) -> Advice:
        """What can be said of the moves now; Unsolved where nothing can."""
        return games.adviser(self.game.name)(self.game, self.table.state, None, None)

    def find(self, text: str) -> str:
        """The notation of the move that a text means: a choice, a move, what the game reads in it, or a part of one."""
        text = " ".join(text.split())
        menu = self.menu()
        if (choice := menu.named(text)) is not None:
            return choice["move"]
        try:
            return str(self.game.parse(self.table.state, text))
        except DicecupError:
            if type(self.game).meant is not Game.meant:
                return self._meant(text)
            found = menu.find(text) or self._search(text)
            return found["move"] if found else str(self.game.meant(self.table.state, text))

    def _meant(self, text: str) -> str:
        """The move that the game itself reads in a text, in which players may be called by their names."""
        try:
            return str(self.game.meant(self.table.state, text))
        except Ambiguous as error:
            raise Several([{"move": move, "label": say(move)} for move in error.moves]) from None
        except DicecupError:
            seated = self._seats_for_names(text)
            if seated == text:
                raise
            return self._meant(seated)

    def _seats_for_names(self, text: str) -> str:
        for seat, name in sorted(enumerate(self.names), key=lambda each: -len(each[1])):
            text = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", str(seat), text, flags=re.IGNORECASE)
        return text

    def _search(self, text: str) -> Choice | None:
        every = self.moves()
        if len(text) < 2 or len(every) <= len(self.view()["choices"]):
            return None
        return Menu(every, {}, [], []).find(text)

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
        plain = sorted({str(face).rstrip("*") for face in part.faces}) if len(part.faces) > 12 else part.faces
        named = " ".join(f"{face}={word}" if (word := self.word(f"face.{face}")) else str(face) for face in plain)
        red = ", with * behind a red one" if len(plain) < len(part.faces) else ""
        numbers = f"; or the numbers of the dice, {part.numbers[0]} to {part.numbers[-1]}" if part.numbers else ""
        return f"What do {whose}? {part.count} {'face' if part.count == 1 else 'faces'} of {named}{red}{numbers}"

    def type(self, text: str) -> list[str]:
        """What real dice show; DicecupError where they cannot. Nothing happens until all have been typed."""
        asked = self._question()
        part = self.part()
        names = {word: face for face in part.faces if (word := self.word(f"face.{face}")) is not None}
        if text.strip().lower() == "back" and self._typed:
            self._typed.pop()
            return []
        self._typed.append(part.read(text, names))
        if len(self._typed) < len(asked.parts):
            return []
        try:
            events = asked.events(self._typed)
        except DicecupError as error:
            # The hands before this one stand, unless somebody says that it is they that are wrong.
            self._typed.pop()
            back = "; type this again, or back for the one before" if self._typed else ""
            raise IllegalRoll(f"{self._with_names(str(error))}{back}") from None
        self._typed = []
        return [line for event in events for line in self._happen(event)]

    def _with_names(self, text: str) -> str:
        return re.sub(r"\bseat (\d+)", lambda found: self.names[int(found[1])], text)

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
        self.story.append(" ".join(lines))
        return lines

    def players(self) -> str:
        """Who plays, and by which rules."""
        seats = zip(self.names, self.seats, strict=True)
        who = ", ".join(name if seat.level is None else f"{name} (bot, {seat.level})" for name, seat in seats)
        given = self.game.given()
        return f"{self.game.title}: {who}." + (f" Options: {given}." if given else "")

    def ending(self) -> list[str]:
        """Who won, with how much."""
        lines = self.standing()
        scores = ", ".join(
            f"{name}: {score}" for name, score in zip(self.names, self.table.game.scores(self.table.state), strict=True)
        )
        return [*lines, f"Final scores: {scores}."]

    def where(self) -> str:
        """Where the game is kept, and how to go on with it."""
        if self.record is None:
            return "This game is not recorded."
        if self.table.over:
            return f"The game is recorded in {self.record.path}."
        return f"The game is kept in {self.record.path}; go on with: dicecup play --resume {self.record.path}"


def _level(noted: object, known: Collection[str], game: str) -> str | None:
    """The bot that a record notes for a seat; the usual one where there is none of that name any more."""
    if not isinstance(noted, str):
        return None
    return noted if noted in known else usual_level(game)


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
