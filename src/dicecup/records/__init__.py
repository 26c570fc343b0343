"""Records: a game as a text file that replays without any random generator."""

from dicecup.records.header import Header
from dicecup.records.lines import event_line, read_event
from dicecup.records.replay import replay, standing
from dicecup.records.writer import RecordFile

__all__ = ["Header", "RecordFile", "event_line", "read_event", "replay", "standing"]
