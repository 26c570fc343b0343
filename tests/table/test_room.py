"""A room: what commands do and when they are refused, undo, bots for people, rematches, real dice."""

import copy
from random import Random

import pytest

from dicecup.chance import HandsRoll
from dicecup.table import log, seen, wire
from dicecup.table.room import Room
from dicecup.table.seats import Who, hashed, read_name, unlike
from tests.table.rooms import NONCE, World

NOBODY = Who()
UNSEEN = [
    *(
        "\u200d",
        "\u200d" * 24,
        "A\u200d",
        "\u200dA",
        "A\u200d\u200dB",
        "A \u200dB",
        "\u3164",
        "\u2800",
        "\u034f",
        "a\u034f",
    ),
    *(
        "\u115f",
        "\ufe0f",
        " \ufe0f",
        "\u0301",
        "e" + 23 * "\u0301",
        "Z" + 7 * "\u0337\u0321",
        "\u00a0\u3000",
        "\U000e0041",
    ),
]
"""Names of which nothing is seen, or not all."""


def refused(world: World, command: wire.Command, code: str, who: Who | None = None) -> None:
    """This command is answered with that code, and nothing has changed."""
    before, entries = copy.deepcopy(world.room), len(world.log)
    outcome = world.say(command, who)
    assert (outcome.answer.ok, outcome.answer.code) == (False, code), outcome
    assert outcome.answer.key == command.key[:40]
    assert outcome.answer.text
    assert (world.room, len(world.log)) == (before, entries)


# Beginning.


def test_a_table_without_open_seats_begins_at_once():
    world = World("pumpkins", "hb")
    assert world.room.phase == "playing"
    assert [entry.__struct_config__.tag for entry in world.log] == ["opened", "begun"]


def test_a_table_waits_for_its_open_seats_and_begins_with_the_last_of_them():
    world = World("pumpkins", "hoo")
    assert (world.room.phase, seen.position(world.room, None)) == ("waiting", None)
    sat = world.say(wire.Sit("a-of-this-device", 1, "Ben", NONCE), NOBODY)
    assert (sat.answer.seat, world.room.phase) == (1, "waiting")
    assert world.room.who([hashed(sat.answer.token or "")]) == Who(frozenset({1}))
    world.say(wire.Fill("b", 2, "keen"))
    assert world.room.phase == "playing"
    assert [seat.kind for seat in world.room.seats] == ["human", "human", "bot"]


def test_the_game_waits_for_the_seats_that_were_added_and_they_are_as_others():
    world = World("bratzy", "ho")
    assert [world.say(wire.Add(key)).answer.ok for key in ("a", "a", "b")] == [True, True, True]
    assert len(world.room.seats) == 4, "said twice, a seat is added once"
    world.say(wire.Sit("s-of-this-device", 1, "Ben", NONCE), NOBODY)
    assert world.room.phase == "waiting"
    cleo = world.say(wire.Sit("t-of-this-device", 3, "Cleo", NONCE), NOBODY).answer
    assert world.say(wire.Drop("d", 2)).answer.ok
    assert (world.room.phase, world.room.names[1:]) == ("playing", ["Ben", "Cleo"])
    assert world.room.who([hashed(cleo.token or "")]) == Who(frozenset({2}))
    assert world.say(wire.Add("c")).answer.code == "begun"


def test_no_more_seats_are_added_than_may_play():
    world = World("alphabet", "ho")
    most = World("alphabet", "ho").room.game.seats[-1]
    codes = [world.say(wire.Add(str(number))).answer.code for number in range(most - 1)]
    assert codes == [None] * (most - 2) + ["bad-seats"]


def test_a_dropped_seat_renumbers_those_behind_it_and_their_tokens_stay_good():
    world = World("pumpkins", "hoo")
    ben = world.say(wire.Sit("a-of-this-device", 2, "Ben", NONCE), NOBODY).answer
    dropped = world.say(wire.Drop("b", 1))
    assert dropped.answer.ok
    assert world.room.phase == "playing"
    assert world.room.who([hashed(ben.token or "")]) == Who(frozenset({1}))
    assert world.say(wire.Sit("a-of-this-device", 2, "Ben", NONCE), NOBODY).answer.seat == 1, (
        "asked again, the seat has its new number"
    )


@pytest.mark.parametrize(
    ("command", "code", "who"),
    [
        (wire.Sit("k-of-this-device", 0, "Ben", NONCE), "taken", NOBODY),
        (wire.Sit("k-of-this-device", 9, "Ben", NONCE), "no-seat", NOBODY),
        (wire.Sit("k-of-this-device", -1, "Ben", NONCE), "no-seat", NOBODY),
        (wire.Sit("guessable", 1, "Ben", NONCE), "bad-key", NOBODY),
        (wire.Sit("k-of-this-device", 1, "", NONCE), "bad-name", NOBODY),
        *((wire.Sit("k-of-this-device", 1, name, NONCE), "bad-name", NOBODY) for name in UNSEEN),
        (wire.Sit("k-of-this-device", 1, "x" * 25, NONCE), "bad-name", NOBODY),
        (wire.Sit("k-of-this-device", 1, "a\u202eb", NONCE), "bad-name", NOBODY),
        (wire.Sit("k-of-this-device", 1, "a\x1b[2J", NONCE), "bad-name", NOBODY),
        (wire.Sit("k-of-this-device", 1, "Ben", "xyz"), "bad-nonce", NOBODY),
        (wire.Sit("k-of-this-device", 1, "Ben", "0" * 65), "bad-nonce", NOBODY),
        (wire.Fill("k", 1, "simple"), "not-host", NOBODY),
        (wire.Fill("k", 1, "godlike"), "bad-level", None),
        (wire.Fill("k", 0, "simple"), "taken", None),
        (wire.Add("k"), "not-host", NOBODY),
        (wire.Drop("k", 1), "not-host", NOBODY),
        (wire.Drop("k", 1), "bad-seats", None),
        (wire.MakeMove("k", 1, 0, "roll"), "not-begun", None),
        (wire.Throw("k", 1, 0), "not-begun", None),
        (wire.Undo("k", 1, 0), "nothing-to-undo", None),
        (wire.Replace("k", 1, 0, "simple"), "not-begun", None),
        (wire.Rematch("k", 1), "not-over", None),
        (wire.TypeDice("k", 1, [[1]]), "not-begun", None),
        (wire.MakeMove("", 1, 0, "roll"), "bad-key", None),
        (wire.MakeMove("x" * 41, 1, 0, "roll"), "bad-key", None),
        (wire.Hello("k"), "malformed", None),
    ],
)
def test_while_a_table_waits_these_are_refused_and_change_nothing(command, code, who):
    refused(World("tossup", "ho"), command, code, who)


def test_lots_change_the_order_of_the_seats_and_nothing_else():
    orders = {tuple(World("tossup", "hob", seed=seed, by_lot=True).room.names) for seed in range(20)}
    assert len(orders) > 2
    assert all(sorted(order) == ["", "Bot 1", "Player 1"] for order in orders)


def test_names_are_trimmed_and_emoji_are_names():
    world = World("tossup", "ho")
    world.say(
        wire.Sit("k-of-this-device", 1, "  Ben   \N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER} ", NONCE), NOBODY
    )
    assert world.room.names[1] == "Ben \N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"


@pytest.mark.parametrize(
    "name",
    [
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
        "Zo\u00eb",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "1\ufe0f\u20e3",
        "\u0e19\u0e49\u0e33",
    ],
)
def test_names_of_all_scripts_are_names(name):
    assert read_name(name)


@pytest.mark.parametrize("name", ["player 1", "PLAYER 1", "Pl\u00e4yer 1", "P\u200dlayer 1", "\uff30layer 1"])
def test_names_that_look_alike_are_told_apart(name):
    assert unlike(read_name(name), ["Player 1"]).endswith(" 2")


# Playing.


def test_people_throw_their_first_dice_and_later_ones_fall_with_the_move():
    world = World("tossup", "hh")
    assert world.room.throws == 0
    assert [type(entry) for entry in world.throw().entries] == [log.Rolled]
    assert [type(entry) for entry in world.move("roll").entries] == [log.Made, log.Rolled]


def test_a_bots_dice_fall_at_once():
    world = World("tossup", "hb")
    world.throw()
    made = world.move("bank").entries
    assert [type(entry) for entry in made] == [log.Made, log.Rolled]
    assert world.room.thinking == 1


def test_out_of_turn_stale_and_foreign_commands_are_refused():
    world = World("tossup", "hh")
    refused(world, wire.MakeMove("k", world.room.last, 0, "roll"), "dice-due")
    refused(world, wire.Throw("k", world.room.last, 1), "no-throw")
    refused(world, wire.Throw("k", world.room.last, 0), "not-yours", Who(frozenset({1})))
    refused(world, wire.Throw("k", world.room.last - 1, 0), "stale")
    refused(world, wire.Throw("k", world.room.last + 1, 0), "stale")
    world.throw()
    refused(world, wire.MakeMove("k", world.room.last, 1, "bank"), "not-your-turn")
    refused(world, wire.MakeMove("k", world.room.last, 0, "bank"), "not-yours", NOBODY)
    refused(world, wire.MakeMove("k", world.room.last, 0, "stop"), "illegal-move")
    refused(world, wire.MakeMove("k", world.room.last, 0, "x" * 500), "not-a-move")
    refused(world, wire.TypeDice("k", world.room.last, [["G"] * 10]), "no-typing")
    refused(world, wire.Throw("k", world.room.last, 0), "no-throw")
    refused(world, wire.Return("k", world.room.last, 0), "not-replaced")


def test_a_command_that_comes_twice_has_its_effect_once_and_gets_its_answer_twice():
    world = World("tossup", "hh")
    throw = wire.Throw("once", world.room.last, 0)
    first = world.say(throw)
    second = world.say(throw)
    assert first.answer == second.answer
    assert (len(first.entries), second.entries) == (1, [])
    later = wire.Throw("once", world.room.last, 0)
    assert world.say(later).entries == [], "also where its sender has seen more in the meantime"


def test_whoever_sat_down_gets_the_same_token_again_and_nobody_else_does():
    world = World("tossup", "ho")
    sit = wire.Sit("secret-key-of-this-device", 1, "Ben", NONCE)
    token = world.say(sit, NOBODY).answer.token
    assert token
    assert world.say(sit, NOBODY).answer.token == token
    assert Room.rebuild(world.log).command(sit, NOBODY, None).answer.token == token  # type: ignore[arg-type]
    refused(world, wire.Sit("other-key-of-this-device", 1, "Ben", NONCE), "taken", NOBODY)
    refused(world, wire.Sit("secret-key-of-this-device", 1, "Ben", NONCE[::-1]), "taken", NOBODY)
    assert token not in str(world.log), "only its hash is stored"


# Undo.


def test_a_move_can_be_taken_back_until_dice_fall():
    world = World("tossup", "hh")
    world.throw()
    assert world.room.undo is None
    before = seen.position(world.room, 0)
    world.move("bank")
    assert world.room.undo == 0
    assert world.undo(0).answer.ok
    assert seen.position(world.room, 0) == before
    world.move("roll")
    assert world.room.undo is None
    refused(world, wire.Undo("k", world.room.last, 0), "nothing-to-undo")


def test_a_move_can_be_taken_back_only_by_whoever_made_it():
    world = World("tossup", "hh")
    world.throw()
    world.move("bank")
    refused(world, wire.Undo("k", world.room.last, 1), "nothing-to-undo")
    refused(world, wire.Undo("k", world.room.last, 0), "not-yours", Who(frozenset({1})))


def test_taking_back_and_choosing_the_same_gives_the_same_dice():
    world = World("bratzy", "hh")
    world.throw()
    once = copy.deepcopy(world).move("score chance").entries
    world.move("score chance")
    world.undo(0)
    world.move("score ones")
    world.undo(0)
    again = world.move("score chance").entries
    assert [entry.__struct_config__.tag for entry in once] == [entry.__struct_config__.tag for entry in again]
    other = copy.deepcopy(world)
    faces = world.throw().entries[0].faces  # type: ignore[union-attr]
    other.undo(0)
    other.move("score sixes")
    assert other.throw().entries[0].faces == faces, "what was chosen changes no dice"  # type: ignore[union-attr]


def test_the_last_move_of_a_game_stays_since_the_secret_is_told_then():
    world = World("tossup", "hh", options={"target": 1}).play_out()
    assert seen.table_info(world.room).secret
    for seat in range(2):
        refused(world, wire.Undo("k", world.room.last, seat), "nothing-to-undo")


def test_several_builds_of_one_turn_can_be_taken_back_one_by_one():
    world = World("pumpkins", "h")
    world.move("roll 1")
    assert world.room.undo is None, "dice have fallen"
    two = World("pig", "hh")
    two.move("hold")
    two.move("hold")
    assert two.room.undo == 1, "somebody else has acted; only the latest can be taken back"
    two.undo(1)
    assert two.room.undo is None


# Bots for people.


def test_a_bot_may_play_for_somebody_who_has_been_away_long_enough_and_for_oneself():
    world = World("tossup", "hh")
    mine = Who(frozenset({1}))
    refused(world, wire.Replace("k", world.room.last, 0, "simple"), "not-away", mine)
    world.away = {0: 59.0}
    refused(world, wire.Replace("k", world.room.last, 0, "simple"), "not-away", mine)
    refused(world, wire.Replace("k", world.room.last, 0, "simple"), "not-yours", NOBODY)
    world.away = {0: 60.0}
    done = world.say(wire.Replace("a", world.room.last, 0, "keen"), mine)
    assert [type(entry) for entry in done.entries] == [log.Replaced, log.Rolled], "the dice it waited for fall"
    seat = seen.table_info(world.room).seats[0]
    assert (seat.kind, seat.level, seat.stands_in) == ("bot", "keen", True)
    assert world.room.thinking == 0
    refused(world, wire.MakeMove("k", world.room.last, 0, "bank"), "stood-in", Who(frozenset({0})))
    refused(world, wire.Return("k", world.room.last, 0), "not-yours", mine)
    refused(world, wire.Replace("k", world.room.last, 0, "keen"), "not-human")
    assert world.say(wire.Return("b", world.room.last, 0), Who(frozenset({0}))).answer.ok
    assert world.room.thinking is None
    assert world.say(wire.Replace("c", world.room.last, 1, "simple"), mine).answer.ok, "one's own seat, at any time"


def test_a_bots_move_is_dropped_where_the_table_has_moved_on():
    world = World("tossup", "hb")
    world.throw()
    world.move("bank")
    at = world.room.last
    world.bot()
    assert world.room.bot_moves(1, "bank", at, 0.0) == []


# The end.


def test_whoever_asks_for_a_rematch_adds_a_new_nonce_after_the_promise():
    world = World("tossup", "hh", options={"target": 3}).play_out()
    before = world.room.nonces
    nonce = "fedcba9876543210" * 2
    again = world.say(wire.Rematch("k", world.room.last, promise="known", nonce=nonce), Who(frozenset({1})))
    assert Room.rebuild(again.rematch).nonces == [before[0], nonce]


def test_a_rematch_has_the_same_seats_tokens_and_options_and_other_dice():
    world = World("tossup", "hbh", options={"target": 3}).play_out()
    again = world.say(wire.Rematch("k", world.room.last))
    other = Room.rebuild(again.rematch)
    assert again.answer.rematch == world.room.rematch == other.code != world.room.code
    assert other.names == world.room.names
    assert other.game == world.room.game
    assert other.who([hashed(token) for token in world.tokens]).seats == {0, 2}
    assert other.who([hashed(world.new.host)]).host
    assert other.opened.secret != world.room.opened.secret
    assert world.say(wire.Rematch("l", world.room.last)).answer.rematch == other.code, "asked again, it is the same one"
    assert len(world.rematches) == 1


# Real dice.


def test_real_dice_are_typed_by_anybody_at_the_table_and_can_be_taken_back():
    world = World("bratzy", "hh", real_dice=True)
    asked = seen.position(world.room, None)
    assert asked is not None
    assert asked.ask == wire.Ask("type", 0, [wire.AskPart(5, [1, 2, 3, 4, 5, 6], None)])
    refused(world, wire.TypeDice("k", world.room.last, [[1, 2, 3, 4, 5]]), "not-yours", NOBODY)
    refused(world, wire.TypeDice("k", world.room.last, [[1, 2, 3, 4]]), "illegal-roll")
    refused(world, wire.TypeDice("k", world.room.last, [[1, 2, 3, 4, 7]]), "illegal-roll")
    refused(world, wire.TypeDice("k", world.room.last, []), "illegal-roll")
    refused(world, wire.Throw("k", world.room.last, 0), "no-throw")
    assert world.say(wire.TypeDice("a", world.room.last, [[1, 1, 3, 4, 5]])).answer.ok
    assert world.undo(0).answer.ok, "somebody may have mistyped"
    assert world.say(wire.TypeDice("b", world.room.last, [[6, 6, 6, 6, 6]])).answer.ok
    assert world.move("score bratzy").answer.ok
    assert world.room.undo == 0
    world.undo(0)
    assert world.room.undo == 0, "back to the dice"
    info = seen.table_info(world.room)
    assert (info.real_dice, info.commitment, info.secret, info.id) == (True, None, None, None)


def test_hands_that_are_dealt_are_typed_and_taken_back_as_one():
    world = World("alphabet", "hh", real_dice=True)
    place = seen.position(world.room, None)
    assert place is not None
    assert place.ask is not None
    before = world.room.table and world.room.table.bookmark()
    faces = [_hand(world, seat) for seat in range(len(place.ask.parts))]
    assert world.say(wire.TypeDice("a", world.room.last, faces)).answer.ok
    assert [type(entry) for entry in world.log[-2:]] == [log.Rolled, log.Rolled]
    assert world.undo(0).answer.ok
    assert (world.room.table and world.room.table.bookmark()) == before


def _hand(world: World, seat: int) -> list[str | int]:
    """A hand that the dice can show: the first face of each die of a deal."""
    table = world.room.table
    assert table is not None
    deal = table.game.roll(table.state).throw(Random(1))
    request = table.game.roll(table.game.land(table.state, deal))
    assert isinstance(request, HandsRoll)
    return [request.dice[number][0] for number in request.hands[seat]]


@pytest.mark.parametrize("game", ["bratzy", "ketchup", "pumpkins", "tossup", "pig"])
def test_whole_games_are_rebuilt_from_their_logs(game):
    world = World(game, "hbh", seed=3).play_out()
    assert Room.rebuild(world.log) == world.room
    assert Room.rebuild(log.read(log.encode(entry)) for entry in world.log) == world.room


def test_a_host_without_a_seat_types_dice_and_takes_them_back_but_no_moves():
    world = World("bratzy", "oo", real_dice=True)
    host = world.room.who([hashed(world.new.host)])
    for seat in (0, 1):
        world.say(wire.Sit(f"{seat}-of-this-device", seat, "Ben", NONCE), NOBODY)
    before = world.room.table
    assert before is not None
    state = before.state
    assert world.say(wire.TypeDice("t", world.room.last, [[1, 2, 3, 4, 6]]), host).answer.ok
    assert world.room.undo == 0
    assert world.undo(0, who=host).answer.ok
    assert world.room.table is not None
    assert world.room.table.state == state
    world.say(wire.TypeDice("u", world.room.last, [[1, 2, 3, 4, 5]]), host)
    assert world.move("keep 1", who=Who(frozenset({0}))).answer.ok
    refused(world, wire.Undo("v", world.room.last, 0), "not-yours", host)


def test_two_people_of_one_name_are_told_apart_by_a_number():
    world = World("tossup", "hoo")
    world.say(wire.Sit("a-of-this-device", 1, "Player 1", NONCE), NOBODY)
    world.say(wire.Sit("b-of-this-device", 2, "Player 1", NONCE), NOBODY)
    assert world.room.names == ["Player 1", "Player 1 2", "Player 1 3"]
    assert unlike("x" * 24, ["x" * 24]) == "x" * 22 + " 2", "and no name grows too long"
    alike = wire.OpenTable("tossup", [wire.NewSeat("here", name="Ann"), wire.NewSeat("here", name="Ann")], NONCE)
    assert Room.open(alike, world.fresh(), 0.0, 60)[0].names == ["Ann", "Ann 2"]
