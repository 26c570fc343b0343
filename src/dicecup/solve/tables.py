"""Solved tables on disk: named by what they solve, checked when they are read, made again when they are not sound.

A file is one line of JSON (what it holds, of which rules, by which format), the arrays as they lie in memory, and a
line with the checksum of all that, each padded to whole cache lines, so that reading one is mapping it. It is written
beside its place and renamed into it: a reader sees the whole of it or nothing, and of two that build at once the later
wins with the same content. A folder that cannot be written to costs speed and one message, never an answer.

The folder is DICECUP_CACHE, or `dicecup` in the place where this system keeps caches.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecup.errors import DicecupError
from dicecup.options import Plain

__all__ = ["FORMAT", "Arrays", "Build", "Entry", "Fits", "clear", "entries", "folder", "shaped", "stored"]

FORMAT = 2
"""Of the file; a file of another format is made again."""

Arrays = dict[str, npt.NDArray[np.generic]]
Progress = Callable[[float, str], None]
Build = Callable[[Progress | None], Mapping[str, npt.NDArray[np.generic]]]
Fits = Callable[[Arrays], bool]
"""Whether arrays that were read are those that the reader can go on with."""

_SUFFIX = ".table"
_LINE = 64
_LONGEST_HEADER = 1 << 20
_NOW = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How a file is opened: nothing is waited for, also where a pipe has taken a table's place."""
_warned = False
_memory: dict[str, Arrays] = {}


def shaped(arrays: Arrays, shapes: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether the arrays have exactly these names and shapes."""
    return {name: array.shape for name, array in arrays.items()} == dict(shapes)


def stored(
    identity: Mapping[str, Plain], build: Build, progress: Progress | None = None, fits: Fits = lambda arrays: True
) -> Arrays:
    """The arrays of that identity: from this process, from the cache folder, or built now and put into both.

    The identity is plain data that says everything the arrays depend on; its "game" begins the file's name. What was
    read and does not fit is built again. The arrays are read-only.
    """
    name = _name(identity)
    if name not in _memory:
        path = folder() / name
        found = _read(path, identity)
        if found is None or not _tried(fits, found):
            found = {key: np.ascontiguousarray(array) for key, array in build(progress).items()}
            for array in found.values():
                array.flags.writeable = False
            _write(path, identity, found)
        _memory[name] = found
    return _memory[name]


def folder() -> Path:
    """Where the tables lie."""
    if own := os.environ.get("DICECUP_CACHE"):
        return Path(own)
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "dicecup" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "dicecup"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dicecup"


@dataclass(frozen=True)
class Entry:
    """A file of the cache folder."""

    path: Path
    size: int
    identity: dict[str, Plain] | None
    """What it solves; None where that cannot be read, or the file is of another format."""
    sound: bool
    """Whether it can be used."""


def entries() -> list[Entry]:
    """The tables in the folder, sound or not."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(folder().glob(f"*{_SUFFIX}")):
            with contextlib.suppress(OSError):
                if path.is_dir():  # not a table of anybody's, and nothing to remove
                    continue
                head = _head(path)
                identity = None if head is None else head["identity"]
                sound = identity is not None and path.name == _name(identity) and _read(path, identity) is not None
                found.append(Entry(path, path.lstat().st_size, identity, sound))
    return found


def clear() -> list[Entry]:
    """Remove the tables, and what builds that were cut off left lying; gives the tables removed."""
    removed = entries()
    _memory.clear()
    try:
        for path in (*(entry.path for entry in removed), *folder().glob(f"*{_SUFFIX}.part")):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise DicecupError(f"cannot remove {error.filename}: {error.strerror}") from None
    return removed


def _name(identity: Mapping[str, Plain]) -> str:
    text = json.dumps([FORMAT, identity], sort_keys=True)
    return f"{identity.get('game')}-{hashlib.sha256(text.encode()).hexdigest()[:16]}{_SUFFIX}"


def _tried(fits: Fits, arrays: Arrays) -> bool:
    try:
        return fits(arrays)
    except Exception:  # asked of arrays of which nothing is known
        return False


def _mapped(path: Path) -> memoryview:
    """What a file holds; ValueError where there is something else than a file in its place."""
    if not stat.S_ISREG(path.stat().st_mode):  # a device is not even opened
        raise ValueError("not a file")
    handle = os.open(path, os.O_RDONLY | _NOW)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("not a file")
        return memoryview(mmap.mmap(handle, 0, access=mmap.ACCESS_READ))
    finally:
        os.close(handle)


def _split(content: memoryview) -> tuple[dict[str, Any], memoryview]:
    """The header and what follows it; ValueError and others where it is no table of this format."""
    line, newline, _ = bytes(content[:_LONGEST_HEADER]).partition(b"\n")
    size = len(line) + len(newline)
    head = json.loads(line)
    if not newline or size % _LINE or head["dicecup-table"] != FORMAT or not isinstance(head["identity"], dict):
        raise ValueError("not a table of this format")
    return head, content[size:]


def _head(path: Path) -> dict[str, Any] | None:
    """What a file of ours says it is; None where it is no such file."""
    try:
        return _split(_mapped(path))[0]
    except Exception:  # whatever somebody else has written
        return None


def _read(path: Path, identity: Mapping[str, Plain]) -> Arrays | None:
    """The arrays in the file; None where there is none, or it is damaged, foreign or old.

    Whatever goes wrong in reading what others may have written, the answer is the same: it is built again.
    """
    try:
        content = _mapped(path)
        if bytes(content[-_LINE:]) != _seal(zlib.crc32(content[:-_LINE])):
            return None
        head, arrays = _split(content)
        if head["identity"] != json.loads(json.dumps(identity)) or len(arrays) != head["size"] + _LINE:
            return None
        return {
            name: np.frombuffer(arrays, dtype, int(np.prod(shape, dtype=np.int64)), offset).reshape(shape)
            for name, (dtype, shape, offset) in head["arrays"].items()
        }
    except Exception:
        return None


def _seal(crc32: int) -> bytes:
    """The last line of a file."""
    return _line(json.dumps({"crc32": crc32}))


def _line(text: str) -> bytes:
    return text.ljust(-(-(len(text) + 1) // _LINE) * _LINE - 1).encode("ascii") + b"\n"


def _write(path: Path, identity: Mapping[str, Plain], arrays: Arrays) -> None:
    places, size = {}, 0
    for name, array in arrays.items():
        places[name] = (array.dtype.str, array.shape, size)
        size += -(-array.nbytes // _LINE) * _LINE
    content = bytearray(size)
    for name, array in arrays.items():
        offset = places[name][2]
        content[offset : offset + array.nbytes] = array.tobytes()
    line = _line(json.dumps({"dicecup-table": FORMAT, "identity": identity, "size": size, "arrays": places}))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=f"{path.stem}-", suffix=f"{_SUFFIX}.part", dir=path.parent)
        try:
            with open(handle, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
                file.write(line)
                file.write(content)
                file.write(_seal(zlib.crc32(content, zlib.crc32(line))))
                file.flush()
                os.fsync(file.fileno())
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
    except OSError as error:
        why = error.strerror or error
        _warn(f"dicecup: solved tables cannot be kept in {path.parent} ({why}); solving anew each time")


def _warn(text: str) -> None:
    global _warned  # noqa: PLW0603 - once in a process, whatever is solved
    if not _warned:
        print(text, file=sys.stderr)
        _warned = True
