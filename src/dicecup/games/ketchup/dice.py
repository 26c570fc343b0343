"""Ketchup's dice. The sheet prints no faces and no source gives them: they are data, and a host may set others.

K is a ketchup label, L the 57 logo, B a bottle, M mustard, R relish.
"""

from __future__ import annotations

from dicecup.dice import Dice, tally
from dicecup.options import DiceSet

__all__ = ["SETS", "KetchupDice", "faces_of"]

SETS: dict[str, tuple[str, ...]] = {
    "one-bottle": ("KKLBMR", "KKLMMR", "KKLMMR", "KKLMRR", "KKLMRR"),
    "five-bottles": ("KKLBMR",) * 5,
}
SYMBOLS = "KLBMR"
MOST_FACES = 20


def faces_of(dice: str | tuple[str, ...]) -> Dice:
    """The dice that an option's value means."""
    return tuple(tuple(die) for die in (SETS[dice] if isinstance(dice, str) else dice))


class KetchupDice(DiceSet):
    """A set of dice by name, or five dice as texts of faces, of which some roll differs in labels."""

    def __init__(self) -> None:
        super().__init__(SETS, SYMBOLS, MOST_FACES)

    def fit(self, dice: tuple[str, ...]) -> None:
        if len(tally(faces_of(dice), lambda face: face == "K")) == 1:
            raise ValueError("these always show the same number of labels, so that a tie could never be rolled off")

    def allowed(self) -> str:
        return super().allowed().replace(f"{self.count} dice", "five dice")
