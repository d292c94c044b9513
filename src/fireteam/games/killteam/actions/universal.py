"""The universal actions: moves, picking up and placing markers, shooting and fighting (KT-ACT-08)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.action import GIVEN_UP, Action, Deed, give_up
from fireteam.games.killteam.cards import Weapon, WeaponRule, option, options_of
from fireteam.games.killteam.fighting.sequence import Opponent, fight
from fireteam.games.killteam.geometry import stands
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.overrides import allowed, forbidden, laid
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.setup.scout_moves import SCOUTED, narrowed
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.shooting.targets import (
    arms,
    around,
    controlled_by,
    has_target,
    may_shoot,
    near_target,
    outcomes,
    targets,
    targets_of,
    torrent_targets,
    weapons_to_shoot,
)
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import hanging, which_x, without
from fireteam.games.killteam.windows import UNIVERSAL_ACTIONS, Supplement
from fireteam.kit.plane.places import NoRoom
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.model import Board
from fireteam.space.plane.shots import Outcome

REACHED = "{} can be completed: {}"
"""What a move needs in the end."""
ELSEWHERE = ("FALL BACK", "CHARGE")
"""Moves that cannot end where they begin: to stay is no way to complete them."""
SOME_PLACE = "some place is in reach"
TRIED = "{} was not given up just now"
"""What a move needs that nobody knows how to complete."""

# -- moves -------------------------------------------------------------------------------------------------------------


def may_move(name: str, t: Table, who: int, mode: str, why: Why) -> bool:
    """A move's own conditions, and that some place can be reached with it (KT-ACT-07)."""
    if not moves.may_go(t, t.ground, who, name, why):
        return False
    if name not in ELSEWHERE and stands(t.ground, body_of(t, who)) is None:
        return True  # to stay where it stands is a move as well
    if not need(why, not laid(t, who, GIVEN_UP, name), "KT-ACT-07", TRIED, name):
        return False
    found = moves.destinations(t, t.ground, who, name, moves.gait_of(t)).some()
    reason = found.reason if isinstance(found, Refused) else ""
    return need(why, not reason, "KT-ACT-07", REACHED, name, reason or SOME_PLACE)


def move(t: Table, a: Action) -> Rule[None]:
    """Where to: any place the move reaches, by the way that is named
    (see KT-REPO-01, KT-DASH-01, KT-CHRG-01 and KT-FALL-01)."""
    seat = t.operative(a.who).seat
    pick: Option = yield t.ask(seat, topic("{move} of {who}", a.name, t.name(a.who)), tuple, ways(t, a))
    if pick.kind == "give_up":
        give_up(t, a)
        return
    t.set_guard(a.who, False, "KT-GUARD-02")
    yield from walk(t, a, pick)
    while (rest := (yield from broken_off(t, a, pick))) is not None:
        pick = yield t.ask(seat, topic("rest of the {move} of {who}", a.name, t.name(a.who)), tuple, rest)
        if pick.kind == "give_up":
            return
        yield from walk(t, a, pick)


def ways(t: Table, a: Action) -> moves.Destinations:
    """Where a move may lead from here, with what is left of its inches (KT-OPS-12, KT-GALL-08)."""
    region = moves.destinations(t, t.ground, a.who, a.name, moves.gait_of(t), most=a.most)
    if a.by == SCOUTED:
        return narrowed(t, a.who, region)
    for changed in t.windows[Supplement.ways]:
        region = changed(t, a, region)
    return region


def broken_off(t: Table, a: Action, pick: Option) -> Rule[moves.Destinations | None]:
    """Where the rest of a move may lead that was broken off for something on the way; None: it was not, or has no rest
    (KT-GALL-08)."""
    if not t.operative(a.who).incapacitated:
        for breaks_off in t.windows[Supplement.breaks_off]:
            rest = yield from breaks_off(t, a, pick)
            if rest is not None:
                return rest
    return None


def walk(t: Table, a: Action, pick: Option) -> Rule[None]:
    """The way that was named, past the mines on it: who does not survive one stays there (KT-GEO-15, KT-EQ-05)."""
    x, y, z, inches, legs, mined = pick.args[:6]
    rule = moves.ACTIONS["REPOSITION" if a.name not in moves.ACTIONS else a.name].distance_rule
    t.tell("moves", rule, who=t.name(a.who), action=a.name, inches=inches, x=x, y=y, z=z, legs=legs)
    start = body_of(t, a.who)
    survives = yield from moves.past_traps(t, a.who, mined)
    if survives:
        t.stand(a.who, x, y, z)
        yield from moves.passed(t, a.who, start, legs)


# -- markers -----------------------------------------------------------------------------------------------------------


def nobody_near(t: Table, who: int, name: str, rule: str, why: Why) -> bool:
    """A check that no enemy is in control range, unless an ability allows the action there (see KT-BASE-18)."""
    if allowed(t, who, "act_in_enemy_control", name):
        return True
    enemies = tuple(t.name(enemy) for enemy in controlled_by(t, t.board, who, 1 - t.operative(who).seat))
    return need(
        why,
        not enemies,
        rule,
        "no enemy is in control range of {} for {}: {}",
        t.name(who),
        name,
        ", ".join(enemies) or "none is",
    )


def may_pick_up(t: Table, who: int, mode: str, why: Why) -> bool:
    """It controls a marker that may be picked up, carries none, and no enemy is near (KT-PICK-02, see KT-PICK-01)."""
    carried = t.operative(who).carries
    return (
        need(
            why, not forbidden(t, who, "pick_up"), "KT-BASE-18", "nothing keeps {} from picking up markers", t.name(who)
        )
        and need(
            why, len(carried) < markers.most_carried(t, who), "KT-PICK-02", "{} carries no marker yet", t.name(who)
        )
        and nobody_near(t, who, "PICK UP MARKER", "KT-PICK-02", why)
        and need(why, bool(takeable(t, who)), "KT-PICK-01", "{} controls a marker that may be picked up", t.name(who))
    )


def takeable(t: Table, who: int) -> list[str]:
    """The markers an operative may pick up (see KT-PICK-01)."""
    return [marker.id for marker in t.state.markers.values() if markers.may_take(t, who, marker)]


def pick_up(t: Table, a: Action) -> Rule[None]:
    """One of the markers it controls (KT-PICK-01)."""
    seat = t.operative(a.who).seat
    pick: Option = yield t.ask(
        seat, topic("marker for {who}", t.name(a.who)), lambda: [option("marker", name) for name in takeable(t, a.who)]
    )
    markers.take(t, a.who, pick.args[0])


def may_place(t: Table, who: int, mode: str, why: Why) -> bool:
    """It carries a marker, and has not picked one up in this activation (KT-PLAC-03, see KT-PLAC-01)."""
    operative = t.operative(who)
    if not (
        need(why, bool(operative.carries), "KT-PLAC-01", "{} carries a marker", operative.name)
        and need(
            why, "PICK UP MARKER" not in operative.actions, "KT-PLAC-03", "no PICK UP MARKER before in this activation"
        )
        and need(why, not laid(t, who, GIVEN_UP, "PLACE MARKER"), "KT-ACT-07", TRIED, "PLACE MARKER")
    ):
        return False
    rooms = [markers.within_control(t, who, t.state.markers[name].kind).some() for name in operative.carries]
    full = [room.reason for room in rooms if isinstance(room, NoRoom)]
    text, there = "there is room for a marker in control range{}", len(full) < len(rooms)
    return need(why, there, "KT-PLAC-01", text, "" if there else f": {full[0]}")


def place(t: Table, a: Action) -> Rule[None]:
    """One of the markers it carries, within control range; nothing is spent where nobody knows a place
    (KT-PLAC-01, see KT-ACT-07)."""
    operative = t.operative(a.who)
    pick: Option = yield t.ask(
        operative.seat,
        topic("marker to place of {who}", operative.name),
        lambda: [option("marker", name) for name in operative.carries],
    )
    if not (yield from markers.put_marker_down(t, a.who, pick.args[0], "KT-PLAC-01")):
        give_up(t, a)


# -- shooting ----------------------------------------------------------------------------------------------------------


def point_blank(t: Table, who: int, mode: str) -> list[int]:
    """The enemies at one of whom a shot must be, valid target or not; none: it is at a valid target (KT-GUARD-05)."""
    return [enemy for near in t.windows[Supplement.point_blank] for enemy in near(t, who, mode)]


def may_shoot_now(t: Table, who: int, mode: str, why: Why) -> bool:
    """A weapon that may be used has a target; point-blank whoever is near is one (KT-SHOOT-01, KT-SHOOT-03,
    KT-GUARD-05)."""
    weapons = [weapon for weapon in arms(t, who) if weapon.ranged]
    if not need(why, bool(weapons), "KT-SHOOT-02", "{} has a ranged weapon", t.name(who)):
        return False
    close = bool(point_blank(t, who, mode))
    able = [weapon for weapon in weapons if may_shoot(t, t.board, who, weapon, point_blank=close)]
    if not able:
        return may_shoot(t, t.board, who, weapons[0], why, point_blank=close)
    found = close or any(has_target(t, t.board, who, weapon) for weapon in able)
    return need(why, found, "KT-SHOOT-03", "an enemy is a valid target of a weapon that may be used")


def shoot_somebody(t: Table, a: Action) -> Rule[None]:
    """The weapon, then its targets; the sequence goes on from there (KT-SHOOT-02, KT-SHOOT-03, KT-SHOOT-17,
    KT-WR-27)."""
    seat, board = t.operative(a.who).seat, t.board
    close = point_blank(t, a.who, a.mode)
    mine = arms(t, a.who)
    if close:
        usable = [weapon for weapon in mine if may_shoot(t, board, a.who, weapon, point_blank=True)]
    else:
        usable = weapons_to_shoot(t, board, a.who, mine)
    able = [weapon for weapon in usable if a.weapon in ("", weapon.id)]
    pick: Option = yield t.ask(
        seat, topic("weapon of {who}", t.name(a.who)), lambda: [option("weapon", weapon.id) for weapon in able]
    )
    weapon = next(weapon for weapon in able if weapon.id == pick.args[0])
    a.weapon = weapon.id
    chosen: list[tuple[int, Outcome]] = []
    left = close or targets(t, board, a.who, weapon)
    while left:
        names = [t.name(target) for target in left]
        further = bool(chosen)
        about = topic("further target of {who}" if further else "target of {who}", t.name(a.who))
        found = yield t.ask(seat, about, partial(_targets, names, further))
        if found.kind == "no_more":
            break
        target = t.number(found.args[0])
        if not further:
            a.target = target
            weapon = yield from with_one_blast(t, board, a, weapon)
        best = outcomes(t, board, a.who, target, weapon)
        place = 0
        if len(best) > 1:
            about = topic("origin of the shot of {who} at {target}", t.name(a.who), t.name(target))
            way: Option = yield t.ask(seat, about, options_of("origin", range(1, len(best) + 1)))
            place = way.args[0] - 1
        chosen.append((target, best[place]))
        taken = [who for who, _ in chosen]
        left = [who for who in torrent_targets(t, board, a.who, chosen[0][0], weapon) if who not in taken]
    changes = [change for shot in t.windows[Supplement.point_blank_shot] for change in shot(t, a.who)] if close else []
    rules = tuple(rule for shot_rules in t.windows[Supplement.shot_rules] for rule in shot_rules(t, a.who, weapon))
    shoot(t, a.who, weapon.id, targets_of(t, board, a.who, weapon, chosen), rules=rules, changes=changes)


def with_one_blast(t: Table, board: Board, a: Action, weapon: Weapon) -> Rule[Weapon]:
    """Of several Blast its player picks one when the primary target is selected, where they reach different operatives
    (see KT-WR-00 and KT-WR-03). The weapon without the others."""
    every = [rule for rule in hanging(weapon.rules, WeaponRule.spread) if rule.spread().everybody]
    if len(every) < 2:
        return weapon
    apart: dict[tuple[int, ...], WeaponRule] = {}
    for rule in sorted(every, key=lambda rule: -rule.spread().inches):
        apart.setdefault(around(t, board, a.target, rule.spread().inches), rule)
    picked = yield from which_x(t, a.who, "Blast", list(apart.values()))
    a.picked = picked.name
    return weapon._replace(rules=without(weapon.rules, [rule for rule in every if rule is not picked]))


def _targets(names: list[str], further: bool) -> list[Option]:
    return [*(option("target", name) for name in names), *([option("no_more")] if further else [])]


# -- fighting ----------------------------------------------------------------------------------------------------------


def may_fight(t: Table, who: int, mode: str, why: Why) -> bool:
    """An enemy is in control range, whatever the order (KT-FIGHT-01)."""
    enemies = controlled_by(t, t.board, who, 1 - t.operative(who).seat)
    return need(why, bool(enemies), "KT-FIGHT-01", "an enemy is in control range of {}", t.name(who))


def assisting(t: Table, fighter: int, enemy: int) -> int:
    """The friends of a fighter that have its enemy in control range, and no other enemy (KT-FIGHT-07)."""
    seat, board = t.operative(fighter).seat, t.board
    friends = [who for who in controlled_by(t, board, enemy, seat) if who != fighter]
    return sum(controlled_by(t, board, who, 1 - seat) == [enemy] for who in friends)


def opponent(t: Table, fighter: int, enemy: int) -> Opponent:
    """An enemy to fight, with all that the killzone decides about it (KT-VOLK-06, KT-WR-08,
    see KT-FIGHT-03 and KT-FIGHT-07)."""
    board = t.board
    near = [near_target(t, board, enemy, weapon) for weapon in t.weapons(fighter) if not weapon.ranged]
    vs_near = [near_target(t, board, fighter, weapon) for weapon in t.weapons(enemy) if not weapon.ranged]
    return Opponent(
        enemy,
        assists=assisting(t, fighter, enemy),
        vs_assists=assisting(t, enemy, fighter),
        retaliates=may_retaliate(t, enemy),
        near=max(near, key=len, default=()),
        vs_near=max(vs_near, key=len, default=()),
        first=any(first(t, enemy, fighter) for first in t.windows[Supplement.strikes_first]),
    )


def may_retaliate(t: Table, who: int) -> bool:
    """Whether nothing keeps it from retaliating (see KT-FIGHT-03)."""
    return not forbidden(t, who, "retaliate")


def fight_somebody(t: Table, a: Action) -> Rule[None]:
    """One of the enemies in control range; the sequence asks which (see KT-FIGHT-02)."""
    enemies = controlled_by(t, t.board, a.who, 1 - t.operative(a.who).seat)
    if len(enemies) == 1:
        a.target = enemies[0]
    fight(t, a.who, [opponent(t, a.who, enemy) for enemy in enemies])
    yield from ()


UNIVERSAL = (
    *(
        Deed(name, found.conditions_rule, found.ap, partial(may_move, name), move, may_fail=name in ELSEWHERE)
        for name, found in moves.ACTIONS.items()
    ),
    Deed("PICK UP MARKER", "KT-PICK-01", 1, may_pick_up, pick_up),
    Deed("PLACE MARKER", "KT-PLAC-01", 1, may_place, place),
    Deed("SHOOT", "KT-SHOOT-01", 1, may_shoot_now, shoot_somebody),
    Deed("FIGHT", "KT-FIGHT-01", 1, may_fight, fight_somebody),
)
"""Open to every operative unless something says otherwise."""


class Universal(Supplement):
    """The actions of the core book hang in the same window as all others (see KT-ACT-08)."""

    name = UNIVERSAL_ACTIONS

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return UNIVERSAL
