"""Damage to vehicles: Location and Damage dice, and what each row of the tables does (NE-VHIT-02 to NE-VHIT-08)."""

from __future__ import annotations

from functools import partial

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import (
    BODY,
    CATASTROPHIC,
    CREW,
    DAMAGE,
    DRIVE,
    ENGINE,
    GLANCING,
    LOCATION,
    PENETRATING,
    vehicle_dice,
)
from fireteam.games.necromunda.hits import MELEE, Hit, trait_windows
from fireteam.games.necromunda.options import kinds, options_of
from fireteam.games.necromunda.positions import riders
from fireteam.games.necromunda.state import NOBODY, Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.handling import (
    BLACKED_OUT,
    CONCUSSION,
    handle_or_lose,
    keeps_control,
    lose_control,
)
from fireteam.games.necromunda.vehicles.wrecks import Wreck
from fireteam.games.necromunda.windows import Trait
from fireteam.kit.agenda import Sequence, Steps, then, when

kinds(
    keep_location=("{} is hit", ("NE-VHIT-02",)),
    keep_damage=("{} damage", ("NE-VHIT-02",)),
)


class Damaged(Sequence, Frame):
    """A row of the damage tables takes effect (see NE-VHIT-02)."""

    kind = "damaged"
    who: int
    location: str
    result: str
    by: int = NOBODY
    before: int = 0

    @staticmethod
    def steps() -> Steps[Table, Damaged]:
        """Wounds and what lasts first; a wreck tests no more (see NE-VHIT-05)."""
        return (bear, when(collapse, is_spent), then(steady, is_whole))


def roll_damage(t: Table, h: Hit) -> Rule[None]:
    """Each unsaved wound: one Location die and as many Damage dice as the hit has Damage; who attacks keeps one of each
    (NE-VHIT-02). In close combat there is one more Location die (see NE-CC-06)."""
    strike, seat, who = h.strike, h.seat(t), h.strike.on
    if strike.damage is None:
        return
    location = strike.location
    if not location:
        about = topic("Location dice, {hit}", h.about(t))
        shown = yield from vehicle_dice(seat, about, LOCATION, 2 if strike.kind == MELEE else 1)
        location = yield from keep(t, seat, "keep_location", shown, about)
    extra = sum(more(t, h) for more in trait_windows(strike.traits)[Trait.damage_dice])
    about = topic("Damage dice, {hit}", h.about(t))
    shown = yield from vehicle_dice(seat, about, DAMAGE, max(1, strike.damage + h.damage + extra))
    result = yield from keep(t, seat, "keep_damage", shown, about)
    t.tell("vehicle_damage", "NE-VHIT-02", who=t.name(who), location=location, result=result)
    t.begin(Damaged(who, location, result, strike.by))


def keep(t: Table, seat: int, kind: str, shown: tuple[str, ...], about: str) -> Rule[str]:
    """One of the dice, by whoever attacks (see NE-VHIT-02)."""
    faces = tuple(dict.fromkeys(shown))
    if len(faces) == 1:
        return faces[0]
    pick: Option = yield t.ask(seat, topic("which of the {dice}", about), partial(options_of, kind, faces))
    return str(pick.args[0])


# -- what lasts --------------------------------------------------------------------------------------------------------


def bear(t: Table, d: Damaged) -> Rule[None]:
    """What a row takes at once: Wounds, weapons, the driver's health, the engine (see NE-VHIT-05 to NE-VHIT-08)."""
    if d.location == BODY or (d.location == CREW and d.result == GLANCING):
        yield from bear_body(t, d)
    elif d.location == ENGINE:
        bear_engine(t, d)
    elif d.location == CREW:
        bear_crew(t, d)
    else:
        bear_drive(t, d)


def bear_body(t: Table, d: Damaged) -> Rule[None]:
    """Body: Glancing is a Concussion of the vehicle and all aboard, Penetrating a Wound, Catastrophic a random weapon
    and a Wound, or two Wounds if it has none; then a Handling test, or it stalls, or loses control (NE-VHIT-05)."""
    who = d.who
    if d.result == GLANCING:
        for one in (who, *riders(t, who)):
            t.afflict(one, CONCUSSION, "NE-VHIT-05")
        return
    if d.result == PENETRATING:
        t.wound(who, 1, "NE-VHIT-05")
        return
    guns = [weapon for weapon in t.weapons(who) if weapon.category == "vehicle" or weapon.mount != (0, 0)]
    guns = guns or [weapon for weapon in t.weapons(who) if not is_pistol(t, who, weapon.id)]
    if not guns:
        t.wound(who, 2, "NE-VHIT-05")
        return
    lost = guns[0].id
    if len(guns) > 1:
        bag = tuple((gun.id, 1) for gun in guns)
        about = topic("weapon of {who} that is destroyed", t.name(who))
        (lost,) = yield Roll(1 - t.side(who), about, bag=bag, name="weapon")
    t.lose(who, lost, "NE-VHIT-05")
    t.wound(who, 1, "NE-VHIT-05")


def is_pistol(t: Table, who: int, weapon: str) -> bool:
    """Whether a weapon is a sidearm of the crew, which is no weapon of the vehicle (see NE-VHIT-05)."""
    return any(sidearm() for profile in t.weapon(who, weapon).profiles for sidearm in profile.windows[Trait.sidearm])


def bear_engine(t: Table, d: Damaged) -> None:
    """Engine: Glancing stalls it; Penetrating takes a Wound, Catastrophic two, and from now on it moves no more than
    its Movement in one activation; then a Handling test, at -1 if Catastrophic, or it loses control (NE-VHIT-06)."""
    if d.result == GLANCING:
        t.stall(d.who, "NE-VHIT-06")
        return
    t.wound(d.who, 1 if d.result == PENETRATING else 2, "NE-VHIT-06")
    t.cap_movement(d.who)


def bear_crew(t: Table, d: Damaged) -> None:
    """Crew: Penetrating is a Flesh Wound of the driver; Catastrophic, and it blacks out: the vehicle loses control,
    stalls, and is not Ready until the driver recovers (NE-VHIT-07)."""
    if d.result == PENETRATING:
        t.add_flesh(d.who, 1, "NE-VHIT-07")
        return
    black_out(t, d.who)


def black_out(t: Table, who: int) -> None:
    """A driver blacks out (see NE-VHIT-07)."""
    t.afflict(who, BLACKED_OUT, "NE-VHIT-07")
    t.set_ready(who, False)
    t.set_idle(who, True)


def bear_drive(t: Table, d: Damaged) -> None:
    """Drive: Penetrating takes a Wound and 1 off Handling for the battle, Catastrophic two of each; then a Handling
    test, or it loses control (NE-VHIT-08)."""
    by = {GLANCING: 0, PENETRATING: 1, CATASTROPHIC: 2}[d.result]
    if by:
        t.wound(d.who, by, "NE-VHIT-08")
        t.worsen_handling(d.who, by)


# -- and then ----------------------------------------------------------------------------------------------------------


def is_spent(t: Table, d: Damaged) -> bool:
    """Whether it has no Wounds left."""
    return t.in_play(d.who) and not t.model(d.who).wounds


def collapse(t: Table, d: Damaged) -> Rule[None]:
    """At no Wounds it is a wreck (see NE-VHIT-10)."""
    yield from ()
    t.begin(Wreck(d.who, by=d.by))


def is_whole(t: Table, d: Damaged) -> bool:
    """Whether it is still in play: a wreck takes no Handling test (see NE-VHIT-05)."""
    return t.in_play(d.who)


def steady(t: Table, d: Damaged) -> Rule[None]:
    """The Handling test of the row (see NE-VHIT-05 to NE-VHIT-08)."""
    who, result = d.who, d.result
    if d.location == CREW and result == CATASTROPHIC:
        lose_control(t, who, stalls=True)
    elif d.location == BODY and result == CATASTROPHIC:
        yield from handle_or_lose(t, who, "damage", "NE-VHIT-05")
    elif d.location == BODY or (d.location == CREW and result == GLANCING):
        if not (yield from keeps_control(t, who, "damage", "NE-VHIT-05")):
            t.stall(who, "NE-VHIT-05")
    elif d.location == ENGINE and result != GLANCING:
        more = (Modifier(-1, CATASTROPHIC, "NE-VHIT-06"),) if result == CATASTROPHIC else ()
        yield from handle_or_lose(t, who, "damage", "NE-VHIT-06", *more)
    elif d.location == DRIVE:
        yield from handle_or_lose(t, who, "damage", "NE-VHIT-08")
