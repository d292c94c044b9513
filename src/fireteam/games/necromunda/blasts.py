"""Blasts and templates: where they are put, scatter, misfires, who is under them, and cover against them (NE-BLS)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from math import cos, radians, sin

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Check, Modifier, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.dice import CIRCLE, HIT_FACES, d6, direction
from fireteam.games.necromunda.hits import BLAST, TEMPLATE, Strike, stood
from fireteam.games.necromunda.marks import blow_of, marks, strike
from fireteam.games.necromunda.options import kinds, options_of
from fireteam.games.necromunda.positions import CLOSE, bearing, muzzle, shape, turned_by
from fireteam.games.necromunda.scatter import Marking, Strikes, comes_from_anywhere, fallouts
from fireteam.games.necromunda.shooting.ammo import ammo_test, firepower_dice, roll_firepower, run_dry
from fireteam.games.necromunda.shooting.attack import Gun, hit_roll
from fireteam.games.necromunda.shooting.landing import Landing
from fireteam.games.necromunda.shooting.priority import caught_beside, hold_marker, keeps_cool, to_be_touched
from fireteam.games.necromunda.shooting.targets import Stand, hit_modifiers, in_arc_of, is_short, long_range
from fireteam.games.necromunda.sight import FULL, PARTIAL, UNSEEN, Eye, cover_from, eye_at, point_seen
from fireteam.games.necromunda.state import NOBODY, Frame
from fireteam.games.necromunda.stats import bonus
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.kit.agenda import Sequence as Steps_
from fireteam.kit.agenda import Steps, repeat, then, when
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.blasts import scattered, under
from fireteam.space.plane.free.templates import LENGTH as FLAME
from fireteam.space.plane.free.templates import Flames

BLAST_EYE = 50
"""Hundredths over its floor from which cover against a blast is judged (see NE-BLS-04)."""
MARKER_REACH = 300
"""Further markers of Rapid Fire lie within so many hundredths of the first (NE-TRT-35)."""

kinds(
    hit_order=("{} is hit first", ("NE-BLS-05",)),
)


class Blast(Steps_, Frame):
    """An attack with a Blast marker, at a model or at a point (see NE-BLS-01)."""

    kind = "blast"
    solved = True
    who: int
    gun: Gun
    x: int
    y: int
    z: int
    target: int = NOBODY
    more: tuple[Modifier, ...] = ()
    needs: int = 0
    """A fixed number that hits; 0: the BS decides (NE-YAQ-02)."""
    lost: bool = False
    """Whether it misses whatever the dice say (NE-SWIG-06)."""
    hit: bool = False
    markers: tuple[tuple[int, int, int], ...] = ()
    """Where the middles of the markers lie now."""
    scattered: int = 0
    failed: int = 0
    struck: tuple[Strike, ...] = ()

    @staticmethod
    def steps() -> Steps[Table, Blast]:
        """Range, hit roll, Firepower, Ammo, scatter, then everybody under it (see NE-SHT-12)."""
        return (
            measure,
            roll_to_hit,
            then(roll_fire),
            then(test_ammo),
            when(place_more, has_more),
            repeat(scatter, has_to_scatter),
            then(strike_all),
            then(close),
        )

    def about(self, t: Table) -> str:
        """What the attack is called in questions."""
        return topic("blast of {who}", t.name(self.who))


def profile_of(t: Table, b: Blast) -> Profile:
    """The profile of the weapon."""
    return t.profile(b.who, b.gun.weapon, b.gun.profile)


def radius_of(profile: Profile) -> float:
    """The radius of the marker in inches."""
    return max(blast() for blast in profile.windows[Trait.blast]) / 2


def begin_blast(
    t: Table, who: int, gun: Gun, target: int, more: tuple[Modifier, ...], *, lost: bool = False, needs: int = 0
) -> None:
    """A Blast is aimed at a model."""
    m = t.model(target)
    t.begin(Blast(who, gun, m.x, m.y, m.z, target, more, needs, lost))


def aim_at(
    t: Table, who: int, weapon: Weapon, profile: Profile, stand: Stand, more: tuple[Modifier, ...]
) -> Rule[None]:
    """A Blast is aimed at any visible point of a floor (NE-BLS-01)."""

    def strikes(at: tuple[int, int, int], among: Sequence[int]) -> list[Strike]:
        return strikes_under(t, at, profile, "", who, among)

    marking = Marking(t, radius_of(profile), None if hits_nobody(profile) else strikes)
    pick: Option = yield t.ask(
        t.player(who),
        topic("where {who} aims {weapon}", t.name(who), weapon.name),
        tuple,
        points(t, who, stand),
        alike=lambda point: marking.effect(point.args[:3]),
    )
    x, y, z, _ = pick.args
    gun = Gun(weapon.id, profile.name, firepower_dice(profile))
    held = yield from hold_marker(t, who, stand, profile, (x, y, z), radius_of(profile))
    if held != NOBODY:
        begin_blast(t, who, gun, held, more)
    else:
        t.begin(Blast(who, gun, x, y, z, NOBODY, more))


def points(t: Table, who: int, stand: Stand) -> Places:
    """The points that can be aimed at: visible, in the arc, on a floor (see NE-BLS-01)."""

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        seen = in_arc_of(stand, place.x, place.y) and point_seen(t, stand.eye, place.x, place.y, place.z)
        return None if need(checks, seen, "NE-BLS-01", "the point can be seen in the vision arc") else checks[-1]

    width, height = t.field.plan.width, t.field.plan.height
    area = ((0, 0), (width, 0), (width, height), (0, height))
    foes = [(m.x, m.y, m.z) for m in (t.model(foe) for foe in t.prey(who))]

    def tries() -> Iterable[Place]:
        yield from (Place(x, y, z) for x, y, z in foes)
        yield from ahead(t, stand)
        yield from (Place(x, y, z) for x, y in lattice([area], 300) for z in t.surfaces(x, y))

    return Places("aim_point", ("NE-BLS-01",), judge, tries, surfaces=t.surfaces, areas=(area,))


def ahead(t: Table, stand: Stand) -> Iterable[Place]:
    """Points straight ahead of a shooter, on the floors there."""
    dx, dy = cos(radians(stand.facing)), sin(radians(stand.facing))
    for inches in (2, 4, 6, 8, 10, 12):
        x, y = round(stand.eye.x + 100 * inches * dx), round(stand.eye.y + 100 * inches * dy)
        yield from (Place(x, y, z) for z in t.surfaces(x, y))


def has_point(t: Table, who: int, stand: Stand) -> bool:
    """Whether there is any point to aim at (see NE-BLS-01)."""
    region = points(t, who, stand)
    return any(region.judge(place) is None for place in region.tries())


# -- the attack --------------------------------------------------------------------------------------------------------


def measure(t: Table, b: Blast) -> Rule[None]:
    """Beyond long range the middle is pulled straight back to it (see NE-BLS-01)."""
    yield from ()
    m, profile = muzzle(t, b.who, b.gun.weapon), profile_of(t, b)
    far = 100 * (long_range(t, b.who, profile) + t.cards[b.who].radius)
    away = ((b.x - m.x) ** 2 + (b.y - m.y) ** 2) ** 0.5
    if away > far + CLOSE:
        b.x, b.y = round(m.x + (b.x - m.x) * far / away), round(m.y + (b.y - m.y) * far / away)
        b.z = t.floor_at(b.x, b.y, max(b.z, m.z))
    b.markers = ((b.x, b.y, b.z),)
    t.tell("aims_blast", "NE-BLS-01", who=t.name(b.who), x=b.x, y=b.y, z=b.z, radius=radius_of(profile))
    for fires in t.windows[Supplement.fires]:
        fires(t, b.who, profile)


def roll_to_hit(t: Table, b: Blast) -> Rule[None]:
    """The hit roll; at a point only range, aim, drink and the like count (see NE-BLS-01)."""
    profile, m = profile_of(t, b), muzzle(t, b.who, b.gun.weapon)
    about = topic("hit roll, {attack}", b.about(t))
    distance = ((b.x - m.x) ** 2 + (b.y - m.y) ** 2) ** 0.5 / 100 - t.cards[b.who].radius
    if b.lost:
        return
    if b.needs:
        face = yield from d6(t.roller(b.who), about)
        b.hit = face >= b.needs
        t.tell("hit_roll", "NE-YAQ-02", who=t.name(b.who), shown=face, needed=b.needs, bonus=0, passed=b.hit)
        return
    if b.target != NOBODY:
        seen = min(cover_from(t, eye_at(t, b.who, b.gun.weapon), b.target), FULL)
        added = [*hit_modifiers(t, b.who, profile, b.target, seen, distance, b.gun.weapon), *b.more]
    else:
        accuracy = profile.accuracy[0 if is_short(t, b.who, profile, distance) else 1]
        added = [*bonus(t, b.who, "bs", "shoot"), *b.more]
        added += [Modifier(accuracy, "range", "NE-SHT-07")] if accuracy else []
        for windows in t.bearers(b.who):
            for others in windows[Quality.shot_bonus]:
                added += others(t, b.who, NOBODY)
    _, b.hit = yield from hit_roll(t, b.who, t.cards[b.who].stats["bs"], tuple(added), about)


def roll_fire(t: Table, b: Blast) -> Rule[None]:
    """The Firepower dice (see NE-SHT-12)."""
    weapon, profile = t.weapon(b.who, b.gun.weapon), profile_of(t, b)
    holes, symbols = yield from roll_firepower(t, b.who, weapon, profile, b.gun.dice)
    rapid = bool(profile.windows[Trait.firepower])
    b.gun = b.gun._replace(holes=holes if rapid else 1, symbols=symbols)


def test_ammo(t: Table, b: Blast) -> Rule[None]:
    """The Ammo tests (see NE-SHT-12)."""
    weapon, profile = t.weapon(b.who, b.gun.weapon), profile_of(t, b)
    tests = 1 if any(always() for always in profile.windows[Trait.tests_ammo_always]) else b.gun.symbols
    for _ in range(tests):
        b.failed += not (yield from ammo_test(t, b.who, weapon, profile, "attack"))
    if any(spends() for spends in profile.windows[Trait.spent_by_use]):
        b.failed = max(b.failed, 1)
    if b.gun.symbols:
        for shown in profile.windows[Trait.symbol_shown]:
            yield from shown(t, b.who, weapon)


def has_more(t: Table, b: Blast) -> bool:
    """Whether Rapid Fire brings more markers (see NE-TRT-35)."""
    return len(b.markers) < b.gun.holes


def place_more(t: Table, b: Blast) -> Rule[None]:
    """Further markers within 3" of the first, placed by the shooter before any is resolved (see NE-TRT-35)."""
    reach = MARKER_REACH
    area = (
        (b.x - reach, b.y - reach),
        (b.x + reach, b.y - reach),
        (b.x + reach, b.y + reach),
        (b.x - reach, b.y + reach),
    )

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        near = (place.x - b.x) ** 2 + (place.y - b.y) ** 2 <= reach**2 and place.z in t.surfaces(place.x, place.y)
        return None if need(checks, near, "NE-TRT-35", 'within 3" of the first marker') else checks[-1]

    def tries() -> Iterable[Place]:
        return (Place(x, y, z) for x, y in [(b.x, b.y), *lattice([area], 100)] for z in t.surfaces(x, y))

    marking = Marking(t, radius_of(profile_of(t, b)), strikes_of(t, b))
    while has_more(t, b):
        pick: Option = yield t.ask(
            t.player(b.who),
            topic("place of marker {number}, {attack}", str(len(b.markers) + 1), b.about(t)),
            tuple,
            Places("aim_point", ("NE-TRT-35",), judge, tries, surfaces=t.surfaces, areas=(area,)),
            alike=lambda point: marking.effect(point.args[:3]),
        )
        b.markers = (*b.markers, pick.args[:3])


def has_to_scatter(t: Table, b: Blast) -> bool:
    """Whether a marker of a missed attack has still to scatter (see NE-BLS-02)."""
    return not b.hit and b.scattered < len(b.markers)


def scatter(t: Table, b: Blast) -> Rule[bool]:
    """A miss scatters D6 inches in a random direction; a Hit face with a 1 misfires: on the shooter, or a dud
    (NE-BLS-03, see NE-BLS-02)."""
    place = b.scattered
    b.scattered += 1
    seat = t.roller(b.who)
    about = topic("Scatter die, {attack}", b.about(t))
    (face,) = yield Roll(seat, about, alike=(1, 1, 3, 3, 3, 3), ends=partial(scatter_ends, t, b, place))
    degrees = yield from direction(seat, topic("direction, {attack}", b.about(t)))
    inches = yield from d6(seat, topic("distance, {attack}", b.about(t)))
    if face <= HIT_FACES and inches == 1:
        misfire = yield from d6(seat, topic("misfire, {attack}", b.about(t)), (1, 2, 2, 2, 2, 2))
        m = t.model(b.who)
        t.tell("misfires", "NE-BLS-03", who=t.name(b.who), shown=misfire, dud=misfire > 1)
        moved: tuple[int, int, int] | None = (m.x, m.y, m.z) if misfire == 1 else None
    else:
        moved = scattered(t.field, b.markers[place], degrees, inches)
        t.tell("scatters", "NE-BLS-02", who=t.name(b.who), degrees=degrees, inches=inches, to=moved or ())
    come_to_rest(b, place, moved)
    return True


def come_to_rest(b: Blast, place: int, at: tuple[int, int, int] | None) -> None:
    """A marker lies there; None: it is gone."""
    if at is None:
        b.markers = (*b.markers[:place], *b.markers[place + 1 :])
        b.scattered -= 1
    else:
        b.markers = (*b.markers[:place], at, *b.markers[place + 1 :])


def scatter_ends(t: Table, b: Blast, place: int) -> list[tuple[Callable[[Table], None], int]]:
    """How a scatter can end, with all its dice: for each thing that the marker may do, one place where it does it."""
    m, hit, sides = t.model(b.who), HIT_FACES, 6
    counts: dict[tuple[int, int, int] | None, int] = {(m.x, m.y, m.z): hit * CIRCLE, None: hit * CIRCLE * (sides - 1)}
    gun = (b.who, b.gun.weapon, b.gun.profile)
    for one in fallouts(t, gun, b.markers[place], radius_of(profile_of(t, b)), strikes_of(t, b)):
        counts[one.at] = counts.get(one.at, 0) + sides * (sides * one.ways - hit * one.near)

    def stand(at: tuple[int, int, int] | None, ended: Table) -> None:
        frame = ended.state.agenda[-1]
        assert isinstance(frame, Blast)
        come_to_rest(frame, place, at)

    return [(partial(stand, at), ways) for at, ways in counts.items()]


def strikes_of(t: Table, b: Blast) -> Strikes | None:
    """The hits of a marker of an attack; None: it hits nobody."""
    return (
        None
        if hits_nobody(profile_of(t, b))
        else lambda at, among: strikes_under(t, at, profile_of(t, b), "", b.who, among)
    )


def strike_all(t: Table, b: Blast) -> Rule[None]:
    """Everybody under a marker is hit, and markers that stay are left there (see NE-BLS-02)."""
    profile = profile_of(t, b)
    strikes: list[Strike] = []
    for marker in b.markers:
        t.tell("explodes", "NE-BLS-02", x=marker[0], y=marker[1], z=marker[2], radius=radius_of(profile))
        for leaves in profile.windows[Trait.leaves_marker]:
            leaves(t, b.who, marker)
        if not hits_nobody(profile):
            source = t.weapon(b.who, b.gun.weapon).name
            found = strikes_under(t, marker, profile, source, b.who)
            beside = yield from caught_beside(t, b.who, [strike.on for strike in found])
            strikes += [*found, *(strike_from(t, one, marker, profile, source, b.who) for one in beside)]
        for goes_off in t.windows[Supplement.blast_goes_off]:
            yield from goes_off(t, marker, profile, b.who)
    b.markers = ()
    if strikes:
        t.begin(Landing(tuple(strikes)))


def go_off(
    t: Table, marker: tuple[int, int, int], profile: Profile, source: str, by: int, *, spared: Iterable[int] = ()
) -> Rule[None]:
    """A Blast goes off by itself: a trap, a rat, a piece of terrain (see NE-BLS-02)."""
    x, y, z = marker
    t.tell("explodes", "NE-BLS-02", x=x, y=y, z=z, radius=radius_of(profile))
    left = tuple(strike for strike in strikes_under(t, marker, profile, source, by) if strike.on not in spared)
    for goes_off in t.windows[Supplement.blast_goes_off]:
        yield from goes_off(t, marker, profile, by)
    if left:
        t.begin(Landing(left))


def strikes_under(
    t: Table, marker: tuple[int, int, int], profile: Profile, source: str, by: int, among: Sequence[int] | None = None
) -> list[Strike]:
    """A hit on everybody under a marker: any part of base or hull, and no wall between (NE-BLS-02); `among`: nobody
    else is looked at."""
    if hits_nobody(profile):
        return []
    radius = radius_of(profile)
    found = [who for who in (t.on_table() if among is None else among) if under(t.field, marker, radius, shape(t, who))]
    return [strike_from(t, who, marker, profile, source, by) for who in found]


def strike_from(t: Table, who: int, marker: tuple[int, int, int], profile: Profile, source: str, by: int) -> Strike:
    """The hit of a Blast on somebody (see NE-BLS-02)."""
    x, y, z = marker
    made = Strike(
        who,
        by,
        strength=t.strength(by) + (profile.strength or 0) if profile.of_user and by != NOBODY else profile.strength,
        ap=profile.ap,
        damage=profile.damage,
        traits=tuple(map(str, profile.traits)),
        kind=BLAST,
        cover=save_from_cover(cover_from(t, Eye(x, y, z + BLAST_EYE), who)),
        x=x,
        y=y,
        short=not profile.short,
        source=source,
        standing=stood(t, who),
    )
    # Where nobody looks at where a hit comes from, hits from everywhere are alike to odds.
    return made._replace(x=0, y=0) if comes_from_anywhere(t, made) else made


def hits_nobody(profile: Profile) -> bool:
    """Whether a Blast does nothing but stay where it fell (see NE-TRT-11)."""
    return any(nobody() for nobody in profile.windows[Trait.hits_nobody])


def save_from_cover(seen: int) -> int:
    """Cover helps saves against Blasts and templates: +1 if partial, +2 if full (NE-BLS-04)."""
    return {PARTIAL: 1, FULL: 2, UNSEEN: 2}.get(seen, 0)


def close(t: Table, b: Blast) -> Rule[None]:
    """The attack is over."""
    yield from ()
    if t.in_play(b.who):
        run_dry(t, b.who, t.weapon(b.who, b.gun.weapon), profile_of(t, b), b.failed)


# -- templates ---------------------------------------------------------------------------------------------------------


class Flame(Steps_, Frame):
    """An attack with the Flame template (see NE-BLS-05)."""

    kind = "flame"
    solved = True
    who: int
    gun: Gun
    victims: tuple[int, ...]
    things: tuple[str, ...] = ()
    """Things under it that can be hit (see NE-TER-16)."""
    piped: bool = False
    """Whether it comes out of a pipe: no cover helps (see NE-DUCT-03)."""
    failed: int = 0

    @staticmethod
    def steps() -> Steps[Table, Flame]:
        """Firepower and Ammo first, then everybody under it (see NE-SHT-12)."""
        return (
            flame_fire,
            then(flame_ammo),
            then(flame_strikes),
            repeat(flame_thing, flame_things_left),
            then(flame_close),
        )


def points_into(stand: Stand, degrees: int) -> bool:
    """Whether a template that points in a direction lies in the arcs of a vehicle's gun, by its middle line."""
    far = 100 * FLAME
    x, y = stand.eye.x + far * cos(radians(degrees)), stand.eye.y + far * sin(radians(degrees))
    return in_arc_of(stand, round(x), round(y))


def held_flames(region: Flames, nearest: list[str]) -> Flames:
    """The ways to lay a template that touch one of the closest enemies; if there is none, straight at the first of
    them, or as near to it as the arc allows (see NE-HRX-04)."""
    held = copy(region)
    held.arc = lambda degrees: region.allows(degrees) and bool(set(nearest) & set(region.covered(degrees)))
    if not held.directions():
        one, to = region.shooter, region.others[nearest[0]]
        way = bearing(one.x, one.y, to.x, to.y)
        straight = min(region.directions(), key=lambda degrees: abs(turned_by(degrees, way)), default=NOBODY)
        held.arc = lambda degrees: degrees == straight
    return held


def begin_template(t: Table, who: int, weapon: Weapon, profile: Profile, stand: Stand) -> Rule[None]:
    """The template is laid with its narrow end at the shooter's base, wholly in its arc; everybody under it is hit, in
    the order of the shooter's choice (NE-BLS-05)."""
    bearer = t.bearer(who, weapon.id)
    others = [
        one for one in t.on_table() if one not in (who, bearer) and (bearer == who) <= (t.model(one).aboard != who)
    ]
    things = {mark.id: mark.shape for mark in marks(t) if mark.blasted}
    under_it = {**things, **{t.name(one): shape(t, one) for one in others}}
    arc = None if stand.hull is None else partial(points_into, stand)
    region = Flames(t.field, muzzle(t, who, weapon.id), stand.facing, stand.half, under_it, arc=arc)
    about = topic("template of {who} with {weapon}", t.name(who), weapon.name)
    pick: Option = yield t.ask(t.player(who), about, tuple, region)
    nearest = [t.name(one.who) for one in to_be_touched(t, stand, profile)]
    if nearest and not set(nearest) & set(pick.args[1]) and not (yield from keeps_cool(t, who)):
        held = held_flames(region, nearest)
        pick = yield t.ask(t.player(who), topic("{first} after all", about), tuple, held)
    victims = [t.number(name) for name in pick.args[1] if name in t.setting.numbers]
    burnt = tuple(name for name in pick.args[1] if name not in t.setting.numbers)
    ordered = yield from in_chosen_order(t, who, victims)
    t.tell("sprays", "NE-BLS-05", who=t.name(who), degrees=pick.args[0], weapon=weapon.name)
    for fires in t.windows[Supplement.fires]:
        fires(t, who, profile)
    t.begin(Flame(who, Gun(weapon.id, profile.name, firepower_dice(profile)), tuple(ordered), burnt))


def in_chosen_order(t: Table, who: int, victims: list[int]) -> Rule[list[int]]:
    """The order in which those under a template are hit (see NE-BLS-05)."""
    ordered: list[int] = []
    left = list(victims)
    while len(left) > 1:
        names = tuple(t.name(one) for one in left)
        pick: Option = yield t.ask(
            t.player(who),
            topic("who is hit first by {who}", t.name(who)),
            partial(options_of, "hit_order", names),
        )
        ordered.append(t.number(pick.args[0]))
        left.remove(ordered[-1])
    return [*ordered, *left]


def flame_fire(t: Table, f: Flame) -> Rule[None]:
    """Firepower dice come first (see NE-SHT-12)."""
    profile = t.profile(f.who, f.gun.weapon, f.gun.profile)
    holes, symbols = yield from roll_firepower(t, f.who, t.weapon(f.who, f.gun.weapon), profile, f.gun.dice)
    rapid = bool(profile.windows[Trait.firepower])
    f.gun = f.gun._replace(holes=holes if rapid else 1, symbols=symbols)


def flame_ammo(t: Table, f: Flame) -> Rule[None]:
    """The Ammo tests of a template weapon (see NE-SHT-12)."""
    weapon, profile = t.weapon(f.who, f.gun.weapon), t.profile(f.who, f.gun.weapon, f.gun.profile)
    for _ in range(f.gun.symbols):
        f.failed += not (yield from ammo_test(t, f.who, weapon, profile, "attack"))
    if f.gun.symbols:
        for shown in profile.windows[Trait.symbol_shown]:
            yield from shown(t, f.who, weapon)


def flame_strikes(t: Table, f: Flame) -> Rule[None]:
    """Everybody under the template is hit once; further hits of Rapid Fire go on the model nearest the user
    (see NE-TRT-35)."""
    m, profile = t.model(f.who), t.profile(f.who, f.gun.weapon, f.gun.profile)
    nearest = min(f.victims, key=lambda one: (t.distance_to(one, m.x, m.y), one), default=NOBODY)
    beside = yield from caught_beside(t, f.who, list(f.victims))
    strikes = []
    for who in (*f.victims, *beside, *[nearest] * (f.gun.holes - 1 if nearest != NOBODY else 0)):
        strikes.append(
            Strike(
                who,
                f.who,
                strength=profile.strength,
                ap=profile.ap,
                damage=profile.damage,
                traits=tuple(map(str, profile.traits)),
                kind=TEMPLATE,
                cover=0 if f.piped else save_from_cover(cover_from(t, Eye(m.x, m.y, m.z + BLAST_EYE, f.who), who)),
                x=m.x,
                y=m.y,
                short=True,
                source=t.weapon(f.who, f.gun.weapon).name,
                standing=stood(t, who),
            )
        )
    if strikes:
        t.begin(Landing(tuple(strikes)))


def flame_things_left(t: Table, f: Flame) -> bool:
    """Whether a thing under the template has still to be dealt with."""
    return bool(f.things)


def flame_thing(t: Table, f: Flame) -> Rule[bool]:
    """A thing under the template is hit (see NE-TER-16)."""
    id, *left = f.things
    f.things = tuple(left)
    yield from strike(t, blow_of(t, id, t.profile(f.who, f.gun.weapon, f.gun.profile), f.who))
    return True


def flame_close(t: Table, f: Flame) -> Rule[None]:
    """The attack is over."""
    yield from ()
    if t.in_play(f.who):
        weapon = t.weapon(f.who, f.gun.weapon)
        run_dry(t, f.who, weapon, t.profile(f.who, f.gun.weapon, f.gun.profile), f.failed)
