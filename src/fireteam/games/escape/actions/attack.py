"""The attack sequence and its defences, in the order of ES-CBT-06; one target and an area are one path (ES-EQ-13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.escape.actions.taking import comes_upon
from fireteam.games.escape.damage import check_taken_out, suffer
from fireteam.games.escape.rolls import reroll
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, RESISTANCE, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill


class Defence:
    """How one character stands against an attack."""

    __slots__ = ("die", "dodged", "statistic", "total", "who")

    def __init__(self, who: Character) -> None:
        self.who = who
        self.dodged = False
        self.statistic = COMBAT
        self.die = 0
        self.total = 0

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the attack depends on."""
        return (self.who.index, self.dodged, self.statistic, self.die, self.total)


class Attack:
    """The record of an attack under way."""

    __slots__ = ("attacker", "changed", "defences", "die", "passed", "penalty", "power", "rerolled", "step", "weapon")

    def __init__(
        self, attacker: Character, weapon: str, power: int, penalty: tuple[int, int, int], targets: list[Character]
    ) -> None:
        self.attacker = attacker
        self.weapon = weapon
        self.power = power
        self.penalty = penalty
        self.defences = [Defence(who) for who in targets]
        self.step = 1
        self.die = 0
        self.passed = 0
        self.rerolled = False
        """Whether the attack die was rerolled after a late Dodge."""
        self.changed = False
        """Whether a dodge die was rerolled in the window under way."""

    @property
    def hand_to_hand(self) -> bool:
        """Contact, not range."""
        return self.weapon == ""

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the attack depends on; the step keeps two like questions apart."""
        defences = (d.key() for d in self.defences)
        return (self.step, self.weapon, self.die, self.passed, self.changed, self.rerolled, *defences)


def attack(
    t: Table,
    attacker: Character,
    weapon: str,
    power: int,
    penalty: tuple[int, int, int],
    rule: str,
    targets: list[Character],
) -> Rule[None]:
    """An attack from its announcement to its last consequence (ES-CBT-06)."""
    a = Attack(attacker, weapon, power, penalty, targets)
    if not a.defences:
        return
    t.pending.append(a)
    name = t.card(attacker).id

    a.step = 2  # Dodge, shield or nothing; 3: Hypnosis answers a Dodge
    for d in a.defences:
        yield from declare_dodge(t, a, d)

    a.step = 4  # dice
    (a.die,) = yield t.die(attacker.side, topic("attack die of {who}", name))
    for d in a.defences:
        if d.dodged:
            (d.die,) = yield t.die(d.who.side, topic("dodge die of {who}", t.card(d.who).id))

    a.step = 5  # rerolls
    yield from rerolls(t, a)

    a.step = 6  # Elusive has waited and sees
    while (yield from late_dodges(t, a)):
        pass

    a.step = 7  # Attack total
    for d in a.defences:
        parts = attack_parts(t, a, d)
        d.total = total(parts)
        if t.events is not None:
            about = "ES-CBT-03" if a.hand_to_hand else "ES-CBT-05"
            t.tell("attack_total", about, who=name, target=t.card(d.who).id, total=d.total, parts=parts)

    a.step = 8  # Armor, Damage points: all at once
    hurt = [d.who for d in a.defences if d.total > 0 and suffer(t, d.who, d.total, rule) > 0]

    a.step = 9  # penalties tied to damage
    for victim in hurt:
        for damage_dealt in t.hooks(attacker, Skill.on_damage_dealt):
            damage_dealt(t, a, victim)
        for statistic, amount in enumerate(a.penalty):
            if amount:
                t.penalise(victim, statistic, amount, rule)

    a.step = 10  # Taken out, with its consequences
    check_taken_out(t)

    a.step = 11  # Digging arm
    for d in a.defences:
        if d.total > 0 and d.who.status == BOARD and attacker.status == BOARD:
            for succeeded in t.hooks(attacker, Skill.after_successful_attack):
                yield from succeeded(t, a, d)
    t.pending.pop()


def may_dodge(t: Table, who: Character, why: Why = None) -> bool:
    """Passive, and not in the dark (ES-DEF-04, ES-EVT-10)."""
    return need(why, t.state.active != who.index, "ES-DEF-04", "{} is passive", t.card(who).name) and t.may_use_combat(
        who, why
    )


def dodge_with_action(t: Table, who: Character, late: bool, why: Why = None) -> bool:
    """One of its own Combat actions (see ES-DEF-02)."""
    left = who.left(COMBAT)
    return need(why, left > 0, "ES-DEF-02", "a Combat action is left ({} of {})", left, who.cbt)


def dodge_with_token(t: Table, who: Character, late: bool, why: Why = None) -> bool:
    """A Revolution token (ES-FAC-10)."""
    left = t.state.revolution
    return need(why, who.side == RESISTANCE, "ES-FAC-10", "{} is of the Resistance", t.card(who).name) and need(
        why, left > 0, "ES-FAC-10", "a Revolution token is left ({})", left
    )


def dodge_with_shield(t: Table, who: Character, late: bool, why: Why = None) -> bool:
    """An Improvised shield against an opponent, before the roll (ES-EQ-01, ES-SKILL-12)."""
    kind = t.equipment(who)
    return (
        need(why, kind is not None and kind.free_dodge, "ES-EQ-01", "{} can use an Improvised shield", t.card(who).name)
        and need(why, t.state.characters[t.state.active].side != who.side, "ES-EQ-01", "an opponent attacks")
        and need(why, not late, "ES-EQ-01", "the attack die has not been rolled")
    )


DODGES: dict[str, Callable[[Table, Character, bool, Why], bool]] = {
    "dodge_own": dodge_with_action,
    "dodge_token": dodge_with_token,
    "dodge_shield": dodge_with_shield,
}
"""What a Dodge of whoever may dodge can be paid with, and the law of each."""


def may_dodge_with(t: Table, who: Character, kind: str, late: bool, why: Why = None) -> bool:
    """Whether a character may Dodge, and pay for it in that way (see ES-DEF-02, ES-DEF-04)."""
    return may_dodge(t, who, why) and DODGES[kind](t, who, late, why)


def dodge_payments(t: Table, a: Attack, who: Character) -> list[Option]:
    """What a passive character can Dodge with now (ES-DEF-01, ES-DEF-02)."""
    if not may_dodge(t, who):
        return []
    late = a.step == 6
    return [t.ground.option(kind) for kind, law in DODGES.items() if law(t, who, late, None)]


def declare_dodge(t: Table, a: Attack, d: Defence) -> Rule[bool]:
    """A passive character may Dodge, once per attack whatever pays for it; never mandatory (ES-DEF-02, ES-DEF-06,
    ES-SKILL-12)."""
    payments = dodge_payments(t, a, d.who)
    if not payments:
        return False
    name = t.card(d.who).id
    about = topic("dodge of {who} after the roll", name) if a.step == 6 else topic("dodge of {who}", name)
    pick: Option = yield t.ask(d.who.side, about, lambda: [t.ground.option("no_dodge"), *payments])
    if pick.kind == "no_dodge":
        return False
    d.dodged = True
    if pick.kind == "dodge_shield":
        token = t.carried(d.who)
        assert token is not None
        t.discard(token, "ES-EQ-01")
        yield from comes_upon(t, d.who)
    elif pick.kind == "dodge_token":
        t.spend_revolution("ES-FAC-10")
    else:
        t.spend(d.who, COMBAT)
    if t.events is not None:
        t.tell("dodges", "ES-DEF-02", who=name)
    for dodge_declared in t.hooks(a.attacker, Skill.on_dodge_declared):
        yield from dodge_declared(t, a, d)
    return True


def late_dodges(t: Table, a: Attack) -> Rule[bool]:
    """Who is Elusive and has waited may Dodge now; True: the attack die was rerolled since, so that the others see
    something new (ES-SKILL-12)."""
    for d in a.defences:
        if not d.dodged and t.hooks(d.who, Skill.late_dodge) and (yield from declare_dodge(t, a, d)):
            (d.die,) = yield t.die(d.who.side, topic("dodge die of {who}", t.card(d.who).id))
            if t.ground.dodger_rerolls_alone:
                yield from reroll_own(t, d)
                continue
            a.rerolled = False
            yield from rerolls(t, a)
            if a.rerolled:
                return True
    return False


def rerolls(t: Table, a: Attack) -> Rule[None]:
    """The attacker, then the dodgers, in turn until both sides pass in a row (see ES-ROLL-06)."""
    attack_die = topic("attack die of {who}", t.card(a.attacker).id)
    a.passed = 0
    while True:
        again = yield from reroll(t, a.attacker.side, attack_die, a.attacker)
        if again:
            a.die = again
            a.rerolled = a.step == 6
        a.passed = 0 if again else a.passed + 1
        if a.passed == 2:
            return
        for d in a.defences:
            if d.dodged:
                again = yield from reroll(t, d.who.side, topic("dodge die of {who}", t.card(d.who).id), d.who)
                if again:
                    d.die = again
                    a.changed = True
        a.passed = 0 if a.changed else a.passed + 1
        a.changed = False
        if a.passed == 2:
            return


def reroll_own(t: Table, d: Defence) -> Rule[None]:
    """By option only the dodger's side may still reroll after a late Dodge (ES-SKILL-12)."""
    while True:
        again = yield from reroll(t, d.who.side, topic("dodge die of {who}", t.card(d.who).id), d.who)
        if not again:
            return
        d.die = again


def attack_parts(t: Table, a: Attack, d: Defence) -> tuple[Modifier, ...]:
    """The Attack total: against the target's Cbt, or opposed if it Dodges; Power counts in the simple roll, by option
    in the opposed one too (ES-CBT-03, ES-CBT-05, ES-DEF-03, ES-ROLL-01, ES-ROLL-04)."""
    rule = "ES-CBT-03" if a.hand_to_hand else "ES-CBT-05"
    attacker, target = t.card(a.attacker).name, t.card(d.who).name
    parts = [Modifier(a.die, "attack die", rule), Modifier(a.attacker.cbt, f"Cbt of {attacker}", rule)]
    if a.power and (not d.dodged or t.ground.power_in_opposed):
        parts.append(Modifier(a.power, f"Power of {a.weapon}", "ES-CBT-05"))
    if not d.dodged:
        return (*parts, Modifier(-d.who.cbt, f"Cbt of {target}", rule))
    parts.append(Modifier(-d.die, "dodge die", "ES-DEF-03"))
    if d.statistic == INTELLECT:
        return (*parts, Modifier(-d.who.int, f"Int of {target}", "ES-SKILL-17"))
    return (*parts, Modifier(-d.who.cbt, f"Cbt of {target}", "ES-DEF-03"))
