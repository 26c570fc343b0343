"""A record on disk grows with the game, and what stands in it is never lost."""

import pytest

import dicecup
from dicecup.errors import DicecupError, RecordError
from dicecup.records import Header, RecordFile
from dicecup.table import Moved, Rolled
from dicecup.terminal.session import Session

GREENS = Rolled("roll", ["G"] * 10)
BANK = Moved(0, "bank")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.jsonl"


def begin(path):
    return RecordFile.create(path, Header.new(dicecup.find("tossup")(), ["Ann", "Ben"]))


def test_an_event_is_in_the_file_as_soon_as_append_returns(path):
    with begin(path) as file:
        file.append(GREENS)
        assert path.read_text().count("\n") == 2
        file.append(BANK)
        assert path.read_text().count("\n") == 3


def test_a_file_that_is_there_is_never_written_over(path):
    path.write_text("my diary")
    with pytest.raises(DicecupError, match="is there already"):
        begin(path)
    assert path.read_text() == "my diary"


def test_going_on_appends_to_what_was_there(path):
    with begin(path) as file:
        file.append(GREENS)
    with RecordFile.resume(path) as file:
        assert file.table.turn == 0
        assert file.table.game.moves(file.table.state) == ("roll", "bank")
        file.append(BANK)
    with RecordFile.resume(path) as file:
        assert file.table.game.scores(file.table.state) == (10, 0)


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_last_line_that_a_crash_cut_off_is_dropped_when_going_on(path, cut):
    with begin(path) as file:
        file.append(GREENS)
        file.append(BANK)
    whole = path.read_bytes()
    path.write_bytes(whole[: -1 - cut])
    with RecordFile.resume(path) as file:
        assert file.table.events == 1
        file.append(BANK)
    assert path.read_bytes() == whole


def test_a_whole_last_line_without_its_newline_counts(path):
    with begin(path) as file:
        file.append(GREENS)
    path.write_bytes(path.read_bytes()[:-1])
    with RecordFile.resume(path) as file:
        assert file.table.events == 1
        file.append(BANK)
    with RecordFile.resume(path) as file:
        assert file.table.events == 2


@pytest.mark.parametrize(
    "content",
    [b"", b"not a record", b"not a record\nat all", b"{}\n{", b"\x00\xff" * 50000, b'{"dicecup": 1, "game": "tossup"'],
)
def test_a_file_that_is_no_record_is_refused_and_left_as_it_was(path, content):
    path.write_bytes(content)
    with pytest.raises(RecordError):
        RecordFile.resume(path)
    assert path.read_bytes() == content


def test_a_record_with_a_wrong_line_is_refused_and_left_as_it_was_also_where_its_last_line_is_cut_off(path):
    with begin(path) as file:
        file.append(GREENS)
    wrong = path.read_bytes() + b'{"seat": 1, "move": "bank"}\n{"seat": 0, "mo'
    path.write_bytes(wrong)
    with pytest.raises(RecordError, match="line 3"):
        RecordFile.resume(path)
    assert path.read_bytes() == wrong


@pytest.mark.parametrize("last", [b"BINARY\x00garbage", b'{"sea": 0', b'{"seat": 1, "move": "bank"}'])
def test_a_last_line_that_we_never_began_to_write_is_refused_and_left_as_it_was(path, last):
    with begin(path) as file:
        file.append(GREENS)
    wrong = path.read_bytes() + last
    path.write_bytes(wrong)
    with pytest.raises(RecordError, match="line 3"):
        RecordFile.resume(path)
    assert path.read_bytes() == wrong


def test_a_line_that_is_dropped_is_told_when_going_on(path):
    with begin(path) as file:
        file.append(GREENS)
    path.write_bytes(path.read_bytes() + b'{"seat": 0, "mo')
    session = Session.resume(path)
    session.close()
    assert any("cut off" in line and '{"seat": 0, "mo' in line for line in session.story)


def test_two_programs_cannot_go_on_with_one_file_at_a_time(path):
    with begin(path) as file:
        file.append(GREENS)
    before = path.read_bytes()
    with RecordFile.resume(path), pytest.raises(DicecupError, match="plays this game already"):
        RecordFile.resume(path)
    assert path.read_bytes() == before
    RecordFile.resume(path).close()


def test_a_folder_or_a_missing_file_cannot_be_gone_on_with(tmp_path):
    with pytest.raises(OSError):  # noqa: PT011 - any of its kinds
        RecordFile.resume(tmp_path)
    with pytest.raises(OSError, match="missing"):
        RecordFile.resume(tmp_path / "missing")
    assert not list(tmp_path.iterdir())
