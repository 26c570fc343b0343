"""Looking words up: against going through the whole list, dice by dice."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import OptionError, WordsMissing
from dicecup.games.alphabet import words as module
from dicecup.games.alphabet.lookup import check, fitting
from dicecup.games.alphabet.words import register

WORDS = "AT CAT CUT COT CAST QUIT QUIET QUITE QI SUQ UNIT SUIT TACT CACTI QUA AQUA QUAQUA TAU USA".split()


@pytest.fixture(autouse=True)
def no_list_outlives_its_test(monkeypatch):
    monkeypatch.setattr(module, "_registered", {})
    register("few", WORDS)


def plainly(letters, pattern):
    """The words of the list, one by one: Q for the die Qu."""
    found = []
    for word in [*WORDS, "MMGOOD"]:
        dice = word.replace("QU", "q")
        if "Q" in dice:
            continue
        form = (pattern or "*").replace("QU", "Q").replace("?", "[A-Z]").replace("*", "[A-Z]*")
        lying = Counter((pattern or "").replace("QU", "Q").replace("?", "").replace("*", ""))
        if re.fullmatch(form, dice.upper()) and (
            letters is None or Counter(dice.upper()) - lying <= Counter(letters.replace("QU", "Q"))
        ):
            found.append(word)
    return sorted(found, key=lambda word: (-len(word), word))


dice = st.sampled_from(["A", "C", "T", "S", "U", "I", "E", "O", "N", "QU", "X"])
some_letters = st.lists(dice, min_size=1, max_size=8).map("".join)
patterns = st.lists(dice | st.sampled_from("??**"), min_size=1, max_size=7).map("".join)


@given(st.none() | some_letters, st.none() | patterns)
def test_what_fits_is_what_going_through_the_list_finds(letters, pattern):
    register("few", WORDS)
    assert fitting("few", letters, pattern) == plainly(letters, pattern)


def test_Qu_is_one_die_and_its_U_goes_nowhere_else():
    assert fitting("few", "QuIT", None) == ["QUIT"]
    assert "UNIT" not in fitting("few", "QuNIT", None)
    assert fitting("few", None, "??IT") == ["SUIT", "UNIT"]
    assert fitting("few", None, "?IT") == ["QUIT"]


def test_a_hand_can_be_typed_as_it_is_shown():
    assert fitting("few", "c* a, T*", None) == fitting("few", "CAT", None) == ["CAT", "AT"]


def test_letters_of_the_pattern_lie_there_already_and_the_others_come_from_the_hand():
    assert fitting("few", "A", "C?T") == ["CAT"]
    assert fitting("few", "AU", "C?T") == ["CAT", "CUT"]


def test_a_word_that_no_dice_can_lay_is_a_word_all_the_same():
    checked = check("few", "qi")
    assert checked.valid
    assert "Q and U share a face" in checked.note
    assert check("few", "cat") == ("CAT", True, "")
    assert not check("few", "dog").valid


@pytest.mark.parametrize("text", ["", "Q", "C4T", "É", "a" * 500, "(CAT)"])
def test_what_cannot_be_letters_is_one_clear_error(text):
    with pytest.raises(OptionError, match="expected A to Z"):
        fitting("few", text, None)


@pytest.mark.parametrize("text", ["ca-t", "", "naïve", "a b"])
def test_what_cannot_be_a_word_is_one_clear_error(text):
    with pytest.raises(OptionError, match="A to Z"):
        check("few", text)


def test_a_pattern_of_nothing_but_stars_is_answered_at_once():
    assert fitting("few", None, "*?" * 30 + "*") == []
    assert len(fitting("few", None, "*" * 60)) == len(WORDS) - 1


def test_a_list_that_is_not_there_is_named():
    with pytest.raises(WordsMissing, match="klingon"):
        fitting("klingon", "CAT", None)
