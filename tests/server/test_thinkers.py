"""Bots think elsewhere; whatever becomes of one, the table gets a legal move."""

import asyncio
import json
from typing import Any, cast

import pytest

import dicecup
from dicecup import games
from dicecup.server import thinkers
from dicecup.server.thinkers import Thinkers, question
from dicecup.table import wire
from tests.looping import finish
from tests.server.edges import Fake, MemoryStore, QuickThinkers, settled, wish
from tests.server.edges import lobby as quick_lobby

GAME = dicecup.find("tossup")()
STATE = GAME.land(GAME.start(2), list("GGYYYYYYYY"))


def think(*levels: str, **how: Any) -> list[str]:
    async def run() -> list[str]:
        pool = Thinkers(1, **how)
        try:
            return [await pool.think(GAME, STATE, level) for level in levels]
        finally:
            await pool.close()

    return finish(run())


def test_a_bot_in_a_process_of_its_own_finds_a_legal_move():
    assert set(think("simple", "simple")) <= set(GAME.moves(STATE))


def test_a_level_that_fails_is_replaced_by_the_simplest_and_the_next_question_is_answered(caplog):
    moves = think("no-such-level", "simple")
    assert set(moves) <= set(GAME.moves(STATE))
    assert "bot fell back" in caplog.text


def test_a_bot_that_takes_too_long_is_not_waited_for(caplog):
    assert think("simple", patience=0.0)[0] in GAME.moves(STATE)
    assert "bot fell back" in caplog.text


class Slow(thinkers._Thinker):
    """Answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[bytes] = []
        self.may = asyncio.Event()

    async def ask(self, line: bytes) -> str:
        self.asked.append(line)
        await self.may.wait()
        return "bank"


def slow_pool(processes: int, patience: float, monkeypatch: pytest.MonkeyPatch) -> tuple[Thinkers, list[Slow]]:
    monkeypatch.setattr(thinkers, "_Thinker", Slow)
    pool = Thinkers(processes, patience)
    return pool, cast("list[Slow]", pool._all)


def test_a_question_that_nobody_waits_for_any_more_is_not_thought_about(monkeypatch):
    async def run() -> None:
        pool, (only,) = slow_pool(1, 0.05, monkeypatch)
        await asyncio.gather(*(pool.think(GAME, STATE, "simple") for _ in range(20)))
        only.may.set()
        assert await pool.think(GAME, STATE, "simple") == "bank"
        assert len(only.asked) == 2, "the one that was begun, and the last"
        await pool.close()

    finish(run())


def test_whoever_searches_leaves_a_thinker_to_those_who_do_not(monkeypatch):
    async def run() -> None:
        pool, both = slow_pool(2, 5.0, monkeypatch)
        game = dicecup.find("alphabet")()
        master = list(games.bots("alphabet"))[-1]
        masters = [asyncio.create_task(pool.think(game, game.start(2), master)) for _ in range(5)]
        await settled()
        quick = asyncio.create_task(pool.think(GAME, STATE, "simple"))
        await settled()
        assert [len(each.asked) for each in both] == [1, 1]
        assert b'"tossup"' in both[1].asked[0]
        for each in both:
            each.may.set()
        assert await quick == "bank"
        assert await asyncio.gather(*masters) == ["bank"] * 5
        await pool.close()

    finish(run())


def test_a_process_that_dies_is_replaced():
    async def run() -> list[str]:
        pool = Thinkers(1)
        try:
            moves = [await pool.think(GAME, STATE, "simple")]
            process = pool._all[0].process
            assert process is not None
            process.kill()
            await process.wait()
            moves.append(await pool.think(GAME, STATE, "simple"))
            assert pool._all[0].process is not process
            return moves
        finally:
            await pool.close()

    assert set(finish(run())) <= set(GAME.moves(STATE))


def test_where_even_the_simplest_bot_fails_the_first_legal_move_is_made(monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(games, "bots", lambda name: {"simple": broken})
    assert thinkers._simplest(GAME, STATE, 1) == str(GAME.moves(STATE)[0])


def test_an_illegal_move_of_a_bot_is_replaced_by_a_legal_one():
    class Cheats(QuickThinkers):
        async def think(self, game: Any, state: Any, level: str) -> str:
            return "take all"

    async def run() -> None:
        server = quick_lobby(MemoryStore())
        server._thinkers = Cheats()
        new = await server.open(wish("pumpkins", "bh"), "here")
        opened = await server.find(new.code)
        assert opened is not None
        ann = Fake(server, opened, new.tokens)
        ann.hello()
        for _ in range(200):
            if any(told.what == "moved" for told in opened.room.told):
                break
            await settled()
        (moved, *_) = [told for told in opened.room.told if told.what == "moved"]
        assert moved.move in ("roll 1", "roll 2", "roll 3")
        assert isinstance(ann.heard()[0], wire.Welcome)
        await server.close()

    finish(run())


@pytest.mark.parametrize("name", ["alphabet", "bratzy", "ketchup", "pumpkins", "tossup", "pig"])
def test_a_bot_is_told_the_position_and_nothing_else(name):
    game = dicecup.find(name)()
    asked = json.loads(question(game, game.start(2), "simple", 7))
    assert set(asked) == {"game", "options", "header", "state", "level", "seed"}
    assert game.from_plain(asked["state"]) == game.start(2)
