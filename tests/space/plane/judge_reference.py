"""The slow judge of a leg, in objects and exceptions: what the kernels must agree with (KT-GEO-16, KT-GEO-17)."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import NamedTuple

from fireteam.games.killteam.content.terrain import ACCESSIBLE, INSIGNIFICANT, VANTAGE
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.legs import ALLOWANCE, WALKING, Charge, Gait, Increment, Stage, Step, dropped
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.placing import Ground, Shape, raised
from tests.space.plane.course_reference import TINY, Course, Span


def lowered(height: float, under: Iterable[Shape]) -> float:
    """The surface beneath an Insignificant Vantage part someone stands on: what he moves on (KT-TT-06, KT-GEO-13)."""
    steps = [
        shape.bottom
        for shape in under
        if shape.standing and shape.flags & INSIGNIFICANT and abs(shape.top - height) <= EPS
    ]
    return min(steps, default=height)


def judged_slowly(
    ground: Ground,
    start: Body,
    step: Step,
    gait: Gait = WALKING,
    allowance: int = ALLOWANCE,
    ladder: bool = True,
    near: list[Shape] | None = None,
    limit: int = 99,
) -> Increment | Refused:
    """Judge one straight leg against terrain, hazards and the edge of the board: its cost item by item, or why not
    (KT-GEO-16)."""
    course = Course(ground, start, step.x, step.y, near)
    if min(course.x1, course.y1, ground.width - course.x1, ground.height - course.y1) < start.radius - EPS:
        return Refused("the base would leave the killzone", "KT-BASE-05", at=(step.x, step.y))
    judge = _Judge(course, step, gait, allowance, ladder and step.ladder, limit)
    try:
        way = judge.jump() if step.jump else judge.walk()
    except Stop as stop:
        return Refused(stop.reason, stop.rule, stop.part, course.point(stop.at))
    return judge.finish(way)


class Stop(Exception):
    """One way of taking the leg ends here; another may not."""

    def __init__(self, reason: str, rule: str, part: str, at: float) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.part = part
        self.at = at


class Plan(NamedTuple):
    """A change of level in mid-leg that the mover chose: on to an overhead floor, or down through an Accessible one."""

    at: float
    shape: Shape


class Way:
    """One way of taking a leg, as far as it has been followed."""

    __slots__ = ("charges", "drops", "held", "ladder", "paid", "s", "stages", "z")

    def __init__(self, s: float, z: float, ladder: bool) -> None:
        self.s = s
        self.z = z
        self.held = s
        """How far a climb taken before contact carries the mover."""
        self.ladder = ladder
        """Whether the ladder climb of the action is still there."""
        self.charges: list[Charge] = []
        self.drops: list[int] = []
        self.stages: list[Stage] = []
        self.paid: list[int] = []
        """Razor wire already paid for on this leg."""

    def fork(self) -> Way:
        """The same way, to be followed differently."""
        other = Way(self.s, self.z, self.ladder)
        other.held = self.held
        other.charges, other.drops = [*self.charges], [*self.drops]
        other.stages, other.paid = [*self.stages], [*self.paid]
        return other

    def advance(self, s: float) -> None:
        """Go on at the same height."""
        if s > self.s:
            self.stages.append(Stage(self.s, s, self.z))
            self.s = s

    def cost(self) -> int:
        """Inches charged so far, the horizontal ones left aside."""
        return sum(charge.inches for charge in self.charges)


class _Judge:
    """Follows a leg from event to event: contact, hazard, end of support, end of the leg."""

    def __init__(self, course: Course, step: Step, gait: Gait, allowance: int, ladder: bool, limit: int) -> None:
        self.course = course
        self.limit = limit
        self.ground = course.ground
        self.step = step
        self.gait = gait
        self.allowance = allowance
        self.tall = course.height
        self.length = course.length
        begin = lowered(course.start.z / INCH, course.under_start)
        self.first = Way(0.0, begin, ladder and bool(self.ground.ladders))
        self.begin = begin
        self.jumped = False

    # -- walking -------------------------------------------------------------------------------------------------------

    def walk(self) -> Way:
        """The cheapest legal way to walk the leg, at the chosen height if one was chosen."""
        ways: list[tuple[Way, Plan | None]] = [(self.first.fork(), None)]
        if self.step.z is not None:
            ways += [(self.first.fork(), plan) for plan in self.plans(self.step.z)]
        return self.cheapest(ways)

    def cheapest(self, ways: list[tuple[Way, Plan | None]]) -> Way:
        """Follow ways from event to event, always the cheapest so far; the first to arrive is the cheapest of all."""
        heap: list[tuple[int, int, Way, Plan | None]] = []
        seen: dict[tuple[object, ...], None] = {}
        count = 0
        stop = Stop("the leg does not lead to the chosen height", "KT-GEO-16", "", self.length)
        refusals = 0
        for way, plan in ways:
            # A plan is a climb (1" by ladder), or a floor that costs 1" to pass.
            down = self.step.z is not None and self.step.z / INCH < self.begin - EPS
            least = 1 if down else 0 if self.gait.flies else min(1, self.gait.least)
            heappush(heap, (0 if plan is None else least, count, way, plan))
            count += 1
        while heap:
            cost, _, way, plan = heappop(heap)
            try:
                following = self.follow(way, plan)
            except Stop as refused:
                stop = refused if refusals == 0 else stop
                refusals += 1
                continue
            if following is None:
                if self.step.z is None or self.height_at_end(way) == self.step.z:
                    return way
                continue
            for other, rest in following:
                cost = self.price(other)
                # Drops of no height change no price.
                fallen = tuple(drop for drop in other.drops if drop)
                key = (round(other.s, 6), round(other.z, 4), round(other.held, 6), other.ladder, fallen, rest)
                if key in seen:
                    continue
                seen[key] = None
                if cost + whole_inches(self.length) > self.limit:
                    stop = (
                        Stop(f'it costs more than {self.limit}"', "KT-REPO-01", "", other.s) if refusals == 0 else stop
                    )
                    refusals += 1
                    continue
                heappush(heap, (cost, count, other, rest))
                count += 1
        raise stop

    def height_at_end(self, way: Way) -> int:
        """The height at which the mover ends, in hundredths, lifted by an Insignificant Vantage part under the
        centre."""
        return round(raised(way.z, self.course.under_end) * INCH)

    def price(self, way: Way) -> int:
        """Inches of a way so far: climbs, passages and drops, and what rounding its stretches apart adds
        (KT-REPO-02)."""
        extra = (
            0
            if self.gait.merge or self.jumped
            else sum(whole_inches(end - begin) for begin, end in self.stretches(way, way.s))
        )
        return way.cost() + sum(dropped(tuple(way.drops), self.allowance)[0]) + extra

    @staticmethod
    def stretches(way: Way, end: float) -> list[tuple[float, float]]:
        """The horizontal stretches between drops, up to there: a climb may be taken early, and cuts nothing
        (KT-REPO-02)."""
        cuts = sorted({0.0, end, *(charge.at for charge in way.charges if charge.kind == "drop")})
        return [(a, b) for a, b in pairwise(cuts) if b - a > EPS]

    def plans(self, wanted: int) -> list[Plan]:
        """Where the mover could change to the chosen height: at contact, up to 1" before, under it, at the start, at
        the end."""
        target = lowered(wanted / INCH, self.course.under_end)
        plans: list[Plan] = []
        if target < self.begin:
            for span in self.course.spans:
                if span.shape.floor and abs(span.shape.top - self.begin) <= EPS and not plans:
                    plans += [Plan(at, span.shape) for at in (self.length, 0.0) if span.over(at)]
            return plans
        for span in self.course.spans:
            shape = span.shape
            if shape.flags & VANTAGE and abs(shape.top - target) <= EPS:
                places = [max(0.0, span.low), max(0.0, span.low - 1), self.length]
                places += [
                    other.low
                    for other in self.course.spans
                    if span.low - 1 - EPS <= other.low <= self.length and other.low > 0
                ]
                places += [low for low, _ in self.course.hazards if span.low - 1 - EPS <= low and low >= 0]
                plans += [
                    Plan(at, shape) for at in sorted(dict.fromkeys(places)) if span.low - 1 - EPS <= at <= self.length
                ]
        return plans

    def follow(self, way: Way, plan: Plan | None) -> list[tuple[Way, Plan | None]] | None:
        """Follow a way to its next event: the ways to go on from there; None if it has come to the end of the leg."""
        contact, hit = self.contact(way)
        hazard = self.hazard(way)
        loss = self.support(way)
        event = min(contact, hazard, loss)
        if plan is not None and plan.at <= event + TINY:
            at = max(way.s, min(plan.at, self.length))
            self.passages(way, at)
            way.advance(at)
            self.change(way, plan.shape)
            return [(way, None)]
        if event == inf:
            self.passages(way, self.length)
            way.advance(self.length)
            return None
        ways: list[Way] = []
        stops: list[Stop] = []
        if loss < min(contact, hazard) + TINY:
            dropping = way.fork()
            try:
                self.drop(dropping, loss)
                ways.append(dropping)
            except Stop as refused:
                stops.append(refused)
        choices, refused_climb = self.climbs(way, event, hit)
        ways += choices
        if refused_climb is not None:
            stops.append(refused_climb)
        if ways:
            return [(other, plan) for other in ways]
        if hazard <= event:
            raise Stop("the base would touch a hazardous area", "KT-BHETA-03", "", hazard)
        raise stops[0] if stops else Stop("a part is in the way", "KT-BASE-04", hit.shape.id if hit else "", event)

    def contact(self, way: Way) -> tuple[float, Span | None]:
        """Where the base first meets a part that obstructs it at its height, and that part (KT-GEO-16)."""
        best, found = inf, None
        for span in self.course.spans:
            if span.high <= way.s + TINY or not self.obstructs(span.shape, way.z):
                continue
            at = span.entry(way.s, way.z, self.tall)
            if at < best:
                best, found = at, span
        return best, found

    def obstructs(self, shape: Shape, z: float) -> bool:
        """Whether a part stands in the way at that height; openings do not, nor does wire that is waded through
        (KT-GEO-16)."""
        if shape.opening >= 0 or (shape.wire and not self.gait.wire_climb):
            return False
        return shape.meets(z, z + self.tall)

    def hazard(self, way: Way) -> float:
        """Where a base on the floor first touches a hazardous area (KT-BHETA-03)."""
        if way.z > EPS or way.held > way.s:
            return inf
        return min((max(low, way.s) for low, high in self.course.hazards if high > way.s + TINY), default=inf)

    def support(self, way: Way) -> float:
        """Where the base is clear of what carries it; infinite on the floor or if it is still carried at the end
        (KT-TM-05)."""
        if way.z <= EPS:
            return inf
        end = max(way.s, way.held)
        carriers = [span for span in self.course.spans if abs(span.shape.top - way.z) <= EPS and span.high > end]
        grown = True
        while grown:
            grown = False
            for span in carriers:
                if span.low <= end + TINY and span.high > end:
                    end, grown = span.high, True
        return end if end <= self.length else inf

    def drop(self, way: Way, at: float) -> None:
        """Drop to the highest part still under the base, else to the floor; a rampart counts as its level
        (KT-TM-05)."""
        self.passages(way, at)
        way.advance(at)
        way.held = at
        start = way.z
        left = [
            span.shape.level
            for span in self.course.spans
            if abs(span.shape.top - start) <= EPS and abs(span.high - at) <= EPS
        ]
        ledge = min((level for level in left if level is not None), default=start) if None not in left else start
        self.land(way, at, min(start, ledge))

    def land(self, way: Way, at: float, measured: float) -> None:
        """Come down at a place: what is under the base carries it, and there must be room (KT-GEO-16)."""
        under = [span.shape.top for span in self.course.spans if span.over(at) and span.shape.top <= way.z + EPS]
        way.z = max(under, default=0.0)
        for span in self.course.spans:
            if span.over(at) and self.obstructs(span.shape, way.z) and span.entry(at, way.z, self.tall) <= at + TINY:
                raise Stop("there is no room to drop to", "KT-GEO-16", span.shape.id, at)
        if way.z <= EPS and any(low < at - TINY and high > at + TINY for low, high in self.course.hazards):
            raise Stop("the drop would end in a hazardous area", "KT-BHETA-03", "", at)
        way.drops.append(0 if self.gait.flies else max(0, round((measured - way.z) * INCH)))
        way.charges.append(Charge("drop", 0, max(0.0, measured - way.z), at, ""))

    def change(self, way: Way, shape: Shape) -> None:
        """Change to the chosen height: climb a Vantage part overhead, or drop through an Accessible floor (KT-GEO-16,
        KT-GEO-17)."""
        if self.step.z is not None and self.step.z / INCH < self.begin - EPS:
            self.sink(way, shape)
            return
        if shape.top <= way.z + EPS:
            raise Stop("the leg is at the chosen height already", "KT-GEO-16", shape.id, way.s)
        high = not self.gait.flies and shape.bottom - way.z > self.gait.reach + EPS
        if high and not any(
            other.solid
            and other.feature == shape.feature
            and other is not shape
            and other.bottom - way.z <= self.gait.reach + EPS
            and not other.ladder
            and other.top <= shape.bottom + EPS
            and self.course.gap(other, way.s) <= 1 + EPS
            for other in self.ground.shapes
        ):
            raise Stop(f'terrain to climb is at most {self.gait.reach}" up', "KT-TM-02", shape.id, way.s)
        low = next((span.low for span in self.course.spans if span.shape is shape), way.s)
        self.lift(way, way.s, max(low, way.s), shape.top, [shape])

    def sink(self, way: Way, shape: Shape) -> None:
        """Drop through the Accessible floor under the base (KT-GEO-17)."""
        at, start = way.s, way.z
        floors = [span.shape for span in self.course.spans if span.over(at) and abs(span.shape.top - start) <= EPS]
        if shape not in floors:
            raise Stop("the leg does not lead to the chosen height", "KT-GEO-16", shape.id, at)
        for floor in floors:
            if not floor.floor:
                raise Stop("a floor that is not Accessible carries the base", "KT-GEO-17", floor.id, at)
        way.charges.append(Charge("opening", 1, 0.0, at, shape.id))
        way.z = min(floor.bottom for floor in floors) - self.tall
        if way.z < -EPS:
            raise Stop("there is no room under the floor", "KT-GEO-16", shape.id, at)
        way.held = at
        self.land(way, at, start)

    # -- climbing ------------------------------------------------------------------------------------------------------

    def climbs(self, way: Way, at: float, hit: Span | None) -> tuple[list[Way], Stop | None]:
        """The climbs a mover has at a place, or up to 1" before contact with what is climbed (KT-TM-02)."""
        reached = [
            span for span in self.course.spans if at - TINY <= span.low <= at + 1 + EPS and span.high > at + TINY
        ]
        reached.sort(key=lambda span: (span.low, span.shape.number))
        ways: list[Way] = []
        stop: Stop | None = None
        if hit is not None and hit.low < at - TINY and abs(hit.entry(way.s, way.z, self.tall) - at) <= TINY:
            return ways, Stop("the base is caught on a part", "KT-BASE-04", hit.shape.id, at)
        top = way.z
        for span in reached:
            if (
                not (self.obstructs(span.shape, way.z) or (top > way.z and self.obstructs(span.shape, top)))
                or span.shape.top <= top + EPS
            ):
                continue
            if span.entry(at, way.z, self.tall) == inf:
                continue
            top, stack = self.stack(span, max(span.shape.top, top))
            for place in self.places(way, at, span.low, top):
                climbing = way.fork()
                try:
                    self.passages(climbing, place)
                    climbing.advance(place)
                    self.lift(climbing, place, span.low, top, stack)
                    ways.append(climbing)
                    break
                except Stop as refused:
                    stop = stop or refused
        return ways, stop

    def stack(self, span: Span, top: float) -> tuple[float, list[Shape]]:
        """The top of a part with whatever stands on it there: one climb (KT-GEO-16)."""
        stack = [span.shape]
        grown = True
        while grown:
            grown = False
            for other in self.course.spans:
                shape = other.shape
                if (
                    abs(other.low - span.low) <= EPS
                    and shape not in stack
                    and self.obstructs(shape, top)
                    and shape.top > top
                ):
                    top, grown = shape.top, True
                    stack.append(shape)
        return top, stack

    def places(self, way: Way, at: float, contact: float, top: float) -> list[float]:
        """Where to take a climb: as late as may be, else before whatever hangs over the base there."""
        hanging = [span.low for span in self.course.spans if span.over(at) and span.shape.meets(way.z, top + self.tall)]
        return [at, *sorted((low for low in hanging if max(way.s, contact - 1 - EPS) <= low < at), reverse=True)]

    def lift(self, way: Way, at: float, contact: float, top: float, stack: list[Shape]) -> None:
        """Climb to a height: allowed, visible, within reach, nothing solid overhead; at least 2" (KT-TM-02,
        KT-TM-03)."""
        part = stack[0]
        rise = top - way.z
        for shape in stack:
            if shape.wall:
                raise Stop("walls cannot be climbed", "KT-GALL-01", shape.id, at)
        flies = self.gait.flies
        if not self.gait.climb and not flies:
            raise Stop("this action cannot climb", "KT-DASH-02", part.id, at)
        long = self.gait.reach + EPS if self.gait.top_edge else inf
        charges = [Charge("climb", 0 if flies else max(self.gait.least, whole_inches(rise)), rise, at, part.id)]
        rungs = self.course.ladder(at, stack) if way.ladder and not flies else -1.0
        helped = False
        if rungs > way.z + EPS:
            rest = max(0.0, top - rungs)
            above = [Charge("climb", max(self.gait.least, whole_inches(rest)), rest, at, part.id)] if rest > EPS else []
            by_ladder = [Charge("ladder", 1, rise - rest, at, part.id), *above]
            cheaper = sum(charge.inches for charge in by_ladder) < charges[0].inches
            helped = rest <= long and (rise > long or cheaper)
            charges = by_ladder if helped else charges
        if rise > long and not helped and not flies:
            raise Stop(f'no single climb passes {self.gait.reach}"', "KT-TM-02", part.id, at)
        for span in self.course.spans:
            shape = span.shape
            if not span.over(at) or not shape.meets(way.z, top + self.tall) or span.entry(at, way.z, self.tall) == inf:
                continue
            if not shape.flags & ACCESSIBLE:
                raise Stop("a solid part overhead stops the climb", "KT-GEO-16", shape.id, at)
            charges.insert(0, Charge("opening", 1, 0.0, at, shape.id))
        if sum(charge.inches for charge in charges) + self.price(way) + whole_inches(self.length) > self.limit:
            raise Stop(f'it costs more than {self.limit}"', "KT-REPO-01", part.id, at)
        # Looked at last, because it takes longest.
        if not flies and not any(self.course.sees(shape, at, way.z) for shape in stack):
            raise Stop("the part to climb is not visible", "KT-TM-02", part.id, at)
        way.charges += charges
        way.ladder = way.ladder and not helped
        way.z = top
        way.held = max(contact, at)

    # -- openings and wire ---------------------------------------------------------------------------------------------

    def passages(self, way: Way, until: float) -> None:
        """Charge the openings the centre enters and the wire the base crosses on the stretch up to there (KT-GEO-17,
        KT-EQ-07)."""
        begin = way.s
        for number, low in self.course.entered:
            opening = self.ground.openings[number]
            if begin - TINY <= low < until - TINY and any(
                shape.meets(way.z, way.z + self.tall) for shape in opening.shapes
            ):
                way.charges.append(Charge("opening", 1, 0.0, low, opening.shapes[0].id))
        for span in self.course.spans:
            shape = span.shape
            if not shape.wire or shape.number in way.paid or span.low == -inf:
                continue
            if span.low < until - TINY and span.high > begin + TINY and way.z - shape.top <= 1 + EPS:
                way.paid.append(shape.number)
                way.charges.append(Charge("wire", self.gait.wire, 0.0, max(span.low, begin), shape.id))

    # -- jumping -------------------------------------------------------------------------------------------------------

    def jump(self) -> Way:
        """A jump: from the edge of what carries the mover, up to 4" of travel, at the height of take-off (KT-TM-07 to
        KT-TM-10)."""
        way = self.first.fork()
        carried = [
            shape
            for shape in self.course.under_start
            if shape.solid and not shape.ladder and abs(shape.top - way.z) <= EPS
        ]
        if way.z <= EPS or not carried:
            raise Stop("a jump starts with the centre over terrain", "KT-TM-07", "", 0.0)
        if self.gait.errata and (way.z <= 2 + EPS or not any(shape.standing for shape in carried)):
            raise Stop('a jump starts from Vantage terrain more than 2" up', "KT-TM-07", carried[0].id, 0.0)
        levels = [shape.level for shape in carried]
        if None not in levels:
            way.z = min(level for level in levels if level is not None)
        edge = self.course.edge(way.z)
        if self.length - edge > 4 + EPS:
            raise Stop(
                f'a jump goes at most 4" beyond the edge, not {self.length - edge:.2f}"', "KT-TM-07", "", self.length
            )
        home = carried[0].feature
        height = way.z
        self.jumped = True
        spans = sorted(self.course.spans, key=lambda span: (span.low, -span.shape.top))
        for span in spans:
            shape = span.shape
            if not self.obstructs(shape, height) or span.entry(0.0, height, self.tall) == inf:
                continue
            if shape.wall:
                raise Stop("walls cannot be jumped over", "KT-GALL-01", shape.id, max(0.0, span.low))
            if (
                shape.level is not None
                and abs(shape.level - height) <= EPS
                and shape.feature == home
                and span.low <= edge + EPS
            ):
                if span.low >= 0.0 and not any(charge.kind in {"climb", "ladder"} for charge in way.charges):
                    self.over_rampart(way, span)
            elif shape.top > height + 1 + EPS:
                if span.low < 0.0:
                    raise Stop("the base is caught on a part", "KT-BASE-04", shape.id, 0.0)
                self.passages(way, span.low)
                way.advance(span.low)
                top, stack = self.stack(span, shape.top)
                self.lift(way, span.low, span.low, top, stack)
                return self.cheapest([(way, None)])
        self.passages(way, self.length)
        way.advance(self.length)
        self.touch_down(way)
        if self.step.z is not None and self.height_at_end(way) != self.step.z:
            raise Stop("the jump does not lead to the chosen height", "KT-GEO-16", "", self.length)
        return way

    def over_rampart(self, way: Way, span: Span) -> None:
        """Climb the rampart of the level one jumps from; the jump still starts from the level (KT-TM-10)."""
        level = way.z
        self.lift(way, span.low, span.low, span.shape.top, [span.shape])
        way.z = level

    def touch_down(self, way: Way) -> None:
        """End a jump: on a surface within 1" of its height at no cost, else drop from there (KT-TM-08, KT-TM-09)."""
        height = way.z
        under = [
            shape.top
            for shape in self.course.under_end
            if shape.solid and not shape.ladder and abs(shape.top - height) <= 1 + EPS
        ]
        if not under:
            for span in self.course.spans:
                if span.over(self.length) and abs(span.shape.top - height) <= 1 + EPS:
                    raise Stop(
                        "a jump on to terrain ends with the centre over it", "KT-TM-07", span.shape.id, self.length
                    )
            self.land(way, self.length, height)
            return
        landing = max(under)
        grown = True
        while grown:
            grown = False
            for span in self.course.spans:
                if span.over(self.length) and self.obstructs(span.shape, landing) and span.shape.top > landing:
                    landing, grown = span.shape.top, True
        way.z = landing

    # -- the result ----------------------------------------------------------------------------------------------------

    def finish(self, way: Way) -> Increment:
        """The leg with its charges in order, the drops charged with what is left of the allowance."""
        charged = iter(dropped(tuple(way.drops), self.allowance)[0])
        charges = [charge._replace(inches=next(charged)) if charge.kind == "drop" else charge for charge in way.charges]
        if self.jumped:
            walked = [Charge("jump", whole_inches(self.length), self.length, 0.0, "")]
        elif self.gait.merge:
            walked = [Charge("walk", whole_inches(self.length), self.length, 0.0, "")] if self.length > 0 else []
        else:
            walked = [
                Charge("walk", whole_inches(end - begin), end - begin, begin, "")
                for begin, end in self.stretches(way, self.length)
            ]
        charges = sorted([*walked, *charges], key=lambda charge: charge.at)
        end = Body(
            self.step.x, self.step.y, self.height_at_end(way), self.course.start.radius, self.course.start.height
        )
        used = self.first.ladder and not way.ladder
        stages = tuple(way.stages) or (Stage(0.0, 0.0, way.z),)
        if abs(stages[-1].z - way.z) > EPS:
            stages = (*stages, Stage(self.length, self.length, way.z))
        return Increment(end, self.length, tuple(charges), stages, tuple(way.drops), used)
