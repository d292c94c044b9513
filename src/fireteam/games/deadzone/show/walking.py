"""Walk to: one click on a cell is the whole way there, from what a move can reach; no rule lives here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Question
from fireteam.core.scene import Place, PlanView
from fireteam.core.topics import form_of
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.movement import Move, going, terms
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.questions import spot_of
from fireteam.games.deadzone.show.refusals import beginnings
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword

if TYPE_CHECKING:
    from fireteam.core.match import Match
    from fireteam.games.deadzone.show.page import Page

STEPPING = "{move} of {who}"
STOP = "stop here"
BEGINNINGS = (None, "advance", "sprint", "advance for a die")
"""What may be answered first: nothing where a move is under way, else what begins one; a die is spent last."""


def plan(match: Match, page: Page, spot: str) -> PlanView:
    """The keys that walk to a cell and stop there, with the action that begins the move; without keys there is no
    way."""
    board, cube = page.board, page.cubes.get(spot)
    if cube is None:
        return {"keys": [], "path": [], "text": say.NO_WALK}
    moves = False
    for first in BEGINNINGS:
        fork = match.fork()
        frame = begun(fork, first)
        if frame is None:
            continue
        moves = True
        way = way_to(match.setting.table(fork.state, False), frame, cube)
        if way is not None:
            keys = [first] if first is not None else []
            keys += walked(fork, [board.place_name(place) for place in way])
            steps = say.STEP if len(way) == 1 else say.STEPS.format(count=len(way))
            cubes = [board.cube_of[place] for place in way]
            path, heights = [page.middle(one) for one in cubes], [page.foot(one) for one in cubes]
            text = say.WALK.format(cube=board.name(cube), steps=steps)
            return {"keys": keys, "path": path, "heights": heights, "text": text}
    text = say.NO_WAY.format(cube=board.name(cube)) if moves else say.NO_WALK
    return {"keys": [], "path": [], "text": text}


def walks(t: Table, page: Page, question: Question) -> list[Place]:
    """The cells to which one click walks; none where something else is asked before the first step."""
    return [place for cube in sorted(ways(t, question)) if (place := spot_of(page, cube)) is not None]


def ways(t: Table, question: Question) -> dict[int, tuple[int, ...]]:
    """The cubes to which a model may walk now, each with the places of a shortest way."""
    found: dict[int, tuple[int, ...]] = {}
    for m in _moves(t, question):
        for place, way in reach_of(t, m).items():
            cube = t.board.cube_of[place]
            if cube != t.cube(m.who) and (cube not in found or len(way) < len(found[cube])):
                found[cube] = way
    return found


def _moves(t: Table, question: Question) -> list[Move]:
    """The move under way, or those that may begin without another question."""
    frame = t.state.agenda[-1] if t.state.agenda else None
    if type(question) is not Choose:
        return []
    if isinstance(frame, Move) and form_of(question.topic) == STEPPING:
        return [frame]
    if isinstance(frame, Activation) and not t.foes(frame.who):
        return [m for _, m in beginnings(t, frame.who, question) if not (m.charges and _speaks_first(t, m.who))]
    return []


def _speaks_first(t: Table, who: int) -> bool:
    """Whether a keyword has a say before a move."""
    return any(windows[Keyword.before_move] for windows in t.bearers(who))


def reach_of(t: Table, m: Move) -> dict[int, tuple[int, ...]]:
    """Where a move can end, with the ways."""
    return t.steps.reach(going(m, t), t.gaits[m.who], terms(t, m.who, peaceful=m.peaceful, wary=m.wary))


def begun(fork: Match, first: str | None) -> Move | None:
    """The move that is under way, after an answer that may begin it."""
    asked = fork.decision
    if type(asked) is not Choose:
        return None
    seat = asked.seat
    if first is not None:
        if asked.find(first) is None:
            return None
        fork.answer(first)
        asked = fork.decision
    if type(asked) is not Choose or asked.seat != seat or form_of(asked.topic) != STEPPING:
        return None
    frame = fork.state.agenda[-1]
    return frame if isinstance(frame, Move) else None


def way_to(t: Table, m: Move, cube: int) -> tuple[int, ...] | None:
    """The places of a shortest way to a cube."""
    reach = reach_of(t, m)
    ways = [reach[place] for place in t.board.places_of[cube] if place in reach]
    return min(ways, key=len, default=None)


def walked(fork: Match, places: list[str]) -> list[str]:
    """The keys of a way, tried out: they end where dice fall or something else is asked in between."""
    seat, keys = fork.decision.seat, []
    for key in [*(f"step to {place}" for place in places), STOP]:
        asked = fork.decision
        if type(asked) is not Choose or asked.seat != seat or asked.find(key) is None:
            break
        fork.answer(key)
        keys.append(key)
    return keys
