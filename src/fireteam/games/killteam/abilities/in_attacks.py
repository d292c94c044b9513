"""The windows of entries inside shooting and fighting: what abilities, ploys and equipment do to the dice
(KT-PLOY-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities import grants
from fireteam.games.killteam.abilities.conditions import Context, holds
from fireteam.games.killteam.abilities.effects import bestow, rolled
from fireteam.games.killteam.abilities.entries import (
    Entry,
    asked,
    bearers,
    bears,
    chosen,
    entries,
    in_force,
    pay,
    usable,
)
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.dice import Pool, Side
from fireteam.games.killteam.shooting.targets import apart, armed
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.teams import rule_text

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import Effect
    from fireteam.games.killteam.fighting.sequence import Fight
    from fireteam.games.killteam.shooting.sequence import Shooting

ATTACK, DEFENCE = "attack", "defence"
SEQUENCE = "end_of_sequence"
LASTING = ("add_rule", "reroll", "retain", "modify")
"""The kinds of effects in force that change dice."""
DICE_STATS = ("atk", "dmg_normal", "dmg_crit")
"""Stats that only dice look at: HIT and SAVE in force are in the sums of `harm`."""


def quiet(t: Table, who: int) -> bool:
    """Whether the side of an operative has no entries at all: most of what follows is skipped then."""
    return not t.setting.book.by_id[t.state.operatives[who].seat]


# -- offering ----------------------------------------------------------------------------------------------------------


def offer(t: Table, seat: int, about: str, found: Sequence[Entry]) -> Rule[Entry | None]:
    """One entry after the other is offered to its owner, which may decline (KT-PLOY-03)."""
    if not found:
        return None
    pick: Option = yield t.ask(
        seat, about, lambda: [*(option("use_entry", entry.id) for entry in found), option("no_entry")]
    )
    return next((entry for entry in found if pick.kind == "use_entry" and entry.id == pick.args[0]), None)


def offered(t: Table, when: str, context: Context, used: Sequence[str] = ()) -> list[Entry]:
    """The entries that the owner of an operative may use with it in a window."""
    return [
        entry
        for entry in entries(t, t.operative(context.who).seat, when)
        if asked(entry)
        and entry.id not in used
        and bears(t, entry, context.who)
        and not _for_friend(entry)
        and usable(t, entry, context)
    ]


def _for_friend(entry: Entry) -> bool:
    """Whether an entry is used by one operative for another that is attacked."""
    return (
        any(effect.kind in ("intercept", "survive") for effect in entry.effects)
        and entry.who is not None
        and not entry.who.itself
    )


# -- what entries grant to dice ----------------------------------------------------------------------------------------


def fits_weapon(weapons: str, weapon: Weapon) -> bool:
    """Whether a gained rule is for a weapon: for all, for its type, or for it alone."""
    return weapons in ("all", "ranged" if weapon.ranged else "melee", weapon.id)


def texts(entry: Entry, effect: Effect, weapon: Weapon | None, stats: Iterable[str] = grants.STATS) -> tuple[str, ...]:
    """What an effect grants to attack dice, or to defence dice where no weapon is given, as rules of a pool."""
    dice = DEFENCE if weapon is None else ATTACK
    if effect.add_rule is not None:
        found = effect.add_rule
        return (rule_text(found.rule),) if weapon is not None and fits_weapon(found.weapons, weapon) else ()
    if effect.modify is not None:
        wanted = effect.modify.stat in stats and (effect.modify.stat == "save") is (weapon is None)
    else:
        of_dice = effect.reroll or effect.retain
        wanted = of_dice is not None and of_dice.dice == dice
    return grants.grants_of(entry.name, effect) if wanted else ()


def gains(t: Table, when: str, context: Context, weapon: Weapon | None) -> tuple[str, ...]:
    """What works by itself on the dice of an operative: entries of the window, what is in force, effects laid on it."""
    who = context.who
    found: list[str] = []
    for entry in entries(t, t.operative(who).seat, when):
        if not asked(entry) and bears(t, entry, who) and not _for_friend(entry) and holds(t, entry, context):
            found += [text for effect in entry.effects for text in texts(entry, effect, weapon)]
    for kind in LASTING:
        for entry, effect in in_force(t, who, kind, context):
            found += texts(entry, effect, weapon, DICE_STATS)
    if weapon is not None:
        found += [
            grants.change(laid.what, laid.amount, laid.name)
            for laid in t.operative(who).effects
            if laid.what in DICE_STATS
        ]
    return tuple(found)


def gained_rules(t: Table, who: int, weapon: Weapon, target: int = NOBODY) -> tuple[str, ...]:
    """The weapon rules that a weapon has gained: what decides whom it can be aimed at, such as Seek Light
    (KT-WR-22)."""
    if quiet(t, who):
        return ()
    context = Context(who, target=target, weapon=weapon)
    given = gains(t, "shooting" if weapon.ranged else "fighting", context, weapon)
    return tuple(text for text in dict.fromkeys(given) if not grants.is_granted(text) and text not in weapon.rules)


def use(t: Table, entry: Entry, context: Context, weapon: Weapon | None) -> Rule[tuple[str, ...]]:
    """An entry is paid for and used: what it grants to the dice of this sequence; what lasts longer is laid on whom it
    concerns."""
    who = context.who
    pay(t, entry, who)
    if not (yield from rolled(t, entry, who)):
        return ()
    found: list[str] = []
    for effect in entry.effects:
        mine = texts(entry, effect, weapon)
        if mine and (effect.modify is None or effect.modify.until == SEQUENCE or effect.modify.stat != "save"):
            found += mine
        else:
            for other in chosen(t, entry, context):
                yield from bestow(t, entry, effect, other, context)
    return tuple(found)


# -- shooting ----------------------------------------------------------------------------------------------------------


def intercepted(t: Table, s: Shooting) -> Rule[None]:
    """A friend near the target may become the target instead; cover and obscured stay as they were judged."""
    who = s.target.who
    seat = t.operative(who).seat
    if quiet(t, who) or t.operative(s.attacker).seat == seat:
        return
    found: dict[str, tuple[Entry, int]] = {}
    for entry in entries(t, seat, "shot_at"):
        if any(effect.intercept is not None for effect in entry.effects):
            for friend in bearers(t, entry):
                if steps_in(t, entry, friend, s):
                    found.setdefault(entry.id, (entry, friend))
    used = yield from offer(
        t, seat, topic("target instead of {who}", t.name(who)), [entry for entry, _ in found.values()]
    )
    if used is None:
        return
    friend = found[used.id][1]
    pay(t, used, friend)
    s.played = (*s.played, used.id)
    weapon = armed(t, s.attacker, t.weapon(s.attacker, s.weapon))
    s.target = apart(t, t.board, s.attacker, friend, weapon)._replace(
        cover_from=s.target.cover_from, obscured_from=s.target.obscured_from, improved=s.target.improved
    )
    t.tell("intercepts", used.id, who=t.name(friend), friend=t.name(who))


def steps_in(t: Table, entry: Entry, friend: int, s: Shooting, why: Why = None) -> bool:
    """Whether a friend may become the target: able to, and near enough."""
    who = s.target.who
    if friend == who or t.operative(friend).incapacitated:
        return False
    context = Context(friend, attacker=s.attacker, weapon=t.weapon(s.attacker, s.weapon))
    return usable(t, entry, context, why) and who in chosen(t, entry, context)


def before_shot(t: Table, s: Shooting) -> Rule[None]:
    """The attacker's entries, once the target is selected and before dice are rolled."""
    seat = t.operative(s.attacker).seat
    if quiet(t, s.attacker):
        return
    printed = t.weapon(s.attacker, s.weapon)
    weapon = printed._replace(rules=(*printed.rules, *(rule for rule in s.rules if not grants.is_granted(rule))))
    context = Context(s.attacker, target=s.target.who, weapon=weapon)
    s.gained = gains(t, "shooting", context, weapon)
    while True:
        found = offered(t, "shooting", context, s.played)
        entry = yield from offer(
            t, seat, topic("shot of {who} at {target}", t.name(s.attacker), t.name(s.target.who)), found
        )
        if entry is None:
            return
        s.played = (*s.played, entry.id)
        given = yield from use(t, entry, context, weapon)
        action = tuple(
            text for effect in entry.effects if _whole_action(effect) for text in texts(entry, effect, weapon)
        )
        s.rules = (*s.rules, *(text for text in given if text in action))
        s.gained = (*s.gained, *(text for text in given if text not in action))


def _whole_action(effect: Effect) -> bool:
    """Whether a changed stat lasts longer than the sequence."""
    return effect.modify is not None and effect.modify.until != SEQUENCE


def before_defence(t: Table, s: Shooting) -> Rule[None]:
    """The entries of the target's side, before its defence dice are rolled."""
    who = s.target.who
    if quiet(t, who):
        return
    seat = t.operative(who).seat
    rules = tuple(rule for rule in s.attack.side.rules if not grants.is_granted(rule))
    weapon = t.weapon(s.attacker, s.weapon)._replace(rules=rules)
    context = Context(who, attacker=s.attacker, weapon=weapon, cover=s.cover)
    s.defences = gains(t, "shot_at", context, None)
    if any(
        effect.ignore is not None and effect.ignore.what == "piercing"
        for _, effect in in_force(t, who, "ignore", context)
    ):
        s.target = s.target._replace(no_piercing=True)
    while True:
        found = offered(t, "shot_at", context, s.played)
        entry = yield from offer(
            t, seat, topic("defence of {who} against {enemy}", t.name(who), t.name(s.attacker)), found
        )
        if entry is None:
            return
        s.played = (*s.played, entry.id)
        s.defences = (*s.defences, *(yield from use(t, entry, context, None)))
        if any(effect.ignore is not None and effect.ignore.what == "piercing" for effect in entry.effects):
            s.target = s.target._replace(no_piercing=True)


# -- fighting ----------------------------------------------------------------------------------------------------------


def before_fight(t: Table, f: Fight) -> Rule[None]:
    """The entries of the attacker and of whoever retaliates, once weapons are selected and before dice are rolled."""
    sides = (("fighting", f.attacker, f.opponent.who, NOBODY), ("retaliating", f.defender, f.fighter, f.fighter))
    for when, pool, enemy, attacker in sides:
        if pool is None or quiet(t, pool.side.who):
            continue
        side = pool.side
        weapon = t.weapon(side.who, side.weapon)
        context = Context(side.who, target=enemy, attacker=attacker, weapon=weapon)
        grant(t, f, pool, gains(t, when, context, weapon))
        while True:
            found = offered(t, when, context, f.played)
            entry = yield from offer(
                t, side.seat, topic("fight of {who} against {enemy}", t.name(side.who), t.name(enemy)), found
            )
            if entry is None:
                break
            f.played = (*f.played, entry.id)
            grant(t, f, pool, (yield from use(t, entry, context, weapon)))


def grant(t: Table, f: Fight, pool: Pool, given: tuple[str, ...]) -> None:
    """Dice of a fight gain rules before they are rolled."""
    if given:
        pool.side = Side.gaining(t, pool.side, given)
        f.gained = (*f.gained, *given)
