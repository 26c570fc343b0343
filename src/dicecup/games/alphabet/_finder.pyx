# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of `lister`: every place for a build and every slurp, colours and recipients merged.

One walk through the word graph serves all lines at once. It lays letters of the hand one behind the other; wherever the
next letter is that of an old die with which a word may go on (an *opening*), the walk branches off into that line and
goes on along its cells. So the beginnings that the hand can make are walked once, and not once for each line. A slurp
opens its two lines with the die put in, which is taken from the hand before.

What a line demands:

- its old dice in order, each run whole. Dice from the first crossed die of a run to its last are *held* in their
  cells (H4; the first die of a lone word, H5); the others may stand anywhere in order, so that the word still
  meets the held ones;
- in empty cells beside a die of another line, a letter that makes a word there.

A word that takes in old dice is found from the first run it takes in, one that takes in none from the first of its cells
that lies beside a die; so each is found once.

Rows come in the order of the openings: line by line, those across first, words beside dice before those through them;
then swap by swap. Within an opening they come as the walk finds them, letter by letter, an old die before one of the hand.
So a row has the same number wherever it was found.

Letters are 1 to 26, and Q is the face `Qu`. Places are counted from MARGIN before the table's first row and column.
"""

from cython.view cimport array as view
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from dicecup.games.alphabet._rows cimport Row, serve

cdef enum:
    MARGIN = 38
    SPAN = 112  # thirty-six cells, and the margins
    MOST = 37  # dice of a line, and one that stands for its end
    NEVER = 1000
    ROOT = 1
    FINAL = 32
    LAST = 64
    SHIFT = 7
    Q = 17
    U = 21
    ANY = 0x07FFFFFE
    BESIDE = 0x40000000  # marks a cell beside a die, in the set of letters that fit there


cdef struct Line:
    int across
    int at
    int dice
    int place[MOST]
    int letter[MOST]
    int held[MOST]  # the number of the next die that is held, this one included; `dice` where none is
    bint begins[MOST]  # whether a run begins with this die, or the line is at its end
    uint32_t fit[SPAN]


cdef struct Opening:
    Line *line
    int first  # the number of its first old die; where there is none, of the next die of the line
    int room  # how many dice can lie before
    int low  # the first place it may reach
    int beside  # the place of the first cell beside a die, where no old die is taken in
    int swap  # the number of the swap, -1 for a build
    int put
    int swapped  # the number of the die put in along the line, -1 for none


cdef struct Rows:
    Row *rows
    int *keys  # what each was found by: odd numbers for openings, even ones for swaps alone
    size_t count
    size_t space


cdef struct Held:
    int letter
    bint red
    int bars
    int *x
    int *y


cdef struct Search:
    const uint32_t *edges
    Line *lines[2]
    int count[2]
    uint8_t grid[SPAN][SPAN]
    int hand[27]
    int reds[27]
    int used[27]
    uint32_t tight  # letters of the hand that a barred die shows
    Held dice[36]
    int held
    # The openings, by letter and then by room, the most room first.
    Opening *openings
    int opened
    bint bare  # nothing lies on the table: two openings stand for its first word, across and down
    int *through[27]
    int through_count[27]
    int *aside[27]
    int aside_count[27]
    int most_room
    # The word so far.
    uint8_t path[64]
    uint64_t old
    int placed
    int shed
    Opening *now
    # What has been found.
    Rows found
    uint8_t *letters
    size_t letters_count
    size_t letters_space
    bint full  # memory ran out
    int *pulled  # by swap, the points of the die pulled out


cdef inline uint32_t step(const uint32_t *edges, uint32_t node, int letter) noexcept nogil:
    """The place one die further, 0 where no word goes on so."""
    cdef uint32_t at = edges[node] >> SHIFT
    cdef uint32_t edge
    if at == 0:
        return 0
    while True:
        edge = edges[at]
        if <int> (edge & 31) >= letter:
            if <int> (edge & 31) != letter:
                return 0
            return step(edges, at, U) if letter == Q else at
        if edge & LAST:
            return 0
        at += 1


cdef inline void take(Search *s, int letter) noexcept nogil:
    s.shed += 2 if s.used[letter] < s.reds[letter] else 1
    s.used[letter] += 1
    s.hand[letter] -= 1
    s.placed += 1


cdef inline void put_back(Search *s, int letter) noexcept nogil:
    s.placed -= 1
    s.hand[letter] += 1
    s.used[letter] -= 1
    s.shed -= 2 if s.used[letter] < s.reds[letter] else 1


# The walk.


cdef void begin(Search *s, uint32_t node, int size) noexcept nogil:
    """Go on from the first `size` letters, all of the hand; no line has been chosen yet."""
    cdef uint32_t at = s.edges[node] >> SHIFT, edge, child
    cdef int letter, i
    cdef Opening *opening
    if at == 0:
        return
    while True:
        edge = s.edges[at]
        letter = edge & 31
        child = step(s.edges, at, U) if letter == Q else at
        if child:
            for i in range(s.through_count[letter]):
                opening = &s.openings[s.through[letter][i]]
                if opening.room < size:
                    break
                open_through(s, opening, child, size)
            if s.hand[letter] > 0:
                for i in range(s.aside_count[letter]):
                    opening = &s.openings[s.aside[letter][i]]
                    if opening.room < size:
                        break
                    open_aside(s, opening, child, size, letter)
                if size < s.most_room:
                    s.path[size] = letter
                    take(s, letter)
                    if s.bare and size and s.edges[child] & FINAL:
                        emit_first(s, size + 1)
                    begin(s, child, size + 1)
                    put_back(s, letter)
        if edge & LAST:
            return
        at += 1


cdef void open_through(Search *s, Opening *opening, uint32_t node, int size) noexcept nogil:
    """The next letter is the first old die of an opening."""
    cdef Line *line = opening.line
    cdef int first = opening.first
    if opening.swap >= 0:
        if s.hand[opening.put] == 0:
            return
        take(s, opening.put)
    s.now = opening
    s.path[size] = opening.put if first == opening.swapped else line.letter[first]
    s.old = <uint64_t> 1 << size
    if line.held[first] != first:
        drift(s, node, first + 1, size + 1)
    elif fits_before(s, line, line.place[first] - size, size):
        along(s, node, line.place[first] + 1, first + 1, size + 1)
    s.old = 0
    if opening.swap >= 0:
        put_back(s, opening.put)


cdef inline bint fits_before(Search *s, Line *line, int start, int size) noexcept nogil:
    """Whether the letters so far suit the words that cross them."""
    cdef int i
    for i in range(size):
        if not line.fit[start + i] >> s.path[i] & 1:
            return False
    return True


cdef void drift(Search *s, uint32_t node, int next_die, int size) noexcept nogil:
    """Go on before the first die that is held, so that it is not known yet where the word begins."""
    cdef Opening *opening = s.now
    cdef Line *line = opening.line
    cdef int held = line.held[next_die]
    cdef int wanted = opening.put if next_die == opening.swapped else line.letter[next_die]
    cdef bint more = size + 1 + held - next_die <= line.place[held] - opening.low
    cdef uint32_t at = s.edges[node] >> SHIFT, edge, child
    cdef int letter
    if at == 0:
        return
    while True:
        edge = s.edges[at]
        letter = edge & 31
        if letter == wanted or more and s.hand[letter] > 0:
            child = step(s.edges, at, U) if letter == Q else at
            if child:
                s.path[size] = letter
                if letter == wanted:
                    s.old |= <uint64_t> 1 << size
                    if held != next_die:
                        drift(s, child, next_die + 1, size + 1)
                    elif fits_before(s, line, line.place[held] - size, size):
                        along(s, child, line.place[held] + 1, next_die + 1, size + 1)
                    s.old ^= <uint64_t> 1 << size
                if more and s.hand[letter] > 0:
                    s.path[size] = letter
                    take(s, letter)
                    drift(s, child, next_die, size + 1)
                    put_back(s, letter)
        if edge & LAST:
            return
        at += 1


cdef void along(Search *s, uint32_t node, int place, int next_die, int size) noexcept nogil:
    """Go on from a known place of the line; all its dice before `next_die` are in the word."""
    cdef Opening *opening = s.now
    cdef Line *line = opening.line
    cdef int held = line.held[next_die]
    cdef int spare = line.place[held] - place - (held - next_die)
    cdef uint32_t at, edge, child
    cdef int letter, wanted = 0
    if (
        s.edges[node] & FINAL
        and line.begins[next_die]
        and spare
        and next_die > opening.swapped
        and s.placed > (opening.swap >= 0)
    ):
        emit(s, place - size, size)
    if next_die < line.dice and (spare == 0 or held != next_die):
        wanted = opening.put if next_die == opening.swapped else line.letter[next_die]
        if spare == 0:
            # The cells up to the next held die are just enough for the old dice that come before it.
            child = step(s.edges, node, wanted)
            if child and line.fit[place] >> wanted & 1:
                s.path[size] = wanted
                s.old |= <uint64_t> 1 << size
                along(s, child, place + 1, next_die + 1, size + 1)
                s.old ^= <uint64_t> 1 << size
            return
    at = s.edges[node] >> SHIFT
    if at == 0:
        return
    while True:
        edge = s.edges[at]
        letter = edge & 31
        if (letter == wanted or s.hand[letter] > 0) and line.fit[place] >> letter & 1:
            child = step(s.edges, at, U) if letter == Q else at
            if child:
                if letter == wanted:
                    s.path[size] = letter
                    s.old |= <uint64_t> 1 << size
                    along(s, child, place + 1, next_die + 1, size + 1)
                    s.old ^= <uint64_t> 1 << size
                if s.hand[letter] > 0:
                    s.path[size] = letter
                    take(s, letter)
                    along(s, child, place + 1, next_die, size + 1)
                    put_back(s, letter)
        if edge & LAST:
            return
        at += 1


cdef void open_aside(Search *s, Opening *opening, uint32_t node, int size, int letter) noexcept nogil:
    """The next letter is the first to lie beside a die of another line."""
    s.now = opening
    s.path[size] = letter
    take(s, letter)
    aside(s, node, opening.beside + 1, size + 1)
    put_back(s, letter)


cdef void aside(Search *s, uint32_t node, int place, int size) noexcept nogil:
    """Go on along a line without taking in old dice of it."""
    cdef Line *line = s.now.line
    cdef int free_cells = line.place[s.now.first] - place
    cdef uint32_t at, edge, child
    cdef int letter
    if s.edges[node] & FINAL and size > 1:
        emit(s, place - size, size)
    at = s.edges[node] >> SHIFT
    if at == 0 or free_cells < 2:
        return
    while True:
        edge = s.edges[at]
        letter = edge & 31
        if s.hand[letter] > 0 and line.fit[place] >> letter & 1:
            child = step(s.edges, at, U) if letter == Q else at
            if child:
                s.path[size] = letter
                take(s, letter)
                aside(s, child, place + 1, size + 1)
                put_back(s, letter)
        if edge & LAST:
            return
        at += 1


# What is found.


cdef Row *add(Search *s, int key) noexcept nogil:
    cdef Rows *rows = &s.found
    cdef size_t space
    cdef void *more
    if rows.count == rows.space:
        space = 1024 if rows.space == 0 else 2 * rows.space
        more = realloc(rows.rows, space * sizeof(Row))
        if more == NULL:
            s.full = True
            return NULL
        rows.rows = <Row *> more
        more = realloc(rows.keys, space * sizeof(int))
        if more == NULL:
            s.full = True
            return NULL
        rows.keys = <int *> more
        rows.space = space
    rows.keys[rows.count] = key
    rows.count += 1
    return &rows.rows[rows.count - 1]


cdef void put_in_order(Rows *rows, Row *ordered, size_t *starts) noexcept nogil:
    """The rows by their keys, those with the same key as they come; there are zeros for one key more than there are."""
    cdef size_t i
    cdef int key
    for i in range(rows.count):
        starts[rows.keys[i] + 1] += 1
    key = 0
    i = 0
    while i < rows.count:
        i += starts[key + 1]
        starts[key + 1] = i
        key += 1
    for i in range(rows.count):
        ordered[starts[rows.keys[i]]] = rows.rows[i]
        starts[rows.keys[i]] += 1


cdef uint32_t keep_letters(Search *s, int size) noexcept nogil:
    """Where the letters of the word have been written to."""
    cdef int i
    cdef size_t space
    cdef void *more
    if s.letters_count + 64 > s.letters_space:
        space = 16384 if s.letters_space == 0 else 2 * s.letters_space
        more = realloc(s.letters, space)
        if more == NULL:
            s.full = True
            return 0
        s.letters = <uint8_t *> more
        s.letters_space = space
    for i in range(size):
        s.letters[s.letters_count + i] = 64 + s.path[i]
    s.letters_count += size
    return <uint32_t> (s.letters_count - size)


cdef void write(Search *s, int across, int at, int start, int size, int shed) noexcept nogil:
    cdef Row *row = add(s, 2 * <int> (s.now - s.openings) + 1)
    if row == NULL:
        return
    row.x = (start if across else at) - MARGIN
    row.y = (at if across else start) - MARGIN
    row.across = across
    row.size = size
    row.dice = s.placed
    row.shed = shed
    row.word = keep_letters(s, size)
    row.swap = -1
    row.first = 0
    row.pulled = 0
    row.old = s.old


cdef void emit_first(Search *s, int size) noexcept nogil:
    """The first word of a serving lies at 0,0."""
    s.now = &s.openings[0]
    emit(s, MARGIN, size)
    s.now = &s.openings[1]
    emit(s, MARGIN, size)


cdef void emit(Search *s, int start, int size) noexcept nogil:
    cdef Opening *opening = s.now
    cdef Line *line = opening.line
    cdef int shed = s.shed
    cdef Row *row
    if not line.across and s.placed == 1 and opening.swap < 0 and written_across(s, start, size):
        return
    if s.tight:
        shed = shed_despite_bars(s, start, size)
        if shed == 0:
            return
    write(s, line.across, line.at, start, size, shed)
    if not s.full:
        row = &s.found.rows[s.found.count - 1]
        row.first = opening.first if opening.beside < 0 else 0
        row.swap = opening.swap
        if opening.swap >= 0:
            row.pulled = s.pulled[opening.swap]


cdef bint written_across(Search *s, int start, int size) noexcept nogil:
    """Whether a single die, pushing nothing, has a word across as well (H6)."""
    cdef Line *line = s.now.line
    cdef int i, die = s.now.first
    cdef bint across = False
    for i in range(size):
        if s.old >> i & 1:
            if line.place[die] != start + i:
                return False
            die += 1
        else:
            across = (line.fit[start + i] & BESIDE) != 0
    return across


cdef void swap_alone(Search *s, int x, int y, int swap, int letter) noexcept nogil:
    """A slurp that adds no dice."""
    cdef int die, shed = 0
    cdef Row *row
    for die in range(s.held):
        if s.dice[die].letter == letter and may_be_put(s, &s.dice[die], x, y):
            shed = max(shed, 1 + s.dice[die].red)
    if shed == 0:
        return
    row = add(s, 2 * s.opened)
    if row == NULL:
        return
    memset(row, 0, sizeof(Row))
    row.x = x - MARGIN
    row.y = y - MARGIN
    row.dice = 1
    row.shed = shed
    row.swap = swap
    row.pulled = s.pulled[swap]


# Bars (H12).


cdef bint may_be_put(Search *s, Held *die, int x, int y) noexcept nogil:
    """Whether the bars of a die let it be swapped in at a cell, no dice being added."""
    cdef int i
    for i in range(die.bars):
        if crosses(s, x, y, 0, die.x[i], die.y[i]) or crosses(s, x, y, 1, die.x[i], die.y[i]):
            return False
    return True


cdef bint crosses(Search *s, int x, int y, int across, int to_x, int to_y) noexcept nogil:
    """Whether the run through a cell, in the direction other than `across`, covers another cell."""
    cdef int dx = 0, dy = 0
    if across:
        if x != to_x:
            return False
        dy = 1 if to_y > y else -1
    else:
        if y != to_y:
            return False
        dx = 1 if to_x > x else -1
    while x != to_x or y != to_y:
        x += dx
        y += dy
        if not s.grid[x][y]:
            return False
    return True


cdef bint may_lie(Search *s, Held *die, int start, int size, int place) noexcept nogil:
    """Whether the bars of a die let it be laid at a place of the word."""
    cdef Line *line = s.now.line
    cdef int i, along_line, off_line
    for i in range(die.bars):
        along_line = die.x[i] if line.across else die.y[i]
        off_line = die.y[i] if line.across else die.x[i]
        if off_line == line.at and start <= along_line < start + size:
            return False
        if crosses(
            s,
            place if line.across else line.at,
            line.at if line.across else place,
            line.across,
            die.x[i],
            die.y[i],
        ):
            return False
    return True


cdef int shed_despite_bars(Search *s, int start, int size) noexcept nogil:
    """The most points that the move can shed with dice that may lie where they would, 0 where there are not enough.

    For each letter by itself, red dice look for their places before black ones: the sets of dice that can be laid
    together are a matroid, so that being greedy is right.
    """
    cdef int shed = s.shed, letter, i, slots, served, points, red, at, die
    cdef int places[64]
    cdef int owner[64]
    cdef uint64_t suits[36]
    cdef uint64_t tried
    cdef int put_place = -1
    if s.now.swap >= 0:
        die = s.now.first
        for i in range(size):
            if s.old >> i & 1:
                if die == s.now.swapped:
                    put_place = start + i
                die += 1
    for letter in range(1, 27):
        if not (s.tight >> letter & 1 and s.used[letter]):
            continue
        slots = 0
        if put_place >= 0 and s.now.put == letter:
            places[slots] = put_place
            slots += 1
        for i in range(size):
            if not s.old >> i & 1 and s.path[i] == letter:
                places[slots] = start + i
                slots += 1
        for i in range(slots):
            owner[i] = -1
        served = points = 0
        for red in range(1, -1, -1):
            for die in range(s.held):
                if s.dice[die].letter != letter or s.dice[die].red != red:
                    continue
                suits[die] = 0
                for at in range(slots):
                    if may_lie(s, &s.dice[die], start, size, places[at]):
                        suits[die] |= <uint64_t> 1 << at
                tried = 0
                if serve(suits, owner, slots, die, &tried):
                    served += 1
                    points += 1 + red
        if served < slots:
            return 0
        shed += points - slots - min(slots, s.reds[letter])
    return shed


# Setting out.


cdef uint32_t fitting(Search *s, int x, int y, int dx, int dy) noexcept nogil:
    """The letters that make a word of the run through a cell; any where there is none."""
    cdef int back = 0, i
    cdef uint32_t node = ROOT, at, edge, child, fit = 0
    while s.grid[x - (back + 1) * dx][y - (back + 1) * dy]:
        back += 1
    if back == 0 and not s.grid[x + dx][y + dy]:
        return ANY
    for i in range(back, 0, -1):
        node = step(s.edges, node, s.grid[x - i * dx][y - i * dy])
        if node == 0:
            return 0
    at = s.edges[node] >> SHIFT
    if at == 0:
        return 0
    while True:
        edge = s.edges[at]
        child = step(s.edges, at, U) if edge & 31 == Q else at
        i = 1
        while child and s.grid[x + i * dx][y + i * dy]:
            child = step(s.edges, child, s.grid[x + i * dx][y + i * dy])
            i += 1
        if child and s.edges[child] & FINAL:
            fit |= <uint32_t> 1 << (edge & 31)
        if edge & LAST:
            return fit
        at += 1


cdef inline uint8_t cell(Search *s, int across, int at, int place) noexcept nogil:
    return s.grid[place][at] if across else s.grid[at][place]


cdef void look_along(Search *s, Line *line, int across, int at, int low, int high) noexcept nogil:
    """What a line asks of a word; its dice lie from low to high."""
    cdef int place, first, last, i, n = 0, run = 0
    cdef int dx = 0 if across else 1, dy = 1 if across else 0
    line.across = across
    line.at = at
    for place in range(SPAN):
        line.fit[place] = ANY
    for place in range(low - 1, high + 2):
        if cell(s, across, at, place):
            line.place[n] = place
            line.letter[n] = cell(s, across, at, place)
            line.begins[n] = not cell(s, across, at, place - 1)
            n += 1
        elif cell(s, across, at - 1, place) or cell(s, across, at + 1, place):
            if across:
                line.fit[place] = fitting(s, place, at, dx, dy) | BESIDE
            else:
                line.fit[place] = fitting(s, at, place, dx, dy) | BESIDE
    line.dice = n
    line.place[n] = NEVER
    line.begins[n] = True
    line.held[n] = n
    while run < n:
        i = run + 1
        while not line.begins[i]:
            i += 1
        first = last = -1
        for place in range(run, i):
            if cell(s, across, at - 1, line.place[place]) or cell(s, across, at + 1, line.place[place]):
                if first < 0:
                    first = place
                last = place
        if first < 0:
            first = last = run
        for place in range(run, i):
            line.held[place] = place if first <= place <= last else -1
        run = i
    for i in range(n - 1, -1, -1):
        if line.held[i] < 0:
            line.held[i] = line.held[i + 1]


cdef Opening *new_opening(Search *s, Line *line) noexcept nogil:
    cdef Opening *opening = &s.openings[s.opened]
    s.opened += 1
    opening.line = line
    opening.beside = -1
    opening.swap = -1
    opening.put = 0
    opening.swapped = -1
    return opening


cdef void open_run(Search *s, Line *line, int first, int swap, int put, int swapped) noexcept nogil:
    """Words whose first old die is this one, which begins a run."""
    cdef Opening *opening = new_opening(s, line)
    cdef int held = line.held[first]
    opening.first = first
    opening.low = line.place[first - 1] + 2 if first else -NEVER
    opening.room = line.place[held] - opening.low - (held - first)
    opening.swap = swap
    opening.put = put
    opening.swapped = swapped


cdef void open_bare(Search *s, Line *line) noexcept nogil:
    """The first word of all, in this line."""
    cdef Opening *opening = new_opening(s, line)
    opening.first = 0
    opening.beside = MARGIN


cdef void open_line(Search *s, Line *line, int low, int high) noexcept nogil:
    """The builds of a line."""
    cdef int place, before = -NEVER, die = 0
    cdef Opening *opening
    for place in range(low - 1, high + 2):
        if die < line.dice and line.place[die] == place:
            die += 1
            # A word that begins behind this die leaves a cell free.
            before = place + 1
        elif line.fit[place] & BESIDE:
            if place > before and line.place[die] > place + 1:
                if line.fit[place] & ANY:
                    opening = new_opening(s, line)
                    opening.first = die
                    opening.beside = place
                    opening.low = before + 1
                    opening.room = place - before - 1
                before = place
    for die in range(line.dice):
        if line.begins[die]:
            open_run(s, line, die, -1, 0, -1)


cdef inline int opens_with(Opening *opening) noexcept nogil:
    return opening.put if opening.first == opening.swapped else opening.line.letter[opening.first]


cdef void sort_out(Search *s, int *order, int *space) noexcept nogil:
    """The openings by letter, the most room first; there is space for each with every letter."""
    cdef int firsts[MOST + 2]
    cdef int i, room, letter, rank
    cdef Opening *opening
    memset(firsts, 0, sizeof(firsts))
    s.most_room = 0
    for i in range(s.opened):
        s.openings[i].room = min(s.openings[i].room, MOST)
        s.most_room = max(s.most_room, s.openings[i].room)
        firsts[MOST - s.openings[i].room + 1] += 1
    for room in range(MOST + 1):
        firsts[room + 1] += firsts[room]
    for i in range(s.opened):
        room = MOST - s.openings[i].room
        order[firsts[room]] = i
        firsts[room] += 1
    for letter in range(1, 27):
        s.through[letter] = space
        s.aside[letter] = space + s.opened
        space += s.opened
    for rank in range(s.opened):
        opening = &s.openings[order[rank]]
        if opening.beside < 0:
            letter = opens_with(opening)
            s.through[letter][s.through_count[letter]] = order[rank]
            s.through_count[letter] += 1
    for letter in range(1, 27):
        # Behind those that go through a die.
        s.aside[letter] = s.through[letter] + s.through_count[letter]
    for rank in range(s.opened):
        opening = &s.openings[order[rank]]
        if opening.beside >= 0:
            for letter in range(1, 27):
                if s.hand[letter] and opening.line.fit[opening.beside] >> letter & 1:
                    s.aside[letter][s.aside_count[letter]] = order[rank]
                    s.aside_count[letter] += 1


# In and out.


cdef class Memory:
    """A search, and what it has to give back."""

    cdef Search *s
    cdef void *spaces[8]
    cdef int count

    def __cinit__(self):
        self.s = <Search *> malloc(sizeof(Search))
        if self.s == NULL:
            raise MemoryError
        memset(self.s, 0, sizeof(Search))

    cdef void *space(self, size_t size) except NULL:
        cdef void *made = malloc(size if size else 1)
        if made == NULL:
            raise MemoryError
        self.spaces[self.count] = made
        self.count += 1
        return made

    def __dealloc__(self):
        for i in range(self.count):
            free(self.spaces[i])
        if self.s != NULL:
            free(self.s.found.rows)
            free(self.s.found.keys)
            free(self.s.letters)
            free(self.s)


cdef object given_away(void *data, size_t size):
    """Memory as bytes that free themselves."""
    cdef view given
    if size == 0:
        free(data)
        return b""
    given = view(shape=(size,), itemsize=1, format="B", mode="c", allocate_buffer=False)
    given.data = <char *> data
    given.callback_free_data = free
    return given


cdef int coded(str face):
    return ord(face[0]) - 64


cdef void hold(Search *s, tuple hand, tuple barred, left, top, int *bars) except *:
    """The dice of the hand, with their bars; there is space for two numbers for each bar."""
    cdef int letter
    cdef Held *held
    for die, face in hand:
        held = &s.dice[s.held]
        s.held += 1
        held.letter = letter = coded(face)
        held.red = face.endswith("*")
        s.hand[letter] += 1
        s.reds[letter] += held.red
        held.x = bars
        held.y = bars + len(barred)
        for number, x, y in barred:
            if number == die:
                s.tight |= <uint32_t> 1 << letter
                # Cells that no word can reach are no bar.
                if abs(x - left) < SPAN and abs(y - top) < SPAN:
                    held.x[held.bars] = x - left + MARGIN
                    held.y[held.bars] = y - top + MARGIN
                    held.bars += 1
                    bars += 1


cdef void open_swap(Search *s, int x, int y, int swap, int letter) noexcept nogil:
    """The dice added behind a swap, in words across and down that hold the die put in."""
    cdef int across, place, swapped, first, gaps
    cdef Line *line
    for across in range(1, -1, -1):
        line = &s.lines[across][(y if across else x) - MARGIN + 1]
        place = x if across else y
        swapped = 0
        while line.place[swapped] != place:
            swapped += 1
        first = swapped
        gaps = 0
        while gaps < s.held:
            while not line.begins[first]:
                first -= 1
            open_run(s, line, first, swap, letter, swapped)
            if first == 0:
                break
            gaps += line.place[first] - line.place[first - 1] - 1
            first -= 1


def find(const uint32_t[::1] edges, tuple table, tuple hand, tuple barred, bint slurps):
    """All builds, and all slurps if wished: rows (see `finds.ROW`), letters of their words, swaps, number of builds.

    A swap is a die of the table, as its place in `table`, and the letter put in.
    """
    cdef Memory memory = Memory()
    cdef Search *s = memory.s
    cdef int dice = len(table), i, across, letter, wide = MARGIN, high = MARGIN, swap
    cdef uint32_t fit
    cdef size_t builds = 0
    cdef size_t *starts
    cdef void *rows
    cdef int xs[36]
    cdef int ys[36]
    if dice > 36 or len(hand) > 36:
        raise ValueError("there are thirty-six dice")
    s.edges = &edges[0]
    left = min([each[0] for each in table], default=0)
    top = min([each[1] for each in table], default=0)
    for i in range(dice):
        x, y, _, face = table[i]
        if x - left > 35 or y - top > 35:
            raise ValueError("a crossword hangs together")
        xs[i] = x - left + MARGIN
        ys[i] = y - top + MARGIN
        wide = max(wide, xs[i])
        high = max(high, ys[i])
        s.grid[xs[i]][ys[i]] = coded(face)
    hold(s, hand, barred, left, top, <int *> memory.space(2 * len(barred) * sizeof(int)))
    swaps = []
    for across in range(2):
        s.count[across] = (high if across else wide) - MARGIN + 3
        s.lines[across] = <Line *> memory.space(s.count[across] * sizeof(Line))
        for i in range(s.count[across]):
            look_along(s, &s.lines[across][i], across, MARGIN - 1 + i, MARGIN, wide if across else high)
    if slurps:
        for i in range(dice):
            fit = fitting(s, xs[i], ys[i], 1, 0) & fitting(s, xs[i], ys[i], 0, 1)
            swaps += [(i, letter) for letter in range(1, 27) if fit >> letter & 1 and s.hand[letter]]
    s.pulled = <int *> memory.space(len(swaps) * sizeof(int))
    # Each line has fewer runs than cells; and each die has four neighbours.
    s.openings = <Opening *> memory.space((2 * SPAN + 6 * dice + 36 * len(swaps)) * sizeof(Opening))
    for across in range(1, -1, -1):
        for i in range(s.count[across]):
            open_line(s, &s.lines[across][i], MARGIN, wide if across else high)
    for swap in range(len(swaps)):
        i, letter = swaps[swap]
        s.pulled[swap] = 2 if table[i][3].endswith("*") else 1
        swap_alone(s, xs[i], ys[i], swap, letter)
        open_swap(s, xs[i], ys[i], swap, letter)
    sort_out(s, <int *> memory.space(s.opened * sizeof(int)), <int *> memory.space(27 * s.opened * sizeof(int)))
    if dice == 0:
        s.bare = True
        s.most_room = s.held
        for across in range(1, -1, -1):
            open_bare(s, &s.lines[across][1])
    with nogil:
        begin(s, ROOT, 0)
    if s.full:
        raise MemoryError
    rows = malloc((s.found.count + 1) * sizeof(Row))
    if rows == NULL:
        raise MemoryError
    starts = <size_t *> memory.space((2 * s.opened + 3) * sizeof(size_t))
    memset(starts, 0, (2 * s.opened + 3) * sizeof(size_t))
    with nogil:
        put_in_order(&s.found, <Row *> rows, starts)
        while builds < s.found.count and (<Row *> rows)[builds].swap < 0:
            builds += 1
    found = given_away(rows, s.found.count * sizeof(Row))
    letters = (<char *> s.letters)[: s.letters_count] if s.letters_count else b""
    return found, letters, [(die, chr(64 + put)) for die, put in swaps], builds
