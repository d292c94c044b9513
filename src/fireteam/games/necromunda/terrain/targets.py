"""Attacks on things: Shoot and Fight against what is no model (NE-SHT-03, NE-TER-11, NE-TER-16, NE-TRAP-03,
NE-RAT-02)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import ACTIONS, BASIC, Activation, Deed
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.close_combat.fight import is_sidearm, option_for, sets_of_arms, shares
from fireteam.games.necromunda.dice import passes
from fireteam.games.necromunda.marks import Blow, Mark, blow_of, field_without, mark_of, marks, strike
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import bearing, shape, within
from fireteam.games.necromunda.shooting.action import AIMED, STAY, dice_taken, has_arms, is_blast, label
from fireteam.games.necromunda.shooting.ammo import ammo_test, firepower_dice, roll_firepower, run_dry
from fireteam.games.necromunda.shooting.attack import Shooting, gun, hit_roll
from fireteam.games.necromunda.shooting.priority import pick_closest
from fireteam.games.necromunda.shooting.targets import (
    arms,
    closest,
    in_arc_of,
    in_range,
    is_double,
    is_short,
    stand_of,
    targets,
)
from fireteam.games.necromunda.sight import COVER_NAMES, FULL, HALF, OPEN, PARTIAL, POINTS, UNSEEN, blockers
from fireteam.games.necromunda.state import NOBODY, Frame
from fireteam.games.necromunda.stats import bonus, number, test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.kit.agenda import Sequence, Steps, repeat
from fireteam.space.plane.free.measuring import gap, round_solids
from fireteam.space.plane.free.seeing import hidden

BESIDE = 1.0
"""Inches from which a thing can be struck in close combat (see NE-TER-16)."""

kinds(
    shoot_thing=("shoot {1} with {0}", ("NE-STD-09", "NE-TER-16")),
    fight_thing=("strike {}", ("NE-ENG-01", "NE-TER-16")),
)


class Targets(Supplement):
    """Things may be shot at and struck."""

    name = "targets"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (SHOOT, FIGHT)


class Blows(Sequence, Frame):
    """Hits on things, one after the other: what one causes is over before the next."""

    kind = "blows on things"
    blows: tuple[Blow, ...]

    @staticmethod
    def steps() -> Steps[Table, Blows]:
        """Hit by hit."""
        return (repeat(next_blow, blows_left),)


def blows_left(t: Table, b: Blows) -> bool:
    """Whether a hit is still to be resolved."""
    return bool(b.blows)


def next_blow(t: Table, b: Blows) -> Rule[bool]:
    """The next hit."""
    first, *left = b.blows
    b.blows = tuple(left)
    yield from strike(t, first)
    return True


def added_by(t: Table, mark: Mark, *, melee: bool, short: bool) -> list[Modifier]:
    """What its kind adds to a hit roll against a thing."""
    return [part for more in t.windows[Supplement.mark_bonus] for part in more(t, mark, melee, short)]


# -- Shoot -------------------------------------------------------------------------------------------------------------


def shots(t: Table, a: Activation) -> Iterable[Option]:
    """Every weapon without marker or template, and every thing that may be shot at: one that is not in the arc after a
    turn (see NE-RND-05)."""
    able = [mark for mark in marks(t) if mark.shot]
    stand = stand_of(t, a.who)
    for weapon, profile in arms(t, a.who):
        if profile.template or is_blast(profile) or (is_double(t, a.who, profile) and a.left < ACTIONS):
            continue
        for mark in able:
            seen = in_arc_of(stand, mark.shape.x, mark.shape.y)
            if seen or a.may_turn:
                m = t.model(a.who)
                facing = STAY if seen else round(bearing(m.x, m.y, mark.shape.x, mark.shape.y)) % 360
                name = label(weapon, profile)
                yield option("shoot_thing", name, mark.id, args=(weapon.id, profile.name, mark.id, facing))


def cover_of(t: Table, who: int, mark: Mark) -> int:
    """The cover of a thing from a fighter; it does not hide itself (see NE-SHT-06)."""
    eye = stand_of(t, who).eye
    count = hidden(field_without(t, mark.id), eye[:3], mark.shape, blockers(t, eye, NOBODY), t.clouds())
    return UNSEEN if count >= POINTS else OPEN if not count else PARTIAL if count < HALF else FULL


def may_shoot(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one thing: it can be seen (see NE-SHT-02)."""
    seen = cover_of(t, a.who, mark_of(t, pick.args[2])) != UNSEEN
    return need(why, seen, "NE-SHT-02", "{} can be seen", pick.args[2])


def shoot(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """A shot at a thing: a Cool test while any enemy could be shot, then as at a fighter, but what breaks is hit
    without a roll (see NE-SHT-03, NE-TER-16)."""
    weapon_id, profile_name, id, facing = pick.args
    who = a.who
    if facing != STAY:
        t.turn(who, facing)
    weapon, profile = t.weapon(who, weapon_id), t.profile(who, weapon_id, profile_name)
    if is_double(t, who, profile):
        a.left = 0
    a.may_turn = False
    more = (AIMED,) if a.aimed else ()
    stand = stand_of(t, who)
    foes = targets(t, stand)
    if foes:
        about = topic("target priority of {who}", t.name(who))
        if not (yield from test(t, who, "cl", "priority", about, "NE-SHT-03")):
            target = yield from pick_closest(t, who, stand, closest(t, stand, foes))
            dice = yield from dice_taken(t, who, profile)
            t.begin(Shooting(who, target, (gun(profile, weapon, dice),), more))
            return
    yield from fire(t, who, weapon, profile, mark_of(t, id), more)


def fire(t: Table, who: int, weapon: Weapon, profile: Profile, mark: Mark, more: tuple[Modifier, ...]) -> Rule[None]:
    """The dice of a shot at a thing in their order: hit, Firepower, Ammo (see NE-SHT-12)."""
    distance = gap(shape(t, who), mark.shape)
    dice = yield from dice_taken(t, who, profile)
    t.tell("shoots", "NE-SHT-01", who=t.name(who), target=mark.id, weapon=weapon.name, distance=round(distance, 2))
    for fires in t.windows[Supplement.fires]:
        fires(t, who, profile)
    hit = in_range(t, who, profile, distance)
    if hit and not mark.surely:
        added = (*shot_modifiers(t, who, profile, mark, distance), *more)
        about = topic("hit roll, {who} shoots {thing}", t.name(who), mark.id)
        _, hit = yield from hit_roll(t, who, t.cards[who].stats["bs"], added, about)
    holes, symbols = yield from roll_firepower(t, who, weapon, profile, dice)
    failed = yield from ammo_tests(t, who, weapon, profile, symbols)
    if hit:
        count = holes if profile.windows[Trait.firepower] else 1
        t.begin(Blows((blow_of(t, mark.id, profile, who),) * count))
    if t.in_play(who):
        run_dry(t, who, weapon, profile, failed)


def ammo_tests(t: Table, who: int, weapon: Weapon, profile: Profile, symbols: int) -> Rule[int]:
    """The Ammo tests of an attack; how many were failed (see NE-SHT-12)."""
    failed = 0
    always = any(always() for always in profile.windows[Trait.tests_ammo_always])
    for _ in range(1 if always else symbols):
        failed += not (yield from ammo_test(t, who, weapon, profile, "attack"))
    if any(spends() for spends in profile.windows[Trait.spent_by_use]):
        failed = max(failed, 1)
    if symbols:
        for shown in profile.windows[Trait.symbol_shown]:
            yield from shown(t, who, weapon)
    return failed


def shot_modifiers(t: Table, who: int, profile: Profile, mark: Mark, distance: float) -> list[Modifier]:
    """What is added to the hit roll of a shot at a thing (see NE-SHT-07)."""
    short = is_short(t, who, profile, distance)
    found = [*bonus(t, who, "bs", "shoot"), *added_by(t, mark, melee=False, short=short)]
    seen = cover_of(t, who, mark)
    if seen:
        found.append(Modifier(-min(seen, FULL), COVER_NAMES[min(seen, FULL)], "NE-SHT-06"))
    accuracy = profile.accuracy[0 if short else 1]
    if accuracy:
        found.append(Modifier(accuracy, "short range" if short else "long range", "NE-SHT-07"))
    for windows in t.bearers(who):
        for others in windows[Quality.shot_bonus]:
            found += others(t, who, NOBODY)
    return found


# -- Fight -------------------------------------------------------------------------------------------------------------


def near_marks(t: Table, a: Activation) -> Iterable[Option]:
    """Each thing that may be struck."""
    return [option("fight_thing", mark.id, args=(mark.id,)) for mark in marks(t) if mark.struck]


def anything(t: Table, a: Activation, why: Why) -> bool:
    """There is something to strike."""
    return need(why, any(mark.struck for mark in marks(t)), "NE-TER-16", "there is something to strike")


def may_strike(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one thing: within 1", although nobody is Engaged (see NE-TER-16)."""
    mark, own = mark_of(t, pick.args[0]), shape(t, a.who)
    near = within(gap(own, mark.shape), BESIDE) and within(
        round_solids(field_without(t, mark.id), own, mark.shape, BESIDE), BESIDE
    )
    return need(why, near, "NE-TER-16", '{} is within 1"', mark.id)


def fight(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Close combat attacks on a thing: what breaks is hit by each die, else each is a WS test (see NE-TER-16,
    NE-RAT-02)."""
    who, mark = a.who, mark_of(t, pick.args[0])
    sets = sets_of_arms(t, who)
    chosen: Option = yield t.ask(
        t.player(who),
        topic("weapons, {who} strikes {thing}", t.name(who), mark.id),
        lambda: [option_for(place, found) for place, found in enumerate(sets)],
    )
    held = sets[chosen.args[0]]
    blows: list[Blow] = []
    used = shares(held, number(t, who, "a") + (len(held) > 1))
    for fights in t.windows[Supplement.fights]:
        fights(t, who, [profile for _, profile, _ in used])
    for weapon, profile, dice in used:
        hits = dice
        if not mark.surely:
            hits = yield from roll_blows(t, who, mark, dice)
        if is_sidearm(profile) and profile.ammo:
            holes, symbols = yield from roll_firepower(t, who, weapon, profile, firepower_dice(profile))
            hits *= holes if profile.windows[Trait.firepower] else 1
            run_dry(t, who, weapon, profile, (yield from ammo_tests(t, who, weapon, profile, symbols)))
        blows += [blow_of(t, mark.id, profile, who)] * hits
    if blows:
        t.begin(Blows(tuple(blows)))


def roll_blows(t: Table, who: int, mark: Mark, dice: int) -> Rule[int]:
    """WS tests against a thing; how many hit."""
    more = total((*bonus(t, who, "ws", "fight"), *added_by(t, mark, melee=True, short=True)))
    needed = t.cards[who].stats["ws"]
    faces = yield Roll(t.roller(who), topic("attacks of {who} on {thing}", t.name(who), mark.id), dice)
    hits = sum(passes(face, needed, more) for face in faces)
    t.tell(
        *("fight_roll", "NE-CC-05"),
        who=t.name(who), target=mark.id, shown=tuple(faces), needed=needed, bonus=more, hits=hits,
    )  # fmt: skip
    return hits


SHOOT = Deed("shoot", "NE-STD-09", BASIC, (ACTIVE,), has_arms, shots, shoot, may_shoot, True, ("shoot_thing",))
FIGHT = Deed(
    *("fight", "NE-TER-16", BASIC, (ACTIVE,), anything, near_marks, fight, may_strike),
    kinds=("fight_thing",),
)
