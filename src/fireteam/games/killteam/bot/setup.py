"""Counsel before the battle, and about what ops ask for."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from fireteam.core.questions import Choose, Option
from fireteam.core.topics import names_of
from fireteam.games.killteam.bot.rules_of_thumb import equipment_worth, op_worth, primary_worth
from fireteam.games.killteam.bot.values import goals, power, pull, shares
from fireteam.games.killteam.bot.worths import Worths, gap, weighed
from fireteam.games.killteam.equipment.mines import MINE
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.positions import body_of, drop_zone, of_seat
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST
from fireteam.space.plane.model import INCH, Board, Body, Polygon
from fireteam.space.plane.shots import Reading
from fireteam.space.plane.shots import shot as shot_between
from fireteam.space.plane.sight import visible

POSTS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where along the front of the enemy's drop zone somebody may shoot from."""
AHEAD = 300
"""How far before it, in hundredths of an inch: a part of the way that it can go first."""
SHOOTER_RADIUS, SHOOTER_HEIGHT = 0.63, 140
"""A shooter of the usual size."""
MINED = 140
"""From a mine to the rim of a base, in hundredths of an inch: nearer it goes off (see KT-EQ-05)."""


def posts(zone: Polygon, towards: Polygon) -> tuple[Body, ...]:
    """Where enemies from a zone may shoot from in the first turning point at those in another."""
    cx, cy = sum(x for x, _ in towards) / len(towards), sum(y for _, y in towards) / len(towards)
    (ax, ay), (bx, by) = sorted(zone, key=lambda corner: (hypot(corner[0] - cx, corner[1] - cy), corner))[:2]
    mx, my = sum(x for x, _ in zone) / len(zone), sum(y for _, y in zone) / len(zone)
    far = max(1.0, hypot(cx - mx, cy - my))
    dx, dy = AHEAD * (cx - mx) / far, AHEAD * (cy - my) / far
    return tuple(
        Body(round(ax + share * (bx - ax) + dx), round(ay + share * (by - ay) + dy), 0, SHOOTER_RADIUS, SHOOTER_HEIGHT)
        for share in POSTS
    )


@lru_cache(maxsize=8192)
def hidden(board: Board, body: Body, shooters: tuple[Body, ...], reading: Reading) -> float:
    """From how many of the places a body is out of sight or in cover, of 1."""
    safe = 0
    for shooter in shooters:
        safe += not visible(board, shooter, body) or all(
            outcome.in_cover for outcome in shot_between(board, shooter, body, reading=reading).outcomes
        )
    return safe / len(shooters)


def where_to_deploy(t: Table, question: Choose) -> Worths:
    """Out of sight or behind cover, forward, and opposite an objective."""
    seat = question.seat
    who = t.number(names_of(question.topic)["what"])
    board = t.setting.zone.ground(frozenset(), (), frozenset()).board
    shooters = posts(drop_zone(t, 1 - seat), drop_zone(t, seat))
    card = t.card(who)
    friends = [body_of(t, other) for other in of_seat(t, seat)]
    markers = [marker for marker in t.state.markers.values() if marker.kind == "objective"]
    mines = [marker for marker in t.state.markers.values() if marker.kind == MINE]

    def worth(option: Option) -> float:
        x, y, z, _ = option.args[-4:]
        body = Body(x, y, z, card.radius / INCH, card.height)
        near = min((hypot(marker.x - x, marker.y - y) for marker in markers), default=0.0) / INCH
        crowd = sum(hypot(friend.x - x, friend.y - y) < 200 for friend in friends)
        mined = any(hypot(mine.x - x, mine.y - y) <= card.radius + MINED for mine in mines)
        return (
            2.5 * hidden(board, body, shooters, t.setting.reading)
            - near / 12
            - 0.1 * crowd
            - (0.4 if z else 0.0)
            - 5.0 * mined
        )

    return weighed(question, worth)


def where_to_put(t: Table, question: Choose) -> Worths:
    """Things to be put down: nearer to the objective that is nearest to them, towards the enemy; always the same
    place."""
    markers = [marker for marker in t.state.markers.values() if marker.kind == "objective"]

    def worth(option: Option) -> float:
        if option.kind in ("leave_out", "not_moved"):
            return -100.0
        x, y = option.args[-4:-2]
        near: float = min((hypot(marker.x - x, marker.y - y) for marker in markers), default=0.0)
        return -(near + 0.001 * float(x)) / INCH

    return weighed(question, worth)


def by_default(t: Table, question: Choose) -> Worths:
    """What the pack has for the kill team."""
    kinds = ("default_roster", "default_equipment")
    return weighed(question, lambda option: 1.0 if option.kind in kinds else 0.0)


def which_equipment(t: Table, question: Choose) -> Worths:
    """What helps without much ado."""
    return weighed(question, equipment_worth)


def which_tac_op(t: Table, question: Choose) -> Worths:
    """The tac op that asks for least."""
    return weighed(question, lambda option: op_worth(t, option.args[0]))


def which_primary(t: Table, question: Choose) -> Worths:
    """The op that should bring most."""
    own = mission.tac_op(t, question.seat)
    return weighed(question, lambda option: primary_worth(t, option.args[0], own))


def own_initiative(t: Table, question: Choose) -> Worths:
    """Initiative is good to have, but not in the first turning point, in which nobody is in sight yet."""
    wanted = 1 - question.seat if t.state.phase == "first_initiative" else question.seat
    return weighed(question, lambda option: float(option.args[0] == wanted))


def scouting(t: Table, question: Choose) -> Worths:
    """A step ahead."""
    return weighed(question, lambda option: 1.0 if option.args[0] == "reposition" else 0.0)


def who_scouts(t: Table, question: Choose) -> Worths:
    """Whoever stands nearest to what is worth going to."""

    def worth(option: Option) -> float:
        if option.kind == "stay":
            return 0.0
        who = t.number(option.args[0])
        return pull(goals(t, who), body_of(t, who)) + 0.01

    return weighed(question, worth)


def which_object(t: Table, question: Choose) -> Worths:
    """An objective nearer home, where both could be had."""
    seat = question.seat
    home = drop_zone(t, seat)
    cx, cy = sum(x for x, _ in home) / len(home), sum(y for _, y in home) / len(home)

    def worth(option: Option) -> float:
        marker = t.state.markers.get(option.args[0])
        return 0.0 if marker is None else -hypot(marker.x - cx, marker.y - cy) / 1000

    return weighed(question, worth)


def what_to_score(t: Table, question: Choose) -> Worths:
    """Points in hand; an objective's are left to grow until the last turning points unless they are many."""
    late = t.state.turning_point >= LAST - 1

    def worth(option: Option) -> float:
        if option.kind == "score_nothing":
            return 0.0 if late else 1.5
        return float(option.args[1])

    return weighed(question, worth)


def champion(t: Table, question: Choose) -> Worths:
    """The strongest that has something to attack."""
    each = shares(t)

    def worth(option: Option) -> float:
        who = t.number(option.args[0])
        foes = [gap(t.operative(who), t.operative(enemy)) for enemy in of_seat(t, 1 - question.seat)]
        return each[who] - min(foes, default=0.0) / 800

    return weighed(question, worth)


def ready_in_turn(t: Table, question: Choose) -> Worths:
    """Whoever is ready; the strongest last."""
    return weighed(question, lambda option: -power(t.card(t.number(option.args[0]))))
