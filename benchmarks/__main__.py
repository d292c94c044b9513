"""Measure everything, or the subjects named: rounds that take one sample of each, then a table of medians."""

from __future__ import annotations

import argparse
import json
import platform
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.measure import Figure, Measured, Row, Sampler, judge, pin

SUBJECTS = (
    *(
        "choices",
        "fights",
        "forks",
        "reruns",
        "odds",
        "duels",
        "plane",
        "free",
        "cubes",
        "killteam",
        "deadzone",
        "necromunda",
        "greedy",
    ),
    *("memory", "imports"),
)
LOAD = "table"
"""The server under load: minutes of wall-clock time, once, rather than rounds of processor time."""
FRAMES = "frames"
"""The page in a browser: seconds of wall-clock time, once."""
STORES = "stores"
"""Both stores: seconds of wall-clock time, once."""
PEERS = ("catanatron", "chess")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="samples of each measure (default: 7)")
    names = (*SUBJECTS, LOAD, FRAMES, STORES)
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help=f"only this subject, of {', '.join(names)}"
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="how long the table is played at (default: 60)"
    )
    parser.add_argument(
        "--abuse", action="store_true", help="of the table: how other matches fare while the server is abused"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample to this file")
    wish = parser.parse_args()
    if wish.rounds < 1:
        parser.error("--rounds must be at least 1")
    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    once: dict[str, object] = {}
    chosen = list(dict.fromkeys(wish.only or names))
    # Before anything is pinned: server and clients take a core each.
    if LOAD in chosen:
        chosen.remove(LOAD)
        once[LOAD] = import_module(f"benchmarks.{LOAD}").run(wish.seconds, abuse=wish.abuse, console=console)
    for name in (FRAMES, STORES):
        if name in chosen:
            chosen.remove(name)
            once[name] = import_module(f"benchmarks.{name}").run(console)
    if not chosen:
        if wish.json is not None:
            wish.json.write_text(json.dumps(once, indent=1) + "\n", encoding="utf-8")
        return

    missing = [name for name in PEERS if find_spec(name) is None]
    if missing:
        parser.error(f"{' and '.join(missing)} not installed; `make bench` installs the peers")

    core = pin()
    samplers: dict[str, Sampler] = {}
    rows: list[Row] = []
    for name in chosen:
        found = import_module(f"benchmarks.{name}").subject()
        samplers |= found.samplers
        rows += found.rows
    samples = run(samplers, wish.rounds)
    measured = [judge(row, samples) for row in rows]
    console.print(table(measured))
    where = f"core {core}" if core is not None else "no core pinned: this system cannot"
    console.print(
        f"Python {platform.python_version()}, {where}, {wish.rounds} interleaved rounds after one to warm up; "
        "medians of processor time, ± half the middle half. For information: nothing here fails a build."
    )
    if wish.json is not None:
        wish.json.write_text(
            json.dumps({**report(measured, samples, wish.rounds), **once}, indent=1) + "\n", encoding="utf-8"
        )


def run(samplers: dict[str, Sampler], rounds: int) -> dict[str, list[float]]:
    """One sample of each in every round, after a round that only warms up; the order turns round each time."""
    samples: dict[str, list[float]] = {name: [] for name in samplers}
    with Progress(transient=True) as progress:
        task = progress.add_task("measuring", total=(rounds + 1) * len(samplers))
        for number in range(rounds + 1):
            order = list(samplers) if number % 2 == 0 else list(reversed(samplers))
            for name in order:
                progress.update(task, description=name)
                sample = samplers[name](number)
                if number:
                    samples[name].append(sample)
                progress.advance(task)
    return samples


def table(measured: list[Measured]) -> Table:
    """The figures for people."""
    found = Table(title="Fireteam beside its peers")
    found.add_column("measure")
    for title in ("measured", "peer", "ratio", "wanted", "met"):
        found.add_column(title, justify="right", no_wrap=True)
    for entry in measured:
        found.add_row(
            entry.row.title,
            _value(entry.ours, entry.row.unit),
            _value(entry.peer, entry.row.unit) if entry.peer else "",
            f"{_ratio(entry.ratio.median)} ±{entry.ratio.spread:.0%}" if entry.ratio else "",
            _wanted(entry.row),
            {None: "", True: "yes", False: "no"}[entry.met],
        )
    return found


def _value(value: Figure, unit: str) -> str:
    digits = 0 if value.median >= 100 else 1 if value.median >= 10 else 2
    return f"{value.median:,.{digits}f} {unit} ±{value.spread:.0%}"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= 0.1 else f"1/{1 / ratio:.0f}"


def _wanted(row: Row) -> str:
    if row.wanted is None:
        return ""
    sign = "≤" if row.most else "≥"
    return f"{sign} {_ratio(row.wanted).removesuffix('.00')}" if row.peer else f"{sign} {row.wanted:g} {row.unit}"


def report(measured: list[Measured], samples: dict[str, list[float]], rounds: int) -> dict[str, object]:
    """The figures for programs."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": {name: version(name) for name in ("fireteam", *PEERS)},
        "rounds": rounds,
        "rows": [
            {
                **entry.row._asdict(),
                "measured": entry.ours._asdict(),
                "measured_peer": entry.peer._asdict() if entry.peer else None,
                "ratio": entry.ratio._asdict() if entry.ratio else None,
                "met": entry.met,
            }
            for entry in measured
        ],
        "samples": samples,
    }


if __name__ == "__main__":
    main()
