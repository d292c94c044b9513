"""A battle as a table draws it: the scenery, and the words that are always visible around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fireteam.core.game import Result
from fireteam.core.scene import Ending, GoalMark, Paragraph, Scene, Side, Status
from fireteam.games.necromunda.end_phase import EndPhase
from fireteam.games.necromunda.setup import Setup
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.names import spelt
from fireteam.games.necromunda.show.words import MEASURES
from fireteam.games.necromunda.state import NOBODY

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.scenarios import Scenario
    from fireteam.games.necromunda.show.pieces import Scenery
    from fireteam.games.necromunda.table import Table

OBJECTIVES = ("casket", "ordnance")
"""What scenarios score for objectives begins so; elsewhere they are but loot."""


def scene(scenery: Scenery, t: Table) -> Scene:
    """All that everybody sees: nobody has secrets."""
    setting = t.setting
    mission = setting.mission
    found: Scene = {
        "game": setting.game.name,
        "title": f"{setting.game.title}: {mission.scenario.name}" if mission is not None else setting.game.title,
        "sides": _sides(scenery),
        "status": _status(scenery, t),
        "briefing": _briefing(scenery, t),
        "board": scenery.board(t),
        "parts": scenery.parts(t),
        "pieces": {},
        "cards": {},
    }
    scenery.put_things(t, found["pieces"])
    scenery.put_models(t, found["pieces"], found["cards"])
    marks: list[GoalMark] = [
        {"mark": piece["mark"], "name": piece["name"], "place": {"piece": id}}
        for id, piece in found["pieces"].items()
        if piece["kind"] == "objective"
    ]
    if mission is not None:
        counts = any(points.measure.startswith(OBJECTIVES) for points in mission.scenario.vp)
        found["goal"] = {"name": mission.scenario.name, "text": _scored(scenery, t), "marks": marks if counts else []}
    result = setting.result(t.state)
    if result is not None:
        found["ending"] = _ending(scenery, t, result)
    return found


def setting_up(t: Table) -> bool:
    """Whether the battle is still being set up."""
    return any(isinstance(frame, Setup) for frame in t.state.agenda)


def _sides(scenery: Scenery) -> list[Side]:
    players = scenery.names.players
    first, second = (player.removeprefix("The ")[:1] for player in players)
    marks = (first, second) if first != second else ("1", "2")
    return [
        {"name": name, "mark": mark, "form": form}
        for name, mark, form in zip(players, marks, say.SIDE_FORMS, strict=True)
    ]


def _status(scenery: Scenery, t: Table) -> dict[str, Status]:
    s, names, label, mission = t.state, scenery.names, say.STATUS, t.setting.mission
    found: dict[str, Status] = {}
    if s.round:
        turn: Status = {
            "label": label["turn"], "value": say.ROUND.format(round=s.round), "rule": "NE-RND-01", "rank": 0,
        }  # fmt: skip
        if mission is not None:
            turn["value"] = say.ROUND_OF.format(round=s.round, rounds=mission.scenario.rounds)
            turn["steps"] = [s.round, mission.scenario.rounds]
        found["turn"] = turn
    phase = (
        say.OVER if s.ending
        else say.SETTING_UP if setting_up(t)
        else say.END_PHASE if any(isinstance(frame, EndPhase) for frame in s.agenda)
        else say.ACTION_PHASE
    )  # fmt: skip
    found["phase"] = {"label": label["phase"], "value": phase, "rank": 1, "rule": "NE-RND-01"}
    if s.round:
        found["priority"] = {"label": label["priority"], "value": names.seat(s.priority), "rule": "NE-RND-02"}
    if s.active != NOBODY:
        value = f"{names.seat(t.player(s.active))}: {t.name(s.active)}"
        found["acting"] = {"label": label["acting"], "value": value, "rule": "NE-RND-04"}
    first, second = names.players
    points = say.BOTH.format(first=first, first_points=s.points[0], second=second, second_points=s.points[1])
    found["points"] = {
        "label": label["points"], "value": points, "rule": "NE-RND-10", "rank": 2, "scores": list(s.points),
    }  # fmt: skip
    if s.bottled:
        value = ", ".join(names.seat(seat) for seat in (0, 1) if s.bottled >> seat & 1)
        found["bottled"] = {"label": label["bottled"], "value": value, "rule": "NE-END-02"}
    if s.event:
        found["event"] = {"label": label["event"], "value": spelt(s.event), "rule": "NE-EVT-04"}
    return found


def scored(scenario: Scenario, sides: Mapping[str, str] | None = None) -> str:
    """What is scored in a scenario: what each side scores for, then what one side alone does; `sides` are called so."""
    of: dict[str, list[str]] = {}
    for points in scenario.vp:
        of.setdefault(points.who, []).append(say.POINTS.format(what=MEASURES[points.measure], points=points.vp))
    named = {"a": say.SIDES.format(side="a"), "b": say.SIDES.format(side="b"), **(sides or {})}
    return " ".join(
        (say.POINTS_OF.format(who=named[who]) if who in named else say.POINTS_FOR) + ", ".join(of[who]) + "."
        for who in ("each", "a", "b")
        if who in of
    )


def _scored(scenery: Scenery, t: Table) -> str:
    """The same in this battle; who plays which side is known once sides are taken."""
    mission = t.setting.mission
    assert mission is not None
    if setting_up(t) and mission.scenario.deployment.sides is not None:
        return scored(mission.scenario)
    return scored(mission.scenario, {mission.side_of(t, seat): scenery.names.seat(seat) for seat in (0, 1)})


def _briefing(scenery: Scenery, t: Table) -> list[Paragraph]:
    mission = t.setting.mission
    first, second = scenery.names.players
    label = say.BRIEFING
    found: list[Paragraph] = [{"label": label["battle"], "text": say.BATTLE.format(first=first, second=second)}]
    if mission is None:
        return found
    found[0]["text"] += " " + " ".join(
        f"{scenery.names.seat(seat)}: {say.SIDES.format(side=mission.side_of(t, seat)).lower()}." for seat in (0, 1)
    )
    found.append({"label": label["points"], "text": _scored(scenery, t), "rule": "NE-RND-10"})
    words = "; or ".join(say.REASONS.get(word, spelt(word)) for word in ("side-down", *mission.scenario.ends))
    found.append({"label": label["end"], "text": say.ENDS.format(words=words), "rule": "NE-RND-07"})
    if mission.map.blurb:
        found.append({"label": label["map"].format(name=mission.map.name), "text": mission.map.blurb})
    return found


def _ending(scenery: Scenery, t: Table, result: Result) -> Ending:
    """Who has won, by how much (see NE-RND-10)."""
    most, least = sorted(t.state.points, reverse=True)
    reason = say.REASONS.get(result.reason, result.reason)
    if result.winner is None:
        return {"winner": -1, "text": say.DRAW.format(most=most, reason=reason), "rule": result.rule}
    winner = scenery.names.seat(result.winner)
    text = say.ENDING.format(winner=winner, most=most, least=least, reason=reason)
    return {"winner": result.winner, "text": text, "rule": result.rule}
