"""How properties are tried: without deadlines on busy machines, and always the same way where a change is judged."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("judge", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("judge" if os.environ.get("CI") else "explore")
