"""Words that change dice: weapon rules gained, stats, re-rolls, dice that are kept (KT-BASE-09, KT-BASE-19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from fireteam.core.refusals import Modifier
from fireteam.games.killteam.abilities import grants
from fireteam.games.killteam.abilities.entries import Entry, entries, in_force, quiet
from fireteam.games.killteam.abilities.word import Context, Effect, Lasting, Nameable, Named
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.teams import rule_text
from fireteam.games.killteam.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.word import Until
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.content.parts import WeaponRule
    from fireteam.games.killteam.moving.hindrances import Near
    from fireteam.games.killteam.table import Table
    from fireteam.kit.content.models import Positive, Slug

Dice = Literal["attack", "defence"]
Statistic = Literal["apl", "move", "save", "hit", "atk", "dmg_normal", "dmg_crit"]
STATS = ("hit", "save", "atk", "dmg_normal", "dmg_crit")
"""What may be better or worse for one sequence."""
DICE_STATS = ("atk", "dmg_normal", "dmg_crit")
"""Stats that only dice look at: HIT and SAVE in force are in the sums of `harm`."""
WEAPONS = ("all", "ranged", "melee")
"""The groups of weapons that may gain a rule."""


class AddRule(Lasting):
    """Weapons have a weapon rule for the sequence, or as long as the entry lasts: all, those of a type, or one by its
    id."""

    word, worth = "add_rule", 0.35
    rule: WeaponRule
    weapons: Slug

    def texts(self, source: str) -> tuple[str, ...]:
        return (rule_text(self.rule),)

    def concerns(self, weapon: Weapon | None, stats: Sequence[str] = STATS) -> bool:
        return weapon is not None and self.weapons in ("all", "ranged" if weapon.ranged else "melee", weapon.id)

    def names(self, there: Nameable) -> Iterator[Named]:
        yield "weapon", self.weapons, [*WEAPONS, *there.weapons]


class Modify(Lasting):
    """A statistic changes; more is better, so `save` and `hit` become easier (see KT-BASE-19)."""

    word, worth = "modify", 0.35
    stat: Statistic
    by: Annotated[int, range(-2, 3)]
    until: Until

    def sound(self) -> None:
        if self.by == 0:
            raise ValueError("by must not be 0")

    def about(self) -> str:
        return self.stat

    def laid(self, entry: Entry) -> Laid:
        return Laid(entry.name, self.stat, self.by, entry.until(self.until), entry.id)

    def texts(self, source: str) -> tuple[str, ...]:
        return (grants.change(self.stat, self.by, source),) if self.stat in STATS else ()

    def concerns(self, weapon: Weapon | None, stats: Sequence[str] = STATS) -> bool:
        return self.stat in stats and (self.stat == "save") is (weapon is None)

    def outlasts(self) -> bool:
        return self.until != "end_of_sequence"

    def hinders(self, near: Near) -> Near:
        return near._replace(less=near.less - self.by) if self.stat == "move" else near

    def gambit_worth(self, turning_point: int) -> float | None:
        return (0.35 if turning_point <= 2 else 0.15) if self.stat == "move" else None


class Reroll(Lasting):
    """Dice may be re-rolled: so many, all that show one number, or any (see KT-BASE-09)."""

    word, worth = "reroll", 0.4
    dice: Dice
    count: Literal["one_number", "any"] | Positive

    def texts(self, source: str) -> tuple[str, ...]:
        return grants.reroll(self.count, source)

    def concerns(self, weapon: Weapon | None, stats: Sequence[str] = STATS) -> bool:
        return self.dice == ("defence" if weapon is None else "attack")


class Retain(Lasting):
    """Dice are kept without rolling; with `from: normal`, normal successes already retained become criticals."""

    word, worth = "retain", 0.4
    dice: Dice
    as_: Literal["normal", "critical"]
    count: Annotated[int, range(1, 3)]
    from_: Literal["normal"] | None = None

    def texts(self, source: str) -> tuple[str, ...]:
        return (grants.kept(self.count, source, critical=self.as_ == "critical", raised=self.from_ is not None),)

    def concerns(self, weapon: Weapon | None, stats: Sequence[str] = STATS) -> bool:
        return self.dice == ("defence" if weapon is None else "attack")


LASTING = (AddRule, Reroll, Retain, Modify)
"""What is in force for dice, in the order in which they gain it."""


def granted(entry: Entry, effect: Effect, weapon: Weapon | None, stats: Sequence[str] = STATS) -> tuple[str, ...]:
    """What an effect grants to attack dice, or to defence dice where no weapon is given, as rules of a pool."""
    return effect.texts(entry.name) if effect.concerns(weapon, stats) else ()


def gains(t: Table, when: str, context: Context, weapon: Weapon | None) -> tuple[str, ...]:
    """What works by itself on the dice of an operative: entries of the window, what is in force, effects laid on it."""
    who = context.who
    found: list[str] = []
    for entry in entries(t, t.operative(who).seat, when):
        if not entry.asked and not entry.early and entry.bears(t, who) and entry.holds(t, context):
            found += [text for effect in entry.effects for text in granted(entry, effect, weapon)]
    for kind in LASTING:
        for entry, effect in in_force(t, who, kind, context):
            found += granted(entry, effect, weapon, DICE_STATS)
    if weapon is not None:
        found += [
            grants.change(laid.what, laid.amount, laid.name)
            for laid in t.operative(who).effects
            if laid.what in DICE_STATS
        ]
    return tuple(found)


class DiceWindows(Supplement):
    """Where stats are summed up and weapons have gained rules."""

    def stat(self, t: Table, who: int, stat: str, weapon: Weapon | None) -> list[Modifier]:
        if (Modify, stat) not in t.setting.book.topics:
            return []
        found = in_force(t, who, Modify, Context(who, weapon=weapon), stat)
        return [Modifier(change.by, entry.name, entry.id) for entry, change in found]

    def gained_rules(self, t: Table, who: int, weapon: Weapon, target: int = NOBODY) -> tuple[str, ...]:
        if quiet(t, who):
            return ()
        context = Context(who, target=target, weapon=weapon)
        given = gains(t, "shooting" if weapon.ranged else "fighting", context, weapon)
        return tuple(text for text in dict.fromkeys(given) if not grants.is_granted(text) and text not in weapon.rules)
