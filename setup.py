"""What is made when dicecup is built: compiled kernels, the page, and what the games make for themselves.

Kernels are the files `*.pyx`, wherever they lie. Each has a twin in plain Python, so that one that does not compile
(there is no C compiler) slows dicecup down and does not stop the build. A kernel that wants OpenMP says so itself with
`# distutils:` lines.

A game's folder may hold a script `at_build.py` that makes data files in it, and `web/at_build.py` makes the page; exit
code 3 says that they cannot be had on this machine now, and that dicecup works without. DICECUP_NO_SCRIPTS leaves this
step out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build import build

SOURCE = Path("src")
SCRIPTS = (Path("web/at_build.py"), *sorted(SOURCE.glob("dicecup/games/**/at_build.py")))


def kernels() -> list[Extension]:
    """The compiled modules, each optional."""
    files = sorted(SOURCE.rglob("*.pyx"))
    if not files:
        return []
    from Cython.Build import cythonize  # noqa: PLC0415 - a build without kernels needs no Cython

    flags = [] if os.name == "nt" else ["-O3"]
    modules = [
        Extension(".".join(file.relative_to(SOURCE).with_suffix("").parts), [str(file)], extra_compile_args=flags)
        for file in files
    ]
    made: list[Extension] = cythonize(modules, language_level=3, quiet=True)
    for module in made:
        module.optional = True
    return made


class RunScripts(Command):
    """Run the scripts that make data files."""

    description = "make the page and the games' data files"
    user_options: ClassVar[list[tuple[str, str | None, str]]] = []
    editable_mode = False

    def initialize_options(self) -> None:
        self.build_lib: str | None = None

    def finalize_options(self) -> None:
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        if os.environ.get("DICECUP_NO_SCRIPTS"):
            return
        for script in SCRIPTS:
            code = subprocess.run([sys.executable, str(script)], check=False).returncode
            if code not in (0, 3):
                raise SystemExit(f"{script} failed with exit code {code}")

    # What setuptools asks of a step; the files lie in the source tree and are found there as package data.

    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}


class Build(build):
    sub_commands: ClassVar = [("run_scripts", None), *build.sub_commands]


setup(ext_modules=kernels(), cmdclass={"build": Build, "run_scripts": RunScripts})
