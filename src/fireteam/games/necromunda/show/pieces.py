"""What is drawn on the table: fighters and vehicles with their cards, and the things that lie there.

A scene's y grows downwards, that of the rules northwards: whatever is drawn is turned over.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.refusals import Modifier
from fireteam.core.scene import Area, Board, Card, Figure, Piece, Role, Row, Stance, State, Tag
from fireteam.games.necromunda import cards
from fireteam.games.necromunda.content.maps import outline
from fireteam.games.necromunda.positions import engaged_with
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show import terrain
from fireteam.games.necromunda.show.names import spelt
from fireteam.games.necromunda.state import INJURED, LEFT, OUT, PINNED, PLAY, STANDING, Model, Thing
from fireteam.games.necromunda.stats import PLAIN, changes, number
from fireteam.kit.plane.sheets import Sheet
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.setting import Setting
    from fireteam.games.necromunda.show.names import Names
    from fireteam.games.necromunda.table import Table

ARC = 90
"""The degrees that a fighter sees (see NE-SHT-02)."""
TOKEN = 50
"""The radius of a thing that lies there, in hundredths."""
OF_VEHICLE = ("m", "w", "hnd", "sv", "bs", "ld", "cl", "wil", "int")
MOST = 2_000
"""Made parts that are kept before all are made afresh."""


class Scenery(Sheet):
    """What is drawn of a battle."""

    def __init__(self, setting: Setting, names: Names) -> None:
        super().__init__(setting.battlefield.height)
        self.setting, self.names = setting, names
        self._parts: dict[Any, dict[str, Any]] = {}
        self._pieces = {piece.id for piece in setting.battlefield.pieces}

    # -- the board -----------------------------------------------------------------------------------------------------

    def board(self, t: Table) -> Board:
        """Size, zones and dangerous ground."""
        areas: dict[str, Area] = dict(terrain.hazards(t, self, self.names))
        mission = self.setting.mission
        if mission is not None:
            for seat in (0, 1):
                for count, zone in enumerate(mission.zones(t, seat)):
                    name = say.ZONE_OF.format(seat=self.names.seat(seat))
                    areas[f"zone {seat} {count}"] = {
                        "name": name, "kind": "zone", "shape": self.polygon(outline(zone)), "label": name, "seat": seat,
                    }  # fmt: skip
        return {
            "name": mission.map.name if mission is not None else self.setting.game.title,
            "unit": "inch",
            "units": "inches",
            "sign": say.INCH_SIGN,
            "width": self.setting.battlefield.width,
            "height": self.setting.battlefield.height,
            "areas": areas,
        }

    def parts(self, t: Table) -> dict[str, Any]:
        """The table as it stands now."""
        wrecks = tuple((t.name(who), t.model(who).x, t.model(who).y) for who in t.wrecks())
        key = (tuple(t.state.things.values()), wrecks)
        if key not in self._parts:
            if len(self._parts) > MOST:
                self._parts.clear()
            self._parts[key] = terrain.parts(t, self, self.names)
        return self._parts[key]

    def is_part(self, id: str) -> bool:
        """Whether what is called so belongs to the table: a piece of the field, or a thing that is drawn as a part."""
        thing = self.setting.things.get(id)
        return (bool(id) and id in self._pieces) or (thing is not None and thing.kind in terrain.FIXTURES)

    # -- models --------------------------------------------------------------------------------------------------------

    @cached_property
    def marks(self) -> list[str]:
        """Two signs for each model, unlike all others: upper case for the first seat, lower case for the second."""
        found: list[str] = []
        taken: set[str] = set()
        for name, seat in zip(self.setting.names, self.setting.sides, strict=True):
            words = re.findall(r"[A-Za-z]+|\d+", name) or ["X"]
            behind = words[-1] if words[-1].isdigit() else ""
            letters = next((word for word in reversed(words) if not word.isdigit()), "X").upper()
            wanted = [letters[0] + second for second in (behind, *letters[1:], *"0123456789") if second]
            mark = next((mark for mark in wanted if mark not in taken), f"{len(found):02}")
            taken.add(mark)
            found.append(mark if seat == 0 else mark.lower())
        return found

    def put_models(self, t: Table, pieces: dict[str, Piece], found: dict[str, Card]) -> None:
        """All models: a card for each, a piece for those on the table."""
        for m in t.state.models:
            found[t.name(m.index)] = card = self._card(t, m)
            if m.status == PLAY:
                pieces[t.name(m.index)] = self._piece(t, m, card)

    def _card(self, t: Table, m: Model) -> Card:
        who, data = m.index, t.cards[m.index]
        state = state_of(t, m)
        made: Card = {
            "seat": m.side,
            "name": t.name(who),
            "mark": self.marks[who],
            "title": f"{spelt(data.type)}, {data.role}",
            "state": state,
            "status": say.STATES[state],
            "figures": self._figures(t, who),
            "tags": self._tags(t, m),
            "rows": self._rows(t, who),
            "role": role_of(data),
            "wounds": [m.wounds, data.stats["w"]],
        }
        if m.status == PLAY:
            made["piece"] = t.name(who)
        return made

    def _piece(self, t: Table, m: Model, card: Card) -> Piece:
        data = t.cards[m.index]
        stances = say.MOTIONS if data.vehicle else say.STANCES
        text = say.PIECES["member"].format(
            name=card["name"], seat=self.names.seat(m.side), status=card["status"], stance=stances[m.stance],
            left=m.wounds, wounds=data.stats["w"],
        )  # fmt: skip
        made: Piece = {
            "name": card["name"],
            "kind": "member",
            "form": say.SIDE_FORMS[m.side],
            "at": self.point(m.x, m.y),
            "radius": round(data.radius * INCH),
            "mark": card["mark"],
            "text": text,
            "seat": m.side,
            "level": m.z,
            "state": card["state"],
            "card": card["name"],
            "tags": card["tags"],
            "role": card.get("role", "rifleman"),
            "wounds": card.get("wounds", [0, 0]),
            "stance": stance_of(t, m),
            "facing": m.facing,
        }
        if t.stands(m.index):
            made["arc"] = ARC
        if data.vehicle or t.stands(m.index):  # who lies there looks nowhere
            way = say.WAYS[round(m.facing / 45) % len(say.WAYS)]
            made["text"] = say.PIECES["faces"].format(text=text, way=way)
        else:
            del made["facing"]
        if isinstance(data, cards.Vehicle):
            made["size"] = [round(data.length * INCH), round(data.width * INCH)]
            made["radius"] = round(data.width * INCH / 2)
        return made

    def _figures(self, t: Table, who: int) -> list[Figure]:
        data, m = t.cards[who], t.model(who)
        found: list[Figure] = []
        for stat in OF_VEHICLE if data.vehicle else cards.STATS:
            label, name = say.FIGURES[stat]
            more = changes(t, who, stat)
            if stat == "w":
                value = f"{m.wounds}/{data.stats['w']}"
            elif stat in PLAIN:
                value = f"{number(t, who, stat)}" + ('"' if stat == "m" else "")
            else:
                value = f"{data.stats[stat]}+"
            figure: Figure = {"label": label, "name": name, "value": value}
            if stat == "t" and m.flesh:
                figure["value"] = str(number(t, who, stat) - m.flesh)
                more = (*more, Modifier(-m.flesh, say.FLESH, "NE-INJ-02"))
            if more:
                printed = Modifier(data.stats[stat], name, "NE-CHAR-04")
                figure["reasons"] = [
                    {"amount": part.amount, "reason": part.reason, "rule": part.rule} for part in (printed, *more)
                ]
            found.append(figure)
        if isinstance(data, cards.Vehicle):
            sides = zip(say.TOUGHNESSES, data.toughness, strict=True)
            found.insert(
                1, {"label": "T", "name": "Toughness", "value": "/".join(str(value) for _, value in sides),
                    "note": ", ".join(say.TOUGHNESSES)},
            )  # fmt: skip
        return found

    def _rows(self, t: Table, who: int) -> list[Row]:
        """Weapons by profile, armour, gear and skills; what is gone for the battle is left out."""
        data, lost = t.cards[who], t.model(who).lost
        rows: list[Row] = []
        for weapon in data.weapons:
            if weapon.id not in lost:
                for profile in weapon.profiles:
                    name = weapon.name if len(weapon.profiles) == 1 else f"{weapon.name} ({profile.name})"
                    rows.append({"label": name, "text": weapon_text(profile), "rule": "NE-CHAR-03"})
        for piece in data.armour:
            if piece.id not in lost:
                save = say.SAVE_BONUS.format(bonus=piece.save_bonus) if piece.save_bonus else say.SAVE.format(
                    save=piece.save
                )  # fmt: skip
                rows.append({"label": piece.name, "text": save, "rule": "NE-HIT-08"})
        rows += [{"label": item.name, "text": say.GEAR} for item in data.gear if item.id not in lost]
        rows += [{"label": spelt(skill), "text": say.SKILL, "rule": "NE-SKL-01"} for skill in data.skills]
        return rows

    def _tags(self, t: Table, m: Model) -> list[Tag]:
        tags: list[Tag] = []
        if m.status != PLAY:
            return tags
        data, state = t.cards[m.index], state_of(t, m)
        if not data.vehicle and m.stance != STANDING:
            code, rule = ("pinned", "NE-STAT-03") if m.stance == PINNED else ("injured", "NE-STAT-05")
            tags.append({"mark": code[0].upper(), "name": say.TAGS[code], "kind": "state", "rule": rule})
        mark = {"ready": "R", "active": "A", "done": "✓"}[state]
        tags.append({"mark": mark, "name": say.TAGS[state], "kind": "state", "rule": "NE-RND-03"})
        if m.wounds < data.stats["w"]:
            name = say.TAGS["wounds"].format(left=m.wounds, wounds=data.stats["w"])
            tags.append({"mark": str(m.wounds), "name": name, "kind": "state", "rule": "NE-HIT-04"})
        if m.flesh:
            name = say.TAGS["flesh"].format(count=m.flesh)
            tags.append({"mark": f"F{m.flesh}", "name": name, "kind": "harm", "rule": "NE-INJ-02"})
        foes = engaged_with(t, m.index)
        if foes:
            name = say.TAGS["engaged"].format(who=", ".join(t.name(foe) for foe in foes))
            tags.append({"mark": "E", "name": name, "kind": "info", "rule": "NE-STAT-02"})
        for condition in sorted(m.conditions):
            tags.append({"mark": condition[0].upper(), "name": spelt(condition), "kind": "harm", "rule": "NE-COND-12"})
        for weapon in sorted(m.empty):
            name = say.TAGS["empty"].format(weapon=self.names(weapon))
            tags.append({"mark": "0", "name": name, "kind": "harm", "rule": "NE-SHT-14"})
        if m.drinks:
            name = say.TAGS["drinks"].format(count=m.drinks)
            tags.append({"mark": f"D{m.drinks}", "name": name, "kind": "harm", "rule": "NE-SWIG-01"})
        if m.climb:
            tags.append({"mark": "H", "name": say.TAGS["climb"], "kind": "info", "rule": "NE-MOV-12"})
        if m.aboard >= 0:
            name = say.TAGS["aboard"].format(vehicle=t.name(m.aboard))
            tags.append({"mark": "V", "name": name, "kind": "info", "rule": "NE-VEH-31"})
        return tags

    # -- things --------------------------------------------------------------------------------------------------------

    def put_things(self, t: Table, pieces: dict[str, Piece]) -> None:
        """What lies on the table and is no part of it."""
        for thing in t.state.things.values():
            if thing.id not in self.setting.fixed and not self.is_part(thing.id):
                pieces[thing.id] = self._thing(thing)

    def _thing(self, thing: Thing) -> Piece:
        name = self.names(thing.id)
        made: Piece = {
            "name": name,
            "kind": "objective" if thing.kind in ("casket", "ordnance") else "token",
            "form": "diamond",
            "at": self.point(thing.x, thing.y),
            "radius": TOKEN,
            "mark": say.THING_MARKS.get(thing.kind, name[:1]),
            "text": say.PIECES["thing"].format(name=name),
            "level": thing.z,
        }
        if thing.owner in (0, 1):
            made["seat"] = thing.owner
        return made


def weapon_text(profile: cards.Profile) -> str:
    """The figures of a profile in a line."""
    if profile.template:
        reach = "template"
    elif profile.melee:
        reach = f'E, {profile.long}"' if profile.long else "E"
    elif profile.thrown:
        reach = f"Sx{profile.thrown}"
    else:
        accuracy = "/".join(f"{one:+d}" if one else "-" for one in profile.accuracy)
        reach = f'{profile.short}/{profile.long}" ({accuracy})'
    if profile.strength is None:
        strength = "-"
    elif profile.of_user:
        strength = f"S{profile.strength:+d}" if profile.strength else "S"
    else:
        strength = str(profile.strength)
    return say.WEAPON.format(
        range=reach, strength=strength, ap=profile.ap or "-", damage=profile.damage or "-",
        ammo=f", Ammo {profile.ammo}+" if profile.ammo else "",
        traits=f"; {', '.join(map(str, profile.traits))}" if profile.traits else "",
    )  # fmt: skip


def role_of(card: cards.Card) -> Role:
    """The silhouette of a model."""
    if isinstance(card, cards.Vehicle):
        return "vehicle"
    if card.mounted:
        return "bike"
    known: dict[str, Role] = {cards.LEADER: "leader", cards.BRUTE: "brute"}
    if card.role in known:
        return known[card.role]
    if any(profile.template for weapon in card.weapons for profile in weapon.profiles):
        return "flamer"
    if any(weapon.category == "heavy" for weapon in card.weapons):
        return "heavy"
    if all(profile.melee for weapon in card.weapons for profile in weapon.profiles):
        return "blade"
    return "scout" if card.role == cards.YOUTH else "rifleman"


def stance_of(t: Table, m: Model) -> Stance:
    """How a model stands: Prone ones are down."""
    return "down" if not t.is_vehicle(m.index) and m.stance in (PINNED, INJURED) else "open"


def state_of(t: Table, m: Model) -> State:
    """Where a model is in the course of play."""
    if m.status == OUT:
        return "out"
    if m.status == LEFT:
        return "left"
    if m.status != PLAY:
        return "away"
    return "active" if t.state.active == m.index else "ready" if m.ready else "done"
