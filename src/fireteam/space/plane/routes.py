"""What a bare destination means: the cheapest route known to it, which the judge of paths then accepts."""

from __future__ import annotations

from array import array
from functools import lru_cache, partial
from math import hypot, sqrt
from typing import NamedTuple

from fireteam.space.plane import routekernels as r
from fireteam.space.plane.coursekernels import FULL
from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.jit import routers
from fireteam.space.plane.legs import ALLOWANCE, Charge, Increment, Stage, Step
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground, settle, stands
from fireteam.space.plane.sight import in_control
from fireteam.space.plane.waypoints import Atlas, atlas_of

TRIES = 12
"""Routes handed to the judge before a destination is given up."""
BEYOND = 0.1
"""Inches beyond the reach of any route: more than rounding each leg of one can gain."""
KEPT = 512
"""How many destinations a search remembers: what was suggested is asked for again."""


class Ended(NamedTuple):
    """A route on paper: inches, legs, what is left of drop allowance and ladder, and its legs."""

    cost: int
    legs: int
    allowance: int
    ladder: bool
    steps: tuple[Step, ...]


class Search:
    """All waypoints that a move may reach, each with its cheapest label: label setting over inches and drop
    allowance."""

    def __init__(self, ground: Ground, start: Body, terms: Terms) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.atlas: Atlas = atlas_of(ground, start.radius, start.height, terms.gait)
        self.here: r.Place = (start.x, start.y, start.z)
        far = terms.inches * INCH + (2 * start.radius + 2) * INCH
        self.foes = numbers_of(
            [enemy for enemy in terms.enemies if hypot(enemy.body.x - start.x, enemy.body.y - start.y) <= far]
        )
        self.pad = self._set()
        self.labels = self.pad[0]
        """The labels as routekernels.py writes them; the first is the start."""
        self.reached = self.pad[2]
        """The cheapest label of each waypoint, -1 where there is none."""
        self._moves: dict[tuple[int, int, int], Move | Refused] = {}
        self._sources: array[int] | None = None
        self._turned: dict[tuple[r.Place, int], r.Place | None] = {}
        """Turning points past corners, as seen from labels."""
        self.held = any(enemy.enter and not enemy.leave for enemy in terms.enemies)
        """Whether some control range may be entered and not left again: only the judge can say when that is."""

    def _set(self) -> r.Pad:
        """Settle the waypoints in order of inches, legs and number."""
        atlas, inches = self.atlas, self.terms.inches
        home = atlas.start(self.start, inches) if inches > 0 else array("q")
        # Where some leg would use the ladder, it may be better spent later.
        aided = any(link & r.CLIMBS_LADDER for link in home[::2]) if atlas.ladders else False
        unaided = atlas.start(self.start, inches, ladder=False) if aided else array("q")
        capacity = atlas.capacity(inches)
        grid: r.Grid = (atlas.corners, atlas.columns, atlas.rows)
        while True:
            labels, heap = array("q", bytes(8 * r.LABEL * capacity)), array("q", bytes(8 * (capacity + 1)))
            empty = array("q", (-1,)) * max(1, len(atlas))
            state = array("q", (1, 0, 0, capacity))
            labels[: r.LABEL] = array("q", (0, 0, -1, ALLOWANCE, 1, -1, r.PLAIN, -1))
            pad: r.Pad = (labels, empty, empty[:], heap, state)
            while True:
                tables: r.Atlas = (atlas.nodes, atlas.cells, atlas.index, atlas.links)
                with atlas.lock:
                    told: int = routers().settle(
                        *(
                            tables,
                            grid,
                            home or NOTHING,
                            len(home) // 2,
                            unaided or NOTHING,
                            len(unaided) // 2,
                            int(atlas.ladders),
                            self.here,
                            atlas.mover,
                            self.foes,
                            inches,
                            pad,
                        )
                    )
                if told < 0:
                    break
                # Only as far as is left from there, in steps of 2": what nobody can reach is not judged.
                left = inches - labels[r.LABEL * state[r.PENDING] + r.COST]
                atlas.make(told, left + left % 2)
            if told == r.DONE:
                return pad
            capacity *= 2

    def place(self, label: int) -> r.Place:
        """Where a label stands."""
        node = self.labels[r.LABEL * label + r.NODE]
        return self.here if node < 0 else self.atlas.place(node)

    def steps(self, label: int) -> tuple[Step, ...]:
        """The legs from the start to a label."""
        found: list[Step] = []
        while True:
            row = r.LABEL * label
            before = self.labels[row + r.BEFORE]
            if before < 0:
                return tuple(reversed(found))
            flags = self.labels[row + r.FLAGS]
            found.append(Step(*self.place(label), jump=bool(flags & r.JUMPS), ladder=not flags & r.UNAIDED))
            label = before

    # -- a destination -------------------------------------------------------------------------------------------------

    def route(self, x: float, y: float, z: int | None = None) -> Move | Refused:
        """The cheapest route known to a wanted place (hundredths), or to the nearest legal one of the nine about it."""
        refused: list[Refused] = []
        moves: list[Move] = []
        others = (*self.terms.friends, *(enemy.body for enemy in self.terms.enemies))

        def legal(height: int, px: int, py: int) -> bool:
            goal = self.start._replace(x=px, y=py, z=height)
            wrong = stands(self.ground, goal, others)
            if wrong is not None:
                refused.append(wrong._replace(at=(px, py)))
                return False
            found = self.to(goal)
            if isinstance(found, Refused):
                refused.append(found)
                return False
            moves.append(found)
            return True

        for height in self.ground.surfaces(round(x), round(y)) if z is None else (z,):
            settle(x, y, partial(legal, height))
        if moves:
            return min(moves, key=lambda move: (move.cost, len(move.steps), move.end.z))
        return refused[0]

    def to(self, goal: Body) -> Move | Refused:
        """The cheapest route known that ends exactly there."""
        key = (goal.x, goal.y, goal.z)
        known = self._moves.get(key)
        if known is None:
            if len(self._moves) >= KEPT:
                self._moves.clear()
            known = self._moves[key] = self._to(goal)
        return known

    def legal(self, number: int) -> bool:
        """Whether a waypoint that a move may end at is a legal end: surely if no leg to it meets anything, else the
        judge is asked."""
        label = self.reached[number]
        if not self.held and self.labels[r.LABEL * label + r.FLAGS] & r.PLAIN:
            return True
        return isinstance(path(self.ground, self.start, self.steps(label), self.terms), Move)

    def walk_to(self, number: int) -> Move | Refused:
        """The move that a waypoint stands for, if a move may end at it: straight over open ground it needs no judge."""
        row = r.LABEL * self.reached[number]
        x, y, z = self.atlas.place(number)
        dx, dy = x / INCH - self.start.x / INCH, y / INCH - self.start.y / INCH
        length = sqrt(dx * dx + dy * dy)
        one = self.labels[row + r.LEGS] == 1 and self.labels[row + r.FLAGS] & r.PLAIN and z == self.start.z
        # Whoever stands on a slight step moves on what is beneath it.
        one = one and (z == 0 or not self.atlas.land.tables[0][4])
        if not one or self.terms.mines or self.held or self.labels[row + r.COST] != whole_inches(length):
            return self.to(self.start._replace(x=x, y=y, z=z))
        end, cost = self.start._replace(x=x, y=y), self.labels[row + r.COST]
        charge = Charge("walk", cost, length, 0.0, "")
        leg = Increment(end, length, (charge,), (Stage(0.0, length, z / INCH),), (), False)
        return Move(self.start, (Step(x, y, z),), (leg,), (cost,), end)

    def _to(self, goal: Body) -> Move | Refused:
        if (goal.x, goal.y, goal.z) == self.here:
            return path(self.ground, self.start, (), self.terms)
        straight = path(self.ground, self.start, (Step(goal.x, goal.y, goal.z),), self.terms)
        if isinstance(straight, Move) and straight.cost == whole_inches(_inches(self.here, (goal.x, goal.y, goal.z))):
            return straight
        if isinstance(straight, Refused) and _inches(self.here, (goal.x, goal.y, goal.z)) > self.terms.inches + BEYOND:
            return straight
        first: Refused | None = None
        # Where no route may end, the first is refused like all others.
        for steps in self.candidates((goal.x, goal.y, goal.z))[: TRIES if self._may_end(goal) else 1]:
            move = path(self.ground, self.start, steps, self.terms)
            if isinstance(move, Move):
                return move
            first = first or move
        own = self.atlas.lattice(goal.x, goal.y, goal.z)
        if own >= 0 and self.reached[own] >= 0:
            # What the search itself found is legal, whatever became of the others.
            move = path(self.ground, self.start, self.steps(self.reached[own]), self.terms)
            if isinstance(move, Move):
                return move
        if first is None and isinstance(straight, Refused):
            first = straight
        return first or Refused(Fault.NO_ROUTE, at=(goal.x, goal.y))

    def _may_end(self, goal: Body) -> bool:
        """Whether control ranges let a move end in a place, however it comes there."""
        held = [enemy.end for enemy in self.terms.enemies if in_control(self.ground.board, goal, enemy.body)]
        return all(held) and (bool(held) or not self.terms.engage)

    def candidates(self, goal: r.Place) -> list[tuple[Step, ...]]:
        """Routes to a place, the cheapest first: from each label straight on, or by a whole inch past a corner."""
        scale = 1
        while True:
            out = array("q", bytes(48 * (TRIES + 1)))
            scene = self.atlas.scene(scale)
            count: int = routers().onward(
                *(scene, self.atlas.nodes, self.pad, self.here, goal, self.foes, self.terms.inches, TRIES, out),
            )
            if count >= 0:
                break
            scale *= 2
        found: list[tuple[int, int, int, tuple[Step, ...]]] = []
        for at in range(0, 6 * count, 6):
            cost, legs, node, label, link, _ = out[at : at + 6]
            last = (Step(*goal, jump=bool(link & r.JUMPS)),) if link else ()
            found.append((cost, legs, node, (*self.steps(label), *last)))
        cheapest = min((entry[0] for entry in found), default=self.terms.inches + 1)
        found += [(ended.cost, ended.legs, len(self.atlas), ended.steps) for ended in self.past(goal, cheapest)]
        found.sort(key=lambda entry: entry[:3])
        return [steps for *_, steps in found]

    def at(self, label: int) -> Ended:
        """A label as a route."""
        row = r.LABEL * label
        return Ended(
            self.labels[row + r.COST],
            self.labels[row + r.LEGS],
            self.labels[row + r.LEFT],
            bool(self.labels[row + r.HAS_LADDER]),
            self.steps(label),
        )

    def last(self, so_far: Ended, here: r.Place, goal: r.Place) -> Ended | None:
        """A route followed by one leg to a place that is no waypoint."""
        atlas, kernel = self.atlas, routers()
        if not kernel.passes(self.foes, here, goal, atlas.mover):
            return None
        if here == goal:
            return so_far
        scale = 1
        while True:
            scene, out = atlas.scene(scale), array("q", (0, 0))
            count = kernel.around(scene, here, float(self.terms.inches))
            legal = kernel.link_to(scene, here, goal, 0, so_far.ladder, self.terms.inches - so_far.cost, count, out, 0)
            if not scene[5][5][FULL]:
                break
            scale *= 2
        if not legal:
            return None
        cost: int = kernel.arrival(so_far.cost, so_far.allowance, out[0], out[1])
        if cost > self.terms.inches:
            return None
        fallen = sum(out[1] >> 12 * number & 4095 for number in range(out[0] >> 32))
        step = Step(*goal, jump=bool(out[0] & r.JUMPS))
        ladder = so_far.ladder and not out[0] & r.CLIMBS_LADDER
        return Ended(cost, so_far.legs + 1, max(0, so_far.allowance - fallen), ladder, (*so_far.steps, step))

    def past(self, goal: r.Place, cheapest: int) -> list[Ended]:
        """Routes that turn a whole inch past a corner, as seen from the start, a corner or the goal."""
        room = 256
        if self._sources is None:
            nodes = [label for label in self.reached[: self.atlas.corners] if label >= 0]
            self._sources = array("q", [0, *sorted(nodes, key=lambda label: r.heap_key(self.labels, label))])
        while True:
            out = array("q", bytes(24 * room))
            count: int = routers().turns(
                *(
                    self.atlas.nodes,
                    self.atlas.corners,
                    self.labels,
                    self._sources,
                    self.here,
                    goal,
                    cheapest,
                    self.terms.inches,
                    out,
                )
            )
            if count >= 0:
                break
            room *= 4
        found: list[Ended] = []
        if len(self._turned) > KEPT * 8:
            self._turned.clear()
        turned = self._turned
        for at in range(0, 3 * count, 3):
            label, number, back = out[at : at + 3]
            here, corner = self.place(label), self.atlas.place(number)
            so_far = self.labels[r.LABEL * label + r.COST]
            if so_far + whole_inches(_inches(here, goal)) >= cheapest:
                continue
            eye = goal if back else here
            if (eye, number) not in turned:
                turned[eye, number] = self._beyond(eye, corner)
            turn = turned[eye, number]
            if turn is None:
                continue
            if so_far + whole_inches(_inches(here, turn)) + whole_inches(_inches(turn, goal)) >= cheapest:
                continue
            middle = self.last(self.at(label), here, turn)
            ended = None if middle is None else self.last(middle, turn, goal)
            if ended is not None and ended.cost < cheapest:
                cheapest = ended.cost
                found.append(ended)
        found.reverse()
        return found

    def _beyond(self, eye: r.Place, corner: r.Place) -> r.Place | None:
        """The turning point a whole number of inches from a place, just past a corner as seen from it."""
        length = _inches(eye, corner)
        if corner[2] != eye[2] or length < EPS or length > self.terms.inches:
            return None
        inches = whole_inches(length)
        if inches - length < EPS:
            return None
        x, y = eye[0] + (corner[0] - eye[0]) * inches / length, eye[1] + (corner[1] - eye[1]) * inches / length

        def legal(px: int, py: int) -> bool:
            turn = self.start._replace(x=px, y=py, z=corner[2])
            return _inches(eye, (px, py, 0)) <= inches + EPS and stands(self.ground, turn) is None

        found = settle(x, y, legal)
        return None if found is None else (found[0], found[1], corner[2])


NOTHING = array("q", (0, 0))


def numbers_of(enemies: list[Enemy]) -> array[float]:
    """Enemies as the kernels take them: place, radius, tall, may enter, may leave, may pass across."""
    found = array("d")
    for body, enter, leave, _, through in enemies:
        found.extend((body.x, body.y, body.z, body.radius, body.height, enter, leave, through))
    # An empty array has no place in memory: kernels want one.
    return found or array("d", (0.0,))


def _inches(a: r.Place, b: r.Place) -> float:
    """Straight inches between two centres."""
    return hypot(a[0] - b[0], a[1] - b[1]) / INCH


@lru_cache(maxsize=64)
def search_of(ground: Ground, start: Body, terms: Terms) -> Search:
    """The search of a move; the latest are kept, because a tape that is run again asks again."""
    return Search(ground, start, terms)


def route(ground: Ground, start: Body, x: float, y: float, terms: Terms, z: int | None = None) -> Move | Refused:
    """The move that a bare destination (hundredths) stands for, or why there is none."""
    straight = start._replace(x=round(x), y=round(y), z=start.z if z is None else z)
    if (straight.x, straight.y) == (x, y) and (z is not None or len(ground.surfaces(straight.x, straight.y)) == 1):
        move = path(ground, start, (Step(straight.x, straight.y, straight.z),), terms)
        if isinstance(move, Move) and move.cost == whole_inches(
            hypot(start.x - straight.x, start.y - straight.y) / INCH
        ):
            return move
    return search_of(ground, start, terms).route(x, y, z)
