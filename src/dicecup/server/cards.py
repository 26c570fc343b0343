"""The games as a visitor is shown them, from their folders."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt

from dicecup import games
from dicecup.messages import load
from dicecup.table.seats import usual_level
from dicecup.table.wire import GameCard, LevelCard

__all__ = ["art", "card", "rules_html"]


@cache
def card(name: str) -> GameCard:
    game = games.find(name)
    folder = game.folder()
    words = dict(load(folder).texts)
    bots = games.bots(name)
    levels = [
        LevelCard(level, words.get(f"level.{level}", level.capitalize()), words.get(f"level.{level}.about", ""))
        for level in bots
    ]
    drawn = {file.stem.removeprefix("face-"): file.name for file in (folder / "art").glob("face-*.svg")}
    return GameCard(
        name=name,
        title=game.title,
        line=words.get("card.line", "A dice game."),
        follows=words.get("card.follows", ""),
        least=game.seats[0],
        most=game.seats[-1],
        options=[option.plain() for option in game.options().values()],
        levels=levels,
        usual_level=usual_level(bots),
        faces={face: f"/art/{name}/{file}" for face, file in sorted(drawn.items())},
        picture=f"/art/{name}/cover.svg" if (folder / "art" / "cover.svg").is_file() else None,
        words=words,
    )


@cache
def rules_html(name: str) -> str:
    """The rules page of a game; what looks like HTML in it is text."""
    game = games.find(name)
    page = game.folder() / "rules.en.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else f"# {game.title}\n\nThis game has no rules page.\n"
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


def art(name: str, file: str) -> bytes | None:
    """A drawing from a game's folder, None where there is none of that name."""
    place = games.find(name).folder() / "art"
    drawings = {drawing.name: drawing for drawing in place.glob("*.svg")}
    return drawings[file].read_bytes() if file in drawings else None
