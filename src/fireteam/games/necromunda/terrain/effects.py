"""Terrain that is switched on and off: smoke vents and fuel pipes (NE-TER-10, NE-TER-17)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import Activation, Deed
from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.hits import Strike
from fireteam.games.necromunda.marks import outline_of
from fireteam.games.necromunda.movement.falling import set_clear
from fireteam.games.necromunda.scenarios import has_special
from fireteam.games.necromunda.state import Frame, Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import near_thing
from fireteam.games.necromunda.windows import Supplement

VENT, PIPE = "smoke-vent", "fuel-pipe"
IDLE, ON, DEAD = "off", "on", "dead"
"""Neither; acting; switched off at a terminal. The number is the round in whose End phase that runs out."""
TRIGGER, EAGER = 6, 4
"""From which face on a piece switches itself on: usually, and where something makes it restless (see NE-TER-10)."""
SMOKE_REACH, SLICK_REACH = 6.0, 3.0
SMOKE_TALL = 12.0
MOVES = ("move", "carry")
BLAZE = "Blaze"


class Effects(Supplement):
    """Vents and pipes."""

    name = "effects"

    def effects_end(self, t: Table) -> Rule[None]:
        """What was switched for this round runs out (see NE-TERM-04, NE-TER-10)."""
        yield from ()
        for piece in pieces(t):
            if piece.state != IDLE and piece.number <= t.state.round:
                t.put(piece._replace(state=IDLE, number=0))
                t.tell("switched", "NE-TER-10", thing=piece.id, state=IDLE)

    def terrain_acts(self, t: Table, e: Frame) -> Rule[bool]:
        """Random pieces switch on at 6+ in each End phase until the next, piece by piece (NE-TER-10)."""
        for piece in pieces(t):
            if piece.state != IDLE:
                continue
            least = trigger_of(t, piece)
            about = topic("whether {thing} acts", piece.id)
            face = yield from d6(t.state.priority, about, tuple(1 if face < least else least for face in range(1, 7)))
            t.tell("effect_roll", "NE-TER-10", thing=piece.id, shown=face, needed=least, on=face >= least)
            if face >= least:
                t.put(piece._replace(state=ON, number=t.state.round + 1))
        return False

    def clouds(self, t: Table) -> Iterable[tuple[int, int, int, float, float]]:
        """A vent that is on hides all within 6" of it as smoke does (see NE-TER-17)."""
        found = []
        for vent in pieces(t, VENT, state=ON):
            polygon = outline_of(t, vent.id)
            for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
                found.append((x0, y0, vent.z, SMOKE_REACH, SMOKE_TALL))
                found.append(((x0 + x1) // 2, (y0 + y1) // 2, vent.z, SMOKE_REACH, SMOKE_TALL))
        return found

    def forbids(self, t: Table, a: Activation, deed: Deed, why: Why) -> bool:
        """A fighter in foul air makes one Move in an activation, unless it has a breather (see NE-TER-17)."""
        if deed.name not in MOVES or t.is_vehicle(a.who) or not t.model(a.who).done & {*MOVES}:
            return False
        choked = in_smoke(t, a.who) and not t.fighter(a.who).carries("breather")
        return not need(why, not choked, "NE-TER-17", "it has not moved yet in the smoke of a vent")

    def strength_added(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        """Blaze hits in the smoke of a vent have 1 more Strength (see NE-TER-17)."""
        burns = BLAZE in strike.traits and pieces(t, VENT, state=ON) and in_smoke(t, strike.on)
        return (Modifier(1, "foul air", "NE-TER-17"),) if burns else ()

    def moved(self, t: Table, who: int, purpose: str) -> Rule[None]:
        """A Move that ends within 3" of a pipe that is on (see NE-TER-17)."""
        if purpose in MOVES and t.in_play(who) and t.stands(who) and on_slick(t, who):
            yield from slip(t, who)

    def charged(self, t: Table, who: int) -> Rule[None]:
        """A charger that slips does not fight, and is set 1" from every enemy (see NE-TER-17)."""
        if t.stands(who) and on_slick(t, who):
            yield from slip(t, who)
            if t.in_play(who) and not t.stands(who):
                yield from set_clear(t, who, "NE-TER-17")

    def lends_ammo(self, t: Table, who: int, profile: Profile) -> bool:
        """Near a pipe Blaze weapons lose Scarce (see NE-TER-17)."""
        return profile.has(BLAZE) and near_pipe(t, who)

    def surely_reloads(self, t: Table, who: int, profile: Profile) -> bool:
        """Those without it gain Plentiful (see NE-TER-17)."""
        return profile.has(BLAZE) and not profile.has("Scarce") and near_pipe(t, who)


def pieces(t: Table, *kinds: str, state: str = "") -> list[Thing]:
    """The pieces that are still there, perhaps of a kind and in a state."""
    return [
        thing
        for thing in t.things(*(kinds or (VENT, PIPE)))
        if thing.state != GONE and (not state or thing.state == state)
    ]


def trigger_of(t: Table, piece: Thing) -> int:
    """From which face on a piece switches itself on (see NE-EVT-03, NE-EVT-04)."""
    restless = t.state.environment == "foundry" or t.state.event == "restless"
    foul = piece.kind == VENT and has_special(t, "bad-air")
    return EAGER if restless or foul else TRIGGER


def switch(t: Table, id: str, *, on: bool) -> None:
    """A piece is switched at a terminal; what is on already stays as it is (see NE-TERM-04)."""
    piece = t.thing(id)
    if on and piece.state != ON:
        t.put(piece._replace(state=ON, number=t.state.round))
    elif not on:
        t.put(piece._replace(state=DEAD, number=t.state.round + 1))
    t.tell("switched", "NE-TERM-04", thing=id, state=ON if on else DEAD)


def in_smoke(t: Table, who: int) -> bool:
    """Whether somebody is within 6" of a vent that is on."""
    return any(near_thing(t, who, vent, SMOKE_REACH) for vent in pieces(t, VENT, state=ON))


def near_pipe(t: Table, who: int) -> bool:
    """Whether somebody is within 3" of a pipe, on or off."""
    return any(near_thing(t, who, pipe, SLICK_REACH) for pipe in pieces(t, PIPE))


def on_slick(t: Table, who: int) -> bool:
    """Whether a fighter is within 3" of a pipe that is on."""
    return not t.is_vehicle(who) and any(near_thing(t, who, pipe, SLICK_REACH) for pipe in pieces(t, PIPE, state=ON))


def slip(t: Table, who: int) -> Rule[None]:
    """What the pieces do: a vent hides, chokes and feeds fire; near a pipe that is on whoever ends a Move or a Charge
    passes Initiative or is Pinned; near any pipe Blaze weapons are easily loaded (NE-TER-17)."""
    if not (yield from test(t, who, "i", "slick", topic("{who} on spilt fuel", t.name(who)), "NE-TER-17")):
        t.pin(who, "NE-TER-17")
        for near_edge in t.windows[Supplement.went_prone]:
            yield from near_edge(t, who)
