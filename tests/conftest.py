"""The sixth game is found by its folder in all tests, as a stranger's would be."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

os.environ["DICECUP_GAMES"] = str(Path(__file__).parent / "sixth")

settings.register_profile("dicecup", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # noisy machines
settings.load_profile("dicecup")
