"""Ketchup's dice. The sheet prints no faces and no source gives them: they are data, and a host may set others.

K is a ketchup label, L the 57 logo, B a bottle, M mustard, R relish.
"""

from __future__ import annotations

from dicecup.dice import Dice, tally
from dicecup.options import Kind, Plain

__all__ = ["SETS", "KetchupDice", "faces_of"]

SETS: dict[str, tuple[str, ...]] = {
    "one-bottle": ("KKLBMR", "KKLMMR", "KKLMMR", "KKLMRR", "KKLMRR"),
    "five-bottles": ("KKLBMR",) * 5,
}
SYMBOLS = "KLBMR"
COUNT = 5
MOST_FACES = 20


def faces_of(dice: str | tuple[str, ...]) -> Dice:
    """The dice that an option's value means."""
    return tuple(tuple(die) for die in (SETS[dice] if isinstance(dice, str) else dice))


class KetchupDice(Kind):
    """A set of dice by name, or five dice as texts of faces."""

    kind = "ketchup-dice"

    def check(self, value: Plain) -> str | tuple[str, ...]:
        if isinstance(value, str):
            if value not in SETS:
                raise ValueError
            return value
        if not isinstance(value, (list, tuple)) or len(value) != COUNT:
            raise ValueError
        for die in value:
            if not isinstance(die, str) or not 1 <= len(die) <= MOST_FACES or not set(die) <= set(SYMBOLS):
                raise ValueError
        dice = tuple(value)
        if len(tally(faces_of(dice), lambda face: face == "K")) == 1:
            raise ValueError("these always show the same number of labels, so that a tie could never be rolled off")
        for name, known in SETS.items():
            if dice == known:
                return name
        return dice

    def parse(self, text: str) -> str | tuple[str, ...]:
        return self.check(text.split(",") if "," in text else text)

    def allowed(self) -> str:
        example = ",".join(SETS["one-bottle"])
        return f"{' or '.join(SETS)}, or five dice with the faces {' '.join(SYMBOLS)}, such as {example}"

    def plain(self, value: str | tuple[str, ...]) -> Plain:
        return value if isinstance(value, str) else list(value)

    def describe(self) -> dict[str, Plain]:
        sets = {name: ", ".join(dice) for name, dice in SETS.items()}
        return {"kind": self.kind, "values": sets, "dice": COUNT, "faces": list(SYMBOLS)}
