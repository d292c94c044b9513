"""Checks of the maps of a Deadzone pack, and that its scenarios can be fought on them; each failure names the file, the
line and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.yamlfile import Lines
from fireteam.games.deadzone.cards import Deck, Unit, deck
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.teams import of_roster
from fireteam.games.deadzone.geometry import field_of, layout_of
from fireteam.kit.content.checks import Checker
from fireteam.space.cubes.layout import COMPASS, check
from fireteam.space.cubes.steps import Gait, Mode
from fireteam.space.squares import bits

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.maps import Map
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.scenarios import Scenario

Path = tuple[str | int, ...]
Cube = tuple[int, int, int]
PARTS = ("floors", "walls", "splits", "ramps", "solid", "platforms", "ladders")
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E", "SW": "NE", "NE": "SW", "SE": "NW", "NW": "SE"}
VEHICLE_CUBES = 3
"""How many cubes of a zone vehicles must be able to start in and drive off from."""
LARGE = 3
"""The least size of large models."""
WALKER, DRIVER = Gait(4), Gait(4, Mode.DRIVE)
"""The largest models on foot and on wheels."""


def check_maps(pack: Pack, lines: Lines, file: str) -> None:
    """Every map is a board: its parts lie on it, and none in another's way."""
    for index, board in enumerate(pack.maps):
        _MapCheck(board, ("maps", index), lines, file).run()


def check_battles(pack: Pack, lines: Lines, file: str) -> None:
    """Models get everywhere, and every scenario can be fought on each map that it is for."""
    cards = deck(pack)
    for index, board in enumerate(pack.maps):
        ground = _Ground(board, ("maps", index), lines, file)
        ground.everywhere()
        ground.ramps()
        for place, scenario in enumerate(pack.scenarios):
            if not scenario.maps or board.id in scenario.maps:
                ground.scenario(scenario, ("scenarios", place))
                ground.rosters(pack, cards, scenario)


class _MapCheck(Checker):
    """One map under check, part by part."""

    def __init__(self, board: Map, path: Path, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.board = board
        self.path = path

    def run(self) -> None:
        self.on_board()
        self.unobstructed()
        if self.board.symmetric:
            self.half_turn()
        self.scenery()
        self.ramps()
        self.sound()

    def on_board(self) -> None:
        """Everything lies on the board, once; floors above the ground, walls inside the edge (see DZ-CORE-05)."""
        board, (columns, rows) = self.board, self.board.size
        for key in PARTS:
            seen: set[tuple[Any, ...]] = set()
            for index, entry in enumerate(getattr(board, key)):
                path = (*self.path, key, index)
                x, y, level = entry[:3]
                inside = x <= columns and y <= rows and level <= board.levels
                self.need(inside, path, f"{board.id}: {key} {list(entry)} lies off the board")
                face = entry[:4] if key == "walls" else entry[:3]
                self.need(face not in seen, path, f"{board.id}: two {key} are given for {list(face)}")
                seen.add(face)
        for index, floor in enumerate(board.floors):
            path = (*self.path, "floors", index)
            self.need(floor[2] > 1, path, f"{board.id}: the ground is a floor already (DZ-GEO-04)")
        for index, wall in enumerate(board.walls):
            edge = wall[0] == columns if wall[3] == "E" else wall[1] == rows
            self.need(
                not edge,
                (*self.path, "walls", index),
                f"{board.id}: wall {list(wall)} lies on the edge of the board, which is a wall already (DZ-CORE-05)",
            )
        for index, platform in enumerate(board.platforms):
            quarters = platform[3]
            self.need(
                quarters and len(set(quarters)) == len(quarters),
                (*self.path, "platforms", index),
                f"{board.id}: a platform raises some quarters, each once (DZ-PART-06)",
            )

    def unobstructed(self) -> None:
        """Nothing lies in a solid cube or is the face of one, and its top is a floor already (see DZ-GEO-04)."""
        board, solid = self.board, set(self.board.solid)
        for key in PARTS:
            for index, entry in enumerate(getattr(board, key)):
                x, y, level = entry[:3]
                if key != "solid":
                    beyond = {"E": (x + 1, y, level), "N": (x, y + 1, level)}.get(entry[3]) if key == "walls" else None
                    self.need(
                        (x, y, level) not in solid and beyond not in solid,
                        (*self.path, key, index),
                        f"{board.id}: {key} {list(entry)} lies in a solid cube or is a face of one (DZ-GEO-04)",
                    )
                if key == "floors":
                    self.need(
                        (x, y, level - 1) not in solid,
                        (*self.path, key, index),
                        f"{board.id}: floor {list(entry)} is the top of a solid cube already (DZ-GEO-04)",
                    )
        for index, (x, y, level, _, _) in enumerate(board.splits):
            self.need(
                self.whole((x, y, level)),
                (*self.path, "splits", index),
                f"{board.id}: a split cube has a whole floor (DZ-GEO-09)",
            )

    def whole(self, cube: Cube) -> bool:
        """Whether a cube of the board has a whole floor (see DZ-GEO-04)."""
        x, y, level = cube
        (columns, rows), solid = self.board.size, self.board.solid
        if cube in solid or not (1 <= x <= columns and 1 <= y <= rows and level <= self.board.levels):
            return False
        laid = any(floor[:3] == cube and not floor[3].startswith("half") for floor in self.board.floors)
        return level == 1 or (x, y, level - 1) in solid or laid

    def ramps(self) -> None:
        """Ramps lead to whole floors (see DZ-GEO-07)."""
        for index, (x, y, level, direction) in enumerate(self.board.ramps):
            east, north = COMPASS[direction]
            self.need(
                self.whole((x + east, y + north, level + 1)),
                (*self.path, "ramps", index),
                f"{self.board.id}: ramp {[x, y, level, direction]} leads to no whole floor (DZ-GEO-07)",
            )

    def sound(self) -> None:
        """Nothing else keeps it from being a board."""
        for wrong in check(layout_of(board_data(self.board))):
            self.fail((*self.path, wrong.where), f"{self.board.id}: {wrong.where} {list(wrong.entry)}: {wrong.flaw}")

    def half_turn(self) -> None:
        """The map is its own half-turn, so that no side has the better ground."""
        for key in PARTS:
            entries = getattr(self.board, key)
            have = {_plain(key, entry) for entry in entries}
            for index, entry in enumerate(entries):
                self.need(
                    _plain(key, self.turned(key, entry)) in have,
                    (*self.path, key, index),
                    f"{self.board.id}: {key} {list(entry)} has no twin by a half-turn of the board; "
                    "say symmetric: false if that is meant",
                )

    def turned(self, key: str, entry: tuple[Any, ...]) -> tuple[Any, ...]:
        """A part of the map after a half-turn."""
        columns, rows = self.board.size
        x, y, level, *rest = columns + 1 - entry[0], rows + 1 - entry[1], *entry[2:]
        if key == "walls":  # the face of a cube to the east is that of the next one to the west
            return (x - 1, y, level, *rest) if rest[0] == "E" else (x, y - 1, level, *rest)
        if key == "floors":
            kind = rest[0]
            return x, y, level, f"half-{OPPOSITE[kind[5:]]}" if kind.startswith("half-") else kind
        if key == "ramps":
            return x, y, level, OPPOSITE[rest[0]]
        if key == "platforms":
            return x, y, level, tuple(OPPOSITE[quarter] for quarter in rest[0])
        return x, y, level, *rest

    def scenery(self) -> None:
        """No 3 by 3 squares are bare."""
        board, (columns, rows) = self.board, self.board.size
        busy = {entry[:2] for key in PARTS for entry in getattr(board, key)}
        busy |= {(x + 1, y) if side == "E" else (x, y + 1) for x, y, _, side, _ in board.walls}
        for x in range(1, columns - 1):
            for y in range(1, rows - 1):
                block = {(x + dx, y + dy) for dx in range(3) for dy in range(3)}
                self.need(busy & block, self.path, f"{board.id}: no scenery in the 3 by 3 squares from {[x, y]}")


def _plain(key: str, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """A part of a map for comparing; the order of quarters does not matter."""
    return (*entry[:3], frozenset(entry[3])) if key == "platforms" else entry


class _Ground(Checker):
    """A map under check by walking on it."""

    def __init__(self, board: Map, path: Path, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.board = board
        self.path = path
        self.field = field_of(board_data(board))
        self.cubes = sorted(self.at(cube) for cube in bits(self.field.board.floors))
        if self.start(WALKER) is None:
            self.fail(path, f"{board.id}: there is no cube on the ground for a model of size {WALKER.size}")
        self.by_size = {size: self.reach(self.start(WALKER), Gait(size)) for size in (1, 2, 3)}
        self.driven = self.reach(self.start(DRIVER), DRIVER)

    def at(self, cube: int) -> Cube:
        """A cube by column, row and level."""
        x, y, level = self.field.board.at[cube]
        return x + 1, y + 1, level + 1

    def holds(self, cube: Cube, gait: Gait) -> bool:
        """Whether a model can stand in a cube, or in a half of it."""
        board, stands = self.field.board, self.field.steps.stands(gait)
        return any(stands >> place & 1 for place in board.places_of[board.cube(*cube)])

    def start(self, gait: Gait) -> int | None:
        """A place on the ground for a model."""
        board = self.field.board
        cubes = (cube for cube in self.cubes if cube[2] == 1 and self.holds(cube, gait))
        return next((board.places_of[board.cube(*cube)][0] for cube in cubes), None)

    def reach(self, start: int | None, gait: Gait) -> set[Cube]:
        """The cubes that a model gets to."""
        if start is None:
            return set()
        return {self.at(cube) for cube in bits(self.field.board.cubes(self.field.steps.everywhere(start, gait)))}

    def everywhere(self) -> None:
        """Models of size 1 get to every cube with a floor (see DZ-GEO-05, DZ-GEO-06)."""
        for cube in self.cubes:
            self.need(
                cube in self.by_size[1],
                self.place_of(cube),
                f"{self.board.id}: a model of size 1 cannot get to {list(cube)} (DZ-TERR-08)",
            )

    def place_of(self, cube: Cube) -> Path:
        """Where the file speaks of the floor of a cube."""
        x, y, level = cube
        for key, wanted in (("floors", cube), ("solid", (x, y, level - 1))):
            for index, entry in enumerate(getattr(self.board, key)):
                if entry[:3] == wanted:
                    return (*self.path, key, index)
        return self.path

    def ramps(self) -> None:
        """Vehicles can use the ramps (see DZ-GEO-07, DZ-AB-VEHICLE-01)."""
        for index, (x, y, level, direction) in enumerate(self.board.ramps):
            east, north = COMPASS[direction]
            self.need(
                {(x, y, level), (x + east, y + north, level + 1)} <= self.driven,
                (*self.path, "ramps", index),
                f"{self.board.id}: ramp {[x, y, level, direction]} is of no use to vehicles of size {DRIVER.size} "
                "(DZ-AB-VEHICLE-01)",
            )

    # -- scenarios on the map ------------------------------------------------------------------------------------------

    def scenario(self, scenario: Scenario, path: Path) -> None:
        """Objectives, consoles and exits are within reach (see DZ-SETUP-04)."""
        pair = f"{scenario.id} on {self.board.id}"
        tops = []
        for place, objective in enumerate(scenario.objectives):
            tops.append(self.within_reach(objective.at, (*path, "objectives", place), f"{pair}: objective"))
        admitted = sum(top in self.by_size[LARGE] and self.holds(top, Gait(LARGE)) for top in tops)
        self.need(
            2 * admitted >= len(tops),
            (*path, "objectives"),
            f"{pair}: only {admitted} of {len(tops)} objectives admit models of size {LARGE} (DZ-GEO-09, DZ-PART-05)",
        )
        if scenario.consoles is not None:
            for place, square in enumerate(scenario.consoles.at):
                self.within_reach(square, (*path, "consoles", "at", place), f"{pair}: console")
        if scenario.exits is not None:
            for key, squares in (("A", scenario.exits.a), ("B", scenario.exits.b)):
                for place, (x, y) in enumerate(squares):
                    self.need(
                        (x, y, 1) in self.by_size[2],
                        (*path, "exits", key, place),
                        f"{pair}: exit {[x, y]} is out of reach of size 2 (DZ-CORE-06)",
                    )
        for key, squares in (("A", scenario.zones.a), ("B", scenario.zones.b)):
            start = sum((x, y, 1) in self.driven for x, y in squares)
            self.need(
                start >= VEHICLE_CUBES,
                (*path, "zones", key),
                f"{pair}: vehicles can use {start} cubes of zone {key}, fewer than {VEHICLE_CUBES} (DZ-SETUP-15)",
            )

    def within_reach(self, square: tuple[int, int], path: Path, what: str) -> Cube:
        """The top of a square, where models of size 2 must get to."""
        board = self.field.board
        top = self.at(board.top(board.cube(*square, 1)))
        self.need(
            top in self.by_size[2] and self.holds(top, Gait(2)),
            path,
            f"{what} {list(square)} lies at {list(top)}, out of reach of size 2 (DZ-SETUP-04)",
        )
        return top

    def rosters(self, pack: Pack, cards: Deck, scenario: Scenario) -> None:
        """Every ready roster fits into both zones, vehicles where they can drive off (see DZ-SETUP-15, DZ-SETUP-16)."""
        for index, faction in enumerate(pack.factions):
            for place, roster in enumerate(faction.rosters):
                team = of_roster(faction.name, faction.id, roster)
                units = [cards.units[pick.unit] for pick in team.models]
                for key, squares in (("A", scenario.zones.a), ("B", scenario.zones.b)):
                    ground, other = self.rooms(squares)
                    self.need(
                        packed([unit for unit in units if not unit.has("Drop Suit")], ground, other),
                        ("factions", index, "rosters", place),
                        f"{faction.id} {roster.limit} does not fit into zone {key} of {scenario.id} on "
                        f"{self.board.id} (DZ-SETUP-16)",
                    )

    def rooms(self, squares: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
        """The room of a zone: of cubes that vehicles can start in, and of all others."""
        drive: list[int] = []
        other: list[int] = []
        board = self.field.board
        for cube in self.cubes:
            if cube[:2] in squares:
                rooms = [board.quarters[place].bit_count() for place in board.places_of[board.cube(*cube)]]
                (drive if cube[2] == 1 and cube in self.driven else other).extend(rooms)
        return drive, other


def packed(units: Sequence[Unit], drive: Sequence[int], other: Sequence[int]) -> bool:
    """Whether models fit into rooms, the largest first and vehicles before all (see DZ-SETUP-16)."""
    rooms = [[room, True] for room in drive] + [[room, False] for room in other]
    for unit in sorted(units, key=lambda unit: (not unit.vehicle, -unit.size)):
        fitting = [room for room in rooms if room[0] >= unit.size and (room[1] or not unit.vehicle)]
        if not fitting:
            return False
        best = min(fitting, key=lambda room: (bool(room[1]) != unit.vehicle, room[0]))
        best[0] -= unit.size
    return True
