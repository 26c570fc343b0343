"""Positions as lines of text: dice as boxes, the sheet as columns, the crossword with its coordinates.

Draws what a view holds and knows no game. Nothing is said by colour alone: a face is a number of pips, a letter, a
word or a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dicecup.dice import Face
from dicecup.messages import printable
from dicecup.options import Plain
from dicecup.view import Crossword, DieView, Gauge, Hand, Row

__all__ = [
    "SHAPES",
    "Frame",
    "cell_len",
    "crossword_lines",
    "dice_line",
    "dice_lines",
    "dice_of",
    "fit",
    "gauge_line",
    "hand_line",
    "in_sight",
    "inline",
    "sheet_lines",
    "starred",
    "whole",
    "wrap",
]

Word = Callable[[str], "str | None"]
"""The text of a catalogue's key, None where it has none."""

_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
SHAPES = {"green": "●", "yellow": "▲", "red": "■", "blue": "◆", "white": "○", "black": "◼"}
"""A face that is a colour has a shape too."""


def fit(text: str, width: int) -> str:
    """Text in exactly so many columns, cut with … where it is longer."""
    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    return set_cell_size(text, max(0, width - 1)) + "…" if width else ""


def wrap(text: str, width: int) -> list[str]:
    """Words on lines of at most that width."""
    lines: list[str] = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, width).rstrip() if cell_len(line) > width else line for line in lines]


def inline(faces: Plain) -> str:
    """Faces on one line: [3] [5]."""
    return " ".join(f"[{face}]" for face in faces)


def dice_of(faces: Plain) -> list[DieView]:
    """Faces that fell, as dice of a tray; none where they are hands."""
    if not isinstance(faces, list) or any(isinstance(face, list) for face in faces):
        return []
    return [{"number": n, "face": face, "mark": "rolled"} for n, face in enumerate(faces, start=1)]


def dice_lines(
    dice: Sequence[DieView],
    width: int = 79,
    *,
    word: Word | None = None,
    numbered: bool = False,
    picked: Sequence[int] = (),
) -> list[str]:
    """Dice side by side, as many rows of them as the width needs; numbers and picks stand below."""
    if not dice:
        return []
    names = {
        die["face"]: (word(f"face.{die['face']}") or "") if word and die["face"] is not None else "" for die in dice
    }
    inner = max(5, *(cell_len(name) for name in names.values()))
    if (inner + 3) * len(dice) > width + 1 and inner > 5:
        # No room for every word: then there is none, since a face has its letter and its shape.
        inner, names = 5, dict.fromkeys(names, "")
    each = max(1, (width + 1) // (inner + 3))
    lines: list[str] = []
    for start in range(0, len(dice), each):
        row = dice[start : start + each]
        boxes = [_box(die, names[die["face"]], inner, word) for die in row]
        lines += [" ".join(box[line] for box in boxes).rstrip() for line in range(5)]
        feet = [_foot(die, numbered, die["number"] in picked).center(inner + 2) for die in row]
        if any(foot.strip() for foot in feet):
            lines.append(" ".join(feet).rstrip())
    return lines


def dice_line(dice: Sequence[DieView], *, numbered: bool = False, picked: Sequence[int] = ()) -> str:
    """Dice where there is no room to draw them: `1[5] 2[3] keep 3[ ]`."""
    faces = [f"[{' ' if die['face'] is None else starred(die)}]" for die in dice]
    feet = [" keep" if die["number"] in picked else "" for die in dice]
    heads = [str(die["number"]) if numbered else "" for die in dice]
    return " ".join("".join(parts) for parts in zip(heads, faces, feet, strict=True))


def _foot(die: DieView, numbered: bool, picked: bool) -> str:
    if picked:
        return f"{die['number']} keep" if numbered else "keep"
    if numbered:
        return str(die["number"])
    return {"aside": "aside", "kept": "kept"}.get(die["mark"], "")


def _box(die: DieView, name: str, inner: int, word: Word | None) -> list[str]:
    face = die["face"]
    top, side, bottom = ("╭─╮", "│", "╰─╯") if die["mark"] != "waiting" else ("┌┄┐", "┆", "└┄┘")
    middle = [line.center(inner) for line in _face(face, name, inner, word)]
    return [
        top[0] + top[1] * inner + top[2],
        *(side + line + side for line in middle),
        bottom[0] + bottom[1] * inner + bottom[2],
    ]


def _face(face: Face | None, name: str, inner: int, word: Word | None) -> tuple[str, str, str]:
    if face is None:
        return ("", "", "")
    if isinstance(face, int):
        return _PIPS.get(face, ("", str(face), ""))
    named = word(f"face.{face}") if word else None
    shape = (word(f"shape.{face}") if word else None) or SHAPES.get(named or "", "")
    return (shape, fit(face, inner).strip(), name)


def gauge_line(gauge: Gauge, label: str, width: int = 79) -> str:
    """`To target [#####-----] 50 of 100`."""
    end = f" {gauge['value']} of {gauge['goal']}"
    room = max(5, min(40, width - cell_len(label) - len(end) - 3))
    full = max(0, min(room, room * gauge["value"] // gauge["goal"])) if gauge["goal"] > 0 else room
    return f"{label} [{'#' * full}{'-' * (room - full)}]{end}"


def sheet_lines(
    rows: Sequence[Row], names: Sequence[str], label: Callable[[Row], str], width: int = 79, turn: int | None = None
) -> list[str]:
    """The score sheet: a column for each seat, in blocks where there are too many for the width."""
    labels = [label(row) for row in rows]
    first = min(max([cell_len(text) for text in labels], default=0), max(12, width - 7 * len(names)))
    marked = [f">{name}" if seat == turn else name for seat, name in enumerate(names)]
    column = min(max([6, *(cell_len(name) for name in marked)]), 14)
    each = max(1, (width - first) // (column + 1))
    if each < len(names):
        column = max(6, min(column, (width - first) // len(names) - 1))
        each = max(1, (width - first) // (column + 1))
    lines: list[str] = []
    for start in range(0, len(names), each):
        part = range(start, min(start + each, len(names)))
        if start:
            lines.append("")
        lines.append((" " * first + "".join(" " + _right(marked[seat], column) for seat in part)).rstrip())
        for row, text in zip(rows, labels, strict=True):
            if row.get("strong") and row is not rows[0]:
                lines.append("─" * (first + len(part) * (column + 1)))
            cells = "".join(" " + _right(_cell(row["cells"][seat]), column) for seat in part)
            lines.append((fit(text, first) + cells).rstrip())
    return lines


def _cell(value: int | str | None) -> str:
    return "·" if value is None else printable(str(value))


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text if cell_len(text) < width else fit(text, width)


def hand_line(hand: Hand, name: str) -> str:
    """A hand on one line; red dice bear a star."""
    dice = " ".join(f"[{starred(die)}]" for die in hand["dice"]) or "no dice left"
    return f"{name} ({len(hand['dice'])}{', slurped' if hand.get('slurped') else ''}): {dice}"


def starred(die: DieView) -> str:
    face = "?" if die["face"] is None else str(die["face"])
    return face + "*" if die["mark"] == "red" else face


class Frame(NamedTuple):
    """A part of a crossword: its first and last columns and rows."""

    left: int
    right: int
    top: int
    bottom: int


def whole(crossword: Crossword) -> Frame:
    """All of a crossword that is not empty."""
    xs, ys = [cell["x"] for cell in crossword["cells"]], [cell["y"] for cell in crossword["cells"]]
    return Frame(min(xs), max(xs), min(ys), max(ys))


def in_sight(crossword: Crossword, width: int, height: int, centre: tuple[int, int]) -> Frame:
    """As much of a crossword as there is room for, around a cell; numbers of columns and rows take room as well."""
    frame = whole(crossword)
    wide, side = _measures(crossword)
    left, right = _around(centre[0], frame.left, frame.right, (width - side) // wide)
    return Frame(left, right, *_around(centre[1], frame.top, frame.bottom, height - 1))


def _around(centre: int, first: int, last: int, room: int) -> tuple[int, int]:
    room = max(1, min(room, last - first + 1))
    begin = max(first, min(centre - room // 2, last - room + 1))
    return begin, begin + room - 1


def _measures(crossword: Crossword) -> tuple[int, int]:
    """How wide a die is, and the numbers of rows."""
    _, _, top, bottom = whole(crossword)
    faces = [cell["face"] + "*" * cell["red"] for cell in crossword["cells"]]
    return max(3, *(len(face) + 1 for face in faces)), max(len(str(top)), len(str(bottom)))


def crossword_lines(crossword: Crossword, frame: Frame | None = None) -> list[str]:
    """The grid, or the part in a frame, with x along the top and y down the side; a red die bears a star."""
    cells = {(cell["x"], cell["y"]): cell["face"] + "*" * cell["red"] for cell in crossword["cells"]}
    if not cells:
        return []
    left, right, top, bottom = frame or whole(crossword)
    wide, side = _measures(crossword)
    # Where numbers are too long for their columns, every other one is left out.
    every = 1 if max(len(str(left)), len(str(right))) < wide else 2
    head = [" "] * (side + wide * (right - left + 1))
    for x in range(left, right + 1):
        if x % every == 0:
            end = side + (x - left + 1) * wide - 1
            head[max(0, end - len(str(x))) : end] = str(x)
    lines = ["".join(head).rstrip()]
    for y in range(top, bottom + 1):
        row = "".join(_square(cells.get((x, y)), wide) for x in range(left, right + 1))
        lines.append(str(y).rjust(side) + row)
    return lines


def _square(face: str | None, wide: int) -> str:
    if face is None:
        return "·".rjust(wide - 1) + " "
    return (face if face.endswith("*") else face + " ").rjust(wide)
