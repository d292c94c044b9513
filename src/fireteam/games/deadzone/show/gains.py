"""What a model has of where it stands for the goal of the battle: objectives of its cube, and what it could work, find
or leave by. The rules are asked; none is decided here."""

from __future__ import annotations

from fireteam.core.scene import GainKind, GainView
from fireteam.games.deadzone.actions import Activation, may_do, special_deeds
from fireteam.games.deadzone.goals import holder, objectives
from fireteam.games.deadzone.items import at_hand
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.pieces import token_name
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement

CONSOLE = "console"


def gains_at(t: Table, who: int) -> list[GainView]:
    """The objective that it holds or contests, the console it may work in an activation of its own, the way out, and
    the items it may pick up, as far as its side knows them (DZ-ROUND-10, DZ-SPEC-01, DZ-CORE-06, DZ-ITEM-02)."""
    cube, side = t.cube(who), t.side(who)
    found: list[GainView] = []
    points = objectives(t.setting, t.scenario).get(cube)
    if points is not None:
        kind: GainKind = "holds" if holder(t.setting, t.state, cube) == side else "contests"
        found.append(_gain(kind, str(points), say.OBJECTIVE.format(points=points), kind))
    deeds = [deed for deed in special_deeds(t, who) if deed.name == CONSOLE]
    if any(may_do(t, Activation(who), deed) for deed in deeds):
        found.append(_gain("console", say.CONSOLE[0]))
    if any(leaves(t, who) for leaves in t.windows[Supplement.leaves]):
        found.append(_gain("exit", say.EXIT_MARK))
    for token in at_hand(t, who):
        name = token_name(token, side)
        found.append(_gain("take" if name else "find", (name or say.UNKNOWN_MARK)[0], name))
    return found


def _gain(code: str, mark: str, what: str = "", kind: GainKind = "acts") -> GainView:
    return {"kind": kind, "mark": mark, "text": say.GAINS[code].format(what=what)}
