"""Check a JUnit report of the tests against what the repository expects; exit 1 where tests went missing.

`tests/COUNT` holds the number of tests that there are at least. `tests/SKIPPED` lists the tests that may be skipped or
fail as expected, `name  # why`, one a line; any other that did not really run is an error.

    python tools/tests_ran.py report.xml
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"


def main(report: str) -> int:
    cases = list(ET.parse(report).iter("testcase"))
    expected = int((TESTS / "COUNT").read_text().split()[0])
    lines = (TESTS / "SKIPPED").read_text().splitlines()
    allowed = {name for line in lines if (name := line.partition("#")[0].strip())}

    problems = [
        f"{name} did not run ({skipped.get('message')}), and tests/SKIPPED does not list it"
        for case in cases
        if (skipped := case.find("skipped")) is not None
        and (name := f"{case.get('classname')}.{case.get('name')}") not in allowed
    ]
    if len(cases) < expected:
        problems.append(f"{len(cases)} tests, and tests/COUNT says {expected}: bring them back, or say why fewer")
    for problem in problems:
        print(f"tests: {problem}")
    if not problems and len(cases) > expected:
        print(f"tests: {len(cases)}, and tests/COUNT says {expected}: it can be raised")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
