"""Whatever is typed or stands in a record, the notation of Alphabet reads it as one move or refuses it."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import DicecupError, NotationError
from dicecup.games.alphabet.notation import Build, Slurp, read
from tests.games.alphabet_positions import WORDS, playing, position

GAME = playing(WORDS)
STATE = position("CAT", ["SHAETQu", "OS*R", ""], slurped=(False, False, True))
LEGAL = [str(move) for move in GAME.moves(STATE)]

numbers = st.integers(-999_999_999, 999_999_999)
faces = st.sampled_from([*"ABCDEFGHIJKLMNOPRSTUVWXYZ", "Qu"]).flatmap(lambda face: st.sampled_from([face, f"{face}*"]))
tiles = st.lists(st.tuples(faces, st.booleans()), min_size=1, max_size=36)
builds = st.builds(
    lambda x, y, across, word: Build(x, y, across, tuple(face for face, _ in word), tuple(old for _, old in word)),
    numbers,
    numbers,
    st.booleans(),
    tiles,
)
slurps = st.builds(Slurp, numbers, numbers, faces, faces, st.integers(0, 999_999_999), st.one_of(st.none(), builds))
edits = st.lists(
    st.tuples(st.integers(0, 99), st.sampled_from(["cut", "double", "swap", *"()*>,- 01QuASTbx\u00e9"])), max_size=3
)


@given(st.one_of(builds, slurps))
def test_every_move_reads_back_from_its_text(move):
    assert read(str(move)) == move


@given(st.text(max_size=60))
def test_any_text_is_a_move_with_that_very_spelling_or_refused(text):
    with contextlib.suppress(NotationError):
        assert str(read(text)) == text


def edited(text, changes):
    for place, change in changes:
        at = place % len(text) if text else 0
        if change == "cut":
            text = text[:at] + text[at + 1 :]
        elif change == "double":
            text = text[:at] + text[at : at + 1] + text[at:]
        elif change == "swap":
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        else:
            text = text[:at] + change + text[at + 1 :]
    return text


@given(st.sampled_from(LEGAL), edits)
def test_a_text_near_a_legal_move_is_on_the_list_of_legal_moves_or_refused(move, changes):
    text = edited(move, changes)
    try:
        found = GAME.parse(STATE, text)
    except DicecupError:
        assert text not in LEGAL
    else:
        assert str(found) == text
        assert text in LEGAL
