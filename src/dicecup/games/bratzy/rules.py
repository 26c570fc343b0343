"""Bratzy: five dice, two re-rolls, fifteen boxes to fill."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

import msgspec

from dicecup.chance import Roll
from dicecup.dice import D6, Dice
from dicecup.errors import IllegalRoll
from dicecup.game import CHANCE, OVER, Game, State, Turn
from dicecup.games.bratzy.boxes import BOXES, UPPER, worth
from dicecup.view import Choice, DieView, Message, Row, say

__all__ = ["Bratzy", "Keep", "Move", "Position", "Score"]

Values = tuple[int, ...]
Sheet = tuple[int | None, ...]
"""What stands in each box, None where it is open."""


class Keep(msgspec.Struct, frozen=True):
    """Keep dice showing these faces, sorted, and roll the others again."""

    faces: Values

    def __str__(self) -> str:
        return " ".join(("keep", *map(str, self.faces)))


class Score(msgspec.Struct, frozen=True):
    """Fill a box with what the dice are worth there."""

    box: str

    def __str__(self) -> str:
        return f"score {self.box}"


Move = Keep | Score


class Position(State, frozen=True):
    """A position. `rolling` are the numbers of the dice about to fall, none where somebody must decide."""

    sheets: tuple[Sheet, ...]
    turns: int
    """Turns completed by all players together."""
    dice: Values
    """What the five dice show; 0 for a die not rolled yet this turn."""
    rolling: Values
    rerolls: int
    """Re-rolls still allowed this turn."""


@dataclass(frozen=True, repr=False)
class Bratzy(Game[Position, Move]):
    title = "Bratzy"
    seats = range(1, 13)
    state = Position
    dice: ClassVar[Dice] = (D6,) * 5
    boxes: ClassVar[tuple[str, ...]] = BOXES
    rerolls: ClassVar[int] = 2
    bonus: ClassVar[int] = 50
    bonus_from: ClassVar[int] = 63

    def start(self, seats: int) -> Position:
        sheets = ((None,) * len(self.boxes),) * self.check_seats(seats)
        return self._fresh(sheets, 0)

    def _fresh(self, sheets: tuple[Sheet, ...], turns: int) -> Position:
        """The beginning of a turn: its first roll is compulsory. Or the end, when all boxes are full."""
        over = turns == len(sheets) * len(self.boxes)
        every = numbers(len(self.dice))
        return Position(sheets, turns, (0,) * len(every), () if over else every, 0 if over else self.rerolls)

    def turn(self, state: Position) -> Turn:
        if state.rolling:
            return CHANCE
        seat = self.player(state)
        return OVER if seat is None else seat

    def moves(self, state: Position) -> tuple[Move, ...]:
        turn = self.turn(state)
        if not isinstance(turn, int):
            return ()
        scores = _scores(self.boxes, tuple([value is None for value in state.sheets[turn]]))
        return keeps(tuple(sorted(state.dice))) + scores if state.rerolls else scores

    def roll(self, state: Position) -> Roll:
        if not state.rolling:
            raise IllegalRoll("no dice are due")
        return some(self.dice, state.rolling)

    def roller(self, state: Position) -> int:
        return state.turns % len(state.sheets)

    def stage(self, state: Position) -> int:
        return state.turns

    def play(self, state: Position, move: Move) -> Position:
        turn = self.turn(state)
        if isinstance(turn, int):
            if type(move) is Keep and state.rerolls:
                rolled = others(state.dice, move.faces)
                if rolled:
                    return Position(state.sheets, state.turns, state.dice, rolled, state.rerolls - 1)
            elif type(move) is Score and move.box in self.boxes:
                index = self.boxes.index(move.box)
                sheet = state.sheets[turn]
                if sheet[index] is None:
                    filled = (*sheet[:index], worth(state.dice)[move.box], *sheet[index + 1 :])
                    sheets = (*state.sheets[:turn], filled, *state.sheets[turn + 1 :])
                    return self._fresh(sheets, state.turns + 1)
        raise self.refuse(state, move)

    def land(self, state: Position, faces: Any) -> Position:
        rolled = self.roll(state).check(faces)
        dice = list(state.dice)
        for number, face in zip(state.rolling, rolled, strict=True):
            dice[number - 1] = int(face)
        return Position(state.sheets, state.turns, tuple(dice), (), state.rerolls)

    def upper(self, sheet: Sheet) -> int:
        """What the upper section holds, without the bonus."""
        return sum(value or 0 for box, value in zip(self.boxes, sheet, strict=True) if box in UPPER)

    def player(self, state: Position) -> int | None:
        seats = len(state.sheets)
        return state.turns % seats if state.turns < seats * len(self.boxes) else None

    def scores(self, state: Position) -> tuple[int, ...]:
        return tuple(
            sum(value or 0 for value in sheet) + (self.bonus if self.upper(sheet) >= self.bonus_from else 0)
            for sheet in state.sheets
        )

    def tray(self, state: Position) -> list[DieView]:
        return [
            {"number": n, "face": face or None, "mark": "waiting" if n in state.rolling else "rolled"}
            for n, face in enumerate(state.dice, start=1)
        ]

    def sheet(self, state: Position) -> list[Row]:
        rows: list[Row] = [
            {"label": say(f"box.{box}"), "cells": [sheet[index] for sheet in state.sheets]}
            for index, box in enumerate(self.boxes)
        ]
        upper = [self.upper(sheet) for sheet in state.sheets]
        bonus = [self.bonus if total >= self.bonus_from else None for total in upper]
        return [
            *rows,
            {"label": say("upper", goal=self.bonus_from), "cells": list(upper)},
            {"label": say("bonus"), "cells": list(bonus)},
            {"label": say("total"), "cells": list(self.scores(state)), "strong": True},
        ]

    def choices(self, state: Position) -> list[Choice]:
        offered: list[Choice] = []
        for move in self.moves(state):
            if isinstance(move, Keep):
                rolled = others(state.dice, move.faces)
                kept = [n for n in numbers(len(state.dice)) if n not in rolled]
                key = "keep" if kept else "keep-none"
                offered.append({"move": str(move), "label": say(key, faces=list(move.faces)), "dice": kept})
            else:
                points, row = worth(state.dice)[move.box], self.boxes.index(move.box)
                label = say("score", box=f"box.{move.box}", points=points)
                offered.append({"move": str(move), "label": label, "row": row, "worth": points})
                if not points:
                    offered[-1]["ask"] = say("ask.zero", box=f"box.{move.box}")
        return offered

    def status(self, state: Position) -> list[Message]:
        turn = self.turn(state)
        if turn == OVER:
            return super().status(state)
        who = state.turns % len(state.sheets)
        if turn == CHANCE:
            return [say("rolls", who=who)]
        return [say("decide" if state.rerolls else "fill", who=who, rerolls=state.rerolls)]

    def tell(self, before: Position, act: Any, after: Position) -> list[Message]:
        who = before.turns % len(before.sheets)
        if before.rolling:
            return [say("rolled-by", who=who, faces=list(act))]
        if isinstance(act, Keep):
            return [say("kept" if act.faces else "kept-none", who=who, faces=list(act.faces))]
        told = [say("scored", who=who, points=worth(before.dice)[act.box], box=f"box.{act.box}")]
        crossed = self.upper(before.sheets[who]) < self.bonus_from <= self.upper(after.sheets[who])
        return [*told, say("bonus-won", who=who, bonus=self.bonus)] if crossed else told


@cache
def numbers(count: int) -> Values:
    return tuple(range(1, count + 1))


@cache
def some(dice: Dice, rolling: Values) -> Roll:
    """Those of the dice, rolled."""
    return Roll(tuple(dice[number - 1] for number in rolling), rolling)


@cache
def keeps(dice: Values) -> tuple[Keep, ...]:
    """The different ways to keep fewer than all of the (sorted) dice, none first."""
    return tuple(Keep(faces) for count in range(len(dice)) for faces in sorted(set(combinations(dice, count))))


@cache
def _scores(boxes: tuple[str, ...], free: tuple[bool, ...]) -> tuple[Move, ...]:
    return tuple(Score(box) for box, is_free in zip(boxes, free, strict=True) if is_free)


@cache
def others(dice: Values, kept: Values) -> Values:
    """The numbers of the dice to roll when these faces are kept; none where they cannot be.

    Of dice showing the same, the first are kept.
    """
    if tuple(sorted(kept)) != kept:
        return ()
    left = list(kept)
    rolled = []
    for number, face in enumerate(dice, start=1):
        if face in left:
            left.remove(face)
        else:
            rolled.append(number)
    return () if left else tuple(rolled)
