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
MOST_MARKS = 3
"""Accents and the like on one letter."""
JOINER = "\N{ZERO WIDTH JOINER}"
DRAWN = "\ufe0e\ufe0f"
"""Whether the emoji before is drawn as text or as a picture."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5") | {chr(each) for each in range(0x180B, 0x1810)}
"""Letters, signs and marks without ink."""


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
    if not any(map(_visible, kept)) or not all(_shown(kept, at) for at in range(len(kept))):
        raise Refused("bad-name", "this name holds signs that cannot be shown")
    return kept


def _visible(sign: str) -> bool:
    """Whether there is ink where this sign stands by itself."""
    return unicodedata.category(sign)[0] not in "CMZ" and sign not in BLANK


def _shown(name: str, at: int) -> bool:
    """Whether a sign may stand there: it can be seen, parts words, or belongs to what can be seen before it."""
    sign = name[at]
    if sign == " " or _visible(sign):
        return True
    if sign == JOINER:
        # It holds emoji and, in some scripts, letters together; either may bear marks.
        return 0 < at < len(name) - 1 and name[at - 1] not in (" ", JOINER) and _visible(name[at + 1])
    if sign in DRAWN:
        return at > 0 and _visible(name[at - 1])
    marks = name[max(0, at - MOST_MARKS) : at + 1]
    return unicodedata.category(sign)[0] == "M" and sign not in BLANK and any(map(_visible, marks))


def alike(name: str) -> str:
    """What is left of a name where case, width and marks are not looked at: names that differ only there look alike."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "CM").casefold()


def unlike(name: str, others: Collection[str]) -> str:
    """The name, with a number behind it where others at the table bear it: everybody must know whose turn it is."""
    number = 1
    found = name
    taken = {alike(each) for each in others}
    while alike(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return found


def read_nonce(nonce: str) -> str:
    if not 16 <= len(nonce) <= 64 or not set(nonce) <= set("0123456789abcdef"):
        raise Refused("bad-nonce", "expected a nonce of 16 to 64 hexadecimal digits")
    return nonce
