"""A whole move: its legs one after the other, the bases and control ranges it passes, and where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot
from typing import NamedTuple

from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import ALLOWANCE, WALKING, Charge, Gait, Increment, Step, dropped
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body, Spot
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.sight import control_of_spot, in_control

SAMPLE = 0.05
"""Inches between the points of a leg at which control ranges and mines are tested."""


class Enemy(NamedTuple):
    """An enemy, and what the move may do about his control range."""

    body: Body
    enter: bool = False
    """Whether the path may enter it."""
    leave: bool = True
    """Whether the path, once in it, may leave it again."""
    end: bool = False
    """Whether the move may end in it."""
    through: bool = False
    """Whether the path may pass across his base: an ability lets it move through enemies."""


class Terms(NamedTuple):
    """What a move is judged by: its inches, how it may be made, and who stands around."""

    inches: int
    gait: Gait = WALKING
    enemies: tuple[Enemy, ...] = ()
    friends: tuple[Body, ...] = ()
    mines: tuple[Spot, ...] = ()
    engage: bool = False
    """Whether the move must end in the control range of an enemy."""
    limit_rule: str = ""
    """What the game has to say how far: the refusal of a path that is too long names it."""
    end_rule: str = ""
    """What the game has to say that it may not end in a control range."""


class Trigger(NamedTuple):
    """A mine that a path sets off: which, on which leg, and where the mover is then."""

    mine: int
    leg: int
    body: Body


class Move(NamedTuple):
    """A legal move, leg by leg."""

    start: Body
    steps: tuple[Step, ...]
    legs: tuple[Increment, ...]
    costs: tuple[int, ...]
    """Inches charged for each leg: legs in one direction are rounded together."""
    end: Body
    triggers: tuple[Trigger, ...] = ()

    @property
    def cost(self) -> int:
        """Inches charged in all."""
        return sum(self.costs)

    @property
    def charges(self) -> tuple[tuple[Charge, ...], ...]:
        """What each inch was for, leg by leg."""
        return tuple(leg.charges for leg in self.legs)


def path(ground: Ground, start: Body, steps: tuple[Step, ...], terms: Terms) -> Move | Refused:
    """Judge a move: every leg in turn, then its end and its length; refused with the first leg that fails."""
    here, allowance, ladder = start, ALLOWANCE, True
    legs: list[Increment] = []
    costs: list[int] = []
    triggers: list[Trigger] = []
    inside: list[int] = []
    run = 0.0
    for number, step in enumerate(steps, 1):
        leg = increment(ground, here, step, terms.gait, allowance, ladder)
        if isinstance(leg, Refused):
            return leg._replace(leg=number)
        refused = _bases(here, leg, terms) or _rings(ground, here, leg, terms, inside)
        if refused is not None:
            return refused._replace(leg=number)
        triggers += [Trigger(mine, number, body) for mine, body in _mines(ground, here, leg, terms, triggers)]
        ahead = run if number > 1 and terms.gait.merge and _same_way(start, steps, number) else 0.0
        run = ahead + leg.length
        costs.append(
            leg.cost
            - _walked(leg)
            + (whole_inches(run) - whole_inches(ahead) if terms.gait.merge and not step.jump else _walked(leg))
        )
        allowance = dropped(leg.drops, allowance)[1]
        ladder = ladder and not leg.ladder
        legs.append(leg)
        here = leg.end
    return _ended(ground, Move(start, steps, tuple(legs), tuple(costs), here, tuple(triggers)), terms)


def _walked(leg: Increment) -> int:
    """The horizontal inches of a leg."""
    return sum(charge.inches for charge in leg.charges if charge.kind in {"walk", "jump"})


def _same_way(start: Body, steps: tuple[Step, ...], number: int) -> bool:
    """Whether a leg goes on in the direction of the one before, both walked."""
    step, last = steps[number - 1], steps[number - 2]
    if step.jump or last.jump:
        return False
    before = (start.x, start.y) if number == 2 else (steps[number - 3].x, steps[number - 3].y)
    ax, ay = last.x - before[0], last.y - before[1]
    bx, by = step.x - last.x, step.y - last.y
    return ax * by == ay * bx and ax * bx + ay * by > 0


def _bases(start: Body, leg: Increment, terms: Terms) -> Refused | None:
    """Refuse a leg whose sweep overlaps an enemy base by more than EPS where heights meet; friends are passed."""
    for enemy in terms.enemies:
        if enemy.through:
            continue
        if _close(start, leg.end, enemy.body, start.radius + enemy.body.radius) and strikes(start, leg, enemy.body):
            return Refused(Fault.ACROSS_ENEMY, at=(enemy.body.x, enemy.body.y))
    return None


def strikes(start: Body, leg: Increment, other: Body) -> bool:
    """Whether the sweep of a leg overlaps another base by more than EPS where heights meet."""
    reach = start.radius + other.radius - EPS
    if nearest_along(start, leg.end, other)[0] >= reach:
        return False
    low, high, tall = other.z / INCH, (other.z + other.height) / INCH, start.height / INCH
    cx, cy, ux, uy = _direction(start, leg.end, leg.length)
    ox, oy = other.x / INCH, other.y / INCH
    last = start.z / INCH
    for stage in leg.stages:
        along = min(max((ox - cx) * ux + (oy - cy) * uy, stage.begin), stage.end)
        if (
            hypot(cx + ux * along - ox, cy + uy * along - oy) < reach
            and min(high, stage.z + tall) - max(low, stage.z) > EPS
        ):
            return True
        if hypot(cx + ux * stage.begin - ox, cy + uy * stage.begin - oy) < reach:
            if min(high, max(last, stage.z) + tall) - max(low, min(last, stage.z)) > EPS:
                return True
        last = stage.z
    return False


def _close(start: Body, end: Body, other: Body, reach: float) -> bool:
    """Whether another base may be that near to a leg at all: a quick look at the box around it."""
    far = reach * INCH + 1
    x, y = other.x, other.y
    return (
        min(start.x, end.x) - far <= x <= max(start.x, end.x) + far
        and min(start.y, end.y) - far <= y <= max(start.y, end.y) + far
    )


def _direction(start: Body, end: Body, length: float) -> tuple[float, float, float, float]:
    """Where a leg starts and its unit direction, in inches."""
    x, y = start.x / INCH, start.y / INCH
    return (x, y, (end.x / INCH - x) / length, (end.y / INCH - y) / length) if length > 0 else (x, y, 0.0, 0.0)


def nearest_along(start: Body, end: Body, other: Body | Spot) -> tuple[float, float]:
    """How near a straight leg comes to a centre, and where along it."""
    length = hypot(end.x - start.x, end.y - start.y) / INCH
    x, y, ux, uy = _direction(start, end, length)
    ox, oy = other.x / INCH, other.y / INCH
    along = min(max((ox - x) * ux + (oy - y) * uy, 0.0), length)
    return hypot(x + ux * along - ox, y + uy * along - oy), along


def samples(start: Body, leg: Increment) -> Iterator[Body]:
    """The mover at every 0.05" of a leg, start and end included, in hundredths and in order; where he climbs or drops
    at every 0.05" of height as well."""
    x, y, ux, uy = _direction(start, leg.end, leg.length)
    count, height = ceil(leg.length / SAMPLE - EPS), start.z / INCH
    for stage in leg.stages:
        rise = stage.z - height
        if abs(rise) > EPS:
            px, py = round((x + ux * stage.begin) * INCH), round((y + uy * stage.begin) * INCH)
            steps = ceil(abs(rise) / SAMPLE - EPS)
            for number in range(steps + 1):
                yield start._replace(x=px, y=py, z=round((height + rise * number / steps) * INCH))
        height = stage.z
        first, last = ceil((stage.begin - EPS) / SAMPLE), min(floor((stage.end + EPS) / SAMPLE), count - 1)
        for number in range(first, last + 1):
            at = number * SAMPLE
            yield start._replace(x=round((x + ux * at) * INCH), y=round((y + uy * at) * INCH), z=round(height * INCH))
    yield leg.end


def _rings(ground: Ground, start: Body, leg: Increment, terms: Terms, inside: list[int]) -> Refused | None:
    """Refuse a leg that enters a control range it may not enter, or leaves one it may not leave."""
    for number, enemy in enumerate(terms.enemies):
        if enemy.enter and enemy.leave:
            continue
        reach = start.radius + enemy.body.radius + 1 + EPS
        near = _close(start, leg.end, enemy.body, reach) and nearest_along(start, leg.end, enemy.body)[0] <= reach
        if not near and number not in inside:
            continue
        for body in samples(start, leg):
            held = in_control(ground.board, body, enemy.body)
            if held and not enemy.enter:
                return Refused(Fault.ENTERS, at=(body.x, body.y))
            if held and number not in inside:
                inside.append(number)
            if not held and number in inside:
                return Refused(Fault.LEAVES, at=(body.x, body.y))
    return None


def _mines(ground: Ground, start: Body, leg: Increment, terms: Terms, before: list[Trigger]) -> list[tuple[int, Body]]:
    """The mines that a leg sets off, each at the first tested point with it within 1" and visible."""
    found: list[tuple[int, Body]] = []
    for number, mine in enumerate(terms.mines):
        if any(trigger.mine == number for trigger in before):
            continue
        if nearest_along(start, leg.end, mine)[0] > start.radius + mine.radius + 1 + EPS:
            continue
        for body in samples(start, leg):
            if control_of_spot(ground.board, body, mine).inside:
                found.append((number, body))
                break
    return found


def _ended(ground: Ground, move: Move, terms: Terms) -> Move | Refused:
    """The move, if it ends where the mover can be placed, as its terms want it, within its inches."""
    number, at = max(1, len(move.steps)), (move.end.x, move.end.y)
    others = (*terms.friends, *(enemy.body for enemy in terms.enemies))
    wrong = stands(ground, move.end, others)
    if wrong is not None:
        return wrong._replace(at=at, leg=number)
    engaged = [enemy for enemy in terms.enemies if in_control(ground.board, move.end, enemy.body)]
    for enemy in engaged:
        if not enemy.end:
            return Refused(Fault.ENDS_ENGAGED, (), "", at, number, terms.end_rule)
    if terms.engage and not engaged:
        return Refused(Fault.ENDS_FREE, (), "", at, number)
    if move.cost > terms.inches:
        return Refused(Fault.TOO_LONG, (move.cost, terms.inches), "", at, number, terms.limit_rule)
    return move
