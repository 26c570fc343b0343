"""The page as it was built, from the package's folder `page/`."""

from __future__ import annotations

import mimetypes
from pathlib import Path

__all__ = ["FOLDER", "NOT_BUILT", "asset", "index"]

FOLDER = Path(__file__).parent / "page"

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>dicecup</title></head>
<body><h1>dicecup</h1>
<p>The server runs, but its page has not been built. In the folder of the source, <code>make page</code> builds it;
then load this page again. <code>dicecup play</code> plays in a terminal.</p></body></html>
"""

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


def index() -> bytes | None:
    """The page itself, None where it has not been built."""
    try:
        return (FOLDER / "index.html").read_bytes()
    except OSError:
        return None


def asset(path: str) -> tuple[bytes, str] | None:
    """A file of the page and its media type; None where there is none, or where the path leads out of the folder."""
    try:
        file = (FOLDER / path).resolve()
        if not file.is_relative_to(FOLDER.resolve()) or not file.is_file():
            return None
        content = file.read_bytes()
    except (OSError, ValueError):  # no file can have such a name
        return None
    return content, _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
