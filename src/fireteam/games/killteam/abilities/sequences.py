"""The windows of entries inside shooting and fighting, and where damage is inflicted (KT-PLOY-03, KT-DMG-01, KT-DMG-02,
KT-DMG-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities import grants
from fireteam.games.killteam.abilities.entries import Entry, book, entries, in_force, quiet
from fireteam.games.killteam.abilities.using import Use, Window, fit, through, with_one
from fireteam.games.killteam.abilities.word import Context, Effect
from fireteam.games.killteam.abilities.words.damage import ReduceDamage
from fireteam.games.killteam.abilities.words.dice import gains, granted
from fireteam.games.killteam.abilities.words.permissions import PIERCING, Ignore
from fireteam.games.killteam.damage.inflict import Blow, Hits
from fireteam.games.killteam.dice import Pool, Side
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.fighting.sequence import Fight
    from fireteam.games.killteam.shooting.sequence import Shooting

NORMAL, CRITICAL = "normal", "critical"


# -- dice --------------------------------------------------------------------------------------------------------------


class InSequence(Window):
    """A moment of a sequence: every entry is used once in it, and what begins does not end it."""

    kind = "use_entry"

    def names(self, use: Use) -> tuple[str, ...]:
        return (use.entry.id,)

    def over(self, before: int) -> bool:
        return self.done


class BeforeDice(InSequence):
    """Dice of one side are about to be rolled, and gain what entries grant."""

    def __init__(
        self,
        t: Table,
        about: str,
        when: str,
        context: Context,
        record: Shooting | Fight,
        weapon: Weapon | None,
        gain: Callable[[tuple[str, ...], bool], None],
    ) -> None:
        """`gain` takes what dice gain, and whether for longer than the sequence."""
        super().__init__(t, about, [use for use in with_one(t, when, context) if use.entry.asked])
        self.record, self.weapon, self.gain = record, weapon, gain

    def open(self, use: Use) -> bool:
        return use.entry.id not in self.record.played and use.entry.usable(self.t, use.context)

    def note(self, use: Use) -> None:
        self.record.played = (*self.record.played, use.entry.id)

    def gains(self, entry: Entry, effect: Effect) -> bool:
        given, longer = granted(entry, effect, self.weapon), effect.outlasts()
        if not given or (self.weapon is None and longer):
            return False
        self.gain(given, longer)
        return True


class Rescue(InSequence):
    """Before somebody is shot or falls: it acts itself, or a friend does something for it."""

    def __init__(self, t: Table, about: str, when: str, who: int, context: Context) -> None:
        found = [entry for entry in entries(t, t.operative(who).seat, when) if entry.early]
        users = [(entry, user) for entry in found for user in ([who] if entry.of_itself() else entry.bearers(t))]
        super().__init__(t, about, [Use(entry, context._replace(who=user)) for entry, user in users])
        self.rescued = who

    def open(self, use: Use) -> bool:
        """Whoever uses it must be able to, and mean the one that is rescued."""
        t, entry, user = self.t, use.entry, use.context.who
        return entry.bears(t, user) and fit(t, user) and entry.usable_for(t, use.context, self.rescued)

    def whom(self, use: Use) -> Rule[list[int]]:
        yield from ()
        return [self.rescued]


class Targeted(Rescue):
    """A target is selected: somebody near it may become the target instead."""

    shot: Shooting

    def __init__(self, t: Table, s: Shooting) -> None:
        who, weapon = s.target.who, t.weapon(s.attacker, s.weapon)
        about = topic("target instead of {who}", t.name(who))
        super().__init__(t, about, "shot_at", who, Context(who, attacker=s.attacker, weapon=weapon))
        self.shot = s

    def open(self, use: Use) -> bool:
        return use.context.who != self.rescued and super().open(use)

    def note(self, use: Use) -> None:
        self.shot.played = (*self.shot.played, use.entry.id)


def _gain_in_fight(t: Table, f: Fight, pool: Pool, given: tuple[str, ...], longer: bool) -> None:
    """Dice of a fight gain rules before they are rolled."""
    if given:
        pool.side = Side.gaining(t, pool.side, given)
        f.gained = (*f.gained, *given)


# -- damage ------------------------------------------------------------------------------------------------------------


class InDamage(InSequence):
    """Damage is about to be inflicted, or was; every entry is used once against it."""

    def __init__(self, t: Table, about: str, blow: Blow, uses: Iterable[Use]) -> None:
        super().__init__(t, about, uses)
        self.blow: Blow = blow

    def open(self, use: Use) -> bool:
        return use.entry.id not in self.blow.done and use.entry.usable(self.t, use.context)

    def note(self, use: Use) -> None:
        self.blow.done = (*self.blow.done, use.entry.id)
        if not use.entry.asked:
            use.entry.pay(self.t, use.context.who)


def _context(t: Table, blow: Blow, who: int) -> Context:
    """What conditions look at: the operative that suffers, or another one that does something about it."""
    return Context(who, attacker=blow.by, weapon=t.weapon(blow.by, blow.weapon) if blow.weapon else None)


class Damaged(InDamage):
    """Attack dice are about to inflict damage: entries make it less (KT-DMG-01)."""

    def __init__(self, t: Table, blow: Blow, hits: Hits, uses: Iterable[Use]) -> None:
        super().__init__(t, "", blow, [use for use in uses if use.entry.asked])
        self.dice = [(NORMAL, hits.damage)] * hits.normals + [(CRITICAL, hits.critical_damage)] * hits.criticals

    def about(self) -> str:
        spoken = "+".join(str(points) for _, points in self.dice)
        return topic("damage of {points} to {who}", spoken, self.t.name(self.blow.who))

    def open(self, use: Use) -> bool:
        return super().open(use) and any(effect.reduced(self.dice) != self.dice for effect in use.entry.effects)

    def lessens(self, entry: Entry, effect: Effect) -> bool:
        found = effect.reduced(self.dice) or self.dice
        change = sum(points for _, points in found) - sum(points for _, points in self.dice)
        self.dice = found
        if change:
            self.blow.damage += change
            self.blow.parts = (*self.blow.parts, Modifier(change, entry.name, entry.id))
        return True


class Falling(InDamage, Rescue):
    """Damage would incapacitate an operative: it survives, or acts first (KT-DMG-02)."""

    def __init__(self, t: Table, blow: Blow) -> None:
        who = self.victim = blow.who
        about = topic("{who} would be incapacitated", t.name(who))
        Rescue.__init__(self, t, about, "incapacitated", who, _context(t, blow, who))
        self.blow = blow

    def open(self, use: Use) -> bool:
        return use.entry.id not in self.blow.done and Rescue.open(self, use)

    def interrupted(self) -> None:
        self.t.begin(self.blow)
        self.done = True


class Fallen(InDamage):
    """An operative is incapacitated; a free action that follows waits for the end of the sequence under way."""

    def begun(self) -> None:
        self.t.postpone()


class SequenceWindows(Supplement):
    """The moments of shooting, fighting and damage at which entries are used."""

    def intercepts(self, t: Table, s: Shooting) -> Rule[None]:
        """A friend near the target may become the target instead; cover and obscured stay as they were judged."""
        who = s.target.who
        if not quiet(t, who) and t.operative(s.attacker).seat != t.operative(who).seat:
            yield from through(Targeted(t, s))

    def before_shot(self, t: Table, s: Shooting) -> Rule[None]:
        """The attacker's entries, once the target is selected and before dice are rolled."""
        if quiet(t, s.attacker):
            return
        printed = t.weapon(s.attacker, s.weapon)
        weapon = printed._replace(rules=(*printed.rules, *(rule for rule in s.rules if not grants.is_granted(rule))))
        context = Context(s.attacker, target=s.target.who, weapon=weapon)
        s.gained = gains(t, "shooting", context, weapon)

        def gain(given: tuple[str, ...], longer: bool) -> None:
            if longer:
                s.rules = (*s.rules, *given)
            else:
                s.gained = (*s.gained, *given)

        about = topic("shot of {who} at {target}", t.name(s.attacker), t.name(s.target.who))
        yield from through(BeforeDice(t, about, "shooting", context, s, weapon, gain))

    def before_defence(self, t: Table, s: Shooting) -> Rule[None]:
        """The entries of the target's side, before its defence dice are rolled."""
        who = s.target.who
        if quiet(t, who):
            return
        rules = tuple(rule for rule in s.attack.side.rules if not grants.is_granted(rule))
        weapon = t.weapon(s.attacker, s.weapon)._replace(rules=rules)
        context = Context(who, attacker=s.attacker, weapon=weapon, cover=s.cover)
        s.defences = gains(t, "shot_at", context, None)
        if in_force(t, who, Ignore, context, PIERCING):
            s.target = s.target._replace(no_piercing=True)

        def gain(given: tuple[str, ...], longer: bool) -> None:
            s.defences = (*s.defences, *given)

        about = topic("defence of {who} against {enemy}", t.name(who), t.name(s.attacker))
        window = BeforeDice(t, about, "shot_at", context, s, None, gain)
        window.shot = s
        yield from through(window)

    def before_fight(self, t: Table, f: Fight) -> Rule[None]:
        """The entries of the attacker, then of whoever retaliates, once weapons are selected and before dice are
        rolled."""
        sides = (("fighting", f.attacker, f.opponent.who, NOBODY), ("retaliating", f.defender, f.fighter, f.fighter))
        for when, pool, enemy, attacker in sides:
            if pool is None or quiet(t, pool.side.who):
                continue
            who = pool.side.who
            weapon = t.weapon(who, pool.side.weapon)
            context = Context(who, target=enemy, attacker=attacker, weapon=weapon)
            gain = partial(_gain_in_fight, t, f, pool)
            gain(gains(t, when, context, weapon), False)
            about = topic("fight of {who} against {enemy}", t.name(who), t.name(enemy))
            yield from through(BeforeDice(t, about, when, context, f, weapon, gain))

    def heeds_damage(self, t: Table, who: int) -> bool:
        return not quiet(t, who)

    def points_wanted(self, t: Table, seat: int) -> int:
        whens = ("damaged", "incapacitated")
        return sum([entry.cp for when in whens for entry in entries(t, seat, when) if entry.affordable(t)])

    def damaged(self, t: Table, blow: Blow, hits: Hits) -> Rule[None]:
        """The window `damaged`: each die inflicts less by what is in force, then by what the owner uses (KT-DMG-01)."""
        who = blow.who
        if (ReduceDamage, "") not in book(t).topics and (t.operative(who).seat, "damaged") not in book(t).by_when:
            return
        context = _context(t, blow, who)
        uses = with_one(t, "damaged", context)
        window = Damaged(t, blow, hits, uses)
        for entry, less in ReduceDamage.on(t, who, context):
            window.lessens(entry, less)
        for use in uses:
            if not use.entry.asked and use.entry.usable(t, context):
                for less in use.entry.effects_of(ReduceDamage):
                    window.lessens(use.entry, less)
        yield from through(window)

    def would_fall(self, t: Table, blow: Blow) -> Rule[bool]:
        """The window `incapacitated`: True if the operative survives, or if something comes before the damage
        (KT-DMG-02)."""
        return through(Falling(t, blow))

    def fallen(self, t: Table, blow: Blow) -> Rule[None]:
        """It is incapacitated: what its own entries do then, to those round it or with a friend (KT-DMG-06)."""
        uses = with_one(t, "incapacitated", _context(t, blow, blow.who))
        yield from through(Fallen(t, topic("{who} is incapacitated", t.name(blow.who)), blow, uses))
