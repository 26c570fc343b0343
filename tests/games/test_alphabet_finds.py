"""Every legal move: the compiled search and its plain twin against trying every word in every place."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations, product

import msgspec
import pytest

from dicecup.errors import IllegalMove
from dicecup.game import CHANCE
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet import finds as module
from dicecup.games.alphabet.dice import DICE, points
from dicecup.games.alphabet.finds import find_plain, shed
from dicecup.games.alphabet.listing import every_move as every_move_found
from dicecup.games.alphabet.listing import every_move_plain
from dicecup.games.alphabet.notation import Build, Slurp, read
from dicecup.games.alphabet.rules import Position
from tests.games.alphabet_positions import playing, position

POSITIONS = int(os.environ.get("DICECUP_POSITIONS", "240"))
"""How many random positions are tried; `make nightly` tries thousands."""
CHAIN = 15
"""So many of them grow out of one another."""

LISTS = [
    "AT TA CAT CATS SCAT CHAT CART CARTS ACT CAST SAT TSAR TAR STAR START RAT ART ARTS HAT THAT CHART CAR SCAR AS SH",
    "AQUA QUA SQUAT QUAT QUATS TAU USA AS AT US TA SAT SAU UTAS STAT TATU SAQUA QUAQUA ASTU TUTU UT",
    "AA AAA AB ABA BAA ABAB BABA BAB ABBA BAABA AABB BB BBB",
    "ON NO NOON ONE NEON TO TON TONE NOTE STONE ONES TONES NOTES SO SON ES TOE TOES NOES EON EONS TEN NET NEST SENT",
    "RED DREAD READ DARE DEAR DEADER ADDED RE ED AD ERA ARE EAR ADDER DADA AREA RADAR REARED DE DEED REED ERE",
]


# The slow and obvious way.


def laid_in_dice(word):
    """The word with a letter for each die; empty where dice cannot lay it, since a Q stands on a face with its U."""
    dice = word.replace("QU", "q")
    return "" if "Q" in dice else dice.upper()


def every_build(game, state, table, hand):
    """All builds that the checker might allow: every word of the list in every place, whichever of its dice are old."""
    words = [word for word in (laid_in_dice(word) for word in game.word_list) if len(word) > 1]
    held = Counter(face[0] for face in hand)
    ways = [
        (word, new)
        for word in words
        for count in range(1, len(hand) + 1)
        for new in combinations(range(len(word)), count)
        if Counter(word[at] for at in new) <= held
    ]
    xs, ys = [x for x, _ in table] or [0], [y for _, y in table] or [0]
    for across in (True, False):
        along, fixed = (xs, ys) if across else (ys, xs)
        for at in range(min(fixed) - 1, max(fixed) + 2):
            line = [table[cell] for cell in sorted(table) if cell[across] == at]
            parts = {tuple(line[i:j]) for i in range(len(line) + 1) for j in range(i, len(line) + 1)}
            spelt: dict[str, list[tuple[str, ...]]] = {}
            for part in parts:
                spelt.setdefault("".join(face[0] for face in part), []).append(part)
            for word, new in ways:
                lying = "".join(letter for place, letter in enumerate(word) if place not in new)
                for part in spelt.get(lying, ()):
                    for faces in shown(word, new, part, hand):
                        for start in range(min(along) - len(word), max(along) + 2):
                            cell = (start, at) if across else (at, start)
                            yield Build(*cell, across, faces, tuple(place not in new for place in range(len(word))))


def shown(word, new, part, hand):
    """The faces of a word, for every choice of colours that the hand has."""
    choices = [sorted({face for face in hand if face[0] == word[at]}) for at in new]
    for chosen in product(*choices):
        if Counter(chosen) <= Counter(hand):
            left, right = iter(part), iter(chosen)
            yield tuple(next(right) if at in new else next(left) for at in range(len(word)))


def checks(game, state, move):
    try:
        game.play(state, move)
    except IllegalMove:
        return False
    return True


def every_move(game, state):
    """The texts of all builds and slurps that the checker allows."""
    table = {(x, y): face for x, y, _, face in state.table}
    hand = [face for _, face in state.hands[state.seat]]
    moves = {move for move in every_build(game, state, table, hand) if checks(game, state, move)}
    if game.may_slurp(state):
        for (x, y), pulled in table.items():
            for put in set(hand):
                bare = Slurp(x, y, pulled, put, 0)
                rest = list(hand)
                rest.remove(put)
                # The swap alone leaves words (H10); a bar may still forbid it alone, and not with dice added.
                free = msgspec.structs.replace(state, barred=())
                if checks(game, free, bare):
                    thens = every_build(game, state, {**table, (x, y): put}, rest) if rest else ()
                    for then in (None, *set(thens)):
                        if checks(game, state, Slurp(x, y, pulled, put, 0, then)):
                            slurps = {Slurp(x, y, pulled, put, to, then) for to in range(len(state.hands))}
                            moves |= {slurp for slurp in slurps if checks(game, state, slurp)}
    return moves


# Random positions.


def random_hand(rng, letters, size, taken):
    """Dice not taken, each showing one of the letters, red where it can be every other time."""
    hand = []
    for letter in rng.choices(letters, k=size):
        showing = [
            (die, str(face)) for die in DICE for face in DICE[die] if str(face)[0] == letter and die not in taken
        ]
        reds = [tile for tile in showing if points(tile[1]) == 2]
        if showing:
            hand.append(rng.choice(reds if reds and rng.random() < 0.5 else showing))
            taken.add(hand[-1][0])
    return tuple(sorted(hand))


def dealt_again(rng, letters, state):
    """The position with new small hands, and bars on some of their dice."""
    taken = {die for _, _, die, _ in state.table}
    sizes = [1, 2, 2, 3, 3, 4] if state.table else [4, 5]
    hands = tuple(random_hand(rng, letters, rng.choice(sizes), taken) for _ in state.hands)
    cells = [(x, y) for x, y, _, _ in state.table] or [(0, 0)]
    barred: set[tuple[int, int, int]] = set()
    for die, _ in hands[state.seat]:
        if rng.random() < 0.3:
            x, y = rng.choice(cells)
            barred |= {(die, x, y), (die, *rng.choice(cells))} if rng.random() < 0.3 else {(die, x, y)}
    return msgspec.structs.replace(
        state, hands=hands, barred=tuple(sorted(barred)), slurped=(False,) * len(hands), built=False
    )


def random_positions(rng, game, letters):
    """A chain of positions; the next grows out of a move of the last, which whoever asks sends in."""
    empty = state = position("", ["A", "E"])
    for _ in range(CHAIN):
        state = dealt_again(rng, letters, state)
        moves = yield state
        builds = sorted(str(move) for move in moves if isinstance(move, Build))
        slurps = sorted(str(move) for move in moves if isinstance(move, Slurp))
        if texts := slurps if slurps and rng.random() < 0.2 else builds:
            state = game.play(state, game.parse(state, rng.choice(texts)))
        if state.due != "move" or len(state.table) > 11:
            state = empty


def rows_of(finds):
    """What the rows say, in their order."""
    return [
        (finds.swap(row), finds.spot(row), *(int(column[row]) for column in (finds.shed, finds.dice, finds.pulled)))
        for row in range(len(finds))
    ]


@pytest.mark.parametrize("part", range(8))
def test_the_moves_are_exactly_those_that_trying_every_word_in_every_place_finds(part):
    rng = random.Random(part)
    for chain in range(max(POSITIONS // 8 // CHAIN, 1)):
        words = LISTS[(part + chain) % len(LISTS)]
        game = playing(words)
        positions = random_positions(rng, game, sorted({*words.replace("QU", "Q")} - {" "}))
        state = next(positions)
        while True:
            expected = every_move(game, state)
            assert [str(move) for move in game.moves(state)][:-1] == in_order(expected), state
            finds = game.finds(state)
            assert rows_of(finds) == rows_of(find_plain(finds.sight)), state
            assert every_move_found(finds, "pass") == every_move_plain(finds, "pass"), state
            try:
                state = positions.send(expected)
            except StopIteration:
                break


def in_order(moves):
    """The texts as H24 wants them."""
    builds = sorted(str(move) for move in moves if isinstance(move, Build))
    return builds + sorted(str(move) for move in moves if isinstance(move, Slurp))


# What a list of finds tells of itself.


def real_positions(count, least=1, most=36):
    """Positions with the real word list: random builds, with hands as they are dealt."""
    game, rng = Alphabet(), random.Random(11)
    found: list[Position] = []
    while len(found) < count:
        state = game.start(rng.choice([2, 3, 4]))
        while len(state.servings) == 0 and len(found) < count:
            if game.turn(state) == CHANCE:
                state = game.land(state, game.roll(state).throw(rng))
                continue
            finds = game.finds(state)
            if least <= len(state.hands[state.seat]) <= most:
                found.append(state)
            row = rng.randrange(len(finds)) if len(finds) else None
            state = game.follow(state, "pass" if row is None else finds.move(row, rng.randrange(len(state.hands))))
    return game, found


def test_with_the_real_list_the_compiled_search_finds_what_its_twin_finds_in_the_same_order():
    _, states = real_positions(8, most=7)
    for state in states:
        finds = Alphabet().finds(state)
        assert rows_of(finds) == rows_of(find_plain(finds.sight)), state


def test_the_first_words_come_in_the_same_order_from_both():
    state = position("", ["CATSE*Qu", "E"])
    finds = Alphabet().finds(state)
    assert rows_of(finds) == rows_of(find_plain(finds.sight))
    assert len(finds) > 50


def test_with_full_hands_every_move_is_spelt_as_it_is_move_by_move():
    game, states = real_positions(12)
    for state in states:
        finds = game.finds(state)
        assert every_move_found(finds, "pass") == every_move_plain(finds, "pass"), state


def test_a_row_says_what_its_move_sheds_and_leaves_in_the_hand():
    game, states = real_positions(40)
    rng = random.Random(3)
    for state in states:
        finds = game.finds(state)
        uses = finds.uses()
        for row in rng.sample(range(len(finds)), min(len(finds), 20)):
            move = finds.move(row, to=0)
            moves = [*finds.moves(row)]
            assert move in moves
            assert shed(move) == max(map(shed, moves)) == finds.shed[row]
            after = game.play(state, move)
            hand = [face for _, face in state.hands[state.seat]]
            gone = Counter(hand) - Counter(finds.left(row))
            assert sum(points(face) for face in gone.elements()) == finds.shed[row]
            assert gone.total() == finds.dice[row] == uses[row].sum()
            assert Counter(face[0] for face in gone.elements()) == {
                chr(65 + letter): count for letter, count in enumerate(uses[row].tolist()) if count
            }
            if len(after.servings) == len(state.servings):
                kept = Counter(finds.left(row))
                if isinstance(move, Slurp) and state.seat == 0:
                    kept[move.pulled] += 1
                assert Counter(face for _, face in after.hands[state.seat]) == kept
                assert finds.pulled[row] == (points(move.pulled) if isinstance(move, Slurp) else 0)


def test_to_follow_a_move_is_to_play_it():
    game, states = real_positions(40)
    rng = random.Random(4)
    for state in states:
        finds = game.finds(state)
        for row in rng.sample(range(len(finds)), min(len(finds), 10)):
            for move in [*finds.moves(row)][:3]:
                assert game.follow(state, move) == game.play(state, move)
        assert game.follow(state, "pass") == game.play(state, "pass")


def test_what_another_seat_could_do_is_what_it_can_do_when_its_turn_comes():
    game = playing(LISTS[0])
    state = position("CAT", ["E", "SHR"])
    there = game.finds(state, seat=1)
    here = game.finds(game.play(state, "pass"))
    assert rows_of(there) == rows_of(here)
    assert len(there) > there.builds > 0
    assert len(game.finds(state, seat=1, slurps=False)) == there.builds


def test_a_hand_without_any_move_has_no_finds():
    finds = playing(LISTS[0]).finds(position("CAT", ["Z", "E"]))
    assert len(finds) == finds.builds == 0
    assert finds.uses().shape == (0, 26)


def test_without_a_compiler_the_same_moves_are_listed(monkeypatch):
    game = playing(LISTS[0])
    state = position("CAT / .S.", ["HRT*", "E"])
    moves = game.moves(state)
    monkeypatch.setattr(module, "COMPILED", False)
    assert game.moves(state) == moves


# The complete list.


def test_the_complete_list_is_a_sequence_of_moves():
    game = playing(LISTS[0])
    state = position("CAT / .S.", ["HRT*", "E"])
    moves = game.moves(state)
    whole = [*moves]
    assert [str(move) for move in whole] == [*game.texts(state)]
    assert [moves[at] for at in range(len(moves))] == whole
    assert (moves[-1], moves[2:5], moves[:]) == ("pass", tuple(whole[2:5]), tuple(whole))
    assert all(move in moves and moves.index(move) == at for at, move in enumerate(whole))
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_what_may_not_be_played_is_not_in_the_complete_list():
    game = playing(LISTS[0])
    state = position("CAT", ["SH", "E"])
    moves = game.moves(state)
    for text in ("build 0,0 across (CAT)Z", "build 0,0 across (CAT)S*", "slurp 0,0 C>Z give 0", "done"):
        assert read(text) not in moves
    assert "CATS" not in moves
    assert moves != [*moves]


def test_with_nothing_to_build_or_slurp_the_complete_list_is_to_pass():
    moves = playing(LISTS[0]).moves(position("CAT", ["Z", "E"]))
    assert ([*moves], len(moves), moves[0]) == (["pass"], 1, "pass")


def test_a_slurped_die_is_barred_in_the_complete_list_in_every_colour():
    """Its twin of the same face is free, and a barred die may still lie where no word covers its cell."""
    game = playing(LISTS[0])
    state = position("CAT", ["SS*", "E"])
    barred = msgspec.structs.replace(state, barred=((state.hands[0][0][0], 0, 0), (state.hands[0][1][0], 1, 0)))
    free, kept = game.moves(state), game.moves(barred)
    assert {*kept} < {*free}
    assert [move for move in free if checks(game, barred, move)] == [*kept]
