"""Traits that leave something on whoever is hit: fire, gunk, concussion, light."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import trait
from fireteam.games.necromunda.conditions import BLAZE, CONCUSSION, GUNKED, REVEALED
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.hits import Hit
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Trait

CATCHES = 4


@trait("Blaze")
class Blaze(Trait):
    """A hit that leaves its target in play sets it alight on a 4+, saved or not (NE-TRT-01)."""

    def after_hit(self, t: Table, h: Hit) -> Rule[None]:
        who = h.strike.on
        if t.has(who, BLAZE):
            return
        least = min(
            [least() for windows in t.bearers(who) for least in windows[Quality.catches_fire_on]], default=CATCHES
        )
        about = topic("whether {who} catches fire", t.name(who))
        face = yield from d6(h.seat(t), about, tuple(1 if face < least else least for face in range(1, 7)))
        t.tell(
            "tested", "NE-TRT-01", who=t.name(who), about=about, shown=face, bonus=0, needed=least, passed=face >= least
        )
        if face >= least:
            t.relieve(who, GUNKED, "NE-COND-06")
            t.afflict(who, BLAZE, "NE-TRT-01")


@trait("Gunk")
class Gunk(Trait):
    """Whoever is hit is Gunked, saved or not; vehicles are not (NE-TRT-29)."""

    def after_hit(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        if not t.is_vehicle(h.strike.on):
            t.afflict(h.strike.on, GUNKED, "NE-TRT-29")


@trait("Concussion")
class Concussion(Trait):
    """Whoever is hit has Concussion till the round ends, saved or not (NE-TRT-28)."""

    def after_hit(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        t.afflict(h.strike.on, CONCUSSION, "NE-TRT-28")


@trait("Flare")
class Flare(Trait):
    """A fighter hit is Revealed, without a wound roll; the Blast stays and reveals whoever touches it (NE-TRT-31)."""

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        h.negated = True
        t.afflict(h.strike.on, REVEALED, "NE-TRT-31")

    def leaves_marker(self, t: Table, who: int, marker: tuple[int, int, int]) -> None:
        t.leave_marker("flare", marker, self.name, t.side(who))
