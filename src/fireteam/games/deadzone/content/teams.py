"""Strike teams by points: what a team costs, and what is wrong with it in words.

Everything here is reckoned from a force list, so that a builder can ask after every change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.deadzone.cards import ITEMS, Deck, Unit, deck
from fireteam.games.deadzone.content.packs import content
from fireteam.kit import force as force_kit
from fireteam.kit import teams as kit
from fireteam.kit.force import Fault, Room, Team, carrying

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.parts import Roster, TeamRules

NO_PLAIN_SHOT = ("Indirect", "Explosive", "It Burns!", "Grenade", "Invigorate")
"""Weapons with one of these make no RANGED (X) test that dice could be added to (see DZ-ITEM-10, DZ-DICE-14)."""


@dataclass(frozen=True)
class ForceList(force_kit.Force):
    """What a strike team of a faction is chosen from."""

    rule = "DZ-SETUP-02"
    units: Mapping[str, Unit]
    rules: TeamRules

    def room(self, team: Team) -> tuple[Room, ...]:
        """The limits on roles: Troops admit Specialists and Support (see DZ-SETUP-02)."""
        roles = [self.units[pick.unit].role for pick in team.models if pick.unit in self.units]
        rules, troops = self.rules, roles.count("Troop")
        return (
            Room("Leader", roles.count("Leader"), rules.leaders),
            Room("Troop", troops, None),
            Room("Specialist", roles.count("Specialist"), troops * rules.specialists_per_troop),
            Room("Support", roles.count("Support"), troops // rules.troops_per_support),
        )

    def team_faults(self, team: Team) -> Iterable[Fault]:
        """Roles."""
        leader, troop, specialist, support = self.room(team)
        if leader.have != leader.most:
            text = f"a team has {_count(leader.most or 0, 'Leader')}, not {leader.have}"
            yield Fault(self.rule, text, None, leader.role, abs(leader.have - (leader.most or 0)))
        for role in (specialist, support):
            if (more := role.have - (role.most or 0)) > 0:
                text = f"{_count(role.have, role.role)}, but {_admitted(troop.have, role.most)}"
                yield Fault(self.rule, text, None, role.role, more)

    def model_faults(self, team: Team) -> Iterable[Fault]:
        """Who may be taken, and who may have which item."""
        engineer = any(pick.unit in self.engineers for pick in team.models)
        for place, pick in enumerate(team.models):
            if not engineer and pick.unit in self.remotes:
                yield self.remotes[pick.unit]._replace(model=place)
            if (pick.unit, pick.item) in self.misfits:
                yield self.misfits[pick.unit, pick.item]._replace(model=place)

    @cached_property
    def engineers(self) -> frozenset[str]:
        """The units that are Engineers."""
        return frozenset(id for id, unit in self.units.items() if unit.has("Engineer"))

    @cached_property
    def remotes(self) -> dict[str, Fault]:
        """What is told of each unit that needs an Engineer, without one."""
        return {id: fault for id, unit in self.units.items() if (fault := needs_engineer(unit)) is not None}

    @cached_property
    def misfits(self) -> dict[tuple[str, str | None], Fault]:
        """Units with items that they cannot carry or use, and why."""
        found = {(id, item): useless(unit, item) for id, unit in self.units.items() for item in self.prices}
        return {pick: fault for pick, fault in found.items() if fault is not None}


def force_list(pack: Pack, deck: Deck, faction: str) -> ForceList:
    """The force list of a faction of a pack (DZ-SETUP-02)."""
    names = [one.id for one in pack.factions]
    if faction not in names:
        raise SetupError(f"no faction {faction!r}; there are: {', '.join(names)}{suggestion(faction, names)}")
    data = pack.factions[names.index(faction)]
    units = {unit.id: deck.units[unit.id] for unit in data.units}
    prices: dict[str, int] = {item: pack.equipment[item].points for item in data.equipment}
    cards = {id: force_kit.Card(unit.name, unit.role, unit.points, about(unit)) for id, unit in units.items()}
    return ForceList(pack.info.id, faction, data.name, prices, cards, units, pack.team_rules)


def about(unit: Unit) -> str:
    """What a unit can do, in a line."""
    values = {"RANGED": unit.ranged, "FIGHT": unit.fight, "SURVIVE": unit.survive}
    stats = [
        f"SPEED {unit.speed[0]}-{unit.speed[1]}" if any(unit.speed) else "SPEED -",
        *(f"{name} {value}+" if value else f"{name} -" for name, value in values.items()),
        f"ARMOUR {unit.armour}",
        f"HP {unit.health}",
    ]
    weapons = [weapon.name for weapon in unit.weapons]
    return ". ".join(", ".join(part) for part in (stats, weapons, list(map(str, unit.keywords))) if part)


@lru_cache(maxsize=8)
def deck_of(packed: ById[Pack]) -> Deck:
    """The cards of a pack, made once."""
    return deck(packed.thing)


@lru_cache(maxsize=64)
def _force(packed: ById[Pack], faction: str) -> ForceList:
    return force_list(packed.thing, deck_of(packed), faction)


class StrikeTeams(kit.Teams):
    """How strike teams are built; a model carries one item (see DZ-ITEM-01)."""

    game = "deadzone"
    one_item = "DZ-ITEM-01"

    def pack_id(self, pack: str | None) -> str:
        """The id of a pack."""
        return content(pack).info.id

    def factions(self, pack: str | None) -> dict[str, str]:
        """The factions of a pack: id and name."""
        return {faction.id: faction.name for faction in content(pack).factions}

    def sizes(self, pack: str | None) -> Sequence[int]:
        """The usual sizes of a team, in points."""
        return content(pack).team_rules.limits

    def force(self, faction: str, pack: str | None) -> ForceList:
        """The force list of a faction."""
        return _force(ById(content(pack)), faction)

    def ready(self, faction: str, limit: int, pack: str | None) -> Team | None:
        """The ready roster of a faction of that size."""
        data = next(one for one in content(pack).factions if one.id == faction)
        rosters = (roster for roster in data.rosters if roster.limit == limit)
        return next((of_roster(data.name, data.id, roster) for roster in rosters), None)


TEAMS = StrikeTeams()


def of_roster(name: str, faction: str, roster: Roster) -> Team:
    """A ready roster of a pack as a team."""
    models = [carrying(entry.unit, entry.item) for entry in roster.models for _ in range(entry.count)]
    return Team(name, faction, roster.limit, tuple(models))


def needed_victory_points(limit: int) -> int:
    """The VP that win a game of this size: 12 up to 100 points, 4 more for every 50 begun above (DZ-WIN-02)."""
    return 12 + 4 * max(0, -(-(limit - 100) // 50))


def needs_engineer(unit: Unit) -> Fault | None:
    """A Remote is taken only with an Engineer in the team (DZ-AB-REMOTE-01, DZ-AB-ENGINEER-02)."""
    if not unit.has("Remote"):
        return None
    return Fault("DZ-AB-REMOTE-01", f"{unit.name} is Remote and needs an Engineer in the team")


def useless(unit: Unit, item: str) -> Fault | None:
    """Why a model cannot carry or use an item, if it cannot (see DZ-ITEM-09)."""

    def bars(holds: bool, rule: str, why: str) -> Fault | None:
        return Fault(rule, f"{unit.name} {why}, so {item} is not for it") if holds else None

    if unit.has("Beast"):
        return bars(True, "DZ-AB-BEAST-01", "is a Beast")
    if unit.vehicle:
        return bars(True, "DZ-ITEM-09", "is a Vehicle")
    if ITEMS[item].range is not None:
        return bars(not unit.ranged, "DZ-DICE-07", "has no RANGED")
    if ITEMS[item].close:
        return bars(not unit.fight, "DZ-DICE-07", "has no FIGHT")
    match item:
        case "Ammo" | "AP Ammo":
            return bars(not plain_shot(unit), ITEMS[item].rule, "has no weapon for a normal SHOOT")
        case "Medi-Pack":
            return bars(unit.has("Construct"), "DZ-ITEM-17", "is a Construct")
        case "Adrenaline Shot":
            return bars(unit.speed == (0, 0), "DZ-ITEM-11", "has no SPEED")
        case "Stimulants":
            return bars(not unit.ranged, "DZ-ITEM-20", "has no RANGED")
    return None


def plain_shot(unit: Unit) -> bool:
    """Whether a unit has a weapon whose SHOOT is a RANGED (X) test that takes modifiers."""
    return any(not weapon.close and weapon.range and not _special(weapon.text) for weapon in unit.weapons)


def _special(texts: Sequence[str]) -> bool:
    return any(text.startswith(NO_PLAIN_SHOT) for text in texts)


def _count(number: int, role: str) -> str:
    one = "no" if number == 0 else "one" if number == 1 else str(number)
    return f"{one} {role}{'' if number == 1 or role == 'Support' else 's'}"


def _admitted(troops: int, most: int | None) -> str:
    """How many of a role so many Troops admit."""
    if not troops:
        return "there is no Troop"
    return f"{_count(troops, 'Troop')} admit{'s' * (troops == 1)} {f'at most {most}' if most else 'none'}"
