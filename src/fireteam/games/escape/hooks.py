"""Windows: the places where skills and equipment hang into the rules. A skill is one small stateless object."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier

if TYPE_CHECKING:
    from fireteam.games.escape.attack import Attack, Defence
    from fireteam.games.escape.packparts import Equipment as EquipmentData
    from fireteam.games.escape.state import Character
    from fireteam.games.escape.table import Table

Windows = dict[str, tuple["Skill", ...]]


class Skill:
    """A skill of a card (ES-PROF-05). A subclass overrides the windows it hangs in; the others stay shut."""

    name: ClassVar[str]
    rule: ClassVar[str]
    restriction: ClassVar[bool] = False
    """A restriction is not something one uses: Disconnection leaves it (ES-EVT-12)."""
    _all: ClassVar[dict[str, Skill]] = {}

    def __init_subclass__(cls) -> None:
        Skill._all[cls.name] = cls()

    @staticmethod
    def named(name: str) -> Skill:
        """The skill with that name."""
        import fireteam.games.escape.skills  # noqa: F401 (the skills enter themselves here)

        return Skill._all[name]

    # Sums: plain functions, no order.
    def damage_reduction(self, t: Table, who: Character) -> Modifier:
        """Less damage for its owner."""
        raise AssertionError

    # Checks and reach.
    def steps(self, t: Table, who: Character, mask: int) -> int:
        """The squares a Movement action may lead to, obstacles considered, characters not."""
        raise AssertionError

    def shields_neighbours(self, t: Table, who: Character) -> bool:
        """Whether adjacent allies may not be chosen as targets."""
        raise AssertionError

    def forbids_equipment(self) -> bool:
        """Whether its owner can neither take nor use equipment."""
        raise AssertionError

    def late_dodge(self) -> bool:
        """Whether its owner may Dodge after seeing the attack die."""
        raise AssertionError

    def lends_intellect(self) -> bool:
        """Whether allies in its periphery may roll with its Int."""
        raise AssertionError

    def pilots(self) -> bool:
        """Whether Robots may use its actions."""
        raise AssertionError

    def hacks_across_room(self) -> bool:
        """Whether locked doors of the same room are in reach."""
        raise AssertionError

    # Payments and actions: options.
    def payments(self, t: Table, who: Character, statistic: int) -> Iterable[Option]:
        """Further ways to pay for an action."""
        raise AssertionError

    def rerolls(self, t: Table, who: Character) -> bool:
        """Whether its owner may reroll a Combat roll now."""
        raise AssertionError

    def actions(self) -> tuple[str, ...]:
        """Kinds of actions it gives to its active owner."""
        raise AssertionError

    # Rules: may ask and write.
    def on_dodge_declared(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        """Its owner attacks, and the target has declared a Dodge."""
        raise AssertionError

    def on_damage_dealt(self, t: Table, a: Attack, victim: Character) -> None:
        """Its owner's attack has hurt somebody."""
        raise AssertionError

    def after_successful_attack(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        """Its owner's attack has succeeded, and all its consequences have been dealt with."""
        raise AssertionError


WINDOWS = (
    "damage_reduction", "steps", "shields_neighbours", "forbids_equipment", "late_dodge", "lends_intellect", "pilots",
    "hacks_across_room", "payments", "rerolls", "actions", "on_dodge_declared", "on_damage_dealt", "after_successful_attack",
)  # fmt: skip


def open_windows(skills: tuple[Skill, ...]) -> Windows:
    """For each window, the skills that hang in it."""
    found: Windows = {}
    for window in WINDOWS:
        hanging = tuple(skill for skill in skills if getattr(type(skill), window) is not getattr(Skill, window))
        if hanging:
            found[window] = hanging
    return found


class Equipment:
    """A kind of equipment: who may use it, when, and its numbers (ES-EQT-10, ES-EQ-11)."""

    __slots__ = ("extra_actions", "free_dodge", "grenade", "heal", "label", "name", "nitro", "penalty", "power", "radio", "range", "users")

    def __init__(self, label: str, data: EquipmentData) -> None:
        effect = data.effect
        self.label = label
        self.name = label.replace("_", " ").capitalize().replace("Em ", "EM ")
        self.users = data.users
        self.range = data.range or 0
        self.power = data.power or 0
        self.grenade = data.may_target_free_square
        penalty = data.on_damage
        self.penalty: tuple[int, int, int] = (penalty.movement, penalty.combat, penalty.intellect) if penalty else (0, 0, 0)
        self.free_dodge = bool(effect and effect.free_dodge)
        self.extra_actions: tuple[str, ...] = effect.extra_action if effect else ()
        self.heal = (effect.heal or 0) if effect else 0
        self.nitro = (effect.damage or 0) if effect else 0
        self.radio = bool(effect and effect.activate_ally_now)

    @staticmethod
    def for_label(label: str, data: Any) -> Equipment:
        """The equipment of a pack entry."""
        return Equipment(label, data)
