"""Games played out for their results."""

from dicecup.simulate.playout import anything, play_out

__all__ = ["anything", "play_out"]
