"""What every action asks first: AP, the limit of one each, and what weapons used before forbid (KT-ACT-01 to
KT-ACT-10)."""

from __future__ import annotations

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.overrides import allowed, laid, may_repeat
from fireteam.games.killteam.state import EXPENDED
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import may_perform
from fireteam.games.killteam.windows import Supplement

ACTIVATION, COUNTERACT, INTERRUPT, FREE = "activation", "counteract", "interrupt", "free"
"""In which frame an action is performed; in all but the first it costs no AP (KT-CTR-03, KT-GUARD-03,
see KT-ACT-09)."""


def counteracting(t: Table, who: int) -> bool:
    """Whether the operative acts without being activated: it stays expended (KT-CTR-07)."""
    return t.state.active == who and t.operative(who).readiness == EXPENDED


def price(t: Table, who: int, action: str, ap: int) -> int:
    """What an action of so many AP costs an operative now: a FALL BACK perhaps less, a second one perhaps more
    (see KT-ACT-01 and KT-FALL-01)."""
    if action == "FALL BACK" and allowed(t, who, "fall_back_cheap"):
        ap = min(ap, 1)
    for changed in t.windows[Supplement.price]:
        ap = changed(t, who, action, ap)
    return ap


def affords(t: Table, who: int, name: str, ap: int, why: Why = None, *, free: bool = False) -> bool:
    """Enough AP are left by the APL as it is now; what is free costs none, and a counteraction is one action of 1 AP
    (KT-ACT-01, KT-ACT-11, KT-ACT-09, KT-CTR-03)."""
    if free:
        return need(why, True, "KT-ACT-09", "{} is free", name)
    if counteracting(t, who):
        return need(why, ap == 1, "KT-CTR-03", "a counteraction is an action of 1 AP: {} costs {}", name, ap)
    spent, limit = t.operative(who).ap, apl(t, who)
    # What costs nothing stays possible when APL has sunk below what is spent (KT-ACT-11).
    return need(
        why,
        ap == 0 or spent + ap <= limit,
        "KT-ACT-01",
        "{} AP spent and {} for {} are at most APL {}",
        spent,
        ap,
        name,
        limit,
    )


def unrepeated(t: Table, who: int, name: str, counts_as: str, why: Why = None) -> bool:
    """Each action once in an activation; what is treated as another counts as that one (KT-ACT-02, KT-ACT-03)."""
    fresh = counts_as not in t.operative(who).actions or may_repeat(t, who, counts_as)
    return need(why, fresh, "KT-ACT-02", "{} has not been performed in this activation", name)


def unhindered(t: Table, who: int, counts_as: str, why: Why = None) -> bool:
    """No effect laid on it forbids the action, such as that of a burden it carries (see KT-BASE-18)."""
    free = not laid(t, who, "forbid", counts_as.lower())
    return need(why, free, "KT-BASE-18", "nothing keeps {} from {}", t.name(who), counts_as)


def may_start(t: Table, who: int, name: str, counts_as: str, ap: int, why: Why = None, *, free: bool = False) -> bool:
    """What all actions have in common (KT-WR-09, KT-WR-10, see KT-ACT-01, KT-ACT-02 and KT-ACT-03)."""
    return (
        affords(t, who, name, ap, why, free=free)
        and unrepeated(t, who, name, counts_as, why)
        and not any(bars(t, who, counts_as, why) for bars in t.windows[Supplement.bars])
        and unhindered(t, who, counts_as, why)
        and may_perform(t, who, counts_as, why)
    )
