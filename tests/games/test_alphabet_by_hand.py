"""Alphabet as hands do it: dice are squeezed in, the rest is pushed along, and then everything is looked at.

Every way is tried, with every choice of dice, and the checker is not asked: its moves must be just these, and leave
just these dice on the table.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, pairwise, permutations

import msgspec
import pytest

from dicecup.games.alphabet.dice import DICE, spell
from dicecup.games.alphabet.notation import Build, Slurp
from tests.games.alphabet_positions import playing, position
from tests.games.test_alphabet_moves import WORDS, runs

NEW, PUT = -1, -2
"""Stand for dice of the hand until it is known which."""


def turned(table):
    return {(y, x): tile for (x, y), tile in table.items()}


def reads(table, words):
    return all(spell([table[cell][1] for cell in run]) in words for run in runs(table))


def pushed(group, gaps, crossed):
    """Where the dice of these runs come to lie when so many are squeezed in before each of them (H4, H5)."""
    dice = [x for run in group for x in run]
    before = {x: sum(gaps[: at + 1]) for at, x in enumerate(dice)}
    to = {}
    for run in group:
        still = [x for x in run if crossed(x)] or run[:1]
        for x in run:
            anchor = max(still[0], min(x, still[-1]))
            to[x] = x + before[x] - before[anchor]
    return to


def squeezed(table, row, count):
    """Every way to add dice to a row: where the old dice of the main word go, and the places of the new ones."""
    line = sorted(x for x, y in table if y == row)
    found = [[x for x in line if x - line.index(x) == shift] for shift in sorted({x - line.index(x) for x in line})]
    xs = [x for x, _ in table]
    for start in range(min(xs) - count, max(xs) + 2):
        yield {}, [*range(start, start + count)]
    for group in (found[i:j] for i in range(len(found)) for j in range(i + 1, len(found) + 1)):
        dice = [x for run in group for x in run]
        for slots in combinations_with_replacement(range(len(dice) + 1), count):
            gaps = [slots.count(slot) for slot in range(len(dice) + 1)]
            to = pushed(group, gaps, lambda x: (x, row - 1) in table or (x, row + 1) in table)
            ends = [to[dice[0]] - gaps[0], to[dice[-1]] + gaps[-1]]
            new = [x for x in range(ends[0], ends[1] + 1) if x not in to.values()]
            between = [sum(to[a] < x < to[b] for x in new) for a, b in pairwise(dice)]
            if len(new) == count and between == gaps[1:-1]:
                yield to, new


def laid(table, hand, words, slurped=False):
    """Every build: its move, the table after it, and the cells of the new dice."""
    for across in (True, False):
        old = table if across else turned(table)
        rows = range(min(y for _, y in old) - 1, max(y for _, y in old) + 2)
        for count in range(1, len(hand) + 1):
            for row, (to, new) in ((y, way) for y in rows for way in squeezed(old, y, count)):
                word = sorted([*to.values(), *new])
                rest = {x for x, y in old if y == row and x not in to}
                if len(word) < 2 or rest & {word[0] - 1, *word, word[-1] + 1}:
                    continue
                touches = any((x, row + side) in old for x in new for side in (1, -1))
                if not to and not touches:
                    continue
                moved = {cell: tile for cell, tile in old.items() if cell[1] != row or cell[0] not in to}
                moved |= {(to[x], row): old[x, row] for x in to}
                alone = count == 1 and all(x == to[x] for x in to) and touches
                if alone and not across and not slurped:
                    continue  # H6
                for faces in set(permutations(hand, count)):
                    after = moved | {(x, row): (NEW, face) for x, face in zip(new, faces, strict=True)}
                    if reads(after, words):
                        cells = [(x, row) if across else (row, x) for x in word]
                        after = after if across else turned(after)
                        shown = tuple(after[cell][1] for cell in cells)
                        lay = tuple(after[cell][0] != NEW for cell in cells)
                        yield (
                            Build(cells[0][0], cells[0][1], across, shown, lay),
                            after,
                            [cell for cell in cells if after[cell][0] == NEW],
                        )


def with_dice(hand, after, cells, bars):
    """The table with the lowest dice of the hand that may lie there (H9, H12); None where none may."""

    def barred(die, cell):
        through = {cell, *(each for run in runs(after) if cell in run for each in run)}
        return any((die, *each) in bars for each in through)

    for dice in permutations(sorted(hand), len(cells)):
        fits = zip(dice, cells, strict=True)
        if all(face == after[cell][1] and not barred(die, cell) for (die, face), cell in fits):
            return after | dict(zip(cells, dice, strict=True))
    return None


def by_hand(state, words):
    """Every build and slurp by its text, with the table that it leaves."""
    table = {(x, y): (die, face) for x, y, die, face in state.table}
    hand, bars = state.hands[state.seat], set(state.barred)
    faces = [face for _, face in hand]
    found = {}
    for build, after, cells in laid(table, faces, words):
        found[str(build)] = with_dice(hand, after, cells, bars)
    for cell, (_, pulled) in table.items():
        for put in set(faces) if not state.slurped[state.seat] else ():
            swapped = table | {cell: (PUT, put)}
            rest = list(faces)
            rest.remove(put)
            if not reads(swapped, words):
                continue
            for then, after, cells in [(None, swapped, []), *laid(swapped, rest, words, slurped=True)]:
                (at,) = (each for each, tile in after.items() if tile[0] == PUT)
                step = 0 if then is None or then.across else 1
                word = (
                    [at]
                    if then is None
                    else [(then.x + i * (1 - step), then.y + i * step) for i in range(len(then.faces))]
                )
                if at in word:
                    full = with_dice(hand, after, [at, *cells], bars)
                    found |= {str(Slurp(*cell, pulled, put, to, then)): full for to in range(len(state.hands))}
    return {text: after for text, after in found.items() if after is not None}


def reheated(rng, state):
    """The position with other letters in hand, and a bar or two more."""
    hands = tuple(tuple((die, rng.choice(DICE[die])) for die, _ in hand) for hand in state.hands)
    held = [die for hand in hands for die, _ in hand]
    more = {(rng.choice(held), x, y) for x, y, _, _ in state.table if rng.random() < 0.2}
    return msgspec.structs.replace(state, hands=hands, barred=tuple(sorted({*state.barred, *more})))


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_allows_and_does_what_hands_could_do(seed):
    game = playing(WORDS, "ES TE EA SEA EAT ATE TEA SEAT TEASE EASE TEES SEES RE ARE EAR TEAR RATE AE HE SHE EH")
    rng = random.Random(seed)
    state = position("", [rng.choice(["CATS", "TSAR", "RATS"]), "SEAT", "HEAR"])
    state = game.play(state, rng.choice(game.moves(state)[:-1]))
    for _ in range(6):
        if state.due != "move" or state.serving > 1 or len(state.table) > 9:
            break
        moves = [move for move in game.moves(state) if move != "pass"]
        expected = by_hand(state, game.word_list)
        assert [str(move) for move in moves] == sorted(expected)
        for move in rng.sample(moves, min(len(moves), 30)):
            after = game.play(state, move)
            if after.serving == 1:
                assert {(x, y): (die, face) for x, y, die, face in after.table} == expected[str(move)], str(move)
        slurps = [move for move in moves if isinstance(move, Slurp)]
        choices = slurps if slurps and rng.random() < 0.5 else moves
        state = game.play(state, rng.choice(choices) if choices else "pass")
        if state.due == "move" and state.serving == 1 and rng.random() < 0.5:
            state = reheated(rng, state)
