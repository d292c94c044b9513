"""Whole situations laid out for tests: men on a board with some terrain, in the middle of somebody's activation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, READY
from fireteam.games.killteam.zone import Zone, bare_zone
from fireteam.kit.arena import match_at
from fireteam.space.plane.model import Part
from tests.space.plane.reference import features_of


class Man(NamedTuple):
    """An operative of a scene, in inches; on its side's third letter nothing hangs."""

    name: str
    seat: int
    x: float
    y: float
    z: float = 0.0
    weapons: tuple[Weapon, ...] = ()
    save: int = 4
    wounds: int = 12
    left: int | None = None
    apl: int = 2
    move: int = 6
    conceal: bool = False
    fields: tuple[tuple[str, Any], ...] = ()


def zone_with(*parts: Part, kind: str = "", kinds: dict[str, str] | None = None, hazards: Iterable[Any] = ()) -> Zone:
    """A bare board of 30 by 22 inches with these parts; the word before a dash of a part's name is its feature."""
    zone = bare_zone(features=features_of(parts, kinds), kind=kind)
    zone.hazards = tuple(hazards)
    return zone


def stage(
    men: Iterable[Man],
    dice: Iterable[int] = (),
    *,
    active: str = "",
    zone: Zone | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A match in which everybody stands as told; with `active`, in the middle of that one's activation, order as
    told."""
    crew = tuple(men)
    cards = [
        arena.card(man.name, *man.weapons, save=man.save, wounds=man.wounds, apl=man.apl, move=man.move) for man in crew
    ]
    operatives = {}
    for number, man in enumerate(crew):
        operatives[number] = {
            "x": round(man.x * 100), "y": round(man.y * 100), "z": round(man.z * 100),
            "order": CONCEAL if man.conceal else ENGAGE, "readiness": ACTIVE if man.name == active else READY,
            "wounds": man.wounds if man.left is None else man.left, **dict(man.fields),
        }  # fmt: skip
    names = [man.name for man in crew]
    given = (
        {
            "phase": "activation",
            "active": names.index(active),
            "acting": crew[names.index(active)].seat,
            "activations": 1,
        }
        if active
        else {}
    )
    setting, state = arena.position(
        cards,
        [man.seat for man in crew],
        operatives=operatives,
        options=options,
        zone=zone or bare_zone(),
        **{**given, **fields},
    )
    match = match_at(setting, state, Given(list(dice)))
    assert match.decision is not None or match.over, "awake, so that its table can be asked"
    return match


def play(match: Match, *keys: str) -> Match:
    """Answer with these keys one after the other."""
    for key in keys:
        match.answer(key)
    return match


def offered(match: Match) -> list[str]:
    """The keys of the options that the question now has."""
    return list(match.decision.keys())


def left(match: Match, name: str) -> int:
    """The wounds an operative has left."""
    return next(int(operative.wounds) for operative in match.state.operatives if operative.name == name)
