"""The package and the repository around it."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dicecup

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def test_the_installed_version_is_the_one_in_the_source():
    assert importlib.metadata.version("dicecup") == dicecup.__version__


def test_the_command_is_dicecup():
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="dicecup")
    assert entry.value == "dicecup.__main__:main"


def test_the_repository_holds_no_registry_address_and_no_machines_path():
    registries = "|".join(("registry.npmjs" + r"\.", "pypi" + r"\.org", "pythonhosted" + r"\.", "npmmirror" + r"\."))
    paths = r"(?<![\w.~/])/(?:root|work|home/\w+|Users/\w+)/\w"
    wrong = re.compile(f"{registries}|{paths}".encode())
    found = {str(path.relative_to(ROOT)): hit[0] for path in tracked() if (hit := wrong.search(path.read_bytes()))}
    assert not found


def test_the_repository_holds_no_binaries_and_nothing_that_is_made():
    made = {".so", ".c", ".dawg", ".pyc", ".whl"}
    assert not [path for path in tracked() if path.suffix in made]
    assert not [path for path in tracked() if b"\0" in path.read_bytes()[:8000] and path.suffix != ".png"]


def test_every_dependency_is_pinned():
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    wanted = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        wanted += extra
    names = {re.split(r"[^\w-]", want)[0].lower().replace("_", "-") for want in wanted}
    assert names <= pinned


def test_lock_files_hold_hashes_and_no_addresses():
    locks = [path for path in tracked() if path.name == "package-lock.json"]
    assert locks
    for lock in locks:
        text = lock.read_text()
        assert '"integrity": "sha512-' in text
        assert '"resolved"' not in text


@pytest.mark.parametrize("target", ["play", "test", "lint", "format", "bench", "clean", "help"])
def test_make_help_names_every_target(target):
    said = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.search(rf"^make {target} +\w", said.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("dice.py", "import dicecup.games"),
        ("games/tossup/rules.py", "import dicecup.table"),
        ("table/upwards.py", "import dicecup.games.tossup"),
        ("games/tossup/sideways.py", "import dicecup.games.bratzy"),
        ("unplaced.py", ""),
    ],
)
def test_the_layers_are_guarded(tmp_path, path, line):
    copy = tmp_path / "dicecup"
    shutil.copytree(Path(dicecup.__file__).parent, copy, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("table", "games/bratzy"):
        (copy / name).mkdir(exist_ok=True)
        (copy / name / "__init__.py").touch()
    with (copy / path).open("a") as file:
        file.write(f"\n{line}\n")
    linter = Path(sys.executable).parent / "lint-imports"
    ran = subprocess.run(
        [linter, "--no-cache", "--config", ROOT / "pyproject.toml"],
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "BROKEN" in ran.stdout


# What CI asks of the tests themselves.


def report(tmp_path: Path, tests: int, skipped: str = "") -> list[str]:
    cases = "".join(f'<testcase classname="tests.test_x" name="test_{n}"/>' for n in range(tests))
    if skipped:
        cases += f'<testcase classname="tests.test_x" name="{skipped}"><skipped message="no network"/></testcase>'
    (tmp_path / "report.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "COUNT").write_text("3\n")
    (tmp_path / "tests" / "SKIPPED").write_text("# a list\ntests.test_x.test_slow  # takes a day\n")
    shutil.copy(ROOT / "tools" / "tests_ran.py", tmp_path / "tools")
    return [sys.executable, str(tmp_path / "tools" / "tests_ran.py"), str(tmp_path / "report.xml")]


@pytest.mark.parametrize(
    ("tests", "skipped", "code", "says"),
    [
        (3, "", 0, ""),
        (4, "", 0, "can be raised"),
        (2, "", 1, "tests/COUNT says 3"),
        (3, "test_other", 1, "tests.test_x.test_other did not run (no network)"),
        (3, "test_slow", 0, ""),
    ],
)
def test_lost_and_silently_skipped_tests_are_noticed(tmp_path, tests, skipped, code, says):
    ran = subprocess.run(report(tmp_path, tests, skipped), check=False, capture_output=True, text=True)
    assert (ran.returncode, says in ran.stdout) == (code, True)
