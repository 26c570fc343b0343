"""Options of a rule set: fields that know their allowed values, in words and by check.

A game writes `target: int = whole(100, least=1, most=10_000, about="…")`; every door lists, parses and checks
options from these fields and from nowhere else.
"""

from __future__ import annotations

import dataclasses
import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from dicecup.errors import OptionError

__all__ = [
    "Choice",
    "DiceSet",
    "Flag",
    "Kind",
    "Option",
    "Whole",
    "choice",
    "closest",
    "flag",
    "option",
    "options_of",
    "read_settings",
    "whole",
]

Plain = Any
"""JSON as Python has it: None, bool, int, float, str, lists and dicts with text keys."""


class Kind(ABC):
    """What values an option takes."""

    kind: ClassVar[str]

    @abstractmethod
    def check(self, value: Plain) -> Any:
        """The value as the rule set holds it, from a value or from its JSON; ValueError where it is not allowed."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value from what somebody typed; ValueError where it is none."""

    @abstractmethod
    def allowed(self) -> str:
        """The allowed values, as words to stand behind "expected"."""

    def plain(self, value: Any) -> Plain:
        """The value as JSON."""
        return value

    def text(self, value: Any) -> str:
        """The value as somebody types it: what `parse` reads back."""
        return str(value)

    def describe(self) -> dict[str, Plain]:
        """The allowed values as plain data, for a page to draw a control from."""
        return {"kind": self.kind}


class Choice(Kind):
    """One of a few words; each has a line that says what it means."""

    kind = "choice"

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = dict(values)

    def check(self, value: Plain) -> str:
        if not isinstance(value, str) or value not in self.values:
            raise ValueError
        return value

    def parse(self, text: str) -> str:
        return self.check(text)

    def allowed(self) -> str:
        return " or ".join(self.values)

    def describe(self) -> dict[str, Plain]:
        return {"kind": self.kind, "values": self.values}


class Whole(Kind):
    """A whole number from a least one on, where there is a most up to that."""

    kind = "whole"

    def __init__(self, least: int, most: int | None) -> None:
        self.least, self.most = least, most

    def check(self, value: Plain) -> int:
        if type(value) is not int or value < self.least or (self.most is not None and value > self.most):
            raise ValueError
        return value

    def parse(self, text: str) -> int:
        if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 20:
            raise ValueError
        return self.check(int(text))

    def allowed(self) -> str:
        return f"a whole number from {self.least}" + (f" to {self.most}" if self.most is not None else "")

    def describe(self) -> dict[str, Plain]:
        return {"kind": self.kind, "least": self.least, "most": self.most}


class Flag(Kind):
    """Yes or no."""

    kind = "flag"
    words: ClassVar[dict[str, bool]] = {"true": True, "false": False, "yes": True, "no": False}

    def check(self, value: Plain) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def parse(self, text: str) -> bool:
        if text.lower() not in self.words:
            raise ValueError
        return self.words[text.lower()]

    def text(self, value: bool) -> str:
        return str(value).lower()

    def allowed(self) -> str:
        return "true or false"


class DiceSet(Kind):
    """Dice as texts of the signs on their faces: a set that has a name, or as many others."""

    kind = "dice"

    def __init__(self, sets: Mapping[str, tuple[str, ...]], faces: str, most: int) -> None:
        self.sets, self.faces, self.most = dict(sets), faces, most
        self.count = len(next(iter(self.sets.values())))

    def check(self, value: Plain) -> str | tuple[str, ...]:
        if isinstance(value, str):
            if value not in self.sets:
                raise ValueError
            return value
        if not isinstance(value, (list, tuple)) or len(value) != self.count:
            raise ValueError
        for die in value:
            if not isinstance(die, str) or not 1 <= len(die) <= self.most or not set(die) <= set(self.faces):
                raise ValueError
        dice = tuple(value)
        self.fit(dice)
        return next((name for name, known in self.sets.items() if dice == known), dice)

    def fit(self, dice: tuple[str, ...]) -> None:
        """ValueError, with the reason, where a game cannot be played with these dice."""

    def parse(self, text: str) -> str | tuple[str, ...]:
        return self.check(text.split(",") if "," in text else text)

    def allowed(self) -> str:
        example = ",".join(next(iter(self.sets.values())))
        return (
            f"{' or '.join(self.sets)}, or {self.count} dice with the faces {' '.join(self.faces)}, such as {example}"
        )

    def plain(self, value: str | tuple[str, ...]) -> Plain:
        return value if isinstance(value, str) else list(value)

    def text(self, value: str | tuple[str, ...]) -> str:
        return value if isinstance(value, str) else ",".join(value)

    def describe(self) -> dict[str, Plain]:
        sets = {name: list(dice) for name, dice in self.sets.items()}
        return {"kind": self.kind, "sets": sets, "count": self.count, "faces": list(self.faces), "most": self.most}


@dataclasses.dataclass(frozen=True)
class Option:
    """One option of a rule set, as the doors see it."""

    name: str
    default: Any
    kind: Kind
    about: str
    in_header: bool = False
    """Whether a record names it in its header, under a key of its own, and not among the options."""

    def check(self, value: Plain) -> Any:
        return self._tried(self.kind.check, value)

    def parse(self, text: str) -> Any:
        return self._tried(self.kind.parse, text)

    def _tried(self, read: Any, value: Any) -> Any:
        try:
            return read(value)
        except ValueError as error:
            got = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "…"
            why = f" ({error})" if str(error) else ""
            raise OptionError(f"option {self.name}: expected {self.kind.allowed()}, got {got}{why}") from None

    def plain(self) -> dict[str, Plain]:
        """The option as plain data."""
        default = self.kind.plain(self.default)
        return {"name": self.name, "default": default, "about": self.about, **self.kind.describe()}


def option(default: Any, kind: Kind, about: str, *, in_header: bool = False) -> Any:
    """A field of a rule set that a host may set."""
    return dataclasses.field(default=default, metadata={"kind": kind, "about": about, "in_header": in_header})


def choice(default: str, values: Mapping[str, str], *, about: str) -> Any:
    return option(default, Choice(values), about)


def whole(default: int, *, least: int, most: int | None, about: str) -> Any:
    return option(default, Whole(least, most), about)


def flag(default: bool, *, about: str) -> Any:
    return option(default, Flag(), about)


def options_of(rules: Any) -> dict[str, Option]:
    """The options of a rule set or of its class, in the order they are written."""
    return {
        field.name: Option(field.name, field.default, **field.metadata)
        for field in dataclasses.fields(rules)
        if "kind" in field.metadata
    }


def read_settings(rules: Any, settings: Sequence[str]) -> dict[str, Any]:
    """Options as somebody typed them, `name=value` each; OptionError where one is wrong."""
    known = options_of(rules)
    has = f"{rules.title} has {', '.join(known)}" if known else f"{rules.title} has no options"
    given: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise OptionError(f"expected an option as NAME=VALUE, got {setting!r:.60}; {has}")
        if name not in known:
            raise OptionError(f"there is no option {name!r:.60}{closest(name, known)}; {has}")
        if name in given:
            raise OptionError(f"option {name} is given twice")
        given[name] = known[name].parse(text.strip())
    return given


def closest(name: str, names: Iterable[str]) -> str:
    """' (did you mean x?)', or nothing where no name is near."""
    near = difflib.get_close_matches(name, list(names), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
