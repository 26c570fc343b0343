# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of `Finds.moves`: the texts of all moves of all rows, in order (H24).

A row is spelt once for each way to lay red and black dice. What its text begins with (the cell and direction, and before
them the swap) is one of few, so these are put in order first and known by their rank; words are compared by five bits a
sign, packed into numbers, and by their signs only where those are equal. A slurp is spelt once and written for every seat.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

import numpy as np

from dicecup.games.alphabet._rows cimport Row, serve

cdef enum:
    MARGIN = 40
    SPAN = 120
    WIDEST = 256  # signs of a word: thirty-six dice, each with a star, a u and a pair of parentheses
    HIGH = 7  # signs that go with the ranks into the first number
    LOW = 12  # and those of the second


cdef struct Item:
    uint64_t high
    uint64_t low
    const uint8_t *rest  # the signs beyond those packed
    uint32_t text
    uint16_t size
    uint16_t place  # the rank of its cell and direction, 0 where a swap adds no dice
    uint16_t head  # the rank of its swap


cdef struct Face:
    uint8_t letter
    bint red


cdef struct Bar:
    Face face
    int x
    int y
    int die


cdef struct Spelling:
    # The position.
    Face table[36]
    uint8_t grid[SPAN][SPAN]
    uint8_t line[2][SPAN][36]  # the dice of each line in order, as their places in the table
    int have[27][2]  # dice of the hand, black and red
    int unbarred[27][2]
    Bar bars[64]
    int barred
    # The row at hand.
    const Row *row
    const uint8_t *letters
    Face put
    int swapped  # the die put in, as its place in the table; -1 for none
    int head
    int place
    uint8_t signs[WIDEST]
    bint reds[64]  # which dice of the word are laid red
    # What was spelt.
    Item *items
    size_t count
    size_t space
    uint8_t *texts
    size_t written
    size_t room
    bint full  # memory ran out


cdef int later(const void *one, const void *other) noexcept nogil:
    cdef const Item *a = <const Item *> one
    cdef const Item *b = <const Item *> other
    cdef int order, left, right
    if a.high != b.high:
        return 1 if a.high > b.high else -1
    if a.low != b.low:
        return 1 if a.low > b.low else -1
    left = max(a.size - HIGH - LOW, 0)
    right = max(b.size - HIGH - LOW, 0)
    order = memcmp(a.rest, b.rest, min(left, right)) if left and right else 0
    return order if order else left - right


cdef inline uint64_t coded(uint8_t sign) noexcept nogil:
    """A sign in five bits, in the order of code points: ( ) * A … Z u."""
    if sign < 65:
        return sign - 39
    return sign - 61 if sign < 97 else 30


cdef void keep(Spelling *s, int size) noexcept nogil:
    """The row as it is spelt now is a move."""
    cdef Item *item
    cdef size_t space
    cdef void *more
    cdef int i
    if s.full:
        return
    if s.count == s.space:
        space = 4096 if s.space == 0 else 2 * s.space
        more = realloc(s.items, space * sizeof(Item))
        if more == NULL:
            s.full = True
            return
        s.items = <Item *> more
        s.space = space
    if s.written + WIDEST > s.room:
        space = 65536 if s.room == 0 else 2 * s.room
        more = realloc(s.texts, space)
        if more == NULL:
            s.full = True
            return
        s.texts = <uint8_t *> more
        s.room = space
    item = &s.items[s.count]
    s.count += 1
    item.text = <uint32_t> s.written
    item.size = size
    item.place = s.place
    item.head = s.head
    item.high = (<uint64_t> s.head << 14) | s.place
    for i in range(HIGH):
        item.high = item.high << 5 | (coded(s.signs[i]) if i < size else 0)
    item.low = 0
    for i in range(HIGH, HIGH + LOW):
        item.low = item.low << 5 | (coded(s.signs[i]) if i < size else 0)
    memcpy(s.texts + s.written, s.signs, size)
    s.written += size


cdef inline int write_face(uint8_t *signs, int size, uint8_t letter, bint red) noexcept nogil:
    signs[size] = letter
    size += 1
    if letter == c"Q":
        signs[size] = c"u"
        size += 1
    if red:
        signs[size] = c"*"
        size += 1
    return size


cdef void spell_from(Spelling *s, int at, int size, int old) noexcept nogil:
    """Spell the word from its die `at` on, `old` dice of the table having been named: in every colour the hand has."""
    cdef const Row *row = s.row
    cdef uint8_t letter
    cdef int die, red, end
    cdef bint inside = at > 0 and row.old >> (at - 1) & 1
    if at == row.size:
        if inside:
            s.signs[size] = c")"
            size += 1
        if s.barred == 0 or allowed(s):
            keep(s, size)
        return
    if row.old >> at & 1:
        if not inside:
            s.signs[size] = c"("
            size += 1
        die = s.line[row.across][(row.y if row.across else row.x) + MARGIN][row.first + old]
        if die == s.swapped:
            end = write_face(s.signs, size, s.put.letter, s.put.red)
        else:
            end = write_face(s.signs, size, s.table[die].letter, s.table[die].red)
        spell_from(s, at + 1, end, old + 1)
        return
    if inside:
        s.signs[size] = c")"
        size += 1
    letter = s.letters[row.word + at]
    for red in range(2):
        if s.have[letter - 64][red]:
            s.have[letter - 64][red] -= 1
            s.reds[at] = red
            spell_from(s, at + 1, write_face(s.signs, size, letter, red), old)
            s.have[letter - 64][red] += 1


cdef void spell_row(Spelling *s) noexcept nogil:
    if s.row.size:
        spell_from(s, 0, 0, 0)
    elif s.barred == 0 or allowed(s):
        keep(s, 0)


# Bars (H12).


cdef bint covers(Spelling *s, int x, int y, int across, const Bar *bar) noexcept nogil:
    """Whether the run through a cell, in this direction, covers the cell of a bar."""
    cdef int dx = 0, dy = 0
    if across:
        if y != bar.y:
            return False
        dx = 1 if bar.x > x else -1
    else:
        if x != bar.x:
            return False
        dy = 1 if bar.y > y else -1
    while x != bar.x or y != bar.y:
        x += dx
        y += dy
        if not s.grid[x][y]:
            return False
    return True


cdef bint forbids(Spelling *s, const Bar *bar, int at) noexcept nogil:
    """Whether a bar keeps its die from lying as die `at` of the word; of a swap alone, from being put in."""
    cdef const Row *row = s.row
    cdef int x = row.x + MARGIN, y = row.y + MARGIN
    if row.size == 0:
        return covers(s, x, y, 0, bar) or covers(s, x, y, 1, bar)
    if row.across:
        return y == bar.y and x <= bar.x < x + row.size or covers(s, x + at, y, 0, bar)
    return x == bar.x and y <= bar.y < y + row.size or covers(s, x, y + at, 1, bar)


cdef bint allowed(Spelling *s) noexcept nogil:
    """Whether dice can be found for the row as it is spelt now that their bars let lie there."""
    cdef int i
    for i in range(s.barred):
        # A die with several bars is asked about once.
        if (i == 0 or s.bars[i - 1].die != s.bars[i].die) and not enough(s, s.bars[i].face):
            return False
    return True


cdef bint enough(Spelling *s, Face face) noexcept nogil:
    """Whether the dice that show a face suffice for its places in the row."""
    cdef const Row *row = s.row
    cdef int places[64]
    cdef int owner[64]
    cdef uint64_t suits[36]
    cdef uint64_t tried
    cdef int slots = 0, wanted, at, slot, bar, dice = 0, served
    cdef int old = row.first
    for at in range(row.size):
        if row.old >> at & 1:
            if (
                s.swapped >= 0
                and s.line[row.across][(row.y if row.across else row.x) + MARGIN][old] == s.swapped
                and s.put.letter == face.letter
                and s.put.red == face.red
            ):
                places[slots] = at
                slots += 1
            old += 1
        elif s.letters[row.word + at] == face.letter and s.reds[at] == face.red:
            places[slots] = at
            slots += 1
    if row.size == 0 and s.put.letter == face.letter and s.put.red == face.red:
        places[slots] = 0
        slots = 1
    served = min(s.unbarred[face.letter - 64][face.red], slots)
    if served == slots:
        return True
    wanted = slots - served
    # Those without a bar lie anywhere; so the others have to fill the rest, wherever that is.
    for bar in range(s.barred):
        if s.bars[bar].face.letter != face.letter or s.bars[bar].face.red != face.red:
            continue
        if bar == 0 or s.bars[bar - 1].die != s.bars[bar].die:
            suits[dice] = (<uint64_t> 1 << slots) - 1
            dice += 1
        for slot in range(slots):
            if forbids(s, &s.bars[bar], places[slot]):
                suits[dice - 1] &= ~(<uint64_t> 1 << slot)
    for slot in range(slots):
        owner[slot] = -1
    for at in range(dice):
        tried = 0
        wanted -= serve(suits, owner, slots, at, &tried)
    return wanted <= 0


# In and out.


cdef Face face_of(str text):
    cdef Face face
    face.letter = ord(text[0])
    face.red = text.endswith("*")
    return face


cdef void set_out(Spelling *s, tuple table, tuple hand, tuple barred, left, top) except *:
    cdef int i, across
    cdef Bar *bar
    for i in range(len(table)):
        x, y, _, face = table[i]
        s.table[i] = face_of(face)
        s.grid[<int> (x - left) + MARGIN][<int> (y - top) + MARGIN] = 1
    for across in range(2):
        lines = {}
        for i in range(len(table)):
            lines.setdefault(table[i][across] - (top if across else left) + MARGIN, []).append(i)
        for at, dice in lines.items():
            for i, die in enumerate(sorted(dice, key=lambda die: table[die][1 - across])):
                s.line[across][<int> at][i] = die
    bars = [each[0] for each in barred]
    for die, face in hand:
        shown = face_of(face)
        s.have[shown.letter - 64][shown.red] += 1
        s.unbarred[shown.letter - 64][shown.red] += die not in bars
        for number, x, y in barred:
            if number == die:
                bar = &s.bars[s.barred]
                s.barred += 1
                bar.face = shown
                bar.die = die
                bar.x = x - left + MARGIN
                bar.y = y - top + MARGIN


def spell(const uint8_t[::1] rows, const uint8_t[::1] letters, list swaps, tuple table, tuple hand, tuple barred,
          int seats):
    """The texts of all moves, one behind the other in order; where each ends; and how many are builds."""
    cdef const Row *each
    cdef size_t count = rows.shape[0] // sizeof(Row), i, begin
    cdef uint16_t places[2][SPAN][SPAN]
    cdef Spelling *s
    cdef int across, x, y, red
    if count == 0:
        return bytearray(), np.zeros(0, np.uint32), 0
    if len(barred) > 64:
        raise ValueError("each seat slurps once")
    s = <Spelling *> malloc(sizeof(Spelling))
    if s == NULL:
        raise MemoryError
    memset(s, 0, sizeof(Spelling))
    memset(places, 0, sizeof(places))
    try:
        left = min([cell[0] for cell in table], default=0)
        top = min([cell[1] for cell in table], default=0)
        set_out(s, table, hand, barred, left, top)
        s.letters = &letters[0] if letters.shape[0] else NULL
        each = <const Row *> &rows[0]
        for i in range(count):
            if each[i].size:
                places[each[i].across][each[i].x + MARGIN][each[i].y + MARGIN] = 1
        words = sorted([
            (f"build {x + left - MARGIN},{y + top - MARGIN} {'across' if across else 'down'} ".encode(), across, x, y)
            for across in range(2) for x in range(SPAN) for y in range(SPAN) if places[across][x][y]
        ])
        for i, (_, across, x, y) in enumerate(words):
            places[across][x][y] = i + 1
        heads = sorted([
            (f"slurp {table[die][0]},{table[die][1]} {table[die][3]}>{face} give ".encode(), number, die, face)
            for number, (die, letter) in enumerate(swaps)
            for face in sorted({face for _, face in hand if face[0] == letter})
        ])
        ranks = [[] for _ in swaps]
        for i, (_, number, die, face) in enumerate(heads):
            ranks[number].append((i + 1, die, face))
        s.swapped = -1
        i = 0
        while i < count:
            if each[i].swap < 0:
                begin, i = i, i + 1
                while i < count and each[i].swap < 0:
                    i += 1
                spell_rows(s, each, begin, i, places)
                continue
            begin, number = i, each[i].swap
            while i < count and each[i].swap == number:
                i += 1
            for rank, die, face in ranks[number]:
                s.head = rank
                s.swapped = die
                s.put = face_of(face)
                red = s.put.red
                s.have[s.put.letter - 64][red] -= 1
                spell_rows(s, each, begin, i, places)
                s.have[s.put.letter - 64][red] += 1
        if s.full:
            raise MemoryError
        with nogil:
            for i in range(s.count):
                s.items[i].rest = s.texts + s.items[i].text + HIGH + LOW
            qsort(s.items, s.count, sizeof(Item), later)
        return written(s, [word for word, *_ in words], [head for head, *_ in heads], seats)
    finally:
        free(s.items)
        free(s.texts)
        free(s)


cdef void spell_rows(Spelling *s, const Row *rows, size_t begin, size_t end, uint16_t[SPAN][SPAN] *places) noexcept nogil:
    cdef size_t i
    for i in range(begin, end):
        s.row = &rows[i]
        s.place = places[s.row.across][s.row.x + MARGIN][s.row.y + MARGIN] if s.row.size else 0
        spell_row(s)


cdef written(Spelling *s, list words, list heads, int seats):
    """The texts, and where each ends."""
    cdef size_t builds = 0, i, j, total = 0, size, at = 0, made = 0
    cdef int seat
    cdef const Item *item
    cdef const char *word
    cdef const char *head = NULL
    cdef size_t head_size = 0
    cdef uint8_t *out
    cdef uint32_t *end
    word_sizes = np.array([0, *map(len, words)], np.uint32)
    cdef const uint32_t[::1] sizes = word_sizes
    cdef const uint32_t[::1] head_sizes = np.array([0, *map(len, heads)], np.uint32)
    cdef const uint32_t[::1] starts = (np.cumsum(word_sizes) - word_sizes).astype(np.uint32)
    joined = b"".join(words)
    cdef const char *openings = joined
    while builds < s.count and s.items[builds].head == 0:
        builds += 1
    for i in range(s.count):
        item = &s.items[i]
        size = item.size + sizes[item.place]
        if item.head:
            # One sign for the seat.
            total += seats * (head_sizes[item.head] + 1 + (6 + size if item.size else 0))
        else:
            total += size
    if total >= <size_t> 1 << 32:
        raise MemoryError
    ends = np.empty(builds + (s.count - builds) * seats, np.uint32)
    texts = bytearray(total)
    cdef uint8_t[::1] texts_view = texts
    cdef uint32_t[::1] ends_view = ends
    if total == 0:
        return texts, ends, 0
    out = &texts_view[0]
    end = &ends_view[0]
    for i in range(builds):
        item = &s.items[i]
        memcpy(out + at, openings + starts[item.place], sizes[item.place])
        at += sizes[item.place]
        memcpy(out + at, s.texts + item.text, item.size)
        at += item.size
        end[made] = <uint32_t> at
        made += 1
    i = builds
    while i < s.count:
        j = i
        while j < s.count and s.items[j].head == s.items[i].head:
            j += 1
        head = heads[s.items[i].head - 1]
        head_size = head_sizes[s.items[i].head]
        for seat in range(seats):
            for size in range(i, j):
                item = &s.items[size]
                memcpy(out + at, head, head_size)
                at += head_size
                out[at] = c"0" + seat
                at += 1
                if item.size:
                    memcpy(out + at, b" then ", 6)
                    at += 6
                    memcpy(out + at, openings + starts[item.place], sizes[item.place])
                    at += sizes[item.place]
                    memcpy(out + at, s.texts + item.text, item.size)
                    at += item.size
                end[made] = <uint32_t> at
                made += 1
        i = j
    return texts, ends, builds
