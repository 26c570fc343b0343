"""Bratzy (sheet 001)."""

from dicecup.games.bratzy.rules import Bratzy

__all__ = ["GAME", "Bratzy"]

GAME = Bratzy
