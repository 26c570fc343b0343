"""After a game: its dice checked, its moves one by one, its record."""

import json
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.page.playing import code_of, play_on, set_up


@pytest.fixture
def finished(visit):
    page = visit("/new/tossup")
    set_up(page, {"Target": "12"}, ["simple"])
    play_on(page, [["Roll"], ["Bank"]])
    return page


def test_the_page_makes_every_roll_again_and_says_so(finished):
    code = code_of(finished)
    finished.get_by_role("link", name="Check the dice").click()
    expect(finished.get_by_role("status")).to_contain_text("Fair: your browser made all")
    rolls = finished.request.get(f"/api/tables/{code}/dice").json()["rolls"]
    verdicts = finished.get_by_role("cell", name="✓ same")
    expect(verdicts).to_have_count(len(rolls))


def test_a_roll_that_was_changed_afterwards_is_found(finished):
    code = code_of(finished)

    def lie(route):
        told = route.fetch().json()
        faces = told["rolls"][0]["faces"]
        faces[0] = "R" if faces[0] == "G" else "G"
        route.fulfill(json=told)

    finished.route(f"**/api/tables/{code}/dice", lie)
    finished.goto(f"/t/{code}/dice")
    expect(finished.get_by_role("status")).to_contain_text("1 of ")
    expect(finished.get_by_role("cell", name="✗ different")).to_have_count(1)


def test_a_secret_that_was_not_promised_is_found(finished):
    code = code_of(finished)

    def lie(route):
        route.fulfill(json={**route.fetch().json(), "secret": "ab" * 32})

    finished.route(f"**/api/tables/{code}/dice", lie)
    finished.goto(f"/t/{code}/dice")
    expect(finished.get_by_role("status")).to_contain_text("The secret is not the one that was promised")


def test_the_record_that_is_downloaded_replays_and_verifies(finished, tmp_path):
    with finished.expect_download() as download:
        finished.get_by_role("link", name="Download the record").click()
    record = tmp_path / "game.jsonl"
    shutil.copy(download.value.path(), record)
    for command in ("replay", "verify"):
        ran = subprocess.run(
            [sys.executable, "-m", "dicecup", command, str(record), "--json"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(ran.stdout)


def test_a_game_is_stepped_through_move_by_move(finished):
    finished.get_by_role("link", name="Step through").click()
    expect(finished.get_by_text("The start.")).to_be_visible()
    finished.keyboard.press("ArrowRight")
    expect(finished.locator(".bar p")).to_contain_text("1 of ")
    expect(finished.locator("p.words")).not_to_have_text("The start.")
    first = finished.locator("p.words").inner_text()
    finished.keyboard.press("End")
    expect(finished.locator("thead .badge").first).to_have_text("won")  # of joint winners, each has one
    finished.get_by_role("button", name="To the start").click()
    finished.get_by_role("button", name="One step on").click()
    expect(finished.locator("p.words")).to_have_text(first)
    finished.get_by_label("Step", exact=True).focus()
    finished.keyboard.press("ArrowRight")
    expect(finished.locator(".bar p")).to_contain_text("2 of ")
