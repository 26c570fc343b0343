"""The page's types come from the definitions in Python, and the committed file is current."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tools" / "page_types.py"
FILE = ROOT / "web" / "src" / "lib" / "types.ts"


def test_the_pages_types_are_what_the_definitions_say():
    ran = subprocess.run([sys.executable, SCRIPT, "--check"], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_command_and_frame_has_its_tag_in_the_types():
    text = FILE.read_text(encoding="utf-8")
    for union, field in (("Command", "do"), ("Frame", "is")):
        (named,) = re.findall(rf"export type {union} = (.*);", text)
        for name in named.split(" | "):
            assert re.search(rf"interface {name} {{\n  {field}: \"\w+\";\n", text), name


def test_what_a_client_may_leave_out_is_optional_and_what_it_gets_is_whole():
    text = FILE.read_text(encoding="utf-8")
    assert "  last?: number;" in text, "of Hello"
    assert "  ask: Ask | null;" in text, "of Position"
