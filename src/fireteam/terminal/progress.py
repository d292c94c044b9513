"""Progress of long work, on the error stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fireteam.terminal.console import make_console


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A bar that is told how much is done; it vanishes at the end."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
