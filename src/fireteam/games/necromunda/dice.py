"""Dice and tests: D3, D2, D66, 2D6, Injury, Firepower and Scatter dice, random directions (NE-TST, NE-DICE)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fireteam.core.questions import Roll, Rule, Ways
from fireteam.core.refusals import Modifier, total

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

FLESH, SERIOUS, OUT_OF_ACTION = "Flesh Wound", "Serious Injury", "Out of Action"
INJURY = (FLESH, FLESH, SERIOUS, SERIOUS, SERIOUS, OUT_OF_ACTION)
"""The faces of an Injury die (NE-DICE-02)."""
HOLES = (1, 1, 1, 2, 2, 3)
"""The bullet holes on the faces of a Firepower die (NE-DICE-03)."""
AMMO_FACE = 1
"""The face of a Firepower die that also calls for an Ammo test (see NE-DICE-03)."""
HIT_FACES = 2
"""The first faces of a Scatter die say Hit, the others point somewhere (NE-DICE-04)."""
BODY, CREW, DRIVE, ENGINE = "Body", "Crew", "Drive", "Engine"
LOCATION = (BODY, BODY, BODY, CREW, DRIVE, ENGINE)
GLANCING, PENETRATING, CATASTROPHIC = "Glancing", "Penetrating", "Catastrophic"
DAMAGE = (GLANCING, GLANCING, GLANCING, PENETRATING, PENETRATING, CATASTROPHIC)
SWERVE, JACKKNIFE, ROLL = "Swerve", "Jackknife", "Roll"
CONTROL = (SWERVE, SWERVE, SWERVE, JACKKNIFE, JACKKNIFE, ROLL)
CIRCLE = 360
PAIR = 2


def d6(seat: int, about: str, alike: tuple[int, ...] | None = None) -> Rule[int]:
    """One die."""
    (face,) = yield Roll(seat, about, alike=alike)
    return int(face)


def d3(seat: int, about: str) -> Rule[int]:
    """A D3: half a D6, rounded up (NE-DICE-01)."""
    (face,) = yield Roll(seat, about, alike=(1, 1, 3, 3, 5, 5))
    return (int(face) + 1) // 2


def d2(seat: int, about: str) -> Rule[int]:
    """A D2: 1 to 3 is 1 (see NE-DICE-01)."""
    (face,) = yield Roll(seat, about, alike=(1, 1, 1, 4, 4, 4))
    return 1 if face <= 3 else 2


def d66(seat: int, about: str) -> Rule[int]:
    """A D66: tens, then units (see NE-DICE-01)."""
    tens, units = yield Roll(seat, about, PAIR, ordered=True)
    return 10 * int(tens) + int(units)


def two_d6(seat: int, about: str) -> Rule[int]:
    """The sum of two dice."""
    first, second = yield Roll(seat, about, PAIR)
    return int(first) + int(second)


def ways_round(effects: Sequence[Hashable]) -> Ways:
    """Random directions for odds: of those that have the same effect, by whole degrees, the first."""
    alike: dict[Hashable, list[int]] = {}
    for degrees, effect in enumerate(effects):
        alike.setdefault(effect, []).append(degrees or CIRCLE)
    return Ways([((degrees[0],), len(degrees)) for degrees in alike.values()])


def direction(seat: int, about: str, ways: Callable[[], Ways] | None = None) -> Rule[int]:
    """A random direction in whole degrees (see NE-DICE-04); `ways`: those that make a difference to odds."""
    (face,) = yield Roll(seat, about, sides=CIRCLE, ways=ways)
    return int(face) % CIRCLE


def vehicle_dice(seat: int, about: str, faces: tuple[str, ...], count: int = 1) -> Rule[tuple[str, ...]]:
    """Location, Damage or Control dice: what their faces say (NE-DICE-05)."""
    alike = tuple(faces.index(face) + 1 for face in faces)
    shown = yield Roll(seat, about, count, alike=alike)
    return tuple(faces[face - 1] for face in shown)


# -- tests -------------------------------------------------------------------------------------------------------------


def passes(face: int, needed: int, bonus: int) -> bool:
    """A D6 against a target number: a 1, before or after modifiers, fails (NE-TST-01)."""
    return face != 1 and face + bonus > 1 and face + bonus >= needed


def passes_two(total_shown: int, needed: int, bonus: int) -> bool:
    """2D6 against a target number: a 2, before or after modifiers, fails (NE-TST-02)."""
    return total_shown != PAIR and total_shown + bonus > PAIR and total_shown + bonus >= needed


def alike_by(effect: Callable[[int], Hashable]) -> tuple[int, ...]:
    """For each face the first one that has the same effect: odds look at those alone."""
    first: dict[Hashable, int] = {}
    return tuple([first.setdefault(effect(face), face) for face in range(1, 7)])


@lru_cache(maxsize=256)
def alike_for(needed: int, bonus: int, marks: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The faces of a test that have the same effect: all that pass, all that fail; and, where something more happens
    from certain faces on, those that reach them."""
    return alike_by(lambda face: (passes(face, needed, bonus), *[face >= mark for mark in marks]))


def test_d6(t: Table, who: int, needed: int, modifiers: tuple[Modifier, ...], about: str, rule: str) -> Rule[bool]:
    """A test of one die against a target number of a model; its owner rolls."""
    bonus = total(modifiers)
    face = yield from d6(t.roller(who), about, alike_for(needed, bonus))
    passed = passes(face, needed, bonus)
    t.tell("tested", rule, who=t.name(who), about=about, shown=face, bonus=bonus, needed=needed, passed=passed)
    return passed


def test_2d6(t: Table, who: int, needed: int, modifiers: tuple[Modifier, ...], about: str, rule: str) -> Rule[bool]:
    """A test of two dice against a target number of a model; its owner rolls."""
    bonus = total(modifiers)
    shown = yield from two_d6(t.roller(who), about)
    passed = passes_two(shown, needed, bonus)
    t.tell("tested", rule, who=t.name(who), about=about, shown=shown, bonus=bonus, needed=needed, passed=passed)
    return passed


def equal_or_lower(t: Table, who: int, most: int, about: str, *, vehicle: bool = False) -> Rule[bool]:
    """A Strength or Toughness test: equal or lower passes; of a vehicle a 6 never does (NE-TST-03)."""
    face = yield from d6(t.roller(who), about)
    passed = face <= most and not (vehicle and face == 6)
    t.tell("tested", "NE-TST-03", who=t.name(who), about=about, shown=face, bonus=0, needed=most, passed=passed)
    return passed
