"""Pig: the sixth game, and the smallest. One folder, no other edit."""

from dicecup.games.pig.rules import Pig

__all__ = ["GAME", "Pig"]

GAME = Pig
