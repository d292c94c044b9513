"""What lasts and is looked up where a rule decides: what is ignored, allowed, forbidden, what tokens mean (KT-BASE-18, KT-PLOY-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.refusals import Modifier, Why, need
from fireteam.games.killteam.entries import Context, book, in_force

if TYPE_CHECKING:
    from fireteam.games.killteam.effects import Token
    from fireteam.games.killteam.table import Table

AGAIN = "again"
"""What an Effect is that lets an action be performed once more in the activation; its name is the action."""
FALL_BACK = "FALL BACK"


def changes(t: Table, who: int, stat: str, context: Context | None = None) -> list[Modifier]:
    """What entries in force do to a stat; more is better for the operative (KT-BASE-19)."""
    return [Modifier(effect.value.by, entry.name, entry.id) for entry, effect in in_force(t, who, "modify", context, stat)]


def laid(t: Table, who: int, what: str, name: str) -> bool:
    """Whether an effect of that kind and name was laid on an operative."""
    return any(effect.what == what and effect.name == name for effect in t.operative(who).effects)


def ignored(t: Table, who: int, what: str, context: Context | None = None) -> bool:
    """Whether something has no effect on an operative."""
    return laid(t, who, "ignore", what) or bool(in_force(t, who, "ignore", context, what))


def allowed(t: Table, who: int, what: str, action: str = "") -> bool:
    """Whether something that the rules forbid is possible for an operative: what is specific beats the core rule (KT-BASE-18)."""
    return laid(t, who, "allow", permission(what, action)) or any(
        (effect.value.action or "") == action for _, effect in in_force(t, who, "allow", None, what)
    )


def permission(what: str, action: str = "") -> str:
    """The name of something allowed, for one action if that is named."""
    return f"{what} {action}" if action else what


def forbidden(t: Table, who: int, what: str) -> bool:
    """Whether something is forbidden to an operative: "cannot" beats "can" (KT-BASE-18)."""
    return laid(t, who, "forbid", what) or bool(in_force(t, who, "forbid", None, what))


# -- tokens --------------------------------------------------------------------------------------------------------------------


def tokens(t: Table, who: int) -> list[Token]:
    """What the tokens of an operative mean: those laid on it, and those that entries in force give."""
    known = book(t).tokens
    if not known:
        return []
    names = [effect.name for effect in t.operative(who).effects if effect.what == "token"]
    names += [effect.value.name for _, effect in in_force(t, who, "token")]
    return [known[name] for name in dict.fromkeys(names) if name in known]


def more_for_control(t: Table, who: int) -> int:
    """By how much its APL counts higher where markers are controlled (KT-MARK-04)."""
    return max((token.apl_for_control or 0 for token in tokens(t, who)), default=0) if book(t).steadies else 0


def climb_reach(t: Table, who: int, otherwise: int) -> int:
    """How far up terrain may begin that it climbs (KT-TM-02)."""
    return max((token.climb_reach or 0 for token in tokens(t, who)), default=0) or otherwise


# -- repeated and barred actions -------------------------------------------------------------------------------------------------


def second(t: Table, who: int, action: str) -> Token | None:
    """The token that lets an action be performed a second time: one of its actions, and none before that voids it (KT-BASE-18)."""
    actions = t.operative(who).actions
    for token in tokens(t, who):
        if action in token.second_action and not any(name in actions for name in token.forbids_after):
            if not any(actions.count(name) > 1 for name in token.second_action):
                return token
    return None


def may_repeat(t: Table, who: int, action: str) -> bool:
    """Whether something lets an operative perform an action again that it has performed in this activation (KT-ACT-02, KT-BASE-18)."""
    operative = t.operative(who)
    if second(t, who, action) is not None:
        return True
    more = sum(effect.amount for effect in operative.effects if effect.what == AGAIN and effect.name == action)
    return bool(more) and operative.actions.count(action) <= more


def price(t: Table, who: int, action: str, ap: int) -> int:
    """What an action costs an operative now: a second one as its token says, a FALL BACK perhaps less (KT-FALL-01)."""
    operative = t.operative(who)
    if action == FALL_BACK and allowed(t, who, "fall_back_cheap"):
        ap = min(ap, 1)
    if action in operative.actions:
        token = second(t, who, action)
        if token is not None and token.second_action_ap is not None:
            return token.second_action_ap
    return ap


def barred(t: Table, who: int, action: str, why: Why = None) -> bool:
    """Whether a token keeps an operative from an action after what it has done; the check says so."""
    actions = t.operative(who).actions
    spent = fled = False
    for token in tokens(t, who) if actions else ():
        spent = spent or (action in token.forbids_after and any(actions.count(name) > 1 for name in token.second_action))
        fled = fled or (action in token.forbids_after_fall_back and FALL_BACK in actions)
    name = t.name(who)
    return not (
        need(why, not spent, "KT-BASE-18", "no action was performed twice that rules out {} of {}", action, name)
        and need(why, not fled, "KT-BASE-18", "nothing keeps {} from {} after a FALL BACK", name, action)
    )
