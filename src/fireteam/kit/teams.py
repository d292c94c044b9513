"""Teams that players build themselves: what a team is, what a builder shows of it, and teams as small files.

A game says what may be taken and what is wrong with a team (`Force`). Page and terminal know none of that: they ask for
the form after every change.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from fireteam.core.errors import PackError, SetupError
from fireteam.core.saves import write_file
from fireteam.core.yamlfile import Lines, line_of, parse_yaml, read_yaml, suggestion
from fireteam.kit.teamfile import LONGEST_TEXT, MODEL_KEYS, TEAM_KEYS, Place, Reader, scalar

MOST_MODELS = 60
"""More than the largest team can have; a file with more is no team."""
MOST_POINTS = 999
LARGEST_FILE = 64 * 1024
"""Bytes of a team's file: many times the longest team."""


class Pick(NamedTuple):
    """A model of a team, and the item bought for it, if any."""

    unit: str
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team that is being chosen from a force list."""

    name: str
    faction: str
    limit: int
    """The size of the game, in points."""
    models: tuple[Pick, ...] = ()
    pack: str | None = None
    """The id of the pack that it was built from, if it says so."""
    lines: tuple[int, ...] = field(default=(), compare=False)
    """The line of each model in the file that it was read from."""

    def with_model(self, pick: Pick) -> Team:
        """The team with one more model."""
        return replace(self, models=(*self.models, pick), lines=())

    def without(self, place: int) -> Team:
        """The team without one of its models."""
        return replace(self, models=self.models[:place] + self.models[place + 1 :], lines=())

    def with_item(self, place: int, item: str | None) -> Team:
        """The team with another item, or none, for one of its models."""
        changed = self.models[place]._replace(item=item)
        return replace(self, models=(*self.models[:place], changed, *self.models[place + 1 :]), lines=())


class Fault(NamedTuple):
    """What is wrong with a team, by which rule, and with which of its models, if it is one."""

    rule: str
    text: str
    model: int | None = None
    limit: str = ""
    """The limit that is not kept, if it is one; else the text tells faults apart."""
    by: int = 1
    """How far it is not kept: a change that does not make it worse is allowed."""

    def told(self) -> str:
        """The fault and its rule in one line."""
        return f"{self.text} ({self.rule})"


class Room(NamedTuple):
    """How many models of a role a team has, and how many it may have."""

    role: str
    have: int
    most: int | None
    """None: as many as you like."""


class Card(NamedTuple):
    """A unit as a builder shows it."""

    name: str
    role: str
    points: int
    text: str
    """What it can do, in a few words."""


@dataclass(frozen=True)
class Force(ABC):
    """What a team of a faction is chosen from, and what makes it a good one; a game adds its own faults."""

    rule: ClassVar[str]
    """The rule by which a team is chosen from a force list."""
    pack: str
    """The id of its pack."""
    faction: str
    name: str
    prices: Mapping[str, int]
    """The equipment it may buy, with its points."""

    cards: Mapping[str, Card]
    """Its units by id."""

    @abstractmethod
    def room(self, team: Team) -> Sequence[Room]:
        """The limits on roles, and how far they are used."""

    @abstractmethod
    def team_faults(self, team: Team) -> Iterable[Fault]:
        """What the game finds wrong with the whole of a team; its points have been looked at."""

    @abstractmethod
    def model_faults(self, team: Team) -> Iterable[Fault]:
        """What the game finds wrong with models; that the list has units and items has been looked at."""

    def price(self, pick: Pick) -> int:
        """The points of a model with its item; what the list does not have costs nothing and is a fault."""
        card = self.cards.get(pick.unit)
        return (card.points if card is not None else 0) + self.prices.get(pick.item or "", 0)

    def points(self, team: Team) -> int:
        """The points of a whole team."""
        return sum(map(self.price, team.models))

    def faults(self, team: Team) -> tuple[Fault, ...]:
        """Everything that keeps a team from play, the whole team first, then model by model."""
        models = sorted([*self._unknown(team), *self.model_faults(team)], key=lambda fault: fault.model or 0)
        return (*self._whole(team), *self.team_faults(team), *models)

    def _whole(self, team: Team) -> Iterable[Fault]:
        """Models and points."""
        if not team.models:
            yield Fault(self.rule, "the team has no models")
        if len(team.models) > MOST_MODELS:
            yield Fault(self.rule, f"a team has at most {MOST_MODELS} models")
        total = self.points(team)
        if total > team.limit:
            by = total - team.limit
            yield Fault(self.rule, f"{total} points are {by} more than {team.limit}", None, "points", by)

    def _unknown(self, team: Team) -> Iterable[Fault]:
        """Units and items that the list does not have."""
        for place, pick in enumerate(team.models):
            if pick.unit not in self.cards:
                near = _near(pick.unit, tuple(self.cards))
                yield Fault(self.rule, f"{self.name} has no unit {pick.unit!r}{near}", place)
            if pick.item is not None and pick.item not in self.prices:
                near = _near(pick.item, tuple(self.prices))
                yield Fault(self.rule, f"{self.name} cannot buy {pick.item!r}{near}", place)

    def refusals(self, before: Sequence[Fault], after: Team) -> list[Fault]:
        """Why a change is not allowed: what is wrong after it that was not, or not so far, wrong
        `before`."""
        known = Counter[tuple[str, str]]()
        for fault in before:
            known[fault.rule, fault.limit or fault.text] += fault.by
        found = []
        for fault in self.faults(after):
            known[fault.rule, fault.limit or fault.text] -= fault.by
            if known[fault.rule, fault.limit or fault.text] < 0:
                found.append(fault)
        return found


class Teams(ABC):
    """How the players of a game build teams."""

    game: ClassVar[str]
    one_item: ClassVar[str]
    """The rule by which a model carries one item."""

    @abstractmethod
    def pack_id(self, pack: str | None) -> str:
        """The id of a pack, given as a match takes it."""

    @abstractmethod
    def factions(self, pack: str | None) -> Mapping[str, str]:
        """The factions of a pack: id and name."""

    @abstractmethod
    def sizes(self, pack: str | None) -> Sequence[int]:
        """The usual sizes of a team, in points."""

    @abstractmethod
    def force(self, faction: str, pack: str | None) -> Force:
        """The force list of a faction; one that there is not is a SetupError."""

    @abstractmethod
    def ready(self, faction: str, limit: int, pack: str | None) -> Team | None:
        """The ready team of a faction of that size, if there is one."""

    @property
    def format(self) -> str:
        """What a file says it is."""
        return f"{self.game}-team/1"

    def new(self, faction: str, limit: int | None = None, pack: str | None = None) -> Team:
        """A team without models."""
        force = self.force(faction, pack)
        return Team(force.name, faction, limit or self.sizes(pack)[0], pack=force.pack)

    def check(self, team: Team, pack: str | None = None) -> None:
        """A SetupError that says the first thing that keeps a team from play."""
        for fault in self.force(team.faction, pack).faults(team):
            raise SetupError(f"team {team.name}: {fault.told()}")

    # -- what a builder shows ------------------------------------------------------------------------------------------

    def form(self, team: Team, pack: str | None = None) -> dict[str, Any]:
        """All that a builder shows of a team, as plain JSON data: prices, limits, what is wrong, and of everything that
        could be added whether it may be, or why not."""
        force = self.force(team.faction, pack)
        faults = force.faults(team)
        ready = self.ready(team.faction, team.limit, pack)
        sold: dict[Pick, list[dict[str, Any]]] = {}
        for place, pick in enumerate(team.models):
            if pick.unit not in force.cards:
                sold[pick] = []  # nothing is sold to somebody who is not there
            elif pick not in sold:
                sold[pick] = [self._item(force, faults, team.with_item(place, item), item) for item in force.prices]
        return {
            "game": self.game,
            "team": self.data(team),
            "side": team.faction,
            "sizes": sorted({*self.sizes(pack), team.limit}),
            "points": force.points(team),
            "limit": team.limit,
            "roles": [room._asdict() for room in force.room(team)],
            "units": [self._unit(force, faults, team, unit, card) for unit, card in force.cards.items()],
            "models": [
                {
                    "unit": pick.unit,
                    "name": force.cards[pick.unit].name if pick.unit in force.cards else pick.unit,
                    "points": force.price(pick),
                    "item": pick.item,
                    "items": sold[pick],
                    "faults": [_told(fault) for fault in faults if fault.model == place],
                }
                for place, pick in enumerate(team.models)
            ],
            "faults": [_told(fault) for fault in faults if fault.model is None],
            "ok": not faults,
            "ready": None if ready is None else self.data(ready),
            "text": self.text(team),
            "file": f"{re.sub(r'[^a-z0-9]+', '-', team.name.lower()).strip('-') or self.game}.yaml",
        }

    def _unit(self, force: Force, before: Sequence[Fault], team: Team, unit: str, card: Card) -> dict[str, Any]:
        return {
            "id": unit,
            **card._asdict(),
            "have": sum(pick.unit == unit for pick in team.models),
            "refusals": [_told(fault) for fault in force.refusals(before, team.with_model(Pick(unit)))],
        }

    def _item(self, force: Force, before: Sequence[Fault], team: Team, item: str) -> dict[str, Any]:
        refusals = force.refusals(before, team)
        return {"id": item, "points": force.prices[item], "refusals": [_told(fault) for fault in refusals]}

    # -- files ---------------------------------------------------------------------------------------------------------

    def data(self, team: Team) -> dict[str, Any]:
        """A team as plain data, as a file has it."""
        models = [{"unit": pick.unit} | ({"item": pick.item} if pick.item else {}) for pick in team.models]
        return {**self._head(team), "models": models}

    def _head(self, team: Team) -> dict[str, Any]:
        found = {"format": self.format, "pack": team.pack, "name": team.name, "faction": team.faction}
        return {key: value for key, value in found.items() if value is not None} | {"limit": team.limit}

    def text(self, team: Team) -> str:
        """A team as the text of a YAML file; models that are alike stand in one line."""
        alike: dict[Pick, int] = {}
        for pick in team.models:
            alike[pick] = alike.get(pick, 0) + 1
        lines = [
            f"{key}: {value if key in ('format', 'limit') else scalar(value)}"
            for key, value in self._head(team).items()
        ]
        lines.append("models:" if alike else "models: []")
        for pick, count in alike.items():
            item = f", item: {scalar(pick.item)}" if pick.item is not None else ""
            lines.append(f"  - {{unit: {scalar(pick.unit)}, count: {count}{item}}}")
        return "\n".join(lines) + "\n"

    def write(self, team: Team, path: Path | str) -> None:
        """Write a team to a file, whole or not at all: JSON where the file is called so, else YAML."""
        whole = Path(path)
        as_json = whole.suffix == ".json"
        text = json.dumps(self.data(team), indent=2, ensure_ascii=False) + "\n" if as_json else self.text(team)
        try:
            if whole.parent.is_dir():
                write_file(whole, text)
                return
            reason = f"there is no folder {whole.parent}"
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
        raise PackError(str(path), 0, f"cannot be written: {reason}") from None

    def read(self, path: Path | str, pack: str | None = None) -> Team:
        """A team from a file, YAML or JSON; PackError names the line of what is no team."""
        return self._team(*read_yaml(path, LARGEST_FILE), str(path), pack)

    def parse(self, text: str, file: str = "team", pack: str | None = None) -> Team:
        """The same from text; `file` is only named in errors."""
        return self._team(*parse_yaml(text, file), file, pack)

    def of_data(self, data: Mapping[str, Any], pack: str | None = None) -> Team:
        """The same from plain data."""
        return self._team(dict(data), {}, "team", pack)

    def _team(self, data: object, lines: Lines, file: str, pack: str | None) -> Team:
        """The team that the data of a file is; whether its units exist and fit is for `Force.faults` to say."""
        reader = Reader(lines, file)
        top = reader.mapping(data, (), TEAM_KEYS, ("pack",))
        reader.need(top["format"] == self.format, ("format",), f"format must be {self.format}, not {top['format']!r}")
        own, named = self.pack_id(pack), top.get("pack")
        reader.need(named in (None, own), ("pack",), f"the team is of the pack {named!r}, and this is {own!r}")
        known, faction = self.factions(pack), top["faction"]
        listed = f"there are: {', '.join(known)}{suggestion(faction, known)}"
        reader.need(faction in known, ("faction",), f"no faction {faction!r}; {listed}")
        reader.within(top["limit"], MOST_POINTS, ("limit",), " points")
        models: list[Pick] = []
        places: list[int] = []
        for index, entry in enumerate(top["models"]):
            path: Place = ("models", index)
            if isinstance(entry, dict):
                several = "items" in entry or isinstance(entry.get("item"), list)
                one = f"a model carries one item: write item: and its name ({self.one_item})"
                reader.need(not several, path, one)
            found = reader.mapping(entry, path, MODEL_KEYS, ("count", "item"))
            count = found.get("count", 1)
            reader.within(count, MOST_MODELS, (*path, "count"))
            models += [Pick(found["unit"], found.get("item"))] * count
            places += [line_of(lines, path)] * count
            reader.need(len(models) <= MOST_MODELS, path, f"a team has at most {MOST_MODELS} models")
        return Team(top["name"], faction, top["limit"], tuple(models), named, tuple(places))

    def schema(self, pack: str | None = None) -> dict[str, Any]:
        """The JSON Schema of a team's file, for editors: the units and items of a faction are those of a pack."""
        texts: dict[str, Any] = {"type": "string", "maxLength": LONGEST_TEXT}
        numbers = {"limit": MOST_POINTS, "count": MOST_MODELS}

        def part(keys: Mapping[str, type], optional: Sequence[str], known: Mapping[str, Any]) -> dict[str, Any]:
            kinds = {
                key: {"type": "integer", "minimum": 1, "maximum": numbers[key]} if kind is int else texts
                for key, kind in keys.items()
            }
            required = [key for key in keys if key not in optional]
            properties = {**kinds, **known}
            return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}

        def lists(faction: str) -> dict[str, Any]:
            force = self.force(faction, pack)
            known = {"unit": {"enum": list(force.cards)}, "item": {"enum": list(force.prices)}}
            return {"type": "array", "maxItems": MOST_MODELS, "items": part(MODEL_KEYS, ("count", "item"), known)}

        factions = list(self.factions(pack))
        head = {"format": {"const": self.format}, "pack": {"const": self.pack_id(pack)}, "faction": {"enum": factions}}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"A team of {self.game}",
            **part(TEAM_KEYS, ("pack",), {**head, "models": {"type": "array"}}),
            "oneOf": [
                {"properties": {"faction": {"const": faction}, "models": lists(faction)}} for faction in factions
            ],
        }


@lru_cache(maxsize=1000)
def _near(word: str, known: tuple[str, ...]) -> str:
    """What somebody may have meant; it is asked again for every change that is thought of."""
    return suggestion(word, known)


def _told(fault: Fault) -> dict[str, str]:
    return {"rule": fault.rule, "text": fault.text}
