"""Pumpkins (sheet 003)."""

from dicecup.games.pumpkins.rules import Pumpkins

__all__ = ["GAME", "Pumpkins"]

GAME = Pumpkins
