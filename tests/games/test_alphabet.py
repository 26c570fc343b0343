"""Alphabet, ruling by ruling: A1 to A11. The details have files of their own."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dicecup.errors import OptionError, SeatsError
from dicecup.game import CHANCE, OVER
from dicecup.games.alphabet import GAME, Alphabet
from dicecup.games.alphabet.dice import DICE
from dicecup.games.alphabet.notation import Slurp
from dicecup.games.alphabet.scoring import serving_scores
from dicecup.messages import load as catalogue
from tests.games.alphabet_positions import WORDS, grid, holding, number_of, play, playing, position, refused, shown

# The dice.


def test_there_are_thirty_six_dice_with_six_letters_one_of_them_red():
    assert len(DICE) == 36
    for die in DICE.values():
        assert len({str(face).rstrip("*") for face in die}) == 6
        assert sum(str(face).endswith("*") for face in die) == 1
    assert DICE[1] == ("E*", "A", "O", "R", "L", "F")
    assert DICE[31] == ("A*", "I", "N", "D", "C", "Qu")
    assert DICE[36] == ("A", "O", "R", "L", "F", "Z*")


# A1 to A11.


def test_A1_the_first_word_is_two_or_more_dice_in_a_line_from_0_0():
    game = playing(WORDS)
    state = position("", ["CATS", "E"])
    assert shown(play(game, state, "build 0,0 across AT")) == grid("AT")
    assert shown(play(game, state, "build 0,0 down AT")) == grid("A / T")
    refused(game, state, "build 0,0 across A", "two or more")
    refused(game, state, "build 1,0 across AT", "starts at 0,0")
    refused(game, state, "build 0,0 across (A)T", "table is empty")


def test_A2_one_build_is_a_turn_and_with_any_several_are():
    state = position("", ["CATS", "E"])
    assert play(playing(WORDS), state, "build 0,0 across AT").seat == 1
    game = playing(WORDS, builds="any")
    state = play(game, state, "build 0,0 across AT", "build -1,0 across C(AT)")
    assert (state.seat, state.built) == (0, True)
    assert play(game, state, "done").seat == 1


def test_A3_a_word_grows_at_its_front_and_at_its_end():
    game = playing(WORDS)
    state = position("AT", ["CS", "E"])
    assert shown(play(game, state, "build -1,0 across C(AT)")) == grid("CAT", (-1, 0))
    assert shown(play(game, state, "build -1,0 across C(AT)S")) == grid("CATS", (-1, 0))


def test_A3_letters_inserted_in_the_middle_push_the_rest_outwards():
    game = playing(WORDS)
    state = position("CAT", ["HS", "E"])
    assert shown(play(game, state, "build 0,0 across (C)H(AT)")) == grid("CHAT")


def test_A3_a_crossed_letter_never_moves():
    game = playing(WORDS)
    # The T of CAT is crossed: C and A are pushed to the front.
    state = position("CAT / ..E / ..A", ["HS", "E"])
    assert shown(play(game, state, "build -1,0 across (C)H(AT)")) == grid("CHAT / ...E / ...A", (-1, 0))
    refused(game, state, "build 0,0 across (C)H(AT)", "crossed die keeps its cell")


def test_A4_a_slurp_swaps_a_die_and_feeds_a_player():
    game = playing(WORDS)
    state = position("CAT", ["UE", "E", "E"])
    pulled = number_of(state, (1, 0))
    after = play(game, state, "slurp 1,0 A>U give 2")
    assert shown(after) == grid("CUT")
    assert holding(after, 2) == ["A", "E"]
    assert after.slurped == (True, False, False)
    assert after.barred == ((pulled, 1, 0),)
    assert after.seat == 1


def test_A4_a_player_slurps_once_in_a_serving():
    game = playing(WORDS)
    state = position("CAT", ["UAE", "E"])
    state = play(game, state, "slurp 1,0 A>U give 1", "pass")
    refused(game, state, "slurp 1,0 U>A give 1", "only once")
    assert not any(isinstance(move, Slurp) for move in game.moves(state))


def test_A4_the_same_letter_may_be_slurped():
    game = playing(WORDS)
    state = position("CAT", ["AE", "E"])
    after = play(game, state, "slurp 1,0 A>A give 1")
    assert shown(after) == grid("CAT")
    assert number_of(after, (1, 0)) != number_of(state, (1, 0))


def test_A4_every_word_through_the_cell_must_be_valid():
    game = playing(WORDS)
    refused(game, position("CAT / .T.", ["UE", "E"]), "slurp 1,0 A>U give 1", "UT at 1,0 is not a word")


def test_A5_a_reheat_is_due_when_everybody_has_passed_in_a_row_and_the_crossword_stays():
    game = playing(WORDS)
    state = play(game, position("CAT", ["E", "E", "E"]), "pass", "pass")
    assert game.turn(state) == 2
    state = play(game, state, "pass")
    assert (game.turn(state), state.due) == (CHANCE, "reheat")
    after = game.land(state, [[str(DICE[die][1]) for die, _ in hand] for hand in state.hands])
    assert shown(after) == grid("CAT")
    assert (after.seat, after.passes, after.reheats) == (0, 0, 1)


def test_A5_after_the_limit_of_reheats_the_serving_ends_and_all_are_losers():
    game = playing(WORDS, reheat_limit=2)
    state = position("CAT", ["E", "EE*"])
    for _ in range(2):
        state = play(game, state, "pass", "pass")
        state = game.land(state, [[face for _, face in hand] for hand in state.hands])
    state = play(game, state, "pass", "pass")
    assert state.servings == ((2, 4),)
    assert (state.serving, state.due) == (2, "deal")


def test_A6_everybody_else_has_one_turn_when_a_player_is_out():
    game = playing(WORDS)
    state = play(game, position("AT", ["C", "E", "E"]), "build -1,0 across C(AT)", "pass")
    assert game.turn(state) == 2
    assert play(game, state, "pass").servings == ((0, 2, 2),)


def test_A6_a_player_who_was_fed_plays_on():
    game = playing(WORDS)
    state = position("AT", ["C", "UEE", "E"])
    state = play(game, state, "build -1,0 across C(AT)", "slurp 0,0 A>U give 0", "pass")
    assert game.turn(state) == 0
    assert holding(state, 0) == ["A"]
    assert not state.servings


def test_A6_a_second_player_out_while_scraping_loses_with_nothing_left():
    game = playing(WORDS)
    state = position("AT", ["C", "S", "EE"])
    state = play(game, state, "build -1,0 across C(AT)", "build -1,0 across (CAT)S", "pass")
    assert state.servings == ((0, 1, 3),)


def test_A6_a_second_player_out_is_the_one_poised_when_the_first_was_fed():
    game = playing(WORDS)
    state = position("AT", ["C", "S", "UE"])
    state = play(game, state, "build -1,0 across C(AT)", "build -1,0 across (CAT)S", "slurp 0,0 A>U give 0", "pass")
    assert state.servings == ((2, 0, 2),)


def test_A7_the_winner_scores_nothing_and_losers_their_dice_and_one_more():
    state = position("CAT", ["", "EE*A", "S"])
    assert serving_scores(state.hands, 0, 1, "double-dice") == (0, 5, 2)


def test_A8_the_souper_serving_counts_dice_twice_and_at_least_two():
    state = position("CAT", ["", "EE", "S*", ""])
    assert serving_scores(state.hands, 0, 4, "double-dice") == (0, 4, 4, 2)
    assert serving_scores(state.hands, 0, 4, "double-all") == (0, 6, 6, 2)


def test_A9_the_lowest_total_wins_and_level_totals_win_together():
    game = playing(WORDS, reheat_limit=0)
    state = position("CAT", ["E", "E", "E"], serving=4, servings=((0, 3, 1), (1, 0, 0), (1, 0, 0)))
    state = play(game, state, "pass", "pass", "pass")
    assert game.scores(state) == (4, 5, 3)
    assert game.winners(state) == (2,)
    level = msgspec.structs.replace(state, servings=((0, 0, 0),) * 4)
    assert game.winners(level) == (0, 1, 2)


def test_A9_the_lowest_total_so_far_starts_the_next_serving():
    game = playing(WORDS, reheat_limit=0)
    state = play(game, position("CAT", ["EE", "E", "EE"]), "pass", "pass", "pass")
    assert (state.starter, state.seat) == (1, 1)


def test_A10_one_list_for_everybody_and_MMGOOD_is_always_a_word():
    game = playing("AT")
    state = position("", ["MMGOODAT", "E"])
    assert shown(play(game, state, "build 0,0 across MMGOOD")) == grid("MMGOOD")
    refused(game, state, "build 0,0 across TO", "TO at 0,0 is not a word")
    refused(game, state, "build 0,0 across DOG", "DOG at 0,0 is not a word")


def test_A11_two_to_six_play():
    game = playing(WORDS)
    for seats in (2, 3, 4, 5, 6):
        assert len(game.start(seats).hands) == seats
    for seats in (1, 7, 0, True):
        with pytest.raises(SeatsError):
            game.start(seats)


# For people.


def test_a_view_shows_hands_and_crossword_and_lists_only_how_a_turn_ends():
    game = playing(WORDS)
    view = game.view(position("CA*T", ["E*U", "E"]), 0)
    assert [choice["move"] for choice in view["choices"]] == ["pass"]
    assert [die["mark"] for die in view["hands"][0]["dice"]].count("red") == 1
    assert {(cell["x"], cell["face"], cell["red"]) for cell in view["crossword"]["cells"]} == {
        (0, "C", False),
        (1, "A", True),
        (2, "T", False),
    }
    assert game.view(position("CAT", ["E", "E"]), 1)["choices"] == []


def test_whatever_is_told_has_words_in_the_catalogue():
    game = playing(WORDS, builds="any", reheat_limit=1)
    texts = catalogue(Alphabet.folder())
    said = set()
    rng = Random(5)
    for _ in range(2):
        state = game.start(3)
        while game.turn(state) != OVER:
            for message in game.status(state):
                said.add(message["say"])
                assert "{" not in texts.text(message, ["Ann", "Ben", "Cy"])
            act: Any
            if game.turn(state) == CHANCE:
                act = game.roll(state).throw(rng)
                after = game.land(state, act)
            else:
                act = rng.choice(game.moves(state)[-60:])
                after = game.play(state, act)
            for message in game.tell(state, act, after):
                said.add(message["say"])
                words = texts.text(message, ["Ann", "Ben", "Cy"])
                assert words != message["say"]
                assert "{" not in words
            state = after
    assert {"built", "slurped", "passed", "reheat", "cold", "scored", "souper-next", "starts"} <= said


def test_the_rules_page_names_every_ruling():
    page = (Path(Alphabet.folder()) / "rules.en.md").read_text(encoding="utf-8")
    for ruling in [*(f"A{n}" for n in range(1, 12)), *(f"H{n}" for n in range(1, 29))]:
        assert re.search(rf"\b{ruling}\b", page), ruling
    for option in Alphabet.options().values():
        assert f"`{option.name}`" in page


def test_every_ruling_has_a_test_that_names_it():
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_alphabet*.py"))
    for ruling in [*(f"A{n}" for n in range(1, 12)), *(f"H{n}" for n in range(1, 29))]:
        assert f"def test_{ruling}_" in here, ruling


def test_a_rule_set_writes_itself():
    assert repr(Alphabet()) == "Alphabet()"
    assert repr(Alphabet(builds="any", words="mine")) == "Alphabet(builds='any', words='mine')"
    assert GAME is Alphabet
    with pytest.raises(OptionError):
        Alphabet(builds="two")  # type: ignore[arg-type]
