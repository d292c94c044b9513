"""Keywords of weapons that shoot, and of those who shoot or are shot at."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import Item, Weapon, keyword
from fireteam.games.deadzone.damage import survive_side
from fireteam.games.deadzone.dice import (
    BASE,
    OTHER,
    Attack,
    Opposed,
    Side,
    attack_stands,
    attacker_has_symbols,
    attacker_may_reroll,
    before_survive,
    declare_attack,
    declare_defence,
    defence_stands,
    defender_has_symbols,
    defender_may_reroll,
    has_stat,
    purse,
    reroll_attack,
    reroll_defence,
    roll_together,
    side_of,
    symbols,
    unmodified,
    up_to,
)
from fireteam.games.deadzone.movement import EVADE, can_move, move, speed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import pin
from fireteam.games.deadzone.shooting import (
    Shooting,
    Shot,
    is_hit,
    orders_after,
    ranged_side,
    shooters_arms,
    winners_arms,
)
from fireteam.games.deadzone.state import Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, StepRule, Steps, carried, each, repeat, then, when

BLAZE, AIMED = "blaze away", "aimed"
"""Other ways to shoot than the usual one."""
BLAZE_DICE = 4
AIMED_DICE = 2
NEAR = 2
"""Cubes in which a drain feeds friends."""
INVIGORATED = "invigorated"
"""What is noted of a model that was made ready again."""


# -- armour, length, dice ----------------------------------------------------------------------------------------------


@keyword
class ArmourPiercing(Keyword):
    """Attacks by the model or with the weapon lower ARMOUR (DZ-AB-AP-01)."""

    name = "AP"

    def armour_piercing(self) -> int:
        """It belongs to these attacks alone, not to fires, slams or falls that follow (DZ-MEET-34)."""
        return self.number


@keyword
class Heavy(Keyword):
    """SHOOT with it is a long action (DZ-AB-HEAVY-01)."""

    name = "Heavy"

    def long_shot(self) -> bool:
        return True


@keyword
class SniperScope(Keyword):
    """A weapon that shoots as a short action, or with two more dice as a long one (DZ-AB-SNIPER-01)."""

    name = "Sniper Scope"

    def shot_modes(self) -> Iterable[str]:
        return (AIMED,)

    def long_modes(self) -> Iterable[str]:
        return (AIMED,)

    def ranged_dice(self, t: Table, s: Shooting) -> Iterable[Modifier]:
        return (Modifier(AIMED_DICE, "aimed", self.rule),) if AIMED in s.mode else ()


@keyword
class HoloSight(Keyword):
    """One die more on SHOOT, not beside a Sniper Scope (DZ-AB-HOLO-01). Weapons that aim at a cube and flames roll
    without modifiers and never ask."""

    name = "Holo-Sight"

    def ranged_dice(self, t: Table, s: Shooting) -> Iterable[Modifier]:
        """What adds to the dice of a shot adds up, but a Holo-Sight never to another one or to a Sniper Scope
        (DZ-MEET-15)."""
        if s.weapon(t).has("Sniper Scope") or not self.is_first(Keyword.ranged_dice, shooters_arms(t, s)):
            return ()
        return (Modifier(1, "Holo-Sight", self.rule),)


@keyword
class FiringPlatform(Keyword):
    """More dice if a Vehicle shoots with it (DZ-AB-FPLAT-01)."""

    name = "Firing Platform"

    def ranged_dice(self, t: Table, s: Shooting) -> Iterable[Modifier]:
        return (Modifier(self.number, "firing platform", self.rule),) if t.cards[s.shooter].vehicle else ()


@keyword
class WeightOfFire(Keyword):
    """Dice of RANGED tests that may be re-rolled; all sources add up (DZ-AB-WOF-01)."""

    name = "Weight of Fire"

    def ranged_rerolls(self) -> int:
        return self.number


@keyword
class Psychic(Keyword):
    """A weapon that needs no line of sight, and without one has no clear shot and no smoke in its way
    (DZ-AB-PSYCHIC-01); it is a SHOOT with all its bans (DZ-MEET-28)."""

    name = "Psychic"

    def needs_no_sight(self) -> bool:
        return True


# -- what is used up, what is only listed ------------------------------------------------------------------------------


@keyword
class OneUse(Keyword):
    """It works once in a battle (DZ-AB-ONEUSE-01): cards keep that as a figure, and whoever uses it strikes it off."""

    name = "One-Use"


@keyword
class AuxiliaryWeapon(Keyword):
    """It may be taken beside another weapon: it counts when strike teams are put together, not in play
    (DZ-AB-AUX-01)."""

    name = "Auxiliary Weapon"


# -- Rapid Fire --------------------------------------------------------------------------------------------------------


@keyword
class RapidFire(Keyword):
    """A weapon that fires normally or blazes away, with all that affects SHOOT (DZ-AB-RAPID-01)."""

    name = "Rapid Fire"

    def shot_modes(self) -> Iterable[str]:
        return (BLAZE,)

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        t.begin(Blaze(who, number, target, mode) if BLAZE in mode else Shot(who, number, target, mode))


class Blaze(Shooting):
    """Blazing away: the shooter declares, rolls and re-rolls; if it has scored the target does (DZ-AB-RAPID-02)."""

    kind = "blaze"
    solved = True

    @staticmethod
    def steps() -> Steps[Table, Blaze]:
        """From ammo to what follows a pin."""
        return (
            each(Supplement.before_shot),
            carried(Keyword.before_shot, shooters_arms),
            then(spray),
            then(declare_attack, attacker_has_symbols),
            roll_together,
            repeat(reroll_attack, attacker_may_reroll),
            then(attack_stands),
            when(face_it, has_scored),
            then(declare_defence, defender_has_symbols),
            when(roll_together, is_faced),
            repeat(reroll_defence, defender_may_reroll),
            then(defence_stands),
            then(keep_down),
            carried(Keyword.after_shot, shooters_arms),
            carried(Keyword.after_attack, winners_arms),
            then(orders_after, is_hit),
        )

    def about(self, t: Table) -> str:
        return topic("{who} blazes away at {whom}", t.name(self.shooter), t.name(self.target))

    def dice_to_follow(self, t: Table, side: Side) -> int:
        """No shields, for there is no damage; but the target answers a score."""
        if side is self.a or self.base:
            return 0
        answer = survive_side(t, self.target)
        return answer.count + symbols(t, answer) + answer.free + purse(t, answer)

    def over(self) -> StepRule[Table, Opposed]:
        return defence_stands if self.base else attack_stands


def spray(t: Table, s: Blaze) -> Rule[None]:
    """4 dice RANGED with all that changes the dice of a shot (see DZ-AB-RAPID-02); nobody answers yet."""
    yield from ()
    s.cube, s.high = t.cube(s.target), 1
    s.a = ranged_side(t, s, BLAZE_DICE)
    s.b = side_of(t.side(s.target), s.target, OTHER, 0, t.cards[s.target].survive)
    t.use_weapon(s.shooter, s.weapon(t))


def has_scored(t: Table, s: Blaze) -> bool:
    return s.difference > 0 and not s.base


def face_it(t: Table, s: Blaze) -> Rule[None]:
    """The target rolls SURVIVE against what the shooter has (see DZ-AB-RAPID-02): by how much it loses is all one."""
    s.base, s.high = s.difference, 1
    s.b = survive_side(t, s.target)
    yield from before_survive(t, s.b)


def is_faced(t: Table, s: Blaze) -> bool:
    return s.base > 0


def keep_down(t: Table, s: Blaze) -> Rule[None]:
    """More successes than the target pin it and do no damage (DZ-AB-RAPID-03); it is an attack that is won, and what
    pushes its target does so after the pin (see DZ-MEET-10)."""
    yield from ()
    s.by, s.on, s.won = s.shooter, s.target, s.difference > 0
    if s.won:
        pin(t, s.target)


# -- what shots do beside damage ---------------------------------------------------------------------------------------


@keyword
class Suppression(Keyword):
    """Everybody in the target's cube is pinned, whatever the dice say (DZ-AB-SUPPRESS-01)."""

    name = "Suppression"

    def after_shot(self, t: Table, s: Shooting) -> Rule[None]:
        """After the damage and before anybody is moved or evades; own models are pinned, too (DZ-MEET-16)."""
        yield from ()
        for who in t.in_cube(s.cube):
            pin(t, who)


@keyword
class LifeDrain(Keyword):
    """A psychic attack that gives the HP it takes back to friends near the attacker (DZ-AB-LDRAIN-01)."""

    name = "Life Drain"

    def needs_no_sight(self) -> bool:
        return True

    def after_attack(self, t: Table, a: Attack) -> Rule[None]:
        """All HP that the attack took count, but no more than the target had, and at once: what restores the target
        later changes nothing (DZ-MEET-29)."""
        yield from ()
        taken = a.lost + min(0, t.health(a.on))
        if taken > 0 and has_life(t, a.on):
            t.begin(Drain(a.by, taken))


class Drain(Sequence, Frame):
    """HP that are given to friends one by one (see DZ-AB-LDRAIN-01)."""

    kind = "drain"
    solved = True
    who: int
    left: int

    @staticmethod
    def steps() -> Steps[Table, Drain]:
        return (repeat(feed, can_feed),)


def has_life(t: Table, who: int) -> bool:
    """Whether there is something to be drained or fed (see DZ-AB-LDRAIN-01)."""
    return not t.cards[who].machine


def hungry(t: Table, d: Drain) -> list[int]:
    """The injured of its side no more than 2 cubes away, itself among them."""
    near = [who for who in t.left(t.side(d.who)) if t.apart(d.who, who) <= NEAR]
    return [who for who in near if t.state.models[who].damage and has_life(t, who)]


def can_feed(t: Table, d: Drain) -> bool:
    return d.left > 0 and t.in_play(d.who) and bool(hungry(t, d))


def feed(t: Table, d: Drain) -> Rule[bool]:
    """One HP for one of them."""
    found = hungry(t, d)
    pick: Option = yield t.ask(
        t.player(d.who),
        topic("whom the drain of {who} feeds", t.name(d.who)),
        lambda: [option("recover", t.name(who), args=(who,)) for who in found],
    )
    d.left -= 1
    t.recover(pick.args[0], 1, "DZ-AB-LDRAIN-01")
    return True


@keyword
class Prey(Keyword):
    """A success with it in SHOOT or ASSAULT marks the target as prey of a side, whose models have one FIGHT die more
    when they attack it (DZ-AB-PREY-01)."""

    name = "Prey"

    def rolled(self, t: Table, a: Attack) -> None:
        """Judged after all re-rolls and before damage; each side has its own markers (DZ-MEET-35)."""
        if a.a.won > 0:
            t.mark_prey(a.b.who, a.a.seat)


# -- those who shoot and are shot at -----------------------------------------------------------------------------------


@keyword
class FireControl(Keyword):
    """Two weapons in one SHOOT, both targets named before any dice (DZ-AB-FIRECTRL-01). Each picks its own mode, one
    that takes long makes the action long, and results of the first stand before the second (DZ-MEET-14)."""

    name = "Fire Control"

    def fires_twice(self) -> bool:
        return True


@keyword
class Evade(Keyword):
    """Unpinned, targeted by a SHOOT and neither killed nor pinned by it, the model may move one cube at once
    (DZ-AB-EVADE-01)."""

    name = "Evade"

    def was_shot_at(self, t: Table, who: int) -> Rule[None]:
        """After the whole SHOOT and all its effects, from wherever it is then, and once (DZ-MEET-13)."""
        yield from ()
        if not t.state.models[who].pinned and speed(t, who)[0] and (t.foes(who) or can_move(t, who, 1)):
            t.begin(move(t, who, EVADE, 1, extras=False))


# -- Invigorate --------------------------------------------------------------------------------------------------------


@keyword
class Invigorate(Keyword):
    """A weapon for a friend in the own cube, who may be activated again (DZ-AB-INVIGORATE-01)."""

    name = "Invigorate"

    def at_friend(self) -> bool:
        return True

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, target: int, why: Why) -> bool:
        """Only who is marked gains anything, and nobody twice in a round, whoever does it (DZ-MEET-32)."""
        friend, name = t.state.models[target], t.name(target)
        return (
            need(why, has_stat(t.cards[who].ranged), "DZ-DICE-07", "{} has a RANGED", t.name(who))
            and need(why, friend.activated, self.rule, "{} is marked activated", name)
            and need(why, INVIGORATED not in friend.lasting, self.rule, "{} was not invigorated in this round", name)
        )

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        t.begin(Invigoration(who, number, target))


class Invigoration(Sequence, Frame):
    """A friend is called on (see DZ-AB-INVIGORATE-01)."""

    kind = "invigoration"
    solved = True
    who: int
    number: int
    target: int

    @staticmethod
    def steps() -> Steps[Table, Invigoration]:
        return (call_on,)


def call_on(t: Table, s: Invigoration) -> Rule[None]:
    """3 dice RANGED (2) without modifiers or re-rolls (see DZ-AB-INVIGORATE-01)."""
    about = topic("{who} invigorates {whom}", t.name(s.who), t.name(s.target))
    t.use_weapon(s.who, t.weapon(s.who, s.number))
    found = yield from unmodified(t, t.player(s.who), about, BASE, t.cards[s.who].ranged, up_to(2))
    if found >= 2:
        t.make_ready(s.target)
        t.lend(s.target, INVIGORATED)
        t.tell("invigorated", "DZ-AB-INVIGORATE-01", who=t.name(s.target))
