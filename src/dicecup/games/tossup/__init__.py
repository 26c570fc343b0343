"""Toss Up (sheet 004)."""

from dicecup.games.tossup.rules import TossUp

__all__ = ["GAME", "TossUp"]

GAME = TossUp
