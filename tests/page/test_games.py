"""Complete games in a real browser, against bots."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.page.playing import act, code_of, is_over, play_on, set_up, start, wait

SHORT = {
    "tossup": ({"Target": "15"}, ["simple"], [["Roll"], ["Bank"]]),
    "ketchup": ({"Chase": "one turn"}, ["simple"], [["Roll"], ["Bank, and"], ["Bank"]]),
    "pumpkins": ({"Turns": "2"}, ["simple"], [["Roll three"], ["Stop"]]),
    "pig": ({"Target": "12"}, [], [["move.roll"], ["move.hold"]]),
}


SHOWN = """() => {
    const band = document.querySelector(".moment p");
    const box = band?.getBoundingClientRect();
    return box && {words: band.innerText, middle: box.left + box.width / 2};
}"""


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_against_a_bot(visit, server, game):
    options, bots, turns = SHORT[game]
    page = visit(f"/new/{game}")
    set_up(page, options, bots)
    code = code_of(page)
    play_on(page, turns)
    (card,) = server.ask("/api/tables/list", {"codes": [code]})
    assert card["phase"] == "over"
    shown = page.locator("header.card").inner_text()
    assert all(
        f"{name} {score}".replace("-", "−") in shown for name, score in zip(card["names"], card["scores"], strict=True)
    )


def test_a_whole_game_of_bratzy_and_then_the_rematch(visit, server):
    page = visit("/")
    start(page, "Bratzy")
    code = code_of(page)
    play_on(page, [[]])
    with urllib.request.urlopen(f"{server.address}/api/tables/{code}/record") as record:
        lines = [json.loads(line) for line in record.read().decode().splitlines()]
    assert len([line for line in lines if "score" in str(line.get("move"))]) == 30
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: code not in url)
    page.get_by_role("button", name="Roll the dice").click()
    wait(page)
    act(page, [])


def test_a_whole_game_of_alphabet_with_a_word_that_was_typed(visit, server):
    page = visit("/new/alphabet")
    set_up(page, {"Reheat limit": "1"})
    wait(page)
    letters = page.locator("[data-hand]").all_inner_texts()
    assert len(letters) == 18
    page.get_by_label("or type a word").fill("ZZZZ")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    while not is_over(page):
        act(page, ["Pass"])
        wait(page)
    code = code_of(page)
    (card,) = server.ask("/api/tables/list", {"codes": [code]})
    assert card["phase"] == "over"
    expect(page.locator("header.card")).to_contain_text("The lowest total wins.")


def test_a_call_is_a_moment_for_everybody_at_the_table(visit):
    page = visit("/")
    start(page, "Ketchup")
    wait(page)
    if page.get_by_role("button", name="stop here").count():
        page.get_by_role("button", name="stop here").click()
        page.get_by_role("button", name="Yes, I am sure").click()
    moment = page.wait_for_function(SHOWN).json_value()  # it does not stay for long
    assert moment["words"] == "Try and ketchup!"
    assert moment["middle"] == pytest.approx(page.viewport_size["width"] / 2, abs=1)
    expect(page.locator(".moment p")).to_have_count(0)


def test_how_a_serving_ended_is_told_beside_what_comes_next(server, visit):
    """Though the dice of the next are dealt at once."""
    seats = [{"kind": "here", "name": name} for name in ("Ann", "Ben")]
    wish = {"game": "alphabet", "seats": seats, "nonce": "0" * 32, "options": {"reheat_limit": 0}}
    opened = server.ask("/api/tables", wish)
    page = visit("/")
    kept = {opened["code"]: {"tokens": opened["tokens"], "game": "alphabet", "touched": 0}}
    page.evaluate("kept => localStorage.setItem('dicecup.tables', JSON.stringify(kept))", kept)
    page.goto(f"/t/{opened['code']}")
    for name in ("Ann", "Ben"):
        expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
        page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("region", name="The turn")).to_contain_text("Serving 1 has gone cold: nobody wins it.")
