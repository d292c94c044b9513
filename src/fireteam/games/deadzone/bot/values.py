"""What models, shots and fights are worth to a bot, in victory points. This is advice, not a rule."""

from __future__ import annotations

from fireteam.core.refusals import total
from fireteam.games.deadzone.assault import Assault, crowd_parts, fight_parts, may_fight_back
from fireteam.games.deadzone.bot.duels import harm
from fireteam.games.deadzone.cards import Item, Unit, Weapon
from fireteam.games.deadzone.damage import armour_parts
from fireteam.games.deadzone.dice import BASE
from fireteam.games.deadzone.shooting import CLEAR, PLAIN, Shot, ranged_parts, says
from fireteam.games.deadzone.table import FISTS, Table

POINT = 0.06
"""What a point of a card is worth beside its VP."""
WOUND = 0.6
"""The share of a model's worth that its HP are, short of death."""
BLAST = 0.3
"""The share of a model's worth that an explosion takes."""
TROUBLE = 0.05


def worth_of(card: Unit) -> float:
    """What a whole model is worth."""
    return card.victory_points + POINT * card.points


def harm_worth(t: Table, who: int, lost: float, killed: float) -> float:
    """What it is worth to hurt or kill a model."""
    return worth_of(t.cards[who]) * (WOUND * lost / t.cards[who].health + (1 - WOUND / 2) * killed)


def armour(t: Table, who: int, ap: int) -> int:
    """ARMOUR that is left against an attack."""
    return max(0, total(armour_parts(t, who)) - ap)


# -- shots and fights --------------------------------------------------------------------------------------------------


def shot_worth(t: Table, who: int, number: int, target: int, mode: str = PLAIN, more: int = 0) -> float:
    """What a shot is worth as things stand, with so many dice added."""
    weapon = t.weapon(who, number)
    dice = total(ranged_parts(t, Shot(who, number, target, mode))) + more
    return _dice_worth(t, who, target, dice, armour(t, target, weapon.ap))


def _dice_worth(t: Table, who: int, target: int, dice: int, plate: int) -> float:
    """The worth of the harm that so many dice do to who has that much armour left."""
    survive = t.cards[target].survive
    lost, killed = harm(
        max(0, dice), t.cards[who].ranged or 9, BASE if survive else 0, survive or 9, plate, t.health(target)
    )
    return harm_worth(t, target, lost, killed)


def volleys(t: Table, who: int, target: int, weapons: list[Weapon | Item]) -> tuple[tuple[int, float, float], ...]:
    """What weapons could do to somebody from wherever: the range of each, its worth without and with a clear shot."""
    plate = armour(t, target, 0) if weapons else 0

    def worth(weapon: Weapon | Item, dice: int) -> float:
        return _dice_worth(t, who, target, dice, max(0, plate - weapon.ap))

    return tuple((weapon.range or 0, worth(weapon, BASE), worth(weapon, BASE + CLEAR)) for weapon in weapons)


def blast_worth(t: Table, who: int, cube: int) -> float:
    """What it is worth to hit all in a cube: enemies for it, friends and itself against it."""
    found = 0.0
    for other in t.in_cube(cube):
        share = BLAST * worth_of(t.cards[other])
        found += share if t.hostile(who, other) else -2 * share
    return found - TROUBLE


def fight_worth(t: Table, who: int, foe: int, why: str) -> float:
    """What an assault is worth: the harm done, less what the foe may do if it fights back, whichever it prefers."""
    s = Assault(who, foe, why, was_pinned=t.state.models[foe].pinned)
    mine, theirs = best_close(t, who), best_close(t, foe)
    card, other = t.cards[who], t.cards[foe]
    dice = total(fight_parts(t, s, who, foe, mine))
    survives = BASE + total(tuple(crowd_parts(t, s, foe, who)))
    lost, killed = harm(dice, card.fight or 9, survives, other.survive or 9, armour(t, foe, mine.ap), t.health(foe))
    found = harm_worth(t, foe, lost, killed)
    if other.fight and may_fight_back(t, s):
        back = total(fight_parts(t, s, foe, who, theirs))
        lost, killed = harm(dice, card.fight or 9, back, other.fight, armour(t, foe, mine.ap), t.health(foe))
        hurt, dead = harm(back, other.fight, dice, card.fight or 9, armour(t, who, theirs.ap), t.health(who))
        found = min(found, harm_worth(t, foe, lost, killed) - harm_worth(t, who, hurt, dead))
    return found


def best_close(t: Table, who: int) -> Weapon | Item:
    """The close combat weapon with the most AP and keywords."""
    close = [weapon for _, weapon in t.weapons(who) if weapon.close]
    return max(close, key=lambda weapon: (weapon.ap, len(weapon.keywords)), default=FISTS)


def guns(t: Table, who: int) -> list[Weapon | Item]:
    """The weapons that a model shoots at others with."""
    if not t.cards[who].ranged:
        return []
    return [
        weapon
        for _, weapon in t.weapons(who)
        if not weapon.close and weapon.range and not says("at_cube", weapon) and not says("at_friend", weapon)
    ]
