"""Structured logs: a JSON object a line on standard error. A table is named by the beginning of its code only, since
the whole code is what lets people in.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

__all__ = ["note", "set_up", "short"]

SELDOM = 10.0
"""Seconds after which what others say is written again."""

_LOGGER = logging.getLogger("dicecup.server")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Seldom(logging.Filter):
    """Lets what others say again and again through now and then, with how often it was said meanwhile."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, what = self._clock(), str(record.msg).partition("\n")[0]
        then, kept_back = self._said.get(what, (-SELDOM, 0))
        if now - then < SELDOM:
            self._said[what] = then, kept_back + 1
            return False
        if len(self._said) > 100:
            self._said.clear()
        self._said[what] = now, 0
        if kept_back:
            record.fields = {"kept_back": kept_back}
        return True


def set_up(level: str) -> None:
    """Send what this server, uvicorn and asyncio say to standard error."""
    handler, seldom = logging.StreamHandler(sys.stderr), _Seldom()
    handler.setFormatter(_Lines())
    for name in ("dicecup.server", "uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper() if name == "dicecup.server" else logging.WARNING)
        if name != "dicecup.server":
            logger.filters = [seldom]


def note(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **fields: Any) -> None:
    """A line about something that happened."""
    _LOGGER.log(level, event, extra={"fields": fields}, exc_info=error)


def short(code: str) -> str:
    return f"{code[:4]}…"
