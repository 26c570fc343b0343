"""A table: events in, positions out; refused events change nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.errors import DicecupError, IllegalMove, IllegalRoll
from dicecup.game import CHANCE
from dicecup.games import bots
from dicecup.table import Event, Moved, Rolled, SeededDice, Table


def tossup():
    return Table(dicecup.find("tossup")(), ["Ann", "Ben"])


def test_a_table_counts_events_and_rolls_and_remembers_what_fell():
    table = tossup()
    table.apply(Rolled("roll", list("GGGGGGGGGY")))
    table.apply(Moved(0, "roll"))
    table.apply(Rolled("roll", ["G"]))
    assert (table.events, table.rolls, table.shown, table.turn) == (3, 2, ["G"], 0)


@pytest.mark.parametrize(
    ("event", "error"),
    [
        (Moved(0, "roll"), IllegalMove),
        (Rolled("deal", [[1]]), IllegalRoll),
        (Rolled("roll", ["G"]), IllegalRoll),
        (Rolled("roll", None), IllegalRoll),
    ],
)
def test_a_refused_event_changes_nothing(event, error):
    table = tossup()
    before = (table.state, table.events, table.rolls, table.shown)
    with pytest.raises(error):
        table.apply(event)
    assert (table.state, table.events, table.rolls, table.shown) == before


def test_only_the_seat_whose_turn_it_is_may_move():
    table = tossup()
    table.apply(Rolled("roll", ["G"] * 10))
    with pytest.raises(IllegalMove, match="turn of seat 0, not of seat 1"):
        table.apply(Moved(1, "bank"))


def test_a_watcher_sees_the_position_and_no_choices():
    table = tossup()
    table.apply(Rolled("roll", ["G"] * 10))
    assert table.view(None)["choices"] == []
    assert table.view(1)["choices"] == []
    assert [choice["move"] for choice in table.view(0)["choices"]] == ["roll", "bank"]


def test_the_same_seed_gives_the_same_dice_whatever_was_chosen_between_them():
    request = dicecup.find("bratzy")().roll(dicecup.find("bratzy")().start(1))
    assert [SeededDice(7).throw(request, n) for n in range(5)] == [SeededDice(7).throw(request, n) for n in range(5)]
    assert SeededDice(7).throw(request, 3) != SeededDice(8).throw(request, 3)
    drawn = {str([SeededDice().throw(request, n) for n in range(20)]) for _ in range(3)}
    assert len(drawn) == 3, "without a seed the dice are nobody's"


@given(st.sampled_from(["bratzy", "ketchup", "pumpkins", "tossup"]), st.integers(0, 2**64))
def test_bots_play_any_game_to_its_end_through_a_table(name, seed):
    table = Table(dicecup.find(name)(), ["Ann", "Ben", "Cem"])
    game, bot, rng, dice = table.game, bots(name)["simple"], random.Random(seed), SeededDice(seed)
    while not table.over:
        if table.turn == CHANCE:
            request = game.roll(table.state)
            event: Event = Rolled(request.event, dice.throw(request, table.rolls))
        else:
            event = Moved(int(table.turn), str(bot(game, table.state, rng)))
        table.apply(event)
        assert table.tell() or isinstance(event, Moved), "dice never fall without a word"
    assert game.winners(table.state)
    for late in (Moved(0, "roll"), Rolled("roll", [1])):
        with pytest.raises(DicecupError, match="the game is over"):
            table.apply(late)
