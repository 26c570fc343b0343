"""Pig: roll a die as often as you like, hold to keep the sum; a 1 loses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from dicecup.chance import Roll
from dicecup.dice import D6
from dicecup.errors import IllegalRoll
from dicecup.game import CHANCE, OVER, Game, State, Turn
from dicecup.options import whole

Move = Literal["roll", "hold"]
DIE = Roll((D6,))


class Position(State, frozen=True):
    totals: tuple[int, ...]
    seat: int = 0
    points: int = 0
    rolling: bool = False


@dataclass(frozen=True, repr=False)
class Pig(Game[Position, Move]):
    title = "Pig"
    seats = range(1, 11)
    state = Position

    target: int = whole(100, least=1, most=1000, about="The total that wins.")

    def start(self, seats: int) -> Position:
        return Position((0,) * self.check_seats(seats))

    def turn(self, state: Position) -> Turn:
        if max(state.totals) >= self.target:
            return OVER
        return CHANCE if state.rolling else state.seat

    def moves(self, state: Position) -> tuple[Move, ...]:
        return ("roll", "hold") if isinstance(self.turn(state), int) else ()

    def roll(self, state: Position) -> Roll:
        if self.turn(state) != CHANCE:
            raise IllegalRoll("no dice are due")
        return DIE

    def play(self, state: Position, move: Move) -> Position:
        if move not in self.moves(state):
            raise self.refuse(state, move)
        if move == "roll":
            return Position(state.totals, state.seat, state.points, True)
        held = state.totals[state.seat] + state.points
        totals = (*state.totals[: state.seat], held, *state.totals[state.seat + 1 :])
        return Position(totals, (state.seat + 1) % len(totals))

    def land(self, state: Position, faces: Any) -> Position:
        (face,) = self.roll(state).check(faces)
        if face == 1:
            return Position(state.totals, (state.seat + 1) % len(state.totals))
        return Position(state.totals, state.seat, state.points + int(face))

    def scores(self, state: Position) -> tuple[int, ...]:
        return state.totals
