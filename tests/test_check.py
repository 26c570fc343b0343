"""The contract, held against all games and against games that break it."""

from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

import dicecup
from dicecup import games
from dicecup.check import BrokenContract
from dicecup.errors import UnknownGame
from dicecup.games.tossup import TossUp
from dicecup.games.tossup.rules import Position

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "tossup": [
        {},
        {"target": 20, "last_turn": "finish-round"},
        {"target": 30, "reach": "at-least", "last_turn": "none"},
    ],
    "ketchup": [
        {},
        {"dice": "five-bottles", "bottle_saves": True, "floor": "zero"},
        {"chase": "one-turn", "call_from": 30},
        {"dice": ["KKLBMR", "K", "L", "MMMMMR", "RM"]},
    ],
    "pumpkins": [{}, {"floor": "turn", "turns": 1}],
    "bratzy": [{}],
    "pig": [{}, {"target": 20}],
}


@pytest.mark.parametrize(("name", "options"), [(name, options) for name, each in VARIANTS.items() for options in each])
def test_every_game_keeps_the_contract_under_all_its_options(name, options):
    dicecup.check_game(dicecup.find(name).with_options(options))


def test_the_sixth_game_is_one_folder_and_found_by_it():
    assert "pig" in dicecup.names()
    assert dicecup.find("pig").__name__ == "Pig"


@dataclass(frozen=True, repr=False)
class Broken(TossUp):
    """A Toss Up to spoil, a method at a time."""


def broken_moves(self, state):
    return () if state.rolling or not state.left else ("roll",)


def broken_land(self, state, faces):
    return Position(state.totals, state.seat, 1, False, state.left)


def broken_play(self, state, move):
    return TossUp.play(self, state, "bank")


def broken_scores(self, state):
    return [1.5 for _ in state.totals]


def broken_view(self, state, seat):
    return {**TossUp.view(self, state, seat), "choices": TossUp.choices(self, state)}


def broken_winners(self, state):
    return (0,)


@pytest.mark.parametrize(
    ("method", "spoilt", "fault"),
    [
        ("land", broken_land, "dice where none are due: not refused|cannot show: not refused"),
        ("play", broken_play, "no move: not refused"),
        ("scores", broken_scores, "an int a seat"),
        ("view", broken_view, "only to the seat whose turn it is"),
        ("winners", broken_winners, "None until the game is over"),
        ("moves", broken_moves, "has not ended|not legal"),
    ],
)
def test_a_game_that_breaks_the_contract_is_told_how(monkeypatch, method, spoilt, fault):
    monkeypatch.setattr(Broken, method, spoilt, raising=False)
    with pytest.raises(BrokenContract, match=fault):
        dicecup.check_game(Broken(), events=2000)


def test_a_state_that_holds_a_list_is_named_as_such():
    class Listed(Position, frozen=True):
        extra: list[int] = msgspec.field(default_factory=list)

    def start(self, seats):
        state = TossUp.start(self, seats)
        return Listed(state.totals, state.seat, state.points, state.rolling, state.left)

    game = type("Spoilt", (Broken,), {"start": start})()
    with pytest.raises(BrokenContract, match="hashable"):
        dicecup.check_game(game)


def test_a_game_that_cannot_be_loaded_is_named(tmp_path, monkeypatch):
    (tmp_path / "spoilt").mkdir()
    (tmp_path / "spoilt" / "__init__.py").write_text("GAME = (")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(UnknownGame, match="spoilt cannot be loaded: SyntaxError"):
        dicecup.find("spoilt")
