"""A table over a link that drops, doubles, delays and reorders everything both ways, and breaks now and then."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecup import games
from dicecup.server.lobby import Lobby, OpenRoom
from dicecup.table import log, seen, wire
from dicecup.table.room import Room
from tests.looping import finish
from tests.server.edges import Fake, MemoryStore, lobby, settled, wish


class Link:
    """Delivers what is given to it, or not, or twice, or later."""

    def __init__(self, rng: Random, deliver: Any) -> None:
        self.rng, self.deliver = rng, deliver
        self.under_way: list[Any] = []

    def give(self, message: Any) -> None:
        chance = self.rng.random()
        self.under_way += [message] * (0 if chance < 0.15 else 2 if chance < 0.3 else 1)

    def step(self) -> None:
        for _ in range(min(len(self.under_way), self.rng.randint(0, 3))):
            # Mostly in order, sometimes not.
            at = 0 if self.rng.random() < 0.7 else self.rng.randrange(len(self.under_way))
            self.deliver(self.under_way.pop(at))


class Client:
    """What a page does: it keeps what it was told by number, asks after a gap, and repeats what was not answered."""

    def __init__(self, server: Lobby, opened: OpenRoom, tokens: list[str], rng: Random) -> None:
        self.server, self.opened, self.tokens, self.rng = server, opened, tokens, rng
        self.told: dict[int, wire.Told] = {}
        self.position: wire.Position | None = None
        self.table: wire.TableInfo | None = None
        self.mine: set[int] = set()
        self.open_question: wire.Command | None = None
        self.connect()

    @property
    def last(self) -> int:
        return max(self.told, default=0)

    @property
    def asked(self) -> str | None:
        return None if self.open_question is None else self.open_question.key

    def connect(self) -> None:
        self.socket = Fake(self.server, self.opened, self.tokens)
        self.taken = 0
        self.up = Link(self.rng, self.socket.say)
        self.down = Link(self.rng, self.hear)
        self.hello()

    def reconnect(self) -> None:
        self.socket.leave()
        self.connect()

    def hello(self) -> None:
        self.up.give(wire.Hello(self.socket.key(), self.tokens, self.last))

    def step(self) -> None:
        self.up.step()
        for frame in self.socket.frames[self.taken :]:
            self.down.give(frame)
        self.taken = len(self.socket.frames)
        self.down.step()
        if self.rng.random() < 0.02:
            self.reconnect()
        if self.rng.random() < 0.05:
            self.hello()
        if self.open_question is not None and self.rng.random() < 0.2:
            self.up.give(self.open_question)
        if self.open_question is None:
            self.act()

    def hear(self, frame: str) -> None:
        said = msgspec.json.decode(frame, type=wire.Frame)
        if isinstance(said, wire.Welcome):
            if said.last >= self.last:
                assert not said.events or said.events[0].n <= self.last + 1, "nothing that it lacks is left out"
                self.keep(said.events)
                self.position, self.table, self.mine = said.position, said.table, set(said.yours)
        elif isinstance(said, wire.News):
            if said.events[0].n > self.last + 1:
                self.hello()
            elif said.events[-1].n > self.last:
                self.keep(said.events)
                self.position, self.table = said.position, said.table or self.table
        elif isinstance(said, wire.Answer) and said.code != "hello-first" and said.key == self.asked:
            self.open_question = None

    def keep(self, events: list[wire.Told]) -> None:
        for event in events:
            assert self.told.setdefault(event.n, event) == event, "an event is never told differently"

    def act(self) -> None:
        if self.position is None or self.table is None or self.table.phase != "playing":
            return
        turn, ask = self.position.view["turn"], self.position.ask
        if ask is not None and ask.seat in self.mine:
            assert ask.seat is not None
            self.open_question = wire.Throw(self.socket.key(), self.last, ask.seat)
        elif isinstance(turn, int) and turn in self.mine:
            moves = [choice["move"] for choice in self.position.view["choices"]]
            assert moves, "whoever is to move is shown what they may do"
            self.open_question = wire.MakeMove(self.socket.key(), self.last, turn, self.rng.choice(moves))
        elif self.position.undo in self.mine and self.rng.random() < 0.3:
            assert self.position.undo is not None
            self.open_question = wire.Undo(self.socket.key(), self.last, self.position.undo)
        if self.open_question is not None:
            self.up.give(self.open_question)


async def play(game: str, seed: int, steps: int) -> None:
    rng, store = Random(seed), MemoryStore()
    server = lobby(store)
    new = await server.open(wish(game, "hhb"), "here")
    opened = await server.find(new.code)
    assert opened is not None
    clients = [Client(server, opened, tokens, rng) for tokens in ([new.tokens[0]], [new.tokens[1]], [])]
    for _ in range(steps):
        store.hold = rng.random() < 0.5
        for client in clients:
            client.step()
        await settled(2)
        store.flush()
    store.hold = False
    store.flush()
    await settled(20)
    while opened.bot is not None:
        await settled()
    entries = [log.read(line) for line in store.logs[new.code]]
    rebuilt = Room.rebuild(entries)
    assert rebuilt == opened.room
    marks = [entry.mark for entry in entries if entry.mark]
    assert len(set(marks)) == len(marks), "nothing had its effect twice"
    everything = {told.n: told for told in rebuilt.told}
    for client in clients:
        assert client.told.items() <= everything.items() or rebuilt.last > len(everything)
        # The network has healed.
        client.socket.leave()
        client.socket = Fake(server, opened, client.tokens)
        client.socket.hello(client.last)
        await settled()
        for frame in client.socket.frames:
            client.hear(frame)
        assert sorted(client.told) == list(range(1, rebuilt.last + 1)), "no event is missing, none is made up"
        assert all(client.told[n] == told for n, told in everything.items())
        who = rebuilt.who(client.socket.connection.hashes)
        assert msgspec.json.encode(client.position) == msgspec.json.encode(
            seen.position(rebuilt, seen.eyes(rebuilt, who))
        )
        client.socket.leave()
    await server.close()


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["tossup", "bratzy", "ketchup", "pumpkins", "pig"]), st.integers(0, 2**32))
def test_every_client_ends_with_what_the_log_says_whatever_the_network_did(game, seed):
    assert game in games.names()
    finish(play(game, seed, 300))
