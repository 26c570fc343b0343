"""Who sits where and by which rules, read from words that somebody typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicecup import games, messages
from dicecup.errors import SeatsError
from dicecup.options import closest
from dicecup.table import read_names
from dicecup.view import say

__all__ = ["Seat", "how_many", "in_a_line", "in_order", "read_seats", "split_names", "usual_level", "usual_seats"]

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
    """The seats, by names as for `new`: `Ann` sits there herself, `bot`, `Zoe:bot` and `Zoe:LEVEL` are bots."""
    rules = games.find(game)
    seats = [_seat(game, word, number) for number, word in enumerate(read_names(words), start=1)]
    if len(seats) not in rules.seats:
        least, most = rules.seats[0], rules.seats[-1]
        raise SeatsError(f"{rules.title} is for {least} to {most} players, got {len(seats)}")
    return seats


def _seat(game: str, word: str, number: int) -> Seat:
    name, colon, level = word.rpartition(":")
    if not colon:
        name, level = word, BOT if word.lower() == BOT else ""
    name = name.strip()
    if name.lower() == BOT and level:
        name, colon = f"Bot {number}", ":"
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


def split_names(text: str) -> list[str]:
    """The names on a line: with commas between them, or else with spaces."""
    return [word.strip() for word in text.split(",")] if "," in text else text.split()


def how_many(game: str) -> str:
    """`2 to 6 players`."""
    seats = games.find(game).seats
    return f"{seats[0]} to {seats[-1]} players"


def in_a_line(game: str, what: str = "card.line") -> str:
    """What the game is, or something else about it, from its catalogue; nothing where that does not say."""
    text = messages.load(games.find(game).folder()).text(say(what), ())
    return "" if text == what else text


def in_order(game: str) -> str:
    """In which order the names are to be given."""
    return " ".join(["The first begins.", in_a_line(game, "card.starts")]).strip()


def usual_seats(game: str) -> list[str]:
    """What is meant when nobody says who plays: you, and a bot where one must."""
    return ["You"] + [BOT] * max(1, games.find(game).seats[0] - 1)
