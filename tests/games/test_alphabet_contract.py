"""Alphabet keeps the contract that every game keeps."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from dicecup import check_game
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet.words import register
from tests.games.alphabet_positions import WORDS

register("test-contract", WORDS.split()[:12])


@dataclass(frozen=True, repr=False)
class FewWords(Alphabet):
    """With the whole list a random game takes minutes; `words` is no option, so the default is another."""

    words: str = "test-contract"


@pytest.mark.parametrize(
    "game", [FewWords(reheat_limit=1), FewWords(reheat_limit=0, builds="any", souper="double-all")], ids=repr
)
def test_alphabet_keeps_the_contract(game):
    check_game(game, games=2, positions=40)
