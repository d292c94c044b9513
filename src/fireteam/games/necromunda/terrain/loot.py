"""Loot caskets and ammo caches: opened, carried, what is in them (NE-LOOT)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, SIMPLE, Activation, Deed, activation_of
from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.movement.moves import begin_move, move_gait
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.state import LEFT, NOBODY, Frame, Thing
from fireteam.games.necromunda.stats import number, test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import ask_place, beside, has_place, is_near, near_thing
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, then

CASKET, CACHE, TRAP = "casket", "ammo-cache", "trap"
REACH = 1.0
SMASHED = 5
"""What a D6 and Strength must exceed to smash a casket open (see NE-LOOT-01)."""
CACHE_BONUS = Modifier(2, "ammo cache", "NE-LOOT-05")
EXHAUSTS = 6

kinds(
    smash_open=("smash {} open", ("NE-LOOT-01",)),
    bypass_lock=("bypass the lock of {}", ("NE-LOOT-02",)),
    carry=("carry {}", ("NE-LOOT-03",)),
)


class Loot(Supplement):
    """Caskets and caches on the table."""

    name = "loot"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) or not t.things(CASKET, CACHE) else (SMASH, BYPASS, CARRY)

    def ammo_bonus(self, t: Table, who: int) -> Iterable[Modifier]:
        return (CACHE_BONUS,) if cache_near(t, who) is not None else ()

    def lends_ammo(self, t: Table, who: int, profile: Profile) -> bool:
        return cache_near(t, who) is not None

    def ammo_rolled(self, t: Table, who: int, face: int) -> None:
        """Within 1" of a cache, friend or foe, Ammo tests have +2 and Scarce is ignored; a natural 6 exhausts it
        (NE-LOOT-05)."""
        cache = cache_near(t, who)
        if cache is not None and face == EXHAUSTS:
            t.remove(cache.id)
            t.tell("exhausted", "NE-LOOT-05", thing=cache.id)


def cache_near(t: Table, who: int) -> Thing | None:
    """The cache that somebody is within 1" of."""
    return next((cache for cache in t.things(CACHE) if near_thing(t, who, cache, REACH)), None)


def each_of(kind: str, *things: str) -> Iterable[Option]:
    """An option for each thing."""
    return [option(kind, id, args=(id,)) for id in things]


def there_is(t: Table, a: Activation, why: Why) -> bool:
    """There is loot on the table."""
    return need(why, bool(t.things(CASKET, CACHE)), "NE-LOOT-03", "there is loot on the table")


def is_in_reach(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one casket or cache."""
    return is_near(t, a.who, t.thing(pick.args[0]), REACH, "NE-LOOT-03", why)


def caskets(t: Table) -> list[str]:
    """The caskets by id."""
    return [thing.id for thing in t.things(CASKET)]


# -- opening -----------------------------------------------------------------------------------------------------------


def smash_open(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Smash Open: a D6 and Strength above 5 opens a casket; its contents take -1 (NE-LOOT-01)."""
    about = topic("{who} smashes {thing}", t.name(a.who), pick.args[0])
    face = yield from d6(t.roller(a.who), about)
    strength = number(t, a.who, "s")
    passed = face + strength > SMASHED
    t.tell(
        *("tested", "NE-LOOT-01"),
        who=t.name(a.who), about=about, shown=face, bonus=strength, needed=SMASHED + 1, passed=passed,
    )  # fmt: skip
    if passed:
        yield from open_casket(t, a.who, pick.args[0], smashed=True)


def bypass_lock(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Bypass Lock: an Intelligence test opens a casket, and its contents are whole (NE-LOOT-02)."""
    about = topic("{who} at the lock of {thing}", t.name(a.who), pick.args[0])
    if (yield from test(t, a.who, "int", "bypass", about, "NE-LOOT-02")):
        yield from open_casket(t, a.who, pick.args[0], smashed=False)


def open_casket(t: Table, who: int, id: str, *, smashed: bool) -> Rule[None]:
    """What a casket held, by the D6 of whoever opened it: 1 a frag trap in its place, 2 or 3 D6 credits, 4 to 6 an ammo
    cache in its place; smashed it is 1 less, and never less than 1 (NE-LOOT-04)."""
    casket, seat = t.thing(id), t.side(who)
    t.note("casket-opened", seat, who)
    shown = yield from d6(seat, topic("contents of {thing}", id))
    face = max(1, shown - smashed)
    t.tell("contents", "NE-LOOT-04", thing=id, shown=shown, counts=face)
    t.remove(id)
    if face == 1:
        t.put(Thing(t.new_id(TRAP), TRAP, casket.x, casket.y, casket.z, "", NOBODY, 0, "trap-frag"))
    elif face <= 3:
        t.note("credits", seat, who, (yield from d6(seat, topic("credits in {thing}", id))))
    else:
        t.put(Thing(t.new_id(CACHE), CACHE, casket.x, casket.y, casket.z))


# -- carrying ----------------------------------------------------------------------------------------------------------


class Carrying(Sequence, Frame):
    """Somebody moves and takes a casket or cache along (see NE-LOOT-03)."""

    kind = "carrying"
    who: int
    item: str

    @staticmethod
    def steps() -> Steps[Table, Carrying]:
        """The move, then the item is set down."""
        return (walk, then(set_down))


def carry(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Carry: a Move that takes along a casket or cache that was within 1"; when it ends the item is put in base contact
    with the carrier (NE-LOOT-03)."""
    yield from ()
    a.may_turn = True
    t.begin(Carrying(a.who, pick.args[0]))


def walk(t: Table, c: Carrying) -> Rule[None]:
    """The Move itself: drink and skills do to it what they do to any (see NE-SWIG-04)."""
    a = activation_of(t, c.who)
    assert a is not None, "somebody carries in its own activation"
    for windows in t.bearers(c.who):
        for instead in windows[Quality.instead_of_move]:
            if (yield from instead(t, a)):
                return
    begin_move(t, c.who, move_gait(t, a)._replace(purpose="carry", rule="NE-LOOT-03"))


def set_down(t: Table, c: Carrying) -> Rule[None]:
    """The item is put down by its carrier's player, in contact; who left the table has taken it along (see
    NE-MOV-14)."""
    m, item = t.model(c.who), t.state.things.get(c.item)
    if item is None:
        return
    if m.status == LEFT:
        carry_off(t, c.who, item)
        return
    region = beside(t, c.who, "NE-LOOT-03")
    x, y, z = m.x, m.y, m.z
    if has_place(region):
        x, y, z, _ = yield from ask_place(
            t, t.player(c.who), topic("where {who} puts {thing}", t.name(c.who), item.id), region
        )
    t.put(item._replace(x=x, y=y, z=z))
    t.tell("put_down", "NE-LOOT-03", who=t.name(c.who), thing=item.id, x=x, y=y, z=z)


def carry_off(t: Table, who: int, item: Thing) -> None:
    """Somebody has left the table and taken an item along (see NE-MOV-14)."""
    t.remove(item.id)
    t.note("casket-off", t.side(who), who)
    t.tell("carried_off", "NE-MOV-14", who=t.name(who), thing=item.id)


def loot(t: Table) -> list[str]:
    """All that can be carried, by id."""
    return [thing.id for thing in t.things(CASKET, CACHE)]


SMASH = Deed(
    *("smash_open", "NE-LOOT-01", BASIC, (ACTIVE,), there_is),
    *(lambda t, a: each_of("smash_open", *caskets(t)), smash_open, is_in_reach),
)
BYPASS = Deed(
    *("bypass_lock", "NE-LOOT-02", BASIC, (ACTIVE,), there_is),
    *(lambda t, a: each_of("bypass_lock", *caskets(t)), bypass_lock, is_in_reach),
)
CARRY = Deed(
    *("carry", "NE-LOOT-03", SIMPLE, (ACTIVE,), there_is),
    *(lambda t, a: each_of("carry", *loot(t)), carry, is_in_reach),
)
