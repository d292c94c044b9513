"""What entries in force change where a rule decides: stats, what is ignored, allowed, forbidden, what tokens mean
(KT-BASE-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.refusals import Modifier, Why, need
from fireteam.games.killteam.abilities.entries import Context, book, in_force
from fireteam.games.killteam.overrides import ignored

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import Token
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.table import Table
    from fireteam.space.plane.legs import Gait

FALL_BACK = "FALL BACK"


def changes(t: Table, who: int, stat: str, weapon: Weapon | None) -> list[Modifier]:
    """What entries in force do to a stat; more is better for the operative (see KT-BASE-19)."""
    found = in_force(t, who, "modify", Context(who, weapon=weapon), stat) if ("modify", stat) in book(t).topics else ()
    return [Modifier(effect.value.by, entry.name, entry.id) for entry, effect in found]


def allows(t: Table, who: int, what: str, action: str) -> bool:
    """Whether an entry in force makes something possible for an operative (KT-BASE-18)."""
    return any((effect.value.action or "") == action for _, effect in in_force(t, who, "allow", None, what))


def trained(t: Table, who: int, gait: Gait) -> Gait:
    """How an operative moves by its abilities: climbs at their real height, farther up, or heights ignored (KT-TM-02,
    KT-TM-03)."""
    if not book(t).kinds:
        return gait
    least = 0 if ignored(t, who, "climb_minimum") else gait.least
    return gait._replace(least=least, reach=climb_reach(t, who, gait.reach), flies=ignored(t, who, "vertical"))


# -- tokens ------------------------------------------------------------------------------------------------------------


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


# -- repeated and barred actions ---------------------------------------------------------------------------------------


def second(t: Table, who: int, action: str) -> Token | None:
    """The token that lets an action be performed a second time: one of its actions, and none before that voids it
    (see KT-BASE-18)."""
    actions = t.operative(who).actions
    for token in tokens(t, who):
        if action in token.second_action and not any(name in actions for name in token.forbids_after):
            if not any(actions.count(name) > 1 for name in token.second_action):
                return token
    return None


def price(t: Table, who: int, action: str, ap: int) -> int:
    """What an action costs an operative now: a second one as its token says (KT-ACT-02)."""
    token = second(t, who, action) if action in t.operative(who).actions else None
    return ap if token is None or token.second_action_ap is None else token.second_action_ap


def barred(t: Table, who: int, action: str, why: Why = None) -> bool:
    """Whether a token keeps an operative from an action after what it has done; the check says so."""
    actions = t.operative(who).actions
    spent = fled = False
    for token in tokens(t, who) if actions else ():
        spent = spent or (
            action in token.forbids_after and any(actions.count(name) > 1 for name in token.second_action)
        )
        fled = fled or (action in token.forbids_after_fall_back and FALL_BACK in actions)
    name = t.name(who)
    return not (
        need(why, not spent, "KT-BASE-18", "no action was performed twice that rules out {} of {}", action, name)
        and need(why, not fled, "KT-BASE-18", "nothing keeps {} from {} after a FALL BACK", name, action)
    )
