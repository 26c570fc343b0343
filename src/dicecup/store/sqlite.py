"""Tables in one SQLite file.

One thread owns the connection. It takes everything that waits, writes it in one transaction, and calls back when the
disk has it: many tables share the wait for the disk. The file is locked for this process alone, so that a second server
on it is refused, and a process that dies leaves nothing locked.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from dicecup.store import Append, StoreError

__all__ = ["SqliteStore"]

T = TypeVar("T")

APPLICATION = 0x44435550
"""Marks the file as ours ("DCUP")."""
VERSION = 1
MOST = 1000
"""Jobs in one transaction."""
INSERTS = [
    (size, f"INSERT INTO entry (room, n, line) VALUES {', '.join(['(?, ?, ?)'] * size)}") for size in (200, 50, 10, 1)
]
"""Statements that store so many rows, the largest first."""

SCHEMA = f"""
BEGIN;
CREATE TABLE room (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
CREATE TABLE entry (id INTEGER PRIMARY KEY, room INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL);
CREATE UNIQUE INDEX entry_of_room ON entry (room, n);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class _Question:
    """Something that the thread is asked."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        self.ask = ask
        self.answer: Future[Any] = Future()


_Job = Sequence[Append] | _Question | None


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._rooms: dict[str, int] = {}
        self._closed = False
        self._lock = threading.Lock()
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    # Called by others.

    def append(self, appends: Sequence[Append]) -> None:
        if self._put(appends):
            return
        for _, _, done in appends:
            done(StoreError("the store is closed"))

    def read(self, code: str) -> list[bytes]:
        return self._ask(lambda: self._read(code))

    def count(self) -> int:
        return self._ask(lambda: int(self._db.execute("SELECT count(*) FROM room").fetchone()[0]))

    def check(self) -> None:
        self._ask(self._mark)

    def close(self) -> None:
        self._put(None)
        self._thread.join()

    def _put(self, job: _Job) -> bool:
        """Hand something to the thread; False where it has gone. Nothing comes behind None, which ends it."""
        with self._lock:
            if self._closed:
                return False
            self._closed = job is None
            self._jobs.put(job)
            return True

    def _ask(self, question: Callable[[], T]) -> T:
        asked = _Question(question)
        if not self._put(asked):
            raise StoreError("the store is closed")
        answer: T = asked.answer.result()
        return answer

    # The thread.

    def _work(self, opened: Future[None]) -> None:
        try:
            self._db = _connect(self._path)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        going = True
        while going:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = None not in jobs
            self._do(jobs)
        self._db.close()

    def _do(self, jobs: Sequence[_Job]) -> None:
        """Everything in order, what stands together in one transaction."""
        together: list[Append] = []
        for job in jobs:
            if isinstance(job, _Question):
                self._write(together)
                together = []
                try:
                    job.answer.set_result(job.ask())
                except Exception as error:
                    job.answer.set_exception(_explained(self._path, error))
            elif job is not None:
                together += job
        self._write(together)

    def _write(self, batch: list[Append]) -> None:
        if not batch:
            return
        failed: StoreError | None = None
        lost = StoreError("what came before at this table is not stored")
        sound = [job for job in batch if not job[1].broken]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            rows = [(self._room(code), n, line) for entries, _, _ in sound for code, n, line in entries]
            self._insert(rows)
            self._db.execute("COMMIT")
        except Exception as error:  # whatever it is, the thread goes on, since all wait for it
            failed = _explained(self._path, error)
            self._rooms.clear()
            self._undo()
        if failed is not None and len(sound) > 1:
            # One of them is to blame, or none: each is tried by itself, so that no table suffers for another.
            for job in batch:
                self._write([job])
            return
        for _, fence, done in batch:
            told = lost if fence.broken else failed
            fence.broken = told is not None
            with contextlib.suppress(Exception):  # nobody may be there to be told any more
                done(told)

    def _insert(self, rows: list[tuple[int, int, bytes]]) -> None:
        # Many rows in a statement: each statement hands the interpreter to other threads and must get it back.
        at = 0
        for size, statement in INSERTS:
            while len(rows) - at >= size:
                self._db.execute(statement, [value for row in rows[at : at + size] for value in row])
                at += size

    def _room(self, code: str) -> int:
        """The number of a table, which is made where it is new."""
        if code not in self._rooms:
            if len(self._rooms) > 10_000:
                self._rooms.clear()
            found = self._db.execute("SELECT id FROM room WHERE code = ?", (code,)).fetchone()
            if found is None:
                found = self._db.execute("INSERT INTO room (code) VALUES (?) RETURNING id", (code,)).fetchone()
            self._rooms[code] = found[0]
        return self._rooms[code]

    def _mark(self) -> None:
        # Nothing changes, but the page that says so is written.
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            self._db.execute("COMMIT")
        finally:
            self._undo()

    def _undo(self) -> None:
        """End a transaction that failed; where that fails too, the next one will say so."""
        with contextlib.suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _read(self, code: str) -> list[bytes]:
        asked = "SELECT line FROM entry JOIN room ON room.id = entry.room WHERE room.code = ? ORDER BY n"
        return [line for (line,) in self._db.execute(asked, (code,))]


def _connect(path: Path) -> sqlite3.Connection:
    if path.is_dir():
        raise StoreError(f"{path} is a folder; expected a file, as {path / 'tables.db'}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise _explained(path, error) from None
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        application = db.execute("PRAGMA application_id").fetchone()[0]
        empty = not db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        if not empty and application != APPLICATION:
            raise StoreError(f"{path} is a database of another program; choose another file with --store")
        if version > VERSION:
            raise StoreError(
                f"{path} was written by a later dicecup; install that, or choose another file with --store"
            )
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if empty:
            db.executescript(SCHEMA)
        # Takes the lock now, and finds out whether we may write.
        db.execute("BEGIN IMMEDIATE")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except sqlite3.Error as error:
        db.close()
        raise _explained(path, error) from None
    except BaseException:
        db.close()
        raise
    return db


def _explained(path: Path, error: Exception) -> StoreError:
    """What went wrong, for whoever runs the server."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path} is in use: is another dicecup server running? Stop it, or choose another --store")
    if name.startswith("SQLITE_FULL"):
        return StoreError(f"the disk that holds {path} is full")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(
            f"{path} cannot be written; check its permissions and its folder's, or choose another --store"
        )
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreError(f"{path} is damaged or not a database; put it aside or restore it, or choose another --store")
    return StoreError(f"{path}: {getattr(error, 'strerror', None) or error}")
