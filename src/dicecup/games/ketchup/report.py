"""Ketchup's facts as sentences and tables."""

from __future__ import annotations

from dicecup.options import Plain
from dicecup.solve.report import Listing, Part, average, percent
from dicecup.view import say

__all__ = ["report"]


def report(facts: dict[str, Plain]) -> list[Part]:
    stop = {rolls: "–" if least is None else str(least) for rolls, least in facts["average_bank_from"].items()}
    parts: list[Part] = [
        say("fact.turn", points=average(facts["best_average_turn"])),
        Listing(
            say("fact.stop"),
            [say("fact.rolls"), say("fact.bank-from")],
            [[rolls, least] for rolls, least in stop.items()],
        ),
    ]
    return [*parts, *_match(facts)] if "chance_by_scores" in facts else parts


def _match(facts: dict[str, Plain]) -> list[Part]:
    alone = facts["chance_of_the_goal"]
    table = facts["chance_by_scores"]
    scores = list(table)
    parts: list[Part] = [
        say("fact.goal", chance=percent(facts["best_chance_of_the_goal"])),
        Listing(
            say("fact.chances"),
            [say("fact.mine"), *(say(yours) for yours in scores)],
            [[mine, *(percent(table[mine][yours]) for yours in scores)] for mine in scores],
        ),
        Listing(
            say("fact.calls"),
            [say("fact.yours"), say("fact.call-open"), say("fact.call-chase")],
            [
                [yours, _from(facts["call_from"][yours]), _from(facts["chase_call_from"][yours])]
                for yours in facts["call_from"]
                if yours in scores
            ],
        ),
        Listing(
            say("fact.roll-on", points=facts["usual_first_roll"]),
            [say("fact.yours"), say("fact.call-open"), say("fact.call-chase")],
            [[yours, *(_ranges(facts["roll_on"][kind][yours]) for kind in ("open", "chase"))] for yours in scores],
        ),
        Listing(
            say("fact.alone"),
            [say("points"), say("fact.chance")],
            [[score, percent(alone[score])] for score in scores],
        ),
    ]
    if facts["error_of_cutting_off"]:
        parts.append(say("fact.cut", low=facts["lowest_score"], error=f"{facts['error_of_cutting_off']:.1e}"))
    return parts


def _from(least: int | None) -> str:
    return "–" if least is None else str(least)


def _ranges(scores: list[int]) -> str:
    """3, 5–8."""
    runs: list[list[int]] = []
    for score in scores:
        if runs and score == runs[-1][-1] + 1:
            runs[-1].append(score)
        else:
            runs.append([score])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "–"
