"""`dicecup verify`: check that the dice of a record are those that were promised before the game."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from dicecup.commands.arguments import add_json, open_record
from dicecup.errors import RecordError
from dicecup.records.verify import NotFair, Verdict, verify

__all__ = ["add_arguments", "run"]

SHOWN = 5
"""Wrong rolls named to people; `--json` has them all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Make every roll and deal of a record again from the secret that was told when the game was over, and check"
        " that the secret is the one that was promised before it began."
    )
    parser.epilog = "The exit status is 0 only if everything is as promised. docs/fair-dice.md says how dice are made."
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        with open_record(args.file) as stream:
            verdict = verify(stream)
    except (RecordError, NotFair) as error:
        if args.json:
            line = {"line": error.line, "reason": error.reason} if isinstance(error, RecordError) else {}
            print(json.dumps({"error": error.code, "reason": str(error)} | line))
        print(f"dicecup: {args.file}: {error}", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps({"fair": verdict.fair, **asdict(verdict)}))
    else:
        print("\n".join(_words(verdict)))
    return 0 if verdict.fair else 1


def _words(verdict: Verdict) -> list[str]:
    rolls = f"{verdict.rolls} roll{'' if verdict.rolls == 1 else 's'}"
    lines = []
    if not verdict.promise_kept:
        lines.append("The secret is NOT the one that was promised before the game.")
    if verdict.lots_kept is False:
        lines.append("The seats are NOT in the order that the lots give.")
    for wrong in verdict.wrong[:SHOWN]:
        expected, got = json.dumps(wrong.expected), json.dumps(wrong.got)
        lines.append(f"line {wrong.line}: the {wrong.event} should be {expected}, the record says {got}")
    if len(verdict.wrong) > SHOWN:
        lines.append(f"… and {len(verdict.wrong) - SHOWN} more")
    if verdict.fair:
        lots = "" if verdict.lots_kept is None else " and the order of the seats"
        lines.append(f"Fair: the secret is the one that was promised, and all {rolls}{lots} follow from it.")
    else:
        lines.append(f"Not as promised: {len(verdict.wrong)} of {rolls} are other dice than the secret gives.")
    if not verdict.over:
        lines.append("The record ends before the game does.")
    return lines
