"""Gangs by credits: what a gang costs, and what is wrong with it in words (NE-CAMP-02, NE-MNT-02, NE-VEH-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.necromunda.content.deck import found, roster_price
from fireteam.kit.force import Fault, too_dear

if TYPE_CHECKING:
    from fireteam.games.necromunda.content import parts
    from fireteam.games.necromunda.content.pack import Pack

CURRENCY = "credits"
SLOTS, RIDERS_SLOTS = 3, 2
"""Weapon slots of a fighter, and of a Mounted one (see NE-MNT-02)."""
RULE = "NE-CAMP-02"


def roster_of(pack: Pack, wish: object, *, with_vehicles: bool = False) -> parts.Roster:
    """A gang that is wished for: a ready-made one of the pack, by its id or title, or by its gang, with vehicles or
    without them if there is a choice; or the data of one. What is none is a SetupError; whether it may be played is for
    `faults` to say."""
    from fireteam.games.necromunda.content import parts  # builds its checks: not before somebody wishes

    if isinstance(wish, Mapping):
        try:
            return parts.Roster.model_validate(dict(wish))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise SetupError(f"a gang is not right: {where}: {first['msg']} (NE-CAMP-02)") from None
    for one in pack.rosters:
        if str(wish).lower() in (one.id, one.title.lower()):
            return one
    gang = next((one.id for one in pack.gangs if str(wish).lower() in (one.id, one.name.lower())), None)
    ready = [one for one in pack.rosters if one.gang == gang]
    if ready:
        return next((one for one in ready if bool(one.vehicles) == with_vehicles), ready[0])
    known = [*(one.id for one in pack.gangs), *(one.id for one in pack.rosters)]
    raise SetupError(f"no gang {wish!r}; there are {', '.join(known)}{suggestion(str(wish), known)}")


def data_of(roster: parts.Roster) -> dict[str, Any]:
    """A gang as plain data, as a wish or a file has it; what is not said of somebody is left out."""

    def told(part: Any, *fields: str) -> dict[str, Any]:
        found = {name: getattr(part, name) for name in fields}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items() if value}

    members = [told(one, "type", "name", "gear", "skills", "role", "changes", "struck") for one in roster.members]
    hulls = ("type", "name", "crew", "crew_gear", "crew_skills", "slots", "racks", "changes")
    vehicles = [told(one, *hulls) for one in roster.vehicles]
    return {**told(roster, "id", "gang", "title"), "members": members, "vehicles": vehicles}


def faults(pack: Pack, roster: parts.Roster) -> list[Fault]:
    """Everything that keeps a gang from play, the whole gang first, then member by member; vehicles follow fighters."""
    try:
        dear = too_dear(RULE, roster_price(pack, roster), pack.info.budget, CURRENCY)
    except SetupError as error:
        dear = Fault(RULE, str(error))
    models = (*member_faults(pack, roster), *vehicle_faults(pack, roster))
    return [*([dear] if dear is not None else ()), *whole_faults(pack, roster), *models]


def told(roster: parts.Roster, fault: Fault) -> str:
    """A fault of a gang in one line: whose it is, if it is a member's, and by which rule."""
    names = [*(one.name for one in roster.members), *(one.name for one in roster.vehicles)]
    return fault.told() if fault.model is None else f"{names[fault.model]}: {fault.told()}"


def whole_faults(pack: Pack, roster: parts.Roster) -> Iterable[Fault]:
    """Roles, how many of a type, and names that nobody could tell apart."""
    types = {one.id: one for one in found(pack.gangs, roster.gang, "gang").fighters}
    roles = Counter(types[member.type].role for member in roster.members if member.type in types)
    for role, rules in pack.roles.items():
        least, most = rules.count
        if by := max(least - roles[role], roles[role] - most, 0):
            text = f"a gang has {_between(least, most)} of the role {role}, not {roles[role]}"
            yield Fault(RULE, text, None, role, by)
    for type, count in Counter(member.type for member in roster.members).items():
        if type in types and (most := types[type].max) is not None and count > most:
            text = f"{types[type].name} is in a gang at most {_often(most)}, not {_often(count)}"
            yield Fault(RULE, text, None, type, count - most)
    names = Counter([*(member.name for member in roster.members), *(one.name for one in roster.vehicles)])
    for name, count in names.items():
        if count > 1:
            yield Fault(RULE, f"{count} are called {name}", None, f"called {name}", count - 1)


def _often(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _between(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def buys(pack: Pack, gang: str, member: parts.Member) -> tuple[str, ...]:
    """The categories of weapons that a member may have: those of its type, or of the role it has come to
    (see NE-CAMP-14, NE-CAMP-18)."""
    types = found(pack.gangs, gang, "gang").fighters
    own = found(types, member.type, "fighter")
    if member.role in (None, own.role):
        return tuple(own.buys)
    return next((tuple(one.buys) for one in types if one.role == member.role), tuple(own.buys))


def member_faults(pack: Pack, roster: parts.Roster) -> Iterable[Fault]:
    """What members may carry, and the skills they may have."""
    types = {one.id: one for one in found(pack.gangs, roster.gang, "gang").fighters}
    for place, member in enumerate(roster.members):
        yield from gear_faults(pack, roster.gang, member, place)
        if member.changes or member.struck or member.role is not None:
            yield Fault("NE-CAMP-01", "only a campaign changes its card", place)
        if member.type not in types:
            continue
        data = types[member.type]
        free = pack.roles[data.role].free_skills if data.role in pack.roles else 0
        if len(member.skills) > free:
            text = f"{len(member.skills)} skills of its own, and a {data.role} has {free}"
            yield Fault(RULE, text, place, "skills", len(member.skills) - free)
        for skill in member.skills:
            if pack.campaign is not None and skill not in pack.campaign.skills:
                yield Fault(RULE, f"no skill {skill!r} for a fighter", place)
            elif (*data.skills, *member.skills).count(skill) > 1:
                yield Fault(RULE, f"it has {skill} already", place)


def gear_faults(pack: Pack, gang: str, member: parts.Member, place: int | None = None) -> Iterable[Fault]:
    """What a member may carry: categories, access, slots, one armour of each kind, one mount."""
    data = next((one for one in found(pack.gangs, gang, "gang").fighters if one.id == member.type), None)
    if data is None:
        yield Fault(RULE, f"{gang} has no fighter {member.type!r}", place)
        return
    weapons = {one.id: one for one in pack.weapons}
    armour = {one.id: one for one in pack.armour}
    wargear = {one.id: one for one in pack.wargear}
    used, kinds, mounts = 0, Counter[str](), int(data.mounted)
    for id in member.gear:
        thing = weapons.get(id) or armour.get(id) or wargear.get(id)
        if thing is None:
            yield Fault(RULE, f"nothing for sale is called {id!r}", place)
            continue
        if thing.access != "all" and gang not in thing.access:
            yield Fault(RULE, f"{thing.name} is not sold to {gang}", place)
        if id in weapons:
            if weapons[id].category not in buys(pack, gang, member):
                yield Fault(RULE, f"a {data.name} does not use {weapons[id].category} weapons", place)
            used += weapons[id].slots
        elif id in armour:
            kinds[armour[id].kind] += 1
        elif wargear[id].implements == "mount":
            mounts += 1
    slots = RIDERS_SLOTS if mounts else SLOTS
    if used > slots:
        yield Fault("NE-MNT-02" if mounts else RULE, f"{used} weapon slots of {slots}", place, "slots", used - slots)
    if mounts > 1 or (mounts and data.role == "brute"):
        yield Fault("NE-MNT-05", "it rides one mount at most, and brutes none", place)
    for kind, count in kinds.items():
        if count > 1:
            yield Fault("NE-HIT-08", f"one armour of the kind {kind}, not {count}", place)


def vehicle_faults(pack: Pack, roster: parts.Roster) -> Iterable[Fault]:
    """Crews, guns in their places, racks (NE-VEH-33)."""
    hulls = {one.id: one for one in pack.vehicles}
    crews = {one.id: one for one in pack.crews}
    weapons = {one.id: one for one in pack.weapons}
    for place, driven in enumerate(roster.vehicles, len(roster.members)):
        hull, crew = hulls.get(driven.type), crews.get(driven.crew)
        if hull is None or crew is None:
            yield Fault(RULE, f"no vehicle {driven.type!r} or crew {driven.crew!r}", place)
            continue
        if hull.access != "all" and roster.gang not in hull.access:
            yield Fault(RULE, f"{hull.name} is not sold to {roster.gang}", place)
        if crew.gang != roster.gang:
            yield Fault(RULE, f"{crew.name} do not drive for {roster.gang}", place)
        if driven.changes or driven.crew_skills:
            yield Fault("NE-CAMP-01", "only a campaign changes its card", place)
        for id in driven.crew_gear:
            if id not in weapons or weapons[id].category not in crew.buys:
                yield Fault(RULE, f"{crew.name} do not use {id!r}", place)
        for id in driven.racks:
            if id not in weapons or weapons[id].category != "vehicle":
                yield Fault("NE-VEH-33", f"no rack {id!r}", place)
        for id in (*driven.crew_gear, *driven.racks, *driven.slots.values()):
            if id in weapons and weapons[id].access != "all" and roster.gang not in weapons[id].access:
                yield Fault(RULE, f"{weapons[id].name} is not sold to {roster.gang}", place)
        places = {slot.id: slot for slot in hull.slots}
        for slot, id in driven.slots.items():
            gun = weapons.get(id)
            if slot not in places or gun is None:
                yield Fault("NE-VEH-33", f"no gun place {slot!r} or weapon {id!r}", place)
            elif places[slot].operated == "crew" and gun.category != "vehicle":
                yield Fault("NE-VEH-33", f"{slot} holds a vehicle gun, not {gun.name}", place)
            elif places[slot].operated == "passenger" and gun.category not in ("basic", "special", "heavy"):
                yield Fault("NE-VEH-33", f"{slot} holds a basic, special or heavy weapon, not {gun.name}", place)
