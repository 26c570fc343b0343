"""People at one table: friends by link, watchers, one device passed round, real dice, and networks that fail."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.playing import act, code_of, eventually, is_over, last, play_on, wait
from tests.page.serving import Server


def invite(page, name="Ann"):
    page.get_by_label("You play as").fill(name)
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_role("heading", name="At the table").wait_for()
    return f"/t/{code_of(page)}"


def sit(page, name="Ben"):
    page.get_by_label("Take a seat").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator("[data-last]").wait_for()


def right_of(what):
    box = what.bounding_box()
    return box["x"] + box["width"]


def catch_up(number, *pages):
    """All of them know that event."""
    for page in pages:
        page.wait_for_function("n => Number(document.querySelector('[data-last]').dataset.last) >= n", arg=number)


def test_two_browsers_play_a_whole_game_at_one_table(visit):
    ann = visit("/new/pumpkins")
    link = invite(ann)
    expect(ann.get_by_alt_text("QR code of the link to this table")).to_be_visible()
    ben = visit(link, phone=True)
    sit(ben)
    mover = ann
    while not is_over(mover):
        act(mover, ["Stop", "Roll three"])
        if not is_over(mover):
            catch_up(last(mover), ann, ben)
            mover = ann if ann.locator("h2.yours").count() else ben
    ann.locator("header.card h1").wait_for()
    ben.locator("header.card h1").wait_for()
    eventually(lambda: ann.locator(".both table").inner_text() == ben.locator(".both table").inner_text())


def test_the_host_may_give_an_open_seat_to_a_bot_or_take_it_away(visit):
    ann = visit("/new/tossup")
    ann.get_by_text("Set it up yourself").click()
    ann.get_by_role("button", name="+ Friend").click()
    ann.get_by_role("button", name="+ Friend").click()
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.get_by_role("button", name="Take away")).to_have_count(2)
    ann.get_by_role("button", name="Take away").first.click()
    expect(ann.get_by_role("button", name="Take away")).to_have_count(1)
    ann.get_by_role("button", name="Give to a bot").click()
    ann.get_by_role("button", name="Roll the dice").wait_for()


def test_the_host_adds_seats_and_begins_when_those_who_were_wanted_are_there(visit):
    ann = visit("/new/bratzy", phone=True)
    link = invite(ann)
    add = ann.get_by_role("button", name="Add a seat")
    for seats in (3, 4):
        add.tap()
        expect(ann.get_by_role("region", name="At the table").get_by_role("listitem")).to_have_count(seats)
    for name in ("Ben", "Cleo"):
        friend = visit(link)
        friend.get_by_label("Take a seat").fill(name)
        friend.get_by_role("button", name="Sit down").click()
        expect(friend.get_by_text("One seat is open" if name == "Cleo" else "2 seats are open")).to_be_visible()
        expect(friend.get_by_role("button", name="Add a seat")).to_have_count(0)
    ann.get_by_role("button", name="Begin without those who are missing").tap()
    ann.get_by_role("button", name="Roll the dice").wait_for()
    expect(ann.get_by_label("Players").get_by_role("listitem")).to_have_count(3)


def test_the_link_of_a_full_table_watches(visit):
    ann = visit("/new/tossup")
    link = invite(ann)
    ben = visit(link)
    sit(ben)
    eve = visit(link)
    eve.get_by_text("You are watching").wait_for()
    expect(eve.locator(".actions button")).to_have_count(0)
    act(ann, ["Roll"])
    catch_up(last(ann), eve)
    eventually(lambda: eve.locator(".tray").inner_text() == ann.locator(".tray").inner_text())


def test_a_code_joins_from_the_home_screen_in_any_spelling(visit):
    ann = visit("/new/tossup")
    code = invite(ann).removeprefix("/t/")
    ben = visit("/")
    ben.get_by_label("Join with a code").fill("not a code")
    ben.get_by_role("button", name="Join").click()
    ben.get_by_text("A code has ten letters and numbers").wait_for()
    ben.get_by_label("Join with a code").fill(f" {code[:5].upper()}-{code[5:]} ")
    ben.get_by_role("button", name="Join").click()
    sit(ben)
    ben.goto("/")
    expect(ben.get_by_role("region", name="Your tables")).to_contain_text("Toss Up")


def test_a_table_that_does_not_exist_says_so(visit):
    page = visit("/t/zzzzzzzzzz")
    expect(page.get_by_role("heading", level=1)).to_have_text("No table here")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/rules", "/t/zzzzzzzzzz/xyz", "/t/zzzzzzzzzz/dice/xyz", "/nothing/%E0%A4%A"]
)
def test_an_address_that_does_not_exist_says_so(visit, path):
    page = visit(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")
    expect(page.get_by_role("link", name="To the games")).to_be_visible()


def test_one_device_is_passed_round(visit):
    page = visit("/new/pumpkins", phone=True)
    page.get_by_label("You play as").fill("Ann")
    page.get_by_label("Others on this device").fill("Ben, Cleo")
    page.get_by_role("button", name="Share this device").click()
    expect(page.get_by_role("heading", name="Ann’s turn")).to_be_visible()
    while not page.get_by_text("Hand the device to").count():
        act(page, ["Stop", "Roll three"])
        page.wait_for_timeout(50)
    expect(page.get_by_text("Hand the device to Ben")).to_be_visible()
    expect(page.get_by_role("heading", name="Ben’s turn")).to_be_visible()


def test_where_many_play_the_boxes_of_whoever_is_to_move_are_in_sight(visit):
    page = visit("/new/bratzy", phone=True)
    page.get_by_label("You play as").fill("Ann")
    page.get_by_label("Others on this device").fill(", ".join(f"Player {number}" for number in range(2, 8)))
    page.get_by_role("button", name="Share this device").click()
    sheet = page.get_by_role("region", name="Score sheet")
    for _ in range(6):
        page.get_by_role("button", name="Roll the dice").click()
        box = page.locator(".side table button").first
        box.wait_for()
        eventually(lambda: right_of(page.locator(".side table button").first) <= 340)
        assert right_of(page.get_by_role("rowheader", name="Ones")) <= box.bounding_box()["x"]
        act(page, [])
    eventually(lambda: sheet.evaluate("sheet => sheet.scrollLeft") > 0)


def test_a_move_is_taken_back_until_dice_fall(visit):
    page = visit("/new/pumpkins")
    page.get_by_role("button", name="Share this device").click()
    wait(page)
    act(page, ["Roll one"])
    while page.get_by_role("button", name="Stop").count() == 0:
        act(page, ["Roll one"])
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    before = page.locator(".side table").inner_text()
    act(page, ["Stop"])
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    eventually(lambda: page.locator(".side table").inner_text() == before)


def test_real_dice_are_tapped_or_typed_and_the_same_rules_hold(visit, server):
    page = visit("/new/bratzy", phone=True)
    page.get_by_label("You play as").fill("Ann")
    page.get_by_role("button", name="Keep score for real dice").click()
    pad = page.get_by_role("region", name="What the dice show")
    for face in ("6", "6", "1"):
        pad.get_by_role("button", name=face, exact=True).click()
    pad.get_by_role("button", name="Take one back").click()
    pad.get_by_label("Or type what they show").fill("6 9")
    pad.get_by_role("button", name="Add").click()
    pad.get_by_text("There is no “9” on these dice").wait_for()
    pad.get_by_label("Or type what they show").fill("62 2")
    pad.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="That is what they show").click()
    page.get_by_role("button", name="Full House: score 22").click()
    expect(page.get_by_role("row", name=re.compile("^Total"))).to_contain_text("22")
    record = page.request.get(f"/api/tables/{code_of(page)}/record").text()
    assert '{"roll":[6,6,6,2,2]}' in record.replace(" ", "")


def test_real_dice_that_are_kept_stay_kept_when_the_others_are_rolled(visit):
    page = visit("/new/bratzy", phone=True)
    page.get_by_label("You play as").fill("Wolfeschlegelsteinhausen")
    page.get_by_role("button", name="Keep score for real dice").click()

    def say(faces):
        page.get_by_label("Or type what they show").fill(faces)
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="That is what they show").click()

    say("66123")
    expect(page.get_by_text("Tap the dice you keep")).to_be_visible()
    for die in ("Die 1", "Die 2"):
        page.get_by_role("button", name=die).tap()
    page.get_by_role("button", name="Keep 6 6").tap()
    say("624")
    page.get_by_role("button", name="Die 1: 6, keep").wait_for()
    expect(page.locator(".tray [aria-pressed=true]")).to_have_count(2)
    page.get_by_role("button", name="Die 3: 6, keep").tap()
    page.get_by_role("button", name="Keep 6 6 6").tap()
    say("11")
    page.get_by_role("button", name="Full House: score 20").tap()
    expect(page.get_by_role("heading", name="rolls real dice")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a long name is broken"


def test_somebody_who_leaves_is_replaced_by_a_bot_and_takes_the_seat_back(visit):
    ann = visit("/new/tossup")
    link = invite(ann)
    ben = visit(link)
    sit(ben)
    ben.goto("about:blank")
    expect(ann.get_by_text("away, waiting")).to_be_visible()
    ann.get_by_role("button", name="Let a bot play for Ben").click()
    expect(ann.get_by_label("Players")).to_contain_text("for now")
    ben.goto(link)
    ben.get_by_role("button", name="Take the seat back").click()
    expect(ben.get_by_label("Players")).not_to_contain_text("for now")
    expect(ann.get_by_label("Players")).not_to_contain_text("for now")


def test_a_network_that_dies_without_a_word_is_noticed_by_a_page_that_only_waits(visit):
    ann = visit("/new/pumpkins")
    link = invite(ann)
    ben = visit("/")
    lines = []

    def through(here):
        there = here.connect_to_server()
        line = {"holds": True}
        lines.append(line)
        here.on_message(lambda said: there.send(said) if line["holds"] else None)
        there.on_message(lambda told: here.send(told) if line["holds"] else None)

    ben.route_web_socket("**/ws/**", through)
    ben.clock.install()
    ben.goto(link)
    sit(ben)
    for line in lines:
        line["holds"] = False
    act(ann, ["Roll one"])
    expect(ben.get_by_text("No connection")).to_have_count(0)
    ben.clock.fast_forward(21_000)  # it asks
    ben.clock.fast_forward(5_000)  # and nobody answers
    catch_up(last(ann), ben)
    assert len(lines) > 1


@pytest.fixture
def frail(tmp_path):
    """A server that may be killed."""
    server = Server(tmp_path, "--pace=0").start()
    yield server
    server.stop()


def test_a_server_that_is_killed_and_started_again_loses_nothing_that_was_seen(visit, frail):
    page = visit("/new/pumpkins", at=frail.address)
    page.get_by_role("button", name="Share this device").click()
    wait(page)
    act(page, ["Roll three"])
    seen, before = page.get_by_role("group", name="Newest first").inner_text(), last(page)
    frail.kill()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    offered = page.locator(".actions button").first
    offered.click()  # said into the void; it is said again, once, when the server is back
    frail.start()
    catch_up(before + 1, page)
    expect(page.get_by_role("alert")).to_have_count(0)
    eventually(lambda: page.get_by_role("group", name="Newest first").inner_text().endswith(seen))
    play_on(page, [["Stop", "Roll three"]])
