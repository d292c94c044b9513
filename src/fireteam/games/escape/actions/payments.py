"""Paying for actions: with one's own, a Pilot's, a Revolution token or equipment. How is the player's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fireteam.core.questions import Option, Rule
from fireteam.games.escape.actions.reach import free_within
from fireteam.games.escape.state import COMBAT, MOVEMENT, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill, Supplement

STATISTIC_KEYS = ("mvt", "cbt", "int")
NOWHERE = -1
"""Off the board, for whoever pays to leave it."""
PAYMENT = "{who} pays {statistic}"
"""The form of the question how an action is paid for."""


def payable(t: Table, c: Character, statistic: int, *, attack: bool = False, keep: bool = False) -> bool:
    """Whether the active character can perform one more action of that kind (see ES-PROF-02, ES-PROF-09)."""
    if c.left(statistic) > 0:
        return True
    return bool(_extra(t, c, statistic, attack, keep)) or any(
        option for pays in _others(t, c) for option in pays(t, c, statistic)
    )


def _others(t: Table, c: Character) -> tuple[Callable[[Table, Character, int], Iterable[Option]], ...]:
    """Who else could pay for an action of a character."""
    return (*t.hooks(c, Skill.payments), *t.windows[Supplement.payments])


def payments(
    t: Table, c: Character, statistic: int, *, attack: bool = False, keep: bool = False, to: int | None = None
) -> Sequence[Option]:
    """Every way to pay for one action. Extra actions stand outside the maximum: they may be used first (ES-PROF-09).

    `keep`: the action is about the carried token itself, which therefore cannot pay for it. `to`: where the payer
    stands afterwards, if not where it stands now. A free square must stay in reach of an
    occupied one (see ES-EVT-08).
    """
    s = t.state
    found = _payments(t, c, statistic, attack, keep)
    if not (s.sharing if to is None else to >= 0 and s.occupied >> to & 1):
        return found
    square = c.square if to is None else to
    return [pick for pick in found if free_within(t, c, square, movement_pool(t, c, statistic, pick))]


def _payments(t: Table, c: Character, statistic: int, attack: bool, keep: bool) -> Sequence[Option]:
    if not (c.holds or t.state.revolution or t.ground.cards[c.index].robot):  # then nothing else could pay
        return t.ground.pay_own if c.left(statistic) > 0 else ()
    option = t.ground.option
    found = [option("pay_own")] if c.left(statistic) > 0 else []
    for pays in _others(t, c):
        found.extend(pays(t, c, statistic))
    label = _extra(t, c, statistic, attack, keep)
    if label:
        found.append(option("pay_equipment", label))
    return found


def _extra(t: Table, c: Character, statistic: int, attack: bool, keep: bool) -> str:
    """Equipment that gives an extra action: the Datadisk any kind (ES-EQ-03), Combat drugs an attack only
    (ES-EQ-04)."""
    if not c.holds or keep:
        return ""
    kind = t.equipment(c)
    if kind is None or STATISTIC_KEYS[statistic] not in kind.extra_actions:
        return ""
    only_attacks = kind.extra_actions == ("cbt",)
    return kind.label if attack or not only_attacks else ""


def pay(
    t: Table, c: Character, statistic: int, *, attack: bool = False, keep: bool = False, to: int | None = None
) -> Rule[None]:
    """Spend one action of a kind; the owner chooses how (ES-ACT-05, ES-FAC-09, ES-FAC-10, ES-SKILL-10)."""
    about = t.ground.pay_topics[c.index][statistic]
    pick: Option = yield t.ask(c.side, about, lambda: payments(t, c, statistic, attack=attack, keep=keep, to=to))
    if pick.kind == "pay_own":
        t.spend(c, statistic)
    elif pick.kind == "pay_equipment":
        token = t.carried(c)
        assert token is not None
        t.discard(token, "ES-EQ-03" if statistic != COMBAT or token.label == "datadisk" else "ES-EQ-04")
    else:
        for paid in (*t.hooks(c, Skill.paid), *t.windows[Supplement.paid]):
            paid(t, c, statistic, pick)


def movement_pool(t: Table, c: Character, statistic: int = MOVEMENT, pick: Option | None = None) -> int:
    """All Movement actions a character could still perform once an action has been paid for in one way: its own, and
    those that others and what it carries could pay for (ES-EVT-08)."""
    others = (*t.hooks(c, Skill.spare_movement), *t.windows[Supplement.spare_movement])
    kind = "" if pick is None else pick.kind
    own = c.left(MOVEMENT) - (kind == "pay_own" and statistic == MOVEMENT)
    extra = kind != "pay_equipment" and _extra(t, c, MOVEMENT, False, False) != ""
    return own + extra + sum(spare(t, c, statistic, pick) for spare in others)
