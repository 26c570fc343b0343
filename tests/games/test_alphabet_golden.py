"""Alphabet's golden records hold what their names claim, under the word list that is built with dicecup."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dicecup.game import OVER
from dicecup.games.alphabet import Alphabet
from dicecup.games.alphabet.notation import Build, Slurp
from dicecup.games.alphabet.rules import Position
from dicecup.records import replay
from dicecup.table import Table

FOLDER = Alphabet.folder() / "golden"


class Played(NamedTuple):
    """A move of a record, with the positions before and after it."""

    before: Position
    move: Any
    after: Position


def played(name: str) -> tuple[list[Played], Table]:
    """All moves of a record, and the table at its end."""
    moves: list[Played] = []
    last: list[Position] = []

    def note(_: int, table: Table) -> None:
        if last and table._last is not None and last[-1].due == "move":
            moves.append(Played(*table._last))
        last.append(table.state)

    with (FOLDER / f"{name}.jsonl").open("rb") as stream:
        _, table = replay(stream, note)
    return moves, table


def outs(moves: list[Played]) -> list[int]:
    """The seats that ran out of dice, in order."""
    return [each.before.seat for each in moves if not each.after.hands[each.before.seat] and each.after.due == "move"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_record_names_the_built_word_list(path: Path):
    _, table = played(path.stem)
    assert table.game.header() == {"words": "scowl-70.1"}


def test_a_fed_player_plays_on_and_wins():
    moves, table = played("fed-player-plays-on")
    fed = next(each for each in moves if isinstance(each.move, Slurp) and not each.before.hands[each.move.to])
    later = [each for each in moves if each.before.seat == fed.move.to and isinstance(each.move, Build)][-1]
    assert later.before.barred
    assert outs(moves) == [fed.move.to, fed.move.to]
    assert table.state.servings[0][fed.move.to] == 0


def test_a_second_player_out_while_scraping_loses_with_nothing_left():
    moves, table = played("second-player-out-while-scraping-loses")
    assert outs(moves) == [0, 1]
    assert table.state.servings[0][:2] == (0, 1)


def test_a_second_player_out_wins_when_the_first_is_fed():
    moves, table = played("second-player-out-wins-when-the-first-is-fed")
    assert outs(moves) == [0, 1]
    assert table.state.servings[0][:2] == (2, 0)


def test_a_reheat_changes_the_letters_and_keeps_the_dice():
    moves, _ = played("reheat")
    before = next(each.after for each in moves if each.after.due == "reheat")
    after = next(each.before for each in moves if each.before.reheats)
    assert [[die for die, _ in hand] for hand in before.hands] == [[die for die, _ in hand] for hand in after.hands]
    assert before.hands != after.hands


def test_the_limit_of_reheats_ends_a_serving_without_a_winner():
    moves, table = played("reheat-limit-ends-a-serving")
    assert sum(each.after.due == "reheat" for each in moves) == 1
    assert 0 not in table.state.servings[0]


def test_the_souper_serving_counts_dice_twice_and_two_at_least():
    _, table = played("souper-serving-counts-dice-twice")
    state = table.state
    assert table.turn == OVER
    assert state.servings[3][:2] == (0, 2)
    assert all(score % 2 == 0 for score in state.servings[3])
    assert table.game.winners(state) == (0,)


def test_souper_double_all_counts_the_one_for_losing_twice():
    _, table = played("souper-double-all")
    points = [sum(2 if face.endswith("*") else 1 for _, face in hand) for hand in table.state.hands]
    assert list(table.state.servings[3]) == [2 * (each + 1) for each in points]


def test_letters_in_the_middle_push_to_both_sides():
    moves, _ = played("middle-insertion-pushes")
    texts = [str(each.move) for each in moves]
    assert "build 0,0 across (C)H(AT)" in texts
    assert "build -1,0 across (CHA)R(T)" in texts


def test_several_builds_make_a_turn_that_done_or_the_last_die_ends():
    moves, _ = played("several-builds-in-a-turn")
    assert [each.before.seat for each in moves if isinstance(each.move, Build)] == [0, 0, 0, 1]
    assert moves[-1].move == "done"
    assert outs(moves) == [0]


def test_a_whole_game_has_four_servings_slurps_and_a_winner():
    moves, table = played("four-servings")
    assert table.over
    assert len(table.state.servings) == 4
    assert sum(isinstance(each.move, Slurp) for each in moves) >= 4
    assert table.game.winners(table.state)
