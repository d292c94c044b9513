"""The way of a vehicle as it is planned: legs and pivots to where somebody points, ghosts, and what it runs into."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose
from fireteam.games.necromunda.positions import hull
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.words_of_vehicles import drive_words
from fireteam.games.necromunda.vehicles.hulls import in_the_way
from fireteam.kit.plane.drives import BACK, DRIVE, LEFT, RIGHT, SLIDE, Drives, Leg, key_of, read
from fireteam.kit.words import upper
from fireteam.space.plane.free.hulls import What, slide, turn

if TYPE_CHECKING:
    from fireteam.core.scene import LegView, PlanView, Point
    from fireteam.games.necromunda.show.pieces import Scenery
    from fireteam.games.necromunda.table import Table
    from fireteam.space.plane.free.hulls import Contact, Sweep
    from fireteam.space.plane.free.shapes import Hull

POINT = re.compile(
    r"point (?P<x>-?[\d.]+),(?P<y>-?[\d.]+)(?: via (?P<via>[-\d.,;]+))?(?: up [-\d.]+)?(?: turned (?P<turned>\d{1,3}))?"
)


def plan(t: Table, scenery: Scenery, question: Choose, region: Drives, who: int, spot: str) -> PlanView:
    """The drive that leads to a spot leg by leg, or that some words name; why there is none."""
    legs = _meant(scenery, region, spot)
    if legs is None:
        return {"keys": [], "path": [], "text": say.NO_DRIVE}
    key = key_of(legs)
    found = _told(t, scenery, region, who, legs)
    option = question.find(key)
    if option is not None:
        found["keys"] = [option.key]
        return found
    refusal = region.refusal(key)
    assert refusal is not None
    found["text"] = upper(refusal.decisive.text) + "."
    found["refusal"] = t.setting.why_view(t, refusal)
    return found


def _meant(scenery: Scenery, region: Drives, spot: str) -> tuple[Leg, ...] | None:
    """The legs that somebody means: to points of a scene, or as they are written."""
    drawn = POINT.fullmatch(spot)
    if drawn is None:
        return read(spot.removeprefix("key ").removeprefix("words ").strip())
    pairs = [*(pair.split(",") for pair in (drawn["via"] or "").split(";") if pair), (drawn["x"], drawn["y"])]
    facing = None if drawn["turned"] is None else int(drawn["turned"]) % 360
    return region.towards([(float(x), scenery.height - float(y)) for x, y in pairs], facing)


def _told(t: Table, scenery: Scenery, region: Drives, who: int, legs: tuple[Leg, ...]) -> PlanView:
    """A drive leg by leg, each with the hull as it stands then, and all that it runs into on the way."""
    others, numbers = in_the_way(t, (who,))
    ends, cost = region.ends(legs)
    start: Hull = hull(t, who)
    path: list[Point] = [scenery.point(start.x, start.y)]
    views: list[LegView] = []
    met: dict[str, str] = {}
    for leg, end in zip(legs, ends, strict=True):
        way: Sweep
        if leg.how in (LEFT, RIGHT):
            way = turn(region.field, start, leg.turned, others)
        else:
            heading = {DRIVE: start.facing, BACK: start.facing + 180, SLIDE: leg.towards}[leg.how]
            way = slide(region.field, start, heading, leg.size, others)
        for contact in way.contacts:
            name = _name(t, numbers, contact)
            if name:
                met.setdefault(name, say.RUNS_OVER if contact.what == What.DISC else say.RUNS_INTO)
        corners = [value for x, y in end.corners() for value in scenery.inches(x, y)]
        at = scenery.point(end.x, end.y)
        cost_of_leg = 0 if leg.how in (LEFT, RIGHT) else round(leg.size, 2)
        views.append({"to": at, "cost": cost_of_leg, "text": drive_words((leg,)), "ghost": corners})
        path.append(at)
        start = end
    words = drive_words(legs)
    for form in (say.RUNS_INTO, say.RUNS_OVER):
        names = [name for name, told in met.items() if told == form]
        if names:
            words += form.format(names=", ".join(names))
    return {
        "keys": [], "path": path, "text": upper(words) + ".", "legs": views, "cost": round(cost, 2),
        "limit": round(region.limits.inches, 2), "turned": start.facing,
        "hits": [name for name in met if name in t.setting.numbers],
    }  # fmt: skip


def _name(t: Table, numbers: list[int], contact: Contact) -> str:
    """What a contact is with; rims and the edge of the table have no name."""
    if contact.what in (What.HULL, What.DISC):
        return t.name(numbers[contact.number])
    return ""
