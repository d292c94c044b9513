"""A battle as a table draws it: the scenery, and what is always visible around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.scene import Ending, Holding, Scene, Side, Status
from fireteam.games.deadzone.round import Round
from fireteam.games.deadzone.setup import Setup
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.state import ITEM, NOBODY, SYMBOLS, State, may_see
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.victory import LAST_ROUND
from fireteam.kit.words import upper

if TYPE_CHECKING:
    from fireteam.games.deadzone.show.pieces import Scenery


def scene(scenery: Scenery, t: Table, seat: int | None) -> Scene:
    """All that a seat (None: a spectator) may see: what lies face down is hidden (see DZ-ITEM-04)."""
    setting = t.setting
    win = say.WIN.format(needed=setting.needed_points, rounds=LAST_ROUND)
    scenario = t.scenario
    found: Scene = {
        "game": setting.game.name,
        "title": title_of(t),
        "sides": [_side(t, side) for side in (0, 1)],
        "status": _status(t, seat),
        "briefing": [{"label": say.WIN_LABEL, "text": win, "rule": "DZ-WIN-01"}],
        "board": scenery.board(t),
        "parts": scenery.parts(t),
        "pieces": {},
        "cards": {},
        "goal": {"name": say.GOAL, "text": win, "marks": scenery.goal_marks(t)},
    }
    if scenario is not None:
        found["briefing"].append({"label": scenario.name, "text": scenario.text})
    scenery.put_tokens(t, seat, found["pieces"])  # models stand on what lies there
    scenery.put_models(t, found["pieces"], found["cards"])
    if t.state.ending:
        found["ending"] = _ending(t)
    return found


def title_of(t: Table) -> str:
    """The game and its scenario, once it is known (see DZ-SETUP-02)."""
    game = str(t.setting.game.title)
    return game if t.scenario is None else say.TITLE.format(game=game, scenario=t.scenario.name)


def setting_up(t: Table) -> bool:
    """Whether the battle is still being set up (see DZ-SETUP-01)."""
    return any(isinstance(frame, Setup) for frame in t.state.agenda)


def phase_of(t: Table) -> str:
    """The part of the battle or of the round that is under way."""
    s = t.state
    if s.ending:
        return "over"
    if setting_up(t):
        return "setup"
    rounds = [frame for frame in s.agenda if isinstance(frame, Round)]
    return "command" if rounds and rounds[0].rerolled < len(s.command) else "turns"


def _side(t: Table, seat: int) -> Side:
    sheet: list[Holding] = [
        {
            "name": SYMBOLS[symbol],
            "kind": say.COMMAND_DIE,
            "text": say.DIE_TEXTS[symbol],
            "state": "ready",
            "status": str(held),
            "rule": say.DIE_RULES[symbol],
            "dice": held,
        }
        for symbol, held in enumerate(t.state.command[seat])
        if held
    ]
    return {"name": t.setting.players[seat], "mark": say.SIDE_MARKS[seat], "form": say.SIDE_FORMS[seat], "sheet": sheet}


def _status(t: Table, viewer: int | None) -> dict[str, Status]:
    s, players, label = t.state, t.setting.players, say.STATUS
    phase, rule = say.PHASES[phase_of(t)]
    found: dict[str, Status] = {
        "turn": {
            "label": label["turn"],
            "value": say.ROUND.format(round=s.round, rounds=LAST_ROUND),
            "rule": "DZ-ROUND-01",
            "rank": 0,
            "steps": [s.round, LAST_ROUND],
        },
        "phase": {"label": label["phase"], "value": phase, "rule": rule, "rank": 1},
        "points": {
            "label": label["points"],
            "value": say.POINTS.format(first=s.points[0], second=s.points[1], needed=t.setting.needed_points),
            "rule": "DZ-WIN-01",
            "rank": 2,
            "scores": list(s.points),
        },
    }
    found["initiative"] = {"label": label["initiative"], "value": players[s.initiative], "rule": "DZ-ROUND-09"}
    who = f": {t.name(s.active)}" if s.active != NOBODY else ""
    found["acting"] = {"label": label["acting"], "value": f"{players[s.acting]}{who}", "rule": "DZ-ROUND-02"}
    if s.bag:
        found["unseen"] = _unseen(s, viewer)
    return found


def _unseen(s: State, viewer: int | None) -> Status:
    """What the tokens can be that a seat has not seen: what the other alone has seen is among them (see DZ-ITEM-04)."""
    down = [token for token in s.tokens.values() if token.kind == ITEM and not (token.label and may_see(token, viewer))]
    labels = [token.label for token in down]
    counts = [(name, count + labels.count(name)) for name, count in s.bag]
    items = ", ".join(f"{count} {name}" for name, count in counts if count)
    text = say.UNSEEN.format(items=items or say.NO_DICE)
    return {"label": say.STATUS["unseen"], "value": str(len(down)), "text": text, "rule": "DZ-ITEM-04"}


def _ending(t: Table) -> Ending:
    """How the battle ended (see DZ-WIN-01)."""
    s = t.state
    if s.winner == NOBODY:
        return {"winner": -1, "text": say.DRAW, "rule": "DZ-WIN-01"}
    text = say.ENDINGS[s.ending].format(winner=upper(t.setting.players[s.winner]), round=s.round)
    return {"winner": s.winner, "text": text, "rule": "DZ-WIN-01"}
