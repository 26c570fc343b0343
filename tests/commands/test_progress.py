"""The bar that shows how long work goes on."""

import io
import sys

from dicecup.commands import progress
from dicecup.commands.progress import watched


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_there_is_no_bar_where_standard_error_is_no_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with watched() as told:
        assert told is None


def test_a_bar_grows_on_a_terminal_and_is_wiped_out_at_the_end(monkeypatch):
    monkeypatch.setattr(sys, "stderr", drawn := Terminal())
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "OFTEN", 0.0)
    with watched() as told:
        assert told is not None
        told(0.1, "thinking")
        told(0.9, "thinking")
    early, late, end = drawn.getvalue().split("\r")[1:]
    assert "10%" in early
    assert late.count("█") > early.count("█")
    assert "thinking" in late
    assert end == "\x1b[K"


def test_work_that_is_done_at_once_draws_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", drawn := Terminal())
    with watched() as told:
        assert told is not None
        told(0.5, "thinking")
    assert drawn.getvalue() == ""
