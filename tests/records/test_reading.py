"""Records are read line by line; the first wrong line is named, and nothing behind it counts."""

import io
import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.errors import RecordError
from dicecup.records import Header, event_line, read_event, replay, standing
from dicecup.records.replay import LONGEST_LINE
from dicecup.table import Event, Moved, Rolled
from tests.games.alphabet_positions import WORDS, playing

HEAD = '{"dicecup": 1, "game": "tossup", "options": {}, "seats": ["Ann", "Ben"]}'
ROLL = '{"roll": ["G","Y","R","G","Y","Y","G","G","R","Y"]}'
AGAIN = '{"seat": 0, "move": "roll"}'
BANK = '{"seat": 0, "move": "bank"}'
PUMPKINS = '{"dicecup": 1, "game": "pumpkins", "seats": ["Ann"]}'


def read(*lines):
    return replay(io.BytesIO("\n".join(lines).encode()))


def fails(*lines, line, match):
    with pytest.raises(RecordError, match=match) as caught:
        read(*lines)
    assert caught.value.line == line


def test_the_record_of_the_design_replays():
    _, table = read(HEAD, ROLL, AGAIN, '{"roll": ["G","G","Y","R","R","Y"]}', BANK)
    assert standing(table) == {
        "game": "tossup",
        "over": False,
        "turn": "chance",
        "scores": [6, 0],
        "winners": None,
        "moves": [],
        "state": table.game.to_plain(table.state),
    }


def test_at_a_seats_turn_its_moves_are_listed():
    _, table = read(HEAD, ROLL)
    assert standing(table)["turn"] == 0
    assert standing(table)["moves"] == ["roll", "bank"]


def test_blank_lines_are_counted_and_ignored():
    _, table = read(HEAD, "", "  ", ROLL, "\t\r", BANK, "")
    assert table.events == 2
    fails(HEAD, "", "", "nonsense", line=4, match="not a whole JSON object")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"seat": true, "move": "roll"}', 'got {"seat": true, "move": "roll"}'),
        ('{"seat": 0, "mo', "Unterminated string starting at character 13"),
        ('{"seat": %s, "move": "roll"}' % ("9" * 5000), "a number of 5000 digits"),
        ("\ufeff" + AGAIN, "byte order mark"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_as_the_line_has_it(line, said):
    fails(HEAD, ROLL, line, line=3, match=re.escape(said))


def test_a_whole_last_line_needs_no_newline_and_windows_line_ends_are_fine():
    assert replay(io.BytesIO(f"{HEAD}\r\n{ROLL}\r\n{BANK}".encode()))[1].events == 2


def test_header_keys_that_are_not_ours_are_kept():
    header, _ = read(HEAD[:-1] + ', "time": "2026-11-18", "club": {"table": 3}}')
    assert header.more == {"time": "2026-11-18", "club": {"table": 3}}
    assert json.loads(header.line())["club"] == {"table": 3}


def test_a_header_without_options_means_the_defaults():
    header, _ = read('{"dicecup": 1, "game": "tossup", "seats": ["Ann", "Ben"]}')
    assert header.game == dicecup.find("tossup")()


def test_names_may_repeat_and_be_in_any_script():
    header, table = read('{"dicecup": 1, "game": "tossup", "seats": ["李", "李", "Zoë", "🎲", ""]}', ROLL)
    assert header.names == table.names == ("李", "李", "Zoë", "🎲", "")


@pytest.mark.parametrize(
    ("header", "match"),
    [
        ("", "empty"),
        ("[]", "expected a JSON object"),
        ("{}", "expected a header"),
        (ROLL, "expected a header"),
        ('{"dicecup": 2, "game": "tossup", "seats": ["Ann", "Ben"]}', "version 1, got 2"),
        ('{"dicecup": true, "game": "tossup", "seats": ["Ann", "Ben"]}', "version 1, got True"),
        ('{"dicecup": 1.0, "game": "tossup", "seats": ["Ann", "Ben"]}', "version 1, got 1.0"),
        ('{"dicecup": 1, "seats": ["Ann", "Ben"]}', "names no game"),
        ('{"dicecup": 1, "game": "tosup", "seats": ["Ann", "Ben"]}', "no game 'tosup'.*tossup"),
        ('{"dicecup": 1, "game": "../tossup", "seats": ["Ann", "Ben"]}', "no game"),
        ('{"dicecup": 1, "game": "tossup", "seats": ["Ann"]}', "2 to 6 players, got 1"),
        ('{"dicecup": 1, "game": "tossup", "seats": 2}', "seats as a list of names"),
        ('{"dicecup": 1, "game": "tossup", "seats": ["Ann", 2]}', "seats as a list of names"),
        ('{"dicecup": 1, "game": "tossup"}', "seats as a list of names"),
        ('{"dicecup": 1, "game": "tossup", "seats": ["Ann", "\\ud800"]}', "half a character"),
        ('{"dicecup": 1, "game": "tossup", "options": {"targt": 50}, "seats": ["A", "B"]}', "did you mean.*target"),
        ('{"dicecup": 1, "game": "tossup", "options": {"target": "50"}, "seats": ["A", "B"]}', "target"),
        ('{"dicecup": 1, "game": "tossup", "options": {"target": true}, "seats": ["A", "B"]}', "target"),
        ('{"dicecup": 1, "game": "tossup", "options": {"target": 1e3}, "seats": ["A", "B"]}', "target"),
        ('{"dicecup": 1, "game": "tossup", "options": null, "seats": ["A", "B"]}', "options as an object"),
        ('{"dicecup": 1, "dicecup": 1, "game": "tossup", "seats": ["A", "B"]}', "a key stands twice"),
    ],
)
def test_whatever_is_wrong_with_the_header_is_line_1s_fault(header, match):
    fails(header, ROLL, line=1, match=match) if header else fails(line=1, match=match)


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ('{"seat": 1, "move": "roll"}', "turn of seat 0, not of seat 1"),
        ('{"seat": true, "move": "roll"}', "expected"),
        ('{"seat": 0.0, "move": "roll"}', "expected"),
        ('{"seat": "0", "move": "roll"}', "expected"),
        ('{"seat": -1, "move": "roll"}', "turn of seat 0"),
        ('{"move": "roll"}', "expected"),
        ('{"seat": 0}', "expected"),
        ('{"seat": 0, "move": "roll", "time": 3}', "expected"),
        ('{"seat": 0, "move": null}', "expected"),
        ('{"seat": 0, "move": "Roll"}', "'Roll' is not a move here; expected one of: roll, bank"),
        ('{"seat": 0, "move": "roll "}', "is not a move here"),
        ('{"seat": 0, "move": "call"}', "is not a move here"),
        ('{"roll": ["G"]}', "expected a move of seat 0, got a roll"),
        ('{"deal": [[1]]}', "expected a move of seat 0, got a deal"),
        ('{"seat": 0, "move": "roll"', "not a whole JSON object"),
        ('{"seat": 0, "move": "roll"} {}', "not a whole JSON object"),
        ('{"seat": NaN, "move": "roll"}', "NaN is not JSON"),
        ('{"seat": 0, "seat": 0, "move": "roll"}', "a key stands twice"),
        ("null", "expected a JSON object"),
        ("[" * 100_000, "not a"),
        ('{"a":' * 100_000, "not a"),
        ('{"seat": ' + "9" * 5000 + ', "move": "roll"}', "."),
        (HEAD, "expected"),
    ],
)
def test_a_wrong_move_line_is_named_with_what_was_expected(line, match):
    fails(HEAD, ROLL, line, BANK, line=3, match=match)


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ('{"roll": ["G"]}', "10 dice"),
        ('{"roll": []}', "10 dice"),
        ('{"roll": ["G","Y","R","G","Y","Y","G","G","R","B"]}', "'B'"),
        ('{"roll": ["G","Y","R","G","Y","Y","G","G","R",1]}', "1"),
        ('{"roll": "GYRGYYGGRY"}', "expected"),
        ('{"roll": {"G": 10}}', "expected"),
        ('{"roll": ["G","Y","R","G","Y","Y","G","G","R",["G"]]}', "."),
        (AGAIN, "expected a roll, got a move"),
    ],
)
def test_a_wrong_roll_line_is_named_with_what_was_expected(line, match):
    fails(HEAD, line, line=2, match=match)


@pytest.mark.parametrize("face", ["true", "1.0", '"1"', "0", "7", "null", "[1]", "1e0", "99999999999999999999"])
def test_a_number_face_is_the_whole_number_itself_and_nothing_like_it(face):
    fails(PUMPKINS, '{"seat": 0, "move": "roll 1"}', f'{{"roll": [{face}]}}', line=3, match=".")


def test_nothing_comes_after_the_end():
    whole = (dicecup.find("pumpkins").folder() / "golden/the-sheet-alone.jsonl").read_text().splitlines()
    fails(*whole, '{"roll": [1]}', line=len(whole) + 1, match="the game is over")
    fails(*whole, '{"seat": 0, "move": "stop"}', line=len(whole) + 1, match="the game is over")


def test_nothing_behind_a_wrong_line_is_applied():
    seen = []
    text = "\n".join([HEAD, ROLL, "oops", BANK]).encode()
    with pytest.raises(RecordError):
        replay(io.BytesIO(text), lambda number, table: seen.append((number, table.events)))
    assert seen == [(2, 1)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"\x00" * 100,
        b"\xff\xfe{\x00}\x00",
        b"\x89PNG\r\n\x1a\n",
        b"\xef\xbb\xbf" + HEAD.encode(),
        b"\x80",
    ],
)
def test_empty_binary_and_foreign_files_are_refused_at_line_1(content):
    with pytest.raises(RecordError) as caught:
        replay(io.BytesIO(content))
    assert caught.value.line in (1, 2)


class Endless:
    """A file that is larger than any memory, and counts what was read of it."""

    def __init__(self, head: bytes, fill: bytes) -> None:
        self.head, self.fill, self.given = head, fill, 0

    def readline(self, limit: int) -> bytes:
        line, self.head = self.head or self.fill * limit, b""
        self.given += len(line)
        return line


def test_an_endless_line_is_refused_before_it_fills_the_memory():
    stream = Endless(HEAD.encode() + b"\n", b"x")
    with pytest.raises(RecordError, match="longer than"):
        replay(stream)
    assert stream.given < 2 * LONGEST_LINE + 1000


def test_replaying_holds_one_line_at_a_time_and_looks_at_each_once():
    lines = [PUMPKINS.replace('"seats"', '"options": {"turns": 100}, "seats"')]
    lines += ['{"seat": 0, "move": "roll 1"}', '{"roll": [1]}'] * 5
    read_bytes = []

    class Counted(io.BytesIO):
        def readline(self, limit=-1):
            line = super().readline(limit)
            read_bytes.append(len(line))
            return line

    text = "\n".join(lines).encode()
    replay(Counted(text))
    assert sum(read_bytes) == len(text)
    assert len(read_bytes) == len(lines) + 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
events = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.integers(-2, 3) | json_values,
        "move": st.sampled_from(["roll", "bank", "stop", "call", "keep 1", "score ones", "pass"]) | json_values,
        "roll": st.lists(st.sampled_from(["G", "Y", "R", "K", 1, 6]), max_size=11) | json_values,
        "deal": json_values,
    },
)


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_bytes_at_all_give_a_table_or_the_number_of_a_line(lines):
    try:
        replay(io.BytesIO(b"\n".join([HEAD.encode(), *lines])))
    except RecordError as error:
        assert 1 <= error.line <= 1 + b"\n".join(lines).count(b"\n") + 1
        assert "\n" not in error.reason


@given(st.binary(max_size=200))
def test_any_bytes_as_a_whole_file_are_refused(content):
    with pytest.raises(RecordError):
        replay(io.BytesIO(content))


@given(header=st.dictionaries(st.sampled_from(["dicecup", "game", "options", "seats", "words"]), json_values))
def test_any_object_as_a_header_is_refused_or_read(header):
    try:
        replay(io.BytesIO(json.dumps({"dicecup": 1, "game": "tossup"} | header).encode()))
    except RecordError as error:
        assert error.line == 1


@given(
    game=st.sampled_from(["alphabet", "bratzy", "ketchup", "pumpkins", "tossup", "pig"]),
    lines=st.lists(events, max_size=6),
)
def test_any_objects_as_events_are_refused_by_line_or_played(game, lines):
    head = {"dicecup": 1, "game": game, "seats": ["Ann", "Ben"]}
    text = "\n".join(json.dumps(each) for each in [head, *lines])
    try:
        _, table = replay(io.BytesIO(text.encode()))
    except RecordError as error:
        assert 1 <= error.line <= len(lines) + 1
    else:
        assert table.events == len(lines)


EVERY = {name: dicecup.find(name)() for name in ("bratzy", "ketchup", "pumpkins", "tossup", "pig")}
EVERY["alphabet"] = playing(WORDS)


@given(st.sampled_from(list(EVERY)), st.integers(0, 2**32), st.integers(0, 9999))
def test_a_damaged_byte_never_passes_unnoticed_into_another_number_of_events(name, seed, place):
    rng = random.Random(seed)
    lines = played(name, rng, 12)
    text = bytearray("\n".join(lines).encode())
    text[place % len(text)] ^= 1 << rng.randrange(7)
    try:
        _, table = replay(io.BytesIO(bytes(text)))
    except RecordError:
        return
    assert table.events in (len(lines) - 1, len(lines) - 2)


def played(name, rng, count):
    game = EVERY[name]
    header = Header.new(game, ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay"])
    table, lines = header.table(), [header.line()]
    while not table.over and len(lines) <= count:
        if table.turn == dicecup.CHANCE:
            request = game.roll(table.state)
            event: Event = Rolled(request.event, json.loads(json.dumps(request.throw(rng))))
        else:
            event = Moved(int(table.turn), str(rng.choice(game.moves(table.state))))
        table.apply(event)
        lines.append(event_line(event))
    return lines


@given(st.sampled_from(list(EVERY)), st.integers(0, 2**32))
def test_what_was_played_replays_to_the_same_place_and_writes_the_same_lines(name, seed):
    lines = played(name, random.Random(seed), 40)
    header, table = read(*lines)
    assert table.events == len(lines) - 1
    assert [header.line(), *(event_line(read_event(json.loads(line))) for line in lines[1:])] == lines


@pytest.mark.parametrize("line", ['{"x": %s}', '{"seat": 0, "move": %s}', '{"roll": %s}', "%s"])
def test_however_deeply_a_line_is_nested_it_is_a_wrong_line_and_no_crash(line):
    for depth in range(1, 1100):
        text = line % ("[" * depth + "]" * depth)
        with pytest.raises(RecordError) as caught:
            replay(io.BytesIO(f"{HEAD}\n{text}\n".encode()))
        assert caught.value.line == 2


def test_however_deeply_an_option_is_nested_it_is_a_wrong_header_and_no_crash():
    for depth in range(1, 1100):
        options = '{"target": %s}' % ("[" * depth + "]" * depth)
        with pytest.raises(RecordError) as caught:
            replay(io.BytesIO(HEAD.replace('"options": {}', f'"options": {options}').encode()))
        assert caught.value.line == 1
