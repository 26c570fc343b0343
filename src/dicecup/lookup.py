"""Looking words up, in games that are played with words."""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["Checked", "Lookup"]


class Checked(NamedTuple):
    """A word as the list writes it, and whether it is in the list; a note where there is more to say."""

    word: str
    valid: bool
    note: str = ""


class Lookup(Protocol):
    """What a game's folder offers in its `lookup.py`. Names of lists that are not installed raise WordsMissing."""

    def lists(self) -> list[str]:
        """The names of the lists there are, the usual one first."""

    def check(self, name: str, word: str) -> Checked:
        """Whether a list has a word; OptionError where the text cannot be one."""

    def fitting(self, name: str, letters: str | None, pattern: str | None) -> list[str]:
        """The words that these letters make and that a pattern allows, longest first; OptionError for wrong ones."""
