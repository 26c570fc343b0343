"""Every screen can be used by everybody: axe finds nothing serious, and nothing is wider than a small phone."""

import json
import re

import pytest

from tests.page.screens import all_screens
from tests.page.test_build import ROOT

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
"""All that a dark screen can have wrong where the light one has not."""
PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

# Not `innerWidth`: on a phone it grows with what is too wide.
TOO_WIDE = "document.documentElement.scrollWidth - screen.width"


# Until nothing moves and no colour is on its way to another.
STILL = "() => document.getAnimations().every((each) => each.playState !== 'running')"


def serious(page, rules):
    page.wait_for_function(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    report = page.evaluate("rules => axe.run(document, rules)", rules)
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in report["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def contrast(one, other):
    """Of two colours as a browser tells them, after WCAG."""

    def light(colour):
        shares = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_stands_in_an_empty_field_can_be_read(visit, dark):
    page = visit("/", dark=dark)
    colours = page.get_by_label("Join with a code").evaluate(
        "field => [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).backgroundColor]"
    )
    assert contrast(*colours) >= 4.5


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_on_any_screen(visit, server, look):
    found = {}
    for name, page in all_screens(visit, server, **look):
        page.emulate_media(color_scheme="light")
        wrong = serious(page, RULES)
        page.emulate_media(color_scheme="dark")
        wrong += [f"in the dark, {each}" for each in serious(page, COLOURS)]
        if (wide := page.evaluate(TOO_WIDE)) > 0:
            wrong.append(f"{wide} pixels too wide")
        if wrong:
            found[name] = wrong
    assert not found, json.dumps(found, indent=1)


def test_what_is_too_wide_for_a_phone_is_found(visit):
    page = visit("/", **PHONE)
    page.get_by_role("link", name="How to play Ketchup").wait_for()
    assert page.evaluate(TOO_WIDE) <= 0
    page.evaluate("document.querySelector('h1').style.width = '364px'")
    assert page.evaluate(TOO_WIDE) > 0
