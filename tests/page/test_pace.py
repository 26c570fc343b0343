"""What happens is drawn one thing after the other: nothing of a roll before it lies, and each long enough to read."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.page.playing import act, last, start, wait
from tests.page.serving import Server
from tests.page.test_tables import catch_up, invite, sit

SOON = timedelta(hours=1)


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    """A server where everything is looked at for minutes, unless somebody goes on."""
    server = Server(tmp_path_factory.mktemp("slow"), "--pace=300").start()
    yield server
    server.stop()


@pytest.fixture
def two(visit, slow):
    """Ann, and Ben with the socket on which he hears of what she does."""
    ann = visit("/new/pumpkins", at=slow.address)
    link = invite(ann)
    ben = visit("/", at=slow.address)
    with ben.expect_websocket() as socket:
        ben.goto(link)
    sit(ben)
    wait(ann)
    return ann, ben, socket.value


def act_and_be_heard(ann, wishes, socket):
    with socket.expect_event("framereceived", lambda text: '"what":"moved"' in str(text)):
        act(ann, wishes)


def test_what_comes_next_waits_until_the_last_was_read_or_somebody_taps(two):
    ann, ben, socket = two
    act_and_be_heard(ann, ["Roll one"], socket)
    catch_up(last(ann), ben)
    seen = last(ben)
    act_and_be_heard(ann, ["Stop"], socket)
    expect(ann.get_by_role("heading", name="Ben’s turn")).to_be_visible()
    expect(ben.get_by_role("heading", name="Ann’s turn")).to_be_visible()
    expect(ben.locator(".actions button")).to_have_count(0)
    assert last(ben) == seen
    ben.get_by_role("heading", name="Ann’s turn").click()
    expect(ben.get_by_role("heading", name="Your turn")).to_be_visible()
    act(ben, ["Roll one"])
    act(ben, ["Stop"])  # what one does oneself waits for nothing


def test_where_more_waits_than_anybody_wants_to_sit_through_all_of_it_is_drawn(two):
    ann, ben, _ = two
    act(ann, ["Roll one"])
    for _ in range(3):
        act(ann, ["Stop"])
        ann.keyboard.press("u")
        ann.get_by_role("button", name="Stop").wait_for()
    catch_up(last(ann) - 1, ben)


def test_who_comes_back_sees_at_once_where_the_game_stands(two):
    ann, ben, socket = two
    act_and_be_heard(ann, ["Roll one"], socket)
    act_and_be_heard(ann, ["Stop"], socket)
    ben.reload()
    expect(ben.get_by_role("heading", name="Your turn")).to_be_visible()


def test_of_a_roll_nothing_is_told_before_it_lies(visit):
    page = visit("/", reduced_motion="no-preference")
    page.clock.install()
    page.goto("/")
    start(page, "Bratzy")
    wait(page)
    page.clock.pause_at(datetime.now() + SOON)
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_text("The dice fall …")).to_be_visible()
    labels = page.locator(".tray button").evaluate_all("all => all.map((die) => die.ariaLabel)")
    told = re.compile("rolls " + " ".join(re.findall(r": (\d)", " ".join(labels))))
    expect(page.get_by_role("region", name="What happened")).not_to_have_text(told)
    expect(page.locator("p[aria-live=polite]").first).not_to_have_text(told)
    expect(page.locator(".side table button")).to_have_count(0)
    page.clock.run_for(1000)
    expect(page.get_by_role("region", name="What happened")).to_contain_text(told)
    expect(page.locator("p[aria-live=polite]").first).to_contain_text(told)
    expect(page.locator(".side table button")).to_have_count(15)


def test_the_end_is_looked_at_before_the_result_takes_its_place(visit, slow):
    seats = [{"kind": "here", "name": name} for name in ("Ann", "Ben")]
    wish = {"game": "pumpkins", "options": {"turns": 1}, "seats": seats, "nonce": "0" * 32}
    opened = slow.ask("/api/tables", wish)
    page = visit("/", at=slow.address)
    kept = {opened["code"]: {"tokens": opened["tokens"], "game": "pumpkins", "touched": 0}}
    page.evaluate("kept => localStorage.setItem('dicecup.tables', JSON.stringify(kept))", kept)
    page.goto(f"/t/{opened['code']}")
    over = page.get_by_role("heading", name="The game is over")
    while over.count() == 0:
        wait(page)
        act(page, ["Stop", "Roll three"])
    expect(page.locator(".actions button")).to_have_count(0)
    over.click()
    page.locator("header.card h1").wait_for()
