"""What is to be seen of the events of ESCAPE."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.scene import UNIT, Place
from fireteam.games.escape.ground import Ground
from fireteam.kit import moments as kit
from fireteam.kit.moments import Moment, Table, Way

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.scene import Die

MOMENTS: Table = {
    "activated": Moment("acts"),
    "called": Moment("acts"),
    "moved": Moment("moves"),
    "shifted": Moment("moves"),
    "deployed": Moment("arrives"),
    "entered": Moment("arrives"),
    "left": Moment("leaves", target="airlock"),
    "placed_crate": Moment("arrives", "token"),
    "placed_equipment": Moment("arrives", "token"),
    "lies": Moment("arrives", "token"),
    "holds.taken": Moment("leaves", "token", "who"),
    "holds.given": Moment("works"),
    "turned_over": Moment("works", "", "token"),
    "attacks": Moment("aims", target="target"),
    "throws": Moment("aims", target="target"),
    "nitro": Moment("aims", "", "at"),
    "hurt": Moment("hurts", amount="points"),
    "healed": Moment("heals", amount="points"),
    "taken_out": Moment("falls"),
    "hacks": Moment("works", target="target"),
    "door_opened": Moment("works", "", "door"),
    "door_shut": Moment("works", "", "door"),
    "door_unlocked": Moment("works", "", "door"),
    "terminal_hacked": Moment("works", "", "terminal"),
    "airlock_hacked": Moment("works", "", "airlock"),
    "airlock_opened": Moment("works", "", "airlock"),
    "airlock_shut": Moment("works", "", "airlock"),
    "wall_broken": Moment("works", "", "edge"),
    "black_out": Moment("works", "", "area"),
    "banked": Moment("scores", seat="seat", amount="points"),
    # dice
    "attack_total": Moment("fates", target="target"),
    "hack_result": Moment("fates", target="target"),
    "drilled": Moment("fates", target="edge"),
    "rerolled": Moment("fates", ""),
    "initiative_total": Moment("fates", ""),
    "initiative": Moment("fates", ""),
    "setup_initiative": Moment("fates", ""),
    "event": Moment("fates", ""),
    **dict.fromkeys(
        ("factions", "scenario", "named", "turn", "tie", "first", "ended", "finished", "dodges", "hypnotised",
         "absorbed", "penalised", "drill_broken", "counters", "no_effect", "holds", "discarded", "revolution_gained",
         "revolution_spent", "over"),
    ),
}  # fmt: skip
"""How each event shows."""
HOLDS = {"ES-OBJ-03": "holds.taken", "ES-EQT-04": "holds.taken", "ES-OBJ-05": "holds.given", "ES-EQT-06": "holds.given"}
"""How a token comes to who holds it, by the rule: from its square, or from another's hands. What somebody brings along
was never on the board."""
DARK = "dark"
"""The part that a black-out is."""


class Moments(kit.Moments):
    """What is seen of a game."""

    table = MOMENTS

    def __init__(self, tray: Callable[[Sequence[Entry]], list[Die]], ground: Callable[[], Ground]) -> None:
        super().__init__(tray)
        self.ground = ground

    def code(self, entry: Entry) -> str:
        return HOLDS.get(entry.rule, entry.code) if entry.code == "holds" else entry.code

    def way(self, params: Mapping[str, Any]) -> Way:
        """The square that somebody goes to, or that something is laid on."""
        column, row = square(params["to"] if "to" in params else params["at"])
        return [[column * UNIT + UNIT // 2, row * UNIT + UNIT // 2]], []

    def place(self, name: str, event: Entry) -> Place | None:
        """Characters and tokens are pieces, squares spots, all others parts."""
        value = event.params[name]
        if name == "token" or value in self.ground().card_index:
            return {"piece": value}
        if name == "at" or (name == "target" and "," in value):
            column, row = square(value)
            return {"spot": value, "shape": {"rect": [column * UNIT, row * UNIT, UNIT, UNIT]}}
        return {"part": DARK if name == "area" else f"airlock {value}" if name == "airlock" else value}

    def is_piece(self, name: str) -> bool:
        return name in self.ground().card_index


def square(text: str) -> tuple[int, int]:
    """Column and row of a square as events name it."""
    column, row = map(int, text.split(","))
    return column, row
