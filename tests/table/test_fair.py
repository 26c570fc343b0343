"""Fair dice: the specification's vectors, no face favoured, the same dice again, and nothing of the future told."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.chance import Deal, HandsRoll, Roll
from dicecup.dice import D6
from dicecup.game import CHANCE
from dicecup.server.thinkers import question
from dicecup.simulate import anything
from dicecup.table import Moved, Rolled, Table
from dicecup.table.fair import FairDice, commitment, described, place_below

DOC = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
NAME = "k7m2p9xw4d"
NONCES = ["0123456789abcdef", "", "fedcba9876543210"]
FAIR = FairDice(NAME, SECRET, NONCES)


def vectors() -> dict[str, str]:
    rows = [line.replace("\\|", "¦").split("|") for line in DOC.splitlines() if line.startswith("| ")]
    return {row[1].strip(): row[2].strip().strip("`").replace("¦", "|") for row in rows}


def slow_hmac(key: bytes, message: bytes) -> bytes:
    """As RFC 2104 writes it."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(each ^ 0x36 for each in key) + message).digest()
    return hashlib.sha256(bytes(each ^ 0x5C for each in key) + inner).digest()


def slow_below(count: int, purpose: str, turn: int, roll: int, item: int) -> int:
    """As the specification writes it."""
    for attempt in range(100):
        message = f"dicecup-fair-1|{purpose}|{NAME}|{','.join(NONCES)}|{turn}|{roll}|{item}|{attempt}"
        value = int.from_bytes(slow_hmac(SECRET, message.encode())[:8], "big")
        if value < 2**64 - (2**64 % count):
            return value % count
    raise AssertionError


def test_the_commitment_and_a_block_are_those_of_the_specification():
    said = vectors()
    assert commitment(NAME, SECRET) == said["commitment"]
    message = said["message of die 5 in turn 3, roll 1, first try"]
    assert slow_hmac(SECRET, message.encode()).hex() == said["its block"]
    assert hashlib.sha256(f"dicecup-fair-1|commit|{NAME}|{SECRET.hex()}".encode()).hexdigest() == said["commitment"]


@pytest.mark.parametrize(
    ("row", "request_", "place"),
    [
        ("turn 0, roll 0, dice 1 to 5, each with the faces 1 2 3 4 5 6", Roll((D6,) * 5), (0, 0)),
        ("turn 3, roll 1, dice 2 and 5, faces 1 2 3 4 5 6", Roll((D6, D6), (2, 5)), (3, 1)),
        ("turn 7, roll 2, dice 1 to 10, faces G G G Y Y R", Roll((tuple("GGGYYR"),) * 10), (7, 2)),
        ("deal of the dice 1 to 30, 10 to each of 3 seats, turn 0, roll 0", Deal(3, 10, tuple(range(1, 31))), (0, 0)),
        ("deal of the dice 1 to 6, 2 to each of 2 seats, turn 4, roll 0", Deal(2, 2, tuple(range(1, 7))), (4, 0)),
    ],
)
def test_dice_and_deals_are_those_of_the_specification(row, request_, place):
    fell = FAIR.throw(request_, place)
    hands = fell if isinstance(request_, Deal) else [fell]
    assert " / ".join(" ".join(str(each) for each in hand) for hand in hands) == vectors()[row]


def test_lots_are_those_of_the_specification():
    drawn = FairDice(NAME, SECRET, NONCES[:1]).lots(6)
    assert " ".join(map(str, drawn)) == vectors()["lots for 6 seats, opened with the nonce `0123456789abcdef`"]


@given(
    st.integers(1, 100),
    st.sampled_from(["die", "deal", "lots"]),
    st.integers(0, 999),
    st.integers(0, 9),
    st.integers(1, 50),
)
def test_the_fast_way_is_the_slow_way(count, purpose, turn, roll, item):
    assert FAIR.below(count, purpose, turn, roll, item) == slow_below(count, purpose, turn, roll, item)


@pytest.mark.parametrize("bits", range(4, 11))
def test_every_number_below_n_stands_for_equally_many_words(bits):
    for count in range(1, min(40, 2**bits) + 1):
        places = Counter(place_below(value, count, bits) for value in range(2**bits))
        thrown_away = places.pop(None, 0)
        assert len(places) == count
        assert len(set(places.values())) == 1
        assert thrown_away < count, "less than one of each is thrown away"


def test_a_word_that_would_favour_somebody_is_not_used():
    assert place_below(2**64 - 1, 6) is None
    assert place_below(2**64 - 5, 6) == 5
    assert place_below(2**64 - 1, 8) == 7


def test_a_die_shows_the_same_whoever_holds_it_and_whatever_else_is_rolled():
    dice = dict.fromkeys(range(1, 7), D6)
    together = FAIR.throw(HandsRoll(dice, ((1, 2, 3), (4, 5, 6))), (2, 0))
    other = FAIR.throw(HandsRoll(dice, ((1, 6), (3, 4, 5))), (2, 0))
    alone = FAIR.throw(Roll((D6,), (3,)), (2, 0))
    assert other == [[together[0][0], together[1][2]], [together[0][2], together[1][0], together[1][1]]]
    assert alone == [together[0][2]]


@given(st.binary(min_size=32, max_size=32), st.text("0123456789abcdef", min_size=16, max_size=16))
def test_any_other_secret_nonce_table_turn_or_roll_gives_other_dice(secret, nonce):
    request = Roll((tuple(range(1000)),) * 8)
    sources = [FAIR, FairDice(NAME, secret, NONCES), FairDice(NAME, SECRET, [nonce]), FairDice("other", SECRET, NONCES)]
    throws = [str(source.throw(request, (1, 1))) for source in sources]
    throws += [str(FAIR.throw(request, place)) for place in ((1, 2), (2, 1), (11, 1))]
    assert len(set(throws)) == len(throws)


@given(
    st.sampled_from(["bratzy", "ketchup", "pumpkins", "tossup", "pig", "alphabet"]), st.integers(2, 4), st.integers()
)
def test_no_two_rolls_of_a_game_have_the_same_place_and_each_can_be_made_again(name, seats, seed):
    table = Table(dicecup.find(name)(), ["x"] * seats)
    rng, places = Random(seed), []
    while not table.over and table.events < (12 if name == "alphabet" else 300):
        if table.turn == CHANCE:
            request, place = table.game.roll(table.state), table.place
            faces = FAIR.throw(request, place)
            places.append(place)
            assert FAIR.again(described(1, request, place, faces)) == faces
            table.apply(Rolled(request.event, faces))
        elif name == "alphabet":
            table.apply(Moved(int(table.turn), "pass"))
        else:
            table.apply(Moved(int(table.turn), str(anything(table.game, table.state, rng))))
    assert len(set(places)) == len(places) > 0


def test_bots_do_not_see_the_future():
    """A bot is told a position, and a position is the same whatever the dice to come will be."""
    game = dicecup.find("tossup")()
    state = game.land(game.start(2), list("GGYYYYYYYY"))
    line = question(game, state, "simple", 1)
    assert set(json.loads(line)) == {"game", "options", "header", "state", "level", "seed"}
    assert SECRET.hex().encode() not in line
    assert repr(FAIR) == "FairDice(…)"
