"""Ammo: Firepower dice, Ammo tests, weapons that run dry, Reload (NE-SHT-12 to NE-SHT-14, NE-STD-11)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import SIMPLE, Activation, Deed, add
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.dice import AMMO_FACE, HOLES, alike_for, d6, passes
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.status import ACTIVE, PINNED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait

SIX = 6

kinds(
    reload=("reload {}", ("NE-STD-11",)),
    firepower=("{} Firepower dice", ("NE-TRT-04",)),
)


def firepower_dice(profile: Profile) -> int:
    """The most Firepower dice that an attack may take: one with an Ammo number, more by Rapid Fire, none by some traits
    (see NE-SHT-12)."""
    counts = [count() for count in profile.windows[Trait.firepower]]
    if counts:
        return max(counts)
    if any(without() for without in profile.windows[Trait.no_firepower]):
        return 0
    return 1 if profile.ammo else 0


def roll_firepower(t: Table, who: int, weapon: Weapon, profile: Profile, count: int) -> Rule[tuple[int, int]]:
    """Firepower dice are rolled with every ranged attack: the bullet holes, and the Ammo symbols (see NE-SHT-12)."""
    if not count:
        return 1, 0
    about = topic("Firepower of {who} with {weapon}", t.name(who), weapon.name)
    single = 1 if not profile.windows[Trait.firepower] else 0
    # Without Rapid Fire nobody counts holes: only the symbol matters.
    alike = (1, 2, 2, 2, 2, 2) if single else (1, 2, 2, 4, 4, 6)
    faces = yield Roll(t.roller(who), about, count, alike=alike)
    holes, symbols = sum(HOLES[face - 1] for face in faces), sum(face == AMMO_FACE for face in faces)
    t.tell("firepower", "NE-SHT-12", who=t.name(who), shown=tuple(faces), holes=holes, symbols=symbols)
    return holes, symbols


def ammo_bonus(t: Table, who: int) -> tuple[Modifier, ...]:
    """What is added to an Ammo test (see NE-LOOT-05)."""
    return tuple([part for more in t.windows[Supplement.ammo_bonus] for part in more(t, who)])


def ammo_test(t: Table, who: int, weapon: Weapon, profile: Profile, purpose: str) -> Rule[bool]:
    """An Ammo test: a D6 that shows the Ammo number or more; a 1 always fails (see NE-SHT-12)."""
    added = total(ammo_bonus(t, who))
    about = topic("Ammo test of {who} for {weapon}", t.name(who), weapon.name)
    passed = yield from _ammo_roll(t, who, profile, added, about)
    rolled_again = False
    if not passed:
        for windows in t.bearers(who):
            for again in windows[Quality.rerolls_test]:
                if not passed and (yield from again(t, who, "ammo", purpose)):
                    rolled_again = True
                    passed = yield from _ammo_roll(t, who, profile, added, about)
        for once_more in t.windows[Supplement.rerolls_ammo]:
            if not passed and not rolled_again and (yield from once_more(t, who, weapon)):
                rolled_again = True
                passed = yield from _ammo_roll(t, who, profile, added, about)
    return passed


def _ammo_roll(t: Table, who: int, profile: Profile, added: int, about: str) -> Rule[bool]:
    """One roll of an Ammo test; a natural 6 may use a cache up (see NE-LOOT-05)."""
    alike = alike_for(profile.ammo, added) if not added else None
    face = yield from d6(t.roller(who), about, alike)
    passed = passes(face, profile.ammo, added)
    t.tell(
        *("tested", "NE-SHT-12"),
        who=t.name(who), about=about, shown=face, bonus=added, needed=profile.ammo, passed=passed,
    )  # fmt: skip
    for rolled in t.windows[Supplement.ammo_rolled]:
        rolled(t, who, face)
    return passed


def run_dry(t: Table, who: int, weapon: Weapon, profile: Profile, failed: int) -> None:
    """The Ammo tests of an attack have been failed: all profiles of the weapon that need ammo are out (NE-SHT-13,
    NE-SHT-14); traits may say more."""
    if not failed:
        return
    t.run_dry(who, weapon.id, "NE-SHT-12")
    for ran_dry in profile.windows[Trait.ran_dry]:
        ran_dry(t, who, weapon, profile, failed)


# -- Reload ------------------------------------------------------------------------------------------------------------


def may_reload(t: Table, who: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether a Reload can help a weapon: it is Out of Ammo, and a profile of it may be reloaded (see NE-SHT-13)."""
    return need(why, weapon.id in t.model(who).empty, "NE-STD-11", "{} is Out of Ammo", weapon.name) and need(
        why, bool(reloadable(t, who, weapon)), "NE-TRT-24", "{} can be reloaded", weapon.name
    )


def reloadable(t: Table, who: int, weapon: Weapon) -> list[Profile]:
    """The profiles by which a weapon may be reloaded: any it still has that no trait forbids (see NE-SHT-13)."""
    lost = t.model(who).lost
    return [
        profile
        for profile in weapon.profiles
        if profile.ammo
        and f"{weapon.id}/{profile.name}" not in lost
        and all(may(t, who, profile) for may in profile.windows[Trait.may_reload])
    ]


def reload(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Reload: an Ammo test for one empty weapon, with the best profile it still has (NE-STD-11)."""
    weapon = t.weapon(a.who, pick.args[0])
    profile = min(reloadable(t, a.who, weapon), key=lambda one: (not is_sure(t, a.who, one), one.ammo))
    if is_sure(t, a.who, profile) or (yield from ammo_test(t, a.who, weapon, profile, "reload")):
        t.reload(a.who, weapon.id, "NE-STD-11")


def is_sure(t: Table, who: int, profile: Profile) -> bool:
    """Whether a Reload by a profile needs no test (see NE-TRT-08)."""
    return any(reloads() for reloads in profile.windows[Trait.reloads_surely]) or any(
        reloads(t, who, profile) for reloads in t.windows[Supplement.surely_reloads]
    )


def empties(t: Table, a: Activation) -> Iterable[Option]:
    """Each empty weapon."""
    return [
        option("reload", weapon.name, args=(weapon.id,))
        for weapon in t.weapons(a.who)
        if weapon.id in t.model(a.who).empty
    ]


def has_empty(t: Table, a: Activation, why: Why) -> bool:
    """Somebody without an empty weapon has nothing to reload."""
    return need(why, bool(t.model(a.who).empty), "NE-STD-11", "a weapon is Out of Ammo")


def can_be_reloaded(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one weapon."""
    return may_reload(t, a.who, t.weapon(a.who, pick.args[0]), why)


add(
    Deed("reload", "NE-STD-11", SIMPLE, (ACTIVE, PINNED), has_empty, empties, reload, can_be_reloaded),
)
