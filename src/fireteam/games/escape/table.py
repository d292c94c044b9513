"""The write gate: every change of a game of ESCAPE is a verb of the table, which writes, marks and tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from fireteam.core.questions import Choose, Option, Roll
from fireteam.core.refusals import Modifier, Why, total
from fireteam.games.escape.cards import Card, Equipment, Ranged
from fireteam.games.escape.ground import Door, Ground, Terminal
from fireteam.games.escape.state import (
    BOARD,
    COMBAT,
    CRATE,
    ISC,
    LEFT,
    MOVEMENT,
    OUT,
    RESISTANCE,
    STATISTICS,
    WAITING,
    Character,
    State,
    Token,
)
from fireteam.games.escape.windows import Skill, Supplement
from fireteam.kit import table as kit

P = ParamSpec("P")
R = TypeVar("R")


class Table(kit.Table[State, Any]):
    """A state in play. Rules read `state` and `ground`; they write through the verbs only.

    All characters are copied when a table is laid, so that rules may hold them; a snapshot copies those that were
    written.
    """

    units = "characters"
    __slots__ = ("_base", "_lying", "ground", "pending")

    def laid(self) -> None:
        state = self.state
        self.ground: Ground = self.setting.ground(state.scenario)
        self.windows = self.setting.in_force(state.event)
        self._base = state.characters
        """The characters of the last snapshot, which others look at too."""
        state.characters = [c.copy() for c in self._base]
        self._lying: tuple[dict[str, Token], list[tuple[int, Token]]] = ({}, [])
        self.pending: list[Any] = []
        """The records of what is rolled for just now."""

    def snapshot(self) -> State:
        written = self.written()
        found = super().snapshot()
        if written:
            self._base = self._base[:]
            for c in written:
                self._base[c.index] = c.copy()
        found.characters = self._base
        return found

    def copied(self) -> State:
        found = self.state.copy()
        found.characters = [c.copy() for c in found.characters]
        return found

    def branch(self) -> Self:
        other = type(self)(self.setting, self.copied(), None)
        other._marks, other._changed, other.sealed = self._marks, self._changed, self.sealed
        return other

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), *[record.key() for record in self.pending])

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, side: int, topic: str, source: Callable[[], Sequence[Option]]) -> Choose:  # type: ignore[override]
        """A choice for the player of a side; nobody chooses from a region here."""
        return Choose(self.state.seats[side], topic, source)

    def die(self, side: int, topic: str) -> Roll:
        """One D6 of a side (ES-GEN-02)."""
        key = (self.state.seats[side], topic)
        roll = self.ground.dice.get(key)
        if roll is None:
            roll = self.ground.dice[key] = Roll(*key)
        return roll

    def hooks(self, who: Character, window: Callable[Concatenate[Any, P], R]) -> tuple[Callable[P, R], ...]:
        """The skills that hang in a window for a character; where an event shuts them, restrictions alone
        (ES-EVT-12)."""
        card = self.ground.cards[who.index]
        found = card.windows[window]
        shut = self.windows[Supplement.shuts_skills]
        if found and shut and self.skills_shut(who):
            return card.restrictions[window]
        return found

    def skills_shut(self, who: Character) -> bool:
        """Whether an event keeps a character from its skills (see ES-EVT-12)."""
        return any(shuts(who) for shuts in self.windows[Supplement.shuts_skills])

    def ranged(self, who: Character) -> tuple[Ranged, ...]:
        """The ranged weapons among the skills of a character; they go where its skills go (ES-EVT-12)."""
        found = self.ground.cards[who.index].ranged
        return () if found and self.skills_shut(who) else found

    def may_use_combat(self, who: Character, why: Why) -> bool:
        """Whether nothing of this turn keeps a character from Combat actions where it stands (ES-CBT-01, ES-DEF-04)."""
        return all(allows(self, who, why) for allows in self.windows[Supplement.allows_combat])

    # -- reading -------------------------------------------------------------------------------------------------------

    def card(self, who: Character) -> Card:
        """The card of a character."""
        return self.ground.cards[who.index]

    def sees(self, a: int, b: int) -> bool:
        """Line of sight between two squares (ES-TERM-04, ES-TERM-05, ES-TERM-06)."""
        g = self.ground
        return g.squares.clear(a, b, self.state.shut, self.state.occupied, apart=g.corners_apart)

    def accessible(self, a: int, b: int) -> bool:
        """Whether no wall or shut door parts two squares of one periphery; characters do not matter (ES-TERM-06)."""
        return self.ground.squares.clear(a, b, self.state.shut, 0)

    def standing(self, side: int) -> int:
        """The squares where a side's characters stand; tokens never make a square occupied (ES-TERM-07)."""
        return self.state.isc if side == ISC else self.state.resistance

    def lying(self) -> list[tuple[int, Token]]:
        """The tokens on the board, each with its square as a bit; worked out once until one of them changes."""
        tokens = self.state.tokens
        if self._lying[0] is not tokens:
            self._lying = (tokens, [(1 << token.square, token) for token in tokens.values() if token.square >= 0])
        return self._lying[1]

    def carried(self, who: Character) -> Token | None:
        """The token a character carries."""
        return self.state.tokens[who.holds] if who.holds else None

    def equipment(self, who: Character) -> Equipment | None:
        """The equipment a character carries and that it and its side may use (ES-EQT-10; see ES-SKILL-15)."""
        if not who.holds or self.hooks(who, Skill.forbids_equipment):
            return None
        kind = self.ground.equipment.get(self.state.tokens[who.holds].label)
        if kind is None or kind.users not in ("any", "isc" if who.side == ISC else "resistance"):
            return None
        return kind

    def squad(self, side: int) -> list[Character]:
        """The characters of a side."""
        return self.state.characters[self.ground.squads[side]]

    def exists(self, side: int) -> bool:
        """Whether a side still has somebody on the board or waiting for Entry."""
        return any(c.status <= BOARD for c in self.squad(side))

    def value_parts(self, who: Character, statistic: int) -> tuple[Modifier, ...]:
        """Where a current value comes from: card or event, then every penalty (see ES-ROLL-05, ES-PROF-04)."""
        card = self.card(who)
        base = (card.mvt, card.cbt, card.int)[statistic]
        written: tuple[Modifier, ...] = (Modifier(base, f"{STATISTICS[statistic]} of {card.name}", "ES-PROF-02"),)
        for value_parts in self.windows[Supplement.value_parts]:
            written = value_parts(who, statistic, written)
        parts = list(written)
        parts += [
            Modifier(amount, "penalty this turn", rule) for kind, amount, rule in who.penalties if kind == statistic
        ]
        lost = sum(part.amount for part in parts)
        if lost < 0:
            parts.append(Modifier(-lost, "never below 0", "ES-PROF-04"))
        return tuple(parts)

    # -- verbs: characters ---------------------------------------------------------------------------------------------

    def mark(self, c: Character) -> None:
        """A character is written."""
        self._marks |= 1 << c.index
        self._writes += 1

    def new_id(self, kind: str) -> str:
        state = self.writes()
        state.made += 1
        return f"{kind[0]}{state.made}"

    def reckon(self, c: Character) -> None:
        """Set the current values from card, event and penalties (ES-ROLL-05, ES-PROF-04)."""
        card = self.ground.cards[c.index]
        mvt, cbt, int_ = card.mvt, card.cbt, card.int
        for value_parts in self.windows[Supplement.value_parts]:
            mvt, cbt, int_ = (
                total(value_parts(c, statistic, (Modifier(value, "", ""),)))
                for statistic, value in enumerate((mvt, cbt, int_))
            )
        for kind, amount, _ in c.penalties:
            if kind == MOVEMENT:
                mvt += amount
            elif kind == COMBAT:
                cbt += amount
            else:
                int_ += amount
        c.mvt = mvt if mvt > 0 else 0
        c.cbt = cbt if cbt > 0 else 0
        c.int = int_ if int_ > 0 else 0
        self._marks |= 1 << c.index
        self._writes += 1

    def put(self, c: Character, square: int, rule: str, code: str = "moved") -> None:
        """Stand a character on a square (from wherever it was)."""
        s = self.state
        self._changed = True  # no verb is used as often: what `writes` and `mark` do stands here
        self._marks |= 1 << c.index
        self._writes += 1
        was = c.square
        bit = 1 << square
        if was >= 0:
            if s.sharing:
                self._clear(c)
            else:
                rest = ~(1 << was)
                s.occupied &= rest
                if c.side == ISC:
                    s.isc &= rest
                else:
                    s.resistance &= rest
        c.square = square
        c.status = BOARD
        if s.occupied & bit:
            s.sharing = True
        s.occupied |= bit
        if c.side == ISC:
            s.isc |= bit
        else:
            s.resistance |= bit
        if self.events is not None:
            at = self.ground.at
            self.tell(code, rule, who=self.card(c).id, to=at(square), **({"from": at(was)} if was >= 0 else {}))

    def _clear(self, c: Character) -> None:
        """Lift a character off its square; whoever shares the square stays, and shares it no more."""
        s = self.writes()
        rest = ~(1 << c.square)
        s.occupied &= rest
        s.isc &= rest
        s.resistance &= rest
        if not s.sharing:
            return
        for other in s.characters:
            if other.square == c.square and other is not c and other.status == BOARD:
                s.sharing = False
                s.occupied |= 1 << other.square
                if other.side == ISC:
                    s.isc |= 1 << other.square
                else:
                    s.resistance |= 1 << other.square

    def spend(self, c: Character, statistic: int) -> None:
        """Count an action as performed (ES-PROF-03, ES-ACT-05)."""
        if statistic == MOVEMENT:
            c.used_mvt += 1
        elif statistic == COMBAT:
            c.used_cbt += 1
        else:
            c.used_int += 1
        self._marks |= 1 << c.index
        self._writes += 1

    def hurt(self, c: Character, points: int, rule: str, parts: tuple[Modifier, ...] = ()) -> None:
        """Lay Damage points on a card (ES-PROF-06)."""
        c.damage += points
        self.mark(c)
        if self.events is not None:
            self.tell(
                "hurt", rule, who=self.card(c).id, points=points, damage=c.damage, life=self.card(c).life, parts=parts
            )

    def heal(self, c: Character, points: int, rule: str) -> None:
        """Take Damage points off a card."""
        points = min(points, c.damage)
        c.damage -= points
        self.mark(c)
        self.tell("healed", rule, who=self.card(c).id, points=points, damage=c.damage)

    def penalise(self, c: Character, statistic: int, amount: int, rule: str) -> None:
        """Lower a value until the end of the turn (ES-PROF-04)."""
        c.penalties = (*c.penalties, (statistic, amount, rule))
        self.reckon(c)
        self.tell(
            "penalised",
            rule,
            who=self.card(c).id,
            statistic=STATISTICS[statistic],
            amount=amount,
            value=c.value(statistic),
        )

    def take_out(self, c: Character) -> int:
        """Remove a Taken out character at once; what it carried stays on its square, returned (ES-EQT-07, ES-OBJ-06,
        ES-PROF-07)."""
        s, square = self.writes(), c.square
        self._clear(c)
        c.status = OUT
        c.square = -1
        c.out_turn = s.turn
        self.mark(c)
        if self.events is not None:
            self.tell("taken_out", "ES-PROF-07", who=self.card(c).id, at=self.ground.at(square))
        if c.holds:
            self.lay(s.tokens[c.holds], square, "ES-EQT-07")
            c.holds = ""
        return square

    def leave_board(self, c: Character, airlock: int) -> None:
        """A character leaves the board for good, with what it carries (ES-MOVE-04)."""
        self._clear(c)
        c.status = LEFT
        c.square = -1
        self.mark(c)
        s = self.writes()
        if c.side == RESISTANCE:
            s.left_since_hack += 1
        self.tell("left", "ES-MOVE-04", who=self.card(c).id, airlock=airlock)

    def renew(self, c: Character) -> None:
        """The Internal factory sends a character back as new; what was destroyed stays so (ES-FAC-03, ES-SKILL-13)."""
        c.status = WAITING
        c.damage = 0
        c.used_mvt = c.used_cbt = c.used_int = 0
        c.penalties = ()
        c.activated = c.veteran_used = c.drilled = False
        self.reckon(c)

    def use_veteran(self, c: Character) -> None:
        """Seasoned veteran is used for this turn (ES-SKILL-01)."""
        c.veteran_used = True
        self.mark(c)

    def use_drill(self, c: Character) -> None:
        """One wall a turn (ES-SKILL-13)."""
        c.drilled = True
        self.mark(c)

    def break_drill(self, c: Character) -> None:
        """The drill is lost for the rest of the game (ES-SKILL-13)."""
        c.drill_broken = True
        self.mark(c)
        self.tell("drill_broken", "ES-SKILL-13", who=self.card(c).id)

    # -- verbs: tokens -------------------------------------------------------------------------------------------------

    def make_token(self, kind: str, square: int, rule: str) -> Token:
        """A token comes onto the board, its other side unseen (see ES-CRATE-01, ES-EQT-01)."""
        token = Token(self.new_id(kind), kind, "", square)
        s = self.state
        s.tokens = {**s.tokens, token.id: token}
        s.lying |= 1 << square
        self.tell(
            "placed_crate" if kind == CRATE else "placed_equipment", rule, token=token.id, at=self.ground.at(square)
        )
        return token

    def give_new(self, c: Character, label: str, rule: str) -> None:
        """A character starts with a piece of equipment from the bag."""
        token = Token(self.new_id("equipment"), "equipment", label, -1)
        s = self.state
        s.tokens = {**s.tokens, token.id: token}
        s.bag = tuple((name, count - (name == label)) for name, count in s.bag)
        self.hold(c, token, rule)

    def turn_over(self, token: Token, label: str, rule: str) -> Token:
        """Everybody sees what a token is (see ES-OBJ-02, ES-EQT-03)."""
        s = self.writes()
        if token.kind == "crate":
            s.backs = tuple((name, count - (name == label)) for name, count in s.backs)
        else:
            s.bag = tuple((name, count - (name == label)) for name, count in s.bag)
        token = token._replace(label=label)
        s.tokens = {**s.tokens, token.id: token}
        self.tell("turned_over", rule, token=token.id, label=label)
        return token

    def lay(self, token: Token, square: int, rule: str) -> None:
        """A token lies on a square."""
        s = self.writes()
        s.tokens = {**s.tokens, token.id: token._replace(square=square)}
        s.lying |= 1 << square
        self.tell("lies", rule, token=token.id, label=token.label, at=self.ground.at(square))

    def _lift(self, token: Token) -> None:
        s = self.writes()
        if token.square >= 0 and not any(
            other.square == token.square for other in s.tokens.values() if other.id != token.id
        ):
            s.lying &= ~(1 << token.square)

    def hold(self, c: Character, token: Token, rule: str) -> None:
        """A character takes a token onto its card (see ES-EQT-04, ES-OBJ-03)."""
        self._lift(token)
        s = self.writes()
        s.tokens = {**s.tokens, token.id: token._replace(square=-1)}
        c.holds = token.id
        self.mark(c)
        self.tell("holds", rule, who=self.card(c).id, token=token.id, label=token.label)

    def let_go(self, c: Character) -> Token:
        """A character's hands are empty again; the token goes where the rule puts it."""
        token = self.state.tokens[c.holds]
        c.holds = ""
        self.mark(c)
        return token

    def discard(self, token: Token, rule: str) -> None:
        """A token leaves the game (ES-EQT-09, ES-CRATE-02)."""
        s = self.writes()
        self._lift(token)
        for c in s.characters:
            if c.holds == token.id:
                c.holds = ""
                self.mark(c)
        s.tokens = {name: other for name, other in s.tokens.items() if name != token.id}
        self.tell("discarded", rule, token=token.id, label=token.label or token.kind)

    # -- verbs: board --------------------------------------------------------------------------------------------------

    def open_door(self, door: Door, rule: str) -> None:
        """A door opens; its lock is not touched (ES-DOOR-01, ES-DOOR-04)."""
        s = self.writes()
        s.opened |= door.edge
        s.shut &= ~door.edge
        self._settle("toggle", self.ground.board.doors.index(door))
        self.tell("door_opened", rule, door=door.id)

    def shut_door(self, door: Door, rule: str) -> None:
        """A door shuts: locked if its lock is engaged, else only closed (ES-DOOR-04)."""
        s = self.writes()
        s.opened &= ~door.edge
        s.shut |= door.edge
        self._settle("toggle", self.ground.board.doors.index(door))
        self.tell("door_shut", rule, door=door.id, locked=bool(s.locks & door.edge))

    def unlock(self, door: Door, rule: str) -> None:
        """A lock is gone for the rest of the game (ES-DOOR-04)."""
        self.writes().locks &= ~door.edge
        self.tell("door_unlocked", rule, door=door.id)

    def break_wall(self, edge: int, rule: str) -> None:
        """A wall is destroyed; areas stay what they were (ES-SKILL-13, ES-TERM-09)."""
        s = self.writes()
        s.broken |= 1 << edge
        s.shut &= ~(1 << edge)
        self.tell("wall_broken", rule, edge=self.ground.board.edge_name(edge))

    def hack_terminal(self, terminal: Terminal) -> None:
        """A terminal is hacked."""
        s = self.writes()
        s.hacked |= 1 << terminal.number
        s.left_since_hack = 0
        self.tell("terminal_hacked", "ES-INT-02", terminal=terminal.id)

    def unlock_airlock(self, airlock: int) -> None:
        """An airlock has been hacked and serves the Resistance as an exit (ES-AIR-03)."""
        self.writes().unlocked_airlocks |= 1 << airlock
        self._settle("toggle_airlock", airlock)
        self.tell("airlock_hacked", "ES-AIR-03", airlock=airlock)

    def toggle_airlock(self, airlock: int) -> None:
        """Short circuit opens an airlock as a hack does, or shuts it again (ES-EVT-09, ES-AIR-02)."""
        s = self.writes()
        s.unlocked_airlocks ^= 1 << airlock
        self._settle("toggle_airlock", airlock)
        code = "airlock_opened" if s.unlocked_airlocks >> airlock & 1 else "airlock_shut"
        self.tell(code, "ES-EVT-09", airlock=airlock)

    def remember_short(self, kind: str, number: int) -> None:
        """What Short circuit has opened or shut goes back at the end of the turn (ES-EVT-09)."""
        self.writes().shorted = ((kind, number),)

    def _settle(self, kind: str, number: int) -> None:
        """What was opened or shut stays so: if Short circuit did it before, that is over."""
        if (kind, number) in self.state.shorted:
            self.writes().shorted = ()

    def bank(self, side: int, points: int) -> None:
        """A side banks the points of an Objective (see ES-OBJ-01)."""
        s = self.writes()
        if side == ISC:
            s.banked_isc += points
        else:
            s.banked_resistance += points
        total = s.banked_isc if side == ISC else s.banked_resistance
        self.tell("banked", "ES-OBJ-01", side=side, seat=s.seats[side], points=points, total=total)

    def gain_revolution(self, rule: str, tokens: int = 1) -> None:
        """The Resistance gains Revolution tokens (ES-FAC-07)."""
        s = self.writes()
        s.revolution += tokens
        self.tell("revolution_gained", rule, tokens=s.revolution)

    def spend_revolution(self, rule: str) -> None:
        """The Resistance spends a Revolution token (ES-FAC-08, ES-FAC-09, ES-FAC-10)."""
        s = self.writes()
        s.revolution -= 1
        self.tell("revolution_spent", rule, tokens=s.revolution)

    # -- verbs: the course of the game ---------------------------------------------------------------------------------

    def choose_seats(self, resistance_seat: int) -> None:
        """Each seat gets one faction (see ES-GEN-01)."""
        self.writes().seats = (resistance_seat, 1 - resistance_seat)
        self.tell("factions", "ES-GEN-01", resistance=resistance_seat, isc=1 - resistance_seat)

    def lay_board(self, scenario: str) -> None:
        """The board of the scenario is laid and the squads stand ready (ES-SETUP-01)."""
        s = self.writes()
        s.scenario = scenario
        self.ground = self.setting.ground(scenario)
        fresh: State = self.setting.fresh(scenario, s.seats, s.phase)
        s.characters = fresh.characters
        self._base = [c.copy() for c in fresh.characters]
        s.bag, s.backs, s.shut, s.locks = fresh.bag, fresh.backs, fresh.shut, fresh.locks
        s.revolution = fresh.revolution
        self.tell("scenario", "ES-SETUP-01", scenario=scenario)

    def enter_phase(self, phase: str) -> None:
        """On to the next phase; what the phase before counted starts again."""
        s = self.writes()
        s.phase = phase
        s.placed = 0

    def win_setup(self, side: int) -> None:
        """The Setup Initiative is won (ES-SETUP-02)."""
        self.writes().setup_winner = side
        self.tell("setup_initiative", "ES-SETUP-02", side=side)

    def count_placed(self) -> None:
        """One more token or side is placed."""
        self.writes().placed += 1

    def name_courier(self, c: Character) -> None:
        """A character is named for the scenario."""
        self.writes().courier = c.index
        self.tell("named", "ES-SETUP-01", who=self.card(c).id, tag=self.ground.tag)

    def start_turn(self) -> None:
        """A new turn: counters full, penalties over, nobody activated (ES-TURN-01, ES-PROF-03, ES-PROF-04)."""
        s = self.writes()
        s.turn += 1
        s.event = 0
        self.windows = self.setting.in_force(0)
        s.dark = ""
        s.active = s.called = s.pilot = s.initiative = s.first = -1
        s.bonus = s.finished = 0
        s.sharing = False
        for c in s.characters:
            if c.used_mvt or c.used_cbt or c.used_int or c.penalties or c.activated or c.veteran_used or c.drilled:
                c.used_mvt = c.used_cbt = c.used_int = 0
                c.penalties = ()
                c.activated = c.veteran_used = c.drilled = False
            self.reckon(c)
        self.tell("turn", "ES-TURN-01", turn=s.turn, turns=self.ground.turns)

    def win_initiative(self, side: int, rule: str) -> None:
        """A side has this turn's Initiative (ES-INIT-01, ES-EVT-11)."""
        s = self.writes()
        s.initiative = side
        s.first = -1
        self.tell("initiative", rule, side=side)

    def choose_first(self, side: int) -> None:
        """The side that starts is chosen (ES-INIT-04)."""
        s = self.writes()
        s.first = s.acting = side
        self.tell("first", "ES-INIT-04", side=side)

    def set_event(self, event: int) -> None:
        """The event of the turn; values change with it (ES-EVT-01)."""
        s = self.writes()
        s.event = event
        self.windows = self.setting.in_force(event)
        if self.windows[Supplement.value_parts]:
            for c in s.characters:
                self.reckon(c)
        self.tell("event", "ES-EVT-01", event=event)

    def black_out(self, area: str) -> None:
        """No Combat actions in an area this turn (ES-EVT-10)."""
        self.writes().dark = area
        self.tell("black_out", "ES-EVT-10", area=area, name=self.ground.board.area_names[area])

    def owe_bonus(self, stage: int) -> None:
        """Interference: 1 before the first Resistance activation, 2 right after it, 0 when used or declined
        (ES-EVT-11)."""
        self.writes().bonus = stage

    def activate(self, c: Character) -> None:
        """A character becomes the active one (ES-TERM-08, ES-ACT-01)."""
        s = self.writes()
        s.active = c.index
        s.acting = c.side
        s.called = s.pilot = -1
        c.activated = True
        self.mark(c)
        if self.events is not None:
            self.tell("activated", "ES-ACT-01", who=self.card(c).id)

    def choose_pilot(self, pilot: Character) -> None:
        """The Robot uses this Pilot's actions for the rest of its activation (ES-SKILL-10)."""
        self.writes().pilot = pilot.index

    def end_activation(self, c: Character) -> None:
        """The activation is over; between activations nobody is active, and the opponent is next (ES-ACT-04,
        ES-TERM-08, ES-GEN-03)."""
        s = self.writes()
        if self.events is not None:
            self.tell("ended", "ES-ACT-04", who=self.card(c).id)
        s.active = s.pilot = -1
        s.acting = 1 - c.side
        s.sharing = False

    def call(self, c: Character) -> None:
        """A Radio calls an ally, who is activated at once (ES-EQ-10)."""
        self.writes().called = c.index
        self.tell("called", "ES-EQ-10", who=self.card(c).id)

    def pass_on(self, side: int) -> None:
        """The next activation belongs to that side (see ES-GEN-03)."""
        self.writes().acting = side

    def finish_side(self, side: int) -> None:
        """A side brings nobody back any more this turn, and without opponents activates nobody; else whoever must act
        still does (ES-FAC-11, ES-END-02)."""
        self.writes().finished |= 1 << side
        self.tell("finished", "ES-FAC-11", side=side)

    def end_game(self, winner: int, ending: str, rule: str) -> None:
        """The game is over (ES-RES-01, ES-RES-02)."""
        self.end(winner, ending)
        self.tell("over", rule, winner=winner, ending=ending, turn=self.state.turn)
