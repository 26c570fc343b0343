"""What people may see of a room: the frames that leave a server are made here and nowhere else.

The one rule: `position(room, seat)` for the seat whose turn it is goes to whoever holds that seat; everybody else,
seated or watching, sees `position(room, None)`. Tokens are in no frame but the answer to whoever sat down; the
secret of the dice is in none until the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dicecup.dice import Face
from dicecup.game import CHANCE
from dicecup.table.fair import commitment
from dicecup.table.room import Room
from dicecup.table.seats import Who
from dicecup.table.wire import Ask, AskPart, News, Position, SeatInfo, TableCard, TableInfo, Told, Welcome

__all__ = ["card", "eyes", "news", "position", "table_info", "welcome"]


def eyes(room: Room, who: Who) -> int | None:
    """Whose eyes somebody looks with: those of the seat to move, if they hold it, else a watcher's."""
    turn = None if room.table is None else room.table.turn
    return turn if isinstance(turn, int) and turn in who.seats else None


def position(room: Room, seat: int | None) -> Position | None:
    """Where the game stands for that seat, or for a watcher; None before it has begun."""
    table = room.table
    if table is None:
        return None
    return Position(
        view=table.view(seat),
        ask=_ask(room) if table.turn == CHANCE else None,
        shown=table.shown,
        roller=room.roller,
        past=table.past,
        undo=room.undo,
        thinking=room.thinking,
    )


def _ask(room: Room) -> Ask | None:
    if (seat := room.throws) is not None:
        return Ask("throw", seat)
    if (asked := room.types) is None or room.table is None:
        return None
    parts = [AskPart(part.count, list[Face](part.faces), part.seat) for part in asked.parts]
    return Ask("type", room.table.game.roller(room.table.state), parts)


def table_info(room: Room) -> TableInfo:
    """The table, as everybody sees it."""
    seats = [
        SeatInfo(seat.name, "bot" if seat.stands_in else seat.kind, seat.level, seat.stands_in) for seat in room.seats
    ]
    info = TableInfo(
        code=room.code,
        game=room.game.name,
        title=room.game.title,
        options=room.game.settings(),
        phase=room.phase,
        seats=seats,
        real_dice=room.real_dice,
        grace=room.grace,
        rematch=room.rematch,
    )
    if room.opened.secret is None:
        return info
    return msgspec.structs.replace(
        info,
        id=room.code,
        commitment=commitment(room.code, bytes.fromhex(room.opened.secret)),
        nonces=room.nonces,
        secret=room.opened.secret if room.phase == "over" else None,
    )


def news(room: Room, events: int, seat: int | None, table: TableInfo | None, yours: list[int] | None = None) -> News:
    """The last so many events, and where they led."""
    told = room.told
    return News([told[at] for at in range(-events, 0)], position(room, seat), table, yours)


def welcome(room: Room, key: str, who: Who, last: int, pace: float = 0.0) -> Welcome:
    """All that somebody needs who knows the first `last` events, but for who is there."""
    told: Sequence[Told] = [each for each in room.told if each.n > last] if 0 <= last <= room.last else list(room.told)
    return Welcome(
        key=key,
        table=table_info(room),
        yours=sorted(who.seats),
        host=who.host,
        last=room.last,
        events=list(told),
        position=position(room, eyes(room, who)),
        away={},
        pace=pace,
    )


def card(room: Room, who: Who) -> TableCard:
    """How the table stands, in a line, for that somebody."""
    table, game = room.table, room.game
    turn = None if table is None else table.turn
    mover = game.roller(table.state) if table is not None and turn == CHANCE else turn
    winners = None if table is None else game.winners(table.state)
    return TableCard(
        code=room.code,
        game=game.name,
        title=game.title,
        phase=room.phase,
        names=room.names,
        turn=turn,
        mover=mover if isinstance(mover, int) else None,
        yours=sorted(seat for seat in who.seats if not room.seats[seat].bot),
        scores=[] if table is None else list(game.scores(table.state)),
        winners=None if winners is None else list(winners),
        touched=room.touched,
    )
