"""What a kill team as a whole has, and what of it is left: its faction rule, its ploys, its equipment (KT-PLOY-01,
KT-OPS-04)."""

from __future__ import annotations

from fireteam.core.refusals import Check
from fireteam.core.scene import Holding
from fireteam.games.killteam.abilities.entries import ABILITY, EQUIPMENT, Entry, book
from fireteam.games.killteam.dice import COMMAND, COMMAND_CP
from fireteam.games.killteam.equipment import grenades
from fireteam.games.killteam.ops import knowledge
from fireteam.games.killteam.setup.rosters import GRENADES, KINDS_OF_GRENADES
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table


def sheet(t: Table, seat: int | None, owner: int) -> list[Holding]:
    """What a seat (None: a spectator) may know of a kill team; equipment once it is revealed (KT-OPS-04)."""
    own = book(t).by_id[owner]
    if not own:
        return []
    known = [name for name in knowledge.selected(t, seat, owner, EQUIPMENT).split(",") if name]
    found = [_holding(t, entry) for entry in own.values() if entry.kind not in (ABILITY, EQUIPMENT)]
    found.append(_reroll(t, owner))
    found += [_holding(t, own[name]) if name in own else _universal(t, seat, owner, name) for name in known]
    return found


def _holding(t: Table, entry: Entry) -> Holding:
    """An entry of the pack: its kind, its moment, what it costs, and whether it can be used again."""
    state, status = _left(t, entry)
    found: Holding = {
        "name": entry.name,
        "kind": say.HOLDINGS[entry.kind],
        "text": entry.text,
        "state": state,
        "status": status,
    }
    if entry.when in say.USED_WHEN:
        found["moment"] = say.USED_WHEN[entry.when]
    if entry.ploy:
        found["cost"] = say.COST.format(cp=entry.cp)
    return found


def _left(t: Table, entry: Entry) -> tuple[str, str]:
    """Whether CP and limit leave a use, as the rules have it; what has neither works by itself (KT-PLOY-01,
    KT-PLOY-04)."""
    if not entry.ploy and not entry.limit:
        return "always", say.LEFT["always"]
    why: list[Check] = []
    if entry.affordable(t, why) and entry.within_limit(t, NOBODY, why):
        return "ready", say.LEFT["ready"]
    failed = why[-1].rule
    if failed == "KT-PLOY-01":
        return "short", say.LEFT["short"]
    return "spent", say.LEFT["turn" if failed == "KT-PLOY-04" or entry.limit == "once_per_tp" else "battle"]


def _reroll(t: Table, owner: int) -> Holding:
    """The ploy that everybody has (KT-PLOY-05)."""
    able = t.state.cp[owner] >= COMMAND_CP
    return {
        "name": COMMAND, "kind": say.HOLDINGS["firefight"], "text": say.REROLL_TEXT,
        "state": "ready" if able else "short", "status": say.LEFT["ready"] if able else say.LEFT["short"],
        "moment": say.REROLL_MOMENT, "cost": say.COST.format(cp=COMMAND_CP), "rule": "KT-PLOY-05",
    }  # fmt: skip


def _universal(t: Table, seat: int | None, owner: int, name: str) -> Holding:
    """An option of universal equipment; of grenades, how many are left (KT-EQ-00, KT-EQ-23)."""
    text, rule = say.UNIVERSAL[name]
    found: Holding = {
        "name": t.setting.names(name), "kind": say.HOLDINGS["universal"], "text": text, "state": "always",
        "status": say.LEFT["always"], "rule": rule,
    }  # fmt: skip
    if name in KINDS_OF_GRENADES and knowledge.knows(t, seat, owner, GRENADES):
        left = {
            kind: grenades.left(t, owner, kind) for kind in KINDS_OF_GRENADES[name] if grenades.chosen(t, owner, kind)
        }
        found["state"] = "ready" if any(left.values()) else "spent"
        found["status"] = say.LEFT["grenades"].format(
            counts=", ".join(f"{kind} {count}" for kind, count in left.items())
        )
    return found
