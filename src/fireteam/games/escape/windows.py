"""The windows of ESCAPE: where factions and the event of a turn hang into the chapters, and skills into cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.kit import supplements

if TYPE_CHECKING:
    from fireteam.core.refusals import Why
    from fireteam.games.escape.actions.attack import Attack, Defence
    from fireteam.games.escape.state import Character
    from fireteam.games.escape.table import Table


class Reroll(NamedTuple):
    """What a die may be rerolled with: the option, its rule, and what it costs (ES-ROLL-06)."""

    option: Option
    rule: str
    use: Callable[[], None]


class Supplement(supplements.Supplement):
    """What may hang into the chapters for a match or for a turn. A window is a sum, a check (may refuse) or a rule (may
    ask and write)."""

    def happens(self, t: Table) -> Rule[None]:
        """The event of the turn has just been rolled (ES-EVT-01)."""
        yield from ()

    def value_parts(self, who: Character, statistic: int, parts: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        """The parts of a character's value before its penalties (ES-ROLL-05)."""
        return parts

    def taken_out(self, t: Table, who: Character) -> None:
        """A character has just been Taken out (ES-PROF-07)."""

    def rerolls(self, t: Table, side: int) -> Iterable[Reroll]:
        """What a side may reroll any of its dice with (ES-ROLL-06)."""
        return ()

    def payments(self, t: Table, who: Character, statistic: int) -> Iterable[Option]:
        """Further ways to pay for an action (ES-PROF-09)."""
        return ()

    def paid(self, t: Table, who: Character, statistic: int, pick: Option) -> None:
        """An action is paid for in one of them."""

    def spare_movement(self, t: Table, who: Character, statistic: int, pick: Option | None) -> int:
        """How many Movement actions it could pay for once an action has been paid for in one way, if it has."""
        return 0

    def returns(self, t: Table, who: Character) -> bool:
        """Whether a Taken out character may come back this turn (ES-FAC-03)."""
        return False

    def return_airlocks(self, t: Table) -> Iterable[int]:
        """The airlocks by which it may (ES-FAC-05)."""
        return ()

    def shuts_skills(self, who: Character) -> bool:
        """Whether a character cannot use its skills; restrictions stay (ES-EVT-12)."""
        return False

    def allows_combat(self, t: Table, who: Character, why: Why) -> bool:
        """Whether a character may perform Combat actions where it stands (ES-CBT-01, ES-DEF-04)."""
        return True

    def passes_over(self, t: Table, who: Character, squares: int) -> tuple[int, str] | None:
        """The ones of some occupied squares that a character may pass over, and the rule; None: that is not for it
        (ES-MOVE-02)."""
        return None

    def opens_airlock(self, t: Table, airlock: int) -> bool:
        """Whether the factory may use an airlock that is not at the edge (ES-FAC-05)."""
        return False

    def turn_over(self, t: Table) -> None:
        """The turn is over and another one begins (ES-EVT-01)."""

    def before_activation(self, t: Table) -> Rule[bool]:
        """The next activation is about to be chosen; True: it has been (ES-GEN-03)."""
        yield from ()
        return False

    def activation_over(self, t: Table, who: Character) -> None:
        """An activation is over (ES-ACT-04)."""


class Skill(supplements.Supplement):
    """A skill of a card (ES-PROF-05), one small stateless object; it overrides the windows it hangs in."""

    rule: ClassVar[str]
    restriction: ClassVar[bool] = False
    """A restriction is not something one uses: Disconnection leaves it (ES-EVT-12)."""

    # Sums: plain functions, no order.
    def damage_reduction(self, t: Table, who: Character) -> Iterable[Modifier]:
        """Less damage for its owner."""
        return ()

    # Checks and reach.
    def moves_diagonally(self) -> bool:
        """Whether Movement actions of its owner may lead to any square of the periphery."""
        return False

    def ignores_walls(self) -> bool:
        """Whether walls and doors do not stop Movement actions of its owner."""
        return False

    def shields_neighbours(self) -> bool:
        """Whether adjacent allies may not be chosen as targets."""
        return False

    def forbids_equipment(self) -> bool:
        """Whether its owner can neither take nor use equipment."""
        return False

    def late_dodge(self) -> bool:
        """Whether its owner may Dodge after seeing the attack die."""
        return False

    def lends_intellect(self) -> bool:
        """Whether allies in its periphery may roll with its Int."""
        return False

    def pilots(self) -> bool:
        """Whether Robots may use its actions."""
        return False

    def hacks_across_room(self) -> bool:
        """Whether locked doors of the same room are in reach."""
        return False

    def rerolls(self, t: Table, who: Character) -> Iterable[Reroll]:
        """What its owner may reroll a Combat roll with now."""
        return ()

    # Payments and actions: options.
    def payments(self, t: Table, who: Character, statistic: int) -> Iterable[Option]:
        """Further ways to pay for an action."""
        return ()

    def paid(self, t: Table, who: Character, statistic: int, pick: Option) -> None:
        """An action of its owner is paid for in one of them."""

    def spare_movement(self, t: Table, who: Character, statistic: int, pick: Option | None) -> int:
        """How many Movement actions it could pay for once an action has been paid for in one way, if it has."""
        return 0

    def actions(self) -> tuple[str, ...]:
        """Kinds of actions it gives to its active owner."""
        return ()

    # Rules: may ask and write.
    def on_dodge_declared(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        """Its owner attacks, and the target has declared a Dodge."""
        yield from ()

    def on_damage_dealt(self, t: Table, a: Attack, victim: Character) -> None:
        """Its owner's attack has hurt somebody."""

    def after_successful_attack(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        """Its owner's attack has succeeded, and all its consequences have been dealt with."""
        yield from ()
