"""Strike teams by points: what a team costs, what is wrong with it in words, and teams as small files.

Everything here is reckoned from a force list, so that a builder can ask after every change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.errors import PackError, SetupError
from fireteam.core.yamlfile import Lines, line_of, parse_yaml, read_yaml, suggestion
from fireteam.games.deadzone.cards import ITEMS, Deck, Unit

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.parts import Roster, TeamRules

FORMAT = "deadzone-team/1"
MOST_MODELS = 60
"""More than the largest team can have; a file with more is no team."""
NO_PLAIN_SHOT = ("Indirect", "Explosive", "It Burns!", "Grenade", "Invigorate")
"""Weapons with one of these make no RANGED (X) test that dice could be added to (see DZ-ITEM-10, DZ-DICE-14)."""


class Pick(NamedTuple):
    """A model of a team, and the item bought for it, if any: one at most (see DZ-ITEM-01)."""

    unit: str
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A strike team that is being chosen from a force list."""

    name: str
    faction: str
    limit: int
    """The size of the game, in points."""
    models: tuple[Pick, ...] = ()


class Fault(NamedTuple):
    """What is wrong with a team, by which rule, and with which of its models, if it is one."""

    rule: str
    text: str
    model: int | None = None


class ForceList(NamedTuple):
    """What a team of a faction is chosen from."""

    faction: str
    name: str
    units: Mapping[str, Unit]
    prices: Mapping[str, int]
    """The equipment it may buy, with its points."""
    rules: TeamRules


def force_list(pack: Pack, deck: Deck, faction: str) -> ForceList:
    """The force list of a faction of a pack (DZ-SETUP-02)."""
    names = [one.id for one in pack.factions]
    if faction not in names:
        raise SetupError(f"no faction {faction!r}; there are: {', '.join(names)}{suggestion(faction, names)}")
    data = pack.factions[names.index(faction)]
    units = {unit.id: deck.units[unit.id] for unit in data.units}
    prices: dict[str, int] = {item: pack.equipment[item].points for item in data.equipment}
    return ForceList(faction, data.name, units, prices, pack.team_rules)


def of_roster(name: str, faction: str, roster: Roster) -> Team:
    """A ready roster of a pack as a team."""
    models = [Pick(entry.unit, entry.item) for entry in roster.models for _ in range(entry.count)]
    return Team(name, faction, roster.limit, tuple(models))


# -- points and limits -------------------------------------------------------------------------------------------------


def price(pick: Pick, force: ForceList) -> int:
    """The points of a model with its item; what the list does not have costs nothing and is a fault."""
    unit = force.units.get(pick.unit)
    return (unit.points if unit is not None else 0) + force.prices.get(pick.item or "", 0)


def points(team: Team, force: ForceList) -> int:
    """The points of a whole team."""
    return sum(price(pick, force) for pick in team.models)


def needed_victory_points(limit: int) -> int:
    """The VP that win a game of this size: 12 up to 100 points, 4 more for every 50 begun above (DZ-WIN-02)."""
    return 12 + 4 * max(0, -(-(limit - 100) // 50))


class Room(NamedTuple):
    """How many models of a role a team has, and how many it may have."""

    role: str
    have: int
    most: int | None
    """None: as many as you like."""


def room(team: Team, force: ForceList) -> tuple[Room, ...]:
    """The limits on roles: Troops admit Specialists and Support (see DZ-SETUP-02)."""
    roles = [force.units[pick.unit].role for pick in team.models if pick.unit in force.units]
    rules, troops = force.rules, roles.count("Troop")
    return (
        Room("Leader", roles.count("Leader"), rules.leaders),
        Room("Troop", troops, None),
        Room("Specialist", roles.count("Specialist"), troops * rules.specialists_per_troop),
        Room("Support", roles.count("Support"), troops // rules.troops_per_support),
    )


def faults(team: Team, force: ForceList) -> tuple[Fault, ...]:
    """Everything that keeps a team from play, the whole team first, then model by model."""
    return (*_team_faults(team, force), *_model_faults(team, force))


def _team_faults(team: Team, force: ForceList) -> Iterable[Fault]:
    """Points and roles."""
    if not team.models:
        yield Fault("DZ-SETUP-02", "the team has no models")
        return
    total = points(team, force)
    if total > team.limit:
        yield Fault("DZ-SETUP-02", f"{total} points are {total - team.limit} more than {team.limit}")
    leader, troop, specialist, support = room(team, force)
    if leader.have != leader.most:
        yield Fault("DZ-SETUP-02", f"a team has {_count(leader.most or 0, 'Leader')}, not {leader.have}")
    troops = troop.have
    for role in (specialist, support):
        if role.have > (role.most or 0):
            yield Fault(
                "DZ-SETUP-02",
                f"{_count(role.have, role.role)}, but {_count(troops, 'Troop')} admit{'s' * (troops == 1)} at most "
                f"{role.most}",
            )


def _model_faults(team: Team, force: ForceList) -> Iterable[Fault]:
    """Units and items of the list, and who may have them."""
    engineer = any(force.units[pick.unit].has("Engineer") for pick in team.models if pick.unit in force.units)
    for place, pick in enumerate(team.models):
        unit = force.units.get(pick.unit)
        if unit is None:
            near = suggestion(pick.unit, force.units)
            yield Fault("DZ-SETUP-02", f"{force.name} has no unit {pick.unit!r}{near}", place)
            continue
        if not engineer:
            yield from needs_engineer(unit, place)
        if pick.item is None:
            continue
        if pick.item not in force.prices:
            near = suggestion(pick.item, force.prices)
            yield Fault("DZ-SETUP-02", f"{force.name} cannot buy {pick.item!r}{near}", place)
            continue
        use = useless(unit, pick.item)
        if use is not None:
            yield Fault(use.rule, use.text, place)


def needs_engineer(unit: Unit, place: int | None = None) -> Iterable[Fault]:
    """A Remote is taken only with an Engineer in the team (DZ-AB-REMOTE-01, DZ-AB-ENGINEER-02)."""
    if unit.has("Remote"):
        yield Fault("DZ-AB-REMOTE-01", f"{unit.name} is Remote and needs an Engineer in the team", place)


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


# -- files -------------------------------------------------------------------------------------------------------------


def text_of(team: Team) -> str:
    """A team as the text of a file; models that are alike stand in one line."""
    alike: dict[Pick, int] = {}
    for pick in team.models:
        alike[pick] = alike.get(pick, 0) + 1
    lines = [
        f"format: {FORMAT}",
        f"name: {_scalar(team.name)}",
        f"faction: {_scalar(team.faction)}",
        f"limit: {team.limit}",
        "models:" if alike else "models: []",
    ]
    for pick, count in alike.items():
        item = f", item: {_scalar(pick.item)}" if pick.item is not None else ""
        lines.append(f"  - {{unit: {_scalar(pick.unit)}, count: {count}{item}}}")
    return "\n".join(lines) + "\n"


def _scalar(text: str) -> str:
    """A text as YAML has it: bare where it is a plain word or several."""
    bare = re.fullmatch(r"[A-Za-z]\w*(?:[ -]\w+)*", text) and text not in ("true", "false", "null")
    return text if bare else json.dumps(text, ensure_ascii=False)


def data_of(team: Team) -> dict[str, Any]:
    """A team as plain data, as a file has it."""
    models = [{"unit": pick.unit} | ({"item": pick.item} if pick.item else {}) for pick in team.models]
    return {"format": FORMAT, "name": team.name, "faction": team.faction, "limit": team.limit, "models": models}


def save_team(team: Team, path: Path | str) -> None:
    """Write a team to a file."""
    try:
        Path(path).write_text(text_of(team), encoding="utf-8")
    except OSError as error:
        raise PackError(str(path), 0, f"cannot be written: {error.strerror or error}") from None


def load_team(path: Path | str) -> Team:
    """Read a team from a file, YAML or JSON; PackError names the line of what is no team."""
    return _team(*read_yaml(path), str(path))


def team_of(data: Mapping[str, Any], file: str = "team") -> Team:
    """The same from plain data."""
    return _team(dict(data), {}, file)


def parse_team(text: str, file: str = "team") -> Team:
    """The same from text; `file` is only named in errors."""
    return _team(*parse_yaml(text, file), file)


def _team(data: object, lines: Lines, file: str) -> Team:
    """The team that the data of a file is; whether its units exist and fit is for `faults` to say."""
    reader = _Reader(lines, file)
    top = reader.mapping(data, (), {"format": str, "name": str, "faction": str, "limit": int, "models": list})
    reader.need(top["format"] == FORMAT, ("format",), f"format must be {FORMAT}, not {top['format']!r}")
    reader.need(1 <= top["limit"] <= 999, ("limit",), f"limit must be 1 to 999 points, not {top['limit']}")
    models: list[Pick] = []
    for index, entry in enumerate(top["models"]):
        path = ("models", index)
        if isinstance(entry, dict):
            several = "items" in entry or isinstance(entry.get("item"), list)
            reader.need(not several, path, "a model carries one item: write item: and its name (DZ-ITEM-01)")
        found = reader.mapping(entry, path, {"unit": str}, {"count": int, "item": str})
        count = found.get("count", 1)
        reader.need(1 <= count <= MOST_MODELS, (*path, "count"), f"count must be 1 to {MOST_MODELS}, not {count}")
        models += [Pick(found["unit"], found.get("item"))] * count
        reader.need(len(models) <= MOST_MODELS, path, f"a team has at most {MOST_MODELS} models")
    return Team(top["name"], top["faction"], top["limit"], tuple(models))


class _Reader:
    """Takes typed values out of plain data, failing with the line."""

    def __init__(self, lines: Lines, file: str) -> None:
        self.lines = lines
        self.file = file

    def need(self, holds: bool, path: tuple[str | int, ...], reason: str) -> None:
        if not holds:
            raise PackError(self.file, line_of(self.lines, path), reason)

    def mapping(
        self, data: object, path: tuple[str | int, ...], keys: dict[str, type], optional: dict[str, type] | None = None
    ) -> dict[str, Any]:
        """A mapping with all the keys, of the right kinds, and no unknown ones."""
        where = "the file" if not path else f"entry {path[-1]} of models"
        known = keys | (optional or {})
        if not isinstance(data, dict):
            raise PackError(self.file, line_of(self.lines, path), f"{where} must be a mapping")
        for key, value in data.items():
            near = suggestion(key, known)
            self.need(key in known, (*path, key), f"unknown key {key!r}; allowed: {', '.join(known)}{near}")
            kind = known[key]
            self.need(
                isinstance(value, kind) and not isinstance(value, bool),
                (*path, key),
                f"{key} must be {_KINDS[kind]}, not {value!r}",
            )
        for key in keys:
            self.need(key in data, path, f"{where} lacks the key {key!r}")
        return data


_KINDS = {str: "text", int: "a whole number", list: "a list"}
