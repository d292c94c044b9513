"""Damage about to be inflicted: what lessens it, who survives it, what follows it (KT-DMG-01, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.games.killteam.bestowing import able, begin_free, bestow, may_perform_free, picked
from fireteam.games.killteam.entries import Entry, asked, bearers, bears, chosen, entries, in_force, pay, usable
from fireteam.games.killteam.holding import Context
from fireteam.games.killteam.rolls import Pool
from fireteam.games.killteam.sequencing import offer, offered, rolled
from fireteam.games.killteam.state import NOBODY, Effect
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.games.killteam.effects import FreeAction, ReduceDamage

NORMAL, CRITICAL = "normal", "critical"
LESSENED = "reduce_damage"
"""What an effect is that lessens the damage of every die to the end of a sequence."""


class Hits(NamedTuple):
    """Damage of attack dice: how many of each grade, and what each of them inflicts."""

    normals: int
    damage: int
    criticals: int
    critical_damage: int

    @property
    def points(self) -> int:
        """All of it."""
        return self.normals * self.damage + self.criticals * self.critical_damage


class Blow:
    """The record of damage that waits while something else comes first (KT-DMG-02)."""

    kind = "damage"
    FIELDS = ("who", "damage", "rule", "parts", "by", "weapon", "done")
    __slots__ = FIELDS

    def __init__(
        self, who: int, damage: int, rule: str, parts: tuple[Modifier, ...] = (), by: int = NOBODY, weapon: str = "",
        done: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.who = who
        self.damage = damage
        self.rule = rule
        self.parts = parts
        self.by = by
        """Who inflicts it; NOBODY: nobody in particular."""
        self.weapon = weapon
        """The id of its weapon; empty: it is no weapon that inflicts it."""
        self.done = done
        """The entries that were used against it."""

    def copy(self) -> Blow:
        """A record of its own that equals this one."""
        return Blow(self.who, self.damage, self.rule, self.parts, self.by, self.weapon, self.done)

    def key(self) -> tuple[Any, ...]:
        """Everything that follows depends on."""
        return (self.who, self.damage, self.by, self.weapon, self.done)

    def dump(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {name: getattr(self, name) for name in self.FIELDS}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Blow:
        """From its dump."""
        fields = {name: data[name] for name in cls.FIELDS}
        fields["parts"] = tuple(Modifier(*part) for part in fields["parts"])
        fields["done"] = tuple(fields["done"])
        return cls(**fields)

    def context(self, t: Table, who: int = NOBODY) -> Context:
        """What conditions look at: the operative that suffers, or another one that does something about it."""
        weapon = t.weapon(self.by, self.weapon) if self.weapon else None
        return Context(self.who if who == NOBODY else who, attacker=self.by, weapon=weapon)


def inflict(
    t: Table, who: int, damage: int | Hits, rule: str, parts: tuple[Modifier, ...] = (), *, by: int = NOBODY, weapon: str = ""
) -> Rule[None]:
    """Inflict damage: plain points, or the hits of attack dice. Entries may lessen it, or keep it from incapacitating.

    All damage goes this way. Something that must come first, such as a free action, leaves a `Blow` and itself on the stack:
    whoever calls this goes on after them, from a stage of its own, if it is no longer the innermost record.
    """
    if plainly(t, who, damage, rule, parts, by):
        return
    blow = Blow(who, damage if isinstance(damage, int) else damage.points, rule, parts, by, weapon)
    if not isinstance(damage, int) and may_lessen(t, who):
        yield from lessen(t, blow, damage)
    yield from suffer(t, blow)


def plainly(t: Table, who: int, damage: int | Hits, rule: str, parts: tuple[Modifier, ...], by: int) -> bool:
    """Inflict damage on an operative whose side has no entries, or that has no wounds to lose; False: on others nothing yet."""
    operative = t.state.operatives[who]
    if t.setting.book.by_id[operative.seat] and operative.wounds > 0:
        return False
    t.hurt(who, damage if isinstance(damage, int) else damage.points, rule, parts, by=by)
    return True


def criticals_retained(t: Table, pool: Pool, target: int, near: Sequence[int]) -> Rule[None]:
    """What retained criticals do at once: Stun, and Devastating, also to those near the target (KT-WR-07, KT-WR-08, KT-WR-26)."""
    side = pool.side
    for hook in side.windows.get("on_criticals", ()):
        hook.on_criticals(t, target)
    for hook in side.windows.get("devastates", ()):
        part = hook.devastates(pool.criticals)
        yield from inflict(t, target, part.amount, part.rule, (part,), by=side.who, weapon=side.weapon)
        if hook.nearby():
            for who in near:
                yield from inflict(t, who, part.amount, "KT-WR-08", (part,), by=side.who, weapon=side.weapon)


# -- less damage -----------------------------------------------------------------------------------------------------------------


def may_lessen(t: Table, who: int) -> bool:
    """Whether anything could make attack dice inflict less on an operative."""
    book, seat = t.setting.book, t.operative(who).seat
    return LESSENED in book.kinds or (seat, "damaged") in book.by_when


def lessen(t: Table, blow: Blow, hits: Hits) -> Rule[None]:
    """The window `damaged`: each die inflicts less by what is in force, then by what the owner uses (KT-DMG-01)."""
    who, context = blow.who, blow.context(t)
    seat = t.operative(who).seat
    dice = [(NORMAL, hits.damage)] * hits.normals + [(CRITICAL, hits.critical_damage)] * hits.criticals
    lasting = [(entry, effect.reduce_damage) for entry, effect in in_force(t, who, LESSENED, context)]
    for laid in t.operative(who).effects:
        entry = t.setting.book.entry(seat, laid.name) if laid.what == LESSENED else None
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
        entry = yield from offer(t, seat, f"damage of {spoken} to {t.name(who)}", found)
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


def _apply(blow: Blow, entry: Entry, less: ReduceDamage | None, dice: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The dice after an entry; the blow is smaller by as much."""
    found = reduced(dice, less) if less is not None else list(dice)
    change = sum(points for _, points in found) - sum(points for _, points in dice)
    if change:
        blow.damage += change
        blow.parts = (*blow.parts, Modifier(change, entry.name, entry.id))
    return found


def _helps(entry: Entry, dice: Sequence[tuple[str, int]]) -> bool:
    """Whether an entry does anything about these dice."""
    return any(effect.reduce_damage is None or reduced(dice, effect.reduce_damage) != list(dice) for effect in entry.effects)


# -- incapacitated -----------------------------------------------------------------------------------------------------------------


def suffer(t: Table, blow: Blow) -> Rule[None]:
    """The damage itself; if it would incapacitate, the window `incapacitated` comes first (KT-DMG-02)."""
    who = blow.who
    wounds = t.operative(who).wounds
    if wounds <= 0 or blow.damage < wounds:
        t.hurt(who, blow.damage, blow.rule, blow.parts, by=blow.by)
        return
    seat = t.operative(who).seat
    while True:
        found = {entry.id: (entry, user) for entry, user in rescues(t, blow) if entry.id not in blow.done}
        by_itself = next((entry for entry, _ in found.values() if not asked(entry)), None)
        topic = f"{t.name(who)} would be incapacitated"
        entry = by_itself or (yield from offer(t, seat, topic, [entry for entry, _ in found.values()]))
        if entry is None:
            break
        user = found[entry.id][1]
        blow.done = (*blow.done, entry.id)
        pay(t, entry, user)
        if not (yield from rolled(t, entry, who)):
            continue
        first = own_action(t, entry, user)
        if first is not None:
            t.begin(blow)
            begin_free(t, entry, first, user)
            return
        if (yield from survives(t, blow, entry)):
            return
    t.hurt(who, blow.damage, blow.rule, blow.parts, by=blow.by)
    yield from fallen(t, blow)


def go_on(t: Table, blow: Blow) -> Rule[None]:
    """What came first is over: now the damage is suffered, if the operative still can."""
    t.finish()
    yield from suffer(t, blow)


def rescues(t: Table, blow: Blow) -> list[tuple[Entry, int]]:
    """The entries that come before an operative is incapacitated, each with who uses it: it survives, or acts first."""
    found = []
    for entry in entries(t, t.operative(blow.who).seat, "incapacitated"):
        user = rescuer(t, blow, entry)
        if user != NOBODY:
            found.append((entry, user))
    return found


def rescuer(t: Table, blow: Blow, entry: Entry) -> int:
    """Who uses an entry before an operative is incapacitated: itself, or a friend whose selector means it; NOBODY: none can."""
    who = blow.who
    saves = any(effect.survive is not None for effect in entry.effects)
    if saves and entry.who is not None and not entry.who.itself:
        for friend in bearers(t, entry):
            context = blow.context(t, friend)
            if not t.operative(friend).incapacitated and usable(t, entry, context) and who in chosen(t, entry, context):
                return friend
        return NOBODY
    if not bears(t, entry, who) or not usable(t, entry, blow.context(t)):
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
            yield from bestow(t, entry, effect, who, blow.context(t))
    return saved


def fallen(t: Table, blow: Blow) -> Rule[None]:
    """It is incapacitated: what its own entries do then, to those round it or with a friend (KT-DMG-06)."""
    who = blow.who
    seat = t.operative(who).seat
    while True:
        context = blow.context(t)
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
        entry = by_itself or (yield from offer(t, seat, f"{t.name(who)} is incapacitated", found))
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
    """Damage round it, a friend's free action, and the like; such an action waits for the end of the sequence under way."""
    context = blow.context(t)
    for other in (yield from picked(t, entry, context)):
        for effect in entry.effects:
            before = len(t.state.sequences)
            yield from bestow(t, entry, effect, other, context)
            if effect.free_action is not None and len(t.state.sequences) > before:
                t.postpone()
