"""Opening tables by the forms of the page, and finding them again."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.playing import code_of, eventually, wait


def at_table(page):
    page.get_by_role("heading", name="At the table").wait_for()
    return page.locator(".seats li")


def test_as_many_seats_are_open_as_friends_are_invited(visit):
    page = visit("/new/ketchup", phone=True)
    friends = page.get_by_label("How many friends")
    expect(friends).to_have_value("1")
    expect(friends.get_by_role("option")).to_have_text([str(many) for many in range(1, 12)])
    friends.select_option("3")
    page.get_by_role("button", name="Invite friends").click()
    expect(at_table(page).filter(has_text="open")).to_have_count(3)


def test_who_does_not_say_how_many_friends_come_invites_one(visit):
    page = visit("/new/ketchup")
    page.get_by_role("button", name="Invite friends").click()
    expect(at_table(page).filter(has_text="open")).to_have_count(1)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Ben, Cleopatra the Seventh of Egypt", "“Cleopatra the Seventh of Egypt” is too long for a name"),
        (", ".join(f"P{at}" for at in range(2, 15)), "no seat is left for P13, P14"),
    ],
)
@pytest.mark.parametrize("way", ["Share this device", "Keep score for real dice"])
def test_names_that_cannot_sit_down_are_told_by_name_where_they_stand(visit, names, said, way):
    page = visit("/new/bratzy", phone=True)
    page.get_by_label("Others on this device").fill(names)
    page.get_by_role("button", name=way).click()
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert page.url.endswith("/new/bratzy")


def refuse_tables(page):
    page.route("**/api/promises", lambda route: route.abort())


def test_a_table_that_cannot_be_opened_is_told_of_at_the_game_that_was_pressed(visit):
    page = visit("/", phone=True)
    refuse_tables(page)
    page.get_by_role("button", name="Play a bot at Ketchup").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("The server cannot be reached")
    expect(told).to_be_in_viewport()
    expect(page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Ketchup"))).to_contain_text(
        "cannot be reached"
    )


def test_a_table_of_the_long_form_that_cannot_be_opened_is_told_of_there(visit):
    page = visit("/new/ketchup", phone=True)
    refuse_tables(page)
    page.get_by_text("Set it up yourself").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_the_tables_that_wait_for_you_say_so_and_stand_first(visit):
    ann = visit("/new/tossup")
    ann.get_by_label("You play as").fill("Ann")
    ann.get_by_role("button", name="Invite friends").click()
    at_table(ann)
    ben = visit(f"/t/{code_of(ann)}")
    ben.get_by_label("Take a seat").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ann.get_by_role("button", name="Roll the dice").wait_for()
    ann.goto("/new/pumpkins")
    ann.get_by_role("button", name="Invite friends").click()
    at_table(ann)
    ann.goto("/")
    tables = ann.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(tables).to_contain_text([re.compile("Toss Up.*Your turn to roll"), re.compile("Pumpkins.*waiting")])
    ben.goto("/")
    expect(ben.get_by_role("region", name="Your tables")).to_contain_text("Ann to roll")


def test_a_shared_device_is_told_whose_turn_it_is(visit):
    page = visit("/new/bratzy")
    page.get_by_label("You play as").fill("Ann")
    page.get_by_label("Others on this device").fill("Ben")
    page.get_by_role("button", name="Share this device").click()
    wait(page)
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Your turn to roll, Ann")


def test_nothing_in_the_forms_is_cut_or_squeezed_on_a_small_phone(visit):
    page = visit("/new/ketchup", viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    page.get_by_text("Set it up yourself").click()
    page.get_by_role("button", name="+ Friend").click()
    boxes = [box.bounding_box() for box in page.get_by_role("checkbox").all()]
    assert boxes
    assert {round(box["width"]) for box in boxes} == {round(box["height"]) for box in boxes}
    for select in page.get_by_label(re.compile("^Seat ")).all():
        room = select.evaluate(
            """select => {
                const style = getComputedStyle(select);
                const pen = document.createElement("canvas").getContext("2d");
                pen.font = style.font;
                const words = Math.max(...[...select.options].map((option) => pen.measureText(option.text).width));
                return select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - words;
            }"""
        )
        assert room >= 16, "the arrow of a select takes as much"


def dice_of_ketchup(page):
    page.get_by_text("Set it up yourself").click()
    return page.get_by_role("group", name="Dice")


def test_the_dice_that_can_be_chosen_are_drawn_and_named(visit):
    group = dice_of_ketchup(visit("/new/ketchup", phone=True))
    usual = group.get_by_role("radio", name=re.compile("^one bottle"))
    expect(usual).to_be_checked()
    expect(usual).to_have_accessible_name(re.compile("one die with label, label, 57 logo, bottle, mustard, relish"))
    expect(group.get_by_text("KKLBMR")).to_have_count(0)
    drawn = group.locator("img")
    eventually(lambda: drawn.count() == 24 and all(drawn.evaluate_all("all => all.map((img) => img.naturalWidth)")))


def test_a_host_may_type_dice_of_their_own(visit, server):
    page = visit("/new/ketchup", phone=True)
    group = dice_of_ketchup(page)
    group.get_by_role("radio", name="others").check()
    field = group.get_by_label("All 5 dice, with commas between them")
    field.fill("kklbmr, kklbmr, kklbmr")
    expect(group.get_by_text("3 dice with label, label")).to_be_attached()
    page.get_by_role("button", name="Open the table").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("five dice with the faces K L B M R")
    expect(told).to_be_in_viewport()
    field.fill("kklbmr, kklbmr, kklbmr, k, b")
    page.get_by_role("button", name="Open the table").click()
    page.locator("[data-last]").wait_for()
    record = page.request.get(f"/api/tables/{code_of(page)}/record").text()
    assert '"dice":["KKLBMR","KKLBMR","KKLBMR","K","B"]' in record.replace(" ", "")
