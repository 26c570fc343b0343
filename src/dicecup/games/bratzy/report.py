"""Bratzy's facts as sentences and tables."""

from __future__ import annotations

from dicecup.options import Plain
from dicecup.solve.report import Listing, Part, average, percent
from dicecup.view import say

__all__ = ["report"]


def report(facts: dict[str, Plain]) -> list[Part]:
    return [
        say(
            "fact.game",
            points=f"{facts['best_average']:.4f}",
            deviation=average(facts["deviation"]),
            variance=average(facts["variance"]),
            median=facts["median"],
        ),
        say("fact.bonus", points=average(facts["bonus_mean"]), chance=percent(facts["bonus_chance"])),
        Listing(
            say("fact.boxes"),
            [say("fact.box"), say("points")],
            [[say(f"box.{box}"), average(mean)] for box, mean in facts["mean_per_box"].items()],
        ),
        Listing(
            say("fact.at-least"),
            [say("points"), say("fact.chance")],
            [[total, percent(chance)] for total, chance in facts["chance_of_at_least"].items()],
        ),
    ]
