"""`python -m dicecup`, and the command itself: Ctrl-C is heard also while it is being loaded."""

import sys

__all__ = ["main"]


def main() -> int:
    try:
        from dicecup.cli import main as command  # noqa: PLC0415 - loading it takes the longest

        return command()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
