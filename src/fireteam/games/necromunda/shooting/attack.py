"""A ranged attack: hit rolls, Firepower, Ammo, strays, then the hits (NE-SHT-01, NE-SHT-08 to NE-SHT-12)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.dice import alike_by, alike_for, d6, passes
from fireteam.games.necromunda.hits import RANGED, Strike, hit_marks, stood
from fireteam.games.necromunda.marks import blow_of, strike
from fireteam.games.necromunda.options import kinds, options_of
from fireteam.games.necromunda.positions import engaged_with, gap, range_from, segment_gap, shape
from fireteam.games.necromunda.shooting.ammo import ammo_test, firepower_dice, roll_firepower, run_dry
from fireteam.games.necromunda.shooting.landing import Landing
from fireteam.games.necromunda.shooting.targets import (
    hit_modifiers,
    in_range,
    is_short,
    long_range,
    stand_of_weapon,
    targets,
)
from fireteam.games.necromunda.sight import cover_from, eye_at, free_line
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement, Trait
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.space.plane.free.measuring import gap as gap_between

BESIDE_THE_LINE = 1
"""Within so many inches of the line of a shot one is at risk (see NE-SHT-11)."""
STRAY_MOST = 3
"""A stray shot hits up to this face (see NE-SHT-11)."""
SPREAD = 3
"""Further hits of Rapid Fire reach targets so many inches from the first (see NE-TRT-04)."""

kinds(
    hits_goes_to=("the next hit goes to {}", ("NE-TRT-04",)),
    at_risk_first=("{} is at risk first", ("NE-SHT-11",)),
)


class Gun(NamedTuple):
    """One weapon of an attack, and how it did."""

    weapon: str
    profile: str
    dice: int = 0
    """Firepower dice that the shooter takes."""
    face: int = 0
    """The die that decided, as it lies; 0: none was rolled."""
    hit: bool = False
    holes: int = 1
    symbols: int = 0
    failed: int = 0
    """Ammo tests that were failed."""


class Shooting(Sequence, Frame):
    """A ranged attack at a model with one weapon, or with two Sidearms (see NE-SHT-09)."""

    kind = "shooting"
    solved = True
    who: int
    target: int
    guns: tuple[Gun, ...]
    more: tuple[Modifier, ...] = ()
    """What the action adds to each hit roll: aim, blind fire, two guns at once."""
    needs: int = 0
    """A fixed number that hits, whatever the BS and the modifiers; 0: there is none (NE-DUCT-02)."""
    spread: tuple[int, ...] = ()
    """With a fixed number: whom further hits may go to (NE-DUCT-02)."""
    lost: bool = False
    """Whether it misses whatever the dice say (NE-SWIG-06)."""
    cover: int = 0
    distance: float = 0.0
    rolled: int = 0
    fired: int = 0
    tested: int = 0
    strayed: int = 0
    allotted: int = 0
    scored: tuple[Strike, ...] = ()
    """The hits of the guns that hit, target by target."""
    struck: tuple[Strike, ...] = ()
    """Those of strays."""
    things: tuple[tuple[str, int], ...] = ()
    """Things that stray shots have hit, and by which of the guns."""

    @staticmethod
    def steps() -> Steps[Table, Shooting]:
        """The order of the dice of an attack (NE-SHT-12)."""
        return (
            measure,
            repeat(roll_to_hit, guns_to_roll),
            repeat(roll_fire, guns_to_fire),
            repeat(test_ammo, guns_to_test),
            repeat(stray, misses_left),
            repeat(allot, hits_left),
            then(land),
            repeat(strike_thing, things_left),
            then(close),
        )

    def about(self, t: Table) -> str:
        """What the attack is called in questions."""
        return topic("{who} shoots {target}", t.name(self.who), t.name(self.target))


def profile_of(t: Table, s: Shooting, gun: Gun) -> Profile:
    """The profile that a gun of an attack is used with."""
    return t.profile(s.who, gun.weapon, gun.profile)


def weapon_of(t: Table, s: Shooting, gun: Gun) -> Weapon:
    """The weapon of a gun of an attack."""
    return t.weapon(s.who, gun.weapon)


def change(s: Shooting, place: int, **values: int | bool) -> None:
    """A gun has done something."""
    gun = s.guns[place]._replace(**values)  # type: ignore[arg-type]
    s.guns = (*s.guns[:place], gun, *s.guns[place + 1 :])


def measure(t: Table, s: Shooting) -> Rule[None]:
    """Weapon and target are declared: now the range is measured, then come hit roll, Pinning and hits (NE-SHT-01, see
    NE-SHT-05)."""
    yield from ()
    weapon = s.guns[0].weapon
    s.cover = cover_from(t, eye_at(t, s.who, weapon), s.target)
    s.distance = gap_between(range_from(t, s.who, weapon), shape(t, s.target))
    guns = " and ".join(weapon_of(t, s, gun).name for gun in s.guns)
    t.tell(
        "shoots", "NE-SHT-01", who=t.name(s.who), target=t.name(s.target), weapon=guns, distance=round(s.distance, 2)
    )
    for fires in t.windows[Supplement.fires]:
        fires(t, s.who, profile_of(t, s, s.guns[0]))


# -- the hit roll ------------------------------------------------------------------------------------------------------


def guns_to_roll(t: Table, s: Shooting) -> bool:
    """Whether a gun has still to roll to hit: both before anything else (see NE-SHT-09)."""
    return s.rolled < len(s.guns)


def roll_to_hit(t: Table, s: Shooting) -> Rule[bool]:
    """The hit roll: a BS test with all modifiers (see NE-SHT-07); beyond long range it misses (see NE-SHT-05)."""
    place = s.rolled
    s.rolled += 1
    gun = s.guns[place]
    profile = profile_of(t, s, gun)
    if s.lost:
        return True
    if not in_range(t, s.who, profile, s.distance):
        t.tell("out_of_range", "NE-SHT-05", who=t.name(s.who), long=long_range(t, s.who, profile))
        return True
    about = topic("hit roll, {attack}", s.about(t))
    if s.needs:
        face = yield from d6(t.roller(s.who), about, alike_for(s.needs, 0, marks_of(t, profile)))
        hit = passes(face, s.needs, 0)
        t.tell("hit_roll", "NE-DUCT-02", who=t.name(s.who), shown=face, needed=s.needs, bonus=0, passed=hit)
        change(s, place, face=face, hit=hit)
        return True
    added = (*hit_modifiers(t, s.who, profile, s.target, s.cover, s.distance, gun.weapon), *s.more)
    marks = marks_of(t, profile)
    face, hit = yield from hit_roll(t, s.who, t.cards[s.who].stats["bs"], tuple(added), about, marks)
    change(s, place, face=face, hit=hit)
    return True


def marks_of(t: Table, profile: Profile) -> tuple[int, ...]:
    """The faces of a hit roll from which on a weapon does something more."""
    return hit_marks(t, tuple(map(str, profile.traits)))


def hit_roll(
    t: Table, who: int, needed: int, added: tuple[Modifier, ...], about: str, marks: tuple[int, ...] = ()
) -> Rule[tuple[int, bool]]:
    """A hit roll; where more than a 6 would be needed a natural 6 comes first, then a plain test (NE-SHT-08). The die
    that decided, and whether it hit. From the faces in `marks` on the weapon does something more."""
    bonus = total(added)
    if needed - bonus <= 6:
        face = yield from d6(t.roller(who), about, alike_for(needed, bonus, marks))
        hit = passes(face, needed, bonus)
        t.tell("hit_roll", "NE-SHT-07", who=t.name(who), shown=face, needed=needed, bonus=bonus, passed=hit)
        return face, hit
    face = yield from d6(t.roller(who), about, alike_by(lambda face: (face == 6, *[face >= mark for mark in marks])))
    t.tell("improbable", "NE-SHT-08", who=t.name(who), shown=face, needed=needed, bonus=bonus, passed=face == 6)
    if face < 6:
        return face, False
    face = yield from d6(t.roller(who), topic("second roll, {first}", about), alike_for(needed, 0, marks))
    hit = passes(face, needed, 0)
    t.tell("hit_roll", "NE-SHT-08", who=t.name(who), shown=face, needed=needed, bonus=0, passed=hit)
    return face, hit


# -- Firepower and Ammo ------------------------------------------------------------------------------------------------


def guns_to_fire(t: Table, s: Shooting) -> bool:
    """Whether Firepower dice are still to be rolled."""
    return s.fired < len(s.guns)


def roll_fire(t: Table, s: Shooting) -> Rule[bool]:
    """The Firepower dice of a gun, whether it hit or not (see NE-SHT-12)."""
    place = s.fired
    s.fired += 1
    gun = s.guns[place]
    holes, symbols = yield from roll_firepower(t, s.who, weapon_of(t, s, gun), profile_of(t, s, gun), gun.dice)
    rapid = bool(profile_of(t, s, gun).windows[Trait.firepower])
    change(s, place, holes=holes if rapid else 1, symbols=symbols)
    return True


def guns_to_test(t: Table, s: Shooting) -> bool:
    """Whether an Ammo test is still to be made."""
    return s.tested < len(s.guns)


def test_ammo(t: Table, s: Shooting) -> Rule[bool]:
    """An Ammo test for each symbol; then what an Unstable weapon does to who fires it (see NE-SHT-12)."""
    place = s.tested
    s.tested += 1
    gun = s.guns[place]
    weapon, profile = weapon_of(t, s, gun), profile_of(t, s, gun)
    tests = gun.symbols
    if any(always() for always in profile.windows[Trait.tests_ammo_always]):
        tests = 1
    failed = 0
    for _ in range(tests):
        failed += not (yield from ammo_test(t, s.who, weapon, profile, "attack"))
    if any(spends() for spends in profile.windows[Trait.spent_by_use]):
        failed = max(failed, 1)
    change(s, place, failed=failed)
    if gun.symbols:
        for shown in profile.windows[Trait.symbol_shown]:
            yield from shown(t, s.who, weapon)
    return True


# -- strays ------------------------------------------------------------------------------------------------------------


def misses_left(t: Table, s: Shooting) -> bool:
    """Whether a missed shot may still go astray: once for each hit it would have caused (see NE-SHT-11)."""
    return s.strayed < sum(gun.holes for gun in s.guns if not gun.hit)


def stray(t: Table, s: Shooting) -> Rule[bool]:
    """A missed shot is checked against each one at risk, from the nearest to the shooter: 1 to 3 it is hit instead
    (NE-SHT-11)."""
    missed = [gun for gun in s.guns if not gun.hit for _ in range(gun.holes)]
    gun = missed[s.strayed]
    s.strayed += 1
    profile = profile_of(t, s, gun)
    most = min([limit(t) for limit in t.windows[Supplement.stray_most]], default=STRAY_MOST)
    first = 1 if most == STRAY_MOST else 6
    risked: list[int | str] = [*(yield from in_order(t, s, at_risk(t, s, profile)))]
    for who in with_things(t, s, risked, long_range(t, s.who, profile)):
        name = t.name(who) if isinstance(who, int) else who
        about = topic("stray shot at {who}, {attack}", name, s.about(t))
        alike = (1, 1, 1, 4, 4, 4) if first == 1 else (1, 1, 1, 1, 1, 6)
        face = yield from d6(t.roller(s.who), about, alike)
        struck = face <= STRAY_MOST if first == 1 else face == 6
        t.tell("stray", "NE-SHT-11", who=name, shown=face, hit=struck)
        if struck and isinstance(who, int):
            s.struck = (*s.struck, strike_of(t, s, gun, who))
        elif struck:
            s.things = (*s.things, (str(who), s.guns.index(gun)))
        if struck:
            break
    return True


def with_things(t: Table, s: Shooting, found: list[int | str], far: float) -> list[int | str]:
    """Those at risk, and the things among them that the target uses as cover, nearest first (see NE-TER-11)."""
    if s.needs:
        return found
    things = [thing for strays in t.windows[Supplement.strays] for thing in strays(t, s.who, s.target)]
    ordered = list(found)
    for distance, id in sorted(things):
        place = sum(isinstance(who, str) or gap(t, s.who, who) <= distance for who in ordered)
        if distance <= far:
            ordered.insert(place, id)
    return ordered


def at_risk(t: Table, s: Shooting, profile: Profile) -> list[int]:
    """The fighters at risk, nearest first: Engaged with the target, or with the base within 1" of the line between the
    two middles and reached by a free line; within long range (see NE-SHT-11)."""
    beside = engaged_with(t, s.target) if t.stands(s.target) else []
    far = long_range(t, s.who, profile)
    found = [
        who
        for who in t.fighters()
        if who not in (s.who, s.target)
        and (who in beside or (not s.needs and beside_line(t, s, who)))
        and gap(t, s.who, who) <= far
    ]
    return sorted(found, key=lambda who: (gap(t, s.who, who), who))


def beside_line(t: Table, s: Shooting, who: int) -> bool:
    """Whether somebody is within 1" of the line of a shot and a free line leads there (see NE-SHT-11)."""
    return segment_gap(t, who, s.who, s.target) <= BESIDE_THE_LINE and free_line(t, s.who, who)


def in_order(t: Table, s: Shooting, found: list[int]) -> Rule[list[int]]:
    """Those at risk in order; who are equally near is settled by the opponent of the shooter (see NE-SHT-11)."""
    ordered: list[int] = []
    left = list(found)
    while left:
        nearest = [who for who in left if gap(t, s.who, who) <= gap(t, s.who, left[0]) + 0.001]
        who = nearest[0]
        if len(nearest) > 1:
            pick: Option = yield t.ask(
                1 - t.side(s.who),
                topic("who is at risk first, {attack}", s.about(t)),
                partial(options_of, "at_risk_first", [t.name(one) for one in nearest]),
            )
            who = t.number(pick.args[0])
        left.remove(who)
        ordered.append(who)
    return ordered


# -- hits --------------------------------------------------------------------------------------------------------------


def strike_of(t: Table, s: Shooting, gun: Gun, on: int) -> Strike:
    """A hit of a gun on a model."""
    profile, m = profile_of(t, s, gun), t.model(s.who)
    return Strike(
        on,
        s.who,
        strength=t.strength(s.who) + (profile.strength or 0) if profile.of_user else profile.strength,
        ap=profile.ap,
        damage=profile.damage,
        traits=tuple(map(str, profile.traits)),
        kind=RANGED,
        face=gun.face,
        x=m.x,
        y=m.y,
        short=is_short(t, s.who, profile, s.distance) or not profile.short,
        source=weapon_of(t, s, gun).name,
        standing=stood(t, on),
    )


def hits_left(t: Table, s: Shooting) -> bool:
    """Whether a hit has still to be given to somebody."""
    return s.allotted < sum(gun.holes for gun in s.guns if gun.hit)


def allot(t: Table, s: Shooting) -> Rule[bool]:
    """The hits of the guns that hit: one each, with Rapid Fire as many as there are holes; the first goes to the
    target, the others may go to targets near it that are not harder to hit (see NE-TRT-04)."""
    owed = s.allotted
    gun = next(gun for gun in s.guns if gun.hit and (owed := owed - gun.holes) < 0)
    is_first = owed == -gun.holes
    others = further_targets(t, s, gun) if gun.holes > 1 else []
    if not others:
        s.allotted += gun.holes
        s.scored = (*s.scored, *[strike_of(t, s, gun, s.target)] * gun.holes)
        return True
    s.allotted += 1
    on = s.target
    if not is_first:
        pick: Option = yield t.ask(
            t.player(s.who),
            topic("next hit, {attack}", s.about(t)),
            partial(options_of, "hits_goes_to", (t.name(s.target), *(t.name(one) for one in others))),
        )
        on = t.number(pick.args[0])
    # Target by target: however they were given out, they are resolved like that.
    same = [place for place, strike in enumerate(s.scored) if strike.on == on]
    place = same[-1] + 1 if same else len(s.scored)
    s.scored = (*s.scored[:place], strike_of(t, s, gun, on), *s.scored[place:])
    return True


def further_targets(t: Table, s: Shooting, gun: Gun) -> list[int]:
    """Enemies that further hits may go to: within 3" of the target, visible, in range and not harder to hit
    (see NE-TRT-04)."""
    if s.needs:
        return [one for one in s.spread if one != s.target and t.in_play(one)]
    profile = profile_of(t, s, gun)
    stand = stand_of_weapon(t, s.who, weapon_of(t, s, gun))
    own = total(tuple(hit_modifiers(t, s.who, profile, s.target, s.cover, s.distance, gun.weapon)))
    found = []
    for one in targets(t, stand):
        if one.who == s.target or gap(t, s.target, one.who) > SPREAD:
            continue
        if in_range(t, s.who, profile, one.distance):
            if total(tuple(hit_modifiers(t, s.who, profile, one.who, one.cover, one.distance, gun.weapon))) >= own:
                found.append(one.who)
    return found


def land(t: Table, s: Shooting) -> Rule[None]:
    """All hits land (see NE-SHT-12)."""
    yield from ()
    struck = (*s.scored, *s.struck)
    # From here on only what ran dry matters: attacks that came to the same hits are alike to odds.
    s.guns = tuple([gun._replace(face=0, hit=False, holes=1, symbols=0) for gun in s.guns])
    s.scored, s.struck, s.allotted, s.strayed = (), (), 0, 0
    if struck:
        t.begin(Landing(struck))


def things_left(t: Table, s: Shooting) -> bool:
    """Whether a thing that was hit has still to be dealt with."""
    return bool(s.things)


def strike_thing(t: Table, s: Shooting) -> Rule[bool]:
    """A thing hit by a stray shot (see NE-TER-11)."""
    (id, place), *left = s.things
    s.things = tuple(left)
    yield from strike(t, blow_of(t, id, profile_of(t, s, s.guns[place]), s.who))
    return True


def close(t: Table, s: Shooting) -> Rule[None]:
    """The attack is over: Out of Ammo takes hold (see NE-SHT-12)."""
    yield from ()
    for gun in s.guns:
        if t.in_play(s.who):
            run_dry(t, s.who, weapon_of(t, s, gun), profile_of(t, s, gun), gun.failed)


def gun(profile: Profile, weapon: Weapon, dice: int | None = None) -> Gun:
    """A weapon of an attack with its Firepower dice."""
    return Gun(weapon.id, profile.name, firepower_dice(profile) if dice is None else dice)
