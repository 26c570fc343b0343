"""Where the logs of tables are kept.

A store appends entries durably and gives them back; it knows neither games nor people. It is named by an address,
`sqlite:///a/file.db` or simply a path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from dicecup.errors import DicecupError

__all__ = ["Append", "Done", "Fence", "Line", "Store", "StoreError", "default_address", "open_store"]


class StoreError(DicecupError):
    """What was to be stored is not; the sentence says why, for whoever runs the server."""

    code = "not-stored"


class Fence:
    """Shared by all appends to one table: once one has failed, those behind it must not be stored either."""

    __slots__ = ("broken",)

    def __init__(self) -> None:
        self.broken = False


Line = tuple[str, int, bytes]
"""A table's code, the entry's number, the entry."""
Done = Callable[[StoreError | None], None]
"""Called from a thread of the store's: with None once everything is on the disk, with the reason where it is not."""
Append = tuple[Sequence[Line], Fence, Done]
"""Lines that are stored all or not at all, and whom to tell."""


class Store(Protocol):
    """Every method but `append` waits; `append` returns at once and calls back."""

    def append(self, appends: Sequence[Append]) -> None:
        """Store each of these and tell it so; those of one table are stored in the order they came."""

    def read(self, code: str) -> list[bytes]:
        """A table's entries in order, none where there is no such table."""

    def count(self) -> int:
        """How many tables there are."""

    def check(self) -> None:
        """StoreError where nothing can be stored now."""

    def close(self) -> None:
        """Finish what was begun, and let go."""


def default_address() -> str:
    """Where tables are kept unless somebody says otherwise: in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        given = Path(os.environ.get("XDG_DATA_HOME", ""))
        base = given if given.is_absolute() else Path.home() / ".local" / "share"
    return str(base / "dicecup" / "tables.db")


def open_store(address: str) -> Store:
    """The store at that address; StoreError where it cannot be used."""
    from dicecup.store.sqlite import SqliteStore  # noqa: PLC0415 - each kind of store is imported when it is used

    scheme, colon, rest = address.partition("://")
    if not colon:
        return SqliteStore(Path(address))
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        # Three slashes: relative to where we are; four: from the root. As others write such addresses.
        return SqliteStore(Path(rest[1:]))
    raise StoreError(f"there is no store of the kind {address!r:.80}; expected a path or sqlite:///PATH")
