"""Steps from place to place: gates, climbs, gaps, ramps, jumps and flight; throws, drops, and how far a move goes.

Tables are made when a size and mode is first asked for. Other bodies are no matter of steps: whoever moves says where
it may end, what stops it and what it may not enter (`Terms`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum, StrEnum
from itertools import permutations, product
from typing import NamedTuple

from fireteam.space.cubes.board import DOWN, EAST, NORTH, RING, SOUTH, UP, WEST, Board
from fireteam.space.cubes.layout import HALF_E, HALF_N, HALF_S, HALF_W
from fireteam.space.cubes.quarters import fitting
from fireteam.space.squares import bits

Offset = tuple[int, int, int]
Route = tuple[int, ...]
"""The ways of the faces that a step crosses, one after the other."""

_AXES = ((WEST, EAST), (SOUTH, NORTH), (DOWN, UP))
ROUTES: dict[Offset, tuple[Route, ...]] = {
    offset: tuple(permutations(_AXES[axis][part > 0] for axis, part in enumerate(offset) if part))
    for offset in product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1))
    if any(offset)
}
"""For each neighbour of a cube all shortest ways to it through faces."""
BARE = 30
"""How much of a cube half a floor leaves bare, in twentieths of an inch."""
GAP = 60
"""A gap so wide is not stepped over."""
SPREAD = 3
"""From this size on a body passes neither half tiles nor split cubes."""


class Mode(IntEnum):
    """How a body moves."""

    WALK = 0
    """Climbs what can be climbed."""
    DRIVE = 1
    """Changes levels by ramps only, and does not get on to platforms."""
    JUMP = 2
    """Needs nothing to climb, goes over walls, and crosses one cube without a floor."""
    FLY = 3
    """Needs nothing to climb, and no floor before it ends."""


class Gait(NamedTuple):
    """The size of a body and how it moves."""

    size: int
    mode: Mode = Mode.WALK


class Bar(StrEnum):
    """Why a step, a throw or a stay is not possible; the number that comes with it is named in brackets."""

    TOO_FAR = "too far"
    """The goal is no neighbour."""
    OFF_BOARD = "off board"
    SOLID = "solid"
    """A cube on the way is filled."""
    TIGHT = "tight"
    """A face lets only smaller bodies through (the largest size it lets through)."""
    NO_CLIMB = "no climb"
    """There is nothing to climb in a cube."""
    GAP = "gap"
    """The floors are too far apart (twentieths of an inch)."""
    SPLIT = "split"
    """The wall that splits a cube lies between the place and the face."""
    NO_RAMP = "no ramp"
    """It changes levels by ramps only."""
    NO_FLOOR = "no floor"
    """Nothing to stand on."""
    NO_HOLD = "no hold"
    """Neither a floor nor anything to hold on to between two steps."""
    TOO_SMALL = "too small"
    """The place has not enough quarters for the size (how many it has)."""
    RAISED = "raised"
    """It would have to stand on a platform (how many quarters are not raised)."""


class Barred(NamedTuple):
    """What refuses something: the reason, the cube and the face of it, and the number of the reason."""

    bar: Bar
    cube: int
    way: int = -1
    number: int = 0


class Step(NamedTuple):
    """A step or a throw with what decides it: the cubes of a way that is open, or of the one that comes farthest."""

    route: tuple[int, ...]
    places: int
    """Where it leads: the places that can be entered."""
    barred: Barred | None

    @property
    def open(self) -> bool:
        """Whether it is possible."""
        return self.barred is None


class Drop(NamedTuple):
    """A jump down: the place without a floor that is stepped to, where it lands, and how many cubes below its start."""

    over: int
    landings: tuple[int, ...]
    fallen: int


class Going(NamedTuple):
    """Somebody in the middle of a move."""

    place: int
    left: int
    """Steps left."""
    lifts: int = 0
    """Steps straight up or down that cost nothing."""
    air: int = 0
    """Cubes without a floor entered sideways since the last floor."""


class Terms(NamedTuple):
    """What others mean for a move, as sets of places."""

    ends: int
    """Where it may end."""
    stops: int = 0
    """Where it ends at once, and may be entered."""
    lunges: int = 0
    """Where it ends at once though it does not fit; entered only from where it may end."""
    shut: int = 0
    """What it may not enter."""


class Steps:
    """The steps on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._tables: dict[Gait, tuple[int, ...]] = {}
        self._rooms: dict[Gait, tuple[int, ...]] = {}
        self._stands: dict[Gait, int] = {}
        self._passes: dict[Gait, int] = {}
        self._led: dict[tuple[int, Gait], tuple[tuple[int, bool, bool], ...]] = {}
        self._drops: dict[tuple[int, Gait], tuple[Drop, ...]] = {}

    # -- standing ------------------------------------------------------------------------------------------------------

    def room(self, place: int, gait: Gait) -> int:
        """The quarters of a place that such a body may take."""
        rooms = self._rooms.get(gait)
        if rooms is None:
            board, drives = self.board, gait.mode == Mode.DRIVE
            rooms = self._rooms[gait] = tuple(
                [flat & ~up if drives else flat for flat, up in zip(board.quarters, board.raised, strict=True)]
            )
        return rooms[place]

    def stands(self, gait: Gait) -> int:
        """The places where such a body finds room, nobody else being there."""
        found = self._stands.get(gait)
        if found is None:
            fits = (place for place in range(self.board.places) if fitting(self.room(place, gait), gait.size))
            found = self._stands[gait] = sum(1 << place for place in fits)
        return found

    def passes(self, gait: Gait) -> int:
        """The places where such a body may be between two steps: where it finds room, and in the air where it can hold
        on or needs not."""
        found = self._passes.get(gait)
        if found is None:
            found = self.stands(gait)
            for place in bits(~self.board.floored & ((1 << self.board.places) - 1)):
                if self._air_bar(place, gait) is None:
                    found |= 1 << place
            self._passes[gait] = found
        return found

    def _air_bar(self, place: int, gait: Gait) -> Bar | None:
        cube = self.board.cube_of[place]
        if gait.size >= SPREAD and self.board.split[cube]:
            return Bar.TOO_SMALL
        if gait.mode == Mode.DRIVE:
            return Bar.NO_FLOOR
        return Bar.NO_HOLD if gait.mode == Mode.WALK and not self.board.climbs >> cube & 1 else None

    def why_not_stand(self, place: int, gait: Gait) -> Barred | None:
        """Why such a body cannot stay in a place, nobody else being there; None if it can."""
        if self.stands(gait) >> place & 1:
            return None
        cube, quarters = self.board.cube_of[place], self.board.quarters[place]
        if not quarters:
            return Barred(Bar.NO_FLOOR, cube)
        if fitting(quarters, gait.size):
            return Barred(Bar.RAISED, cube, number=self.room(place, gait).bit_count())
        return Barred(Bar.TOO_SMALL, cube, number=quarters.bit_count())

    def why_not_pass(self, place: int, gait: Gait) -> Barred | None:
        """Why such a body cannot be in a place between two steps; None if it can."""
        if self.passes(gait) >> place & 1:
            return None
        bar = None if self.board.quarters[place] else self._air_bar(place, gait)
        return Barred(bar, self.board.cube_of[place]) if bar is not None else self.why_not_stand(place, gait)

    def other_half(self, place: int, size: int) -> int | None:
        """The other half of a split cube, if the gap in the wall lets a size through; no step is needed for it."""
        cube = self.board.cube_of[place]
        if not self.board.split[cube] or self.board.split_gate(cube) < size:
            return None
        first, second = self.board.places_of[cube]
        return second if place == first else first

    # -- steps ---------------------------------------------------------------------------------------------------------

    def table(self, gait: Gait) -> tuple[int, ...]:
        """For each place, the places that one step leads to by the faces alone.

        Whether the body may be there is asked of `passes`.
        """
        found = self._tables.get(gait)
        if found is None:
            found = self._tables[gait] = tuple(self._from(place, gait) for place in range(self.board.places))
        return found

    def _from(self, place: int, gait: Gait) -> int:
        board, found = self.board, 0
        cube = board.cube_of[place]
        for offset in ROUTES:
            goal = board.beside(cube, *offset)
            if goal < 0 or board.solid >> goal & 1 or self._gap(cube, goal, offset, gait) >= GAP:
                continue
            halves = len(board.places_of[goal])
            entered = 0
            for route in self._routes(cube, goal, offset, gait):
                if self._barred(place, route, gait) is None:
                    entered |= self._entered(goal, route)
                    if entered.bit_count() == halves:
                        break
            found |= entered
        return found

    def _routes(self, cube: int, goal: int, offset: Offset, gait: Gait) -> tuple[Route, ...]:
        """The ways to a neighbour that such a body may take; a driver changes levels along a ramp and not otherwise."""
        if not offset[2] or gait.mode != Mode.DRIVE:
            return ROUTES[offset]
        low, high, sign = (cube, goal, 1) if offset[2] > 0 else (goal, cube, -1)
        way = self.board.ramp.get(low)
        if way is None or self.board.near[low][way] != high - self.board.storey:
            return ()
        return ((UP, way),) if sign > 0 else ((way ^ 1, DOWN),)

    def _barred(self, place: int, route: Route, gait: Gait) -> tuple[int, Barred] | None:
        """How many faces of a way are passed, and what bars the next; None if all are passed."""
        board = self.board
        here = board.cube_of[place]
        if not board.touches(place, route[0]):
            return 0, Barred(Bar.SPLIT, here, route[0])
        for number, way in enumerate(route):
            gate = board.gates[here][way]
            if gate < gait.size and not (gait.mode == Mode.JUMP and way < UP and self._over(here, way, gait.size)):
                there = board.near[here][way]
                filled = board.solid >> there & 1
                return number, Barred(Bar.SOLID, there) if filled else Barred(Bar.TIGHT, here, way, gate)
            if way == UP and gait.mode == Mode.WALK and not board.climbs >> here & 1:
                return number, Barred(Bar.NO_CLIMB, here, way)
            here = board.near[here][way]
        return None

    def _over(self, cube: int, way: int, size: int) -> bool:
        """Whether a size goes over a face: up, across and down."""
        gates, near = self.board.gates, self.board.near
        above, there = near[cube][UP], near[cube][way]
        return above >= 0 and min(gates[cube][UP], gates[above][way], gates[there][UP]) >= size

    def _entered(self, goal: int, route: Route) -> int:
        """The places of a cube that the last face of a way leads into."""
        places = self.board.places_of[goal]
        return sum(1 << place for place in places if self.board.touches(place, route[-1] ^ 1))

    def _gap(self, cube: int, goal: int, offset: Offset, gait: Gait) -> int:
        """How far apart the floors of two neighbours on a level are, for those who have to step over it."""
        a, b = self.board.floor[cube], self.board.floor[goal]
        if offset[2] or gait.mode not in (Mode.WALK, Mode.DRIVE) or not a or not b:
            return 0
        across = BARE * ((a == (HALF_W if offset[0] > 0 else HALF_E)) + (b == (HALF_E if offset[0] > 0 else HALF_W)))
        along = BARE * ((a == (HALF_S if offset[1] > 0 else HALF_N)) + (b == (HALF_N if offset[1] > 0 else HALF_S)))
        return max(across if offset[0] else 0, along if offset[1] else 0)

    def step(self, place: int, goal: int, gait: Gait) -> Step:
        """The step from one place to another, with the way it takes, or what bars it or the body from there."""
        board = self.board
        cube, there = board.cube_of[place], board.cube_of[goal]
        if cube == there or board.distance(cube, there) > 1:
            return Step((cube,), 0, Barred(Bar.TOO_FAR, there))
        offset = self._offset(cube, there)
        gap = self._gap(cube, there, offset, gait)
        if gap >= GAP:
            return Step((cube, there), 0, Barred(Bar.GAP, there, number=gap))
        best: tuple[int, Barred, tuple[int, ...]] = (-1, Barred(Bar.NO_RAMP, cube), (cube,))
        for route in self._routes(cube, there, offset, gait):
            cubes = self._cubes(cube, route)
            found = self._barred(place, route, gait)
            if found is None and self._entered(there, route) >> goal & 1:
                barred = self.why_not_pass(goal, gait)
                return Step(cubes, 0 if barred else 1 << goal, barred)
            passed, barred = found or (len(route) - 1, Barred(Bar.SPLIT, there, route[-1] ^ 1))
            if passed > best[0]:
                best = (passed, barred, cubes[: passed + 2])
        return Step(best[2], 0, best[1])

    def _offset(self, cube: int, goal: int) -> Offset:
        (x, y, level), (p, q, other) = self.board.at[cube], self.board.at[goal]
        return p - x, q - y, other - level

    def _cubes(self, cube: int, route: Route) -> tuple[int, ...]:
        found = [cube]
        for way in route:
            found.append(self.board.near[found[-1]][way])
        return tuple(found)

    # -- being moved ---------------------------------------------------------------------------------------------------

    def throw(self, place: int, east: int, north: int, size: int) -> Step:
        """A body thrown to a neighbour on its level: it goes if some way fits its size, whatever the floor there.

        It comes into either half of a split cube.
        """
        gait = Gait(size, Mode.FLY)
        return self._flung(self.board.cube_of[place], east, north, lambda route: self._barred(place, route, gait))

    def toss(self, cube: int, east: int, north: int) -> Step:
        """A thing without a size thrown to a neighbour on its level: through every gap, but through no hatch."""
        return self._flung(cube, east, north, lambda route: self._tossed(cube, route))

    def _tossed(self, cube: int, route: Route) -> tuple[int, Barred] | None:
        for number, way in enumerate(route):
            there = self.board.near[cube][way]
            if not self.board.passes_item(cube, way):
                filled = self.board.solid >> there & 1
                return number, Barred(Bar.SOLID, there) if filled else Barred(Bar.TIGHT, cube, way)
            cube = there
        return None

    def _flung(self, cube: int, east: int, north: int, barred: Callable[[Route], tuple[int, Barred] | None]) -> Step:
        goal = self.board.beside(cube, east, north)
        if goal < 0:
            ways = (EAST if east > 0 else WEST,) * bool(east) + (NORTH if north > 0 else SOUTH,) * bool(north)
            out = next(way for way in ways if self.board.near[cube][way] < 0)
            return Step((cube,), 0, Barred(Bar.OFF_BOARD, cube, out))
        best: tuple[int, Barred, tuple[int, ...]] | None = None
        for route in ROUTES[east, north, 0]:
            cubes, found = self._cubes(cube, route), barred(route)
            if found is None:
                return Step(cubes, self.board.places_in(1 << goal), None)
            if best is None or found[0] > best[0]:
                best = (*found, cubes[: found[0] + 2])
        assert best is not None
        return Step(best[2], 0, best[1])

    def landing(self, cube: int, gait: Gait) -> tuple[int, ...]:
        """Where a body that lets itself down in a cube lands: the places of the first floor on which it fits.

        None if it comes to a whole floor on which it does not fit.
        """
        stands = self.stands(gait)
        for floor in self.board.below(cube):
            places = tuple(place for place in self.board.places_of[floor] if stands >> place & 1)
            if places:
                return places
        return ()

    def nearest(self, cube: int, places: int) -> tuple[int, ...]:
        """Those of some places that are nearest to a cube, none of them on a higher level."""
        board = self.board
        near = [place for place in bits(places) if board.level(board.cube_of[place]) <= board.level(cube)]
        least = min((board.distance(cube, board.cube_of[place]) for place in near), default=0)
        return tuple(place for place in near if board.distance(cube, board.cube_of[place]) == least)

    # -- moves ---------------------------------------------------------------------------------------------------------

    def drops(self, place: int, gait: Gait) -> tuple[Drop, ...]:
        """The jumps down from a place: every step to where no floor is that ends lower than it began."""
        found = self._drops.get((place, gait))
        if found is None:
            steps = 0 if gait.mode == Mode.DRIVE else self.table(gait)[place] & ~self.board.floored
            drops = [self._drop(place, over, gait) for over in bits(steps)]
            found = self._drops[place, gait] = tuple([drop for drop in drops if drop is not None])
        return found

    def _drop(self, place: int, over: int, gait: Gait) -> Drop | None:
        board, cube = self.board, self.board.cube_of[over]
        landings = () if gait.size >= SPREAD and board.split[cube] else self.landing(cube, gait)
        if not landings:
            return None
        fallen = board.level(board.cube_of[place]) - board.level(board.cube_of[landings[0]])
        return Drop(over, landings, fallen) if fallen > 0 else None

    def onward(self, going: Going, gait: Gait, terms: Terms) -> Iterator[Going]:
        """All next steps of a move, whether or not it can end well from there."""
        if not going.left and not going.lifts:
            return
        here, left, lifts, air = going
        allowed = (self.passes(gait) | terms.stops | terms.lunges) & ~terms.shut
        if not terms.ends >> here & 1:
            allowed &= ~terms.lunges
        jumps = gait.mode == Mode.JUMP
        for place, upright, floored in self._ways(here, gait):
            if not allowed >> place & 1:
                continue
            in_air = 0 if floored else air + (not upright)
            if in_air > 1 and jumps:
                continue
            if upright and lifts:
                yield Going(place, left, lifts - 1, in_air)
            elif left:
                yield Going(place, left - 1, lifts, in_air)

    def _ways(self, place: int, gait: Gait) -> tuple[tuple[int, bool, bool], ...]:
        """Where one step leads by the faces alone, each with whether it goes straight up or down, and to a floor."""
        found = self._led.get((place, gait))
        if found is None:
            board = self.board
            here = board.cube_of[place]
            found = self._led[place, gait] = tuple(
                (there, (board.cube_of[there] - here) % board.storey == 0, bool(board.floored >> there & 1))
                for there in bits(self.table(gait)[place])
            )
        return found

    def finishes(self, going: Going, gait: Gait, terms: Terms) -> bool:
        """Whether a move can end here or after more steps."""
        return bool((terms.ends | terms.stops | terms.lunges) >> going.place & 1) or self.leads_on(going, gait, terms)

    def offers(self, going: Going, gait: Gait, terms: Terms) -> tuple[Going, ...]:
        """The next steps of a move from which it can still end well."""
        well = terms.ends | terms.stops | terms.lunges
        return tuple(
            [
                following
                for following in self.onward(going, gait, terms)
                if well >> following.place & 1 or self.finishes(following, gait, terms)
            ]
        )

    def leads_on(self, going: Going, gait: Gait, terms: Terms) -> bool:
        """Whether there is such a step."""
        return any(self.finishes(following, gait, terms) for following in self.onward(going, gait, terms))

    def reach(self, going: Going, gait: Gait, terms: Terms) -> dict[int, tuple[int, ...]]:
        """Every place where a move can end after at least one step, with the places of a shortest way there."""
        found: dict[int, tuple[int, ...]] = {}
        most: dict[tuple[int, int, int], int] = {}
        ways: list[tuple[Going, tuple[int, ...]]] = [(going, ())]
        for at, way in ways:
            for following in self.onward(at, gait, terms):
                # Who has been there with as many steps left has been everywhere that this way leads to.
                here = following.place, following.lifts, following.air
                if most.get(here, -1) >= following.left:
                    continue
                most[here] = following.left
                path = (*way, following.place)
                halts = (terms.stops | terms.lunges) >> following.place & 1
                if halts or terms.ends >> following.place & 1:
                    found.setdefault(following.place, path)
                if not halts:
                    ways.append((following, path))
        return found

    def everywhere(self, place: int, gait: Gait) -> int:
        """The places where such a body can come to stand from a place in any number of moves of two steps."""
        table, passes, stands, floored = self.table(gait), self.passes(gait), self.stands(gait), self.board.floored
        found = fresh = 1 << place
        while fresh:
            near = 0
            for here in bits(fresh):
                near |= table[here] & passes
                other = self.other_half(here, gait.size)
                near |= 0 if other is None else 1 << other
            for hold in bits(near & ~floored):
                near |= table[hold]
            fresh = near & stands & ~found
            found |= fresh
        return found


def scattered(die: int) -> tuple[int, int]:
    """Where a number of the scatter diagram leads: columns east and rows north."""
    return RING[die - 1]
