"""`dicecup verify`: fair dice are found fair, any change is named, and what cannot be checked is said."""

import json

import pytest

from dicecup.cli import main
from dicecup.records.played import NoStep, NotYet, Played
from dicecup.table import wire
from tests.table.rooms import World


@pytest.fixture(scope="module")
def played():
    return Played(World("bratzy", "hbh", seed=5).play_out().log)


@pytest.fixture
def verify(tmp_path, capsys):
    def run(text: str, *more: str) -> tuple[int, str, str]:
        file = tmp_path / "game.jsonl"
        file.write_text(text, encoding="utf-8")
        status = main(["verify", str(file), *more])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_the_dice_of_a_finished_game_are_found_fair(played, verify):
    status, out, err = verify(played.record())
    assert (status, err) == (0, "")
    rolls = len(played.dice().rolls)
    assert out == f"Fair: the secret is the one that was promised, and all {rolls} rolls follow from it.\n"
    status, out, _ = verify(played.record(), "--json")
    verdict = json.loads(out)
    assert verdict == {
        "fair": True,
        "promise_kept": True,
        "rolls": rolls,
        "wrong": [],
        "over": True,
        "lots_kept": None,
    }


def test_the_order_of_the_seats_follows_from_the_secret_where_lots_were_drawn(verify):
    world = World("bratzy", "hhbb", seed=2, by_lot=True)
    lots = world.room.opened.lots
    assert world.room.names == [["Player 1", "Player 2", "Bot 1", "Bot 2"][number] for number in lots]
    record = Played(world.play_out().log).record()
    status, out, _ = verify(record)
    assert status == 0
    assert out.endswith("rolls and the order of the seats follow from it.\n")
    status, out, _ = verify(changed(record, 1, lambda header: header["fair"]["lots"]["order"].reverse()))
    assert status == 1
    assert "NOT in the order" in out


def changed(record: str, line: int, edit) -> str:
    lines = record.splitlines()
    value = json.loads(lines[line - 1])
    edit(value)
    lines[line - 1] = json.dumps(value)
    return "\n".join(lines) + "\n"


def test_a_roll_that_was_changed_is_named_with_what_it_should_be(played, verify):
    record = played.record()
    number, was = next(
        (number, json.loads(line)["roll"])
        for number, line in enumerate(record.splitlines(), start=1)
        if '"roll"' in line and json.loads(record.splitlines()[number])["move"].startswith("score chance")
    )
    other = [was[0] % 6 + 1, *was[1:]]
    status, out, _ = verify(changed(record, number, lambda value: value.update(roll=other)), "--json")
    verdict = json.loads(out)
    assert (status, verdict["fair"], verdict["promise_kept"]) == (1, False, True)
    assert verdict["wrong"][0] == {"line": number, "event": "roll", "expected": was, "got": other}
    status, out, _ = verify(changed(record, number, lambda value: value.update(roll=other)))
    assert f"line {number}: the roll should be {json.dumps(was)}" in out
    assert "Not as promised" in out


def test_another_secret_breaks_the_promise(played, verify):
    record = changed(played.record(), 1, lambda header: header["fair"].update(secret="00" * 32))
    status, out, _ = verify(record)
    assert status == 1
    assert "NOT the one that was promised" in out


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda header: header.pop("fair"), "no fair dice"),
        (lambda header: header["fair"].pop("secret"), "not told yet"),
        (lambda header: header["fair"].update(secret="xyz"), "64 hexadecimal digits"),
        (lambda header: header["fair"].update(nonces=[]), "a nonce for each of 3 seats"),
        (lambda header: header["fair"].update(nonces="x"), "is not as it should be"),
        (lambda header: header.update(fair=[1]), "is not as it should be"),
        (lambda header: header.update(game="chess"), "line 1"),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_sentence(played, verify, edit, says):
    for more in ([], ["--json"]):
        status, out, err = verify(changed(played.record(), 1, edit), *more)
        assert status == 1
        assert says in err
        assert not more or json.loads(out)["error"]


def test_a_record_that_breaks_the_rules_is_named_by_line(played, verify):
    status, _, err = verify(played.record() + '{"seat": 0, "move": "score chance"}\n')
    assert status == 1
    assert "the game is over" in err


def test_a_record_that_was_cut_short_is_fair_as_far_as_it_goes(played, verify):
    status, out, _ = verify("\n".join(played.record().splitlines()[:20]))
    assert status == 0
    assert "ends before the game does" in out


def test_what_was_taken_back_is_not_in_the_record_and_the_dice_are_still_fair(verify):
    world = World("bratzy", "hh", seed=8)
    world.throw()
    for box in ("ones", "twos", "threes"):
        world.move(f"score {box}")
        world.undo(0)
    world.move("score sixes")
    world.play_out()
    played = Played(world.log)
    assert '"score ones"' not in "".join(played.record().splitlines()[:4])
    assert verify(played.record())[0] == 0
    assert len(played.events) + 1 == len(played.record().splitlines())


def test_before_the_end_there_is_no_secret_in_a_record():
    world = World("tossup", "hh")
    world.throw()
    played = Played(world.log)
    secret = world.room.opened.secret
    assert secret
    assert secret not in played.record()
    with pytest.raises(NotYet):
        played.dice()
    with pytest.raises(NotYet):
        Played(World("tossup", "ho").log)
    with pytest.raises(NotYet, match="real dice"):
        Played(World("tossup", "hh", real_dice=True).log).dice()


def test_a_game_can_be_stepped_through_in_any_order():
    world = World("tossup", "hb", seed=2, options={"target": 10}).play_out()
    played = Played(world.log)
    total = played.step(0).steps
    forth = [played.step(number) for number in range(total + 1)]
    back = [played.step(number) for number in range(total, -1, -1)]
    assert forth == back[::-1]
    assert forth[0].words == []
    assert forth[-1].position.view["turn"] == "over"
    assert isinstance(forth[1].position, wire.Position)
    for wrong in (-1, total + 1):
        with pytest.raises(NoStep):
            played.step(wrong)
