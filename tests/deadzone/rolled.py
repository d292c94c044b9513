"""Tests of Deadzone rolled by the rules themselves, many times, against their exact odds: both sides answer each
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
from fireteam.games.deadzone import arena
from tests.deadzone.battlefield import battle

SIGMAS = 5
"""How far a count may lie from what is expected, in standard errors."""
Dice = dict[str, int]


class Case(NamedTuple):
    """A shot or an assault: what is chosen, and all that makes a difference to it."""

    option: str
    gun: Sequence[str] = ()
    ap: int = 0
    keywords: Sequence[str] = ()
    target: Sequence[str] = ()
    armour: int = 0
    mine: Dice = {}  # noqa: RUF012 - never written
    theirs: Dice = {}  # noqa: RUF012 - never written
    friends: int = 0
    """Models beside the target."""

    def position(self) -> Match:
        """The position in which it is chosen."""
        close = self.option.startswith("assault")
        arm = arena.weapon("Gun", "CC" if close else 6, self.ap, self.gun)
        blue = {"a": arena.unit("A", arm, keywords=self.keywords, fight=4)}
        red = {"b": arena.unit("B", keywords=self.target, armour=self.armour)}
        red |= {f"c{number}": arena.unit("C", survive=6) for number in range(self.friends)}
        there = "1,1,1" if close else "4,1,1"
        return battle(blue, red, {"a": "1,1,1"} | dict.fromkeys(red, there), command=(self.mine, self.theirs))


CASES = (
    Case("shoot b with Gun", ap=1, armour=2),
    Case("shoot b with Gun", ["Weight of Fire (1)"], target=["Resilient (1)"], armour=1),
    Case("shoot b with Gun", ["Weight of Fire (2)", "Toxic (1)"], target=["Resilient (2)", "Tough"]),
    Case("shoot b with Gun", target=["Energy Shield (1)"]),
    Case("shoot b with Gun", ap=1, target=["Energy Shield (2)", "Shield Generator (1)"], theirs={"Shoot": 1}),
    Case("shoot b with Gun", armour=1, mine={"Dice": 1, "Shoot": 1}, theirs={"Dice": 1, "Advance": 1}),
    Case("shoot b (blaze away) with Gun", ["Rapid Fire"], mine={"Shoot": 1}, theirs={"Dice": 1}),
    Case("shoot 4,1,1 with Gun", ["Grenade (Frag (3))"], armour=1, friends=1),
    Case("shoot 4,1,1 with Gun", ["Grenade (Frag (2))"], theirs={"Dice": 1, "Shoot": 1}, friends=1),
    Case("shoot b with Gun", ["Blast"]),
    Case("assault b", ["Frenzy (1)"], 1, armour=1),
    Case("assault b", ["Smash (1)"], mine={"Dice": 1, "Advance": 1}, theirs={"Assault": 1}),
)
"""AP, armour, shields, Rapid Fire, explosions, re-rolls by keywords, command dice on both sides."""


class Player(Solver[Distribution]):
    """Rolls every die of a sequence, eights and all that they bring, and answers every question as the odds do."""

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
    known: dict[Any, Option] = {}

    def decide(path: tuple[Any, ...], question: Choose, table: Any) -> Option:
        key = (question.topic, table.key())
        if key not in known:
            options = question.told_apart
            best = algebra.choice(question.seat, [player.solve_from((*path, one)) for one in options])
            known[key] = options[best]
        return known[key]

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
