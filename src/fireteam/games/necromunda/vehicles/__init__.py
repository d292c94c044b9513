"""Vehicles: one supplement that hangs their actions, hits, flight and decks into the chapters (NE-VEH)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.games.necromunda.vehicles import actions, end_phase, flight, guns, hits
from fireteam.games.necromunda.vehicles.control import LosingControl
from fireteam.games.necromunda.vehicles.damage import roll_damage
from fireteam.games.necromunda.vehicles.hulls import DECK, WRECKAGE, pieces_of
from fireteam.games.necromunda.vehicles.riders import look_underfoot
from fireteam.games.necromunda.vehicles.wrecks import Wreck
from fireteam.games.necromunda.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.activation import Activation, Deed
    from fireteam.games.necromunda.cards import Weapon
    from fireteam.games.necromunda.end_phase import EndPhase
    from fireteam.games.necromunda.hits import Hit, Strike
    from fireteam.games.necromunda.sight import Eye
    from fireteam.games.necromunda.state import Frame
    from fireteam.games.necromunda.table import Table
    from fireteam.space.plane.free.plan import Piece


class Vehicles(Supplement):
    """All that vehicles do, and all that is done to them."""

    name = "vehicles"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """What vehicles may do, and who is aboard one."""
        if t.is_vehicle(who):
            return actions.menu(t, who)
        return guns.ABOARD if t.model(who).aboard >= 0 else ()

    def activation_end(self, t: Table, a: Activation) -> Rule[bool]:
        """The fire on a vehicle may die (see NE-COND-11)."""
        if t.in_play(a.who) and t.is_vehicle(a.who) and t.has(a.who, hits.BLAZE):
            yield from hits.fire_dies(t, a.who)
        return False

    def recovers(self, t: Table, e: Frame) -> Rule[bool]:
        """Engines and drivers (see NE-VEND-01)."""
        found: EndPhase = e  # type: ignore[assignment]
        return (yield from end_phase.recover(t, found))

    def toughness_struck(self, t: Table, strike: Strike) -> int:
        """The side that is struck (see NE-VHIT-01)."""
        return hits.toughness_struck(t, strike) if t.is_vehicle(strike.on) else 0

    def out_of_control(self, t: Table, who: int, stalls: bool) -> None:
        """It swerves or flips (see NE-VLOC-01)."""
        t.begin(LosingControl(who, stalls=stalls))

    def damages(self, t: Table, h: Hit) -> Rule[bool]:
        """Location and Damage dice in place of Wounds (see NE-VHIT-02)."""
        if not t.is_vehicle(h.strike.on):
            return False
        yield from roll_damage(t, h)
        return True

    def gassed(self, t: Table, h: Hit) -> Rule[bool]:
        """Gas on a vehicle (see NE-TRT-02)."""
        return (yield from hits.gassed(t, h))

    def crushed(self, t: Table, h: Hit) -> Rule[bool]:
        """A graviton pulse on a vehicle (see NE-TRT-34)."""
        return (yield from hits.crushed(t, h))

    def gun_bursts(self, t: Table, who: int, weapon: Weapon) -> Rule[bool]:
        """An Unstable gun of a vehicle (see NE-TRT-14)."""
        return (yield from hits.gun_bursts(t, who, weapon))

    def burns(self, t: Table, a: Activation) -> Rule[bool]:
        """A vehicle on fire (see NE-COND-11)."""
        yield from ()
        if not t.is_vehicle(a.who):
            return False
        t.begin(hits.HullFire(a.who))
        return True

    def hull_down(self, t: Table, viewer: Eye, target: int) -> Iterable[Modifier]:
        """A hull that shows nothing of the side struck (see NE-VHIT-01)."""
        return hits.hull_down(t, viewer, target)

    def flees(self, t: Table, who: int) -> Rule[bool]:
        """Broken vehicles (see NE-VEH-18)."""
        return (yield from flight.flee(t, who))

    def abandoned(self, t: Table, who: int) -> None:
        """Those aboard get off what has no crew any more (see NE-VHIT-11)."""
        t.begin(Wreck(who, abandoned=True))

    def moved(self, t: Table, who: int, purpose: str) -> Rule[None]:
        """Fighters board vehicles, and leave them (see NE-VEH-35)."""
        yield from look_underfoot(t, who)

    def placed_pieces(self, t: Table) -> Iterable[Piece]:
        """Wrecks are terrain of their hulls' size and height (see NE-VHIT-10)."""
        return [piece for who in t.wrecks() for piece in pieces_of(t, who, t.vehicle(who).height, WRECKAGE)]

    def decks(self, t: Table) -> Iterable[Piece]:
        """Vehicles are terrain to climb (see NE-VEH-31)."""
        return [piece for who in t.vehicles() for piece in pieces_of(t, who, t.vehicle(who).deck, DECK)]
