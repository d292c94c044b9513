"""Traits about ammo: how much is fired, what can be reloaded, what becomes of who fires it."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import Profile, Weapon, trait
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement, Trait


def beside_cache(t: Table, who: int, profile: Profile) -> bool:
    """Whether something makes a weapon without reserves loadable after all (see NE-LOOT-05)."""
    return any(lends(t, who, profile) for lends in t.windows[Supplement.lends_ammo])


@trait("Plentiful")
class Plentiful(Trait):
    """Reload always succeeds; Ammo tests of attacks are rolled as usual (NE-TRT-08)."""

    def reloads_surely(self) -> bool:
        return True


@trait("Scarce")
class Scarce(Trait):
    """Once Out of Ammo it is not reloaded, but beside an Ammo Cache (NE-TRT-24)."""

    def may_reload(self, t: Table, who: int, profile: Profile) -> bool:
        return beside_cache(t, who, profile)


@trait("Limited")
class Limited(Trait):
    """When it runs out that ammo is gone; other profiles can still be reloaded (NE-TRT-22)."""

    def ran_dry(self, t: Table, who: int, weapon: Weapon, profile: Profile, failed: int) -> None:
        t.lose(who, f"{weapon.id}/{profile.name}", "NE-TRT-22")


@trait("Single Shot")
class SingleShot(Trait):
    """One use a battle: it counts as a failed Ammo test, without Firepower dice, and is never reloaded (NE-TRT-09)."""

    def no_firepower(self) -> bool:
        return True

    def spent_by_use(self) -> bool:
        return True

    def may_reload(self, t: Table, who: int, profile: Profile) -> bool:
        return False


@trait("Rapid Fire", numbered=True)
class RapidFire(Trait):
    """Up to so many Firepower dice, and a hit scores all their holes; two failed Ammo tests in one attack jam it for
    the battle (NE-TRT-04, NE-TRT-23)."""

    def firepower(self) -> int:
        return self.number

    def ran_dry(self, t: Table, who: int, weapon: Weapon, profile: Profile, failed: int) -> None:
        if failed > 1:
            t.lose(who, weapon.id, "NE-TRT-23")


@trait("Grenade")
class Grenade(Trait):
    """Thrown with Shoot: no Firepower dice, an Ammo test after every use, never reloaded but by the Old Cache
    (NE-TRT-05)."""

    def no_firepower(self) -> bool:
        return True

    def tests_ammo_always(self) -> bool:
        return True

    def may_reload(self, t: Table, who: int, profile: Profile) -> bool:
        return any(restocks(t) for restocks in t.windows[Supplement.restocks_grenades])


@trait("Unstable")
class Unstable(Trait):
    """On an Ammo symbol its user goes Out of Action unless a 4+ is rolled; the shot still counts (NE-TRT-14)."""

    def symbol_shown(self, t: Table, who: int, weapon: Weapon) -> Rule[None]:
        about = topic("overload of {weapon} of {who}", weapon.name, t.name(who))
        face = yield from d6(t.roller(who), about, (1, 1, 1, 4, 4, 4))
        t.tell("overloads", "NE-TRT-14", who=t.name(who), weapon=weapon.name, shown=face, holds=face >= 4)
        if face >= 4:
            return
        for bursts in t.windows[Supplement.gun_bursts]:
            if (yield from bursts(t, who, weapon)):
                return
        t.take_out(who, "NE-TRT-14")


@trait("Unwieldy")
class Unwieldy(Trait):
    """Shooting it takes both actions; in close combat it leaves no hand for a second weapon (NE-TRT-12)."""

    def double_action(self, t: Table, who: int) -> bool:
        return not t.is_vehicle(who)

    def needs_both_hands(self) -> bool:
        return True


@trait("Silent")
class Silent(Trait):
    """Firing it reveals nobody (NE-TRT-26)."""

    def silent(self) -> bool:
        return True


@trait("Crew Weapon")
class CrewWeapon(Trait):
    """A gun worked by the crew of a vehicle (NE-TRT-32)."""

    def crew_weapon(self) -> bool:
        return True
