"""What the rules of a weapon let an operative do: the windows they hang in, and what the chapters ask of them
(KT-WR-00)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import Spread, Weapon, WeaponRule, options_of
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.games.killteam.table import Table


class Known(dict[str, WeaponRule]):
    """Every rule of a weapon or of dice that content has brought, by its text. A text nobody has seen is that of a
    weapon rule."""

    reader: Callable[[str], WeaponRule]
    """Reads the text of a weapon rule; content brings it along."""

    def __missing__(self, text: str) -> WeaponRule:
        rule = self[text] = self.reader(text)
        return rule

    def add(self, rule: WeaponRule) -> str:
        """The text by which a rule is known from now on."""
        self.setdefault(rule.name, rule)
        return rule.name


KNOWN = Known()


@lru_cache(maxsize=2048)
def windows_of(rules: tuple[str, ...]) -> Windows:
    """The windows in which rules of a weapon or of dice hang, those of one sort taken together (KT-WR-00)."""
    sorts: dict[type[WeaponRule], list[WeaponRule]] = {}
    for text in rules:
        rule = KNOWN[text]
        sorts.setdefault(type(rule), []).append(rule)
    hanging = [one for sort in sorted(sorts, key=lambda sort: sort.place) for one in sort.together(sorts[sort])]
    return Windows(WeaponRule, hanging)


@lru_cache(maxsize=2048)
def hanging(rules: tuple[str, ...], window: Callable[..., Any]) -> tuple[WeaponRule, ...]:
    """Those of the rules that hang in a window, each with its x, the same one once."""
    every = dict.fromkeys(KNOWN[text] for text in rules)
    return tuple(rule for rule in every if getattr(type(rule), window.__name__) is not window)


def without(rules: tuple[str, ...], left_out: Sequence[WeaponRule]) -> tuple[str, ...]:
    """The rules but for those whose x is not used (see KT-WR-00)."""
    return tuple(text for text in rules if KNOWN[text] not in left_out)


def which_x(t: Table, who: int, word: str, found: Sequence[WeaponRule]) -> Rule[WeaponRule]:
    """Of one rule with several x that come to something else the operative's player picks the one that is used; the
    strongest is named first (see KT-WR-00)."""
    if len(found) == 1:
        return found[0]
    pick: Option = yield t.ask(
        t.operative(who).seat,
        topic("{rule} that {who} uses", word, t.name(who)),
        options_of("use_x", [rule.name for rule in found]),
    )
    t.tell("picked_x", "KT-WR-00", who=t.name(who), text=pick.args[0])
    return next(rule for rule in found if rule.name == pick.args[0])


# -- what the actions ask ----------------------------------------------------------------------------------------------


def may_use(t: Table, who: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether the weapon's own rules let the operative use it now (KT-WR-09, KT-WR-10, KT-WR-13)."""
    operative = t.operative(who)
    return all(allows(t, operative, weapon, why) for allows in windows_of(weapon.rules)[WeaponRule.allows_use])


def may_perform(t: Table, who: int, action: str, why: Why = None) -> bool:
    """Whether the weapons it has used in this activation let the operative perform the action (KT-WR-09, KT-WR-10)."""
    operative = t.operative(who)
    used = [weapon for weapon in t.card(who).weapons if weapon.id in operative.weapons]
    return all(
        allows(t, operative, weapon, action, why)
        for weapon in used
        for allows in windows_of(weapon.rules)[WeaponRule.allows_action]
    )


def has_range(weapon: Weapon) -> bool:
    """Whether the weapon has a Range (KT-WR-17)."""
    return bool(windows_of(weapon.rules)[WeaponRule.reaches])


def in_range(weapon: Weapon, distance: int, why: Why = None) -> bool:
    """Whether a target so far away, in hundredths of an inch, can be valid (KT-WR-17)."""
    return all(reaches(distance, why) for reaches in windows_of(weapon.rules)[WeaponRule.reaches])


def range_of(weapon: Weapon) -> float:
    """The inches that no target of the weapon is farther than; infinite if it has no Range (KT-WR-17)."""
    return min((farthest() for farthest in windows_of(weapon.rules)[WeaponRule.farthest]), default=inf)


def concealed_use(weapon: Weapon) -> bool:
    """Whether the weapon shoots in spite of a Conceal order (KT-WR-24)."""
    return bool(windows_of(weapon.rules)[WeaponRule.shoots_concealed])


def hides(weapon: Weapon, cover: Sequence[frozenset[str]]) -> bool:
    """Whether cover by parts with these traits hides a Conceal target from the weapon (KT-WR-21, KT-WR-22)."""
    seekers = windows_of(weapon.rules)[WeaponRule.sees_past]
    return any(not any(sees_past(traits) for sees_past in seekers) for traits in cover)


def spreads(weapon: Weapon) -> tuple[Spread, ...]:
    """How far a weapon reaches round its primary target (KT-WR-03, KT-WR-27)."""
    return tuple([spread() for spread in windows_of(weapon.rules)[WeaponRule.spread]])


def nearby(weapon: Weapon) -> int:
    """How far from its target a Devastating of the weapon reaches, in inches; 0: no further than the target
    (KT-WR-08)."""
    return max((reach() for reach in windows_of(weapon.rules)[WeaponRule.nearby]), default=0)
