"""Explosions: everybody in a cube is hit, hurt and flung out (DZ-AB-FRAG, DZ-AB-BLAST, DZ-AB-BOOM)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.pools import Pool, alone
from fireteam.core.questions import Option, Roll, Rule, Ways
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import SHORT, Activation, Deed, always, plain
from fireteam.games.deadzone.cards import Word, keyword
from fireteam.games.deadzone.damage import (
    absorb,
    arms,
    bury,
    die,
    is_won,
    lay_damage,
    reach,
    reckon,
    shield_left,
    survive_side,
)
from fireteam.games.deadzone.dice import OTHER, SIDES, Attack, before_survive, side_of, together, unmodified
from fireteam.games.deadzone.forced import Throw, is_moved_by_force
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import pin
from fireteam.games.deadzone.scatter import scatter_die
from fireteam.games.deadzone.state import NOBODY, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, aftermath, back_to, repeat, then, when
from fireteam.kit.supplements import Windows

STRENGTH = 4
"""What a die of an explosion, or of a fire, needs."""
BEYOND = 8
"""How many successes more than dice odds tell apart."""


# -- what happens to everybody in a cube -------------------------------------------------------------------------------


class Area(Sequence, Frame):
    """An attack on all models in a cube, who are known when it is made: Medics and shields serve all of them until all
    damage is counted (DZ-MEET-02)."""

    cube: int
    dice: int
    ap: int
    seat: int
    who: int
    """Who has attacked; nobody where that is not known."""
    number: int
    """With which weapon."""
    victims: tuple[int, ...]
    target: int = NOBODY
    """The one of them that was aimed at; nobody where it was the cube."""
    strength: int = 0
    lost: tuple[int, ...] = ()
    """What each of the first victims loses."""
    hurt: tuple[tuple[int, int], ...] = ()
    """Who of those that were shot at has lost HP and lives, and how many, if somebody watches that."""


def strike_all() -> Steps[Table, Area]:
    """Each victim by itself, then damage for all (see DZ-MEET-02)."""
    return (
        when(next_victim, victims_left),
        then(note_loss, victims_left),
        back_to(next_victim, victims_left),
        then(hurt_all),
    )


def victims_left(t: Table, s: Area) -> bool:
    return len(s.lost) < len(s.victims)


def next_victim(t: Table, s: Area) -> Rule[None]:
    """Everybody in the cube, friend or foe, rolls its own SURVIVE (DZ-AB-FRAG-02)."""
    yield from ()
    victim = s.victims[len(s.lost)]
    t.begin(Struck(victim, s.strength, s.seat, s.ap, s.who, s.number, primary=victim == s.target))


def note_loss(t: Table, s: Area) -> Rule[None]:
    """What it loses is laid when all have rolled (see DZ-DMG-09)."""
    yield from ()
    s.lost = (*s.lost, s.returned)
    s.returned = 0


def hurt_all(t: Table, s: Area) -> Rule[None]:
    """Damage for all first (see DZ-DMG-09), then who has died is removed: of several that explode, the active player
    says which goes off first (DZ-MEET-04)."""
    rule = "DZ-AB-FRAG-03" if s.target == NOBODY else "DZ-AB-BURN-02"
    for who, points in zip(s.victims, s.lost, strict=True):
        if points:
            lay_damage(t, who, points, rule)
    if s.target != NOBODY and t.windows[Supplement.after_attack]:
        losses = zip(s.victims, s.lost, strict=True)
        s.hurt = tuple((who, points) for who, points in losses if points and t.health(who) > 0)
    s.strength, s.lost = 0, ()
    dead = [who for who in s.victims if t.health(who) <= 0]
    bombs = [who for who in dead if t.cards[who].windows[Keyword.killed]]
    order = [who for who in dead if who not in bombs]
    while bombs:
        who = yield from next_death(t, s.cube, tuple(bombs))
        bombs.remove(who)
        order.append(who)
    if order:
        bury(t, *order)


def next_death(t: Table, cube: int, bombs: tuple[int, ...]) -> Rule[int]:
    """Which of those that explode goes off next (see DZ-MEET-04)."""
    pick: Option = yield t.ask(
        t.state.acting,
        topic("which death at {at} comes next", t.board.name(cube)),
        lambda: [option("bury", t.name(who), args=(who,)) for who in bombs],
    )
    who: int = pick.args[0]
    return who


class Struck(Attack):
    """One victim of an attack on its cube: it gives back the HP that it loses."""

    kind = "struck"
    solved = True
    victim: int
    strength: int
    seat: int
    force: int
    who: int
    number: int
    primary: bool = False
    """Whether it was aimed at."""

    @staticmethod
    def steps() -> Steps[Table, Struck]:
        """Compared for each by itself; shields and armour help (DZ-AB-FRAG-03)."""
        return (
            face_it,
            *together(),
            then(mark_prey, is_primary),
            repeat(absorb, shield_left),
            then(reckon, is_won),
            then(give_back),
        )

    def about(self, t: Table) -> str:
        return topic("{who} in the cube that is hit", t.name(self.victim))

    def weapon_windows(self, t: Table) -> tuple[Windows, ...]:
        return () if self.who == NOBODY else (t.weapon(self.who, self.number).windows,)


def face_it(t: Table, s: Struck) -> Rule[None]:
    """Nothing is rolled against the SURVIVE any more: the strength is known (see DZ-AB-FRAG-02)."""
    s.by, s.on, s.ap, s.base = s.who, s.victim, s.force, s.strength
    s.high = reach(t, s.victim, s.force)
    s.a = side_of(s.seat, s.who, OTHER, 0, STRENGTH, closed=True)
    s.a.won = s.strength
    s.b = survive_side(t, s.victim)
    yield from before_survive(t, s.b)


def is_primary(t: Table, s: Struck) -> bool:
    return s.primary


def mark_prey(t: Table, s: Struck) -> Rule[None]:
    """Flames mark the primary target alone, weapons aimed at a cube nobody (see DZ-MEET-35)."""
    yield from ()
    for windows in arms(t, s):
        for rolled in windows[Keyword.rolled]:
            rolled(t, s)
    s.a.won = 0


def give_back(t: Table, s: Struck) -> Rule[None]:
    yield from ()
    t.finish(s.lost)


def strength_of(t: Table, seat: int, about: str, dice: int) -> Rule[int]:
    """The successes of an explosion: rolled once, nothing is added and nothing re-rolled, and 8s bring bonus dice
    unless the match says otherwise (DZ-AB-FRAG-01)."""
    if t.house_rule("frag_eights") == "flat":
        faces = yield Roll(seat, about, dice, SIDES, alike=(1, 1, 1, 4, 4, 4, 4, 4))
        return sum(face >= STRENGTH for face in faces)
    return (yield from unmodified(t, seat, about, dice, STRENGTH, endless))


def endless(pool: Pool) -> Ways:
    """A pool of which every success may matter to somebody: the odds name what they do not tell apart."""
    return alone(pool, pool.dice + BEYOND, beyond=True)


# -- Frag and Blast ----------------------------------------------------------------------------------------------------


@keyword
class Frag(Keyword):
    """Hits everybody in the cube in which it goes off (see DZ-AB-FRAG-01)."""

    name = "Frag"

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        t.tell("goes_off", self.rule, what=str(self.word), at=t.board.name(cube))
        t.begin(Explosion(cube, self.number, ap, seat, who, number, tuple(t.in_cube(cube))))


class Explosion(Area):
    """Strength once, SURVIVE for each, damage for all, deaths, then throws."""

    kind = "explosion"
    solved = True

    @staticmethod
    def steps() -> Steps[Table, Explosion]:
        return (
            then(roll_strength, victims_left),
            *strike_all(),
            aftermath(then(throw_out)),
        )


def roll_strength(t: Table, s: Explosion) -> Rule[None]:
    """The strength (see DZ-AB-FRAG-01)."""
    s.strength = yield from strength_of(t, s.seat, topic("explosion at {at}", t.board.name(s.cube)), s.dice)


def throw_out(t: Table, s: Explosion) -> Rule[None]:
    """Whatever the dice say, who lives is flung out and pinned (DZ-AB-FRAG-04)."""
    yield from ()
    t.begin(Flung(s.cube, s.seat, s.victims))


@keyword
class Blast(Keyword):
    """No damage: everybody in the cube is flung out and pinned; with a plain weapon if the attack has won
    (DZ-AB-BLAST-01)."""

    name = "Blast"

    def harmless(self) -> bool:
        return True

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        t.tell("goes_off", self.rule, what=str(self.word), at=t.board.name(cube))
        t.begin(Flung(cube, seat, tuple(t.in_cube(cube))))

    def after_attack(self, t: Table, a: Attack) -> Rule[None]:
        yield from ()
        if t.in_play(a.on):
            self.in_cube(t, t.cube(a.on), 0, t.player(a.by))


class Flung(Sequence, Frame):
    """Models are flung out of a cube one by one, in the order that the attacking side chooses, each to the end before
    the next (see DZ-AB-FRAG-04)."""

    kind = "flung"
    cube: int
    seat: int
    left: tuple[int, ...]

    @staticmethod
    def steps() -> Steps[Table, Flung]:
        return (repeat(fling_next, anybody_left),)


def anybody_left(t: Table, s: Flung) -> bool:
    return any(t.in_play(who) for who in s.left)


def fling_next(t: Table, s: Flung) -> Rule[bool]:
    """One die of scatter for each; who is out of the cube already, or is moved by nothing, is only pinned
    (see DZ-DMG-09)."""
    thrown = [who for who in s.left if t.in_play(who) and t.cube(who) == s.cube and is_moved_by_force(t, who)]
    for who in s.left:
        if who not in thrown:
            pin(t, who)
    s.left = tuple(thrown)
    if not thrown:
        return False
    pick: Option = yield t.ask(
        s.seat,
        topic("who is thrown next at {at}", t.board.name(s.cube)),
        lambda: [option("fling", t.name(who), args=(who,)) for who in thrown],
    )
    who = pick.args[0]
    s.left = tuple(other for other in thrown if other != who)
    east, north = yield from scatter_die(t, s.seat, t.name(who))
    t.begin(Throw(who, east, north, pins=True))
    return True


# -- BOOM! -------------------------------------------------------------------------------------------------------------


@keyword
class Boom(Keyword):
    """Explodes where it dies, whatever has killed it; its owner rolls (DZ-AB-BOOM-01)."""

    name = "BOOM!"

    def killed(self, t: Table, who: int, cube: int) -> None:
        frag = Frag(Word("Frag", self.number))
        frag.in_cube(t, cube, 0, t.side(who))

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (EXPLODE,)


def explode(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """It may go off by choice, among enemies too: it is killed by that (DZ-AB-BOOM-02)."""
    yield from die(t, a.who)


EXPLODE = Deed("explode", "DZ-AB-BOOM-02", SHORT, always, plain("explode"), explode, locked=True)
