"""What goes off in cubes: explosions, grenades, indirect fire, flames (DZ-AB-FRAG, DZ-AB-BLAST, DZ-AB-BOOM,
DZ-AB-EXPLOSIVE, DZ-AB-GRENADE, DZ-AB-INDIRECT, DZ-AB-COMM, DZ-AB-BURN)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.pools import Pool, alone
from fireteam.core.questions import Option, Roll, Rule, Ways
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import SHORT, Activation, Deed, always, plain
from fireteam.games.deadzone.cards import Item, Weapon, Word, keyword, supplement
from fireteam.games.deadzone.damage import (
    absorb,
    arms,
    bury,
    die,
    harm,
    is_won,
    lay_damage,
    reach,
    reckon,
    shield_left,
    survive_side,
)
from fireteam.games.deadzone.dice import (
    BASE,
    OTHER,
    SIDES,
    Attack,
    before_survive,
    has_stat,
    side_of,
    together,
    unmodified,
    up_to,
)
from fireteam.games.deadzone.forced import Throw, is_moved_by_force
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import pin
from fireteam.games.deadzone.scatter import drop_from_above, drop_item, scatter_die
from fireteam.games.deadzone.shooting import in_sight
from fireteam.games.deadzone.state import COMM, NOBODY, NOWHERE, Frame, Token
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, aftermath, back_to, repeat, then, when
from fireteam.kit.supplements import Windows

STRENGTH = 4
"""What a die of an explosion, or of a fire, needs."""
BEYOND = 8
"""How many successes more than dice odds tell apart."""
NEAREST = 3
"""The least RANGE of indirect fire (see DZ-AB-INDIRECT-02)."""


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
            when(next_victim, victims_left),
            then(note_loss, victims_left),
            back_to(next_victim, victims_left),
            then(hurt_all),
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


# -- weapons that are aimed at cubes -----------------------------------------------------------------------------------


class Launch(Sequence, Frame):
    """Something is fired or thrown at a cube."""

    kind = "launch"
    solved = True
    who: int
    number: int
    cube: int
    """Where it goes; nowhere once it has left the board."""
    missed: bool = False

    @staticmethod
    def steps() -> Steps[Table, Launch]:
        return (let_fly, then(stray, has_missed), then(go_off, has_landed))


def launch(t: Table, who: int, number: int, cube: int) -> None:
    """A weapon is fired at a cube."""
    t.begin(Launch(who, number, cube))


def let_fly(t: Table, s: Launch) -> Rule[None]:
    """3 dice of RANGED that nothing changes, if it does not hit by itself (DZ-AB-GRENADE-02); smoke, cloaks, ammo and
    re-rolls have nothing to work on (DZ-MEET-27)."""
    weapon = t.weapon(s.who, s.number)
    name, at = t.name(s.who), t.board.name(s.cube)
    needed = min((needs(t, s.who, s.cube) for needs in weapon.windows[Keyword.successes_needed]), default=1)
    t.tell("fires_at", "DZ-SHOOT-01", who=name, what=weapon.name, at=at, needed=needed)
    t.use_weapon(s.who, weapon)
    if needed:
        about = topic("{who} fires at {at}", name, at)
        found = yield from unmodified(t, t.player(s.who), about, BASE, t.cards[s.who].ranged, up_to(needed))
        s.missed = found < needed


def has_missed(t: Table, s: Launch) -> bool:
    return s.missed


def stray(t: Table, s: Launch) -> Rule[None]:
    """A grenade bounces and falls like anything that scatters (DZ-AB-GRENADE-03); what comes from above passes over
    walls and comes down on top of the next stack, or off the board (DZ-AB-INDIRECT-05)."""
    weapon = t.weapon(s.who, s.number)
    drop = drop_from_above if any(drops() for drops in weapon.windows[Keyword.drops_on_top]) else drop_item
    s.cube = yield from drop(t, t.player(s.who), weapon.name, s.cube)


def has_landed(t: Table, s: Launch) -> bool:
    return s.cube != NOWHERE


def go_off(t: Table, s: Launch) -> Rule[None]:
    """What it does to the cube where it has come down (DZ-AB-INDIRECT-04)."""
    yield from ()
    weapon = t.weapon(s.who, s.number)
    for happens in weapon.windows[Keyword.in_cube]:
        happens(t, s.cube, weapon.ap, t.player(s.who), s.who, s.number)


def sees_cube(t: Table, who: int, cube: int) -> bool:
    """Whether a cube is in a model's line of sight (see DZ-GEO-14)."""
    return t.sight.sees_cube(t.pose(who), cube, t.state.smoke)


def sees_enemy(t: Table, who: int, cube: int) -> bool:
    """Whether an enemy in a cube is in a model's line of sight."""
    return any(in_sight(t, who, other) for other in t.in_cube(cube) if t.hostile(who, other))


def open_from_above(t: Table, who: int, cube: int) -> bool:
    """Whether both a model and a cube are seen from directly above (see DZ-GEO-16)."""
    m = t.state.models[who]
    return t.board.seen_from_above(t.cube(who), m.quarters) and t.board.seen_from_above(cube)


def has_ranged(t: Table, who: int, why: Why) -> bool:
    """Whether it can make the test at all (see DZ-DICE-07)."""
    return need(why, has_stat(t.cards[who].ranged), "DZ-DICE-07", "it has a RANGED")


@keyword
class Explosive(Keyword):
    """Hits any cube in sight and range, without a test; who is there, if anybody, need not be seen
    (DZ-AB-EXPLOSIVE-01)."""

    name = "Explosive"

    def at_cube(self) -> bool:
        return True

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        return need(why, sees_cube(t, who, cube), self.rule, "the cube is in line of sight")

    def successes_needed(self, t: Table, who: int, cube: int) -> int:
        return 0

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        launch(t, who, number, target)


@keyword
class Grenade(Keyword):
    """Thrown into a cube: one in sight, or one that lies open from above, as the thrower does (DZ-AB-GRENADE-01).
    Usually it is gone with that and reaches 3 cubes, as cards say (DZ-AB-GRENADE-04)."""

    name = "Grenade"

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        assert word.inner is not None
        held = supplement(word.inner)
        assert isinstance(held, Keyword)
        self.held = held
        """What it is filled with."""

    def at_cube(self) -> bool:
        return True

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        sees = sees_enemy if t.house_rule("grenade_los") == "enemy_model" else sees_cube
        fits = sees(t, who, cube) or open_from_above(t, who, cube)
        return has_ranged(t, who, why) and need(
            why, fits, self.rule, "the cube is in sight, or both are open from above"
        )

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        launch(t, who, number, target)

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        """Frag, smoke, stun, gas or a trap (DZ-AB-GRENADE-05)."""
        self.held.in_cube(t, cube, ap, seat, who, number)


@keyword
class Indirect(Keyword):
    """Fired over everything at a cube 3 or more away, as a long action (DZ-AB-INDIRECT-01); a number is its Frag."""

    name = "Indirect"

    def long_shot(self) -> bool:
        return True

    def at_cube(self) -> bool:
        return True

    def drops_on_top(self) -> bool:
        return True

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        """Out of sight both must lie open from above (DZ-AB-INDIRECT-03)."""
        apart = t.board.distance(t.cube(who), cube)
        seen = is_spotted(t, who, cube) or open_from_above(t, who, cube)
        return (
            has_ranged(t, who, why)
            and need(why, apart >= NEAREST, "DZ-AB-INDIRECT-02", "{} cubes away or more: {}", NEAREST, apart)
            and need(why, seen, "DZ-AB-INDIRECT-03", "an enemy there is in sight, or both are open from above")
        )

    def successes_needed(self, t: Table, who: int, cube: int) -> int:
        """One success with an enemy in sight there, two without (DZ-AB-INDIRECT-02)."""
        return 1 if is_spotted(t, who, cube) else 2

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        launch(t, who, number, target)

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        if self.number:
            Frag(Word("Frag", self.number)).in_cube(t, cube, ap, seat, who, number)


# -- Comm-Link ---------------------------------------------------------------------------------------------------------


def is_spotted(t: Table, who: int, cube: int) -> bool:
    """Whether an enemy in a cube counts as seen by who fires over everything: it sees one, or the cube is marked and
    holds one (see DZ-AB-COMM-01)."""
    if sees_enemy(t, who, cube):
        return True
    enemy = any(t.hostile(who, other) for other in t.in_cube(cube))
    return enemy and any(token.cube == cube and serves(t, token, who) for token in t.state.tokens.values())


def serves(t: Table, token: Token, who: int) -> bool:
    """Whether a token is a Comm-Link marker that helps a model: one of its own side, or any."""
    return token.kind == COMM and (token.owner == t.side(who) or t.house_rule("comm_link_users") == "any")


@keyword
class CommLink(Keyword):
    """Marks a cube in its sight for indirect fire of its side; one marker, until it moves it or leaves play
    (DZ-AB-COMM-01)."""

    name = "Comm-Link"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (MARK,)

    def leaves_behind(self, t: Table, who: int, cube: int) -> None:
        take_marker(t, who)

    def left(self, t: Table, who: int) -> None:
        take_marker(t, who)


def take_marker(t: Table, who: int) -> None:
    """Its marker, if it has one, is taken off the board."""
    for token in list(t.state.tokens.values()):
        if token.kind == COMM and token.number == who:
            t.take_up(token.id)


def has_sight(t: Table, a: Activation, why: Why) -> bool:
    """Whether it sees anything at all: not out of smoke (see DZ-AB-SMOKE-03)."""
    return need(why, not t.state.smoke >> t.cube(a.who) & 1, "DZ-AB-COMM-01", "there is no smoke around it")


def mark(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """The marker lies in a cube that the model sees (see DZ-AB-COMM-01)."""
    board = t.board
    seen = [cube for cube in range(board.count) if board.floors >> cube & 1 and sees_cube(t, a.who, cube)]
    where: Option = yield t.ask(
        t.player(a.who),
        topic("cube that {who} marks", t.name(a.who)),
        lambda: [option("mark_at", board.name(cube), args=(cube,)) for cube in seen],
    )
    take_marker(t, a.who)
    t.lay(COMM, where.args[0], owner=t.side(a.who), number=a.who, rule="DZ-AB-COMM-01")


MARK = Deed("mark", "DZ-AB-COMM-01", SHORT, has_sight, plain("mark"), mark)


# -- flames ------------------------------------------------------------------------------------------------------------


@keyword
class ItBurns(Keyword):
    """Shot at a model that is seen, it hits everybody in the cube, seen or not (DZ-AB-BURN-01)."""

    name = "It Burns!"

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        weapon = t.weapon(who, number)
        t.use_weapon(who, weapon)
        t.tell("flames", self.rule, who=t.name(who), whom=t.name(target))
        cube = t.cube(target)
        victims = (target, *(other for other in t.in_cube(cube) if other != target))
        t.begin(Flames(cube, BASE, weapon.ap, t.player(who), who, number, victims, target))


class Flames(Area):
    """One RANGED against the SURVIVE of each, damage for all, and fire."""

    kind = "flames"
    solved = True

    @staticmethod
    def steps() -> Steps[Table, Flames]:
        return (
            roll_flames,
            when(next_victim, victims_left),
            then(note_loss, victims_left),
            back_to(next_victim, victims_left),
            then(hurt_all),
            then(set_on_fire),
        )


def roll_flames(t: Table, s: Flames) -> Rule[None]:
    """3 dice of RANGED that nothing changes (DZ-AB-BURN-02)."""
    about = topic("{who} fires at {at}", t.name(s.who), t.board.name(s.cube))
    s.strength = yield from unmodified(t, s.seat, about, s.dice, t.cards[s.who].ranged, endless)


def set_on_fire(t: Table, s: Flames) -> Rule[None]:
    """Whoever lives burns, whatever the dice say (DZ-AB-BURN-03), with one marker at the most (DZ-AB-BURN-04)."""
    yield from ()
    for who in s.victims:
        if t.in_play(who):
            t.set_alight(who)


class Fires(Supplement):
    """Models that burn (see DZ-AB-BURN-05)."""

    name = "fires"

    def burns(self, t: Table, who: int) -> None:
        t.begin(Fire(who))


class Fire(Attack):
    """A fire against the model that burns: its first action, which costs it none, pinned or among enemies or not
    (DZ-AB-BURN-05). Everything that protects the model does so here, too (DZ-MEET-05)."""

    kind = "fire"
    solved = True
    who: int

    @staticmethod
    def steps() -> Steps[Table, Fire]:
        return (flare_up, *together(), then(burn_out), *harm())

    def about(self, t: Table) -> str:
        return topic("fire of {who}", t.name(self.who))


def flare_up(t: Table, s: Fire) -> Rule[None]:
    """3 dice at 4+ against SURVIVE (see DZ-AB-BURN-05)."""
    s.on, s.high = s.who, reach(t, s.who)
    s.a = side_of(1 - t.side(s.who), NOBODY, OTHER, BASE, STRENGTH, closed=True)
    s.b = survive_side(t, s.who)
    yield from before_survive(t, s.b)


def burn_out(t: Table, s: Fire) -> Rule[None]:
    """It is out in any case; if it has won the model is hurt, without AP, and its activation ends (DZ-AB-BURN-06)."""
    yield from ()
    t.put_out(s.who)
    t.tell("fire_out", "DZ-AB-BURN-06", who=t.name(s.who), lost=s.difference > 0)
    if s.difference > 0:
        t.cut_short(s.who)
