"""`dicecup chart`: a picture that explains how a game is best played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from dicecup import games
from dicecup.commands.arguments import add_game, game_of
from dicecup.commands.progress import watched
from dicecup.errors import DicecupError, OptionError, Unsolved
from dicecup.game import Game
from dicecup.messages import load
from dicecup.pictures import Panel, Words
from dicecup.pictures.panel import page
from dicecup.view import say

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Draw how a game is best played, as an SVG picture."
    parser.epilog = "example: dicecup chart tossup --out tossup.svg"
    add_game(parser)
    parser.add_argument("--picture", metavar="NAME", help="draw only this one of the game's pictures (see --list)")
    parser.add_argument("--list", action="store_true", help="name the game's pictures and draw none")
    parser.add_argument("--out", metavar="FILE", help="an .svg or .png file, or - for SVG on standard output; GAME.svg")


def run(args: argparse.Namespace) -> int:
    game = game_of(args.game, args.option)
    pictures = games.pictures(game.name)
    if args.list:
        print("\n".join(pictures))
        return 0
    if args.picture is not None and args.picture not in pictures:
        raise OptionError(f"there is no picture {args.picture!r:.60}; {game.title} has {', '.join(pictures)}")
    out = args.out or f"{game.name}.svg"
    if out != "-" and Path(out).suffix not in (".svg", ".png"):
        raise OptionError(f"expected a file that ends in .svg or .png, got {out!r:.60}")
    drawn = _draw(game, [args.picture] if args.picture else list(pictures), skip=args.picture is None)
    if out == "-":
        print(drawn, end="")
        return 0
    _write(Path(out), drawn)
    print(out)
    return 0


def _draw(game: Game[Any, Any], names: list[str], *, skip: bool) -> str:
    """The pictures of these names on a page; with `skip`, those that cannot be drawn are left out with a word."""
    catalogue = load(game.folder())

    def words(key: str, **params: Any) -> str:
        return catalogue.text(say(key, **params), [])

    panels: list[Panel] = []
    with watched() as progress:
        for name in names:
            try:
                panels.append(games.pictures(game.name)[name](game, words, progress))
            except Unsolved as error:
                if not skip:
                    raise
                print(f"dicecup chart: without {name}: {error}", file=sys.stderr)
    if not panels:
        raise Unsolved(f"nothing can be drawn of {game.title} with these options")
    return page(_title(game, words), words("chart.about"), panels, words("chart.foot", game=game.name))


def _title(game: Game[Any, Any], words: Words) -> str:
    given = game.given()
    return words("chart.title", game=game.title) + (f" ({given})" if given else "")


def _write(path: Path, drawn: str) -> None:
    content = _png(drawn) if path.suffix == ".png" else drawn.encode()
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DicecupError(f"cannot write {path}: {error.strerror}") from None


def _png(drawn: str) -> bytes:
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError:
        raise DicecupError(
            "PNG needs the extra `png` (pip install 'dicecup[png]'); an .svg file needs nothing"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=2))
