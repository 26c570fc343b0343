"""A game over a pipe: what is typed goes in, what was printed comes out."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TextIO, cast

from dicecup.game import Game
from dicecup.terminal import plain
from dicecup.terminal.session import Session
from dicecup.terminal.setup import read_seats

Answers = Callable[[str], str]
"""What somebody types when asked that."""


class Typist:
    """Somebody at the other end of the pipe, who reads the last line before answering."""

    def __init__(self, written: io.StringIO, answers: Answers) -> None:
        self.written, self.answers = written, answers

    def readline(self) -> str:
        return self.answers(self.written.getvalue().rstrip("\n").rpartition("\n")[2]) + "\n"


def typing(*words: str, then: Answers) -> Answers:
    """First these words, then what `then` says."""
    left = iter(words)
    return lambda asked: next(left, None) or then(asked)


def play(session: Session, answers: Answers) -> tuple[int, str]:
    """Play by these answers; the exit status and all that was printed."""
    written = io.StringIO()
    status = plain.play(session, plain.Lines(cast("TextIO", Typist(written, answers)), written))
    return status, written.getvalue()


def begin(game: type[Game[Any, Any]], seats: str, options: dict[str, Any] | None = None, **more: Any) -> Session:
    """A game with these options, played by those whose names stand in a line."""
    return Session.begin(game.with_options(options or {}), read_seats(game.name, seats.split()), **more)
