"""The sixth game is found by its folder in all tests, as a stranger's would be.

Tables are kept in a folder of the tests' own, not in that of whoever runs them; tests that run at once share it.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ["DICECUP_GAMES"] = str(Path(__file__).parent / "sixth")

settings.register_profile("dicecup", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # noisy machines
settings.load_profile("dicecup")


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "tables"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICECUP_CACHE", str(folder))
        yield
