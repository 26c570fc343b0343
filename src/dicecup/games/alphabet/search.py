"""Looking ahead: between rolls nothing is hidden and nothing is left to chance.

Everybody is taken to play for his own chance to win the game, and where moves come to the same for him, not to make us
a present. Of each position only the moves that are worth a thought are followed; the search goes deeper, and then
wider, until what it was given is used up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic

from dicecup.games.alphabet.notation import Move
from dicecup.games.alphabet.prospects import TUNING, Tuning
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.games.alphabet.thoughts import Thought, ended, reheated, think
from dicecup.players import Bot

__all__ = ["Enough", "Line", "Master", "Search", "by_clock", "by_effort"]

WIDTHS = (14, 5, 4, 3, 2, 2, 2, 2)
"""How many moves are followed, turn after turn; those of several rivals are fewer."""
DEPTHS = range(2, 13)
WIDER = (1, 2, 4, 8)
MOST = 60
"""So many moves of a position are thought of at all."""
A_THOUSAND_MOVES = 1000
"""So many moves to choose from are as much effort as a further position."""


Enough = Callable[[float], bool]
"""Whether to stop, after so much effort: about a thousandth of a second each where moves are found by compiled code.

It counts what was looked at, so that it is the same on every machine; the plain finder takes far longer for it.
"""


def by_effort(most: float) -> Enough:
    return lambda effort: effort >= most


def by_clock(seconds: float) -> Enough:
    end = monotonic() + seconds
    return lambda effort: monotonic() >= end


class _Stop(Exception):
    """It is enough."""


@dataclass
class Line:
    """A move, what it is expected to come to for each seat, and the moves that are expected to follow."""

    move: Move
    worth: tuple[float, ...]
    then: tuple[Move, ...] = ()
    followed: bool = False
    """Whether what the others may do about it was looked at."""


@dataclass
class Search:
    game: Alphabet
    root: Position
    enough: Enough
    compare: bool = False
    """Whether all moves are to be told apart, and not only the best one from the others."""
    widths: Sequence[int] = WIDTHS
    tuning: Tuning = TUNING
    looked: int = 0
    """At how many positions."""
    effort: float = 0
    depth: int = 0
    """How many turns of others the moves were followed through; 0 where none was."""
    depths: range = DEPTHS
    _thoughts: dict[Position, list[Thought]] = field(default_factory=dict)
    _after: dict[tuple[Position, Move], Position] = field(default_factory=dict)
    _shallow: bool = False
    """Whether some line was left before the end of the serving."""
    _narrow: bool = False
    """Whether some move that had been thought of was not followed."""

    def lines(self) -> list[Line]:
        """The moves that were followed, best first; where there was no time for that, those thought of."""
        seat = self.root.seat
        best = [Line(thought.move, thought.worth) for thought in self.thoughts(self.root, free=True)]
        if len(best) == 1:
            return best
        settled: tuple[list[Line], int] | None = None
        try:
            for wide in WIDER:
                for depth in self.depths:
                    self._shallow = self._narrow = False
                    best = self._deepen(best, seat, depth, wide)
                    self.depth = depth
                    if not self._shallow:
                        settled = list(best), depth
                        break
                if not self._narrow:
                    break
        except _Stop:
            # A wider look that was cut off says less than one that saw every line to the end.
            if settled is not None and self.depth <= settled[1]:
                best, self.depth = settled
        return [line for line in best if line.followed] or best

    def _deepen(self, best: list[Line], seat: int, depth: int, wide: int) -> list[Line]:
        done: list[Line] = []
        floors = [0.0] * len(self.root.hands)
        front = self.widths[0] * wide
        self._narrow |= len(best) > front
        try:
            for line in best[:front]:
                worth, then = self.follow(self.root, line.move, depth - 1, 1, wide, tuple(floors))
                done.append(Line(line.move, worth, then, followed=True))
                if not self.compare:
                    floors[seat] = max(floors[seat], worth[seat])
        except _Stop:
            # Moves that are compared have all been followed equally far.
            if done and not (self.compare and best[0].followed):
                self.depth = depth
                best[:] = self._ordered(done, seat) + best[len(done) :]
            raise
        return self._ordered(done, seat) + best[front:]

    def _ordered(self, lines: list[Line], seat: int) -> list[Line]:
        return sorted(lines, key=lambda line: -line.worth[seat])

    def follow(
        self, state: Position, move: Move, depth: int, ply: int, wide: int, floors: tuple[float, ...]
    ) -> tuple[tuple[float, ...], tuple[Move, ...]]:
        """What a move comes to, and what follows it."""
        key = (state, move)
        if key not in self._after:
            self._after[key] = self.game.follow(state, move)
        after = self._after[key]
        over = ended(after, len(self.root.servings), self.tuning)
        if over is not None:
            return over, ()
        if after.due != "move":
            return reheated(self.game, after, self.tuning), ()
        return self.look(after, depth, ply, wide, floors)

    def look(
        self, state: Position, depth: int, ply: int, wide: int, floors: tuple[float, ...]
    ) -> tuple[tuple[float, ...], tuple[Move, ...]]:
        """What a position comes to where everybody plays for himself."""
        seat, root = state.seat, self.root.seat
        thoughts = self.thoughts(state)
        if depth <= 0:
            self._shallow = True
            return thoughts[0].worth, (thoughts[0].move,)
        width = self._width(seat, ply) * wide
        self._narrow |= len(thoughts) > width
        best: tuple[tuple[float, ...], tuple[Move, ...]] | None = None
        for thought in thoughts[:width]:
            worth, then = self.follow(state, thought.move, depth - 1, ply + 1, wide, floors)
            if best is None or (worth[seat], -worth[root]) > (best[0][seat], -best[0][root]):
                best = worth, (thought.move, *then)
                if len(floors) == 2 and worth[seat] >= 1 - floors[1 - seat]:
                    break
                floors = tuple(max(floor, worth[seat]) if at == seat else floor for at, floor in enumerate(floors))
        assert best is not None
        return best

    def _width(self, seat: int, ply: int) -> int:
        """How many moves are followed, where one more turn has been looked at."""
        width = self.widths[min(ply, len(self.widths) - 1)]
        rivals = len(self.root.hands) - 1
        return width if seat == self.root.seat else max(1, round(width / rivals**2))

    def thoughts(self, state: Position, *, free: bool = False) -> list[Thought]:
        if state not in self._thoughts:
            if not free and self.enough(self.effort):
                raise _Stop
            thoughts = think(self.game, state, MOST, self.tuning)
            self.looked += 1
            self.effort += 1 + len(thoughts[0].finds) / A_THOUSAND_MOVES
            self._thoughts[state] = thoughts
        return self._thoughts[state]


@dataclass(frozen=True)
class Master:
    """The bot that looks ahead. By itself it counts its effort, so that it plays the same again."""

    effort: float = 700
    """About a second's worth."""
    seconds: float | None = None
    """Where given, the clock counts instead."""
    tuning: Tuning = TUNING

    def __call__(self, game: Alphabet, state: Position, whims: Random) -> Move:
        enough = by_effort(self.effort) if self.seconds is None else by_clock(self.seconds)
        return Search(game, state, enough, tuning=self.tuning).lines()[0].move

    def within(self, seconds: float) -> Bot:
        return replace(self, seconds=seconds)
