"""Necromunda as the kernel sees it: what can be played, and how a battle is prepared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.necromunda import mounted, skills, traits
from fireteam.games.necromunda import warm as warming
from fireteam.games.necromunda.badzones import Badzones
from fireteam.games.necromunda.campaign.terms import Campaigning, Terms, fitted
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.close_combat.actions import EndOfFight
from fireteam.games.necromunda.content.deck import fighter, vehicle
from fireteam.games.necromunda.content.gangs import data_of, faults, roster_of, told
from fireteam.games.necromunda.content.maps import plan_of, things_of
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.house_rules import HouseRules
from fireteam.games.necromunda.markers import Markers, PitchBlack
from fireteam.games.necromunda.movement import turning
from fireteam.games.necromunda.movement.falling import Edges
from fireteam.games.necromunda.movement.flight import Runners
from fireteam.games.necromunda.reinforcements import Reinforcements
from fireteam.games.necromunda.scenarios import Mission, SideDown
from fireteam.games.necromunda.setting import Setting
from fireteam.games.necromunda.setup import Setup
from fireteam.games.necromunda.shooting import action as shooting_actions
from fireteam.games.necromunda.terrain.breakables import Breakables
from fireteam.games.necromunda.terrain.claws import Claws
from fireteam.games.necromunda.terrain.cranes import Cranes
from fireteam.games.necromunda.terrain.doors import Doors
from fireteam.games.necromunda.terrain.ductways import Ductways
from fireteam.games.necromunda.terrain.effects import Effects
from fireteam.games.necromunda.terrain.explosives import Explosives
from fireteam.games.necromunda.terrain.hatches import Hatches
from fireteam.games.necromunda.terrain.lifts import Lifts
from fireteam.games.necromunda.terrain.loot import Loot
from fireteam.games.necromunda.terrain.ordnance import Ordnance
from fireteam.games.necromunda.terrain.scavenging import Scavenging
from fireteam.games.necromunda.terrain.targets import Targets
from fireteam.games.necromunda.terrain.terminals import Terminals
from fireteam.games.necromunda.vehicles import Vehicles
from fireteam.games.necromunda.wargear import climbing, tools
from fireteam.games.necromunda.wargear.drinks import Drinks
from fireteam.games.necromunda.wargear.rats import Rats
from fireteam.games.necromunda.wargear.traps import Traps
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit import game as kit
from fireteam.space.plane.free.warm import use_compiled

if TYPE_CHECKING:
    from threading import Thread

    from fireteam.games.necromunda.content.pack import Pack
    from fireteam.games.necromunda.content.teams import Gangs
    from fireteam.games.necromunda.state import State, Thing
    from fireteam.space.plane.free.plan import Plan

CHAPTERS = (climbing, tools, mounted, skills, traits, turning, shooting_actions)
"""Modules that make their actions, skills and traits known by being there."""


class Necromunda(kit.Game):
    """The game of Necromunda."""

    name = "necromunda"
    title = "Necromunda"
    version = "1"
    wishes = ("map", "gangs", "campaign")
    """A gang of each seat is one of the pack's, of which the ready-made one that fits the scenario is taken, or a
    ready-made one by its id, or the data of a gang; the terms of a campaign are given by the campaign alone."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {
        "play": ("--scenario tollgate --seed 7", "--bot none --dice typed", "--team mine.yaml"),
        "simulate": ("--games 20 --bots greedy,random --swap",),
        "team": ("", "new --faction choir --output mine.yaml", "build mine.yaml", "check mine.yaml --json", "schema"),
        "rules": ("knockback", "NE-SHT-10"),
        "warm": ("--pack mycards.yaml",),
        "pack schema": ("> necromunda-pack.schema.json",),
    }
    slow = True
    amounts = ("wounds ",)
    results = ("out ", "down ", "stalled ", "pinned ")

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def contenders(self) -> list[str]:
        """The gangs: each comes as the ready-made one that fits the scenario."""
        return [gang.id for gang in content().gangs]

    def maps(self, scenario: str, pack: str | None = None) -> list[str]:
        """The maps of a pack on which a scenario is played."""
        return list(_named(content(pack).scenarios, scenario, "scenario").maps)

    def setup_for(self, sides: Sequence[Any]) -> dict[str, Any]:
        """Who plays which gang: one of the pack, or one that was built."""
        return {"gangs": tuple(sides)} if sides else {}

    def teams(self) -> Gangs:
        """How gangs are built."""
        gangs: Gangs = self.part("content.teams").TEAMS
        return gangs

    def campaign(self) -> Any:
        """Campaigns of several battles (see NE-CAMP-01)."""
        return self.part("campaign.campaign").Campaign

    def turns(self, state: State) -> int:
        """The rounds so far."""
        return state.round

    def warm_now(self) -> None:
        """The plane compiled, where that is possible."""
        use_compiled()

    def warm(self, *, may_compile: bool) -> Thread:
        """The plane compiled and the maps prepared in the background."""
        return warming.warm(may_compile=may_compile)

    def warm_tasks(self, pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
        """The plane to compile, and the maps to prepare."""
        return warming.warm_tasks(pack)

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new battle: scenario, map, and both gangs (see NE-RND-08)."""
        found = content(pack)
        what = _named(found.scenarios, scenario, "scenario")
        map = _map(found, what, setup.get("map"))
        terms = _terms(setup.get("campaign"), options)
        wished = setup.get("gangs")
        if isinstance(wished, list | tuple):
            wished = [self.teams().wished(pack, one) for one in wished]
        rosters = _rosters(found, wished, what, map)
        for roster in rosters if terms is None else ():
            for fault in faults(found, roster):
                raise SetupError(f"{roster.title}: {told(roster, fault)}")
        if terms is not None:
            what = fitted(found, what, terms)
        cards: list[Card] = []
        for roster in rosters:
            cards += [fighter(found, roster.gang, member) for member in roster.members]
            cards += [vehicle(found, roster.gang, driven) for driven in roster.vehicles]
        sides = [seat for seat, roster in enumerate(rosters) for _ in range(len(roster.members) + len(roster.vehicles))]
        mission, things = Mission(what, map), things_of(map)
        return Setting(
            self,
            _plan(ById(found), map.id),
            cards,
            sides,
            options,
            names=_told_apart([card.name for card in cards]),
            things=things,
            pack=found,
            mission=mission,
            supplements=[*supplements(things), mission, *([Campaigning(terms)] if terms is not None else [])],
            beginning={
                "scenario": what.id,
                "pack": pack,
                "setup": {
                    "map": map.id,
                    "gangs": [_told(found, roster) for roster in rosters],
                    **({"campaign": terms.model_dump(mode="json")} if terms is not None else {}),
                },
            },
            players=_told_apart([_named(found.gangs, roster.gang, "gang").name for roster in rosters]),
            opening=Setup(),
            first_side=terms.side_a if terms is not None else 0,
        )


GAME = Necromunda()


TERRAIN: tuple[tuple[type[Supplement], tuple[str, ...]], ...] = (
    (Doors, ("door",)),
    (Terminals, ("door-terminal", "lift-terminal", "effect-terminal", "ancient-terminal")),
    (Lifts, ("lift",)),
    (Ductways, ("duct-mouth",)),
    (Hatches, ("hatch",)),
    (Claws, ("claw",)),
    (Cranes, ("crane",)),
    (Effects, ("smoke-vent", "fuel-pipe")),
    (Ordnance, ("ordnance",)),
    (Explosives, ("fuel-pipe", "drums", "still")),
)
"""Terrain that acts, and the kinds of things it is about; in the order of the End phase (NE-END-10)."""


def supplements(things: Iterable[Thing] = ()) -> list[Supplement]:
    """All that hangs into every battle, and the terrain whose kinds a map has."""
    kinds = {thing.kind for thing in things}
    terrain = [make() for make, about in TERRAIN if kinds & {*about}]
    always = (SideDown, Reinforcements, Edges, Runners, EndOfFight, Markers, PitchBlack, Badzones, Rats, Drinks)
    found: list[Supplement] = [make() for make in (*always, Loot, Breakables, Traps, Targets, Scavenging)]
    return [*found, *terrain, HouseRules(), Vehicles()]


@lru_cache(maxsize=32)
def _plan(packed: ById[Pack], name: str) -> Plan:
    """The plan of a map, made once."""
    return plan_of(next(map for map in packed.thing.maps if map.id == name))


def _named(entries: Sequence[Any], wish: object, what: str) -> Any:
    """The entry of a pack with that id or name; the first if nothing is wished for."""
    if wish is None:
        return entries[0]
    for entry in entries:
        if str(wish).lower() in (entry.id, getattr(entry, "name", getattr(entry, "title", "")).lower()):
            return entry
    known = [entry.id for entry in entries]
    raise SetupError(f"no {what} {wish!r}; there are {', '.join(known)}{suggestion(str(wish), known)}")


def _map(pack: Pack, scenario: Any, wish: object) -> Any:
    """The map that is wished for, or the first that the scenario is played on."""
    found = _named(pack.maps, wish if wish is not None else scenario.maps[0], "map")
    if found.id not in scenario.maps:
        raise SetupError(f"{scenario.id} is played on {', '.join(scenario.maps)}, not on {found.id}")
    return found


def _rosters(pack: Pack, wish: Any, scenario: Any, map: Any) -> list[Any]:
    """Both gangs: those wished for, or the first two of the pack; a gang comes as its ready-made one that has vehicles,
    where its side may bring some."""
    if wish is None:
        wish = [one.id for one in pack.gangs[: len(Necromunda.seats)]]
    if not isinstance(wish, list | tuple) or len(wish) != len(Necromunda.seats):
        raise SetupError(f"gangs are given for each of the two seats; got {wish!r}")
    rules = (scenario.crew["a"], scenario.crew["b"])
    driven = [map.vehicles and rule.vehicles[1] > 0 for rule in rules]
    return [roster_of(pack, one, with_vehicles=some) for one, some in zip(wish, driven, strict=True)]


def _told(pack: Pack, roster: Any) -> Any:
    """A gang as the header of a save has it: its id, or its data where a player built it."""
    return roster.id if any(one is roster for one in pack.rosters) else data_of(roster)


def _terms(wish: Any, options: Mapping[str, Any]) -> Terms | None:
    """The terms of a battle of a campaign; one outside has none (see NE-CAMP-01)."""
    if wish is None:
        return None
    if not options["campaign"]:
        raise SetupError("terms of a campaign go with the option 'campaign' (NE-CAMP-01)")
    try:
        return Terms.model_validate(wish)
    except ValidationError as error:
        raise SetupError(f"the terms of a campaign are not right: {error.errors()[0]['msg']}") from None


def _told_apart(names: Sequence[str]) -> list[str]:
    """Names with a number where several are alike."""
    met: dict[str, int] = {}
    found = []
    for name in names:
        met[name] = met.get(name, 0) + 1
        found.append(name if met[name] == 1 else f"{name} {met[name]}")
    return found
