# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twins of what is plain in `dicecup.solve.lanes`: the same arguments, the same results."""

from libc.stdlib cimport free, malloc


cdef void best_of_one(
    double *values,
    int leaves,
    int nodes,
    const int *node_first,
    const int *option_first,
    const int *targets,
    const double *chances,
    const int *active,
) noexcept nogil:
    """A single lane, without the loops over lanes."""
    cdef int node, option, edge
    cdef double most, mean
    for node in range(nodes):
        most = 0.0
        if active[node] == 0:
            most = values[targets[option_first[node_first[node + 1] - 1]]]
        else:
            for option in range(node_first[node], node_first[node + 1]):
                mean = 0.0
                for edge in range(option_first[option], option_first[option + 1]):
                    mean += chances[edge] * values[targets[edge]]
                if option == node_first[node] or mean > most:
                    most = mean
        values[leaves + node] = most


def best_compiled(
    double[:, :, ::1] values,
    const int[::1] node_first,
    const int[::1] option_first,
    const int[::1] targets,
    const double[::1] chances,
    const int[::1] active,
    double margin,
):
    cdef int channels = values.shape[0], items = values.shape[1], lanes = values.shape[2]
    cdef int nodes = node_first.shape[0] - 1
    cdef int leaves = items - nodes
    cdef int node, option, edge, channel, lane, width
    cdef double chance
    cdef double *best
    cdef double *source
    cdef double *sums
    if lanes == 0:
        return
    if lanes == 1 and channels == 1 and margin == 0.0:
        best_of_one(&values[0, 0, 0], leaves, nodes, &node_first[0], &option_first[0], &targets[0], &chances[0], &active[0])
        return
    sums = <double *> malloc(channels * lanes * sizeof(double))
    if sums == NULL:
        raise MemoryError
    with nogil:
        for node in range(nodes):
            width = active[node]
            for option in range(node_first[node], node_first[node + 1]):
                for channel in range(channels):
                    best = sums + channel * lanes
                    for lane in range(width):
                        best[lane] = 0.0
                    for edge in range(option_first[option], option_first[option + 1]):
                        chance = chances[edge]
                        source = &values[channel, targets[edge], 0]
                        for lane in range(width):
                            best[lane] += chance * source[lane]
                if option == node_first[node]:
                    for channel in range(channels):
                        best = &values[channel, leaves + node, 0]
                        source = sums + channel * lanes
                        for lane in range(width):
                            best[lane] = source[lane]
                elif channels == 1:
                    best = &values[0, leaves + node, 0]
                    for lane in range(width):
                        best[lane] = sums[lane] if sums[lane] > best[lane] else best[lane]
                else:
                    best = &values[0, leaves + node, 0]
                    source = &values[1, leaves + node, 0]
                    for lane in range(width):
                        if sums[lane] > best[lane] + margin or (
                            margin > 0.0
                            and sums[lane] >= best[lane] - margin
                            and sums[lanes + lane] > source[lane] + margin
                        ):
                            for channel in range(channels):
                                values[channel, leaves + node, lane] = sums[channel * lanes + lane]
            if width < lanes:
                edge = targets[option_first[node_first[node + 1] - 1]]
                for channel in range(channels):
                    best = &values[channel, leaves + node, 0]
                    source = &values[channel, edge, 0]
                    for lane in range(width, lanes):
                        best[lane] = source[lane]
    free(sums)


def worths_compiled(
    const double[:, ::1] values,
    const int[::1] first,
    const int[::1] targets,
    const double[::1] chances,
    double[:, ::1] into,
):
    cdef int lanes = values.shape[1], row, edge, lane
    cdef double chance
    cdef const double *source
    cdef double *sums
    if lanes == 0:
        return
    with nogil:
        for row in range(first.shape[0] - 1):
            sums = &into[row, 0]
            for lane in range(lanes):
                sums[lane] = 0.0
            for edge in range(first[row], first[row + 1]):
                chance = chances[edge]
                source = &values[targets[edge], 0]
                for lane in range(lanes):
                    sums[lane] += chance * source[lane]
