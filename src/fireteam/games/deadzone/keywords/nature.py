"""Keywords of what a model is: machines, beasts, hordes."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.refusals import Modifier
from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword
from fireteam.space.cubes.steps import Mode


@keyword
class Construct(Keyword):
    """Never pinned, and no living thing (DZ-AB-CONSTRUCT-01); unlike a Solid model it is thrown (DZ-MEET-11)."""

    name = "Construct"

    def stands(self) -> bool:
        return True


@keyword
class Solid(Keyword):
    """Neither moved by weapons nor pinned (DZ-AB-SOLID-01)."""

    name = "Solid"

    def stays(self) -> bool:
        return True

    def stands(self) -> bool:
        return True


@keyword
class Vehicle(Solid):
    """It changes levels by ramps alone (DZ-AB-VEHICLE-01), is Solid and uses no items (DZ-AB-VEHICLE-02)."""

    name = "Vehicle"

    def mode(self) -> Mode | None:
        return Mode.DRIVE

    def uses_items(self) -> bool:
        return False


@keyword
class Walker(Vehicle):
    """A Vehicle that climbs (DZ-AB-WALKER-01)."""

    name = "Walker"

    def mode(self) -> Mode | None:
        return Mode.WALK


@keyword
class Bike(Vehicle):
    """A Vehicle that can be pinned (DZ-AB-BIKE-01)."""

    name = "Bike"

    def stands(self) -> bool:
        return False


@keyword
class Beast(Keyword):
    """It uses neither items nor control panels (DZ-AB-BEAST-01)."""

    name = "Beast"

    def uses_items(self) -> bool:
        return False

    def uses_panels(self) -> bool:
        return False


@keyword
class Companion(Keyword):
    """In fights it always has a friend beside it (DZ-AB-COMPANION-01)."""

    name = "Companion"

    def always_has_a_friend(self) -> bool:
        return True


@keyword
class Horde(Keyword):
    """Each other Horde model among the friends beside it brings one more die in fights (DZ-AB-HORDE-01)."""

    name = "Horde"

    def friends_dice(self, t: Table, who: int) -> Iterable[Modifier]:
        others = sum(t.cards[mate].has(self.name) for mate in t.friends(who))
        return (Modifier(others, self.name, self.rule),) if others else ()
