"""Ketchup: gather labels towards exactly 57, and not one more; when you dare no further, say "Try and ketchup!"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, Literal, NamedTuple

from dicecup.chance import Roll
from dicecup.dice import Faces
from dicecup.errors import IllegalRoll
from dicecup.game import CHANCE, OVER, Game, State, Turn, best
from dicecup.games.ketchup.dice import KetchupDice, faces_of
from dicecup.options import choice, flag, option, whole
from dicecup.view import Choice, Gauge, Message, Row, View, say

__all__ = ["Ketchup", "Move", "Position", "Worth", "worth"]

Move = Literal["roll", "bank", "call", "bank call"]

PLAYING: Final = "playing"
FROZEN: Final = "frozen"
OUT: Final = "out"
Status = Literal["playing", "frozen", "out"]
NOBODY = -1
ROLLS = 3


class Worth(NamedTuple):
    """What a roll of five dice is."""

    points: int
    labels: int
    saved: bool
    """A label or a logo is there."""
    bottle: bool
    penalty: bool
    """Five mustard or five relish."""


@cache
def worth(faces: Faces) -> Worth:
    labels, bottles = faces.count("K"), faces.count("B")
    points = labels + 5 * bottles + (10 if labels == len(faces) else 0)
    penalty = faces.count("M") == len(faces) or faces.count("R") == len(faces)
    return Worth(points, labels, bool(labels) or "L" in faces, bool(bottles), penalty)


class Position(State, frozen=True):
    """A position. Once the game is a tie, `tied` are the seats rolling it off, and `labels` what they rolled so far."""

    banked: tuple[int, ...]
    status: tuple[Status, ...]
    seat: int
    rolls: int
    """Rolls made this turn."""
    points: int
    """Points of this turn's rolls."""
    rolling: bool
    caller: int
    """Who called first, or NOBODY."""
    tied: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()
    winner: int = NOBODY
    """Who won, or NOBODY while the game goes on."""


@dataclass(frozen=True, repr=False)
class Ketchup(Game[Position, Move]):
    title = "Ketchup"
    seats = range(2, 13)
    state = Position
    goal: ClassVar[int] = 57
    penalty: ClassVar[int] = 10

    dice: str | tuple[str, ...] = option(
        "one-bottle", KetchupDice(), "Which faces the dice bear; the sheet does not print them."
    )
    bottle_saves: bool = flag(
        False, about="Whether a bottle alone saves a roll from busting, as labels and the logo do."
    )
    floor: Literal["none", "zero"] = choice(
        "none",
        {"none": "a penalty may take a score below 0", "zero": "no score falls below 0"},
        about="How low a penalty can take a banked score.",
    )
    call_from: int = whole(
        0, least=0, most=57, about='The least score that may say "Try and ketchup!"; 0 lets any score.'
    )
    chase: Literal["open", "one-turn"] = choice(
        "open",
        {
            "open": "the others play on until each has called, is out, or has 57",
            "one-turn": "every other player still in has exactly one more turn",
        },
        about="What the others may do once somebody has called.",
    )

    def start(self, seats: int) -> Position:
        count = self.check_seats(seats)
        playing: Status = PLAYING
        return Position((0,) * count, (playing,) * count, 0, 0, 0, False, NOBODY)

    def turn(self, state: Position) -> Turn:
        if state.winner != NOBODY:
            return OVER
        return CHANCE if state.rolling else state.seat

    def moves(self, state: Position) -> tuple[Move, ...]:
        if state.rolling or state.winner != NOBODY:
            return ()
        score = state.banked[state.seat] + state.points
        may_call = score != self.goal and (not self.call_from or score >= self.call_from)
        return _moves(state.rolls, may_call)

    def roll(self, state: Position) -> Roll:
        if not state.rolling:
            raise IllegalRoll("no dice are due")
        return five(self.dice)

    def roller(self, state: Position) -> int:
        return state.seat

    def stage(self, state: Position) -> tuple[int, bool]:
        # Who chases alone has one turn after the other.
        return state.seat, state.rolls > 0

    def play(self, state: Position, move: Move) -> Position:
        if move not in self.moves(state):
            raise self.refuse(state, move)
        banked, status, seat, caller, points = state.banked, state.status, state.seat, state.caller, state.points
        if move == "roll":
            return Position(banked, status, seat, state.rolls, points, True, caller)
        if points:
            banked = _with(banked, seat, banked[seat] + points)
        if banked[seat] == self.goal:
            return Position(banked, status, seat, 0, 0, False, caller, winner=seat)
        if move != "bank":
            status = _with(status, seat, FROZEN)
            caller = seat if caller == NOBODY else caller
        return self._pass_on(banked, status, seat, caller)

    def land(self, state: Position, faces: Any) -> Position:
        roll = worth(self.roll(state).check(faces))
        if state.tied:
            return self._roll_off(state, roll.labels)
        banked, status, seat, caller = state.banked, state.status, state.seat, state.caller
        if roll.penalty:
            lower = banked[seat] - self.penalty
            return self._pass_on(
                _with(banked, seat, max(lower, 0) if self.floor == "zero" else lower), status, seat, caller
            )
        if not (roll.saved or (roll.bottle and self.bottle_saves)):
            return self._pass_on(banked, status, seat, caller)
        points = state.points + roll.points
        if banked[seat] + points > self.goal:
            return self._pass_on(banked, _with(status, seat, OUT), seat, caller)
        return Position(banked, status, seat, state.rolls + 1, points, False, caller)

    def _pass_on(self, banked: tuple[int, ...], status: tuple[Status, ...], seat: int, caller: int) -> Position:
        """The turn of `seat` is over: the next one's, a tie to roll off, or the end."""
        seats = len(banked)
        still_in = [each for each in range(seats) if status[each] != OUT]
        if len(still_in) == 1:
            return Position(banked, status, seat, 0, 0, False, caller, winner=still_in[0])
        for step in range(1, seats + 1):
            after = (seat + step) % seats
            if self.chase == "one-turn" and after == caller:
                break
            if status[after] == PLAYING:
                return Position(banked, status, after, 0, 0, False, caller)
        highest = max(banked[each] for each in still_in)
        tied = tuple(each for each in still_in if banked[each] == highest)
        if len(tied) == 1:
            return Position(banked, status, seat, 0, 0, False, caller, winner=tied[0])
        return Position(banked, status, tied[0], 0, 0, True, caller, tied)

    def _roll_off(self, state: Position, labels: int) -> Position:
        banked, status, caller, tied = state.banked, state.status, state.caller, state.tied
        rolled = (*state.labels, labels)
        if len(rolled) < len(tied):
            return Position(banked, status, tied[len(rolled)], 0, 0, True, caller, tied, rolled)
        level = tuple(tied[each] for each in best(rolled))
        if len(level) == 1:
            return Position(banked, status, level[0], 0, 0, False, caller, tied, rolled, level[0])
        return Position(banked, status, level[0], 0, 0, True, caller, level)

    def player(self, state: Position) -> int | None:
        return None if state.winner != NOBODY else state.seat

    def scores(self, state: Position) -> tuple[int, ...]:
        return state.banked

    def winners(self, state: Position) -> tuple[int, ...] | None:
        return None if state.winner == NOBODY else (state.winner,)

    def view(self, state: Position, seat: int | None) -> View:
        view = super().view(state, seat)
        if view["turn"] != OVER:
            held = state.banked[state.seat] + state.points
            view["gauge"] = Gauge(label=say("to-57"), value=held, goal=self.goal)
        return view

    def sheet(self, state: Position) -> list[Row]:
        words = ["" if each == PLAYING else each for each in state.status]
        return [
            {"label": say("points"), "cells": list(state.banked), "strong": True},
            {"label": say("in-or-out"), "cells": list(words)},
        ]

    def choices(self, state: Position) -> list[Choice]:
        offered = super().choices(state)
        for each in offered:
            if each["move"] == "call" and (held := state.banked[state.seat]) <= 0:
                each["ask"] = say("ask.call", held=held)
        return offered

    def status(self, state: Position) -> list[Message]:
        if self.turn(state) == OVER:
            return super().status(state)
        if state.tied:
            return [say("tie", who=list(state.tied)), say("roll-off", who=state.seat)]
        held = state.banked[state.seat] + state.points
        if not state.rolls and not state.rolling:
            key = "turn-begins" if "call" in self.moves(state) else "must-roll"
            words = [say(key, who=state.seat, held=held)]
        else:
            words = [say("standing", who=state.seat, points=state.points, held=held, rolls=state.rolls)]
        return words if state.caller == NOBODY else [*words, say("chasing", who=state.caller)]

    def tell(self, before: Position, act: Any, after: Position) -> list[Message]:
        who = before.seat
        told = self._tell_roll(before, tuple(act), after) if before.rolling else self._tell_move(before, act, after)
        if not before.tied and after.tied:
            told.append(say("tie", who=list(after.tied)))
        elif after.winner != NOBODY and after.winner != who and after.status[who] == OUT:
            told.append(say("last-one-in", who=after.winner))
        return told

    def _tell_move(self, before: Position, move: Move, after: Position) -> list[Message]:
        who = before.seat
        told = []
        if "bank" in move:
            total = after.banked[who]
            told.append(
                say("exactly", who=who)
                if total == self.goal
                else say("banked", who=who, points=before.points, total=total)
            )
        if "call" in move:
            told.append(say("called", who=who, total=after.banked[who]))
        return told

    def _tell_roll(self, before: Position, faces: Faces, after: Position) -> list[Message]:
        who, roll = before.seat, worth(faces)
        if before.tied:
            return [say("rolled-off", who=who, labels=roll.labels)]
        if roll.penalty:
            total = after.banked[who]
            return [say("penalty", who=who, lost=before.banked[who] - total, total=total)]
        if after.status[who] == OUT:
            return [say("out", who=who, total=before.banked[who] + before.points + roll.points)]
        if after.rolls <= before.rolls:
            return [say("bust", who=who, points=before.points)]
        key = "five-labels" if roll.labels == len(faces) else "saved" if not roll.points else "scored"
        return [say(key, who=who, points=roll.points, turn=after.points)]


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


@cache
def _moves(rolls: int, may_call: bool) -> tuple[Move, ...]:
    roll: tuple[Move, ...] = ("roll",) if rolls < ROLLS else ()
    bank: tuple[Move, ...] = ("bank",) if rolls else ()
    call: tuple[Move, ...] = () if not may_call else ("bank call",) if rolls else ("call",)
    return roll + bank + call


@cache
def five(dice: str | tuple[str, ...]) -> Roll:
    return Roll(faces_of(dice))
