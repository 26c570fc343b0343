"""One line of a record, as text and as a value. Lines are strict: one object, no key twice, nothing besides."""

from __future__ import annotations

import codecs
import json
from typing import Any

from dicecup.options import Plain
from dicecup.table import Event, Moved, Rolled

__all__ = ["TOO_DEEP", "event_line", "object_line", "read_event", "read_object"]

LONGEST_NUMBER = 100
"""Digits."""
TOO_DEEP = "not a line of a record (nested too deeply)"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits is longer than any in a record")
    return int(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_whole_number)


def read_object(line: bytes) -> dict[str, Plain]:
    """The object on a line; ValueError says what is wrong with it."""
    if line.startswith(codecs.BOM_UTF8):
        raise ValueError("the line begins with a byte order mark, which is no part of a record")
    try:
        value = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text ({error.reason} at byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise ValueError(f"not a whole JSON object ({what} at character {error.pos + 1})") from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object")
    return value


def object_line(value: dict[str, Plain]) -> str:
    """The object as a line, without its newline."""
    return json.dumps(value, ensure_ascii=False)


def event_line(event: Event) -> str:
    """An event as its line."""
    return object_line(event.plain())


def read_event(value: dict[str, Plain]) -> Event:
    """The event that an object is; ValueError where it is none."""
    match value:
        case {"seat": int() as seat, "move": str() as move} if len(value) == 2 and not isinstance(seat, bool):
            return Moved(seat, move)
        case {"roll": list() as faces} if len(value) == 1:
            return Rolled("roll", faces)
        case {"deal": list() as hands} if len(value) == 1:
            return Rolled("deal", hands)
    raise ValueError(
        'expected {"seat": a number, "move": a text}, {"roll": [faces]} or {"deal": [hands]}, '
        f"got {json.dumps(value):.80}"
    )
