"""Run the benchmarks that are named, or all of them."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

NAMES = sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py") if file.stem not in ("timing", "conftest"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    names = parser.parse_args().names or NAMES
    for name in names:
        if name not in NAMES:
            parser.error(f"there is no benchmark {name!r}; there are {', '.join(NAMES)}")
    for name in names:
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"# {name}: {(module.__doc__ or '').strip().splitlines()[0]}\n", flush=True)
        module.main()
        print(flush=True)


if __name__ == "__main__":
    main()
