"""Deadzone as the kernel sees it: what can be played, and how a battle is prepared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.by_id import ById
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion
from fireteam.games.deadzone.cards import Deck, deck
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.packs import PACKS, content
from fireteam.games.deadzone.content.teams import (
    Team,
    data_of,
    faults,
    force_list,
    needed_victory_points,
    of_roster,
    team_of,
)
from fireteam.games.deadzone.geometry import Field, field_of
from fireteam.games.deadzone.items import Items
from fireteam.games.deadzone.keywords.clouds import Clouds
from fireteam.games.deadzone.keywords.explosive import Fires
from fireteam.games.deadzone.keywords.moving import DropSuits
from fireteam.games.deadzone.keywords.traps import Traps
from fireteam.games.deadzone.orders import orders_of
from fireteam.games.deadzone.scenarios import Mission
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.setup import Recon
from fireteam.kit import game as kit
from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.core.game import Calculator
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.scenarios import Scenario


class Deadzone(kit.Game):
    """The game of Deadzone."""

    name = "deadzone"
    title = "Deadzone"
    version = "1"
    secrets = True
    wishes = ("limit", "map", "teams")
    """A team of each seat is a faction, whose ready roster of `limit` points is taken, or the team itself. A file is
    read by `content.teams.load_team`, never by a wish, which may come from far away."""
    examples: ClassVar[Mapping[str, Sequence[str]]] = {
        "play": ("--scenario crossed_lanterns --side wardens --seed 7", "--bot none --dice typed"),
        "simulate": ("--games 20 --bots greedy,random --swap",),
        "rules": ("knockback", "DZ-SHOOT-10"),
        "pack schema": ("> deadzone-pack.schema.json",),
    }
    amounts = ("damage ",)
    results = ("killed ", "pinned ")

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def start_form(self) -> dict[str, Any]:
        """What a page offers whoever starts a battle."""
        from fireteam.games.deadzone.show.start_form import start_form  # words are loaded when somebody looks

        return start_form(self, content(None))

    def setup_for(self, sides: Sequence[str]) -> dict[str, Any]:
        """Who plays which faction."""
        return {"teams": tuple(sides)} if sides else {}

    def packs(self) -> Packs[Pack]:
        """Its data packs."""
        return PACKS

    def calculators(self) -> Mapping[str, type[Calculator]]:
        """Odds of shots and assaults can be typed in."""
        found: Mapping[str, type[Calculator]] = self.part("odds").CALCULATORS
        return found

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new battle: scenario and map, and both strike teams (see DZ-SETUP-02)."""
        found = content(pack)
        what = _named(found.scenarios, scenario, "scenario")
        cards = _deck(ById(found))
        teams = _teams(found, cards, setup.get("teams"), setup.get("limit"))
        where = _map(found, what, setup.get("map"))
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
            scenario=what,
            items=[pick.item or "" for _, pick in picks],
            supplements=[
                Mission(what),
                Recon(),
                DropSuits(),
                Traps(),
                Items(),
                Clouds(),
                Fires(),
                *orders_of(units, sides),
            ],
            beginning={
                "scenario": what.id,
                "pack": pack,
                "setup": {"map": where, "teams": [data_of(team) for team in teams]},
            },
            players=_players([_named(found.factions, team.faction, "faction").name for team in teams]),
        )


GAME = Deadzone()


@lru_cache(maxsize=8)
def _deck(packed: ById[Pack]) -> Deck:
    """The cards of a pack, made once."""
    return deck(packed.thing)


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


def _map(pack: Pack, scenario: Scenario, wish: object) -> str:
    """The map that is wished for, or the first that the scenario is played on."""
    fitting = [map for map in pack.maps if not scenario.maps or map.id in scenario.maps]
    found: str = _named(pack.maps, wish, "map").id if wish is not None else fitting[0].id
    if all(map.id != found for map in fitting):
        raise SetupError(f"{scenario.id} is played on {', '.join(map.id for map in fitting)}, not on {found}")
    return found


def _teams(pack: Pack, cards: Deck, wish: Any, limit: Any) -> tuple[Team, Team]:
    """Both strike teams, each without a fault; the first two factions if none are wished for (see DZ-SETUP-02)."""
    if wish is None:
        wish = (pack.factions[0].id, pack.factions[min(1, len(pack.factions) - 1)].id)
    if not isinstance(wish, list | tuple) or len(wish) != len(Deadzone.seats):
        raise SetupError(f"teams are given for each of the two seats, by faction, file or list; got {wish!r}")
    size = pack.team_rules.limits[0] if limit is None else limit
    found = [_team(pack, one, size) for one in wish]
    for team in found:
        wrong = faults(team, force_list(pack, cards, team.faction))
        if wrong:
            raise SetupError(f"team {team.name}: {wrong[0].text} ({wrong[0].rule})")
    return found[0], found[1]


def _team(pack: Pack, wish: Any, limit: Any) -> Team:
    """A team: as it is, from its data, or the ready roster of a faction for a game of this size."""
    if isinstance(wish, Team):
        return wish
    if isinstance(wish, Mapping):
        return team_of(wish)
    faction = _named(pack.factions, wish, "faction")
    for roster in faction.rosters:
        if roster.limit == limit:
            return of_roster(faction.name, faction.id, roster)
    sizes = ", ".join(str(roster.limit) for roster in faction.rosters)
    raise SetupError(f"{faction.id} has ready rosters of {sizes} points, not of {limit!r}")


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
