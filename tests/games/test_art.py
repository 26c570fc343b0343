"""The drawings in the games' folders can be shown anywhere: small, self-contained, inert."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import dicecup

GAMES = ["alphabet", "bratzy", "ketchup", "pumpkins", "tossup"]
ART = sorted(file for game in GAMES for file in (dicecup.find(game).folder() / "art").iterdir())
INERT = {"svg", "title", "defs", "g", "use", "path", "rect", "circle", "ellipse", "text"}
SVG = "{http://www.w3.org/2000/svg}"


def words(game: str) -> dict[str, str]:
    catalogue: dict[str, str] = json.loads((dicecup.find(game).folder() / "en.json").read_text(encoding="utf-8"))
    return catalogue


def named(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", ART, ids=named)
def test_a_drawing_is_a_small_svg_with_a_title_that_can_do_nothing(path: Path):
    assert path.suffix == ".svg"
    assert path.stat().st_size < 3000
    root = ET.fromstring(path.read_bytes())
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("viewBox")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in INERT
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            assert not name.endswith("href") or value.startswith("#")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_picture_a_line_and_the_sheet_it_follows(game):
    assert dicecup.find(game).folder() / "art" / "cover.svg" in ART
    assert words(game)["card.line"]
    assert words(game)["card.follows"]


@pytest.mark.parametrize("game", GAMES)
def test_every_face_that_is_a_thing_rather_than_a_number_or_a_letter_is_drawn(game):
    things = {f"face-{key.removeprefix('face.')}" for key in words(game) if key.startswith("face.")}
    assert {path.stem for path in ART if path.parent.parent.name == game} == things | {"cover"}


@pytest.mark.parametrize("game", ["ketchup", "tossup"])
def test_the_faces_of_a_game_differ_in_shape_and_not_only_in_colour(game):
    faces = [path for path in ART if path.parent.parent.name == game and path.stem != "cover"]
    shapes = {
        tuple((element.tag, element.get("d")) for element in ET.fromstring(path.read_bytes()).iter()) for path in faces
    }
    assert len(shapes) == len(faces) > 1


@pytest.mark.parametrize("game", GAMES)
def test_every_level_of_bots_is_named_and_described_in_human_words(game):
    shared = json.loads((Path(dicecup.__file__).parent / "words" / "en.json").read_text(encoding="utf-8"))
    texts = shared | words(game)
    for level in dicecup.games.bots(game):
        assert texts[f"level.{level}"]
        assert texts[f"level.{level}.about"].endswith(".")
