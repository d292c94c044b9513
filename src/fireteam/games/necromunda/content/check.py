"""Checks that the parts of a Necromunda pack fit together; each failure names the file, the line and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING, Any

from fireteam.core.yamlfile import Lines
from fireteam.games.necromunda.cards import QUALITIES
from fireteam.games.necromunda.content import gangs
from fireteam.games.necromunda.content.scenarios import zones_of
from fireteam.games.necromunda.terrain.measures import LONGEST_DUCT
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.maps import Map
    from fireteam.games.necromunda.content.pack import Pack

Path = tuple[str | int, ...]


def check_pack(pack: Pack, lines: Lines, file: str) -> None:
    """Raise PackError for the first thing in the pack that does not fit."""
    import fireteam.games.necromunda.skills  # noqa: F401 - makes skills known: packs may be read before anything else

    check = _Check(pack, lines, file)
    check.names()
    check.weapons()
    check.fighters()
    check.vehicles()
    for place, map in enumerate(pack.maps):
        check.map(map, ("maps", place))
    check.scenarios()
    check.rosters()
    check.campaign()


class _Check(Checker):
    """The checks of one pack."""

    def __init__(self, pack: Pack, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.pack = pack
        self.gangs = [gang.id for gang in pack.gangs]

    def names(self) -> None:
        """No id is used twice where it must be one of its kind."""
        pack = self.pack
        listed: tuple[tuple[str, Sequence[Any]], ...] = (
            ("weapons", pack.weapons), ("armour", pack.armour), ("wargear", pack.wargear), ("gangs", pack.gangs),
            ("crews", pack.crews), ("vehicles", pack.vehicles), ("maps", pack.maps), ("scenarios", pack.scenarios),
            ("rosters", pack.rosters),
        )  # fmt: skip
        for key, entries in listed:
            self.unique([entry.id for entry in entries], (key,), "id", key[:-1] if key != "armour" else key)
        sold: list[Any] = [*pack.weapons, *pack.armour, *pack.wargear]
        twice = {one.id for one in sold if sum(other.id == one.id for other in sold) > 1}
        self.need(not twice, ("wargear",), f"two things for sale are called {', '.join(sorted(twice))}")
        for key, entries in listed[:3]:
            for place, entry in enumerate(entries):
                for gang in () if entry.access == "all" else entry.access:
                    self.known(gang, self.gangs, (key, place, "access"), "gang")

    def weapons(self) -> None:
        """A profile has what its range and its traits ask for (NE-CHAR-03)."""
        for place, weapon in enumerate(self.pack.weapons):
            for number, profile in enumerate(weapon.profiles):
                path: Path = ("weapons", place, "profiles", number)
                melee = profile.range == "E" or (isinstance(profile.range, tuple) and profile.range[0] == "E")
                self.need(("Melee" in profile.traits) == melee, path, "range E goes with Melee, and with nothing else")
                self.need(("Template" in profile.traits) == (profile.range == "T"), path, "range T goes with Template")
                self.need(
                    ("Grenade" in profile.traits) == (weapon.category == "grenade"), path, "grenades have Grenade"
                )
                self.need((profile.acc is None) == (melee or profile.range == "T"), path, "accuracy goes with a range")
                self.need(not melee or profile.ammo is None, path, "a close combat weapon needs no ammo")

    def fighters(self) -> None:
        """Skills exist, and every gang has its roles."""
        for place, gang in enumerate(self.pack.gangs):
            self.unique([one.id for one in gang.fighters], ("gangs", place, "fighters"), "id", "fighter")
            for number, fighter in enumerate(gang.fighters):
                for skill in fighter.skills:
                    self.known(skill, QUALITIES, ("gangs", place, "fighters", number, "skills"), "skill")
            leaders = [one for one in gang.fighters if one.role == "leader"]
            self.need(leaders, ("gangs", place, "fighters"), f"{gang.name} has no leader")
            self.known(gang.crew, [crew.id for crew in self.pack.crews], ("gangs", place, "crew"), "crew")

    def vehicles(self) -> None:
        """Guns stand on their hulls, crews belong to gangs."""
        for place, vehicle in enumerate(self.pack.vehicles):
            length, width = vehicle.size
            for number, slot in enumerate(vehicle.slots):
                x, y = slot.at
                inside = abs(x) <= length / 2 and abs(y) <= width / 2
                self.need(inside, ("vehicles", place, "slots", number, "at"), "the gun stands on the hull")
        for place, crew in enumerate(self.pack.crews):
            self.known(crew.gang, self.gangs, ("crews", place, "gang"), "gang")

    def map(self, map: Map, path: Path) -> None:
        """Everything lies on the table, and what a thing belongs to is there."""
        width, height = map.size
        self.unique([feature.id for feature in map.features], (*path, "features"), "id", "feature")
        names = {feature.id: feature.kind for feature in map.features}
        for place, feature in enumerate(map.features):
            here = (*path, "features", place)
            points = feature.poly or feature.seg or feature.mouths or ((feature.at,) if feature.at else ())
            inside = all(0 <= x <= width and 0 <= y <= height for x, y in points)
            self.need(inside, here, f"{feature.id} lies over the table's edge")
            for key, kinds in (("door", ("door",)), ("lift", ("lift",)), ("target", ("smoke-vent", "fuel-pipe"))):
                wanted = getattr(feature, key)
                if wanted is not None:
                    self.need(names.get(wanted) in kinds, (*here, key), f"there is no {kinds[0]} {wanted!r}")
            if feature.mouths is not None:
                long = dist(*feature.mouths)
                self.need(
                    long <= LONGEST_DUCT, (*here, "mouths"), f'a ductway is at most 2" long: {long:.1f}" (NE-TER-13)'
                )
            for floor in feature.between:
                self.need(floor == "ground" or floor in names, (*here, "between"), f"there is no floor {floor!r}")
        for name, zone in map.zones.items():
            inside = all(0 <= x <= width and 0 <= y <= height for x, y in zone.poly)
            self.need(inside, (*path, "zones", name), f"the zone {name} lies over the table's edge")

    def scenarios(self) -> None:
        """Scenarios are for maps that have their zones."""
        maps = {map.id: map for map in self.pack.maps}
        for place, scenario in enumerate(self.pack.scenarios):
            for name in scenario.maps:
                self.known(name, maps, ("scenarios", place, "maps"), "map")
                for zone in (*zones_of(scenario.deployment, "a"), *zones_of(scenario.deployment, "b")):
                    self.known(zone, maps[name].zones, ("scenarios", place, "deployment"), f"zone of {name}")

    def rosters(self) -> None:
        """Ready-made gangs are gangs that a player could build."""
        for place, roster in enumerate(self.pack.rosters):
            self.known(roster.gang, self.gangs, ("rosters", place, "gang"), "gang")
            for fault in gangs.faults(self.pack, roster):
                self.fail(("rosters", place), f"{roster.title}: {gangs.told(roster, fault)}")

    def campaign(self) -> None:
        """A campaign is played with scenarios, skills and gear that there are."""
        figures = self.pack.campaign
        if figures is None:
            return
        scenarios = [scenario.id for scenario in self.pack.scenarios]
        for name in (*figures.scenario_roll, figures.last.scenario):
            self.known(name, (*scenarios, "choose"), ("campaign", "scenario_roll"), "scenario")
        for skill in (*figures.skills, *figures.crew_skills):
            self.known(skill, QUALITIES, ("campaign", "skills"), "skill")
        sold: list[Any] = [*self.pack.weapons, *self.pack.armour, *self.pack.wargear]
        for id in figures.recruits.gear:
            self.known(id, [one.id for one in sold], ("campaign", "recruits", "gear"), "weapon, armour or wargear")
