"""What odds of Necromunda play for, and what a sequence has changed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STALLED, STANDING, State

Outcome = tuple[tuple[str, int], ...]


class GangAim(NamedTuple):
    """Wounds, models put down, out and Pinned, for and against."""

    text: str
    wounds: Fraction
    down: Fraction
    out: Fraction
    pin: Fraction

    def worth(self, outcome: Outcome, setting: Any, seat: int) -> Fraction:
        """How much an outcome is worth to a seat."""
        worth = Fraction(0)
        prices = {"wounds": self.wounds, "down": self.down, "out": self.out, "pinned": self.pin}
        for label, amount in outcome:
            what, _, name = label.partition(" ")
            if what in prices:
                sign = -1 if setting.sides[setting.numbers[name]] == seat else 1
                worth += sign * amount * prices[what]
        return worth


HALF, QUARTER, ONE, TWO = Fraction(1, 2), Fraction(1, 4), Fraction(1), Fraction(2)
AIMS: dict[str, Any] = {
    "out": GangAim("out: a model Out of Action counts 2, Seriously Injured 1, a Wound 1/2", HALF, ONE, TWO, QUARTER),
    "down": GangAim("down: a model down or out counts 1, Pinned 1/4", Fraction(0), ONE, ONE, QUARTER),
    "pin": GangAim("pin: a Pinned model counts 1, one down or out too", Fraction(0), ONE, ONE, ONE),
}


def changes(names: Sequence[str], hulls: Container[int], before: State, after: State) -> Outcome:
    """What a step changed, as sorted (label, amount) pairs: Wounds, Flesh Wounds, who is down, out, Pinned, which hull
    is Stalled, and what is on whom."""
    found: dict[str, int] = {}
    for old, new in zip(before.models, after.models, strict=True):
        if old is new:
            continue
        name = names[old.index]
        if new.wounds != old.wounds:
            found[f"wounds {name}"] = old.wounds - new.wounds
        if new.flesh != old.flesh:
            found[f"flesh {name}"] = new.flesh - old.flesh
        if new.status == OUT != old.status:
            found[f"out {name}"] = 1
        elif new.stance != old.stance and new.index in hulls:
            if new.stance == STALLED:
                found[f"stalled {name}"] = 1
        elif new.stance != old.stance:
            if new.stance == INJURED:
                found[f"down {name}"] = 1
            elif new.stance == PINNED and old.stance == STANDING:
                found[f"pinned {name}"] = 1
        for condition in sorted(new.conditions - old.conditions):
            found[f"{condition} {name}"] = 1
        if len(new.empty) > len(old.empty):
            found[f"dry {name}"] = 1
    return tuple(sorted(found.items()))
