"""What the documents say can be run, runs; what they point to is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dicecup.cli import COMMANDS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]


def test_the_python_example_of_the_readme_runs():
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\(\d+, \d+\) \(\d(, \d)?,?\)\n", done.stdout)


def test_the_advice_that_the_readme_shows_is_what_its_record_gets(tmp_path):
    page = (ROOT / "README.md").read_text()
    shown = re.findall(
        r"^    (.*)$", page.partition("$ dicecup advise game.jsonl\n")[2].partition("\n`")[0], re.MULTILINE
    )
    for command in re.findall(r"^    \$ (.*game\.jsonl)$", page, re.MULTILINE):
        command = command.replace("dicecup ", f"{sys.executable} -m dicecup ", 1)
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line] == shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_shows_exists(document):
    shown = re.findall(r"(?:^ {4}|`|\$ )dicecup ([a-z]+)", document.read_text(), re.MULTILINE)
    assert set(shown) <= set(COMMANDS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_links_to_is_there(document):
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
        assert (ROOT / target).is_file(), target


def test_the_sixth_game_of_the_contributing_page_is_checked_by_the_command_it_shows():
    (command,) = re.findall(r"python -c '(.*)'", (ROOT / "CONTRIBUTING.md").read_text())
    where = {**os.environ, "DICECUP_GAMES": str(ROOT / "tests" / "sixth")}
    subprocess.run([sys.executable, "-c", command], env=where, check=True)


def test_the_contributing_page_shows_pig_as_it_is():
    page = (ROOT / "CONTRIBUTING.md").read_text()
    source = (ROOT / "tests/sixth/pig/rules.py").read_text()
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        for line in block.splitlines():
            code = line.partition("  #")[0].removesuffix(": ...").removesuffix(" ...")
            assert code.strip() in source + (ROOT / "tests/sixth/pig/__init__.py").read_text(), line
