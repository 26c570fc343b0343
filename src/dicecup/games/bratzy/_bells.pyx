# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sheets with many open boxes as two bell curves; the same as `bells.py`, compiled."""

from libc.math cimport erf, sqrt

import numpy as np

cdef enum:
    NODES = 12


cdef struct Curve:
    double chance, without, deviation


cdef class Curves:
    """The compiled curves of all sheets of a rule set."""

    cdef const double[::1] values, deviations
    cdef const long long[:, ::1] settled
    cdef const int[::1] start, width, box, worth
    cdef int high
    cdef double bonus
    cdef double[NODES] nodes, weights

    def __init__(self, sheets, values, settled, deviations):
        self.values, self.deviations, self.settled = values, deviations, settled
        self.start, self.width, self.box, self.worth = sheets.start, sheets.width, sheets.box, sheets.worth
        self.high, self.bonus = sheets.high, sheets.game.bonus
        nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
        for i in range(NODES):
            self.nodes[i], self.weights[i] = nodes[i], weights[i] / weights.sum()

    cdef Curve curve(self, long filled, long long place) noexcept nogil:
        cdef long upper = filled & ((1 << self.high) - 1)
        cdef long long lane = self.settled[upper, 0]
        cdef Curve found
        found.deviation = self.deviations[filled]
        found.chance = 0.0
        found.without = self.values[place]
        if lane >= 0:
            found.without = (self.values[self.start[upper] + (filled >> self.high) * self.width[upper] + lane]
                             - self.settled[upper, 1])
            found.chance = min(max((self.values[place] - found.without) / max(self.bonus, 1.0), 0.0), 1.0)
        return found

    def finals(self, long filled, long long place, int points, int most):
        """How likely each final total of a sheet is: see `bells.Plain.finals`."""
        cdef Curve own = self.curve(filled, place)
        cdef double scale = sqrt(0.5) / own.deviation, edge, below, last = 0.0
        cdef int total
        found = np.empty(most + 1)
        cdef double[::1] out = found
        with nogil:
            for total in range(most):
                edge = total + 0.5 - points - own.without
                below = (1.0 - own.chance) * 0.5 * (1.0 + erf(edge * scale))
                if own.chance > 0.0:
                    below += own.chance * 0.5 * (1.0 + erf((edge - self.bonus) * scale))
                out[total] = below - last
                last = below
            out[most] = 1.0 - last
        return found

    cdef double mean(self, const double[::1] utility, double middle, double deviation) noexcept nogil:
        """The mean of a utility over a bell curve."""
        cdef double found = 0.0, at, here
        cdef Py_ssize_t i, below, last = utility.shape[0] - 1
        for i in range(NODES):
            at = middle + deviation * self.nodes[i]
            if at <= 0.0:
                here = utility[0]
            elif at >= last:
                here = utility[last]
            else:
                below = <Py_ssize_t> at
                here = utility[below] + (at - below) * (utility[below + 1] - utility[below])
            found += self.weights[i] * here
        return found

    def worths(self, long filled, const long long[::1] places, int points, const double[::1] utility):
        """What a utility is on average after a turn, by the code it ends with: see `bells.Plain.worths`."""
        cdef Curve own
        cdef double middle
        cdef Py_ssize_t code
        found = np.zeros(places.shape[0])
        cdef double[::1] out = found
        with nogil:
            for code in range(places.shape[0]):
                if places[code] < 0:
                    continue
                own = self.curve(filled | 1 << self.box[code], places[code])
                middle = points + self.worth[code] + own.without
                out[code] = (1.0 - own.chance) * self.mean(utility, middle, own.deviation)
                if own.chance > 0.0:
                    out[code] += own.chance * self.mean(utility, middle + self.bonus, own.deviation)
        return found
