# distutils: extra_compile_args = -fno-signed-zeros -ffinite-math-only -ffp-contract=off
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Turns of Bratzy, eight lanes at a time; the same as `turns.py`, compiled.

The walks are written in C, so that the compiler can make them once for every processor and once more for those with
wider registers (`target_clones`); which one runs is decided when the program starts, and both give the same bits.
"""

import numpy as np

cdef extern from *:
    """
    #include <string.h>

    #define LANES 8

    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
    #else
    #define CLONES
    #endif

    #if defined(__GNUC__)
    #define INLINE static inline __attribute__((always_inline))
    #else
    #define INLINE static inline
    #endif

    /* All lanes of an expression are worked out before any is stored: so they become a few wide instructions. */
    #define EACH(out, expression) { \
        double *to_ = (out); double v0_, v1_, v2_, v3_, v4_, v5_, v6_, v7_; \
        { enum { lane = 0 }; v0_ = (expression); } { enum { lane = 1 }; v1_ = (expression); } \
        { enum { lane = 2 }; v2_ = (expression); } { enum { lane = 3 }; v3_ = (expression); } \
        { enum { lane = 4 }; v4_ = (expression); } { enum { lane = 5 }; v5_ = (expression); } \
        { enum { lane = 6 }; v6_ = (expression); } { enum { lane = 7 }; v7_ = (expression); } \
        to_[0] = v0_; to_[1] = v1_; to_[2] = v2_; to_[3] = v3_; \
        to_[4] = v4_; to_[5] = v5_; to_[6] = v6_; to_[7] = v7_; }

    /* Move what is left of the lanes in which the first value is as good as the second; NEAR as in `turns.py`. */
    #define NEAR 1e-10
    #if defined(__GNUC__)
    /* Four at a time: wider ones are taken apart, number by number, where registers are not that wide. */
    typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
    typedef long long Mask __attribute__((vector_size(32), aligned(8), may_alias));
    INLINE void move_where_good(const double *a, const double *b, double *rest, double *there) {
        for (int half = 0; half < LANES; half += 4) {
            Four left = *(const Four *)(rest + half);
            Four moved = (Four)((*(const Four *)(a + half) >= *(const Four *)(b + half) - NEAR) & (Mask)left);
            *(Four *)(there + half) += moved;
            *(Four *)(rest + half) = left - moved;
        }
    }
    #else
    INLINE void move_where_good(const double *a, const double *b, double *rest, double *there) {
        for (int lane = 0; lane < LANES; lane++) if (a[lane] >= b[lane] - NEAR) { there[lane] += rest[lane]; rest[lane] = 0; }
    }
    #endif

    #define MAX(a, b) ((a) > (b) ? (a) : (b))

    typedef struct {
        int inner, keeps, faces, dice, rerolls, boxes, high, low, codes, width;
        double share;
        const int *up, *down, *worth, *code, *first, *to, *start, *size;
        const double *chance;
    } Rules;

    /* The mean over one more die: x[kept] from x[kept and one more], for all that is not a whole roll. */
    INLINE void mean_up(const Rules *r, double *x) {
        const double share = r->share;
        for (int kept = r->inner - 1; kept >= 0; kept--) {
            const int *up = r->up + kept * r->faces;
            double *sum = x + kept * LANES;
            if (r->faces == 6) {
                const double *a = x + up[0], *b = x + up[1], *c = x + up[2];
                const double *d = x + up[3], *e = x + up[4], *f = x + up[5];
                EACH(sum, (a[lane] + b[lane] + c[lane] + d[lane] + e[lane] + f[lane]) * share)
                continue;
            }
            EACH(sum, 0)
            for (int face = 0; face < r->faces; face++) {
                const double *more = x + up[face];
                EACH(sum, sum[lane] + more[lane])
            }
            EACH(sum, sum[lane] * share)
        }
    }

    /* The best over one die fewer: x[kept] becomes the best of all that can be kept of it. */
    INLINE void best_down(const Rules *r, double *x) {
        for (int kept = 1; kept < r->keeps; kept++) {
            const int *down = r->down + kept * r->dice;
            double *most = x + kept * LANES;
            int i = 0;
            for (; i + 1 < r->dice && down[i + 1] >= 0; i += 2) {
                const double *a = x + down[i], *b = x + down[i + 1];
                EACH(most, MAX(MAX(a[lane], b[lane]), most[lane]))
            }
            if (i < r->dice && down[i] >= 0) {
                const double *a = x + down[i];
                EACH(most, MAX(a[lane], most[lane]))
            }
        }
    }

    /* What each code is worth in eight lanes of a set: the points, and what the sheet is worth that it leads to. */
    INLINE void price(const Rules *r, const double *table, int filled, int from, double *row) {
        int upper = filled & ((1 << r->high) - 1), lower = filled >> r->high;
        for (int b = 0; b < r->boxes; b++) {
            if (filled >> b & 1) continue;
            if (b < r->high) {
                int next = upper | 1 << b;
                const double *values = table + r->start[next] + (long)lower * r->size[next];
                for (int c = r->first[b]; c < r->first[b + 1]; c++) {
                    const int *to = r->to + ((long)upper * r->first[r->high] + c) * r->width + from;
                    EACH(row + c * LANES, values[to[lane]] + r->worth[c])
                }
            } else {
                int next = lower | 1 << (b - r->high);
                const double *values = table + r->start[upper] + (long)next * r->size[upper] + from;
                for (int c = r->first[b]; c < r->first[b + 1]; c++) {
                    const double points = r->worth[c];
                    double *out = row + c * LANES;
                    EACH(out, values[lane] + points)
                }
            }
        }
    }

    INLINE int list_open(const Rules *r, int filled, int *open) {
        int opens = 0;
        for (int b = 0; b < r->boxes; b++) if (!(filled >> b & 1)) open[opens++] = b;
        return opens;
    }

    /* What each roll is worth when it is scored now, in its best open box. */
    INLINE void score(const Rules *r, const double *row, const int *open, int opens, double *x) {
        for (int roll = 0; roll < r->keeps - r->inner; roll++) {
            const int *code = r->code + roll * r->boxes;
            double *most = x + (r->inner + roll) * LANES;
            int i = 1;
            const double *a = row + code[open[0]];
            EACH(most, a[lane])
            for (; i + 3 < opens; i += 4) {
                const double *b = row + code[open[i]], *c = row + code[open[i + 1]];
                const double *d = row + code[open[i + 2]], *e = row + code[open[i + 3]];
                EACH(most, MAX(MAX(MAX(b[lane], c[lane]), MAX(d[lane], e[lane])), most[lane]))
            }
            for (; i < opens; i++) {
                const double *b = row + code[open[i]];
                EACH(most, MAX(b[lane], most[lane]))
            }
        }
    }

    /* A turn before its first roll, given what codes are worth: the result is the first row of x. */
    INLINE void whole_turn(const Rules *r, const double *row, const int *open, int opens, double *x) {
        score(r, row, open, opens, x);
        for (int again = 0; again < r->rerolls; again++) {
            mean_up(r, x);
            best_down(r, x);
        }
        mean_up(r, x);
    }

    CLONES static void play_turn(const Rules *r, int filled, const double *row, double *x) {
        int open[32], opens = list_open(r, filled, open);
        whole_turn(r, row, open, opens, x);
    }

    CLONES static void fill_set(const Rules *r, double *table, int filled, double *x, double *row) {
        int open[32], opens = list_open(r, filled, open);
        int upper = filled & ((1 << r->high) - 1), lower = filled >> r->high;
        double *own = table + r->start[upper] + (long)lower * r->size[upper];
        for (int from = 0; from < r->size[upper]; from += LANES) {
            price(r, table, filled, from, row);
            whole_turn(r, row, open, opens, x);
            memcpy(own + from, x, LANES * sizeof *x);
        }
    }

    /* With which code the turns of eight lanes end, and how likely. The stages hold the turn at each number of
       re-rolls: before the best is taken (mean), and after (best). */
    CLONES static void leaves_of(const Rules *r, const double *table, int filled, int from, double *row,
                                 double *mean, double *best, double *mass, double *chance) {
        int open[32], opens = list_open(r, filled, open);
        long stage = (long)r->keeps * LANES;
        price(r, table, filled, from, row);
        score(r, row, open, opens, best);
        for (int again = 0; again < r->rerolls; again++) {
            double *k = mean + again * stage, *b = best + (again + 1) * stage;
            memcpy(k + r->inner * LANES, best + again * stage + r->inner * LANES,
                   (stage - r->inner * LANES) * sizeof *k);
            mean_up(r, k);
            memcpy(b, k, stage * sizeof *b);
            best_down(r, b);
        }
        memset(mass, 0, stage * sizeof *mass);
        for (int roll = r->inner; roll < r->keeps; roll++)
            EACH(mass + roll * LANES, r->chance[roll - r->inner])
        for (int again = r->rerolls - 1; again >= 0; again--) {
            const double *k = mean + again * stage, *b = best + (again + 1) * stage;
            for (int kept = r->keeps - 1; kept >= 0; kept--) {
                double *here = mass + kept * LANES, rest[LANES], stay[LANES] = {0};
                const double *value = b + kept * LANES;
                memcpy(rest, here, sizeof rest);
                if (kept < r->inner) move_where_good(k + kept * LANES, value, rest, stay);
                for (int i = 0; i < r->dice; i++) {
                    int fewer = r->down[kept * r->dice + i];
                    if (fewer < 0) break;
                    move_where_good(b + fewer, value, rest, mass + fewer);
                }
                EACH(here, stay[lane] + rest[lane])
            }
            for (int kept = 0; kept < r->inner; kept++) {
                double *here = mass + kept * LANES;
                for (int face = 0; face < r->faces; face++) {
                    double *more = mass + r->up[kept * r->faces + face];
                    EACH(more, more[lane] + here[lane] * r->share)
                }
                EACH(here, 0)
            }
        }
        memset(chance, 0, (long)r->codes * LANES * sizeof *chance);
        for (int roll = 0; roll < r->keeps - r->inner; roll++) {
            const double *value = best + (r->inner + roll) * LANES;
            double rest[LANES];
            memcpy(rest, mass + (r->inner + roll) * LANES, sizeof rest);
            for (int i = 0; i < opens; i++) {
                int code = r->code[roll * r->boxes + open[i]];
                move_where_good(row + code, value, rest, chance + code);
            }
        }
    }

    /* Where a turn that ends with a code leads to, in the lane of a set. */
    INLINE long next_place(const Rules *r, int filled, int lane, int b, int c) {
        int upper = filled & ((1 << r->high) - 1), lower = filled >> r->high;
        if (b >= r->high)
            return r->start[upper] + (long)(lower | 1 << (b - r->high)) * r->size[upper] + lane;
        int next = upper | 1 << b;
        return r->start[next] + (long)lower * r->size[next]
            + r->to[((long)upper * r->first[r->high] + c) * r->width + lane];
    }

    /* How likely each number of points to come is, in eight lanes of a set: what a turn brings, and what comes then. */
    CLONES static void bring(const Rules *r, int filled, int from, const long long *at, const int *length, double *likely,
                             const double *chance) {
        int upper = filled & ((1 << r->high) - 1);
        for (int lane = 0; lane < LANES; lane++) {
            double *own = likely + at[filled] + (long)(from + lane) * length[filled];
            memset(own, 0, length[filled] * sizeof *own);
            for (int b = 0; b < r->boxes; b++) {
                if (filled >> b & 1) continue;
                const int next = filled | 1 << b, points = length[next];
                for (int c = r->first[b]; c < r->first[b + 1]; c++) {
                    const double p = chance[c * LANES + lane];
                    if (p == 0) continue;
                    const int to = b < r->high ? r->to[((long)upper * r->first[r->high] + c) * r->width + from + lane] : from + lane;
                    const double *then = likely + at[next] + (long)to * points;
                    double *here = own + r->worth[c];
                    for (int i = 0; i < points; i++) here[i] += p * then[i];
                }
            }
        }
    }

    /* How the points to come of eight lanes of a set are spread, in four figures of each: see `turns.Plain.moments`. */
    static void gather(const Rules *r, const double *table, int filled, int from, const double *chance, double *moments) {
        int upper = filled & ((1 << r->high) - 1), lower = filled >> r->high;
        double *own = moments + 4 * (r->start[upper] + (long)lower * r->size[upper] + from);
        for (int lane = 0; lane < LANES; lane++, own += 4) {
            double won = 0, mean = 0, square = 0, all = 0;
            for (int b = 0; b < r->boxes; b++) {
                if (filled >> b & 1) continue;
                for (int c = r->first[b]; c < r->first[b + 1]; c++) {
                    const double p = chance[c * LANES + lane], w = r->worth[c];
                    if (p == 0) continue;
                    const long at = next_place(r, filled, from + lane, b, c);
                    const double *then = moments + 4 * at;
                    won += p * then[0];
                    mean += p * (then[1] + w * then[0]);
                    square += p * (then[2] + w * (2 * then[1] + w * then[0]));
                    all += p * (then[3] + w * (2 * table[at] + w));
                }
            }
            own[0] = won; own[1] = mean; own[2] = square; own[3] = all;
        }
    }

    /* Mark the eights of lanes that eight lanes of a set lead to, where nothing is known of them yet. */
    static void want(const Rules *r, int filled, int from, unsigned char *eights) {
        for (int b = 0; b < r->boxes; b++) {
            if (filled >> b & 1) continue;
            const int last = b < r->high ? r->first[b + 1] : r->first[b] + 1;
            for (int c = r->first[b]; c < last; c++)
                for (int lane = from; lane < from + LANES; lane++) {
                    unsigned char *eight = eights + next_place(r, filled, lane, b, c) / LANES;
                    if (!*eight) *eight = 1;
                }
        }
    }

    /* Whether anything comes to eight lanes. */
    static int reached(const long long *place, const int *length, const double *source) {
        for (int lane = 0; lane < LANES; lane++)
            for (int i = 0; place[lane] >= 0 && i < length[lane]; i++)
                if (source[place[lane] + i] != 0) return 1;
        return 0;
    }

    /* Pass on how likely each number of points is, from eight lanes of a set to where their turns lead. */
    CLONES static void pass_on(const Rules *r, int filled, int from, const long long *place, const int *low, const int *length,
                               const double *source, double *target, const double *chance, double *ended) {
        int upper = filled & ((1 << r->high) - 1), lower = filled >> r->high;
        long own = r->start[upper] + (long)lower * r->size[upper] + from;
        for (int lane = 0; lane < LANES; lane++) {
            if (place[own + lane] < 0) continue;
            const double *likely = source + place[own + lane];
            const int points = length[own + lane];
            double here = 0;
            for (int i = 0; i < points; i++) here += likely[i];
            if (here == 0) continue;
            for (int b = 0; b < r->boxes; b++) {
                if (filled >> b & 1) continue;
                for (int c = r->first[b]; c < r->first[b + 1]; c++) {
                    const double p = chance[c * LANES + lane];
                    if (p == 0) continue;
                    const long at = next_place(r, filled, from + lane, b, c);
                    double *to = target + place[at] + low[own + lane] + r->worth[c] - low[at];
                    for (int i = 0; i < points; i++) to[i] += p * likely[i];
                    ended[c] += here * p;
                }
            }
        }
    }

    CLONES static void walk_turn(const Rules *r, int filled, const double *row, double *x, double *out) {
        int open[32], opens = list_open(r, filled, open);
        long stage = (long)r->keeps * LANES;
        score(r, row, open, opens, x);
        for (int again = 0; again <= r->rerolls; again++) {
            mean_up(r, x);
            memcpy(out + again * stage, x, stage * sizeof *x);
            best_down(r, x);
        }
    }
    """
    ctypedef struct Rules:
        int inner, keeps, faces, dice, rerolls, boxes, high, low, codes, width
        double share
        const int *up
        const int *down
        const int *worth
        const int *code
        const int *first
        const int *to
        const int *start
        const int *size
        const double *chance

    void fill_set(const Rules *, double *, int, double *, double *) noexcept nogil
    void leaves_of(const Rules *, const double *, int, int, double *, double *, double *, double *, double *) noexcept nogil
    void play_turn(const Rules *, int, const double *, double *) noexcept nogil
    void bring(const Rules *, int, int, const long long *, const int *, double *, const double *) noexcept nogil
    void pass_on(const Rules *, int, int, const long long *, const int *, const int *, const double *, double *, const double *,
                 double *) noexcept nogil
    void gather(const Rules *, const double *, int, int, const double *, double *) noexcept nogil
    void want(const Rules *, int, int, unsigned char *) noexcept nogil
    long next_place(const Rules *, int, int, int, int) noexcept nogil
    int reached(const long long *, const int *, const double *) noexcept nogil
    void walk_turn(const Rules *, int, const double *, double *, double *) noexcept nogil


cdef enum:
    EIGHT = 8


cdef const int *whole(int[::1] numbers) noexcept:
    return &numbers[0] if numbers.shape[0] else NULL


def room(size_t count):
    """So many numbers that begin on a cache line: a row of eight then lies in one."""
    raw = np.empty(count + EIGHT)
    skip = -raw.ctypes.data // 8 % EIGHT
    return raw[skip:skip + count]


cdef class Kernel:
    """The compiled walks over the sheets of one rule set."""

    cdef Rules rules
    cdef object held

    def __init__(self, sheets):
        lattice = sheets.lattice
        r = &self.rules
        self.held = [
            np.ascontiguousarray(each, np.int32).reshape(-1)
            for each in (lattice.up * EIGHT, lattice.down * EIGHT, sheets.worth, sheets.code * EIGHT, sheets.first,
                         sheets.to, sheets.start, sheets.width)
        ]
        r.up, r.down, r.worth, r.code = (
            whole(self.held[0]), whole(self.held[1]), whole(self.held[2]), whole(self.held[3]))
        r.first, r.to, r.start, r.size = (
            whole(self.held[4]), whole(self.held[5]), whole(self.held[6]), whole(self.held[7]))
        chances = np.ascontiguousarray(lattice.chance)
        cdef double[::1] chance = chances
        r.chance = &chance[0]
        self.held.append(chances)
        r.inner, r.keeps, r.faces = lattice.inner, len(lattice.keeps), len(lattice.faces)
        r.dice, r.rerolls = lattice.down.shape[1], lattice.rerolls
        r.boxes, r.high, r.low = len(sheets.boxes), sheets.high, sheets.low
        r.codes, r.width = len(sheets.box), sheets.to.shape[2]
        r.share = 1.0 / r.faces

    def fill(self, double[::1] table, int[::1] sets):
        """Find the values of these sets, those that they lead to being known."""
        cdef Py_ssize_t i
        cdef double[::1] x = room((self.rules.keeps + self.rules.codes) * EIGHT)
        with nogil:
            for i in range(sets.shape[0]):
                fill_set(&self.rules, &table[0], sets[i], &x[0], &x[self.rules.keeps * EIGHT])

    cdef int lanes(self, int filled) noexcept nogil:
        return self.rules.size[filled & ((1 << self.rules.high) - 1)]

    cdef long place(self, int filled) noexcept nogil:
        """Where the values of a set begin."""
        cdef int upper = filled & ((1 << self.rules.high) - 1)
        return self.rules.start[upper] + <long> (filled >> self.rules.high) * self.rules.size[upper]

    def next_places(self, int filled, int lane):
        """Where turns lead: see `turns.Plain.next_places`."""
        cdef int b, c
        found = np.empty(self.rules.codes, np.int64)
        cdef long long[::1] out = found
        for b in range(self.rules.boxes):
            for c in range(self.rules.first[b], self.rules.first[b + 1]):
                out[c] = -1 if filled >> b & 1 else next_place(&self.rules, filled, lane, b, c)
        return found

    cdef double[::1] turn_room(self):
        cdef long stage = self.rules.keeps * EIGHT
        return room(2 * self.rules.codes * EIGHT + (2 * self.rules.rerolls + 2) * stage)

    cdef const double *ends(self, const double *table, int filled, int lane, double *x) noexcept nogil:
        """How likely the turns of eight lanes end with each code."""
        cdef long stage = self.rules.keeps * EIGHT
        cdef double *mean = x + 2 * self.rules.codes * EIGHT
        cdef double *best = mean + self.rules.rerolls * stage
        cdef double *mass = best + (self.rules.rerolls + 1) * stage
        cdef double *chance = x + self.rules.codes * EIGHT
        leaves_of(&self.rules, table, filled, lane, x, mean, best, mass, chance)
        return chance

    def spreads(self, const double[::1] table, int[::1] sets, const long long[::1] at, const int[::1] length,
                double[::1] likely, unsigned char[::1] eights):
        """Find how likely each number of points to come is, where it is wanted: see `turns.Plain.spreads`."""
        cdef Py_ssize_t i
        cdef int lane
        cdef long first
        cdef double[::1] x = self.turn_room()
        with nogil:
            for i in range(sets.shape[0]):
                first = self.place(sets[i])
                for lane in range(0, self.lanes(sets[i]), 8):
                    if eights[(first + lane) // EIGHT] == 1:
                        want(&self.rules, sets[i], lane, &eights[0])
            for i in range(sets.shape[0] - 1, -1, -1):
                first = self.place(sets[i])
                for lane in range(0, self.lanes(sets[i]), 8):
                    if eights[(first + lane) // EIGHT] == 1:
                        bring(&self.rules, sets[i], lane, &at[0], &length[0], &likely[0],
                              self.ends(&table[0], sets[i], lane, &x[0]))
                        eights[(first + lane) // EIGHT] = 2

    def moments(self, const double[::1] table, int[::1] sets, double[:, ::1] found):
        """Find how the points to come of these sets are spread: see `turns.Plain.moments`."""
        cdef Py_ssize_t i
        cdef int lane
        cdef double[::1] x = self.turn_room()
        with nogil:
            for i in range(sets.shape[0]):
                for lane in range(0, self.lanes(sets[i]), 8):
                    gather(&self.rules, &table[0], sets[i], lane, self.ends(&table[0], sets[i], lane, &x[0]), &found[0, 0])

    def forward(self, const double[::1] table, int[::1] sets, const long long[::1] place, const int[::1] low,
                const int[::1] length, const double[::1] source, double[::1] target, double[::1] ended):
        """Pass on how likely each number of points is: see `turns.Plain.forward`."""
        cdef Py_ssize_t i
        cdef int lane
        cdef long at
        cdef double[::1] x = self.turn_room()
        with nogil:
            for i in range(sets.shape[0]):
                at = self.place(sets[i])
                for lane in range(0, self.lanes(sets[i]), 8):
                    if not reached(&place[at + lane], &length[at + lane], &source[0]):
                        continue
                    pass_on(&self.rules, sets[i], lane, &place[0], &low[0], &length[0], &source[0], &target[0],
                            self.ends(&table[0], sets[i], lane, &x[0]), &ended[0])

    def stages(self, int filled, const double[::1] worths):
        """A turn for one utility: see `turns.Plain.stages`."""
        cdef Py_ssize_t c, i, j, k
        cdef long stage = self.rules.keeps * EIGHT
        found = np.empty((self.rules.rerolls + 1, self.rules.keeps))
        cdef double[:, ::1] out = found
        cdef double[::1] x = room((self.rules.rerolls + 2) * stage + self.rules.codes * EIGHT)
        cdef double *row = &x[(self.rules.rerolls + 2) * stage]
        with nogil:
            for c in range(self.rules.codes):
                for j in range(EIGHT):
                    row[c * EIGHT + j] = worths[c]
            walk_turn(&self.rules, filled, row, &x[0], &x[stage])
            for k in range(self.rules.rerolls + 1):
                for i in range(self.rules.keeps):
                    out[k, i] = x[(k + 1) * stage + i * EIGHT]
        return found

    def turn(self, int filled, const double[:, ::1] worths):
        """What a turn is worth before its first roll, for many utilities: see `turns.Plain.turn`."""
        cdef Py_ssize_t lanes = worths.shape[1], at, c, j
        cdef int b
        found = np.empty(lanes)
        cdef double[::1] out = found
        cdef double[::1] x = room((self.rules.keeps + self.rules.codes) * EIGHT)
        cdef double *row = &x[self.rules.keeps * EIGHT]
        with nogil:
            for at in range(0, lanes, 8):
                for b in range(self.rules.boxes):
                    if filled >> b & 1:
                        continue
                    for c in range(self.rules.first[b], self.rules.first[b + 1]):
                        for j in range(EIGHT):
                            row[c * EIGHT + j] = worths[c, min(at + j, lanes - 1)]
                play_turn(&self.rules, filled, row, &x[0])
                for j in range(min(EIGHT, lanes - at)):
                    out[at + j] = x[j]
        return found
