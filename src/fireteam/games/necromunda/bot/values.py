"""What models, shots and fights are worth: quick reckonings that ask the rules for every number. Advice, no rule."""

from __future__ import annotations

from fireteam.core.refusals import Modifier, total
from fireteam.games.necromunda.cards import LEADER, Card, Profile, Weapon
from fireteam.games.necromunda.close_combat.fight import Fight, attack_dice, sets_of_arms, shares, takes_both_hands
from fireteam.games.necromunda.close_combat.fight import hit_modifiers as melee_modifiers
from fireteam.games.necromunda.dice import FLESH, INJURY, OUT_OF_ACTION, SERIOUS, passes
from fireteam.games.necromunda.hits import MELEE, Hit, Strike, saves, stood, strength_of, toughness_struck, wound_needs
from fireteam.games.necromunda.positions import engaged
from fireteam.games.necromunda.shooting.ammo import firepower_dice
from fireteam.games.necromunda.shooting.attack import Shooting, gun, strike_of
from fireteam.games.necromunda.shooting.targets import hit_modifiers, in_range
from fireteam.games.necromunda.state import INJURED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait

FACES = range(1, 7)
PRICE = 80.0
"""Credits of a model that is worth 1."""
FATES = {FLESH: 0.2, SERIOUS: 0.75, OUT_OF_ACTION: 1.0}
"""How much of a model an Injury die takes away."""
PIN = 0.25
"""What it is worth to have an enemy Pinned."""
STRANGE = 0.35
"""What a hit without a wound roll is worth: a trait decides."""
HOLES = 1.5
"""Hits that a Firepower die brings on average, roughly."""


def worth_of(card: Card) -> float:
    """What a model is worth: by its price, a leader more."""
    return max(0.4, card.cost / PRICE if card.cost else 1.0) + (0.5 if card.role == LEADER else 0.0)


def chance(needed: int, bonus: int) -> float:
    """The chance that a die passes."""
    return sum(passes(face, needed, bonus) for face in FACES) / len(FACES)


def strike_worth(t: Table, strike: Strike) -> float:
    """What a hit takes from its target, from 0 to about 1, times what that is worth."""
    who = strike.on
    worth = worth_of(t.cards[who])
    if strike.strength is None:
        return STRANGE * worth
    h = Hit(strike)
    wound = chance(wound_needs(strength_of(t, h), toughness_struck(t, strike)), 0)
    saved = max((chance(one.needed, total(one.bonus)) for one in saves(t, h)), default=0.0)
    return wound * (1 - saved) * harm(t, who, strike.damage or 0) * worth


def harm(t: Table, who: int, damage: int) -> float:
    """The part of a model that so much Damage takes away: Wounds first, then Injury dice."""
    m, most = t.model(who), t.cards[who].stats["w"]
    if not t.is_vehicle(who) and m.stance == INJURED:
        return 0.25
    if not damage:
        return 0.1
    if damage < m.wounds:
        return 0.5 * damage / most
    dice = damage - m.wounds + 1
    mean = sum(FATES[face] for face in INJURY) / len(INJURY)
    return 1 - (1 - mean) ** dice


# -- shots -------------------------------------------------------------------------------------------------------------


def shot_worth(
    t: Table, who: int, weapon: Weapon, profile: Profile, target: int, seen: int, distance: float, *more: Modifier
) -> float:
    """What a shot is worth, seen like that from so far away."""
    if not in_range(t, who, profile, distance):
        return 0.0
    made = Shooting(who, target, (gun(profile, weapon),), distance=distance)
    strike = strike_of(t, made, made.guns[0], target)
    added = (*hit_modifiers(t, who, profile, target, seen, distance), *more)
    hits = chance(t.cards[who].stats["bs"], total(added))
    holes = 1 + (HOLES - 1 + firepower_dice(profile) - 1 if profile.windows[Trait.firepower] else 0.0)
    pins = PIN * worth_of(t.cards[target]) if t.stands(target) and not engaged(t, target) else 0.0
    return hits * (pins + (1 + 0.7 * (holes - 1)) * strike_worth(t, strike))


# -- fights ------------------------------------------------------------------------------------------------------------


def fight_worth(t: Table, who: int, foe: int, *, charged: bool = False) -> float:
    """What a Fight is worth: what it does to the enemy, less what the enemy strikes back with."""
    own = blows_worth(t, who, foe, charged=charged)
    if t.is_vehicle(foe) or t.is_injured(foe):
        return own
    left = max(0.0, 1 - own / worth_of(t.cards[foe]))
    return own - left * blows_worth(t, foe, who, charged=False)


def blows_worth(t: Table, who: int, foe: int, *, charged: bool) -> float:
    """What the close combat attacks of a fighter are worth with its best weapons."""
    if t.is_vehicle(who):
        return 0.0
    return max(arms_worth(t, who, foe, number, charged=charged) for number in range(len(sets_of_arms(t, who))))


def arms_worth(t: Table, who: int, foe: int, number: int, *, charged: bool) -> float:
    """What the attacks with one of its sets of weapons are worth."""
    f, arms = Fight(who, charged=charged), sets_of_arms(t, who)[number]
    hits = chance(t.cards[who].stats["ws"], total(tuple(melee_modifiers(t, f, foe))))
    worth = 0.0
    for weapon, profile, dice in shares(arms, attack_dice(t, f, arms)):
        one = hits * strike_worth(t, blow(t, who, foe, weapon, profile))
        cap = worth_of(t.cards[foe])
        worth += cap * (1 - (1 - min(0.95, one / cap)) ** dice)
    return worth - (0.01 if any(takes_both_hands(profile) for _, profile in arms) else 0.0)


def blow(t: Table, who: int, foe: int, weapon: Weapon, profile: Profile) -> Strike:
    """A hit in close combat."""
    m = t.model(who)
    strength = t.strength(who) + (profile.strength or 0) if profile.of_user else profile.strength
    return Strike(
        foe, who, strength=strength, ap=profile.ap, damage=profile.damage, traits=tuple(map(str, profile.traits)),
        kind=MELEE, x=m.x, y=m.y, source=weapon.name, standing=stood(t, foe),
    )  # fmt: skip
