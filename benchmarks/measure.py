"""What the subjects share: samples, rows of the table, and how a rate is taken."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple

Sampler = Callable[[int], float]
"""Takes one sample; told the number of the round, so that no round repeats another's games."""

SECONDS = 0.25
"""How long one sample of a rate runs at least."""


class Row(NamedTuple):
    """One line of the table: a sampler, the peer's sampler if there is one, and what we want of them."""

    title: str
    unit: str
    ours: str
    peer: str = ""
    wanted: float | None = None
    """Of the ratio to the peer; of the value itself where there is no peer."""
    most: bool = False
    """Whether the wanted figure is the most it may be, rather than the least."""


class Subject(NamedTuple):
    """What is measured together: samplers by name (several subjects may share one), and the rows made from them."""

    samplers: dict[str, Sampler]
    rows: list[Row]


class Figure(NamedTuple):
    """A median with its middle half."""

    median: float
    low: float
    high: float

    @property
    def spread(self) -> float:
        """Half the width of the middle half, as a part of the median."""
        return (self.high - self.low) / 2 / self.median if self.median else 0.0


class Measured(NamedTuple):
    """A row with its figures. The ratio is the median of the rounds' own ratios, so that a slow minute hits both
    sides."""

    row: Row
    ours: Figure
    peer: Figure | None
    ratio: Figure | None

    @property
    def met(self) -> bool | None:
        """Whether the wanted figure is reached; None where nothing is wanted."""
        if self.row.wanted is None:
            return None
        value = (self.ratio or self.ours).median
        return value <= self.row.wanted if self.row.most else value >= self.row.wanted


def figure(samples: list[float]) -> Figure:
    """The median and the middle half of some samples."""
    if len(samples) < 2:
        return Figure(samples[0], samples[0], samples[0])
    low, _, high = quantiles(samples, n=4, method="inclusive")
    return Figure(median(samples), low, high)


def judge(row: Row, samples: dict[str, list[float]]) -> Measured:
    """A row from the samples of all rounds."""
    ours = samples[row.ours]
    if not row.peer:
        return Measured(row, figure(ours), None, None)
    peer = samples[row.peer]
    return Measured(
        row, figure(ours), figure(peer), figure([mine / other for mine, other in zip(ours, peer, strict=True)])
    )


def pin() -> int | None:
    """Stay on one core, and let every process started from here stay there; None where the system cannot do that."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def rate(work: Callable[[], int]) -> float:
    """How many things a second `work` does, which says how many it did. Processor time: what others run does not
    count."""
    gc.collect()
    done = 0
    start = process_time()
    while (spent := process_time() - start) < SECONDS or not done:
        done += work()
    return done / spent


def each(work: Callable[[], int]) -> float:
    """How many microseconds one thing takes."""
    return 1e6 / rate(work)


def fresh(code: str) -> Any:
    """Run a piece of Python in a process of its own; the JSON that it prints last."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(run.stdout.splitlines()[-1])
