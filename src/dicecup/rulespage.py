"""The rules page of a game, `rules.en.md` in its folder, and its options: as Markdown, or as lines of some width."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any

from dicecup.game import Game
from dicecup.options import Choice, Option

__all__ = ["explain", "lines", "markdown"]

_ITEM = re.compile(r"(- |\d+\. )(.*)")
_AS_IT_IS = ("#", "|", "    ")
"""What a line begins with that is never broken: a heading, a row of a table, something set out in columns."""


def markdown(game: type[Game[Any, Any]] | Game[Any, Any]) -> str:
    """The page as it was written."""
    page = game.folder() / "rules.en.md"
    return page.read_text(encoding="utf-8") if page.is_file() else f"# {game.title}\n\nNo rules page was written.\n"


def lines(game: type[Game[Any, Any]] | Game[Any, Any], width: int) -> list[str]:
    """Page and options, broken into lines for people who read them in a terminal."""
    options = [line for option in game.options().values() for line in explain(option, "--option ")]
    told = _flow(markdown(game).replace("**", "").splitlines(), width)
    spread = [part for line in options for part in wrap(line, width, subsequent_indent="    ") or [""]]
    return [*told, "", "## Options", "", *(spread or ["This game has none."])]


def explain(option: Option, before: str = "") -> list[str]:
    """An option in words: what it is about, and what each value means."""
    described = option.plain()
    default = described["default"]
    shown = str(default).lower() if isinstance(default, bool) else default
    meanings = [f"    {value}: {meaning}" for value, meaning in described.get("values", {}).items()]
    allowed = [] if isinstance(option.kind, Choice) else [f"    {option.kind.allowed()}"]
    return [f"{before}{option.name}={shown}  {option.about}", *meanings, *allowed]


def _flow(source: list[str], width: int) -> list[str]:
    """Paragraphs and items of a list, joined and broken anew."""
    told: list[str] = []
    begun: list[str] = []
    hang = ""

    def finish() -> None:
        if begun:
            told.extend(wrap(" ".join(begun), width, subsequent_indent=hang, break_on_hyphens=False))
            begun.clear()

    for line in source:
        if not line.strip() or line.startswith(_AS_IT_IS):
            finish()
            told.append(line.rstrip())
            hang = ""
        elif item := _ITEM.match(line):
            finish()
            hang = " " * len(item[1])
            begun.append(line)
        else:
            begun.append(line.strip())
    finish()
    return told
