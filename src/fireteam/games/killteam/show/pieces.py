"""What is drawn of a killzone: its zones and terrain, its operatives with their cards, its markers.

A scene's y grows downwards, that of the rules northwards: whatever is drawn is turned over. Whatever was made is kept
while nothing about it changes: two scenes share their equal parts, so nobody may write into one.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fireteam.core.refusals import Modifier, total
from fireteam.core.rulebook import Rulebook
from fireteam.core.scene import (
    Area,
    AreaKind,
    Board,
    Card,
    Figure,
    GoalMark,
    Part,
    PartKind,
    Piece,
    Reason,
    Row,
    Stance,
    State,
    Tag,
)
from fireteam.games.killteam import markers
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.ops import knowledge
from fireteam.games.killteam.positions import OBJECTIVE, radius_of
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.names import spelt
from fireteam.games.killteam.show.op_words import op_text
from fireteam.games.killteam.state import (
    ACTIVE,
    CONCEAL,
    EXPENDED,
    KILLZONE,
    NOBODY,
    ORDERS,
    REMOVED,
    Effect,
    Marker,
    Operative,
)
from fireteam.games.killteam.stats import apl, injured, save_parts
from fireteam.games.killteam.table import Table
from fireteam.kit.game import rulebook_in
from fireteam.kit.plane.sheets import Sheet
from fireteam.space.plane.model import INCH
from fireteam.space.plane.model import Board as Plane
from fireteam.space.plane.model import Part as Prism

if TYPE_CHECKING:
    from fireteam.games.killteam.setting import Setting

CONTESTED = -1
"""The holder of a marker that several sides contest, in a scene."""
MOST = 2_000
"""Made parts that are kept before all are made afresh."""
KINDS: tuple[tuple[str, PartKind], ...] = (
    ("Ladder", "ladder"), ("Obstructing", "wire"), ("Vantage", "floor"), ("Wall", "wall"), ("Accessible", "opening"),
    ("Barred", "window"), ("Insignificant", "step"), ("Heavy", "solid"), ("Light", "low"), ("Exposed", "bare"),
)  # fmt: skip
"""What a part is drawn as: the first of its terrain types in this order (KT-TT-00)."""
ZONES: tuple[tuple[str, AreaKind], ...] = (("territory", "half"), ("drop_zone", "zone"))

T = TypeVar("T")


def rulebook() -> Rulebook:
    """The rule catalogue: what is laid by hand shows rules as well."""
    return rulebook_in(Path(__file__).parents[1])


class Scenery(Sheet):
    """What is drawn of a setting: its static parts, and what was made of operatives and markers so far."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.zone.terrain.height)
        self.setting = setting
        self.names = setting.names
        self._boards: dict[Any, Board] = {}
        self._parts: dict[Any, dict[str, Part]] = {}
        self._operatives: dict[Any, tuple[Piece | None, Card]] = {}
        self._markers: dict[Any, Piece] = {}
        self._marks: dict[tuple[str, ...], list[str]] = {}

    # -- the board -----------------------------------------------------------------------------------------------------

    def board(self, t: Table) -> Board:
        """Size and zones."""
        key = t.state.zones
        found = self._boards.get(key)
        return found if found is not None else _keep(self._boards, key, self._board(t))

    def _board(self, t: Table) -> Board:
        zone = self.setting.zone
        areas: dict[str, Area] = {}
        for (code, kind), polygons in zip(ZONES, (zone.territories, zone.drop_zones), strict=True):
            for number, polygon in enumerate(polygons):
                letter = say.LETTERS[number]
                name = say.AREAS[code].format(letter=letter)
                area: Area = {"name": name, "kind": kind, "shape": self.polygon(polygon), "label": name}
                if number in t.state.zones:
                    seat = t.state.zones.index(number)
                    area["seat"] = seat
                    area["name"] = area["label"] = say.AREAS[f"{code}.seat"].format(seat=self.names.seat(seat))
                areas[f"{code}_{letter.lower()}"] = area
        for number, polygon in enumerate(zone.hazards, 1):
            areas[f"hazard {number}"] = {
                "name": say.AREAS["hazardous"],
                "kind": "hazard",
                "shape": self.polygon(polygon),
            }
        return {
            "name": self.names(zone.name),
            "unit": "inch",
            "units": "inches",
            "sign": say.INCH_SIGN,
            "width": zone.terrain.width,
            "height": zone.terrain.height,
            "areas": areas,
        }

    def parts(self, t: Table) -> dict[str, Part]:
        """Terrain and equipment as they stand now."""
        s = t.state
        key = (s.hatches, tuple(s.pieces.values()), s.gone)
        found = self._parts.get(key)
        return found if found is not None else _keep(self._parts, key, self._terrain(t.board))

    def _terrain(self, plane: Plane) -> dict[str, Part]:
        found: dict[str, Part] = {}
        # The lowest first, so that what is above is drawn above.
        for number in sorted(plane.active, key=lambda number: (plane.parts[number].top, number)):
            found[plane.parts[number].id] = self._part(plane.parts[number])
        return found

    def _part(self, prism: Prism) -> Part:
        kind: PartKind = "hatch" if prism.hatch else part_kind(prism)
        traits = ", ".join(sorted(prism.traits))
        text = say.PART.format(traits=traits, bottom=f"{prism.bottom / INCH:g}", top=f"{prism.top / INCH:g}")
        part: Part = {
            "name": self.names(prism.id),
            "kind": kind,
            "shape": self.polygon(prism.polygon),
            "sort": say.SORTS[kind],
            "foot": prism.bottom,
            "level": prism.top,
            "text": text if prism.opaque else text + say.PART_SEEN_THROUGH,
        }
        if prism.hatch:
            part["state"] = "open" if prism.open else "closed"
            part["text"] = f"{say.PART_STATES[part['state']]} {part['text']}"
        return part

    # -- operatives ----------------------------------------------------------------------------------------------------

    def marks(self, t: Table) -> list[str]:
        """Two or three signs for each operative, unlike all others: upper case for the first seat, lower case for the
        second."""
        key = tuple(operative.name for operative in t.state.operatives)
        found = self._marks.get(key)
        return found if found is not None else _keep(self._marks, key, self._new_marks(t))

    def _new_marks(self, t: Table) -> list[str]:
        found: list[str] = []
        taken: dict[str, None] = {}
        for operative in t.state.operatives:
            words = re.findall(r"[A-Za-z]+|\d+", self.names(operative.name).partition(" (")[0])
            number = words[-1] if words[-1:] and words[-1].isdigit() else ""
            # The last word tells the members of a team apart: all of them are of the Vigil.
            letters = next((word for word in reversed(words) if not word.isdigit()), "x").upper()
            wanted = [letters[0] + second for second in (number, *letters[1:], *"0123456789") if second]
            mark = next((mark for mark in wanted if mark not in taken), f"{operative.index:02}")
            taken[mark] = None
            found.append(mark if operative.seat == 0 else mark.lower())
        return found

    def put_operatives(self, t: Table, seat: int | None, pieces: dict[str, Piece], cards: dict[str, Card]) -> None:
        """All operatives: a card for each, a piece for those in the killzone."""
        s, marks = t.state, self.marks(t)
        hidden = knowledge.hidden_words(t, seat)
        # Abilities may hang on who stands where: what is made is used again only while none of it has changed.
        around = tuple((other.x, other.y, other.z, other.status, other.effects) for other in s.operatives)
        side = (s.standing, s.selections, s.used, s.turning_point, tuple(s.markers.values()))
        for operative in s.operatives:
            key = (operative.key(), side, hidden, s.active == operative.index, marks[operative.index], around)
            found = self._operatives.get(key)
            if found is None:
                found = _keep(self._operatives, key, self._operative(t, operative, marks[operative.index], hidden))
            piece, card = found
            if piece is not None:
                pieces[operative.name] = piece
            cards[operative.name] = card

    def _operative(
        self, t: Table, o: Operative, mark: str, hidden: frozenset[tuple[int, str]]
    ) -> tuple[Piece | None, Card]:
        who, data = o.index, t.card(o.index)
        state = state_of(o)
        name = self.names(o.name)
        tags = self._tags(t, o, hidden)
        order = say.TAGS[ORDERS[o.order]]
        card: Card = {
            "seat": o.seat,
            "name": name,
            "mark": mark,
            "title": ", ".join(data.keywords) or self.names.seat(o.seat),
            "state": state,
            "status": say.STATES[state],
            "figures": self._figures(t, who),
            "tags": tags,
            "rows": self._rows(t, who),
            "role": data.silhouette,
            "wounds": [o.wounds, data.wounds],
        }
        if o.status != KILLZONE:
            return None, card
        card["piece"] = o.name
        words = {"name": name, "seat": self.names.seat(o.seat), "status": say.STATES[state], "order": order}
        piece: Piece = {
            "name": name,
            "kind": "member",
            "form": say.SIDE_FORMS[o.seat],
            "at": self.point(o.x, o.y),
            "radius": data.radius,
            "mark": mark,
            "text": say.PIECES["operative"].format(**words, left=o.wounds, wounds=data.wounds),
            "seat": o.seat,
            "level": o.z,
            "state": state,
            "card": o.name,
            "tags": tags,
            "role": data.silhouette,
            "wounds": card["wounds"],
            "stance": stance_of(o),
        }
        return piece, card

    def _figures(self, t: Table, who: int) -> list[Figure]:
        o, data = t.operative(who), t.card(who)
        limit, changes = apl(t, who), [effect for effect in o.effects if effect.what == "apl"]
        parts = [Modifier(data.apl, "APL", "KT-ACT-01")]
        if limit != data.apl:
            reason = ", ".join(self.names(effect.name) for effect in changes) or say.OTHER_RULES
            parts.append(Modifier(limit - data.apl, reason, changes[0].source if changes else "KT-ACT-04"))
        move, save = moves.stat_parts(t, who), save_parts(t, who)
        found = [
            _figure("APL", str(limit), tuple(parts), self.names),
            _figure("Move", f'{total(move)}"', move, self.names),
            _figure("Save", f"{total(save)}+", save, self.names),
            _figure("Wounds", f"{o.wounds}/{data.wounds}", (), self.names),
        ]
        if o.readiness == ACTIVE:
            found[0]["note"] = say.SPENT.format(spent=o.ap)
        return found

    def _rows(self, t: Table, who: int) -> list[Row]:
        """Weapons with their numbers and rules, then abilities (KT-SHOOT-02, KT-FIGHT-04, KT-ACT-08)."""
        rows: list[Row] = []
        for weapon in t.weapons(who):
            rules = f"; {', '.join(weapon.rules)}" if weapon.rules else ""
            kind = say.KINDS[weapon.ranged]
            text = say.WEAPON.format(
                kind=kind,
                atk=weapon.atk,
                hit=weapon.hit,
                damage=weapon.damage,
                critical=weapon.critical_damage,
                rules=rules,
            )
            rows.append({"label": weapon.name, "text": text, "rule": "KT-SHOOT-02" if weapon.ranged else "KT-FIGHT-04"})
        texts = self._texts()
        rows += [{"label": self.names(name), "text": texts[name]} for name in t.card(who).abilities if name in texts]
        return rows

    @cached_property
    def notes(self) -> dict[str, str]:
        """What ploys, abilities, faction equipment and tac ops do in their own words, by id; ploys with what they cost
        (KT-PLOY-01)."""
        found = self._texts()
        for team in self.setting.teams or ():
            found |= {ploy.id: say.PLOY.format(cp=ploy.cp, text=ploy.text) for ploy in team.strategy_ploys}
            found |= {ploy.id: say.PLOY.format(cp=ploy.cp, text=ploy.text) for ploy in team.firefight_ploys}
            found |= {item.id: item.text for item in team.faction_equipment}
        pack = self.setting.pack
        return found | {op.id: op_text(op) for op in (pack.tac_ops if pack is not None else ())}

    def _texts(self) -> dict[str, str]:
        """The abilities of all cards in their own words, by id."""
        teams = self.setting.teams or ()
        return {ability.id: ability.text for team in teams for card in team.operatives for ability in card.abilities}

    def _tags(self, t: Table, o: Operative, hidden: frozenset[tuple[int, str]]) -> list[Tag]:
        tags: list[Tag] = []
        if o.status == KILLZONE:
            order = ORDERS[o.order]
            tags.append(
                {
                    "mark": "C" if o.order == CONCEAL else "E",
                    "name": say.TAGS[order],
                    "kind": "state",
                    "rule": "KT-ORD-01",
                }
            )
            state = state_of(o)
            if state in ("ready", "active", "done"):
                mark = {"ready": "R", "active": "A", "done": "✓"}[state]
                tags.append({"mark": mark, "name": say.TAGS[state], "kind": "state", "rule": "KT-READY-03"})
            if o.wounds < t.card(o.index).wounds:
                name = say.TAGS["wounds"].format(left=o.wounds, wounds=t.card(o.index).wounds)
                tags.append({"mark": str(o.wounds), "name": name, "kind": "state", "rule": "KT-DMG-01"})
            if injured(t, o.index):
                tags.append({"mark": "I", "name": say.TAGS["injured"], "kind": "harm", "rule": "KT-DMG-05"})
            if o.guard:
                tags.append({"mark": "G", "name": say.TAGS["guard"], "kind": "state", "rule": "KT-GUARD-01"})
            if o.counteracted:
                tags.append({"mark": "K", "name": say.TAGS["counteracted"], "kind": "info", "rule": "KT-CTR-04"})
        for marker in o.carries:
            carried = say.TAGS["carries"].format(marker=self.names(marker))
            mark = f"O{objective_mark(marker)}" if marker.startswith(OBJECTIVE) else self.names(marker)[:1]
            tags.append({"mark": mark, "name": carried, "kind": "gear", "rule": "KT-PICK-01"})
        tags += [self._effect(effect) for effect in o.effects]
        tags += [
            self._op_tag(tag, "KT-OPS-16")
            for tag in o.tags
            if not knowledge.is_internal(tag) and not knowledge.hides(hidden, tag)
        ]
        return tags

    def _effect(self, effect: Effect) -> Tag:
        name = self.names(effect.name).replace("_", " ")
        text = say.EFFECTS.get(effect.what, say.EFFECT).format(name=name, amount=effect.amount)
        harm = effect.amount < 0 or effect.what == "forbid"
        tag: Tag = {"mark": name[:1].upper(), "name": text, "kind": "harm" if harm else "good"}
        if effect.source in rulebook().rules:
            tag["rule"] = effect.source
        return tag

    def _op_tag(self, tag: str, rule: str) -> Tag:
        """What an op has marked something with; the seat it is for stands behind a colon."""
        name, _, seat = tag.partition(":")
        words = spelt(name)
        text = say.TAGS["of"].format(tag=words, seat=self.names.seat(int(seat))) if seat in ("0", "1") else words
        return {"mark": words[:1], "name": text, "kind": "info", "rule": rule}

    # -- markers -------------------------------------------------------------------------------------------------------

    def put_markers(self, t: Table, seat: int | None, pieces: dict[str, Piece]) -> None:
        """The markers that lie in the killzone, as far as a seat may know of them."""
        hidden = knowledge.hidden_words(t, seat)
        for marker in t.state.markers.values():
            if marker.carrier == NOBODY and not knowledge.hides_marker(hidden, marker):
                pieces[marker.id] = self._marker(t, marker, hidden)

    def _marker(self, t: Table, marker: Marker, hidden: frozenset[tuple[int, str]]) -> Piece:
        name, objective = self.names(marker.id), marker.kind == OBJECTIVE
        tags: list[Tag] = []
        for scored, seat, points in t.state.points:
            if scored == marker.id and points:
                words = say.TAGS["points"].format(points=points, seat=self.names.seat(seat))
                tags.append({"mark": str(points), "name": words, "kind": "info", "rule": "KT-OPS-16"})
        shown = [tag for tag in marker.tags if not knowledge.is_internal(tag) and not knowledge.hides(hidden, tag)]
        tags += [self._op_tag(tag, "KT-OPS-16") for tag in shown]
        piece: Piece = {
            "name": name,
            "kind": "objective" if objective else "token",
            "form": "diamond",
            "at": self.point(marker.x, marker.y),
            "radius": round(radius_of(marker.kind) * INCH),
            "mark": marker_mark(marker, name),
            "text": say.PIECES["free" if objective else "marker"].format(name=name),
            "level": marker.z,
        }
        holder = holder_of(t, marker)
        if holder is not None:
            code = "contested" if holder == CONTESTED else "controlled"
            piece["holder"] = holder
            piece["text"] = say.PIECES[code].format(name=name, seat=self.names.seat(holder))
        if objective:
            piece["ring"] = round((radius_of(marker.kind) + 1) * INCH)
        if marker.seat != NOBODY:
            piece["seat"] = marker.seat
        if tags:
            piece["tags"] = tags
        return piece


def holder_of(t: Table, marker: Marker) -> int | None:
    """The seat that controls a marker; CONTESTED if nobody of those near does, None if nobody is near (KT-MARK-04)."""
    holder = markers.controller(t, marker)
    if holder != NOBODY:
        return holder
    return CONTESTED if markers.contesting(t, marker) else None


def goal_marks(t: Table, pieces: dict[str, Piece]) -> list[GoalMark]:
    """How each objective stands, as its piece tells; whoever carries one holds it (KT-OPS-01, KT-MARK-04)."""
    found: list[GoalMark] = []
    for marker in t.state.markers.values():
        if marker.kind != OBJECTIVE:
            continue
        mark: GoalMark = {"mark": objective_mark(marker.id), "name": t.setting.names(marker.id)}
        if marker.carrier != NOBODY:
            mark["holder"] = t.operative(marker.carrier).seat
            mark["place"] = {"piece": t.name(marker.carrier)}
        else:
            mark["place"] = {"piece": marker.id}
            if "holder" in pieces[marker.id]:
                mark["holder"] = pieces[marker.id]["holder"]
        found.append(mark)
    return found


def marker_mark(marker: Marker, name: str) -> str:
    """The sign of a marker that has a name."""
    if marker.kind == OBJECTIVE:
        return objective_mark(marker.id)
    return say.MARKER_MARKS.get(marker.kind, name[:1].upper())


def objective_mark(marker: str) -> str:
    """The letter of an objective, whose shape says that it is one: A for objective-a, C for objective-centre."""
    return marker.rpartition("-")[2][:1].upper()


def side_marks(seats: tuple[str, str]) -> tuple[str, str]:
    """A sign for each seat: its first letter, or a number where both have the same."""
    first, second = (seat[:1] for seat in seats)
    return (first, second) if first != second else ("1", "2")


def part_kind(prism: Prism) -> PartKind:
    """What a terrain part is drawn as (KT-TT-00)."""
    return next((kind for trait, kind in KINDS if trait in prism.traits), "bare")


def stance_of(o: Operative) -> Stance:
    """How an operative stands: on guard, or by its order (KT-GUARD-01, KT-ORD-01)."""
    return "watching" if o.guard else "hidden" if o.order == CONCEAL else "open"


def state_of(o: Operative) -> State:
    """The state of an operative on its card."""
    if o.status == REMOVED or (o.status == KILLZONE and o.incapacitated):
        return "out"
    if o.status != KILLZONE:
        return "away"
    return "active" if o.readiness == ACTIVE else "done" if o.readiness == EXPENDED else "ready"


def _figure(label: str, value: str, parts: tuple[Modifier, ...], names: Any) -> Figure:
    figure: Figure = {"label": label, "name": say.FIGURES[label], "value": value}
    if parts:
        reasons: list[Reason] = [
            {"amount": part.amount, "reason": names(part.reason), "rule": part.rule} for part in parts
        ]
        figure["reasons"] = reasons
    return figure


def _keep(kept: dict[Any, T], key: Any, made: T) -> T:
    """Keep something that was made, for the next scenes."""
    if len(kept) > MOST:
        kept.clear()
    kept[key] = made
    return made
