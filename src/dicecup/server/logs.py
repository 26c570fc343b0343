"""Structured logs: a JSON object a line on standard error. A table is named by the beginning of its code only, since
the whole code is what lets people in.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

__all__ = ["note", "set_up", "short"]

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


def set_up(level: str) -> None:
    """Send what this server and uvicorn say to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("dicecup.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper() if name == "dicecup.server" else logging.WARNING)


def note(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **fields: Any) -> None:
    """A line about something that happened."""
    _LOGGER.log(level, event, extra={"fields": fields}, exc_info=error)


def short(code: str) -> str:
    return f"{code[:4]}…"
