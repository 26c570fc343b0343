"""What both kernels know: a row of `finds.py` as it lies in memory, and who can serve where."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t


cdef packed struct Row:
    int16_t x
    int16_t y
    uint8_t across
    uint8_t size
    uint8_t dice
    uint8_t shed
    uint32_t word
    int16_t swap
    uint8_t first
    uint8_t pulled
    uint64_t old


cdef inline bint serve(uint64_t *suits, int *owner, int slots, int die, uint64_t *tried) noexcept nogil:
    """Find a slot for a die, if need be by finding others for those that have one."""
    cdef int slot
    for slot in range(slots):
        if suits[die] >> slot & 1 and not tried[0] >> slot & 1:
            tried[0] |= <uint64_t> 1 << slot
            if owner[slot] < 0 or serve(suits, owner, slots, owner[slot], tried):
                owner[slot] = die
                return True
    return False
