"""Shooting: who may, at whom, and the shot (DZ-SHOOT)."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import Item, Weapon
from fireteam.games.deadzone.damage import arms, harm, reach, survive_side
from fireteam.games.deadzone.dice import BASE, RANGED, Attack, Side, before_survive, has_stat, side_of, together
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NOWHERE, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, aftermath, carried, each, repeat, then
from fireteam.kit.supplements import Windows, parts
from fireteam.space.cubes.board import Board

CLEAR, HIGH, FRIENDLY, HIDDEN = 2, 1, -2, -1
"""Dice for a clear shot, high ground, friends beside the target, smoke or a cloak."""
PLAIN = "shoot"
"""The usual way to shoot."""

# -- targets -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def says(window: str, weapon: Weapon | Item) -> bool:
    """Whether a keyword of a weapon answers a check of its nature with yes."""
    return any(answers() for answers in weapon.windows[getattr(Keyword, window)])


@lru_cache(maxsize=1 << 12)
def is_long(weapon: Weapon | Item, mode: str) -> bool:
    """Whether SHOOT with it is a long action (see DZ-ACT-04)."""
    return says("long_shot", weapon) or any(
        part in mode for modes in weapon.windows[Keyword.long_modes] for part in modes()
    )


@lru_cache(maxsize=1 << 12)
def modes_of(weapon: Weapon | Item) -> tuple[str, ...]:
    """The ways to shoot with a weapon: the usual one, those of its keywords, and these together
    (see DZ-AB-RAPID-01)."""
    found = [PLAIN]
    for mode in sorted(mode for modes in weapon.windows[Keyword.shot_modes] for mode in modes()):
        found += [mode if other == PLAIN else f"{other} {mode}" for other in found]
    return tuple(found)


def may_shoot(t: Table, who: int, why: Why = None) -> bool:
    """Not while an enemy is in its place (DZ-SHOOT-02)."""
    return need(why, not t.foes(who), "DZ-SHOOT-02", "no enemy is in the cube of {}", t.name(who))


def candidates(t: Table, who: int, kind: str, *, short: bool, long: bool) -> list[Option]:
    """Everything a model could aim at with what it has, judged or not: the weapon is named with the target
    (DZ-SHOOT-01), and without a target there is no SHOOT (DZ-SHOOT-16)."""
    found: list[Option] = []
    for number, weapon in t.weapons(who):
        modes = modes_within(weapon, short=short, long=long)
        if not modes or weapon.range is None:
            continue
        name = weapon.name
        if says("at_cube", weapon):
            found += at_cubes(t.board, t.cube(who), kind, name, number, weapon.range)
        elif says("at_friend", weapon):
            found += [option(kind, name, t.name(mate), args=(number, mate, "friend")) for mate in t.friends(who)]
        elif has_stat(t.cards[who].ranged):
            found += at_models(t.setting.names, tuple(t.enemies(who)), kind, name, number, modes)
    return found


@lru_cache(maxsize=1 << 12)
def modes_within(weapon: Weapon | Item, *, short: bool, long: bool) -> tuple[str, ...]:
    """The ways to shoot with a weapon that take no longer than one may; none for what is not shot with, or where its
    usual way takes longer."""
    if weapon.close or weapon.range is None or not (long if is_long(weapon, PLAIN) else short):
        return ()
    return tuple([mode for mode in modes_of(weapon) if (long if is_long(weapon, mode) else short)])


@lru_cache(maxsize=1 << 12)
def at_models(
    names: tuple[str, ...], foes: tuple[int, ...], kind: str, name: str, number: int, modes: tuple[str, ...]
) -> tuple[Option, ...]:
    """Every enemy, and every way to shoot at it."""
    return tuple(
        option(kind, name, names[foe] if mode == PLAIN else f"{names[foe]} ({mode})", args=(number, foe, mode))
        for foe in foes
        for mode in modes
    )


@lru_cache(maxsize=1 << 12)
def at_cubes(board: Board, cube: int, kind: str, name: str, number: int, range: int) -> tuple[Option, ...]:
    """Every cube that a weapon reaches from another one."""
    return tuple(
        option(kind, name, board.name(there), args=(number, there, "cube")) for there in board.within(cube, 1, range)
    )


def may_target(t: Table, who: int, pick: Option, why: Why = None) -> bool:
    """The law of a target: no friend and nobody in the own cube (DZ-SHOOT-04), in range and sight (DZ-SHOOT-05);
    the range is what is more, cubes across or levels (DZ-SHOOT-06)."""
    number, target, mode = pick.args
    weapon = t.weapon(who, number)
    if mode in ("cube", "friend"):
        return all(may(t, who, weapon, target, why) for may in weapon.windows[Keyword.may_aim])
    cubes = t.apart(who, target)
    reaches = weapon.range or 0
    spares = not t.state.models[target].pinned or t.all_say(who, Keyword.may_target_pinned)
    return (
        need(why, cubes > 0, "DZ-SHOOT-04", "{} is in another cube", t.name(target))
        and need(why, cubes <= reaches, "DZ-SHOOT-06", "within RANGE {}: {} cubes", reaches, cubes)
        and need(why, spares, "DZ-AB-HONOUR-01", "it may attack the pinned")
        and (says("needs_no_sight", weapon) or in_sight(t, who, target, why))
    )


def in_sight(t: Table, who: int, target: int, why: Why = None) -> bool:
    """Whether any part of a target can be seen (DZ-SHOOT-07); bodies hide it only if the match says so
    (DZ-SHOOT-08)."""
    bodies = t.poses(who, target) if t.house_rule("bodies") == "solid" else ()
    seen = t.sight.sees(t.pose(who), t.pose(target), t.state.smoke, bodies)
    return need(why, seen, "DZ-SHOOT-07", "{} is in line of sight", t.name(target), at=(t.name(target),))


# -- the shot ----------------------------------------------------------------------------------------------------------


class Volley(Sequence, Frame):
    """A whole SHOOT: its shots one after the other, then whoever was shot at may answer (see DZ-MEET-13)."""

    kind = "volley"
    solved = True
    who: int
    shots: tuple[tuple[int, int, str], ...]
    """Weapon, target and mode of each."""
    fired: int = 0
    targets: tuple[int, ...] = ()
    """Who is shot at: those that were named, and whom flames reach."""
    answered: int = 0
    lying: frozenset[int] = frozenset()
    """Who was pinned before it or by it: they have no answer, even if they stand again (see DZ-AB-EVADE-01)."""

    def knocked_down(self, who: int) -> None:
        self.lying |= {who}

    @staticmethod
    def steps() -> Steps[Table, Volley]:
        return (take_stock, repeat(fire, shots_left), aftermath(repeat(answer, targets_left)))


def take_stock(t: Table, v: Volley) -> Rule[None]:
    """Who is named as a target is noted."""
    yield from ()
    take_aim(t, v, *(target for _, target, mode in v.shots if at_model(mode)))


def take_aim(t: Table, v: Volley, *targets: int) -> None:
    """Models are shot at, and who of them is pinned before that is noted (see DZ-AB-EVADE-01)."""
    fresh = [who for who in dict.fromkeys(targets) if who not in v.targets]
    v.targets = (*v.targets, *fresh)
    v.lying |= {who for who in fresh if t.state.models[who].pinned}


def at_model(mode: str) -> bool:
    """Whether a shot names a model as its target, and not a cube or a friend."""
    return mode not in ("cube", "friend")


def shots_left(t: Table, v: Volley) -> bool:
    return v.fired < len(v.shots) and t.in_play(v.who)


def fire(t: Table, v: Volley) -> Rule[bool]:
    """One shot at one target: others are not touched unless the weapon says so (DZ-SHOOT-03)."""
    yield from ()
    number, target, mode = v.shots[v.fired]
    v.fired += 1
    weapon = t.weapon(v.who, number)
    if v.fired > 1 and not is_still_there(t, v.who, weapon, target, mode):
        return True
    if says("hits_all", weapon):
        take_aim(t, v, *t.in_cube(t.cube(target)))
    own = weapon.windows[Keyword.shoots]
    if own:
        own[0](t, v.who, number, target, mode)
    else:
        t.begin(Shot(v.who, number, target, mode))
    return True


def is_still_there(t: Table, who: int, weapon: Weapon | Item, target: int, mode: str) -> bool:
    """Whether the target of a second weapon is neither gone nor out of sight after the first: otherwise that shot is
    lost (see DZ-MEET-14)."""
    if not at_model(mode):
        return all(may(t, who, weapon, target, None) for may in weapon.windows[Keyword.may_aim])
    if not t.in_play(target) or not t.apart(who, target):
        return False
    return says("needs_no_sight", weapon) or in_sight(t, who, target)


def targets_left(t: Table, v: Volley) -> bool:
    return v.answered < len(v.targets)


def answer(t: Table, v: Volley) -> Rule[bool]:
    """Who was shot at has its say once when all is over (see DZ-AB-EVADE-01, DZ-MEET-13)."""
    target = v.targets[v.answered]
    v.answered += 1
    if t.in_play(target) and target not in v.lying:
        for windows in t.bearers(target):
            for answers in windows[Keyword.was_shot_at]:
                yield from answers(t, target)
    return True


class Shooting(Attack):
    """What shots at one model have in common."""

    shooter: int
    number: int
    target: int
    mode: str
    more: int = 0
    """Dice that items add."""
    cube: int = NOWHERE
    """The cube in which the target was when the shot was made."""

    def about(self, t: Table) -> str:
        return topic("{who} shoots {whom}", t.name(self.shooter), t.name(self.target))

    def weapon(self, t: Table) -> Weapon | Item:
        """The weapon of the shot."""
        return t.weapon(self.shooter, self.number)

    def weapon_windows(self, t: Table) -> tuple[Windows, ...]:
        return (self.weapon(t).windows,)


class Shot(Shooting):
    """A shot at one model; pinned ones are shot at like any other (DZ-SHOOT-17)."""

    kind = "shot"
    solved = True

    @staticmethod
    def steps() -> Steps[Table, Shot]:
        """A shot, from ammo to what follows damage."""
        return (
            each(Supplement.before_shot),
            carried(Keyword.before_shot, shooters_arms),
            then(aim),
            *together(),
            then(decide),
            *harm(),
            carried(Keyword.after_shot, shooters_arms),
            carried(Keyword.after_attack, winners_arms),
            then(orders_after, is_hit),
        )


def shooters_arms(t: Table, s: Shooting) -> tuple[Windows, ...]:
    """Whose keywords work around a shot: the shooter's and its weapon's (see DZ-MEET-21)."""
    return (*t.own_keywords(s.shooter), s.weapon(t).windows)


def has_clear_shot(t: Table, s: Shooting) -> bool:
    """Whether the whole target can be seen with nothing in the way (DZ-SHOOT-10)."""
    if any(denies() for windows in t.bearers(s.target) for denies in windows[Keyword.denies_clear_shot]):
        return False
    shooter, target = t.pose(s.shooter), t.pose(s.target)
    if not t.sight.overlooks(shooter, target):  # what scenery hides no body has to
        return False
    bodies = () if t.house_rule("bodies") == "ignored" else t.poses(s.shooter, s.target)
    return t.sight.has_clear_shot(shooter, target, t.state.smoke, bodies)


def is_hidden(t: Table, s: Shooting) -> bool:
    """Whether smoke beside the line or a cloak near the target costs a die: one of them (see DZ-MEET-15)."""
    smoke = t.state.smoke
    if smoke:
        shooter, target = t.pose(s.shooter), t.pose(s.target)
        if t.sight.sees(shooter, target, smoke) and t.sight.thin_smoke(shooter, target, smoke) is not None:
            return True
    return any(
        hides(t, other, s)
        for other in t.everybody()
        for windows in t.bearers(other)
        for hides in windows[Keyword.hides]
    )


def ranged_parts(t: Table, s: Shooting, base: int = BASE) -> tuple[Modifier, ...]:
    """The dice of a shot (DZ-SHOOT-09) with all that changes them: a clear shot, high ground (DZ-SHOOT-11), friends
    beside the target (DZ-SHOOT-12), and what keywords and items add."""
    found = [Modifier(base, RANGED, "DZ-SHOOT-09")]
    if has_clear_shot(t, s):
        found.append(Modifier(CLEAR, "clear shot", "DZ-SHOOT-10"))
    if t.level(s.shooter) > t.level(s.target):
        found.append(Modifier(HIGH, "high ground", "DZ-SHOOT-11"))
    if any(not t.hostile(s.shooter, other) for other in t.in_cube(t.cube(s.target)) if other != s.shooter):
        found.append(Modifier(FRIENDLY, "friends in the target's cube", "DZ-SHOOT-12"))
    if is_hidden(t, s):
        found.append(Modifier(HIDDEN, "smoke or a cloak", "DZ-AB-SMOKE-02"))
    if s.more:
        found.append(Modifier(s.more, "items", "DZ-ITEM-10"))
    return (*found, *parts(Keyword.ranged_dice, shooters_arms(t, s), t, s))


def ranged_side(t: Table, s: Shooting, base: int = BASE) -> Side:
    """The RANGED pool, rolled by whoever decides for the model."""
    found = ranged_parts(t, s, base)
    free = sum(grants() for windows in shooters_arms(t, s) for grants in windows[Keyword.ranged_rerolls])
    t.tell("shoots", "DZ-SHOOT-09", who=t.name(s.shooter), whom=t.name(s.target), dice=total(found), parts=found)
    return side_of(t.player(s.shooter), s.shooter, RANGED, total(found), t.cards[s.shooter].ranged, free)


def aim(t: Table, s: Shot) -> Rule[None]:
    """Both pools: RANGED with its modifiers, a plain SURVIVE (DZ-SHOOT-14), which a dash does not have
    (DZ-SHOOT-15)."""
    weapon = s.weapon(t)
    s.ap, s.cube = s.ap + weapon.ap, t.cube(s.target)
    s.a, s.b = ranged_side(t, s), survive_side(t, s.target)
    s.a.counted = bool(weapon.windows[Keyword.rolled])
    s.high = reach(t, s.target, s.ap)
    t.use_weapon(s.shooter, weapon)
    yield from before_survive(t, s.b)


def decide(t: Table, s: Shot) -> Rule[None]:
    """More successes hurt, a draw does nothing (DZ-SHOOT-13)."""
    yield from ()
    for windows in shooters_arms(t, s):
        for rolled in windows[Keyword.rolled]:
            rolled(t, s)
    s.a.won = 0
    s.by, s.on, s.won = s.shooter, s.target, s.difference > 0


def is_hit(t: Table, s: Shooting) -> bool:
    return s.won


def winners_arms(t: Table, s: Shooting) -> tuple[Windows, ...]:
    """Whose keywords follow the damage, whatever shields have absorbed."""
    return arms(t, s) if s.won else ()


def orders_after(t: Table, s: Shooting) -> Rule[None]:
    """Orders that follow an attack (see DZ-CMD-12)."""
    for follows in t.windows[Supplement.after_attack]:
        yield from follows(t, s.by, s.on, s.lost)
