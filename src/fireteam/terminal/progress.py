"""Progress of long work, on the error stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fireteam.terminal.console import make_console

T = TypeVar("T")


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A bar that is told how much is done; it vanishes at the end."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def steps(work: Sequence[tuple[str, T]], what: str, *, quiet: bool = False) -> Iterator[tuple[str, T]]:
    """Pieces of work with their names, one after the other; the bar says which one is under way."""
    if quiet:
        yield from work
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=len(work))
        for number, (name, piece) in enumerate(work):
            bar.update(task, completed=number, description=name)
            yield name, piece
