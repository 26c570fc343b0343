"""Figures and tables for people, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from dicecup.solve import Objective

__all__ = ["columns", "figure"]


def figure(value: float, objective: Objective) -> str:
    """A value as people read it: a chance in percent, or points."""
    return f"{value:.2%}" if objective == "win" else f"{value:.2f}"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with aligned columns: words to the left, figures to the right."""
    table = [[cell.strip() for cell in row] for row in (head, *rows)]
    widths = [max(len(row[place]) for row in table) for place in range(len(head))]
    right = [all(_is_figure(row[place]) for row in table[1:]) for place in range(len(head))]
    lines = []
    for row in table:
        cells = zip(row, widths, right, strict=True)
        lines.append("  ".join(f"{c:>{width}}" if number else f"{c:{width}}" for c, width, number in cells).rstrip())
    return lines


def _is_figure(text: str) -> bool:
    return not text or text[0] in "0123456789+-−–.<>≥" or text == "always"
