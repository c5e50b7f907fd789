"""Settings for all tests: random inputs are the same on every CI run, new ones elsewhere."""

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

# Datasets are read once for all tests, and the user's own cache is left alone.
if "SUMC_CACHE" not in os.environ:
    os.environ["SUMC_CACHE"] = tempfile.mkdtemp(prefix="sumc-tests-")
    atexit.register(shutil.rmtree, os.environ["SUMC_CACHE"], ignore_errors=True)

SLOW_MACHINE = [HealthCheck.too_slow, HealthCheck.filter_too_much]

settings.register_profile("default", deadline=None, suppress_health_check=SLOW_MACHINE)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile(
    os.environ.get("SUMC_TEST_PROFILE", "ci" if os.environ.get("CI") else "default")
)
