"""Getting fast: the kernels of free movement compiled, and the turning points of each map made for the bases on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread

from fireteam.games.necromunda.content.deck import LARGE, SMALL
from fireteam.games.necromunda.content.maps import plan_of, things_of
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.geometry import field_under, states_of
from fireteam.games.necromunda.positions import STANDING_HEIGHT, TALL_HEIGHT
from fireteam.games.necromunda.setting import STATEFUL
from fireteam.space.jit import available
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.warm import in_background, prepare, use_compiled
from fireteam.space.plane.model import INCH

BASES = ((SMALL, STANDING_HEIGHT / INCH), (LARGE, TALL_HEIGHT / INCH))
"""Radius and height of fighters on foot, and of brutes and riders (see NE-MEAS-03)."""


def fields(pack: str | None = None) -> dict[str, Field]:
    """The maps of a pack by name, as they stand when a battle begins."""
    found = {}
    for map in content(pack).maps:
        things = {thing.id: thing for thing in things_of(map)}
        fixed = frozenset(id for id, thing in things.items() if thing.kind in STATEFUL)
        found[map.name] = field_under(plan_of(map), states_of(things, fixed, ()))
    return found


def warm_tasks(pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
    """What can be done once for a machine: what it is, and the work."""
    found: list[tuple[str, Callable[[], object]]] = [("compile the geometry", use_compiled)]
    if available():
        found += [(name, partial(prepare, (field,), BASES)) for name, field in fields(pack).items()]
    return found


def warm(*, may_compile: bool) -> Thread:
    """The same in the background, in a thread, which it gives back; `may_compile`: somebody will be here for long, so
    that compiling pays."""
    return in_background(fields().values(), BASES, may_compile=may_compile)
