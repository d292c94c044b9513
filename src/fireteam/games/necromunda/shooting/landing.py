"""Hits that have landed: everybody hit is Pinned, then knocked back, then the hits are resolved one by one
(NE-SHT-10, NE-SHT-12)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.necromunda.hits import BLAST, RANGED, TEMPLATE, TRAP, Hit, Strike, trait_windows
from fireteam.games.necromunda.positions import engaged
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.kit.agenda import Sequence, Steps, repeat, then

PINNING = (RANGED, BLAST, TEMPLATE, TRAP)
"""Hits that Pin; those of close combat, falls, fires and collisions do not by themselves."""


class Landing(Sequence, Frame):
    """The hits of one attack, all scored: Pinning with its tests, Knockback, then hit by hit (see NE-SHT-12)."""

    kind = "landing"
    solved = True
    strikes: tuple[Strike, ...]
    pinned: int = 0
    """How many of those hit have been Pinned, or could not be."""
    where: tuple[tuple[int, int, int], ...] = ()
    """Where each of them was before, as `victims` lists them."""
    fallen: tuple[int, ...] = ()
    """Who fell as it was Pinned, and is not knocked back (see NE-TRT-03)."""
    knocked: int = 0
    resolved: int = 0

    @staticmethod
    def steps() -> Steps[Table, Landing]:
        """Everybody hit is Pinned before the first hit is resolved (see NE-SHT-10)."""
        return (
            repeat(pin_next, pins_left),
            then(see_who_fell),
            repeat(knock_next, knocks_left),
            repeat(resolve_next, hits_left),
        )


def victims(strikes: tuple[Strike, ...]) -> list[int]:
    """Everybody hit, once."""
    return list(dict.fromkeys(strike.on for strike in strikes))


def pins_left(t: Table, landing: Landing) -> bool:
    """Whether somebody hit may still be Pinned."""
    return landing.pinned < len(victims(landing.strikes))


def pin_next(t: Table, landing: Landing) -> Rule[bool]:
    """The next of those hit is Pinned: several hits of one attack Pin once (see NE-SHT-10)."""
    who = victims(landing.strikes)[landing.pinned]
    landing.pinned += 1
    m = t.model(who)
    landing.where = (*landing.where, (m.x, m.y, m.z))
    strike = next(strike for strike in landing.strikes if strike.on == who)
    if strike.kind in PINNING and all(pins() for pins in trait_windows(strike.traits)[Trait.pins]):
        yield from pin(t, who, strike)
    return True


def pin(t: Table, who: int, strike: Strike) -> Rule[None]:
    """A Standing and Active fighter hit by a ranged attack is Pinned, wounded or not; Engaged ones never are
    (NE-SHT-10)."""
    if not t.stands(who) or engaged(t, who):
        return
    for windows in t.bearers(who):
        for keeps in windows[Quality.would_be_pinned]:
            if (yield from keeps(t, who, strike)):
                return
    t.pin(who, "NE-SHT-10")
    for near_edge in t.windows[Supplement.went_prone]:
        yield from near_edge(t, who)


def see_who_fell(t: Table, landing: Landing) -> Rule[None]:
    """Who is no longer where it was fell from an edge (see NE-TRT-03)."""
    yield from ()
    now = [(t.model(who).x, t.model(who).y, t.model(who).z) for who in victims(landing.strikes)]
    landing.fallen = tuple(
        who for who, was, at in zip(victims(landing.strikes), landing.where, now, strict=True) if was != at
    )


def knocks_left(t: Table, landing: Landing) -> bool:
    """Whether a hit may still knock somebody back."""
    return landing.knocked < len(landing.strikes)


def knock_next(t: Table, landing: Landing) -> Rule[bool]:
    """What the next hit does before any is resolved (see NE-TRT-03)."""
    place = landing.knocked
    landing.knocked += 1
    for knocks in trait_windows(landing.strikes[place].traits)[Trait.knocks]:
        on = landing.strikes[place].on
        if t.in_play(on) and on not in landing.fallen:
            changed = yield from knocks(t, landing.strikes[place])
            landing.strikes = (*landing.strikes[:place], changed, *landing.strikes[place + 1 :])
    return True


def hits_left(t: Table, landing: Landing) -> bool:
    """Whether a hit is still to be resolved."""
    return landing.resolved < len(landing.strikes)


def resolve_next(t: Table, landing: Landing) -> Rule[bool]:
    """The next hit; one that is Out of Action takes no more (see NE-HIT-01)."""
    yield from ()
    strike = landing.strikes[landing.resolved]
    landing.resolved += 1
    if t.in_play(strike.on):
        t.begin(Hit(strike))
    return True
