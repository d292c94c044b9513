"""What odds of Kill Team play for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

Outcome = tuple[tuple[str, int], ...]


class KillTeamAim(NamedTuple):
    """Wounds lost and operatives incapacitated, for and against, less the command points spent for them."""

    text: str
    damage: Fraction
    kill: Fraction
    command_point: Fraction

    def worth(self, result: Outcome, setting: Any, seat: int) -> Fraction:
        """How much an outcome is worth to a seat."""
        worth = Fraction(0)
        for label, amount in result:
            what, _, name = label.partition(" ")
            if what in ("damage", "incapacitated"):
                sign = -1 if setting.seat_of(name) == seat else 1
                worth += sign * amount * (self.damage if what == "damage" else self.kill)
            elif what == "command":
                worth -= (1 if name.removeprefix("points ") == str(seat) else -1) * amount * self.command_point
        return worth


AIMS = {
    "damage": KillTeamAim("damage: each wound lost counts 1; a command point costs 1/2", Fraction(1), Fraction(0),
    Fraction(1, 2)),
    "kill": KillTeamAim(
        "kill: each operative incapacitated counts 1, a wound lost 1/1000; a command point costs 1/100",
        Fraction(1, 1000), Fraction(1), Fraction(1, 100),
    ),
}  # fmt: skip
