"""Rooms for tests: everything that is unguessable is counted up instead."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from dicecup import games
from dicecup.table import wire
from dicecup.table.log import Entry
from dicecup.table.room import Edge, Fresh, Outcome, Room
from dicecup.table.seats import Who, hashed

NONCE = "0123456789abcdef"


class World:
    """A room with its log, and everybody who could say something to it."""

    def __init__(self, game: str = "tossup", seats: str = "hh", *, seed: int = 0, **wish: Any) -> None:
        self.rng = Random(seed)
        self.keys = 0
        self.now = 1000.0
        self.away: dict[int, float] = {}
        kinds = {"h": "here", "o": "open", "b": "bot"}
        new = [wire.NewSeat(kinds[kind], level="simple" if kind == "b" else None) for kind in seats]  # type: ignore[arg-type]
        asked = wire.OpenTable(game, new, NONCE, **wish)
        self.room, self.log, self.new = Room.open(asked, self.fresh(), self.now, 60)
        self.tokens = [*self.new.tokens]
        self.rematches: list[list[Entry]] = []

    def fresh(self, promise: str | None = None) -> Fresh:
        rng = self.rng
        code = "".join(rng.choices("abcdefghjk", k=10))
        tokens = (f"token-{rng.getrandbits(128):032x}" for _ in count())
        return Fresh(code, rng.randbytes(32), f"{rng.getrandbits(128):032x}", lambda: next(tokens))

    @property
    def everybody(self) -> Who:
        return self.room.who([hashed(token) for token in [*self.tokens, self.new.host]])

    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    def say(self, command: wire.Command, who: Who | None = None) -> Outcome:
        self.now += 1.0
        edge = Edge(self.now, self.away, self.fresh)
        outcome = self.room.command(command, self.everybody if who is None else who, edge)
        self.log += outcome.entries
        if outcome.rematch:
            self.rematches.append(outcome.rematch)
        if outcome.answer.token:
            self.tokens.append(outcome.answer.token)
        return outcome

    def move(self, text: str, seat: int | None = None, **more: Any) -> Outcome:
        table = self.room.table
        assert table is not None
        turn = table.turn if seat is None else seat
        return self.say(wire.MakeMove(self.key(), self.room.last, int(turn), text), **more)

    def throw(self) -> Outcome:
        assert self.room.throws is not None
        return self.say(wire.Throw(self.key(), self.room.last, self.room.throws))

    def undo(self, seat: int, **more: Any) -> Outcome:
        return self.say(wire.Undo(self.key(), self.room.last, seat), **more)

    def bot(self) -> None:
        """Let the bot whose turn it is move."""
        room = self.room
        assert room.thinking is not None
        assert room.table is not None
        move = games.bots(room.game.name)["simple"](room.game, room.table.state, self.rng)
        self.log += room.bot_moves(room.thinking, str(move), room.last, self.now)

    def go_on(self) -> None:
        """Whatever is due, done as the simplest bot would."""
        room = self.room
        if room.throws is not None:
            assert self.throw().answer.ok
        elif room.thinking is not None:
            self.bot()
        else:
            assert room.table is not None
            choose = games.bots(room.game.name)["simple"]
            assert self.move(str(choose(room.game, room.table.state, self.rng))).answer.ok

    def play_out(self) -> World:
        while self.room.phase == "playing":
            self.go_on()
        return self
