"""`dicecup chart`: pictures that explain how a game is best played."""

import sys
import types
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import dicecup
from dicecup import games
from dicecup.cli import main
from dicecup.pictures.panel import Panel, extent, page
from dicecup.pictures.plot import Frame, Style, region_map

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawn):
    return [each.text or "" for each in ET.fromstring(drawn).iter(f"{SVG}text")]


@pytest.fixture
def chart(capsys):
    def draw(*words):
        assert main(["chart", *words, "--out", "-"]) == 0
        return capsys.readouterr().out

    return draw


@pytest.mark.parametrize("name", ["tossup", "ketchup", "pumpkins", "bratzy"])
def test_a_picture_is_sound_svg_with_a_title_and_all_its_words(name, chart):
    drawn = chart(name, *(["--option", "target=30"] if name == "tossup" else []))
    root = ET.fromstring(drawn)
    assert dicecup.find(name).title in (root.findtext(f"{SVG}title") or "")
    words = texts(drawn)
    assert not any("chart." in word or "fact." in word or "{" in word for word in words)
    width, height = (float(root.get(key, "0")) for key in ("width", "height"))
    assert width == 960
    assert 300 < height < 3000
    assert len(drawn) < 2_000_000


@pytest.mark.parametrize("name", ["tossup", "ketchup", "pumpkins", "bratzy"])
def test_every_picture_of_a_game_can_be_drawn_by_its_name(name, chart, capsys):
    assert main(["chart", name, "--list"]) == 0
    listed = capsys.readouterr().out.split()
    assert listed == list(games.pictures(name))
    options = ["--option", "target=20"] if name == "tossup" else []
    whole = chart(name, *options)
    for picture in listed:
        title = dicecup.find(name).title
        alone = chart(name, "--picture", picture, *options)
        assert len(alone) < len(whole)
        assert any(title in word for word in texts(alone))


def test_toss_ups_turn_banks_where_the_facts_say(chart):
    drawn = chart("tossup", "--picture", "turn")
    facts = games.solver("tossup")(dicecup.find("tossup")(), 2, "points", None).facts()
    cells = [each for each in ET.fromstring(drawn).iter(f"{SVG}rect") if each.get("fill") == "url(#hatch)"]
    banks = sum(
        points >= facts["average_bank_from"][str(10 - points % 10)]
        for points in range(120)
        if facts["average_bank_from"][str(10 - points % 10)] is not None
    )
    assert len(cells) == banks + 1  # one in the legend


def test_the_turns_that_toss_ups_picture_shows_are_those_of_best_play():
    two: Any = games.solver("tossup")(dicecup.find("tossup").with_options({"target": 30}), 2, "win", None)
    mine, yours = 4, 11
    banks, points = two.turns(0, mine)
    leaves, room = two._ends(0, mine)
    lane = two.goal - 1 - yours
    values = two.lamp.turn.solve(leaves, room=room)[0]
    worths = np.stack([two.lamp.turn.worths(values, 0), two.lamp.turn.worths(values, 1)])[:, :, lane]
    chosen = [
        0
        if len(options) == 1
        else len(options) - 1
        if two.lamp.turn.sizes[node] > room[lane]
        else int(worths[:, node].argmax())
        for node, options in enumerate(two.lamp.turn.options)
    ]
    ends = two.lamp.turn.ends(-1, chosen)
    assert banks[yours] == pytest.approx(1.0 - ends["bust"], abs=1e-12)
    assert points[yours] == pytest.approx(sum(how * p for how, p in ends.items() if how != "bust"), abs=1e-9)
    least = two.bank_from(0, mine)
    for held in range(1, 20):
        rolled, banked = two.moves(0, mine, yours, held, -1)
        first = least[-held % 10 - 1, yours]
        assert banked < rolled or 0 <= first <= held


def test_the_picture_is_written_to_the_file_that_is_named_or_to_one_of_the_games_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["chart", "pumpkins"]) == 0
    assert capsys.readouterr().out == "pumpkins.svg\n"
    assert main(["chart", "pumpkins", "--out", "other.svg"]) == 0
    assert (tmp_path / "other.svg").read_bytes() == (tmp_path / "pumpkins.svg").read_bytes()


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["pumpkins", "--picture", "nonsense"], 2, "Pumpkins has turn, scores"),
        (["pumpkins", "--out", "game.jsonl"], 2, ".svg or .png"),
        (["pumpkins", "--out", "no/such/folder/p.svg"], 1, "cannot write"),
        (["alphabet"], 1, "Alphabet has no picture"),
        (["tossup", "--picture", "match", "--option", "target=5000"], 1, "targets up to"),
    ],
)
def test_what_cannot_be_drawn_is_one_clear_line_and_leaves_no_file(
    words, status, reason, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["chart", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_picture_that_these_options_do_not_allow_is_left_out_with_a_word(capsys):
    assert main(["chart", "tossup", "--option", "target=5000", "--out", "-"]) == 0
    out, err = capsys.readouterr()
    assert "without match" in err
    assert ET.fromstring(out).tag == f"{SVG}svg"


def test_png_says_which_extra_it_needs_and_uses_it_where_it_is(tmp_path, monkeypatch, capsys):
    path = tmp_path / "p.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["chart", "pumpkins", "--out", str(path)]) == 1
    assert "dicecup[png]" in capsys.readouterr().err
    assert not path.exists()
    drawer = types.SimpleNamespace(svg_to_bytes=lambda svg_string, zoom: [0x89, len(svg_string) % 7])
    monkeypatch.setitem(sys.modules, "resvg_py", drawer)
    assert main(["chart", "pumpkins", "--out", str(path)]) == 0
    assert path.read_bytes()[0] == 0x89


def test_words_in_a_picture_cannot_break_it():
    panel = Panel('a < b & "c"', "<script>")
    root = ET.fromstring(page("<&>", "'", [panel], "]]>"))
    assert 'a < b & "c"' in [each.text for each in root.iter(f"{SVG}text")]


def test_a_map_covers_every_cell_once_and_labels_each_region_that_has_room():
    panel = Panel("map")
    cells = [[int(x > 10) + 2 * int(y > 10) for x in range(20)] for y in range(20)]
    region_map(
        Frame(panel, 0, 0, 200, 200, (0, 20), (0, 20)), cells, {n: Style(f"#00000{n}", str(n)) for n in range(4)}
    )
    root = ET.fromstring(page("", "", [panel], ""))
    area = [0.0] * 4
    for each in root.iter(f"{SVG}rect"):
        if (fill := each.get("fill", "")).startswith("#00000"):
            area[int(fill[-1])] += (float(each.get("width", "")) - 0.6) * (float(each.get("height", "")) - 0.6)
    assert area == pytest.approx([100 * sum(row.count(n) for row in cells) for n in range(4)])
    assert [text for text in texts(page("", "", [panel], "")) if text in "0123" and text] == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    "words",
    [
        ["ketchup", "--option", "dice=five-bottles", "--option", "chase=one-turn", "--option", "floor=zero"],
        ["ketchup"],
        ["tossup"],
        ["bratzy"],
        ["pumpkins"],
    ],
)
def test_no_words_run_off_the_page(words, chart):
    for each in ET.fromstring(chart(*words)).iter(f"{SVG}text"):
        if "rotate" not in each.get("transform", ""):
            wide = extent(each.text or "", float(each.get("font-size", "0")), bold="font-weight" in each.attrib)
            left = (
                float(each.get("x", "0"))
                - {"start": 0.0, "middle": wide / 2, "end": wide}[each.get("text-anchor", "start")]
            )
            assert left > -45
            assert left + wide < 960, each.text


def test_a_label_does_not_cross_the_frame_of_its_map():
    panel = Panel("")
    frame = Frame(panel, 0, 0, 100, 100, (0, 10), (0, 10))
    cells = [[int(column > 4) for column in range(10)] for _ in range(10)]
    region_map(frame, cells, {0: Style("#fff", "left"), 1: Style("#fff", "10–100%")})
    (label,) = (each for each in ET.fromstring(page("", "", [panel], "")).iter(f"{SVG}text") if each.text == "10–100%")
    assert float(label.get("x", "0")) + extent("10–100%", 11) / 2 <= 100


def test_the_bars_of_a_picture_bear_numbers_that_do_not_touch():
    panel = Panel("")
    frame = Frame(panel, 0, 0, 170, 100, (0, 17), (0, 1.1))
    frame.bar_labels([(float(n), 1.0) for n in range(17)], "{:.0%}".format)
    drawn = ET.fromstring(page("", "", [panel], ""))
    places = sorted(float(each.get("x", "0")) for each in drawn.iter(f"{SVG}text") if each.text == "100%")
    assert len(places) > 2
    assert min(b - a for a, b in pairwise(places)) > 25


@pytest.mark.parametrize("dice", ["one-bottle", "KB,B,B,B,L"])
def test_every_shade_of_ketchups_map_stands_in_its_legend(chart, dice):
    drawn = ET.fromstring(chart("ketchup", "--picture", "match", "--option", f"dice={dice}"))
    rects = list(drawn.iter(f"{SVG}rect"))
    shades = {each.get("fill", "") for each in rects if each.get("shape-rendering")}
    keys = [each.get("fill", "") for each in rects if each.get("stroke") and each.get("fill") in shades]
    assert sorted(keys) == sorted(shades)
    legend = [text for text in texts(ET.tostring(drawn)) if text.count("–") == 1 and text.endswith("%")]
    assert len(legend) >= len(shades) > 4


def test_ketchups_map_has_a_dot_where_a_call_is_best(chart):
    options = ["--option", "dice=five-bottles", "--option", "chase=one-turn", "--option", "floor=zero"]
    few, many = (chart("ketchup", "--picture", "match", *more).count("<circle") for more in ([], options))
    assert 0 < few < 60 < many
