"""How the page is made, and what it weighs."""

import gzip
import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tests.page.playing import act, start, wait
from tools import node

ROOT = Path(__file__).parents[2]


def load_script():
    spec = importlib.util.spec_from_file_location("page_at_build", ROOT / "web" / "at_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


at_build = load_script()


@pytest.mark.parametrize(
    ("version", "enough"),
    [("v18.20.4", False), ("v20.18.9", False), ("v20.19.0", True), ("v24.1.0", True), ("?", False)],
)
def test_an_old_node_is_not_used(tmp_path, version, enough):
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    assert node.new_enough(str(program)) == enough
    assert not node.new_enough(str(tmp_path / "missing"))


def test_node_that_cannot_be_had_is_said_in_one_line_and_the_rest_works(tmp_path, monkeypatch, capsys):
    def no_network(say):
        raise at_build.Unavailable("no network")

    monkeypatch.setattr(at_build, "PAGE", tmp_path)
    monkeypatch.setattr(at_build, "MADE_FROM", tmp_path / "made-from")
    monkeypatch.setattr(at_build, "find", no_network)
    assert at_build.main([]) == 3
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("page: not made: no network. Everything but playing in a browser works without")


def test_the_page_is_made_anew_when_its_source_changed(monkeypatch):
    assert at_build.fresh(), "`make page` first"
    monkeypatch.setattr(at_build, "fingerprint", lambda: "another source")
    assert at_build.main(["--check"]) == 3


def test_the_page_is_less_than_100_kilobytes():
    files = [path for path in at_build.PAGE.rglob("*") if path.is_file() and path.name != ".made-from"]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < 100_000


def test_a_first_visit_with_its_pictures_and_a_roll_takes_less_than_100_kilobytes(visit):
    page = visit("/")
    start(page, "Ketchup")
    wait(page)
    act(page, ["Roll"])
    page.wait_for_load_state("networkidle")
    taken = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map((entry) => entry.transferSize)"""
    )
    assert len(taken) > 10
    assert 10_000 < sum(taken) < 100_000


def test_the_page_needs_no_inline_script_or_style_and_asks_nobody_else():
    html = (at_build.PAGE / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|javascript:", html)
    addresses = re.findall(r"""(?:src|href)=["']([^"']+)""", html)
    assert addresses
    assert all(address.startswith("/assets/") for address in addresses)
    for path in at_build.PAGE.glob("assets/*"):
        elsewhere = re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}[^\s\"'`)]*", path.read_text())
        named = ("http://www.w3.org/", "https://svelte.dev/")  # a namespace, and where an error is explained
        assert not [link for link in elsewhere if not link.startswith(named)], path
