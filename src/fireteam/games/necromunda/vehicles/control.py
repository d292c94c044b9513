"""Handling, and losing control: swerves, jackknifes, rolls (NE-VLOC)."""

from __future__ import annotations

from functools import partial

from fireteam.core.questions import Rule, Ways
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import (
    CIRCLE,
    CONTROL,
    JACKKNIFE,
    ROLL,
    SWERVE,
    d3,
    d6,
    direction,
    vehicle_dice,
    ways_round,
)
from fireteam.games.necromunda.state import MOBILE, Frame
from fireteam.games.necromunda.stats import half, movement
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.hulls import meets_nothing, speed
from fireteam.games.necromunda.vehicles.moving import Driving
from fireteam.games.necromunda.vehicles.wrecks import Wreck
from fireteam.kit.agenda import Sequence, Steps, then, when
from fireteam.kit.plane.drives import DRIVE, LEFT, RIGHT, SLIDE, Leg

TURNS = {SWERVE: 45, JACKKNIFE: 90}
"""Degrees that a vehicle out of control turns (see NE-VLOC-02)."""
FARTHEST = 6.0
"""Inches that a vehicle tumbles at most (see NE-VLOC-03)."""


class LosingControl(Sequence, Frame):
    """A vehicle is out of control (see NE-VLOC-01)."""

    kind = "losing control"
    who: int
    stalls: bool = False
    """Whether its engine dies with it (see NE-VHIT-07)."""
    rolled: bool = False

    @staticmethod
    def steps() -> Steps[Table, LosingControl]:
        """The Control dice and what they do, then a wreck or a dead engine (see NE-VLOC-03)."""
        return (swerve, when(come_to_rest, is_there), then(die_down, is_there))


def is_there(t: Table, c: LosingControl) -> bool:
    """Whether the vehicle is still in play."""
    return t.in_play(c.who)


def swerve(t: Table, c: LosingControl) -> Rule[None]:
    """The vehicle turns by 45 or 90 degrees to the side rolled and, if it is Mobile, goes on for half its Movement
    (NE-VLOC-02); a roll is another matter."""
    seat = t.roller(c.who)
    (face,) = yield from vehicle_dice(seat, topic("Control dice of {who}", t.name(c.who)), CONTROL)
    side = yield from d6(seat, topic("side to which {who} swerves", t.name(c.who)), (1, 1, 1, 4, 4, 4))
    left = side <= 3
    t.tell("loses_control", "NE-VLOC-01", who=t.name(c.who), what=face, to_left=left)
    give_up_way(t, c.who)
    mobile = t.model(c.who).stance == MOBILE
    if face == ROLL:
        c.rolled = True
        if mobile:
            yield from tumble(t, c)
        return
    legs = [Leg(LEFT if left else RIGHT, TURNS[face])]
    if mobile:
        legs.append(Leg(DRIVE, half(t, movement(t, c.who)) / 100))
    t.begin(Driving(c.who, tuple(legs), "NE-VLOC-02", speed(t, c.who), forced=True))


def give_up_way(t: Table, who: int) -> None:
    """Who loses control loses what is left of the move under way (see NE-VEH-12)."""
    for frame in t.state.agenda:
        if isinstance(frame, Driving) and frame.who == who:
            frame.stopped, frame.lost = True, frame.lost or frame.number < len(frame.legs)


def tumble(t: Table, c: LosingControl) -> Rule[None]:
    """A Mobile vehicle that flips tumbles twice D3 inches in a random direction and hits what it meets, but takes no
    more damage itself; then it is a wreck (NE-VLOC-03)."""
    seat = t.roller(c.who)
    about = topic("direction in which {who} tumbles", t.name(c.who))
    way = yield from direction(seat, about, partial(tumbles, t, c.who))
    inches = 2 * (yield from d3(seat, topic("how far {who} tumbles", t.name(c.who))))
    t.begin(Driving(c.who, (Leg(SLIDE, inches, way),), "NE-VLOC-03", speed(t, c.who), forced=True, tumbles=True))


def tumbles(t: Table, who: int) -> Ways:
    """The directions of a tumble that make a difference: those in which nothing can be met are alike."""
    free = meets_nothing(t, who, FARTHEST, range(CIRCLE))
    return ways_round(["nothing" if free[way] else way for way in range(CIRCLE)])


def come_to_rest(t: Table, c: LosingControl) -> Rule[None]:
    """A vehicle that has rolled over has no Wounds left and is a wreck (see NE-VLOC-03)."""
    yield from ()
    if c.rolled:
        t.wound(c.who, t.model(c.who).wounds, "NE-VLOC-03")
        t.begin(Wreck(c.who))


def die_down(t: Table, c: LosingControl) -> Rule[None]:
    """Its engine dies after the swerve, if that is how it lost control (see NE-VHIT-07)."""
    yield from ()
    if c.stalls:
        t.stall(c.who, "NE-VHIT-07")
