"""`dicecup serve` as a process: whole games over sockets, killed at any moment, stopped gracefully, asked over HTTP."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.process import NONCE, Person, Process


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Process(tmp_path_factory.mktemp("store") / "tables.db") as process:
        yield process


def dicecup(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dicecup", *words], input=text, check=False, capture_output=True, text=True
    )


# Playing.


@pytest.mark.parametrize("game", ["bratzy", "ketchup", "pumpkins", "tossup", "pig"])
def test_a_whole_game_with_people_and_a_bot_is_played_recorded_and_verified(server, game):
    options = {"tossup": {"target": 30}, "pig": {"target": 30}}.get(game, {})
    new = server.open(game, "hob", options=options)
    code = new["code"]
    guest = Person(server, code, [])
    guest.say({"do": "sit", "key": "sit-of-this-device", "seat": 1, "name": "Ben", "nonce": NONCE[::-1]})
    while (frame := guest.hear())["is"] != "answer":
        guest.take(frame)
    assert frame["token"]
    guest.mine = {1}
    host = Person(server, code, [new["host"], *new["tokens"]])
    players = [threading.Thread(target=person.play) for person in (guest, host)]
    for player in players:
        player.start()
    for player in players:
        player.join(60)
    assert guest.table["phase"] == host.table["phase"] == "over"
    assert guest.told == host.told
    assert sorted(host.told) == list(range(1, host.last + 1))
    record = server.get(f"/api/tables/{code}/record")
    assert host.table["secret"] in record.splitlines()[0]
    told = dicecup("verify", "-", "--json", text=record)
    verdict = json.loads(told.stdout)
    assert (told.returncode, verdict["fair"], verdict["over"]) == (0, True, True)
    dice = server.json(f"/api/tables/{code}/dice")
    assert len(dice["rolls"]) == verdict["rolls"] > 0
    steps = server.json(f"/api/tables/{code}/steps/0")["steps"]
    assert steps == len(record.splitlines()) - 1
    final = server.json(f"/api/tables/{code}/steps/{steps}")
    assert final["position"]["view"]["scores"] == host.position["view"]["scores"]
    for person in (guest, host):
        person.close()


def test_bots_play_alphabet_among_themselves_while_somebody_watches(server):
    new = server.open("alphabet", "bb", "gentle")
    watcher = Person(server, new["code"], [])
    watcher.play()
    assert watcher.table["phase"] == "over"
    assert (watcher.mine, watcher.position["view"]["choices"]) == (set(), [])
    told = dicecup("verify", "-", text=server.get(f"/api/tables/{new['code']}/record"))
    assert told.returncode == 0, told.stderr
    watcher.close()


def test_alphabet_is_dealt_watched_and_judged(server):
    new = server.open("alphabet", "hh")
    ann = Person(server, new["code"], new["tokens"])
    view = ann.position["view"]
    assert [len(hand["dice"]) for hand in view["hands"]] == [18, 18], "thirty-six dice between two"
    ann.say({"do": "judge", "key": "j", "at": ann.last, "seat": 0, "text": "qqqqq"})
    while (frame := ann.hear())["is"] != "answer":
        pass
    assert not frame["ok"]
    assert frame["text"]
    ann.say({"do": "move", "key": "m", "at": ann.last, "seat": 0, "move": "pass"})
    while (frame := ann.hear())["is"] != "answer":
        ann.take(frame)
    assert frame["ok"]
    assert ann.position["undo"] == 0
    ann.close()


def test_a_rematch_is_played_with_the_old_tokens(server):
    new = server.open("tossup", "hb", options={"target": 2})
    ann = Person(server, new["code"], new["tokens"])
    ann.play()
    ann.say({"do": "rematch", "key": "r", "at": ann.last})
    while (frame := ann.hear()).get("key") != "r":
        ann.take(frame)
    again = Person(server, frame["rematch"], new["tokens"])
    assert (again.mine, again.table["phase"]) == ({0}, "playing")
    assert ann.table["rematch"] == frame["rematch"]
    again.play()
    ann.close()
    again.close()


# Killed.


def test_killing_the_server_at_any_moment_loses_nothing_that_anybody_saw(tmp_path):
    store, rng = tmp_path / "tables.db", Random(7)
    seen: dict[int, object] = {}
    acknowledged = 0
    new: Any = None
    for _ in range(4):
        with Process(store) as process:
            if new is None:
                new = process.open("tossup", "hhh", options={"target": 10_000})
            people = [Person(process, new["code"], [token], seed=rng.randint(0, 999)) for token in new["tokens"]]
            before = Person(process, new["code"], [])
            assert before.last >= max(seen, default=0), "everything that anybody saw is there"
            assert before.last >= acknowledged
            late = {n: event for n, event in before.told.items() if n in seen}
            assert all(seen[n] == event for n, event in late.items())
            assert not seen or max(seen) in late, "and it is the same"
            enough = before.last + rng.randint(5, 40)
            killer = threading.Timer(rng.uniform(0.0, 0.02), process.kill)
            with suppress(ConnectionClosed, OSError):
                while True:
                    for person in people:
                        person.act()
                        with suppress(TimeoutError):
                            person.take(person.hear(0.002))
                    if killer.ident is None and max(person.last for person in people) >= enough:
                        killer.start()
            killer.join()
            for person in people:
                seen |= person.told
                acknowledged = max(acknowledged, person.last)
    assert acknowledged > 20, "something was played at all"
    with Process(store) as process:
        final = Person(process, new["code"], new["tokens"])
        assert final.last >= acknowledged
        record = process.get(f"/api/tables/{new['code']}/record")
        replayed = dicecup("replay", "-", "--json", text=record)
        assert replayed.returncode == 0
        assert json.loads(replayed.stdout)["scores"] == final.position["view"]["scores"]


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_says_goodbye_and_exits_with_success(tmp_path, with_signal):
    with Process(tmp_path / "tables.db") as process:
        new = process.open("tossup", "hh")
        ann = Person(process, new["code"], new["tokens"])
        assert process.stop(with_signal) == 0
        frames, close = ann.rest()
        assert (frames[-1]["is"], frames[-1]["code"], close) == ("bye", "stopping", 1012)
        out, err = process.end()
        lines = [json.loads(line) for line in err.splitlines()]
        assert [line["event"] for line in lines][-1] == "stopped"
        said = out + err
        assert not any(word in said for word in (new["code"], new["host"], *new["tokens"]))


def test_a_stop_that_is_asked_for_while_the_server_is_loaded_is_heard(tmp_path):
    """As soon as there is a store, and before anybody listens for signals."""
    store = tmp_path / "tables.db"
    command = [sys.executable, "-m", "dicecup", "serve", "--port", "0", "--no-browser", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not store.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert "Traceback" not in err


# HTTP.


def test_the_server_says_that_it_is_well(server):
    health = server.json("/healthz")
    assert health["ok"]
    assert set(health) == {"ok", "version", "tables", "in_memory", "connected"}
    asked = urllib.request.Request(server.address + "/healthz", method="HEAD")
    with urllib.request.urlopen(asked) as answer:
        assert (answer.status, answer.read()) == (200, b"")


def test_the_games_are_shown_with_levels_options_words_and_art(server):
    cards = {card["name"]: card for card in server.json("/api/games")}
    assert set(cards) == {"alphabet", "bratzy", "ketchup", "pumpkins", "tossup", "pig"}
    assert cards["tossup"]["faces"]["G"] == "/art/tossup/face-G.svg"
    assert "<svg" in server.get("/art/tossup/face-G.svg")
    assert "<svg" in server.get(cards["bratzy"]["picture"])
    assert [level["name"] for level in cards["tossup"]["levels"]][:2] == ["simple", "casual"]
    assert (cards["pig"]["picture"], cards["pig"]["faces"], cards["pig"]["usual_level"]) == (None, {}, "simple")
    assert all(card["line"] and card["levels"][0]["title"] for card in cards.values())
    assert cards["ketchup"]["words"]["table.begun"]
    assert "<h1>" in server.json("/api/games/ketchup/rules")["html"]
    assert server.json("/api/games/pig/rules")["html"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/chess/rules", 404),
        ("/art/tossup/../rules.py", 404),
        ("/art/tossup/%2e%2e%2frules.py", 404),
        ("/art/chess/cover.svg", 404),
        ("/assets/%2e%2e/app.py", 404),
        ("/nothing/here", 404),
        ("/%00", 404),
        ("/assets/%00", 404),
        ("/assets/" + "a" * 5000, 404),
        ("/art/tossup/%00.svg", 404),
        ("/api/games/%00/rules", 404),
        ("/api/tables/abcdefghjk/record", 404),
        ("/api/tables/x/steps/1", 404),
        ("/api/tables/abcdefghjk/qr.svg", 404),
        ("/api/tables/abcdefghjk/steps/one", 404),
        ("/api/tables", 405),
    ],
)
def test_what_is_not_there_is_answered_with_a_code(server, path, status):
    with pytest.raises(urllib.error.HTTPError) as error:
        server.get(path)
    assert error.value.code == status
    assert set(json.load(error.value)) == {"code", "text"}


def test_a_wrong_method_is_told_the_right_one(server):
    with pytest.raises(urllib.error.HTTPError) as error:
        server.get("/api/tables")
    assert error.value.headers["allow"] == "POST"


def test_what_changes_is_kept_by_nobody(server):
    new = server.open("tossup", "hb")
    for path in ("/healthz", f"/api/tables/{new['code']}/record", f"/api/tables/{new['code']}/steps/0"):
        with urllib.request.urlopen(server.address + path) as answer:
            assert answer.headers["cache-control"] == "no-store"


def test_before_the_end_there_is_no_secret_to_be_had(server):
    new = server.open("tossup", "hb")
    with pytest.raises(urllib.error.HTTPError) as error:
        server.get(f"/api/tables/{new['code']}/dice")
    assert (error.value.code, json.load(error.value)["code"]) == (409, "not-yet")
    assert '"secret"' not in server.get(f"/api/tables/{new['code']}/record")
    waiting = server.open("tossup", "ho")
    with pytest.raises(urllib.error.HTTPError) as error:
        server.get(f"/api/tables/{waiting['code']}/record")
    assert error.value.code == 409


def test_tables_are_listed_by_code_and_unknown_ones_left_out(server):
    new = server.open("tossup", "ho")
    status, listed = server.post("/api/tables/list", {"codes": [new["code"].upper(), "abcdefghjk", "?"]})
    assert status == 200
    (card,) = listed
    assert (card["code"], card["phase"], card["turn"], card["names"]) == (
        new["code"],
        "waiting",
        None,
        ["Player 1", ""],
    )
    assert server.post("/api/tables/list", {"codes": ["x"] * 101})[0] == 413


@pytest.mark.parametrize("path", ["/nowhere", "/rules", "/t/abcdefghjk/xyz", "/nothing/here", "/new/"])
def test_a_browser_that_is_lost_gets_the_page_and_a_program_a_code(server, path):
    for accept, kind in (("text/html,*/*;q=0.8", "text/html"), ("*/*", "application/json")):
        request = urllib.request.Request(server.address + path, headers={"Accept": accept})
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(request, timeout=10)
        assert error.value.code == 404
        assert error.value.headers.get_content_type() == kind


def test_a_list_says_who_is_waited_for_and_whose_seats_that_are(server):
    new = server.open("bratzy", "hh")  # whose turns begin with a roll
    code, (first, second) = new["code"], new["tokens"]

    def listed(*tokens):
        _, (card,) = server.post("/api/tables/list", {"codes": [code], "tokens": {code: tokens}})
        return card["turn"], card["mover"], card["yours"]

    assert listed() == ("chance", 0, [])
    assert listed(second) == ("chance", 0, [1])
    assert listed("nobody's", second, first) == ("chance", 0, [0, 1])


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown-game"),
        ({"seats": []}, 400, "bad-seats"),
        ({"seats": [{"kind": "here"}] * 99}, 400, "bad-seats"),
        ({"nonce": "short"}, 400, "bad-nonce"),
        ({"options": {"target": -1}}, 400, "bad-option"),
        ({"options": {"tempo": 1}}, 400, "bad-option"),
        ({"seats": [{"kind": "here", "name": "x" * 99}, {"kind": "bot"}]}, 400, "bad-name"),
        ({"seats": [{"kind": "here"}, {"kind": "bot", "level": "godlike"}]}, 400, "bad-level"),
        ({"seats": [{"kind": "ghost"}]}, 400, "malformed"),
        ({"more": 1}, 400, "malformed"),
        ({"options": {"x": "y" * 20_000}}, 413, "too-big"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_with_a_code(server, wish, status, code):
    whole = {"game": "tossup", "seats": [{"kind": "here"}, {"kind": "bot"}], "nonce": NONCE} | wish
    got, answer = server.post("/api/tables", whole)
    assert (got, answer["code"]) == (status, code)
    assert len(answer["text"]) < 500


def test_requests_that_another_site_could_send_are_refused(server):
    whole = {"game": "tossup", "seats": [{"kind": "here"}, {"kind": "bot"}], "nonce": NONCE}
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert server.post("/api/tables", json.dumps(whole).encode(), kind)[0] == 400
    assert server.post("/api/tables", b"\xff{")[1]["code"] == "malformed"


def test_every_answer_bears_strict_headers(server):
    for path in ("/healthz", "/api/games", "/"):
        try:
            answer = urllib.request.urlopen(server.address + path)
        except urllib.error.HTTPError as error:
            answer = error  # the page may not be built
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;")
        assert "unsafe" not in policy
        assert "http://" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        assert "http://" not in answer.read().decode().replace("http://www.w3.org", "")


def test_the_http_part_is_described(server):
    described = server.json("/api/openapi.json")
    assert {"/api/games", "/api/tables", "/api/tables/{code}/steps/{n}", "/healthz"} <= set(described["paths"])
    opening = described["paths"]["/api/tables"]["post"]
    assert opening["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/OpenTable"}
    assert {"OpenTable", "GameCard", "Step", "Fault"} <= set(described["components"]["schemas"])
    about = described["paths"]["/api/tables/{code}/record"]["get"]["responses"]
    assert set(about) == {"200", "4XX"}
    assert set(about["200"]["content"]) == {"application/jsonl"}
    with pytest.raises(urllib.error.HTTPError):
        server.get("/docs")


def test_the_link_is_drawn_for_the_address_one_came_by(server):
    new = server.open("tossup", "ho")
    drawing = server.get(f"/api/tables/{new['code']}/qr.svg")
    assert drawing.startswith("<svg")
    assert "<path" in drawing
    assert "script" not in drawing


# Sockets.


def test_pages_of_other_sites_cannot_open_a_socket(server):
    new = server.open("tossup", "hh")
    address = f"{server.address.replace('http', 'ws')}/ws/{new['code']}"
    with pytest.raises(InvalidStatus):
        connect(address, origin=Origin("https://evil.example")).__enter__()
    with connect(address, origin=Origin(server.address)):
        pass


def test_a_socket_to_no_table_is_told_so(server):
    with connect(f"{server.address.replace('http', 'ws')}/ws/abcdefghjk") as socket:
        assert json.loads(socket.recv())["code"] == "no-table"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_hostile_frames_over_a_real_socket_harm_nobody(server):
    new = server.open("tossup", "hh")
    ann = Person(server, new["code"], new["tokens"])
    other = Person(server, new["code"], [])
    hostile: list[tuple[str | bytes, str]] = [
        (b"\x00\x01", "malformed"),
        ("[" * 12_000, "malformed"),
        ("é" * 8_000, "malformed"),
        ("é" * 9_000, "too-big"),  # it is bytes that are counted
        ("x" * 500_000, "too-big"),
        ('{"do":"move"}', "malformed"),
    ]
    for said, code in hostile:
        ann.socket.send(said)
        while (frame := ann.hear())["is"] != "answer":
            pass
        assert (frame["ok"], frame["code"]) == (False, code)
    ann.socket.send("x" * 3_000_000)
    assert ann.rest()[1] == 1009
    again = Person(server, new["code"], new["tokens"], last=ann.last)
    assert again.last == other.last, "nothing happened"
    again.act()
    while again.waits:
        again.take(again.hear())
    other.close()
    again.close()


# Starting.


def test_two_servers_on_one_store_are_refused(tmp_path):
    with Process(tmp_path / "tables.db") as process:
        second = dicecup("serve", "--port", "0", "--no-browser", "--store", str(tmp_path / "tables.db"))
        assert second.returncode == 1
        assert "another dicecup server" in second.stderr
        assert process.json("/healthz")["ok"]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--store", "postgresql://db/x"], 1, "expected a path or sqlite:///PATH"),
        (["--store", "mysql://db/x"], 1, "expected a path or sqlite:///PATH"),
        (["--port", "99999"], 2, "expected a port"),
        (["--pace", "-1"], 2, "expected a number of seconds"),
        (["--bots", "0"], 2, "expected a number from 1"),
        (["--host", "256.1.1.1"], 1, "cannot listen on 256.1.1.1"),
    ],
)
def test_wrong_usage_gets_one_clear_message(words, status, says):
    ran = dicecup("serve", "--no-browser", "--port", "0", *words)
    assert ran.returncode == status
    assert says in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_taken_port_that_was_asked_for_is_named(server):
    port = server.address.rpartition(":")[2]
    ran = dicecup("serve", "--no-browser", "--port", port)
    assert ran.returncode == 1
    assert f"port {port} is taken" in ran.stderr


def test_a_damaged_store_is_named_and_left_alone(tmp_path):
    file = tmp_path / "tables.db"
    file.write_bytes(b"this is no database, but somebody's diary" * 100)
    before = file.read_bytes()
    ran = dicecup("serve", "--no-browser", "--port", "0", "--store", str(file))
    assert ran.returncode == 1
    assert "damaged or not a database" in ran.stderr
    assert file.read_bytes() == before


def test_a_bot_whose_process_dies_is_replaced_and_the_table_goes_on(tmp_path):
    with Process(tmp_path / "tables.db", "--bots", "1") as process:
        new = process.open("tossup", "hb", options={"target": 40})
        ann = Person(process, new["code"], new["tokens"])
        stop = threading.Event()

        def murder() -> None:
            while not stop.wait(0.3):
                listed = subprocess.run(
                    ["ps", "--ppid", str(process.process.pid), "-o", "pid="],
                    check=False,
                    capture_output=True,
                    text=True,
                )
                for pid in listed.stdout.split():
                    subprocess.run(["kill", "-9", pid], check=False, capture_output=True)

        murderer = threading.Thread(target=murder)
        murderer.start()
        began = time.monotonic()
        ann.play()
        stop.set()
        murderer.join()
        assert time.monotonic() - began < 60
        assert ann.table["phase"] == "over"


def test_what_is_stored_is_one_row_an_entry_and_nothing_in_clear(tmp_path):
    file = tmp_path / "tables.db"
    with Process(file) as process:
        new = process.open("pumpkins", "hb")
        ann = Person(process, new["code"], new["tokens"])
        ann.play()
        assert process.stop() == 0
    rows = sqlite3.connect(file).execute("SELECT n, line FROM entry ORDER BY n").fetchall()
    assert [n for n, _ in rows] == list(range(1, ann.last + 1))
    text = b"".join(line for _, line in rows).decode()
    assert not any(token in text for token in (new["host"], *new["tokens"]))


def test_the_dice_are_promised_before_the_nonce_is_told_and_a_promise_is_kept_once(server):
    status, promise = server.post("/api/promises", {})
    assert status == 201
    wish = {"game": "tossup", "seats": [{"kind": "here"}, {"kind": "bot"}], "nonce": NONCE, "promise": promise["code"]}
    _, new = server.post("/api/tables", wish)
    assert new["code"] == promise["code"]
    assert Person(server, new["code"], new["tokens"]).table["commitment"] == promise["commitment"]
    assert server.post("/api/tables", wish)[1]["code"] == "no-promise"
