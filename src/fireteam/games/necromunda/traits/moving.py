"""Knockback: a hit that moves its target (NE-TRT-03, NE-TRT-36)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import atan2, degrees

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import trait
from fireteam.games.necromunda.dice import alike_by, d6, direction, ways_round
from fireteam.games.necromunda.hits import MELEE, Strike
from fireteam.games.necromunda.movement.forced import knock_back, knocks
from fireteam.games.necromunda.stats import number
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait


@trait("Knockback")
class Knockback(Trait):
    """A hit roll of the target's Strength or more moves it 1 inch straight away; if it cannot go so far, 1 more Damage;
    Blasts and templates roll a D6 for each (NE-TRT-03)."""

    def aspect(self, t: Table, strike: Strike) -> Hashable:
        way = away_from(t, strike)
        if way is None:
            return None
        return knocks(t, strike.on)[way]

    def hit_marks(self, t: Table) -> Iterable[int]:
        return {number(t, who, "s") for who in t.fighters()}

    def knocks(self, t: Table, strike: Strike) -> Rule[Strike]:
        who = strike.on
        if t.is_vehicle(who):
            return strike
        face = strike.face
        if not face:
            alike = alike_by(lambda face: face >= number(t, who, "s"))
            face = yield from d6(t.roller(strike.by), topic("Knockback of {who}", t.name(who)), alike)
        if face < number(t, who, "s"):
            return strike
        way = away_from(t, strike)
        if way is None:
            about = topic("which way {who} is knocked", t.name(who))
            way = yield from direction(t.roller(strike.by), about, lambda: ways_round(knocks(t, who)))
        full = yield from knock_back(t, who, way, by=strike.by, follows=strike.kind == MELEE)
        if full or strike.damage is None:
            return strike
        return strike._replace(damage=strike.damage + 1)


def away_from(t: Table, strike: Strike) -> int | None:
    """The direction straight away from an attack; None: it comes from where its target stands."""
    m = t.model(strike.on)
    if (m.x, m.y) == (strike.x, strike.y):
        return None
    return round(degrees(atan2(m.y - strike.y, m.x - strike.x))) % 360
