"""A record on disk that grows as the game is played: every event is in the file before anybody sees it happen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from dicecup.errors import DicecupError, RecordError
from dicecup.records.header import Header
from dicecup.records.lines import event_line, read_object
from dicecup.records.replay import replay
from dicecup.table import Event, Table

__all__ = ["RecordFile"]


class RecordFile:
    """The file of one game. A line is written whole and reaches the disk before `append` returns."""

    def __init__(self, path: Path, stream: BinaryIO, header: Header, table: Table) -> None:
        self.path = path
        self.header = header
        self.table = table
        """The game as the file had it when it was opened."""
        self._stream = stream

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFile:
        """A new file with its header; refuses to write over a file that is there."""
        try:
            stream = path.open("xb")
        except FileExistsError:
            raise DicecupError(f"{path} is there already; go on with it (--resume) or choose another name") from None
        file = cls(path, stream, header, header.table())
        file._write(header.line())
        return file

    @classmethod
    def resume(cls, path: Path) -> RecordFile:
        """A file to go on with. A last line that was cut off while being written is dropped; it was never played."""
        stream = path.open("r+b")
        try:
            whole = _end_of_whole_lines(stream)
            stream.seek(0)
            header, table = replay(_Beginning(stream, whole))
            stream.truncate(whole)
            stream.seek(whole - 1)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
        except BaseException:
            stream.close()
            raise
        return cls(path, stream, header, table)

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


def _end_of_whole_lines(stream: BinaryIO) -> int:
    """How far the file is sound: its end, or the beginning of a last line that is cut off."""
    end = stream.seek(0, os.SEEK_END)
    back = min(end, 1 << 16)
    stream.seek(end - back)
    tail = stream.read(back)
    last = tail[tail.rfind(b"\n") + 1 :]
    if not last.strip():
        return end
    try:
        read_object(last)
    except ValueError:
        if len(last) == end:
            raise RecordError(1, "not a record") from None
        return end - len(last)
    return end
