"""The thirty-six letter dice, and what a face says.

A face is text: a letter, or `Qu` (one die, two letters of the word), with a star behind it where it is red. Which
letters lie on which die has not been published: the set is a reconstruction by letter frequency.
"""

from __future__ import annotations

from dicecup.dice import Die

__all__ = ["DICE", "NUMBERS", "letters", "points", "red", "spell"]

# Six faces for each die, in the order of the die numbers 1 to 36.
_FACES = """
    E* A O R L F    E A* O R L F    E A O* R L H    E A O R* L H    E A O R L* H    E A O R L H*
    E* A O R L M    E A* O R S M    E A O* R S M    E A O R* S M    E A O R S* P    E I O R S P*
    E* I O T S P    E I* U T S P    E I U* T S V    E I U T* S V    E I U T G* V    E I U T G V*
    E* I U T G W    E I* U T G W    E I U* T G W    E I U T* G W    E I N T G* Y    E I N T B Y*
    E* I N T B Y    E I* N D B Y    E I N* D B J    A I N D* B J    A I N D C* K    A I N D C K*
    A* I N D C Qu   A O* N D C Qu   A O N* D C X    A O N D* F X    A O N L F* Z    A O R L F Z*
""".split()

DICE: dict[int, Die] = {at // 6 + 1: tuple(_FACES[at : at + 6]) for at in range(0, len(_FACES), 6)}
"""The faces of each die, by its number."""
NUMBERS: tuple[int, ...] = tuple(DICE)


def red(face: str) -> bool:
    return face.endswith("*")


def letters(face: str) -> str:
    """What a face adds to a word, in upper case: `Qu*` gives QU."""
    return face.rstrip("*").upper()


def spell(faces: list[str]) -> str:
    """The word these faces make."""
    return "".join([letters(face) for face in faces])


def points(face: str) -> int:
    """What a die left in the hand costs."""
    return 2 if red(face) else 1
