"""Assaults: weapons, fighting back or surviving, both pools, who has won (DZ-ASLT)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, total
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import Item, Weapon
from fireteam.games.deadzone.damage import arms, harm, injured, reach, survive_side
from fireteam.games.deadzone.dice import BASE, FIGHT, Attack, Side, before_survive, has_stat, side_of, together
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import stand_for_free
from fireteam.games.deadzone.table import UNARMED, Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Steps, carried, each, then
from fireteam.kit.supplements import Windows, parts

ACTION, MOVED, AWAY, STANDING, FORCED = "action", "moved", "away", "standing", "forced"
"""Why somebody is assaulted: by the action, by who moved in; leaving, standing up, or thrown in among enemies."""


class Assault(Attack):
    """One model assaults another."""

    kind = "assault"
    solved = True
    attacker: int
    defender: int
    why: str
    lunge: bool = False
    """Whether the attacker is too large for the half-cube it strikes into (see DZ-PART-04)."""
    was_pinned: bool = False
    fights_back: bool = False
    attack_weapon: int = UNARMED
    defence_weapon: int = UNARMED
    stimulated: tuple[int, ...] = ()
    """Who has used an item for one more die (see DZ-ITEM-20)."""

    @staticmethod
    def steps() -> Steps[Table, Assault]:
        """An assault, from the weapons to what follows damage; both stay where they are (DZ-ASLT-11)."""
        return (
            close_in,
            then(choose_weapon),
            then(choose_answer, may_fight_back),
            each(Supplement.before_fight),
            carried(Keyword.before_fight, attackers_arms),
            then(gather_dice),
            *together(),
            then(decide),
            *harm(),
            carried(Keyword.after_attack, winners_arms),
            then(orders_after, is_beaten),
        )

    def about(self, t: Table) -> str:
        return topic("{who} assaults {whom}", t.name(self.attacker), t.name(self.defender))

    def weapon_windows(self, t: Table) -> tuple[Windows, ...]:
        """The keywords of the one weapon that the winner has named (see DZ-MEET-21)."""
        if self.by == self.defender:
            return (t.weapon(self.defender, self.defence_weapon).windows,)
        return (t.weapon(self.attacker, self.attack_weapon).windows,)


def close_in(t: Table, s: Assault) -> Rule[None]:
    """A pinned target stands up for free, but may only survive (DZ-PIN-04)."""
    yield from ()
    models = t.state.models
    attacker, defender = models[s.attacker], models[s.defender]
    if not t.in_play(s.attacker) or not t.in_play(s.defender) or attacker.place != defender.place or attacker.pinned:
        t.finish()
        return
    s.was_pinned = defender.pinned or s.why in (STANDING, FORCED)
    if defender.pinned:
        stand_for_free(t, s.defender)
    t.tell("assaults", "DZ-ASLT-01", who=t.name(s.attacker), whom=t.name(s.defender))


def choose_weapon(t: Table, s: Assault) -> Rule[None]:
    """The attacker names a close combat weapon, or fights without one (DZ-ASLT-03)."""
    s.attack_weapon = yield from close_weapon(t, s.attacker, attacking=True)


def close_weapon(t: Table, who: int, *, attacking: bool) -> Rule[int]:
    """One of its close combat weapons; items and mines serve the attacker alone (see DZ-ASLT-14)."""
    usable = [number for number, weapon in t.weapons(who) if weapon.close and (attacking or not one_shot(weapon))]
    if not usable:
        return UNARMED
    numbers = [*usable, UNARMED]
    pick: Option = yield t.ask(
        t.player(who),
        topic("close weapon of {who}", t.name(who)),
        lambda: [
            option("with", t.weapon(who, number).name, args=(number,))
            if number != UNARMED
            else option("unarmed", args=(number,))
            for number in numbers
        ],
    )
    number: int = pick.args[0]
    return number


def one_shot(weapon: Weapon | Item) -> bool:
    """Whether it belongs to a normal ASSAULT: an item, or something used up (see DZ-ASLT-14)."""
    return isinstance(weapon, Item) or weapon.one_use


def may_fight_back(t: Table, s: Assault) -> bool:
    """Not with FIGHT '-', pinned before, standing up or breaking away (DZ-ASLT-05)."""
    return has_stat(t.cards[s.defender].fight) and not s.was_pinned and s.why != AWAY


def choose_answer(t: Table, s: Assault) -> Rule[None]:
    """The target fights back or survives, before any dice (DZ-ASLT-04)."""
    pick: Option = yield t.ask(
        t.player(s.defender),
        topic("answer of {who}", t.name(s.defender)),
        lambda: [option("fight_back"), option("survive")],
    )
    if pick.kind == "fight_back":
        s.fights_back = True
        s.defence_weapon = yield from close_weapon(t, s.defender, attacking=False)


def attackers_arms(t: Table, s: Assault) -> tuple[Windows, ...]:
    """Whose keywords work before the dice."""
    return (*t.own_keywords(s.attacker), t.weapon(s.attacker, s.attack_weapon).windows)


# -- both pools --------------------------------------------------------------------------------------------------------


def friends_parts(t: Table, who: int, foe: int) -> list[Modifier]:
    """One die for friends in the place, in whatever state (DZ-ASLT-12), and what keywords add for them; none in fights
    of a controlled model (see DZ-MEET-19)."""
    if t.controlled(who) or t.controlled(foe):
        return []
    found = []
    if t.friends(who) or t.has(who, Keyword.always_has_a_friend):
        found.append(Modifier(1, "friends in the cube", "DZ-ASLT-12"))
    return [*found, *parts(Keyword.friends_dice, t.bearers(who), t, who)]


def crowd_parts(t: Table, s: Assault, who: int, foe: int) -> list[Modifier]:
    """What FIGHT and SURVIVE have in common: friends, an injured opponent (DZ-ASLT-13), size (DZ-ASLT-08)."""
    found = friends_parts(t, who, foe)
    if injured(t, foe):
        found.append(Modifier(1, "opponent injured", "DZ-ASLT-13"))
    if t.cards[who].size > t.cards[foe].size and not (s.lunge and who == s.attacker):
        found.append(Modifier(1, "larger", "DZ-ASLT-08"))
    return found


def fight_parts(t: Table, s: Assault, who: int, foe: int, weapon: Weapon | Item) -> tuple[Modifier, ...]:
    """The dice of a FIGHT (DZ-ASLT-06) with all that adds to them (DZ-ASLT-07)."""
    found = [Modifier(BASE, FIGHT, "DZ-ASLT-06"), *crowd_parts(t, s, who, foe)]
    if who == s.attacker:
        if s.why == MOVED:
            found.append(Modifier(1, "moved in", "DZ-ASLT-07"))
        if s.was_pinned:
            found.append(Modifier(1, "opponent pinned", "DZ-ASLT-07"))
        if t.state.models[foe].prey >> t.side(who) & 1:
            found.append(Modifier(1, "prey", "DZ-AB-PREY-01"))
    if who in s.stimulated:
        found.append(Modifier(1, "items", "DZ-ITEM-20"))
    return (*found, *parts(Keyword.fight_dice, (*t.own_keywords(who), weapon.windows), t, who, foe))


def fight_side(t: Table, s: Assault, who: int, foe: int, weapon: Weapon | Item) -> Side:
    """The FIGHT pool, rolled by whoever decides for the model (see DZ-AB-RAMPAGE-06)."""
    found = fight_parts(t, s, who, foe, weapon)
    armed = (*t.own_keywords(who), weapon.windows)
    free = sum(grants() for windows in armed for grants in windows[Keyword.fight_rerolls])
    t.tell("fights", "DZ-ASLT-06", who=t.name(who), dice=total(found), parts=found)
    return side_of(t.player(who), who, FIGHT, total(found), t.cards[who].fight, free)


def survive_parts(t: Table, s: Assault) -> tuple[Modifier, ...]:
    """What adds to SURVIVE in an assault (see DZ-ASLT-08), also of who breaks away (DZ-MOVE-13), which may be
    hampered by the worst of its enemies."""
    found = crowd_parts(t, s, s.defender, s.attacker)
    if s.why == AWAY:
        hampered = [
            part
            for foe in t.foes(s.defender)
            for windows in t.bearers(foe)
            for hampers in windows[Keyword.hampers_leaver]
            for part in hampers()
        ]
        found += sorted(hampered, key=lambda part: part.amount)[:1]
    return tuple(found)


def gather_dice(t: Table, s: Assault) -> Rule[None]:
    """Both pools (see DZ-ASLT-06 to DZ-ASLT-08)."""
    mine, theirs = t.weapon(s.attacker, s.attack_weapon), t.weapon(s.defender, s.defence_weapon)
    s.a = fight_side(t, s, s.attacker, s.defender, mine)
    s.a.counted = bool(mine.windows[Keyword.rolled])
    s.high = reach(t, s.defender, mine.ap)
    if s.fights_back:
        s.b = fight_side(t, s, s.defender, s.attacker, theirs)
        s.low = -reach(t, s.attacker, theirs.ap)
    else:
        s.b = survive_side(t, s.defender, total(survive_parts(t, s)))
        yield from before_survive(t, s.b)
    t.use_weapon(s.attacker, mine)


# -- the result --------------------------------------------------------------------------------------------------------


def decide(t: Table, s: Assault) -> Rule[None]:
    """FIGHT that wins does damage, on either side (DZ-ASLT-09); a draw, or SURVIVE that wins, does nothing
    (DZ-ASLT-10). Who fights back has the AP of its weapon (DZ-ASLT-14)."""
    yield from ()
    for windows in attackers_arms(t, s):
        for rolled in windows[Keyword.rolled]:
            rolled(t, s)
    s.a.won = 0
    s.by, s.on = s.attacker, s.defender
    if s.difference < 0 and s.fights_back:
        s.by, s.on = s.defender, s.attacker
        s.difference = -s.difference
    s.won = s.difference > 0
    number = s.attack_weapon if s.by == s.attacker else s.defence_weapon
    s.ap = t.weapon(s.by, number).ap


def is_beaten(t: Table, s: Assault) -> bool:
    """Whether who was assaulted has lost."""
    return s.won and s.by == s.attacker


def winners_arms(t: Table, s: Assault) -> tuple[Windows, ...]:
    """Whose keywords follow the damage: those of the attacker; of who fought back only if the match says so
    (see DZ-ASLT-14)."""
    if not s.won or (s.by == s.defender and t.house_rule("fight_back_effects") == "attacker_only"):
        return ()
    return arms(t, s)


def orders_after(t: Table, s: Assault) -> Rule[None]:
    """Orders that follow an attack (see DZ-CMD-12)."""
    for follows in t.windows[Supplement.after_attack]:
        yield from follows(t, s.by, s.on, s.lost)
