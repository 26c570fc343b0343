"""Say whether the compiled kernels are there; exit 1 where they are not although there is a C compiler."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def built(kernel: Path) -> bool:
    module = kernel.with_suffix(SUFFIX)
    return module.exists() and module.stat().st_mtime >= kernel.stat().st_mtime


def main() -> int:
    kernels = sorted(Path("src").rglob("*.pyx"))
    missing = [str(kernel) for kernel in kernels if not built(kernel)]
    if not missing:
        return 0
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(compiler.split()[0]) and not shutil.which("cc"):
        print("kernels: no C compiler here, so their twins in plain Python are used, which are slower")
        return 0
    print(f"kernels: {', '.join(missing)} did not compile; `python setup.py build_ext --inplace` in .venv shows why")
    return 1


if __name__ == "__main__":
    sys.exit(main())
