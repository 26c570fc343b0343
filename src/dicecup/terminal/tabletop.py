"""The table as it lies on a full screen: pieces of coloured text from a session, without the screen."""

from __future__ import annotations

import re
from collections.abc import Collection

from rich.text import Text

from dicecup.terminal import draw
from dicecup.terminal.menu import Menu, keep_of
from dicecup.terminal.session import Session
from dicecup.view import Row, View

__all__ = ["board", "hand", "heading", "keys", "sheet", "side_width", "story"]

COLOURS = ("green", "yellow", "red", "blue")
ASIDE_ROWS = 3
"""A sheet with more rows stands beside the table, a shorter one above it."""
WIDEST_SIDE = 38


def heading(session: Session, width: int) -> Text:
    """The game, and who has how much; an arrow shows whose turn it is."""
    view = session.view()
    text = Text(f" {session.game.title} ", style="reverse bold")
    for seat, (name, score) in enumerate(zip(session.names, view["scores"], strict=True)):
        mark = "►" if seat == view["turn"] else " "
        bot = "" if session.seats[seat].level is None else " (bot)"
        part = f" {mark}{draw.fit(name, min(14, draw.cell_len(name)))}{bot} {score} "
        text.append(part, style="bold" if seat == view["turn"] else "")
    text.truncate(width, overflow="ellipsis")
    return text


def board(session: Session, width: int, picked: Collection[int] = ()) -> Text:
    """Dice, crossword and gauge."""
    view = session.view()
    menu = session.menu()
    lines = draw.dice_lines(session.dice(), width, word=session.word, numbered=bool(menu.keeps), picked=sorted(picked))
    if "crossword" in view:
        lines += draw.crossword_lines(view["crossword"]) or ["The table is empty."]
    if "gauge" in view:
        lines.append(draw.gauge_line(view["gauge"], session.text(view["gauge"]["label"]), width))
    return _coloured(session, Text("\n".join(lines)))


def hand(session: Session, width: int) -> Text:
    """The dice in the hand of whoever is to play."""
    view = session.view()
    lines = [
        line
        for each in view.get("hands", [])
        if each["seat"] == view["turn"]
        for line in draw.wrap(draw.hand_line(each, session.names[each["seat"]]), width)
    ]
    return _coloured(session, Text("\n".join(lines)))


def _coloured(session: Session, text: Text) -> Text:
    names = {word for die in session.dice() if (word := session.word(f"face.{die['face']}")) in COLOURS}
    for name in names:
        assert name is not None
        text.highlight_regex(re.escape(name) + "|" + draw.SHAPES[name], f"bold {name}")
    text.highlight_regex(r"\b[A-Z]u?\*", "bold red")
    text.highlight_regex(r"\d? keep", "reverse")
    return text


def side_width(session: Session) -> int:
    """How wide the sheet beside the table is; 0 where it stands above."""
    rows = session.view()["sheet"]
    if len(rows) <= ASIDE_ROWS:
        return 0
    label = max(draw.cell_len(session.text(row["label"])) for row in rows)
    return min(WIDEST_SIDE, label + 2 + sum(max(7, draw.cell_len(name) + 2) for name in session.names))


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


def keys(session: Session, width: int, picked: Collection[int] = ()) -> Text:
    """What can be done now, with a key each; what the sheet shows with its key is not said again."""
    if session.due != "person":
        return Text("")
    menu = session.menu()
    parts = [f"[{key}] {session.label(choice)}" for key, choice in menu.keyed.items() if "row" not in choice]
    if session.writes:
        parts = [f"{part} (then Enter)" for part in parts]
        parts.append("or write a word (CHAT), a word and its place (CHAT 0,0 down), or a move")
    if menu.keeps:
        parts += _keep_keys(session, menu, picked)
    if any("row" in choice for choice in menu.keyed.values()):
        parts.append("[letter] fill that row")
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
