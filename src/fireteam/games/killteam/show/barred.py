"""What one might want to do at a question of a battle and may not: an entry for each action, each target, each
operative."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import form_of, names_of
from fireteam.games.killteam.actions.action import Deed, May, deeds_of, may_act
from fireteam.games.killteam.actions.conditions import ACTIVATION, COUNTERACT, INTERRUPT
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.markers import PORTABLE
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.show import looking, questions, refusals
from fireteam.games.killteam.show.labels import MENU
from fireteam.games.killteam.show.notes import ACTIONS
from fireteam.games.killteam.show.words import describe
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.stats import apl
from fireteam.kit.reasons import Law, Wish, nearest, refused
from fireteam.kit.words import upper

if TYPE_CHECKING:
    from fireteam.games.killteam.table import Table

MODES = {"action of {who}": ACTIVATION, "counteraction of {who}": COUNTERACT, "interrupt by {who}": INTERRUPT}
UNTHOUGHT = ("KT-PLAC-01", "KT-EQ-15", "KT-EQ-23", "KT-VOLK-07", "KT-HATCH-01")
"""Rules by which an action is no wish at all: nobody to fall back from, nothing carried, no door beside it, nothing
left."""
NO_MARKER = "KT-PICK-01"


# -- points ------------------------------------------------------------------------------------------------------------


def points(t: Table, question: Choose) -> tuple[int, int] | None:
    """The action points that the active operative of a seat has left, and its APL (see KT-ACT-01)."""
    who = t.state.active
    if who == NOBODY or t.state.phase != "activation" or t.operative(who).seat != question.seat:
        return None
    most = apl(t, who)
    return max(0, most - t.operative(who).ap), most


def cost(t: Table, question: Choose, pick: Option) -> int | None:
    """What an action costs in an activation; everywhere else nothing is paid (see KT-ACT-01)."""
    if form_of(question.topic) != "action of {who}":
        return None
    if pick.kind != "action":
        return 0
    found = deeds_of(t, t.number(names_of(question.topic)["who"]))
    return next(deed.ap for deed in found if deed.name == pick.args[0])


# -- wishes ------------------------------------------------------------------------------------------------------------


def wishes(t: Table, question: Choose) -> Iterator[Wish]:
    """All that one might think of, the likeliest first."""
    form = form_of(question.topic)
    if form in MODES:
        offered = {pick.args[0] for pick in question.options if pick.kind == "action"}
        yield from _actions(t, t.number(names_of(question.topic)["who"]), MODES[form], offered)
    elif form in WORTH_TELLING:
        kind, worth_telling = WORTH_TELLING[form]
        for key, law in refusals.thoughts(t, question):
            if worth_telling(t, question, key):
                yield _wish(t, kind, key, law)


def _wish(t: Table, kind: str, key: str, law: Law) -> Wish:
    pick = option(kind, key if kind == "gambit" else key.rsplit(maxsplit=1)[-1])
    text = describe(t.setting.names, pick)
    return Wish(key, upper(text), MENU.group_of.get(kind, MENU.other), law, questions.place_of(t, pick))


def _own(t: Table, question: Choose, key: str) -> bool:
    """Whether a key names an operative of the seat in the killzone."""
    operative = next((one for one in t.state.operatives if one.name == key.rsplit(maxsplit=1)[-1]), None)
    return operative is not None and operative.seat == question.seat and operative.status == KILLZONE


def _any(t: Table, question: Choose, key: str) -> bool:
    return True


def _but_pass(t: Table, question: Choose, key: str) -> bool:
    return key != "pass"


def _ranged(t: Table, question: Choose, key: str) -> bool:
    """Whether a key names a weapon to shoot with."""
    who = t.number(names_of(question.topic)["who"])
    return any(weapon.ranged for weapon in t.weapons(who) if weapon.id == key.rsplit(maxsplit=1)[-1])


WORTH_TELLING: dict[str, tuple[str, Callable[[Table, Choose, str], bool]]] = {
    "operative to activate": ("activate", _own),
    "counteract": ("counteract", _own),
    "gambit": ("gambit", _but_pass),
    "weapon of {who}": ("weapon", _ranged),
    "target of {who}": ("target", _any),
    "further target of {who}": ("target", _any),
}
"""Questions at which what could be thought of is told, by their form: its kind, and which of it."""


def _actions(t: Table, who: int, mode: str, offered: set[str]) -> Iterator[Wish]:
    """Every action of an operative that is not on offer, those of the book first."""
    places = {name: place for place, name in enumerate(ACTIONS)}
    for deed in sorted(deeds_of(t, who), key=lambda deed: places.get(deed.name, 2)):
        if deed.name in offered:
            continue
        pick = option("action", deed.name)
        quick = deed._replace(may=QUICK.get(deed.name, deed.may))
        refusal = nearest(((pick.key, partial(may_act, t, who, quick, mode)),))
        if refusal is not None and _thinkable(t, who, deed, refusal.decisive):
            text = upper(describe(t.setting.names, pick))
            yield Wish(pick.key, text, MENU.group_of["action"], refused(refusal))


def _thinkable(t: Table, who: int, deed: Deed, check: Check) -> bool:
    """Whether one might think of an action that fails by this check."""
    if check.rule == NO_MARKER and deed.name == "PICK UP MARKER":
        return any(PORTABLE in marker.tags for marker in t.state.markers.values() if marker.carrier == NOBODY)
    if deed.name == "FALL BACK" and not moves.engaged_with(t, t.ground, who):
        return False
    return check.rule not in UNTHOUGHT


def _shot(t: Table, who: int, mode: str, why: Why) -> bool:
    """The law of a shot at the nearest enemy, with the weapon that comes nearest to it (see KT-SHOOT-03)."""
    enemy = min(refusals.enemies_of(t, who), key=lambda other: _away(t, who, other), default=NOBODY)
    weapons = looking.armed_weapons(t, who, enemy) if enemy != NOBODY else []
    laws = [(weapon.id, partial(looking.may_be_shot, t, who, enemy, weapon)) for weapon in weapons]
    refusal = nearest(laws)
    if refusal is None:
        return not weapons and need(why, False, "KT-SHOOT-02", "{} has a ranged weapon", t.name(who))
    if why is not None:
        why += refusal.checks
    return False


QUICK: dict[str, May] = {"SHOOT": _shot}
"""Laws of actions that are not on offer, where the book's own would look at every enemy again."""


def _away(t: Table, who: int, other: int) -> int:
    one, two = t.operative(who), t.operative(other)
    return (one.x - two.x) ** 2 + (one.y - two.y) ** 2
