"""Advice for Alphabet: the moves that a search holds for best, with what each sheds and leaves, and what may follow."""

from __future__ import annotations

from collections import Counter

from dicecup.errors import Unsolved
from dicecup.game import CHANCE, OVER
from dicecup.games.alphabet import finds
from dicecup.games.alphabet.dice import spell
from dicecup.games.alphabet.finds import shed
from dicecup.games.alphabet.notation import Build, Move, Slurp
from dicecup.games.alphabet.rules import Alphabet, Position
from dicecup.games.alphabet.search import DEPTHS, Line, Search
from dicecup.games.alphabet.thoughts import before_dice
from dicecup.options import Plain
from dicecup.solve import Objective, Progress
from dicecup.solve.advice import Advice, Advised, finished, usual

__all__ = ["advise"]

EFFORT = 400
"""As much as a bot spends in about half a second."""
LOOKS = 8
"""Positions looked at where the plain finder finds the moves, in some seconds: the answers to as many moves but one."""

ANSWERS = range(1, 2)
"""How deep the plain finder's search goes: what others may answer at once."""


def advise(game: Alphabet, state: Position, objective: Objective | None, progress: Progress | None) -> Advice:
    objective = objective or usual(game, state)
    if objective == "points":
        raise Unsolved("Alphabet is advised for winning: the fewest points are not what wins a serving")
    turn = game.turn(state)
    if turn == OVER:
        return finished(game, state, objective)
    if turn == CHANCE:
        by = "how many dice everybody holds" if state.due == "reheat" else "the points so far and who starts"
        return Advice(turn, objective, False, None, before_dice(game, state), note=f"estimated by {by}")

    def enough(effort: float) -> bool:
        done = effort / EFFORT if finds.COMPILED else search.looked / LOOKS
        if progress is not None:
            progress(min(1.0, done), "looking ahead")
        return done >= 1

    search = Search(game, state, enough, compare=True, depths=DEPTHS if finds.COMPILED else ANSWERS)
    lines = search.lines()
    seat = state.seat
    return Advice(
        turn=turn,
        objective=objective,
        exact=False,
        seat=seat,
        values=lines[0].worth,
        moves=tuple(Advised(line.move, line.worth[seat], _more(game, state, line)) for line in lines),
        note=_note(search),
    )


def _note(search: Search) -> str:
    if not search.depth:
        return "estimated by what each move leaves in the hands; the answers to it were not looked at"
    turns = "turn" if search.depth == 1 else "turns"
    return f"estimated by looking {search.depth} {turns} ahead, at {search.looked} positions"


def _more(game: Alphabet, state: Position, line: Line) -> dict[str, Plain]:
    """What a move sheds and leaves; what is expected to follow is told only where it was looked at."""
    left = Counter(face for _, face in state.hands[state.seat])
    if isinstance(line.move, (Build, Slurp)):
        left -= Counter(_placed(line.move))
        if isinstance(line.move, Slurp) and line.move.to == state.seat:
            left[line.move.pulled] += 1
        sheds = shed(line.move)
    else:
        sheds = 0
    more: dict[str, Plain] = {"sheds": sheds, "leaves": sorted(left.elements())}
    return more | {"expects": _expected(game, state, line)} if line.then else more


def _expected(game: Alphabet, state: Position, line: Line) -> list[Plain]:
    """The moves that are expected to follow, each with who makes it and what it is in a word."""
    told: list[Plain] = []
    after = game.follow(state, line.move)
    for move in line.then:
        told.append({"seat": after.seat, "move": str(move), "short": _short(move)})
        after = game.follow(after, move)
    return told


def _placed(move: Build | Slurp) -> list[str]:
    if isinstance(move, Slurp):
        return [move.put, *(_placed(move.then) if move.then else ())]
    return [face for face, old in zip(move.faces, move.old, strict=True) if not old]


def _short(move: Move) -> str:
    """A move as people type it: what it spells, and where."""
    if isinstance(move, Build):
        return f"{spell([*move.faces])} {move.x},{move.y} {'across' if move.across else 'down'}"
    if isinstance(move, Slurp):
        return f"{move.pulled}>{move.put} {move.x},{move.y}" + (f" then {_short(move.then)}" if move.then else "")
    return move
