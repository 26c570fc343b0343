"""Pictures of every screen of the page, at phone and desktop size, light and dark, into build/screenshots.

python tools/screenshots.py [NAME …]    only the screens of these names
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.page.conftest import ARGUMENTS, DESKTOP, PHONE, chromium  # noqa: E402
from tests.page.screens import all_screens  # noqa: E402
from tests.page.serving import Server  # noqa: E402

FOLDER = ROOT / "build" / "screenshots"
SETTLE = 1200  # milliseconds until dice lie still


def main(names: list[str]) -> int:
    found = chromium()
    if found is None:
        print("screenshots: there is no Chromium here (on Debian: apt-get install chromium)")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "--pace=0", games=None).start()
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)

        def visit(path: str, **look: Any) -> Page:
            page = browser.new_context(base_url=server.address, **look).new_page()
            page.goto(path)
            return page

        try:
            for size, settings in (("phone", PHONE), ("desktop", DESKTOP)):
                for theme in ("light", "dark"):
                    left = set(names)
                    for name, page in all_screens(visit, server, **settings, color_scheme=theme):
                        if names and name not in left:
                            continue
                        left.discard(name)
                        page.wait_for_timeout(SETTLE)
                        page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png")
                        print(f"{name}-{size}-{theme}.png", flush=True)
                        if names and not left:
                            break
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
