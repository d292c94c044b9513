"""Moves by force: throws, slams, falls, and where they end (DZ-SLAM, DZ-FALL)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.damage import harm, withstand
from fireteam.games.deadzone.dice import BASE, Attack, together
from fireteam.games.deadzone.entering import Arrival
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import pin
from fireteam.games.deadzone.scatter import lands_on, scatter_die
from fireteam.games.deadzone.state import Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword
from fireteam.kit import agenda
from fireteam.kit.agenda import Steps, then
from fireteam.space.cubes.quarters import Placing, fitting, quarters_name
from fireteam.space.cubes.steps import Gait, Mode

WALL = GRAVITY = 5
"""What the dice of a wall and of gravity need."""
LONGEST = 8
"""How often a model scatters on before it is put down (see DZ-SCAT-08)."""


# -- where a model stands ----------------------------------------------------------------------------------------------


def settle(t: Table, who: int, place: int) -> Rule[None]:
    """Its owner picks the quarters, and those of friends that have to make room (DZ-MOVE-07, see DZ-MOVE-03,
    DZ-MOVE-15); where too many stand already it takes what it had or the first it can (see DZ-AB-RAMPAGE-05)."""
    mates = t.sharers(who, place)
    placings = t.room_beside(who, place, mates).placings
    if not placings:
        m = t.state.models[who]
        had = m.quarters if m.place == place else 0
        t.put(who, place, had or fitting(t.steps.room(place, t.gaits[who]), t.cards[who].size)[0])
        return

    def offered() -> Sequence[Option]:
        if not placings[0].moved:
            return free_quarters(place, placings)
        found = []
        for placing in placings:
            moved = [
                (mate, quarters)
                for mate, quarters in zip(mates, placing.others, strict=True)
                if quarters != t.state.models[mate].quarters
            ]
            shifts = "".join(f", {t.name(mate)} {quarters_name(quarters)}" for mate, quarters in moved)
            found.append(
                option("quarters", quarters_name(placing.own) + shifts, args=(place, placing.own, tuple(moved)))
            )
        return found

    about = topic("quarters of {who}", t.name(who))
    pick: Option = yield t.ask(t.side(who), about, offered, alike=same_to_odds)
    _, own, moved = pick.args
    t.put(who, place, own)
    for mate, quarters in moved:
        t.put(mate, place, quarters)


@lru_cache(maxsize=1 << 12)
def free_quarters(place: int, placings: tuple[Placing, ...]) -> tuple[Option, ...]:
    """The quarters that a model can take where nobody has to make room."""
    return tuple([option("quarters", quarters_name(found.own), args=(place, found.own, ())) for found in placings])


def same_to_odds(pick: Option) -> object:
    """Where exactly a model stands makes no difference to the sequence under way."""
    return 0


def choose_half(t: Table, who: int, places: list[int]) -> Rule[int]:
    """The half of a split cube, chosen by the owner (see DZ-GEO-09)."""
    pick: Option = yield t.ask(
        t.side(who),
        topic("half for {who}", t.name(who)),
        lambda: [option("half", t.board.place_name(place), args=(place,)) for place in places],
    )
    place: int = pick.args[0]
    return place


# -- slams -------------------------------------------------------------------------------------------------------------


class Slam(Attack):
    """Thrown against a wall: it stays where it was, and the wall's roll is an attack on it (DZ-SLAM-01, DZ-SLAM-04)."""

    kind = "slam"
    solved = True
    who: int

    @staticmethod
    def steps() -> Steps[Table, Slam]:
        return (wall, *together(), then(slammed), *harm())

    def about(self, t: Table) -> str:
        return topic("slam of {who}", t.name(self.who))


def wall(t: Table, s: Slam) -> Rule[None]:
    """3 dice SURVIVE against the wall's 3 dice at 5+, to which nothing is added (see DZ-SLAM-01)."""
    t.tell("slammed", "DZ-SLAM-01", who=t.name(s.who))
    yield from withstand(t, s, s.who, BASE, WALL)


def slammed(t: Table, s: Slam) -> Rule[None]:
    """If the wall wins the model is pinned, and hurt without AP (DZ-SLAM-02)."""
    yield from ()
    if s.difference > 0:
        pin(t, s.who)


# -- falls -------------------------------------------------------------------------------------------------------------


class Fall(Attack):
    """A fall of more than one cube (DZ-FALL-01): gravity's roll is an attack on the model (DZ-FALL-06)."""

    kind = "fall"
    solved = True
    who: int
    height: int

    @staticmethod
    def steps() -> Steps[Table, Fall]:
        return (gravity, *together(), then(fallen), *harm())

    def about(self, t: Table) -> str:
        return topic("fall of {who}", t.name(self.who))


def gravity(t: Table, s: Fall) -> Rule[None]:
    """3 dice at 5+ for two cubes, one more for each further one (DZ-FALL-02)."""
    t.tell("falls", "DZ-FALL-01", who=t.name(s.who), cubes=s.height)
    yield from withstand(t, s, s.who, s.height + 1, GRAVITY)


def fallen(t: Table, s: Fall) -> Rule[None]:
    """Pinned in any case (DZ-FALL-03), unless it cannot be (DZ-FALL-09)."""
    yield from ()
    pin(t, s.who)


def fall(t: Table, who: int, height: int) -> None:
    """A model has come down so many levels from where its step, throw or push began (DZ-FALL-07)."""
    if height > 1 and not t.has(who, Keyword.lands_softly):
        t.begin(Fall(who, height))


# -- throws ------------------------------------------------------------------------------------------------------------


class Throw(agenda.Sequence, Frame):
    """A model is moved one cube by force (see DZ-GEO-18)."""

    kind = "throw"
    who: int
    east: int
    north: int
    pins: bool
    """Whether it is pinned in the end, as by an explosion."""
    up: int = 0
    """Levels, where the match lets a push go up or down (see DZ-AWAY-01)."""
    moved: bool = False

    @staticmethod
    def steps() -> Steps[Table, Throw]:
        """Thrown and down to a floor; then the pin, then what is where it has landed (DZ-FALL-05)."""
        return (fly, then(pinned_by_it, thrown_to_be_pinned), then(arrive, has_landed))


def is_moved_by_force(t: Table, who: int) -> bool:
    """Whether effects move a model: not if it is Solid (see DZ-AB-SOLID-01)."""
    return not t.has(who, Keyword.stays)


def leaves_walkway(t: Table, who: int, goal: int, *, is_open: bool) -> bool:
    """Whether it stands on a tile over empty space and would be moved to anything but another one: nothing does that,
    and no slam either, unless the match says so (DZ-PART-05)."""
    if not t.board.half(t.cube(who)) or t.house_rule("walkway_pushes") != "never_off":
        return False
    return not is_open or not t.board.half(goal)


def fly(t: Table, s: Throw) -> Rule[None]:
    """Into the next cube on its level, and if that has no floor down to one (DZ-AWAY-03); only what blocks it
    completely slams it (DZ-SLAM-03, see DZ-SCAT-05)."""
    if not t.in_play(s.who) or not is_moved_by_force(t, s.who):
        return
    goal = t.board.beside(t.cube(s.who), s.east, s.north, s.up)
    open_to = places_thrown_to(t, s, goal)
    if leaves_walkway(t, s.who, goal, is_open=bool(open_to)):
        return
    if not open_to:
        t.begin(Slam(s.who))
        return
    s.moved = yield from come_down(t, s.who, goal, open_to)


def places_thrown_to(t: Table, s: Throw, goal: int) -> list[int]:
    """The halves of the next cube to which nothing blocks the way (see DZ-GEO-18)."""
    place, size = t.place(s.who), t.cards[s.who].size
    if goal < 0:
        return []
    if s.up:
        found = t.steps.table(Gait(size, Mode.FLY))[place]
    else:
        found = t.steps.throw(place, s.east, s.north, size).places
    return [there for there in t.board.places_of[goal] if found >> there & 1]


def thrown_to_be_pinned(t: Table, s: Throw) -> bool:
    return s.pins


def pinned_by_it(t: Table, s: Throw) -> Rule[None]:
    """Explosions pin whom they reach, thrown or not (see DZ-AB-FRAG-04)."""
    yield from ()
    pin(t, s.who)


def has_landed(t: Table, s: Throw) -> bool:
    return s.moved and t.in_play(s.who)


def arrive(t: Table, s: Throw) -> Rule[None]:
    """It enters the cube where it lands (see DZ-MOVE-17)."""
    yield from ()
    t.begin(Arrival(s.who, forced=True))


def come_down(t: Table, who: int, goal: int, places: list[int]) -> Rule[bool]:
    """Into a cube, and down to a floor if it has none; whether it ends somewhere new (see DZ-SCAT-02). Where it does
    not fit it stays, on its own level; lower down it scatters on (DZ-SCAT-08). It falls past a walkway too small for
    it, or stays where it was (DZ-SCAT-10)."""
    board, seat, name = t.board, t.side(who), t.name(who)
    top = board.level(t.cube(who))
    fitting: list[int] = []
    landing = goal
    for _ in range(LONGEST):
        for floor in board.below(landing):
            landing = floor
            if (yield from lands_on(t, seat, name, floor)):
                break
        if landing != goal:
            places = list(board.places_of[landing])
        fitting = [place for place in places if t.fits(who, place)]
        if fitting:
            break
        if board.level(landing) == top or board.half(landing):
            return False
        east, north = yield from scatter_die(t, seat, name)
        if t.steps.throw(board.places_of[landing][0], east, north, t.cards[who].size).open:
            landing = goal = board.beside(landing, east, north)
            places = list(board.places_of[landing])
    if not fitting:
        free = sum(1 << place for place in range(board.places) if t.fits(who, place))
        fitting = list(t.steps.nearest(landing, free))
    place = fitting[0]
    if len(fitting) > 1:
        place = yield from choose_half(t, who, fitting)
    yield from settle(t, who, place)
    fall(t, who, top - board.level(board.cube_of[place]))
    return True
