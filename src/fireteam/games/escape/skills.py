"""The sixteen skills, one small object each, in the windows where the book puts them (rulebook VIII)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.escape.actions.attack import Attack, Defence
from fireteam.games.escape.actions.taking import comes_upon
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Reroll, Skill


class SeasonedVeteran(Skill):
    """Once per turn, one of its own Combat rolls again (ES-SKILL-01)."""

    name = "Seasoned veteran"
    rule = "ES-SKILL-01"

    def rerolls(self, t: Table, who: Character) -> Iterable[Reroll]:
        if who.veteran_used:
            return ()
        return (Reroll(t.ground.option("veteran"), self.rule, partial(t.use_veteran, who)),)


class Armor(Skill):
    """Damage is less by X each time, whatever its source (ES-SKILL-02)."""

    name = "Armor"
    rule = "ES-SKILL-02"

    def damage_reduction(self, t: Table, who: Character) -> Iterable[Modifier]:
        return (Modifier(-t.card(who).armor, "Armor", self.rule),)


class Attraction(Skill):
    """Hacks opponents within 2 squares to pull them next to it (ES-SKILL-03, ES-SKILL-04)."""

    name = "Attraction"
    rule = "ES-SKILL-03"

    def actions(self) -> tuple[str, ...]:
        return ("attract",)


class DiggingArm(Skill):
    """A successful attack may push an opponent back one square; by option only one by hand (ES-SKILL-05,
    ES-SKILL-06)."""

    name = "Digging arm"
    rule = "ES-SKILL-05"

    def after_successful_attack(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        if d.who.side == a.attacker.side or (t.ground.push_by_hand and not a.hand_to_hand):
            return
        squares = push_squares(t, a.attacker.square, d.who.square)
        if not squares:
            return
        option = t.ground.option
        pick: Option = yield t.ask(
            a.attacker.side,
            topic("push of {who}", t.card(d.who).id),
            lambda: [option("no_push"), *t.ground.square_options("push", squares)],
        )
        if pick.kind == "push":
            t.put(d.who, pick.args[0], "ES-SKILL-06", "shifted")
            yield from comes_upon(t, d.who)


def push_squares(t: Table, attacker: int, target: int) -> int:
    """The free, accessible ones of the three squares on the far side of the target (ES-SKILL-06, ES-MOVE-06)."""
    squares = t.ground.squares
    x, y = squares.place(target)
    dx, dy = away(squares.place(attacker), (x, y))
    if not dx and not dy:
        return 0
    if dx and dy:
        far = [(x + dx, y + dy), (x + dx, y), (x, y + dy)]
    elif dx:
        far = [(x + dx, y - 1), (x + dx, y), (x + dx, y + 1)]
    else:
        far = [(x - 1, y + dy), (x, y + dy), (x + 1, y + dy)]
    found = 0
    for place in far:
        if squares.inside(*place):
            square = squares.square(*place)
            if not t.state.occupied >> square & 1 and t.accessible(target, square):
                found |= 1 << square
    return found


def away(start: tuple[int, int], goal: tuple[int, int]) -> tuple[int, int]:
    """The one of the eight directions that comes nearest to the way from one square to another (see ES-SKILL-06)."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    wide, high = abs(dx), abs(dy)
    sign_x, sign_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if 12 * high < 5 * wide:  # flatter than half of a right angle halved
        return sign_x, 0
    return (0, sign_y) if 12 * wide < 5 * high else (sign_x, sign_y)


class Scrambler(Skill):
    """Adjacent allies may not be chosen as targets of attacks (ES-SKILL-07)."""

    name = "Scrambler"
    rule = "ES-SKILL-07"

    def shields_neighbours(self) -> bool:
        return True


class AntiGravityField(Skill):
    """Movement actions may lead to any square of the periphery (ES-SKILL-08)."""

    name = "Anti-gravity field"
    rule = "ES-SKILL-08"

    def moves_diagonally(self) -> bool:
        return True


class Leadership(Skill):
    """Allies in its periphery may roll with its Int (ES-SKILL-09)."""

    name = "Leadership"
    rule = "ES-SKILL-09"

    def lends_intellect(self) -> bool:
        return True


class Robot(Skill):
    """While active it may use the actions of one Pilot on the board (ES-SKILL-10)."""

    name = "Robot"
    rule = "ES-SKILL-10"

    def payments(self, t: Table, who: Character, statistic: int) -> Iterable[Option]:
        return [t.ground.option("pay_pilot", pilot.index) for pilot in self._pilots(t, who, statistic)]

    def paid(self, t: Table, who: Character, statistic: int, pick: Option) -> None:
        if pick.kind == "pay_pilot":
            pilot = t.state.characters[pick.args[0]]
            t.choose_pilot(pilot)
            t.spend(pilot, statistic)

    def spare_movement(self, t: Table, who: Character, statistic: int, pick: Option | None) -> int:
        if pick is None or pick.kind != "pay_pilot":
            return max((pilot.left(MOVEMENT) for pilot in self._pilots(t, who, MOVEMENT)), default=0)
        pilot: Character = t.state.characters[pick.args[0]]
        return pilot.left(MOVEMENT) - (statistic == MOVEMENT)

    def _pilots(self, t: Table, who: Character, statistic: int) -> list[Character]:
        chosen = t.state.pilot
        return [
            other
            for other in t.squad(who.side)
            if other.status == BOARD and other is not who and chosen in (-1, other.index)
            if other.left(statistic) > 0 and t.hooks(other, Skill.pilots)
        ]


class Burrowing(Skill):
    """Walls and doors do not stop its Movement actions (ES-SKILL-11)."""

    name = "Burrowing"
    rule = "ES-SKILL-11"

    def ignores_walls(self) -> bool:
        return True


class Elusive(Skill):
    """May announce its Dodge after the attack die has been seen (ES-SKILL-12)."""

    name = "Elusive"
    rule = "ES-SKILL-12"

    def late_dodge(self) -> bool:
        return True


class Drill(Skill):
    """Drills through walls (ES-SKILL-13)."""

    name = "Drill"
    rule = "ES-SKILL-13"

    def actions(self) -> tuple[str, ...]:
        return ("drill",)


class Otaku(Skill):
    """Hacks locked doors of the room it is in (ES-SKILL-14)."""

    name = "Otaku"
    rule = "ES-SKILL-14"

    def hacks_across_room(self) -> bool:
        return True


class Armless(Skill):
    """Neither picks up nor uses equipment; crates count, Objectives do not (ES-SKILL-15, ES-EVT-12)."""

    name = "Armless"
    rule = "ES-SKILL-15"
    restriction = True

    def forbids_equipment(self) -> bool:
        return True


class Pilot(Skill):
    """Its actions may be drawn on by an allied Robot (ES-SKILL-16)."""

    name = "Pilot"
    rule = "ES-SKILL-16"

    def pilots(self) -> bool:
        return True


class Hypnosis(Skill):
    """May make a dodging target roll with Int instead of Cbt (ES-SKILL-17)."""

    name = "Hypnosis"
    rule = "ES-SKILL-17"

    def on_dodge_declared(self, t: Table, a: Attack, d: Defence) -> Rule[None]:
        option = t.ground.option
        about = topic("hypnosis on {who}", t.card(d.who).id)
        pick: Option = yield t.ask(a.attacker.side, about, lambda: [option("with_combat"), option("with_intellect")])
        if pick.kind == "with_intellect":
            d.statistic = INTELLECT
            t.tell("hypnotised", self.rule, who=t.card(d.who).id)


class ElectricBludgeon(Skill):
    """A hand-to-hand hit that hurts lowers all three values for the turn (ES-SKILL-18)."""

    name = "Electric bludgeon"
    rule = "ES-SKILL-18"

    def on_damage_dealt(self, t: Table, a: Attack, victim: Character) -> None:
        if a.hand_to_hand:
            for statistic in (MOVEMENT, COMBAT, INTELLECT):
                t.penalise(victim, statistic, -1, self.rule)


SKILLS: dict[str, Skill] = {
    skill.name: skill
    for skill in (
        SeasonedVeteran(),
        Armor(),
        Attraction(),
        DiggingArm(),
        Scrambler(),
        AntiGravityField(),
        Leadership(),
        Robot(),
        Burrowing(),
        Elusive(),
        Drill(),
        Otaku(),
        Armless(),
        Pilot(),
        Hypnosis(),
        ElectricBludgeon(),
    )
}
"""Every skill by its name."""
