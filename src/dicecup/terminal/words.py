"""Words to the program itself, the same in lines of text and on a full screen: rules, help, moves, save."""

from __future__ import annotations

from pathlib import Path

from dicecup.terminal.draw import clean
from dicecup.terminal.menu import Several
from dicecup.terminal.session import LISTED, Session

__all__ = ["answer", "moves_with", "sentence", "several"]

SHOWN = 40


def answer(session: Session, text: str) -> list[str] | None:
    """What the program says to a word that is for it; None where the text is not. DicecupError where it fails."""
    word, _, rest = text.strip().partition(" ")
    match word.lower():
        case "?" | "rules" if not rest:
            return session.rules_page().splitlines()
        case "help" | "h" | "" if not rest:
            return _help(session)
        case "moves" if session.due == "person":
            return moves_with(session, rest.strip())
        case "save" if rest:
            session.save(Path(rest.strip()))
            return [session.where()]
    return None


def _help(session: Session) -> list[str]:
    keyed = session.menu().keyed.items() if session.due == "person" else ()
    return [
        "You can type:",
        *(f"  {key}  {session.label(choice)}" for key, choice in keyed),
        "  a move in its notation, or enough of it to be clear (moves lists all, moves WORD some)",
        "  ? or rules: the rules;  sheet: the score sheet;  save FILE: keep the game;  q: leave",
    ]


def moves_with(session: Session, part: str) -> list[str]:
    """The moves that have that in them, as many as one wants to read."""
    found = [move["move"] for move in session.moves() if part.lower() in move["move"].lower()]
    if not found:
        return [f"No move has {part!r:.40} in it."]
    lines = [f"  {move}" for move in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(f"  … {len(found)} in all; moves WORD lists those with that word in them")
    return lines


def several(error: Several) -> list[str]:
    """The moves that a text could mean, by number."""
    count = len(error.choices)
    head = f"{count} moves fit; type a number" + (", or more of the move:" if count > LISTED else ":")
    return [head, *(f"  {n} {choice['move']}" for n, choice in enumerate(error.choices[:LISTED], start=1))]


def sentence(error: Exception) -> str:
    """An error as a sentence."""
    text = clean(str(error))
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
