"""Alphabet's details: servings, scores and records, H14 to H28."""

from __future__ import annotations

import io
import json
from random import Random

import msgspec
import pytest

from dicecup.chance import Deal, HandsRoll
from dicecup.errors import IllegalMove, IllegalRoll, OptionError, RecordError, WordsMissing
from dicecup.game import CHANCE, OVER
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet.dice import DICE
from dicecup.games.alphabet.notation import Build
from dicecup.games.alphabet.scoring import next_starter
from dicecup.games.alphabet.words import register
from dicecup.records import replay
from tests.games.alphabet_positions import WORDS, play, playing, position, refused

# H14 to H18, H21: passing, reheats, scraping, deals.


def test_H14_a_build_or_slurp_breaks_the_row_of_passes():
    game = playing(WORDS)
    state = play(game, position("CAT", ["EE", "SE"]), "pass", "build 0,0 across (CAT)S")
    assert state.passes == 0
    assert play(game, state, "pass").passes == 1
    assert play(game, state, "pass").due == "move"


def test_H14_play_goes_on_with_the_next_seat_after_a_reheat():
    game = playing(WORDS)
    state = play(game, position("CAT", ["E", "E", "SE"], seat=2), "pass", "pass", "pass")
    state = game.land(state, [[face for _, face in hand] for hand in state.hands])
    assert (state.seat, state.passes) == (2, 0)


def test_H15_a_limit_of_0_ends_the_serving_with_the_first_round_of_passes():
    game = playing(WORDS, reheat_limit=0)
    assert play(game, position("CAT", ["E", "E"]), "pass", "pass").servings == ((2, 2),)


def test_H15_a_die_placed_starts_the_count_of_reheats_again():
    game = playing(WORDS, reheat_limit=1)
    state = position("CAT", ["SE", "E"], reheats=1)
    after = play(game, state, "build 0,0 across (CAT)S")
    assert after.reheats == 0
    assert play(game, after, "pass", "pass").due == "reheat"
    assert play(game, state, "pass", "pass").servings


def test_H16_a_hand_is_written_lowest_die_number_first():
    game = playing(WORDS)
    state = game.start(2)
    low, high = list(range(1, 19)), list(range(19, 37))
    with pytest.raises(IllegalRoll, match="lowest die number first"):
        game.land(state, [low[::-1], high])
    fed = play(game, position("CAT", ["UE", "EE"]), "slurp 1,0 A>U give 1")
    assert list(fed.hands[1]) == sorted(fed.hands[1])


def test_H16_a_reheat_has_a_list_for_every_seat():
    game = playing(WORDS)
    state = play(game, position("CAT", ["E", "EA", "A"]), "pass", "pass", "pass")
    with pytest.raises(IllegalRoll):
        game.land(state, [["E"], ["E", "A"]])
    with pytest.raises(IllegalRoll):
        game.land(state, [["E"], ["E"], ["A"]])
    assert game.land(state, [["E"], ["E", "A"], ["A"]]).due == "move"


def test_H17_who_has_no_dice_when_the_turn_comes_has_won():
    game = playing(WORDS)
    state = play(game, position("AT", ["C", "S"]), "build -1,0 across C(AT)")
    assert game.turn(state) == 1
    assert play(game, state, "build -1,0 across (CAT)S").servings == ((0, 1),)


@pytest.mark.parametrize(("seats", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6)])
def test_H18_a_serving_begins_with_a_deal_and_a_roll(seats, each):
    game = playing(WORDS)
    state = game.start(seats)
    assert (game.turn(state), state.due) == (CHANCE, "deal")
    hands = game.roll(state).throw(Random(1))
    state = game.land(state, hands)
    assert (game.turn(state), state.due) == (CHANCE, "roll")
    assert [len(hand) for hand in state.hands] == [each] * seats
    state = game.land(state, game.roll(state).throw(Random(1)))
    assert game.turn(state) == 0
    assert [[die for die, _ in hand] for hand in state.hands] == [[*hand] for hand in hands]


def test_H19_double_all_doubles_the_one_for_losing_too():
    game = playing(WORDS, souper="double-all", reheat_limit=0)
    three = ((1, 0),) * 3
    state = play(game, position("CAT", ["EE", "E*"], serving=4, servings=three), "pass", "pass")
    assert state.servings[-1] == (6, 6)
    game = playing(WORDS, reheat_limit=0)
    state = play(game, position("CAT", ["EE", "E"], serving=4, servings=three), "pass", "pass")
    assert state.servings[-1] == (4, 2)


def test_H20_of_level_players_the_first_after_the_last_starter_starts():
    assert next_starter((3, 3, 3), 0) == 1
    assert next_starter((3, 3, 3), 2) == 0
    assert next_starter((1, 3, 1), 0) == 2
    assert next_starter((1, 3, 3), 0) == 0


def test_H20_the_starter_is_the_seat_whose_turn_comes_first_even_if_it_passes():
    game = playing(WORDS)
    state = play(game, position("", ["E", "E"]), "pass")
    assert (state.starter, state.seat) == (0, 1)


def test_H21_the_next_serving_begins_afresh():
    game = playing(WORDS)
    state = position("AT", ["C", "UE"], slurped=(True, False), barred=((36, 0, 0),), passes=1)
    state = play(game, state, "build -1,0 across C(AT)", "pass")
    assert game.scores(state) == (0, 3)
    assert (state.table, state.slurped, state.barred) == ((), (False, False), ())
    assert (state.passes, state.reheats, state.serving, state.due) == (0, 0, 2, "deal")
    with pytest.raises(IllegalMove, match="expected dice"):
        game.parse(state, "pass")


def test_H21_after_the_fourth_serving_the_game_is_over():
    game = playing(WORDS)
    state = position("AT", ["C", "E"], serving=4, servings=((0, 2),) * 3)
    state = play(game, state, "build -1,0 across C(AT)", "pass")
    assert game.turn(state) == OVER
    assert game.moves(state) == ()
    refused(game, state, "pass", "over")
    with pytest.raises(IllegalRoll):
        game.roll(state)


def test_H22_with_any_a_turn_is_a_pass_a_slurp_or_builds_and_done():
    game = playing(WORDS, builds="any")
    state = position("AT", ["CSUE", "E"])
    refused(game, state, "done", "nothing has been built")
    assert play(game, state, "pass").seat == 1
    built = play(game, state, "build -1,0 across C(AT)")
    refused(game, built, "pass", "say done")
    refused(game, built, "slurp 0,0 A>U give 1", "no slurp")
    assert {str(move) for move in game.moves(built)} == {"build -1,0 across (CAT)S", "done"} | {
        str(move) for move in game.moves(built) if isinstance(move, Build)
    }
    after = play(game, built, "done")
    assert (after.seat, after.passes, after.built) == (1, 0, False)
    refused(playing(WORDS), state, "done")


def test_H22_placing_the_last_die_ends_the_turn_by_itself():
    game = playing(WORDS, builds="any")
    state = play(game, position("AT", ["C", "E"]), "build -1,0 across C(AT)")
    assert (state.seat, state.built) == (1, False)


# H23 to H28: records and output.


def test_H23_the_header_names_the_word_list():
    register("test-header", ["AT"])
    game = Alphabet().with_header({"words": "test-header"})
    assert game.header() == {"words": "test-header"}
    assert game.word_list.name == "test-header"
    assert Alphabet(words="test-header").with_header({}).header() == {"words": "scowl-70.1"}
    with pytest.raises(WordsMissing):
        Alphabet().with_header({"words": "no-such-list"})
    for wrong in (7, None, ["scowl-70.1"], True):
        with pytest.raises(OptionError):
            Alphabet().with_header({"words": wrong})
    missing = Alphabet(words="no-such-list")
    assert missing.options()
    with pytest.raises(WordsMissing):
        missing.start(2)


def test_H24_builds_come_first_then_slurps_then_the_end_in_the_order_of_their_texts():
    game = playing(WORDS)
    moves = game.moves(position("CAT", ["USBE", "E"]))
    texts = [str(move) for move in moves]
    builds = [text for text in texts if text.startswith("build")]
    slurps = [text for text in texts if text.startswith("slurp")]
    assert texts == [*sorted(builds), *sorted(slurps), "pass"]
    assert builds
    assert slurps
    assert len(set(texts)) == len(texts)


def test_H25_a_state_has_the_names_and_shapes_that_records_print():
    game = playing(WORDS)
    state = play(game, position("CAT", ["UE", "E"]), "slurp 1,0 A>U give 1")
    data = json.loads(json.dumps(game.to_plain(state)))
    assert data["serving"] == 1
    assert data["starter"] == 0
    assert data["servings"] == []
    assert sorted(face for _, face in data["hands"][1]) == ["A", "E"]
    assert [[x, y, face] for x, y, _, face in data["table"]] == [[0, 0, "C"], [1, 0, "U"], [2, 0, "T"]]
    assert data["slurped"] == [True, False]
    assert [cell for _, *cell in data["barred"]] == [[1, 0]]
    assert (data["passes"], data["reheats"]) == (0, 0)
    assert game.from_plain(data) == state


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 7},
        {"seat": -1},
        {"serving": 3},
        {"hands": []},
        {"hands": [[[99, "E"]], [[1, "A"]]]},
        {"hands": [[[1, "Z"]], [[2, "A"]]]},
        {"hands": [[[1, "A"]], [[1, "A"]]]},
        {"hands": [[], []]},
        {"table": [[0, 0, 1, "A"]]},
        {"table": [[0, 0, 1, "A"], [9, 9, 2, "A"]]},
        {"slurped": [True]},
        {"passes": 9},
        {"passes": 2},
        {"reheats": -1},
        {"due": "soup"},
        {"due": "deal"},
        {"built": True},
        {"barred": [[99, 0, 0]]},
        {"barred": [[30, 10**12, 0]]},
        {"barred": [[30, at, 0] for at in range(70)]},
        {"table": [[2**31 + x, 0, die, face] for x, (die, face) in enumerate([(30, "C"), (31, "A")])]},
        {"servings": [[1, 2, 3]]},
    ],
)
def test_H25_a_state_that_cannot_be_is_refused(change):
    game = playing(WORDS)
    data = json.loads(json.dumps(game.to_plain(position("CAT", ["UE", "E"]))))
    with pytest.raises(msgspec.ValidationError):
        game.from_plain({**data, **change})
    garbage: object
    for garbage in (None, 7, "x", [], {}):
        with pytest.raises(msgspec.ValidationError):
            game.from_plain(garbage)


def test_H26_chance_is_a_deal_or_a_roll_of_hands_by_die_number_and_has_no_outcomes():
    game = playing(WORDS)
    state = game.start(5)
    deal = game.roll(state)
    assert isinstance(deal, Deal)
    assert deal.each == 7
    state = game.land(state, deal.throw(Random(3)))
    roll = game.roll(state)
    assert isinstance(roll, HandsRoll)
    assert roll.hands == tuple(tuple(die for die, _ in hand) for hand in state.hands)
    assert not hasattr(deal, "outcomes")
    assert not hasattr(roll, "outcomes")


def test_H28_a_refused_word_is_named_by_its_letters_and_first_cell():
    game = playing(WORDS)
    refused(game, position("", ["TZ", "E"]), "build 0,0 across TZ", r"^TZ at 0,0 is not a word$")
    refused(game, position("CAT", ["ZO", "E"]), "build 1,-1 down Z(A)", r"^ZA at 1,-1 is not a word$")
    refused(game, position("AT", ["Qu", "E"]), "build -1,0 across Qu(AT)", r"^QUAT at -1,0 is not a word$")


def test_H27_line_numbers_count_blank_lines_and_a_last_line_needs_no_newline():
    register("test-lines", ["AT"])
    deal = [[*range(1, 19)], [*range(19, 37)]]
    roll = [[DICE[die][0] for die in hand] for hand in deal]
    header = {"dicecup": 1, "game": "alphabet", "seats": ["Ann", "Ben"], "words": "test-lines"}
    lines = [json.dumps(each) for each in (header, {"deal": deal}, {"roll": roll}, {"seat": 0, "move": "pass"})]
    _, table = replay(io.BytesIO("\n\n".join(lines).encode()))
    assert table.turn == 1
    with pytest.raises(RecordError, match="no die to slurp") as caught:
        replay(io.BytesIO("\n\n".join([*lines, '{"seat": 1, "move": "slurp 0,0 A>E give 0"}']).encode()))
    assert caught.value.line == 9
