"""A game of Kill Team as a table draws it: the scenery, and the words that are always visible around it."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.game import Result
from fireteam.core.scene import Ending, Paragraph, Scene, Side, Status
from fireteam.games.killteam.content.killzones import CHAPTERS
from fireteam.games.killteam.content.ops import CritOp, TacOp
from fireteam.games.killteam.ops import knowledge
from fireteam.games.killteam.setup.rosters import PRIMARY, TAC_OP
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.op_words import op_text, sentence
from fireteam.games.killteam.show.pieces import goal_marks, rulebook, side_marks
from fireteam.games.killteam.show.sheet import sheet
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST


def scene(t: Table, seat: int | None) -> Scene:
    """All that a seat (None: a spectator) may see; what the other has selected in secret is not in it (KT-OPS-20)."""
    scenery, names = t.setting.scenery, t.setting.names
    game, killzone = t.setting.game, names(t.setting.zone.name)
    found: Scene = {
        "game": game.name,
        "title": f"{game.title}: {killzone}",
        "sides": _sides(t, seat),
        "status": _status(t, seat),
        "briefing": _briefing(t, seat),
        "board": scenery.board(t),
        "parts": scenery.parts(t),
        "pieces": {},
        "cards": {},
    }
    scenery.put_markers(t, seat, found["pieces"])
    scenery.put_operatives(t, seat, found["pieces"], found["cards"])
    crit = _crit_op(t)
    if crit is not None:  # which both score from (KT-OPS-01)
        found["goal"] = {"name": crit.name, "text": sentence(crit.text), "marks": goal_marks(t, found["pieces"])}
    result = t.setting.result(t.state)
    if result is not None:
        found["ending"] = _ending(t, result)
    return found


def _sides(t: Table, seat: int | None) -> list[Side]:
    names = t.setting.names.seats
    sides: list[Side] = [
        {"name": name, "mark": mark, "form": form}
        for name, mark, form in zip(names, side_marks(names), say.SIDE_FORMS, strict=True)
    ]
    for owner, side in enumerate(sides):
        found = sheet(t, seat, owner)
        if found:
            side["sheet"] = found
    return sides


# -- always visible ----------------------------------------------------------------------------------------------------


def points_of(t: Table, seat: int) -> int:
    """The victory points of a seat (KT-OPS-16)."""
    return sum(points for _, whose, points in t.state.vp if whose == seat)


def _status(t: Table, seat: int | None) -> dict[str, Status]:
    s, names, label = t.state, t.setting.names, say.STATUS
    found: dict[str, Status] = {}
    if s.turning_point:
        turn = say.TURN.format(turn=s.turning_point, turns=LAST)
        found["turn"] = {
            "label": label["turn"],
            "value": turn,
            "rule": "KT-TURN-01",
            "rank": 0,
            "steps": [s.turning_point, LAST],
        }
    found["phase"] = {"label": label["phase"], "value": say.PHASES.get(s.phase, say.SETTING_UP), "rank": 1}
    if s.phase in say.PHASE_RULES:
        found["phase"]["rule"] = say.PHASE_RULES[s.phase]
    if s.initiative != NOBODY:
        found["initiative"] = {"label": label["initiative"], "value": names.seat(s.initiative), "rule": "KT-BASE-11"}
    if s.acting != NOBODY and s.phase != "over":
        who = f": {names(t.name(s.active))}" if s.active != NOBODY else ""
        side = t.operative(s.active).seat if s.active != NOBODY else s.acting
        found["acting"] = {"label": label["acting"], "value": names.seat(side) + who, "rule": "KT-FIRE-01"}
    first, second = names.seats
    cp = say.BOTH.format(first=first, first_points=s.cp[0], second=second, second_points=s.cp[1])
    found["cp"] = {"label": label["cp"], "value": cp, "rule": "KT-PLOY-01", "rank": 3}
    scores = [points_of(t, 0), points_of(t, 1)]
    vp = say.BOTH.format(first=first, first_points=scores[0], second=second, second_points=scores[1])
    found["vp"] = {
        "label": label["vp"],
        "value": vp,
        "text": _score_sheet(t),
        "rule": "KT-OPS-16",
        "rank": 2,
        "scores": scores,
    }
    crit = _crit_op(t)
    if crit is not None:
        found["crit"] = {"label": label["crit"], "value": crit.name, "text": op_text(crit), "rule": "KT-OPS-01"}
    for owner in (0, 1):
        mine = "" if owner == seat else "their_"
        tac = _tac_op(t, seat, owner)
        if tac is not None:
            text = label[f"{mine}tac"].format(seat=names.seat(owner))
            found["tac" if owner == seat else f"tac {owner}"] = {
                "label": text, "value": tac.name, "text": op_text(tac), "rule": "KT-OPS-05",
            }  # fmt: skip
        primary = knowledge.selected(t, seat, owner, PRIMARY)
        if primary:
            text = label[f"{mine}primary"].format(seat=names.seat(owner))
            value = say.OP_NAMES.get(primary, names(primary))
            found["primary" if owner == seat else f"primary {owner}"] = {
                "label": text,
                "value": value,
                "rule": "KT-OPS-15",
            }
    return found


def _score_sheet(t: Table) -> str:
    names = t.setting.names
    lines = []
    for seat in (0, 1):
        parts = ", ".join(
            f"{say.OP_NAMES.get(op, names(op))} {points}" for op, whose, points in t.state.vp if whose == seat
        )
        if parts:
            lines.append(say.POINTS.format(seat=names.seat(seat), parts=parts))
    return " ".join(lines) or say.NO_POINTS


def _crit_op(t: Table) -> CritOp | None:
    pack = t.setting.pack
    return next((op for op in pack.crit_ops if op.id == t.state.crit_op), None) if pack is not None else None


def _tac_op(t: Table, seat: int | None, owner: int) -> TacOp | None:
    """The tac op of a seat, as far as the viewer may know it (KT-OPS-20)."""
    chosen, pack = knowledge.selected(t, seat, owner, TAC_OP), t.setting.pack
    return next((op for op in pack.tac_ops if op.id == chosen), None) if pack is not None and chosen else None


# -- the battle in words -----------------------------------------------------------------------------------------------


def _briefing(t: Table, seat: int | None) -> list[Paragraph]:
    """The mission, its ops, the viewer's own tac op, and the rules of the killzone (KT-OPS-01, KT-OPS-05,
    KT-OPS-19)."""
    names, pack, label = t.setting.names, t.setting.pack, say.BRIEFING
    first, second = names.seats
    title = names(t.setting.zone.name)
    found: list[Paragraph] = [
        {
            "label": label["mission"],
            "text": say.MISSION.format(first=first, second=second, killzone=title),
            "rule": "KT-OPS-19",
        }
    ]
    crit = _crit_op(t)
    if crit is not None:
        found.append({"label": label["crit"].format(name=crit.name), "text": op_text(crit), "rule": "KT-OPS-01"})
    if seat is not None:
        tac = _tac_op(t, seat, seat)
        if tac is not None:
            found.append({"label": label["tac"].format(name=tac.name), "text": op_text(tac), "rule": "KT-OPS-05"})
        primary = knowledge.selected(t, seat, seat, PRIMARY)
        if primary:
            text = say.PRIMARY.format(op=say.OP_NAMES.get(primary, names(primary)))
            found.append({"label": label["primary"], "text": text, "rule": "KT-OPS-18"})
    if pack is not None:
        found.append({"label": label["kill"].format(name=pack.kill_op.name), "text": say.KILL, "rule": "KT-OPS-16"})
    return [*found, *_killzone(t.setting.zone.kind)]


@lru_cache(maxsize=8)
def _killzone(kind: str) -> tuple[Paragraph, ...]:
    """The rules that hold in a kind of killzone alone."""
    chapters = next((chapters for name, chapters in CHAPTERS.items() if name == kind), ())
    prefixes = tuple(f"KT-{chapter}-" for chapter in chapters)
    rules = rulebook().rules.values() if prefixes else ()
    return tuple(
        {"label": rule.title, "text": rule.text, "rule": rule.id} for rule in rules if rule.id.startswith(prefixes)
    )


def _ending(t: Table, result: Result) -> Ending:
    """Who has won, by how much (KT-OPS-19)."""
    most, least = sorted((points_of(t, 0), points_of(t, 1)), reverse=True)
    if result.winner is None:
        return {"winner": -1, "text": say.DRAW.format(most=most), "rule": result.rule}
    winner = t.setting.names.seat(result.winner)
    return {
        "winner": result.winner,
        "text": say.ENDING.format(winner=winner, most=most, least=least),
        "rule": result.rule,
    }
