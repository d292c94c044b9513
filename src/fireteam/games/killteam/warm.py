"""Getting fast: the plane's kernels compiled, and the maps prepared for the bases that move over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread

from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.positions import base_radius
from fireteam.games.killteam.zone import zone_of
from fireteam.space.jit import available
from fireteam.space.plane.legs import WALKING
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.warm import Base, in_background, use_compiled
from fireteam.space.plane.warm import warm as warm_ground

GAITS = (WALKING, WALKING._replace(climb=False))
"""As everybody moves, and as in a DASH (KT-DASH-02)."""


def sizes(pack: str | None) -> dict[int, tuple[float, int]]:
    """The bases of a pack's datacards by their diameter in millimetres: radius and height of the body (KT-GEO-01)."""
    found = content(pack)
    return {
        card.base: (base_radius(round(card.base * 100 / 50.8)), found.body_height_by_base[card.base])
        for team in found.teams
        for card in team.operatives
    }


def grounds(pack: str | None) -> dict[str, Ground]:
    """The killzones of a pack by their titles, bare as they are before the battle."""
    return {
        killzone.title: zone_of(killzone).ground(frozenset(), (), frozenset()) for killzone in content(pack).killzones
    }


def warm_tasks(pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
    """What can be done once for a machine: what it is, and the work."""
    found: list[tuple[str, Callable[[], object]]] = [("compile the geometry", use_compiled)]
    if not available():
        # plain Python would take minutes for all maps; it makes the legs that a move needs, when it needs them
        return found
    for title, ground in grounds(pack).items():
        for millimetres, (radius, height) in sorted(sizes(pack).items()):
            bases = tuple(Base(radius, height, gait) for gait in GAITS)
            found.append((f"{title}: moves of {millimetres} mm bases", partial(warm_ground, (ground,), bases)))
    return found


def warm(*, may_compile: bool) -> Thread:
    """The same in the background, in a thread, which it gives back; `may_compile`: somebody will be here for long, so
    that compiling pays."""
    bases = tuple(Base(radius, height, gait) for radius, height in sizes(None).values() for gait in GAITS)
    return in_background(grounds(None).values(), bases, may_compile=may_compile)
