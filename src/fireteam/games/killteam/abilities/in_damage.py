"""The windows of entries where damage is inflicted: what lessens it, who survives it, what follows it (KT-DMG-01,
KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.conditions import Context
from fireteam.games.killteam.abilities.effects import able, begin_free, bestow, may_perform_free, picked, rolled
from fireteam.games.killteam.abilities.entries import (
    Entry,
    asked,
    bearers,
    bears,
    book,
    chosen,
    entries,
    in_force,
    pay,
    usable,
)
from fireteam.games.killteam.abilities.in_attacks import offer, offered
from fireteam.games.killteam.damage.inflict import Blow, Hits
from fireteam.games.killteam.state import NOBODY, Effect
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import FreeAction, ReduceDamage

NORMAL, CRITICAL = "normal", "critical"
LESSENED = "reduce_damage"
"""What an effect is that lessens the damage of every die to the end of a sequence."""


def context_of(t: Table, blow: Blow, who: int = NOBODY) -> Context:
    """What conditions look at: the operative that suffers, or another one that does something about it."""
    weapon = t.weapon(blow.by, blow.weapon) if blow.weapon else None
    return Context(blow.who if who == NOBODY else who, attacker=blow.by, weapon=weapon)


# -- less damage -------------------------------------------------------------------------------------------------------


def may_lessen(t: Table, who: int) -> bool:
    """Whether anything could make attack dice inflict less on an operative."""
    listed, seat = book(t), t.operative(who).seat
    return LESSENED in listed.kinds or (seat, "damaged") in listed.by_when


def lessen(t: Table, blow: Blow, hits: Hits) -> Rule[None]:
    """The window `damaged`: each die inflicts less by what is in force, then by what the owner uses (KT-DMG-01)."""
    who, context = blow.who, context_of(t, blow)
    if not may_lessen(t, who):
        return
    seat = t.operative(who).seat
    dice = [(NORMAL, hits.damage)] * hits.normals + [(CRITICAL, hits.critical_damage)] * hits.criticals
    lasting = [(entry, effect.reduce_damage) for entry, effect in in_force(t, who, LESSENED, context)]
    for laid in t.operative(who).effects:
        entry = book(t).entry(seat, laid.name) if laid.what == LESSENED else None
        if entry is not None:
            lasting += [(entry, effect.reduce_damage) for effect in entry.effects_of(LESSENED)]
    for entry in entries(t, seat, "damaged"):
        if not asked(entry) and bears(t, entry, who) and usable(t, entry, context):
            lasting += [(entry, effect.reduce_damage) for effect in entry.effects_of(LESSENED)]
    for entry, less in lasting:
        dice = _apply(blow, entry, less, dice)
    while True:
        found = [entry for entry in offered(t, "damaged", context, blow.done) if _helps(entry, dice)]
        spoken = "+".join(str(points) for _, points in dice)
        entry = yield from offer(t, seat, topic("damage of {points} to {who}", spoken, t.name(who)), found)
        if entry is None:
            return
        blow.done = (*blow.done, entry.id)
        pay(t, entry, who)
        if not (yield from rolled(t, entry, who)):
            continue
        for effect in entry.effects:
            if effect.reduce_damage is None:
                yield from bestow(t, entry, effect, who, context)
                continue
            dice = _apply(blow, entry, effect.reduce_damage, dice)
            if effect.reduce_damage.dice is None:
                t.affect(who, Effect(entry.id, LESSENED, 0, "sequence", entry.id))


def reduced(dice: Sequence[tuple[str, int]], less: ReduceDamage) -> list[tuple[str, int]]:
    """Dice that inflict less, none of them below the minimum; of a few dice, those that lose most."""

    def loss(points: int) -> int:
        return max(0, points - max(less.min, points - less.by))

    places = [place for place, (grade, _) in enumerate(dice) if less.of in (None, grade)]
    places.sort(key=lambda place: (-loss(dice[place][1]), dice[place][0]))
    taken = places if less.dice is None else places[: less.dice]
    return [(grade, points - (loss(points) if place in taken else 0)) for place, (grade, points) in enumerate(dice)]


def _apply(
    blow: Blow, entry: Entry, less: ReduceDamage | None, dice: Sequence[tuple[str, int]]
) -> list[tuple[str, int]]:
    """The dice after an entry; the blow is smaller by as much."""
    found = reduced(dice, less) if less is not None else list(dice)
    change = sum(points for _, points in found) - sum(points for _, points in dice)
    if change:
        blow.damage += change
        blow.parts = (*blow.parts, Modifier(change, entry.name, entry.id))
    return found


def _helps(entry: Entry, dice: Sequence[tuple[str, int]]) -> bool:
    """Whether an entry does anything about these dice."""
    return any(
        effect.reduce_damage is None or reduced(dice, effect.reduce_damage) != list(dice) for effect in entry.effects
    )


# -- incapacitated -----------------------------------------------------------------------------------------------------


def would_fall(t: Table, blow: Blow) -> Rule[bool]:
    """The window `incapacitated`: True if the operative survives, or if something comes before the damage
    (KT-DMG-02)."""
    who = blow.who
    seat = t.operative(who).seat
    while True:
        found = {entry.id: (entry, user) for entry, user in rescues(t, blow) if entry.id not in blow.done}
        by_itself = next((entry for entry, _ in found.values() if not asked(entry)), None)
        about = topic("{who} would be incapacitated", t.name(who))
        entry = by_itself or (yield from offer(t, seat, about, [entry for entry, _ in found.values()]))
        if entry is None:
            return False
        user = found[entry.id][1]
        blow.done = (*blow.done, entry.id)
        pay(t, entry, user)
        if not (yield from rolled(t, entry, who)):
            continue
        first = own_action(t, entry, user)
        if first is not None:
            t.begin(blow)
            begin_free(t, entry, first, user)
            return True
        if (yield from survives(t, blow, entry)):
            return True


def rescues(t: Table, blow: Blow) -> list[tuple[Entry, int]]:
    """The entries that come before an operative is incapacitated, each with who uses it: it survives, or acts first."""
    found = []
    for entry in entries(t, t.operative(blow.who).seat, "incapacitated"):
        user = rescuer(t, blow, entry)
        if user != NOBODY:
            found.append((entry, user))
    return found


def rescuer(t: Table, blow: Blow, entry: Entry) -> int:
    """Who uses an entry before an operative is incapacitated: itself, or a friend whose selector means it; NOBODY: none
    can."""
    who = blow.who
    saves = any(effect.survive is not None for effect in entry.effects)
    if saves and entry.who is not None and not entry.who.itself:
        for friend in bearers(t, entry):
            context = context_of(t, blow, friend)
            if not t.operative(friend).incapacitated and usable(t, entry, context) and who in chosen(t, entry, context):
                return friend
        return NOBODY
    if not bears(t, entry, who) or not usable(t, entry, context_of(t, blow)):
        return NOBODY
    return who if saves or own_action(t, entry, who) is not None else NOBODY


def own_action(t: Table, entry: Entry, who: int) -> FreeAction | None:
    """The free action that an operative performs itself before it is incapacitated, if it can (KT-ACT-09)."""
    if entry.who is None or entry.who.itself:
        for effect in entry.effects:
            if effect.free_action is not None:
                return effect.free_action if may_perform_free(t, entry, effect.free_action, who) else None
    return None


def survives(t: Table, blow: Blow, entry: Entry) -> Rule[bool]:
    """It keeps some wounds, and what else the entry does to it; whether it is saved."""
    who = blow.who
    saved = False
    for effect in entry.effects:
        if effect.survive is not None:
            lost = max(0, t.operative(who).wounds - effect.survive.wounds)
            t.hurt(who, lost, blow.rule, (*blow.parts, Modifier(lost - blow.damage, entry.name, entry.id)), by=blow.by)
            t.tell("survives", entry.id, who=t.name(who), entry=entry.id, left=t.operative(who).wounds)
            saved = True
        else:
            yield from bestow(t, entry, effect, who, context_of(t, blow))
    return saved


def fallen(t: Table, blow: Blow) -> Rule[None]:
    """It is incapacitated: what its own entries do then, to those round it or with a friend (KT-DMG-06)."""
    who = blow.who
    seat = t.operative(who).seat
    while True:
        context = context_of(t, blow)
        found = [
            entry
            for entry in entries(t, seat, "incapacitated")
            if entry.id not in blow.done
            and bears(t, entry, who)
            and _follows(entry)
            and usable(t, entry, context)
            and able(t, entry, context)
        ]
        by_itself = next((entry for entry in found if not asked(entry)), None)
        entry = by_itself or (yield from offer(t, seat, topic("{who} is incapacitated", t.name(who)), found))
        if entry is None:
            return
        blow.done = (*blow.done, entry.id)
        pay(t, entry, who)
        if (yield from rolled(t, entry, who)):
            yield from follow(t, blow, entry)


def _follows(entry: Entry) -> bool:
    """Whether an entry works after its operative was incapacitated."""
    return not any(effect.survive is not None for effect in entry.effects) and not (
        (entry.who is None or entry.who.itself) and any(effect.free_action is not None for effect in entry.effects)
    )


def follow(t: Table, blow: Blow, entry: Entry) -> Rule[None]:
    """Damage round it, a friend's free action, and the like; such an action waits for the end of the sequence under
    way."""
    context = context_of(t, blow)
    for other in (yield from picked(t, entry, context)):
        for effect in entry.effects:
            before = len(t.state.agenda)
            yield from bestow(t, entry, effect, other, context)
            if effect.free_action is not None and len(t.state.agenda) > before:
                t.postpone()
