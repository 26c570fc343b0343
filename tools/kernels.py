"""Say in a line which compiled kernels are missing, and why; the plain Python twins are then used.

With `--strict`, exit 1 where they are missing although this machine could compile them.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path


def built(kernel: Path) -> bool:
    module = kernel.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))
    return module.exists() and module.stat().st_mtime >= kernel.stat().st_mtime


def obstacle() -> str | None:
    """What this machine lacks to compile them."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(compiler.split()[0]):
        return "there is no C compiler here"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's headers are not here (on Debian: apt-get install python3-dev)"
    return None


def main(arguments: list[str]) -> int:
    missing = [kernel.name for kernel in sorted(Path("src").rglob("*.pyx")) if not built(kernel)]
    if not missing:
        return 0
    lack = obstacle()
    reason = lack or f"{', '.join(missing)} not compiled (`.venv/bin/python setup.py build_ext --inplace` shows why)"
    print(f"kernels: {reason}; their twins in plain Python are used, which are slower")
    return 1 if "--strict" in arguments and not lack else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
