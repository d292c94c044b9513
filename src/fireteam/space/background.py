"""Getting fast without anybody waiting: kernels compiled in a thread or process of its own, which ends when this
process does; until then plain code answers."""

from __future__ import annotations

import atexit
import os
import subprocess
from collections.abc import Callable
from importlib import import_module
from subprocess import DEVNULL, PIPE, Popen
from sys import executable
from threading import Event, Thread

from fireteam.space.jit import Family, available

IDLE: int = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
"""How Windows is told to give a process only what nobody else wants."""

closing = Event()
"""Set when the process ends: what works in the background then stops at the next step."""
_children: list[Popen[bytes]] = []
_threads: list[Thread] = []

PATIENCE = 10.0
"""Seconds that the end of a process waits at most for a step in the background: compiled code must not be left in the
middle of one."""


def use_compiled(family: Family, each_query: Callable[[], None]) -> bool:
    """Compile the kernels, try each once, then let everybody use them; whether that was possible.

    Takes up to a minute on a machine that never did it: for a thread or process of its own. Until it is done all others
    go on as before.
    """
    if family.is_compiled():
        return True
    kernels = family.compiled()
    if kernels is None:
        return False
    family.try_out(kernels, each_query)
    if closing.is_set():
        return False
    family.note_kept()
    family.swap_in(kernels)
    return True


def warming(kernels: str, work: Callable[[], None], *, may_compile: bool) -> Thread:
    """Get fast in a thread, which it gives back: compiled kernels if they are kept, then the work that needs them.

    The module of that name has `use_kept` and `use_compiled`. What compiles for a minute is a process of its own at the
    lowest priority, and only if it may: in a server or a session at the table, not in what ends soon.
    """
    module = import_module(kernels)

    def run() -> None:
        if module.use_kept() or (may_compile and available() and _compiled_apart(kernels) and module.use_kept()):
            work()

    if not _threads:
        atexit.register(_close)
    thread = Thread(target=run, name=f"warming {kernels}", daemon=True)
    _threads.append(thread)
    thread.start()
    return thread


def _compiled_apart(kernels: str) -> bool:
    """Compile in a process that yields to everything else; whether that went well. It leaves the compiled kernels in
    the cache."""
    if closing.is_set():
        return False
    code = f"from {__name__} import at_leisure; at_leisure({kernels!r})"
    with Popen([executable, "-c", code], stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, creationflags=IDLE) as child:
        _children.append(child)
        return child.wait() == 0


def at_leisure(kernels: str) -> None:
    """Compile the kernels whenever nobody else wants the processor, and only while the process that wants them is
    there."""
    if hasattr(os, "nice"):
        os.nice(19)
    Thread(target=_end_with_parent, daemon=True).start()
    import_module(kernels).use_compiled()


def _end_with_parent() -> None:
    """End this process when the other end of its input is closed, which is so however the parent has ended."""
    os.read(0, 1)
    os._exit(1)


def _close() -> None:
    """The process ends: so does what compiles for it, and nothing is left in the middle of a step."""
    closing.set()
    for child in _children:
        if child.poll() is None:
            child.terminate()
    for thread in _threads:
        thread.join(PATIENCE)
