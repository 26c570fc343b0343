"""A record on disk that grows as the game is played: every event is in the file before anybody sees it happen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from dicecup.errors import DicecupError, RecordError
from dicecup.records.header import Header
from dicecup.records.lines import event_line, read_object
from dicecup.records.replay import replay
from dicecup.table import Event, Moved, Rolled, Table

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["RecordFile"]

BEGINNINGS = tuple(event_line(event)[:8].encode() for event in (Moved(0, ""), Rolled("roll", []), Rolled("deal", [])))
"""How lines of events begin."""


class RecordFile:
    """The file of one game. A line is written whole and reaches the disk before `append` returns."""

    def __init__(self, path: Path, stream: BinaryIO, header: Header, table: Table, dropped: bytes = b"") -> None:
        self.path = path
        self.header = header
        self.table = table
        """The game as the file had it when it was opened."""
        self.dropped = dropped
        """The beginning of a last line that was cut off while it was written."""
        self._stream = stream

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFile:
        """A new file with its header; refuses to write over a file that is there."""
        try:
            stream = path.open("xb")
        except FileExistsError:
            raise DicecupError(
                f"{path} is there already; choose another name, or go on with it: dicecup play --resume FILE"
            ) from None
        _lock(path, stream)
        file = cls(path, stream, header, header.table())
        file._write(header.line())
        return file

    @classmethod
    def resume(cls, path: Path) -> RecordFile:
        """A file to go on with. A last line that was cut off while being written is dropped; it was never played."""
        stream = path.open("r+b")
        try:
            _lock(path, stream)
            whole, dropped = _end_of_whole_lines(stream)
            stream.seek(0)
            header, table = replay(_Beginning(stream, whole))
            stream.truncate(whole)
            stream.seek(whole - 1)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
        except BaseException:
            stream.close()
            raise
        return cls(path, stream, header, table, dropped)

    def append(self, event: Event) -> None:
        self._write(event_line(event))

    def _write(self, line: str) -> None:
        self._stream.write(line.encode("utf-8") + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Beginning:
    """The lines of a stream up to a place in it: what is wrong is found before anything is cut off."""

    def __init__(self, stream: BinaryIO, end: int) -> None:
        self._stream, self._left = stream, end

    def readline(self, limit: int) -> bytes:
        line = self._stream.readline(min(limit, self._left))
        self._left -= len(line)
        return line


def _end_of_whole_lines(stream: BinaryIO) -> tuple[int, bytes]:
    """How far the file is sound, and the beginning of a line that was cut off behind it.

    Only what we could have begun to write counts as such; anything else is a wrong line, and stays.
    """
    end = stream.seek(0, os.SEEK_END)
    back = min(end, 1 << 16)
    stream.seek(end - back)
    tail = stream.read(back)
    last = tail[tail.rfind(b"\n") + 1 :]
    if not last.strip() or not any(last.startswith(way) or way.startswith(last) for way in BEGINNINGS):
        return end, b""
    try:
        read_object(last)
    except ValueError:
        if len(last) == end:
            raise RecordError(1, "not a record") from None
        return end - len(last), last
    return end, b""


def _lock(path: Path, stream: BinaryIO) -> None:
    """Keep others from writing to the file as long as it is open; a process that dies leaves nothing locked."""
    if fcntl is None:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DicecupError("somebody plays this game already; leave it there first") from None
    except OSError:
        return  # this file system has no locks
