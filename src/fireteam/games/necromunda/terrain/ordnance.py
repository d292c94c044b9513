"""Unexploded ordnance: tokens, the bang, disarming it (NE-TER-12, NE-BAD-10)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, Activation, Deed
from fireteam.games.necromunda.dice import INJURY, d6
from fireteam.games.necromunda.injury import apply_injuries
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near_place
from fireteam.games.necromunda.scenarios import has_special
from fireteam.games.necromunda.state import NOBODY, Frame, Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import is_near
from fireteam.games.necromunda.windows import Supplement

ORDNANCE = "ordnance"
ROLLS_FROM = 3
"""The first round in which it may go off (see NE-TER-12)."""
BLAST = 6.0
REACH = 3.0
STATS = {"intelligence": "int", "cool": "cl"}

kinds(
    disarm=("disarm {} by {}", ("NE-BAD-10",)),
    arm=("arm {} by {}", ("NE-BAD-10",)),
)


class Ordnance(Supplement):
    """Bombs that lie about."""

    name = "ordnance"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (DISARM,)

    def terrain_acts(self, t: Table, e: Frame) -> Rule[bool]:
        """One token each End phase; from round 3 on a D6 lower than the tokens is the explosion (NE-TER-12)."""
        for bomb in t.things(ORDNANCE):
            tokens = bomb.number + 1
            t.put(bomb._replace(number=tokens))
            if t.state.round < ROLLS_FROM:
                continue
            about = topic("whether {thing} goes off", bomb.id)
            face = yield from d6(t.state.priority, about)
            t.tell("ordnance_roll", "NE-TER-12", thing=bomb.id, shown=face, tokens=tokens, explodes=face < tokens)
            if face < tokens:
                yield from explode(t, bomb)
        return False


def explode(t: Table, bomb: Thing) -> Rule[None]:
    """Each fighter within 6" takes an Injury die without a save, then every Standing fighter on the table passes
    Initiative or is Pinned, the side with Priority first (see NE-TER-12)."""
    t.remove(bomb.id)
    t.tell("explodes", "NE-TER-12", x=bomb.x, y=bomb.y, z=bomb.z, radius=BLAST)
    for seat in (0, 1):
        t.note("ordnance-blown", seat)
    for who in in_order(t):
        if near_place(t, who, bomb.x, bomb.y, bomb.z, BLAST):
            about = topic("Injury die of {who} by {thing}", t.name(who), bomb.id)
            (face,) = yield Roll(1 - t.side(who), about, alike=(1, 1, 3, 3, 3, 6))
            faces = (INJURY[face - 1],)
            t.tell("injury_dice", "NE-TER-12", who=t.name(who), shown=(face,), faces=faces)
            yield from apply_injuries(t, who, faces, by=NOBODY, rule="NE-TER-12")
    for who in in_order(t):
        if not t.stands(who) or t.model(who).inside:
            continue
        if not (yield from test(t, who, "i", "ordnance", topic("{who} keeps its feet", t.name(who)), "NE-TER-12")):
            t.pin(who, "NE-TER-12")
            for near_edge in t.windows[Supplement.went_prone]:
                yield from near_edge(t, who)


def in_order(t: Table) -> list[int]:
    """All fighters on the table, those of the side with Priority first."""
    return sorted(t.fighters(), key=lambda who: (t.side(who) != t.state.priority, who))


# -- Disarm ------------------------------------------------------------------------------------------------------------


def has_bomb(t: Table, a: Activation, why: Why) -> bool:
    """There is ordnance on the table."""
    return need(why, bool(t.things(ORDNANCE)), "NE-BAD-10", "there is ordnance on the table")


def ways(t: Table, a: Activation) -> Iterable[Option]:
    """Each bomb, and the test chosen before it is rolled; where the scenario has it side a may add a token."""
    mission = t.setting.mission
    arms = has_special(t, "arming") and mission is not None and mission.side_of(t, t.side(a.who)) == "a"
    for bomb in t.things(ORDNANCE):
        for name in STATS:
            yield option("disarm", bomb.id, name, args=(bomb.id, name))
            if arms:
                yield option("arm", bomb.id, name, args=(bomb.id, name))


def armed(t: Table, id: str) -> str:
    """The mark that a bomb has been armed in this round."""
    return f"armed {id} in round {t.state.round}"


def may_disarm(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one bomb: within 3", with a token to take, or not armed yet in this round."""
    bomb = t.thing(pick.args[0])
    if not is_near(t, a.who, bomb, REACH, "NE-BAD-10", why):
        return False
    if pick.kind == "arm":
        return need(why, armed(t, bomb.id) not in t.state.settled, "NE-BAD-10", "it was not armed in this round yet")
    return need(why, bomb.number > 0, "NE-BAD-10", "{} has a token", bomb.id)


def disarm(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Disarm: within 3" an Intelligence or a Cool test, chosen before, takes one token off (NE-BAD-10)."""
    bomb, stat = t.thing(pick.args[0]), STATS[pick.args[1]]
    if pick.kind == "arm":
        t.settle(armed(t, bomb.id))
    about = topic("{who} at {thing}", t.name(a.who), bomb.id)
    if not (yield from test(t, a.who, stat, "disarm", about, "NE-BAD-10")):
        return
    more = 1 if pick.kind == "arm" else -1
    t.put(bomb._replace(number=bomb.number + more))
    t.tell("tokens", "NE-BAD-10", thing=bomb.id, tokens=bomb.number + more)
    if more < 0:
        t.note("token-removed", t.side(a.who), a.who)


DISARM = Deed(
    *("disarm", "NE-BAD-10", DOUBLE, (ACTIVE,), has_bomb, ways, disarm, may_disarm),
    kinds=("disarm", "arm"),
)
