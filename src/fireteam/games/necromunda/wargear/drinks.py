"""Drinks: taking a swig, and what the tokens do by the drink taken last (NE-SWIG)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import SIMPLE, Activation, Deed
from fireteam.games.necromunda.cards import quality
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.conditions import INTOXICATED
from fireteam.games.necromunda.dice import d3, d6, direction
from fireteam.games.necromunda.movement.forced import lurch
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged, near
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement

SECOND_BEST, WILD_SNAKE = "drink-1", "drink-2"
KEEPS = 4
"""From this face on the bottle is not empty (see NE-SWIG-01)."""
SEES_DOUBLE = 6
"""Inches round the target within which the real one is drawn (see NE-SWIG-06)."""

kinds(
    swig=("take a swig of {}", ("NE-SWIG-01",)),
)


class Row(NamedTuple):
    """What so many tokens do."""

    rule: str
    name: str
    shooting: int
    cool: int


ROWS: dict[str, tuple[Row, Row, Row]] = {
    SECOND_BEST: (
        Row("NE-SWIG-02", "Feeling Good", -1, 1),
        Row("NE-SWIG-03", "Getting Unsteady", -2, 2),
        Row("NE-SWIG-04", "Blind Drunk", -3, 3),
    ),
    WILD_SNAKE: (
        Row("NE-SWIG-05", "A Good Buzz", -1, 2),
        Row("NE-SWIG-06", "Seeing Double", -1, 3),
        Row("NE-SWIG-07", "Snake Courage", -2, 0),
    ),
}
"""What one, two, and three or more tokens do, by the drink taken last: rows replace one another (NE-SWIG-02,
NE-SWIG-05)."""


def row_of(t: Table, who: int) -> Row | None:
    """What the tokens of a fighter do to it (see NE-COND-09)."""
    m = t.model(who)
    return ROWS[m.drink][min(m.drinks, 3) - 1] if m.drinks and m.drink in ROWS else None


class Drinks(Supplement):
    """Bottles, and what they do: Intoxicated tokens last to the end of the battle (NE-COND-09)."""

    name = "drinks"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (SWIG,)

    def action_over(self, t: Table, a: Activation) -> Rule[bool]:
        """Getting Unsteady: a second Move in a row calls for an Initiative test, or the fighter goes Prone
        (NE-SWIG-03)."""
        row = row_of(t, a.who) if t.in_play(a.who) and t.stands(a.who) else None
        if row is None or row.rule != "NE-SWIG-03" or a.moves < 2:
            return False
        a.moves = 0
        about = topic("{who} sways", t.name(a.who))
        if not (yield from test(t, a.who, "i", "drunk", about, "NE-SWIG-03")):
            t.pin(a.who, "NE-SWIG-03")
            for near_edge in t.windows[Supplement.went_prone]:
                yield from near_edge(t, a.who)
        return False


@quality(INTOXICATED)
class Intoxicated(Quality):
    """A fighter with tokens: its shots, its Cool tests, its feet (see NE-COND-09)."""

    def shot_bonus(self, t: Table, who: int, target: int) -> Iterable[Modifier]:
        """The first drink: Feeling Good, or a Good Buzz (see NE-SWIG-02, NE-SWIG-05)."""
        row = row_of(t, who)
        return (Modifier(row.shooting, row.name, row.rule),) if row is not None else ()

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        row = row_of(t, who)
        return (Modifier(row.cool, row.name, row.rule),) if row is not None and stat == "cl" and row.cool else ()

    def passes_test(self, t: Table, who: int, stat: str, purpose: str) -> bool:
        """Snake Courage: all Cool tests pass (NE-SWIG-07)."""
        row = row_of(t, who)
        return row is not None and row.rule == "NE-SWIG-07" and stat == "cl"

    def redirects_shot(self, t: Table, who: int, target: int) -> Rule[int]:
        """Seeing Double: the real target is drawn from the chosen one and every model within 6" of it; one that may not
        be shot at is missed (NE-SWIG-06)."""
        row = row_of(t, who)
        if row is None or row.rule != "NE-SWIG-06":
            return target
        drawn = [
            target,
            *(one for one in t.on_table() if one not in (who, target) and near(t, target, one, SEES_DOUBLE)),
        ]
        about = topic("whom {who} sees", t.name(who))
        (name,) = yield Roll(t.roller(who), about, bag=tuple((t.name(one), 1) for one in drawn), name=str(about))
        t.tell("sees_double", "NE-SWIG-06", who=t.name(who), target=name)
        return t.number(name)

    def instead_of_move(self, t: Table, a: Activation) -> Rule[bool]:
        """Blind Drunk: a Move goes D6" in a random direction (NE-SWIG-04)."""
        row = row_of(t, a.who)
        if row is None or row.rule != "NE-SWIG-04":
            return False
        yield from stagger(t, a, charges=False)
        return True

    def instead_of_charge(self, t: Table, a: Activation) -> Rule[bool]:
        row = row_of(t, a.who)
        if row is None or row.rule != "NE-SWIG-04" or t.house_rule("blind_drunk_charge") == "straight":
            return False
        yield from stagger(t, a, charges=True)
        return True


def stagger(t: Table, a: Activation, *, charges: bool) -> Rule[None]:
    """Where a drunk's feet take it; a charge that lurches into contact is one (see NE-SWIG-04)."""
    who = a.who
    inches = yield from d6(t.roller(who), topic("how far {who} staggers", t.name(who)))
    if charges:
        inches += yield from d3(t.roller(who), topic("charge of {who}", t.name(who)))
    way = yield from direction(t.roller(who), topic("which way {who} staggers", t.name(who)))
    yield from lurch(t, who, way, float(inches), clear=0.0 if charges else 1.0)
    a.may_turn = True
    if charges and t.stands(who) and engaged(t, who):
        t.begin(Fight(who, charged=True))


# -- the action --------------------------------------------------------------------------------------------------------


def bottles(t: Table, a: Activation) -> Iterable[Option]:
    """Each bottle that is not empty."""
    m, card = t.model(a.who), t.fighter(a.who)
    return [
        option("swig", item.name, args=(item.id,))
        for item in card.gear
        if item.implements in ROWS and item.id not in m.lost
    ]


def has_bottle(t: Table, a: Activation, why: Why) -> bool:
    """Taking a swig needs a bottle (see NE-SWIG-01)."""
    return need(why, bool(list(bottles(t, a))), "NE-SWIG-01", "it has a bottle that is not empty")


def swig(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Take a Swig: one token more, one Flesh Wound less, and below a 4 the bottle is empty (NE-SWIG-01)."""
    who, id = a.who, pick.args[0]
    item = next(item for item in t.fighter(who).gear if item.id == id)
    t.drink(who, item.implements, "NE-SWIG-01")
    t.afflict(who, INTOXICATED, "NE-COND-09")
    if t.model(who).flesh:
        t.add_flesh(who, -1, "NE-SWIG-01")
    keeps = t.house_rule("swig_wildsnake_keep_on") if item.implements == WILD_SNAKE else KEEPS
    about = topic("bottle of {who}", t.name(who))
    face = yield from d6(t.roller(who), about, tuple(1 if face < keeps else keeps for face in range(1, 7)))
    t.tell(
        "tested", "NE-SWIG-01", who=t.name(who), about=about, shown=face, bonus=0, needed=keeps, passed=face >= keeps
    )
    if face < keeps:
        t.lose(who, id, "NE-SWIG-01")


SWIG = Deed("swig", "NE-SWIG-01", SIMPLE, (ACTIVE,), has_bottle, bottles, swig)
