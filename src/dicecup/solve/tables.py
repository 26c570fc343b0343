"""Solved tables on disk: named by what they solve, checked when they are read, made again when they are not sound.

A file is one line of JSON (what it holds, of which rules, by which format, with a checksum), padded to whole cache
lines, and the arrays behind it as they lie in memory, so that reading one is mapping it. It is written beside its
place and renamed into it: a reader sees the whole of it or nothing, and of two that build at once the later wins with
the same content. A folder that cannot be written to costs speed and one message, never an answer.

The folder is DICECUP_CACHE, or `dicecup` in the place where this system keeps caches.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecup.errors import DicecupError
from dicecup.options import Plain

__all__ = ["FORMAT", "Arrays", "Build", "Entry", "clear", "entries", "folder", "stored"]

FORMAT = 1
"""Of the file; a file of another format is made again."""

Arrays = dict[str, npt.NDArray[np.generic]]
Progress = Callable[[float, str], None]
Build = Callable[[Progress | None], Mapping[str, npt.NDArray[np.generic]]]

_SUFFIX = ".table"
_LINE = 64
_LONGEST_HEADER = 1 << 20
_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading may raise where somebody else has written."""
_warned = False
_memory: dict[str, Arrays] = {}


def stored(identity: Mapping[str, Plain], build: Build, progress: Progress | None = None) -> Arrays:
    """The arrays of that identity: from this process, from the cache folder, or built now and put into both.

    The identity is plain data that says everything the arrays depend on; its "game" begins the file's name. The
    arrays are read-only.
    """
    name = _name(identity)
    if name not in _memory:
        path = folder() / name
        found = _read(path, identity)
        if found is None:
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
                head = _head(path)
                identity = None if head is None else head[0]["identity"]
                sound = identity is not None and path.name == _name(identity) and _read(path, identity) is not None
                found.append(Entry(path, path.stat().st_size, identity, sound))
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


def _head(path: Path) -> tuple[dict[str, Plain], int] | None:
    """The first line of a file of ours, and how long it is; None where it is no such file."""
    with path.open("rb") as file:
        line = file.readline(_LONGEST_HEADER)
    if not line.endswith(b"\n") or len(line) % _LINE:
        return None
    try:
        head = json.loads(line)
        sound = head["dicecup-table"] == FORMAT and isinstance(head["identity"], dict)
    except _DAMAGED:
        return None
    return (head, len(line)) if sound else None


def _read(path: Path, identity: Mapping[str, Plain]) -> Arrays | None:
    """The arrays in the file; None where there is none, or it is damaged, foreign or old."""
    try:
        known = _head(path)
        if known is None or known[0]["identity"] != json.loads(json.dumps(identity)):
            return None
        head, start = known
        with path.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[start:]
        if len(content) != head["size"] or zlib.crc32(content) != head["crc32"]:
            return None
        return {
            name: np.frombuffer(content, dtype, int(np.prod(shape, dtype=np.int64)), offset).reshape(shape)
            for name, (dtype, shape, offset) in head["arrays"].items()
        }
    except (OSError, *_DAMAGED):
        return None


def _write(path: Path, identity: Mapping[str, Plain], arrays: Arrays) -> None:
    places, size = {}, 0
    for name, array in arrays.items():
        places[name] = (array.dtype.str, array.shape, size)
        size += -(-array.nbytes // _LINE) * _LINE
    content = bytearray(size)
    for name, array in arrays.items():
        offset = places[name][2]
        content[offset : offset + array.nbytes] = array.tobytes()
    head = json.dumps(
        {
            "dicecup-table": FORMAT,
            "identity": identity,
            "size": size,
            "crc32": zlib.crc32(content),
            "arrays": places,
        }
    )
    line = head.ljust(-(-(len(head) + 1) // _LINE) * _LINE - 1).encode("ascii") + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=f"{path.stem}-", suffix=f"{_SUFFIX}.part", dir=path.parent)
        try:
            with open(handle, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
                file.write(line)
                file.write(content)
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
