"""Rules of thumb: what entries, gambits, equipment and ops are worth by and large, in victory points.

This is advice for bots, not a rule. It looks at what entries do, never at their names: a pack of one's own is weighed
the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Option
from fireteam.games.killteam.ops import mission as ops
from fireteam.games.killteam.ops.measures import STRATEGIC_FEATURE
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn import gambits
from fireteam.games.killteam.turn.turning_point import LAST

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.entries import Entry
    from fireteam.games.killteam.ops.scoring import PlayedOp

EFFECTS = {
    "survive": 0.9, "reduce_damage": 0.35, "retain": 0.4, "reroll": 0.4, "add_rule": 0.35, "modify": 0.35,
    "free_action": 0.35, "heal": 0.35, "move": 0.2, "damage": 0.3, "token": 0.2, "allow": 0.2, "ignore": 0.15,
    "forbid": 0.25, "set_order": 0.05, "intercept": 0.1, "marker": 0.1, "cp": 0.5, "conceal_from": 0.2,
    "operate_hatch": 0.1,
}  # fmt: skip
"""What an effect is worth when it is used."""
COMMAND_POINT = 0.2
"""What a command point is worth, and how much more where it is the last one."""
LAST_POINT = 0.12
EQUIPMENT = {"light_barricades": 0.5, "heavy_barricade": 0.4, "explosive_grenades": 0.6, "mines": 0.4, "ladders": 0.1}
"""What universal equipment is worth; a faction's own is worth more."""
MEASURES = {"actions": 0.8, "markers": 0.6, "operatives": 0.5, "apl": 0.45, "objectives": 0.5, "kills": 0.45}
"""How likely a scoring is by what it measures."""


def price(t: Table, seat: int, cp: int) -> float:
    """What command points are worth to a seat that has so many."""
    if not cp:
        return 0.0
    left = t.state.cp[seat] - cp
    late = 0.5 if t.state.turning_point == LAST else 1.0
    return late * (COMMAND_POINT * cp + (LAST_POINT if left < 1 else 0.0))


def entry_worth(t: Table, entry: Entry) -> float:
    """What it is worth to use an entry now."""
    worth = max((EFFECTS.get(effect.kind, 0.1) for effect in entry.effects), default=0.1)
    if any(condition.kind == "roll" for condition in entry.conditions):
        worth *= 0.6
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
    kinds = [effect.kind for effect in entry.effects]
    worth = max((EFFECTS.get(kind, 0.1) for kind in kinds), default=0.1)
    stats = [effect.value.stat for effect in entry.effects if effect.kind == "modify"]
    number = t.state.turning_point
    if "move" in stats:
        worth = 0.35 if number <= 2 else 0.15
    elif number == 1 and entry.ploy:
        worth = 0.1
    elif any(condition.kind == "weapon_type" and condition.value == "melee" for condition in entry.conditions):
        worth = 0.2
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
    hard = any("in_enemy_territory" in action.conditions for action in getattr(op.data, "actions", ()))
    for tallies in op.tallies.values():
        for tally in tallies:
            condition = tally.data.condition
            likely = MEASURES.get(str(condition.measure), 0.4) * (0.6 if hard else 1.0)
            if condition.cmp == "==" and condition.value == 0:
                likely = 0.75
            if condition.filter.kind == STRATEGIC_FEATURE:
                likely = 0.4
            found += likely * (1.0 if tally.data.when != "end_of_battle" else 0.6)
    return found


def primary_worth(t: Table, name: str, own: PlayedOp | None) -> float:
    """What an op should bring as the primary one."""
    if name == "kill":
        return 1.0
    if name == "tac":
        return op_worth(t, own.scope.id) if own is not None else 0.0
    return 1.1
