"""Dice that are pushed in are drawn at once where the rules will put them: the page's drawing beside the rules."""

from random import Random

import msgspec
import pytest

from dicecup.game import CHANCE
from dicecup.games.alphabet.notation import Build, Slurp
from tests.games.alphabet_positions import WORDS, playing
from tests.games.test_alphabet_sketch import MORE, sketch_of
from tests.page.test_source import page_gives

LONGER = "STARTS SCARS TARTS TEAR TEARS REST RESTS EARS EAR"


def insertions(game, seed):
    """Positions of a random game, and sketches there that push dice apart and are legal moves."""
    rng = Random(seed)
    state = game.start(3)
    for _ in range(14):
        if game.turn(state) == CHANCE:
            state = game.land(state, game.roll(state).throw(rng))
            continue
        moves = [move for move in game.moves(state) if isinstance(move, Build | Slurp)]
        for move in rng.sample(moves, min(len(moves), 40)):
            sketch = sketch_of(game, state, move)
            if any(placed.push for placed in sketch.placed):
                yield state, sketch, game.play(state, move)
        state = game.play(state, rng.choice(moves) if moves else "pass")


def drawn(game, state, sketch):
    """What the page is asked to draw: the table, with the die that a slurp has put in."""
    view = game.view(state, None)
    hand = view["hands"][state.seat]["dice"]
    cells = view["crossword"]["cells"]
    if swap := sketch.swap:
        put = next(die for die in hand if die["number"] == swap.die)
        face = {"number": swap.die, "face": put["face"], "red": put["mark"] == "red"}
        cells = [cell | face if (cell["x"], cell["y"]) == (swap.x, swap.y) else cell for cell in cells]
    return [cells, msgspec.to_builtins(sketch.placed), hand]


def lying(tiles):
    return sorted((tile["x"], tile["y"], tile["face"], tile["red"]) for tile in tiles)


def test_the_page_opens_words_just_as_the_rules_do():
    game = playing(WORDS, MORE, LONGER)
    cases = [case for seed in range(20) for case in insertions(game, seed)]
    assert len(cases) > 80
    tables = page_gives([["crossword/layout", "arrange", drawn(game, state, sketch)] for state, sketch, _ in cases])
    for (_, sketch, after), tiles in zip(cases, tables, strict=True):
        assert lying(tiles) == lying(game.view(after, None)["crossword"]["cells"]), sketch


def cells(x, y, across=1, down=1):
    return [{"x": x + right, "y": y + below} for right in range(across) for below in range(down)]


@pytest.mark.parametrize(
    ("table", "last", "whole"),
    [
        (cells(0, 0, 13), [], cells(0, 0, 13)),
        (cells(4, -9, 1, 13), cells(4, -9, 1, 13), cells(4, -9, 1, 13)),
        (cells(0, 0, 40) + cells(33, -4, 1, 9), cells(33, -4, 1, 9), cells(33, -4, 1, 9)),
        (cells(0, 0, 40) + cells(0, -20, 1, 21), cells(0, -20, 1, 9), cells(0, -20, 1, 9)),
    ],
    ids=["a long word", "one that goes down", "a wide table", "a wide and high table"],
)
def test_a_crossword_is_shown_whole_or_else_its_last_move(table, last, whole):
    width, height, finger = 334, 215, 27 / 46
    (seen,) = page_gives([["crossword/camera", "fit", [table, last, width, height, finger]]])
    size = 46 * seen["zoom"]
    assert size >= 13
    for cell in whole:
        assert 20 <= seen["x"] + cell["x"] * size <= width - size
        assert 20 <= seen["y"] + cell["y"] * size <= height - size
