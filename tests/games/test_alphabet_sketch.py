"""Dice laid on the crossword by hand are the moves that people mean by them."""

from __future__ import annotations

from random import Random

import pytest

from dicecup.errors import IllegalMove, NotationError
from dicecup.game import CHANCE
from dicecup.games.alphabet.layout import ACROSS, DOWN, run, shift
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.tossup import TossUp
from dicecup.view import Placed, Sketch, Swap
from tests.games.alphabet_positions import WORDS, playing, position

MORE = "RAT RATS TAR STAR START ART ARTS TART CARS SCAR ARC ARCS CATSAT CARTS CHART CHARTS TA SAC OAT OATS COAT COATS"


def sketch_of(game, state, move):
    """What somebody lays out who wants to make that move: the same dice, in the cells of the table as it lies."""
    hand = list(state.hands[state.seat])

    def take(face):
        die = next(number for number, shown in hand if shown == face)
        hand.remove((die, face))
        return die

    table = {(x, y): (die, face) for x, y, die, face in state.table}
    if isinstance(move, Build):
        return Sketch(placed=laid(move, table, take))
    swap = Swap(move.x, move.y, take(move.put), move.to)
    table[move.x, move.y] = (0, move.put)
    return Sketch(placed=laid(move.then, table, take) if move.then else [], swap=swap)


def laid(build, table, take):
    step = ACROSS if build.across else DOWN
    cells = [shift((build.x, build.y), step, at) for at in range(len(build.faces))]
    if not any(build.old):
        return [Placed(take(face), *cell) for cell, face in zip(cells, build.faces, strict=True)]
    before = was(build, table, step)
    placed = []
    for at, face in enumerate(build.faces):
        if build.old[at]:
            continue
        later = next((i for i in range(at, len(cells)) if build.old[i]), None)
        earlier = next((i for i in reversed(range(at)) if build.old[i]), None)
        if later is not None and earlier is not None:
            x, y = before[later]
            placed.append(Placed(take(face), x, y, "across" if build.across else "down"))
        else:
            near = next(place for place in (later, earlier) if place is not None)
            placed.append(Placed(take(face), *shift(before[near], step, at - near)))
    return placed


def was(build, table, step):
    """Where the old dice of a build lay, by their place in its word: whole runs of the line, in order."""
    line = sorted(cell for cell in table if (cell[1] == build.y if build.across else cell[0] == build.x))
    places = [at for at, old in enumerate(build.old) if old]
    for first in range(len(line) - len(places) + 1):
        taken = line[first : first + len(places)]
        whole = all(set(run(table, cell, step)) <= set(taken) for cell in taken)
        faces = [table[cell][1] for cell in taken] == [build.faces[at] for at in places]
        now = [shift((build.x, build.y), step, at) for at in places]
        sides = (1, -1)
        still = [
            old == new
            for old, new in zip(taken, now, strict=True)
            if any(shift(old, (step[1], step[0]), by) in table for by in sides)
        ]
        if whole and faces and all(still) and (still or taken[0] == now[0]):
            return dict(zip(places, taken, strict=True))
    raise AssertionError(f"{build} takes in no dice of the table")


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_move_can_be_laid_out_by_hand(seed):
    game = playing(WORDS, MORE)
    rng = Random(seed)
    state = game.start(2)
    tried = 0
    for _ in range(14):
        if game.turn(state) == CHANCE:
            state = game.land(state, game.roll(state).throw(rng))
            continue
        moves = [move for move in game.moves(state) if isinstance(move, Build | Slurp)]
        for move in rng.sample(moves, min(len(moves), 60)):
            assert game.sketched(state, sketch_of(game, state, move)) == move
            tried += 1
        builds = [move for move in moves if isinstance(move, Build)]
        state = game.play(state, rng.choice(builds) if builds else "pass")
    assert tried > 50


def dice(state):
    return {face: die for die, face in state.hands[0]}


def test_A3_a_die_dropped_between_two_dice_pushes_the_rest_of_the_word():
    game = playing("CAT CHAT CHATS")
    state = position("CAT", ["HS", "AA"])
    hand = dice(state)
    insertion = Placed(hand["H"], 1, 0, push="across")
    assert str(game.sketched(state, Sketch([insertion]))) == "build 0,0 across (C)H(AT)"
    longer = Sketch([insertion, Placed(hand["S"], 3, 0)])
    assert str(game.sketched(state, longer)) == "build 0,0 across (C)H(AT)S"


def test_the_first_word_may_be_laid_anywhere():
    game = playing("CAT")
    state = position({}, ["CAT", "AA"])
    hand = dice(state)
    upright = [Placed(hand[face], 5, y) for y, face in enumerate("CAT", start=-3)]
    assert str(game.sketched(state, Sketch(upright))) == "build 0,0 down CAT"


def test_H6_one_die_in_two_words_is_written_across():
    game = playing("CAT CATS TO SO OO")
    state = position("CAT / ..OO", ["S", "AA"])
    assert str(game.sketched(state, Sketch([Placed(dice(state)["S"], 3, 0)]))) == "build 0,0 across (CAT)S"


def test_A4_a_slurp_is_a_die_of_the_table_one_of_the_hand_and_somebody_to_feed():
    game = playing("CAT CUT CUTS BUS")
    state = position("CAT", ["USB", "A"])
    hand = dice(state)
    swap = Swap(1, 0, hand["U"], 1)
    assert str(game.sketched(state, Sketch(swap=swap))) == "slurp 1,0 A>U give 1"
    longer = Sketch([Placed(hand["S"], 3, 0)], swap)
    assert str(game.sketched(state, longer)) == "slurp 1,0 A>U give 1 then build 0,0 across (CUT)S"
    crossing = Sketch([Placed(hand["B"], 1, -1), Placed(hand["S"], 1, 1)], swap)
    assert str(game.sketched(state, crossing)) == "slurp 1,0 A>U give 1 then build 1,-1 down B(U)S"


@pytest.mark.parametrize(
    ("placed", "why"),
    [
        ([], "at least one die"),
        ([("S", 0, 0, None)], "there is a die at 0,0"),
        ([("S", 3, 0, None), ("O", 4, 1, None)], "one line"),
        ([("S", 3, 0, None), ("O", 5, 0, None)], "a gap at 4,0"),
        ([("S", 8, 8, None), ("O", 9, 8, None)], "edge to edge"),
        ([("S", 3, 0, None), ("S", 4, 0, None)], "laid out twice"),
        ([("O", 3, 0, None)], "CATO at 0,0 is not a word"),
        ([("S", 3, 0, None), ("O", 3, 0, None)], "there is a die at 3,0"),
    ],
)
def test_what_makes_no_move_is_refused_with_the_reason(placed, why):
    game = playing("CAT CATS SO")
    state = position("CAT", ["SO", "AA"])
    hand = dice(state)
    with pytest.raises(IllegalMove, match=why):
        game.sketched(state, Sketch([Placed(hand[face], x, y, push) for face, x, y, push in placed]))


def test_dice_of_others_cannot_be_laid_out():
    game = playing("CAT CATS")
    state = position("CAT", ["SO", "AA"])
    with pytest.raises(IllegalMove, match="not in your hand"):
        game.sketched(state, Sketch([Placed(state.hands[1][0][0], 3, 0)]))


def test_a_game_without_a_crossword_has_nothing_to_lay_dice_on():
    game = TossUp()
    with pytest.raises(NotationError):
        game.sketched(game.start(2), Sketch())
