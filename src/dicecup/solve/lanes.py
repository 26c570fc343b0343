"""The innermost loops of the turn solver, for many lanes at once.

`best_plain` and `worths_plain` are the reference; where their compiled twins were built, `best` and `worths` are those.
They fill the arrays they are given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecup.kernels import plain

__all__ = ["COMPILED", "Floats", "Ints", "best", "best_plain", "worths", "worths_plain"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


def best_plain(
    values: Floats,
    node_first: Ints,
    option_first: Ints,
    targets: Ints,
    chances: Floats,
    active: Ints,
    margin: float,
) -> None:
    """Fill in the values of the nodes, given those of the leaves.

    `values` is channels × (leaves, then nodes) × lanes. The first channel is maximised, the others are carried
    along with the option it takes. With a margin, options whose first channel is level within it are decided by
    the second channel; else, and where that is level too, the earlier option is taken. In the lanes from
    `active[node]` on, the node is worth what its last option leads to.
    """
    nodes = len(node_first) - 1
    leaves = values.shape[1] - nodes
    for node in range(nodes):
        width = active[node]
        into = values[:, leaves + node]
        for option in range(node_first[node], node_first[node + 1]):
            edges = slice(option_first[option], option_first[option + 1])
            sums = np.einsum("e,cel->cl", chances[edges], values[:, targets[edges], :width])
            if option == node_first[node]:
                into[:, :width] = sums
                continue
            better = sums[0] > into[0, :width] + margin
            if margin:
                better |= (sums[0] >= into[0, :width] - margin) & (sums[1] > into[1, :width] + margin)
            np.copyto(into[:, :width], sums, where=better)
        if width < values.shape[2]:
            into[:, width:] = values[:, targets[option_first[node_first[node + 1] - 1]], width:]


def worths_plain(values: Floats, first: Ints, targets: Ints, chances: Floats, into: Floats) -> None:
    """The mean of `values` (items × lanes) over each row of chances: `first[row]` to `first[row + 1]`."""
    for row in range(len(first) - 1):
        edges = slice(first[row], first[row + 1])
        into[row] = chances[edges] @ values[targets[edges]]


best: Callable[..., Any]
worths: Callable[..., Any]
try:
    from dicecup.solve._lanes import best_compiled as best  # type: ignore[no-redef]
    from dicecup.solve._lanes import worths_compiled as worths  # type: ignore[no-redef]

    COMPILED = True
except ImportError:
    best, worths, COMPILED = best_plain, worths_plain, False
    plain("the turn solver")
