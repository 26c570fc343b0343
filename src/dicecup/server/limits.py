"""How much of everything one server, one table and one visitor may have."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["Bucket", "Limits"]


@dataclass(frozen=True)
class Limits:
    tables: int = 100_000
    """Tables in the store."""
    connections: int = 5_000
    at_a_table: int = 64
    """Connections to one table, players and watchers."""
    message: int = 16_384
    """Bytes of a command, or of a request's body."""
    commands: float = 30.0
    """Commands a second on one socket, and twice as many at once. Some cost more than others."""
    hello: float = 10.0
    """What a `hello` costs: its answer is the longest."""
    refusals: int = 1_000
    """Commands in a row that came too fast before a socket is closed."""
    openings: float = 0.5
    """Tables opened a second from one address, and sixty times as many at once."""
    outbox: int = 1_000
    """Frames that wait for somebody whose network is slow, before we hang up; they come back and get a snapshot."""
    outbox_bytes: int = 1 << 20
    """Bytes of those frames."""

    def within(self, files: int | None) -> Limits:
        """These, where the process may hold only so many files: some are left for requests, the store and bots."""
        if files is None:
            return self
        return replace(self, connections=min(self.connections, max(1, files - max(64, files // 8))))


class Bucket:
    """Lets so many things a second through, and a burst of more after a pause."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._then = rate, burst, burst, now

    def take(self, now: float, cost: float = 1.0) -> bool:
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < cost:
            return False
        self._left -= cost
        return True
