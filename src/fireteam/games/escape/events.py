"""The random events, one small object each, in the windows where the book puts them (rulebook 6.b; ES-EVT-01)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.escape.actions.movement import may_pass
from fireteam.games.escape.actions.taking import comes_upon
from fireteam.games.escape.damage import check_taken_out, suffer
from fireteam.games.escape.state import BOARD, ISC, MOVEMENT, QUIET, RESISTANCE, STATISTICS, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.turn import begin, candidates
from fireteam.games.escape.windows import Supplement
from fireteam.kit.supplements import Windows
from fireteam.space.squares import bits

SUPREME_AI, CELESTIAL_ORDER, POWERGRID, FIRE_ALARM, HIGH_SECURITY = range(2, 7)
FIREWALL, SHORT_CIRCUIT, BLACK_OUT, INTERFERENCE, DISCONNECTION = range(8, 13)
SUPREME_VALUES = (7, 3, 3)
OVERLOAD_DAMAGE = 2


class SupremeAI(Supplement):
    """All I.S.C. characters have Mvt 7, Cbt 3 and Int 3 this turn (ES-EVT-02)."""

    name = "Supreme AI"

    def value_parts(self, who: Character, statistic: int, parts: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        if who.side != ISC:
            return parts
        return (Modifier(SUPREME_VALUES[statistic], f"{STATISTICS[statistic]} set by {self.name}", "ES-EVT-02"),)


class CelestialOrder(Supplement):
    """The I.S.C. player moves one of its characters to any other free square (ES-EVT-03, ES-MOVE-06)."""

    name = "Celestial Order"

    def happens(self, t: Table) -> Rule[None]:
        s, option = t.state, t.ground.option
        own = [c for c in t.squad(ISC) if c.status == BOARD]
        if not own:
            return
        pick: Option = yield t.ask(ISC, "celestial order", lambda: [option("celestial", c.index) for c in own])
        who = s.characters[pick.args[0]]
        free = t.ground.squares.all & ~s.occupied
        about = topic("celestial order of {who}", t.card(who).id)
        goal: Option = yield t.ask(ISC, about, lambda: t.ground.square_options("celestial_to", free))
        t.put(who, goal.args[0], "ES-EVT-03", "shifted")
        yield from comes_upon(t, who)


class PowergridOverload(Supplement):
    """Every Resistance character beside a door, open or shut, suffers 2 once; airlocks are doors, but by option
    (ES-EVT-04, ES-AIR-02, ES-TERM-01)."""

    name = "Powergrid overload"

    def happens(self, t: Table) -> Rule[None]:
        board = t.ground.board
        doors = board.door_squares | (board.airlock_squares if t.ground.airlocks_are_doors else 0)
        for c in t.squad(RESISTANCE):
            if c.status == BOARD and doors >> c.square & 1:
                suffer(t, c, OVERLOAD_DAMAGE, "ES-EVT-04")
        check_taken_out(t)
        yield from ()


class FireAlarm(Supplement):
    """All characters have 1 Mvt less this turn (ES-EVT-05)."""

    name = "Fire alarm"

    def value_parts(self, who: Character, statistic: int, parts: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        return (*parts, Modifier(-1, self.name, "ES-EVT-05")) if statistic == MOVEMENT else parts


class HighSecurityAirlock(Supplement):
    """The factory of the I.S.C. may use the central airlock this turn (ES-EVT-06)."""

    name = "High Security Airlock"

    def opens_airlock(self, t: Table, airlock: int) -> bool:
        return True


class Firewall(Supplement):
    """Resistance characters may pass over occupied squares, if they can reach a free one from there (ES-EVT-08)."""

    name = "Firewall"

    def passes_over(self, t: Table, who: Character, squares: int) -> tuple[int, str] | None:
        if who.side != RESISTANCE:
            return None
        return sum(1 << square for square in bits(squares) if may_pass(t, who, square)), "ES-EVT-08"


class ShortCircuit(Supplement):
    """The Resistance toggles one door, for this turn; its lock stays as it is. Of the airlocks, which are doors but by
    option, those that can be hacked are shut or open (ES-EVT-09, ES-AIR-02)."""

    name = "Short circuit"

    def happens(self, t: Table) -> Rule[None]:
        g = t.ground
        doors = [g.option("toggle", number) for number in range(len(g.board.doors)) if may_toggle(t, number)]
        doors += [g.option("toggle_airlock", number) for number in g.board.airlocks if may_toggle_airlock(t, number)]
        if not doors:
            return
        pick: Option = yield t.ask(RESISTANCE, "short circuit", lambda: doors)
        if pick.kind == "toggle":
            self._toggle(t, pick.args[0])
        else:
            t.toggle_airlock(pick.args[0])
        if not g.short_circuit_stays:
            t.remember_short(pick.kind, pick.args[0])

    def turn_over(self, t: Table) -> None:
        """What nobody has opened or shut since goes back."""
        for kind, number in t.state.shorted:
            if kind == "toggle":
                self._toggle(t, number)
            else:
                t.toggle_airlock(number)

    def _toggle(self, t: Table, number: int) -> None:
        door = t.ground.board.doors[number]
        if t.state.shut & door.edge:
            t.open_door(door, "ES-EVT-09")
        else:
            t.shut_door(door, "ES-EVT-09")


def may_toggle(t: Table, number: int, why: Why = None) -> bool:
    """A scenario may keep Short circuit from some doors (see ES-EVT-09, ES-GEN-05)."""
    door = t.ground.board.doors[number]
    spared = not set(door.areas) & set(t.ground.short_circuit_forbidden)
    return need(why, spared, "ES-GEN-05", "the scenario lets Short circuit choose {}", door.id, at=(door.id,))


def may_toggle_airlock(t: Table, number: int, why: Why = None) -> bool:
    """An airlock is shut or open where the scenario lets it be hacked (see ES-AIR-02, ES-AIR-03)."""
    at = (f"airlock {number}",)
    return need(why, t.ground.airlocks_are_doors, "ES-AIR-02", "airlocks are doors", at=at) and need(
        why, number in t.ground.hack_airlocks, "ES-AIR-03", "the scenario lets Airlock {} be hacked", number, at=at
    )


class BlackOut(Supplement):
    """The Resistance darkens one area, room or corridor, in which nobody fights this turn (ES-EVT-10, ES-TERM-09)."""

    name = "Black-out"

    def happens(self, t: Table) -> Rule[None]:
        option = t.ground.option
        pick: Option = yield t.ask(
            RESISTANCE, "black-out", lambda: [option("dark", area) for area in t.ground.board.areas]
        )
        t.black_out(pick.args[0])


class Light(Supplement):
    """Whether there is light is looked at in every turn: whoever asks why is told so (see ES-EVT-10)."""

    name = "light"

    def allows_combat(self, t: Table, who: Character, why: Why) -> bool:
        area = t.ground.board.area_of[who.square]
        return need(why, t.state.dark != area, "ES-EVT-10", "no Black-out in {}", t.ground.board.area_names[area])


class Interference(Supplement):
    """The Resistance has the initiative, and may make two activations in a row, once (ES-EVT-11)."""

    name = "Interference"

    def happens(self, t: Table) -> Rule[None]:
        t.win_initiative(RESISTANCE, "ES-EVT-11")
        t.owe_bonus(1)
        yield from ()

    def activation_over(self, t: Table, who: Character) -> None:
        if t.state.bonus == 1 and who.side == RESISTANCE:
            t.owe_bonus(2)

    def before_activation(self, t: Table) -> Rule[bool]:
        if t.state.bonus != 2:
            return False
        again = [option for option in candidates(t, RESISTANCE) if option.kind == "activate"]
        t.owe_bonus(0)
        if not again:
            return False
        pick: Option = yield t.ask(RESISTANCE, "second activation", lambda: [t.ground.option("no_second"), *again])
        if pick.kind != "activate":
            return False
        yield from begin(t, t.state.characters[pick.args[0]])
        return True


class Disconnection(Supplement):
    """The skills of the I.S.C. do not work this turn (ES-EVT-12)."""

    name = "Disconnection"

    def shuts_skills(self, who: Character) -> bool:
        return who.side == ISC


EFFECTS: dict[int, Supplement] = {
    SUPREME_AI: SupremeAI(),
    CELESTIAL_ORDER: CelestialOrder(),
    POWERGRID: PowergridOverload(),
    FIRE_ALARM: FireAlarm(),
    HIGH_SECURITY: HighSecurityAirlock(),
    FIREWALL: Firewall(),
    SHORT_CIRCUIT: ShortCircuit(),
    BLACK_OUT: BlackOut(),
    INTERFERENCE: Interference(),
    DISCONNECTION: Disconnection(),
}
"""By the sum of two dice; All quiet (ES-EVT-07) changes nothing."""


def in_force(always: Iterable[Supplement]) -> dict[int, Windows]:
    """Who hangs in which window while an event is in force, with those who always do; 0: before the event of a turn."""
    quiet = (*always, Light())
    found = {number: Windows(Supplement, (*quiet, effect)) for number, effect in EFFECTS.items()}
    return found | dict.fromkeys((0, QUIET), Windows(Supplement, quiet))
