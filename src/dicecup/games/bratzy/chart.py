"""Bratzy in pictures: how likely every score is under best play, and what each box brings."""

from __future__ import annotations

from itertools import accumulate

from dicecup.games.bratzy.boxes import worth
from dicecup.games.bratzy.rules import Bratzy
from dicecup.games.bratzy.solve import solve
from dicecup.pictures import Draw, Words
from dicecup.pictures.panel import GRID, INK, PALE, ROLL, STRONG, Panel
from dicecup.pictures.plot import Frame
from dicecup.solve import Progress

__all__ = ["PICTURES"]

SLIGHT = 2e-6


def scores(game: Bratzy, words: Words, progress: Progress | None) -> Panel:
    known = solve(game, 1, "points", progress).facts()
    every = {int(score): chance for score, chance in known["scores"].items()}
    chances = {score: chance for score, chance in every.items() if chance > SLIGHT}
    about = words("chart.scores.about", deviation=f"{known['deviation']:.2f}", chance=f"{known['bonus_chance']:.1%}")
    panel = Panel(words("chart.scores"), about)
    least, most, top = min(chances) // 25 * 25, -(-max(chances) // 25) * 25, max(chances.values())
    frame = Frame(panel, 60, panel.top + 40, panel.width - 70, 300, (least, most), (0, 1.25 * top))
    step = 0.002
    frame.y_axis([step * n for n in range(int(top / step) + 1)], words("fact.chance"), text="{:.1%}".format)
    share, low, high = _middle(every)
    left, right = frame.across(low - 0.5), frame.across(high + 0.5)
    panel.rect(left, frame.top, right - left, frame.height, "#eef2f5")
    panel.text(left + 6, frame.top + 16, words("chart.half", share=f"{share:.0%}"), size=11)
    panel.text(left + 6, frame.top + 31, f"{low}–{high}", size=11, fill=PALE)
    frame.bars(
        chances.items(),
        STRONG,
        about=lambda score, chance: f"{score:g}: {chance:.4%}",
    )
    frame.x_axis(range(least, most + 1, 25), words("points"))
    mean = known["best_average"]
    frame.upright(mean, words("chart.mean", points=f"{mean:.2f}", median=known["median"]))
    return panel


def _middle(chances: dict[int, float]) -> tuple[float, int, int]:
    """The middle half of all games: its share, its least and its highest score."""
    upto = list(zip(chances, accumulate(chances.values()), strict=True))
    low, high = (next(score for score, chance in upto if chance >= edge) for edge in (0.25, 0.75))
    return sum(chances[score] for score in chances if low <= score <= high), low, high


def boxes(game: Bratzy, words: Words, progress: Progress | None) -> Panel:
    means = solve(game, 1, "points", progress).facts()["mean_per_box"]
    panel = Panel(words("chart.boxes"), words("chart.boxes.about"))
    frame = Frame(panel, 140, panel.top, panel.width - 200, 26.0 * len(means), (0, 50), (0, len(means)))
    for points in range(0, 51, 10):
        x = frame.across(points)
        panel.line(x, frame.top, x, frame.top + frame.height, stroke=GRID)
    for row, (box, mean) in enumerate(means.items()):
        most = max(worth((a, a, a, b, b))[box] for a in range(1, 7) for b in range(1, 7))
        most = max(most, worth((1, 2, 3, 4, 5))[box], worth((2, 3, 4, 5, 6))[box])
        y = frame.top + 26 * row
        panel.text(frame.left - 10, y + 18, words(f"box.{box}"), anchor="end", size=13)
        panel.rect(frame.left, y + 4, frame.across(most) - frame.left, 18, ROLL)
        panel.rect(frame.left, y + 4, frame.across(mean) - frame.left, 18, STRONG)
        panel.text(frame.across(most) + 8, y + 18, words("chart.of", mean=f"{mean:.2f}", most=most), size=12, fill=INK)
    frame.x_axis(range(0, 51, 10), words("points"))
    return panel


PICTURES: dict[str, Draw] = {"scores": scores, "boxes": boxes}  # type: ignore[dict-item]
