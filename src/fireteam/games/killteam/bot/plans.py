"""Plans of an activation as a whole: where an operative could go, what it could do there, and what that leaves it open
to.

This is advice for bots, not a rule: every place and every action is tried on a table of its own, with the rules as they
are.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any, NamedTuple

from fireteam.core.questions import Choose
from fireteam.games.killteam.actions.action import Action, Deed, may_act
from fireteam.games.killteam.actions.conditions import counteracting, may_start
from fireteam.games.killteam.actions.universal import UNIVERSAL
from fireteam.games.killteam.bot.values import (
    Goal,
    aims,
    danger,
    fight_worth,
    goals,
    known_ops,
    places_count,
    pull,
    shares,
    standing,
)
from fireteam.games.killteam.markers import NEAR
from fireteam.games.killteam.moving import moves as moving
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.positions import body_of, of_seat
from fireteam.games.killteam.setup import deployment
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.shooting.targets import arms, controlled_by
from fireteam.games.killteam.state import READY
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Move
from fireteam.space.plane.reach import Cell

PULL = 0.9
"""What it is worth to stand right at the best goal, before anything is scored there."""
FEW = 7
"""How many places of a move are looked at closely."""
APART = 90
"""Hundredths between two of them."""
CONTEST = 240
"""Hundredths from an objective within which an operative may contest it."""
MARKER_DEEDS = tuple(found for found in UNIVERSAL if found.name == "PICK UP MARKER")
MOST_ANSWERS = 12
"""Questions that an action may ask while it is tried."""


MOST_NOTES = 4000
"""How much is kept for the decisions that follow."""


class Way(NamedTuple):
    """Something an operative could do next: an action, perhaps to a place, and what it leads to is worth."""

    worth: float
    action: str
    body: Body | None = None


class Schemer:
    """The plans of one operative from where it stands now."""

    def __init__(self, t: Table, who: int) -> None:
        self.who = who
        self.t = _world(t)
        self.seat = t.operative(who).seat
        self.each = shares(t)
        self.apart = not any(
            places_count(op, "me" if seat == self.seat else "enemy")
            for seat in (0, 1)
            for op in known_ops(t, seat, self.seat)
        )
        """Whether nothing that is scored hangs on where operatives stand, but for markers."""
        self.goals: list[Goal] = goals(self.t, who)
        operative = t.operative(who)
        self.left = 1 if counteracting(t, who) else max(0, apl(t, who) - operative.ap)
        self._notes: dict[Any, Any] = t.setting.notes
        if len(self._notes) > MOST_NOTES:
            self._notes.clear()
        self._moment = moment_of(t, who)

    # -- what can be done at a place -----------------------------------------------------------------------------------

    def deeds(self, world: Table, ap: int) -> list[tuple[float, int, str]]:
        """What an operative could do where it stands in a world, with what it is worth and what it costs; the best
        first."""
        who, found = self.who, []
        if ap <= 0:
            return []
        if may_start(world, who, "SHOOT", "SHOOT", 1):
            shots = aims(world, who, self.each, arms(world, who))
            if shots:
                found.append((shots[0].worth, 1, "SHOOT"))
        near = controlled_by(world, world.board, who, 1 - self.seat)
        if near and may_start(world, who, "FIGHT", "FIGHT", 1):
            found.append((max(fight_worth(world, who, enemy, self.each) for enemy in near), 1, "FIGHT"))
        before: float | None = None
        close = self.near_marker(world)
        for deed in (*mission.deeds(world, who), *MARKER_DEEDS):
            if deed.ap <= ap and (close or not about_markers(deed)) and may_act(world, who, deed):
                if before is None:
                    before = self.score(world)
                after = tried(world, who, deed)
                if after is not None:
                    found.append((self.score(after) - before, deed.ap, deed.name))
        found.sort(key=lambda entry: (-entry[0], entry[2]))
        return found

    def near_marker(self, world: Table) -> bool:
        """Whether the operative may contest a marker where it stands in a world."""
        operative = world.operative(self.who)
        markers = world.state.markers.values()
        return any(abs(marker.x - operative.x) <= NEAR and abs(marker.y - operative.y) <= NEAR for marker in markers)

    def score(self, world: Table) -> float:
        """How the victory points stand in a world; in turning point 1 as they would in the next, where most scoring
        begins."""
        before, after, operative = self.t.state, world.state, world.operative(self.who)
        if (
            after.vp != before.vp
            or after.markers is not before.markers
            or after.points != before.points
            or after.deeds != before.deeds
        ):
            return self._score(world)
        # Away from every marker one place is like another, unless operatives themselves are counted.
        place = (operative.x, operative.y, operative.z) if not self.apart or self.near_marker(world) else ()
        key = (self._moment, "score", place, 0 if self.apart else operative.order)
        known: float | None = self._notes.get(key)
        if known is None:
            known = self._notes[key] = self._score(world)
        return known

    def _score(self, world: Table) -> float:
        if world.state.turning_point >= 2:
            return standing(world, self.seat)
        later = world.branch()
        later.start_turning_point(2)
        return 0.55 * standing(later, self.seat)

    def place(self, world: Table) -> float:
        """What it is worth to end the activation where it stands in a world."""
        late = 0.35 if world.state.turning_point == LAST else 1.0
        return (
            self.score(world)
            + PULL * late * pull(self.goals, body_of(world, self.who))
            - late * danger(world, self.who, self.each)
        )

    def at(self, body: Body, action: str, ap: int) -> tuple[float, float]:
        """The worth of a place by itself, and of what could be done there with so many AP."""
        operative = self.t.operative(self.who)
        done = operative.actions if action in operative.actions else (*operative.actions, action)
        here = (self._moment, operative.order, "place", body)
        place: float | None = self._notes.get(here)
        there = (self._moment, operative.order, done, ap, body)
        worth: float | None = 0.0 if ap <= 0 else self._notes.get(there)
        if place is None or worth is None:
            world = self.t.branch()
            if action not in operative.actions:
                world.perform(self.who, action, 0)
            world.stand(self.who, body.x, body.y, body.z)
            if place is None:
                place = self._notes[here] = self.place(world)
            if worth is None:
                worth = self._notes[there] = best_of(self.deeds(world, ap), ap)
        return place, worth

    # -- where to go ---------------------------------------------------------------------------------------------------

    def destinations(self, action: str) -> list[Cell]:
        """The places of a move that are looked at closely."""
        region = moving.destinations(self.t, self.t.ground, self.who, action, moving.gait_of(self.t))
        return self.promising(region)

    def promising(self, region: moving.Destinations) -> list[Cell]:
        """Some places of a region: near what is worth going to, next to objectives, behind cover, and all about."""
        cells = [cell for found in region.reach.cells.values() for cell in found]
        if region.terms.engage:
            return self._next_to_enemies(cells, region)
        if not cells:
            return []
        ranked = sorted(cells, key=lambda cell: (-pull(self.goals, cell.body), cell.inches, cell.body))
        enemies = [body_of(self.t, enemy) for enemy in of_seat(self.t, 1 - self.seat)]
        chosen = _spaced(ranked, [], 2)
        for goal in self.goals:
            close = [cell for cell in ranked if hypot(cell.body.x - goal.x, cell.body.y - goal.y) <= CONTEST]
            close.sort(key=lambda cell: (-min((_gap(cell.body, enemy) for enemy in enemies), default=0.0), cell.body))
            chosen = _spaced(close, chosen, 1)
        towards = _middle(enemies)
        if towards is not None:
            ground = region.ground
            behind = [cell for cell in ranked[:80] if deployment.sheltered(ground, cell.body, towards)]
            chosen = _spaced(behind, chosen, 2)
        about = ranked[:: max(1, len(ranked) // 12)]
        return _spaced(about, chosen, FEW - len(chosen))

    def _next_to_enemies(self, cells: list[Cell], region: moving.Destinations) -> list[Cell]:
        """The places of a CHARGE: for each enemy in reach the cheapest ones."""
        chosen: list[Cell] = []
        for enemy in region.terms.enemies:
            near = [
                cell
                for cell in cells
                if _gap(cell.body, enemy.body) <= (cell.body.radius + enemy.body.radius + 1) * INCH + 1
            ]
            near.sort(key=lambda cell: (cell.inches, cell.body))
            chosen += near[:1]
        if not chosen and isinstance(move := region.some(), Move):
            chosen.append(Cell(move.end, move.cost))
        return chosen

    def moves(self, action: str, cost: int) -> list[Way]:
        """The worth of a move to each of its promising places."""
        ap = self.left - cost
        return self.weighed(self.destinations(action), action, ap)

    def weighed(self, cells: Iterable[Cell], action: str, ap: int) -> list[Way]:
        """The worth of places with so many AP left there."""
        found = []
        for cell in cells:
            place, done = self.at(cell.body, action, ap)
            found.append(Way(place + done, action, cell.body))
        return found

    # -- plans ---------------------------------------------------------------------------------------------------------

    def ways(self, names: Iterable[str]) -> list[Way]:
        """What each of the actions on offer leads to, and to end the activation."""
        names = list(names)
        t, ap = self.t, self.left
        here = self.place(t)
        found = [Way(here, "")]
        moved: list[Way] = []
        for name in names:
            action = moving.ACTIONS.get(name)
            if action is None or (name == "DASH" and "REPOSITION" in names):
                continue
            moved += self.moves(name, action.ap)
        found += moved
        step = [name for name in ("REPOSITION", "DASH") if name in names]
        ends = [here]
        if step and ap >= 2:
            ends += [
                self.at(way.body, way.action, 0)[0] for way in moved if way.body is not None and way.action in step
            ]
        for worth, cost, name in self.deeds(t, ap):
            if name in names:
                rest = (
                    best_of([entry for entry in self.deeds(t, ap - cost) if entry[2] != name], ap - cost)
                    if ap - cost > 0
                    else 0.0
                )
                found.append(Way(worth + max(*(ends if ap > cost else [here]), here + rest), name))
        return found

    def best(self, names: Iterable[str]) -> float:
        """What the best plan is worth."""
        return max(way.worth for way in self.ways(names))


def best_of(found: list[tuple[float, int, str]], ap: int) -> float:
    """What the best of the deeds are worth that so many AP pay for, each once."""
    worth = 0.0
    for value, cost, _ in found:
        if value > 0 and cost <= ap:
            worth += value
            ap -= cost
    return worth


def moment_of(t: Table, who: int) -> tuple[Any, ...]:
    """All that the worth of a place hangs on, but for where the operative stands, its order and what it has done in its
    activation."""
    s = t.state
    crew = tuple(
        [
            (
                one.x,
                one.y,
                one.z,
                one.status,
                one.order,
                one.readiness == READY,
                one.wounds,
                one.effects,
                one.tags,
                one.carries,
            )
            if one.index != who
            else (one.wounds, one.effects, one.tags, one.carries, one.uses, one.weapons)
            for one in s.operatives
        ]
    )
    field = (tuple(s.markers.values()), tuple(s.pieces.values()), s.hatches, s.gone)
    # What is scored hangs on the own tac op: in an imagined world it may be another one.
    own = t.selected(s.operatives[who].seat, TAC_OP)
    return (who, own, s.turning_point, crew, field, s.vp, s.points, s.deeds, s.standing, s.revealed, s.kills)


def about_markers(deed: Deed) -> bool:
    """Whether an action is performed on a marker that must be near."""
    given = getattr(deed.may, "args", ())
    return not given or given[0].data.target in ("objective", "marker")


def _world(t: Table) -> Table:
    """A table of its own at this moment, with nothing under way."""
    world = t.branch()
    world.put_aside()
    return world


def tried(t: Table, who: int, deed: Deed) -> Table | None:
    """A world in which an operative has performed a mission action, its first choices taken; None: it cannot be tried
    out."""
    world = t.branch()
    rule = deed.perform(world, Action(who, deed.name))
    try:
        question = rule.send(None)
        for _ in range(MOST_ANSWERS):
            if not isinstance(question, Choose):
                return None
            question = rule.send(question.first())
    except StopIteration:
        return world
    return None


def _gap(one: Body, other: Body) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _middle(bodies: list[Body]) -> tuple[float, float] | None:
    if not bodies:
        return None
    return sum(body.x for body in bodies) / len(bodies), sum(body.y for body in bodies) / len(bodies)


def _spaced(cells: Iterable[Cell], chosen: list[Cell], more: int) -> list[Cell]:
    """So many more cells, none too near to one that is chosen."""
    found = list(chosen)
    for cell in cells:
        if len(found) >= len(chosen) + more:
            break
        if all(_gap(cell.body, other.body) >= APART or cell.body.z != other.body.z for other in found):
            found.append(cell)
    return found
