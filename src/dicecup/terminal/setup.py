"""Who sits where and by which rules, read from words that somebody typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicecup import games
from dicecup.errors import OptionError, SeatsError
from dicecup.game import Game
from dicecup.options import Choice, Option, Plain, closest

__all__ = ["Seat", "explain", "read_options", "read_seats", "usual_level", "usual_seats"]

BOT = "bot"
LONGEST_NAME = 40


@dataclass(frozen=True)
class Seat:
    """A place at the table. `level` names the bot that sits there, None where somebody does."""

    name: str
    level: str | None = None


def usual_level(game: str) -> str:
    """The bot that is meant by `bot`: the simple one, or else the weakest."""
    levels = list(games.bots(game))
    return "simple" if "simple" in levels else levels[0]


def read_seats(game: str, words: Sequence[str]) -> list[Seat]:
    """The seats: `3`, or one word each: `Ann` sits there herself, `bot`, `Zoe:bot` and `Zoe:LEVEL` are bots."""
    rules = games.find(game)
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        # Only so far as any game goes: a slip of the finger must not make a million names.
        count = min(int(words[0][:6]), 1000)
        seats = [Seat(f"Player {number}") for number in range(1, count + 1)]
    else:
        seats = [_seat(game, word, number) for number, word in enumerate(words, start=1)]
    if len(seats) not in rules.seats:
        least, most = rules.seats[0], rules.seats[-1]
        raise SeatsError(f"{rules.title} is for {least} to {most} players, got {len(seats)}")
    return seats


def _seat(game: str, word: str, number: int) -> Seat:
    name, colon, level = word.rpartition(":")
    if word.lower() == BOT:
        name, colon, level = f"Bot {number}", ":", BOT
    if not colon:
        name = word
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        raise SeatsError(f"expected a name of 1 to {LONGEST_NAME} letters, got {word!r:.60}")
    if not colon:
        return Seat(name)
    if level.lower() == BOT:
        return Seat(name, usual_level(game))
    levels = games.bots(game)
    if level not in levels:
        raise SeatsError(
            f"{word!r:.60}: there is no bot {level!r:.60}{closest(level, levels)}; there are {BOT}, {', '.join(levels)}"
        )
    return Seat(name, level)


def usual_seats(game: str) -> list[str]:
    """What is meant when nobody says who plays: you, and a bot where one must."""
    return ["You"] + [BOT] * max(1, games.find(game).seats[0] - 1)


def read_options(rules: type[Game[Any, Any]], words: Sequence[str]) -> dict[str, Plain]:
    """Options from texts `name=value`; OptionError where one is wrong."""
    known: Mapping[str, Option] = rules.options()
    given: dict[str, Plain] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            has = f"; {rules.title} has {', '.join(known)}" if known else f"; {rules.title} has no options"
            raise OptionError(f"expected name=value, got {word!r:.60}{has}")
        if name not in known:
            rules.with_options({name: value})
        given[name] = known[name].parse(value.strip())
    rules.with_options(given)
    return given


def explain(option: Option) -> list[str]:
    """An option in words: what it is about, and what each value means."""
    default = option.kind.plain(option.default)
    shown = {True: "true", False: "false"}.get(default, default) if isinstance(default, bool) else default
    lines = [f"{option.name}={shown}  {option.about}"]
    if isinstance(option.kind, Choice):
        lines += [f"    {value}: {meaning}" for value, meaning in option.kind.values.items()]
    else:
        lines += [f"    {option.kind.allowed()}"]
    return lines
