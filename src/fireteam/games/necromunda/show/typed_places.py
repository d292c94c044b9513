"""What a person may name when moving, placing, turning or laying a template, and the way there in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot
from typing import Any

from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.core.scene import PlanView
from fireteam.games.necromunda.movement.regions import LEG_WORDS, NAMES
from fireteam.games.necromunda.positions import FRONT, bearing, shape, turned_by
from fireteam.games.necromunda.show import driving
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.looking import subject
from fireteam.games.necromunda.show.pieces import Scenery
from fireteam.games.necromunda.show.questions import blast_radius
from fireteam.games.necromunda.table import Table
from fireteam.kit.plane import typed_places
from fireteam.kit.plane.destinations import Destinations
from fireteam.kit.plane.drives import Drives
from fireteam.kit.plane.facings import Facings
from fireteam.kit.plane.places import place_words
from fireteam.kit.plane.typed_places import DIRECTIONS, SHORT, Named
from fireteam.space.plane.free.blasts import under
from fireteam.space.plane.free.templates import Flames
from fireteam.space.plane.free.walking import Move

_POINT = re.compile(r"(?:point|spot) (?P<x>-?[\d.]+),(?P<y>-?[\d.]+).*")
_PLACE = re.compile(r"(?:to |at )?(?P<x>\d+(?:\.\d+)?)[ ,]+(?P<y>\d+(?:\.\d+)?)")
_DEGREES = re.compile(r"(?:face |flame |turned )?(\d{1,3})")
_TOWARDS = re.compile(r"(?:towards? )?(.+)")


class TypedPlaces(typed_places.TypedPlaces):
    """Reads where somebody wants to go, and which way to turn."""

    leg_words = LEG_WORDS
    unread = say.UNREAD

    def sheet(self, table: Table) -> Scenery:
        """The table as it is drawn."""
        found: Scenery = table.setting.show.scenery  # type: ignore[attr-defined]
        return found

    def named(self, table: Table) -> Iterator[Named]:
        """Models by name or mark, things by name, and the centre."""
        sheet = self.sheet(table)
        for m in table.state.models:
            if table.in_play(m.index):
                yield Named((m.x, m.y, m.z), (table.name(m.index).lower(),), sheet.marks[m.index])
        for thing in table.state.things.values():
            yield Named((thing.x, thing.y, thing.z), (sheet.names(thing.id).lower(),))
        plan = table.setting.battlefield
        yield Named((plan.width // 2, plan.height // 2, 0), ("centre", "center", "the centre"))

    def leg_text(self, table: Table, move: Move, number: int) -> str:
        """What the inches of a leg were for."""
        kind = NAMES[move.legs[number].kind] or "walk"
        before = move.costs[number - 1] if number else 0.0
        return say.LEGS[kind].format(inches=move.costs[number] - before)

    # -- directions ----------------------------------------------------------------------------------------------------

    def plan(self, match: Match, spot: str) -> PlanView:
        """As in every game; at a question for a direction, the direction of the point that is meant."""
        question = match.decision
        if type(question) is not Choose or not isinstance(question.region, Facings | Flames | Drives):
            found = super().plan(match, spot)
            if "refusal" in found and "reason" in found["refusal"]:
                found["text"] = self.not_there.format(text=found["refusal"]["reason"])
            return self._turned(match, spot, self._under(match, found))
        region, table = question.region, match.table
        who = subject(table, question)
        if isinstance(region, Drives):
            return driving.plan(table, self.sheet(table), question, region, who, spot)
        at = region.at if isinstance(region, Facings) else (region.shooter.x, region.shooter.y)
        degrees = self._degrees(table, at, spot)
        if degrees is None:
            return {"keys": [], "path": [], "text": say.NO_DIRECTION}
        word = "face" if isinstance(region, Facings) else "flame"
        option = question.find(f"{word} {degrees}")
        if option is None:
            return {"keys": [], "path": [], "text": say.NOT_IN_ARC}
        sheet = self.sheet(table)
        point = self._meant(sheet, spot) or at
        view: PlanView = {"keys": [option.key], "path": [sheet.point(*point)], "text": "", "turned": degrees}
        if word == "flame":
            names = ", ".join(map(sheet.names, option.args[1])) or say.NO_ONE
            view["text"] = say.LAID.format(degrees=degrees, names=names)
            view["hits"] = [name for name in option.args[1] if name in table.setting.numbers]
        else:
            seen = _seen(table, who, degrees)
            view["text"], view["hits"] = say.FACES.format(degrees=degrees) + _changes(table, who, seen), seen
        return view

    def _turned(self, match: Match, spot: str, found: PlanView) -> PlanView:
        """Whoever may turn after a move faces where it was wished, if nothing comes between (see NE-RND-05)."""
        wish = re.search(r" turned (\d{1,3})$", spot)
        if wish is None or not found["keys"] or not isinstance(match.decision.region, Destinations):
            return found
        degrees = int(wish[1]) % 360
        keys, fork = (*found["keys"], "turn", f"face {degrees}"), match.fork()
        who = subject(match.table, match.decision)
        for number, key in enumerate(keys):
            question = fork.decision
            if type(question) is not Choose or question.find(key) is None:
                return found
            if number < len(keys) - 1:
                fork.answer(key)
        seen = _seen(fork.table, who, degrees)
        text = found["text"] + say.TURNED.format(degrees=degrees) + say.SEES.format(names=", ".join(seen) or say.NO_ONE)
        return {**found, "keys": [*keys], "text": text, "turned": degrees, "hits": seen}

    def _under(self, match: Match, found: PlanView) -> PlanView:
        """Whoever a blast would reach at the point that is aimed at."""
        question, table = match.decision, match.table
        radius = blast_radius(table, question) if isinstance(question, Choose) else 0.0
        option = question.find(found["keys"][0]) if radius and found["keys"] else None
        if option is None:
            return found
        x, y, z = option.args[-4:-1]
        hits = [table.name(who) for who in table.on_table() if under(table.field, (x, y, z), radius, shape(table, who))]
        text = say.AIMED.format(place=place_words(x, y, z), names=", ".join(hits) or say.NO_ONE)
        return {**found, "text": text, "hits": hits}

    def _meant(self, sheet: Scenery, spot: str) -> tuple[float, float] | None:
        """The point of the rules that a drag or a click means: a scene counts downwards."""
        found = _POINT.fullmatch(spot)
        return (float(found["x"]), sheet.height - float(found["y"])) if found else None

    def _degrees(self, table: Any, at: tuple[int, int], spot: str) -> int | None:
        """The whole degrees that a point, a number, a wind or a name means from a place."""
        typed = spot.removeprefix("key ").removeprefix("words ").strip().lower()
        to = self._meant(self.sheet(table), spot)
        number, place = _DEGREES.fullmatch(typed), _PLACE.fullmatch(typed)
        if to is None and number is not None:
            return int(number[1]) % 360
        if to is None and place is not None:
            to = (100 * float(place["x"]), 100 * float(place["y"]))
        wind = DIRECTIONS.get(SHORT.get(typed, typed))
        if to is None and wind is not None:
            to = (at[0] + 100 * wind[0], at[1] + 100 * wind[1])
        if to is None:
            to = self._site(table, typed)
        if to is None or hypot(to[0] - at[0], to[1] - at[1]) < 1:
            return None
        return round(bearing(at[0], at[1], round(to[0]), round(to[1]))) % 360

    def _site(self, table: Any, typed: str) -> tuple[float, float] | None:
        """Where something lies that is named, wholly or by how it begins."""
        read = _TOWARDS.fullmatch(typed)
        wanted = read[1] if read else typed
        every = list(self.named(table))
        exact = [one for one in every if wanted in one.names or wanted == one.mark.lower()]
        found = exact or [one for one in every if any(name.startswith(wanted) for name in one.names)]
        return (found[0].site[0], found[0].site[1]) if found else None


def _seen(t: Table, who: int, degrees: int) -> list[str]:
    """The enemies in the arc of somebody who faces in a direction (see NE-SHT-02)."""
    m = t.model(who)
    foes = ((t.model(foe), foe) for foe in t.enemies(who) if t.in_play(foe))
    return [t.name(foe) for one, foe in foes if abs(turned_by(degrees, bearing(m.x, m.y, one.x, one.y))) <= FRONT]


def _changes(t: Table, who: int, seen: list[str]) -> str:
    """Who comes into the arc and who leaves it, in words."""
    before = _seen(t, who, t.model(who).facing)
    comes, goes = [name for name in seen if name not in before], [name for name in before if name not in seen]
    stays = [name for name in seen if name in before]
    return "".join(
        form.format(names=", ".join(names))
        for form, names in ((say.SEES, stays), (say.COMES, comes), (say.GOES, goes))
        if names
    )


plan = TypedPlaces().plan
