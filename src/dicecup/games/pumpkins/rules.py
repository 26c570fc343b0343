"""Pumpkins: each roll earns pumpkins, and each point your dice total is off thirteen costs some."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from dicecup.chance import Roll
from dicecup.dice import D6, Die, Faces
from dicecup.errors import IllegalRoll
from dicecup.game import CHANCE, OVER, Game, State, Turn
from dicecup.options import choice, whole
from dicecup.view import Gauge, Message, Row, View, say

__all__ = ["Move", "Position", "Pumpkins"]

Move = Literal["roll 1", "roll 2", "roll 3", "stop"]
DICE: dict[str, int] = {"roll 1": 1, "roll 2": 2, "roll 3": 3}
EARNS = (0, 2, 5, 9)
"""Pumpkins for rolling so many dice."""
FIRST: tuple[Move, ...] = ("roll 1", "roll 2", "roll 3")
LATER: tuple[Move, ...] = (*FIRST, "stop")


class Position(State, frozen=True):
    """A position. `rolling` is the number of dice about to fall."""

    totals: tuple[int, ...]
    seat: int
    round: int
    """Rounds completed; the game is over when they are as many as the turns."""
    earned: int
    """Pumpkins earned this turn; 0 before its first roll."""
    total: int
    """What this turn's dice add up to."""
    rolling: int


@dataclass(frozen=True, repr=False)
class Pumpkins(Game[Position, Move]):
    title = "Pumpkins"
    seats = range(1, 13)
    state = Position
    die: ClassVar[Die] = D6
    goal: ClassVar[int] = 13

    floor: Literal["none", "turn"] = choice(
        "none",
        {"none": "a turn may cost more than it earned", "turn": "a turn counts at least 0"},
        about="How low a turn can go.",
    )
    turns: int = whole(3, least=1, most=100, about="How many turns everybody takes.")

    def start(self, seats: int) -> Position:
        return Position((0,) * self.check_seats(seats), 0, 0, 0, 0, 0)

    def turn(self, state: Position) -> Turn:
        if state.rolling:
            return CHANCE
        return OVER if state.round == self.turns else state.seat

    def moves(self, state: Position) -> tuple[Move, ...]:
        if state.rolling or state.round == self.turns:
            return ()
        return LATER if state.earned else FIRST

    def roll(self, state: Position) -> Roll:
        if not state.rolling:
            raise IllegalRoll("no dice are due")
        return dice(self.die, state.rolling)

    def roller(self, state: Position) -> int:
        return state.seat

    def stage(self, state: Position) -> tuple[int, int]:
        return state.round, state.seat

    def play(self, state: Position, move: Move) -> Position:
        if move not in self.moves(state):
            raise self.refuse(state, move)
        if move == "stop":
            return self._score(state, state.total)
        return Position(state.totals, state.seat, state.round, state.earned, state.total, DICE[move])

    def land(self, state: Position, faces: Any) -> Position:
        rolled = self.roll(state).check(faces)
        total = state.total + added(rolled)
        after = Position(state.totals, state.seat, state.round, state.earned + EARNS[state.rolling], total, 0)
        return self._score(after, total) if total >= self.goal else after

    def worth(self, earned: int, total: int) -> int:
        """What a turn counts that stops on this total."""
        points = earned - (self.goal - total if total <= self.goal else 2 * (total - self.goal))
        return max(points, 0) if self.floor == "turn" else points

    def _score(self, state: Position, total: int) -> Position:
        totals = list(state.totals)
        totals[state.seat] += self.worth(state.earned, total)
        seat = (state.seat + 1) % len(totals)
        return Position(tuple(totals), seat, state.round + (seat == 0), 0, 0, 0)

    def player(self, state: Position) -> int | None:
        return None if state.round == self.turns else state.seat

    def scores(self, state: Position) -> tuple[int, ...]:
        return state.totals

    def view(self, state: Position, seat: int | None) -> View:
        view = super().view(state, seat)
        if view["turn"] != OVER:
            view["gauge"] = Gauge(label=say("dice-total"), value=state.total, goal=self.goal)
        return view

    def sheet(self, state: Position) -> list[Row]:
        done = [state.round + (seat < state.seat) for seat in range(len(state.totals))]
        turns: Row = {"label": say("turns-taken"), "cells": [f"{taken}/{self.turns}" for taken in done]}
        return [turns, {"label": say("pumpkins"), "cells": list(state.totals), "strong": True}]

    def status(self, state: Position) -> list[Message]:
        if self.turn(state) == OVER:
            return super().status(state)
        if not state.earned:
            return [say("turn-begins", who=state.seat, turn=state.round + 1, turns=self.turns)]
        worth = self.worth(state.earned, state.total)
        return [say("standing", who=state.seat, earned=state.earned, total=state.total, worth=worth)]

    def tell(self, before: Position, act: Any, after: Position) -> list[Message]:
        who = before.seat
        if not before.rolling:
            gain = after.totals[who] - before.totals[who]
            return [say("stopped", who=who, total=before.total, gain=gain)] if act == "stop" else []
        total = before.total + sum(act)
        earned = EARNS[before.rolling]
        words = [say("rolled-for", who=who, faces=list(act), earned=earned, total=total)]
        if total < self.goal:
            return words
        return [*words, say("turn-ends", who=who, gain=after.totals[who] - before.totals[who])]


@cache
def dice(die: Die, count: int) -> Roll:
    return Roll((die,) * count)


@cache
def added(faces: Faces) -> int:
    return sum(int(face) for face in faces)
