"""Alphabet keeps the contract that every game keeps."""

from __future__ import annotations

import pytest

from dicecup import check_game
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet.words import register
from tests.games.alphabet_positions import WORDS

FEW = register("test-contract", WORDS.split()[:12]).name  # with the whole list a random game takes minutes


@pytest.mark.parametrize(
    "game",
    [
        Alphabet(reheat_limit=1, words=FEW),
        Alphabet(reheat_limit=0, builds="any", souper="double-all", words=FEW),
    ],
    ids=repr,
)
def test_alphabet_keeps_the_contract(game):
    check_game(game, games=2, positions=40)
