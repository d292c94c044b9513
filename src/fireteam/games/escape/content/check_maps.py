"""Checks the grid of an ESCAPE map: squares, edges, areas, doors and airlocks; each failure names its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import Lines, line_of

if TYPE_CHECKING:
    from fireteam.games.escape.content.parts import Airlock, Door, Map

Square = tuple[int, int]
Path = tuple[str | int, ...]

OPEN = " "
CLOSED_DOOR = "o"
LOCKED_DOOR = "x"
DOORS = CLOSED_DOOR + LOCKED_DOOR
AIRLOCK_EDGE = "@"
UPRIGHT_WALLS = "|!"
LEVEL_WALLS = "-="


def check_map(board: Map, path: Path, lines: Lines, file: str) -> MapGrid:
    """Raise PackError for the first thing on the map that does not fit; otherwise its grid, read."""
    grid = MapGrid(board, path, lines, file)
    grid.check()
    grid.airlocks()
    return grid


class MapGrid:
    """A map's text, addressed by squares and edges."""

    def __init__(self, board: Map, path: Path, lines: Lines, file: str) -> None:
        self.board = board
        self.path = path
        self.lines = lines
        self.file = file
        self.rows = board.grid.rstrip("\n").split("\n")
        self.area: dict[Square, str] = {}

    def fail(self, path: Path, reason: str) -> NoReturn:
        raise PackError(self.file, line_of(self.lines, (*self.path, *path)), f"map {self.path[-1]}: {reason}")

    def check(self) -> None:
        """All but the airlocks, which a map that was laid by hand may do without."""
        self.shape()
        self.characters()
        self.listed_doors()
        self.areas()
        self.unlisted_doors()

    def size(self, codes: Iterable[str]) -> int:
        """How many squares the areas have together."""
        wanted = set(codes)
        return sum(code in wanted for code in self.area.values())

    def edge(self, first: Square, second: Square) -> str:
        """The character between two squares that touch."""
        return self.rows[first[1] + second[1] + 1][first[0] + second[0] + 1]

    def neighbours(self, square: Square) -> Iterator[Square]:
        """The squares of the board that touch this one (ES-TERM-01)."""
        x, y = square
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if other in self.area:
                yield other

    def flood(self, start: Square, passable: str) -> set[Square]:
        """All squares that can be reached across edges of these kinds."""
        seen = {start}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for other in self.neighbours(here):
                if other not in seen and self.edge(here, other) in passable:
                    seen.add(other)
                    waiting.append(other)
        return seen

    def shape(self) -> None:
        """The grid has the size that width and height ask for."""
        height, width = 2 * self.board.height + 1, 2 * self.board.width + 1
        for number, row in enumerate(self.rows[:height]):
            if len(row) != width:
                self.fail(("grid", number), f"grid row {number} has {len(row)} characters instead of {width}")
        if len(self.rows) != height:
            self.fail(("grid",), f"the grid has {len(self.rows)} rows instead of {height}")

    def characters(self) -> None:
        """Every character of the grid is one of its place; the border is closed (ES-WALL-01)."""
        last_row, last_column = len(self.rows) - 1, len(self.rows[0]) - 1
        for number, row in enumerate(self.rows):
            for column, sign in enumerate(row):
                upright, level = number % 2 == 1, column % 2 == 1
                border = number in (0, last_row) or column in (0, last_column)
                if upright and level:
                    if sign not in self.board.areas:
                        self.fail(
                            ("grid", number),
                            f"square {[column // 2, number // 2]} is in area {sign!r}, which is not listed",
                        )
                    self.area[column // 2, number // 2] = sign
                elif not upright and not level:
                    if sign != "+":
                        self.fail(
                            ("grid", number), f"corner at row {number}, column {column} is {sign!r} instead of '+'"
                        )
                elif border:
                    allowed = ("!" if upright else "=") + AIRLOCK_EDGE
                    if sign not in allowed:
                        self.fail(
                            ("grid", number),
                            f"the border is open at row {number}, column {column}: {sign!r} (ES-WALL-01)",
                        )
                elif sign not in OPEN + DOORS + (UPRIGHT_WALLS if upright else LEVEL_WALLS):
                    self.fail(("grid", number), f"unknown edge {sign!r} at row {number}, column {column} (ES-WALL-01)")

    def listed_doors(self) -> None:
        """Each listed door lies on a door edge between two areas, and a locked one has a difficulty (ES-DOOR-05)."""
        ids: set[str] = set()
        places: dict[frozenset[Square], str] = {}
        for index, door in enumerate(self.board.doors):
            if door.id in ids:
                self.fail(("doors", index, "id"), f"door {door.id!r} is given twice")
            ids.add(door.id)
            place = frozenset(door.between)
            if place in places:
                self.fail(("doors", index), f"door {door.id} lies where door {places[place]} is")
            places[place] = door.id
            self.door(door, ("doors", index))

    def door(self, door: Door, path: Path) -> None:
        """One listed door."""
        first, second = door.between
        if first not in self.area or second not in self.area:
            self.fail((*path, "between"), f"door {door.id} lies outside the board")
        if second not in self.neighbours(first):
            self.fail((*path, "between"), f"door {door.id}: squares {list(first)} and {list(second)} do not touch")
        sign = self.edge(first, second)
        if self.area[first] == self.area[second]:
            self.fail(
                (*path, "between"),
                f"door {door.id} lies between nothing: both squares are in area {self.area[first]!r}",
            )
        if sign not in DOORS:
            self.fail((*path, "between"), f"door {door.id}: the grid has no door there but {sign!r}")
        wanted = "closed" if sign == CLOSED_DOOR else "locked"
        if door.start != wanted:
            self.fail((*path, "start"), f"door {door.id} starts {door.start}, but the grid shows a {wanted} one")
        if sorted(door.areas) != sorted((self.area[first], self.area[second])):
            found = f"{self.area[first]} and {self.area[second]}"
            self.fail((*path, "areas"), f"door {door.id} joins the areas {found}, not {' and '.join(door.areas)}")
        if door.start == "locked" and door.difficulty is None:
            self.fail(path, f"locked door {door.id} has no difficulty (ES-DOOR-05)")
        if door.start == "closed" and door.difficulty is not None:
            self.fail(
                (*path, "difficulty"), f"door {door.id} is not locked and has no use for a difficulty (ES-DOOR-05)"
            )

    def areas(self) -> None:
        """Areas are in one piece, of the size they say, and parted by walls or doors; all can be reached
        (ES-TERM-09)."""
        if self.board.central_room not in self.board.areas:
            self.fail(("central_room",), f"the central room {self.board.central_room!r} is not listed in areas")
        for here in self.area:
            for other in self.neighbours(here):
                if here < other:
                    same = self.area[here] == self.area[other]
                    if same != (self.edge(here, other) == OPEN):
                        reason = "a wall or door inside one area" if same else "nothing between two areas"
                        self.fail(
                            ("grid", here[1] + other[1] + 1),
                            f"{reason}, from {list(here)} to {list(other)} (ES-TERM-09)",
                        )
        for code, area in self.board.areas.items():
            squares = [square for square, found in self.area.items() if found == code]
            if not squares:
                self.fail(("areas", code), f"area {code!r} has no square in the grid")
            if len(squares) != area.squares:
                self.fail(
                    ("areas", code, "squares"),
                    f"area {code!r} has {len(squares)} squares in the grid, not {area.squares}",
                )
            if len(self.flood(squares[0], OPEN)) != len(squares):
                self.fail(("areas", code), f"area {code!r} is not in one piece (ES-TERM-09)")
        centre = next(square for square, code in self.area.items() if code == self.board.central_room)
        reached = self.flood(centre, OPEN + DOORS)
        for square, code in self.area.items():
            if square not in reached:
                self.fail(("areas", code), f"area {code!r} cannot be reached through any door")

    def unlisted_doors(self) -> None:
        """Each door of the grid is listed, since its number and lock are there (ES-DOOR-05)."""
        listed = {frozenset(door.between) for door in self.board.doors}
        for here in self.area:
            for other in self.neighbours(here):
                if here < other and self.edge(here, other) in DOORS and frozenset((here, other)) not in listed:
                    row = here[1] + other[1] + 1
                    self.fail(
                        ("grid", row),
                        f"the door between {list(here)} and {list(other)} is not listed in doors (ES-DOOR-05)",
                    )

    def airlocks(self) -> None:
        """Five airlocks of two squares each: four on the board's edges, one in the central room (ES-AIR-01)."""
        numbers = [airlock.id for airlock in self.board.airlocks]
        if sorted(numbers) != [1, 2, 3, 4, 5]:
            self.fail(("airlocks",), f"airlocks must be numbered 1 to 5, not {numbers} (ES-AIR-01)")
        marked: set[tuple[int, int]] = set()
        for index, airlock in enumerate(self.board.airlocks):
            marked |= self.airlock(airlock, ("airlocks", index))
        for number, row in enumerate(self.rows):
            for column, sign in enumerate(row):
                if sign == AIRLOCK_EDGE and (number, column) not in marked:
                    self.fail(
                        ("grid", number), f"the '@' at row {number}, column {column} belongs to no airlock (ES-AIR-01)"
                    )

    def airlock(self, airlock: Airlock, path: Path) -> set[tuple[int, int]]:
        """One airlock; the places of its outer edges in the grid."""
        squares = airlock.squares
        place: Path = (*path, "squares")
        if len(squares) != 2 or abs(squares[0][0] - squares[1][0]) + abs(squares[0][1] - squares[1][1]) != 1:
            self.fail(place, f"airlock {airlock.id} must have two squares side by side (ES-AIR-01)")
        edges: set[tuple[int, int]] = set()
        for x, y in squares:
            if (x, y) not in self.area:
                self.fail(place, f"airlock {airlock.id} lies outside the board, on {[x, y]}")
            if self.area[x, y] != airlock.area:
                self.fail(
                    (*path, "area"), f"airlock {airlock.id} lies in area {self.area[x, y]!r}, not in {airlock.area!r}"
                )
            if airlock.edge == "none":
                continue
            row, column, outermost = {
                "north": (2 * y, 2 * x + 1, y == 0),
                "south": (2 * y + 2, 2 * x + 1, y == self.board.height - 1),
                "west": (2 * y + 1, 2 * x, x == 0),
                "east": (2 * y + 1, 2 * x + 2, x == self.board.width - 1),
            }[airlock.edge]
            if not outermost or self.rows[row][column] != AIRLOCK_EDGE:
                self.fail(place, f"airlock {airlock.id}: {[x, y]} has no '@' on the {airlock.edge} border (ES-AIR-01)")
            edges.add((row, column))
        central = airlock.id == 5
        if central != (airlock.edge == "none") or central != airlock.high_security:
            self.fail(
                path, f"airlock {airlock.id}: airlock 5, and only it, has edge none and high_security (ES-AIR-01)"
            )
        if central and airlock.area != self.board.central_room:
            self.fail(path, f"airlock 5 must lie in the central room {self.board.central_room!r} (ES-AIR-01)")
        return edges
