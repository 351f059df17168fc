"""How thorough the random tests are: `default` in `make test`, more with HYPOTHESIS_PROFILE=long."""

import os

from hypothesis import HealthCheck, settings

common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("default", common, max_examples=60, derandomize=True)
settings.register_profile("long", common, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
