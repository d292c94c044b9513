"""Why the plane refuses something: a code with its numbers, from which a game makes words and names the rule."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Fault(StrEnum):
    """What is wrong with a place, a leg, a whole move, or terrain; the numbers that come with it are named in
    brackets."""

    # A place to stand in.
    OUTSIDE = "outside"
    """The base is not wholly on the board."""
    NO_SURFACE = "no surface"
    """There is neither floor nor deck at that height (inches)."""
    BARE_TOP = "bare top"
    """There is the top of a part at that height (inches), but none to stand on."""
    IN_PART = "in part"
    """The base is in a solid part."""
    IN_LADDER = "in ladder"
    IN_OPENING = "in opening"
    IN_HAZARD = "in hazard"
    """The base touches a hazardous area."""
    ON_BASE = "on base"
    """The base is on another one."""

    # A leg.
    NOT_THERE = "not there"
    """It does not lead to the chosen height."""
    TOO_DEAR = "too dear"
    """It costs more than wanted (inches)."""
    HAZARD = "hazard"
    IN_THE_WAY = "in the way"
    NO_ROOM = "no room"
    """To drop to."""
    DROP_HAZARD = "drop hazard"
    AT_HEIGHT = "at height"
    """It is at the chosen height already."""
    TOO_HIGH = "too high"
    """What is climbed begins higher up than allowed (inches)."""
    CLOSED_FLOOR = "closed floor"
    """A floor that cannot be gone through carries the base."""
    NO_ROOM_UNDER = "no room under"
    CAUGHT = "caught"
    WALL = "wall"
    """To be climbed."""
    NO_CLIMB = "no climb"
    """The gait cannot climb."""
    LONG_CLIMB = "long climb"
    """A single climb is higher than allowed (inches)."""
    OVERHEAD = "overhead"
    UNSEEN = "unseen"
    """What is climbed is not seen."""
    NO_TERRAIN = "no terrain"
    """To jump from."""
    LOW_JUMP = "low jump"
    """From what is too low, or no deck."""
    FAR_JUMP = "far jump"
    """So far beyond the edge (inches)."""
    WALL_JUMP = "wall jump"
    NO_CENTRE = "no centre"
    """A jump on to terrain does not end over it."""
    JUMP_HEIGHT = "jump height"
    """A jump does not lead to the chosen height."""
    OFF_BOARD = "off board"

    # A whole move.
    ACROSS_ENEMY = "across enemy"
    ENTERS = "enters"
    """A control range it may not enter."""
    LEAVES = "leaves"
    """A control range it may not leave."""
    ENDS_ENGAGED = "ends engaged"
    """In a control range it may not end in."""
    ENDS_FREE = "ends free"
    """In no control range, though it must."""
    TOO_LONG = "too long"
    """It costs more than it may (inches, inches allowed)."""
    NO_ROUTE = "no route"

    # Every move there could be.
    NOBODY = "nobody"
    """There is no enemy to end next to."""
    NOBODY_NEAR = "nobody near"
    """No enemy to end next to is near enough (inches, inches to the nearest)."""
    NO_PLACE = "no place"
    """No place within the inches takes the base out of control ranges (inches)."""
    NO_PLACE_NEXT = "no place next"
    """No place within the inches takes the base in the control range of an enemy (inches)."""
    NO_WAY = "no way"
    """No way of those inches leads to a place that does (inches)."""
    NO_WAY_NEXT = "no way next"
    """No way of those inches leads to a place next to an enemy (inches)."""

    # Terrain.
    NO_PRISM = "no prism"
    """A part, area or board that has no proper outline or heights, or stands over the edge."""
    NO_GATE = "no gate"
    """A part of a hatchway that does not say when it is there."""
    MISFILED = "misfiled"
    """Ids that are used twice or lead nowhere."""


STANDING = (
    *(
        Fault.OUTSIDE,
        Fault.NO_SURFACE,
        Fault.BARE_TOP,
        Fault.IN_PART,
        Fault.IN_LADDER,
        Fault.IN_OPENING,
        Fault.IN_HAZARD,
    ),
    Fault.ON_BASE,
)
"""What can be wrong with a place to stand in."""


class Refused(NamedTuple):
    """Why a place, a leg or a path is not legal."""

    fault: Fault
    numbers: tuple[float, ...] = ()
    part: str = ""
    at: tuple[int, int] = (0, 0)
    leg: int = 1
    rule: str = ""
    """What the terms of the move name for it, if they do."""
