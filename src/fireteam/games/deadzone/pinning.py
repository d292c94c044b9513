"""Pinned models: who is pinned, who stands up by force, and what follows when somebody comes among enemies (DZ-PIN)."""

from __future__ import annotations

from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword


def can_be_pinned(t: Table, who: int) -> bool:
    """Constructs and Solid models never are (DZ-PIN-07)."""
    return not t.has(who, Keyword.stands)


def pin(t: Table, who: int) -> None:
    """A model is pinned until it stands up (DZ-PIN-01); pinned again it stays as it is (DZ-PIN-08); if it is the active
    one its activation ends (DZ-PIN-02)."""
    if not t.in_play(who) or not can_be_pinned(t, who):
        return
    if not t.state.models[who].pinned:
        t.lay_down(who)
    t.cut_short(who)


def stand_for_free(t: Table, who: int) -> None:
    """It stands up without an action, and its activation marker stays as it is (DZ-PIN-09)."""
    t.set_upright(who)


def strikers(t: Table, who: int, *, pinned_before: bool = False) -> list[int]:
    """The enemies in a model's place that could attack it: unpinned and with a FIGHT, and none that spares the pinned
    where it was (see DZ-MOVE-10, DZ-STAND-02, DZ-PIN-05)."""
    return [
        foe
        for foe in t.foes(who)
        if not t.state.models[foe].pinned
        and t.cards[foe].fight
        and (not pinned_before or t.all_say(foe, Keyword.may_target_pinned))
    ]
