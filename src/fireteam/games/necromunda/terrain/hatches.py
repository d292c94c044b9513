"""Service hatches: cover beside them, hiding in them, crawlways between them (NE-BAD-04, NE-TER-14, NE-TER-15)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import SIMPLE, Activation, Deed, cut_short
from fireteam.games.necromunda.conditions import SHELTERED
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, facing_towards, gap, within
from fireteam.games.necromunda.state import AWAY, Frame, Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import ask_place, fits, has_place, near_thing, places, ring
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.model import INCH, TOUCH, Body

HATCH, CRAWLER = "hatch", "crawler"
REACH = 1.0
SHOT_INTO = 3.0
"""Inches within which somebody in a hatch may be shot at (see NE-TER-15)."""
MOVES = ("move", "carry")

kinds(
    hatch_cover=("take cover at {}", ("NE-BAD-04",)),
    vanish=("vanish into the crawlway at {}", ("NE-TER-14",)),
    hide_in=("hide in {}", ("NE-TER-15",)),
    stay_out=("stay outside", ("NE-TER-14",)),
    reappear=("{} reappears at {}", ("NE-TER-14",)),
    keep_off=("{} stays in the crawlways", ("NE-TER-14",)),
    come_out=("{} comes out", ("NE-TER-15",)),
    stay_hidden=("{} stays in the hatch", ("NE-TER-15",)),
)


class Hatches(Supplement):
    """The hatches of a map. Who crawls is off the table, with a thing that says from where and until when."""

    name = "hatches"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (COVER,)

    def activation_start(self, t: Table, a: Activation) -> Rule[bool]:
        """Who hides does nothing else (see NE-TER-15)."""
        yield from ()
        if t.model(a.who).hatch:
            a.left = 0
        return False

    def moved(self, t: Table, who: int, purpose: str) -> Rule[None]:
        """Who ends a Move within 1" of a hatch may go in, and its activation is over (see NE-TER-14, NE-TER-15)."""
        if purpose in MOVES and t.in_play(who) and t.stands(who) and not t.model(who).climb:
            yield from may_go_in(t, who)

    def may_be_shot(self, t: Table, who: int, target: int, why: Why) -> bool:
        """Who hides in a hatch is shot at only from within 3" (see NE-TER-15)."""
        hidden = bool(t.model(target).hatch) and not within(gap(t, who, target), SHOT_INTO)
        return need(why, not hidden, "NE-TER-15", '{} hides in a hatch, and is within 3"', t.name(target))

    def charged(self, t: Table, who: int) -> Rule[None]:
        """Who charges a hatch drags out whoever hides there (see NE-TER-15)."""
        m = t.model(who)
        for foe in list(t.enemies(who)):
            hidden = t.model(foe)
            if hidden.hatch and hypot(m.x - hidden.x, m.y - hidden.y) <= t.cards[who].radius * INCH and t.stands(who):
                yield from drag_out(t, who, foe)

    def exits(self, t: Table, e: Frame) -> Rule[bool]:
        """The seventh step of the End phase, the side with Priority first (see NE-END-10)."""
        for seat in (t.state.priority, 1 - t.state.priority):
            for who in [m.index for m in t.state.models if m.side == seat]:
                yield from leave_crawlway(t, who)
                if t.in_play(who) and t.model(who).hatch:
                    yield from leave_hatch(t, who)
        return False


# -- Cover -------------------------------------------------------------------------------------------------------------


def hatches(t: Table) -> tuple[Thing, ...]:
    """All hatches."""
    return t.things(HATCH)


def is_uncovered(t: Table, a: Activation, why: Why) -> bool:
    """It has not taken cover there already."""
    return need(why, not t.has(a.who, SHELTERED), "NE-BAD-04", "it has not taken cover at a hatch yet")


def may_cover(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one hatch."""
    near = near_thing(t, a.who, t.thing(pick.args[0]), REACH)
    return need(why, near, "NE-BAD-04", '{} is within 1"', pick.args[0])


def take_cover(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Cover: a fighter within 1" of a hatch has partial cover until it moves or is moved (NE-BAD-04)."""
    yield from ()
    t.afflict(a.who, SHELTERED, "NE-BAD-04")


# -- going in ----------------------------------------------------------------------------------------------------------


def may_go_in(t: Table, who: int) -> Rule[None]:
    """A fighter that ends its Move within 1" may hide in a hatch: no actions, shot at only from within 3", dragged out
    Engaged when an enemy charges the hatch, else it comes out in an End phase (NE-TER-15)."""
    near = [hatch for hatch in hatches(t) if near_thing(t, who, hatch, REACH)]
    taken = {m.hatch for m in t.state.models if m.hatch and t.in_play(m.index)}
    crawls = near if len(hatches(t)) > 1 else []
    hides = [hatch for hatch in near if hatch.id not in taken]
    if not near:
        return
    pick: Option = yield t.ask(
        t.player(who),
        topic("{who} at a hatch", t.name(who)),
        lambda: [
            option("stay_out"),
            *(option("vanish", hatch.id, args=(hatch.id,)) for hatch in crawls),
            *(option("hide_in", hatch.id, args=(hatch.id,)) for hatch in hides),
        ],
    )
    if pick.kind == "stay_out":
        return
    if pick.kind == "vanish":
        t.go_away(who, pick.args[0], "NE-TER-14")
        t.put(Thing(f"{CRAWLER}-{who}", CRAWLER, owner=who, number=t.state.round + 1, label=pick.args[0]))
    else:
        t.hide(who, pick.args[0], "NE-TER-15")
    cut_short(t, who)


# -- coming out --------------------------------------------------------------------------------------------------------


def round_hatch(t: Table, who: int, hatch: Thing, rule: str) -> Places:
    """Where somebody may come out of a hatch: within 1" of it, not within 1" of an enemy."""
    radius = t.cards[who].radius

    def law(place: Place, why: Why) -> bool:
        base, point = Body(place.x, place.y, place.z, radius, 0), Body(hatch.x, hatch.y, hatch.z, 0.0, 0)
        near = round_solids(t.field, base, point, REACH) <= REACH + 0.001
        return need(why, near, rule, 'within 1" of {}', hatch.id) and need(
            why, fits(t, who, place), rule, 'there is room, and no enemy within 1"'
        )

    return places(t, hatch.x, hatch.y, REACH + radius, rule, law, radius=radius)


def leave_crawlway(t: Table, who: int) -> Rule[None]:
    """A fighter in the crawlways reappears Standing within 1" of another hatch in the next round's End phase: with a
    passed Intelligence test its owner picks the hatch, else the opponent does, or keeps it off a round more
    (NE-TER-14)."""
    crawler = t.state.things.get(f"{CRAWLER}-{who}")
    if crawler is None:
        return
    if t.model(who).status != AWAY:
        t.remove(crawler.id)
        return
    if crawler.number > t.state.round:
        return
    able = [
        hatch
        for hatch in hatches(t)
        if hatch.id != crawler.label and has_place(round_hatch(t, who, hatch, "NE-TER-14"))
    ]
    about = topic("{away} in the crawlways", t.name(who))
    passed = yield from test(t, who, "int", "crawlway", about, "NE-TER-14")
    seat = t.side(who) if passed else 1 - t.side(who)
    stays = not passed or not able
    pick: Option = yield t.ask(
        seat,
        topic("where {who} reappears", t.name(who)),
        lambda: [
            *(option("reappear", t.name(who), hatch.id, args=(hatch.id,)) for hatch in able),
            *([option("keep_off", t.name(who))] if stays else []),
        ],
    )
    if pick.kind == "keep_off":
        t.put(crawler._replace(number=t.state.round + 1))
        return
    region = round_hatch(t, who, t.thing(pick.args[0]), "NE-TER-14")
    x, y, z, _ = yield from ask_place(t, t.side(who), topic("place of {who}", t.name(who)), region)
    t.come_back(who, x, y, z, "NE-TER-14")
    t.remove(crawler.id)


def leave_hatch(t: Table, who: int) -> Rule[None]:
    """Who hides may come out in any End phase, within 1" of the hatch (see NE-TER-15)."""
    region = round_hatch(t, who, t.thing(t.model(who).hatch), "NE-TER-15")
    if t.is_injured(who) or not has_place(region):
        return
    pick: Option = yield t.ask(
        t.side(who),
        topic("{who} in its hatch", t.name(who)),
        lambda: [option("come_out", t.name(who)), option("stay_hidden", t.name(who))],
    )
    if pick.kind == "come_out":
        x, y, z, _ = yield from ask_place(t, t.side(who), topic("place of {who}", t.name(who)), region)
        t.come_back(who, x, y, z, "NE-TER-15")


def drag_out(t: Table, who: int, foe: int) -> Rule[None]:
    """Whoever hides is placed in contact with the charger, Standing, and both are Engaged (see NE-TER-15)."""
    m, own = t.model(who), t.cards[who].radius + t.cards[foe].radius

    def law(place: Place, why: Why) -> bool:
        away = hypot(place.x - m.x, place.y - m.y) / INCH
        touching = own - 0.001 <= away <= own + TOUCH and abs(place.z - m.z) < INCH // 2
        return need(why, touching, "NE-TER-15", "in contact with {}", t.name(who)) and need(
            why, fits(t, foe, place, keep_off=False), "NE-TER-15", "there is room"
        )

    radius = body(t, foe).radius
    region = places(t, m.x, m.y, own, "NE-TER-15", law, radius=radius, first=ring(m.x, m.y, own))
    if not has_place(region):
        return
    x, y, z, _ = yield from ask_place(t, t.side(foe), topic("where {who} is dragged out", t.name(foe)), region)
    t.come_back(foe, x, y, z, "NE-TER-15")
    t.turn(foe, facing_towards(t, foe, who), "NE-TER-15")
    t.turn(who, facing_towards(t, who, foe), "NE-CC-01")


COVER = Deed(
    *("hatch_cover", "NE-BAD-04", SIMPLE, (ACTIVE,), is_uncovered),
    *(lambda t, a: [option("hatch_cover", hatch.id, args=(hatch.id,)) for hatch in hatches(t)], take_cover, may_cover),
)
