"""Keywords that keep a model alive: shields, armour, healers, and what hides it."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.games.deadzone.actions import SHORT, Activation, Deed, always
from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.damage import injured, is_living
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.shooting import Shooting
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword

SMALL = 2
"""The size up to which a Defender Shield covers a friend."""


@keyword
class Tough(Keyword):
    """One HP less is lost in an attack, after armour (DZ-AB-TOUGH-01)."""

    name = "Tough"

    def harm_taken(self, t: Table, on: int) -> Iterable[Modifier]:
        return (Modifier(-1, "Tough", self.rule),)


@keyword
class EnergyShield(Keyword):
    """n dice at 6+, each success takes one point away before armour (DZ-AB-ESHIELD-01); every shield that protects a
    model is rolled by itself (DZ-AB-ESHIELD-02)."""

    name = "Energy Shield"

    def shield_dice(self) -> int:
        return self.number


@keyword
class ShieldGenerator(Keyword):
    """An Energy Shield (n) for everybody in its place, friend or foe (DZ-AB-SHIELDGEN-01)."""

    name = "Shield Generator"

    def lends_shield_dice(self) -> int:
        return self.number


@keyword
class DefenderShield(Keyword):
    """One more ARMOUR for its bearer and friends of size 1 or 2 beside it (DZ-AB-DSHIELD-01); the enlarged shield of a
    strider serves the strider alone, whatever its size (DZ-AB-DSHIELD-02)."""

    name = "Defender Shield"

    def lends_armour(self, t: Table, bearer: int, who: int) -> int:
        if self.word.variant:
            return int(bearer == who)
        return int(t.cards[who].size <= SMALL)


@keyword
class Resilient(Keyword):
    """n dice of a SURVIVE test may be re-rolled (DZ-AB-RESILIENT-01)."""

    name = "Resilient"

    def survive_rerolls(self) -> int:
        return self.number


@keyword
class Medic(Keyword):
    """It takes all damage off a friend or itself (DZ-AB-MEDIC-01), and its friends are Resilient (1)
    (DZ-AB-MEDIC-02); neither serves machines (DZ-MEET-30)."""

    name = "Medic"

    def lends_survive_rerolls(self, t: Table, bearer: int, who: int) -> int:
        """Beside it, unless the match says that it serves the whole team; owners count, not who controls
        (see DZ-AB-RAMPAGE-04)."""
        near = t.place(bearer) == t.place(who) or t.house_rule("medic_resilient") == "whole_team"
        return int(near and t.side(bearer) == t.side(who) and not t.cards[who].machine)

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (HEAL,)


def beside(t: Table, a: Activation) -> Iterable[Option]:
    """A Medic and its friends in its place."""
    return [option("heal", t.name(one), args=(one,)) for one in (a.who, *t.friends(a.who))]


def may_heal(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    one = pick.args[0]
    hurt = need(why, injured(t, one), "DZ-AB-MEDIC-01", "{} is injured", t.name(one))
    return hurt and is_living(t, one, why)


def heal(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """All damage of one model is gone, without a test; pins and markers stay (see DZ-AB-MEDIC-01, DZ-MEET-30)."""
    yield from ()
    whom: int = pick.args[0]
    t.recover(whom, t.state.models[whom].damage, "DZ-AB-MEDIC-01")


HEAL = Deed("heal", "DZ-AB-MEDIC-01", SHORT, always, beside, heal, target=may_heal)


@keyword
class LifeSupport(Keyword):
    """Once, by itself: the first HP that its bearer loses and lives are all back (DZ-AB-LSUPPORT-01), attack by attack:
    what follows the first meets it unprotected (DZ-MEET-06)."""

    name = "Life Support"

    def hurt(self, t: Table, who: int, points: int) -> None:
        m = t.state.models[who]
        if self.name not in m.spent:
            t.use_up(who, self.name, self.rule)
            t.recover(who, m.damage, self.rule)


@keyword
class Stealthy(Keyword):
    """A shot at it is never clear (DZ-AB-STEALTHY-01)."""

    name = "Stealthy"

    def denies_clear_shot(self) -> bool:
        return True


@keyword
class CloakingDevice(Keyword):
    """Shots at anybody in its cube or in one beside it have one die less, smoke and other cloaks counted in
    (DZ-AB-CLOAK-01)."""

    name = "Cloaking Device"

    def hides(self, t: Table, bearer: int, s: Shooting) -> bool:
        return t.apart(bearer, s.target) <= 1
