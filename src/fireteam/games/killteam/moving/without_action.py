"""Moves that are no actions: straight ones, and operatives taken up and set up again (KT-GEO-15, KT-BASE-03)."""

from __future__ import annotations

from functools import partial
from math import cos, floor, hypot, pi, sin
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.geometry import path, stands
from fireteam.games.killteam.moving.moves import (
    Destinations,
    gait_of,
    others,
    passed,
    past_traps,
    trained,
    traps,
)
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.overrides import allowed
from fireteam.games.killteam.positions import body_of, lying
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.places import Place, lattice
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.legs import Step
from fireteam.space.plane.measure import wholly_within
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms
from fireteam.space.plane.sight import in_control

WAYS = 16
"""Directions that are suggested for a straight move."""


class Straight(Destinations):
    """Where one straight leg may lead: "to 12.34,5.60", with "up 3.00" where there are several surfaces."""

    rule = ""
    give_up = None

    def meant(self, key: str) -> Move | Refused:
        """The leg that a key means, or why there is none."""
        legs = self.read(key)
        if legs is None or len(legs) > 1 or legs[0].how:
            return Refused("a straight move reads like 'to 12.34,5.60'", "KT-GEO-18")
        return self.settled(legs)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule that gives it, and that of its path."""
        return self.rule, "KT-GEO-15"

    def suggest(self, count: int) -> list[Option]:
        """Legs in all directions, the longest first."""
        found: dict[str, Option] = {}
        for part in (2, 1):
            for turn in range(WAYS):
                angle, away = 2 * pi * turn / WAYS, self.terms.inches * INCH * part / 2
                x, y = self.start.x + away * cos(angle), self.start.y + away * sin(angle)
                one = self.find(f"to {x / INCH:.2f},{y / INCH:.2f}") if min(x, y) >= 0 else None
                if one is not None:
                    found[one.key] = one
        return list(found.values())[:count]

    def outline(self) -> dict[str, Any]:
        """The start and the inches."""
        return {"start": [self.start.x, self.start.y, self.start.z], "inches": self.terms.inches, "contours": []}


def straight(t: Table, who: int, inches: int, rule: str, *, engages: bool) -> Straight:
    """Where an operative may be moved in a straight line; control ranges may be crossed, and ended in if it
    `engages`."""
    through = allowed(t, who, "move_through_enemies")
    terms = Terms(
        inches=inches,
        gait=trained(t, who, gait_of(t)),
        enemies=tuple(
            Enemy(body_of(t, enemy), True, True, engages, through) for enemy in others(t, who, friendly=False)
        ),
        friends=tuple(body_of(t, friend) for friend in others(t, who, friendly=True)),
        mines=tuple(map(lying, traps(t, who))),
        limit_rule=rule,
        end_rule=rule,
    )
    region = Straight(t.ground, body_of(t, who), terms, "REPOSITION", tuple(marker.id for marker in traps(t, who)))
    region.rule = rule
    return region


def drag(t: Table, who: int, inches: int, toward: int, rule: str) -> Option | None:
    """The longest straight leg towards another operative, as far as nothing is in the way; None: it cannot be moved at
    all."""
    region = straight(t, who, inches, rule, engages=True)
    region.terms = region.terms._replace(gait=region.terms.gait._replace(climb=False))
    here, there = body_of(t, who), body_of(t, toward)
    apart = hypot(there.x - here.x, there.y - here.y)
    longest = floor(min(inches * INCH, apart - (here.radius + there.radius) * INCH))
    for length in range(longest, 0, -1):
        x, y = round(here.x + (there.x - here.x) * length / apart), round(here.y + (there.y - here.y) * length / apart)
        move = path(region.ground, here, (Step(x, y),), region.terms)
        if isinstance(move, Move):
            return region.option(move, legs=False)
    return None


def set_up_again(t: Table, who: int, inches: int, rule: str, *, engages: bool) -> Places:
    """Where an operative may be set up again: wholly within a distance of where it was (see KT-BASE-15)."""
    here = body_of(t, who)
    reach = inches * INCH
    area = (
        (here.x - reach, here.y - reach),
        (here.x + reach, here.y - reach),
        (here.x + reach, here.y + reach),
        (here.x - reach, here.y + reach),
    )
    points = lattice([area], 100)
    return Places(
        "place",
        (rule,),
        partial(_may_be_set_up, t, who, here, inches, rule, engages),
        lambda: [Place(x, y, z) for x, y in points if min(x, y) >= 0 for z in t.ground.surfaces(x, y)],
        surfaces=t.ground.surfaces,
        radius=here.radius,
    )


def _may_be_set_up(t: Table, who: int, here: Body, inches: int, rule: str, engages: bool, place: Place) -> Check | None:
    """Why an operative cannot be set up again there; None: it can."""
    checks: list[Check] = []
    there = here._replace(x=place.x, y=place.y, z=place.z)
    near = wholly_within(there, here, inches)
    if not need(checks, near, rule, 'wholly within {}" of where {} was', inches, t.name(who)):
        return checks[-1]
    around = [body_of(t, other) for friendly in (True, False) for other in others(t, who, friendly=friendly)]
    wrong = stands(t.ground, there, around)
    if wrong is not None:
        return wrong
    if not engages:
        enemies = [
            t.name(enemy) for enemy in others(t, who, friendly=False) if in_control(t.board, there, body_of(t, enemy))
        ]
        if not need(
            checks, not enemies, rule, "not in the control range of an enemy: {}", ", ".join(enemies) or "none is near"
        ):
            return checks[-1]
    return None


def lift(t: Table, who: int, inches: int, seat: int, rule: str, *, engages: bool) -> Rule[None]:
    """A seat may take an operative up and set it up again within a distance (see KT-BASE-15)."""
    region = set_up_again(t, who, inches, rule, engages=engages)
    pick: Option = yield t.ask(seat, topic("move of {who}", t.name(who)), lambda: [option("not_moved")], region)
    if pick.kind != "not_moved":
        x, y, z, _ = pick.args
        t.stand(who, x, y, z)
        t.tell("set_up_again", rule, who=t.name(who), x=x, y=y, z=z)


def shift(t: Table, who: int, inches: int, seat: int, rule: str, *, engages: bool, toward: int = NOBODY) -> Rule[None]:
    """An operative is moved in a straight line without an action: towards another one, or where a seat says
    (see KT-GEO-15)."""
    if toward != NOBODY:
        found = drag(t, who, inches, toward, rule)
        if found is None:
            return
    else:
        region = straight(t, who, inches, rule, engages=engages)
        found = yield t.ask(seat, topic("move of {who}", t.name(who)), lambda: [option("not_moved")], region)
        if found is None or found.kind == "not_moved":
            return
    x, y, z, inches, legs, mined = found.args
    t.tell("moved", rule, who=t.name(who), inches=inches, x=x, y=y, z=z, legs=legs)
    t.note_move(who)
    start = body_of(t, who)
    survives = yield from past_traps(t, who, mined)
    if survives:
        t.stand(who, x, y, z)
        yield from passed(t, who, start, legs)
