"""Plots on a panel: a frame with axes, bars, and maps of regions that bear their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dicecup.pictures.panel import INK, PALE, Panel, extent

__all__ = ["Frame", "Style", "region_map"]


LABELS = 4
"""Regions of one value that bear its label, at most."""


@dataclass(frozen=True)
class Frame:
    """A rectangle of a panel in which numbers have places."""

    panel: Panel
    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]
    """What stands at the left and at the right edge."""
    y: tuple[float, float]
    """What stands at the lower and at the upper edge."""

    def across(self, x: float) -> float:
        return self.left + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.width

    def up(self, y: float) -> float:
        return self.top + self.height - (y - self.y[0]) / (self.y[1] - self.y[0]) * self.height

    def x_axis(self, ticks: Iterable[float], label: str, *, text: Callable[[float], str] = "{:g}".format) -> None:
        bottom = self.top + self.height
        self.panel.line(self.left, bottom, self.left + self.width, bottom, stroke=PALE)
        for tick in ticks:
            x = self.across(tick)
            self.panel.line(x, bottom, x, bottom + 4, stroke=PALE)
            self.panel.text(x, bottom + 17, text(tick), anchor="middle", fill=PALE, size=11)
        self.panel.text(self.left + self.width / 2, bottom + 34, label, anchor="middle")

    def y_axis(
        self, ticks: Iterable[float], label: str, *, text: Callable[[float], str] = "{:g}".format, lines: bool = True
    ) -> None:
        for tick in ticks:
            y = self.up(tick)
            if lines:
                self.panel.line(self.left, y, self.left + self.width, y)
            self.panel.text(self.left - 7, y + 4, text(tick), anchor="end", fill=PALE, size=11)
        self.panel.text(self.left - 38, self.top + self.height / 2, label, anchor="middle", upward=True)

    def bars(self, heights: Iterable[tuple[float, float]], fill: str, *, about: Callable[[float, float], str]) -> None:
        wide = self.across(1) - self.across(0)
        gap = 0.12 * wide if wide > 4 else 0.0
        for x, height in heights:
            top = self.up(height)
            self.panel.rect(
                self.across(x) - wide / 2 + gap,
                top,
                wide - 2 * gap,
                self.top + self.height - top,
                fill,
                about=about(x, height),
            )

    def bar_labels(
        self, heights: Sequence[tuple[float, float]], text: Callable[[float], str], size: float = 11
    ) -> None:
        """What bars stand for, over them: of as many as do not touch, the last one among them."""
        widest = max((extent(text(height), size) for _, height in heights), default=0.0)
        step = int(0.85 * widest / (self.across(1) - self.across(0))) + 1
        for x, height in heights[::-1][::step]:
            self.panel.text(self.across(x), self.up(height) - 6, text(height), anchor="middle", size=size, halo=True)

    def upright(self, x: float, text: str, *, above: float = 6, anchor: str = "middle") -> None:
        """A dashed line from bottom to top, with words over it."""
        at = self.across(x)
        self.panel.line(at, self.top - above + 2, at, self.top + self.height, stroke=INK, dash="4 3", width=1.2)
        shift = {"start": 4, "end": -4, "middle": 0}[anchor]
        self.panel.text(at + shift, self.top - above, text, anchor=anchor, size=12)


@dataclass(frozen=True)
class Style:
    """How a region looks: its fill, whether it is hatched, the words in it, and their colour."""

    fill: str
    label: str = ""
    hatched: bool = False
    ink: str = INK


def region_map(
    frame: Frame,
    cells: Sequence[Sequence[int]],
    styles: Mapping[int, Style],
    *,
    size: float = 11,
    borders: bool = True,
) -> list[tuple[int, int]]:
    """Cells by row (upwards) and column as regions, with the label in the widest regions that have room for it.

    Gives the cells that labels cover, by column and row.
    """
    covered: list[tuple[int, int]] = []
    wide, high = frame.width / len(cells[0]), frame.height / len(cells)
    for row, values in enumerate(cells):
        top = frame.top + frame.height - (row + 1) * high
        column = 0
        for value, run in groupby(values):
            count = len(list(run))
            style = styles[value]
            # A little more than a cell, so that no seam shows between rows.
            frame.panel.rect(frame.left + column * wide, top, count * wide + 0.6, high + 0.6, style.fill, crisp=True)
            if style.hatched:
                frame.panel.rect(frame.left + column * wide, top, count * wide, high, "url(#hatch)")
            column += count
    if borders:
        _borders(frame, cells, wide, high)
    for value, style in styles.items():
        for x, y, room in _middles(cells, value)[:LABELS] if style.label else ():
            words = extent(style.label, size)
            if (2 * room - 1) * high >= size and (2 * room - 1) * wide >= 0.8 * words:
                # Kept inside of the frame, also where the region ends at its edge.
                across = min(max((x + 0.5) * wide, words / 2 + 2), frame.width - words / 2 - 2)
                down = min(max((y + 0.5) * high, size * 0.7), frame.height - size * 0.7)
                at = frame.left + across, frame.top + frame.height - down + size * 0.36
                frame.panel.text(*at, style.label, size=size, anchor="middle", fill=style.ink)
                covered += [
                    (column, row)
                    for column in range(int((across - words / 2) / wide), int((across + words / 2) / wide) + 1)
                    for row in range(int((down - size / 2) / high), int((down + size / 2) / high) + 1)
                ]
    frame.panel.rect(frame.left, frame.top, frame.width, frame.height, "none", stroke=PALE)
    return covered


def _borders(frame: Frame, cells: Sequence[Sequence[int]], wide: float, high: float) -> None:
    """Thin lines where regions meet, so that they are told apart in grey as well."""
    bottom = frame.top + frame.height
    for row, values in enumerate(cells):
        for column in range(1, len(values)):
            if values[column] != values[column - 1]:
                x = frame.left + column * wide
                frame.panel.line(x, bottom - (row + 1) * high, x, bottom - row * high, stroke=PALE, width=0.7)
    for row in range(1, len(cells)):
        differ = [a != b for a, b in zip(cells[row], cells[row - 1], strict=True)]
        column = 0
        for value, run in groupby(differ):
            count = len(list(run))
            if value:
                y = bottom - row * high
                left = frame.left + column * wide
                frame.panel.line(left, y, left + count * wide, y, stroke=PALE, width=0.7)
            column += count


def _middles(cells: Sequence[Sequence[int]], value: int) -> list[tuple[int, int, int]]:
    """The place furthest inside of each region of a value, widest first: column, row, and steps to its border."""
    rows, columns = len(cells), len(cells[0])
    left = {(x, y) for y in range(rows) for x in range(columns) if cells[y][x] == value}
    found = []
    while left:
        region, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            region.add((x, y))
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        found.append(_deepest(region))
    return sorted(found, key=lambda middle: -middle[2])


def _deepest(region: set[tuple[int, int]]) -> tuple[int, int, int]:
    """Peel a region layer by layer; the middle of what is left last."""
    steps = 0
    while True:
        inner = {(x, y) for x, y in region if all((x + dx, y + dy) in region for dx in (-1, 0, 1) for dy in (-1, 0, 1))}
        steps += 1
        if not inner:
            places = sorted(region)
            x, y = places[len(places) // 2]
            return x, y, steps
        region = inner
