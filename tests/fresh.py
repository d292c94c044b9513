"""A test in a process of its own: rules keep what they have found out, and what one test has asked is not asked again
for the next."""

from __future__ import annotations

import subprocess
import sys

from tests.patience import PATIENCE


def run(module: str) -> None:
    """Run a module of the tests as a program; it must end well."""
    command = [sys.executable, "-m", module]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=10 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout[-4_000:]
