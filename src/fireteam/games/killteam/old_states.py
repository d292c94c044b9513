"""States as they were written before sequences had names for their steps and records all their fields: old saves
open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLD = "sequences"
"""What the agenda was called."""
STEPS: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "shooting": {
        2: ("select_target",),
        3: ("roll_attack",),
        31: ("reroll_attack",),
        32: ("before_defence",),
        4: ("roll_defence",),
        41: ("reroll_defence",),
        7: ("end_action",),
        71: ("close",),
    },
    "fight": {
        1: ("select_enemy",),
        2: ("select_weapons",),
        3: ("roll_together",),
        31: ("reroll",),
        32: ("retain_both",),
        4: ("resolve_die",),
        41: ("resolve_die",),
        5: ("close",),
    },
    "action": {
        -1: ("perform",),
        0: ("action_performed of equipment",),
        1: ("casualties",),
        2: ("after_action of mission",),
        3: ("after_action of abilities",),
        4: ("enemy_action_over of abilities",),
        5: ("interrupt of killzone", "casualties 2"),
        6: ("casualties 2",),
        7: ("over",),
    },
}
"""The step that each stage or window is now; of several the first that there is in this killzone."""


SINCE: Mapping[str, Mapping[str, Any]] = {"action": {"picked": ""}}
"""Fields that frames did not have at first, with what they held then."""


def renewed(data: dict[str, Any], places: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """The dump of a state as it would be written today; `places` are the steps of each kind of frame."""
    rest = {name: value for name, value in data.items() if name != OLD}
    agenda = data.get("agenda", ()) if OLD not in data else [_frame(record, places) for record in data[OLD]]
    return {**rest, "agenda": [{**SINCE.get(record["kind"], {}), **record} for record in agenda]}


def _frame(record: dict[str, Any], places: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    found = dict(record)
    stage = found.pop("stage", found.pop("window", None))
    if stage is None:
        return found
    kind = found["kind"]
    step = next((name for name in STEPS[kind][stage] if name in places[kind]), None)
    if step is None:
        raise ValueError(f"no step {stage} of a {kind}")
    return {**found, "step": step, "served": 0, "returned": 0}
