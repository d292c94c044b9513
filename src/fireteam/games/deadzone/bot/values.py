"""What models, places, shots and fights are worth to a bot, in victory points. This is advice, not a rule."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.refusals import total
from fireteam.games.deadzone.assault import Assault, crowd_parts, fight_parts
from fireteam.games.deadzone.bot.duels import harm
from fireteam.games.deadzone.cards import Item, Unit, Weapon
from fireteam.games.deadzone.damage import armour_parts
from fireteam.games.deadzone.dice import BASE
from fireteam.games.deadzone.goals import objectives
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.shooting import PLAIN, Shot, is_long, ranged_parts, says
from fireteam.games.deadzone.table import FISTS, Table
from fireteam.space.cubes.quarters import fitting

POINT = 0.06
"""What a point of a card is worth beside its VP."""
WOUND = 0.6
"""The share of a model's worth that its HP are, short of death."""
HOLD = 1.6
"""How much more an objective is worth to who stands on it than its VP: it scores every round."""
NEARER = 0.72
"""How the pull of an objective fades with each cube."""
CROWD = 0.15
"""What is left of it where a friend holds it already."""
DANGER = 0.35
"""How much of the harm that enemies could do counts against a place."""
BLAST = 0.3
"""The share of a model's worth that an explosion takes."""
TROUBLE = 0.05
AIMED = 0.7
"""How much of a shot that could follow counts for a place."""


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
    return _shot(t, who, target, weapon, dice)


def _shot(t: Table, who: int, target: int, weapon: Weapon | Item, dice: int) -> float:
    card, mine = t.cards[target], t.cards[who]
    survive = BASE if card.survive else 0
    lost, killed = harm(
        max(0, dice), mine.ranged or 9, survive, card.survive or 9, armour(t, target, weapon.ap), t.health(target)
    )
    return harm_worth(t, target, lost, killed)


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
    if other.fight and not s.was_pinned:
        back = total(fight_parts(t, s, foe, who, theirs))
        lost, killed = harm(dice, card.fight or 9, back, other.fight, armour(t, foe, mine.ap), t.health(foe))
        hurt, dead = harm(back, other.fight, dice, card.fight or 9, armour(t, who, theirs.ap), t.health(who))
        found = min(found, harm_worth(t, foe, lost, killed) - harm_worth(t, who, hurt, dead))
    return found


def best_close(t: Table, who: int) -> Weapon | Item:
    """The close combat weapon with the most AP and keywords."""
    close = [weapon for _, weapon in t.weapons(who) if weapon.close]
    return max(close, key=lambda weapon: (weapon.ap, len(weapon.keywords)), default=FISTS)


# -- places ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def pulls(setting: Setting, scenario: int) -> tuple[tuple[int, int], ...]:
    """The objectives of a battle with their VP."""
    return tuple(objectives(setting, setting.scenario(scenario)).items())


def guns(t: Table, who: int) -> list[Weapon | Item]:
    """The weapons that a model shoots at others with."""
    if not t.cards[who].ranged:
        return []
    return [
        weapon
        for _, weapon in t.weapons(who)
        if not weapon.close and weapon.range and not says("at_cube", weapon) and not says("at_friend", weapon)
    ]


def place_worth(t: Table, who: int, place: int, *, shoots: bool) -> float:
    """What it is worth to end a move in a place: objectives held and near, a shot from there, who could shoot it."""
    board = t.board
    cube = board.cube_of[place]
    found = goal_worth(t, who, cube)
    quarters = fitting(t.steps.room(place, t.gaits[who]), t.cards[who].size)
    if not quarters:
        return found
    pose = t.sight.pose(place, quarters[0], t.cards[who].size)
    mine = guns(t, who)
    best = danger = 0.0
    for m in t.state.models:
        foe = m.index
        if m.place < 0 or not m.quarters or not t.hostile(who, foe) or m.place == place:
            continue
        far, other = board.distance(cube, board.cube_of[m.place]), t.pose(foe)
        reaching = [one for one in mine if shoots and far <= (one.range or 0) and not is_long(one, PLAIN)]
        if reaching and t.sight.sees(pose, other, t.state.smoke):
            dice = BASE + 2 * t.sight.has_clear_shot(pose, other, t.state.smoke)
            best = max(best, *(_shot(t, who, foe, weapon, dice) for weapon in reaching))
        aiming = [] if m.activated and m.pinned else [one for one in guns(t, foe) if far <= (one.range or 0)]
        if aiming and t.sight.sees(other, pose, t.state.smoke):
            dice = BASE + 2 * t.sight.has_clear_shot(other, pose, t.state.smoke)
            danger = max(danger, *(_shot(t, foe, who, weapon, dice) for weapon in aiming))
    return found + AIMED * best - DANGER * danger


def goal_worth(t: Table, who: int, cube: int) -> float:
    """The pull of the objectives on a model in a cube."""
    side, found = t.side(who), 0.0
    for goal, points in pulls(t.setting, t.state.scenario):
        far = t.board.distance(cube, goal)
        held = any(t.side(other) == side and other != who for other in t.in_cube(goal))
        pull = points * NEARER**far * (HOLD if far == 0 else 1.0) * (CROWD if held else 1.0)
        found = max(found, pull)
    if not pulls(t.setting, t.state.scenario):
        foes = [t.board.distance(cube, t.cube(other)) for other in t.everybody() if t.hostile(who, other)]
        found = NEARER ** min(foes) if foes else 0.0
    return found
