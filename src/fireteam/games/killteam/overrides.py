"""Where something specific beats a core rule: effects laid on operatives, and what supplements say (KT-BASE-18,
KT-BASE-19)."""

from __future__ import annotations

from fireteam.core.refusals import Modifier
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement

AGAIN = "again"
"""What an Effect is that lets an action be performed once more in the activation; its name is the action."""


def laid(t: Table, who: int, what: str, name: str) -> bool:
    """Whether an effect of that kind and name was laid on an operative."""
    return any(effect.what == what and effect.name == name for effect in t.operative(who).effects)


def changes(t: Table, who: int, stat: str, weapon: Weapon | None = None) -> list[Modifier]:
    """What changes a stat, that of a weapon if one is given; more is better, whichever way the number goes
    (KT-BASE-19)."""
    found = [
        Modifier(effect.amount, effect.name, effect.source)
        for effect in t.operative(who).effects
        if effect.what == stat
    ]
    for changed in t.windows[Supplement.stat]:
        found += changed(t, who, stat, weapon)
    return found


def ignored(t: Table, who: int, what: str) -> bool:
    """Whether something has no effect on an operative (KT-BASE-18)."""
    return laid(t, who, "ignore", what) or any(ignores(t, who, what) for ignores in t.windows[Supplement.ignores])


def allowed(t: Table, who: int, what: str, action: str = "") -> bool:
    """Whether something that the rules forbid is possible for an operative: what is specific beats the core rule
    (KT-BASE-18)."""
    if laid(t, who, "allow", permission(what, action)):
        return True
    return any(allows(t, who, what, action) for allows in t.windows[Supplement.allows])


def permission(what: str, action: str = "") -> str:
    """The name of something allowed, for one action if that is named."""
    return f"{what} {action}" if action else what


def forbidden(t: Table, who: int, what: str) -> bool:
    """Whether something is forbidden to an operative: "cannot" beats "can" (KT-BASE-18)."""
    return laid(t, who, "forbid", what) or any(forbids(t, who, what) for forbids in t.windows[Supplement.forbids])


def may_repeat(t: Table, who: int, action: str) -> bool:
    """Whether something lets an operative perform an action again that it has performed in this activation
    (KT-ACT-02)."""
    if any(repeats(t, who, action) for repeats in t.windows[Supplement.repeats]):
        return True
    operative = t.operative(who)
    more = sum(effect.amount for effect in operative.effects if effect.what == AGAIN and effect.name == action)
    return bool(more) and operative.actions.count(action) <= more
