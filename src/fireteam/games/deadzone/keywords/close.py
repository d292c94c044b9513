"""Keywords of fights, and of weapons that push, stun and poison."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.games.deadzone.assault import AWAY, Assault
from fireteam.games.deadzone.cards import Weapon, keyword
from fireteam.games.deadzone.damage import arms
from fireteam.games.deadzone.dice import Attack
from fireteam.games.deadzone.forced import Throw
from fireteam.games.deadzone.movement import stay
from fireteam.games.deadzone.scatter import pick_away
from fireteam.games.deadzone.state import NOBODY
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword

MINES_AP = 3


@keyword
class Frenzy(Keyword):
    """Dice of FIGHT tests that may be re-rolled; all sources add up (DZ-AB-FRENZY-01)."""

    name = "Frenzy"

    def fight_rerolls(self) -> int:
        return self.number


@keyword
class Smash(Keyword):
    """More dice in FIGHT tests, with the weapon that has it or always (DZ-AB-SMASH-01)."""

    name = "Smash"

    def fight_dice(self, t: Table, who: int, foe: int) -> Iterable[Modifier]:
        return (Modifier(self.number, "Smash", self.rule),)


@keyword
class Tenacious(Keyword):
    """Who leaves its cube has one die less on SURVIVE, however many there are (DZ-AB-TENACIOUS-01)."""

    name = "Tenacious"

    def hampers_leaver(self) -> Iterable[Modifier]:
        return (Modifier(-1, "Tenacious", self.rule),)


@keyword
class ThermalMines(Keyword):
    """Mines with AP 3 for one assault (DZ-AB-THERMAL-01)."""

    name = "Thermal Mines"

    def weapons(self) -> Iterable[Weapon]:
        return (Weapon(id="thermal_mines", name=self.name, close=True, range=0, ap=MINES_AP, one_use=True),)


# -- what is added to damage -------------------------------------------------------------------------------------------


def is_construct(t: Table, who: int) -> bool:
    """Whether a model is artificial (see DZ-AB-CONSTRUCT-01)."""
    return t.cards[who].has("Construct")


@keyword
class Toxic(Keyword):
    """Who loses HP to it loses more, but Constructs (DZ-AB-TOXIC-01)."""

    name = "Toxic"

    def harm_done(self, t: Table, on: int) -> Iterable[Modifier]:
        """Each source adds once to an attack, and never to another's (DZ-MEET-07)."""
        return () if is_construct(t, on) else (Modifier(self.number, "Toxic", self.rule),)


@keyword
class Dismantle(Keyword):
    """Vehicles, Walkers and Constructs that it damages lose one HP more (DZ-AB-DISMANTLE-01)."""

    name = "Dismantle"

    def harm_done(self, t: Table, on: int) -> Iterable[Modifier]:
        machine = t.cards[on].vehicle or is_construct(t, on)
        return (Modifier(1, "Dismantle", self.rule),) if machine else ()


# -- what follows an attack --------------------------------------------------------------------------------------------


@keyword
class Knockback(Keyword):
    """Who loses to it is moved one cube directly away after the attack, hurt or not (DZ-AB-KNOCKBACK-01)."""

    name = "Knockback"

    def after_attack(self, t: Table, a: Attack) -> Rule[None]:
        """Away from a shooter's cube, or where the winner of an assault chooses (DZ-AB-KNOCKBACK-02); a wall in the way
        slams it (DZ-AB-KNOCKBACK-03). It stays pinned or on fire as it was, and who is not moved stays (DZ-MEET-10)."""
        if t.in_play(a.on) and self.is_first(Keyword.after_attack, arms(t, a)):
            east, north, up = yield from pick_away(t, a.by, a.on)
            t.begin(Throw(a.on, east, north, pins=False, up=up))


@keyword
class Stun(Keyword):
    """No damage: who loses to it is marked activated and its turn is over (DZ-AB-STUN-01)."""

    name = "Stun"

    def harmless(self) -> bool:
        return True

    def after_attack(self, t: Table, a: Attack) -> Rule[None]:
        """A model that was breaking away stays, even if it was activated before (DZ-MEET-17)."""
        yield from ()
        stun(t, a.on)
        if isinstance(a, Assault) and a.why == AWAY:
            stay(t, a.on)

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        """A stun grenade marks everybody in the cube (see DZ-AB-GRENADE-05)."""
        for other in t.in_cube(cube):
            stun(t, other)


def stun(t: Table, who: int) -> None:
    """A model is marked activated; if it is the active one its activation ends (see DZ-AB-STUN-01)."""
    if t.in_play(who):
        t.tell("stunned", "DZ-AB-STUN-01", who=t.name(who))
        t.mark_activated(who)
        t.cut_short(who)
