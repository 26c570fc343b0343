"""The store: durable, in order, all or nothing; and clear words where a disk is full, locked, damaged or not ours."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecup.store import Fence, StoreError, default_address, open_store
from dicecup.store.sqlite import VERSION, SqliteStore


class Waiting:
    """Appends to a store and waits for each."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.fences: dict[str, Fence] = {}

    def append(self, *entries: tuple[str, int, bytes]) -> StoreError | None:
        told: Future[StoreError | None] = Future()
        fence = self.fences.setdefault(entries[0][0] if entries else "", Fence())
        self.store.append([(entries, fence, told.set_result)])
        return told.result(10)


def test_what_was_appended_is_read_back_after_reopening(tmp_path):
    store = SqliteStore(tmp_path / "a" / "tables.db")
    ann = Waiting(store)
    assert ann.append(("x", 1, b"one"), ("x", 2, b"two")) is None
    assert ann.append(("y", 1, b"\xffyes")) is None
    assert ann.append() is None, "nothing is stored at once"
    store.close()
    store = SqliteStore(tmp_path / "a" / "tables.db")
    assert store.read("x") == [b"one", b"two"]
    assert (store.read("y"), store.read("z"), store.count()) == ([b"\xffyes"], [], 2)
    store.close()


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=20)), min_size=1, max_size=4), max_size=30)
)
def test_many_appends_at_once_are_stored_in_order_and_each_is_told(tmp_path_factory, batches):
    store = SqliteStore(tmp_path_factory.mktemp("store") / "tables.db")
    expected: dict[str, list[bytes]] = {"a": [], "b": [], "c": []}
    told: list[StoreError | None] = []
    for batch in batches:
        entries = []
        for code, line in batch:
            expected[code].append(line)
            entries.append((code, len(expected[code]), line))
        store.append([(entries, Fence(), told.append)])
    assert {code: store.read(code) for code in expected} == expected
    assert told == [None] * len(batches)
    store.close()


def test_an_entry_whose_number_is_taken_is_refused_and_harms_no_other_table(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    ann = Waiting(store)
    assert ann.append(("x", 1, b"one")) is None
    gate = threading.Event()

    def hold(_: StoreError | None) -> None:
        gate.wait(10)

    store.append([([], Fence(), hold)])  # so that the next are stored together
    told: dict[str, StoreError | None] = {}
    broken = Fence()
    store.append([([("x", 1, b"other")], broken, lambda failed: told.update(wrong=failed))])
    store.append([([("x", 2, b"behind it")], broken, lambda failed: told.update(behind=failed))])
    store.append([([("y", 1, b"good"), ("z", 1, b"too")], Fence(), lambda failed: told.update(right=failed))])
    gate.set()
    assert (store.read("x"), store.read("y"), store.read("z")) == ([b"one"], [b"good"], [b"too"])
    assert (told["right"], type(told["wrong"]), type(told["behind"])) == (None, StoreError, StoreError)
    store.close()


def pragma(store: SqliteStore, text: str) -> None:
    store._ask(lambda: store._db.execute(f"PRAGMA {text}").fetchall())


def test_a_full_disk_is_named_and_nothing_of_the_append_is_stored(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    ann = Waiting(store)
    assert ann.append(("x", 1, b"one")) is None
    pragma(store, "max_page_count = 8")
    failed = ann.append(("x", 2, b"small"), ("x", 3, b"\0" * 100_000))
    assert failed is not None
    assert "full" in str(failed)
    assert store.read("x") == [b"one"]
    assert ann.append(("x", 4, b"behind")) is not None, "nothing is stored behind what was lost"
    pragma(store, "max_page_count = 100000")
    ann.fences.clear()
    assert ann.append(("x", 2, b"again")) is None
    assert store.read("x") == [b"one", b"again"]
    store.close()


def test_a_store_that_may_not_be_written_is_named(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    pragma(store, "query_only = ON")
    failed = Waiting(store).append(("x", 1, b"one"))
    assert failed is not None
    assert "cannot be written" in str(failed)
    with pytest.raises(StoreError, match="cannot be written"):
        store.check()
    pragma(store, "query_only = OFF")
    store.check()
    store.close()
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="file"):
        SqliteStore(tmp_path / "file" / "tables.db")
    with pytest.raises(StoreError, match="is a folder"):
        SqliteStore(tmp_path)


def test_a_second_server_on_the_same_file_is_refused_and_the_first_goes_on(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    with pytest.raises(StoreError, match="another dicecup server"):
        SqliteStore(tmp_path / "tables.db")
    assert Waiting(store).append(("x", 1, b"one")) is None
    store.close()
    SqliteStore(tmp_path / "tables.db").close()


def test_a_store_whose_owner_was_killed_can_be_opened_and_has_all_that_was_acknowledged(tmp_path):
    script = f"""
import os, signal, threading
from pathlib import Path
from dicecup.store import Fence
from dicecup.store.sqlite import SqliteStore
store, fence = SqliteStore(Path({str(tmp_path / "tables.db")!r})), Fence()
for n in range(1, 51):
    done = threading.Event()
    store.append([([("x", n, b"%d" % n)], fence, lambda failed: done.set())])
    done.wait()
store.append([([("x", 51, b"under way")], fence, lambda failed: None)])
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    store = SqliteStore(tmp_path / "tables.db")
    assert store.read("x")[:50] == [b"%d" % n for n in range(1, 51)]
    store.close()


def test_another_programs_database_is_left_alone(tmp_path):
    other = sqlite3.connect(tmp_path / "diary.db")
    other.execute("CREATE TABLE diary (day TEXT)")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(tmp_path / "diary.db")
    tables = sqlite3.connect(tmp_path / "diary.db").execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("diary",)]


def test_a_store_of_a_later_version_is_left_alone(tmp_path):
    SqliteStore(tmp_path / "tables.db").close()
    later = sqlite3.connect(tmp_path / "tables.db")
    later.execute(f"PRAGMA user_version = {VERSION + 1}")
    later.close()
    with pytest.raises(StoreError, match="later dicecup"):
        SqliteStore(tmp_path / "tables.db")


def test_a_damaged_file_is_named_when_it_is_opened_or_read(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    ann = Waiting(store)
    for n in range(1, 200):
        ann.append(("x", n, b"a line that fills pages" * 10))
    store.close()
    raw = bytearray((tmp_path / "tables.db").read_bytes())
    raw[4096:] = b"\x55" * (len(raw) - 4096)
    (tmp_path / "tables.db").write_bytes(raw)
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(tmp_path / "tables.db").read("x")


def test_a_closed_store_says_so(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.read("x")
    assert Waiting(store).append(("x", 1, b"one")) is not None


class Breaking:
    """A connection on which everything fails, also taking back."""

    in_transaction = True

    def execute(self, *_: object) -> None:
        raise sqlite3.OperationalError("the disk is gone")

    def close(self) -> None:
        pass


def test_a_store_goes_on_answering_whatever_fails(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    sound, store._db = store._db, Breaking()  # type: ignore[assignment]
    assert "gone" in str(Waiting(store).append(("x", 1, b"one")))
    with pytest.raises(StoreError, match="gone"):
        store.read("x")
    store._db = sound

    def nobody_there(_: StoreError | None) -> None:
        raise RuntimeError("the loop is closed")

    store.append([([("x", 1, b"one")], Fence(), nobody_there)])
    assert store.read("x") == [b"one"]
    store.close()


def test_whatever_is_asked_while_a_store_is_closed_is_answered(tmp_path):
    store = SqliteStore(tmp_path / "tables.db")
    told: list[StoreError | None] = []
    asked = 0

    def ask() -> None:
        nonlocal asked
        for n in range(2000):
            store.append([([("x", n, b"")], Fence(), told.append)])
            asked += 1

    asking = threading.Thread(target=ask)
    asking.start()
    while not told:
        pass
    store.close()
    asking.join(10)
    assert len(told) == asked == 2000


def test_addresses_are_paths_or_urls(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for address in ("one.db", "sqlite:///two.db", f"sqlite:///{tmp_path}/three.db"):
        open_store(address).close()
    assert {path.name for path in tmp_path.glob("*.db")} == {"one.db", "two.db", "three.db"}
    for wrong in ("postgresql://db/x", "sqlite://", "sqlite://host/x.db", "http://x"):
        with pytest.raises(StoreError, match="expected a path"):
            open_store(wrong)


def test_tables_are_kept_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_address() == str(tmp_path / "dicecup" / "tables.db")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert default_address() == str(Path.home() / ".local" / "share" / "dicecup" / "tables.db")
