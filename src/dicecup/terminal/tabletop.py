"""The table as it lies on a full screen: pieces of coloured text from a session, without the screen."""

from __future__ import annotations

import re
from collections.abc import Collection

from rich.text import Text

from dicecup.terminal import draw
from dicecup.terminal.menu import Menu, keep_of
from dicecup.terminal.session import Session
from dicecup.view import Row, View

__all__ = ["board", "hand", "heading", "keys", "sheet", "side_width", "stands_above", "story"]

COLOURS = ("green", "yellow", "red", "blue")
TILE = "bold black on grey85"
RED_TILE = "bold red on grey85"
ABOVE_ROWS = 3
"""A sheet with more rows stands beside the table, a shorter one above it."""
WIDEST_SIDE = 38
NARROWEST_TABLE = 40
"""Where less is left beside a sheet, the sheet is left to F2."""


def heading(session: Session, width: int) -> Text:
    """The game, and who has how much; an arrow shows whose turn it is. Many players take more lines and short names."""
    view = session.view()
    for longest, bots in ((14, True), (14, False), (9, False)):
        text = Text(f" {session.game.title} ", style="reverse bold")
        used = text.cell_len
        for seat, name in enumerate(session.names):
            bot = " (bot)" if bots and session.seats[seat].level is not None else ""
            mark = "►" if seat == view["turn"] else " "
            part = f" {mark}{draw.fit(name, min(longest, draw.cell_len(name)))}{bot}: {view['scores'][seat]} "
            if used + draw.cell_len(part) > width:
                text.append("\n", style="not reverse")
                used = 0
            text.append(part, style="bold" if seat == view["turn"] else "not bold")
            used += draw.cell_len(part)
        if "\n" not in text.plain:
            break
    return text


def board(
    session: Session, width: int, picked: Collection[int] = (), *, low: bool = False, frame: draw.Frame | None = None
) -> Text:
    """Dice, crossword (or a part of it) and gauge; with dice on a line where the screen is too low to draw them."""
    view = session.view()
    dice, numbered = session.dice(), bool(session.menu().keeps)
    lines = draw.dice_lines(dice, width, word=session.word, numbered=numbered, picked=sorted(picked))
    if low and dice:
        lines = draw.wrap(draw.dice_line(dice, numbered=numbered, picked=sorted(picked)), width)
    if "gauge" in view:
        lines.append(draw.gauge_line(view["gauge"], session.text(view["gauge"]["label"]), width))
    text = _coloured(session, Text("\n".join(lines)))
    return _tiles(draw.crossword_lines(view["crossword"], frame)) if "crossword" in view else text


def _tiles(grid: list[str]) -> Text:
    """The crossword, its dice as light tiles."""
    if not grid:
        return Text("The table is empty.")
    text = Text("\n".join(grid))
    text.highlight_regex(r" ?[A-Z]u?[ *]", TILE)
    text.highlight_regex(r"[A-Z]u?\*", RED_TILE)
    return text


def hand(session: Session, width: int) -> Text:
    """The dice in the hand of whoever is to play, as tiles."""
    view = session.view()
    text = Text()
    for each in view.get("hands", []):
        if each["seat"] != view["turn"]:
            continue
        slurped = ", has slurped" if each.get("slurped") else ""
        count = "one die" if len(each["dice"]) == 1 else f"{len(each['dice'])} dice"
        text.append(f"{session.names[each['seat']]}, {count}{slurped}:")
        used = width
        for die in each["dice"]:
            face = f" {draw.starred(die):2}"
            text.append("\n" if used + len(face) + 1 > width else " ")
            used = len(face) if used + len(face) + 1 > width else used + len(face) + 1
            text.append(face, style=RED_TILE if die["mark"] == "red" else TILE)
    return text


def _coloured(session: Session, text: Text) -> Text:
    names = {word for die in session.dice() if (word := session.word(f"face.{die['face']}")) in COLOURS}
    for name in names:
        assert name is not None
        text.highlight_regex(re.escape(name) + "|" + draw.SHAPES[name], f"bold {name}")
    text.highlight_regex(r"\d? keep", "reverse")
    return text


def side_width(session: Session, width: int) -> int:
    """How wide the sheet beside the table is; 0 where it is short enough to stand above, or there is no room."""
    rows = session.view()["sheet"]
    if len(rows) <= ABOVE_ROWS:
        return 0
    label = max(draw.cell_len(session.text(row["label"])) for row in rows)
    side = min(WIDEST_SIDE, label + 2 + sum(max(7, draw.cell_len(name) + 2) for name in session.names))
    return side if width - side >= NARROWEST_TABLE else 0


def stands_above(session: Session) -> bool:
    """Whether the sheet stands above the table: when it is short, and says more than the heading does."""
    return 1 < len(session.view()["sheet"]) <= ABOVE_ROWS


def sheet(session: Session, width: int) -> Text:
    """The sheet, with the key of what fills a row before it and its worth in the empty cell; then others' hands."""
    view = session.view()
    rows, labels = _keyed_rows(session, view)
    seats = _window(view, width)
    shown: list[Row] = [{**row, "cells": [row["cells"][seat] for seat in seats]} for row in rows]
    text_of = {id(row): label for row, label in zip(shown, labels, strict=True)}
    turn = seats.index(view["turn"]) if view["turn"] in seats else None
    lines = draw.sheet_lines(shown, [session.names[seat] for seat in seats], lambda row: text_of[id(row)], width, turn)
    for each in view.get("hands", []):
        if each["seat"] != view["turn"] and each["dice"]:
            lines += ["", *draw.wrap(draw.hand_line(each, session.names[each["seat"]]), width)]
    text = Text("\n".join(lines))
    text.highlight_regex(r"(?m)^[a-z0-9](?= )", "bold reverse")
    text.highlight_regex(r"\(\d+\)", "bold cyan")
    text.highlight_regex(r"\b[A-Z]u?\*", "bold red")
    return text


def _keyed_rows(session: Session, view: View) -> tuple[list[Row], list[str]]:
    keyed = {choice["row"]: (key, choice) for key, choice in session.menu().keyed.items() if "row" in choice}
    rows: list[Row] = []
    labels: list[str] = []
    for at, row in enumerate(view["sheet"]):
        label = session.text(row["label"])
        key, choice = keyed.get(at, (" ", None))
        labels.append(f"{key} {label}" if keyed else label)
        cells = list(row["cells"])
        if choice is not None and "worth" in choice and isinstance(view["turn"], int):
            cells[view["turn"]] = f"({choice['worth']})"
        rows.append({**row, "cells": cells})
    return rows, labels


def _window(view: View, width: int) -> list[int]:
    """The seats whose columns fit, the one whose turn it is among them."""
    seats = len(view["scores"])
    fits = max(1, (width - 16) // 7)
    turn = view["turn"] if isinstance(view["turn"], int) else 0
    first = max(0, min(turn, seats - fits))
    return list(range(first, min(seats, first + fits)))


def keys(session: Session, width: int, picked: Collection[int] = (), *, beside: bool = False) -> Text:
    """What can be done now, with a key each; what a sheet beside the table shows with its key is not said again."""
    if session.due != "person":
        return Text("")
    menu = session.menu()
    parts = [
        f"[{key}] {session.label(choice)}" for key, choice in menu.keyed.items() if not (beside and "row" in choice)
    ]
    if session.writes:
        parts = [f"{part} (then Enter)" for part in parts]
        parts.append(f"or write {session.word('type') or 'a move'}")
    if menu.keeps:
        parts += _keep_keys(session, menu, picked)
    if beside and any("row" in choice for choice in menu.keyed.values()):
        parts.append("[letter of a row] fill it")
    lines: list[str] = [""]
    for part in parts:
        joined = f"{lines[-1]}   {part}" if lines[-1] else part
        if draw.cell_len(joined) <= width:
            lines[-1] = joined
        else:
            lines += draw.wrap(part, width)
    text = Text("\n".join(line for line in lines if line))
    text.highlight_regex(r"\[[^\]]+\]", "bold cyan")
    return text


def _keep_keys(session: Session, menu: Menu, picked: Collection[int]) -> list[str]:
    dice = session.view()["dice"]
    keep = keep_of(menu.keeps, dice, picked)
    enter = [f"[Enter] {session.label(keep)}"] if keep is not None else []
    return [f"[1-{len(dice)}] pick dice to keep", *enter]


def story(session: Session, width: int, height: int) -> Text:
    """The last that was told, as much as there is room for."""
    lines = [line for told in session.story for line in draw.wrap(told, width)]
    return Text("\n".join(lines[-height:] if height > 0 else []))
