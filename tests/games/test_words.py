"""Word lists: A10 (which words there are) and H23 (lists are named)."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.errors import WordsMissing
from dicecup.games.alphabet import words as module
from dicecup.games.alphabet.wordlist import at_build, choose, graph
from dicecup.games.alphabet.words import ALWAYS, COMMON, DEFAULT, Words, installed, load, register

EVERYTHING = "scowl-70.1-all"

word_sets = st.sets(st.text("ABCZ", min_size=1, max_size=6), max_size=40)
any_text = st.text(st.sampled_from("ABCZabcß*É 1"), max_size=7)


@pytest.fixture(autouse=True)
def no_list_outlives_its_test(monkeypatch):
    monkeypatch.setattr(module, "_registered", {})


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """An empty folder of lists, and nothing loaded yet."""
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    monkeypatch.setattr(module, "_loaded", {})
    return tmp_path


def walk(words: Words, text: str) -> int:
    node = words.root
    for letter in text:
        node = words.step(node, letter)
    return node


# The graph against the plain set it stands for.


@given(word_sets, any_text)
def test_the_graph_holds_its_words_and_no_other(chosen, text):
    words = register("any", chosen)
    assert list(words) == sorted(chosen | {ALWAYS})
    assert len(words) == len(chosen | {ALWAYS})
    assert all(word in words for word in chosen)
    assert (text in words) == (text in chosen | {ALWAYS})


@given(word_sets)
def test_a_place_in_the_graph_is_the_beginning_of_a_word(chosen):
    words = register("any", chosen)
    beginnings = {word[:end] for word in chosen | {ALWAYS} for end in range(len(word) + 1)}
    for beginning in beginnings:
        for letter in "ABCDMZ":
            assert bool(walk(words, beginning + letter)) == (beginning + letter in beginnings)
    for beginning in beginnings - {""}:
        assert words.final(walk(words, beginning)) == (beginning in chosen | {ALWAYS})
    assert not words.final(words.root)


@given(word_sets)
def test_no_smaller_graph_has_the_same_words(chosen):
    """Two places that go on alike are one: there are as many sets of edges as there are different ways to go on."""
    edges = graph.build(chosen)
    starts = {edge >> graph.SHIFT for edge in edges} - {0}
    prefixes = {word[:end] for word in chosen for end in range(len(word) + 1)}
    endings = {frozenset(word[len(p) :] for word in chosen if word.startswith(p) and word != p) for p in prefixes}
    assert len(starts) == len(endings - {frozenset()})


@given(st.lists(st.text("ABC", min_size=1, max_size=5)))
def test_the_same_words_in_any_order_give_the_same_graph(chosen):
    assert graph.build(chosen) == graph.build(reversed(chosen)) == graph.build(chosen + chosen)


def test_nothing_follows_nothing():
    words = register("small", ["A"])
    assert words.step(0, "A") == 0
    assert not words.final(0)


@pytest.mark.parametrize("letter", ["", "a", "É", "AB", "*", "\0", "@", "["])
def test_what_is_not_one_capital_letter_leads_nowhere(letter):
    words = register("small", ["A", "AB", "Z"])
    assert words.step(words.root, letter) == 0


@pytest.mark.parametrize("thing", [None, 7, b"SOUP", ("S", "O"), "", "soup", "Soup", "S*", "SOUP\n", "Ｓ", "A" * 10**6])
def test_what_is_not_a_text_in_capitals_is_not_a_word(thing):
    assert thing not in register("small", ["SOUP", "S"])


@pytest.mark.parametrize("word", ["", "soup", "E*", "CAFÉ", "A B", "ẞ"])
def test_a_list_of_other_signs_than_letters_is_refused(word):
    with pytest.raises(ValueError, match="A–Z"):
        register("bad", [word])


# Files.


def test_a_written_list_is_read_as_it_was(lists):
    head = graph.write(lists / "tiny.dawg", "tiny", ["A", "AB", "SOUP"])
    assert head == graph.header(lists / "tiny.dawg") == graph.Header("tiny", 3, head.edges, 4)
    words = load("tiny")
    assert (list(words), len(words), words.name, words.longest) == (["A", "AB", "SOUP"], 3, "tiny", 4)
    assert load("tiny") is words


def test_the_same_words_give_the_same_bytes(lists):
    for name in ("one", "two"):
        graph.write(lists / name, "tiny", {"SOUP", "SOUR", "NOODLE"})
    assert (lists / "one").read_bytes() == (lists / "two").read_bytes()
    assert {path.name for path in lists.iterdir()} == {"one", "two"}


def test_the_file_is_little_endian_behind_a_header_of_128_bytes(lists):
    graph.write(lists / "ab.dawg", "ab", ["AB"])
    body = (lists / "ab.dawg").read_bytes()[128:]
    b, a = 2 | graph.FINAL | graph.LAST, 1 | graph.LAST | 2 << graph.SHIFT
    expected = [graph.LAST, graph.LAST | 3 << graph.SHIFT, b, a]
    assert body == b"".join(edge.to_bytes(4, "little") for edge in expected)


def test_a_list_is_found_damaged_whichever_byte_is_wrong(lists):
    path = lists / "tiny.dawg"
    graph.write(path, "tiny", ["A", "AB"])
    good = path.read_bytes()
    for at in range(len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(WordsMissing, match="make words"):
            load("tiny")
    path.write_bytes(good)
    assert "AB" in load("tiny")


@pytest.mark.parametrize(
    "change", [lambda b: b"", lambda b: b[:7], lambda b: b[:128], lambda b: b[:-1], lambda b: b + b"\0"]
)
def test_a_list_that_was_cut_or_added_to_is_noticed(lists, change):
    path = lists / "tiny.dawg"
    graph.write(path, "tiny", ["A", "AB"])
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(WordsMissing, match=r"'tiny' cannot be used.*make words"):
        load("tiny")


def test_a_foreign_file_is_noticed(lists):
    (lists / "tiny.dawg").write_text("SOUP\n" * 100)
    with pytest.raises(WordsMissing, match="not a word list"):
        load("tiny")


def test_a_list_under_another_ones_name_is_noticed(lists):
    graph.write(lists / "tiny.dawg", "large", ["A"])
    with pytest.raises(WordsMissing, match="it is the list 'large'"):
        load("tiny")


# Names.


def test_a_missing_list_is_named_with_those_there_are(lists):
    """H23."""
    graph.write(lists / f"{DEFAULT}.dawg", DEFAULT, ["SOUP"])
    register("mine", [])
    with pytest.raises(WordsMissing, match=rf"no word list 'klingon'; installed: mine, {re.escape(DEFAULT)}$"):
        load("klingon")


def test_where_no_list_is_installed_the_error_says_what_to_do(lists):
    with pytest.raises(WordsMissing, match=r"no list is installed; .*`make words`"):
        load(DEFAULT)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../tiny", "lists/tiny", "/etc/passwd", "tiny\0", "tiny.dawg", "*", "TINY", "x" * 10**6, "\ud800"],
)
def test_a_name_is_looked_up_and_never_a_path(lists, name):
    graph.write(lists / "tiny.dawg", "tiny", ["A"])
    with pytest.raises(WordsMissing) as caught:
        load(name)
    assert len(str(caught.value)) < 300


def test_an_installed_list_does_not_change(lists):
    graph.write(lists / "tiny.dawg", "tiny", ["A"])
    with pytest.raises(ValueError, match="installed word list"):
        register("tiny", ["B"])


def test_a_registered_list_can_be_loaded(lists):
    assert load(register("mine", ["SOUP"]).name) is load("mine")
    assert installed() == ["mine"]


def test_mmgood_is_always_a_word():
    """A10."""
    assert "MMGOOD" in register("nothing else", [])
    assert "MMGOOD" in load(DEFAULT)
    assert "MMGOOD" in load(EVERYTHING)


# The lists that come with dicecup.


def test_all_lists_are_installed():
    assert {*choose.LISTS} == {DEFAULT, EVERYTHING, COMMON} <= set(installed())
    assert len(load(DEFAULT)) > 110_000


def test_the_default_list_is_the_whole_one_without_the_worst_words():
    default, everything = set(load(DEFAULT)), set(load(EVERYTHING))
    assert default < everything
    assert len(everything - default) < 400
    assert "CUNT" in everything - default


def test_no_plural_of_a_word_that_is_left_out_is_kept():
    default, everything = set(load(DEFAULT)), set(load(EVERYTHING))
    for word in everything - default - {"HOS"}:  # a plural, of which HOSES is none
        assert default.isdisjoint(plural.upper() for plural in choose.plurals(word.lower()))
    assert default.isdisjoint("CUNTS FAGGOTS SHIT SHITS SISSIES DAGOES JACKASSES".split())
    assert default >= set("ASSESS SPICES SPITES PUDDINGS".split())


def test_common_words_are_words_that_most_people_know():
    common = load(COMMON)
    assert set(common) < set(load(DEFAULT))
    assert all(word in common for word in "AT SOUP NOODLE ALPHABET BREAD QUEEN RHYTHM".split())
    assert not any(word in common for word in "QI ZA CWM CRWTH AQUAVIT XU UT TSK".split())


def test_every_word_obeys_the_rule():
    """A10."""
    for word in load(EVERYTHING):
        assert choose.is_word(word.lower()) or word == ALWAYS


@pytest.mark.parametrize("junk", "B CS GS KB LX MB SS CSC CSCH DKL HHD AEQ EMFS KCAL OK JEW TASSIES".split())
def test_symbols_abbreviations_and_names_are_not_words(junk):
    """A10."""
    assert junk not in load(EVERYTHING)


@pytest.mark.parametrize("word", "AT QI SH BRR HMM NTH CWM COLOUR COLOR SOUP NOODLE ALPHABET SLURP QUIZ RHYTHM".split())
def test_plain_words_are_words(word):
    assert word in load(DEFAULT)


def test_words_of_two_letters_are_those_we_listed():
    assert {word.lower() for word in load(EVERYTHING) if len(word) == 2} <= choose.TWO
    assert {word.lower() for word in load(EVERYTHING) if not set(word) & set("AEIOUY")} <= choose.HUSHED


def test_no_list_of_words_is_kept_in_the_repository():
    ignored = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    assert "*.dawg" in ignored


# How they are made.


def test_a_list_is_chosen_by_the_rule():
    """A10."""
    entries = ["soup", "OK", "don't", "café", "a", "at", "kb", "brr", "csc", "aeq", "x" * 37, "ab" * 19]
    entries += ["crap", "craps", "crapes"]
    sizes = {entry: 50 if entry == "brr" else 35 for entry in entries}
    default, everything, common = choose.lists(sizes, {"crap", "not there"}).values()
    assert default == {"SOUP", "AT", "BRR", "CRAPES", "MMGOOD"}
    assert everything == default | {"CRAP", "CRAPS"}
    assert common == default - {"BRR"}


def test_lists_that_cannot_be_made_are_said_in_one_line(tmp_path, monkeypatch, capsys):
    def no_network(folder):
        raise at_build.Unavailable("no network")

    monkeypatch.setattr(at_build, "LISTS", tmp_path)
    monkeypatch.setattr(at_build, "fetch", no_network)
    assert at_build.main([]) == 3
    assert "word lists: not made: no network. Everything but Alphabet works without" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_lists_are_made_anew_when_their_rule_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(at_build, "LISTS", tmp_path)
    for name in choose.LISTS:
        graph.write(tmp_path / f"{name}.dawg", name, ["SOUP"], at_build.fingerprint())
    assert at_build.main(["--check"]) == 0
    monkeypatch.setattr(at_build, "fingerprint", lambda: b"another" * 4 + b"rule")
    assert at_build.main(["--check"]) == 3


def test_packages_that_are_not_what_was_expected_make_no_list(tmp_path):
    (tmp_path / "cuss").mkdir()
    (tmp_path / "cuss" / "index.js").write_text("export const cuss = {\n  crap: 2,\n}\n")
    with pytest.raises(at_build.Unavailable, match="not what was expected"):
        at_build.source(tmp_path)
