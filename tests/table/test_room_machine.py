"""Any commands, from anybody, in any order: the room is always the fold of its log, and a refusal changes nothing."""

import copy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dicecup.table import seen, wire
from dicecup.table.room import Room
from dicecup.table.seats import Who
from tests.table.rooms import NONCE, World

seats = st.integers(-1, 4)
behind = st.sampled_from([0, 0, 0, 0, 1, -1, 3])
levels = st.sampled_from(["simple", "keen", "godlike"])
moves = st.sampled_from(
    ["roll", "bank", "hold", "stop", "roll 1", "roll 3", "score chance", "keep", "call", "bank call", ""]
)


class Commands(RuleBasedStateMachine):
    @initialize(
        game=st.sampled_from(["bratzy", "ketchup", "pumpkins", "tossup", "pig"]),
        kinds=st.sampled_from(["hh", "ho", "hob", "hhb", "hoo"]),
        real=st.booleans(),
        seed=st.integers(0, 1000),
    )
    def open(self, game, kinds, real, seed):
        self.world = World(game, kinds, seed=seed, real_dice=real)
        self.said: list[wire.Command] = []

    @property
    def room(self) -> Room:
        return self.world.room

    def at(self, behind: int) -> int:
        return self.room.last - behind

    def say(self, command: wire.Command, who: Who | None) -> None:
        before = copy.deepcopy(self.room)
        outcome = self.world.say(command, who)
        assert outcome.answer.key == command.key
        assert outcome.answer.ok == (outcome.answer.code is None)
        if not outcome.entries:
            assert self.room == before
        if not outcome.answer.ok:
            assert not outcome.entries
            assert outcome.answer.text
        self.said.append(command)

    who = st.sampled_from([None, None, None, Who(), Who(frozenset({0})), Who(frozenset({1})), Who(host=True)])

    @rule(seat=seats, who=who)
    def sit(self, seat, who):
        self.say(wire.Sit(f"{self.world.key()}-of-this-device", seat, "Ben", NONCE), who)

    @rule(seat=seats, level=levels, who=who)
    def fill(self, seat, level, who):
        self.say(wire.Fill(self.world.key(), seat, level), who)

    @rule(who=who)
    def add(self, who):
        self.say(wire.Add(self.world.key()), who)

    @rule(seat=seats, who=who)
    def drop(self, seat, who):
        self.say(wire.Drop(self.world.key(), seat), who)

    @rule(seat=seats, behind=behind, move=moves, who=who)
    def move(self, seat, behind, move, who):
        self.say(wire.MakeMove(self.world.key(), self.at(behind), seat, move), who)

    @rule(seat=seats, behind=behind, who=who)
    def throw(self, seat, behind, who):
        self.say(wire.Throw(self.world.key(), self.at(behind), seat), who)

    @rule(faces=st.lists(st.lists(st.integers(0, 7) | st.sampled_from("GYRKLBM"), max_size=10), max_size=2), who=who)
    def type(self, faces, who):
        self.say(wire.TypeDice(self.world.key(), self.room.last, faces), who)

    @precondition(lambda self: self.room.types is not None)
    @rule(data=st.data())
    def type_well(self, data):
        asked = self.room.types
        assert asked is not None
        faces = [[data.draw(st.sampled_from(part.faces)) for _ in range(part.count)] for part in asked.parts]
        self.say(wire.TypeDice(self.world.key(), self.room.last, faces), None)

    @rule(seat=seats, behind=behind, who=who)
    def undo(self, seat, behind, who):
        self.say(wire.Undo(self.world.key(), self.at(behind), seat), who)

    @rule(seat=seats, level=levels, gone=st.sampled_from([0.0, 100.0]), who=who)
    def replace(self, seat, level, gone, who):
        self.world.away = {seat: gone}
        self.say(wire.Replace(self.world.key(), self.room.last, seat, level), who)

    @rule(seat=seats, who=who)
    def come_back(self, seat, who):
        self.say(wire.Return(self.world.key(), self.room.last, seat), who)

    @rule(who=who)
    def rematch(self, who):
        self.say(wire.Rematch(self.world.key(), self.room.last), who)

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def say_it_again(self, data):
        """Something that was said before, as a network may deliver it twice."""
        command = data.draw(st.sampled_from(self.said))
        before = copy.deepcopy(self.room)
        outcome = self.world.say(command)
        assert outcome.answer.key == command.key
        if outcome.entries:
            # It was refused at first, and may be what is wanted now.
            assert len(self.world.log) == self.room.last
        else:
            assert self.room == before

    @precondition(lambda self: self.room.phase == "playing" and self.room.types is None)
    @rule(steps=st.integers(1, 12))
    def play_on(self, steps):
        for _ in range(steps):
            if self.room.phase == "playing" and self.room.types is None:
                self.world.go_on()

    @invariant()
    def the_room_is_the_fold_of_its_log(self):
        if hasattr(self, "world"):
            assert [entry.n for entry in self.world.log] == list(range(1, self.room.last + 1))
            assert Room.rebuild(self.world.log) == self.room

    @invariant()
    def no_command_had_its_effect_twice(self):
        if hasattr(self, "world"):
            marks = [(entry.mark, entry.time) for entry in self.world.log if entry.mark]
            assert len({mark for mark, _ in marks}) == len(set(marks)), "entries of one mark are of one moment"

    @invariant()
    def the_secret_is_told_only_when_the_game_is_over(self):
        if hasattr(self, "world"):
            info = seen.table_info(self.room)
            assert (info.secret is not None) == (self.room.phase == "over" and not self.room.real_dice)

    @invariant()
    def somebody_is_always_waited_for(self):
        if hasattr(self, "world") and self.room.phase == "playing":
            place = seen.position(self.room, None)
            assert place is not None
            assert isinstance(place.view["turn"], int) or place.ask is not None


TestCommands = Commands.TestCase
TestCommands.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
