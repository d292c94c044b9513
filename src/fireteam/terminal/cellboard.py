"""A board of cells in text, from its scene alone: edges are parts that are lines, what fills cells is a part with an
area or a piece."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from rich.text import Text

from fireteam.core.scene import UNIT, Board, Part, Piece, QuestionView, Scene
from fireteam.terminal.console import ASCII, Glyphs
from fireteam.terminal.shapes import SEAT_STYLES, SIGNS, STYLES, Cell, outlines

Place = tuple[int, int]
"""A cell: column and row, counted from the top left."""

THIN, THICK, EXIT, BROKEN = 1, 2, 3, 4
DOOR_SIGNS = {"open": "/", "closed": "+", "locked": "x"}
DOOR_STYLES = {"open": "green", "closed": "yellow", "locked": "bold red"}
DOORS = ("door", "hatch")
OPENINGS = ("opening", "window", "low", "step", "bare", "wire", "ladder", "ramp")
"""Kinds of edges that are no wall: their own sign stands on them."""
SPOT = re.compile(r"(\d+),(\d+)(?:,\d+)?")
LEFT_MARGIN = 3


def cell_of(spot: str) -> Place | None:
    """The cell that a spot of a scene names."""
    found = SPOT.fullmatch(spot)
    return (int(found[1]), int(found[2])) if found else None


def goals(question: QuestionView | None) -> list[Place]:
    """The cells that the options of a question are about."""
    options = question.get("options", []) if question is not None else []
    spots = (cell_of(option.get("place", {}).get("spot", "")) for option in options)
    return [spot for spot in spots if spot is not None]


def areas_of(board: Board) -> dict[Place, str]:
    """The area that each cell lies in."""
    grid = board["grid"]
    found: dict[Place, str] = {}
    for name, area in board["areas"].items():
        shapes = outlines(area["shape"])
        for y in range(grid["rows"]):
            for x in range(grid["columns"]):
                middle = (x + 0.5) * grid["size"] / UNIT, (y + 0.5) * grid["size"] / UNIT
                if any(shape.holds(*middle) for shape in shapes):
                    found[x, y] = name
    return found


class CellDrawing:
    """A canvas of signs: each cell is three wide and one high, with its edges around it."""

    def __init__(self, scene: Scene, glyphs: Glyphs, question: QuestionView | None = None) -> None:
        board = scene["board"]
        grid = board["grid"]
        self.scene, self.board, self.glyphs, self.plain = scene, board, glyphs, glyphs is ASCII
        self.size, self.width, self.height = grid["size"], grid["columns"], grid["rows"]
        self.names = grid.get("names")
        """What cells are called, where they have names of their own: what has none is no cell."""
        self.goals = set(goals(question))
        self.areas = areas_of(board)
        self.rows: list[list[Cell]] = [[(" ", "")] * (4 * self.width + 1) for _ in range(2 * self.height + 1)]
        self.across: dict[Place, int] = {}
        """Horizontal edges by the cell below them, with their thickness."""
        self.upright: dict[Place, int] = {}
        """Vertical edges by the cell to the right of them."""
        self._edges()

    def lines(self) -> list[Text]:
        """The finished board, with coordinates."""
        self._walls()
        self._joints()
        self._names()
        self._floor()
        self._openings()
        self._tokens()
        self._members()
        top = Text(" " * LEFT_MARGIN + " " + "".join(f"{x:^4}" for x in self._numbers(True)), "dim")
        lines, numbers = [top], self._numbers(False)
        for number, row in enumerate(self.rows):
            text = Text().append(f"{numbers[number // 2]:>2} " if number % 2 else "   ", "dim")
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(sign for sign, _ in cells), style or None)
            lines.append(text)
        for line in lines:
            line.rstrip()
        return lines

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _edges(self) -> None:
        for y in range(self.height + 1):
            for x in range(self.width + 1):
                here = self._is_cell(x, y)
                if here != self._is_cell(x, y - 1):
                    self.across[x, y] = THICK
                if here != self._is_cell(x - 1, y):
                    self.upright[x, y] = THICK
        for part in self._of("wall"):
            self._set(part, THICK if part.get("strong") else THIN)
        for part in self._of("rubble"):
            self._set(part, BROKEN)
        for part in self._of("exit"):
            for x, y in self.cells(part):
                if y in (0, self.height - 1):
                    self.across[x, 0 if y == 0 else self.height] = EXIT
                elif x in (0, self.width - 1):
                    self.upright[0 if x == 0 else self.width, y] = EXIT
        for part in self._of(*DOORS):
            self._set(part, THIN if self._thin_around(part) else THICK)

    def _is_cell(self, x: int, y: int) -> bool:
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and (self.names is None or f"{x},{y}" in self.names)

    def _numbers(self, column: bool) -> list[str]:
        """The numbers beside the board: of columns or of rows, as the names of their cells begin or go on."""
        count = self.width if column else self.height
        if self.names is None:
            return [str(number) for number in range(count)]
        found = [""] * count
        for spot, name in self.names.items():
            found[int(spot.split(",")[not column])] = name.split(",")[not column]
        return found

    def _of(self, *kinds: str) -> Iterator[Part]:
        return (part for part in self.scene["parts"].values() if part["kind"] in kinds)

    def spans(self, part: Part) -> Iterator[tuple[bool, Place]]:
        """The edges that a line runs along: whether each is upright, and the cell below it or to its right."""
        x1, y1, x2, y2 = part["shape"].get("line", (0, 0, 0, 0))
        if x1 == x2:
            yield from ((True, (x1 // self.size, y)) for y in range(min(y1, y2) // self.size, max(y1, y2) // self.size))
        else:
            yield from (
                (False, (x, y1 // self.size)) for x in range(min(x1, x2) // self.size, max(x1, x2) // self.size)
            )

    def cells(self, part: Part) -> list[Place]:
        """The cells that a part with an area fills: those whose middle lies in it."""
        shapes, unit = outlines(part["shape"]), self.size / UNIT
        return [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if any(shape.holds((x + 0.5) * unit, (y + 0.5) * unit) for shape in shapes)
        ]

    def covered(self, part: Part) -> Iterator[Place]:
        """The cells that a part in the shape of a rectangle lies in, be it with a piece of it."""
        x, y, width, height = part["shape"].get("rect", (0, 0, 0, 0))
        yield from (
            (column, row)
            for column in range(x // self.size, -(-(x + width) // self.size))
            for row in range(y // self.size, -(-(y + height) // self.size))
        )

    def _set(self, part: Part, kind: int) -> None:
        for upright, place in self.spans(part):
            (self.upright if upright else self.across)[place] = kind

    def _thin_around(self, part: Part) -> bool:
        """Whether the wall a door stands in is an ordinary one: its neighbours along the wall tell."""
        kinds = [
            self.upright.get((x, y + step)) if upright else self.across.get((x + step, y))
            for upright, (x, y) in self.spans(part)
            for step in (-1, 1)
        ]
        return THICK not in kinds

    def _walls(self) -> None:
        joints, exits, rubble = self.glyphs.joints, self.glyphs.exit, self.glyphs.rubble
        signs_across = {THIN: joints[4], THICK: joints[20], EXIT: exits[0], BROKEN: rubble}
        signs_upright = {THIN: joints[1], THICK: joints[33], EXIT: exits[1], BROKEN: rubble}
        styles = {EXIT: "bold blue", BROKEN: "dim"}
        for (x, y), kind in self.across.items():
            sign = f" {rubble} " if kind == BROKEN else signs_across[kind] * 3
            self._write(2 * y, 4 * x + 1, sign, styles.get(kind, ""))
        for (x, y), kind in self.upright.items():
            self._write(2 * y + 1, 4 * x, signs_upright[kind], styles.get(kind, ""))

    def _joints(self) -> None:
        solid = {THIN: 1, THICK: 2, EXIT: 2}
        for y in range(self.height + 1):
            for x in range(self.width + 1):
                up, down = solid.get(self.upright.get((x, y - 1), 0), 0), solid.get(self.upright.get((x, y), 0), 0)
                left, right = solid.get(self.across.get((x - 1, y), 0), 0), solid.get(self.across.get((x, y), 0), 0)
                arms = (up > 0) | (down > 0) << 1 | (left > 0) << 2 | (right > 0) << 3
                thickness = (max(up, down) == THICK) * 2 + (max(left, right) == THICK)
                self._write(2 * y, 4 * x, self.glyphs.joints[16 * thickness + arms], "")

    def _openings(self) -> None:
        """A door is its state and the digits of its id, in the wall or beside it; what else stands on an edge is its
        sign."""
        for part in self._of(*OPENINGS):
            for upright, (x, y) in self.spans(part):
                sign = SIGNS[part["kind"]][self.plain]
                self._write(
                    2 * y + upright, 4 * x + (not upright), sign if upright else sign * 3, STYLES.get(part["kind"], "")
                )
        taken = self.goals | {self.cell(piece) for piece in self.scene["pieces"].values()}
        taken |= {place for part in self._of("console") for place in self.cells(part)}
        for name, part in self.scene["parts"].items():
            if part["kind"] not in DOORS:
                continue
            state = part.get("state", "closed")
            sign, style = DOOR_SIGNS[state], DOOR_STYLES[state]
            digits = name[-2:] if re.fullmatch(r".\d\d", name) else ""
            for upright, (x, y) in self.spans(part):
                if not upright:
                    self._write(2 * y, 4 * x + 1, sign + digits if digits else f" {sign} ", style)
                    continue
                self._write(2 * y + 1, 4 * x, sign, style)
                if (x, y) not in taken:
                    self._write(2 * y + 1, 4 * x + 1, digits, "dim")
                elif (x - 1, y) not in taken:
                    self._write(2 * y + 1, 4 * x - 2, digits, "dim")

    # -- cells ---------------------------------------------------------------------------------------------------------

    def _floor(self) -> None:
        """Floor, what fills it, ways out and things to be worked at; the cells that may be chosen have their mark.

        Where a scene says what is floor, all else is air.
        """
        floors = {place for part in self._of("floor") for place in self.covered(part)}
        for y in range(self.height):
            for x in range(self.width):
                if not floors or (x, y) in floors:
                    self._cell((x, y), f" {self.glyphs.floor} ", "dim")
        for name, part in self.scene["parts"].items():
            kind, mark = part["kind"], part.get("mark", "")
            for place in self.cells(part):
                if kind == "exit":
                    self._cell(place, f"({mark:.1})", "blue")
                elif kind == "console":
                    done = part.get("state") == "done"
                    text = f"{name if len(name) < 3 else mark:<2.2}{self.glyphs.done if done else ' '}"
                    self._cell(place, text, "bold green" if done else "bold white on blue")
                elif kind in SIGNS:
                    self._cell(place, SIGNS[kind][self.plain] * 3, STYLES.get(kind, ""))
        for x, y in self.goals:
            self._write(2 * y + 1, 4 * x + 2, self.glyphs.goal, "bold yellow")

    def cell(self, piece: Piece) -> Place:
        """The cell that a piece is in."""
        return piece["at"][0] // self.size, piece["at"][1] // self.size

    def _lying(self) -> dict[Place, str]:
        """The signs of all that lies about, by cell."""
        found: dict[Place, str] = {}
        for piece in self.scene["pieces"].values():
            if piece["kind"] != "member":
                found[self.cell(piece)] = found.get(self.cell(piece), "") + piece["mark"][:1]
        return found

    def _tokens(self) -> None:
        """Where several lie in one cell each gets one sign."""
        for place, signs in self._lying().items():
            self._cell(place, f"{signs:^3}"[:3], "bold yellow")

    def _members(self) -> None:
        lying = self._lying()
        lying |= {place: part.get("mark", "")[:1].lower() for part in self._of("console") for place in self.cells(part)}
        members = [piece for piece in self.scene["pieces"].values() if piece["kind"] == "member"]
        # Who acts comes last: it may stand in another's cell for a moment.
        for piece in sorted(members, key=lambda piece: piece.get("state") == "active"):
            active = piece.get("state") == "active"
            lead = self.glyphs.active if active else lying.get(self.cell(piece), " ")[:1]
            style = SEAT_STYLES[piece.get("seat", 0)]
            self._cell(self.cell(piece), f"{lead}{piece['mark']:<2.2}", f"{style} reverse" if active else style)

    def _names(self) -> None:
        """Names of areas stand between two rows of cells, where nothing else is drawn."""
        for run in self.named().values():
            for y, x, word in run:
                self._write(2 * y, 4 * x + 1, word, "dim italic")

    def named(self) -> dict[str, list[tuple[int, int, str]]]:
        """Where each area's name fits: words as (row, first cell, padded text); areas too narrow are left to the
        legend."""
        found: dict[str, list[tuple[int, int, str]]] = {}
        for code, area in self.board["areas"].items():
            runs = self._runs(code)
            for words in ([area["name"]], area["name"].split()):
                fitting = [run for run in runs if 4 * run[2] - 1 >= max(len(word) for word in words)]
                lines = [fitting[n : n + len(words)] for n in range(len(fitting) - len(words) + 1)]
                block = next((part for part in lines if all(b[0] - a[0] == 1 for a, b in pairwise(part))), None)
                if block:
                    found[code] = [(y, x, word.center(4 * n - 1)) for (y, x, n), word in zip(block, words, strict=True)]
                    break
        return found

    def _runs(self, code: str) -> list[tuple[int, int, int]]:
        """The longest open run of the area's cells on each border between two rows: (row, first cell, length)."""
        found = []
        for y in range(1, self.height):
            best = (0, 0)
            x = 0
            while x < self.width:
                start = x
                while (
                    x < self.width
                    and self.areas.get((x, y)) == code == self.areas.get((x, y - 1))
                    and (x, y) not in self.across
                ):
                    x += 1
                best = max(best, (x - start, -start))
                x += 1
            if best[0]:
                found.append((y, -best[1], best[0]))
        return found

    # -- the canvas ----------------------------------------------------------------------------------------------------

    def _cell(self, place: Place, text: str, style: str) -> None:
        self._write(2 * place[1] + 1, 4 * place[0] + 1, text, style)

    def _write(self, row: int, column: int, text: str, style: str) -> None:
        if not 0 <= row < len(self.rows):
            return
        for offset, sign in enumerate(text):
            if 0 <= column + offset < len(self.rows[row]):
                self.rows[row][column + offset] = (sign, style)

    def legend(self) -> list[str]:
        """What the signs mean, as far as they are on the board."""
        found = []
        doors = {part.get("state", "closed"): None for part in self._of(*DOORS)}
        if doors:
            sort = next(part["sort"] for part in self._of(*DOORS)).lower()
            found.append(f"{', '.join(f'{DOOR_SIGNS[state]} {state}' for state in sorted(doors))} {sort}")
        joints = self.glyphs.joints
        for part in _first_of_each_sort(self._of("wall")):
            found.append(f"{joints[20] if part.get('strong') else joints[4]} {part['sort'].lower()}")
        for part in _first_of_each_sort(self._of("rubble", *OPENINGS)):
            found.append(f"{SIGNS[part['kind']][self.plain]} {part['sort'].lower()}")
        ways: dict[tuple[str, str], str] = {}
        for part in self._of("exit"):
            key = part["sort"].lower(), part.get("state", "")
            ways[key] = ways.get(key, "") + f"({part.get('mark', '')})"
        found += [
            f"{marks} {sort}, {state}" if state in ("open", "locked") else f"{marks} {sort}"
            for (sort, state), marks in ways.items()
        ]
        lying = [piece for piece in self.scene["pieces"].values() if piece["kind"] != "member"]
        names = [piece["name"] for piece in lying]
        for piece in lying:  # of several with the same name their places say nothing
            text = piece["name"] if names.count(piece["name"]) > 1 else piece["text"]
            found.append(f"{piece['mark'][:1]} {text[:1].lower()}{text[1:]}")
        found = list(dict.fromkeys(found))
        if self.goals:
            found.append(f"{self.glyphs.goal} may be chosen")
        named = self.named()
        missing = dict.fromkeys(area["name"] for code, area in self.board["areas"].items() if code not in named)
        return [*found, f"unnamed: {', '.join(missing)}"] if missing else found


def _first_of_each_sort(parts: Iterable[Part]) -> list[Part]:
    found: dict[str, Part] = {}
    for part in parts:
        found.setdefault(part["sort"], part)
    return list(found.values())
