"""What every test shares: the coverage of rules, plain kernels, reproducible property tests, and the order of a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

pytest_plugins = ["pytester", "tests.coverage_plugin"]

# Tests start Python hundreds of times: where nothing may be kept, every start would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Servers and sessions of tests would compile for a minute each; compiled kernels have tests of their own, which switch
# this off.
os.environ["NUMBA_DISABLE_JIT"] = "1"

# The same examples in every run: a red test is red for everybody. The nightly run looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("nightly", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("steady")

LONG = (
    "space/plane/test_compiled.py",  # where nothing is kept yet it compiles for a minute: one worker does, once
    "killteam/test_invariants.py",
    "killteam/test_golden.py",
    "browser/",
    "checks/test_docs.py",
    "cli/test_campaign_command.py",
    "server/test_abuse.py",
    "server/test_workers.py",
    "server/test_serve.py",
    "killteam/test_random_games.py",
    "killteam/test_words.py",
    "killteam/test_dice_theory.py",
    "killteam/test_exhaustive.py",
    "deadzone/test_exhaustive.py",
    "escape/test_questions.py",
    "escape/test_exhaustive.py",
)
"""What takes longest: begun first, so that no processor is left with one of these while the others have nothing to do
any more."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are processors: many tests wait for a server, a browser or a time-out."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + (processors + 1) // 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long ones go to the front of each worker's share, a file to one worker; a worker without work takes short
    ones of the others."""
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers == 1:
        return
    folder = Path(__file__).parent
    files: dict[str, list[pytest.Item]] = {}
    rest: list[pytest.Item] = []
    for item in items:
        name = item.path.relative_to(folder).as_posix() if item.path.is_relative_to(folder) else ""
        if name.startswith(LONG):
            files.setdefault(name, []).append(item)
        else:
            rest.append(item)
    order = sorted(files, key=lambda name: next(place for place, start in enumerate(LONG) if name.startswith(start)))
    fronts = [[item for name in order[worker::workers] for item in files[name]] for worker in range(workers)]
    items.clear()
    share, more = divmod(sum(map(len, fronts)) + len(rest), workers)
    for worker, front in enumerate(fronts):
        room = max(0, share + (worker < more) - len(front))
        items += [*front, *rest[:room]]
        del rest[:room]
    items += rest


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Tests of a folder that were skipped for one reason are one line: without a browser there are dozens."""
    for report in terminalreporter.stats.get("skipped", ()):
        if isinstance(report.longrepr, tuple):
            path, _, reason = report.longrepr
            report.longrepr = (str(Path(path).parent), None, reason)
