"""What positions are worth: operatives, victory points in sight, who could shoot at whom; all in victory points.

This is advice for bots, not a rule: it asks the rules about worlds in which somebody stands elsewhere, and weighs the
answers. Only what the seat may know goes into it: of the other side's tac op nothing before it is revealed (KT-OPS-20).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, hypot
from typing import Any, NamedTuple

from fireteam.core.refusals import total
from fireteam.games.killteam.bot.attack_odds import Promise, bout, promised
from fireteam.games.killteam.cards import Datacard, Weapon
from fireteam.games.killteam.markers import PORTABLE
from fireteam.games.killteam.ops import mission as ops
from fireteam.games.killteam.ops.scoring import TAC, PlayedOp, may_score, pickable, room
from fireteam.games.killteam.ops.things import Moment, objectives
from fireteam.games.killteam.positions import body_of, of_seat
from fireteam.games.killteam.setup import deployment
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import CONCEAL, NOBODY, READY, Marker, Operative
from fireteam.games.killteam.stats import apl, hit_parts, save_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST
from fireteam.games.killteam.weapons import in_range, spreads
from fireteam.space.plane.model import INCH, Body

SIDE = 14.0
"""What a whole kill team is worth, in victory points: those it gives the enemy when it falls, and those it scores."""
ALIVE = 0.55
"""The share of an operative's worth that it has as long as it stands, however few its wounds."""
LONGEST = 10_000
"""Hundredths of an inch that every weapon without a Range reaches."""


# -- operatives --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def power(card: Datacard) -> float:
    """How much an operative counts among its side: what it stands, what it deals, what it can do."""
    blow = max(
        (weapon.atk * (7 - weapon.hit) / 6 * (weapon.damage + weapon.critical_damage) / 2 for weapon in card.weapons),
        default=1.0,
    )
    return card.wounds + blow + 2.0 * card.apl


def shares(t: Table) -> list[float]:
    """What each operative is worth when it is whole."""
    sides = [0.0, 0.0]
    for operative in t.state.operatives:
        sides[operative.seat] += power(t.setting.cards[operative.card])
    return [SIDE * power(t.setting.cards[operative.card]) / sides[operative.seat] for operative in t.state.operatives]


def blow_worth(t: Table, target: int, share: float, promise: Promise) -> float:
    """What an attack on an operative is worth: its wounds, and the operative itself where it falls."""
    return share * ((1 - ALIVE) * promise.damage / t.card(target).wounds + ALIVE * promise.kill)


# -- attacks -----------------------------------------------------------------------------------------------------------


class Aim(NamedTuple):
    """An attack that could be made, and what it is worth."""

    worth: float
    weapon: str
    target: int


def shot_promise(t: Table, shooter: int, target: int, weapon: Weapon, cover: bool, obscured: bool) -> Promise:
    """What a shot promises as things stand."""
    hit = total(hit_parts(t, shooter, weapon))
    return promised(weapon, hit, total(save_parts(t, target)), t.operative(target).wounds, cover, obscured)


def aims(t: Table, who: int, each: list[float], weapons: tuple[Weapon, ...]) -> list[Aim]:
    """Every shot an operative may make from where it stands, the best first (KT-SHOOT-01, KT-SHOOT-03)."""
    board, seat = t.board, t.operative(who).seat
    able = [weapon for weapon in weapons if weapon.ranged and targets.may_shoot(t, board, who, weapon)]
    if not able:
        return []
    seen = [enemy for enemy in of_seat(t, 1 - seat) if targets.sees(t, board, who, enemy)]
    found: list[Aim] = []
    for weapon in able:
        for enemy in seen:
            if not targets.selectable(t, board, who, enemy, weapon):
                continue
            outcome = targets.outcomes(t, board, who, enemy, weapon)[0]
            promise = shot_promise(t, who, enemy, weapon, outcome.in_cover, outcome.is_obscured)
            value = blow_worth(t, enemy, each[enemy], promise)
            if spreads(weapon):
                value += _beside(t, who, enemy, weapon, each)
            found.append(Aim(value * _urgency(t, enemy), weapon.id, enemy))
    found.sort(key=lambda aim: (-aim.worth, aim.weapon, aim.target))
    return found


def _urgency(t: Table, enemy: int) -> float:
    """An enemy that has yet to act, or stands where it scores, is worth more."""
    return 1.15 if t.operative(enemy).readiness == READY else 1.0


def _beside(t: Table, who: int, primary: int, weapon: Weapon, each: list[float]) -> float:
    """What a Blast or a Torrent does beside its primary target (KT-WR-03, KT-WR-27)."""
    board, seat = t.board, t.operative(who).seat
    value = 0.0
    for other in targets.blast_targets(t, board, primary, weapon):
        side = 1.0 if t.operative(other).seat != seat else -1.3
        value += side * blow_worth(t, other, each[other], shot_promise(t, who, other, weapon, False, False))
    for other in targets.torrent_targets(t, board, who, primary, weapon):
        value += blow_worth(t, other, each[other], shot_promise(t, who, other, weapon, False, False))
    return value


def blades(card: Datacard) -> list[Weapon]:
    """The melee weapons of a card."""
    return [weapon for weapon in card.weapons if not weapon.ranged]


def fight_promise(t: Table, who: int, enemy: int) -> Promise:
    """What a fight promises with the best weapons of both."""
    mine, theirs = blades(t.card(who)), blades(t.card(enemy))
    if not mine:
        return Promise(0.0, 0.0)
    strong = max(mine, key=lambda weapon: weapon.atk * (7 - weapon.hit) * (weapon.damage + weapon.critical_damage))
    back = max(
        theirs,
        key=lambda weapon: weapon.atk * (7 - weapon.hit) * (weapon.damage + weapon.critical_damage),
        default=None,
    )
    their_hit = total(hit_parts(t, enemy, back)) if back is not None else 6
    return bout(
        strong, total(hit_parts(t, who, strong)), t.operative(who).wounds, back, their_hit, t.operative(enemy).wounds
    )


def fight_worth(t: Table, who: int, enemy: int, each: list[float]) -> float:
    """What a fight is worth: what the enemy loses, less what the fighter does."""
    promise = fight_promise(t, who, enemy)
    mine = blow_worth(t, enemy, each[enemy], promise)
    return mine * _urgency(t, enemy) - 0.9 * blow_worth(t, who, each[who], Promise(promise.harm, promise.death))


# -- danger ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def gun(card: Datacard, save: int) -> tuple[Weapon, float] | None:
    """The ranged weapon of a card that promises most against a SAVE, and the mean damage."""
    found = [
        (promised(weapon, weapon.hit, save, 30, False, False).damage, weapon)
        for weapon in card.weapons
        if weapon.ranged
    ]
    if not found:
        return None
    damage, weapon = max(found, key=lambda entry: (entry[0], entry[1].id))
    return weapon, damage


@lru_cache(maxsize=512)
def reach_of(weapon: Weapon) -> int:
    """How far a weapon reaches, in whole inches."""
    return next((inches for inches in range(1, 40) if not in_range(weapon, inches * INCH + 1)), LONGEST)


@lru_cache(maxsize=512)
def blade_damage(card: Datacard) -> float:
    """What the best melee weapon of a card deals by and large."""
    found = (
        weapon.atk * (7 - weapon.hit) / 6 * (0.8 * weapon.damage + 0.2 * weapon.critical_damage)
        for weapon in blades(card)
    )
    return max(found, default=0.0)


READY_DANGER, EXPENDED_DANGER = 1.0, 0.35
"""How much the shot of an enemy counts that has yet to act in this turning point, or has to wait for the next."""
DANGER = 0.45
"""How much of what an operative stands to lose counts: enemies have other targets too."""
COMES_CLOSER = 0.35
"""How much an enemy counts that has to move before it can shoot."""
HIDDEN = 0.06
"""How much is left of a shot at somebody hidden behind cover with a Conceal order."""


def danger(t: Table, who: int, each: list[float]) -> float:
    """What an operative stands to lose where it is: shots of the enemies that have it in sight, charges of those that
    are near."""
    operative, board, card = t.operative(who), t.board, t.card(who)
    body = body_of(t, who)
    loss = 0.0
    # Whoever fights an enemy is no target for the others: they would have to shoot past their own (KT-SHOOT-03).
    engaged = targets.controlled_by(t, board, who, 1 - operative.seat)
    for enemy in of_seat(t, 1 - operative.seat):
        other, their = t.operative(enemy), t.card(enemy)
        far = hypot(other.x - body.x, other.y - body.y) / INCH
        soon = READY_DANGER if other.readiness == READY else EXPENDED_DANGER
        if other.order == CONCEAL and other.readiness != READY:
            soon *= 0.8
        armed = gun(their, card.save)
        if armed is not None and not engaged:
            weapon, damage = armed
            inches = reach_of(weapon)
            share = 0.0
            if far <= inches + 1.5 and targets.sees(t, board, enemy, who):
                share = 1.0
                if operative.order == CONCEAL and not targets.valid_target(t, board, enemy, who, weapon):
                    share = HIDDEN
            elif far <= inches + their.move:
                share = COMES_CLOSER
                if operative.order == CONCEAL:
                    share *= 0.2 if deployment.sheltered(t.ground, body, (other.x, other.y)) else 0.8
            loss += soon * share * damage
        if far <= their.move + 2 + body.radius + 1:
            loss += 0.4 * soon * blade_damage(their)
    return each[who] * DANGER * (1 - exp(-loss / max(1, operative.wounds)))


# -- victory points ----------------------------------------------------------------------------------------------------


def known_ops(t: Table, seat: int, viewer: int) -> list[PlayedOp]:
    """The ops of a seat that the viewer knows (KT-OPS-20)."""
    mission = ops.mission(t)
    if mission is None:
        return []
    found = [op for op in (ops.crit_op(t), mission.kill) if op is not None]
    if seat == viewer or (seat, TAC_OP) in t.state.revealed:
        own = ops.tac_op(t, seat)
        found += [own] if own is not None else []
    return found


def forecast(t: Table, seat: int, viewer: int) -> float:
    """The victory points that a seat would score if the turning point ended now (KT-OPS-16)."""
    found = 0.0
    for op in known_ops(t, seat, viewer):
        for when, weight in (("end_of_tp", 1.0), ("end_of_battle", 0.5 if t.state.turning_point < LAST else 1.0)):
            got = 0.0
            for tally in op.tallies.get(when, ()):
                moment = Moment(t, seat)
                left = room(moment, op, tally)
                if left <= 0:
                    continue
                if tally.vp.chosen:
                    got += min(left, max(map(tally.vp.worth, pickable(moment, op, tally)), default=0))
                elif may_score(moment, tally) and tally.condition.holds(moment):
                    got += min(left, tally.vp.points(moment))
            found += weight * got
    return found


def scored(t: Table, seat: int) -> int:
    """The victory points of a seat so far."""
    return sum(vp for _, whose, vp in t.state.vp if whose == seat)


def standing(t: Table, seat: int) -> float:
    """How the victory points stand for a seat: those it has, and those in sight, less the enemy's."""
    number = t.state.turning_point
    weight = 0.85 + 0.2 * (LAST - number)
    return (
        scored(t, seat) - scored(t, 1 - seat) + weight * (forecast(t, seat, seat) - 0.9 * forecast(t, 1 - seat, seat))
    )


# -- where to ----------------------------------------------------------------------------------------------------------


class Goal(NamedTuple):
    """A place worth going to."""

    x: int
    y: int
    worth: float


def wanted(op: PlayedOp | None) -> tuple[bool, bool]:
    """Whether an op asks for operatives in the enemy's half, or about the centre."""
    if op is None:
        return False, False
    drawn = [place for tallies in op.tallies.values() for tally in tallies for place in tally.condition.draws()]
    return op.afield or (op.kind == TAC and "enemy" in drawn), "centre" in drawn


def places_count(op: PlayedOp, side: str) -> bool:
    """Whether scorings of an op at the end of a turning point look at where operatives of "me" or "enemy" stand,
    markers aside."""
    found = [tally.condition for when in ("end_of_tp", "end_of_battle") for tally in op.tallies.get(when, ())]
    return any(measure.about_places(side) for condition in found for measure in condition.measures())


def goals(t: Table, who: int) -> list[Goal]:
    """The objectives, each as much worth as it lacks somebody; and what the own tac op asks for."""
    seat = t.operative(who).seat
    found: list[Goal] = []
    friends = [t.operative(other) for other in of_seat(t, seat) if other != who]
    foes = [t.operative(other) for other in of_seat(t, 1 - seat)]
    me = t.operative(who)
    for marker in objectives(t):
        if marker.carrier != NOBODY:
            carrier = t.operative(marker.carrier)
            if carrier.seat != seat:
                found.append(Goal(carrier.x, carrier.y, 0.8))
            continue
        found.append(Goal(marker.x, marker.y, _lack(t, marker, me, friends, foes)))
    enemy, centre = wanted(ops.tac_op(t, seat))
    zone = t.setting.zone
    if centre:
        found.append(Goal(zone.centre[0], zone.centre[1], 0.7))
    if enemy and t.state.zones:
        there = zone.territories[t.state.zones[1 - seat]]
        found.append(Goal(sum(x for x, _ in there) // len(there), sum(y for _, y in there) // len(there), 0.5))
    theirs = ops.tac_op(t, 1 - seat) if (1 - seat, TAC_OP) in t.state.revealed else None
    if theirs is not None and places_count(theirs, "enemy") and t.state.zones:
        # It counts who stands in its half: somebody should, just beyond the middle.
        there = zone.territories[t.state.zones[1 - seat]]
        cx, cy = sum(x for x, _ in there) / len(there), sum(y for _, y in there) / len(there)
        share = 250 / max(1.0, hypot(cx - zone.centre[0], cy - zone.centre[1]))
        x = me.x if abs(cx - zone.centre[0]) < 1 else round(zone.centre[0] + share * (cx - zone.centre[0]))
        y = me.y if abs(cy - zone.centre[1]) < 1 else round(zone.centre[1] + share * (cy - zone.centre[1]))
        found.append(Goal(x, y, 0.6))
    for marker in t.state.markers.values():
        if marker.kind != "objective" and marker.seat == seat and marker.carrier == NOBODY and PORTABLE in marker.tags:
            found.append(Goal(marker.x, marker.y, 0.8))
    return found + _prey(t, who, foes)


PREY = 1.3
"""How much a fight that is worth something draws somebody that fights better than it shoots."""
MOST_PREY = 0.9
USUAL_SAVE = 4


@lru_cache(maxsize=512)
def fighter(card: Datacard) -> bool:
    """Whether an operative fights better than it shoots."""
    armed = gun(card, USUAL_SAVE)
    return armed is None or blade_damage(card) > 2.5 * armed[1]


def _prey(t: Table, who: int, foes: list[Operative]) -> list[Goal]:
    """The enemies that somebody who fights rather than shoots had better be near to."""
    if not fighter(t.card(who)):
        return []
    each = shares(t)
    found = [(PREY * fight_worth(t, who, foe.index, each), foe) for foe in foes]
    return [Goal(foe.x, foe.y, min(MOST_PREY, worth)) for worth, foe in found if worth > 0.1]


def _lack(t: Table, marker: Marker, me: Any, friends: list[Any], foes: list[Any]) -> float:
    """How much an objective lacks another operative of this side."""

    def gap(one: Any) -> float:
        return hypot(one.x - marker.x, one.y - marker.y) / INCH

    mine = gap(me)
    there = sum(apl(t, friend.index) for friend in friends if gap(friend) <= 2.5)
    coming = sum(2.5 < gap(friend) <= 8 and gap(friend) < mine for friend in friends)
    against = sum(apl(t, foe.index) for foe in foes if gap(foe) <= 2.5)
    if there > against:
        return 0.45 if there - against <= 1 else 0.25
    return max(0.4, 1.0 - 0.15 * coming)


def pull(found: list[Goal], body: Body) -> float:
    """How near a place is to what is worth going to."""
    return max((goal.worth * exp(-hypot(goal.x - body.x, goal.y - body.y) / (7 * INCH)) for goal in found), default=0.0)
