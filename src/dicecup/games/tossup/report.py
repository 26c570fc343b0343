"""Toss Up's facts as sentences and tables."""

from __future__ import annotations

from dicecup.options import Plain
from dicecup.solve.report import Listing, Part, average, percent
from dicecup.view import say

__all__ = ["report"]


def report(facts: dict[str, Plain]) -> list[Part]:
    parts: list[Part] = [say("fact.turn", points=average(facts["best_average_turn"]))]
    if "fewest_expected_turns" in facts:
        parts.append(say("fact.turns", turns=average(facts["fewest_expected_turns"])))
    columns = {
        "fact.bust": [percent(chance) for chance in facts["bust_chance"].values()],
        "fact.average-from": _from(facts["average_bank_from"]),
    }
    if "bank_from_at_0_0" in facts:
        columns["fact.win-from"] = _from(facts["bank_from_at_0_0"])
    columns["fact.increase"] = [str(points) for points in facts["increase_below"].values()]
    rows = zip(facts["bust_chance"], *columns.values(), strict=True)
    head = [say("fact.dice"), *(say(key) for key in columns)]
    parts.append(Listing(say("fact.when"), head, [list(row) for row in rows]))
    if "chance_by_totals" in facts:
        table = facts["chance_by_totals"]
        totals = list(table)
        cells: list[list[Plain]] = [[mine, *(percent(table[mine][yours]) for yours in totals)] for mine in totals]
        parts.append(Listing(say("fact.chances"), [say("fact.mine"), *(say(total) for total in totals)], cells))
    return parts


def _from(points: dict[str, int | None]) -> list[str]:
    return ["–" if least is None else str(least) for least in points.values()]
