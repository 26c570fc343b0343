# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sheets with many open boxes as two bell curves; the same as `bells.py`, compiled."""

from libc.math cimport erf, sqrt

import numpy as np

cdef enum:
    NODES = 12


cdef class Bells:
    """The compiled curves of all sheets of a rule set."""

    cdef const float[:, ::1] curves
    cdef const int[::1] worth
    cdef double[NODES] nodes, weights

    def __init__(self, sheets, curves):
        self.curves, self.worth = curves, sheets.worth
        nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
        for i in range(NODES):
            self.nodes[i], self.weights[i] = nodes[i], weights[i] / weights.sum()

    def finals(self, long long place, int points, int most):
        """How likely each final total of a sheet is: see `bells.Plain.finals`."""
        cdef double chance = self.curves[place, 0], below, last = 0.0
        cdef double with_it = points + <double> self.curves[place, 1], without = points + <double> self.curves[place, 3]
        cdef double scale = sqrt(0.5) / <double> self.curves[place, 2]
        cdef double scale_without = sqrt(0.5) / <double> self.curves[place, 4]
        cdef int total
        found = np.empty(most + 1)
        cdef double[::1] out = found
        with nogil:
            for total in range(most):
                below = 0.0
                if chance < 1.0:
                    below = (1.0 - chance) * 0.5 * (1.0 + erf((total + 0.5 - without) * scale_without))
                if chance > 0.0:
                    below += chance * 0.5 * (1.0 + erf((total + 0.5 - with_it) * scale))
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

    def worths(self, const long long[::1] places, int points, const double[::1] utility):
        """What a utility is on average after a turn, by the code it ends with: see `bells.Plain.worths`."""
        cdef double begun, chance
        cdef Py_ssize_t code
        cdef const float *curve
        found = np.zeros(places.shape[0])
        cdef double[::1] out = found
        with nogil:
            for code in range(places.shape[0]):
                if places[code] < 0:
                    continue
                curve = &self.curves[places[code], 0]
                begun, chance = points + self.worth[code], curve[0]
                if chance < 1.0:
                    out[code] = (1.0 - chance) * self.mean(utility, begun + curve[3], curve[4])
                if chance > 0.0:
                    out[code] += chance * self.mean(utility, begun + curve[1], curve[2])
        return found
