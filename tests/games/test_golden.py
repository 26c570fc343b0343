"""Golden records replay for ever, and end as their header expects."""

import io
import json
from pathlib import Path

import pytest

import dicecup
from dicecup.errors import RecordError
from dicecup.records import replay

GAMES = ["alphabet", "bratzy", "ketchup", "pumpkins", "tossup"]
GOLDEN = sorted(file for game in GAMES for file in (dicecup.find(game).folder() / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_golden_record_replays_to_the_end_that_its_header_expects(path: Path):
    with path.open("rb") as stream:
        header, table = replay(stream)
    winners = table.game.winners(table.state)
    assert header.more["expect"] == {
        "turn": table.turn,
        "scores": list(table.game.scores(table.state)),
        "winners": None if winners is None else list(winners),
    }


@pytest.mark.parametrize(
    "needed",
    [
        "ketchup/exactly-57",
        "ketchup/everyone-else-out",
        "ketchup/tie-rolled-off",
        "ketchup/penalty-below-nothing",
        "ketchup/call-and-chase",
        "tossup/last-turns",
        "tossup/tie",
        "pumpkins/the-sheet-alone",
        "bratzy/the-most-there-is",
    ],
)
def test_each_ending_has_its_golden_record(needed):
    game, name = needed.split("/")
    assert (dicecup.find(game).folder() / "golden" / f"{name}.jsonl") in GOLDEN


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_move_given_to_the_wrong_seat_is_noticed_on_its_line(path: Path):
    lines = path.read_bytes().splitlines(keepends=True)
    number = next(number for number, line in enumerate(lines) if b'"seat"' in line)
    event = json.loads(lines[number])
    lines[number] = json.dumps(event | {"seat": event["seat"] + 1}).encode() + b"\n"
    with pytest.raises(RecordError, match="it is the turn of seat") as caught:
        replay(io.BytesIO(b"".join(lines)))
    assert caught.value.line == number + 1
