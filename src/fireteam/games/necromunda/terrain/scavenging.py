"""Scavenging for loot while the Old Cache is in play (NE-BAD-01 to NE-BAD-03)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, Activation, Deed
from fireteam.games.necromunda.conditions import INSANE
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near
from fireteam.games.necromunda.state import Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.loot import CASKET
from fireteam.games.necromunda.terrain.nearness import ask_place, beside, has_place
from fireteam.games.necromunda.windows import Supplement

OLD_CACHE = "old-cache"
FOUNDRY, HAUNTED = "foundry", "haunted"
FINDS = 6
"""What a D6 and the friends near by must reach (see NE-BAD-01)."""
FRIENDS = 6
WOUNDS = 2
"""Of a casket (see NE-TER-16)."""

kinds(
    scavenge=("scavenge", ("NE-BAD-01",)),
)


class Scavenging(Supplement):
    """What can be found while the Old Cache is in play."""

    name = "scavenging"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (SCAVENGE,)


def is_in_play(t: Table, a: Activation, why: Why) -> bool:
    """The Old Cache is in play, and a casket would have room."""
    return need(why, t.state.event == OLD_CACHE, "NE-BAD-01", "the Old Cache is in play") and need(
        why, has_place(beside(t, a.who, "NE-BAD-01")), "NE-BAD-01", "a casket has room beside it"
    )


def needed(t: Table) -> int:
    """In an old foundry a casket is found on 4+ (NE-BAD-02)."""
    return 4 if t.state.environment == FOUNDRY else FINDS


def scavenge(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Scavenge: a D6 and 1 for each other friendly fighter within 6"; 6 or more turns up a casket, set touching the
    fighter (NE-BAD-01)."""
    who = a.who
    friends = sum(not t.is_vehicle(one) and near(t, who, one, FRIENDS) for one in t.friends(who))
    about = topic("{who} scavenges", t.name(who))
    face = yield from d6(t.roller(who), about)
    least = needed(t)
    found = face + friends >= least
    t.tell("tested", "NE-BAD-01", who=t.name(who), about=about, shown=face, bonus=friends, needed=least, passed=found)
    if found:
        region = beside(t, who, "NE-BAD-01")
        x, y, z, _ = yield from ask_place(
            t, t.player(who), topic("where {who} puts what it found", t.name(who)), region
        )
        t.put(Thing(t.new_id(CASKET), CASKET, x, y, z, number=WOUNDS))
    else:
        yield from whispers(t, who)


def whispers(t: Table, who: int) -> Rule[None]:
    """In a haunted place a failed Scavenge calls for a Willpower test, or the fighter is Insane (NE-BAD-03)."""
    if t.state.environment == HAUNTED:
        if not (yield from test(t, who, "wil", "scavenge", topic("whispers for {who}", t.name(who)), "NE-BAD-03")):
            t.afflict(who, INSANE, "NE-BAD-03")


SCAVENGE = Deed("scavenge", "NE-BAD-01", DOUBLE, (ACTIVE,), is_in_play, lambda t, a: [option("scavenge")], scavenge)
