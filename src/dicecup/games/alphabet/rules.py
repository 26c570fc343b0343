"""Alphabet: shed your letter dice into one crossword that everybody builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import msgspec

from dicecup.chance import Deal, HandsRoll
from dicecup.errors import IllegalMove, IllegalRoll, NotationError
from dicecup.game import CHANCE, OVER, Game, State, Turn, lowest
from dicecup.games.alphabet.build import covered, lay, lay_known
from dicecup.games.alphabet.dice import DICE, NUMBERS, red, spell
from dicecup.games.alphabet.finds import Finds, Sight, find
from dicecup.games.alphabet.hand import Hand, add, bars_of, check_holds, choose, remove
from dicecup.games.alphabet.layout import Cell, Tile, connected
from dicecup.games.alphabet.listing import Moves, every_move
from dicecup.games.alphabet.meant import Asked, meant
from dicecup.games.alphabet.notation import Build, Move, Slurp, read
from dicecup.games.alphabet.scoring import SERVINGS, next_starter, serving_scores, totals
from dicecup.games.alphabet.sketch import sketched
from dicecup.games.alphabet.slurp import put_cell, swap, swap_known
from dicecup.games.alphabet.words import DEFAULT, WordList, Words, load
from dicecup.options import Plain, choice, option, whole
from dicecup.view import Choice, Crossword, DieView, Message, Row, Sketch, View, say
from dicecup.view import Hand as HandView

__all__ = ["Alphabet", "Position"]

FARTHEST = 999
"""No serving's crossword comes so far from its first cell; positions that come from elsewhere must not, either."""


class Position(State, frozen=True):
    """A position. Between servings it is that of the serving to come; after the last, the end of the last."""

    serving: int
    """1 to 4."""
    starter: int
    seat: int
    due: Literal["deal", "roll", "reheat", "move"]
    """What is waited for."""
    servings: tuple[tuple[int, ...], ...]
    """The scores of the finished servings."""
    hands: tuple[tuple[tuple[int, str], ...], ...]
    """Dice and faces by seat, lowest die number first; the face is "" between deal and roll."""
    table: tuple[tuple[int, int, int, str], ...] = ()
    """The crossword: x, y, die and face."""
    slurped: tuple[bool, ...] = ()
    """Who has slurped in this serving."""
    barred: tuple[tuple[int, int, int], ...] = ()
    """Dice slurped in this serving, and the cells they may not go back to: die, x, y."""
    passes: int = 0
    """Passes in a row."""
    reheats: int = 0
    """Reheats since a die was last placed."""
    built: bool = False
    """Whether the seat has built in this turn already, which only `builds: any` asks."""


class Outcome(NamedTuple):
    """What a build or slurp changes."""

    table: dict[Cell, Tile]
    hands: tuple[Hand, ...]
    pulled: int | None
    """The die pulled out by a slurp."""


@dataclass(frozen=True, repr=False)
class Alphabet(Game[Position, Move]):
    title = "Alphabet"
    seats = range(2, 7)
    state = Position

    builds: Literal["one", "any"] = choice(
        "one",
        {"one": "one build in a turn", "any": "as many builds in a turn as you like, each legal by itself"},
        about="How many builds a turn may have.",
    )
    reheat_limit: int = whole(
        10,
        least=0,
        most=None,
        about="Reheats without a die placed before the serving ends with nobody winning it.",
    )
    souper: Literal["double-dice", "double-all"] = choice(
        "double-dice",
        {
            "double-dice": "twice the points of the dice left, at least 2",
            "double-all": "twice the sum of the points of the dice left and the one for losing",
        },
        about="What a loser scores in the Souper serving.",
    )
    words: str = option(DEFAULT, WordList(), "Which words there are.", in_header=True)

    def with_header(self, header: Mapping[str, Plain]) -> Alphabet:
        named = replace(self, words=header.get("words", DEFAULT))
        load(named.words)
        return named

    @property
    def word_list(self) -> Words:
        """The word list itself; WordsMissing where it is not installed."""
        return load(self.words)

    # The rules.

    def start(self, seats: int) -> Position:
        self.check_seats(seats)
        load(self.words)
        return _laid_out(1, 0, (), seats)

    def turn(self, state: Position) -> Turn:
        if len(state.servings) == SERVINGS:
            return OVER
        return state.seat if state.due == "move" else CHANCE

    def moves(self, state: Position) -> Sequence[Move]:
        """Every legal move: builds, then slurps, then `pass` or `done`, each kind in the order of its texts (H24)."""
        if self.turn(state) != state.seat:
            return ()
        return every_move(self.finds(state), self._endings(state)[0])

    def texts(self, state: Position) -> Sequence[str]:
        moves = self.moves(state)
        return moves.texts if isinstance(moves, Moves) else super().texts(state)

    def finds(self, state: Position, *, seat: int | None = None, slurps: bool = True) -> Finds:
        """All builds and slurps, compact and quick: of the seat whose turn it is, or of another if it were its turn."""
        if seat is not None and seat != state.seat:
            state = msgspec.structs.replace(state, seat=seat, built=False)

        def allowed(move: Build | Slurp) -> bool:
            try:
                self._outcome(state, move, known=True)
            except IllegalMove:
                return False
            return True

        hand, seats = state.hands[state.seat], len(state.hands)
        wanted = slurps and self.may_slurp(state)
        return find(Sight(state.table, hand, state.barred, state.seat, seats, self.word_list, wanted, allowed))

    def may_slurp(self, state: Position) -> bool:
        """Whether the seat whose turn it is has a slurp left and something to slurp."""
        return bool(state.table) and not state.built and not state.slurped[state.seat]

    def _endings(self, state: Position) -> tuple[Literal["pass", "done"], ...]:
        """What ends a turn without a die."""
        return ("done",) if state.built else ("pass",)

    def roll(self, state: Position) -> Deal | HandsRoll:
        if self.turn(state) != CHANCE:
            raise IllegalRoll("no dice are due")
        if state.due == "deal":
            seats = len(state.hands)
            return Deal(seats, len(NUMBERS) // seats, NUMBERS)
        return HandsRoll(DICE, tuple(tuple(die for die, _ in hand) for hand in state.hands))

    def stage(self, state: Position) -> int:
        return state.serving

    def land(self, state: Position, faces: Any) -> Position:
        chance = self.roll(state)
        if isinstance(chance, Deal):
            dealt = tuple(tuple((die, "") for die in hand) for hand in chance.check(faces))
            return msgspec.structs.replace(state, due="roll", hands=dealt)
        shown = chance.check(faces)
        hands = tuple(
            tuple((die, str(face)) for (die, _), face in zip(hand, row, strict=True))
            for hand, row in zip(state.hands, shown, strict=True)
        )
        reheats = state.reheats + (state.due == "reheat")
        return msgspec.structs.replace(state, due="move", hands=hands, passes=0, reheats=reheats)

    def play(self, state: Position, move: Move) -> Position:
        self._check_turn(state, move)
        return self._made(state, move, known=False)

    def follow(self, state: Position, move: Move) -> Position:
        """As `play`, for a move known to be legal: only what it changes is worked out, which is quicker in a search."""
        return self._made(state, move, known=True)

    def _made(self, state: Position, move: Move, *, known: bool) -> Position:
        if isinstance(move, (Build, Slurp)):
            return self._place(state, move, self._outcome(state, move, known=known))
        if move == "done":
            return self._next(msgspec.structs.replace(state, built=False))
        passed = msgspec.structs.replace(state, passes=state.passes + 1)
        if passed.passes < len(state.hands):
            return self._next(passed)
        if state.reheats >= self.reheat_limit:
            return self._serve(passed, None)
        return msgspec.structs.replace(passed, due="reheat", seat=(state.seat + 1) % len(state.hands))

    def _check_turn(self, state: Position, move: object) -> None:
        """IllegalMove where a move of this kind may not be made now."""
        if self.turn(state) != state.seat:
            raise self.refuse(state, move)
        if isinstance(move, Slurp):
            if state.built:
                raise IllegalMove("after a build there is no slurp in this turn; build again or say done")
            if state.slurped[state.seat]:
                raise IllegalMove("a player slurps only once in a serving")
            if move.to not in range(len(state.hands)):
                raise IllegalMove(f"there is no seat {move.to}; seats are 0 to {len(state.hands) - 1}")
        elif not isinstance(move, Build) and move not in self._endings(state):
            raise self.refuse(state, move)

    def _outcome(self, state: Position, move: Build | Slurp, *, known: bool = False) -> Outcome:
        """What a build or slurp does; IllegalMove where the crossword, the hand or a bar forbids it.

        With `known`, the crossword is not asked.
        """
        seat, hands, bars = state.seat, list(state.hands), bars_of(state.barred)
        table = _table(state)
        if isinstance(move, Build):
            check_holds(hands[seat], _placed(move))
            laid = lay_known(table, move) if known else lay(table, move, self.word_list)
            cells = laid.placed
            pulled = None
        else:
            check_holds(hands[seat], [move.put])
            laid = swap_known(table, move) if known else swap(table, move, self.word_list)
            cells = [put_cell(laid.table), *laid.placed]
            # It changes hands before dice are added, but all added dice join a word through its cell, where it is
            # barred; so it need not be in the hand yet.
            pulled = table[move.x, move.y][0]
        after = laid.table
        wants = [(after[cell][1], covered(after, cell) if bars else frozenset()) for cell in cells]
        numbers = choose(hands[seat], wants, bars)
        for cell, die, (face, _) in zip(cells, numbers, wants, strict=True):
            after[cell] = (die, face)
        hands[seat] = remove(hands[seat], numbers)
        if isinstance(move, Slurp):
            hands[move.to] = add(hands[move.to], table[move.x, move.y])
        return Outcome(after, tuple(hands), pulled)

    def _place(self, state: Position, move: Build | Slurp, outcome: Outcome) -> Position:
        slurped, barred = state.slurped, state.barred
        if isinstance(move, Slurp) and outcome.pulled is not None:
            slurped = tuple(done or seat == state.seat for seat, done in enumerate(slurped))
            barred = tuple(sorted({*barred, (outcome.pulled, move.x, move.y)}))
        placed = msgspec.structs.replace(
            state,
            hands=outcome.hands,
            table=tuple(sorted((x, y, die, face) for (x, y), (die, face) in outcome.table.items())),
            slurped=slurped,
            barred=barred,
            passes=0,
            reheats=0,
        )
        if isinstance(move, Build) and self.builds == "any" and outcome.hands[state.seat]:
            return msgspec.structs.replace(placed, built=True)
        return self._next(msgspec.structs.replace(placed, built=False))

    def _next(self, state: Position) -> Position:
        """The turn goes on; who then has no dice has won the serving (H17)."""
        seat = (state.seat + 1) % len(state.hands)
        after = msgspec.structs.replace(state, seat=seat)
        return after if after.hands[seat] else self._serve(after, seat)

    def _serve(self, state: Position, winner: int | None) -> Position:
        """The serving is over: write its scores and lay out the next."""
        scores = serving_scores(state.hands, winner, state.serving, self.souper)
        servings = (*state.servings, scores)
        if len(servings) == SERVINGS:
            return msgspec.structs.replace(state, servings=servings)
        seats = len(state.hands)
        return _laid_out(state.serving + 1, next_starter(totals(servings, seats), state.starter), servings, seats)

    def scores(self, state: Position) -> tuple[int, ...]:
        return totals(state.servings, len(state.hands))

    def winners(self, state: Position) -> tuple[int, ...] | None:
        return lowest(self.scores(state)) if self.turn(state) == OVER else None

    # Notation.

    def parse(self, state: Position, text: str) -> Move:
        if not isinstance(text, str):
            raise NotationError(f"expected a text, got {text!r:.60}")
        move = read(text)
        self._check_turn(state, move)
        if isinstance(move, (Build, Slurp)):
            self._outcome(state, move)
        return move

    def meant(self, state: Position, text: str) -> Move:
        try:
            return self.parse(state, text)
        except NotationError:
            self._check_turn(state, "done" if state.built else "pass")
            return meant(text, self._asked(state))

    def _asked(self, state: Position) -> Asked:
        def judge(move: Build | Slurp) -> None:
            self._check_turn(state, move)
            self._outcome(state, move)

        seat, seats = state.seat, len(state.hands)
        return Asked(
            table=_table(state),
            hand=state.hands[seat],
            words=self.word_list,
            others=[(seat + step) % seats for step in range(1, seats)],
            finds=lambda slurps: self.finds(state, slurps=slurps),
            judge=judge,
        )

    def sketched(self, state: Position, sketch: Sketch) -> Move:
        self._check_turn(state, "done" if state.built else "pass")
        move = sketched(sketch, _table(state), state.hands[state.seat])
        self._check_turn(state, move)
        self._outcome(state, move)
        return move

    def refuse(self, state: Position, move: object) -> IllegalMove:
        """The error for a move that may not be made now; it does not list those that may."""
        turn = self.turn(state)
        if turn == OVER:
            return IllegalMove("the game is over")
        if turn == CHANCE:
            return IllegalMove(f"expected dice, got the move {str(move)!r:.60}")
        if move == "done" and self.builds == "one":
            return IllegalMove("a build is the whole turn here; done is said only with the option builds=any")
        if move == "done":
            return IllegalMove("done ends a turn of several builds, and nothing has been built in this one")
        if move == "pass":
            return IllegalMove("after a build there is no pass in this turn; say done")
        slurp = ", a slurp" if self.may_slurp(state) else ""
        return IllegalMove(
            f"{str(move)!r:.60} is not a move here; expected a build{slurp} or {self._endings(state)[0]}"
        )

    # States as JSON.

    def from_plain(self, data: Plain) -> Position:
        state = super().from_plain(data)
        for fault in _faults(state):
            raise msgspec.ValidationError(fault)
        if state.built and self.builds == "one":
            raise msgspec.ValidationError("expected no second build in a turn")
        return state

    # For people.

    def view(self, state: Position, seat: int | None) -> View:
        view = super().view(state, seat)
        view["hands"] = [
            HandView(seat=each, dice=[_die(die, face) for die, face in hand], slurped=state.slurped[each])
            for each, hand in enumerate(state.hands)
        ]
        view["crossword"] = Crossword(
            cells=[
                {"x": x, "y": y, "number": die, "face": face.rstrip("*"), "red": red(face)}
                for x, y, die, face in state.table
            ]
        )
        return view

    def sheet(self, state: Position) -> list[Row]:
        seats = len(state.hands)
        rows: list[Row] = []
        for at in range(SERVINGS):
            done = at < len(state.servings)
            label = say("souper-row") if at + 1 == SERVINGS else say("serving-row", serving=at + 1)
            rows.append({"label": label, "cells": [*state.servings[at]] if done else [None] * seats})
        return [*rows, {"label": say("total"), "cells": [*self.scores(state)], "strong": True}]

    def choices(self, state: Position) -> list[Choice]:
        """Only what ends a turn: builds and slurps are too many to list, and are typed or laid."""
        return [{"move": move, "label": say(f"move.{move}")} for move in self._endings(state)]

    def status(self, state: Position) -> list[Message]:
        turn = self.turn(state)
        if turn == OVER:
            return super().status(state)
        serving = say("serving-now", serving=state.serving) if state.serving < SERVINGS else say("souper-now")
        if turn == CHANCE:
            return [serving, say(f"due.{state.due}")]
        begun = "built-so-far" if state.built else "to-play" if state.table else "to-begin"
        words = [serving, say(begun, who=turn)]
        out = [seat for seat, hand in enumerate(state.hands) if not hand]
        if out:
            words.append(say("scraping", who=out))
        elif state.passes:
            words.append(say("passes", passes=state.passes))
        return words

    def tell(self, before: Position, act: Any, after: Position) -> list[Message]:
        if self.turn(before) == CHANCE:
            return [say(f"told.{before.due}", serving=before.serving)]
        who = before.seat
        words = [_told(before, act, who)]
        if len(after.servings) == len(before.servings):
            if after.due == "reheat":
                words.append(say("reheat"))
            elif before.hands[who] and not after.hands[who]:
                words.append(say("out", who=who))
            return words
        scores = after.servings[-1]
        won = [seat for seat, score in enumerate(scores) if score == 0]
        words.append(say("served", who=won, serving=before.serving) if won else say("cold", serving=before.serving))
        words += [say("scored", who=seat, points=score) for seat, score in enumerate(scores) if score]
        if len(after.servings) == SERVINGS:
            return [*words, say("winners", who=[*(self.winners(after) or ())])]
        if after.serving == SERVINGS:
            words.append(say("souper-next"))
        return [*words, say("starts", who=after.starter)]


def _laid_out(serving: int, starter: int, servings: tuple[tuple[int, ...], ...], seats: int) -> Position:
    """A serving about to begin: an empty table, empty hands, nothing slurped (H21)."""
    return Position(serving, starter, starter, "deal", servings, ((),) * seats, (), (False,) * seats)


def _table(state: Position) -> dict[Cell, Tile]:
    return {(x, y): (die, face) for x, y, die, face in state.table}


def _placed(build: Build) -> list[str]:
    return [face for face, old in zip(build.faces, build.old, strict=True) if not old]


def _die(die: int, face: str) -> DieView:
    if not face:
        return {"number": die, "face": None, "mark": "waiting"}
    return {"number": die, "face": face.rstrip("*"), "mark": "red" if red(face) else "rolled"}


def _told(before: Position, move: Move, who: int) -> Message:
    """What somebody did, in a sentence."""
    if isinstance(move, Build):
        return say("built", who=who, word=spell([*move.faces]), dice=len(_placed(move)))
    if isinstance(move, Slurp):
        swap = {"who": who, "pulled": move.pulled.rstrip("*"), "put": move.put.rstrip("*"), "to": move.to}
        key = "slurped-self" if move.to == who else "slurped"
        if move.then is None:
            return say(key, **swap)
        return say(f"{key}-then", **swap, word=spell([*move.then.faces]), dice=len(_placed(move.then)))
    return say("passed" if move == "pass" else "done", who=who)


def _faults(state: Position) -> Iterator[str]:
    """What keeps a position read from elsewhere from being one; the first fault makes the later questions unsafe."""
    seats = len(state.hands)
    over = len(state.servings) == SERVINGS
    table = _table(state)
    tiles = [*(tile for hand in state.hands for tile in hand), *table.values()]
    if seats not in Alphabet.seats:
        yield "expected hands for 2 to 6 seats"
    if len(state.slurped) != seats or any(len(scores) != seats for scores in state.servings):
        yield "expected slurped and the scores of each serving by seat"
    if len(state.servings) > SERVINGS or state.serving != min(len(state.servings) + 1, SERVINGS):
        yield "expected the number of the serving after those finished"
    if not (0 <= state.seat < seats and 0 <= state.starter < seats):
        yield "expected a seat and a starter"
    if len({die for die, _ in tiles}) != len(tiles) or len(table) != len(state.table):
        yield "expected each die and each cell once"
    if any(face not in ("", *DICE.get(die, ())) for die, face in tiles):
        yield "expected faces that the dice have"
    if any((face == "") != (state.due == "roll") for _, face in tiles):
        yield "expected faces once the dice have been rolled, and none before"
    if any([*hand] != sorted(hand) for hand in state.hands):
        yield "expected hands lowest die number first"
    if not connected(table) or len(table) == 1:
        yield "expected one crossword"
    if len(state.barred) > seats or any(die not in DICE for die, _, _ in state.barred):
        yield "expected bars on dice that exist, one for each slurp"
    cells = [*table, *((x, y) for _, x, y in state.barred)]
    if any(abs(x) > FARTHEST or abs(y) > FARTHEST for x, y in cells):
        yield f"expected cells that a serving reaches, no farther than {FARTHEST} from the first"
    if (
        state.reheats < 0
        or not 0 <= state.passes <= seats
        or (state.passes == seats and not over) != (state.due == "reheat")
    ):
        yield "expected a count of passes and reheats"
    if state.due in ("deal", "roll") and table:
        yield "expected an empty table before the first roll"
    if any(state.hands) if state.due == "deal" else not over and not state.hands[state.seat]:
        yield "expected dice in the hand of the seat to play, and none before the deal"
