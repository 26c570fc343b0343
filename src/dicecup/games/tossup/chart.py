"""Toss Up in pictures: a turn by dice and points, and a match of two by both totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dicecup.errors import Unsolved
from dicecup.games.tossup.rules import TossUp
from dicecup.games.tossup.solve import HIGHEST, Duel, average, bust_chance, solve
from dicecup.pictures import Draw, Words
from dicecup.pictures.panel import BANK, INK, PALE, ROLL, SCALE, Panel
from dicecup.pictures.plot import Frame, Style, region_map
from dicecup.solve import Progress, silent

__all__ = ["PICTURES"]

ROUNDS = 12
"""Of all dice turned green, as far as the picture goes."""
SHOWN = 3
"""Numbers of dice left, from one, that have a map of their own."""
STEP = 10
"""Points between two levels of a map."""
KEYS = 4
"""Levels in a line of a map's legend."""
NEAR = 0.002
"""Chances that differ by less are drawn as the same."""


def turn(game: TossUp, words: Words, progress: Progress | None) -> Panel:
    """Every number of points is one cell, since the dice left follow from it."""
    best = average(game.dice)
    panel = Panel(words("chart.turn"), words("chart.turn.about", points=f"{best.rolled[0]:.2f}"))
    panel.legend(panel.top, [(ROLL, words("chart.roll")), (BANK, words("chart.bank"))], hatched=[BANK])
    left, top, wide, high = 150.0, panel.top + 62, 60.0, 32.0
    panel.text(left + ROUNDS * wide / 2, top - 26, words("chart.rounds"), anchor="middle")
    for column in range(ROUNDS):
        panel.text(left + (column + 0.5) * wide, top - 8, str(column), anchor="middle", size=11, fill=PALE)
    for row, dice in enumerate(range(game.dice, 0, -1)):
        y = top + row * high
        panel.text(left - 62, y + 21, str(dice), size=14, weight="bold", anchor="end")
        panel.text(left - 10, y + 20, f"{bust_chance(dice):.1%}", size=11, fill=PALE, anchor="end")
        for column in range(ROUNDS):
            points = column * game.dice + game.dice - dice
            if not points:
                _cell(panel, left, y, wide, high, ROLL, "0", words("chart.must"))
                continue
            gain = best.rolled[points] - points
            fill = ROLL if gain > 0 else BANK
            _cell(panel, left + column * wide, y, wide, high, fill, str(points), f"{abs(gain):.1f}")
    panel.text(left - 62, top - 26, words("chart.dice"), anchor="end", size=11)
    panel.text(left - 62, top - 10, words("chart.left"), anchor="end", size=11)
    panel.text(left - 10, top - 10, words("chart.risk"), anchor="end", size=11, fill=PALE)
    return panel


def _cell(panel: Panel, x: float, y: float, wide: float, high: float, fill: str, points: str, gain: str) -> None:
    panel.rect(x, y, wide, high, fill, stroke="#ffffff")
    if fill == BANK:
        panel.rect(x, y, wide, high, "url(#hatch)")
    panel.text(x + wide / 2, y + 15, points, size=13, weight="bold", anchor="middle")
    panel.text(x + wide / 2, y + 27, gain, size=10, anchor="middle", fill=INK)


def match(game: TossUp, words: Words, progress: Progress | None) -> Panel:
    """By both totals: how far a turn is played, and from how many points on to bank with few dice left."""
    two = solve(game, 2, "win", progress)
    if not isinstance(two, Duel):
        raise Unsolved(f"matches at Toss Up are drawn for targets up to {HIGHEST}, got {game.target}")
    tell = progress or silent
    shares, means, least = [], [], []
    for mine in range(two.goal):
        tell(mine / two.goal, "Toss Up, when to bank")
        banks, points = two.turns(0, mine, NEAR)
        shares.append(banks)
        means.append(points / np.maximum(banks, 1e-12))
        least.append(two.bank_from(0, mine, NEAR))
    panel = Panel(words("chart.match"), words("chart.match.about", near=f"{NEAR:.1%}"))
    maps = [
        (words("chart.far"), (np.stack(means) / STEP).astype(int), _points),
        (words("chart.safe"), 9 - (np.stack(shares) * 10 - 1e-9).astype(int), _risk),
    ]
    for place, (title, levels, style) in enumerate(maps):
        spot = 52 + place * 450, panel.top + 24, 370
        _map(panel, two.goal, spot, title, levels, style, words)
        key = [style(level) for level in sorted(set(levels.ravel().tolist()))]
        for row, first in enumerate(range(0, len(key), KEYS)):
            entries = [(each.fill, each.label) for each in key[first : first + KEYS]]
            panel.legend(spot[1] + 414 + 18 * row, entries, x=spot[0], size=11)
    panel.top += 506
    for place, dice in enumerate(range(1, min(SHOWN, game.dice) + 1)):
        levels = np.stack([row[dice - 1] for row in least])
        spot = 52 + place * 302, panel.top + 24, 230
        title = words("chart.with", dice=dice)
        _map(panel, two.goal, spot, title, levels, lambda points: _from(points, game.dice, words), words)
    return panel


def _map(
    panel: Panel,
    goal: int,
    spot: tuple[float, float, float],
    title: str,
    levels: Any,
    style: Callable[[int], Style],
    words: Words,
) -> None:
    """A square map of levels, my totals × your totals."""
    left, top, side = spot
    panel.text(left + side / 2, top - 10, title, anchor="middle", size=14, weight="bold")
    frame = Frame(panel, left, top, side, side, (0, goal), (0, goal))
    cells = levels.T.tolist()
    region_map(frame, cells, {level: style(level) for row in cells for level in row}, borders=False)
    ticks = range(0, goal, max(1, goal // 50 * 10 or goal // 5))
    frame.x_axis(ticks, words("chart.mine"))
    frame.y_axis(ticks, words("chart.yours"), lines=False)


def _shade(level: int, label: str) -> Style:
    level = max(0, min(level, len(SCALE) - 1))
    return Style(SCALE[level], label, ink="#ffffff" if level > 3 else INK)


def _points(level: int) -> Style:
    return _shade(level, f"{STEP * level}–{STEP * level + STEP}")


def _risk(level: int) -> Style:
    """A risk in tenths."""
    return _shade(level, f"{10 * level}–{10 * level + 10}%")


def _from(points: int, dice: int, words: Words) -> Style:
    return Style(ROLL, words("chart.roll")) if points < 0 else _shade(points // dice, str(points))


PICTURES: dict[str, Draw] = {"turn": turn, "match": match}  # type: ignore[dict-item]
