"""Toss Up: roll ten traffic lights, keep the greens, and bank before you run a red one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from dicecup.chance import Roll
from dicecup.dice import Die, Faces
from dicecup.errors import IllegalRoll
from dicecup.game import CHANCE, OVER, Game, State, Turn
from dicecup.options import choice, whole
from dicecup.view import DieView, Gauge, Message, View, say

__all__ = ["Move", "Position", "TossUp"]

Move = Literal["roll", "bank"]
MOVES: tuple[Move, ...] = ("roll", "bank")

LIGHT: Die = ("G", "G", "G", "Y", "Y", "R")
OPEN = -1
"""`left` while nobody has ended the game yet."""


class Position(State, frozen=True):
    """A position. `rolling` is true where dice must fall."""

    totals: tuple[int, ...]
    seat: int
    points: int
    """Greens set aside this turn."""
    rolling: bool
    left: int
    """Last turns still to come, this one included; OPEN before the end has been called."""


@dataclass(frozen=True, repr=False)
class TossUp(Game[Position, Move]):
    title = "Toss Up"
    seats = range(2, 7)
    state = Position
    dice: ClassVar[int] = 10

    target: int = whole(100, least=1, most=10_000, about="The total that ends the game.")
    reach: Literal["over", "at-least"] = choice(
        "over",
        {"over": "only a total over the target ends the game", "at-least": "the target itself is enough"},
        about="Whether the target must be passed or only reached.",
    )
    last_turn: Literal["everyone", "finish-round", "none"] = choice(
        "everyone",
        {
            "everyone": "every other player has one last turn",
            "finish-round": "only those who have not had their turn in this round",
            "none": "the game ends at once",
        },
        about="Who still has a turn once somebody has reached the target.",
    )

    def start(self, seats: int) -> Position:
        return Position((0,) * self.check_seats(seats), 0, 0, True, OPEN)

    def turn(self, state: Position) -> Turn:
        if state.left == 0:
            return OVER
        return CHANCE if state.rolling else state.seat

    def moves(self, state: Position) -> tuple[Move, ...]:
        return () if state.rolling or state.left == 0 else MOVES

    def roll(self, state: Position) -> Roll:
        if not state.rolling:
            raise IllegalRoll("no dice are due")
        return lights(self.dice - state.points % self.dice)

    def roller(self, state: Position) -> int:
        return state.seat

    def play(self, state: Position, move: Move) -> Position:
        if state.rolling or state.left == 0:
            raise self.refuse(state, move)
        if move == "roll":
            return Position(state.totals, state.seat, state.points, True, state.left)
        if move == "bank":
            totals = list(state.totals)
            totals[state.seat] += state.points
            return self._pass_on(tuple(totals), state)
        raise self.refuse(state, move)

    def land(self, state: Position, faces: Any) -> Position:
        greens, reds = count(self.roll(state).check(faces))
        if reds and not greens:
            return self._pass_on(state.totals, state)
        return Position(state.totals, state.seat, state.points + greens, False, state.left)

    def _pass_on(self, totals: tuple[int, ...], state: Position) -> Position:
        seat, left = state.seat, state.left
        if left != OPEN:
            left -= 1
        elif self.reached(totals[seat]):
            left = self._last_turns(seat, len(totals))
        if left == 0:
            return Position(totals, seat, 0, False, 0)
        return Position(totals, (seat + 1) % len(totals), 0, True, left)

    def reached(self, total: int) -> bool:
        """Whether a banked total ends the game."""
        return total > self.target or (total == self.target and self.reach == "at-least")

    def _last_turns(self, seat: int, seats: int) -> int:
        return {"everyone": seats - 1, "finish-round": seats - 1 - seat, "none": 0}[self.last_turn]

    def player(self, state: Position) -> int | None:
        return None if state.left == 0 else state.seat

    def scores(self, state: Position) -> tuple[int, ...]:
        return state.totals

    def view(self, state: Position, seat: int | None) -> View:
        view = super().view(state, seat)
        if view["turn"] != OVER:
            goal = self.target + (self.reach == "over")
            held = state.totals[state.seat] + state.points
            view["gauge"] = Gauge(label=say("to-target"), value=held, goal=goal)
        return view

    def tray(self, state: Position) -> list[DieView]:
        aside = state.points % self.dice or (self.dice if state.points and not state.rolling else 0)
        return [
            {"number": n, "face": "G" if n <= aside else None, "mark": "aside" if n <= aside else "waiting"}
            for n in range(1, self.dice + 1)
        ]

    def status(self, state: Position) -> list[Message]:
        if self.turn(state) == OVER:
            return super().status(state)
        words = [say("standing", who=state.seat, points=state.points, dice=self.dice - state.points % self.dice)]
        return [*words, say("last-turns", left=state.left)] if state.left != OPEN else words

    def tell(self, before: Position, act: Any, after: Position) -> list[Message]:
        who, points = before.seat, before.points
        if not before.rolling:
            if act == "roll":
                return []
            words = [say("banked", who=who, points=points, total=after.totals[who])]
            return [*words, say("ended", who=who, left=after.left)] if before.left == OPEN and after.left > 0 else words
        greens, reds = count(tuple(act))
        if reds and not greens:
            return [say("bust", who=who, points=points)]
        if not greens:
            return [say("all-yellow", who=who)]
        every = say("all-green", who=who, points=after.points)
        return [every if after.points % self.dice == 0 else say("greens", who=who, greens=greens, points=after.points)]


@cache
def lights(dice: int) -> Roll:
    return Roll((LIGHT,) * dice)


@cache
def count(faces: Faces) -> tuple[int, int]:
    """How many greens and how many reds."""
    return faces.count("G"), faces.count("R")
