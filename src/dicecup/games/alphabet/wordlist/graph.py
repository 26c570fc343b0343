"""A set of words as a minimised graph in one flat array, and the file it is kept in.

The array holds 32-bit edges. Edges that leave the same place lie side by side in the order of their letters:

    bits 0–4    the letter, 1 for A … 26 for Z
    bit  5      FINAL: the letters walked so far, this one included, are a word
    bit  6      LAST: the last of its siblings
    bits 7–31   the index of the first edge that follows this one, 0 where none does

Edge 0 is nothing (no letter, no followers) and edge 1 is the ROOT, whose followers are the first letters. So a place
in the graph is the index of the edge that led there, and 0 says "no such word"; walking on from 0 stays at 0. To walk:

    at = edges[node] >> 7
    while at and edges[at] & 31 != letter: at = 0 if edges[at] & LAST else at + 1

The file is little-endian: a header of 128 bytes, then the edges, so that it can be mapped and read in place, and
processes share one copy. The header:

    8 bytes   b"dicedawg"              40 bytes   the list's name, UTF-8, filled up with zeros
    u32       version of this format   32 bytes   what the list was made from (see `at_build`), or zeros
    u32       number of words          32 bytes   SHA-256 of all other bytes of the file
    u32       number of edges
    u32       letters of the longest word

The same words give the same bytes. This module imports nothing of dicecup, since it also runs before it is installed.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import sys
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["FINAL", "LAST", "ROOT", "SHIFT", "Damaged", "Header", "build", "header", "read", "spell", "write"]

FINAL, LAST, SHIFT = 1 << 5, 1 << 6, 7
ROOT = 1

_MAGIC = b"dicedawg"
_VERSION = 1
_HEADER = struct.Struct("<8sIIII40s32s32s")
_MOST_EDGES = 1 << (32 - SHIFT)


class Damaged(ValueError):
    """The file is not a word list, or not as it was written."""


class Header(NamedTuple):
    name: str
    words: int
    edges: int
    longest: int
    source: bytes = bytes(32)


def build(words: Iterable[str]) -> array[int]:
    """The smallest graph of these words, which are of the letters A–Z.

    Words are taken in order; where the next one parts from the last, what hangs below is complete, and is either
    known already or appended to the array.
    """
    edges = array("I", (LAST, LAST))
    known: dict[tuple[int, ...], int] = {}
    path: list[list[int]] = [[]]

    def close(depth: int) -> None:
        while len(path) > depth + 1:
            follow = path.pop()
            path[-1][-1] |= place(follow) << SHIFT

    def place(siblings: list[int]) -> int:
        if not siblings:
            return 0
        siblings[-1] |= LAST
        key = tuple(siblings)
        if key not in known:
            known[key] = len(edges)
            edges.extend(key)
        return known[key]

    before = ""
    for word in sorted(set(words)):
        if not (word.isascii() and word.isalpha() and word.isupper()):
            raise ValueError(f"a word is written in the letters A–Z, and {word!r:.60} is not")
        shared = next((at for at, (old, new) in enumerate(zip(before, word, strict=False)) if old != new), len(before))
        close(shared)
        for letter in word[shared:]:
            path[-1].append(ord(letter) - 64)
            path.append([])
        path[-2][-1] |= FINAL
        before = word
    close(0)
    edges[ROOT] |= place(path[0]) << SHIFT
    if len(edges) >= _MOST_EDGES:
        raise ValueError("more words than the graph can hold")
    return edges


def spell(edges: Sequence[int], node: int = ROOT, begun: str = "") -> Iterator[str]:
    """The words that go on from a place, in alphabetical order."""
    at = edges[node] >> SHIFT
    while at:
        edge = edges[at]
        word = begun + chr(64 + (edge & 31))
        if edge & FINAL:
            yield word
        yield from spell(edges, at, word)
        at = 0 if edge & LAST else at + 1


def write(path: Path, name: str, words: Iterable[str], source: bytes = bytes(32)) -> Header:
    """Write the list whole or not at all."""
    chosen = set(words)
    edges = build(chosen)
    head = Header(name, len(chosen), len(edges), max(map(len, chosen), default=0), source)
    body = _swapped(edges).tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
        try:
            file.write(_pack(head, _checksum(head, body)) + body)
            file.close()
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    return head


def read(path: Path) -> tuple[Header, Sequence[int]]:
    """The list in a file, mapped into memory; Damaged where it is not as it was written."""
    with path.open("rb") as file:
        head, checksum = _unpack(file.read(_HEADER.size))
        if os.fstat(file.fileno()).st_size != _HEADER.size + 4 * head.edges:
            raise Damaged("it has been cut or added to")
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    body = mapped[_HEADER.size :]
    if _checksum(head, body) != checksum:
        raise Damaged("its checksum is wrong")
    return head, body.cast("I") if sys.byteorder == "little" else _swapped(array("I", body.tobytes()))


def header(path: Path) -> Header:
    """What the file says of itself, unchecked."""
    with path.open("rb") as file:
        return _unpack(file.read(_HEADER.size))[0]


def _pack(head: Header, checksum: bytes) -> bytes:
    name = head.name.encode()
    if len(name) > 40:
        raise ValueError(f"the name {head.name!r:.60} is longer than 40 bytes")
    return _HEADER.pack(_MAGIC, _VERSION, head.words, head.edges, head.longest, name, head.source, checksum)


def _unpack(data: bytes) -> tuple[Header, bytes]:
    if len(data) < _HEADER.size or not data.startswith(_MAGIC):
        raise Damaged("it is not a word list")
    _, version, words, edges, longest, name, source, checksum = _HEADER.unpack(data)
    if version != _VERSION:
        raise Damaged(f"its format is {version}, and this dicecup reads {_VERSION}")
    if edges <= ROOT:
        raise Damaged("it has no edges")
    return Header(name.rstrip(b"\0").decode(errors="replace"), words, edges, longest, source), checksum


def _checksum(head: Header, body: bytes | memoryview) -> bytes:
    seal = hashlib.sha256(_pack(head, bytes(32)))
    seal.update(body)
    return seal.digest()


def _swapped(edges: array[int]) -> array[int]:
    """The edges in the other byte order where this machine's is not the file's."""
    if sys.byteorder == "big":
        edges = edges[:]
        edges.byteswap()
    return edges
