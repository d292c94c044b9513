"""OPERATE HATCH within a move: a move to a hatchway, the hatchway, and then the rest of the inches (KT-GALL-07,
KT-GALL-08)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Refusal, Why, need
from fireteam.games.killteam.abilities.words import permissions
from fireteam.games.killteam.actions.action import Action
from fireteam.games.killteam.actions.conditions import may_start
from fireteam.games.killteam.actions.universal import ways
from fireteam.games.killteam.killzones import hatches
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.state import ACTIVE
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.destinations import STRAIGHT
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.measure import nearest
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Move
from fireteam.space.plane.sight import in_control

MOVES = ("REPOSITION", "DASH")
"""The moves that may be broken off for a hatchway (see KT-GALL-08)."""
MOVE_HATCH = "move_hatch"
"""The kind of option that goes to a hatchway and operates it."""
EXAMPLE = "to 12.00,5.60 hatch hatch-1-a"
NEAR = 1.0
"""Inches from an access point beyond which no suggestion is tried."""
TO_HATCH, DRAWS = 0.25, 6
"""How often a random player with a hatchway in range goes for it, and how many places it tries there."""


def split_key(key: str) -> tuple[str, str]:
    """The key of the move, and the hatchway that is operated at its end; empty: none."""
    found = re.fullmatch(r"(.*) hatch ([a-z0-9-]+)", key)
    return (found[1], found[2]) if found is not None else (key, "")


class Ways(Destinations):
    """Where a move may lead, hatchways included: "to 12.00,5.60 hatch hatch-1-a" goes there and opens or closes the
    hatchway; what is left of the move is asked for afterwards (see KT-GALL-08)."""

    def __init__(self, region: Destinations, access: Mapping[str, Check | None], walked: int) -> None:
        terms = region.terms._replace(inches=region.terms.inches - walked)
        hindered = None if region.hindered is None else region.hindered.after(walked)
        super().__init__(region.ground, region.start, terms, region.action, region.mines, hindered)
        self.access = access
        """Each hatchway, with the check that keeps it from being operated on the way; None: it may be."""

    def judge(self, key: str) -> Move | Refused:
        """The move that a key means, or why there is none."""
        way, hatch = split_key(key)
        if not hatch:
            return super().judge(key)
        if hatch not in self.access:
            names = ", ".join(self.access)
            return Refused(
                f"there is no hatchway {hatch!r} to operate; there are {names}, and a key reads like {EXAMPLE!r}",
                "KT-GALL-08",
            )
        move = super().judge(way)
        return move if isinstance(move, Refused) else self._operates(move, hatch) or move

    def _operates(self, move: Move, hatch: str) -> Refused | None:
        """Why a hatchway cannot be operated from where a move ends (see KT-GALL-08)."""
        check, end = self.access[hatch], move.end
        checks: list[Check] = []
        if check is not None:
            checks.append(check)
        elif any(in_control(self.ground.board, end, enemy.body) for enemy in self.terms.enemies):
            checks.append(Check("KT-GALL-08", False, "no enemy is in control range"))
        elif hatches.reaches(self.ground.board, end, hatch, checks):
            return None
        number = max(1, len(move.steps))
        return Refused(
            f"it cannot operate {hatch} there; this does not hold: {checks[-1].text}",
            checks[-1].rule,
            "",
            (end.x, end.y),
            number,
        )

    def find(self, key: str) -> Option | None:
        """The legal move that a key means; where a hatchway is operated its name follows what other moves hold."""
        way, hatch = split_key(key)
        if not hatch:
            return super().find(key)
        move = self.judge(key)
        if isinstance(move, Refused):
            return None
        plain = self.option_of(way, move)
        return Option(f"{plain.key} hatch {hatch}", MOVE_HATCH, (*plain.args, hatch), (*plain.rules, "KT-GALL-08"))

    def suggest(self, count: int) -> list[Option]:
        """Some moves, and for each hatchway in reach the cheapest place to operate it and the one nearest to it."""
        found = super().suggest(count)
        able = [hatch for hatch, check in self.access.items() if check is None]
        return [*found, *(way for hatch in able for way in self._to(hatch))] if able else found

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """A move; where a hatchway is near that may be operated, now and then a straight leg to it."""
        near = [
            hatch
            for hatch, check in self.access.items()
            if check is None and self._gap(hatch, self.start) <= self.terms.inches + NEAR
        ]
        if near and draw() < TO_HATCH:
            hatch = near[int(draw() * len(near))]
            x, y = nearest(
                self.ground.board,
                hatches.access_points(self.ground.board)[hatch],
                self.start.x / INCH,
                self.start.y / INCH,
            )
            for _ in range(DRAWS):
                turn, away = 2 * pi * draw(), self.start.radius + NEAR * draw()
                px, py = x + away * cos(turn), y + away * sin(turn)
                found = self.find(f"{STRAIGHT}to {px:.2f},{py:.2f} hatch {hatch}") if min(px, py) >= 0 else None
                if found is not None:
                    return found
        return super().draw(draw)

    def _gap(self, hatch: str, body: Body) -> float:
        """Inches from a base to the access point of a hatchway, in plan."""
        x, y = nearest(self.ground.board, hatches.access_points(self.ground.board)[hatch], body.x / INCH, body.y / INCH)
        return hypot(x - body.x / INCH, y - body.y / INCH) - body.radius

    def _to(self, hatch: str) -> list[Option]:
        """Moves worth making to a hatchway."""
        cells = [(0, self.start), *((cell.inches, cell.body) for found in self.reach.cells.values() for cell in found)]
        gaps = [(inches, self._gap(hatch, body), body) for inches, body in cells]
        close = [(inches, round(gap, 3), body) for inches, gap, body in gaps if gap <= NEAR]
        ways: dict[str, Option] = {}
        for order in (sorted(close), sorted(close, key=lambda entry: (entry[1], entry[0], entry[2]))):
            for _, _, body in order:
                way = self.find(f"to {body.x / INCH:.2f},{body.y / INCH:.2f} hatch {hatch}")
                if way is not None:
                    ways[way.key] = way
                    break
        return list(ways.values())

    def refusal(self, key: str) -> Refusal | None:
        """Why a key is no legal move, or the hatchway cannot be operated at its end; None if it is legal."""
        way, hatch = split_key(key)
        refused = super().refusal(way)
        if not hatch or refused is not None:
            return None if refused is None else Refusal(key, refused.checks)
        judged = self.judge(key)
        return Refusal(key, (Check(judged.rule, False, judged.reason),)) if isinstance(judged, Refused) else None


def may_break_off(t: Table, a: Action, why: Why = None) -> bool:
    """Whether the mover may operate a hatchway in the course of its move: for AP of its own activation, once
    (see KT-GALL-08)."""
    operative = t.operative(a.who)
    active = t.state.active == a.who and operative.readiness == ACTIVE
    return need(
        why, active, "KT-GALL-08", "{} is activated, and pays for {} itself", operative.name, hatches.OPERATE
    ) and may_start(t, a.who, hatches.OPERATE, hatches.OPERATE, permissions.hatch_ap(t, a.who), why)


def ways_of(t: Table, a: Action, region: Destinations) -> Destinations:
    """A region of moves with the hatchways on the way (see KT-GALL-08)."""
    if a.name not in MOVES:
        return region
    common: list[Check] = []
    allowed = may_break_off(t, a, common)
    access: dict[str, Check | None] = {}
    for hatch in hatches.access_points(t.board):
        checks: list[Check] = []
        free = allowed and hatches.may_turn(t, t.operative(a.who).seat, hatch, checks)
        access[hatch] = None if free else [*common, *checks][-1]
    return Ways(region, access, a.walked)


def break_off(t: Table, a: Action, pick: Option) -> Rule[Destinations | None]:
    """A move to a hatchway is broken off there, and the hatchway operated; where its rest may lead, if it goes on
    (see KT-GALL-08)."""
    if pick.kind != MOVE_HATCH:
        return None
    a.walked += pick.args[3]
    yield from operate_on_the_way(t, a, pick.args[-1])
    rest = ways(t, a)
    return rest if goes_on(t, a, rest) else None


def operate_on_the_way(t: Table, a: Action, hatch: str) -> Rule[None]:
    """The hatchway is operated for its AP, without windows of its own (see KT-GALL-08 and KT-GUARD-03)."""
    t.perform(a.who, hatches.OPERATE, permissions.hatch_ap(t, a.who))
    t.tell("action", "KT-GALL-08", who=t.name(a.who), action=hatches.OPERATE, mode=a.mode)
    yield from hatches.operate(t, a.who, hatch)


def goes_on(t: Table, a: Action, rest: Destinations) -> bool:
    """Whether the rest of a move can be used: inches are left, and no enemy's control range has ended it, unless it may
    move in that (KT-GALL-07, KT-REPO-03)."""
    near = [enemy for enemy in rest.terms.enemies if in_control(rest.ground.board, rest.start, enemy.body)]
    if rest.terms.inches <= 0:
        return False
    if not near:
        return True
    if all(enemy.enter for enemy in near) and rest.anywhere():
        return True
    t.tell("move_ends", "KT-GALL-07", who=t.name(a.who), action=a.name)
    return False
