"""What people type instead of Alphabet's notation: a word, a word and its place, a slurp in their own words."""

from __future__ import annotations

import pytest

from dicecup.errors import Ambiguous, IllegalMove, NotationError
from tests.games.alphabet_positions import WORDS, playing, position

GAME = playing(WORDS)
STATE = position("CAT", ["SSUEHRBNO*", "OS", "E"])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("cats", "build 0,0 across (CAT)S"),
        ("CATS 0,0", "build 0,0 across (CAT)S"),
        ("cats 0 0 across", "build 0,0 across (CAT)S"),
        ("build cats at 0, 0", "build 0,0 across (CAT)S"),
        ("0,0 across cats", "build 0,0 across (CAT)S"),
        ("(cat)s", "build 0,0 across (CAT)S"),
        ("  cats   3,0 ", "build 0,0 across (CAT)S"),
        ("chat", "build 0,0 across (C)H(AT)"),
        ("chat 0,0", "build 0,0 across (C)H(AT)"),
        ("cart 2,0", "build 0,0 across (CA)R(T)"),
        ("bus", "build 3,-2 down BUS"),
        ("bus down", "build 3,-2 down BUS"),
        ("so", "build 3,0 down SO*"),
    ],
)
def test_a_word_is_built_where_it_can_be(text, move):
    assert str(GAME.meant(STATE, text)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("slurp 1,0 u give 1", "slurp 1,0 A>U give 1"),
        ("slurp 1,0 A>U give 2", "slurp 1,0 A>U give 2"),
        ("slurp 1 0 u for a to 0", "slurp 1,0 A>U give 0"),
        ("Slurp U at 1,0 feed 1", "slurp 1,0 A>U give 1"),
        ("swap 1,0 a u give 1", "slurp 1,0 A>U give 1"),
        ("slurp 1,0 u give 1 then bus", "slurp 1,0 A>U give 1 then build 1,-1 down B(U)S"),
        ("slurp 1,0 u give 1 then cuts 0,0", "slurp 1,0 A>U give 1 then build 0,0 across (CUT)S"),
    ],
)
def test_a_slurp_is_understood_however_it_is_put(text, move):
    assert str(GAME.meant(STATE, text)) == move


def test_with_one_other_player_it_is_clear_who_is_fed():
    state = position("CAT", ["SSUE", "OS"])
    assert str(GAME.meant(state, "slurp 1,0 u")) == "slurp 1,0 A>U give 1"


def test_where_several_moves_are_meant_all_are_named():
    state = position("CAT / U.. / T..", ["SSEO", "OS"])
    with pytest.raises(Ambiguous, match=r"that could mean build .*, or build ") as caught:
        GAME.meant(state, "so")
    assert caught.value.moves == ["build 0,3 across SO", "build 3,0 down SO"]
    for text in caught.value.moves:
        GAME.parse(state, text)
    assert str(GAME.meant(state, "so 3,0")) == "build 3,0 down SO"
    assert str(GAME.meant(state, "so across")) == "build 0,3 across SO"
    with pytest.raises(Ambiguous) as caught:
        GAME.meant(STATE, "slurp 1,0 u")
    assert caught.value.moves == ["slurp 1,0 A>U give 1", "slurp 1,0 A>U give 2"]


def test_red_dice_go_first_since_they_cost_more():
    state = position("CAT", ["SS*O", "OS"])
    assert str(GAME.meant(state, "cats")) == "build 0,0 across (CAT)S*"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("xyzzy", "XYZZY is not a word of the list"),
        ("chat 0,0 down", "your hand has no A left for CHAT"),
        ("cut 0,0", "at 1,0 lies A, not U"),
        ("hen 0,1 across", "HEN is not a word of the list"),
        ("bus 0,1", "CB at 0,0 is not a word"),
        ("hat", "HAT is a word, but your dice cannot build it anywhere here"),
        ("part", "for PART neither your hand nor the table has enough of: P"),
        ("chat 5,5", "your hand has no C left for CHAT"),
        ("bus 7,7", "a build uses a die of the crossword or lies edge to edge with one"),
        ("slurp 1,0 z", "your hand has no Z"),
        ("slurp 1,0 s give 1", "CST at 0,0 is not a word"),
        ("slurp 5,5 s", "there is no die to slurp at 5,5"),
        ("slurp 1,0 c>u", "the die at 1,0 shows A, got C"),
        ("slurp 1,0 u give 1 then cat", "then CAT cannot be built through 1,0"),
        ("slurp 1,0 u give 1 then xyz", "XYZ is not a word of the list"),
        ("slurp 1,0 u give 7", "there is no seat 7"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(text, reason):
    with pytest.raises(IllegalMove, match=reason):
        GAME.meant(STATE, text)


@pytest.mark.parametrize(
    "text", ["", "foo bar", "1,0", "chat 0,0 down across", "slurp", "slurp u", "slurp 1,0", "9", "été"]
)
def test_what_is_no_move_at_all_gets_an_example(text):
    with pytest.raises(NotationError, match=r"CHAT 0,0 down|slurp 1,0 U give 1"):
        GAME.meant(STATE, text)


def test_a_slurp_that_is_used_up_says_so():
    state = position("CAT", ["SSUE", "OS"], slurped=(True, False))
    with pytest.raises(IllegalMove, match="only once"):
        GAME.meant(state, "slurp 1,0 u")
