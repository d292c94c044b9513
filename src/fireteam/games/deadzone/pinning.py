"""Pinned models: who is pinned, who stands up by force, and what follows when somebody comes among enemies (DZ-PIN)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NOBODY
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


def attackable(t: Table, who: int) -> list[int]:
    """The enemies in a model's place whom it may attack: some spare the pinned (see DZ-AB-HONOUR-01)."""
    foes = t.foes(who)
    if not foes or t.all_say(who, Keyword.may_target_pinned):
        return foes
    return [foe for foe in foes if not t.state.models[foe].pinned]


def strikers(t: Table, who: int, *, leaving: bool = False) -> list[int]:
    """The enemies in a model's place that could attack it as it leaves, or as it gets up: unpinned, with a FIGHT, and
    none that lets it go (see DZ-MOVE-10, DZ-STAND-02, DZ-PIN-05)."""
    strikes = Keyword.may_strike_leavers if leaving else Keyword.may_target_pinned
    return [
        foe for foe in t.foes(who) if not t.state.models[foe].pinned and t.cards[foe].fight and t.all_say(foe, strikes)
    ]


def pick_striker(t: Table, who: int, able: list[int], about: str, *, must: bool) -> Rule[int]:
    """One enemy that attacks a model, or nobody if that is allowed: the opponent picks one of its own models; beside
    enemies of both sides the other player may use one if the opponent has none or wants none
    (see DZ-AB-RAMPAGE-06)."""
    for seat in (1 - t.player(who), t.player(who)):
        mine = [foe for foe in able if t.player(foe) == seat]
        if not mine:
            continue
        pick: Option = yield t.ask(
            seat,
            about,
            lambda mine=mine: [  # type: ignore[misc]
                *(option("strike", t.name(foe), args=(foe,)) for foe in mine),
                *(() if must else (option("no_strike"),)),
            ],
        )
        if pick.kind == "strike":
            striker: int = pick.args[0]
            return striker
    return NOBODY
