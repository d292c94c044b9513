"""The board of ESCAPE in text: walls, doors, rooms, airlocks, terminals, tokens and characters, from a seat's view."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import Any

from rich.text import Text

from fireteam.terminal.console import Glyphs

Place = tuple[int, int]
Cell = tuple[str, str]
"""A sign and its style."""

THIN, THICK, AIRLOCK, RUBBLE = 1, 2, 3, 4
DOOR_SIGNS = {"open": "/", "closed": "+", "locked": "x"}
DOOR_STYLES = {"open": "green", "closed": "yellow", "locked": "bold red"}
SIDE_STYLES = {"resistance": "bold cyan", "isc": "bold magenta"}
WALL_STYLE = ""
LEFT_MARGIN = 3


class Drawing:
    """A canvas of signs: each square is three wide and one high, with its edges around it."""

    def __init__(self, view: dict[str, Any], glyphs: Glyphs, goals: Iterable[Place] = ()) -> None:
        board = view["board"]
        self.view, self.board, self.glyphs = view, board, glyphs
        self.width, self.height = board["width"], board["height"]
        self.goals = set(goals)
        self.rows: list[list[Cell]] = [[(" ", "")] * (4 * self.width + 1) for _ in range(2 * self.height + 1)]
        self.across: dict[Place, int] = {}
        """Horizontal edges by the square below them, with their kind."""
        self.upright: dict[Place, int] = {}
        """Vertical edges by the square to the right of them."""
        self._edges()

    def lines(self) -> list[Text]:
        """The finished board, with coordinates."""
        self._walls()
        self._joints()
        self._names()
        self._floor()
        self._doors()
        self._things()
        self._characters()
        top = Text(" " * LEFT_MARGIN + " " + "".join(f"{x:^4}" for x in range(self.width)), "dim")
        lines = [top]
        for number, row in enumerate(self.rows):
            text = Text().append(f"{number // 2:>2} " if number % 2 else "   ", "dim")
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(sign for sign, _ in cells), style or None)
            lines.append(text)
        for line in lines:
            line.rstrip()
        return lines

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _edges(self) -> None:
        board = self.board
        for x in range(self.width):
            self.across[x, 0] = self.across[x, self.height] = THICK
        for y in range(self.height):
            self.upright[0, y] = self.upright[self.width, y] = THICK
        for wall in board["walls"]:
            self._set_edge(wall["squares"], THIN if wall["kind"] == "wall" else THICK)
        for squares in board["broken_walls"]:
            self._set_edge(squares, RUBBLE)
        for airlock in board["airlocks"]:
            for x, y in airlock["squares"]:
                if airlock["central"]:
                    continue
                if y in (0, self.height - 1):
                    self.across[x, 0 if y == 0 else self.height] = AIRLOCK
                else:
                    self.upright[0 if x == 0 else self.width, y] = AIRLOCK
        for door in board["doors"]:
            self._set_edge(door["squares"], THIN if self._thin_around(door["squares"]) else THICK)

    def _set_edge(self, squares: list[list[int]], kind: int) -> None:
        (x, y), (to_x, to_y) = squares
        if x == to_x:
            self.across[x, max(y, to_y)] = kind
        else:
            self.upright[max(x, to_x), y] = kind

    def _thin_around(self, squares: list[list[int]]) -> bool:
        """Whether the wall a door stands in is an ordinary one: its neighbour along the wall tells."""
        (x, y), (to_x, to_y) = squares
        if x == to_x:
            kinds = [self.across.get((x + step, max(y, to_y))) for step in (-1, 1)]
        else:
            kinds = [self.upright.get((max(x, to_x), y + step)) for step in (-1, 1)]
        return THICK not in kinds

    def _walls(self) -> None:
        joints, airlock, rubble = self.glyphs.joints, self.glyphs.airlock, self.glyphs.rubble
        signs_across = {THIN: joints[4], THICK: joints[20], AIRLOCK: airlock[0], RUBBLE: rubble}
        signs_upright = {THIN: joints[1], THICK: joints[33], AIRLOCK: airlock[1], RUBBLE: rubble}
        styles = {THIN: WALL_STYLE, THICK: WALL_STYLE, AIRLOCK: "bold blue", RUBBLE: "dim"}
        for (x, y), kind in self.across.items():
            sign = f" {rubble} " if kind == RUBBLE else signs_across[kind] * 3
            self._write(2 * y, 4 * x + 1, sign, styles[kind])
        for (x, y), kind in self.upright.items():
            self._write(2 * y + 1, 4 * x, signs_upright[kind], styles[kind])

    def _joints(self) -> None:
        solid = {THIN: 1, THICK: 2, AIRLOCK: 2}
        for y in range(self.height + 1):
            for x in range(self.width + 1):
                up, down = solid.get(self.upright.get((x, y - 1), 0), 0), solid.get(self.upright.get((x, y), 0), 0)
                left, right = solid.get(self.across.get((x - 1, y), 0), 0), solid.get(self.across.get((x, y), 0), 0)
                arms = (up > 0) | (down > 0) << 1 | (left > 0) << 2 | (right > 0) << 3
                thickness = (max(up, down) == THICK) * 2 + (max(left, right) == THICK)
                self._write(2 * y, 4 * x, self.glyphs.joints[16 * thickness + arms], WALL_STYLE)

    def _doors(self) -> None:
        """A door is its state and the digits of its id, in the wall or beside it."""
        taken = self.goals | self.lying().keys() | {tuple(terminal["square"]) for terminal in self.board["terminals"]}
        taken |= {tuple(character["square"]) for character in self.view["characters"] if character["square"] is not None}
        for door in self.board["doors"]:
            (x, y), (to_x, to_y) = door["squares"]
            sign, style = DOOR_SIGNS[door["state"]], DOOR_STYLES[door["state"]]
            digits = door["id"][-2:] if re.fullmatch(r".\d\d", door["id"]) else "  "
            if x == to_x:
                self._write(2 * max(y, to_y), 4 * x + 1, (sign + digits) if digits.strip() else f" {sign} ", style)
            else:
                self._write(2 * y + 1, 4 * max(x, to_x), sign, style)
                if digits.strip() and (max(x, to_x), y) not in taken:
                    self._write(2 * y + 1, 4 * max(x, to_x) + 1, digits, "dim")
                elif digits.strip() and (min(x, to_x), y) not in taken:
                    self._write(2 * y + 1, 4 * max(x, to_x) - 2, digits, "dim")

    # -- squares -------------------------------------------------------------------------------------------------------

    def _floor(self) -> None:
        dark = self.view["dark"]
        airlocks = {tuple(square): airlock["id"] for airlock in self.board["airlocks"] for square in airlock["squares"]}
        for y, row in enumerate(self.board["areas"]):
            for x, code in enumerate(row):
                floor = self.glyphs.dark * 3 if code == dark else f" {self.glyphs.floor} "
                style = "dim"
                if (x, y) in airlocks:
                    floor, style = f"({airlocks[x, y]})", "blue"
                if (x, y) in self.goals:
                    floor, style = f"{floor[0]}{self.glyphs.goal}{floor[2]}", "bold yellow"
                self._square((x, y), floor, style)

    def _things(self) -> None:
        """Terminals and tokens; where several lie on one square each gets one sign."""
        for terminal in self.board["terminals"]:
            mark = self.glyphs.done if terminal["hacked"] else " "
            self._square(
                tuple(terminal["square"]), f"{terminal['id'][:2]:<2}{mark}", "bold green" if terminal["hacked"] else "bold white on blue"
            )
        for place, signs in self.lying().items():
            self._square(place, f"{signs:^3}"[:3], "bold yellow")

    def lying(self) -> dict[Place, str]:
        """The signs of all tokens by their square."""
        found: dict[Place, str] = {}
        for token in self.view["tokens"]:
            place = tuple(token["square"])
            found[place] = found.get(place, "") + token_sign(token, self.glyphs)
        return found

    def _characters(self) -> None:
        names = {character["id"]: character["mark"] for character in self.view["characters"]}
        lying = self.lying()
        terminals = {tuple(terminal["square"]) for terminal in self.board["terminals"]}
        # The active character last: it may stand on another's square for a moment (ES-EVT-08).
        for character in sorted(self.view["characters"], key=lambda character: character["id"] == self.view["active"]):
            if character["square"] is None:
                continue
            place = tuple(character["square"])
            active = character["id"] == self.view["active"]
            under = "t" if place in terminals else lying.get(place, " ")[0]
            lead = self.glyphs.active if active else under
            style = SIDE_STYLES[character["side"]]
            self._square(place, f"{lead}{names[character['id']]}", f"{style} reverse" if active else style)

    def _names(self) -> None:
        """Room names stand between two rows of squares, where nothing else is drawn."""
        for run in self.named().values():
            for y, x, word in run:
                self._write(2 * y, 4 * x + 1, word, "dim italic")

    def named(self) -> dict[str, list[tuple[int, int, str]]]:
        """Where each area's name fits: words as (row, first square, padded text); areas too narrow are left to the legend."""
        found: dict[str, list[tuple[int, int, str]]] = {}
        for code, area in self.board["area_names"].items():
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
        """The longest open run of the area's squares on each border between two rows: (row, first square, length)."""
        found = []
        areas = self.board["areas"]
        for y in range(1, self.height):
            best = (0, 0)
            x = 0
            while x < self.width:
                start = x
                while x < self.width and areas[y][x] == code == areas[y - 1][x] and (x, y) not in self.across:
                    x += 1
                best = max(best, (x - start, -start))
                x += 1
            if best[0]:
                found.append((y, -best[1], best[0]))
        return found

    # -- the canvas ----------------------------------------------------------------------------------------------------

    def _square(self, place: Any, text: str, style: str) -> None:
        self._write(2 * place[1] + 1, 4 * place[0] + 1, text, style)

    def _write(self, row: int, column: int, text: str, style: str) -> None:
        for offset, sign in enumerate(text):
            self.rows[row][column + offset] = (sign, style)


def token_sign(token: dict[str, Any], glyphs: Glyphs) -> str:
    """The sign of a token: a crate, an Objective, or Equipment known or not."""
    if token["kind"] == "crate":
        return glyphs.objective if token["label"] else glyphs.crate
    return glyphs.equipment if token["label"] else glyphs.unknown
