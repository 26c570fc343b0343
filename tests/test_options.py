"""Options: one place lists them, parses them and refuses what is not allowed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup import games
from dicecup.errors import OptionError, UnknownGame
from dicecup.games.ketchup import Ketchup
from dicecup.games.tossup import TossUp
from dicecup.options import read_settings

ALL = [(name, option) for name in games.names() for option in games.find(name).options()]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@pytest.mark.parametrize(("name", "option"), ALL)
def test_every_option_says_what_it_is_about_and_what_is_allowed(name, option):
    described = games.find(name).options()[option].plain()
    assert described["about"].endswith(".")
    assert described["kind"] != "choice" or all(described["values"].values())


@pytest.mark.parametrize(("name", "option"), ALL)
@given(value=anything)
def test_any_value_is_either_taken_or_refused_with_what_was_expected(name, option, value):
    cls = games.find(name)
    try:
        game = cls.with_options({option: value})
    except OptionError as error:
        assert f"option {option}: expected" in str(error)
    else:
        assert cls.with_options(game.settings()) == game


@pytest.mark.parametrize(("name", "option"), ALL)
@given(text=st.text(max_size=30))
def test_any_typed_text_is_either_taken_or_refused(name, option, text):
    cls = games.find(name)
    try:
        cls(**{option: cls.options()[option].parse(text)})
    except OptionError as error:
        assert "expected" in str(error)


def test_a_misspelt_option_gets_the_right_spelling():
    with pytest.raises(OptionError, match="did you mean target"):
        TossUp.with_options({"taget": 50})


def test_a_misspelt_game_gets_the_right_spelling():
    with pytest.raises(UnknownGame, match="did you mean ketchup"):
        games.find("ketchop")


def test_options_are_the_identity_of_a_rule_set():
    assert TossUp(target=50) == TossUp(target=50) != TossUp()
    assert len({TossUp(), TossUp(target=100), TossUp(target=50)}) == 2
    assert repr(TossUp(target=50)) == "TossUp(target=50)"


def test_a_rule_set_is_frozen():
    with pytest.raises(AttributeError):
        TossUp().target = 3  # type: ignore[misc]


@pytest.mark.parametrize("target", [0, -1, 10_001, 10**40, True, 1.5, "100", None])
def test_a_target_out_of_range_is_refused(target):
    with pytest.raises(OptionError, match="a whole number from 1 to 10000"):
        TossUp(target=target)


def test_K0_any_five_dice_may_be_given_and_a_named_set_is_known_by_its_name():
    own = Ketchup.with_options({"dice": ["KKLBMR", "KKLBMR", "KKLBMR", "KKLBMR", "KKKKKK"]})
    assert own.options_given() == {"dice": ["KKLBMR", "KKLBMR", "KKLBMR", "KKLBMR", "KKKKKK"]}
    assert Ketchup.with_options({"dice": ["KKLBMR"] * 5}) == Ketchup(dice="five-bottles")


def test_K0_the_dice_describe_themselves_so_that_a_page_can_draw_them():
    described = Ketchup.options()["dice"].plain()
    assert (described["kind"], described["count"], described["most"]) == ("dice", 5, 20)
    assert described["faces"] == ["K", "L", "B", "M", "R"]
    assert described["sets"]["five-bottles"] == ["KKLBMR"] * 5
    assert described["default"] in described["sets"]


@pytest.mark.parametrize(("name", "option"), ALL)
def test_settings_are_shown_as_they_are_typed(name, option):
    rules = games.find(name)
    known = rules.options()[option]
    usual: Any = {bool: [not known.default], int: [7]}.get(type(known.default), [])
    described: dict[str, Any] = known.kind.describe()
    for value in described.get("values") or described.get("sets") or usual:
        shown = rules(**{option: value}).given()
        assert bool(shown) == (value != known.default)
        assert read_settings(rules, [shown] if shown else []) == ({option: value} if shown else {})


def test_dice_of_ones_own_are_shown_as_they_are_typed():
    game = Ketchup(dice=("KB", "B", "B", "B", "L"), bottle_saves=True)
    assert game.given() == "dice=KB,B,B,B,L, bottle_saves=true"
    assert Ketchup(**read_settings(Ketchup, ["dice=KB,B,B,B,L", "bottle_saves=true"])) == game


@pytest.mark.parametrize("dice", [["KKLBMR"] * 4, ["KKLBMR"] * 6, ["XKLBMR"] * 5, [""] * 5, ["kklbmr"] * 5, "seven", 5])
def test_K0_other_than_five_dice_with_known_faces_are_refused(dice):
    with pytest.raises(OptionError, match="five dice with the faces K L B M R"):
        Ketchup.with_options({"dice": dice})


def test_K11_dice_that_could_never_settle_a_tie_are_refused():
    with pytest.raises(OptionError, match="never be rolled off"):
        Ketchup.with_options({"dice": ["KKKKKK"] * 5})
