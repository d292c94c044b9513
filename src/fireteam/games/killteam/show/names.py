"""What everything of a match of Kill Team is called: operatives, weapons, entries of packs, terrain, markers, ops, and
the seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireteam.games.killteam.teams import card_name

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.setting import Setting

SEAT_NAMES = ("The first player", "The second player")
PLACES = ("first", "second")
_SLUG = re.compile(r"[a-z0-9]+(?:[-_/.][a-z0-9]+)+")
_NUMBERED = re.compile(r"-(\d+)$")
_ITEM = re.compile(r"(?P<what>[a-z0-9_-]+?)-(?P<seat>[01])(?:-(?P<number>\d+))?(?:/(?P<part>.+))?")
"""What was set up before the battle: "light_barricades-0-2/wall"."""
_CARGO = re.compile(r"(?P<what>[a-z]+)-(?P<seat>[ab])(?P<number>\d+)")
"""A marker that an op had set up: "crate-a1"."""
ITEMS: dict[str, str] = {
    "ammo_cache": "Ammo cache",
    "comms_device": "Comms device",
    "mines": "Mines",
    "razor_wire": "Razor wire",
    "light_barricades": "Light barricade",
    "heavy_barricade": "Heavy barricade",
    "ladders": "Ladder",
    "portable_barricade": "Portable barricade",
}
"""One item of each equipment that is set up (KT-EQ-00)."""
OBJECTIVES = re.compile(r"objective-(?P<where>[a-z]{2,})")
"""An objective that is named by where it lies."""


class Names:
    """From ids to names. Called with anything else it gives that back."""

    def __init__(self, setting: Setting) -> None:
        self.seats: tuple[str, str] = (SEAT_NAMES[0], SEAT_NAMES[1])
        """What the seats are called: by their kill teams, if there are some."""
        if setting.teams is not None:
            one, other = (team.name for team in setting.teams)
            self.seats = (one, other) if one != other else (f"{one} (first)", f"{other} (second)")
        self._known: dict[str, str] = {}
        zone = setting.zone
        for feature in zone.terrain.features:
            self._known[feature.id] = spelt(feature.id)
        for entry in zone.objectives:
            where = OBJECTIVES.fullmatch(entry.id)
            self._known[entry.id] = spelt(f"{where['where']}-objective" if where else entry.id)
        self.entries: dict[str, str] = dict(_entries(setting.pack)) if setting.pack is not None else {}
        """Whatever a pack has a name for, by its id."""
        self._known.update(self.entries)
        self._cards: dict[str, str] = {}
        mirrored = setting.teams is not None and setting.teams[0].id == setting.teams[1].id
        for card, seat in zip(setting.cards, setting.card_seats, strict=True):
            for weapon in card.weapons:
                self._known[weapon.id] = weapon.name
            self._cards[card.id] = f"{card.name} ({PLACES[seat]})" if mirrored else card.name
        self._made: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """What an id stands for; a numbered operative keeps its number."""
        found = self._made.get(name)
        if found is None:
            if len(self._made) > 10_000:
                self._made.clear()
            found = self._made[name] = self._name(name)
        return found

    def _name(self, name: str) -> str:
        for known in (self._cards, self._known):
            if name in known:
                return known[name]
        plain = card_name(name)
        if plain != name and plain in self._cards:
            number = _NUMBERED.search(name)
            return f"{self._cards[plain]} {number[1]}" if number else self._cards[plain]
        whose = self._item(name)
        if whose:
            return whose
        kind, _, fallen = name.partition("-")
        if card_name(fallen) in self._cards:
            return f"{spelt(kind)} from {self(fallen)}"
        return spelt(name) if _SLUG.fullmatch(name) else name

    def _item(self, name: str) -> str:
        """What something is called that a seat has set up: with its number, whose it is, and which part is meant; ""
        for all else."""
        item, cargo = _ITEM.fullmatch(name), _CARGO.fullmatch(name)
        if item is not None and (item["what"] in ITEMS or item["what"] in self.entries):
            what = ITEMS.get(item["what"]) or self.entries[item["what"]]
            part = f", {spelt(item['part']).lower()}" if item["part"] else ""
            number = f" {item['number']}" if item["number"] else ""
            return f"{what}{number} of {self.seats[int(item['seat'])]}{part}"
        if cargo is not None and name not in self._known:
            return f"{spelt(cargo['what'])} {cargo['number']} of {self.seats['ab'.index(cargo['seat'])]}"
        return ""

    def seat(self, seat: int) -> str:
        """What a seat is called."""
        return self.seats[seat] if seat in (0, 1) else "Nobody"

    def all_of(self, text: str) -> str:
        """A text in which every id of an operative, a part or a marker is replaced by its name."""
        return _WORD.sub(lambda found: self._in_text(found[0]), text)

    def _in_text(self, word: str) -> str:
        if word in self._cards or word in self._known or card_name(word) in self._cards:
            return self(word)
        return self._item(word) or (spelt(word) if "/" in word else word)


_WORD = re.compile(r"[a-z0-9]+(?:[-_/][a-z0-9]+)+")


def spelt(slug: str) -> str:
    """An id as words: "north-ruin/wall-east" is "North ruin, wall east", and a single letter at the end a capital
    one."""
    parts = []
    for part in slug.split("/"):
        words = re.split(r"[-_.]", part)
        parts.append(" ".join(word.upper() if len(word) == 1 else word for word in words))
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _entries(pack: Pack) -> Iterator[tuple[str, str]]:
    """Everything of a pack that has an id and a name."""
    yield pack.kill_op.id, pack.kill_op.name
    for op in (*pack.crit_ops, *pack.tac_ops):
        yield op.id, op.name
    for team in pack.teams:
        yield team.id, team.name
        yield team.faction_rule.id, team.faction_rule.name
        yield from ((ploy.id, ploy.name) for ploy in team.strategy_ploys)
        yield from ((ploy.id, ploy.name) for ploy in team.firefight_ploys)
        for item in team.faction_equipment:
            yield item.id, item.name
        for card in team.operatives:
            yield card.id, card.name
            for ability in card.abilities:
                yield ability.id, ability.name
            for weapon in card.weapons:
                yield weapon.id, weapon.name
    for killzone in pack.killzones:
        yield killzone.id, killzone.title
    grenades = pack.universal_equipment.explosive_grenades
    for weapons in grenades.weapons.values():
        for weapon in weapons:
            yield weapon.id, weapon.name
