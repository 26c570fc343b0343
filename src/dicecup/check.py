"""`check_game(game)`: whether a rule set keeps the contract. Every game here passes it; so can a stranger's.

It plays whole games at random and at every position asks what the doors rely on: that the same call gives the same
answer and changes nothing, that legal moves are legal and others refused, that weights sum to the number of ways
the dice can fall, that notation and JSON read back, that a view is plain data and offers choices only to the seat
whose turn it is, and that the game ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from dicecup.chance import Roll
from dicecup.errors import DicecupError, OptionError, SeatsError
from dicecup.game import CHANCE, OVER, Game

__all__ = ["BrokenContract", "check_game"]

NONSENSE = ("", " ", "nonsense", "roll roll", "\N{SNOWMAN}", "9" * 400, "keep \u0661", "\x00")


class BrokenContract(AssertionError):
    """A game does not do what the contract says; the message tells which call, on which state."""


def check_game(
    game: Game[Any, Any], *, games: int = 3, positions: int = 150, events: int = 20_000, seed: int = 0
) -> None:
    """Check a rule set by playing `games` random games with the fewest and with more players.

    The first `positions` positions of each are looked at closely, the rest only played; a game longer than
    `events` events is held to be endless. Raises BrokenContract with the first fault found.
    """
    _check_rule_set(game)
    rng = Random(seed)
    for number in range(games):
        seats = game.seats[0] if number == 0 else rng.choice(game.seats)
        _check_one_game(game, seats, rng, positions, events)


def _hold(claim: bool, message: str, *about: Any) -> None:
    if not claim:
        raise BrokenContract(message + "".join(f"\n  {part!r:.500}" for part in about))


def _refused(message: str, act: Callable[..., Any], *args: Any, error: type[DicecupError] = DicecupError) -> None:
    try:
        result = act(*args)
    except error:
        return
    except Exception as other:
        raise BrokenContract(f"{message}: raised {other!r} instead of a {error.__name__}") from other
    _hold(False, f"{message}: not refused", *args, result)


def _hashed(value: Any, message: str) -> int:
    try:
        return hash(value)
    except TypeError as error:
        raise BrokenContract(f"{message}: {error}\n  {value!r:.500}") from None


def _plain(value: Any, message: str) -> Any:
    """The value as JSON reads it back."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise BrokenContract(f"{message} is not plain data: {error}") from None


def _check_rule_set(game: Game[Any, Any]) -> None:
    cls = type(game)
    _hold(bool(game.name) and bool(game.title), "a game has a name and a title", game)
    _hold(len(game.seats) > 0 and game.seats[0] >= 1, "seats is a range of numbers of players", game.seats)
    _hashed(game, "a rule set is a frozen dataclass, and its options are hashable")
    _hold(hash(game) == hash(cls(**{name: getattr(game, name) for name in game.options()})), "options are its identity")
    given = _plain(game.options_given(), "options_given()")
    header = _plain(game.header(), "header()")
    read = cls.with_options(given).with_header(header)
    _hold(read == game, "with_options and with_header read back what options_given and header wrote", given)
    for option in game.options().values():
        _hold(bool(option.about), "an option says what it is about", option.name)
        _hold(option.check(option.default) == option.default, "an option's default is allowed", option.name)
        _plain(option.plain(), f"option {option.name}")
        _refused(f"option {option.name} as an object", option.check, object(), error=OptionError)
        _refused(f"option {option.name} as a snowman", option.parse, "\N{SNOWMAN}", error=OptionError)
    _refused("an unknown option", cls.with_options, {"no-such-option": 1}, error=OptionError)
    for seats in (game.seats[0] - 1, game.seats[-1] + 1, -1, 10**30, True, 2.0, "2", None):
        _refused("a number of seats that the game is not for", game.start, seats, error=SeatsError)


def _check_one_game(game: Game[Any, Any], seats: int, rng: Random, positions: int, events: int) -> None:
    state = game.start(seats)
    _hold(state == game.start(seats), "start() gives the same state twice", state)
    seen: list[Any] = []
    for number in range(events):
        turn = game.turn(state)
        if number < positions or turn == OVER:
            _check_position(game, state, seats, seen)
        if turn == OVER:
            return
        if turn == CHANCE:
            act = game.roll(state).throw(rng)
            after = game.land(state, act)
        else:
            act = rng.choice(game.moves(state))
            after = game.play(state, act)
            if act not in seen and len(seen) < 40:
                seen.append(act)
        if number < positions:
            told = game.tell(state, act, after)
            _plain(told, "tell()")
            _hold(all(set(message) == {"say", "params"} for message in told), "tell() gives messages", told)
        state = after
    _hold(False, f"the game has not ended after {events} events", state)


def _check_position(game: Game[Any, Any], state: Any, seats: int, seen: list[Any]) -> None:
    before = _hashed(state, "a state is frozen and hashable (tuples, not lists)")
    turn = game.turn(state)
    _hold(turn in (CHANCE, OVER) or (type(turn) is int and 0 <= turn < seats), "turn() is a seat, CHANCE or OVER", turn)
    data = _plain(game.to_plain(state), "to_plain()")
    _hold(game.from_plain(data) == state, "from_plain reads back what to_plain wrote", data)
    scores = game.scores(state)
    _hold(len(scores) == seats and all(type(each) is int for each in scores), "scores() gives an int a seat", scores)
    winners = game.winners(state)
    if turn == OVER:
        _hold(bool(winners) and set(winners or ()) <= set(range(seats)), "somebody won a game that is over", winners)
    else:
        _hold(winners is None, "winners() is None until the game is over", winners)
    if turn == CHANCE:
        _check_chance(game, state)
    else:
        _refused("dice where none are due", game.land, state, (1,))
    _check_moves(game, state, turn, seen)
    _check_views(game, state, turn, seats)
    _hold(hash(state) == before, "a call changed the state", state)


def _check_moves(game: Game[Any, Any], state: Any, turn: Any, seen: list[Any]) -> None:
    moves = list(game.moves(state))
    _hold(moves == list(game.moves(state)), "moves() gives the same moves in the same order", state)
    if turn in (CHANCE, OVER):
        _hold(not moves, "there are no moves at CHANCE and OVER", state, moves)
    else:
        _hold(bool(moves), "a seat whose turn it is has a move", state)
    texts = [str(move) for move in moves]
    _hold(len(set(texts)) == len(texts), "two moves have the same notation", texts)
    for move, text in zip(moves, texts, strict=True):
        _hold(game.parse(state, text) == move, "notation reads back", text)
        _hold(game.play(state, move) == game.play(state, move), "play() gives the same state twice", text)
    for wrong in (None, "nonsense", ("roll",), object()):
        _refused("something that is no move", game.play, state, wrong)
    for text in NONSENSE:
        _refused("nonsense as a move", game.parse, state, text)
    for move in seen:
        if move not in moves:
            _refused("a move where it is not legal", game.play, state, move)
            _refused("a move where it is not legal", game.parse, state, str(move))


def _check_chance(game: Game[Any, Any], state: Any) -> None:
    request = game.roll(state)
    faces = request.throw(Random(1))
    _hold(game.land(state, faces) == game.land(state, request.check(faces)), "land() gives the same state twice", faces)
    for wrong in ((), (*faces, faces[0]), faces[:-1], tuple("?" for _ in faces), None, "G", 7, ((),) * len(faces)):
        _refused("faces that these dice cannot show", game.land, state, wrong)
    if isinstance(request, Roll):
        results = request.outcomes()
        weights = [weight for _, weight in results]
        _hold(all(type(weight) is int and weight > 0 for weight in weights), "weights are whole numbers", weights)
        _hold(sum(weights) == request.combinations, "weights sum to the ways in which the dice fall", weights)
        _hold(len({tuple(sorted(map(str, shown))) for shown, _ in results}) == len(results), "results are distinct")
        for shown, _ in results:
            game.land(state, shown)


def _check_views(game: Game[Any, Any], state: Any, turn: Any, seats: int) -> None:
    for seat in (*range(seats), None):
        view = game.view(state, seat)
        _hold(_plain(view, "view()") == view, "a view is plain data", view)
        _hold(view["seat"] == seat and view["turn"] == turn, "a view says whose eyes and whose turn", view)
        for choice in view["choices"]:
            _hold(seat == turn, "choices are offered only to the seat whose turn it is", choice)
            game.parse(state, choice["move"])
