"""Gangs as players build them: what is sold to whom, what a gang costs, and gangs as files.

What keeps a gang from play is said by `gangs` alone; here it is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.necromunda.cards import BRUTE, QUALITIES, STATS
from fireteam.games.necromunda.content import gangs
from fireteam.games.necromunda.content.deck import cost_of, found
from fireteam.games.necromunda.content.packs import content
from fireteam.kit import force, teams
from fireteam.kit.force import Card, Fault, Good, Pick, Room, Shelf, Team, Thing

if TYPE_CHECKING:
    from fireteam.games.necromunda.content import parts
    from fireteam.games.necromunda.content.pack import Pack

GEAR, SKILLS, CREW, RACKS, GUN = "gear", "skills", "crew-gear", "racks", "gun-"
"""What a file calls the shelves; a gun place is `gun-` and its name."""
SHELVES = {GEAR: "Gear", SKILLS: "Skill", CREW: "Gear of the crew", RACKS: "Rack"}


@dataclass(frozen=True)
class Hiring(force.Force):
    """What a gang is chosen from: its fighters, and vehicles with the crew that drives for it."""

    rule = gangs.RULE
    currency = gangs.CURRENCY
    data: Pack
    sold: Mapping[str, tuple[Shelf, ...]]
    """What is sold to each unit."""

    def shelves(self, unit: str) -> Sequence[Shelf]:
        """What is sold to a fighter or a vehicle: what it may have, one by one, without a fault."""
        return self.sold.get(unit, ())

    def room(self, team: Team) -> tuple[Room, ...]:
        """The limits on roles (see NE-CAMP-02)."""
        roles = Counter(self.cards[pick.unit].role for pick in team.models if pick.unit in self.cards)
        rooms = [Room(_titled(role), roles[_titled(role)], rules.count[1]) for role, rules in self.data.roles.items()]
        return (*rooms, *([Room(VEHICLE, roles[VEHICLE], None)] if roles[VEHICLE] else []))

    def price(self, pick: Pick) -> int:
        """The credits of a member with all that it carries; what is not sold anywhere costs nothing."""
        card = self.cards.get(pick.unit)
        return (card.points if card is not None else 0) + sum(_cost(ById(self.data), thing) for thing in pick.things)

    def team_faults(self, team: Team) -> Iterable[Fault]:
        """Roles, types, names, and a gang that is to cost more than the pack allows (see NE-CAMP-02)."""
        if team.limit > self.data.info.budget:
            text = f"a gang of {self.data.info.title} costs at most {self.data.info.budget} credits"
            yield Fault(self.rule, text, None, "size", team.limit - self.data.info.budget)
        yield from gangs.whole_faults(self.data, self.roster(team))

    def model_faults(self, team: Team) -> Iterable[Fault]:
        """What is wrong with each member."""
        for place, pick in enumerate(team.models):
            if pick.unit in self.cards:
                for fault in _faults_of(ById(self.data), self.faction, pick._replace(name=None)):
                    yield fault._replace(model=place)

    def unsold(self, pick: Pick) -> Iterable[Fault]:
        """Nothing more: what a member may not have is told by the rules of gangs, in their words."""
        return ()

    def roster(self, team: Team) -> parts.Roster:
        """A team as the gang of a battle."""
        return roster_of(self.data, team)


VEHICLE = "Vehicle"


def _titled(role: str) -> str:
    return role.capitalize()


def roster_of(pack: Pack, team: Team) -> parts.Roster:
    """A team as the gang of a battle; who has no name is called by its type."""
    from fireteam.games.necromunda.content import parts  # builds its checks: not before somebody builds

    driven = {one.id: one for one in pack.vehicles}
    fighters = {one.id: one for one in found(pack.gangs, team.faction, "gang").fighters}
    names = _names(team, {**fighters, **driven})
    members: list[dict[str, Any]] = []
    vehicles: list[dict[str, Any]] = []
    for pick, name in zip(team.models, names, strict=True):
        entry: dict[str, Any] = {"type": pick.unit, "name": name}
        if pick.unit in driven:
            entry["crew"] = found(pack.gangs, team.faction, "gang").crew
            entry |= {"crew_gear": pick.of(CREW), "racks": pick.of(RACKS)}
            entry["slots"] = {key.removeprefix(GUN): id for key, id in pick.things if key.startswith(GUN)}
            vehicles.append(entry)
        else:
            members.append({**entry, "gear": pick.of(GEAR), "skills": pick.of(SKILLS)})
    slug = re.sub(r"[^a-z0-9]+", "-", team.name.lower()).strip("-") or team.faction
    whole = {"id": slug, "gang": team.faction, "title": team.name, "members": members, "vehicles": vehicles}
    return parts.Roster.model_validate(whole)


def _names(team: Team, units: Mapping[str, Any]) -> list[str]:
    """What everybody is called: by its own name, or by its type, with a number where that is taken."""
    taken = {pick.name for pick in team.models if pick.name is not None}
    found = []
    for pick in team.models:
        plain = units[pick.unit].name if pick.unit in units else pick.unit
        name, number = pick.name or plain, 1
        while pick.name is None and name in taken:
            number += 1
            name = f"{plain} {number}"
        taken.add(name)
        found.append(name)
    return found


def team_of(roster: parts.Roster, limit: int) -> Team:
    """A gang of a pack as a team."""
    fighters = [
        Pick(one.type, (*(Thing(GEAR, id) for id in one.gear), *(Thing(SKILLS, id) for id in one.skills)), one.name)
        for one in roster.members
    ]
    vehicles = [
        Pick(
            one.type,
            (
                *(Thing(CREW, id) for id in one.crew_gear),
                *(Thing(f"{GUN}{place}", id) for place, id in one.slots.items()),
                *(Thing(RACKS, id) for id in one.racks),
            ),
            one.name,
        )
        for one in roster.vehicles
    ]
    return Team(roster.title, roster.gang, limit, (*fighters, *vehicles))


@lru_cache(maxsize=4096)
def _faults_of(packed: ById[Pack], gang: str, pick: Pick) -> tuple[Fault, ...]:
    """What the rules find wrong with one member, whatever the rest of its gang is."""
    pack = packed.thing
    roster = roster_of(pack, Team("one", gang, 1, (pick,)))
    return (*gangs.member_faults(pack, roster), *gangs.vehicle_faults(pack, roster))


@lru_cache(maxsize=1024)
def _cost(packed: ById[Pack], thing: Thing) -> int:
    try:
        return 0 if thing.shelf == SKILLS else cost_of(packed.thing, thing.id)
    except SetupError:
        return 0


@lru_cache(maxsize=64)
def hiring(packed: ById[Pack], gang: str) -> Hiring:
    """What a gang of a pack is chosen from (NE-CAMP-02); one that there is not is a SetupError."""
    pack = packed.thing
    names = [one.id for one in pack.gangs]
    if gang not in names:
        raise SetupError(f"no gang {gang!r}; there are: {', '.join(names)}{suggestion(gang, names)}")
    data = pack.gangs[names.index(gang)]
    crew = found(pack.crews, data.crew, "crew") if pack.vehicles else None
    cards = {one.id: Card(one.name, _titled(one.role), one.cost, about(one)) for one in data.fighters}
    sold = {one.id: _sold(packed, gang, one.id, (GEAR, SKILLS)) for one in data.fighters}
    for hull in pack.vehicles:
        if crew is not None and (hull.access == "all" or gang in hull.access):
            cards[hull.id] = Card(hull.name, VEHICLE, hull.cost + crew.cost, about_vehicle(hull, crew))
            sold[hull.id] = _sold(packed, gang, hull.id, (CREW, *(f"{GUN}{slot.id}" for slot in hull.slots), RACKS))
    return Hiring(pack.info.id, gang, data.name, {}, cards, pack, sold)


def _sold(packed: ById[Pack], gang: str, unit: str, keys: Sequence[str]) -> tuple[Shelf, ...]:
    """The shelves of a unit: everything there is of each kind that, alone, is no fault for it."""
    pack = packed.thing
    kinds = {**{one.id: Good(one.name, one.cost, _titled(one.category)) for one in pack.weapons},
             **{one.id: Good(one.name, one.cost, "Armour") for one in pack.armour},
             **{one.id: Good(one.name, one.cost, "Mounts" if one.implements == "mount" else "Wargear")
                for one in pack.wargear}}  # fmt: skip
    skills = pack.campaign.skills if pack.campaign is not None else tuple(QUALITIES)
    free = {skill: Good(skill.replace("-", " ").capitalize(), 0) for skill in skills}
    shelves = []
    for key in keys:
        goods = {
            id: good
            for id, good in (free if key == SKILLS else kinds).items()
            if not _faults_of(packed, gang, Pick(unit, (Thing(key, id),)))
        }
        if goods:
            shelves.append(Shelf(key, SHELVES.get(key, f"{_titled(key.removeprefix(GUN))} gun"), goods))
    return tuple(shelves)


def about(fighter: parts.Fighter) -> str:
    """What a fighter can do, in a line."""
    targets = ("ws", "bs", "i", "ld", "cl", "wil", "int")
    stats = [f"{_short(stat)} {getattr(fighter, stat)}{'+' if stat in targets else ''}" for stat in STATS]
    skills = [skill.replace("-", " ") for skill in fighter.skills]
    riding = ["mounted"] if fighter.mounted else []
    buys = f"weapons: {', '.join(fighter.buys)}" if fighter.buys else "no weapons"
    most = [f"at most {fighter.max} in a gang"] if fighter.max is not None and fighter.role != BRUTE else []
    return ". ".join(", ".join(part) for part in (stats, [*skills, *riding], [buys], most) if part)


def about_vehicle(hull: parts.Vehicle, crew: parts.Crew) -> str:
    """What a vehicle can do, and its crew, in a line."""
    front, side, rear = hull.t
    stats = [f"M {hull.m}", f"T {front}/{side}/{rear}", f"W {hull.w}", f"HND {hull.hnd}+", f"SV {hull.sv}+"]
    crewed = [f"{_short(stat)} {getattr(crew, stat)}+" for stat in ("bs", "ld", "cl", "wil", "int")]
    riders = [hull.locomotion, f"room for {hull.transport}" if hull.transport else "no room for riders"]
    return ". ".join((", ".join(stats), f"{crew.name}: {', '.join(crewed)}", ", ".join(riders)))


def _short(stat: str) -> str:
    return stat.capitalize() if stat in ("ld", "cl", "wil", "int") else stat.upper()


class Gangs(teams.Teams):
    """How gangs are built: members have names, and as much gear as the rules allow."""

    game = "necromunda"
    lists = (GEAR, SKILLS, CREW, RACKS)
    named = True
    most = 1000

    def pack_id(self, pack: str | None) -> str:
        """The id of a pack."""
        return content(pack).info.id

    def factions(self, pack: str | None) -> dict[str, str]:
        """The gangs of a pack: id and name."""
        return {gang.id: gang.name for gang in content(pack).gangs}

    def faction_of(self, side: str, pack: str | None = None) -> str:
        """The gang of a ready-made one."""
        return next((roster.gang for roster in content(pack).rosters if roster.id == side), side)

    def sizes(self, pack: str | None) -> Sequence[int]:
        """The credits of a gang."""
        return (content(pack).info.budget,)

    def force(self, faction: str, pack: str | None) -> Hiring:
        """What a gang is chosen from."""
        return hiring(ById(content(pack)), faction)

    def ready(self, faction: str, limit: int, pack: str | None) -> Team | None:
        """The first ready-made gang, where the whole budget of the pack is spent."""
        found = content(pack)
        rosters = [roster for roster in found.rosters if roster.gang == faction and limit == found.info.budget]
        return team_of(rosters[0], limit) if rosters else None

    def wished(self, pack: str | None, wish: object) -> object:
        """A gang that is wished for: of a team that a player has built the data of the gang, else what it was."""
        if not isinstance(wish, Mapping) or "format" not in wish:
            return wish
        team = self.of_data(wish, pack)
        self.check(team, pack)
        return gangs.data_of(self.force(team.faction, pack).roster(team))


TEAMS = Gangs()
