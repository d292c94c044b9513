"""Attacks of Necromunda rolled by the rules themselves, many times, against their exact odds: both sides answer each
question as the odds do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from fireteam.core.algebra import Distribution, ExactAlgebra, Outcome
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Faces, Option, Roll
from fireteam.core.solver import Solver
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.cards import Armour, Card, Weapon
from fireteam.games.necromunda.hits import FIELD
from tests.necromunda.scene import lay

SIGMAS = 5
"""How far a count may lie from what is expected, in standard errors."""
GUN: dict[str, Any] = {"short": 8, "long": 24, "accuracy": (1, 0), "strength": 4, "ap": -1, "damage": 1, "ammo": 4}
BOMB: dict[str, Any] = {"short": 6, "long": 12, "strength": 3, "damage": 1, "ammo": 5}


class Case(NamedTuple):
    """An attack: what is chosen, and all that makes a difference to it."""

    option: str
    traits: Sequence[str] = ()
    gun: dict[str, Any] = GUN
    attacker: dict[str, Any] = {}  # noqa: RUF012 - never written
    target: dict[str, Any] = {}  # noqa: RUF012 - never written
    save: int = 0
    field: int = 0
    blade: Sequence[str] = ()
    """Traits of the target's weapon."""
    away: float = 6.0
    friends: int = 0
    """Models near the target."""
    hull: bool = False

    def position(self) -> Match:
        """The position in which it is chosen."""
        close = self.option in ("fight", "charge")
        arms = [sword(*self.traits) if close else arena.weapon("gun", *self.traits, **self.gun)]
        worn = [Armour("vest", "vest", "standard", self.save)] if self.save else []
        worn += [Armour("field", "field", FIELD, self.field)] if self.field else []
        red: list[Card] = [arena.fighter("ann", *arms, **self.attacker)]
        blue: list[Card] = [arena.fighter("bob", sword(*self.blade), armour=worn, **self.target)]
        if self.hull:
            blue = [arena.vehicle("bob", **self.target)]
        blue += [arena.fighter(f"c{number}", t=4) for number in range(self.friends)]
        at: dict[str, Sequence[float]] = {"ann": (0, 0, 0, 0), "bob": (self.away, 0, 0, 180)}
        at |= {f"c{number}": (self.away + 1.2, 1.2 - 2.4 * number, 0, 180) for number in range(self.friends)}
        return lay(red, blue, at, active="ann")


def sword(*traits: str) -> Weapon:
    """A blade with these traits."""
    figures: dict[str, Any] = {"melee": True, "strength": 1, "of_user": True, "ap": -1}
    return arena.weapon("sword", "Melee", *traits, category="close", **figures)


CASES = (
    Case("shoot bob with gun", save=5),
    Case("shoot bob with gun", ["Knockback", "Rending"], target={"w": 2}, field=5, save=6),
    Case("shoot bob with gun", ["Rapid Fire (2)"], target={"w": 2, "t": 4}),
    Case("shoot bob with gun", ["Rapid Fire (1)", "Unstable"], friends=1),
    Case("shoot bob with gun", ["Shock", "Scarce"], {**GUN, "damage": 2}, target={"t": 5, "w": 2}, save=4),
    Case("shoot bob with gun", ["Blast (3)"], BOMB, friends=1),
    Case("shoot bob with gun", ["Blast (3)", "Knockback"], BOMB, save=5),
    Case("shoot bob with gun", [], {**GUN, "strength": 8, "ammo": 0}, hull=True, away=15.0),
    Case("fight", target={"w": 2}, attacker={"a": 2, "ws": 3}, save=5, away=1.0),
    Case("fight", ["Rending"], attacker={"a": 3}, blade=["Parry"], away=1.0),
    Case("fight", ["Shock", "Power"], attacker={"a": 2}, target={"a": 2, "w": 2}, away=1.0),
    Case("charge", attacker={"a": 2}, away=7.5),
)
"""AP, saves, fields, traits that read dice, bursts on two, Blasts, a hull, Parry, Reactions, a charge."""


class Player(Solver[Distribution]):
    """Rolls every die of a sequence and answers every question as the odds do."""

    def falls(self, roll: Roll, dice: Seeded, index: int) -> Faces:
        return dice.faces(roll, index)


def far_off(case: Case, times: int, seed: int = 0) -> list[str]:
    """What came out more or less often than odds allow, in so many rolls; nothing, if all is well."""
    match = case.position()
    odds = match.odds(case.option)
    assert not odds.samples
    option = match.decision.find(case.option)
    algebra = ExactAlgebra(match.setting, None, next(iter(match.setting.aims().values())), match.decision.seat)
    player = Player(match, algebra, 10_000_000)
    algebra.before = player.base
    player.solve((option,))
    known: dict[Any, str] = {}

    def decide(path: tuple[Any, ...], question: Choose, table: Any) -> Option:
        options = question.told_apart
        key = (question.topic, table.key(), str(path[-1]), *[one.key for one in options])
        if key not in known:
            best = algebra.choice(question.seat, [player.solve_from((*path, one)) for one in options])
            known[key] = options[best].key
        return next(one for one in options if one.key == known[key])

    seen = Counter[Outcome]()
    for number in range(times):
        (outcome,) = player.play((option,), Seeded(seed + number), decide).fractions()
        seen[outcome] += 1
    found = []
    for outcome in {*seen, *odds.chances}:
        chance = float(odds.chances.get(outcome, 0))
        error = sqrt(max(chance * (1 - chance), 1 / times) / times)
        if abs(seen[outcome] / times - chance) > SIGMAS * error + odds.bound:
            found.append(f"{outcome}: {seen[outcome]} of {times}, odds {chance:.6f}")
    return found
