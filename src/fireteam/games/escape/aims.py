"""What an odds query counts and plays for in ESCAPE: damage, characters Taken out, hacks, and what was spent for
them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from fireteam.games.escape.ground import Ground
from fireteam.games.escape.state import OUT, RESISTANCE, State

Outcome = tuple[tuple[str, int], ...]


def outcome(g: Ground, before: State, after: State) -> Outcome:
    """What changed between two states, as sorted (label, amount) pairs."""
    found: dict[str, int] = {}
    for was, now in zip(before.characters, after.characters, strict=True):
        name = g.cards[now.index].id
        if now.damage != was.damage:
            found[f"damage {name}"] = now.damage - was.damage
        if now.status == OUT and was.status != OUT:
            found[f"taken out {name}"] = 1
        if now.used_cbt != was.used_cbt:
            found[f"combat actions {name}"] = now.used_cbt - was.used_cbt
        if now.used_int != was.used_int:
            found[f"intellect actions {name}"] = now.used_int - was.used_int
        if now.square != was.square and now.square >= 0 and was.square >= 0:
            found[f"{'moved' if now.index == before.active else 'shifted'} {name}"] = 1
    gained = sum(c.side == RESISTANCE and c.status == OUT for c in after.characters) - sum(
        c.side == RESISTANCE and c.status == OUT for c in before.characters
    )
    spent = before.revolution + gained - after.revolution
    if spent:
        found["revolution tokens"] = spent
    used = len(before.tokens) - len(after.tokens)
    if used:
        found["equipment and crates"] = used
    hacked = (after.hacked.bit_count() - before.hacked.bit_count()) + (
        before.locks.bit_count() - after.locks.bit_count()
    )
    if hacked + after.unlocked_airlocks.bit_count() - before.unlocked_airlocks.bit_count():
        found["hack success"] = 1
    if after.broken != before.broken:
        found["wall destroyed"] = 1
    return tuple(sorted(found.items()))


UNITS = {
    "damage": "damage",
    "taken out": "taken_out",
    "combat actions": "action",
    "intellect actions": "action",
    "shifted": "shift",
}
"""What an outcome says of a character, and which figure of an aim it is worth."""


class EscapeAim(NamedTuple):
    """Points of damage and Taken out characters, for and against, less what spending costs."""

    text: str
    damage: Fraction
    taken_out: Fraction
    hack: Fraction
    token: Fraction
    action: Fraction
    shift: Fraction

    def worth(self, result: Outcome, setting: Any, seat: int) -> Fraction:
        """How much an outcome is worth to a seat."""
        g: Ground = setting.ground(setting.scenario or "")
        resistance_seat = setting.factions.index("resistance") if isinstance(setting.factions, tuple) else 0
        mine = RESISTANCE if seat == resistance_seat else 1 - RESISTANCE
        worth = Fraction(0)
        for label, amount in result:
            what, _, name = label.rpartition(" ")
            if name in g.card_index and what in UNITS:
                sign = -1 if g.cards[g.card_index[name]].side == mine else 1
                unit: Fraction = getattr(self, UNITS[what])
                worth += sign * unit * amount
            elif label == "hack success":
                worth += self.hack * (1 if mine == RESISTANCE else -1)
            elif label == "revolution tokens":
                worth -= self.token * amount * (1 if mine == RESISTANCE else -1)
        return worth


_ONE, _NONE, _CENT = Fraction(1), Fraction(0), Fraction(1, 100)

AIMS = {
    "damage": EscapeAim(
        "damage: each Damage point counts 1, a hack 1; an opponent shifted 1/2; a Revolution token costs 1/2 and an "
        "action 1/100",
        _ONE, _NONE, _ONE, Fraction(1, 2), _CENT, Fraction(1, 2),
    ),
    "taken out": EscapeAim(
        "taken out: each character Taken out counts 1, a Damage point 1/1000, an opponent shifted 1/50; "
        "a Revolution token costs 1/100, an action 1/1000",
        Fraction(1, 1000), _ONE, _ONE, _CENT, Fraction(1, 1000), Fraction(1, 50),
    ),
    "shifted": EscapeAim(
        "shifted: each opponent shifted counts 1; a Revolution token costs 1/2 and an action 1/100",
        _NONE, _NONE, _NONE, Fraction(1, 2), _CENT, _ONE,
    ),
}  # fmt: skip
