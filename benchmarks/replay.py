"""Replaying records: events per second, and that time grows with length as it should."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

import dicecup
from benchmarks.timing import rates, table
from dicecup.game import CHANCE, Game
from dicecup.records import Header, event_line, replay
from dicecup.table import Event, Moved, Rolled, SeededDice


def record(game: Game, events: int) -> tuple[bytes, int]:  # type: ignore[type-arg]
    """A record of random play with so many events, or as many as the game has."""
    header, rng, dice = Header.new(game, ["Ann", "Ben"]), Random(1), SeededDice(1)
    table, lines = header.table(), [header.line()]
    while not table.over and len(lines) <= events:
        if table.turn == CHANCE:
            request = game.roll(table.state)
            event: Event = Rolled(request.event, dice.throw(request, table.rolls))
        else:
            event = Moved(int(table.turn), str(rng.choice(game.moves(table.state))))
        table.apply(event)
        lines.append(event_line(event))
    return "\n".join(lines).encode(), len(lines) - 1


def reading(text: bytes, events: int) -> Callable[[], int]:
    def work() -> int:
        replay(io.BytesIO(text))
        return events

    return work


def golden(name: str) -> tuple[bytes, int]:
    """The longest record in a game's folder."""
    text = max((file.read_bytes() for file in (dicecup.find(name).folder() / "golden").glob("*.jsonl")), key=len)
    return text, len(text.splitlines()) - 1


def main() -> None:
    records = {name: golden(name) for name in dicecup.names()}
    endless = dicecup.find("tossup").with_options({"target": 10_000})
    records["tossup, long"] = record(endless, 10_000)
    records["tossup, its first tenth"] = record(endless, 1_000)
    speed = rates({name: reading(*each) for name, each in records.items()}, rounds=3)
    table(
        ("record", "events", "events/s"),
        [(name, f"{records[name][1]:,}", f"{speed[name]:,.0f}") for name in records],
    )
    print("\nLinear: the long record of tossup replays at the rate of its first tenth, ratio", end=" ")
    print(f"{speed['tossup, long'] / speed['tossup, its first tenth']:.2f}.")


if __name__ == "__main__":
    main()
