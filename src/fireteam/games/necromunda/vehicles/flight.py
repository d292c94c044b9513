"""Broken vehicles: Break For Air and Burn Out (NE-VEH-18 to NE-VEH-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.movement.flight import FAR
from fireteam.games.necromunda.positions import hull, shape
from fireteam.games.necromunda.sight import OPEN, eye_of
from fireteam.games.necromunda.state import MOBILE, Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.actions import limits
from fireteam.games.necromunda.vehicles.hulls import in_the_way, pays_double, speed
from fireteam.games.necromunda.vehicles.moving import Driving, driven
from fireteam.games.necromunda.vehicles.smoke import BurnOut
from fireteam.kit.agenda import Sequence as Steps_
from fireteam.kit.agenda import Steps
from fireteam.kit.plane.drives import DRIVE, LEFT, RIGHT, Drives, Leg, Limits, key_of
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.hulls import Pose, Roam, What, slide, turn
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.plan import FLIMSY, Block
from fireteam.space.plane.free.seeing import POINTS, hidden
from fireteam.space.plane.free.shapes import Hull, Others, Shape

TOLERANCE = 0.05
"""Inches by which an end may be nearer to an enemy than the best and still be as good (see NE-VEH-19)."""
DICE, HALF_TURN = 3, 180
AWAY, OUT_OF_SIGHT, IN_COVER = 4, 2, 1
COLLIDES, STOPS = 1, 2
"""What a way runs into: something that gives way, or is pushed; something that stops it for good."""


def flee(t: Table, who: int) -> Rule[bool]:
    """A vehicle that breaks, or is activated Broken, loses Ready and at once breaks for air if it is Mobile, and burns
    out if it is not (NE-VEH-18)."""
    yield from ()
    if not t.is_vehicle(who):
        return False
    t.set_ready(who, False)
    t.tell("runs", "NE-VEH-18", who=t.name(who))
    t.begin(BreakForAir(who) if t.model(who).stance == MOBILE else BurnOut(who))
    return True


class BreakForAir(Steps_, Frame):
    """A Broken vehicle flees (see NE-VEH-19)."""

    kind = "break for air"
    who: int

    @staticmethod
    def steps() -> Steps[Table, BreakForAir]:
        """How far, then where to."""
        return (run,)


class Refuge:
    """How good a pose is for a vehicle that flees: its class and its gap to the nearest enemy (see NE-VEH-19)."""

    def __init__(self, t: Table, who: int) -> None:
        self.foes: list[tuple[Shape, tuple[int, int, int], bool]] = []
        self.field, self.clouds = t.field, t.clouds()
        self.ground = t.ground
        for foe in t.enemies(who):
            viewer = eye_of(t, foe)
            looks = not t.is_injured(foe)
            self.foes.append((shape(t, foe), viewer[:3], looks))

    def gap(self, pose: Hull) -> float:
        """The gap to the nearest enemy."""
        return min((gap(pose, foe) for foe, _, _ in self.foes), default=99.0)

    def seen(self, pose: Hull) -> int:
        """Out of sight, in cover from all that see it, or neither, as bits."""
        worst = OUT_OF_SIGHT | IN_COVER
        for _, eye, looks in self.foes:
            if looks:
                count = hidden(self.ground, eye, pose, (), self.clouds)
                if count == 0:
                    return OPEN
                worst = min(worst, OUT_OF_SIGHT | IN_COVER if count >= POINTS else IN_COVER)
        return worst

    def grade(self, pose: Hull) -> tuple[int, float]:
        """Class and gap."""
        far = self.gap(pose)
        return (AWAY if far > FAR else 0) | self.seen(pose), far


class Refuges(Drives):
    """The drives that lead a fleeing vehicle to the best place: farther than 3" from all enemies, then out of sight,
    then in cover, then as far as possible, within 0.05" (see NE-VEH-19)."""

    def __init__(
        self, field: Field, box: Hull, limits: Limits, rules: tuple[str, ...], refuge: Refuge, others: Others
    ) -> None:
        super().__init__(field, box, limits, rules)
        self.refuge, self.others = refuge, others

    @cached_property
    def best(self) -> tuple[int, float, Pose]:
        """The best pose of those that it reaches without meeting anything: the farthest of the best class."""
        poses = Roam(self.field, self.hull, self.limits.inches, self.others, self.limits.doubled).poses
        ranked = sorted(((self.refuge.gap(pose.hull), number) for number, pose in enumerate(poses)), reverse=True)
        found: tuple[int, float, Pose] | None = None
        for far, number in ranked:
            away = AWAY if far > FAR else 0
            if found is not None and found[0] >= away | OUT_OF_SIGHT | IN_COVER:
                break
            grade = away | self.refuge.seen(poses[number].hull)
            if found is None or grade > found[0]:
                found = grade, far, poses[number]
        assert found is not None
        return found

    def fault(self, legs: Sequence[Leg]) -> str:
        reason = super().fault(legs)
        if reason:
            return reason
        grade, far = self.refuge.grade(self.ends(legs)[0][-1])
        best, farthest, _ = self.best
        met = self.met(legs)
        if met & STOPS or (met and (best & AWAY or not grade & AWAY)):
            return "it runs into nothing on its way"
        if grade < best or (grade == best and far < farthest - TOLERANCE):
            return f'it ends as well as it can: in class {best}, {farthest:.2f}" from the nearest enemy'
        return ""

    def met(self, legs: Sequence[Leg]) -> int:
        """What a drive runs into, as bits: a collision is left for when no other way leads away from all enemies."""
        found, here = 0, self.hull
        for leg in legs:
            way = (
                turn(self.field, here, leg.turned, self.others)
                if leg.how in (LEFT, RIGHT)
                else slide(self.field, here, here.facing, leg.size, self.others)
            )
            for contact in way.contacts:
                if contact.what == What.HULL or (contact.what == What.BLOCK and self.gives_way(contact.number)):
                    found |= COLLIDES
                elif contact.what != What.DISC:
                    found |= STOPS
            here = way.end
        return found

    def gives_way(self, piece: int) -> bool:
        """Whether a piece is flimsy."""
        block = self.field.pieces[piece]
        return isinstance(block, Block) and bool(block.bits & FLIMSY)

    def legs_of(self, pose: Pose) -> tuple[Leg, ...]:
        """The legs of a pose, those in one direction joined."""
        joined: list[Leg] = []
        for inches, by in pose.legs:
            if inches and joined and joined[-1].how == DRIVE:
                joined[-1] = Leg(DRIVE, joined[-1].size + inches)
            elif inches:
                joined.append(Leg(DRIVE, inches))
            else:
                if joined and joined[-1].how in (LEFT, RIGHT):
                    by += joined.pop().turned
                by = (by + HALF_TURN - 1) % (2 * HALF_TURN) - HALF_TURN + 1
                joined.append(Leg(LEFT if by >= 0 else RIGHT, abs(by)))
        return tuple(joined) or (Leg(DRIVE, 0.0),)

    def suggest(self, count: int) -> list[Option]:
        return [self.option(self.legs_of(self.best[2]))]

    def find(self, key: str) -> Option | None:
        best = self.legs_of(self.best[2])
        return self.option(best) if key == key_of(best) else super().find(key)

    def draw(self, draw: Callable[[], float]) -> Option | None:
        return self.suggest(1)[0]

    def outline(self) -> dict[str, Any]:
        pose = self.best[2].hull
        return {**super().outline(), "best": [pose.x, pose.y, pose.z, pose.facing]}


def run(t: Table, b: BreakForAir) -> Rule[None]:
    """Up to 3D6 inches forward with any number of turns, to the best place for it, without a collision on the way
    (NE-VEH-19)."""
    if t.state.active != b.who:
        t.forget_activation(b.who)  # the flight is an activation of its own (see NE-NRV-03)
    faces = yield Roll(t.roller(b.who), topic("flight of {who}", t.name(b.who)), DICE)
    inches = sum(faces)
    t.tell("flight_roll", "NE-VEH-19", who=t.name(b.who), inches=inches)
    found = limits(t, b.who, 100 * inches, pivots=-1, degrees=HALF_TURN)._replace(doubled=pays_double(t, b.who))
    others, _ = in_the_way(t, (b.who,))
    region = Refuges(t.ground, hull(t, b.who), found, ("NE-VEH-19",), Refuge(t, b.who), others)
    pick: Option = yield t.ask(t.side(b.who), topic("refuge of {who}", t.name(b.who)), tuple, region)
    t.begin(Driving(b.who, driven(pick.args), "NE-VEH-19", speed(t, b.who)))
