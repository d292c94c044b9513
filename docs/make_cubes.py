"""Makes the pictures of docs/cubes.md from answers of `fireteam.space.cubes`. Run: python docs/make_cubes.py"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from fireteam.space.cubes.board import EVERY, Board, gate_of, is_climbable
from fireteam.space.cubes.layout import FLOORS, QUARTERS, SHAPES, Floor, Layout, Platform, Ramp, Wall
from fireteam.space.cubes.rays import CUBE, floor_solid, wall_solid
from fireteam.space.cubes.sight import Pose, Sight
from fireteam.space.cubes.steps import Bar, Gait, Mode, Steps

FOLDER = Path(__file__).parent
PAPER, INK, STONE, OPEN, SEEN, STOPPED = "#f7f4ec", "#26313a", "#7b8791", "#e4dfd2", "#1d7a5f", "#b3412f"
GRAIN = 5
"""Faces are asked point by point, so many fortieths of an inch apart."""
WORDS = {
    Bar.TIGHT: "nobody passes",
    Bar.NO_HOLD: "no hold",
}
"""What bars a step, as short as a cube is wide."""


class Drawing:
    """Shapes of an SVG picture, and what it shows for those who cannot see it."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="system-ui, sans-serif" font-size="13" fill="{INK}">'
            f"\n<title>{escape(title)}</title>"
        )
        self.shapes: list[str] = []
        self.box(0, 0, width, height, PAPER)

    def box(self, x: float, y: float, width: float, height: float, fill: str, line: str = "none") -> None:
        """A rectangle."""
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{line}"/>'
        )

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str, wide: float = 1, dash: str = "") -> None:
        """A straight line."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        ends = f'x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"'
        self.shapes.append(f'<line {ends} stroke="{colour}" stroke-width="{wide:g}"{dashed}/>')

    def dot(self, x: float, y: float, size: float, colour: str) -> None:
        """A filled circle."""
        self.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colour}"/>')

    def text(self, x: float, y: float, words: str, colour: str = INK, size: int = 13, anchor: str = "middle") -> None:
        """A line of text."""
        style = f'text-anchor="{anchor}" font-size="{size}" fill="{colour}"'
        self.shapes.append(f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>')

    def __str__(self) -> str:
        return "\n".join([self.head, *self.shapes, "</svg>"]) + "\n"


# -- faces and floors --------------------------------------------------------------------------------------------------


def runs(solid: list[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of a row that are solid: where each begins, how long it is."""
    begun = None
    for number, here in enumerate([*solid, False]):
        if here and begun is None:
            begun = number
        elif not here and begun is not None:
            yield begun, number - begun
            begun = None


def face(drawing: Drawing, x: int, y: int, floor: bool, kind: int) -> None:
    """One face as the kernels of sight know it, drawn from the front (a floor from above)."""
    drawing.box(x, y, CUBE, CUBE, OPEN)
    for row in range(0, CUBE, GRAIN):
        up = CUBE - row - GRAIN // 2 - 1
        points = range(GRAIN // 2, CUBE, GRAIN)
        solid = [floor_solid(kind, at, up, 1) if floor else wall_solid(kind, at, up, 1) for at in points]
        for begun, length in runs(solid):
            drawing.box(x + begun * GRAIN, y + row, length * GRAIN, GRAIN, STONE)
    drawing.box(x, y, CUBE, CUBE, "none", INK)


def faces() -> Drawing:
    """Every shape of a face, the largest size that passes it, and which can be climbed."""
    shapes = {name: shape for name, shape in SHAPES.items() if name not in ("hatch1", "hatch3", "hatch4")}
    floors = {name: kind for name, kind in FLOORS.items() if name in ("none", "half-N", "half-E", "full", "hatch2")}
    drawing = Drawing(970, 620, "The shapes of walls and floors, with the largest size that passes each")
    for number, (name, shape) in enumerate(shapes.items()):
        x, y = 20 + number % 6 * 158, 20 + number // 6 * 200
        face(drawing, x, y, floor=False, kind=shape)
        drawing.text(x + CUBE / 2, y + CUBE + 20, name)
        gate = gate_of(shape)
        passes = f"size {gate} passes" if gate else "nobody passes"
        drawing.text(x + CUBE / 2, y + CUBE + 38, passes + (", climb" if is_climbable(shape) else ""), STONE, 12)
    for number, (name, kind) in enumerate(floors.items()):
        x, y = 20 + number * 158, 420
        face(drawing, x, y, floor=True, kind=kind)
        drawing.text(x + CUBE / 2, y + CUBE + 20, f"floor: {name}")
        drawing.text(x + CUBE / 2, y + CUBE + 38, "from above", STONE, 12)
    return drawing


# -- sight -------------------------------------------------------------------------------------------------------------


class Profile:
    """A row of a board from the side: the drawing's scale is that of the rays."""

    def __init__(self, drawing: Drawing, board: Board, left: int, bottom: int) -> None:
        self.drawing, self.board, self.left, self.bottom = drawing, board, left, bottom

    def at(self, along: float, up: float) -> tuple[float, float]:
        """Where a point of the row is drawn."""
        return self.left + along, self.bottom - up

    def scenery(self) -> None:
        """Floors, and of each wall what is solid in the middle of the row."""
        board = self.board
        for cube in range(board.count):
            column, _, level = board.at[cube]
            x, y = self.at(column * CUBE, level * CUBE)
            self.drawing.box(x, y - CUBE, CUBE, CUBE, "none", OPEN)
            for begun, length in runs(
                [floor_solid(board.floor[cube], at, CUBE // 2, 1) for at in range(0, CUBE, GRAIN)]
            ):
                self.drawing.line(x + begun * GRAIN, y, x + (begun + length) * GRAIN, y, INK, 4)
            wall = [wall_solid(board.face(cube, 0), CUBE // 2, up, 1) for up in range(0, CUBE, GRAIN)]
            for begun, length in runs(wall):
                self.drawing.line(x + CUBE, y - begun * GRAIN, x + CUBE, y - (begun + length) * GRAIN, STONE, 6)

    def body(self, pose: Pose, name: str) -> None:
        """A body as the box that hides others."""
        west, east, _, _, low, high = pose.box
        x, y = self.at(west, high)
        self.drawing.box(x, y, east - west, high - low, "#ffffff", INK)
        self.drawing.text((x + x + east - west) / 2, self.bottom - low - 12, name)

    def look(self, sight: Sight, viewer: Pose, target: Pose) -> None:
        """All rays from the eye that sees most, and in bold the one that is shown as the reason."""
        found = sight.sighting(viewer, target)
        eye = viewer.eyes[found.eye]
        for point in target.points:
            ray = sight.ray(eye, point)
            end = ray.stop.at if ray.stop else point
            colour = STOPPED if ray.stop else SEEN
            self.drawing.line(*self.at(eye[0], eye[2]), *self.at(end[0], end[2]), colour, 0.6)
        witness = found.ray
        assert witness is not None
        end = witness.stop.at if witness.stop else witness.end
        colour = SEEN if found.seen else STOPPED
        start, dash = witness.start, "" if found.seen else "6 4"
        self.drawing.line(*self.at(start[0], start[2]), *self.at(end[0], end[2]), colour, 2.5, dash)
        self.drawing.dot(*self.at(end[0], end[2]), 5, colour)
        says = f"{found.rays} of {found.points} points in view"
        if witness.stop:
            says += f": {witness.stop.block}"
        self.drawing.text(*self.at(target.middle[0], -22), says, colour)


def sight() -> Drawing:
    """Somebody on a gallery who sees one of two others."""
    layout = Layout(
        7, 1, 2,
        floors=(Floor(1, 1, 2, "full"), Floor(2, 1, 2, "full"), Floor(6, 1, 2, "full")),
        walls=(Wall(2, 1, 2, "E", "low25"), Wall(4, 1, 1, "E", "low50"), Wall(6, 1, 1, "E", "blocked")),
    )  # fmt: skip
    board = Board(layout)
    eyes = Sight(board)
    drawing = Drawing(900, 330, "A body on a gallery sees one over a low wall; a wall hides the other")
    profile = Profile(drawing, board, 30, 290)
    profile.scenery()

    def stand(name: str, size: int, quarters: int) -> Pose:
        place = board.named(name)
        assert place is not None
        return eyes.pose(place, quarters, size)

    viewer = stand("2,1,2", 2, QUARTERS["SE"] | QUARTERS["NE"])
    near, far = stand("5,1,1", 2, QUARTERS["SW"] | QUARTERS["NW"]), stand("7,1,1", 2, QUARTERS["SW"] | QUARTERS["NW"])
    for pose, name in ((viewer, "A"), (near, "B"), (far, "C")):
        profile.body(pose, name)
    for target in (near, far):
        profile.look(eyes, viewer, target)
    return drawing


# -- steps -------------------------------------------------------------------------------------------------------------


def steps() -> Drawing:
    """Where one step of a walker leads, level beside level, and what bars the others."""
    layout = Layout(
        3, 3, 2,
        floors=(*(Floor(x, 3, 2, "full") for x in (1, 2, 3)), Floor(1, 2, 2, "half-W"), Floor(3, 2, 2, "full")),
        walls=(
            Wall(2, 2, 1, "E", "door50"), Wall(2, 1, 1, "N", "low50"), Wall(2, 2, 1, "N", "blocked"),
            Wall(1, 2, 1, "E", "window"), Wall(1, 2, 1, "N", "blocked"), Wall(3, 2, 1, "N", "blocked"),
            Wall(1, 1, 1, "N", "blocked"), Wall(1, 1, 1, "E", "blocked"),
        ),
        platforms=(Platform(3, 1, 1, ("SE", "NE")),),
        ramps=(Ramp(2, 2, 1, "N"),),
    )  # fmt: skip
    board = Board(layout)
    ways, gait = Steps(board), Gait(2, Mode.WALK)
    drawing = Drawing(880, 470, "The steps of a body of size 2 from the middle of the ground to all 17 neighbours")
    start = board.named("2,2,1")
    assert start is not None
    for cube in range(board.count):
        column, row, level = board.at[cube]
        x, y = 20 + column * 135 + level * 430, 320 - row * 135
        place = board.places_of[cube][0]
        drawing.box(x, y, 130, 130, OPEN if board.quarters[place] == EVERY else PAPER, STONE)
        drawing.text(x + 65, y + 22, board.name(cube), STONE, 12)
        if place == start:
            drawing.dot(x + 65, y + 65, 22, INK)
            drawing.text(x + 65, y + 70, "size 2", PAPER, 12)
            continue
        step = ways.step(start, place, gait)
        drawing.text(x + 65, y + 66, "open" if step.open else "barred", SEEN if step.open else STOPPED, 15)
        if step.barred is not None:
            bar = step.barred
            says = f"for size {bar.number} at most" if bar.bar == Bar.TIGHT and bar.number else WORDS[bar.bar]
            drawing.text(x + 65, y + 88, says, STOPPED, 12)
            drawing.text(x + 65, y + 106, f"at {board.name(bar.cube)}", STOPPED, 12)
        elif len(step.route) > 2:
            for line, over in enumerate(step.route[1:-1]):
                drawing.text(x + 65, y + 88 + 18 * line, f"by {board.name(over)}", SEEN, 12)
    for wall in layout.walls:
        x, y = 20 + (wall.x - 1) * 135 + (wall.level - 1) * 430, 320 - (wall.y - 1) * 135
        ends = (x + 132, y, x + 132, y + 130) if wall.side == "E" else (x, y - 3, x + 130, y - 3)
        drawing.line(*ends, INK, 5)
        middle = (x + 132, y + 65) if wall.side == "E" else (x + 65, y - 3)
        if wall.shape != "blocked":
            drawing.box(middle[0] - 25, middle[1] - 9, 50, 18, PAPER, INK)
            drawing.text(middle[0], middle[1] + 4, wall.shape, INK, 12)
    for level in range(2):
        drawing.text(20 + 200 + level * 430, 40, f"level {level + 1}", INK, 16)
    return drawing


PICTURES = {"cubes-faces.svg": faces, "cubes-sight.svg": sight, "cubes-steps.svg": steps}


def main() -> None:
    """All pictures, written beside this file."""
    for name, draw in PICTURES.items():
        (FOLDER / name).write_text(str(draw()), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
