"""Ketchup in pictures: what scores are worth, when to roll again, and how likely exactly 57 is."""

from __future__ import annotations

from dataclasses import replace

from dicecup.games.ketchup.rules import Ketchup
from dicecup.games.ketchup.solve import Tables
from dicecup.pictures import Draw, Words
from dicecup.pictures.panel import BANK, INK, ROLL, SCALE, STRONG, Panel
from dicecup.pictures.plot import Frame, Style, region_map
from dicecup.solve import Progress

__all__ = ["PICTURES"]

SIDE = 350.0
STEPS = (0.02, 0.05, 0.1)
"""Of chances, between two levels of a map."""
LEVELS = 10
"""Of a map, if its steps allow it, but for the outermost twentieth on either side."""
KEYS = 4
"""Shades in a line of the legend."""
CALLERS = 17
"""Scores of which it is told what a call is worth."""
SAFE = 0.995


def match(game: Ketchup, words: Words, progress: Progress | None) -> Panel:
    """The chance to win when my turn begins, by both scores, and where to call at once; and what a call is worth."""
    two = Tables(game, progress)
    panel = Panel(words("chart.match"), words("chart.match.about"))
    scores = range(game.goal)
    frame = _square(panel, 0, words("chart.open-title"), game)
    worths = [[two.moves("open", mine, yours, (0, 0))[:2] for mine in scores] for yours in scores]
    chances = sorted(max(each) for row in worths for each in row)
    few = len(chances) // 20
    step = next((s for s in STEPS if chances[-few - 1] - chances[few] <= LEVELS * s), STEPS[-1])
    cells = [[min(int(max(each) / step), round(1 / step) - 1) for each in row] for row in worths]
    levels = sorted({level for row in cells for level in row})
    covered = region_map(frame, cells, {level: _shade(level, levels, step) for level in levels})
    for yours, row in enumerate(worths):
        for mine, (roll, call) in enumerate(row):
            if call >= roll and (mine, yours) not in covered:
                panel.dot(frame.across(mine), frame.up(yours), 1.8)
    frame.x_axis(range(0, game.goal, 10), words("chart.mine"))
    frame.y_axis(range(0, game.goal, 10), words("chart.yours"), lines=False)
    _legend(panel, frame, levels, step)
    _callers(panel, two, words)
    return panel


def _legend(panel: Panel, frame: Frame, levels: list[int], step: float) -> None:
    """What each shade stands for, below the map: the narrowest bands have no room for their numbers."""
    shades: dict[str, list[int]] = {}
    for level in levels:
        shades.setdefault(_shade(level, levels, step).fill, []).append(level)
    key = [(fill, f"{100 * step * found[0]:.0f}–{100 * step * (found[-1] + 1):.0f}%") for fill, found in shades.items()]
    for row, first in enumerate(range(0, len(key), KEYS)):
        top = frame.top + frame.height + 46 + 18 * row
        panel.legend(top, key[first : first + KEYS], x=frame.left - 20, size=11)


def _callers(panel: Panel, two: Tables, words: Words) -> None:
    """The chance to win of one who calls, by score, against one who begins at 0: up to the first that is safe."""
    goal = two.game.goal
    chances = [1.0 - max(two.moves("chase", 0, score, (0, 0))) for score in range(goal)]
    last = next((score for score, chance in enumerate(chances) if chance >= SAFE), goal - 1)
    last = max(last, min(CALLERS, goal) - 1)
    shown = [(float(score), chances[score]) for score in range(max(0, last - CALLERS + 1), last + 1)]
    square = _square(panel, 1, words("chart.call"), two.game)
    frame = replace(square, x=(shown[0][0] - 0.5, last + 0.5), y=(0.0, 1.1))
    frame.y_axis([n / 5 for n in range(6)], words("fact.chance"), text="{:.0%}".format)
    frame.bars(shown, STRONG, about=lambda score, chance: f"{score:g}: {chance:.2%}")
    frame.bar_labels([(score, chance) for score, chance in shown if chance > 0.02], "{:.0%}".format)
    frame.x_axis(range(int(shown[0][0]), last + 1, 4), words("chart.called"))


def _square(panel: Panel, place: int, title: str, game: Ketchup) -> Frame:
    left, top = 52 + place * (SIDE + 90), panel.top + 24
    panel.text(left + SIDE / 2, top - 10, title, anchor="middle", size=14, weight="bold")
    return Frame(panel, left, top, SIDE, SIDE, (-0.5, game.goal - 0.5), (-0.5, game.goal - 0.5))


def _shade(level: int, levels: list[int], step: float) -> Style:
    shade = (level - levels[0]) * (len(SCALE) - 1) // max(1, levels[-1] - levels[0])
    return Style(SCALE[shade], f"{level * step:.0%}–{(level + 1) * step:.0%}", ink="#ffffff" if shade > 3 else INK)


def turn(game: Ketchup, words: Words, progress: Progress | None) -> Panel:
    """Roll again or stop after the usual first roll, by my total and your score."""
    two = Tables(game, progress)
    points = two.hand.usual
    panel = Panel(words("chart.turn", points=points), words("chart.turn.about", points=points))
    panel.legend(panel.top, [(ROLL, words("chart.roll")), (BANK, words("chart.bank"))], hatched=[BANK])
    panel.top += 34
    styles = {
        0: Style(BANK, words("move.bank"), hatched=True),
        1: Style(ROLL, words("chart.again")),
        2: Style("#ffffff"),
    }
    for place, kind in enumerate(("open", "chase")):
        frame = _square(panel, place, words(f"chart.{kind}"), game)
        rolls = [set(two.roll_on(kind, yours, points)) for yours in range(game.goal)]
        cells = [[int(total in row) if total >= points else 2 for total in range(game.goal)] for row in rolls]
        region_map(frame, cells, styles)
        frame.x_axis(range(0, game.goal, 10), words("chart.held"))
        frame.y_axis(range(0, game.goal, 10), words("chart.yours"), lines=False)
    return panel


def goal(game: Ketchup, words: Words, progress: Progress | None) -> Panel:
    """The best chance of exactly the goal for a player alone, by score."""
    two = Tables(game, progress)
    chances = {float(score): float(two.exactly[two.place(score)]) for score in range(game.goal)}
    panel = Panel(words("chart.goal"), words("chart.goal.about", chance=f"{chances[0]:.1%}"))
    high = max(0.5, *chances.values())
    frame = Frame(panel, 60, panel.top + 10, panel.width - 70, 220, (-0.5, game.goal - 0.5), (0, high))
    frame.y_axis([n / 10 for n in range(int(high * 10) + 1)], words("fact.chance"), text="{:.0%}".format)
    frame.bars(chances.items(), STRONG, about=lambda score, chance: f"{score:g}: {chance:.2%}")
    frame.x_axis(range(0, game.goal, 5), words("chart.score"))
    return panel


PICTURES: dict[str, Draw] = {"match": match, "turn": turn, "goal": goal}  # type: ignore[dict-item]
