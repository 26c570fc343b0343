"""Every screen can be used by everybody: axe finds nothing serious, and nothing is wider than a small phone."""

import pytest

from tests.page.screens import all_screens
from tests.page.test_build import ROOT

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_on_any_screen(visit, dark):
    found = {}
    for name, page in all_screens(visit, phone=dark, dark=dark):
        page.evaluate(AXE)
        report = page.evaluate("rules => axe.run(document, rules)", RULES)
        serious = [
            f"{each['id']}: {each['nodes'][0]['html'][:200]} {each['nodes'][0]['failureSummary'][:300]}"
            for each in report["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            serious.append(f"{wide} pixels too wide")
        if serious:
            found[name] = serious
    assert not found
