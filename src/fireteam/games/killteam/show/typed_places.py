"""What a person may name when moving or placing something, and what the inches of a leg are for, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireteam.games.killteam.moving.moves import JUMP
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.pieces import Scenery
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.table import Table
from fireteam.kit.plane import typed_places
from fireteam.kit.plane.typed_places import Named
from fireteam.space.plane.paths import Move


class TypedPlaces(typed_places.TypedPlaces):
    """Reads where somebody wants to go in a killzone."""

    leg_words = (JUMP,)
    tail = "hatch [a-z0-9-]+"
    unread = say.UNREAD

    def sheet(self, table: Table) -> Scenery:
        """The killzone as it is drawn."""
        found: Scenery = table.setting.scenery
        return found

    def named(self, table: Table) -> Iterator[Named]:
        """Markers, operatives and terrain features by name or id, operatives by mark too; the centre."""
        names, zone = table.setting.names, table.setting.zone
        for marker in table.state.markers.values():
            if marker.carrier == NOBODY:
                yield Named((marker.x, marker.y, marker.z), (marker.id, names(marker.id).lower()))
        marks = table.setting.scenery.marks(table)
        for operative in table.state.operatives:
            if operative.status == KILLZONE:
                called = (operative.name, names(operative.name).lower())
                yield Named((operative.x, operative.y, operative.z), called, marks[operative.index])
        for landmark in zone.landmarks:
            xs, ys = [x for x, _ in landmark.footprint], [y for _, y in landmark.footprint]
            middle = (sum(xs) // len(xs), sum(ys) // len(ys), 0)
            yield Named(middle, (landmark.id, names(landmark.id).lower()))
        yield Named((*zone.centre, 0), ("centre", "center", "the centre"))

    def leg_text(self, table: Table, move: Move, number: int) -> str:
        """What the inches of a leg were for."""
        names = table.setting.names
        return ", ".join(
            say.CHARGES[charge.kind].format(
                inches=f"{charge.length:.1f}" if charge.kind == "walk" else charge.inches, part=names(charge.part)
            )
            for charge in move.legs[number].charges
            if charge.inches or charge.length
        )


plan = TypedPlaces().plan
