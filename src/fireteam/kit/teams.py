"""Teams that players build themselves: what a builder shows of a team, and teams as small files.

Page and terminal know nothing of a game's force lists (see `force`): they ask for the form after every change.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from fireteam.core.errors import PackError, SetupError
from fireteam.core.saves import write_file
from fireteam.core.yamlfile import Lines, line_of, parse_yaml, read_yaml, suggestion
from fireteam.kit.force import MOST_MODELS, Card, Fault, Force, Pick, Shelf, Team, Thing
from fireteam.kit.teamfile import LONGEST_TEXT, MOST_THINGS, TEAM_KEYS, Place, Reader, model_keys, scalar

LARGEST_FILE = 64 * 1024
"""Bytes of a team's file: many times the longest team."""


class Teams(ABC):
    """How the players of a game build teams."""

    game: ClassVar[str]
    one_item: ClassVar[str] = ""
    """The rule by which a model carries one item, if it does."""
    lists: ClassVar[tuple[str, ...]] = ()
    """The shelves from which a model may have several things; of another it has one."""
    named: ClassVar[bool] = False
    """Whether models have names of their own."""
    most: ClassVar[int] = 999
    """The largest size of a team."""

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

    def faction_of(self, side: str, pack: str | None = None) -> str:
        """The faction of a side that a seat may take; a game whose sides are no factions says which is which."""
        return side

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
            if pick not in sold:
                shelves = force.shelves(pick.unit)
                sold[pick] = [self._shelf(force, faults, team, place, shelf) for shelf in shelves]
        return {
            "game": self.game,
            "team": self.data(team),
            "side": team.faction,
            "sizes": sorted({*self.sizes(pack), team.limit}),
            "currency": force.currency,
            "named": self.named,
            "points": force.points(team),
            "limit": team.limit,
            "roles": [room._asdict() for room in force.room(team)],
            "units": [self._unit(force, faults, team, unit, card) for unit, card in force.cards.items()],
            "models": [
                {
                    "unit": pick.unit,
                    "name": force.cards[pick.unit].name if pick.unit in force.cards else pick.unit,
                    "called": pick.name,
                    "points": force.price(pick),
                    "things": [_thing(force, pick, thing) for thing in pick.things],
                    "shelves": sold[pick],
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

    def _shelf(self, force: Force, before: Sequence[Fault], team: Team, place: int, shelf: Shelf) -> dict[str, Any]:
        """What is sold to a model, and of each thing whether it may be taken now."""
        goods = []
        for id, good in shelf.goods.items():
            after = team.with_thing(place, Thing(shelf.key, id), alone=shelf.key not in self.lists)
            refusals = force.refusals(before, after)
            goods.append({"id": id, **good._asdict(), "refusals": [_told(fault) for fault in refusals]})
        return {"key": shelf.key, "name": shelf.name, "single": shelf.key not in self.lists, "goods": goods}

    # -- files ---------------------------------------------------------------------------------------------------------

    def data(self, team: Team) -> dict[str, Any]:
        """A team as plain data, as a file has it."""
        return {**self._head(team), "models": [self._model(pick) for pick in team.models]}

    def _model(self, pick: Pick) -> dict[str, Any]:
        """A model as plain data."""
        found: dict[str, Any] = {"unit": pick.unit} | ({"name": pick.name} if pick.name is not None else {})
        for key, id in pick.things:
            if key in self.lists:
                found.setdefault(key, []).append(id)
            else:
                found[key] = id
        return found

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
            data = self._model(pick)
            # Names tell models apart: whoever has one stands alone.
            head = {"unit": data.pop("unit"), **({"count": count} if pick.name is None or count > 1 else {})}
            lines.append(f"  - {{{', '.join(f'{key}: {_told_value(value)}' for key, value in (head | data).items())}}}")
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
        force = self.force(faction, pack)
        reader.within(top["limit"], self.most, ("limit",), f" {force.currency}")
        keys = model_keys(force.keys, self.lists, named=self.named)
        models: list[Pick] = []
        places: list[int] = []
        for index, entry in enumerate(top["models"]):
            path: Place = ("models", index)
            if self.one_item and isinstance(entry, dict):
                several = "items" in entry or isinstance(entry.get("item"), list)
                one = f"a model carries one item: write item: and its name ({self.one_item})"
                reader.need(not several, path, one)
            found = reader.mapping(entry, path, keys, [key for key in keys if key != "unit"])
            count = found.get("count", 1)
            reader.within(count, MOST_MODELS, (*path, "count"))
            models += [
                Pick(found["unit"], reader.things(found, path, force.keys, self.lists), found.get("name"))
            ] * count
            places += [line_of(lines, path)] * count
            reader.need(len(models) <= MOST_MODELS, path, f"a team has at most {MOST_MODELS} models")
        return Team(top["name"], faction, top["limit"], tuple(models), named, tuple(places))

    def schema(self, pack: str | None = None) -> dict[str, Any]:
        """The JSON Schema of a team's file, for editors: units and things of a faction are those of a pack."""
        texts: dict[str, Any] = {"type": "string", "maxLength": LONGEST_TEXT}
        numbers = {"limit": self.most, "count": MOST_MODELS}

        def part(keys: Mapping[str, type], optional: Sequence[str], known: Mapping[str, Any]) -> dict[str, Any]:
            kinds = {
                key: {"type": "integer", "minimum": 1, "maximum": numbers[key]} if kind is int else texts
                for key, kind in keys.items()
            }
            required = [key for key in keys if key not in optional]
            properties = {**kinds, **known}
            return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}

        def sold(force: Force, key: str) -> dict[str, Any]:
            shelves = [shelf for unit in force.cards for shelf in force.shelves(unit) if shelf.key == key]
            one = {"enum": list(dict.fromkeys(id for shelf in shelves for id in shelf.goods))}
            return {"type": "array", "maxItems": MOST_THINGS, "items": one} if key in self.lists else one

        def lists(faction: str) -> dict[str, Any]:
            force = self.force(faction, pack)
            known = {"unit": {"enum": list(force.cards)}, **{key: sold(force, key) for key in force.keys}}
            keys = model_keys(force.keys, self.lists, named=self.named)
            items = part(keys, [key for key in keys if key != "unit"], known)
            return {"type": "array", "maxItems": MOST_MODELS, "items": items}

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


def _thing(force: Force, pick: Pick, thing: Thing) -> dict[str, Any]:
    """Something that a model has, as a builder shows it."""
    shelf = next((shelf for shelf in force.shelves(pick.unit) if shelf.key == thing.shelf), None)
    good = shelf.goods.get(thing.id) if shelf is not None else None
    return {**thing._asdict(), "name": thing.id if good is None else good.name, "points": good.points if good else 0}


def _told_value(value: str | int | list[str]) -> str:
    """A value of a model as YAML has it within a line."""
    if isinstance(value, list):
        return f"[{', '.join(map(scalar, value))}]"
    return scalar(value) if isinstance(value, str) else str(value)


def _told(fault: Fault) -> dict[str, str]:
    return {"rule": fault.rule, "text": fault.text}
