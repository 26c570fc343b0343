"""How much of everything one server, one table and one visitor may have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv4Address, ip_address, ip_network

__all__ = ["Bucket", "Limits", "Rates", "is_local", "visitor"]

ADDRESSES = 10_000
"""Visitors whose rate is remembered; of more, those who came first are forgotten."""


def visitor(address: str) -> str:
    """By whom an address counts. Of the long ones everybody has a great many, which are alike in their first half."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False).network_address)


def is_local(address: str) -> bool:
    """Whether this is somebody at this machine, or a proxy there that does not say for whom it asks."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Limits:
    tables: int = 100_000
    """Tables in the store."""
    connections: int = 5_000
    at_an_address: int = 1_000
    """Connections from one address: a school behind one fits, and there is room for others besides."""
    greeting: float = 10.0
    """Seconds that a socket is given to say hello."""
    at_a_table: int = 64
    """Connections to one table, players and watchers."""
    message: int = 16_384
    """Bytes of a command, or of a request's body."""
    commands: float = 30.0
    """Commands a second on one socket, and twice as many at once. Some cost more than others."""
    hello: float = 10.0
    """What a `hello` costs: its answer is the longest."""
    judge: float = 3.0
    """What a `judge` costs: it may have to look through thousands of moves."""
    refusals: int = 1_000
    """Commands in a row that came too fast before a socket is closed."""
    openings: float = 0.5
    """Tables opened a second from one address, and sixty times as many at once; of promises, twice as many."""
    looks: float = 20.0
    """Steps and records that one address may look at a second, and ten times as many at once."""
    outbox: int = 1_000
    """Frames that wait for somebody whose network is slow, before we hang up; they come back and get a snapshot."""
    outbox_bytes: int = 1 << 20
    """Bytes of those frames."""

    def within(self, files: int | None) -> Limits:
        """These, where the process may hold only so many files: some are left for requests, the store and bots."""
        if files is None:
            return self
        connections = min(self.connections, max(1, files - max(64, files // 8)))
        return replace(self, connections=connections, at_an_address=min(self.at_an_address, max(1, connections // 2)))


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


class Rates:
    """A bucket for each visitor."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        who = visitor(address)
        if who not in self._buckets:
            if len(self._buckets) >= ADDRESSES:
                del self._buckets[next(iter(self._buckets))]
            self._buckets[who] = Bucket(self._rate, self._burst, now)
        return self._buckets[who].take(now)
