"""Traps: laying, setting off and defusing them (DZ-AB-TRAP, DZ-AB-TRIP, DZ-AB-ENGINEER)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import Item, Weapon, keyword, supplement, word, words
from fireteam.games.deadzone.entering import Arrival, is_there
from fireteam.games.deadzone.keywords.launched import Launched, has_ranged, sees_cube
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NOBODY, TRAP, Token
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement

MINE_RANGE = 4


@keyword
class Trap(Launched):
    """A marker lies where it lands, and does not go off by that; shot into place it takes a test and may stray
    (DZ-AB-TRAP-01). It has the AP of its weapon."""

    name = "Trap"

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, cube: int, why: Why) -> bool:
        """A launcher of its own needs to see the cube; others have their own rule."""
        if weapon.has("Indirect", "Explosive"):
            return True
        return has_ranged(t, who, why) and need(why, sees_cube(t, who, cube), self.rule, "the cube is in line of sight")

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        more = armour_piercing(t, who, number) if who != NOBODY else 0
        t.lay(TRAP, cube, label=str(self.word.inner), owner=seat, number=ap + more, rule=self.rule)


def armour_piercing(t: Table, who: int, number: int) -> int:
    """What keywords of a model and its weapon add to its AP: a trap keeps that (see DZ-MEET-34)."""
    windows_of = (*t.bearers(who), t.weapon(who, number).windows)
    return sum(more() for windows in windows_of for more in windows[Keyword.armour_piercing])


@keyword
class TripMine(Keyword):
    """A mine to be thrown once, 4 cubes far (DZ-AB-TRIP-01)."""

    name = "Trip Mine"

    def weapons(self) -> Iterable[Weapon]:
        return (MINE,)


@keyword
class Engineer(Keyword):
    """Defuses what it comes upon, traps of either side and booby traps, and its activation is over (DZ-AB-ENGINEER-01);
    who else is taken only with one is seen when the team is made (see DZ-AB-ENGINEER-02)."""

    name = "Engineer"

    def defuses(self) -> bool:
        return True


MINE = Weapon(
    id="trip_mine",
    name="Trip Mine",
    keywords=words(["Grenade (Trap (Frag (3)))"], "weapon"),
    close=False,
    range=MINE_RANGE,
    ap=0,
    one_use=True,
)


class Traps(Supplement):
    """Trap markers on the board; it comes before the items (see DZ-MOVE-17)."""

    name = "traps"

    def entered(self, t: Table, e: Arrival) -> Rule[bool]:
        """Each trap in the cube has its turn, whoever was forced in or flies in (DZ-MEET-26)."""
        if not is_there(t, e):
            return False
        cube = t.cube(e.who)
        for token in t.state.tokens.values():
            if token.kind == TRAP and token.cube == cube and token.id not in e.met:
                e.met = (*e.met, token.id)
                if t.has(e.who, Keyword.defuses):
                    yield from defuse(t, e, token)
                elif token.owner != t.side(e.who):
                    yield from set_off(t, e, token)
                return True
        return False


def defuse(t: Table, e: Arrival, token: Token) -> Rule[None]:
    """An Engineer makes a trap harmless before anybody can set it off; one of its own side only if it wants to, where
    the match says so (DZ-AB-TRAP-03)."""
    if token.owner == t.side(e.who) and t.house_rule("engineer_own_trap") == "choice":
        pick: Option = yield t.ask(
            t.player(e.who),
            topic("trap of its own side under {who}", t.name(e.who)),
            lambda: [option("walk_over"), option("defuse", token.id)],
        )
        if pick.kind == "walk_over":
            return
    t.take_up(token.id)
    t.tell("defused", "DZ-AB-ENGINEER-01", who=t.name(e.who), what=token.label)
    e.stops = True
    t.cut_short(e.who)


def set_off(t: Table, e: Arrival, token: Token) -> Rule[None]:
    """When an enemy of its side comes in, who has laid it may set it off: all in the cube suffer, and the activation of
    who came in is over, if it is the active one (DZ-AB-TRAP-02)."""
    pick: Option = yield t.ask(
        token.owner,
        topic("trap under {who}", t.name(e.who)),
        lambda: [option("detonate", token.id), option("hold_trap")],
    )
    if pick.kind == "hold_trap":
        return
    t.take_up(token.id)
    t.tell("set_off", "DZ-AB-TRAP-02", who=t.name(e.who), what=token.label)
    e.stops = True
    t.cut_short(e.who)
    effect = supplement(word(token.label))
    assert isinstance(effect, Keyword)
    effect.in_cube(t, token.cube, token.number, token.owner)
