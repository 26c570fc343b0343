"""Alphabet's moves the slow and obvious way: every sentence of the rulings checked by itself, on all of the table."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.dice import spell
from dicecup.games.alphabet.notation import Build, Slurp, read
from tests.games.alphabet_positions import playing, position

WORDS = (
    "AT TA CAT CATS SCAT CHAT CART CARTS ACT ACTS CAST CASTS SAT TSAR TAR TARS STAR START RAT RATS ART ARTS TART "
    "HAT HATS THAT CHARTS CHART CAR CARS SCAR SCARS ARC ARCS AS SAC QUAT QUATS AQUA SH HA AH ASH HASH RASH SHA TSK TAT "
    "RANT ATSAT ATAST CATSAT ATSHAT ATASTS ATSATS CHATSAT CHATASTS"
)


def runs(cells):
    """All runs of two or more cells, each as a tuple of cells."""
    found = []
    for x, y in cells:
        for dx, dy in ((1, 0), (0, 1)):
            if (x - dx, y - dy) not in cells:
                line = [(x, y)]
                while (line[-1][0] + dx, line[-1][1] + dy) in cells:
                    line.append((line[-1][0] + dx, line[-1][1] + dy))
                if len(line) > 1:
                    found.append(tuple(line))
    return found


def obviously_legal(table, build, words):
    """Whether a build is legal, by trying every way in which the dice in parentheses may have come there."""
    dx, dy = (1, 0) if build.across else (0, 1)
    cells = [(build.x + i * dx, build.y + i * dy) for i in range(len(build.faces))]
    new = {cell: face for cell, face, old in zip(cells, build.faces, build.old, strict=True) if not old}
    slots = [(cell, face) for cell, face, old in zip(cells, build.faces, build.old, strict=True) if old]
    in_line = sorted(cell for cell in table if (cell[1] == build.y if build.across else cell[0] == build.x))
    return any(
        moved_rightly(table, dict(zip(taken, (cell for cell, _ in slots), strict=True)), new, cells, build, words)
        for taken in combinations(in_line, len(slots))
        if all(table[was] == face for was, (_, face) in zip(taken, slots, strict=True))
    )


def moved_rightly(table, to, new, cells, build, words):
    dx, dy = (1, 0) if build.across else (0, 1)
    stay = {cell: face for cell, face in table.items() if cell not in to}
    if any(cell in stay for cell in cells) or not new or len(cells) < 2:
        return False
    after = {**stay, **{to[cell]: table[cell] for cell in to}, **new}
    # The main word is a whole run (H3).
    if tuple(cells) not in runs(after):
        return False
    # First word at 0,0; later ones use the layout or touch it (H2).
    if not table:
        return cells[0] == (0, 0) and all_words(after, words)
    touches = any((x + i, y + j) in table for x, y in new for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    if not to and not touches:
        return False
    # An old word is taken in whole (H4): a run of the line, single dice too.
    crossed = {(x, y): (x + dy, y + dx) in table or (x - dy, y - dx) in table for x, y in table}
    for cell in to:
        for near in ((cell[0] + dx, cell[1] + dy), (cell[0] - dx, cell[1] - dy)):
            if near in table and near not in to:
                return False
            if near in to:
                low, high = sorted((to[cell], to[near]))
                if any(low < other < high for other in to.values()):
                    return False
    # Crossed dice keep their cells; without any, the first old die does (H5).
    if any(crossed[cell] and to[cell] != cell for cell in to):
        return False
    if to and not any(crossed[cell] for cell in to) and to[min(to)] != min(to):
        return False
    # H6.
    pushed = any(was != now for was, now in to.items())
    if len(new) == 1 and not pushed and not build.across:
        ((x, y),) = new
        if (x - 1, y) in after or (x + 1, y) in after:
            return False
    return all_words(after, words)


def all_words(after, words):
    return all(spell([after[cell] for cell in line]) in words for line in runs(after))


def all_builds(table, hand):
    """Every build one could write: any interleaving of dice of the hand with neighbouring dice of a line."""
    xs = [x for x, _ in table] or [0]
    ys = [y for _, y in table] or [0]
    reach = len(hand)
    lays = {lay for n in range(1, reach + 1) for lay in permutations(hand, n)}
    for across in (True, False):
        along, fixed = (xs, ys) if across else (ys, xs)
        for at in range(min(fixed) - 1, max(fixed) + 2):
            line = sorted(cell for cell in table if cell[1 if across else 0] == at)
            olds = {tuple(line[i:j]) for i in range(len(line) + 1) for j in range(i, len(line) + 1)}
            for old in olds:
                for lay in lays:
                    size = len(old) + len(lay)
                    for slots in combinations(range(size), len(old)):
                        left, right = iter(table[cell] for cell in old), iter(lay)
                        faces = tuple(next(left) if i in slots else next(right) for i in range(size))
                        marks = tuple(i in slots for i in range(size))
                        for start in range(min(along) - reach - 1, max(along) + 2):
                            cell = (start, at) if across else (at, start)
                            yield Build(*cell, across, faces, marks)


TABLES = [
    ("CAT", "SH*R"),
    ("CAT", "RS*SS"),
    ("CAT / .S.", "HRT"),
    ("A / T", "CSR"),
    ("C.T / A.A / TAR", "SHA"),
    ("CAR / ..A / .AT", "TSC"),
    ("SCAT / A... / T...", "HRS"),
    ("AT", "CSQu"),
    ("", "CATS"),
    ("", "QuA*TA"),
    ("AT.AT / .A..A / .RANT", "SC*H"),
    ("CAT.. / A.A.. / RAT..", "SH"),
]


@pytest.mark.parametrize(("rows", "hand"), TABLES)
def test_every_build_is_judged_and_listed_as_the_rulings_say_one_by_one(rows, hand):
    game = playing(WORDS)
    state = position(rows, [hand, "E"])
    table = {(x, y): face for x, y, _, face in state.table}
    words = game.word_list
    faces = [face for _, face in state.hands[0]]
    expected = set()
    for build in set(all_builds(table, faces)):
        legal = obviously_legal(table, build, words)
        assert legal == checks(game, state, build), str(build)
        if legal:
            expected.add(str(build))
    listed = [str(move) for move in game.moves(state) if isinstance(move, Build)]
    assert listed == sorted(expected)


def checks(game, state, move):
    try:
        game.play(state, move)
    except IllegalMove:
        return False
    return True


def all_slurps(table, hand, seats):
    for (x, y), pulled in table.items():
        for at, put in enumerate(hand):
            rest = [*hand[:at], *hand[at + 1 :]]
            swapped = {**table, (x, y): put}
            for then in [None, *set(all_builds(swapped, rest))]:
                yield from (Slurp(x, y, pulled, put, seat, then) for seat in range(seats))


@pytest.mark.parametrize(
    ("rows", "hand"), [("CAT", "RS*H"), ("CAT / .S.", "HSA"), ("C.. / AS. / T..", "RTA"), ("AT", "SSC"), ("HAT", "Qu")]
)
def test_every_slurp_is_listed_that_the_checker_allows(rows, hand):
    game = playing(WORDS, "CUT", "QUAT")
    state = position(rows, [hand, "E"])
    table = {(x, y): face for x, y, _, face in state.table}
    faces = [face for _, face in state.hands[0]]
    expected = {str(slurp) for slurp in set(all_slurps(table, faces, 2)) if checks(game, state, slurp)}
    listed = [str(move) for move in game.moves(state) if isinstance(move, Slurp)]
    assert listed == sorted(expected)
    assert expected


def test_in_random_games_each_listed_move_can_be_played_and_each_playable_one_is_listed():
    game = playing(WORDS)
    rng = random.Random(7)
    for _ in range(12):
        state = position("", [rng.choice(["CATS", "TSAR", "ACTS"]), rng.choice(["ARTH", "SHCA", "TAQuS"]), "RAT"])
        for _ in range(9):
            if state.due != "move":
                break
            moves = game.moves(state)
            for move in rng.sample(moves, min(len(moves), 40)):
                assert read(str(move)) == move
                game.play(state, move)
            if len(state.hands[state.seat]) <= 3 and len(state.table) <= 8:
                table = {(x, y): face for x, y, _, face in state.table}
                faces = [face for _, face in state.hands[state.seat]]
                texts = {str(build) for build in set(all_builds(table, faces)) if checks(game, state, build)}
                assert texts == {str(move) for move in moves if isinstance(move, Build)}
            state = game.play(state, rng.choice(moves))
