"""Characteristics as they are at the moment, within their limits, and the tests made with them (NE-CHAR-04,
NE-CHAR-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier, total
from fireteam.games.necromunda.cards import MENTAL
from fireteam.games.necromunda.dice import test_2d6, test_d6
from fireteam.games.necromunda.windows import Quality, Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

PLAIN = ("m", "s", "t", "w", "a")
"""Characteristics that are plain numbers; of the others a lower number is better."""
BEST = {"m": 8, "ws": 2, "bs": 2, "s": 6, "t": 6, "w": 6, "i": 2, "a": 10} | dict.fromkeys(MENTAL, 3) | {"hnd": 2}
WORST = {"m": 1, "ws": 6, "bs": 6, "s": 1, "t": 1, "w": 1, "i": 6, "a": 1} | dict.fromkeys(MENTAL, 12) | {"hnd": 10}
"""The limits of characteristics (see NE-CHAR-05)."""
TOUGHNESS = "t"


def within_limits(stat: str, value: int) -> int:
    """A characteristic no better and no worse than it can be (NE-CHAR-05)."""
    low, high = sorted((BEST[stat], WORST[stat]))
    return min(max(value, low), high)


def changes(t: Table, who: int, stat: str) -> tuple[Modifier, ...]:
    """All that changes a characteristic of a model now (see NE-CHAR-04)."""
    return t.sum_of(who, Quality.changes, t, who, stat)


def number(t: Table, who: int, stat: str) -> int:
    """A plain characteristic as it counts now: changes are added to the number (NE-CHAR-04)."""
    printed = t.cards[who].stats[stat]
    found = changes(t, who, stat)
    return within_limits(stat, printed + total(found)) if found else printed


def toughness(t: Table, who: int) -> int:
    """The Toughness of a fighter, less its Flesh Wounds; at 0 it is Out of Action (see NE-INJ-02)."""
    return number(t, who, TOUGHNESS) - t.state.models[who].flesh


def movement(t: Table, who: int) -> int:
    """How far a model may move, in hundredths."""
    return 100 * number(t, who, "m")


def half(t: Table, hundredths: int) -> int:
    """Half of a distance: exact, or rounded up to whole inches if the match says so (see NE-STD-14)."""
    if t.house_rule("half_move_rounding") == "up":
        return -(-hundredths // 200) * 100
    return hundredths // 2


def bonus(t: Table, who: int, stat: str, purpose: str, *more: Modifier) -> tuple[Modifier, ...]:
    """All that is added to the dice of a test: what changes the characteristic, and what helps with this purpose."""
    return (*changes(t, who, stat), *t.sum_of(who, Quality.test_bonus, t, who, stat, purpose), *more)


def test(t: Table, who: int, stat: str, purpose: str, about: str, rule: str, *more: Modifier) -> Rule[bool]:
    """A test of a characteristic for a purpose: with one die (WS, BS, I) or two (mental ones, Handling). Modifiers of
    skills add to each other, and a re-roll is used once (NE-SKL-01; see NE-TST-01, NE-TST-02)."""
    if t.says(who, Quality.passes_test, t, who, stat, purpose):
        t.tell("passes", rule, who=t.name(who), about=about)
        return True
    needed, added = t.cards[who].stats[stat], bonus(t, who, stat, purpose, *more)
    roll = test_d6 if stat in ("ws", "bs", "i") else test_2d6
    passed = yield from roll(t, who, needed, added, about, rule)
    rolled_again = False
    if not passed:
        for windows in t.bearers(who):
            for again in windows[Quality.rerolls_test]:
                if not passed and (yield from again(t, who, stat, purpose)):
                    rolled_again = True
                    passed = yield from roll(t, who, needed, added, about, rule)
        for once_more in t.windows[Supplement.rerolls_test]:
            if not passed and not rolled_again and (yield from once_more(t, who, stat)):
                rolled_again = True
                passed = yield from roll(t, who, needed, added, about, rule)
    if not passed:
        for failed in t.windows[Supplement.test_failed]:
            failed(t, who, stat)
    return passed
