"""What every test shares: the coverage of rules, plain kernels, and reproducible property tests."""

from __future__ import annotations

import os

from hypothesis import settings

pytest_plugins = ["pytester", "tests.coverage_plugin"]

# Servers and sessions of tests would compile for a minute each; compiled kernels have tests of their own, which switch this off.
os.environ["NUMBA_DISABLE_JIT"] = "1"

# The same examples in every run: a red test is red for everybody. The nightly run looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("nightly", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("steady")
