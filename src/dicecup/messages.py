"""Turns messages into words, by a catalogue: a JSON file of keys and texts, one file for a language.

A text names its parameters in braces, with a hint behind a colon where plain text would not do:

    {who:seat}                  the name of that player
    {points:# point|# points}   the form that goes with the number, # being the number
    {box:say}                   the text of another key
    {faces:list}                the parts, with spaces between them
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from dicecup.view import Message

__all__ = ["Catalogue", "load", "printable", "spoken"]

_HOLE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_COMMON = Path(__file__).parent / "words"


class Catalogue:
    """Texts by key. A key without a text speaks for itself."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def text(self, message: Message, names: Sequence[str]) -> str:
        """The words of a message, at a table where these people sit."""
        template = self.texts.get(message["say"], message["say"])
        return _HOLE.sub(lambda hole: self._fill(hole[1], hole[2], message["params"], names), template)

    def word(self, key: str) -> str | None:
        """The text of a key as it stands, None where there is none."""
        return self.texts.get(key)

    def _fill(self, key: str, hint: str | None, params: Mapping[str, Any], names: Sequence[str]) -> str:
        value = params.get(key, f"{{{key}}}")
        if hint is None or key not in params:
            return str(value)
        if hint == "seat":
            seats = [value] if isinstance(value, int) else value
            return " and ".join(names[seat] for seat in seats)
        if hint == "say":
            return self.text({"say": value, "params": dict(params)}, names)
        if hint == "list":
            return " ".join(str(part) for part in value)
        forms = hint.split("|")
        return forms[0 if abs(value) == 1 else -1].replace("#", str(value))


@cache
def load(folder: Path, language: str = "en") -> Catalogue:
    """The catalogue of a game's folder, on top of the words that all games share."""
    texts: dict[str, str] = {}
    for file in (_COMMON / f"{language}.json", folder / f"{language}.json"):
        if file.is_file():
            texts |= json.loads(file.read_text(encoding="utf-8"))
    return Catalogue(texts)


def printable(text: str) -> str:
    """Text without the signs that would move a terminal's cursor or hide what follows them."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in _UNSEEN)


def spoken(value: Any, names: Sequence[str]) -> str:
    """What is known of a move, in words: a figure, a list, or moves as `{"seat", "short"}`, by the players' names."""
    if isinstance(value, float):
        return f"{value:.2f}"
    if not isinstance(value, list):
        return str(value)
    if value and all(isinstance(part, dict) for part in value):
        return "; ".join(f"{names[part['seat']]} {part['short']}" for part in value)
    return " ".join(str(part) for part in value)
