"""Damage: shields, armour, what adds to it, death (DZ-DMG)."""

from __future__ import annotations

from fireteam.core.pools import Pool, against
from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.deadzone.dice import (
    BASE,
    DEEP,
    OTHER,
    SHIELD,
    SURVIVE,
    Attack,
    Side,
    before_survive,
    shields,
    side_of,
    unmodified,
)
from fireteam.games.deadzone.state import NOBODY, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.kit.supplements import Windows, parts


def harm() -> Steps[Table, Attack]:
    """What a won attack does to the loser, in this order (DZ-DMG-05)."""
    return (repeat(absorb, shield_left), then(reckon, is_won), then(wound, is_won))


def is_won(t: Table, a: Attack) -> bool:
    """Whether somebody has lost the test and is there to be hurt."""
    return a.difference > 0 and a.on != NOBODY and t.in_play(a.on)


def arms(t: Table, a: Attack) -> tuple[Windows, ...]:
    """Whose keywords work in an attack: those of who attacks, and of the one weapon it uses (DZ-MEET-21)."""
    return (*t.own_keywords(a.by), *a.weapon_windows(t)) if a.by != NOBODY else a.weapon_windows(t)


def can_hurt(t: Table, a: Attack) -> bool:
    """Whether the attack does damage at all: shields roll for that alone (DZ-MEET-01)."""
    return not any(harmless() for windows in arms(t, a) for harmless in windows[Keyword.harmless])


# -- shields -----------------------------------------------------------------------------------------------------------


def shield_left(t: Table, a: Attack) -> bool:
    """Whether a shield is still to be rolled for."""
    return is_won(t, a) and can_hurt(t, a) and a.shields < len(shields(t, a.on))


def absorb(t: Table, a: Attack) -> Rule[bool]:
    """One shield after the other takes successes away (see DZ-DMG-05)."""
    dice, *others = shields(t, a.on)[a.shields :]
    a.shields += 1
    lead, high = a.difference, a.high if a.on == a.b.who else -a.low
    about, rest = topic("shield of {who}", t.name(a.on)), Pool(sum(others), SHIELD)
    absorbed = yield from unmodified(
        t, t.side(a.on), about, dice, SHIELD, lambda pool: against(lead, pool, high=high, depth=DEEP, later=rest)
    )
    a.difference = max(0, lead - absorbed)
    if not others:
        a.difference = min(high, a.difference)
    return True


# -- reckoning ---------------------------------------------------------------------------------------------------------


def armour_parts(t: Table, who: int) -> tuple[Modifier, ...]:
    """ARMOUR with what its side lends, one bonus at the most (DZ-DMG-04; a dash is 0, see DZ-CORE-08). Owners count,
    not who controls (see DZ-AB-RAMPAGE-04)."""
    found = [Modifier(t.cards[who].armour, "ARMOUR", "DZ-DMG-04")]
    lent = max(
        (
            lends(t, mate, who)
            for mate in (who, *t.mates(who, t.place(who)))
            for windows in t.bearers(mate)
            for lends in windows[Keyword.lends_armour]
        ),
        default=0,
    )
    if lent:
        found.append(Modifier(lent, "a shield in the cube", "DZ-DMG-04"))
    return tuple(found)


def piercing(t: Table, a: Attack) -> int:
    """AP of weapon, model and ammo together (DZ-DMG-06)."""
    return a.ap + sum(more() for windows in arms(t, a) for more in windows[Keyword.armour_piercing])


def harm_parts(t: Table, a: Attack) -> tuple[Modifier, ...]:
    """What changes damage that is left after armour (see DZ-DMG-05, DZ-MEET-07)."""
    done = (*parts(Keyword.harm_done, arms(t, a), t, a.on), *place_parts(t, a.on))
    taken = parts(Keyword.harm_taken, t.bearers(a.on), t, a.on)
    if t.house_rule("toxic_tough") == "tough_first" and a.lost + total(taken) <= 0:
        return taken
    return (*done, *taken)


def reckon(t: Table, a: Attack) -> Rule[None]:
    """AP lowers ARMOUR, never below 0, ARMOUR lowers damage; if some is left, keywords change it (see DZ-DMG-04)."""
    yield from ()
    a.lost = 0
    if can_hurt(t, a):
        a.lost = max(0, a.difference - max(0, total(armour_parts(t, a.on)) - piercing(t, a)))
        if a.lost:
            a.lost = max(0, a.lost + total(harm_parts(t, a)))


def wound(t: Table, a: Attack) -> Rule[None]:
    """The damage is laid and stays until recovered (DZ-DMG-03)."""
    if a.lost:
        yield from lose(t, a.on, a.lost, "DZ-DMG-03")


def suffer(t: Table, who: int, points: int, rule: str) -> Rule[None]:
    """A model loses HP otherwise than by an attack; gas in its cube adds to that (see DZ-AB-GAS-03)."""
    yield from lose(t, who, points + total(place_parts(t, who)), rule)


def lose(t: Table, who: int, points: int, rule: str) -> Rule[None]:
    """A model loses HP; with none left it dies (DZ-DMG-01)."""
    lay_damage(t, who, points, rule)
    if t.health(who) <= 0:
        yield from die(t, who)


def lay_damage(t: Table, who: int, points: int, rule: str) -> None:
    """HP are lost; who lives is injured (DZ-DMG-02), and its keywords have their say."""
    t.lose_health(who, points, rule)
    if t.health(who) > 0:
        for windows in t.bearers(who):
            for hurt in windows[Keyword.hurt]:
                hurt(t, who, points)


def place_parts(t: Table, who: int) -> tuple[Modifier, ...]:
    """What the place of a model adds to a loss of HP (see DZ-AB-GAS-03)."""
    return parts(Supplement.harm_done, (t.windows,), t, who)


def injured(t: Table, who: int) -> bool:
    """Whether a model has taken damage and lives (see DZ-DMG-02)."""
    return t.in_play(who) and t.state.models[who].damage > 0


def is_living(t: Table, who: int, why: Why) -> bool:
    """Healers serve no machines (see DZ-MEET-30)."""
    return need(why, not t.cards[who].machine, "DZ-MEET-30", "{} is no machine", t.name(who))


def die(t: Table, who: int) -> Rule[None]:
    """A killed model is removed, and its death begins (see DZ-MEET-03)."""
    yield from ()
    bury(t, who)


def bury(t: Table, *dead: int) -> None:
    """All who were killed at one moment are removed before the first of their deaths has effects (DZ-DMG-09)."""
    deaths = [Death(who, t.cube(who)) for who in dead]
    for who in dead:
        t.remove(who, "DZ-DMG-01")
    t.begin(*deaths)


class Death(Sequence, Frame):
    """What follows when a model was killed, in this order: VP, explosion, smoke, its item, orders (DZ-MEET-03)."""

    kind = "death"
    solved = True
    who: int
    cube: int

    @staticmethod
    def steps() -> Steps[Table, Death]:
        return (then(tell_of_death), then(leave_behind), then(watch_death))


def tell_of_death(t: Table, d: Death) -> Rule[None]:
    """Scenario and keywords learn of it (DZ-DMG-08)."""
    yield from ()
    t.tell_of_death(d.who, d.cube)


def leave_behind(t: Table, d: Death) -> Rule[None]:
    """What it carried lies face up where it died, unless it was bought (DZ-DMG-07)."""
    yield from ()
    for leaves in t.cards[d.who].windows[Keyword.leaves_behind]:
        leaves(t, d.who, d.cube)
    m = t.state.models[d.who]
    if m.item and not m.bought:
        t.lay("item", d.cube, label=m.item, rule="DZ-DMG-07")


def watch_death(t: Table, d: Death) -> Rule[None]:
    """Orders that watch for deaths (see DZ-CMD-12)."""
    for watches in t.windows[Supplement.died]:
        yield from watches(t, d.who, d.cube)


def reach(t: Table, who: int, ap: int = 0) -> int:
    """The difference of successes beyond which nothing gets worse for a model: odds look no further."""
    taken = sum(part.amount for part in parts(Keyword.harm_taken, t.bearers(who), t, who))
    return t.health(who) + max(0, total(armour_parts(t, who)) - ap) - min(taken, 0)


# -- SURVIVE -----------------------------------------------------------------------------------------------------------


def survive_rerolls(t: Table, who: int) -> int:
    """Dice of a SURVIVE test that may be re-rolled, all sources together (DZ-MEET-20)."""
    own = sum(grants() for windows in t.bearers(who) for grants in windows[Keyword.survive_rerolls])
    lent: dict[str, int] = {}
    for mate in t.everybody():
        for windows in t.bearers(mate):
            for lends in windows[Keyword.lends_survive_rerolls]:
                name = lends.__self__.name  # type: ignore[attr-defined]
                lent[name] = max(lent.get(name, 0), lends(t, mate, who))
    return own + sum(lent.values())


def survive_side(t: Table, who: int, more: int = 0) -> Side:
    """The SURVIVE pool of a model, rolled by its owner (see DZ-AB-RAMPAGE-06)."""
    return side_of(t.side(who), who, SURVIVE, BASE + more, t.cards[who].survive, survive_rerolls(t, who))


def withstand(t: Table, s: Attack, who: int, dice: int, target: int) -> Rule[None]:
    """A model rolls SURVIVE against an attack by nobody: a wall, gravity, a fire (see DZ-SLAM-04, DZ-FALL-06)."""
    s.on, s.high = who, reach(t, who)
    s.a = side_of(1 - t.side(who), NOBODY, OTHER, dice, target, closed=True)
    s.b = survive_side(t, who)
    yield from before_survive(t, s.b)
