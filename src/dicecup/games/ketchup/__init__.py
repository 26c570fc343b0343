"""Ketchup (sheet 000)."""

from dicecup.games.ketchup.rules import Ketchup

__all__ = ["GAME", "Ketchup"]

GAME = Ketchup
