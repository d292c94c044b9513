"""Target priority: who must be shot at, and by house rules what a Blast or a template must touch (NE-SHT-03, NE-HRX-03,
NE-HRX-04)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged_with, facing_towards, shape
from fireteam.games.necromunda.shooting.targets import (
    ALL_ROUND,
    Stand,
    Target,
    closest,
    in_view,
    is_free_choice,
    targets,
)
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait
from fireteam.space.plane.free.blasts import under

CAUGHT = 4
"""From this face on who is Engaged with somebody hit is hit as well (see NE-HRX-04)."""

kinds(
    take_closest=("shoot {} instead", ("NE-SHT-03",)),
)


def around(t: Table, stand: Stand) -> Stand:
    """Where the closest enemy is looked for: in the arc; by a house rule whichever way the shooter faces
    (NE-HRX-03)."""
    return stand._replace(half=ALL_ROUND) if t.house_rule("hrx_priority_ignores_facing") else stand


def hold_to_priority(t: Table, who: int, stand: Stand, target: int) -> Rule[int]:
    """The closest enemy must be shot at, unless a Cool test allows a farther one that is not easier to hit; failing
    leaves the closest, and the action is not wasted (NE-SHT-03)."""
    found = targets(t, around(t, stand))
    wanted = next((one for one in found if one.who == target), None)
    if wanted is None or is_free_choice(t, stand, found, wanted) or (yield from keeps_cool(t, who)):
        return target
    left = [one for one in found if is_free_choice(t, stand, found, one)]
    return (yield from pick_closest(t, who, stand, closest(t, stand, found) or left))


def keeps_cool(t: Table, who: int) -> Rule[bool]:
    """The Cool test by which a shooter looks past the closest enemy (see NE-SHT-03)."""
    return (yield from test(t, who, "cl", "priority", topic("target priority of {who}", t.name(who)), "NE-SHT-03"))


def pick_closest(t: Table, who: int, stand: Stand, nearest: list[Target]) -> Rule[int]:
    """Whom it shoots after a failed test: one of the closest; it turns to one that is out of its arc (see NE-SHT-03,
    NE-HRX-03)."""
    able = [one.who for one in nearest]
    pick: Option = yield t.ask(
        t.player(who),
        topic("the closest target of {who}", t.name(who)),
        lambda: [option("take_closest", t.name(one)) for one in able],
    )
    target = t.number(pick.args[0])
    if not in_view(t, stand, target) and not t.is_vehicle(who):
        t.turn(who, facing_towards(t, who, target), "NE-HRX-03")
    return target


# -- Blasts and templates ----------------------------------------------------------------------------------------------


def to_be_touched(t: Table, stand: Stand, profile: Profile) -> list[Target]:
    """By a house rule a Blast or a template must touch one of the closest enemies, or a Cool test is passed; Smoke need
    not (NE-HRX-04)."""
    free = any(not needs() for needs in profile.windows[Trait.needs_target])
    if free or not t.house_rule("hrx_template_priority"):
        return []
    return closest(t, stand, targets(t, around(t, stand)))


def hold_marker(
    t: Table, who: int, stand: Stand, profile: Profile, marker: tuple[int, int, int], radius: float
) -> Rule[int]:
    """The enemy that a Blast must be aimed at, since it touches none of the closest where it was meant to lie; NOBODY:
    it may lie there (see NE-HRX-04)."""
    nearest = to_be_touched(t, stand, profile)
    if not nearest or any(under(t.field, marker, radius, shape(t, one.who)) for one in nearest):
        return NOBODY
    if (yield from keeps_cool(t, who)):
        return NOBODY
    return (yield from pick_closest(t, who, stand, nearest))


def caught_beside(t: Table, by: int, struck: list[int]) -> Rule[list[int]]:
    """By the same house rule fighters Engaged with one that is hit are hit on a 4+ (see NE-HRX-04)."""
    found: list[int] = []
    if not t.house_rule("hrx_template_priority"):
        return found
    beside = [foe for one in struck if not t.is_vehicle(one) for foe in engaged_with(t, one) if not t.is_vehicle(foe)]
    for foe in dict.fromkeys(foe for foe in beside if foe not in struck):
        about = topic("whether {who} is hit too", t.name(foe))
        face = yield from d6(t.roller(by), about, (1, 1, 1, 4, 4, 4))
        hit = face >= CAUGHT
        t.tell("tested", "NE-HRX-04", who=t.name(foe), about=about, shown=face, bonus=0, needed=CAUGHT, passed=not hit)
        if hit:
            found.append(foe)
    return found
