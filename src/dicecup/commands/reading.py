"""Reading the record that a command is given."""

from __future__ import annotations

import argparse
import json
import sys

from dicecup.commands.arguments import open_record
from dicecup.errors import RecordError
from dicecup.records import replay
from dicecup.table import Table

__all__ = ["read_record"]


def read_record(args: argparse.Namespace) -> Table | None:
    """The table as the record `args.file` leaves it; None where a line is wrong, which has then been said."""
    try:
        with open_record(args.file) as stream:
            return replay(stream)[1]
    except RecordError as error:
        if args.json:
            print(json.dumps({"error": error.code, "line": error.line, "reason": error.reason}))
        print(f"dicecup: {args.file}: {error}", file=sys.stderr)
        return None
