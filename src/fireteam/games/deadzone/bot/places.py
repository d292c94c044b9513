"""What places are worth to a model: goals held and near, shots and fights from there, and what enemies could do to it.
This is advice for bots, not a rule."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fireteam.games.deadzone.assault import MOVED
from fireteam.games.deadzone.bot.values import fight_worth, guns, volleys
from fireteam.games.deadzone.dice import SIDES
from fireteam.games.deadzone.goals import consoles, exits, leaving_points, objectives
from fireteam.games.deadzone.items import BOOBY_TRAP, INTEL, may_handle
from fireteam.games.deadzone.movement import speed
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.shooting import PLAIN, is_long
from fireteam.games.deadzone.state import ITEM, may_see
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.victory import LAST_ROUND
from fireteam.space.cubes.board import Board
from fireteam.space.cubes.quarters import fitting
from fireteam.space.cubes.sight import Pose
from fireteam.space.cubes.steps import Gait, Steps
from fireteam.space.squares import bits

HOLD = 1.6
"""How much more an objective is worth to who stands on it than its VP: it scores every round."""
NEARER = 0.72
"""How the pull of a goal fades with each step."""
FADING = [NEARER**far for far in range(80)]
CROWD = 0.15
"""What is left of it where a friend holds it already."""
CONSOLE = 1.5
"""What a console is worth that its side has not worked yet."""
LEAVING = 0.8
"""The share of a model's VP that draws it to an exit: who has left holds nothing any more."""
FIND = 0.25
"""What a token is worth that nobody has seen."""
HUNT = 0.5
"""How much of a fight counts for who comes nearer to it."""
DANGER = 0.35
"""How much of the harm that enemies could do counts against a place."""
AIMED = 0.7
"""How much of a shot that could follow counts for a place."""
FAR = 79


@lru_cache(maxsize=64)
def pulls(setting: Setting, scenario: int) -> tuple[tuple[int, int], ...]:
    """The objectives of a battle with their VP."""
    return tuple(objectives(setting, setting.scenario(scenario)).items())


@lru_cache(maxsize=4096)
def apart(board: Board, cube: int) -> list[int]:
    """How far every cube is from one, as ranges count."""
    return [board.distance(cube, other) for other in range(board.count)]


@lru_cache(maxsize=64)
def _back(steps: Steps, gait: Gait) -> list[int]:
    """For each place, those from which one step leads there."""
    passes, found = steps.passes(gait), [0] * steps.board.places
    for place, onward in enumerate(steps.table(gait)):
        for other in bits(onward & passes):
            found[other] |= 1 << place
    return found


@lru_cache(maxsize=4096)
def walks(steps: Steps, gait: Gait, cube: int) -> list[int]:
    """How many steps it is from every place to a cube, nobody being in the way; FAR if there is no way."""
    back, board = _back(steps, gait), steps.board
    found = [FAR] * board.places
    edge = met = sum(1 << place for place in board.places_of[cube])
    far = 0
    while edge and far < FAR:
        behind = 0
        for place in bits(edge):
            found[place] = far
            behind |= back[place]
        edge, far = behind & ~met, far + 1
        met |= edge
    return found


class Foe(NamedTuple):
    """An enemy as a model sees it."""

    place: int
    pose: Pose
    far: list[int]
    """How far every cube is from it."""
    shots: tuple[tuple[int, float, float], ...]
    """What shots at it are worth: range, and the worth without and with a clear shot."""
    threats: tuple[tuple[int, float, float], ...]
    """The same the other way round."""
    strides: int
    """The cubes that it can come to fight, and what that would be worth to it."""
    blow: float


class Prospects:
    """What every place is worth to one model as things stand: looked at once, asked about many places."""

    def __init__(self, t: Table, who: int) -> None:
        self.t, self.who = t, who
        self.guns = [weapon for weapon in guns(t, who) if not is_long(weapon, PLAIN)]
        self.foes = [self._foe(m.index) for m in t.state.models if m.place >= 0 and t.hostile(who, m.index)]
        self.goals = self._goals()
        self._known: dict[int, tuple[float, float]] = {}

    def worth(self, place: int, *, shoots: bool) -> float:
        """What it is worth to end a move in a place, with an action left to shoot or without one."""
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self._look(place)
        return found[0] + AIMED * found[1] if shoots else found[0]

    def _foe(self, other: int) -> Foe:
        t, who, m = self.t, self.who, self.t.state.models[other]
        shots = volleys(t, who, other, self.guns)
        threats = () if m.activated and m.pinned else volleys(t, other, who, guns(t, other))
        far, strides = apart(t.board, t.cube(other)), speed(t, other)[0]
        near = t.in_play(who) and far[t.cube(who)] <= strides + t.cards[who].speed[1]
        fights = near and bool(t.cards[other].fight) and not m.pinned
        blow = max(0.0, fight_worth(t, other, who, MOVED)) if fights else 0.0
        return Foe(m.place, t.pose(other), far, shots, threats, strides if fights else -1, blow)

    def _goals(self) -> list[tuple[list[int], float, float]]:
        """What draws the model: the steps to it from every place, the pull there, and the pull from afar."""
        t, who = self.t, self.who
        side, gait = t.side(who), t.gaits[who]
        found: list[tuple[list[int], float, float]] = []
        scenario = t.setting.scenario(t.state.scenario)

        def add(cube: int, there: float, afar: float) -> None:
            if there > 0:
                found.append((walks(t.steps, gait, cube), there, afar))

        last = t.state.round >= LAST_ROUND
        for cube, points in pulls(t.setting, t.state.scenario):
            sides = {t.side(other) for other in t.in_cube(cube) if other != who}
            share = CROWD if sides == {side} else 1.0
            add(cube, points * HOLD * share, points * share)
        if may_handle(t, who):
            for cube in consoles(t.setting, t.state, side):
                add(cube, CONSOLE, CONSOLE)
            for token in t.state.tokens.values():
                if token.kind == ITEM:
                    known = token.label if may_see(token, side) else ""
                    find = scenario.intel_vp if known == INTEL and scenario else FIND
                    add(token.cube, 0.0 if known == BOOBY_TRAP else find, find)
        for cube in exits(t.setting, t.state, side):
            gain = leaving_points(t.setting, t.state, who) * LEAVING * (2.0 if last else 1.0)
            add(cube, gain, gain)
        card = t.cards[who]
        if card.fight and card.fight <= (card.ranged or SIDES) and t.in_play(who):
            for m in t.state.models:
                if m.place >= 0 and t.hostile(who, m.index):
                    worth = HUNT * fight_worth(t, who, m.index, MOVED)
                    add(t.cube(m.index), worth, worth)
        return found

    def _look(self, place: int) -> tuple[float, float]:
        """Goals less danger, and the best shot."""
        t, who, goal = self.t, self.who, 0.0
        for steps, there, afar in self.goals:
            far = steps[place]
            pull = there if far == 0 else afar * FADING[far]
            goal = max(goal, pull)
        quarters = fitting(t.steps.room(place, t.gaits[who]), t.cards[who].size)
        if not quarters:
            return goal, 0.0
        sight, smoke, cube = t.sight, t.state.smoke, t.board.cube_of[place]
        pose = sight.pose(place, quarters[0], t.cards[who].size)
        best = danger = 0.0
        for foe in self.foes:
            if foe.place == place:
                continue
            far = foe.far[cube]
            if far <= foe.strides and foe.blow > danger:
                danger = foe.blow
            for reach, plain, clear in foe.shots:
                if far <= reach and clear > best and sight.sees(pose, foe.pose, smoke):
                    best = max(best, clear if sight.has_clear_shot(pose, foe.pose, smoke) else plain)
            for reach, plain, clear in foe.threats:
                if far <= reach and clear > danger and sight.sees(foe.pose, pose, smoke):
                    danger = max(danger, clear if sight.has_clear_shot(foe.pose, pose, smoke) else plain)
        return goal - DANGER * danger, best
