"""Pumpkins in pictures: what each roll gains by dice total, and how likely every score is."""

from __future__ import annotations

from dicecup.games.pumpkins.rules import Pumpkins
from dicecup.games.pumpkins.solve import facts
from dicecup.pictures import Draw, Words
from dicecup.pictures.panel import BANK, GRID, INK, PALE, STRONG, Panel
from dicecup.pictures.plot import Frame
from dicecup.solve import Progress

__all__ = ["PICTURES"]

LOOKS = {"roll 1": ("circle", "#1f6fa8"), "roll 2": ("square", "#b3500b"), "roll 3": ("triangle", "#3d7a35")}
SLIGHT = 2e-5


def turn(game: Pumpkins, words: Words, progress: Progress | None) -> Panel:
    known = facts(game)
    first = next(iter(known["what_to_do"]["0"].values()))
    panel = Panel(words("chart.turn"), words("chart.turn.about", first=words(f"move.{first}").lower()))
    gains = {int(total): row for total, row in known["worth_beyond_stopping"].items()}
    low = min(min(row.values()) for row in gains.values())
    high = max(max(row.values()) for row in gains.values())
    bounds = 5 * (low // 5), 5 * -(-high // 5)
    frame = Frame(panel, 60, panel.top + 24, panel.width - 190, 320, (0.5, game.goal - 0.5), bounds)
    frame.y_axis(range(int(bounds[0]), int(bounds[1]) + 1, 5), words("chart.gain"), text="{:+g}".format)
    panel.line(frame.left, frame.up(0), frame.left + frame.width, frame.up(0), stroke=INK, width=1.5)
    panel.text(frame.left + 6, frame.up(0) + 15, words("chart.stop-line"), size=12, halo=True)
    beside = frame.left + frame.width + 14
    for row, (move, (shape, colour)) in enumerate(LOOKS.items()):
        points = [(frame.across(total), frame.up(row_[move])) for total, row_ in gains.items()]
        panel.path(points, stroke=colour)
        for x, y in points:
            panel.mark(x, y, shape, colour)
        y = frame.top + 20 + 24 * row
        panel.mark(beside, y, shape, colour)
        panel.text(beside + 12, y + 4, words(f"move.{move}"), size=12)
    _strip(panel, frame, known["what_to_do"], words)
    return panel


def _strip(panel: Panel, frame: Frame, what: dict[str, dict[str, str]], words: Words) -> None:
    """What to do, total by total, under the lines."""
    top = frame.top + frame.height + 12
    wide = frame.across(1) - frame.across(0)
    for total in range(1, len(what)):
        moves = list(dict.fromkeys(what[str(total)].values()))
        x = frame.across(total) - wide / 2
        stop = moves == ["stop"]
        panel.rect(x + 1, top, wide - 2, 26, BANK if stop else "#eef2f5")
        if stop:
            panel.rect(x + 1, top, wide - 2, 26, "url(#hatch)")
        best = "/".join(moves)
        panel.text(x + wide / 2, top + 17, best, anchor="middle", size=min(11, 1.6 * wide / len(best)), weight="bold")
        panel.text(x + wide / 2, top + 43, str(total), anchor="middle", size=11, fill=PALE)
    panel.text(frame.left + frame.width + 14, top + 17, words("chart.best"), size=12)
    panel.text(frame.left + frame.width / 2, top + 62, words("dice-total"), anchor="middle")


def scores(game: Pumpkins, words: Words, progress: Progress | None) -> Panel:
    known = facts(game)
    chances = {int(score): chance for score, chance in known["scores"].items() if chance > SLIGHT}
    mean, deviation = known["best_average"], known["deviation"]
    about = words("chart.scores.about", points=f"{mean:.2f}", deviation=f"{deviation:.2f}")
    panel = Panel(words("chart.scores", turns=game.turns), about)
    least, most = min(chances), max(chances)
    top = max(chances.values())
    frame = Frame(panel, 60, panel.top + 24, panel.width - 70, 240, (least - 0.5, most + 0.5), (0, 1.05 * top))
    step = 0.01 if top < 0.06 else 0.02 if top < 0.12 else 0.05
    frame.y_axis([step * n for n in range(int(top / step) + 1)], words("fact.chance"), text="{:.0%}".format)
    frame.bars(
        chances.items(),
        STRONG,
        about=lambda score, chance: f"{score:g}: {chance:.3%}",
    )
    every = max(1, round((most - least) / 60)) * 5
    frame.x_axis(range(-(-least // every) * every, most + 1, every), words("pumpkins"))
    frame.upright(mean, words("chart.mean", points=f"{mean:.2f}"))
    panel.line(frame.left, frame.top + frame.height, frame.left + frame.width, frame.top + frame.height, stroke=GRID)
    return panel


PICTURES: dict[str, Draw] = {"turn": turn, "scores": scores}  # type: ignore[dict-item]
