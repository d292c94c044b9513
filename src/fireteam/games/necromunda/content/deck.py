"""The cards of a gang's members, made of the parts of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.necromunda import cards
from fireteam.games.necromunda.cards import BRUTE, read_trait
from fireteam.games.necromunda.content.maps import hundredths
from fireteam.games.necromunda.stats import within_limits

if TYPE_CHECKING:
    from fireteam.games.necromunda.content import parts
    from fireteam.games.necromunda.content.pack import Pack

LEAST_HULL = 3
"""The least Toughness of a vehicle (see NE-CHAR-05)."""
SMALL, LARGE = 0.5, 0.8
"""Radii of bases in inches: brutes and riders have the larger one."""


def found(entries: Sequence[Any], id: str, what: str) -> Any:
    """The entry of a list with that id; one that there is not is a SetupError."""
    for entry in entries:
        if entry.id == id:
            return entry
    known = [entry.id for entry in entries]
    raise SetupError(f"no {what} {id!r}{suggestion(id, known)}")


@lru_cache(maxsize=1 << 10)
def profile(packed: ById[parts.Profile]) -> cards.Profile:
    """A profile of a weapon."""
    data = packed.thing
    melee = data.range == "E" or (isinstance(data.range, tuple) and data.range[0] == "E")
    short, long = (0, 0)
    if isinstance(data.range, tuple):
        short, long = (0, int(data.range[1])) if melee else (int(data.range[0]), int(data.range[1]))
    of_user = isinstance(data.s, str)
    strength = int(data.s[2:] or 0) if isinstance(data.s, str) else data.s
    accuracy = data.acc or (0, 0)
    return cards.Profile(
        data.name,
        short,
        long,
        melee=melee,
        template=data.range == "T",
        thrown=int(data.range[1:]) if isinstance(data.range, str) and data.range.startswith("x") else 0,
        accuracy=(accuracy[0] or 0, accuracy[1]),
        strength=strength,
        of_user=of_user,
        ap=data.ap,
        damage=None if data.d == "-" else int(data.d),
        ammo=data.ammo or 0,
        traits=tuple(map(read_trait, data.traits)),
    )


def weapon(data: parts.Weapon, number: int = 1, **mounted: Any) -> cards.Weapon:
    """A weapon; a second one of the same kind is told apart by a number."""
    id, name = (data.id, data.name) if number == 1 else (f"{data.id} {number}", f"{data.name} {number}")
    return cards.Weapon(id, name, data.category, tuple(profile(ById(one)) for one in data.profiles), **mounted)


def weapons(pack: Pack, ids: Iterable[str], struck: Sequence[str] = ()) -> tuple[cards.Weapon, ...]:
    """Several weapons, told apart, without profiles that have been used up."""
    met = Counter[str]()
    made = []
    for id in ids:
        met[id] += 1
        gun = weapon(found(pack.weapons, id, "weapon"), met[id])
        left = tuple(one for one in gun.profiles if f"{gun.id}/{one.name}" not in struck)
        made.append(gun if left == gun.profiles else replace(gun, profiles=left))
    return tuple(gun for gun in made if gun.profiles)


def armour(data: parts.Armour) -> cards.Armour:
    """A piece of armour."""
    return cards.Armour(
        data.id,
        data.name,
        data.kind,
        data.save or 7,
        data.save_bonus,
        data.vs_blast_template or 0,
        data.burns_out_on or 0,
        data.i_penalty,
        data.m_penalty,
    )


def gear(data: parts.Wargear) -> cards.Gear:
    """A piece of wargear."""
    trap = data.profile
    blast = None
    if trap is not None:
        blast = cards.Profile(
            data.name, strength=trap.s, ap=trap.ap, damage=None if trap.d == "-" else int(trap.d),
            traits=tuple(map(read_trait, trap.traits)),
        )  # fmt: skip
    return cards.Gear(data.id, data.name, data.implements, blast)


def fighter(pack: Pack, gang: str, member: parts.Member) -> cards.Fighter:
    """The card of a member of a gang (NE-CHAR-01)."""
    data = found(found(pack.gangs, gang, "gang").fighters, member.type, "fighter")
    arms = [id for id in member.gear if any(one.id == id for one in pack.weapons)]
    worn = [armour(one) for one in pack.armour if one.id in member.gear]
    things = [one for one in pack.wargear if one.id in member.gear]
    mount = next((one for one in things if one.implements == "mount"), None)
    stats = {name: getattr(data, name) for name in cards.STATS}
    if mount is not None:
        stats["m"] = mount.m
    for piece in worn:
        stats["m"] = max(1, stats["m"] - piece.movement)
        stats["i"] = min(6, stats["i"] + piece.initiative)
    for stat, change in member.changes.items():
        stats[stat] = within_limits(stat, stats[stat] + change)
    role = member.role or data.role
    mounted = data.mounted or mount is not None
    skills = (*data.skills, *member.skills)
    if mounted:
        skills = (*skills, "mounted", *(("sure-footed",) if mount is not None and mount.ignores_difficult else ()))
    return cards.Fighter(
        member.name,
        data.id,
        role,
        gang,
        stats,
        weapons(pack, arms, member.struck),
        tuple(worn),
        tuple(gear(one) for one in things),
        skills,
        mounted,
        LARGE if mounted or role == BRUTE else SMALL,
        price(pack, gang, member),
    )


def price(pack: Pack, gang: str, member: parts.Member) -> int:
    """What a member costs with all it carries."""
    data = found(found(pack.gangs, gang, "gang").fighters, member.type, "fighter")
    return int(data.cost) + sum(cost_of(pack, id) for id in member.gear)


def cost_of(pack: Pack, id: str) -> int:
    """The price of a weapon, a piece of armour or of wargear."""
    return int(found((*pack.weapons, *pack.armour, *pack.wargear), id, "weapon, armour or wargear").cost)


def vehicle(pack: Pack, gang: str, data: parts.Driven) -> cards.Vehicle:
    """The card of a vehicle with its crew (NE-CHAR-02)."""
    hull, crew = found(pack.vehicles, data.type, "vehicle"), found(pack.crews, data.crew, "crew")
    guns = []
    for slot in hull.slots:
        if slot.id in data.slots:
            x, y = slot.at
            gun = weapon(
                found(pack.weapons, data.slots[slot.id], "weapon"),
                arcs=tuple(slot.arcs),
                mount=(hundredths(x), hundredths(y)),
                by_passenger=slot.operated == "passenger",
            )
            # A passenger may carry a weapon of the same kind.
            guns.append(replace(gun, id=f"{slot.id} {gun.id}") if gun.by_passenger else gun)
    every = ("front", "left", "right", "rear")
    guns += [weapon(found(pack.weapons, id, "weapon"), arcs=every) for id in data.racks]
    guns += [weapon(found(pack.weapons, id, "weapon"), arcs=("front",)) for id in data.crew_gear]
    stats = {"m": hull.m, "w": hull.w, "hnd": hull.hnd, "sv": hull.sv}
    stats |= {name: getattr(crew, name) for name in ("bs", "ld", "cl", "wil", "int")}
    for stat, change in data.changes.items():
        if stat != "t":
            stats[stat] = (
                max(1, stats[stat] + change) if stat in ("m", "w") else within_limits(stat, stats[stat] + change)
            )
    weaker = data.changes.get("t", 0)
    front, side, rear = (max(LEAST_HULL, toughness + weaker) if weaker else toughness for toughness in hull.t)
    length, width = hull.size
    return cards.Vehicle(
        data.name,
        hull.id,
        gang,
        stats,
        (front, side, rear),
        length,
        width,
        hundredths(hull.height),
        hundredths(hull.deck),
        hull.locomotion,
        hull.transport,
        tuple(told_apart(guns)),
        (*crew.skills, *data.crew_skills),
        driven_price(pack, data),
    )


def told_apart(guns: Sequence[cards.Weapon]) -> Iterable[cards.Weapon]:
    """Guns of the same kind with numbers."""
    met = Counter[str]()
    for gun in guns:
        met[gun.id] += 1
        number = met[gun.id]
        yield (
            gun
            if number == 1
            else cards.Weapon(
                f"{gun.id} {number}",
                f"{gun.name} {number}",
                gun.category,
                gun.profiles,
                gun.arcs,
                gun.mount,
                gun.by_passenger,
            )
        )


def driven_price(pack: Pack, data: parts.Driven) -> int:
    """What a vehicle costs with its crew, guns and racks."""
    hull, crew = found(pack.vehicles, data.type, "vehicle"), found(pack.crews, data.crew, "crew")
    return (
        int(hull.cost)
        + int(crew.cost)
        + sum(cost_of(pack, id) for id in (*data.slots.values(), *data.racks, *data.crew_gear))
    )


def roster_price(pack: Pack, roster: parts.Roster) -> int:
    """What a whole gang costs."""
    members = sum(price(pack, roster.gang, member) for member in roster.members)
    return members + sum(driven_price(pack, one) for one in roster.vehicles)
