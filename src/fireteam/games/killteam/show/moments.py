"""What is to be seen of the events of Kill Team."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.scene import Place
from fireteam.games.killteam.equipment.pieces import terrain_item
from fireteam.kit import moments as kit
from fireteam.kit.moments import Moment, Table, Way

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.scene import Die
    from fireteam.games.killteam.setting import Setting

MOMENTS: Table = {
    "activated": Moment("acts"),
    "counteracts": Moment("acts"),
    "interrupts": Moment("acts"),
    "deployed": Moment("arrives"),
    "moves": Moment("moves"),
    "moved": Moment("moves"),
    "set_up_again": Moment("moves"),
    "put_back": Moment("moves"),
    "order": Moment("stands"),
    "guard": Moment("stands"),
    "guard_ends": Moment("stands"),
    "target": Moment("aims", "by", "who"),
    "fights": Moment("aims", target="enemy"),
    "hurt": Moment("hurts", amount="points"),
    "healed": Moment("heals", amount="points"),
    "removed": Moment("falls"),
    "marker": Moment("arrives", "marker"),
    "put_down": Moment("arrives", "marker"),
    "picked_up": Moment("leaves", "marker", "who"),
    "marker_gone": Moment("leaves", "marker"),
    "mission": Moment("works", target="target"),
    "points": Moment("works", "", "marker"),
    "points_gone": Moment("works", "", "marker"),
    "objective_named": Moment("works", "", "marker"),
    "piece": Moment("works", "", "piece"),
    "piece_gone": Moment("works", "", "piece"),
    "hatch_open": Moment("works", "", "hatch"),
    "hatch_closed": Moment("works", "", "hatch"),
    "scores": Moment("scores", "", seat="seat", amount="points"),
    # dice
    "strikes": Moment("fates", target="enemy"),
    **dict.fromkeys(
        ("rolled", "rerolled", "kept_unrolled", "lost_to_obscured", "retained", "cover_save", "blocked", "blocks",
         "blocks_nothing", "shocked", "hot", "entry_rolled", "stun_test"),
        Moment("fates"),
    ),
    "roll_off": Moment("fates", ""),
    "d3": Moment("fates", ""),
    **dict.fromkeys(
        ("shoots", "rescued", "kept_given", "raised", "picked_x", "intercepts", "entry_used", "free_ploy", "burns",
         "survives", "armed", "incapacitated", "affected", "cp_spent", "cp_gained", "turning_point",
         "turning_point_ends", "initiative", "gambit", "passes", "activation_ends", "action", "named", "won", "draw",
         "move_ends", "given_up", "revealed", "kill_team", "killzone", "crit_op", "drop_zone", "selected", "left_out",
         "plays", "equips",
         "scouting_won", "scouting_tied", "barricade_lost"),
    ),
}  # fmt: skip
"""How each event shows. Who shoots is seen with each of its targets, and who is incapacitated when it is removed."""


class Moments(kit.Moments):
    """What is seen of a battle."""

    table = MOMENTS

    def __init__(self, tray: Callable[[Sequence[Entry]], list[Die]], setting: Setting) -> None:
        super().__init__(tray)
        self.setting = setting

    @cached_property
    def hatches(self) -> dict[tuple[str, bool], str]:
        """The part that a hatchway is drawn as, while it is open and while it is closed."""
        found: dict[tuple[str, bool], str] = {}
        for feature in self.setting.zone.terrain.features:
            for part in feature.parts:
                if part.hatch:
                    found.setdefault((part.hatch, bool(part.open)), part.id)
        return found

    def way(self, params: Mapping[str, Any]) -> Way:
        """The legs of a move, or the place where something is put."""
        legs = params.get("legs") or ((params["x"], params["y"], params["z"]),)
        return [self.setting.scenery.point(x, y) for x, y, *_ in legs], [leg[2] for leg in legs]

    def place(self, name: str, event: Entry) -> Place | None:
        """Operatives and markers are pieces, hatchways and equipment parts."""
        if name == "hatch":
            return {"part": self.hatches[event.params["hatch"], event.code == "hatch_open"]}
        if name == "piece":
            piece: str = event.params["piece"]
            shape = terrain_item(self.setting, piece.partition("-")[0]).shapes[0].name.replace(" ", "-")
            return {"part": f"{piece}/{shape}"}
        return super().place(name, event)

    def is_piece(self, name: str) -> bool:
        return bool(name)
