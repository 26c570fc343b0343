"""Alphabet's levels: what each of them is known for, and that all keep the rules."""

from __future__ import annotations

import os
from random import Random

import pytest

from dicecup.game import CHANCE
from dicecup.games.alphabet import Alphabet, finds
from dicecup.games.alphabet.bots import LEVELS, gentle, sharp, steady
from dicecup.games.alphabet.finds import shed
from dicecup.games.alphabet.layout import ACROSS, DOWN, run
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.alphabet.search import Master
from dicecup.games.alphabet.words import COMMON, load
from dicecup.players import within
from tests.games.alphabet_positions import WORDS, playing, position

FORCED: list[tuple[str, ...]] = [("ASH", "STS"), ("SOS", "HU"), ("EA", "EE"), ("SEU", "HOS")]
FORCED += [("H", "TR", ""), ("S", "SS", ""), ("H", "OT", "")]
"""Hands with which the first player wins for certain on the table CAT."""

SERVINGS = int(os.environ.get("DICECUP_SERVINGS", "1"))
"""How many servings each level plays with each number of players; thousands for a night."""

QUICK = Master(effort=5)
"""In servings that are only played for their rules it need not be good."""
PLAYERS = LEVELS | {"master": QUICK}


def sheds(move) -> int:
    return shed(move) if isinstance(move, (Build, Slurp)) else 0


def serving(game, seats, bots, rng, seen=lambda state, move: None):
    """One serving from its deal to its scores."""
    state = game.start(seats)
    while not state.servings:
        if game.turn(state) == CHANCE:
            state = game.land(state, game.roll(state).throw(rng))
        else:
            move = bots[state.seat % len(bots)](game, state, rng)
            seen(state, move)
            state = game.play(state, move)
    return state


@pytest.mark.parametrize("builds", ["one", "any"])
@pytest.mark.parametrize("seats", Alphabet.seats)
@pytest.mark.parametrize("level", PLAYERS)
def test_whole_servings_run_without_an_illegal_move(level, seats, builds):
    game = Alphabet(builds=builds, reheat_limit=3)

    def legal(state, move):
        assert game.parse(state, str(move)) == move

    for number in range(SERVINGS):
        others = Random(f"{level}/{number}").choice([*PLAYERS.values()])
        serving(game, seats, [PLAYERS[level], others], Random(f"{seats}/{builds}/{number}"), legal)


@pytest.mark.parametrize("level", PLAYERS)
def test_a_level_chooses_by_the_position_and_its_whims_alone(level):
    game, bot = Alphabet(), PLAYERS[level]

    def again(state, move):
        copy = game.from_plain(game.to_plain(state))
        assert bot(game, copy, Random("whim")) == bot(game, state, Random("whim"))

    serving(game, 3, [bot], Random(3), again)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", PLAYERS)
def test_a_seeded_game_is_the_same_without_a_compiler(level, seats, monkeypatch):
    game = playing(
        WORDS, "ONE NO TO TON NOT NOTE TONE STONE EON ES TE ET RE ER IT IS SIT TIE LIE TILE LIT AIL NAIL RAIL"
    )
    bot = Master(effort=12) if level == "master" else LEVELS[level]

    def moves():
        made = []
        serving(game, seats, [bot], Random(f"{level}/{seats}"), lambda state, move: made.append(move))
        return made

    compiled = moves()
    monkeypatch.setattr(finds, "COMPILED", False)
    assert moves() == compiled
    assert len(compiled) > seats


@pytest.mark.parametrize("level", PLAYERS)
def test_no_level_looks_at_dice_to_come(level, monkeypatch):
    """Not even at which dice would be rolled: the rules are asked for no roll while a bot thinks."""
    game, bot = Alphabet(), PLAYERS[level]

    def not_shown(*args):
        raise AssertionError("a bot asked for dice")

    def blindfolded(game, state, whims):
        with monkeypatch.context() as only:
            only.setattr(Alphabet, "roll", not_shown)
            only.setattr(Alphabet, "land", not_shown)
            return bot(game, state, whims)

    serving(game, 2, [blindfolded], Random(4))


def test_levels_stand_weakest_first():
    assert [*LEVELS] == ["gentle", "steady", "sharp", "master"]


# Gentle.


def words_made(game, state, move):
    """The words that a build makes or changes."""
    after = game.play(state, move)
    table = {(x, y): face for x, y, _, face in after.table}
    step = ACROSS if move.across else DOWN
    cells = [(move.x + at * step[0], move.y + at * step[1]) for at in range(len(move.faces))]
    through = [run(table, cells[0], step), *(run(table, cell, (step[1], step[0])) for cell in cells)]
    return ["".join(table[cell].rstrip("*").upper() for cell in cells) for cells in through if len(cells) > 1]


def test_gentle_builds_short_and_common_words_and_does_not_slurp():
    game, common, built = Alphabet(), load(COMMON), []

    def look(state, move):
        assert not isinstance(move, Slurp)
        if isinstance(move, Build):
            built.append(move)
            assert all(word in common for word in words_made(game, state, move) if len(game.play(state, move).table))
            assert len(move.faces) <= 5

    for seed in range(4):
        serving(game, 2, [gentle], Random(seed), look)
    assert len(built) > 30


def test_gentle_plays_with_a_list_of_ones_own():
    game = playing(WORDS)
    assert isinstance(gentle(game, position("CAT", ["SHU", "SO"]), Random(1)), Build)


def test_gentle_leaves_room_where_it_can():
    """Of two places for the same word it takes the one that touches less."""
    game = playing("CAT CATS SO AT TA AS")
    state = position("CAT", ["SO", "CCC"])
    for seed in range(20):
        move = gentle(game, state, Random(seed))
        assert str(move) in ("build 3,0 down SO", "build 0,0 across (CAT)S")


def test_gentle_passes_where_it_knows_no_word():
    game = playing("CAT")
    assert gentle(game, position("CAT", ["Z", "SO"]), Random(1)) == "pass"


# Steady.


@pytest.mark.parametrize("seed", range(6))
def test_steady_sheds_the_most_points_there_are_to_shed(seed):
    game = playing(WORDS)

    def look(state, move):
        assert sheds(move) == max(map(sheds, game.moves(state)))

    serving(game, 4, [steady], Random(seed), look)


def test_steady_prefers_a_build_to_a_slurp_that_sheds_as_much():
    game = playing(WORDS)
    assert isinstance(steady(game, position("CAT", ["H", "SO"]), Random(1)), Build)


# Sharp.


def test_sharp_keeps_letters_that_go_on():
    """Both builds shed as much; one leaves a die that can be laid again, the other one that cannot."""
    game = Alphabet()
    state = position("CAT", ["QuSE", "AAAAAAAA"])
    left = [face for _, face in game.play(state, sharp(game, state, Random(1))).hands[0]]
    assert "Qu" not in left or len(left) == 1


def test_sharp_keeps_its_slurp_while_nobody_is_about_to_win():
    """Though a slurp would shed a die more."""
    game = playing("CAT CATS CUT CUTS")
    state = position("CAT", ["SUVVV", "ABCDEFGHIL"])
    assert sheds(steady(game, state, Random(1))) == 2
    assert str(sharp(game, state, Random(1))) == "build 0,0 across (CAT)S"


def test_sharp_feeds_the_player_who_is_out():
    game = Alphabet()
    for seats in (["SSUE", ""], ["SSUE", "", "ABC"], ["SSUE", "ABC", ""]):
        move = sharp(game, position("CAT", seats), Random(1))
        assert isinstance(move, Slurp)
        assert move.to == seats.index("")


def test_sharp_feeds_the_rival_who_is_nearest_to_winning():
    game = playing("CAT CUT")
    for hands in (["U", "ABC", "A"], ["U", "A", "ABC"]):
        move = sharp(game, position("CAT", hands), Random(1))
        assert isinstance(move, Slurp)
        assert move.to == hands.index("A")


def test_scraping_with_its_slurp_gone_sharp_sheds_all_the_points_it_can():
    """What is left in the hand counts, and not what could be done with it."""
    game = Alphabet()
    state = position("CAT", ["E*SQuZ", ""], slurped=(True, False))
    assert sheds(sharp(game, state, Random(1))) == max(map(sheds, game.moves(state)))


# Master.


def surely_wins(game, state, seat):
    """Whether a seat wins the serving whatever the other does: every move tried to the end."""
    if state.servings:
        return state.servings[0][seat] == 0
    if state.due != "move":
        return False
    ends = (surely_wins(game, game.follow(state, move), seat) for move in game.moves(state))
    return any(ends) if state.seat == seat else all(ends)


@pytest.mark.parametrize("hands", FORCED, ids="-".join)
def test_master_finds_a_forced_win_that_steady_misses(hands):
    game = playing(WORDS)
    state = position("CAT", hands)
    missed, found = steady(game, state, Random(1)), Master()(game, state, Random(1))
    assert not surely_wins(game, game.play(state, missed), 0)
    assert surely_wins(game, game.play(state, found), 0)


def test_master_thinks_by_the_clock_where_it_is_told_to():
    """It then stops long before its usual effort, and still moves."""
    game = Alphabet()
    state = game.land(game.start(2), game.roll(game.start(2)).throw(Random(1)))
    state = game.land(state, game.roll(state).throw(Random(1)))
    assert isinstance(within(Master(effort=1e9), 0.0)(game, state, Random(1)), Build)
    assert within(steady, 1.0) is steady


def test_master_plays_the_same_again():
    game = Alphabet()
    one, other = (serving(game, 2, [Master(effort=30)], Random(9)) for _ in range(2))
    assert one == other
