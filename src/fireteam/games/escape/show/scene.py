"""A game of ESCAPE as a table draws it: the scenery, and the words that are always visible around it."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.scene import Ending, Goal, Scene, Side, Status
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show.pieces import goal_marks, scenery_of, sentence
from fireteam.games.escape.show.words import EVENT_EFFECTS, EVENT_NAMES, item
from fireteam.games.escape.state import State
from fireteam.games.escape.table import Table


def scene(t: Table, seat: int | None) -> Scene:
    """All that a seat (None: a spectator) may see. Both seats see the same: what nobody has seen is in no state
    (ES-EQT-02)."""
    s = t.state
    game = t.setting.game
    found: Scene = {
        "game": game.name,
        "title": game.title,
        "sides": _sides(s),
        "status": {},
        "briefing": [],
        "parts": {},
        "pieces": {},
        "cards": {},
    }
    if not s.scenario:
        found["status"] = {"phase": {"label": say.STATUS["phase"], "value": say.PHASES[s.phase], "rank": 1}}
        return found
    scenery = scenery_of(t.ground)
    found["title"] = scenery.title
    found["board"] = scenery.board
    found["briefing"] = scenery.briefing
    found["status"] = _status(t)
    found["parts"] = scenery.parts(t)
    scenery.put_characters(t, found["pieces"], found["cards"])
    scenery.put_tokens(t, found["pieces"])
    found["goal"] = _goal(t)
    if s.phase == "over":
        found["ending"] = _ending(t)
    return found


def _sides(s: State) -> list[Side]:
    if not s.seats:
        return [{"name": name, "mark": str(seat + 1), "form": "hexagon"} for seat, name in enumerate(say.SEAT_LABELS)]
    sides = [s.seats.index(seat) for seat in (0, 1)]
    return [
        {"name": say.SIDE_LABELS[side], "mark": say.SIDE_MARKS[side], "form": say.SIDE_FORMS[side]} for side in sides
    ]


def _status(t: Table) -> dict[str, Status]:
    s, g, label = t.state, t.ground, say.STATUS
    found: dict[str, Status] = {}
    if s.turn:
        turn = say.TURN.format(turn=s.turn, turns=g.turns)
        found["turn"] = {
            "label": label["turn"],
            "value": turn,
            "rule": "ES-TURN-01",
            "rank": 0,
            "steps": [s.turn, g.turns],
        }
    found["phase"] = {"label": label["phase"], "value": say.PHASES[s.phase], "rank": 1}
    rule = say.PHASE_RULES.get(s.phase)
    if rule is not None:
        found["phase"]["rule"] = rule
    if s.event:
        text, rule = EVENT_EFFECTS[s.event], f"ES-EVT-{s.event:02}"
        if s.dark:
            text = f"{text} {say.PARTS['dark']}: {g.board.area_names[s.dark]}."
        found["event"] = {"label": label["event"], "value": EVENT_NAMES[s.event], "text": text, "rule": rule, "rank": 2}
    if s.initiative >= 0:
        found["initiative"] = {
            "label": label["initiative"],
            "value": say.SIDE_LABELS[s.initiative],
            "rule": "ES-INIT-01",
        }
    if s.first >= 0:
        found["first"] = {"label": label["first"], "value": say.SIDE_LABELS[s.first], "rule": "ES-INIT-04"}
    if s.acting >= 0 and s.phase in ("activations", "act"):
        who = f": {g.cards[s.active].name}" if s.active >= 0 else ""
        side = g.cards[s.active].side if s.active >= 0 else s.acting
        found["acting"] = {"label": label["acting"], "value": say.SIDE_LABELS[side] + who}
    found["revolution"] = {
        "label": label["revolution"],
        "value": str(s.revolution),
        "text": say.REVOLUTION,
        "rule": "ES-FAC-07",
    }
    if g.bank_by_leaving or g.bank_by_action:
        points = say.BANKED.format(resistance=s.banked_resistance, isc=s.banked_isc)
        banked = (s.banked_resistance, s.banked_isc)
        found["banked"] = {"label": label["banked"], "value": points, "rule": "ES-OBJ-01"}
        if s.seats:
            found["banked"]["scores"] = [banked[s.seats.index(seat)] for seat in (0, 1)]
    if g.terminals:
        hacked = say.HACKED.format(hacked=s.hacked.bit_count(), terminals=len(g.terminals))
        found["hacked"] = {"label": label["hacked"], "value": hacked, "rule": "ES-INT-02"}
    found["unseen"] = _unseen(g, s.bag, s.backs)
    return found


@lru_cache(maxsize=256)
def _unseen(g: Ground, bag: tuple[tuple[str, int], ...], backs: tuple[tuple[str, int], ...]) -> Status:
    """What nobody has seen: in the bag or face down (ES-EQT-02)."""
    equipment = ", ".join(f"{count} {item(g, name)}" for name, count in bag if count) or "0"
    objectives = ", ".join(f"{count} worth {name}" for name, count in backs if count) if g.objectives else "0"
    value = say.UNSEEN_VALUE.format(
        equipment=sum(count for _, count in bag), objectives=sum(count for _, count in backs) if g.objectives else 0
    )
    text = say.UNSEEN.format(equipment=equipment, objectives=objectives or "0")
    return {"label": say.STATUS["unseen"], "value": value, "text": text, "rule": "ES-EQT-02"}


def _goal(t: Table) -> Goal:
    """How either side wins: the same for everybody who looks (see ES-RES-01)."""
    scenario = t.ground.scenario
    wins = zip(say.SIDE_LABELS, (scenario.victory.resistance, scenario.victory.isc), strict=True)
    text = " ".join(say.GOAL.format(side=side, condition=victory.rstrip(".")) for side, victory in wins)
    return {"name": scenario.name, "text": text, "marks": goal_marks(t)}


def _ending(t: Table) -> Ending:
    """How the game ended (ES-RES-01, ES-RES-02)."""
    s = t.state
    result = t.setting.result(s)
    winner = f"the {say.SIDE_LABELS[s.winner]}" if s.winner >= 0 else ""
    text = sentence(say.ENDINGS[s.ending].format(winner=winner, turn=s.turn))
    return {"winner": -1 if result.winner is None else result.winner, "text": text, "rule": result.rule}
