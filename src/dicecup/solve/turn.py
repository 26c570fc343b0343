"""A turn as a small decision problem, solved for a utility of its leaves.

A turn consists of nodes, where the player chooses among options, and leaves: "the turn ended so". An option leads
to nodes and leaves by chance; one that leads to a leaf for certain is a way to stop. What a leaf is worth is handed
in, as one number for each *lane*: a lane is one utility (one position of the match, one target to beat), and all
lanes are solved at once. Averages, chances to win and chances to beat a target differ in nothing but utilities.

A *channel* is a quantity that is carried along: the first one is what the player maximises, the others are what comes
of it (the chances of a third player; by how much the value rises with the utility of some leaves).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from dicecup.solve import lanes
from dicecup.solve.lanes import Floats, Ints

__all__ = ["Leaf", "Option", "Turn", "sure"]

K = TypeVar("K", bound=Hashable)


class Leaf(NamedTuple):
    """How a turn ended."""

    how: Hashable


Option = Sequence[tuple[int, Hashable]]
"""Where a choice leads: nodes and leaves, each with a whole-number weight."""


def sure(end: Leaf) -> Option:
    """The option that leads there for certain."""
    return ((1, end),)


class Turn(Generic[K]):
    """The nodes that can be reached from the starts, in an order in which each comes after those it leads to.

    An option may lead back to its own node (dice that change nothing), and to no other node that leads back. `size`
    says how large a node is; see `solve`.
    """

    def __init__(
        self,
        starts: Iterable[K],
        options: Callable[[K], Sequence[Option]],
        size: Callable[[K], int] = lambda node: 0,
    ) -> None:
        self.nodes: dict[K, int] = {}
        self.leaves: dict[Hashable, int] = {}
        self.options: list[tuple[Option, ...]] = []
        """For each node."""
        for start in starts:
            self._visit(start, options)
        self.sizes = np.array([size(node) for node in self.nodes], dtype=np.int32)
        self._lay_out()

    def _visit(self, start: K, options: Callable[[K], Sequence[Option]]) -> None:
        waiting: list[tuple[K, tuple[Option, ...]]] = [(start, tuple(options(start)))]
        while waiting:
            node, choices = waiting[-1]
            ahead: list[K] = []
            for choice in choices:
                for _, target in choice:
                    if isinstance(target, Leaf):
                        self.leaves.setdefault(target.how, len(self.leaves))
                    elif target != node and target not in self.nodes:
                        ahead.append(target)  # type: ignore[arg-type]
            if ahead:
                waiting.append((ahead[0], tuple(options(ahead[0]))))
                continue
            waiting.pop()
            if node not in self.nodes:
                self.nodes[node] = len(self.nodes)
                self.options.append(choices)

    def _lay_out(self) -> None:
        """Write the options as flat arrays; dice that change nothing are rolled until they change something."""
        node_first, option_first, targets, chances = [0], [0], [], []
        rows: list[tuple[list[int], list[float]]] = []
        for number, (node, choices) in enumerate(zip(self.nodes, self.options, strict=True)):
            for choice in choices:
                every = sum(weight for weight, _ in choice)
                again = sum(weight for weight, target in choice if target == node)
                for weight, target in choice:
                    if target != node:
                        targets.append(self.place(target))
                        chances.append(weight / (every - again))
                option_first.append(len(targets))
                rows.append(
                    (
                        [len(self.leaves) + number if target == node else self.place(target) for _, target in choice],
                        [weight / every for weight, _ in choice],
                    )
                )
            node_first.append(len(rows))
        self._node_first: Ints = np.array(node_first, dtype=np.int32)
        self._option_first: Ints = np.array(option_first, dtype=np.int32)
        self._targets: Ints = np.array(targets, dtype=np.int32)
        self._chances: Floats = np.array(chances)
        self._rows = rows
        self._picked: dict[int, tuple[Ints, Ints, Floats]] = {}

    def place(self, target: Hashable) -> int:
        """Where a node or leaf stands in the values: leaves first."""
        if isinstance(target, Leaf):
            return self.leaves[target.how]
        return len(self.leaves) + self.nodes[target]  # type: ignore[index]

    def solve(self, leaves: Floats, *, room: Ints | None = None, margin: float = 0.0) -> Floats:
        """The values of leaves and nodes: channels × (leaves, then nodes) × lanes.

        `leaves` is channels × leaves × lanes. `room`, falling from lane to lane, says how large a node may be there:
        at a larger one the turn ends with its last option. With a margin, what is level within it in the first
        channel is decided by the second.
        """
        channels, count, width = leaves.shape
        values = np.empty((channels, count + len(self.nodes), width))
        values[:, :count] = leaves
        if room is None:
            active = np.full(len(self.nodes), width, dtype=np.int32)
        else:
            active = np.searchsorted(-room, -self.sizes, side="right").astype(np.int32)
        lanes.best(values, self._node_first, self._option_first, self._targets, self._chances, active, margin)
        return values

    def worths(self, values: Floats, option: int) -> Floats:
        """What an option, by its number, is worth at each node and in each lane, given values of one channel.

        Where a node has no such option, what its last one is worth.
        """
        if option not in self._picked:
            self._picked[option] = self._pick(
                min(first + option, after - 1) for first, after in pairwise(self._node_first.tolist())
            )
        into = np.empty((len(self.nodes), values.shape[1]))
        lanes.worths(values, *self._picked[option], into)
        return into

    def all_worths(self, values: Floats, options: int) -> Floats:
        """What the first so many options are worth: nodes × options × lanes; see `worths`."""
        into = np.empty((len(self.nodes), options, values.shape[1]))
        lanes.worths(values, *self._rows_of(options), into.reshape(-1, values.shape[1]))
        return into

    def worths_at(self, values: Floats, node: int, options: int) -> Floats:
        """The same at one node, by its number: options × lanes."""
        first, targets, chances = self._rows_of(options)
        into = np.empty((options, values.shape[1]))
        lanes.worths(values, first[node * options : (node + 1) * options + 1], targets, chances, into)
        return into

    def _rows_of(self, options: int) -> tuple[Ints, Ints, Floats]:
        if -options not in self._picked:
            self._picked[-options] = self._pick(
                min(first + option, after - 1)
                for first, after in pairwise(self._node_first.tolist())
                for option in range(options)
            )
        return self._picked[-options]

    def _pick(self, options: Iterable[int]) -> tuple[Ints, Ints, Floats]:
        """The rows of these options, of those of all nodes, as flat arrays."""
        rows = [self._rows[option] for option in options]
        return (
            np.cumsum([0, *(len(targets) for targets, _ in rows)], dtype=np.int32),
            np.array([target for row, _ in rows for target in row], dtype=np.int32),
            np.array([chance for _, row in rows for chance in row]),
        )

    def chosen(self, values: Floats, lane: int = 0) -> list[int]:
        """The best option at each node, by its number, in one lane of values of one channel."""
        column = values[:, lane]
        best = []
        for node in range(len(self.nodes)):
            rows = self._rows[self._node_first[node] : self._node_first[node + 1]]
            worths = [sum(p * column[t] for t, p in zip(*row, strict=True)) for row in rows]
            best.append(max(range(len(worths)), key=worths.__getitem__))
        return best

    def ends(self, start: K, chosen: Sequence[int]) -> dict[Hashable, float]:
        """How likely the turn ends in each leaf when those options are taken."""
        reached = np.zeros(len(self.nodes))
        ended = np.zeros(len(self.leaves))
        reached[self.nodes[start]] = 1.0
        for node in reversed(range(len(self.nodes))):
            if not reached[node]:
                continue
            option = self._node_first[node] + chosen[node]
            for edge in range(self._option_first[option], self._option_first[option + 1]):
                target, share = self._targets[edge], self._chances[edge] * reached[node]
                if target < len(self.leaves):
                    ended[target] += share
                else:
                    reached[target - len(self.leaves)] += share
        return {how: float(ended[place]) for how, place in self.leaves.items()}
