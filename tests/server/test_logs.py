"""Logs: a JSON object a line, also of what others say, and nobody floods them."""

import json
import logging

from dicecup.server.limits import Limits
from dicecup.server.logs import SELDOM, _Lines, _Seldom
from tests.server.edges import Clock


def said(text: str) -> logging.LogRecord:
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)


def test_what_is_said_again_and_again_is_written_now_and_then_with_how_often():
    clock = Clock()
    seldom = _Seldom(clock)
    assert [seldom.filter(said(f"no more sockets\nsocket {n}")) for n in range(100)] == [True] + 99 * [False]
    assert seldom.filter(said("something else"))
    clock.now += SELDOM
    again = said("no more sockets")
    assert seldom.filter(again)
    line = json.loads(_Lines().format(again))
    assert (line["event"], line["kept_back"]) == ("no more sockets", 99)


def test_there_are_fewer_connections_than_files_may_be_open():
    assert Limits().within(None) == Limits()
    assert [Limits().within(files).connections for files in (120, 1024, 65_536)] == [56, 896, 5000]
