"""What odds of Deadzone play for, and what a sequence has changed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fireteam.games.deadzone.state import DEAD, State

Outcome = tuple[tuple[str, int], ...]


class DeadzoneAim(NamedTuple):
    """HP lost, models killed and pinned, for and against, less the command dice spent for them."""

    text: str
    damage: Fraction
    kill: Fraction
    pin: Fraction
    die: Fraction

    def worth(self, outcome: Outcome, setting: Any, seat: int) -> Fraction:
        """How much an outcome is worth to a seat."""
        worth = Fraction(0)
        prices = {"damage": self.damage, "killed": self.kill, "pinned": self.pin}
        for label, amount in outcome:
            what, _, name = label.partition(" ")
            if what in prices:
                sign = -1 if setting.sides[setting.numbers[name]] == seat else 1
                worth += sign * amount * prices[what]
            elif what == "spent":
                worth -= (1 if int(name) == seat else -1) * amount * self.die
        return worth


QUARTER = Fraction(1, 4)
AIMS: dict[str, Any] = {
    "kill": DeadzoneAim(
        "kill: a killed model counts 2, each HP lost 1; a command die costs 1/4",
        Fraction(1),
        Fraction(2),
        QUARTER,
        QUARTER,
    ),
    "damage": DeadzoneAim(
        "damage: each HP lost counts 1; a command die costs 1/4", Fraction(1), Fraction(0), QUARTER, QUARTER
    ),
    "pin": DeadzoneAim(
        "pin: a pinned model counts 1; a command die costs 1/4", Fraction(0), Fraction(1), Fraction(1), QUARTER
    ),
}


def changes(names: Sequence[str], before: State, after: State) -> Outcome:
    """What a step changed, as sorted (label, amount) pairs: damage, deaths, pins, markers of activation laid and taken
    away, dice spent."""
    found: dict[str, int] = {}
    for old, new in zip(before.models, after.models, strict=True):
        if old is new:
            continue
        name = names[old.index]
        if new.damage != old.damage:
            found[f"damage {name}"] = new.damage - old.damage
        if new.status == DEAD != old.status:
            found[f"killed {name}"] = 1
        if new.pinned != old.pinned:
            found[f"pinned {name}"] = int(new.pinned) - int(old.pinned)
        if new.activated and not old.activated and before.active != new.index:
            found[f"activated {name}"] = 1
        if old.activated and not new.activated:
            found[f"ready {name}"] = 1
    for seat in (0, 1):
        spent = sum(before.command[seat]) - sum(after.command[seat])
        if spent:
            found[f"spent {seat}"] = spent
    return tuple(sorted(found.items()))
