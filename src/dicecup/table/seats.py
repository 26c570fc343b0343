"""Those around a table: their seats, names and tokens."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dicecup.players import Bot
from dicecup.table import wire

__all__ = [
    "Refused",
    "Seat",
    "Who",
    "among",
    "hashed",
    "read_level",
    "read_name",
    "read_nonce",
    "unlike",
    "usual_level",
]

LONGEST_NAME = 24


class Refused(Exception):
    """A command that is not obeyed: a code for programs, a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass
class Seat:
    kind: wire.Kind
    name: str
    level: str | None = None
    token: str = ""
    nonce: str = ""
    stands_in: bool = False

    @property
    def bot(self) -> bool:
        """Whether a bot moves here now."""
        return self.kind == "bot" or self.stands_in


@dataclass(frozen=True)
class Who:
    """Somebody at the table: the seats whose tokens they showed, and whether they are the host."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    @property
    def seated(self) -> bool:
        return bool(self.seats) or self.host


def hashed(token: str) -> str:
    """A token as it is kept."""
    return sha256(token.encode()).hexdigest()


def among(token: str, hashes: Sequence[str]) -> bool:
    """Whether a token is one of these, in a time that does not tell which."""
    return bool(sum(hmac.compare_digest(token, each) for each in hashes))


def usual_level(levels: Mapping[str, Bot]) -> str:
    """The level that a bot has where none is wished for: not the weakest, if there are several."""
    return list(levels)[min(1, len(levels) - 1)]


def read_level(level: str, levels: Mapping[str, Bot]) -> str:
    if level not in levels:
        raise Refused("bad-level", f"there is no level {level!r:.40}; there are {', '.join(levels)}")
    return level


def read_name(name: str) -> str:
    """A name as it may be shown to others."""
    kept = " ".join(unicodedata.normalize("NFC", name[: 10 * LONGEST_NAME]).split())
    if not 1 <= len(kept) <= LONGEST_NAME:
        raise Refused("bad-name", f"expected a name of 1 to {LONGEST_NAME} characters")
    # The zero-width joiner holds emoji together; other signs that cannot be seen have no place in a name.
    if any(unicodedata.category(sign)[0] == "C" and sign != "\N{ZERO WIDTH JOINER}" for sign in kept):
        raise Refused("bad-name", "this name holds signs that cannot be shown")
    return kept


def unlike(name: str, others: Collection[str]) -> str:
    """The name, with a number behind it where others at the table bear it: everybody must know whose turn it is."""
    number = 1
    found = name
    while found in others:
        number += 1
        found = f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return found


def read_nonce(nonce: str) -> str:
    if not 16 <= len(nonce) <= 64 or not set(nonce) <= set("0123456789abcdef"):
        raise Refused("bad-nonce", "expected a nonce of 16 to 64 hexadecimal digits")
    return nonce
