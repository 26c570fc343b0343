"""Hands: which dice of the hand a move takes.

A move names faces. Where several dice of a hand show the same, the lowest numbers are taken that make the move legal
(H9); what can make one die unfit and its twin fit is a bar, put on a die by a slurp (H12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from dicecup.errors import IllegalMove
from dicecup.games.alphabet.layout import Cell, Tile

__all__ = ["Bars", "Hand", "Want", "add", "bars_of", "check_holds", "choose", "remove"]

Hand = tuple[Tile, ...]
"""Dice and the faces they show, lowest die number first."""
Want = tuple[str, AbstractSet[Cell]]
"""A face to be placed, and the cells of the words through it as they stand after the move."""
Bars = Mapping[int, AbstractSet[Cell]]
"""The cells that a die was slurped from, by its number."""


def bars_of(barred: Sequence[tuple[int, int, int]]) -> Bars:
    bars: dict[int, set[Cell]] = {}
    for die, x, y in barred:
        bars.setdefault(die, set()).add((x, y))
    return bars


def add(hand: Hand, tile: Tile) -> Hand:
    return tuple(sorted((*hand, tile)))


def remove(hand: Hand, numbers: Sequence[int]) -> Hand:
    return tuple(tile for tile in hand if tile[0] not in numbers)


def check_holds(hand: Hand, faces: Sequence[str]) -> None:
    """IllegalMove where the hand does not show these faces so often."""
    held = [face for _, face in hand]
    for face in faces:
        count, has = faces.count(face), held.count(face)
        if has < count:
            got = f"only {has}" if has else "none"
            other = face.rstrip("*") if face.endswith("*") else f"{face}*"
            colour = (
                f" (the {'red' if other.endswith('*') else 'black'} one is written {other})" if other in held else ""
            )
            raise IllegalMove(f"the move needs {count} × {face}, the hand has {got}{colour}: {' '.join(held)}")


def choose(hand: Hand, wants: Sequence[Want], bars: Bars) -> tuple[int, ...]:
    """The dice for these faces, the lowest numbers first in the order of the wants; IllegalMove where bars forbid."""
    check_holds(hand, [face for face, _ in wants])
    if not any(die in bars for die, _ in hand):
        showing: dict[str, list[int]] = {}
        for die, face in reversed(hand):
            showing.setdefault(face, []).append(die)
        return tuple(showing[face].pop() for face, _ in wants)
    chosen: dict[int, int] = {}
    for face in dict.fromkeys(face for face, _ in wants):
        dice = [number for number, shown in hand if shown == face]
        slots = [at for at, (wanted, _) in enumerate(wants) if wanted == face]
        fit = {at: [die for die in dice if not bars.get(die, frozenset()) & wants[at][1]] for at in slots}
        for done, at in enumerate(slots):
            for die in fit[at]:
                rest = {later: [each for each in fit[later] if each != die] for later in slots[done + 1 :]}
                if die not in chosen.values() and _all_served(rest, set(chosen.values())):
                    chosen[at] = die
                    break
            else:
                raise IllegalMove(f"the {face} was slurped from this word and may not be placed in it again")
    return tuple(chosen[at] for at in range(len(wants)))


def _all_served(fit: Mapping[int, Sequence[int]], used: AbstractSet[int]) -> bool:
    """Whether each slot can have a die of its own: augmenting paths, one slot after the other."""
    owner: dict[int, int] = {}

    def serve(slot: int, tried: set[int]) -> bool:
        for die in fit[slot]:
            if die not in used and die not in tried:
                tried.add(die)
                if die not in owner or serve(owner[die], tried):
                    owner[die] = slot
                    return True
        return False

    return all(serve(slot, set()) for slot in fit)
