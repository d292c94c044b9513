"""What is to be seen of the events of Deadzone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.scene import Place
from fireteam.games.deadzone.show.page import CELL
from fireteam.games.deadzone.show.questions import spot_of
from fireteam.games.deadzone.state import SMOKE
from fireteam.kit import moments as kit
from fireteam.kit.moments import Moment, Table, Way

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.scene import Die
    from fireteam.games.deadzone.show.pieces import Scenery

NEW = "moved.new"
SMOKY = "laid.smoke"
MOMENTS: Table = {
    "activated": Moment("acts"),
    "moved": Moment("moves"),
    NEW: Moment("arrives"),
    "pinned": Moment("stands"),
    "stood_up": Moment("stands"),
    "hurt": Moment("hurts", amount="points"),
    "recovered": Moment("heals", amount="points"),
    "killed": Moment("falls"),
    "left": Moment("leaves"),
    "shoots": Moment("aims", target="whom"),
    "assaults": Moment("aims", target="whom"),
    "flames": Moment("aims", target="whom"),
    "fires_at": Moment("aims", target="at"),
    "goes_off": Moment("aims", "", "at"),
    "laid": Moment("arrives", "token"),
    SMOKY: Moment("works", "", "smoke"),
    "thicker": Moment("works", "", "smoke"),
    "turned_up": Moment("works", "", "what"),
    "looked_at": Moment("works", "", "what"),
    "shifted": Moment("moves", "what"),
    "set_off": Moment("works"),
    "defused": Moment("works"),
    "destroyed": Moment("works"),
    "carries": Moment("works"),
    "scored": Moment("scores", "", seat="seat", amount="points"),
    # dice
    **dict.fromkeys(
        ("rolled", "rerolled", "strength", "scatters", "half_floor", "fades", "lingers"), Moment("fates", "")
    ),
    "headstrong": Moment("fates"),
    "rampages": Moment("fates"),
    **dict.fromkeys(
        ("round", "command", "command_again", "spent", "passes", "controlled", "used_up", "burns", "fights", "slammed",
         "falls", "scenario", "recon", "starts", "zone", "order", "discarded", "prey", "invigorated", "stunned",
         "fire_out"),
    ),
}  # fmt: skip
"""How each event shows. How deep somebody falls is seen as it comes down."""


class Moments(kit.Moments):
    """What is seen of a battle."""

    table = MOMENTS

    def __init__(self, tray: Callable[[Sequence[Entry]], list[Die]], scenery: Scenery) -> None:
        super().__init__(tray)
        self.scenery = scenery

    def code(self, entry: Entry) -> str:
        """A model that stood nowhere comes to the board; smoke is a part of it, not a piece."""
        if entry.code == "moved" and "was" not in entry.params:
            return NEW
        return SMOKY if entry.code == "laid" and entry.params["what"] == SMOKE else entry.code

    def way(self, params: Mapping[str, Any]) -> Way:
        """The cube that somebody comes to: where in it they stand is settled later."""
        board, page = self.scenery.setting.field.board, self.scenery.page
        cube = self.cube(params["at"])
        return [page.middle(cube)], [board.level(cube) * CELL]

    def place(self, name: str, event: Entry) -> Place | None:
        """Models and tokens are pieces, cubes spots; smoke is a part."""
        if name == "at":
            return spot_of(self.scenery.page, self.cube(event.params["at"]))
        return {"part": f"smoke {event.params['at']}"} if name == "smoke" else super().place(name, event)

    def is_piece(self, name: str) -> bool:
        return name in self.scenery.setting.numbers

    @cached_property
    def cubes(self) -> dict[str, int]:
        """Every cube by its name."""
        board = self.scenery.setting.field.board
        return {board.name(cube): cube for cube in range(board.count)}

    def cube(self, name: str) -> int:
        """The cube of a name; half of a split one is named with its side behind it."""
        return self.cubes[name.partition("/")[0]]
