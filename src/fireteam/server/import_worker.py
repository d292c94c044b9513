"""The other side of `importing`: a process that reads one save of a stranger, under limits, and ends with it."""

from __future__ import annotations

import json
import os
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import fireteam
from fireteam.core.errors import FireteamError, SaveError, SetupError
from fireteam.core.questions import Choose
from fireteam.core.saves import SaveFile, take_apart
from fireteam.server.position import Position
from fireteam.server.processes import be_quiet, end_with_parent
from fireteam.server.rebuild import SEEDED, TYPED
from fireteam.server.storage import MatchRow, Stored

SEEDS = 1 << 63
"""A match is kept with a seed below it."""
DICE_LINE = 6
"""The line of a save that names its dice."""

TOO_LARGE = (MemoryError, ImportError)
"""What is raised where memory is at its end: modules that are wanted late find no place either."""


class Imported(NamedTuple):
    """What a server must know of a save to make a match of it."""

    game: str
    title: str
    seats: int
    dice: str
    seed: int


class Errand(NamedTuple):
    """A save to read; its match gets that seed, if it has none of its own."""

    text: str
    seed: int


class Room(NamedTuple):
    """How much the reading may take."""

    seconds: float
    memory: int
    """Bytes of address space."""


def looked_at(errand: Errand) -> Imported:
    """A save laid out as a table will lay it out, and looked at with the eyes of everybody."""
    file = take_apart(errand.text)
    if _pack_of(file.header["setting"]) is not None:
        # A pack is named by a path: no client may make the server read files.
        raise SetupError("this save was made with a content pack of its own; it can be opened in the terminal only")
    name = file.header["game"]
    # Dice that were given came from outside, such as those typed at a table.
    dice = TYPED if file.header["dice"] in ("typed", "given") else SEEDED
    seed = _seed_of(file, errand.seed)
    if name in fireteam.games():
        fireteam.warm(name, may_compile=False)
    row = MatchRow("", name, "", errand.text, (), dice, seed, False, 0, 0.0, True)
    position = Position(Stored(row, [], {}, {}, 0.0))
    match = position.match
    setting, question = match.setting, match.decision
    for seat in (None, *range(len(setting.game.seats))):
        match.view(seat)
        if question is not None:
            setting.question_view(match.table, question, seat == question.seat)
    if type(question) is Choose:
        setting.refusals(match.table, question)
    title = setting.scene(match.table, None)["title"]
    return Imported(name, title, len(setting.game.seats), dice, seed)


def _seed_of(file: SaveFile, otherwise: int) -> int:
    """The seed that a save names, or another."""
    kind, _, text = file.header["dice"].partition(" ")
    if kind != SEEDED:
        return otherwise
    try:
        seed = int(text)
    except ValueError:
        raise SaveError(f"not a seed: {text[:40]!r}", DICE_LINE) from None
    if not 0 <= seed < SEEDS:
        raise SaveError("a seed is a number from 0 on, below 2 to the power of 63", DICE_LINE)
    return seed


def _pack_of(setting: str) -> Any:
    """The pack that the header of a save names, if any; the header is read as the kernel will read it."""
    try:
        data = json.loads(setting)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"broken data: {error}", 4) from None
    return data.get("pack") if isinstance(data, dict) else None


def answer(errand: Errand) -> tuple[str, Any]:
    """What becomes of a save: done, or what is wrong with it. Nothing raised is let out: it is a stranger's file."""
    try:
        return "done", looked_at(errand)
    except TOO_LARGE:
        return "memory", None
    except SaveError as error:
        if isinstance(error.__context__, TOO_LARGE):
            return "memory", None
        return "save", (error.reason, error.line)
    except SetupError as error:
        return "setup", str(error)
    except FireteamError as error:
        return "save", (str(error), 0)
    except Exception as error:
        return "save", (f"the position cannot be played: {type(error).__name__}: {error}", 0)


# -- the process -------------------------------------------------------------------------------------------------------


def work(connection: Connection, room: Room) -> None:
    """The life of the process: one errand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    be_quiet()
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        connection.send(("ready", None))
        errand = connection.recv()
        confine(room)
        connection.send(answer(errand))
    except (EOFError, OSError):
        return


def confine(room: Room) -> None:
    """No more memory than that, and no more time than that, whatever the rules do; where the system knows such
    limits."""
    try:
        import resource
    except ImportError:  # Windows: the server's own clock is all there is
        return
    for what, most in ((resource.RLIMIT_AS, room.memory), (resource.RLIMIT_CPU, int(room.seconds) + 1)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
