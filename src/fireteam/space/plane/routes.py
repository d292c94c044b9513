"""What a bare destination means: the cheapest route known to it, which the judge of paths then accepts (KT-GEO-18)."""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import hypot, sqrt
from typing import NamedTuple

from fireteam.space.plane.legs import ALLOWANCE, Refused, Step, dropped
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground, settle, stands
from fireteam.space.plane.waypoints import Atlas, Link, atlas_of

MARGIN = 0.012
"""Inches that the search keeps from what the judge tests at hundredths."""
TRIES = 12
"""Routes handed to the judge before a destination is given up."""


class Label(NamedTuple):
    """How a waypoint is reached: inches, legs, what is left of the drop allowance and of the ladder, and from where."""

    cost: int
    legs: int
    node: int
    """Number of the waypoint; -1: the start."""
    allowance: int
    ladder: bool
    step: Step | None
    before: Label | None

    def steps(self) -> tuple[Step, ...]:
        """The legs from the start."""
        found: list[Step] = []
        label: Label | None = self
        while label is not None and label.step is not None:
            found.append(label.step)
            label = label.before
        return tuple(reversed(found))


Heap = list[tuple[int, int, int, int, Label]]
"""Labels to settle: inches, legs, number of the waypoint, order of discovery."""


class Search:
    """All waypoints that a move may reach, each with its cheapest label: label setting over inches and drop allowance (KT-GEO-18)."""

    def __init__(self, ground: Ground, start: Body, terms: Terms) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.atlas: Atlas = atlas_of(ground, start.radius, start.height, terms.gait)
        far = terms.inches * INCH + (2 * start.radius + 2) * INCH
        self.enemies = tuple(enemy for enemy in terms.enemies if hypot(enemy.body.x - start.x, enemy.body.y - start.y) <= far)
        self.origin = Label(0, 0, -1, ALLOWANCE, True, None, None)
        self.labels: dict[int, Label] = {}
        """The cheapest label of each waypoint reached."""
        self._found = 0
        self._set()

    def place(self, label: Label) -> Body:
        """Where a label stands."""
        return self.start if label.node < 0 else self.atlas.nodes[label.node]

    def _set(self) -> None:
        """Settle the waypoints in order of inches, legs and number."""
        heap: Heap = []
        best: dict[int, list[Label]] = {}
        self._spread(self.origin, heap, best)
        settled: dict[int, list[Label]] = {}
        while heap:
            *_, label = heappop(heap)
            done = settled.setdefault(label.node, [])
            if _worse(done, label):
                continue
            done.append(label)
            self.labels.setdefault(label.node, label)
            self._spread(label, heap, best)

    def _spread(self, label: Label, heap: Heap, best: dict[int, list[Label]]) -> None:
        """Go on from a label along the legs of its waypoint: corners see far, lattice points their neighbours."""
        here, left = self.place(label), self.terms.inches - label.cost
        if left <= 0:
            return
        if label.node < self.atlas.corners:
            links = self.atlas.fan(here, left, label.ladder).links
        else:
            links = self.atlas.strides(label.node, label.ladder)
        for link in links:
            if link.inches > left:
                break
            known = best.get(link.target)
            if known is not None:
                first = known[0]
                if first.cost <= label.cost + link.inches and first.allowance >= label.allowance and first.ladder >= label.ladder:
                    if first.cost < label.cost + link.inches or first.legs <= label.legs + 1:
                        continue
            reached = self._along(label, link)
            if reached is None or (known is not None and _worse(known, reached)) or not self.free(here, self.atlas.nodes[link.target]):
                continue
            if known is None:
                best[link.target] = [reached]
            else:
                known.append(reached)
                known.sort(key=lambda one: one[:2])
            self._found += 1
            heappush(heap, (reached.cost, reached.legs, link.target, self._found, reached))

    def _along(self, label: Label, link: Link) -> Label | None:
        """The label at the end of a leg; None if its drops make it too long."""
        if link.inches == 0 and not link.drops:
            # The waypoint is where the mover stands already: no leg.
            return label._replace(node=link.target)
        charged, allowance = dropped(link.drops, label.allowance) if link.drops else ((), label.allowance)
        cost = label.cost + link.inches + sum(charged)
        if cost > self.terms.inches:
            return None
        node = self.atlas.nodes[link.target]
        step = Step(node.x, node.y, node.z, link.jump)
        return Label(cost, label.legs + 1, link.target, allowance, label.ladder and not link.ladder, step, label)

    def free(self, here: Body, there: Body) -> bool:
        """Whether a leg keeps clear of enemies: rings that may not be entered are solid to the search (KT-GEO-18)."""
        return all(self._passes(here, there, enemy) for enemy in self.enemies)

    @staticmethod
    def _passes(here: Body, there: Body, enemy: Enemy) -> bool:
        other = enemy.body
        low, high = min(here.z, there.z), max(here.z, there.z)
        apart = _miss(here, there, other)
        touching = here.radius + other.radius
        if apart < touching - EPS and low < other.z + other.height and high + here.height > other.z:
            return False
        if enemy.enter and enemy.leave:
            return True
        rise = max(0, low - other.z, other.z - high) / INCH
        if rise > 1:
            return True
        ring = touching + sqrt(1 - rise * rise)
        if apart > ring + MARGIN:
            return True
        # Once in a control range that may not be left, the rest of the way stays in it.
        return enemy.enter and hypot(there.x - other.x, there.y - other.y) / INCH <= ring - MARGIN

    # -- a destination ---------------------------------------------------------------------------------------------------

    def route(self, x: float, y: float, z: int | None = None) -> Move | Refused:
        """The cheapest route known to a wanted place (hundredths), or to the nearest legal one of the nine about it (KT-GEO-02)."""
        refused: list[Refused] = []
        moves: list[Move] = []
        others = (*self.terms.friends, *(enemy.body for enemy in self.terms.enemies))

        def legal(px: int, py: int, height: int) -> bool:
            goal = self.start._replace(x=px, y=py, z=height)
            wrong = stands(self.ground, goal, others)
            if wrong is not None:
                refused.append(
                    Refused(f"it cannot end there; this does not hold: {wrong.text}", wrong.rule, "".join(wrong.places[:1]), (px, py))
                )
                return False
            found = self.to(goal)
            if isinstance(found, Refused):
                refused.append(found)
                return False
            moves.append(found)
            return True

        for height in self.ground.surfaces(round(x), round(y)) if z is None else (z,):
            settle(x, y, lambda px, py, height=height: legal(px, py, height))  # type: ignore[misc]
        if moves:
            return min(moves, key=lambda move: (move.cost, len(move.steps), move.end.z))
        return refused[0]

    def to(self, goal: Body) -> Move | Refused:
        """The cheapest route known that ends exactly there (KT-GEO-18)."""
        if (goal.x, goal.y, goal.z) == (self.start.x, self.start.y, self.start.z):
            return path(self.ground, self.start, (), self.terms)
        first: Refused | None = None
        for steps in self._candidates(goal)[:TRIES]:
            move = path(self.ground, self.start, steps, self.terms)
            if isinstance(move, Move):
                return move
            first = first or move
        if first is None:
            judged = path(self.ground, self.start, (Step(goal.x, goal.y, goal.z),), self.terms)
            first = judged if isinstance(judged, Refused) else None
        return first or Refused("no route is known", "KT-GEO-18", "", (goal.x, goal.y))

    def _candidates(self, goal: Body) -> list[tuple[Step, ...]]:
        """Routes to a place, the cheapest first: from each label straight on, or by a whole inch past a corner."""
        heap: list[tuple[int, int, int, Label]] = []
        for label in (self.origin, *self.labels.values()):
            here = self.place(label)
            bound = label.cost + whole_inches(hypot(goal.x - here.x, goal.y - here.y) / INCH)
            if bound <= self.terms.inches:
                heap.append((bound, label.legs, label.node, label))
        heapify(heap)
        found: list[tuple[int, int, int, tuple[Step, ...]]] = []
        limit = self.terms.inches
        while heap and len(found) < TRIES:
            bound, _, node, label = heappop(heap)
            if found and bound > limit:
                break
            ended = self._last(label, goal)
            if ended is not None:
                found.append((ended.cost, ended.legs, node, ended.steps()))
                limit = min(limit, ended.cost)
        cheapest = min((entry[0] for entry in found), default=self.terms.inches + 1)
        for ended in self._past(goal, cheapest):
            found.append((ended.cost, ended.legs, len(self.atlas.nodes), ended.steps()))
        found.sort(key=lambda entry: entry[:3])
        return [steps for *_, steps in found]

    def _last(self, label: Label, goal: Body) -> Label | None:
        """A label followed by one leg to a place that is no waypoint."""
        here = self.place(label) if label.node < len(self.atlas.nodes) else None
        if here is None and label.step is not None:
            here = self.start._replace(x=label.step.x, y=label.step.y, z=label.step.z or 0)
        if here is None or not self.free(here, goal):
            return None
        if (here.x, here.y, here.z) == (goal.x, goal.y, goal.z):
            return label
        link = self.atlas.judged(here, goal, len(self.atlas.nodes), label.ladder, None, self.terms.inches - label.cost)
        if link is None:
            return None
        charged, allowance = dropped(link.drops, label.allowance)
        cost = label.cost + link.inches + sum(charged)
        if cost > self.terms.inches:
            return None
        step = Step(goal.x, goal.y, goal.z, link.jump)
        return Label(cost, label.legs + 1, link.target, allowance, label.ladder and not link.ladder, step, label)

    def _past(self, goal: Body, cheapest: int) -> list[Label]:
        """Routes that turn a whole inch past a corner, as seen from the start, a corner or the goal (KT-GEO-18)."""
        found: list[Label] = []
        sources = [self.origin, *(label for node, label in self.labels.items() if node < self.atlas.corners)]
        for label in sources:
            here = self.place(label)
            straight = hypot(goal.x - here.x, goal.y - here.y) / INCH
            if label.cost + whole_inches(straight) >= cheapest:
                continue
            for corner in self.atlas.nodes[: self.atlas.corners]:
                for a, b in ((here, goal), (goal, here)):
                    turn = self._beyond(a, corner)
                    if turn is None:
                        continue
                    first, second = _inches(here, turn), _inches(turn, goal)
                    if label.cost + whole_inches(first) + whole_inches(second) >= cheapest:
                        continue
                    middle = self._last(label, turn)
                    ended = None if middle is None else self._last(middle, goal)
                    if ended is not None and ended.cost < cheapest:
                        cheapest = ended.cost
                        found.append(ended)
                    del b
        found.reverse()
        return found

    def _beyond(self, eye: Body, corner: Body) -> Body | None:
        """The turning point a whole number of inches from a place, just past a corner as seen from it."""
        length = _inches(eye, corner)
        if corner.z != eye.z or length < EPS or length > self.terms.inches:
            return None
        inches = whole_inches(length)
        if inches - length < EPS:
            return None
        x, y = eye.x + (corner.x - eye.x) * inches / length, eye.y + (corner.y - eye.y) * inches / length

        def legal(px: int, py: int) -> bool:
            turn = corner._replace(x=px, y=py)
            return _inches(eye, turn) <= inches + EPS and stands(self.ground, turn) is None

        found = settle(x, y, legal)
        return None if found is None else corner._replace(x=found[0], y=found[1])


def _inches(a: Body, b: Body) -> float:
    """Straight inches between two centres."""
    return hypot(a.x - b.x, a.y - b.y) / INCH


def _miss(here: Body, there: Body, other: Body) -> float:
    """How near a straight leg comes to a centre, in inches."""
    dx, dy = there.x - here.x, there.y - here.y
    square = dx * dx + dy * dy
    along = 0.0 if square == 0 else min(1.0, max(0.0, ((other.x - here.x) * dx + (other.y - here.y) * dy) / square))
    return hypot(here.x + dx * along - other.x, here.y + dy * along - other.y) / INCH


def _worse(known: list[Label], label: Label) -> bool:
    """Whether some known label of the same waypoint is at least as good in every way."""
    return any(
        (one.cost, one.legs) <= (label.cost, label.legs) and one.allowance >= label.allowance and one.ladder >= label.ladder
        for one in known
    )


@lru_cache(maxsize=64)
def search_of(ground: Ground, start: Body, terms: Terms) -> Search:
    """The search of a move; the latest are kept, because a tape that is run again asks again."""
    return Search(ground, start, terms)


def route(ground: Ground, start: Body, x: float, y: float, terms: Terms, z: int | None = None) -> Move | Refused:
    """The move that a bare destination (hundredths) stands for, or why there is none (KT-GEO-18)."""
    straight = start._replace(x=round(x), y=round(y), z=start.z if z is None else z)
    if (straight.x, straight.y) == (x, y) and (z is not None or len(ground.surfaces(straight.x, straight.y)) == 1):
        move = path(ground, start, (Step(straight.x, straight.y, straight.z),), terms)
        if isinstance(move, Move) and move.cost == whole_inches(_inches(start, straight)):
            return move
    return search_of(ground, start, terms).route(x, y, z)
