"""The lobby: stored before told, nobody sees what they may not, rooms come and go, and whatever comes is answered."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from dicecup.server import connection
from dicecup.server.limits import Limits
from dicecup.server.lobby import CHECKED, FAILED, IDLE, UNATTENDED, Lobby, read_code
from dicecup.server.sockets import same_origin
from dicecup.store import StoreError
from dicecup.table import log, wire
from dicecup.table.room import Room
from dicecup.table.seats import Refused, hashed
from tests.looping import finish
from tests.server.edges import NONCE, Clock, Fake, MemoryStore, QuickThinkers, lobby, settled, wish


def run(test: Callable[[], Awaitable[None]]) -> None:
    finish(asyncio.wait_for(test(), 30))


async def table(server: Lobby, *args: Any, **more: Any) -> tuple[wire.NewTable, Any]:
    new = await server.open(wish(*args, **more), "here")
    return new, await server.find(new.code)


def throw(client: Fake) -> str:
    room = client.connection.room.room
    key = client.key()
    client.say(wire.Throw(key, room.last, room.throws or 0))
    return key


# Stored, then told.


def test_nothing_is_told_before_it_is_stored():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann, watcher = Fake(server, opened, new.tokens), Fake(server, opened)
        ann.hello()
        watcher.hello()
        await settled()
        ann.frames.clear()
        watcher.frames.clear()
        store.hold = True
        key = throw(ann)
        late = Fake(server, opened)
        late.hello()
        throw(ann)
        await settled(20)
        assert (ann.frames, watcher.frames, late.frames) == ([], [], []), "also a refusal may tell what happened"
        store.flush()
        await settled(20)
        assert ann.answers()[key].ok
        assert [type(frame) for frame in watcher.heard()] == [wire.News, wire.Presence]
        welcome = late.heard()[0]
        assert isinstance(welcome, wire.Welcome)
        assert welcome.last == len(store.logs[new.code])

    run(test)


def test_what_cannot_be_stored_did_not_happen_and_is_answered_so():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann, ben = Fake(server, opened, new.tokens[:1]), Fake(server, opened, new.tokens[1:])
        for each in (ann, ben):
            each.hello()
        await settled()
        before = len(store.logs[new.code])
        store.fails, store.hold = StoreError("the disk is full"), True
        first, second = throw(ann), throw(ann)
        await settled(1)
        store.flush()
        store.fails, store.hold = None, False
        await settled(20)
        answers = ann.answers()
        assert (answers[first].ok, answers[first].code) == (False, "not-stored")
        assert not answers[second].ok
        assert not any(isinstance(frame, wire.News) for frame in ben.heard())
        assert (ann.closed, ben.closed) == (1013, 1013), "everybody is asked to come back"
        assert len(store.logs[new.code]) == before
        for each in (ann, ben):
            each.leave()
        again = await server.find(new.code)
        assert again is not opened
        assert again is not None
        back = Fake(server, again, new.tokens)
        back.hello()
        key = throw(back)
        await settled()
        assert back.answers()[key].ok

    run(test)


def test_a_table_that_cannot_be_stored_is_not_opened():
    async def test():
        store = MemoryStore()
        store.fails = StoreError("the disk is full")
        server = lobby(store)
        with pytest.raises(StoreError):
            await server.open(wish(), "here")
        assert server.in_memory == 0

    run(test)


def test_a_server_that_cannot_store_says_that_it_is_not_well_until_it_can_again():
    async def test():
        store, clock = MemoryStore(), Clock()
        server = lobby(store, clock)
        assert await server.well()
        store.fails = StoreError("the disk is full")
        assert await server.well(), "asked again at once it is not tried out again"
        clock.now += CHECKED
        assert not await server.well()
        with pytest.raises(StoreError):
            await server.open(wish(), "here")
        store.fails = None
        clock.now += CHECKED
        assert not await server.well(), "a small write may succeed where a table cannot be stored"
        clock.now += FAILED
        assert await server.well()

    run(test)


# Who sees what.


@pytest.mark.parametrize("game", ["bratzy", "ketchup", "pumpkins", "tossup", "pig"])
def test_no_frame_to_anybody_holds_a_token_or_the_secret_before_the_end(game, capfd):
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server, game, "hob")
        room: Room = opened.room
        host, watcher, guest = Fake(server, opened, [*new.tokens, new.host]), Fake(server, opened), Fake(server, opened)
        clients = (host, watcher, guest)
        for each in clients:
            each.hello()
        guest.say(wire.Sit("guests-key-of-this-device", 1, "Ben", NONCE[::-1]))
        await settled()
        token = guest.answers()["guests-key-of-this-device"].token
        assert token
        while room.phase == "playing":
            if room.thinking is not None:
                await settled()
                continue
            assert room.table is not None
            for each in (host, guest):
                for seat in each.connection.who.seats:
                    if room.throws == seat:
                        each.say(wire.Throw(each.key(), room.last, seat))
                    elif room.table.turn == seat:
                        each.say(wire.MakeMove(each.key(), room.last, seat, str(room.game.moves(room.table.state)[-1])))
                    each.say(wire.MakeMove(each.key(), room.last, 1 - seat, "nonsense"))
            watcher.hello()
            await settled()
        await settled(20)
        frames = [frame for each in clients for frame in each.frames]
        secret = room.opened.secret
        assert secret
        hidden = [new.host, *new.tokens, hashed(new.host), hashed(token), *map(hashed, new.tokens), room.opened.salt]
        for each in clients:
            for frame in each.frames:
                assert not any(word in frame for word in hidden)
                told = '"token":"' in frame
                assert (token in frame) == told, "only whoever sat down is told the token"
                assert not told or each is guest
        over = [frame for frame in frames if '"phase":"over"' in frame]
        assert over
        assert all(secret in frame for frame in over)
        assert all(secret not in frame for frame in frames if '"phase":"over"' not in frame)
        assert secret not in str(hidden)

    run(test)
    said = capfd.readouterr()
    assert not re.search(r"[0-9a-f]{64}", said.out + said.err)


def test_whoever_is_to_move_is_offered_choices_and_nobody_else_is():
    async def test():
        server = lobby()
        new, opened = await table(server)
        ann, ben, both = (Fake(server, opened, tokens) for tokens in (new.tokens[:1], new.tokens[1:], new.tokens))
        for each in (ann, ben, both):
            each.hello()
        throw(ann)
        await settled()
        shown = [next(frame for frame in each.heard() if isinstance(frame, wire.News)) for each in (ann, ben, both)]
        views = [frame.position.view for frame in shown if frame.position is not None]
        assert [view["seat"] for view in views] == [0, None, 0]
        assert [bool(view["choices"]) for view in views] == [True, False, True]
        assert shown[0] == shown[2]

    run(test)


def test_seats_that_are_renumbered_are_told_to_those_who_hold_them():
    async def test():
        server = lobby()
        new, opened = await table(server, "tossup", "hoo")
        host, guest = Fake(server, opened, [*new.tokens, new.host]), Fake(server, opened)
        host.hello()
        guest.hello()
        guest.say(wire.Sit("s-of-this-device", 2, "Ben", NONCE))
        host.say(wire.Drop("d", 1))
        await settled()
        news = [frame for frame in guest.heard() if isinstance(frame, wire.News)]
        assert [frame.yours for frame in news] == [None, [1]]
        assert opened.room.phase == "playing"
        throw(host)
        await settled()
        host.say(wire.MakeMove("m", opened.room.last, 0, "bank"))
        guest.say(wire.Throw("t", opened.room.last, 1))
        await settled()
        assert guest.answers()["t"].ok

    run(test)


def test_whoever_said_hello_while_the_store_was_busy_is_renumbered_too():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server, "tossup", "hooo")
        host, guest = Fake(server, opened, [*new.tokens, new.host]), Fake(server, opened)
        host.hello()
        guest.hello()
        guest.say(wire.Sit("s-of-this-device", 2, "Ben", NONCE))
        await settled()
        token = guest.answers()["s-of-this-device"].token
        assert token
        store.hold = True
        host.say(wire.Fill("f", 3, "simple"))
        second = Fake(server, opened, [token])
        second.hello()
        host.say(wire.Drop("d", 1))
        await settled()
        assert second.frames == []
        store.flush()
        await settled()
        welcome, news = second.heard()[:2]
        assert (welcome.yours, news.yours) == ([2], [1])
        assert second.connection.who == opened.room.who([hashed(token)])

    run(test)


def test_whoever_leaves_before_the_welcome_is_not_there():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens[:1])
        ann.hello()
        await settled()
        store.hold = True
        throw(ann)
        ben = Fake(server, opened, new.tokens[1:])
        ben.hello()
        ben.leave()
        store.flush()
        await settled()
        assert (opened.connections, set(opened.away(0.0))) == ({ann.connection}, {1})

    run(test)


def test_whoever_says_hello_while_the_store_fails_is_asked_to_come_back():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann, ben = Fake(server, opened, new.tokens[:1]), Fake(server, opened, new.tokens[1:])
        ann.hello()
        await settled()
        store.fails, store.hold = StoreError("the disk is full"), True
        throw(ann)
        ben.hello()
        await settled()
        store.flush()
        await settled(20)
        assert [frame.code for frame in ben.heard()] == ["not-stored"]
        assert ben.closed == 1013

    run(test)


# Presence.


def test_who_is_away_is_told_with_the_time_and_may_be_replaced_after_the_grace_period():
    async def test():
        clock = Clock()
        server = lobby(clock=clock)
        new, opened = await table(server)
        ann, ben = Fake(server, opened, new.tokens[:1]), Fake(server, opened, new.tokens[1:])
        ann.hello()
        ben.hello()
        await settled()
        assert ben.heard()[0].away == {}
        ann.leave()
        clock.now += 10
        watcher = Fake(server, opened)
        watcher.hello()
        await settled()
        assert watcher.heard()[0].away == {"0": 10.0}
        presence = [frame for frame in ben.heard() if isinstance(frame, wire.Presence)]
        assert (presence[0].away, presence[-1].watching) == ({"0": 0.0}, 1)
        ben.say(wire.Replace("early", opened.room.last, 0, "simple"))
        clock.now += 50
        ben.say(wire.Replace("late", opened.room.last, 0, "simple"))
        await settled()
        assert (ben.answers()["early"].code, ben.answers()["late"].ok) == ("not-away", True)

    run(test)


def test_who_is_there_is_told_only_where_it_has_changed():
    async def test():
        server = lobby()
        new, opened = await table(server)
        ann, ben = Fake(server, opened, new.tokens[:1]), Fake(server, opened, new.tokens[1:])
        ann.hello()
        ben.hello()
        await settled()
        for _ in range(5):
            ben.hello()
        await settled()
        assert [frame.away for frame in ann.heard() if isinstance(frame, wire.Presence)] == [{}]

    run(test)


# Rooms come and go.


def test_idle_rooms_leave_memory_and_come_back_as_they_were():
    async def test():
        clock = Clock()
        server = lobby(clock=clock)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        throw(ann)
        await settled()
        clock.now += 2 * IDLE
        assert server.sweep() == 0, "somebody is there"
        ann.leave()
        assert server.sweep() == 0, "somebody was there just now"
        clock.now += 2 * IDLE
        assert (server.sweep(), server.in_memory) == (1, 0)
        again, same = await asyncio.gather(server.find(new.code), server.find(new.code))
        assert again is same is not opened
        assert again is not None
        assert again.room == opened.room

    run(test)


def test_a_bots_game_goes_on_when_its_room_is_loaded_again():
    async def test():
        store = MemoryStore()
        first = lobby(store)
        new, opened = await table(first, "pumpkins", "hb")
        ann = Fake(first, opened, new.tokens)
        ann.hello()
        ann.say(wire.MakeMove("m", opened.room.last, 0, "roll 3"))
        await settled(1)
        lines = list(store.logs[new.code])
        other = MemoryStore()
        other.logs[new.code] = lines[: next(i for i, line in enumerate(lines) if b'"rolled"' in line) + 1]
        second = lobby(other)
        again = await second.find(new.code)
        assert again is not None
        ann = Fake(second, again, new.tokens)
        ann.hello()
        for _ in range(200):
            if again.room.table is not None and again.room.table.turn == 0:
                ann.say(wire.MakeMove(ann.key(), again.room.last, 0, "stop"))
            await settled()
        assert any(event.what == "moved" and event.seat == 1 for event in again.room.told)

    run(test)


def test_bots_pause_where_nobody_is_and_go_on_when_somebody_comes():
    async def test():
        clock = Clock()
        server = lobby(clock=clock)
        _, opened = await table(server, "tossup", "bb", options={"target": 10_000})
        await settled(50)
        before = opened.room.last
        assert before > 5
        clock.now += UNATTENDED
        await settled(20)
        paused = opened.room.last
        await settled(20)
        assert opened.room.last == paused
        assert opened.bot is None
        watcher = Fake(server, opened)
        watcher.hello()
        clock.now += UNATTENDED
        await settled(50)
        assert opened.room.last > paused

    run(test)


def test_when_a_server_stops_everybody_is_told_and_everything_is_stored():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        await settled()
        store.hold = True
        key = throw(ann)
        await server.close()
        await settled()
        assert store.closed
        assert ann.answers()[key].ok
        last = ann.heard()[-1]
        assert (last.code, ann.closed) == ("stopping", 1012)
        with pytest.raises(Refused, match="stopping"):
            await server.open(wish(), "here")

    run(test)


@pytest.mark.parametrize("line", [b"{}", b"not json", b'{"what":"moved","n":3,"time":1,"seat":0,"move":"dance"}'])
def test_a_table_whose_log_is_damaged_is_not_loaded_and_the_others_are(line):
    async def test():
        store = MemoryStore()
        first = lobby(store)
        new, _ = await table(first)
        other, _ = await table(first)
        store.logs[new.code].append(line)
        server = lobby(store)
        with pytest.raises(StoreError):
            await server.find(new.code)
        with pytest.raises(StoreError):
            await server.find(new.code)
        assert await server.find(other.code) is not None
        assert await server.find("abcdefghjk") is None

    run(test)


# Whatever comes is answered.


@pytest.mark.parametrize(
    ("said", "code", "key"),
    [
        ("", "malformed", ""),
        ("null", "malformed", ""),
        ("[" * 10_000, "malformed", ""),
        ('{"a":' * 2_000 + "1" + "}" * 2_000, "malformed", ""),
        ("{}", "malformed", ""),
        ('{"do":"dance","key":"k"}', "malformed", "k"),
        ('{"do":"move","key":"k"}', "malformed", "k"),
        ('{"do":"move","key":"k","at":"1","seat":0,"move":"roll"}', "malformed", "k"),
        ('{"do":"move","key":"k","at":1,"seat":0,"move":"roll","more":1}', "malformed", "k"),
        ('{"do":"move","key":7,"at":1,"seat":0,"move":"roll"}', "malformed", ""),
        ('{"do":"move","key":"k","at":1e999,"seat":0,"move":"roll"}', "malformed", "k"),
        ('{"do":"move","key":"k","at":99999999999999999999999,"seat":0,"move":"roll"}', "stale", "k"),
        ('{"do":"throw","key":"k","at":2,"seat":12345678901}', "no-seat", "k"),
        ('{"do":"sit","key":"k","seat":0,"name":"\\ud800","nonce":"00"}', "malformed", ""),
        ("x" * 20_000, "too-big", ""),
        (b"\x00\xff\xfe", "malformed", ""),
        (b"", "malformed", ""),
        ('{"do":"hello","key":""}', "malformed", ""),
        ('{"do":"hello","key":"k","tokens":' + "[" + ",".join(['"x"'] * 40) + "]}", "malformed", "k"),
    ],
)
def test_hostile_frames_are_answered_with_a_code_and_have_no_effect(said, code, key):
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        await settled()
        before, count = len(store.logs[new.code]), len(ann.frames)
        ann.say(said)
        await settled()
        (answer,) = ann.heard()[count:]
        assert (answer.ok, answer.code, answer.key) == (False, code, key)
        assert len(answer.text) < 400
        assert len(store.logs[new.code]) == before
        key_after = throw(ann)
        await settled()
        assert ann.answers()[key_after].ok, "and play goes on"

    run(test)


def test_who_asks_whether_the_server_is_there_is_answered_at_once():
    async def test():
        server = lobby()
        _, opened = await table(server)
        ann = Fake(server, opened)
        ann.say(wire.Ping("there?"))
        ann.say(wire.Ping("?" * 1000))
        assert [(each.key, each.ok) for each in ann.heard()] == [("there?", True), ("?" * 40, True)]
        assert opened.room.last == 2, "nothing has happened"

    run(test)


def test_commands_before_hello_are_answered_and_have_no_effect():
    async def test():
        server = lobby()
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        key = throw(ann)
        assert ann.answers()[key].code == "hello-first"

    run(test)


def test_ten_thousand_commands_at_once_are_refused_one_by_one_until_the_socket_is_closed():
    async def test():
        clock = Clock()
        server = lobby(clock=clock, commands=10.0, refusals=500)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        await settled()
        for number in range(10_000):
            ann.say(wire.Undo(f"u{number}", opened.room.last, 0))
        await settled()
        codes = [answer.code for answer in ann.answers().values()]
        assert codes.count("nothing-to-undo") == 10, "a hello costs as much as ten others"
        assert codes.count("too-fast") == 501
        assert (ann.heard()[-1].code, ann.closed) == ("too-fast", 1008)

    run(test)


def test_after_a_pause_one_may_speak_again():
    async def test():
        clock = Clock()
        server = lobby(clock=clock, commands=2.0)
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        for _ in range(10):
            ann.hello()
        assert any(answer.code == "too-fast" for answer in ann.answers().values())
        clock.now += 5.0
        key = throw(ann)
        await settled()
        assert ann.answers()[key].ok

    run(test)


def test_somebody_whose_network_is_slow_is_hung_up_on_and_holds_up_nobody():
    async def test():
        server = lobby(outbox=50)
        new, opened = await table(server)
        slow, quick = Fake(server, opened, new.tokens), Fake(server, opened, new.tokens)
        slow.hello()
        quick.hello()
        await settled()
        slow.writable.clear()
        told = len(slow.frames)
        for _ in range(200):
            quick.hello()
            slow.hello()
        await settled()
        assert len([frame for frame in quick.heard() if isinstance(frame, wire.Welcome)]) == 201
        assert len(slow.frames) == told
        slow.writable.set()
        await settled(20)
        heard = slow.heard()
        assert (heard[-1].code, slow.closed) == ("too-slow", 1013)
        assert isinstance(heard[0], wire.Welcome)

    run(test)


def test_whoever_is_slow_is_kept_no_more_than_so_many_bytes():
    async def test():
        server = lobby(outbox_bytes=10_000)
        _, opened = await table(server)
        slow = Fake(server, opened)
        slow.hello()
        await settled()
        slow.writable.clear()
        for _ in range(100):
            slow.hello()
            assert slow.connection._waiting <= 10_000
        slow.writable.set()
        await settled(20)
        assert (slow.heard()[-1].code, slow.closed) == ("too-slow", 1013)
        assert slow.connection._waiting == 0

    run(test)


def test_hellos_cost_more_than_other_commands():
    async def test():
        server = lobby(clock=Clock(), commands=30.0)
        _, opened = await table(server)
        ann = Fake(server, opened)
        for _ in range(20):
            ann.hello()
        await settled()
        told = [type(frame) for frame in ann.heard()]
        assert (told.count(wire.Welcome), told.count(wire.Answer)) == (6, 14)

    run(test)


def test_somebody_who_takes_nothing_any_more_is_let_go(monkeypatch):
    monkeypatch.setattr(connection, "PARTING", 0.01)

    async def test():
        server = lobby(outbox=5)
        new, opened = await table(server)
        stuck = Fake(server, opened, new.tokens)
        stuck.hello()
        await settled()
        stuck.writable.clear()
        for _ in range(10):
            stuck.hello()
        assert not stuck.aborted
        await asyncio.sleep(0.05)
        assert (stuck.closed, stuck.aborted) == (None, True)

    run(test)


def test_frames_stay_in_order_when_the_network_stalls_for_a_moment():
    async def test():
        server = lobby()
        new, opened = await table(server)
        ann = Fake(server, opened, new.tokens)
        keys = []
        for number in range(30):
            if number % 10 == 3:
                ann.writable.clear()
            if number % 10 == 8:
                ann.writable.set()
                await settled()
            keys.append(f"h{number}")
            ann.say(wire.Hello(keys[-1], ann.tokens))
        ann.writable.set()
        await settled()
        assert [frame.key for frame in ann.heard() if isinstance(frame, wire.Welcome)] == keys

    run(test)


# Limits.


def test_there_are_limits_on_tables_and_on_connections():
    async def test():
        server = lobby(tables=2, connections=2)
        _, opened = await table(server)
        await table(server)
        with pytest.raises(Refused) as refused:
            await server.open(wish(), "here")
        assert refused.value.code == "full"
        for _ in range(2):
            Fake(server, opened).hello()
        await settled()
        with pytest.raises(Refused):
            Fake(server, opened)

    run(test)


def test_one_visitor_cannot_take_the_place_of_all_others():
    async def test():
        server = lobby(at_an_address=2)
        _, opened = await table(server)
        mine = [Fake(server, opened, address="2001:db8::1"), Fake(server, opened, address="2001:db8::2")]
        with pytest.raises(Refused, match="from your address"):
            Fake(server, opened, address="2001:db8::3")
        Fake(server, opened, address="2001:db8:0:1::1")
        for _ in range(3):
            Fake(server, opened, address="127.0.0.1")  # perhaps a proxy
        mine[0].leave()
        Fake(server, opened, address="2001:db8::3")

    run(test)


def test_who_says_no_hello_is_hung_up_on():
    async def test():
        server = lobby(greeting=0.01)
        _, opened = await table(server)
        silent, polite = Fake(server, opened), Fake(server, opened)
        polite.hello()
        await asyncio.sleep(0.05)
        assert (silent.heard()[-1].code, silent.closed) == ("hello-first", 1008)
        assert polite.closed is None

    run(test)


def test_however_many_watch_whoever_sits_at_a_table_comes_in():
    async def test():
        server = lobby(at_a_table=2)
        new, opened = await table(server)
        watchers = [Fake(server, opened) for _ in range(3)]
        player = Fake(server, opened, new.tokens)
        for each in (*watchers, player):
            each.hello()
        await settled()
        assert [each.connection.subscribed for each in (*watchers, player)] == [True, True, False, True]
        assert watchers[2].heard()[-1].code == "full"

    run(test)


def test_who_says_hello_to_a_room_that_was_dropped_is_asked_to_come_back():
    async def test():
        server = lobby()
        _, opened = await table(server)
        silent = Fake(server, opened)
        server._rooms.clear()
        await server.find(opened.room.code)
        silent.hello()
        await settled()
        assert silent.heard()[-1].code == "come-back"
        assert silent.closed == 1013

    run(test)


def test_one_address_opens_only_so_many_tables_in_a_row():
    async def test():
        server = Lobby(MemoryStore(), QuickThinkers(), limits=Limits(openings=0.05), clock=Clock())
        for _ in range(3):
            await server.open(wish(), "one")
        with pytest.raises(Refused) as refused:
            await server.open(wish(), "one")
        assert refused.value.code == "too-many-tables"
        await server.open(wish(), "other")

    run(test)


def test_a_rematch_is_a_table_that_is_opened():
    async def test():
        store = MemoryStore()
        server = Lobby(store, QuickThinkers(), limits=Limits(openings=0.05, tables=3), clock=Clock(), pace=0.0)
        new, opened = await table(server, "pumpkins", options={"turns": 1})
        ann = Fake(server, opened, new.tokens, "here")
        ann.hello()
        room = opened.room
        while room.phase == "playing":
            assert room.table is not None
            ann.say(
                wire.MakeMove(ann.key(), room.last, int(room.table.turn), str(room.game.moves(room.table.state)[-1]))
            )
        await table(server)
        assert server.tables == 2
        store.fails = StoreError("the disk is full")
        ann.say(wire.Rematch("r", room.last))
        await settled()
        assert (ann.answers()["r"].code, server.tables) == ("not-stored", 2)
        store.fails = None
        again = await server.find(new.code)
        assert again is not None
        ann = Fake(server, again, new.tokens, "here")
        ann.hello()
        ann.say(wire.Rematch("s", again.room.last))
        await settled()
        assert ann.answers()["s"].code == "too-many-tables"

    run(test)


def test_one_visitor_cannot_ask_for_so_many_promises_that_others_are_forgotten():
    async def test():
        server = Lobby(MemoryStore(), QuickThinkers(), limits=Limits(openings=0.5), clock=Clock())
        mine = server.promise("victim")
        for _ in range(60):
            server.promise("other")
        with pytest.raises(Refused):
            server.promise("other")
        await server.open(wish(promise=mine.code), "victim")

    run(test)


def test_codes_are_read_as_people_write_them_and_are_unguessable():
    assert read_code("ABCDE-FGH23") == "abcdefgh23"
    assert [read_code(text) for text in ("", "abc", "abcdefgh2l", "abcdefgh2é", "../../etc/")] == [None] * 5

    async def test():
        server = lobby()
        codes = {(await server.open(wish(), "here")).code for _ in range(50)}
        assert len(codes) == 50
        assert all(read_code(code) == code for code in codes)

    run(test)


@pytest.mark.parametrize(
    ("origin", "host", "may"),
    [
        (None, b"dice.example", True),
        (b"https://dice.example", b"dice.example", True),
        (b"http://127.0.0.1:8000", b"127.0.0.1:8000", True),
        (b"https://evil.example", b"dice.example", False),
        (b"http://127.0.0.1:8001", b"127.0.0.1:8000", False),
        (b"null", b"dice.example", False),
        (b"https://dice.example", None, False),
        (b"https://dice.example.evil.example", b"dice.example", False),
    ],
)
def test_pages_of_other_sites_may_not_play(origin, host, may):
    assert same_origin(origin, host) is may


def test_the_log_holds_no_token_in_clear():
    async def test():
        store = MemoryStore()
        server = lobby(store)
        new, opened = await table(server, "tossup", "ho")
        guest = Fake(server, opened)
        guest.hello()
        guest.say(wire.Sit("the-key-of-this-device", 1, "Ben", NONCE))
        await settled()
        token = guest.answers()["the-key-of-this-device"].token
        assert token
        text = b"".join(line for lines in store.logs.values() for line in lines).decode()
        assert not any(word in text for word in (token, new.host, *new.tokens, "the-key-of-this-device"))
        assert msgspec.json.decode(store.logs[new.code][0])["host"] == hashed(new.host)
        assert Room.rebuild(log.read(line) for line in store.logs[new.code]) == opened.room

    run(test)
