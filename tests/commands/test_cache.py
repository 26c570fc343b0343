"""`dicecup cache`: the solved tables that are kept, shown and removed."""

import json

import numpy as np
import pytest

from dicecup.cli import main
from dicecup.solve import tables


@pytest.fixture(autouse=True)
def empty(tmp_path, monkeypatch):
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "tables"))
    monkeypatch.setattr(tables, "_memory", {})


def keep(game, **more):
    tables.stored({"game": game, "version": 1, **more}, lambda progress: {"x": np.arange(50.0)})


def shown(capsys, *words):
    assert main(["cache", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_no_tables_are_no_error(capsys, tmp_path):
    assert shown(capsys)["tables"] == []
    assert main(["cache"]) == 0
    assert "0 solved tables" in capsys.readouterr().out
    assert main(["cache", "--clear"]) == 0


def test_tables_are_shown_with_size_and_what_they_solve(capsys):
    keep("tossup", options={"target": 50})
    keep("pumpkins")
    found = shown(capsys)
    assert [each["identity"]["game"] for each in found["tables"]] == ["pumpkins", "tossup"]
    assert found["bytes"] == sum(each["bytes"] for each in found["tables"]) > 800
    main(["cache"])
    out = capsys.readouterr().out
    assert "target 50" in out
    assert "2 solved tables" in out


def test_a_damaged_table_is_shown_as_such(capsys):
    keep("tossup")
    (path,) = tables.folder().iterdir()
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert [each["sound"] for each in shown(capsys)["tables"]] == [False]
    main(["cache"])
    assert "damaged" in capsys.readouterr().out


def test_clear_removes_tables_and_what_was_left_of_a_build_and_nothing_else(capsys):
    keep("tossup")
    (tables.folder() / "bratzy-1.table.part").write_bytes(b"half")
    (tables.folder() / "diary.txt").write_text("mine")
    assert len(shown(capsys, "--clear")["tables"]) == 1
    assert [path.name for path in tables.folder().iterdir()] == ["diary.txt"]
    assert shown(capsys)["tables"] == []
