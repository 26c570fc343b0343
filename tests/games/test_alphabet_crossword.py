"""Alphabet's details: the crossword, its notation and slurps, H1 to H13."""

from __future__ import annotations

import msgspec
import pytest

from dicecup.errors import NotationError
from dicecup.games.alphabet.dice import DICE
from dicecup.games.alphabet.notation import Build, read
from tests.games.alphabet_positions import WORDS, grid, holding, number_of, play, playing, position, refused, shown

# H1 to H6: the crossword.


def test_H1_every_run_of_two_or_more_dice_is_a_word_and_a_Qu_alone_is_no_run():
    game = playing("QUIT IT AT QUA")
    state = position("IT", ["QuA", "E"])
    assert shown(play(game, state, "build -1,0 across Qu(IT)")) == {(-1, 0): "Qu", (0, 0): "I", (1, 0): "T"}
    refused(game, state, "build -1,0 across A(IT)", "AIT at -1,0 is not a word")
    refused(game, state, "build -1,1 across QuA", "IA at 0,0 is not a word")


def test_H2_a_parallel_word_touches_edge_to_edge():
    game = playing(WORDS)
    state = position("CAT", ["SOO", "E"])
    refused(game, state, "build 3,1 across SO", "edge to edge")
    game = playing(WORDS, "TO", "AS")
    assert shown(play(game, state, "build 1,1 across SO")) == grid("CAT / .SO")
    refused(game, state, "build 0,1 across SO", "CS at 0,0 is not a word")


def test_H3_the_main_word_takes_in_whatever_stands_in_its_line():
    game = playing(WORDS, "RUN NUN NOUN")
    state = position("CAR.ON / ..U..U / ..NOUN", ["T", "E"])
    assert shown(play(game, state, "build 0,0 across (CAR)T(ON)")) == grid("CARTON / ..U..U / ..NOUN")
    refused(game, state, "build 0,0 across (CAR)T", "belongs to it")


def test_H4_nothing_is_inserted_between_two_crossed_dice_and_no_die_left_behind():
    game = playing(WORDS, "CT AE CHATS CHA")
    state = position("CAT / A.E / R.A", ["HS", "E"])
    refused(game, state, "build 0,0 across (C)H(AT)", "crossed die keeps its cell")
    refused(game, state, "build -1,0 across (C)H(AT)", "crossed die keeps its cell")
    refused(game, position("CAT", ["H", "E"]), "build 0,0 across (CA)H", "whole old words")


def test_H4_a_pushed_die_may_come_to_touch_others_if_all_runs_are_words():
    # The A is pushed from 1,2 to 0,2, below the O.
    state = position("SIT / O.O / .AT / ..A", ["E", "E"])
    refused(playing("SIT SO TOTA AT AET"), state, "build 0,2 across (A)E(T)", "SOA at 0,0 is not a word")
    game = playing("SIT SO SOA TOTA AT AET")
    assert shown(play(game, state, "build 0,2 across (A)E(T)")) == grid("SIT / O.O / AET / ..A")


def test_H4_no_die_is_pushed_onto_another():
    game = playing("AT TA ATA TAT SAT CAT ATE EAT")
    state = position("AT.A / .A.T / .TAT", ["SE", "E"])
    refused(game, state, "build 0,0 across (A)E(T)", "crossed die keeps its cell")
    refused(game, state, "build 0,0 across (AT)SE", "lies in the way")


def test_H5_in_a_lone_word_the_first_old_die_keeps_its_cell():
    game = playing(WORDS)
    state = position("AT", ["PR", "E"])
    assert shown(play(game, state, "build -1,0 across P(A)R(T)")) == grid("PART", (-1, 0))
    refused(game, state, "build -2,0 across P(A)R(T)", "lone word")
    refused(game, state, "build 0,0 across P(A)R(T)", "lone word")


def test_H6_a_single_die_with_words_both_ways_is_written_across():
    game = playing("SET TAT")
    state = position({(0, 0): "S", (0, 1): "E", **grid("AT", (1, 2))}, ["T", "E"])
    assert shown(play(game, state, "build 0,2 across T(AT)"))[0, 2] == "T"
    refused(game, state, "build 0,0 down (SE)T", r"written across: build 0,2 across T\(AT\)")


def test_H6_behind_a_slurp_a_single_die_is_written_along_the_word_that_holds_the_die_put_in():
    # The S stands in CATS and in SO; which of them is written depends on the die put in.
    game = playing("CAT CATS TO OO SO")
    state = position("CAT. / ..OO", ["AOS", "E"])
    refused(game, state, "slurp 1,0 A>A give 1 then build 3,0 down S(O)", "die put in")
    assert shown(play(game, state, "slurp 1,0 A>A give 1 then build 0,0 across (CAT)S")) == grid("CATS / ..OO")
    refused(game, state, "slurp 3,1 O>O give 1 then build 0,0 across (CAT)S", "die put in")
    assert shown(play(game, state, "slurp 3,1 O>O give 1 then build 3,0 down S(O)")) == grid("CATS / ..OO")


# H7 to H9: notation and dice.


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "done",
        "build 0,0 across CAT",
        "build -12,7 down (C)H(AT)",
        "build 0,0 across Qu*(Qu)A*",
        "slurp 1,0 A*>A give 2",
        "slurp -1,0 Qu>A give 0 then build 0,0 down (CAT)S",
    ],
)
def test_H7_a_move_is_written_in_one_way_and_reads_back(text):
    assert str(read(text)) == text


@pytest.mark.parametrize(
    "text",
    """
    |Pass|pass |build 0,0 across|build 0,0 across |build 0, 0 across CAT|build +1,0 across CAT|build 01,0 across CAT
    |build -0,0 across CAT|build 0,0 Across CAT|build 0,0 across cat|build 0,0 across Q|build 0,0 across QUIT
    |build 0,0 across (CA)(T)|build 0,0 across ()CAT|build 0,0 across (CAT|build 0,0 across C*A**T|build 0,0  across CAT
    |build ٣,0 across CAT|slurp 0,0 A>B|slurp 0,0 A>B give -1|slurp 0,0 A>B give 01|slurp 0,0 A>B give 0 then pass
    |slurp 0,0 A> B give 0|build 0 0 across CAT|build 0,0 across C((A)T)|build 0,0 across CÄT
    """.replace("\n    ", "").split("|"),
)
def test_H7_anything_else_is_no_move(text):
    game = playing(WORDS)
    with pytest.raises(NotationError):
        game.parse(position("CAT", ["S", "E"]), text)


@pytest.mark.parametrize(
    "text",
    [f"build {'9' * 5000},0 across CAT", "build 0,0 across CAT\n", "build 0,0 across " + "A" * 5000, "qu" * 10**5],
)
def test_H7_a_text_too_long_or_with_more_behind_it_is_no_move(text):
    with pytest.raises(NotationError):
        playing(WORDS).parse(position("CAT", ["S", "E"]), text)


def test_H7_what_stands_on_the_table_is_what_stands_in_parentheses():
    game = playing(WORDS)
    state = position("CAT", ["STAC", "E"])
    assert game.parse(state, "build 0,0 across (CAT)S")
    for wrong in ("CATS", "(CA)TS", "(CATS)", "(C)A(T)S", "C(AT)S"):
        refused(game, state, f"build 0,0 across {wrong}")
    refused(game, state, "build 1,0 across (CAT)S")
    refused(game, state, "build 0,0 down (CAT)S")


def test_H8_a_red_face_bears_its_star_wherever_it_is_named():
    game = playing(WORDS)
    state = position("CA*T", ["SUE*", "E"])
    assert game.parse(state, "build 0,0 across (CA*T)S")
    refused(game, state, "build 0,0 across (CAT)S", r"A\* at 1,0")
    refused(game, state, "build 0,0 across (CA*T)S*", r"needs 1 × S\*")
    assert game.parse(state, "slurp 1,0 A*>U give 1")
    refused(game, state, "slurp 1,0 A>U give 1", r"shows A\*")


def test_H9_the_lowest_die_numbers_are_taken_along_the_word():
    game = playing("EE EEE AE")
    hand = ((1, "A"), (3, "E"), (5, "E"), (9, "E"))
    state = msgspec.structs.replace(position("", ["", "O"]), hands=(hand, ((36, "O"),)))
    after = play(game, state, "build 0,0 across EE")
    assert after.table == ((0, 0, 3, "E"), (1, 0, 5, "E"))


def test_H9_a_barred_die_is_passed_over_when_another_will_do():
    game = playing("AE AEE EA")
    table = ((0, 0, 1, "A"), (1, 0, 2, "E"))
    hand = ((3, "E"), (5, "E"))
    state = msgspec.structs.replace(
        position("", ["", "O"]), hands=(hand, ((36, "O"),)), table=table, barred=((3, 1, 0),)
    )
    assert play(game, state, "build 0,0 across (AE)E").table[-1] == (2, 0, 5, "E")
    # Down from the A the word covers other cells, and the lower die is free.
    assert (0, 1, 3, "E") in play(game, state, "build 0,0 down (A)E").table


def test_H9_dice_are_chosen_so_that_the_whole_move_is_legal():
    game = playing("AE EAEE")
    # Die 3 is barred from the across word, so of the two dice that show E only one can be laid in it.
    table = ((0, 0, 1, "A"), (1, 0, 2, "E"))
    state = msgspec.structs.replace(
        position("", ["", "O"]), hands=(((3, "E"), (5, "E")), ((36, "O"),)), table=table, barred=((3, 1, 0),)
    )
    refused(game, state, "build -1,0 across E(AE)E", "slurped from this word")
    assert not any(str(move) == "build -1,0 across E(AE)E" for move in game.moves(state))


def test_H9_the_die_put_in_is_chosen_first():
    game = playing("AE AEE")
    table = ((0, 0, 1, "A"), (1, 0, 2, "E"))
    state = msgspec.structs.replace(position("", ["", "O"]), hands=(((3, "E"), (5, "E")), ((36, "O"),)), table=table)
    after = play(game, state, "slurp 1,0 E>E give 1 then build 0,0 across (AE)E")
    assert after.table[1:] == ((1, 0, 3, "E"), (2, 0, 5, "E"))


# H10 to H13: slurping.


def test_H10_the_swap_alone_must_leave_words():
    game = playing("CAT CUTS CUB")
    state = position("CAT", ["US", "E"])
    refused(game, state, "slurp 1,0 A>U give 1 then build 0,0 across (CUT)S", "CUT at 0,0 is not a word")


def test_H11_added_dice_are_one_build_that_holds_the_die_put_in():
    game = playing(WORDS, builds="any")
    state = position("CAT", ["UBSE", "E"])
    after = play(game, state, "slurp 1,0 A>U give 1 then build 1,-1 down B(U)S")
    assert shown(after) == grid(".B. / CUT / .S.", (0, -1))
    assert after.seat == 1
    game = playing(WORDS, "TE")
    refused(game, state, "slurp 1,0 A>U give 1 then build 2,0 down (T)E", "die put in")


def test_H11_added_dice_may_push():
    game = playing("CAT CUT CURT")
    state = position("CAT", ["UR", "E"])
    after = play(game, state, "slurp 1,0 A>U give 1 then build 0,0 across (CU)R(T)")
    assert shown(after) == grid("CURT")


def test_H12_a_slurped_die_is_barred_from_words_through_its_cell_whatever_it_shows():
    game = playing(WORDS, "CUTE", "TE", "TA")
    state = position("CAT", ["UE", "E"])
    pulled = number_of(state, (1, 0))
    state = play(game, state, "slurp 1,0 A>U give 1")
    # After a reheat it shows an E; it is still the same die.
    hand = ((pulled, "E"),)
    state = msgspec.structs.replace(state, hands=(state.hands[0], hand))
    refused(game, state, "build 0,0 across (CUT)E", "slurped from this word")
    assert play(game, state, "build 2,0 down (T)E")
    assert [str(move) for move in game.moves(state) if isinstance(move, Build)] == ["build 2,0 down (T)E"]
    twin = next(die for die in DICE if "E" in DICE[die] and die not in {pulled, *(tile[2] for tile in state.table)})
    free = msgspec.structs.replace(state, hands=(((36, "O"),), ((twin, "E"),)))
    assert play(game, free, "build 0,0 across (CUT)E")


def test_H12_the_bar_is_on_cells_even_when_the_word_was_pushed_and_a_die_may_bear_two():
    game = playing("AT AS AST ASTS SO")
    table = ((0, 0, 1, "A"), (1, 0, 13, "T"))
    state = msgspec.structs.replace(
        position("", ["", "O"]), hands=(((8, "S"),), ((36, "O"),)), table=table, barred=((8, -5, 0), (8, 1, 0))
    )
    refused(game, state, "build 0,0 across (A)S(T)", "slurped from this word")
    refused(game, state, "slurp 1,0 T>S give 1", "slurped from this word")
    assert play(game, state, "build 0,0 down (A)S")
    assert [str(move) for move in game.moves(state)] == ["build 0,0 down (A)S", "pass"]


def test_H13_a_slurp_needs_a_die_on_the_table():
    game = playing(WORDS)
    refused(game, position("", ["CATU", "E"]), "slurp 0,0 A>U give 1", "no die to slurp")
    refused(game, position("CAT", ["U", "E"]), "slurp 0,1 A>U give 1", "no die to slurp")
    refused(game, position("CAT", ["U", "E"]), "slurp 1,0 A>U give 2", "no seat 2")
    refused(game, position("CAT", ["E", "E"]), "slurp 1,0 A>U give 1", "needs 1 × U")


def test_H13_who_slurps_with_the_last_die_is_out_unless_it_is_kept():
    game = playing(WORDS)
    state = position("CAT", ["U", "E"])
    given = play(game, state, "slurp 1,0 A>U give 1")
    assert not given.hands[0]
    assert play(game, given, "pass").servings == ((0, 3),)
    kept = play(game, state, "slurp 1,0 A>U give 0")
    assert holding(kept, 0) == ["A"]


def test_H13_the_pulled_die_is_not_there_to_be_added():
    game = playing("CAT CUT CUTA")
    refused(game, position("CAT", ["UE", "E"]), "slurp 1,0 A>U give 0 then build 0,0 across (CUT)A")
