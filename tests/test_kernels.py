"""Compiled kernels or their twins: the program says once which are in use."""

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

from dicecup import kernels

WITHOUT = """
import sys
for name in ("dicecup.solve._lanes", "dicecup.games.bratzy._kernel", "dicecup.games.bratzy._bells"):
    sys.modules[name] = None
from dicecup.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run(*words, code="from dicecup.cli import main; import sys; sys.exit(main(sys.argv[1:]))"):
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)


def test_a_command_that_goes_without_kernels_says_so_once_and_gives_the_same_answer():
    words = ["solve", "pumpkins", "--seats", "2", "--option", "turns=1", "--json"]
    slow, fast = run(*words, code=WITHOUT), run(*words)
    assert slow.stderr.count("not compiled here") == slow.stderr.count("\n") == 1
    assert fast.stderr == ""
    assert slow.returncode == fast.returncode == 0
    assert slow.stdout[:80] == fast.stdout[:80]


def test_a_command_that_needs_no_kernel_says_nothing():
    assert run("games", code=WITHOUT).stderr == ""


def test_the_version_says_whether_kernels_are_compiled_and_imports_no_arrays():
    code = "import atexit, sys, dicecup.cli; atexit.register(lambda: print('numpy' in sys.modules)); dicecup.cli.main()"
    told, numpy = run("--version", code=code).stdout.splitlines()
    assert told.endswith(f"({kernels.said()})")
    assert numpy == "False"


def test_kernels_that_were_not_built_are_named(tmp_path):
    (tmp_path / "games").mkdir()
    for name in ("_one.pyx", "games/_two.pyx"):
        (tmp_path / name).write_text("")
    assert kernels.missing(tmp_path) == ["one", "two"]
    assert kernels.said(tmp_path) == "without compiled kernels: one, two"
    for name in ("_one", "games/_two"):
        (tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}").write_text("")
    assert kernels.said(tmp_path) == "compiled kernels"


def test_it_is_said_once_whatever_is_missing(capsys, monkeypatch):
    monkeypatch.setattr(kernels, "_told", False)
    kernels.plain("the one")
    kernels.plain("the other")
    assert capsys.readouterr().err.count("compiled here") == 1
