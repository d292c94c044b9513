"""What is to be seen of the events of Necromunda."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.scene import Place
from fireteam.core.topics import names_of
from fireteam.games.necromunda.show.words import WHOLE
from fireteam.kit import moments as kit
from fireteam.kit.moments import Moment, Way

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.scene import Die, Shown
    from fireteam.games.necromunda.show.pieces import Scenery

SPOT = 25
"""The radius of a point that is meant, in hundredths."""


class Moments(kit.Moments):
    """What is seen of a battle."""

    table = {  # noqa: RUF012
        **{code: told.moment for code, told in WHOLE.events.items()},
        "tested.away": Moment("fates", ""),  # by somebody that is not on the table
    }

    def __init__(self, tray: Callable[[Sequence[Entry]], list[Die]], scenery: Scenery) -> None:
        super().__init__(tray)
        self.scenery = scenery

    def code(self, entry: Entry) -> str:
        """Who is away is no piece."""
        away = entry.code == "tested" and "away" in names_of(entry.params["about"])
        return "tested.away" if away else entry.code

    def way(self, params: Mapping[str, Any]) -> Way:
        """Where somebody comes to."""
        return [self.scenery.point(params["x"], params["y"])], [params["z"]]

    def place(self, name: str, event: Entry) -> Place | None:
        """Models are pieces, as is what lies on the table; what belongs to it is a part; where something goes off is a
        spot."""
        params = event.params
        if name not in ("place", "to"):
            id = params.get(name, "")
            return {"part": id} if self.scenery.is_part(id) else super().place(name, event)
        at = (params["x"], params["y"], params["z"]) if name == "place" else params["to"]
        if not at:
            return None
        point = self.scenery.point(at[0], at[1])
        return {"spot": f"{at[0] / 100:.2f},{at[1] / 100:.2f}", "shape": {"circle": [*point, SPOT]}, "level": at[2]}

    def shown(self, entries: Sequence[Entry], number: int, roll: Entry | None) -> Shown | None:
        """As in every game; what belongs to the table does and suffers nothing as a piece."""
        found = super().shown(entries, number, roll)
        if found is not None and self.scenery.is_part(found.get("piece", "")):
            found.setdefault("target", {"part": found.pop("piece")})
        return found

    def is_piece(self, name: str) -> bool:
        return name in self.scenery.setting.numbers
