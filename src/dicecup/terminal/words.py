"""Words to the program itself, the same in lines of text and on a full screen: rules, help, moves, hint, save."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, takewhile
from pathlib import Path

from dicecup import rulespage
from dicecup.messages import printable, spoken
from dicecup.options import Plain
from dicecup.solve.advice import Advice, Advised
from dicecup.terminal.menu import Several
from dicecup.terminal.session import LISTED, Session
from dicecup.view import say

__all__ = ["HINT", "HINTS", "PAGE", "answer", "hints", "moves_with", "sentence", "several"]

SHOWN = 40
HINT = ("hint", "hints")
HINTS = 3
PAGE = 72
"""How wide something to read is, where there is room."""


def answer(session: Session, text: str, keys: Sequence[str] = (), width: int = PAGE) -> list[str] | None:
    """What the program says to a word that is for it; None where the text is not. DicecupError where it fails.

    The keys are what help says of those that the screen has.
    """
    word, _, rest = text.strip().partition(" ")
    match word.lower():
        case "?" | "rules" if not rest:
            return rulespage.lines(session.game, width)
        case "help" | "" if not rest:
            return _help(session, keys)
        case "moves" if session.due == "person":
            return moves_with(session, rest.strip())
        case hint if hint in HINT and session.due == "person" and not rest:
            return hints(session)
        case "save" if rest:
            session.save(Path(rest.strip()))
            return [session.where()]
    return None


def _help(session: Session, keys: Sequence[str]) -> list[str]:
    keyed = session.menu().keyed.items() if session.due == "person" else ()
    return [
        "You can type:",
        *(f"  {key}  {session.label(choice)}" for key, choice in keyed),
        *(f"  {way}" for way in _ways(session)),
        "  a move in its notation, or enough of it to be clear (moves lists all, moves WORD some)",
        "  hint: the best moves, as far as that is known",
        "  ? or rules: the rules;  sheet: the score sheet;  save FILE: keep the game;  q: leave",
        *(f"  {key}" for key in keys),
    ]


def _ways(session: Session) -> list[str]:
    """How a move may be typed that is not chosen by a key: what the game's catalogue says as `type.1`, `type.2` …"""
    turn, seats = session.table.turn, len(session.names)
    other = (turn + 1) % seats if isinstance(turn, int) else seats - 1
    known = takewhile(session.word, (f"type.{number}" for number in count(1)))
    return [session.text(say(key, who=other)) for key in known]


def moves_with(session: Session, part: str) -> list[str]:
    """The moves that have that in them, as many as one wants to read."""
    found = [move["move"] for move in session.moves() if part.lower() in move["move"].lower()]
    if not found:
        return [f"No move has {part!r:.40} in it."]
    lines = [f"  {move}" for move in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(f"  … {len(found)} in all; moves WORD lists those with that word in them")
    return lines


def hints(session: Session) -> list[str]:
    """The best moves by a key that is free, with what is known of each; the key then makes the move."""
    advice = session.advice()
    best = dict(zip(session.menu().spare(), advice.moves[:HINTS], strict=False))
    session.few = {key: {"move": str(each.move), "label": say(str(each.move))} for key, each in best.items()}
    what = "chance to win" if advice.objective == "win" else "points on average"
    head = f"{'Best' if advice.exact else 'Probably best'} ({what}; type {' or '.join(best)} to play it):"
    return [head, *(f"  {key} {_hint(session, advice, each)}" for key, each in best.items())]


def _hint(session: Session, advice: Advice, each: Advised) -> str:
    value = f"{each.value:.1%}" if advice.objective == "win" else f"{each.value:.2f}"
    more = [
        f"{session.word(f'advice.{key}') or key} {spoken(_next(told), session.names) or 'nothing'}"
        for key, told in each.more.items()
    ]
    return f"{each.move}   {', '.join([value, *more])}"


def _next(told: Plain) -> Plain:
    """Of moves that are expected to follow, the first; there is room for more in `dicecup advise`."""
    return told[:1] if isinstance(told, list) and told and isinstance(told[0], dict) else told


def several(error: Several) -> list[str]:
    """The moves that a text could mean, by number."""
    count = len(error.choices)
    head = f"{count} moves fit; type a number" + (", or more of the move:" if count > LISTED else ":")
    return [head, *(f"  {n} {choice['move']}" for n, choice in enumerate(error.choices[:LISTED], start=1))]


def sentence(error: Exception) -> str:
    """An error as a sentence."""
    text = printable(str(error))
    first = text.partition(" ")[0]
    # The name of a file is written as it is.
    return (text if "." in first or "/" in first else text[:1].upper() + text[1:]) + (
        "" if text.endswith((".", "?", "!")) else "."
    )
