"""The actions of close combat: Fight and Coup de Grace, and what ends a Fight (NE-ENG-01, NE-STD-12, NE-STD-13,
NE-CC-09)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, SIMPLE, Activation, Deed, add
from fireteam.games.necromunda.close_combat.fight import Fight, felled
from fireteam.games.necromunda.close_combat.reach import opponents
from fireteam.games.necromunda.movement.moves import begin_move, step_aside
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged, in_arc, near
from fireteam.games.necromunda.status import ACTIVE, ENGAGED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement

MERCY = 1
"""Within so many inches a Seriously Injured enemy can be finished (see NE-STD-12)."""
CONSOLIDATE = 200
"""Hundredths that who has won a Fight may move (see NE-CC-09)."""

kinds(
    fight=("fight", ("NE-ENG-01",)),
    coup_de_grace=("finish {}", ("NE-STD-12",)),
    free_coup_de_grace=("finish {} for free", ("NE-STD-13",)),
    consolidate=("consolidate", ("NE-CC-09",)),
    stay_put=("stay there", ("NE-CC-09",)),
)


# -- Fight -------------------------------------------------------------------------------------------------------------


def has_opponent(t: Table, a: Activation, why: Why) -> bool:
    """A Fight needs somebody to fight (see NE-ENG-01)."""
    return need(why, bool(opponents(t, a.who)), "NE-ENG-01", "an enemy is Engaged with it or within its reach")


def fight(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Fight: close combat attacks against those it is Engaged with (NE-ENG-01)."""
    for instead in t.windows[Supplement.instead_of_fight]:
        if (yield from instead(t, a.who)):
            return
    t.begin(Fight(a.who))


# -- Coup de Grace -----------------------------------------------------------------------------------------------------


def may_finish(t: Table, who: int, foe: int, why: Why = None) -> bool:
    """A Seriously Injured enemy fighter within 1" and in the vision arc (see NE-STD-12)."""
    return (
        need(why, t.is_injured(foe), "NE-STD-12", "{} is Seriously Injured", t.name(foe))
        and need(why, near(t, who, foe, MERCY), "NE-STD-12", '{} is within 1"', t.name(foe))
        and need(why, in_arc(t, who, foe), "NE-STD-12", "{} is in the vision arc", t.name(foe))
    )


def is_unengaged(t: Table, a: Activation, why: Why) -> bool:
    """Not while Engaged with an enemy fighter; a vehicle does not count (see NE-STD-12)."""
    return need(why, not engaged(t, a.who), "NE-STD-12", "it is not Engaged with an enemy fighter")


def victims(t: Table, a: Activation) -> Iterable[Option]:
    """Each Seriously Injured enemy."""
    return [option("coup_de_grace", t.name(foe), args=(foe,)) for foe in t.prey(a.who) if t.is_injured(foe)]


def may_finish_so(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one victim."""
    return may_finish(t, a.who, pick.args[0], why)


def coup_de_grace(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Coup de Grace: a Seriously Injured enemy goes Out of Action, without roll or save (NE-STD-12)."""
    yield from ()
    finish_off(t, a.who, pick.args[0], "NE-STD-12")


def finish_off(t: Table, who: int, foe: int, rule: str) -> None:
    """An enemy is finished."""
    t.tell("finishes", rule, who=t.name(who), target=t.name(foe))
    t.take_out(foe, rule, who)


# -- the end of a Fight ------------------------------------------------------------------------------------------------


class EndOfFight(Supplement):
    """What the winner of a Fight may do (see NE-CC-09)."""

    name = "end of a fight"

    def fight_over(self, t: Table, f: Fight) -> Rule[None]:
        """Who is no longer Engaged because its opponents are down may move up to 2", or finish one that this Fight
        felled (NE-CC-09, NE-STD-13)."""
        free = not engaged(t, f.who)
        beaten = any(not t.in_play(who) or t.is_injured(who) for who in f.attacked)
        if not beaten or not (free or t.house_rule("cdg_free_while_engaged")):
            return
        able = [foe for foe in t.enemies(f.who) if may_finish(t, f.who, foe)] if felled(t, f) else []
        if not free and not able:
            return
        pick: Option = yield t.ask(
            t.player(f.who),
            topic("after the fight of {who}", t.name(f.who)),
            lambda: [
                *(option("free_coup_de_grace", t.name(foe), args=(foe,)) for foe in able),
                *([option("consolidate")] if free else []),
                option("stay_put"),
            ],
        )
        if pick.kind == "free_coup_de_grace":
            finish_off(t, f.who, pick.args[0], "NE-STD-13")
        elif pick.kind == "consolidate":
            begin_move(t, f.who, step_aside(t, f.who, CONSOLIDATE))


add(
    Deed("fight", "NE-ENG-01", BASIC, (ENGAGED, ACTIVE), has_opponent, lambda t, a: [option("fight")], fight),
    Deed("coup_de_grace", "NE-STD-12", SIMPLE, (ACTIVE,), is_unengaged, victims, coup_de_grace, may_finish_so),
)
