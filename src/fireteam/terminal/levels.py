"""A board with several levels, laid out for text: the levels beside each other, with an empty row or column between."""

from __future__ import annotations

from math import isqrt
from typing import Any, cast

from fireteam.core.scene import Board, Grid, OptionView, QuestionView, Scene, Shape

Shift = tuple[int, int]
"""How far something is moved to the right and down, in hundredths."""
LEVEL = "Level {number}"


class Layout:
    """Where each level of a board lies; one that is not drawn lies with the next one below."""

    def __init__(self, grid: Grid) -> None:
        self.size = grid["size"]
        drawn = sorted({int(spot.split(",")[2]) for spot in grid.get("names", {})}) or list(range(grid["levels"]))
        across = 1 + isqrt(len(drawn) - 1)
        self.columns = across * (grid["columns"] + 1) - 1
        self.rows = -(-len(drawn) // across) * (grid["rows"] + 1) - 1
        self.drawn = drawn
        self.shifts: list[Shift] = []
        for level in range(grid["levels"]):
            row, column = divmod(max(n for n, one in enumerate(drawn) if one <= level or n == 0), across)
            self.shifts.append((column * (grid["columns"] + 1) * self.size, row * (grid["rows"] + 1) * self.size))

    def at(self, height: int) -> Shift:
        """How far what stands at a height is moved."""
        return self.shifts[max(0, min(len(self.shifts) - 1, height // self.size))]

    def spot(self, spot: str) -> str:
        """The cell of a spot, without its level."""
        column, row, level = map(int, spot.split(","))
        right, down = self.shifts[level]
        return f"{column + right // self.size},{row + down // self.size}"

    def board(self, board: Board) -> Board:
        """The board with its levels as areas."""
        grid = board["grid"]
        width, height = board["width"], board["height"]
        laid: Grid = {"size": self.size, "columns": self.columns, "rows": self.rows}
        if "names" in grid:
            laid["names"] = {self.spot(spot): name for spot, name in grid["names"].items()}
        areas = dict(board["areas"])
        for level in self.drawn:
            name = LEVEL.format(number=level + 1)
            shape: Shape = {"rect": [*self.shifts[level], width, height]}
            areas[name] = {"name": name, "kind": "level", "shape": shape, "label": name}
        return {
            **board,
            "grid": laid,
            "areas": areas,
            "width": self.columns * self.size,
            "height": self.rows * self.size,
        }


def moved(shape: Shape, shift: Shift) -> Shape:
    """A shape somewhere else."""
    points = {"line": 4, "polygon": None, "circle": 2, "rect": 2}
    found: dict[str, list[int]] = {}
    for form, numbers in cast("dict[str, list[int]]", shape).items():
        end = points[form] if points[form] is not None else len(numbers)
        found[form] = [number + shift[n % 2] if n < cast(int, end) else number for n, number in enumerate(numbers)]
    return cast("Shape", found)


def laid_out(scene: Scene, question: QuestionView | None) -> tuple[Scene, QuestionView | None]:
    """A scene and what is asked, with levels beside each other; both as they are where there are none."""
    board = scene.get("board")
    if board is None or "levels" not in board.get("grid", {}):
        return scene, question
    layout = Layout(board["grid"])
    parts = {
        name: {**part, "shape": moved(part["shape"], layout.at(part.get("foot", 0)))}
        for name, part in scene["parts"].items()
    }
    pieces = {
        name: {**piece, "at": [a + b for a, b in zip(piece["at"], layout.at(piece.get("level", 0)), strict=True)]}
        for name, piece in scene["pieces"].items()
    }
    laid: Any = {**scene, "board": layout.board(board), "parts": parts, "pieces": pieces}
    if question is not None and "options" in question:
        question = {**question, "options": [_option(layout, option) for option in question["options"]]}
    return laid, question


def _option(layout: Layout, option: OptionView) -> OptionView:
    """An option with its cell; what is only a part of a cell keeps its words."""
    spot = option.get("place", {}).get("spot", "")
    cell, _, rest = spot.partition(" ")
    if cell.count(",") != 2:
        return option
    return {**option, "place": {**option["place"], "spot": f"{layout.spot(cell)} {rest}".strip()}}
