"""Tables are kept in a folder of the tests' own, not in that of whoever runs them."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICECUP_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield
