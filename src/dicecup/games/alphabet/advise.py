"""Advice for Alphabet: the moves that a search holds for best, with what each sheds and leaves, and what may follow."""

from __future__ import annotations

from collections import Counter

from dicecup.errors import Unsolved
from dicecup.game import CHANCE, OVER
from dicecup.games.alphabet.dice import spell
from dicecup.games.alphabet.finds import shed
from dicecup.games.alphabet.notation import Build, Move, Slurp
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.games.alphabet.search import Line, Search, by_effort
from dicecup.solve import Objective, Progress
from dicecup.solve.advice import Advice, Advised, finished, usual

__all__ = ["advise"]

EFFORT = 400
"""As much as a bot spends in about half a second."""


def advise(game: Alphabet, state: Position, objective: Objective | None, progress: Progress | None) -> Advice:
    objective = objective or usual(game, state)
    if objective == "points":
        raise Unsolved("Alphabet is advised for winning: the fewest points are not what wins a serving")
    turn = game.turn(state)
    if turn == OVER:
        return finished(game, state, objective)
    if turn == CHANCE:
        return Advice(turn, objective, False, None, ())
    enough = by_effort(EFFORT)

    def watched(effort: float) -> bool:
        if progress is not None:
            progress(min(1.0, effort / EFFORT), "looking ahead")
        return enough(effort)

    search = Search(game, state, watched, compare=True)
    lines = search.lines()
    seat = state.seat
    return Advice(
        turn=turn,
        objective=objective,
        exact=False,
        seat=seat,
        values=lines[0].worth,
        moves=tuple(Advised(line.move, line.worth[seat], _more(state, line)) for line in lines),
        note=f"estimated by looking {search.depth} {'turn' if search.depth == 1 else 'turns'} ahead, "
        f"at {search.looked} positions",
    )


def _more(state: Position, line: Line) -> dict[str, int | list[str]]:
    left = Counter(face for _, face in state.hands[state.seat])
    if isinstance(line.move, (Build, Slurp)):
        left -= Counter(_placed(line.move))
        if isinstance(line.move, Slurp) and line.move.to == state.seat:
            left[line.move.pulled] += 1
        sheds = shed(line.move)
    else:
        sheds = 0
    return {"sheds": sheds, "leaves": sorted(left.elements()), "expects": [_short(move) for move in line.then]}


def _placed(move: Build | Slurp) -> list[str]:
    if isinstance(move, Slurp):
        return [move.put, *(_placed(move.then) if move.then else ())]
    return [face for face, old in zip(move.faces, move.old, strict=True) if not old]


def _short(move: Move) -> str:
    """A move in a word: what it spells."""
    if isinstance(move, Build):
        return spell([*move.faces])
    if isinstance(move, Slurp):
        return f"{move.pulled}>{move.put}" + (f"+{_short(move.then)}" if move.then else "")
    return move
