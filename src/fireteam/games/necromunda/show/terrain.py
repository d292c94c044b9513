"""What is drawn of the table: floors, blocks, slopes, ladders, lifts, doors with their states, patches, terminals,
clouds and wrecks."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from fireteam.core.scene import Area, Part, PartKind, Shape
from fireteam.games.necromunda.positions import hull
from fireteam.games.necromunda.show import labels as say
from fireteam.space.plane.free.plan import (
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    HOLE,
    IMPASSABLE,
    Block,
    Floor,
    Ladder,
    Patch,
    Rail,
)
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.show.names import Names
    from fireteam.games.necromunda.state import Thing
    from fireteam.games.necromunda.table import Table
    from fireteam.kit.plane.sheets import Sheet
    from fireteam.space.plane.free.plan import Piece

DOOR = "door"
STATES = ("open", "closed", "locked")
FIXTURES: dict[str, PartKind] = {
    "door-terminal": "console", "lift-terminal": "console", "effect-terminal": "console", "ancient-terminal": "console",
    "hatch": "hatch", "duct-mouth": "opening",
}  # fmt: skip
"""Things that are drawn as parts of the table where they are; all others with a place are tokens."""
FIXTURE = 40
"""The radius of such a part, in hundredths."""
RUNG = 30
"""The radius of a ladder."""


def parts(t: Table, sheet: Sheet, names: Names) -> dict[str, Part]:
    """The table as it stands now, the lowest first, so that what is above is drawn above."""
    found: dict[str, Part] = {}
    blocks = {piece.id for piece in t.field.pieces if isinstance(piece, Block)}
    doors = {thing.id for thing in t.things(DOOR)}
    for number, piece in enumerate(t.field.pieces):
        if isinstance(piece, Patch) or piece.id in doors or (isinstance(piece, Floor) and piece.id in {"", *blocks}):
            continue  # patches and doors have their own, and the top of a block is drawn with it
        found[piece.id if piece.id not in found else f"{piece.id}/{number}"] = _part(sheet, names, piece)
    for piece in t.field.pieces:
        if isinstance(piece, Patch) and piece.bits & DIFFICULT and not piece.bits & (DANGEROUS | HOLE):
            found[piece.id] = _made(names(piece.id), "rubble", sheet, piece, piece.z, piece.z)
    for piece in t.setting.battlefield.pieces:
        if piece.id in doors and isinstance(piece, Block):
            found[piece.id] = _door(sheet, names, piece, t.thing(piece.id))
    for thing in t.state.things.values():
        if thing.kind in FIXTURES:
            found[thing.id] = _fixture(sheet, names, thing)
    for number, (x, y, z, radius, height) in enumerate(t.clouds(), 1):
        name = say.CLOUD.format(number=number)
        found[f"cloud {number}"] = {
            "name": name, "kind": "dark", "shape": {"circle": [*sheet.point(x, y), round(radius * INCH)]},
            "sort": say.SORTS["dark"], "foot": z, "level": z + round(height * INCH),
        }  # fmt: skip
    for who in t.wrecks():
        box = hull(t, who)
        corners = tuple((round(x * INCH), round(y * INCH)) for x, y in box.corners())
        found[f"wreck {t.name(who)}"] = {
            "name": say.WRECK.format(name=t.name(who)), "kind": "solid", "shape": sheet.polygon(corners),
            "sort": say.SORTS["solid"], "foot": box.z, "level": box.z + box.height,
        }  # fmt: skip
    return dict(sorted(found.items(), key=lambda entry: entry[1].get("level", 0)))


def _part(sheet: Sheet, names: Names, piece: Piece) -> Part:
    name = names(piece.id)
    if isinstance(piece, Block):
        kind: PartKind = "wall" if piece.bits & IMPASSABLE else "solid" if piece.bits & CLIMBABLE else "low"
        return _made(name, kind, sheet, piece, piece.bottom, piece.top)
    if isinstance(piece, Ladder):
        shape: Shape = {"circle": [*sheet.point(piece.x, piece.y), RUNG]}
        return {
            "name": name, "kind": "ladder", "shape": shape, "sort": say.SORTS["ladder"], "foot": piece.low,
            "level": piece.high, "text": _height(piece.low, piece.high),
        }  # fmt: skip
    if isinstance(piece, Rail):
        top = piece.z + piece.height
        line = [*sheet.point(piece.x0, piece.y0), *sheet.point(piece.x1, piece.y1)]
        return {
            "name": name, "kind": "low", "shape": {"line": line}, "sort": say.SORTS["low"], "foot": piece.z,
            "level": top, "text": _height(piece.z, top),
        }  # fmt: skip
    assert isinstance(piece, Floor)
    heights = [round(piece.z + piece.gx * x + piece.gy * y) for x, y in piece.polygon]
    low, high = min(heights), max(heights)
    if low == high:
        return _made(name, "floor", sheet, piece, low - piece.thickness, high)
    made = _made(name, "ramp", sheet, piece, low, high)
    made["turned"] = round(degrees(atan2(piece.gy, piece.gx))) % 360
    return made


def _made(name: str, kind: PartKind, sheet: Sheet, piece: Block | Floor | Patch, foot: int, top: int) -> Part:
    return {
        "name": name, "kind": kind, "shape": sheet.polygon(piece.polygon), "sort": say.SORTS[kind], "foot": foot,
        "level": top, "text": _height(foot, top),
    }  # fmt: skip


def _height(foot: int, top: int) -> str:
    return say.PART.format(bottom=f"{foot / INCH:g}", top=f"{top / INCH:g}")


def _door(sheet: Sheet, names: Names, piece: Block, thing: Thing) -> Part:
    """A door, open or not: an open one is in nobody's way, and drawn all the same."""
    made = _made(names(piece.id), "door", sheet, piece, piece.bottom, piece.top)
    for state in STATES:
        if thing.state == state:
            made["state"] = state  # type: ignore[typeddict-item]
            made["text"] = f"{say.PART_STATES[state]} {made.get('text', '')}"
    return made


def _fixture(sheet: Sheet, names: Names, thing: Thing) -> Part:
    kind = FIXTURES[thing.kind]
    return {
        "name": names(thing.id), "kind": kind, "shape": {"circle": [*sheet.point(thing.x, thing.y), FIXTURE]},
        "sort": say.SORTS[kind], "foot": thing.z, "level": thing.z,
    }  # fmt: skip


def hazards(t: Table, sheet: Sheet, names: Names) -> dict[str, Area]:
    """Where one comes to harm: dangerous ground and pits."""
    return {
        f"hazard {piece.id}": {"name": names(piece.id), "kind": "hazard", "shape": sheet.polygon(piece.polygon)}
        for piece in t.setting.battlefield.pieces
        if isinstance(piece, Patch) and piece.bits & (DANGEROUS | HOLE)
    }
