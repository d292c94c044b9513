"""A board of inches in text: a scaled map with coordinates, terrain by kind and height, pieces, markers and what can be
reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import cos, floor, radians, sin

from rich.text import Text

from fireteam.core.scene import UNIT, Area, Part, PartKind, Piece, QuestionView, RegionView, Scene
from fireteam.terminal.console import ASCII, Glyphs
from fireteam.terminal.shapes import SEAT_STYLES, SIGNS, STYLES, Cell, Outline, outline, outlines

ACROSS = 2
"""Signs to an inch; a row is an inch high, for signs are about twice as high as wide."""
SAMPLES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where in a cell terrain is looked for: walls are a third of an inch thick."""
MARGIN = 3

KINDS: tuple[PartKind, ...] = (
    "hatch", "console", "opening", "door", "window", "ladder", "wall", "solid", "wire", "low", "ramp", "floor",
    "rubble", "step", "bare", "dark",
)  # fmt: skip
"""What is shown where several parts share a cell: the first of these."""
HAZARD, ZONE, PLACE, OBJECTIVE = "≈", "·", "•", "O"
HULL = ("▒", "&")
"""What is covered by a piece that is no disc."""
ARROWS = (("→", ">", 2, 0), ("↗", "/", 2, -1), ("↑", "^", 0, -1), ("↖", "\\", -1, -1),
          ("←", "<", -1, 0), ("↙", "/", -1, 1), ("↓", "v", 0, 1), ("↘", "\\", 2, 1))  # fmt: skip
"""By eighths of a turn from the east: where somebody faces, and where the sign stands from the first of its mark."""
OPENS: tuple[PartKind, ...] = ("hatch", "door")
"""Kinds that are drawn otherwise while they are open."""


class PlaneDrawing:
    """A canvas of signs over a scene in inches; north is up, and coordinates count from the south-west corner as in the
    rules."""

    def __init__(self, scene: Scene, glyphs: Glyphs, question: QuestionView | None = None) -> None:
        board = scene["board"]
        self.scene, self.glyphs = scene, glyphs
        self.plain = glyphs is ASCII
        self.width, self.height = -(-board["width"] // UNIT), -(-board["height"] // UNIT)
        self.tall = board["height"] / UNIT
        self.rows: list[list[Cell]] = [[(" ", "")] * (self.width * ACROSS) for _ in range(self.height)]
        self.faced = False
        """Whether arrows say where somebody faces."""
        self.shown: dict[PartKind, str] = {}
        """Kinds of parts that can be seen on the map, each with what the game calls it, for the legend."""
        self.region: RegionView | None = question.get("region") if question is not None else None
        self.subject = question.get("subject", {}).get("piece", "") if question is not None else ""

    def lines(self) -> list[Text]:
        """The finished map, with coordinates in inches."""
        self._floor(self.scene["board"]["areas"].values())
        self._terrain(self.scene["parts"].values())
        self._reach()
        for name, piece in self.scene["pieces"].items():
            if piece["kind"] != "member":
                self._piece(name, piece)
        for piece in self.scene["pieces"].values():
            self._hull(piece)
        for name, piece in self.scene["pieces"].items():
            if piece["kind"] == "member":
                self._piece(name, piece)
        for piece in self.scene["pieces"].values():
            self._facing(piece)
        marks = "".join(f"{x:<{5 * ACROSS}}" for x in range(0, self.width, 5))
        lines = [Text(" " * MARGIN + marks.rstrip(), "dim")]
        for number, row in enumerate(self.rows):
            text = Text().append(f"{self.height - 1 - number:>2} ", "dim")
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(sign for sign, _ in cells), style or None)
            text.rstrip()
            lines.append(text)
        return lines

    # -- the floor -----------------------------------------------------------------------------------------------------

    def _floor(self, areas: Iterable[Area]) -> None:
        hazards = [found for area in areas if area["kind"] == "hazard" for found in outlines(area["shape"])]
        zones = [found for area in areas if area["kind"] == "zone" for found in outlines(area["shape"])]
        for row in range(self.height):
            for column in range(self.width * ACROSS):
                x, y = (column + 0.5) / ACROSS, self.north_of(row) + 0.5
                if any(zone.holds(x, y) for zone in hazards):
                    self._put(row, column, "~" if self.plain else HAZARD, "red")
                elif column % ACROSS == 0 and any(zone.holds(x, y) for zone in zones):
                    self._put(row, column, "," if self.plain else ZONE, "dim")
                elif column % (5 * ACROSS) == 0 and (self.height - 1 - row) % 5 == 0:
                    self._put(row, column, self.glyphs.floor, "dim")

    def _terrain(self, parts: Iterable[Part]) -> None:
        """Every cell that a part touches shows it; of several, what matters most for who moves and shoots."""
        best: dict[tuple[int, int], tuple[int, Part]] = {}
        for part in parts:
            rank = KINDS.index(part["kind"]) if part["kind"] in KINDS else len(KINDS)
            for shape in outlines(part["shape"]):
                for place in self._touched(shape):
                    if place not in best or rank < best[place][0]:
                        best[place] = (rank, part)
        for (row, column), (_, part) in best.items():
            self.shown.setdefault(part["kind"], part["sort"])
            self._put(row, column, self._sign(part), STYLES.get(part["kind"], ""))

    def _touched(self, shape: Outline) -> Iterable[tuple[int, int]]:
        first, last = self.row_of(shape.north), self.row_of(shape.south)
        for row in range(max(0, first), min(self.height, last + 1)):
            north = self.north_of(row)
            for column in range(
                max(0, int(shape.west * ACROSS)), min(self.width * ACROSS, int(shape.east * ACROSS) + 1)
            ):
                if any(shape.holds((column + dx) / ACROSS, north + dy) for dy in SAMPLES for dx in SAMPLES):
                    yield row, column

    def row_of(self, y: float) -> int:
        """The row that holds a y of the scene in inches: rows begin at whole inches from the south, as coordinates
        count."""
        return self.height - 1 - floor(self.tall - y + 1e-9)

    def north_of(self, row: int) -> float:
        """The y of the scene at which a row begins."""
        return self.tall - self.height + row

    def _sign(self, part: Part) -> str:
        kind = part["kind"]
        if kind == "floor":
            height = round(part.get("level", 0) / UNIT)
            return str(min(9, height)) if height else SIGNS["step"][self.plain]
        if kind in OPENS and part.get("state") == "open":
            return "/"
        return SIGNS.get(kind, ("?", "?"))[self.plain]

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _piece(self, name: str, piece: Piece) -> None:
        column, row = self.cell(piece["at"])
        active = name == self.subject or piece.get("state") == "active"
        style = SEAT_STYLES[piece["seat"]] if "seat" in piece else "bold yellow"
        mark = piece["mark"] if piece["kind"] == "member" else self._marker(name, piece)
        self._put(row, min(column, self.width * ACROSS - len(mark)), mark, f"{style} reverse" if active else style)

    def _hull(self, piece: Piece) -> None:
        """The ground under a hull, turned to where it faces."""
        if "size" not in piece:
            return
        length, width = (number / UNIT / 2 for number in piece["size"])
        (x, y), turned = (number / UNIT for number in piece["at"]), radians(piece.get("facing", 0))
        style = SEAT_STYLES[piece["seat"]] if "seat" in piece else "bold yellow"
        for row in range(self.height):
            for column in range(self.width * ACROSS):
                east, north = (column + 0.5) / ACROSS - x, y - self.north_of(row) - 0.5
                ahead, aside = east * cos(turned) + north * sin(turned), north * cos(turned) - east * sin(turned)
                if abs(ahead) <= length and abs(aside) <= width:
                    self._put(row, column, HULL[self.plain], style)

    def _facing(self, piece: Piece) -> None:
        """An arrow beside the mark of whoever faces somewhere, as far as there is room."""
        if "facing" not in piece or piece.get("stance") == "down":
            return
        column, row = self.cell(piece["at"])
        sign, letter, across, down = ARROWS[round(piece["facing"] / 45) % 8]
        row, column = row + down, min(column, self.width * ACROSS - len(piece["mark"])) + across
        if 0 <= row < self.height and 0 <= column < self.width * ACROSS:
            free = (" ", ZONE, ",", PLACE, "*", self.glyphs.floor, *HULL)
            there, style = self.rows[row][column]
            if there in free or style in ("yellow", "blue"):
                seat = SEAT_STYLES[piece["seat"]] if "seat" in piece else "bold yellow"
                self._put(row, column, letter if self.plain else sign, seat)
                self.faced = True

    def _marker(self, name: str, piece: Piece) -> str:
        """Its sign, and what tells it from others of its kind: objective-a is Oa, for text has no shapes."""
        sign = OBJECTIVE if piece["kind"] == "objective" else piece["mark"][:1]
        return sign + name.rpartition("-")[2][:1] if "-" in name else piece["mark"][:2]

    def cell(self, at: Sequence[int]) -> tuple[int, int]:
        """The column and row that hold a point of the scene."""
        column = min(self.width * ACROSS - 1, max(0, int(at[0] * ACROSS / UNIT)))
        return column, min(self.height - 1, max(0, self.row_of(at[1] / UNIT)))

    def _reach(self) -> None:
        """The inches each free cell costs, read off the contours; or where something may be put."""
        region = self.region
        if region is None:
            return
        levels = [[outline(loop) for loop in loops if len(loop) > 5] for loops in region.get("contours", [])]
        areas = [outline(area) for area in region.get("areas", [])]
        for row in range(self.height):
            for column in range(self.width * ACROSS):
                if self.rows[row][column][0] not in (" ", ZONE, ",", self.glyphs.floor):
                    continue
                x, y = (column + 0.5) / ACROSS, self.north_of(row) + 0.5
                # Holes are closed lines of their own: a point inside an odd number of them can be reached.
                inches = next(
                    (number for number, loops in enumerate(levels, 1) if sum(loop.holds(x, y) for loop in loops) % 2), 0
                )
                if inches:
                    self._put(row, column, str(inches) if inches < 10 else "+", "yellow")
                elif column % ACROSS == 0 and any(area.holds(x, y) for area in areas):
                    self._put(row, column, "*" if self.plain else PLACE, "yellow")

    def _put(self, row: int, column: int, text: str, style: str) -> None:
        for offset, sign in enumerate(text):
            if 0 <= column + offset < self.width * ACROSS:
                self.rows[row][column + offset] = (sign, style)

    def legend(self) -> list[str]:
        """What the signs mean, as far as they are on the map."""
        found = [self._legend(kind, self.shown[kind]) for kind in KINDS if kind in self.shown]
        if any("size" in piece for piece in self.scene["pieces"].values()):
            found.append(f"{HULL[self.plain]} hull")
        if self.faced:
            found.append(f"{'<' if self.plain else '←'} where it faces")
        if self.region is not None and self.region["kind"] == "move":
            found.append(f"yellow digits: {self.scene['board'].get('units', 'units')} to there")
        elif self.region is not None and self.region.get("areas"):
            found.append("yellow: where it may be put")
        if any(area["kind"] == "hazard" for area in self.scene["board"]["areas"].values()):
            found.append(f"{'~' if self.plain else HAZARD} hazardous")
        return found

    def _legend(self, kind: PartKind, sort: str) -> str:
        """A floor is the digit of its height."""
        if kind == "floor":
            return f"3 {sort} at that height"
        return f"{SIGNS[kind][self.plain]} {sort}" + (" (/ open)" if kind in OPENS else "")
