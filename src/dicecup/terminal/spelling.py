"""Signs that a stream cannot show, spelt with those it can: dice and lines stay dice and lines in plain ASCII.

The encoding of the stream decides, sign by sign; widths stay, so that columns do.
"""

from __future__ import annotations

import codecs
import io
import unicodedata
from typing import TextIO

__all__ = ["spell", "spell_out"]

SPELLED = "spelled"
"""The name of our way with signs that cannot be encoded, as `errors=` takes it."""

_SIGNS = {
    **dict.fromkeys("●○", "o"),
    **dict.fromkeys("■◼█▁▂▃▄▅▆▇", "#"),
    **dict.fromkeys("─–−", "-"),
    **dict.fromkeys("│┆", "|"),
    **dict.fromkeys("╭╮╯╰┌┐└┘", "+"),
    **dict.fromkeys("“”", '"'),
    "▲": "^",
    "◆": "%",
    "►": ">",
    "·": ".",
    "┄": ".",
    "×": "x",
    "’": "'",
    "≥": ">",
}


def spell(text: str, at: int) -> str:
    """The sign at that place of a text in ASCII, as wide as it was; ? where there is no such spelling."""
    sign = text[at]
    if sign == "…":
        # Dots behind a space say that there is more; a word that was cut to a width keeps that width.
        return "..." if text[:at].endswith(" ") else "~"
    letter = _SIGNS.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    if letter.isascii():
        return letter
    return "??" if unicodedata.east_asian_width(sign) in "WF" else "?"


def _spell_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        return "\N{REPLACEMENT CHARACTER}", getattr(error, "end", 0)
    return "".join(spell(error.object, at) for at in range(error.start, error.end)), error.end


codecs.register_error(SPELLED, _spell_error)


def spell_out(stream: TextIO | None) -> None:
    """Let a stream spell what it cannot show, or read, instead of failing at it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=SPELLED)
