"""The Fight: turning, weapons, dice, targets, hit rolls, Parry, Reaction attacks, and what follows (NE-CC)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.close_combat.reach import in_reach, opponents
from fireteam.games.necromunda.dice import alike_by, alike_for, d6, passes
from fireteam.games.necromunda.hits import MELEE, Strike, hit_marks, stood
from fireteam.games.necromunda.options import kinds, option, options_of
from fireteam.games.necromunda.positions import engaged_with, facing_most, in_arc, in_contact, is_across
from fireteam.games.necromunda.shooting.ammo import ammo_test, firepower_dice, roll_firepower, run_dry
from fireteam.games.necromunda.shooting.landing import Landing
from fireteam.games.necromunda.state import INJURED, NOBODY, Frame
from fireteam.games.necromunda.stats import bonus, number
from fireteam.games.necromunda.table import UNARMED as BARE_HANDS
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.kit.agenda import OVER, Sequence, Steps, repeat, then, when

MOST_PARRIES = 2
"""Attacks that a fighter may parry with two weapons for it (see NE-TRT-07)."""
UNARMED = Weapon("unarmed", "bare hands", "close", (BARE_HANDS,))
"""What everybody can fight with (see NE-CC-02)."""

kinds(
    stay_facing=("do not turn", ("NE-CC-01",)),
    turn_to=("turn to {}", ("NE-CC-01",)),
    fight_with=("fight with {}", ("NE-CC-02",)),
    fight_with_both=("fight with {} and {}", ("NE-CC-02", "NE-CC-03")),
    dice_at=("{}", ("NE-CC-04",)),
    parry=("parry {}", ("NE-TRT-07",)),
    no_parry=("do not parry", ("NE-TRT-07",)),
    react=("{} strikes back", ("NE-CC-08",)),
    no_reaction=("nobody strikes back", ("NE-CC-08",)),
)


class Blows(NamedTuple):
    """Attack dice of one weapon at one target, and how they fell."""

    weapon: str
    profile: str
    target: int
    dice: int
    faces: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    """The faces that hit, as they lie."""
    again: tuple[int, ...] = ()
    """Those of parried attacks that hit once more: the second result stands (see NE-TRT-07)."""
    holes: int = 1
    failed: int = 0


class Fight(Sequence, Frame):
    """Close combat attacks of one fighter, by its action or as a Reaction (see NE-ENG-01, NE-CC-08)."""

    kind = "fight"
    solved = True
    who: int
    charged: bool = False
    reaction: bool = False
    against: int = NOBODY
    """In a Reaction the one that is struck back at."""
    turned: bool = False
    blows: tuple[Blows, ...] = ()
    rolled: int = 0
    parried: int = 0
    fired: int = 0
    attacked: tuple[int, ...] = ()
    """Who has been attacked, and was not Seriously Injured before."""
    done: tuple[int, ...] = ()
    """Who has struck back, or will not."""

    @staticmethod
    def steps() -> Steps[Table, Fight]:
        """The steps of the sequence; a Reaction ends before others react (see NE-CC-08)."""
        return (
            turn_to_face,
            then(pick_weapons),
            repeat(roll_blows, blows_left),
            repeat(parry, parries_left),
            repeat(fire_sidearm, sidearms_left),
            then(land),
            repeat(react, reactions_left),
            when(finish, is_own_fight),
        )

    def solved_through(self) -> bool:
        """Odds end with its last step: where its winner goes then is no matter of dice (see NE-CC-09)."""
        return self.step != OVER

    def about(self, t: Table) -> str:
        """What the fight is called in questions."""
        return topic("fight of {who}", t.name(self.who))


# -- turning, weapons, dice --------------------------------------------------------------------------------------------


def foes(t: Table, f: Fight) -> list[int]:
    """Whom the attacks may be against: all it is Engaged with or can reach; in a Reaction the one attacker alone."""
    found = opponents(t, f.who)
    return [foe for foe in found if foe == f.against] if f.reaction else found


def turn_to_face(t: Table, f: Fight) -> Rule[None]:
    """The attacker may turn to any facing, at -1 to all its hit rolls in this sequence (NE-CC-01)."""
    hidden = [foe for foe in foes(t, f) if not in_arc(t, f.who, foe)]
    if not hidden:
        return
    pick: Option = yield t.ask(
        t.player(f.who) if not f.reaction else t.side(f.who),
        topic("turning, {fight}", f.about(t)),
        lambda: [*(option("turn_to", t.name(foe)) for foe in hidden), option("stay_facing")],
    )
    if pick.kind == "turn_to":
        f.turned = True
        to = t.number(pick.args[0])
        t.turn(f.who, facing_most(t, f.who, [to, *(foe for foe in foes(t, f) if foe != to)]), "NE-CC-01")


def melee_arms(t: Table, who: int) -> list[tuple[Weapon, Profile]]:
    """What a fighter can fight with: Melee weapons and Sidearms that are not Out of Ammo (see NE-CC-02)."""
    m = t.model(who)
    found = []
    for weapon in t.weapons(who):
        for profile in weapon.profiles:
            close = any(melee() for melee in profile.windows[Trait.melee])
            pistol = any(sidearm() for sidearm in profile.windows[Trait.sidearm]) and weapon.id not in m.empty
            if (close or pistol) and f"{weapon.id}/{profile.name}" not in m.lost:
                found.append((weapon, profile))
    return found


def is_sidearm(profile: Profile) -> bool:
    """Whether a weapon is a pistol, which may get one die only (see NE-CC-03)."""
    return any(sidearm() for sidearm in profile.windows[Trait.sidearm])


def takes_both_hands(profile: Profile) -> bool:
    """Whether a weapon leaves no hand for a second one (see NE-TRT-12)."""
    return any(both() for both in profile.windows[Trait.needs_both_hands])


def sets_of_arms(t: Table, who: int) -> list[tuple[tuple[Weapon, Profile], ...]]:
    """Up to two Melee or Sidearm weapons, or one Unwieldy one, or bare hands (NE-CC-02); the first of two takes the odd
    die (see NE-CC-03). A Mounted fighter uses one (see NE-MNT-02)."""
    arms = melee_arms(t, who)
    found: list[tuple[tuple[Weapon, Profile], ...]] = [(one,) for one in arms if may_wield(t, who, one[1])]
    if not t.fighter(who).mounted:
        light = [one for one in arms if not takes_both_hands(one[1])]
        found += [(one, two) for one in light for two in light if one[0].id != two[0].id]
    found.append(((UNARMED, UNARMED.profiles[0]),))
    return found


def may_wield(t: Table, who: int, profile: Profile) -> bool:
    """A Mounted fighter uses one weapon in close combat, and nothing Unwieldy but a lance (NE-MNT-02)."""
    if not (t.fighter(who).mounted and takes_both_hands(profile)):
        return True
    return any(riders() for riders in profile.windows[Trait.for_riders])


def attack_dice(t: Table, f: Fight, arms: tuple[tuple[Weapon, Profile], ...]) -> int:
    """Attacks, +1 with two weapons, +1 in a charge (NE-CC-03)."""
    return number(t, f.who, "a") + (len(arms) > 1) + f.charged


def shares(arms: tuple[tuple[Weapon, Profile], ...], dice: int) -> list[tuple[Weapon, Profile, int]]:
    """The dice of each weapon, as even as can be: a Sidearm gets one, what it may not take goes to the other, and what
    two Sidearms may not take are unarmed attacks (see NE-CC-03)."""
    if len(arms) == 1:
        weapon, profile = arms[0]
        if not is_sidearm(profile) or dice == 1:
            return [(weapon, profile, dice)]
        return [(weapon, profile, 1), (UNARMED, UNARMED.profiles[0], dice - 1)]
    first, second = arms
    one, two = is_sidearm(first[1]), is_sidearm(second[1])
    if one and two:
        found = [(*first, 1), (*second, min(1, dice - 1)), (UNARMED, UNARMED.profiles[0], dice - 2)]
    elif one:
        found = [(*first, 1), (*second, dice - 1)]
    elif two:
        found = [(*first, dice - 1), (*second, 1)]
    else:
        found = [(*first, dice - dice // 2), (*second, dice // 2)]
    return [share for share in found if share[2] > 0]


def pick_weapons(t: Table, f: Fight) -> Rule[None]:
    """Weapons are chosen anew for every Fight, and all dice allotted to weapons and targets before one is rolled
    (NE-CC-02 to NE-CC-04)."""
    able = [arms for arms in sets_of_arms(t, f.who) if any(reachable(t, f, profile) for _, profile in arms)]
    if not able:
        return
    seat = t.side(f.who) if f.reaction else t.player(f.who)
    pick: Option = yield t.ask(
        seat,
        topic("weapons, {fight}", f.about(t)),
        lambda: [option_for(place, arms) for place, arms in enumerate(able)],
    )
    arms = able[pick.args[0]]
    blows: list[Blows] = []
    for weapon, profile, dice in shares(arms, attack_dice(t, f, arms)):
        targets = reachable(t, f, profile)
        if not targets:
            continue
        if len(targets) == 1:
            blows.append(Blows(weapon.id, profile.name, targets[0], dice))
            continue
        way: Option = yield t.ask(
            seat,
            topic("targets of {weapon}, {fight}", weapon.name, f.about(t)),
            partial(splits, t, tuple(targets), dice),
        )
        blows += [Blows(weapon.id, profile.name, who, count) for who, count in way.args]
    f.blows = tuple(blows)
    f.attacked = tuple(dict.fromkeys(blow.target for blow in blows if not t.is_injured(blow.target)))
    for one in f.attacked:
        t.tell("fights", "NE-ENG-01", who=t.name(f.who), target=t.name(one), reaction=f.reaction)
    for fights in t.windows[Supplement.fights]:
        fights(t, f.who, [t.profile_of(f.who, blow.weapon, blow.profile) for blow in blows])


def option_for(place: int, arms: tuple[tuple[Weapon, Profile], ...]) -> Option:
    """A set of weapons as an option."""
    names = [weapon.name for weapon, _ in arms]
    kind = "fight_with" if len(names) == 1 else "fight_with_both"
    return option(kind, *names, args=(place,))


def reachable(t: Table, f: Fight, profile: Profile) -> list[int]:
    """The targets of a weapon: Engaged with the attacker and in its vision arc; at a distance only with a weapon that
    reaches (NE-CC-04)."""
    return [foe for foe in foes(t, f) if in_arc(t, f.who, foe) and in_reach(t, f.who, foe, profile)]


def splits(t: Table, targets: tuple[int, ...], dice: int) -> list[Option]:
    """Every way to split dice between targets."""

    def ways(left: int, places: int) -> Iterable[tuple[int, ...]]:
        if places == 1:
            yield (left,)
            return
        for first in range(left, -1, -1):
            yield from ((first, *rest) for rest in ways(left - first, places - 1))

    found = []
    for counts in ways(dice, len(targets)):
        parts = [(who, count) for who, count in zip(targets, counts, strict=True) if count]
        names = ", ".join(f"{count} at {t.name(who)}" for who, count in parts)
        found.append(option("dice_at", names, args=tuple(parts)))
    return found


# -- hit rolls ---------------------------------------------------------------------------------------------------------


def blows_left(t: Table, f: Fight) -> bool:
    """Whether dice are still to be rolled."""
    return f.rolled < len(f.blows)


def hit_modifiers(t: Table, f: Fight, target: int) -> list[Modifier]:
    """What is added to hit rolls in close combat (NE-CC-05): assists and interference (NE-CC-07), turning, a barricade
    between, a vehicle as target (NE-CC-06)."""
    found = [*bonus(t, f.who, "ws", "fight")]
    if t.is_vehicle(target):
        found.append(Modifier(1, "a vehicle", "NE-CC-06"))
    else:
        found += [Modifier(1, f"{t.name(one)} assists", "NE-CC-07") for one in assists(t, f.who, target)]
        found += [Modifier(-1, f"{t.name(one)} interferes", "NE-CC-07") for one in interferes(t, f.who, target)]
    if f.turned:
        found.append(Modifier(-1, "turned to face", "NE-CC-01"))
    if not t.is_vehicle(target) and not in_contact(t, f.who, target) and is_across(t, f.who, target):
        found.append(Modifier(-1, "over a barricade", "NE-CC-10"))
    for windows in t.bearers(f.who):
        for more in windows[Quality.fight_bonus]:
            found += more(t, f.who, f.reaction)
    return found


def assists(t: Table, who: int, target: int) -> list[int]:
    """Each other friend in base contact with the target and with no other enemy (see NE-CC-07)."""
    return [
        friend
        for friend in t.friends(who)
        if t.stands(friend)
        and in_contact(t, friend, target)
        and all(foe == target for foe in engaged_with(t, friend) if not t.is_vehicle(foe))
    ]


def interferes(t: Table, who: int, target: int) -> list[int]:
    """Each other enemy Engaged with the attacker and with no other enemy of its own (see NE-CC-07)."""
    return [
        foe
        for foe in engaged_with(t, who)
        if foe != target
        and not t.is_vehicle(foe)
        and all(other == who for other in engaged_with(t, foe) if not t.is_vehicle(other))
    ]


def roll_blows(t: Table, f: Fight) -> Rule[bool]:
    """A WS test for each die, weapon by weapon and target by target (see NE-CC-05)."""
    place = f.rolled
    f.rolled += 1
    blow = f.blows[place]
    if not t.in_play(blow.target):
        return True
    added = hit_modifiers(t, f, blow.target)
    needed, more = t.cards[f.who].stats["ws"], total(tuple(added))
    only_six = t.says(f.who, Quality.hits_on_six_alone)
    about = topic("attacks on {target}, {fight}", t.name(blow.target), f.about(t))
    alike = alike_blows(t, f, blow, needed, more, only_six=only_six)
    faces = yield Roll(t.roller(f.who), about, blow.dice, alike=alike)
    hits = tuple(face for face in faces if (face == 6 if only_six else passes(face, needed, more)))
    t.tell(
        *("fight_roll", "NE-CC-05"),
        who=t.name(f.who), target=t.name(blow.target), shown=tuple(faces), needed=needed, bonus=more, hits=len(hits),
    )  # fmt: skip
    change(f, place, faces=tuple(faces), hits=hits)
    return True


def alike_blows(t: Table, f: Fight, blow: Blows, needed: int, more: int, *, only_six: bool) -> tuple[int, ...]:
    """The faces of an Attack die that have the same effect."""
    marks = hit_marks(t, traits_of(t, f, t.profile_of(f.who, blow.weapon, blow.profile)))
    if not only_six:
        return alike_for(needed, more, marks)
    return alike_by(lambda face: (face == 6, *[face >= mark for mark in marks]))


def change(f: Fight, place: int, **values: object) -> None:
    """Blows have done something."""
    blow = f.blows[place]._replace(**values)  # type: ignore[arg-type]
    f.blows = (*f.blows[:place], blow, *f.blows[place + 1 :])


# -- Parry -------------------------------------------------------------------------------------------------------------


def parries_left(t: Table, f: Fight) -> bool:
    """Whether those attacked may still parry."""
    return f.parried < len(f.attacked)


def parry(t: Table, f: Fight) -> Rule[bool]:
    """A Standing defender may make the attacker roll successful hits again, one for each weapon that parries; the
    second result stands (see NE-TRT-07)."""
    who = f.attacked[f.parried]
    f.parried += 1
    if t.is_vehicle(who) or not t.stands(who):
        return True
    for power in parrying(t, who):
        able = [
            (place, face)
            for place, blow in enumerate(f.blows)
            if blow.target == who and (power or not has_power(t, f, blow))
            for face in blow.hits
        ]
        if not able:
            break
        names = {f"the {face} of {t.weapon_name(f.who, f.blows[place].weapon)}": (place, face) for place, face in able}
        pick: Option = yield t.ask(
            t.side(who),
            topic("parry of {who}, {fight}", t.name(who), f.about(t)),
            partial(options_of, "parry", tuple(names), "no_parry"),
        )
        if pick.kind == "no_parry":
            break
        place, face = names[pick.args[0]]
        yield from roll_again(t, f, place, face)
    return True


def parrying(t: Table, who: int) -> list[bool]:
    """For each weapon of a fighter that parries, whether it has Power (see NE-TRT-07)."""
    found = [
        any(power() for power in weapon.profiles[0].windows[Trait.power])
        for weapon in t.weapons(who)
        if any(parries() for parries in weapon.profiles[0].windows[Trait.parries])
    ]
    return sorted(found, reverse=True)[:MOST_PARRIES]


def has_power(t: Table, f: Fight, blow: Blows) -> bool:
    """Whether attacks are made with a Power weapon (see NE-TRT-19)."""
    return any(power() for power in t.profile_of(f.who, blow.weapon, blow.profile).windows[Trait.power])


def roll_again(t: Table, f: Fight, place: int, face: int) -> Rule[None]:
    """One hit is rolled again."""
    blow = f.blows[place]
    needed, more = t.cards[f.who].stats["ws"], total(tuple(hit_modifiers(t, f, blow.target)))
    only_six = t.says(f.who, Quality.hits_on_six_alone)
    about = topic("parried attack on {target}, {fight}", t.name(blow.target), f.about(t))
    again = yield from d6(t.roller(f.who), about, alike_blows(t, f, blow, needed, more, only_six=only_six))
    hits = list(blow.hits)
    hits.remove(face)
    hit = again == 6 if only_six else passes(again, needed, more)
    change(f, place, hits=tuple(hits), again=(*blow.again, again) if hit else blow.again)
    t.tell("parried", "NE-TRT-07", who=t.name(blow.target), shown=again, hit=hit)


# -- Sidearms, hits ----------------------------------------------------------------------------------------------------


def sidearms_left(t: Table, f: Fight) -> bool:
    """Whether a pistol has still to roll its Firepower."""
    return f.fired < len(f.blows)


def fire_sidearm(t: Table, f: Fight) -> Rule[bool]:
    """A Sidearm rolls Firepower dice and Ammo tests in close combat, too (see NE-SHT-12, NE-TRT-10)."""
    place = f.fired
    f.fired += 1
    blow = f.blows[place]
    profile = t.profile_of(f.who, blow.weapon, blow.profile)
    if not is_sidearm(profile) or not profile.ammo:
        return True
    weapon = t.weapon(f.who, blow.weapon)
    holes, symbols = yield from roll_firepower(t, f.who, weapon, profile, firepower_dice(profile))
    failed = 0
    for _ in range(symbols):
        failed += not (yield from ammo_test(t, f.who, weapon, profile, "attack"))
    if symbols:
        for shown in profile.windows[Trait.symbol_shown]:
            yield from shown(t, f.who, weapon)
    change(f, place, holes=holes if profile.windows[Trait.firepower] else 1, failed=failed)
    return True


def traits_of(t: Table, f: Fight, profile: Profile) -> tuple[str, ...]:
    """The traits of attacks: those of the weapon, and what the attacker gives them."""
    extra = [text for windows in t.bearers(f.who) for more in windows[Quality.fight_traits] for text in more(f)]
    return (*map(str, profile.traits), *(text for text in extra if not profile.has(text)))


def strikes(t: Table, f: Fight) -> list[Strike]:
    """All hits of a fight; a Rapid Fire Sidearm scores its holes (see NE-CC-03)."""
    m, found = t.model(f.who), []
    for blow in f.blows:
        profile = t.profile_of(f.who, blow.weapon, blow.profile)
        strength = profile.strength
        if profile.of_user and strength is not None:
            strength += number(t, f.who, "s")
        if strength is not None:
            strength += sum(more(f) for windows in t.bearers(f.who) for more in windows[Quality.fight_strength])
        strike = Strike(
            blow.target,
            f.who,
            strength=strength,
            ap=profile.ap,
            damage=profile.damage,
            traits=traits_of(t, f, profile),
            kind=MELEE,
            x=m.x,
            y=m.y,
            source=t.weapon_name(f.who, blow.weapon),
            standing=stood(t, blow.target),
        )
        found += [strike._replace(face=face) for face in (*blow.hits, *blow.again) for _ in range(blow.holes)]
    return found


def land(t: Table, f: Fight) -> Rule[None]:
    """The attacker's hits are resolved; Sidearms that failed their tests are empty."""
    yield from ()
    for blow in f.blows:
        if blow.failed:
            profile = t.profile_of(f.who, blow.weapon, blow.profile)
            run_dry(t, f.who, t.weapon(f.who, blow.weapon), profile, blow.failed)
    found = strikes(t, f)
    f.blows = ()
    if found:
        t.begin(Landing(tuple(found)))


# -- Reactions ---------------------------------------------------------------------------------------------------------


def reactors(t: Table, f: Fight) -> list[int]:
    """The enemies still Engaged with the attacker that have not struck back: never vehicles; across a distance only
    with a reach of their own (see NE-CC-08)."""
    return [
        foe
        for foe in opponents(t, f.who)
        if foe not in f.done and not t.is_vehicle(foe) and t.stands(foe) and f.who in opponents(t, foe)
    ]


def reactions_left(t: Table, f: Fight) -> bool:
    """Whether somebody may still strike back: not in a Reaction, and not at one that has been felled."""
    return not f.reaction and t.stands(f.who) and bool(reactors(t, f)) and attacked_fighters(t, f)


def attacked_fighters(t: Table, f: Fight) -> bool:
    """Whether a fighter was attacked: attacks on a vehicle draw no Reactions (see NE-CC-06)."""
    return any(not t.is_vehicle(who) for who in f.attacked)


def react(t: Table, f: Fight) -> Rule[bool]:
    """After the attacker's hits each enemy still Engaged with it may attack back, in the order of its player
    (NE-CC-08)."""
    able = reactors(t, f)
    pick: Option = yield t.ask(
        t.side(able[0]),
        topic("who strikes back at {who}", t.name(f.who)),
        lambda: [*(option("react", t.name(foe)) for foe in able), option("no_reaction")],
    )
    if pick.kind == "no_reaction":
        f.done = (*f.done, *able)
        return True
    foe = t.number(pick.args[0])
    f.done = (*f.done, foe)
    t.begin(Fight(foe, reaction=True, against=f.who))
    return True


# -- the end -----------------------------------------------------------------------------------------------------------


def is_own_fight(t: Table, f: Fight) -> bool:
    """Whether the attacker may do something when its Fight is over; nobody does after a Reaction (see NE-CC-09)."""
    return not f.reaction and t.stands(f.who)


def felled(t: Table, f: Fight) -> list[int]:
    """Enemies that this Fight made Seriously Injured and that are still in play (see NE-STD-13)."""
    return [who for who in f.attacked if t.in_play(who) and t.model(who).stance == INJURED and not t.is_vehicle(who)]


def finish(t: Table, f: Fight) -> Rule[None]:
    """The last step: consolidate or Coup de Grace (see NE-CC-09)."""
    for follows in t.windows[Supplement.fight_over]:
        yield from follows(t, f)
