"""Solved tables on disk: whole or not there, checked when they are read, and never in the way."""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import DicecupError
from dicecup.solve import tables

IDENTITY = {"game": "tossup", "version": 1, "options": {"target": 50}}
ARRAYS = {"wins": np.arange(12.0).reshape(3, 4), "cut": np.array([7], dtype=np.int64), "none": np.zeros((0, 3))}


class Builder:
    """Builds the arrays, and counts how often it had to."""

    def __init__(self):
        self.times = 0

    def __call__(self, progress):
        self.times += 1
        return ARRAYS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "tables"))
    forget(monkeypatch)
    return tmp_path / "tables"


def forget(monkeypatch):
    """As a new process begins."""
    monkeypatch.setattr(tables, "_memory", {})
    monkeypatch.setattr(tables, "_warned", False)


def kept(folder):
    (path,) = folder.iterdir()
    return path


def same(found):
    return found.keys() == ARRAYS.keys() and all(
        np.array_equal(found[key], ARRAYS[key]) and found[key].dtype == ARRAYS[key].dtype for key in ARRAYS
    )


def test_a_table_is_built_once_and_then_read_as_it_was(folder, monkeypatch):
    build = Builder()
    assert same(tables.stored(IDENTITY, build))
    assert same(tables.stored(IDENTITY, build))
    forget(monkeypatch)
    assert same(tables.stored(IDENTITY, build))
    assert build.times == 1


def test_what_is_read_is_mapped_and_cannot_be_written_to(monkeypatch):
    for _ in range(2):
        found = tables.stored(IDENTITY, Builder())
        with pytest.raises(ValueError, match="read-only"):
            found["wins"][0, 0] = 1.0
        forget(monkeypatch)
    assert not found["wins"].flags.owndata


def test_other_rules_have_a_table_of_their_own(folder):
    build = Builder()
    for change in ({"options": {"target": 60}}, {"version": 2}, {"game": "pumpkins"}, {"more": 1}):
        tables.stored({**IDENTITY, **change}, build)
    assert build.times == len(list(folder.iterdir())) == 4


def test_the_file_says_what_it_is_in_its_first_line(folder):
    tables.stored(IDENTITY, Builder())
    with kept(folder).open("rb") as file:
        head = json.loads(file.readline())
    assert head["dicecup-table"] == tables.FORMAT
    assert head["identity"] == IDENTITY


def damage(name, content):
    line, _, rest = content.partition(b"\n")
    head = json.loads(line)
    change = {
        "empty": lambda: b"",
        "cut off in the first line": lambda: content[:40],
        "cut off in the arrays": lambda: content[:-1],
        "longer": lambda: content + b"\0",
        "a bit turned": lambda: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
        "nothing but zeros": lambda: bytes(len(content)),
        "somebody else's": lambda: b"PNG" * 100,
        "another format": lambda: reheaded(head | {"dicecup-table": tables.FORMAT + 1}, rest),
        "another identity": lambda: reheaded(head | {"identity": {"game": "tossup"}}, rest),
        "arrays elsewhere": lambda: reheaded(head | {"arrays": {"wins": ["<f8", [3, 400], 0]}}, rest),
        "arrays as a list": lambda: reheaded(head | {"arrays": [1, 2]}, rest),
        "objects": lambda: reheaded(head | {"arrays": {"wins": ["|O", [1], 0]}}, rest),
        "no header but a list": lambda: reheaded([1], rest),
        "nested without end": lambda: sealed((b"[" * 6399 + b"\n") + rest),
    }
    return change[name]()


DAMAGES = [
    "empty",
    "cut off in the first line",
    "cut off in the arrays",
    "longer",
    "a bit turned",
    "nothing but zeros",
    "somebody else's",
    "another format",
    "another identity",
    "arrays elsewhere",
    "arrays as a list",
    "objects",
    "no header but a list",
    "nested without end",
]


def reheaded(head, rest):
    """With another first line, and the checksum that belongs to it."""
    return sealed(tables._line(json.dumps(head)) + rest)


def sealed(content):
    return content[:-64] + tables._seal(zlib.crc32(content[:-64]))


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_or_foreign_file_is_noticed_and_built_again(name, folder, monkeypatch, capsys):
    build = Builder()
    tables.stored(IDENTITY, build)
    path = kept(folder)
    sound = path.read_bytes()
    path.write_bytes(damage(name, sound))
    assert [entry.sound for entry in tables.entries()] == [False]
    forget(monkeypatch)
    assert same(tables.stored(IDENTITY, build))
    assert build.times == 2
    assert path.read_bytes() == sound
    assert capsys.readouterr() == ("", "")


def test_no_bit_of_a_file_can_turn_without_the_table_being_built_again(folder, monkeypatch):
    """Of the first line and the last: what lies between is numbers, of which the last test turns one."""
    build = Builder()
    tables.stored(IDENTITY, build)
    path = kept(folder)
    sound = path.read_bytes()
    for place in (*range(sound.index(b"\n") + 1), *range(len(sound) - 64, len(sound))):
        for bit in range(8):
            path.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << bit]) + sound[place + 1 :])
            assert tables._read(path, IDENTITY) is None
            assert [entry.sound for entry in tables.entries()] == [False]


@given(st.data())
def test_bytes_that_change_together_are_noticed_too(data):
    path = tables.folder() / tables._name(IDENTITY)
    tables._write(path, IDENTITY, {"x": np.arange(16.0)})
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:place] + data.draw(st.binary(max_size=4)) + whole[place + data.draw(st.integers(0, 4)) :]
    path.write_bytes(changed)
    assert (tables._read(path, IDENTITY) is None) == (changed != whole)


def test_a_table_with_other_arrays_than_its_reader_expects_is_built_again(folder, monkeypatch):
    path = folder / tables._name(IDENTITY)
    others: list[Any] = [
        {},
        {"wins": ARRAYS["wins"]},
        {**ARRAYS, "more": np.zeros(1)},
        {**ARRAYS, "wins": np.zeros((4, 3))},
    ]
    for arrays in others:
        tables._write(path, IDENTITY, arrays)
        forget(monkeypatch)
        build = Builder()
        found = tables.stored(
            IDENTITY,
            build,
            fits=lambda arrays: tables.shaped(arrays, {"wins": (3, 4), "cut": arrays["cut"].shape, "none": (0, 3)}),
        )
        assert same(found)
        assert build.times == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_a_tables_place_is_neither_waited_for_nor_left_there(folder):
    tables.stored(IDENTITY, Builder())
    path = kept(folder)
    path.unlink()
    os.mkfifo(path)
    assert [entry.sound for entry in tables.entries()] == [False]
    assert same(solved_anew())
    assert path.is_file()


def test_a_link_to_a_device_in_a_tables_place_is_not_read(folder):
    folder.mkdir(parents=True)
    (folder / tables._name(IDENTITY)).symlink_to("/dev/zero")
    assert [entry.sound for entry in tables.entries()] == [False]
    assert same(solved_anew())


def test_a_folder_in_a_tables_place_costs_one_message_and_no_answer(folder, capsys):
    (folder / tables._name(IDENTITY)).mkdir(parents=True)
    assert tables.entries() == tables.clear() == []
    assert same(solved_anew())
    assert "cannot be kept" in capsys.readouterr().err


def solved_anew():
    tables._memory.clear()
    return tables.stored(IDENTITY, Builder())


def test_a_folder_that_cannot_be_written_to_costs_one_message_and_no_answer(folder, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "file"))
    assert same(tables.stored(IDENTITY, Builder()))
    assert same(tables.stored({**IDENTITY, "version": 2}, Builder()))
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "cannot be kept" in err
    assert (tmp_path / "file").read_text() == "no folder"
    assert tables.entries() == []


def test_a_full_disk_costs_one_message_and_leaves_nothing_behind(folder, monkeypatch, capsys):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert same(tables.stored(IDENTITY, Builder()))
    assert "No space left" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_build_that_fails_or_is_broken_off_leaves_nothing_behind(folder, monkeypatch):
    def broken(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.stored(IDENTITY, broken)
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(KeyboardInterrupt):
        tables.stored(IDENTITY, Builder())
    assert list(folder.iterdir()) == []


def test_tables_that_cannot_be_removed_are_named(folder, monkeypatch):
    tables.stored(IDENTITY, Builder())

    def refuse(self, missing_ok=False):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(DicecupError, match="Permission denied"):
        tables.clear()


def test_several_processes_may_build_at_once_and_all_have_the_answer(folder):
    words = [sys.executable, "-m", "dicecup", "solve", "tossup", "--option", "target=40", "--json"]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    ended = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert {err for _, err in ended} == {b""}
    assert len({out for out, _ in ended}) == 1
    assert [entry.sound for entry in tables.entries()] == [True]
    assert len(list(folder.iterdir())) == 1


def test_a_reader_never_sees_half_a_table_while_others_write_it(folder, monkeypatch):
    code = f"""
import numpy as np
from dicecup.solve import tables
identity = {IDENTITY!r}
for _ in range(60):
    tables._write(tables.folder() / tables._name(identity), identity, {{"x": np.arange(50_000.0)}})
"""
    writers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    path = folder / tables._name(IDENTITY)
    seen = 0
    while any(writer.poll() is None for writer in writers) or not seen:
        if path.exists():
            found = tables._read(path, IDENTITY)
            assert found is not None
            assert found["x"][-1] == 49_999.0
            seen += 1
    assert [writer.wait() for writer in writers] == [0, 0]
