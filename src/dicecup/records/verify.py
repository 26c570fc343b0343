"""Were these the dice that were promised? Answered from a record alone, once the secret has been told in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from dicecup.errors import DicecupError
from dicecup.options import Plain
from dicecup.records.header import Header
from dicecup.records.played import roll_checks
from dicecup.records.replay import Lines, read
from dicecup.table.fair import FairDice, commitment

__all__ = ["NotFair", "Verdict", "WrongRoll", "verify"]


class NotFair(DicecupError):
    """There is nothing to check: no fair dice, or a secret that is not told yet."""

    code = "nothing-to-verify"


@dataclass(frozen=True)
class WrongRoll:
    line: int
    event: str
    expected: Plain
    got: Plain


@dataclass(frozen=True)
class Verdict:
    promise_kept: bool
    """Whether the secret is the one whose hash was published before the game."""
    rolls: int
    """How many rolls and deals were made again."""
    wrong: tuple[WrongRoll, ...]
    over: bool
    lots_kept: bool | None = None
    """Whether the order of the seats follows from the secret; None where no lots were drawn."""

    @property
    def fair(self) -> bool:
        return self.promise_kept and not self.wrong and self.lots_kept is not False


class _Lots(msgspec.Struct):
    nonce: str
    order: list[int]


class _Fair(msgspec.Struct):
    id: str
    commitment: str
    nonces: list[str]
    secret: str | None = None
    lots: _Lots | None = None


def verify(stream: Lines) -> Verdict:
    """Make every roll of a record again; RecordError where it is no record, NotFair where there is nothing to check."""
    header, events = read(stream)
    fair = _fair(header)
    secret = bytes.fromhex(fair.secret or "")
    dice = FairDice(fair.id, secret, fair.nonces)
    table = header.table()
    checks = roll_checks(table, events)
    wrong = [
        WrongRoll(check.n, check.event, expected, check.faces)
        for check in checks
        if (expected := dice.again(check)) != check.faces
    ]
    lots = fair.lots
    kept = None if lots is None else FairDice(fair.id, secret, [lots.nonce]).lots(len(lots.order)) == lots.order
    return Verdict(commitment(fair.id, secret) == fair.commitment, len(checks), tuple(wrong), table.over, kept)


def _fair(header: Header) -> _Fair:
    found: Any = header.more.get("fair")
    if found is None:
        raise NotFair("this record has no fair dice: they were real ones, or were rolled at a terminal")
    try:
        fair = msgspec.convert(found, _Fair)
    except msgspec.ValidationError as error:
        raise NotFair(f"the header's `fair` is not as it should be: {error}") from None
    if fair.secret is None:
        raise NotFair("the secret of these dice is not told yet; download the record again when the game is over")
    if not re.fullmatch("[0-9a-f]{64}", fair.secret):
        raise NotFair("the header's `secret` is not 64 hexadecimal digits")
    if len(fair.nonces) != len(header.names):
        raise NotFair(f"expected a nonce for each of {len(header.names)} seats, got {len(fair.nonces)}")
    return fair
