"""Alphabet (sheet 002)."""

from dicecup.games.alphabet.rules import Alphabet

__all__ = ["GAME", "Alphabet"]

GAME = Alphabet
