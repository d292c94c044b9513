"""Vehicles in the End phase: engines restarted, drivers that come round (NE-VEND)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.end_phase import EndPhase, pick_next
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.state import STALLED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.damage import black_out
from fireteam.games.necromunda.vehicles.handling import BLACKED_OUT, keeps_control, lose_control
from fireteam.games.necromunda.vehicles.smoke import restart_penalty

SOUND = 2
"""Wounds from which on an engine starts more easily (see NE-VEND-01)."""
COMES_ROUND = 4

kinds(
    restart=("restart the engine", ("NE-VEND-01",)),
    come_round=("the driver comes round", ("NE-VEND-02",)),
    tend_driver=("tend the driver's wound", ("NE-VEND-02",)),
    vehicle_recovers=("{} recovers", ("NE-VEND-01",)),
)


def tries_of(t: Table, who: int) -> list[Option]:
    """What a vehicle may recover from (see NE-VEND-01)."""
    m = t.model(who)
    return [
        *([option("restart")] if m.stance == STALLED else []),
        *([option("come_round")] if BLACKED_OUT in m.conditions else []),
        *([option("tend_driver")] if m.flesh and BLACKED_OUT not in m.conditions else []),
    ]


def recover(t: Table, e: EndPhase) -> Rule[bool]:
    """Each vehicle has one try in an End phase: its stall, its driver's black-out or a Flesh Wound, as its controller
    picks (see NE-VEND-01)."""
    able = [who for who in t.vehicles() if who not in e.seen and tries_of(t, who)]
    if not able:
        return False
    who = yield from pick_next(t, "vehicle_recovers", "which vehicle recovers next", able)
    e.seen = (*e.seen, who)
    pick: Option = yield t.ask(t.side(who), topic("recovery of {who}", t.name(who)), lambda: tries_of(t, who))
    if pick.kind == "restart":
        yield from restart(t, who, end_phase=True)
    elif pick.kind == "come_round":
        yield from come_round(t, who)
    else:
        yield from tend_driver(t, who)
    return True


def restart(t: Table, who: int, *, end_phase: bool) -> Rule[bool]:
    """The Restart test: Handling, +1 with two or more Wounds left, and what is stored; passed, it is Mobile
    (NE-VEND-01)."""
    m = t.model(who)
    more = [Modifier(1, "sound hull", "NE-VEND-01")] if m.wounds >= SOUND else []
    if m.restart:
        more.append(Modifier(m.restart, "turned over", "NE-VEH-15"))
        t.set_restart(who, 0)
    smoke = restart_penalty(t, who) if end_phase else 0
    if smoke:
        more.append(Modifier(-smoke, "burned out", "NE-VEH-20"))
    passed = yield from keeps_control(t, who, "restart", "NE-VEND-01" if end_phase else "NE-VEH-14", *more)
    if passed:
        t.start_engine(who, "NE-VEND-01")
    return passed


def come_round(t: Table, who: int) -> Rule[None]:
    """A driver that has blacked out comes round on a 4+ and takes a Flesh Wound (NE-VEND-02)."""
    about = topic("driver of {who}", t.name(who))
    face = yield from d6(t.roller(who), about, (1, 1, 1, 4, 4, 4))
    passed = face >= COMES_ROUND
    t.tell("tested", "NE-VEND-02", who=t.name(who), about=about, shown=face, bonus=0, needed=4, passed=passed)
    if passed:
        t.relieve(who, BLACKED_OUT, "NE-VEND-02")
        t.set_idle(who, False)
        t.add_flesh(who, 1, "NE-VEND-02")


def tend_driver(t: Table, who: int) -> Rule[None]:
    """A Flesh Wound of a driver: on a 1 it blacks out now, on a 4+ one is gone (see NE-VEND-02)."""
    about = topic("driver of {who}", t.name(who))
    face = yield from d6(t.roller(who), about, (1, 2, 2, 4, 4, 4))
    t.tell("tested", "NE-VEND-02", who=t.name(who), about=about, shown=face, bonus=0, needed=4, passed=face >= 4)
    if face == 1:
        black_out(t, who)
        lose_control(t, who, stalls=True)
    elif face >= COMES_ROUND:
        t.add_flesh(who, -1, "NE-VEND-02")
