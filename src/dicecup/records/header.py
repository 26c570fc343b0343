"""The first line of a record: which game, which options, who sits where. Further keys are kept as they came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dicecup import games
from dicecup.game import Game
from dicecup.options import Plain
from dicecup.records.lines import object_line
from dicecup.table import Table

__all__ = ["VERSION", "Header"]

VERSION = 1
_OWN = ("dicecup", "game", "options", "seats")


@dataclass(frozen=True)
class Header:
    """A rule set and the names of the seats, in playing order."""

    game: Game[Any, Any]
    names: tuple[str, ...]
    more: dict[str, Plain] = field(default_factory=dict)
    """Keys of the header that are not ours."""

    @classmethod
    def new(cls, game: Game[Any, Any], names: Sequence[str]) -> Header:
        """A header for a game about to begin, checked like one that was read."""
        header = cls(game, tuple(names), game.header())
        return cls.read(header.plain())

    @classmethod
    def read(cls, value: dict[str, Plain]) -> Header:
        """The header that an object is; ValueError or DicecupError where something in it is wrong."""
        if "dicecup" not in value:
            raise ValueError('expected a header: {"dicecup": 1, "game": …, "options": {…}, "seats": [names]}')
        if type(value["dicecup"]) is not int or value["dicecup"] != VERSION:
            raise ValueError(f"expected a record of version {VERSION}, got {value['dicecup']!r:.60}")
        if not isinstance(value.get("game"), str):
            raise ValueError("the header names no game")
        options = value.get("options", {})
        if not isinstance(options, dict):
            raise ValueError(f"expected options as an object, got {options!r:.60}")
        names = value.get("seats")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("expected seats as a list of names")
        if any("\ud800" <= letter <= "\udfff" for name in names for letter in name):
            raise ValueError("a name holds half a character (a lone surrogate)")
        rules = games.find(value["game"])
        for option in rules.options().values():
            if option.in_header and option.name in options:
                raise ValueError(f"{option.name} is a key of the header, not one of the options")
        game = rules.with_options(options).with_header(value)
        game.check_seats(len(names))
        return cls(game, tuple(names), {key: value[key] for key in value if key not in _OWN})

    def plain(self) -> dict[str, Plain]:
        """The header as an object, ours first."""
        given = self.game.options_given()
        return {"dicecup": VERSION, "game": self.game.name, "options": given, "seats": list(self.names)} | self.more

    def line(self) -> str:
        return object_line(self.plain())

    def table(self) -> Table:
        """A table at which this game begins."""
        return Table(self.game, self.names)
