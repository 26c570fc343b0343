"""What the page computes by itself, beside the Python that says what is right."""

import json
import re
import subprocess
from random import Random

import pytest

import dicecup
from dicecup.chance import Chance, Deal, HandsRoll, Roll
from dicecup.dice import D6, Die
from dicecup.game import CHANCE, OVER
from dicecup.messages import load
from dicecup.table.fair import FairDice, commitment, described
from tests.page.test_build import ROOT
from tools.node import Unavailable, find

GAMES = ["alphabet", "bratzy", "ketchup", "pig", "pumpkins", "tossup"]

# Reads calls as JSON, [module, function, arguments]; writes what they give. Vite makes JavaScript of the source.
SCRIPT = """
import { createServer } from "vite";
const vite = await createServer({
  configFile: false,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const calls = JSON.parse(await new Response(process.stdin).text());
const results = [];
for (const [file, name, args] of calls) {
  const module = await vite.ssrLoadModule(`/src/lib/${file}.ts`);
  results.push(await (name === "again" ? (await module.FairDice.of(args[0])).again(args[1]) : module[name](...args)));
}
console.log(JSON.stringify(results));
await vite.close();
"""


def page_gives(calls):
    try:
        node = find(print)
    except Unavailable as error:
        pytest.skip(str(error))
    ran = subprocess.run(
        [*node.node, "--input-type=module", "-e", SCRIPT],
        input=json.dumps(calls),
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def messages_of(value):
    """All messages in plain data."""
    if isinstance(value, dict):
        if set(value) == {"say", "params"}:
            yield value
        for each in value.values():
            yield from messages_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from messages_of(each)


def said_in_a_game(name):
    """Every different message of some moves of a game, its views and what is told of it."""
    game, rng = dicecup.find(name)(), Random(name)
    found = {}
    for _ in range(2):
        state = game.start(game.seats[0])
        for _ in range(8 if name == "alphabet" else 120):  # whose moves are many, and take their time
            if (turn := game.turn(state)) == OVER:
                break
            at_chance = turn == CHANCE
            act = game.roll(state).throw(rng) if at_chance else rng.choice(list(game.moves(state))[:40])
            after = game.land(state, act) if at_chance else game.play(state, act)
            view = game.view(state, turn if isinstance(turn, int) else None)
            for message in messages_of(json.loads(json.dumps([view, game.tell(state, act, after)]))):
                found[json.dumps(message, sort_keys=True)] = message
            state = after
    return list(found.values())


def test_messages_read_alike_in_the_browser_and_in_python():
    names = ["Ann", "Ben", "Cleo", "Dan"]
    calls, expected = [], []
    for name in GAMES:
        catalogue = load(dicecup.find(name).folder())
        odd = [
            {"say": "no such key {who:seat}", "params": {"who": [0, 1]}},
            {"say": "points", "params": {"points": -1}},
        ]
        for message in said_in_a_game(name) + odd:
            calls.append(["words", "text", [dict(catalogue.texts), message, names]])
            expected.append(catalogue.text(message, names))
    assert len(calls) > 200
    assert page_gives(calls) == expected


def test_dice_are_made_alike_in_the_browser_and_in_python():
    rng = Random(5)
    calls, expected = [], []
    for at in range(12):
        secret, nonces = rng.randbytes(32), [rng.randbytes(8).hex(), "", rng.randbytes(16).hex()]
        fair = FairDice("k7m2p9xw4d", secret, nonces)
        letters: dict[int, Die] = {number: ("A", "B", "Qu", "E*")[: 1 + number % 4] for number in range(1, 20)}
        requests: list[Chance] = [
            Roll((D6,) * 5),
            Deal(3, 6, tuple(range(1, 20))),
            HandsRoll(letters, ((2, 5), (), (7, 9, 11))),
        ]
        request, place = requests[at % 3], (rng.randrange(99), rng.randrange(9))
        faces = fair.throw(request, place)
        check = described(at, request, place, faces)
        game = {"id": "k7m2p9xw4d", "secret": secret.hex(), "nonces": nonces, "commitment": "", "rolls": []}
        plain = {name: getattr(check, name) for name in ("n", "event", "turn", "roll", "dice", "hands", "faces")}
        calls += [["fair", "again", [game, plain]], ["fair", "commitment", ["k7m2p9xw4d", secret.hex()]]]
        expected += [json.loads(json.dumps(faces)), commitment("k7m2p9xw4d", secret)]
    assert page_gives(calls) == expected


def test_what_somebody_types_is_read():
    words = {"face.G": "green", "face.R": "red"}
    gave = page_gives(
        [
            ["typed", "readFaces", ["335 6", [1, 2, 3, 4, 5, 6], {}]],
            ["typed", "readFaces", ["gg, Red green", ["G", "Y", "R"], words]],
            ["typed", "readFaces", ["qu e*E", ["E", "E*", "Qu"], {}]],
            ["typed", "readFaces", ["7", [1, 2], {}]],
            ["code", "readCode", ["http://127.0.0.1:8000/t/k7m2p9xw4d/dice?x"]],
            ["code", "readCode", [" K7M2P-9XW4D "]],
            ["code", "readCode", ["k7m2p9xw4l"]],
            ["code", "readCode", ["k7m2p"]],
        ]
    )
    assert gave[:3] == [{"faces": [3, 3, 5, 6]}, {"faces": ["G", "G", "R", "G"]}, {"faces": ["Qu", "E*", "E"]}]
    assert re.search("no “7” on these dice", gave[3]["wrong"])
    assert gave[4:] == ["k7m2p9xw4d", "k7m2p9xw4d", None, None]


def die(number, face, mark="rolled"):
    return {"number": number, "face": face, "mark": mark}


def test_the_tray_shows_what_fell_and_what_lies_still():
    def lying(dice, shown, before=(), fresh=True):
        return ["tray", "lying", [{"view": {"dice": dice}, "shown": shown}, list(before), fresh]]

    kept = [{**die(n, face), "fell": False} for n, face in enumerate([5, 2, 5, 1, 3], start=1)]
    rolled = [die(1, 5), die(2, 6), die(3, 5), die(4, 6), die(5, 3)]
    lights = [die(1, "G", "aside"), die(2, "G", "aside"), die(3, None, "waiting"), die(4, None, "waiting")]
    unrolled = [die(1, None, "waiting"), die(2, None, "waiting")]
    gave = page_gives(
        [
            lying([], [4]),
            lying([], [["A"], ["B"]]),
            lying(rolled, [6, 6], kept),
            lying(lights, ["Y", "G", "R"]),
            lying(unrolled, [2, 2, 3], kept, False),
        ]
    )
    shown = [[(each["face"], each["fell"]) for each in dice] for dice in gave]
    assert shown[:2] == [[(4, True)], []]
    assert shown[2] == [(5, False), (6, True), (5, False), (6, True), (3, False)]
    assert shown[3] == [("G", False), ("G", True), ("Y", True), ("R", True)]
    assert gave[4] == kept
