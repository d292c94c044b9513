"""Deadzone as the kernel sees it: what can be played, and how a battle is prepared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.content.teams import TEAMS, StrikeTeams, deck_of, needed_victory_points
from fireteam.games.deadzone.geometry import Field, field_of
from fireteam.games.deadzone.items import Items
from fireteam.games.deadzone.keywords.clouds import Clouds
from fireteam.games.deadzone.keywords.fire import Fires
from fireteam.games.deadzone.keywords.moving import DropSuits
from fireteam.games.deadzone.keywords.traps import Traps
from fireteam.games.deadzone.orders import orders_of
from fireteam.games.deadzone.scenarios import Mission
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.setup import Recon
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit import game as kit
from fireteam.kit.force import Team
from fireteam.space.cubes.warm import in_background, use_compiled

if TYPE_CHECKING:
    from threading import Thread

    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.scenarios import Scenario
    from fireteam.games.deadzone.state import State


RANDOM = "random"
"""The scenario that is wished for where the players leave it to a die (see DZ-SETUP-02)."""


class Deadzone(kit.Game):
    """The game of Deadzone."""

    name = "deadzone"
    title = "Deadzone"
    version = "1"
    secrets = True
    wishes = ("limit", "map", "teams")
    """A team of each seat is a faction, whose ready roster of `limit` points is taken, or the team itself. A file is
    read by `teams().read`, never by a wish, which may come from far away."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {
        "play": ("--scenario crossed_lanterns --side wardens --seed 7", "--bot none --dice typed", "--team mine.yaml"),
        "simulate": ("--games 20 --bots greedy,random --swap",),
        "team": ("", "new --faction wardens --output mine.yaml", "build mine.yaml", "check mine.yaml --json", "schema"),
        "rules": ("knockback", "DZ-SHOOT-10"),
        "pack schema": ("> deadzone-pack.schema.json",),
    }
    amounts = ("damage ",)
    results = ("killed ", "pinned ")

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def setup_for(self, sides: Sequence[Any]) -> dict[str, Any]:
        """Who plays which faction, or which team."""
        return {"teams": tuple(sides)} if sides else {}

    def teams(self) -> StrikeTeams:
        """How strike teams are built."""
        return TEAMS

    def maps(self, scenario: str, pack: str | None = None) -> list[str]:
        """The maps of a pack on which a scenario is played."""
        found = content(pack)
        return _fitting(found, _wished(found, scenario))

    def turns(self, state: State) -> int:
        """The rounds so far."""
        return state.round

    def warm_now(self) -> None:
        """Sight compiled, where that is possible (see DZ-GEO-11)."""
        use_compiled()

    def warm(self, *, may_compile: bool) -> Thread:
        """The same in the background."""
        return in_background(may_compile=may_compile)

    def warm_tasks(self, pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
        """Sight to compile; maps are ready at once."""
        return [("compile the sight of cubes", use_compiled)]

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new battle: scenario and map, and both strike teams (see DZ-SETUP-02)."""
        found = content(pack)
        what = _wished(found, scenario)
        cards = deck_of(ById(found))
        teams = _teams(found, pack, setup.get("teams"), setup.get("limit"))
        where = _map(found, what, setup.get("map"))
        played = [one for one in what if not one.maps or where in one.maps]
        picks = [(seat, pick) for seat, team in enumerate(teams) for pick in team.models]
        units = [cards.units[pick.unit] for _, pick in picks]
        sides = [seat for seat, _ in picks]
        return Setting(
            self,
            _field(ById(found), where),
            units,
            sides,
            options,
            names=_names([unit.name for unit in units]),
            needed_points=needed_victory_points(max(team.limit for team in teams)),
            pack=found,
            scenarios=played,
            items=[pick.item or "" for _, pick in picks],
            supplements=supplements(units, sides),
            beginning={
                "scenario": what[0].id if len(what) == 1 else RANDOM,
                "pack": pack,
                "setup": {"map": where, "teams": [TEAMS.data(team) for team in teams]},
            },
            players=_players([_named(found.factions, team.faction, "faction").name for team in teams]),
        )


GAME = Deadzone()


def supplements(units: Sequence[Unit], sides: Sequence[int], *, scenario: bool = True) -> list[Supplement]:
    """All that hangs into a battle of these models, with a scenario or without; traps come before items
    (see DZ-MOVE-17)."""
    about = [Mission(), Recon()] if scenario else []
    suits = [DropSuits()] if any(unit.windows[Keyword.starts_off_table] for unit in units) else []
    return [*about, *suits, Traps(), Items(), Clouds(), Fires(), *orders_of(units, sides)]


@lru_cache(maxsize=32)
def _field(packed: ById[Pack], name: str) -> Field:
    """The battlefield of a map, made once."""
    return field_of(board_data(next(map for map in packed.thing.maps if map.id == name)))


def _named(entries: Sequence[Any], wish: object, what: str) -> Any:
    """The entry of a pack with that id or name; the first if nothing is wished for."""
    if wish is None:
        return entries[0]
    for entry in entries:
        if str(wish).lower() in (entry.id, entry.name.lower()):
            return entry
    known = [entry.id for entry in entries]
    raise SetupError(f"no {what} {wish!r}; there are {', '.join(known)}{suggestion(str(wish), known)}")


def _wished(pack: Pack, scenario: str | None) -> Sequence[Scenario]:
    """The scenario that is wished for, or all where it is left to a die (see DZ-SETUP-02)."""
    left_to_a_die = str(scenario).lower() == RANDOM
    return pack.scenarios if left_to_a_die else (_named(pack.scenarios, scenario, "scenario"),)


def _fitting(pack: Pack, scenarios: Sequence[Scenario]) -> list[str]:
    """The maps that one of the scenarios is played on."""
    return [map.id for map in pack.maps if any(not one.maps or map.id in one.maps for one in scenarios)]


def _map(pack: Pack, scenarios: Sequence[Scenario], wish: object) -> str:
    """The map that is wished for, or the first that one of the scenarios is played on."""
    fitting = _fitting(pack, scenarios)
    found: str = _named(pack.maps, wish, "map").id if wish is not None else fitting[0]
    if found not in fitting:
        raise SetupError(f"{scenarios[0].id} is played on {', '.join(fitting)}, not on {found}")
    return found


def _teams(found: Pack, pack: str | None, wish: Any, limit: Any) -> tuple[Team, Team]:
    """Both strike teams, each without a fault; the first two factions if none are wished for. A ready roster is of the
    size that is wished for, or else of that of the team it meets (see DZ-SETUP-02)."""
    if wish is None:
        wish = (found.factions[0].id, found.factions[min(1, len(found.factions) - 1)].id)
    if not isinstance(wish, list | tuple) or len(wish) != len(Deadzone.seats):
        raise SetupError(f"teams are given for each of the two seats, by faction or as data; got {wish!r}")
    built = [TEAMS.of_data(one, pack) if isinstance(one, Mapping) else one for one in wish]
    sizes = [one.limit for one in built if isinstance(one, Team)]
    size = limit if limit is not None else sizes[0] if sizes else TEAMS.sizes(pack)[0]
    for other in sizes:
        if other != size:
            raise SetupError(f"a team is of {other} points, and the battle of {size!r}")
    first, second = (one if isinstance(one, Team) else _ready(found, pack, one, size) for one in built)
    for team in (first, second):
        TEAMS.check(team, pack)
    return first, second


def _ready(found: Pack, pack: str | None, wish: object, limit: Any) -> Team:
    """The ready roster of a faction for a game of this size."""
    faction = _named(found.factions, wish, "faction")
    team = TEAMS.ready(faction.id, limit, pack)
    if team is None:
        sizes = ", ".join(str(roster.limit) for roster in faction.rosters)
        raise SetupError(f"{faction.id} has ready rosters of {sizes} points, not of {limit!r}")
    return team


def _players(factions: Sequence[str]) -> list[str]:
    """What both sides are called: by their factions, told apart where they are of the same."""
    one, other = factions
    return [one, other] if one != other else [f"{one} (first)", f"{other} (second)"]


def _names(units: Sequence[str]) -> list[str]:
    """The names of models: that of the unit, with a number where several are alike."""
    found, met = [], Counter[str]()
    for name in units:
        met[name] += 1
        found.append(f"{name} {met[name]}" if units.count(name) > 1 else name)
    return found
