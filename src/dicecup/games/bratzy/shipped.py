"""What becomes of a whole game under best play, worked out beforehand for the printed rules: it takes ten seconds.

`python -m dicecup.games.bratzy.shipped` writes it anew; the tests work it out again and compare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicecup.options import Plain

__all__ = ["shipped"]

FILE = Path(__file__).parent / "spread.json"


def shipped(identity: Mapping[str, Plain]) -> dict[str, Any] | None:
    """The spread that came with the program, if it is that of these rules."""
    try:
        found: dict[str, Any] = json.loads(FILE.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return found if found.get("identity") == json.loads(json.dumps(identity)) else None


def main() -> None:
    from dicecup.games.bratzy.average import Average  # noqa: PLC0415 - which imports this module
    from dicecup.games.bratzy.rules import Bratzy  # noqa: PLC0415

    average = Average(Bratzy())
    spread = average.spread_from(0, 0)
    found = {"chances": spread.chances.tolist(), "ended": spread.ended.tolist()}
    FILE.write_text(json.dumps({"identity": average.identity("spread"), **found}) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
