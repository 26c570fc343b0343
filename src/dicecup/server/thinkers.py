"""Bots think in processes of their own, so that a table never waits for another table's bot.

A thinker is started when there is first something to think about, reads a position a line and writes a move a line
(`python -m dicecup.server.thinker`). One that dies is replaced. One that takes long is not waited for: the move is then
made by the game's simplest bot, and the thinker goes on for a while, since it may be building what it will need next;
a question that no thinker had yet is taken back.
It is handed the position, the level and a seed for its whims: neither the dice's secret nor anything made from it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from random import Random
from typing import Any

from dicecup import games
from dicecup.game import Game
from dicecup.players import Searcher
from dicecup.server.logs import note

__all__ = ["Thinkers", "question"]

PATIENCE = 8.0
"""Seconds that a table waits for a bot."""
HARD = 300.0
"""Seconds after which a thinker is given up."""
LONGEST = 1 << 22


def question(game: Game[Any, Any], state: Any, level: str, seed: int) -> bytes:
    """All that a bot is told, as a line."""
    asked = {
        "game": game.name,
        "options": game.options_given(),
        "header": game.header(),
        "state": game.to_plain(state),
        "level": level,
        "seed": seed,
    }
    return json.dumps(asked).encode() + b"\n"


class _Thinker:
    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, line: bytes) -> str:
        """The answer to a line; OSError or ValueError where there is none."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "dicecup.server.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
            )
        reader, writer = self.process.stdout, self.process.stdin
        assert reader is not None
        assert writer is not None
        writer.write(line)
        await writer.drain()
        answer = json.loads(await reader.readline() or b"null")
        if not isinstance(answer, dict):
            raise OSError("a thinker died")
        if "error" in answer:
            raise ValueError(answer["error"])
        return str(answer["move"])

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinkers:
    def __init__(self, processes: int = 2, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._all = [_Thinker() for _ in range(processes)]
        self._free: asyncio.Queue[_Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)
        self._tasks: set[asyncio.Task[str]] = set()
        self._begun: set[asyncio.Task[Any] | None] = set()
        """Those that have a thinker."""
        self._searching = asyncio.Semaphore(max(1, processes - 1))
        """Whoever searches leaves a thinker to those who answer at once, where there are several."""

    async def think(self, game: Game[Any, Any], state: Any, level: str) -> str:
        """A move for the seat whose turn it is. There always is one, though perhaps not of that level."""
        seed = secrets.randbits(64)
        searches = isinstance(games.bots(game.name).get(level), Searcher)
        task = asyncio.create_task(self._asked(question(game, state, level, seed), searches))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            done, _ = await asyncio.wait({task}, timeout=self._patience)
        finally:
            if task not in self._begun:
                task.cancel()  # nobody waits for it any more
        if done and task.exception() is None:
            return task.result()
        task.add_done_callback(lambda task: task.cancelled() or task.exception())
        reason = str(task.exception()) if done else f"no move in {self._patience} s"
        note("bot fell back", logging.WARNING, game=game.name, bot=level, reason=reason)
        return await asyncio.to_thread(_simplest, game, state, seed)

    async def _asked(self, line: bytes, searches: bool) -> str:
        async with self._searching if searches else contextlib.nullcontext():
            thinker = await self._free.get()
            self._begun.add(asyncio.current_task())
            try:
                return await asyncio.wait_for(thinker.ask(line), HARD)
            except ValueError:
                raise
            except BaseException:
                await thinker.stop()
                raise
            finally:
                self._begun.discard(asyncio.current_task())
                self._free.put_nowait(thinker)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thinker in self._all:
            await thinker.stop()


def _simplest(game: Game[Any, Any], state: Any, seed: int) -> str:
    """A move that needs no thought."""
    simplest = next(iter(games.bots(game.name).values()))
    try:
        return str(simplest(game, state, Random(seed)))
    except Exception as error:  # whatever a bot does wrong, the table goes on
        note("bot failed", logging.ERROR, error=error, game=game.name)
        return str(game.moves(state)[0])
