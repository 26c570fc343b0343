"""Looking back at games: kept for whoever steps on, anew when something happened, never what is not stored."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from dicecup.records.played import APART, Played
from dicecup.server.shown import KEPT, Shown
from dicecup.table import wire
from dicecup.table.seats import Refused
from tests.looping import finish
from tests.server.edges import Clock, Fake, MemoryStore, lobby, settled, wish
from tests.table.rooms import World


def run(test: Callable[[], Awaitable[None]]) -> None:
    finish(asyncio.wait_for(test(), 30))


def test_every_step_is_the_same_in_whatever_order_one_goes_to_it():
    log = World("bratzy", "bb").play_out().log
    straight, jumping = Played(log), Played(log)
    steps = len(straight.events)
    assert steps > 2 * APART
    expected = [straight.step(number) for number in range(steps + 1)]
    for number in (steps, 0, steps // 2, APART, APART - 1, APART + 1, steps - 1, 1, steps, *range(steps, -1, -7)):
        assert jumping.step(number) == expected[number]


def test_a_game_is_kept_until_something_happens_and_what_is_not_stored_is_not_told():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        shown = Shown(server)
        new = await server.open(wish(), "here")
        opened = await server.find(new.code)
        assert opened is not None
        ann = Fake(server, opened, new.tokens)
        ann.hello()

        async def look() -> tuple[Played, int]:
            return await shown.ask(new.code, "here", lambda played: (played, len(played.events)))

        assert await look() == await look()
        before = await look()
        store.hold = True
        ann.say(wire.Throw("t", opened.room.last, 0))
        await settled()
        assert (await look())[1] == before[1]
        store.flush()
        await settled()
        after = await look()
        assert after[1] == before[1] + 1
        assert (await look())[0] is after[0]

    run(test)


def test_only_the_last_games_are_kept_and_who_looks_at_very_many_is_told_to_wait():
    async def test():
        server = lobby(clock=Clock(), looks=2.0)
        shown = Shown(server)
        codes = [(await server.open(wish(), "here")).code for _ in range(KEPT + 2)]
        for code in codes:
            assert await shown.ask(code, "one", Played.record)
        assert list(shown._kept) == codes[2:]
        for code in codes:
            await shown.ask(code, "one", Played.record)
        with pytest.raises(Refused, match="wait"):
            await shown.ask(codes[0], "one", Played.record)
        with pytest.raises(Refused, match="no table"):
            await shown.ask("abcdefghjk", "two", Played.record)

    run(test)


def test_a_card_is_told_when_it_is_stored():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new = await server.open(wish(), "here")
        opened = await server.find(new.code)
        assert opened is not None
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        store.hold = True
        ann.say(wire.Throw("t", opened.room.last, 0))
        told = asyncio.create_task(server.card(new.code))
        await settled()
        assert not told.done()
        store.flush()
        card = await told
        assert card is not None
        assert card.turn == 0

    run(test)
