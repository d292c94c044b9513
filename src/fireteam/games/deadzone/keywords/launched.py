"""Weapons that are aimed at cubes: rockets, grenades, indirect fire, and who calls for it (DZ-AB-EXPLOSIVE,
DZ-AB-GRENADE, DZ-AB-INDIRECT, DZ-AB-COMM)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import SHORT, Activation, Deed, plain
from fireteam.games.deadzone.cards import Item, Weapon, Word, keyword, supplement
from fireteam.games.deadzone.dice import BASE, has_stat, unmodified, up_to
from fireteam.games.deadzone.keywords.explosions import Frag
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.scatter import drop_from_above, drop_item
from fireteam.games.deadzone.shooting import in_sight
from fireteam.games.deadzone.state import COMM, NOBODY, NOWHERE, Frame, Token
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword
from fireteam.kit.agenda import Sequence, Steps, then

NEAREST = 3
"""The least RANGE of indirect fire (see DZ-AB-INDIRECT-02)."""


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


class Launched(Keyword):
    """A weapon that is fired or thrown at a cube."""

    def at_cube(self) -> bool:
        return True

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        t.begin(Launch(who, number, target))


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
class Explosive(Launched):
    """Hits any cube in sight and range, without a test; who is there, if anybody, need not be seen
    (DZ-AB-EXPLOSIVE-01)."""

    name = "Explosive"

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        return need(why, sees_cube(t, who, cube), self.rule, "the cube is in line of sight")

    def successes_needed(self, t: Table, who: int, cube: int) -> int:
        return 0


@keyword
class Grenade(Launched):
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

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        sees = sees_enemy if t.house_rule("grenade_los") == "enemy_model" else sees_cube
        fits = sees(t, who, cube) or open_from_above(t, who, cube)
        return has_ranged(t, who, why) and need(
            why, fits, self.rule, "the cube is in sight, or both are open from above"
        )

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        """Frag, smoke, stun, gas or a trap (DZ-AB-GRENADE-05)."""
        self.held.in_cube(t, cube, ap, seat, who, number)


@keyword
class Indirect(Launched):
    """Fired over everything at a cube 3 or more away, as a long action (DZ-AB-INDIRECT-01); a number is its Frag."""

    name = "Indirect"

    def long_shot(self) -> bool:
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
