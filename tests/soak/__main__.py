"""Long runs against a real server: `make soak`, or some of them: `make soak SOAK="kills disk --seconds 30 --seed 5"`.

Figures of each stand in a table at the end; a run in which something was lost, doubled or broken fails by name.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from rich.console import Console
from rich.status import Status
from rich.table import Table

from tests.soak.kit import Wish
from tests.soak.runs import RUNS


def main(arguments: list[str] | None = None) -> int:
    """The command line; 1 if a run has failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    named = "\n".join(f"{name}: {run.__doc__}" for name, run in RUNS.items())
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which runs (default: all of {', '.join(RUNS)})")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="how long each lasts (default: 60)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where all chance comes from (default: 1)")
    parser.epilog = named
    wish = parser.parse_args(arguments)
    unknown = [name for name in wish.names if name not in RUNS]
    if unknown:
        parser.error(f"there is no run {unknown[0]!r}; there are {', '.join(RUNS)}")
    console = Console()
    table = Table("run", "seconds", "found", "figures", title=f"Long runs, seed {wish.seed}")
    failed = 0
    for name in wish.names or RUNS:
        begun, found, fault = time.monotonic(), {}, ""
        with tempfile.TemporaryDirectory() as folder, console.status(name) as status:

            def say(text: str, name: str = name, status: Status = status) -> None:
                status.update(f"{name}: {text}")

            try:
                found = RUNS[name](Wish(wish.seed, wish.seconds, Path(folder), say))
            except Exception as error:
                traceback.print_exc()
                fault, failed = f"{type(error).__name__}: {error}"[:500], failed + 1
        lines = [fault] if fault else [f"{key}: {value}" for key, value in found.items()]
        console.print(f"{name}: {'; '.join(lines)}", highlight=False)  # whoever stops the rest has this
        table.add_row(name, f"{time.monotonic() - begun:.0f}", "failed" if fault else "sound", "\n".join(lines))
    console.print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
