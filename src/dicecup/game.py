"""The contract: what a game is.

A rule set is a frozen object whose fields are its options: `TossUp()`, `TossUp(target=50)`. It holds no game in
progress; its methods are pure functions from one frozen state to the next. Chance is explicit: where dice must
fall, `turn` says CHANCE, `roll` says which dice, and `land` takes what they show, wherever that came from.

    state = game.start(2)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            state = game.land(state, game.roll(state).throw(rng))
        else:
            state = game.play(state, choose(game.moves(state)))
    game.scores(state), game.winners(state)

Only the abstract methods must be written; the others have an answer that serves any game and may be bettered.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

import msgspec

from dicecup.chance import Chance
from dicecup.errors import IllegalMove, NotationError, OptionError, SeatsError
from dicecup.options import Option, Plain, closest, options_of
from dicecup.view import Choice, DieView, Message, Row, Sketch, View, say

__all__ = ["CHANCE", "OVER", "Game", "State", "Turn", "best", "lowest"]

CHANCE: Final = "chance"
OVER: Final = "over"
Turn = int | Literal["chance", "over"]
"""A seat (from 0), CHANCE or OVER."""

S = TypeVar("S", bound="State")
M = TypeVar("M", bound=Any)


class State(msgspec.Struct, frozen=True):
    """The base of all states: frozen, hashable, small, and JSON on request. Holds no generator and no clock."""


class Game(ABC, Generic[S, M]):
    """A rule set. Subclasses are frozen dataclasses whose fields are made with `dicecup.options`."""

    name: ClassVar[str]
    """The folder's name; set for a class written in `<name>/rules.py`."""
    title: ClassVar[str]
    """As people say it."""
    seats: ClassVar[range]
    """How many may play."""
    state: ClassVar[type[Any]]
    """The class of its states."""

    def __init_subclass__(cls) -> None:
        *_, folder, file = ("", "", *cls.__module__.split("."))
        if file == "rules":
            cls.name = folder

    def __post_init__(self) -> None:
        for option in options_of(self).values():
            object.__setattr__(self, option.name, option.check(getattr(self, option.name)))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.settings())
        return f"{type(self).__name__}({given})"

    # The rules.

    @abstractmethod
    def start(self, seats: int) -> S:
        """The first state; SeatsError where the game is not for so many."""

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Whose turn it is: a seat, CHANCE or OVER."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[M]:
        """The legal moves of the seat whose turn it is, in a fixed order; none at CHANCE and OVER."""

    @abstractmethod
    def roll(self, state: S) -> Chance:
        """At CHANCE: which dice are rolled."""

    def roller(self, state: S) -> int | None:
        """At CHANCE: whose dice fall; None where they are everybody's, or where the game does not say."""
        return None

    def stage(self, state: S) -> Hashable:
        """Something that changes from one turn to the next: dice are keyed by how often it has changed, and by the
        rolls since, so that a choice in one turn does not change the dice of the next.
        """
        return self.roller(state)

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """The state after a move; IllegalMove where it may not be made."""

    @abstractmethod
    def land(self, state: S, faces: Any) -> S:
        """The state after the dice of `roll` show these faces; IllegalRoll where they cannot."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Points of each seat, without those of a turn still running."""

    def winners(self, state: S) -> tuple[int, ...] | None:
        """The seats that won, None until the game is over; here: who has the most points."""
        return best(self.scores(state)) if self.turn(state) == OVER else None

    def player(self, state: S) -> int | None:
        """The seat whose turn is running, also while its dice fall; None where there is none, or it is not known."""
        turn = self.turn(state)
        return turn if isinstance(turn, int) else None

    # Notation: a move's text is `str(move)`.

    def texts(self, state: S) -> Sequence[str]:
        """The texts of the legal moves, in their order: for lists, where nobody wants the moves themselves."""
        return [str(move) for move in self.moves(state)]

    def parse(self, state: S, text: str) -> M:
        """The move that this text writes; NotationError or IllegalMove where there is none."""
        legal = self.moves(state)
        for move in legal:
            if str(move) == text:
                return move
        raise self.refuse(state, text)

    def meant(self, state: S, text: str) -> M:
        """The move that somebody means by a text which is not its notation; the error says why there is none."""
        return self.parse(state, text)

    def sketched(self, state: S, sketch: Sketch) -> M:
        """The move that dice laid on the table make; the error says why they make none."""
        raise NotationError(f"{self.title} has no crossword to lay dice on")

    def refuse(self, state: S, move: object) -> IllegalMove | NotationError:
        """The error for a move that is not among the legal ones, naming those that are."""
        turn = self.turn(state)
        if turn == OVER:
            return IllegalMove("the game is over")
        if turn == CHANCE:
            return IllegalMove(f"expected dice, got the move {str(move)!r:.60}")
        legal = [str(each) for each in self.moves(state)]
        shown = ", ".join(legal[:12]) + (f" … ({len(legal)} moves)" if len(legal) > 12 else "")
        return IllegalMove(f"{str(move)!r:.60} is not a move here; expected one of: {shown}")

    # Options.

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options, in the order they are written."""
        return options_of(cls)

    @classmethod
    def with_options(cls, given: Mapping[str, Plain]) -> Game[S, M]:
        """The rule set with these options, given as JSON; OptionError where one is wrong."""
        known = cls.options()
        for name in given:
            if name not in known:
                expected = f"; {cls.title} has {', '.join(known)}" if known else f"; {cls.title} has none"
                raise OptionError(f"there is no option {name!r:.60}{closest(name, known)}{expected}")
        return cls(**given)

    def options_given(self) -> dict[str, Plain]:
        """The settings that a record writes among its options."""
        known = self.options()
        return {name: value for name, value in self.settings().items() if not known[name].in_header}

    def settings(self) -> dict[str, Plain]:
        """The options that differ from their defaults, as JSON: with the name, the identity of the rule set."""
        return {
            name: option.kind.plain(getattr(self, name))
            for name, option in self.options().items()
            if getattr(self, name) != option.default
        }

    def given(self) -> str:
        """The same as one types them: `target=50, reach=at-least`; nothing where all are usual."""
        known = self.options()
        return ", ".join(f"{name}={known[name].kind.text(getattr(self, name))}" for name in self.settings())

    # What a record's header says besides: an option that names something outside the rules (a word list).

    def header(self) -> dict[str, Plain]:
        """Further keys for the header of a record, also where they are the usual ones."""
        named = self.options().items()
        return {name: option.kind.plain(getattr(self, name)) for name, option in named if option.in_header}

    def with_header(self, header: Mapping[str, Plain]) -> Game[S, M]:
        """This rule set as a header's further keys have it."""
        usual = [(name, option.default) for name, option in self.options().items() if option.in_header]
        rules: Any = self
        named_so: Game[S, M] = replace(rules, **{name: header.get(name, default) for name, default in usual})
        return named_so

    # States as JSON.

    def to_plain(self, state: S) -> Plain:
        """The state as plain data."""
        return msgspec.to_builtins(state)

    def from_plain(self, data: Plain) -> S:
        """The state that `to_plain` wrote; msgspec.ValidationError where it is none."""
        state: S = msgspec.convert(data, self.state)
        return state

    # For people.

    def view(self, state: S, seat: int | None) -> View:
        """The position as plain data for one seat, or for a watcher: the only thing that leaves a server."""
        winners = self.winners(state)
        turn = self.turn(state)
        return {
            "game": self.name,
            "seat": seat,
            "turn": turn,
            "scores": list(self.scores(state)),
            "winners": None if winners is None else list(winners),
            "status": self.status(state),
            "dice": self.tray(state),
            "sheet": self.sheet(state),
            "choices": self.choices(state) if turn == seat else [],
        }

    def status(self, state: S) -> list[Message]:
        """How things stand, in a sentence or two."""
        turn = self.turn(state)
        if turn == OVER:
            return [say("winners", who=list(self.winners(state) or ()))]
        return [say("dice-fall")] if turn == CHANCE else [say("to-move", who=turn)]

    def tray(self, state: S) -> list[DieView]:
        """The dice on the table."""
        return []

    def sheet(self, state: S) -> list[Row]:
        """The score sheet."""
        return [{"label": say("points"), "cells": list(self.scores(state)), "strong": True}]

    def choices(self, state: S) -> list[Choice]:
        """What the seat whose turn it is may do."""
        return [{"move": str(move), "label": say(f"move.{move}", move=str(move))} for move in self.moves(state)]

    def tell(self, before: S, act: Any, after: S) -> list[Message]:
        """What happened between two states: `act` is the move, or at CHANCE the faces."""
        turn = self.turn(before)
        if turn == CHANCE:
            return [say("rolled", faces=list(act))]
        return [say("moved", who=turn, move=str(act))]

    @classmethod
    def folder(cls) -> Path:
        """Where the game's rules page, catalogue and art lie."""
        file = sys.modules[cls.__module__].__file__
        assert file is not None
        return Path(file).parent

    # For those who write rules.

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game is for so many."""
        if type(seats) is not int or seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise SeatsError(f"{self.title} is for {least} to {most} players, got {seats!r:.60}")
        return seats


def best(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most points."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def lowest(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats with the fewest points."""
    return tuple(seat for seat, score in enumerate(scores) if score == min(scores))
