"""Checks of the killzones of a pack: fair by a half turn, nothing inside anything else, room to set up, ways to walk
and to climb.

Everything is in hundredths of an inch. Convexity, types and heights of parts are judged by the plane itself
(KT-GEO-01).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import TYPE_CHECKING

from fireteam.core.yamlfile import Lines
from fireteam.games.killteam.content.check_walks import MILLIMETRE, Walk, room_for
from fireteam.games.killteam.content.killzones import FEATURES, TERRAIN_TRAITS
from fireteam.games.killteam.content.terrain import CLOSED, check_types, parts_of
from fireteam.games.killteam.geometry import terrain_fault
from fireteam.kit.content.checks import Checker
from fireteam.kit.plane.outlines import Outline, area_of, distance_to, holds, overlap_of, turned
from fireteam.space.plane.model import TerrainError, check_part, check_polygon

if TYPE_CHECKING:
    from fireteam.games.killteam.content.killzones import Feature, Killzone, Objective, TerrainPart

Path = tuple[str | int, ...]
Placed = tuple[Path, "Feature", "TerrainPart"]

BOARDS = {"volkus": (3000, 2200), "bheta_decima": (3000, 2200), "gallowdark": (2386, 2768)}
"""30 by 22 inches, or 606 by 703 millimetres."""
OBJECTIVE = 20 * MILLIMETRE
"""The radius of an objective marker (KT-MARK-02)."""
NEAR = 0.1
"""Lengths that differ by no more are equal (KT-GEO-02)."""
TOUCH = 0.2
CLIMB = 300
"""How far up terrain may begin that is climbed (KT-TM-02)."""
STEP_ACROSS = 100
APART = 600
BETWEEN_DROP_ZONES = 1000
LARGEST_TEAM = 14
MOST_CUT_OFF = 0.02


def check_killzones(killzones: tuple[Killzone, ...], lines: Lines, file: str) -> None:
    """Raise PackError for the first thing in a killzone that does not fit."""
    checker = Checker(lines, file)
    checker.unique((killzone.id for killzone in killzones), ("killzones",), "id", "killzone")
    for index, killzone in enumerate(killzones):
        check = _Check(killzone, ("killzones", index), lines, file)
        check.board()
        check.features()
        check.solids()
        check.symmetry()
        check.zones()
        check.objectives()
        check.climbing()
        check.walking()


class _Check(Checker):
    """A killzone under check, with its path in the file."""

    def __init__(self, killzone: Killzone, path: Path, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.zone = killzone
        self.path = path
        self.width, self.height = killzone.board.width, killzone.board.height
        self.edge: Outline = ((0, 0), (self.width, 0), (self.width, self.height), (0, self.height))
        self.parts: list[Placed] = [
            ((*path, "features", index, "parts", place), feature, part)
            for index, feature in enumerate(killzone.features)
            for place, part in enumerate(feature.parts)
        ]

    def outline(self, polygon: Outline, path: Path, what: str) -> None:
        """A convex polygon on the board (see KT-GEO-01)."""
        try:
            check_polygon(what, polygon)  # type: ignore[arg-type]  # whole hundredths, as read from the file
        except TerrainError as error:
            self.fail(path, terrain_fault(error))
        self.need(holds(self.edge, polygon), path, f"{what} lies over the edge of the board (KT-GEO-01)")

    def board(self) -> None:
        """The board has the size of its kind, and its grid fits."""
        wanted = BOARDS[self.zone.kind]
        size = (self.width, self.height)
        self.need(
            size == wanted,
            (*self.path, "board"),
            f"the board of {self.zone.id} must be {wanted[0] / 100:g} by {wanted[1] / 100:g} inches",
        )
        grid = self.zone.grid
        self.need(
            (grid is not None) == (self.zone.kind == "gallowdark"),
            self.path,
            f"{self.zone.id}: a grid belongs to Gallowdark, and to it alone",
        )
        if grid is not None:
            for name, lines, length in (("x", grid.x, self.width), ("y", grid.y, self.height)):
                fits = lines[0] == 0 and lines[-1] == length and all(a < b for a, b in pairwise(lines))
                self.need(
                    fits,
                    (*self.path, "grid", name),
                    f"the grid of {self.zone.id} must rise from 0 to the size of the board",
                )

    # -- terrain -------------------------------------------------------------------------------------------------------

    def features(self) -> None:
        """Every feature is of the killzone, and its typed parts lie in its outline (see KT-TT-00 and KT-TT-07)."""
        features = self.zone.features
        names = [feature.id for feature in features]
        self.unique(names, (*self.path, "features"), "id", "feature")
        for index, feature in enumerate(features):
            for other in feature.connects:
                self.known(other, names, (*self.path, "features", index, "connects"), "feature")
        for index, feature in enumerate(features):
            path = (*self.path, "features", index)
            known = FEATURES[self.zone.kind]
            self.need(
                feature.kind in known,
                (*path, "kind"),
                f"{feature.id}: {self.zone.kind} has no {feature.kind}; it has {', '.join(known)}",
            )
            self.outline(feature.footprint, (*path, "footprint"), f"the footprint of {feature.id}")
            for other in feature.connects:
                back = features[names.index(other)].connects
                self.need(
                    feature.id in back,
                    (*path, "connects"),
                    f"{feature.id} connects to {other}, but {other} does not connect back",
                )
            self.unique((part.name for part in feature.parts), (*path, "parts"), "name", f"part of {feature.id}")
        for path, feature, part in self.parts:
            self.part(feature, part, path)

        self.ruin_levels()

    def ruin_levels(self) -> None:
        """Targeting lines on a large ruin run as high as on the first upper level of a stronghold (KT-VOLK-03)."""
        levels = [
            (path, feature, part)
            for path, feature, part in self.parts
            if "Vantage" in part.traits and "Insignificant" not in part.traits
        ]
        first = min((part.z.top for _, feature, part in levels if feature.kind == "stronghold"), default=None)
        for path, feature, part in levels:
            if feature.kind == "large_ruin" and first is not None:
                height = part.z.top if part.line_z is None else part.line_z
                self.need(
                    height == first,
                    path,
                    f"{feature.id}/{part.name} needs line_z: {first / 100:g}, as high as a stronghold's first level "
                    f"(KT-VOLK-03)",
                )

    def part(self, feature: Feature, part: TerrainPart, path: Path) -> None:
        """A part is a prism with types that fit together (see KT-GEO-01 and KT-GALL-04)."""
        name = f"{feature.id}/{part.name}"
        for trait in part.traits:
            self.need(
                trait in TERRAIN_TRAITS,
                (*path, "traits"),
                f"{name}: {trait} is for equipment, not for terrain of a killzone",
            )
        both = {"Heavy", "Light"} <= set(part.traits)
        self.need(not both, (*path, "traits"), f"{name} is Heavy and Light at once (KT-TT-04)")
        try:
            for solid in parts_of(feature.id, part):
                check_part(solid)
                check_types(solid)
        except TerrainError as error:
            self.fail(path, terrain_fault(error))
        self.need(
            holds(feature.footprint, part.polygon),
            (*path, "polygon"),
            f"{name} lies outside the footprint of its feature",
        )
        if part.hatch is not None:
            self.outline(part.hatch.leaf, (*path, "hatch"), f"the open leaf of {name}")
            closed = set(part.traits) == CLOSED
            self.need(
                closed and feature.kind == "hatch_wall",
                path,
                f"{name}: a hatchway is a Heavy Wall part of a hatch_wall (KT-GALL-04)",
            )

    def solids(self) -> None:
        """Parts, open hatches, footprints and hazardous areas do not lie in each other."""
        for (path, feature, part), (_, other, second) in combinations(self.parts, 2):
            if min(part.z.top, second.z.top) > max(part.z.bottom, second.z.bottom):
                clear = overlap_of(part.polygon, second.polygon) <= TOUCH
                self.need(clear, path, f"{feature.id}/{part.name} overlaps {other.id}/{second.name}")
        for path, feature, part in self.parts:
            for _, other, second in self.parts if part.hatch is not None else ():
                assert part.hatch is not None
                clear = second is part or overlap_of(part.hatch.leaf, second.polygon) <= TOUCH
                self.need(
                    clear, (*path, "hatch"), f"the open leaf of {feature.id} hits {other.id}/{second.name} (KT-GALL-05)"
                )
        for (index, one), (_, two) in combinations(enumerate(self.zone.features), 2):
            clear = overlap_of(one.footprint, two.footprint) <= TOUCH
            self.need(
                clear, (*self.path, "features", index, "footprint"), f"the footprints of {one.id} and {two.id} overlap"
            )
        self.unique((area.id for area in self.zone.areas), (*self.path, "areas"), "id", "area")
        for index, area in enumerate(self.zone.areas):
            path = (*self.path, "areas", index)
            self.outline(area.polygon, path, f"area {area.id}")
            for _, feature, part in self.parts:
                clear = part.z.bottom > 0 or overlap_of(area.polygon, part.polygon) <= TOUCH
                self.need(clear, path, f"area {area.id} lies under {feature.id}/{part.name}")

    def symmetry(self) -> None:
        """A half turn about the centre leaves the terrain as it is."""
        twins = [(sorted(part.polygon), part.z, sorted(part.traits)) for _, _, part in self.parts]
        leaves = [sorted(part.hatch.leaf) for _, _, part in self.parts if part.hatch is not None]
        for path, feature, part in self.parts:
            twin = (self.turned(part.polygon), part.z, sorted(part.traits))
            self.need(twin in twins, path, f"{feature.id}/{part.name} has no twin after a half turn")
            leaf_fits = part.hatch is None or self.turned(part.hatch.leaf) in leaves
            self.need(leaf_fits, (*path, "hatch"), f"the open leaf of {feature.id} has no twin after a half turn")
        areas = [sorted(area.polygon) for area in self.zone.areas]
        for index, area in enumerate(self.zone.areas):
            self.need(
                self.turned(area.polygon) in areas,
                (*self.path, "areas", index),
                f"area {area.id} has no twin after a half turn",
            )

    def turned(self, polygon: Outline) -> list[tuple[float, float]]:
        """The corners after the half turn."""
        return turned(polygon, self.width, self.height)

    # -- zones and objectives ------------------------------------------------------------------------------------------

    def zones(self) -> None:
        """Territories halve the board, drop zones lie in them and mirror each other, strategic worth is the same on
        both sides."""
        zone, territories, drops = self.zone, self.zone.territories, self.zone.drop_zones
        for key in ("territories", "drop_zones"):
            for side in "AB":
                self.outline(
                    getattr(getattr(zone, key), side), (*self.path, key, side), f"{key.replace('_', ' ')} {side}"
                )
        whole = area_of(territories.A) + area_of(territories.B) == self.width * self.height
        halved = (
            whole
            and overlap_of(territories.A, territories.B) <= NEAR
            and self.turned(territories.A) == sorted(territories.B)
        )
        self.need(halved, (*self.path, "territories"), f"the territories of {zone.id} do not halve the board")
        self.need(
            self.turned(drops.A) == sorted(drops.B),
            (*self.path, "drop_zones"),
            f"the drop zones of {zone.id} are no twins after a half turn",
        )
        for side in "AB":
            inside = holds(getattr(territories, side), getattr(drops, side))
            self.need(inside, (*self.path, "drop_zones", side), f"drop zone {side} lies outside its territory")
        gap = min(distance_to(drops.B, corner) for corner in drops.A)
        self.need(
            gap >= BETWEEN_DROP_ZONES,
            (*self.path, "drop_zones"),
            f"the drop zones of {zone.id} are only {gap / 100:g} inches apart",
        )
        for point in zone.centreline:
            on_border = all(abs(distance_to(polygon, point)) < 1 for polygon in (territories.A, territories.B))
            self.need(
                on_border,
                (*self.path, "centreline"),
                f"the centreline of {zone.id} does not lie between the territories",
            )
        middle = (2 * zone.centre[0], 2 * zone.centre[1]) == (self.width, self.height)
        self.need(middle, (*self.path, "centre"), f"the centre of {zone.id} is not the middle of the board")
        for index, feature in enumerate(zone.features):
            if feature.side != "centre":
                xs, ys = [x for x, _ in feature.footprint], [y for _, y in feature.footprint]
                at = (sum(xs) / len(xs), sum(ys) / len(ys))
                inside = distance_to(getattr(territories, feature.side), at) < 0
                self.need(
                    inside,
                    (*self.path, "features", index, "side"),
                    f"{feature.id} does not stand in territory {feature.side}",
                )
        worth = [sum(feature.worth or 0 for feature in zone.features if feature.side == side) for side in "AB"]
        self.need(
            worth[0] == worth[1] >= 2,
            (*self.path, "features"),
            f"strategic features are worth {worth[0]} in A and {worth[1]} in B; 2 or more, alike",
        )
        for side in "AB":
            room = room_for(zone, getattr(drops, side), 32, LARGEST_TEAM)
            self.need(
                room >= LARGEST_TEAM,
                (*self.path, "drop_zones", side),
                f"drop zone {side} has room for {room} bases only; fourteen must fit",
            )

    def objectives(self) -> None:
        """One objective in each territory and one on the centreline, free of terrain and hazards, twins of each other
        (see KT-OPS-01)."""
        found = self.zone.objectives
        self.unique((objective.id for objective in found), (*self.path, "objectives"), "id", "objective")
        sides = sorted(objective.territory for objective in found)
        self.need(
            sides == ["A", "B", "centre"],
            (*self.path, "objectives"),
            f"{self.zone.id} needs one objective in each territory and one on the centreline",
        )
        places = [(*objective.at, objective.z) for objective in found]
        for index, objective in enumerate(found):
            path = (*self.path, "objectives", index)
            self.objective(objective, path)
            twin = (self.width - objective.at[0], self.height - objective.at[1], objective.z)
            self.need(twin in places, path, f"{objective.id} has no twin after a half turn")
        for (index, one), (_, two) in combinations(enumerate(found), 2):
            apart = hypot(one.at[0] - two.at[0], one.at[1] - two.at[1])
            self.need(
                apart >= APART, (*self.path, "objectives", index), f"{one.id} and {two.id} are closer than six inches"
            )

    def objective(self, objective: Objective, path: Path) -> None:
        """Where an objective may lie: on the floor, and only in Bheta-Decima on Vantage terrain (KT-BHETA-07)."""
        zone, at, name = self.zone, objective.at, objective.id
        self.need(distance_to(self.edge, at) <= NEAR - OBJECTIVE, path, f"{name} lies over the edge of the board")
        self.need(
            objective.z == 0 or zone.kind == "bheta_decima",
            path,
            f"{name} lies off the floor, which only Bheta-Decima allows (KT-BHETA-07)",
        )
        if objective.territory == "centre":
            self.need(abs(distance_to(zone.territories.A, at)) < 1, path, f"{name} does not lie on the centreline")
        else:
            inside = distance_to(getattr(zone.territories, objective.territory), at) <= -OBJECTIVE
            self.need(inside, path, f"{name} does not lie wholly in territory {objective.territory}")
        clear = all(distance_to(drop, at) > OBJECTIVE + 100 for drop in (zone.drop_zones.A, zone.drop_zones.B))
        self.need(clear, path, f"{name} lies within an inch of a drop zone")
        for _, feature, part in self.parts:
            above = (
                part.z.bottom <= 100
                if objective.z == 0
                else part.z.bottom < objective.z + 50 and part.z.top > objective.z
            )
            clear = not above or distance_to(part.polygon, at) >= OBJECTIVE - NEAR
            self.need(clear, path, f"{name} lies in {feature.id}/{part.name}")
        if objective.z == 0:
            safe = all(distance_to(area.polygon, at) >= OBJECTIVE + 50 for area in zone.areas)
            self.need(safe, path, f"{name} lies within half an inch of a hazardous area")
        else:
            carried = any(
                part.z.top == objective.z and distance_to(part.polygon, at) <= -OBJECTIVE for part in self.surfaces()
            )
            self.need(carried, path, f"{name} does not lie on a Vantage surface")

    # -- ways ----------------------------------------------------------------------------------------------------------

    def surfaces(self) -> Iterator[TerrainPart]:
        """The parts that operatives may stand on (see KT-VANT-06)."""
        return (part for _, _, part in self.parts if "Vantage" in part.traits)

    def climbing(self) -> None:
        """Every Vantage surface can be climbed to, three inches at a time (KT-TM-02)."""
        waiting = list(self.surfaces())
        reached: list[TerrainPart] = []
        while True:
            reachable = [
                part
                for part in waiting
                if part.z.top <= CLIMB
                or any(
                    part.z.top - low.z.top <= CLIMB and overlap_of(part.polygon, low.polygon) > -STEP_ACROSS
                    for low in reached
                )
            ]
            if not reachable:
                break
            reached += reachable
            waiting = [part for part in waiting if part not in reached]
        for path, feature, part in self.parts:
            self.need(part not in waiting, path, f"{feature.id}/{part.name} cannot be climbed to (KT-TM-02)")

    def walking(self) -> None:
        """Bases of every size reach the objectives on the floor and the other drop zone; hatchways lead somewhere."""
        zone = self.zone
        for base in (25, 50):
            walk = Walk(zone, base, hatches_open=True)
            for index, objective in enumerate(zone.objectives):
                near = objective.z > 0 or walk.comes_near(*objective.at, OBJECTIVE + 100)
                self.need(
                    near,
                    (*self.path, "objectives", index),
                    f"{objective.id} cannot be reached on foot with a base of {base} mm",
                )
            self.need(
                walk.enters(zone.drop_zones.B),
                (*self.path, "drop_zones"),
                f"there is no way to the other drop zone with a base of {base} mm",
            )
            if base == 25:
                share = 1 - len(walk.reached) / len(walk.free)
                self.need(
                    share < MOST_CUT_OFF, (*self.path, "features"), f"{share:.0%} of the floor of {zone.id} is cut off"
                )
                if any(part.hatch is not None for _, _, part in self.parts):
                    closed = Walk(zone, base, hatches_open=False)
                    behind = any(cell in walk.reached and cell not in closed.reached for cell in closed.free)
                    self.need(behind, (*self.path, "features"), f"the hatchways of {zone.id} lead nowhere")
