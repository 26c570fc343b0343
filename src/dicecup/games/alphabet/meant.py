"""What somebody means who types a word, a word and its place, or a slurp, in no notation.

    chat             the build that spells CHAT
    chat 0,0 down    the one whose word begins there, or else goes through there
    slurp 1,0 u      U goes in at 1,0; `give 2` says who gets what comes out, `then bus` what is added

A word is typed as it stands afterwards, so dice that are pushed apart need nothing special. Red dice are laid first,
since they cost more. Where several moves are meant, Ambiguous names them; where none is, the error says why the one
that was most likely meant may not be made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from dicecup.errors import Ambiguous, IllegalMove, NotationError
from dicecup.games.alphabet.anagrams import count
from dicecup.games.alphabet.finds import Finds, shed
from dicecup.games.alphabet.hand import Hand
from dicecup.games.alphabet.layout import Cell, Table
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.alphabet.spot import LETTERS
from dicecup.games.alphabet.words import Words

__all__ = ["Asked", "meant"]

_PLACE = re.compile(r"(-?\d{1,4}) ?[, ] ?(-?\d{1,4})\b")
_FILLERS = {"build", "at", "in", "from", "the", "word", "with", "put", "play"}
_WAYS = {"across": True, "a": True, "down": False, "d": False}
_HELP = "type a word, a word and its place (CHAT 0,0 down), a slurp (slurp 1,0 U give 1), or pass"


M = TypeVar("M", Build, Slurp)
Rows = npt.NDArray[np.intp]
"""Numbers of rows of finds: looking at all of them one by one would take longer than finding them."""


class Asked(NamedTuple):
    """What the rules know where a text was typed."""

    table: Table
    hand: Hand
    words: Words
    others: Sequence[int]
    """The seats that a pulled die may be fed to, in turn."""
    finds: Callable[[bool], Finds]
    """All builds, with slurps if asked for."""
    judge: Callable[[Build | Slurp], object]
    """IllegalMove where a move may not be made."""


class Wish(NamedTuple):
    """A word, perhaps with its place and direction. Dice are one letter each, Q being `Qu`."""

    word: str
    place: Cell | None
    across: bool | None

    @property
    def spelt(self) -> str:
        return self.word.replace("Q", "QU")


def meant(text: str, asked: Asked) -> Build | Slurp:
    """The move that a text means; NotationError where it means none, IllegalMove where it cannot be made."""
    tidy = " ".join(text.split())
    verb, _, rest = tidy.partition(" ")
    if verb.lower() in ("slurp", "swap"):
        return _slurp(rest.lower(), text, asked)
    return _build(_wish(tidy.lower(), text), asked)


def _wish(tidy: str, text: str) -> Wish:
    place = _PLACE.search(tidy)
    if place:
        tidy = f"{tidy[: place.start()]} {tidy[place.end() :]}"
    # The fillers are words themselves, and may be the one that is built.
    tokens = [token for token in tidy.split() if token not in _FILLERS] or tidy.split()[-1:]
    ways = [token for token in tokens if token in _WAYS]
    typed = [re.sub(r"[()*]", "", token).upper() for token in tokens if token not in _WAYS]
    if len(typed) != 1 or len(ways) > 1 or not typed[0].isascii() or not typed[0].isalpha():
        raise NotationError(f"{text!r:.60} is no move; {_HELP}")
    cell = (int(place[1]), int(place[2])) if place else None
    word = typed[0].replace("QU", "Q") if "Q" not in typed[0].replace("QU", "") else typed[0]
    return Wish(word, cell, _WAYS[ways[0]] if ways else None)


# Builds.


def _build(wish: Wish, asked: Asked) -> Build:
    if wish.spelt not in asked.words:
        raise IllegalMove(f"{wish.spelt:.60} is not a word of the list")
    finds = asked.finds(False)
    rows = _spelling(finds, wish.word, np.arange(finds.builds))
    found = [move for row in rows if isinstance(move := finds.move(int(row)), Build)]
    # The first word can lie either way, which makes no difference; so nobody is asked.
    fits = _there(found, wish if asked.table or wish.across is not None else wish._replace(across=True))
    if not fits:
        raise _why_not(wish, found, asked)
    return _only(fits)


def _spelling(finds: Finds, word: str, rows: Rows) -> Rows:
    """Those of the rows whose main word is that."""
    if any(letter not in LETTERS for letter in word):
        return rows[:0]
    fits: Rows = rows[finds.size[rows] == len(word)]
    starts = finds.rows["word"][fits].astype(np.intp)
    spelt = np.frombuffer(finds.letters, np.uint8)[starts[:, None] + np.arange(len(word))]
    alike: npt.NDArray[np.bool_] = (spelt == np.frombuffer(word.encode(), np.uint8)).all(axis=1)
    return fits[alike]


def _there(builds: Sequence[Build], wish: Wish) -> list[Build]:
    """Those of the builds that lie where they are wished: beginning there, or else going through there."""
    along = [build for build in builds if wish.across in (None, build.across)]
    if wish.place is None:
        return along
    return [build for build in along if (build.x, build.y) == wish.place] or [
        build for build in along if wish.place in _cells(build)
    ]


def _cells(build: Build) -> list[Cell]:
    dx, dy = (1, 0) if build.across else (0, 1)
    return [(build.x + at * dx, build.y + at * dy) for at in range(len(build.faces))]


def _only(moves: Sequence[M]) -> M:
    if len(moves) > 1:
        raise Ambiguous([str(move) for move in sorted(moves, key=lambda move: (-shed(move), str(move)))])
    return moves[0]


def _why_not(wish: Wish, elsewhere: Sequence[Build], asked: Asked) -> IllegalMove:
    """Why a word cannot be built where somebody wishes."""
    if wish.place is not None or not asked.table:
        x, y = wish.place or (0, 0)
        ways = (True, False) if wish.across is None else (wish.across,)
        faults = [fault for across in ways if (fault := _fault(wish.word, x, y, across, asked)) is not None]
        if faults:
            # Where both directions fail, the one that got further tells more.
            return max(faults, key=lambda fault: "is not a word" in str(fault))
    if elsewhere:
        places = ", ".join(str(build) for build in elsewhere[:3])
        return IllegalMove(f"{wish.spelt:.60} cannot be built there; it can with: {places}")
    lacking = _lacking(wish.word, asked)
    if lacking:
        return IllegalMove(f"for {wish.spelt:.60} neither your hand nor the table has enough of: {' '.join(lacking)}")
    return IllegalMove(f"{wish.spelt:.60} is a word, but your dice cannot build it anywhere here")


def _fault(word: str, x: int, y: int, across: bool, asked: Asked) -> IllegalMove | None:
    """What is wrong with a word read cell by cell from its place."""
    try:
        asked.judge(_read(x, y, across, word, asked))
    except IllegalMove as error:
        return error
    return None


def _read(x: int, y: int, across: bool, word: str, asked: Asked) -> Build:
    faces: list[str] = []
    old: list[bool] = []
    held = [face for _, face in asked.hand]
    for at, letter in enumerate(word):
        cell = (x + at, y) if across else (x, y + at)
        lies = asked.table.get(cell)
        old.append(lies is not None)
        if lies is not None:
            if lies[1][0] != letter:
                raise IllegalMove(f"at {cell[0]},{cell[1]} lies {lies[1]}, not {letter}")
            faces.append(lies[1])
            continue
        faces.append(_take(letter, held, word))
    return Build(x, y, across, tuple(faces), tuple(old))


def _take(letter: str, held: list[str], word: str) -> str:
    """A die of the hand with that letter, red before black; it is no longer held then."""
    fits = [face for face in held if face[0] == letter]
    if not fits:
        raise IllegalMove(f"your hand has no {letter} left for {word.replace('Q', 'QU')}")
    face = max(fits, key=len)
    held.remove(face)
    return face


def _lacking(word: str, asked: Asked) -> list[str]:
    there = count("".join(face[0] for _, face in (*asked.hand, *asked.table.values())))
    return [LETTERS[at] for at in np.flatnonzero(count(word) > there)]


# Slurps.


def _slurp(tidy: str, text: str, asked: Asked) -> Slurp:
    head, _, tail = tidy.partition(" then ")
    place = _PLACE.search(head)
    head = f"{head[: place.start()]} {head[place.end() :]}" if place else head
    feeds = re.search(r"\b(?:give|to|feed|feeds)(?: to)?(?: seat)? (\d{1,2})\b", head)
    if feeds is None and (whom := re.search(r"\b(?:give|feed|feeds) (?:to )?(\S+)", head)):
        raise NotationError(f"nobody here is called {whom[1]!r:.40}; say a name, or a seat from 0 on")
    head = f"{head[: feeds.start()]} {head[feeds.end() :]}" if feeds else head
    tokens = [token for token in re.split(r"[\s>]+", head) if token and token not in _FILLERS]
    faces = [_face(token, text) for token in tokens if token != "for"]
    if not place or not 1 <= len(faces) <= 2:
        raise NotationError(f"{text!r:.60} is no slurp; type where and what goes in: slurp 1,0 U give 1")
    cell = (int(place[1]), int(place[2]))
    if cell not in asked.table:
        raise IllegalMove(f"there is no die to slurp at {cell[0]},{cell[1]}")
    if "for" in tokens:
        faces.reverse()
    pulled, put = faces if len(faces) == 2 else (None, faces[0])
    others = [int(feeds[1])] if feeds else list(asked.others)
    then = _wish(tail, text) if tail else None
    moves = [
        slurp
        for slurp in _slurps(asked.finds(True), others, cell, put, then)
        if pulled is None or _shows(slurp.pulled, pulled)
    ]
    if not moves:
        raise _why_no_slurp(cell, pulled, put, others[0], then, asked)
    asked.judge(moves[0])
    return _only(moves)


def _face(token: str, text: str) -> str:
    face = token.upper().replace("QU", "Q")
    if not re.fullmatch(r"[A-Z]\*?", face):
        raise NotationError(f"{text!r:.60} is no slurp; type where and what goes in: slurp 1,0 U give 1")
    return face


def _shows(face: str, typed: str) -> bool:
    """Whether a face is what was typed; red only where red was asked for, else in any colour."""
    coded = face.replace("Qu", "Q")
    return coded == typed or coded.rstrip("*") == typed


def _slurps(finds: Finds, others: Sequence[int], cell: Cell, put: str, then: Wish | None) -> Iterator[Slurp]:
    lies = finds.sight.table
    swaps = [at for at, (die, letter) in enumerate(finds.swaps) if lies[die][:2] == cell and _shows(put, letter[0])]
    rows = finds.builds + np.flatnonzero(np.isin(finds.rows["swap"][finds.builds :], swaps))
    for row in rows[finds.size[rows] == 0] if then is None else _spelling(finds, then.word, rows):
        for seat in others:
            move = finds.move(int(row), to=seat)
            if isinstance(move, Slurp) and (then is None or (move.then is not None and _there([move.then], then))):
                yield move


def _why_no_slurp(cell: Cell, pulled: str | None, put: str, to: int, then: Wish | None, asked: Asked) -> IllegalMove:
    lies = asked.table[cell][1]
    if pulled is not None and not _shows(lies, pulled):
        return IllegalMove(f"the die at {cell[0]},{cell[1]} shows {lies}, got {pulled}")
    held = [face for _, face in asked.hand if _shows(face, put)]
    if not held:
        return IllegalMove(f"your hand has no {put}")
    try:
        asked.judge(Slurp(*cell, lies, max(held, key=len), to))
    except IllegalMove as error:
        return error
    assert then is not None
    if then.spelt not in asked.words:
        return IllegalMove(f"{then.spelt:.60} is not a word of the list")
    return IllegalMove(f"the swap may be made, but then {then.spelt:.60} cannot be built through {cell[0]},{cell[1]}")
