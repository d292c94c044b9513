"""Rules of thumb: what entries, gambits, equipment and ops are worth by and large, in victory points.

This is advice for bots, not a rule. It looks at what entries do, never at their names: a pack of one's own is weighed
the same way.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from fireteam.core.questions import Option
from fireteam.games.killteam.ops import mission as ops
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn import gambits
from fireteam.games.killteam.turn.turning_point import LAST

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.entries import Entry
    from fireteam.games.killteam.ops.scoring import PlayedOp

COMMAND_POINT = 0.2
"""What a command point is worth, and how much more where it is the last one."""
LAST_POINT = 0.12
EQUIPMENT = {"light_barricades": 0.5, "heavy_barricade": 0.4, "explosive_grenades": 0.6, "mines": 0.4, "ladders": 0.1}
"""What universal equipment is worth; a faction's own is worth more."""


def price(t: Table, seat: int, cp: int) -> float:
    """What command points are worth to a seat that has so many."""
    if not cp:
        return 0.0
    left = t.state.cp[seat] - cp
    late = 0.5 if t.state.turning_point == LAST else 1.0
    return late * (COMMAND_POINT * cp + (LAST_POINT if left < 1 else 0.0))


def entry_worth(t: Table, entry: Entry) -> float:
    """What it is worth to use an entry now."""
    worth = max(effect.worth for effect in entry.effects) * prod(roll.chance for roll in entry.rolls)
    if entry.when == "activation_start" and entry.cp:
        worth -= 0.25
    return worth - price(t, entry.seat, entry.cp)


def gambit_worth(t: Table, seat: int, option: Option) -> float:
    """What a gambit is worth; to pass is worth nothing."""
    if option.kind == "pass":
        return 0.0
    name = option.args[0]
    entry = t.setting.book.by_id[seat].get(name)
    if entry is None:
        return 2.0 if name == ops.PRIMARY_OP else 1.0
    number = t.state.turning_point
    usual = [0.1] if number == 1 and entry.ploy else [condition.gambit_worth() for condition in entry.conditions]
    known = [
        worth for worth in (*(effect.gambit_worth(number) for effect in entry.effects), *usual) if worth is not None
    ]
    worth = known[0] if known else max(effect.worth for effect in entry.effects)
    cost = 0 if entry.ploy and gambits.has_free_ploy(t, seat) else entry.cp
    return worth + 0.05 - price(t, seat, cost) - (0.1 if cost and t.state.cp[seat] < 2 else 0.0)


def equipment_worth(option: Option) -> float:
    """What an option of equipment is worth."""
    if option.kind != "equip":
        return 0.05
    return EQUIPMENT.get(option.args[0], 0.3)


def op_worth(t: Table, name: str) -> float:
    """What a tac op should bring, by what its scorings ask for."""
    mission = ops.mission(t)
    if mission is None or name not in mission.others:
        return 0.0
    found = 0.0
    op = mission.others[name]
    ease = 0.6 if op.afield else 1.0
    for tallies in op.tallies.values():
        for tally in tallies:
            found += tally.condition.chance(ease) * (1.0 if tally.data.when != "end_of_battle" else 0.6)
    return found


def primary_worth(t: Table, name: str, own: PlayedOp | None) -> float:
    """What an op should bring as the primary one."""
    if name == "kill":
        return 1.0
    if name == "tac":
        return op_worth(t, own.scope.id) if own is not None else 0.0
    return 1.1
