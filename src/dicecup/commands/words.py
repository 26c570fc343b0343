"""`dicecup words`: is this a word, which words do these letters make, which fit a pattern."""

from __future__ import annotations

import argparse
import json
import sys

from dicecup import games
from dicecup.commands.arguments import add_json
from dicecup.errors import OptionError, WordsMissing
from dicecup.lookup import Lookup

__all__ = ["add_arguments", "run"]

MOST = 50
"""So many words are shown if nothing else is said."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check words, or find those that letters make or a pattern allows, longest first."
    parser.epilog = (
        "Qu is one die: --from 'Qu I T' makes QUIT, and its U goes nowhere else. With both --from and --pattern the "
        "letters of the pattern lie there already and the others come from LETTERS. The exit status is 1 where a "
        "word is not in the list, or none is found, or no list is installed; 2 where the question is wrong."
    )
    parser.add_argument("words", nargs="*", metavar="CHECK", help="words to check")
    parser.add_argument("--from", dest="letters", metavar="LETTERS", help="words that can be built of these letters")
    parser.add_argument("--pattern", help="words of this form: ? is any one die, * any number of them (C?T, QU*)")
    parser.add_argument("--limit", type=_limit, default=MOST, metavar="N", help=f"show so many ({MOST}), 0: all")
    parser.add_argument("--list", metavar="NAME", help="another word list than the usual one")
    add_json(parser)


def _limit(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, got {text!r:.60}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    seeking = args.letters is not None or args.pattern is not None
    if bool(args.words) == seeking:
        raise OptionError("expected either words to check, or --from or --pattern")
    lookup, name = _list(args.list)
    return _seek(args, lookup, name) if seeking else _check(args, lookup, name)


def _list(wanted: str | None) -> tuple[Lookup, str]:
    """The list of that name, or the usual one."""
    found = [(lookup, name) for lookup in games.lookups() for name in lookup.lists()]
    for lookup, name in found:
        if wanted in (None, name):
            return lookup, name
    if not found:
        raise WordsMissing("no word list is installed; `make words` in the source folder makes one")
    raise OptionError(f"there is no word list {wanted!r:.60}; there are {', '.join(name for _, name in found)}")


def _check(args: argparse.Namespace, lookup: Lookup, name: str) -> int:
    checked = [lookup.check(name, word) for word in args.words]
    if args.json:
        print(json.dumps({"list": name, "words": [each._asdict() for each in checked]}))
    else:
        width = max(len(each.word) for each in checked)
        for each in checked:
            said = "a word" if each.valid else "not a word"
            print(f"{each.word:{width}}  {said}{f', but {each.note}' if each.note else ''}")
    return 0 if all(each.valid for each in checked) else 1


def _seek(args: argparse.Namespace, lookup: Lookup, name: str) -> int:
    found = lookup.fitting(name, args.letters, args.pattern)
    shown = found[: args.limit] if args.limit else found
    if args.json:
        print(json.dumps({"list": name, "found": len(found), "cut": len(shown) < len(found), "words": shown}))
        return 0 if found else 1
    for word in shown:
        print(word)
    if not found:
        print(f"dicecup words: no word of {name} fits", file=sys.stderr)
    elif len(shown) < len(found):
        print(f"dicecup words: {len(shown)} of {len(found)}; --limit 0 shows all", file=sys.stderr)
    return 0 if found else 1
