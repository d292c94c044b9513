"""Every terrain type makes a difference somewhere: without it somebody would see, be covered, go or stand
differently."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

import pytest

from fireteam.games.killteam import arena
from fireteam.games.killteam.content import terrain
from fireteam.games.killteam.equipment import items
from fireteam.games.killteam.geometry import path
from fireteam.games.killteam.moving.moves import gait_of, terms_of
from fireteam.games.killteam.positions import base_radius, body_of
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import ENGAGE, Piece
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Zone
from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import INCH, Body, Feature, Overlay, Terrain
from fireteam.space.plane.paths import Move
from fireteam.space.plane.placing import Ground, ground_of
from tests.killteam.directing import somewhere
from tests.killteam.playing import KILLZONES

EQUIPMENT = ("razor_wire", "light_barricades", "heavy_barricade", "ladders", "portable_barricade")
TEAMS = ("cinder-vigil", "saltmarsh-levy")
MEN = ("cv-prior", "cv-sentinel", "sl-reeve", "sl-bomber")
SPOTS = 12
"""How many places each operative tries to walk to."""
MOST_POSITIONS = 30


class Without(Zone):
    """A killzone in which no part is of one type, equipment included; the bodies stay where they are."""

    trait = ""

    def ground(self, hatches: frozenset[str], placed: tuple[Feature, ...], gone: frozenset[str]) -> Ground:
        """The killzone as it would be."""
        printed = self.terrain
        bare = Terrain(printed.width, printed.height, tuple(map(self.stripped, printed.features)), printed.areas)
        board = bare.under(Overlay(tuple(sorted(hatches)), tuple(map(self.stripped, placed)), tuple(sorted(gone))))
        return ground_of(board, self.hazards)

    def stripped(self, feature: Feature) -> Feature:
        """A feature whose parts are not of the type; each of them still states one (KT-TT-07)."""
        parts = []
        for part in feature.parts:
            left = part.traits - {self.trait}
            if not left & {"Heavy", "Light", "Vantage", "Exposed"}:
                left |= {"Heavy" if self.trait == "Light" else "Light"}
            bare = terrain.part(
                *(part.id, part.feature, part.polygon, part.bottom, part.top, left),
                *(part.opaque, part.line_z, part.hatch, part.open),
            )
            parts.append(terrain.of_stronghold(bare) if feature.kind == terrain.STRONGHOLD else bare)
        return feature._replace(parts=tuple(parts))


def laid(killzone: str, placed: dict[str, tuple[int, ...]], pieces: list[Piece], trait: str) -> Table:
    """Operatives and equipment where they are told to be, with or without a terrain type."""
    rosters = ([name for name in placed if name.startswith("cv")], [name for name in placed if name.startswith("sl")])
    orders: dict[str, dict[str, Any]] = {name: {"order": ENGAGE} for name in placed}
    setting, state = arena.battle(
        killzone=killzone, teams=TEAMS, rosters=rosters, placed=placed, pieces={piece.id: piece for piece in pieces},
        operatives=orders, phase="firefight",
        anywhere=True,  # equipment falls where it falls
    )  # fmt: skip
    if trait:
        zone = setting.zone
        setting.zone = Without(
            zone.name, zone.kind, zone.terrain, zone.territories, zone.drop_zones, objectives=zone.objectives,
            landmarks=zone.landmarks, hazards=zone.hazards, centre=zone.centre, centreline=zone.centreline,
        )  # fmt: skip
        setting.zone.trait = trait
    return arena.table_over(setting, state)


def position(number: int, trait: str = "") -> Table:
    """Four operatives and five pieces of equipment close together in a killzone."""
    rng = random.Random(number)
    killzone = KILLZONES[number % len(KILLZONES)]
    setting, _ = arena.battle(killzone=killzone, teams=TEAMS)
    zone = setting.zone
    ground = zone.ground(frozenset(), (), frozenset())
    focus = rng.choice([feature for feature in zone.terrain.features if feature.parts]).parts[0].polygon[0]
    bodies: list[Body] = []
    placed: dict[str, tuple[int, ...]] = {}
    for card in setting.cards:
        if card.id in MEN:
            body = somewhere(ground, focus, base_radius(card.radius), card.height, bodies, rng)
            bodies.append(body)
            placed[card.id] = (body.x, body.y, body.z)
    pieces = []
    for place, kind in enumerate(EQUIPMENT):
        near = bodies[place % len(bodies)]
        x, y = near.x + rng.randint(-150, 150), near.y + rng.randint(-150, 150)
        turned = rng.choice((0, 90, 180, 270))
        if kind == "portable_barricade":  # connected: its inside looks south
            x, y, turned = near.x, near.y + ceil(near.radius * INCH) + 10, 0
        if 250 <= x <= zone.terrain.width - 250 and 250 <= y <= zone.terrain.height - 250:
            pieces.append(Piece(f"{kind}-0", kind, 0, x, y, 0, turned))
    return laid(killzone, placed, pieces, trait)


def through_the_vent(trait: str) -> Table:
    """In front of the broken vent of a stronghold, which is wide enough to walk through."""
    return laid("shellmarket", {"sl-bomber": (910, 1230), "cv-prior": (2800, 1000)}, [], trait)


def behind_the_feet(trait: str) -> Table:
    """On the outside of a portable barricade, in contact with a foot; shots from the side cross that foot alone
    (KT-EQ-14)."""
    shield = Piece("portable_barricade-0", "portable_barricade", 0, 2700, 1900, 0, 0)
    return laid("shellmarket", {"cv-prior": (2190, 1900), "sl-bomber": (2610, 1940 + 49)}, [shield], trait)


DIRECTED: dict[str, tuple[Callable[[str], Table], tuple[int, int]]] = {
    "Blocking": (through_the_vent, (910, 1420)), "Feet": (behind_the_feet, (2610, 2050)),
}  # fmt: skip
"""What random positions hardly ever show: the position, and where its people try to walk to."""


def facts(t: Table, number: int, to: tuple[int, int] | None = None) -> Iterator[object]:
    """What terrain decides: sight, lines of shots and where moves lead at what cost."""
    crew = range(len(t.state.operatives))
    for who in crew:
        for other in crew:
            if who != other:
                yield targets.sees(t, t.board, who, other)
                shot = targets.shot(t, t.board, who, other)
                yield shot
                yield [items.protection(t, t.board, outcome) for outcome in shot.outcomes]
                yield targets.distance(t, t.board, who, other)
    rng = random.Random(number)
    for who in crew:
        here = t.operative(who)
        for _ in range(SPOTS if to is None else 1):
            x, y = (here.x + rng.randint(-400, 400), here.y + rng.randint(-400, 400)) if to is None else to
            if min(x, y) > 60:
                leg = path(
                    t.ground, body_of(t, who), (Step(x, y),), terms_of(t, t.ground, who, "REPOSITION", gait_of(t))
                )
                yield (leg.end, leg.cost) if isinstance(leg, Move) else leg.rule


def differs(number: int, trait: str) -> bool:
    """Whether the type makes a difference in a position; looked at only as far as the first one."""
    if trait in DIRECTED:
        lay, to = DIRECTED[trait]
        return list(facts(lay(""), 0, to)) != list(facts(lay(trait), 0, to))
    with_it, without = position(number), position(number, trait)
    if trait not in {name for part in with_it.board.parts for name in part.traits}:
        return False
    return any(one != other for one, other in zip(facts(with_it, number), facts(without, number), strict=True))


@pytest.mark.rule("KT-TT-01", "KT-TT-07")
@pytest.mark.parametrize("trait", sorted(terrain.TYPES))
def test_every_terrain_type_makes_a_difference(trait: str) -> None:
    assert any(differs(number, trait) for number in range(1 if trait in DIRECTED else MOST_POSITIONS)), trait


def test_a_type_that_nothing_has_makes_none() -> None:
    """The comparison itself is fair: the same position twice gives the same facts."""
    for number in range(3):
        assert list(facts(position(number), number)) == list(facts(position(number, "Nothing"), number))
