"""What the people at a table and the table say to each other: commands one way, frames the other.

This is the one definition. Python reads and writes it with msgspec, the page's types are made from it
(`tools/page_types.py`), and everything is JSON: a command says in `do` what is wanted, a frame says in `is` what it is.

A client's first command on a socket is `hello`, with the number of the last event it knows; it is answered by a
`welcome`. Then every command is answered by one `answer` with the same `key`, and all that happened is told to
everybody as `news`. A command that acts on the game says in `at` the number of the last event its sender has seen, and
is refused as stale where more has happened since. A `key` is made by the client, anew for each command; one that comes
twice has its effect once.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from dicecup.dice import Face
from dicecup.options import Plain
from dicecup.view import Crossword, Message, Sketch, View

__all__ = [
    "Add",
    "Answer",
    "Ask",
    "AskPart",
    "Bye",
    "Command",
    "DiceCheck",
    "DicePromise",
    "Drop",
    "Fault",
    "Fill",
    "Frame",
    "GameCard",
    "Hello",
    "Judge",
    "LevelCard",
    "ListTables",
    "MakeMove",
    "NewSeat",
    "NewTable",
    "News",
    "OpenTable",
    "Ping",
    "Position",
    "Presence",
    "Rematch",
    "Replace",
    "Return",
    "RollCheck",
    "RulesPage",
    "SeatInfo",
    "Sit",
    "Step",
    "TableCard",
    "TableInfo",
    "Throw",
    "Told",
    "TypeDice",
    "Undo",
    "Welcome",
]


# Commands.


class _Said(msgspec.Struct, tag_field="do", frozen=True, forbid_unknown_fields=True):
    key: str
    """Made by the client, 1 to 40 characters; the answer bears it."""


class Hello(_Said, tag="hello", frozen=True):
    """Who is there: the tokens of all seats that this device holds at the table, none for somebody who watches."""

    tokens: list[str] = []
    last: int = 0
    """The number of the last event that the client knows; 0 for none."""


class Sit(_Said, tag="sit", frozen=True):
    """Take an open seat; the answer holds its token. That is made from the key, so the key is a secret, too: at least
    16 characters that nobody can guess.
    """

    seat: int
    name: str
    nonce: str
    """From this device, for the dice: 16 to 64 hexadecimal digits."""


class Fill(_Said, tag="fill", frozen=True):
    """The host lets a bot have an open seat."""

    seat: int
    level: str


class Add(_Said, tag="add", frozen=True):
    """The host adds an open seat behind the others, for one more friend or bot."""


class Drop(_Said, tag="drop", frozen=True):
    """The host takes an open seat away."""

    seat: int


class MakeMove(_Said, tag="move", frozen=True):
    """Make a move, in notation."""

    at: int
    seat: int
    move: str


class Throw(_Said, tag="throw", frozen=True):
    """Let the table's dice fall, where it waits for that seat to do so."""

    at: int
    seat: int


class TypeDice(_Said, tag="type", frozen=True):
    """What real dice show: a list for each part that `ask` names."""

    at: int
    faces: list[list[Face]]


class Undo(_Said, tag="undo", frozen=True):
    """Take back the last move of that seat, before dice have fallen or anybody else has acted."""

    at: int
    seat: int


class Replace(_Said, tag="replace", frozen=True):
    """Let a bot play for a seat: one's own, or one whose player has been away for longer than the grace period."""

    at: int
    seat: int
    level: str


class Return(_Said, tag="return", frozen=True):
    """Take one's seat back from the bot."""

    at: int
    seat: int


class Rematch(_Said, tag="rematch", frozen=True):
    """Another game with the same seats, once this one is over; the answer and the news name its code."""

    at: int
    promise: str | None = None
    """As in `OpenTable`, as is the nonce, which is that of the sender's seats from now on."""
    nonce: str | None = None


class Judge(_Said, tag="judge", frozen=True):
    """Would this be a move? Either what somebody typed or what they laid out. Has no effect."""

    at: int
    seat: int
    text: str | None = None
    sketch: Sketch | None = None


class Ping(_Said, tag="ping", frozen=True):
    """Is the server still there? Answered at once; the pings of the socket itself are hidden from a page."""


Command = (
    Hello | Sit | Fill | Add | Drop | MakeMove | Throw | TypeDice | Undo | Replace | Return | Rematch | Judge | Ping
)


# What frames are made of.

Kind = Literal["open", "human", "bot"]
Phase = Literal["waiting", "playing", "over"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat, as everybody may see it. An open seat waits for somebody with the link."""

    name: str
    kind: Kind
    level: str | None = None
    """Of a bot, also of one that plays for somebody."""
    stands_in: bool = False
    """Whether the bot only plays for somebody who may come back."""


class TableInfo(msgspec.Struct, frozen=True):
    """What does not change from move to move."""

    code: str
    game: str
    title: str
    options: dict[str, Plain]
    """Those that are not at their default."""
    phase: Phase
    seats: list[SeatInfo]
    real_dice: bool
    """Whether people roll real dice and say what they show."""
    grace: int
    """Seconds that somebody must be away before a bot may play for them."""
    id: str | None = None
    """The game's identity in the fair dice; None with real dice, as are the next three."""
    commitment: str | None = None
    nonces: list[str] = []
    secret: str | None = None
    """Revealed when the game is over."""
    rematch: str | None = None
    """The code of the next game, once there is one."""


class Told(msgspec.Struct, frozen=True):
    """Something that happened, numbered without gaps from 1. `words` are message keys of the game's catalogue."""

    n: int
    what: Literal[
        "opened",
        "sat",
        "filled",
        "added",
        "dropped",
        "begun",
        "moved",
        "rolled",
        "undone",
        "replaced",
        "returned",
        "rematched",
    ]
    time: float
    """Seconds since 1970."""
    words: list[Message]
    seat: int | None = None
    move: str | None = None
    """In notation."""
    faces: Plain = None
    """What fell, as in a record."""


class AskPart(msgspec.Struct, frozen=True):
    """Faces to be told: so many dice, whose they are (None: those of the seat that rolls), what they can show."""

    count: int
    faces: list[Face]
    seat: int | None = None


class Ask(msgspec.Struct, frozen=True):
    """What the table waits for where dice are due: a seat to throw them, or people to say what real dice show."""

    what: Literal["throw", "type"]
    seat: int | None = None
    """Whose dice they are; None: everybody's."""
    parts: list[AskPart] = []


class Position(msgspec.Struct, frozen=True):
    """Where the game stands, for one pair of eyes."""

    view: View
    ask: Ask | None = None
    shown: Plain = None
    """What fell last, as in a record; where the view's dice have no faces, these are what to draw."""
    roller: int | None = None
    """Whose dice those are."""
    past: bool = False
    """Whether a move has ended the turn in which they fell."""
    undo: int | None = None
    """The seat that could take its last move back now."""
    thinking: int | None = None
    """The seat for which a bot is to move."""


# Frames.


class Welcome(msgspec.Struct, tag_field="is", tag="welcome", frozen=True):
    """The answer to `hello`: the table, who you are, and all that happened since, or a snapshot where that is much."""

    key: str
    table: TableInfo
    yours: list[int]
    """The seats whose tokens you hold."""
    host: bool
    last: int
    """The number of the last event."""
    events: list[Told]
    """Those after the last you know; where the first of them is not the next, earlier ones were left out."""
    position: Position | None
    """None until the game has begun."""
    away: dict[str, float]
    """As in `presence`."""
    watching: int = 0
    pace: float = 0.0
    """Seconds that a bot takes for a move, and that people get to look at one before the next is drawn."""


class News(msgspec.Struct, tag_field="is", tag="news", frozen=True):
    """What happened, and where the game stands now. `table` is sent when it has changed."""

    events: list[Told]
    position: Position | None = None
    table: TableInfo | None = None
    yours: list[int] | None = None
    """Sent where seats have been renumbered, because an open one was taken away: the seats that you hold now."""


class Presence(msgspec.Struct, tag_field="is", tag="presence", frozen=True):
    """Who is away: by seat number (as a text), for how many seconds; and how many people watch."""

    away: dict[str, float]
    watching: int


class Answer(msgspec.Struct, tag_field="is", tag="answer", frozen=True):
    """What became of a command. Where it was refused, `code` says why to programs and `text` to people."""

    key: str
    ok: bool
    code: str | None = None
    text: str | None = None
    seat: int | None = None
    token: str | None = None
    """Of the seat just taken; it is told once, to whoever sat down."""
    rematch: str | None = None
    move: str | None = None
    """The notation of what was judged; `crossword` is how the table would look."""
    crossword: Crossword | None = None
    moves: list[str] = []
    """Where a text could mean several moves, these."""


class Bye(msgspec.Struct, tag_field="is", tag="bye", frozen=True):
    """The last frame before the server closes a socket."""

    code: str
    text: str


Frame = Welcome | News | Presence | Answer | Bye


# The HTTP part.


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a table to be opened: for somebody at this device, for a friend with the link, or for a bot."""

    kind: Literal["here", "open", "bot"]
    name: str = ""
    level: str | None = None


class DicePromise(msgspec.Struct, frozen=True):
    """The code of a table to be opened, and the hash of the secret that its dice will be made from."""

    code: str
    commitment: str


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a table."""

    game: str
    seats: list[NewSeat]
    nonce: str
    options: dict[str, Plain] = {}
    real_dice: bool = False
    by_lot: bool = False
    """Whether lots are drawn for the order of the seats."""
    promise: str | None = None
    """The code of a promise that was asked for before the nonce was told; None: no promise was."""


class NewTable(msgspec.Struct, frozen=True):
    """A table that was opened: its code, the host's token, and those of the seats at this device."""

    code: str
    host: str
    tokens: list[str]


class Fault(msgspec.Struct, frozen=True):
    """Why a request was refused: `code` says it to programs, `text` to people."""

    code: str
    text: str


class ListTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which tables somebody wants to know how they stand."""

    codes: list[str]
    tokens: dict[str, list[str]] = {}
    """By code, the tokens of the seats that somebody holds there."""


class TableCard(msgspec.Struct, frozen=True):
    """How a table stands, in a line."""

    code: str
    game: str
    title: str
    phase: Phase
    names: list[str]
    turn: int | Literal["chance", "over"] | None
    """None until the game has begun."""
    mover: int | None
    """The seat that is waited for, to move or to roll; None where that is nobody, or everybody."""
    yours: list[int]
    """Those of the asker's seats that no bot plays."""
    scores: list[int]
    winners: list[int] | None
    touched: float
    """When something last happened there: seconds since 1970."""


class RulesPage(msgspec.Struct, frozen=True):
    """How a game is played."""

    html: str


class Step(msgspec.Struct, frozen=True):
    """A game as it stood after `n` of its `steps` moves and rolls, and what the last of them meant."""

    steps: int
    n: int
    words: list[Message]
    position: Position
    seat: int | None = None
    """Who made the last of them, where it was a move."""
    move: str | None = None
    """That move."""


class LevelCard(msgspec.Struct, frozen=True):
    """A level of bots, weakest first in a list of them."""

    name: str
    title: str
    about: str


class GameCard(msgspec.Struct, frozen=True):
    """A game, as a visitor is shown it."""

    name: str
    title: str
    line: str
    """What it is, in a line."""
    follows: str
    """The printed sheet it follows."""
    least: int
    most: int
    """How many may play."""
    options: list[dict[str, Plain]]
    """As `Option.plain` describes them."""
    levels: list[LevelCard]
    usual_level: str
    faces: dict[str, str]
    """The address of the drawing of a face, by face, where the game's folder has one."""
    picture: str | None
    """The address of the game's picture."""
    words: dict[str, str]
    """The catalogue: texts by key."""


class RollCheck(msgspec.Struct, frozen=True):
    """A roll of a finished game with all that its dice were made from, so that anybody can make them again."""

    n: int
    """The number of its event."""
    event: Literal["roll", "deal"]
    turn: int
    roll: int
    dice: list[tuple[int, list[Face]]]
    """For each die, in order: its number and its faces. For a deal: the numbers to be shuffled, without faces."""
    hands: list[int]
    """How many dice each seat's list holds, where the roll is told by seat; else empty."""
    faces: Plain
    """What fell."""


class DiceCheck(msgspec.Struct, frozen=True):
    """All that a finished game's dice were made from; `docs/fair-dice.md` says how."""

    id: str
    commitment: str
    nonces: list[str]
    secret: str
    rolls: list[RollCheck]
