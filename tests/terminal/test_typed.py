"""What people type for real dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import IllegalRoll
from dicecup.table.typed import assign, read_faces

LIGHTS = ("G", "Y", "R")
WORDS = {"green": "G", "yellow": "Y", "red": "R"}


@pytest.mark.parametrize(
    "text", ["G G Y R", "ggyr", "2g y r", "2G1Y1R", "green green yellow red", "g,g,y,r", "2xg y r", " g  g\ty r "]
)
def test_faces_are_read_however_they_are_typed(text):
    assert sorted(read_faces(text, LIGHTS, WORDS)) == ["G", "G", "R", "Y"]


@pytest.mark.parametrize("text", ["135", "1 3 5", "1,3,5"])
def test_numbers_are_read_together_and_apart(text):
    assert read_faces(text, (1, 2, 3, 4, 5, 6)) == [1, 3, 5]


def test_the_face_qu_is_one_die():
    assert read_faces("quae", ("A", "E", "Qu")) == ["Qu", "A", "E"]


@given(st.text(max_size=30))
def test_any_text_gives_faces_of_the_dice_or_a_clear_refusal(text):
    try:
        assert set(read_faces(text, LIGHTS, WORDS)) <= set(LIGHTS)
    except IllegalRoll as error:
        assert "their faces are G Y R" in str(error)


def test_faces_may_be_typed_in_any_order_that_the_dice_can_show():
    bottle, plain = ("K", "B"), ("K", "M")
    assert assign([bottle, plain], ["M", "B"]) == ["B", "M"]
    assert assign([bottle, plain], ["B", "B"]) is None
