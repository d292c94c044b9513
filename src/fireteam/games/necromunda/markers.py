"""Markers that stay: smoke, flares, gravity wells, and the dark in which light matters (NE-END-09, NE-COND-10)."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.conditions import BLAZE, REVEALED
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.geometry import on_table
from fireteam.games.necromunda.positions import gap, shape, within
from fireteam.games.necromunda.scenarios import has_special
from fireteam.games.necromunda.windows import Supplement, Trait
from fireteam.space.plane.free.measuring import gap as gap_between
from fireteam.space.plane.free.plan import DIFFICULT, Patch, Piece
from fireteam.space.plane.model import Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.cards import Profile
    from fireteam.games.necromunda.table import Table

SMOKE, FLARE, WELL = "smoke", "flare", "well"
CLOUD = 2.5
"""Inches that smoke reaches each way (NE-TRT-11)."""
SMOKE_STAYS, FLARE_GOES = 5, 4
"""From these faces on smoke stays and a flare goes out (see NE-END-09)."""
SHOT_IN_THE_DARK, NIGHT_SIGHT = 3, 12
"""Inches within which a Hidden model may be shot at, with night-sight gear or without (see NE-COND-10)."""


class Markers(Supplement):
    """Smoke, flares and wells on the table."""

    name = "markers"

    def clouds(self, t: Table) -> Iterable[tuple[int, int, int, float, float]]:
        """Smoke blocks sight into it, out of it and through it (see NE-TRT-11)."""
        return [(cloud.x, cloud.y, cloud.z, CLOUD, CLOUD) for cloud in t.things(SMOKE)]

    def placed_pieces(self, t: Table) -> Iterable[Piece]:
        """A gravity well is difficult ground, as far as the table goes (see NE-TRT-34)."""
        plan = t.setting.battlefield
        return [
            Patch(well.id, polygon, well.z, DIFFICULT)
            for well in t.things(WELL)
            if (polygon := on_table(plan, disc(well.x, well.y, well.number)))
        ]

    def effects_end(self, t: Table) -> Rule[None]:
        """Each cloud of smoke stays on a 5+, each flare goes out on a 4+, wells end; in the order they were placed
        (NE-END-09)."""
        for thing in t.things(SMOKE, FLARE, WELL):
            if thing.kind == WELL:
                t.remove(thing.id)
                continue
            least = SMOKE_STAYS if thing.kind == SMOKE else FLARE_GOES
            about = topic("whether {thing} lasts", thing.id)
            face = yield from d6(t.state.priority, about, tuple(1 if face < least else least for face in range(1, 7)))
            goes = face < least if thing.kind == SMOKE else face >= least
            t.tell("marker_roll", "NE-END-09", thing=thing.id, kind=thing.kind, shown=face, goes=goes)
            if goes:
                t.remove(thing.id)


def disc(x: int, y: int, radius: int) -> tuple[tuple[int, int], ...]:
    """A disc as a polygon of twelve corners, in hundredths."""
    return tuple((round(x + radius * cos(k * pi / 6)), round(y + radius * sin(k * pi / 6))) for k in range(12))


class PitchBlack(Supplement):
    """In the dark everybody is Hidden: shot at only if Revealed, or within 3", 12" with night-sight gear
    (NE-COND-10)."""

    name = "pitch black"

    def may_be_shot(self, t: Table, who: int, target: int, why: Why) -> bool:
        if not is_dark(t):
            return True
        near = SHOT_IN_THE_DARK
        if not t.is_vehicle(who) and t.fighter(who).carries("night-sight"):
            near = NIGHT_SIGHT
        lit = self.is_lit(t, target) or within(gap(t, who, target), near)
        return need(why, lit, "NE-COND-10", '{} is Revealed, or within {}"', t.name(target), near)

    def may_be_charged(self, t: Table, who: int, foe: int) -> bool:
        return not t.house_rule("pitch_black_charge_limited") or self.may_be_shot(t, who, foe, None)

    def is_lit(self, t: Table, who: int) -> bool:
        """Whether somebody can be seen in the dark: Revealed, on fire, in a shimmering field, touching a flare."""
        m = t.model(who)
        if REVEALED in m.conditions or BLAZE in m.conditions:
            return True
        if any(piece.kind == "field" and piece.id not in m.lost for piece in t.cards[who].armour):
            return True
        own = shape(t, who)
        return any(
            within(gap_between(own, Body(flare.x, flare.y, flare.z, 0.0, 0)), CLOUD) for flare in t.things(FLARE)
        )

    def fires(self, t: Table, who: int, profile: Profile) -> None:
        """Firing a weapon that is not Silent reveals whoever fires it."""
        if is_dark(t) and not any(silent() for silent in profile.windows[Trait.silent]):
            t.afflict(who, REVEALED, "NE-COND-10")

    def fights(self, t: Table, who: int, profiles: list[Profile]) -> None:
        """So does using a Power weapon."""
        if is_dark(t) and any(power() for profile in profiles for power in profile.windows[Trait.power]):
            t.afflict(who, REVEALED, "NE-COND-10")

    def moved(self, t: Table, who: int, purpose: str) -> Rule[None]:
        """So does a vehicle that moves."""
        yield from ()
        if is_dark(t) and t.is_vehicle(who) and t.in_play(who):
            t.afflict(who, REVEALED, "NE-COND-10")


def is_dark(t: Table) -> bool:
    """Whether it is Pitch Black: all battle, or while the lights are out (see NE-COND-10, NE-EVT-04)."""
    return t.state.event == "lights-out" or has_special(t, "pitch-dark")
