"""The write gate: every change of a game of Kill Team is a verb of the table, which writes, marks and tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Region
from fireteam.core.refusals import Modifier
from fireteam.games.killteam.hooks import Datacard, Weapon
from fireteam.games.killteam.state import ACTIVE, EXPENDED, KILLZONE, NOBODY, READY, REMOVED, Effect, Marker, Operative, Piece, State
from fireteam.games.killteam.state import Sequence as Record
from fireteam.space.plane.model import Board
from fireteam.space.plane.placing import Ground


class Table:
    """A state in play. Rules read `state`; they write through the verbs only.

    Verbs take the number of an operative and copy it at the first write: hold numbers, and look an operative up again
    after a verb.
    """

    __slots__ = ("_changed", "_marks", "_owned", "events", "sealed", "setting", "state", "unaided")

    def __init__(self, setting: Any, state: State, events: list[Event] | None) -> None:
        self.setting = setting
        self.state = state.copy()
        self.events = events
        self._marks = 0
        """Operatives written since the table was laid, as bits."""
        self._owned = 0
        """Operatives that belong to this table alone, as bits."""
        self._changed = False
        """Whether anything else in the state was written."""
        self.sealed = False
        """Whether something was written since the last snapshot that one seat alone may know (KT-OPS-20)."""
        self.unaided = False
        """Whether it is just being judged who controls a comms device: what it adds does not count for that (KT-EQ-03)."""

    @property
    def pending(self) -> list[Record]:
        """The attacks under way, from the action on; they may outlive a step, since their records are in the state."""
        return [record for record in self.state.sequences if getattr(record, "attacks", True)]

    def snapshot(self) -> State:
        """A state of its own that equals this one."""
        self._marks = self._owned = 0
        self._changed = self.sealed = False
        return self.state.copy()

    def branch(self) -> Table:
        """A table of its own at the same moment between two steps, which counts what was written since the same beginning."""
        other = Table.__new__(Table)
        other.setting = self.setting
        other.state = self.state.copy()
        other.events = None
        other._marks = self._marks
        other._owned = self._owned = 0
        other._changed = self._changed
        other.sealed = self.sealed
        other.unaided = False
        return other

    def at_stake(self) -> tuple[int, ...] | None:
        """Whose wounds the rest of a SHOOT action can still change or look at, between two targets; None: perhaps everybody's."""
        from fireteam.games.killteam.settledodds import at_stake

        return at_stake(self)

    def framed(self, before: State, stake: Collection[int]) -> State:
        """A state as it was before, but for those no longer at stake: they are as they are now."""
        found = before.copy()
        found.operatives = [
            was if was.index in stake else now for was, now in zip(before.operatives, self.state.operatives, strict=True)
        ]  # fmt: skip
        return found

    def key(self, stake: Collection[int] | None = None, base: State | None = None) -> tuple[Any, ...]:
        """What was written since the table was laid, and the sequences under way. With a `stake`, of anybody else's wounds only
        whether any are left, where that is not as it was in the `base`."""
        s, marks = self.state, self._marks
        written: list[Any] = [s.scalars() if self._changed else None]
        while marks:
            bit = marks & -marks
            marks ^= bit
            operative = s.operatives[bit.bit_length() - 1]
            if base is None or stake is None or operative.index in stake:
                written.append(operative.key())
            elif (rough := operative.key(exact=False)) != base.operatives[operative.index].key(exact=False):
                written.append(rough)
        for record in s.sequences:
            written.append(record.key())
        return tuple(written)

    # -- asking ----------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, topic: str, source: Callable[[], Sequence[Option]], region: Region | None = None) -> Choose:
        """A choice for a seat, over a region too if there are points to choose from."""
        return Choose(seat, topic, source, region)

    # -- reading ---------------------------------------------------------------------------------------------------------

    def operative(self, who: int) -> Operative:
        """An operative, to read now; after a verb it may be another object."""
        return self.state.operatives[who]

    def card(self, who: int) -> Datacard:
        """The datacard of an operative."""
        found: Datacard = self.setting.cards[self.state.operatives[who].card]
        return found

    def weapon(self, who: int, name: str) -> Weapon:
        """A weapon of an operative by its id: one of its card, else one that equipment gives it."""
        for weapon in self.card(who).weapons:
            if weapon.id == name:
                return weapon
        found: Weapon = self.setting.equipment_weapon(self, name)
        return found

    def weapons(self, who: int) -> tuple[Weapon, ...]:
        """All weapons an operative may use: those of its card, and those that equipment gives it (KT-EQ-22)."""
        found: tuple[Weapon, ...] = (*self.card(who).weapons, *self.setting.equipment_weapons(self, who))
        return found

    def name(self, who: int) -> str:
        """The id of an operative: that of its card, with a number where a side has several of them."""
        return self.state.operatives[who].name

    def number(self, name: str) -> int:
        """The operative with an id."""
        return next(operative.index for operative in self.state.operatives if operative.name == name)

    @property
    def ground(self) -> Ground:
        """The killzone as it stands now: hatchways, equipment, what is gone."""
        found: Ground = self.setting.ground(self.state)
        return found

    @property
    def board(self) -> Board:
        """The same for sight and distances."""
        return self.ground.board

    def option(self, name: str) -> Any:
        """The value of a match option."""
        return self.setting.options[name]

    # -- verbs: telling ----------------------------------------------------------------------------------------------------

    def tell(self, code: str, rule: str, **params: Any) -> None:
        """Something happened."""
        if self.events is not None:
            self.events.append(Event(code, rule, params))

    # -- verbs: the turn ---------------------------------------------------------------------------------------------------

    def enter(self, phase: str, **fields: Any) -> None:
        """The game goes on with another phase; `fields` are plain fields of the state that change with it."""
        s = self.state
        s.phase = phase
        for name, value in fields.items():
            setattr(s, name, value)
        self._changed = True

    def write(self, **fields: Any) -> None:
        """Plain fields of the state change: tuples, numbers and words, each replaced as a whole."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        self._changed = True

    def start_activation(self, who: int, order: int) -> None:
        """An operative is activated with an order (KT-FIRE-01, KT-ORD-01)."""
        operative = self._own(who)
        operative.readiness = ACTIVE
        if operative.order != order:
            operative.order = order
            operative.guard = False
        if any(effect.until == "next activation" for effect in operative.effects):
            operative.effects = tuple(
                effect._replace(until="activation") if effect.until == "next activation" else effect for effect in operative.effects
            )
        self.start_acting(who)
        s = self.state
        s.active = who
        s.activations += 1
        s.interrupted = False
        self._changed = True

    def start_acting(self, who: int) -> None:
        """What it does from now on is counted afresh: an activation, a counteraction, an interrupt (KT-ACT-10, KT-CTR-07)."""
        operative = self._own(who)
        operative.ap = 0
        operative.actions = operative.weapons = ()

    def end_activation(self, who: int) -> None:
        """Its activation is over: it is expended, and what it does later is counted afresh (KT-FIRE-04, KT-ACT-10)."""
        operative = self._own(who)
        operative.readiness = EXPENDED
        operative.activation = operative.actions
        self.start_acting(who)
        if any(effect.until == "activation" for effect in operative.effects):
            operative.effects = tuple(effect for effect in operative.effects if effect.until != "activation")
        for other in range(len(self.state.operatives)):
            self.end_effects(other, "activation under way")
        self.state.active = NOBODY
        self._changed = True

    def perform(self, who: int, action: str, ap: int) -> None:
        """An action counts as performed, and its AP are spent (KT-ACT-01, KT-ACT-02)."""
        operative = self._own(who)
        operative.actions = (*operative.actions, action)
        operative.ap += ap

    def make_ready(self, who: int) -> None:
        """Ready for the turning point; the order stays (KT-READY-03, KT-ORD-02)."""
        operative = self._own(who)
        operative.readiness = READY
        operative.counteracted = False
        operative.activation = ()

    # -- verbs: operatives -------------------------------------------------------------------------------------------------

    def _own(self, who: int) -> Operative:
        """The operative, to write: copied if others look at it too."""
        operatives = self.state.operatives
        bit = 1 << who
        self._marks |= bit
        if self._owned & bit:
            return operatives[who]
        self._owned |= bit
        found = operatives[who] = operatives[who].copy()
        return found

    def hurt(self, who: int, points: int, rule: str, parts: tuple[Modifier, ...] = (), by: int = NOBODY) -> None:
        """Damage lowers the wounds that remain; what goes beyond 0 has no effect (KT-DMG-01, KT-DMG-02, KT-DMG-06)."""
        s = self.state
        before = s.operatives[who].wounds
        if not points or before <= 0:
            return
        operative = self._own(who)
        operative.wounds = before - points if points < before else 0
        if self.events is not None:
            wounds = self.card(who).wounds
            self.tell("hurt", rule, who=self.name(who), points=points, left=operative.wounds, wounds=wounds, parts=parts)
        if points >= before:
            s.kills = (*s.kills, (by, who, s.turning_point))
            self._changed = True
            self.tell("incapacitated", "KT-DMG-02", who=self.name(who))

    def heal(self, who: int, points: int, rule: str) -> None:
        """Lost wounds are regained, never more than it started with."""
        operative = self._own(who)
        regained = min(points, self.card(who).wounds - operative.wounds)
        operative.wounds += regained
        self.tell("healed", rule, who=self.name(who), points=regained, left=operative.wounds)

    def affect(self, who: int, effect: Effect) -> None:
        """Lay an effect on an operative; the same one twice is one (KT-WR-00)."""
        if effect in self.state.operatives[who].effects:
            return
        operative = self._own(who)
        operative.effects = (*operative.effects, effect)
        self.tell("affected", effect.source, who=self.name(who), effect=effect.name)

    def end_effects(self, who: int, until: str) -> None:
        """The effects that last so long are over."""
        operative = self.state.operatives[who]
        if operative.effects and any(effect.until == until for effect in operative.effects):
            operative = self._own(who)
            operative.effects = tuple(effect for effect in operative.effects if effect.until != until)

    def use_weapon(self, who: int, weapon: str) -> None:
        """A weapon is used in the activation under way (KT-WR-09)."""
        operative = self._own(who)
        operative.weapons = (*operative.weapons, weapon)

    def count_use(self, who: int, weapon: str) -> None:
        """One more use of a Limited weapon in this battle (KT-WR-13)."""
        operative = self._own(who)
        uses = dict(operative.uses)
        uses[weapon] = uses.get(weapon, 0) + 1
        operative.uses = tuple(sorted(uses.items()))

    def set_order(self, who: int, order: int, rule: str) -> None:
        """Its order changes; whoever is on guard is so no longer (KT-ORD-02, KT-GUARD-02)."""
        if self.state.operatives[who].order == order:
            return
        operative = self._own(who)
        operative.order = order
        operative.guard = False
        self.tell("order", rule, who=operative.name, order=order)

    def set_guard(self, who: int, guard: bool, rule: str) -> None:
        """It goes on guard, or is so no longer (KT-GUARD-01, KT-GUARD-02)."""
        if self.state.operatives[who].guard != guard:
            self._own(who).guard = guard
            self.tell("guard" if guard else "guard_ends", rule, who=self.name(who))

    def stand(self, who: int, x: int, y: int, z: int) -> None:
        """It stands there now; who told how it came there does so itself."""
        operative = self._own(who)
        operative.status = KILLZONE
        operative.x, operative.y, operative.z = x, y, z
        operative.body = None

    def counteract(self, who: int) -> None:
        """It has counteracted in this turning point (KT-CTR-04)."""
        self._own(who).counteracted = True

    def tag(self, who: int, tags: tuple[str, ...]) -> None:
        """What the ops of the mission mark it with."""
        self._own(who).tags = tags

    # -- verbs: markers and equipment ----------------------------------------------------------------------------------------

    def lay(self, marker: Marker, rule: str) -> None:
        """A marker lies in the killzone, a new one or one that has changed (KT-MARK-01)."""
        s = self.state
        new = marker.id not in s.markers
        s.markers = {**s.markers, marker.id: marker}
        self._changed = True
        if new:
            self.tell("marker", rule, marker=marker.id, kind=marker.kind, seat=marker.seat)

    def mark(self, marker: str, tag: str) -> None:
        """A tag of an op is put on a marker; who told what happened does so itself."""
        s = self.state
        found = s.markers[marker]
        if tag not in found.tags:
            s.markers = {**s.markers, marker: found._replace(tags=(*found.tags, tag))}
            self._changed = True

    def unmark(self, marker: str, tags: tuple[str, ...]) -> None:
        """Tags of ops are taken from a marker."""
        s = self.state
        found = s.markers[marker]
        left = tuple(tag for tag in found.tags if tag not in tags)
        if left != found.tags:
            s.markers = {**s.markers, marker: found._replace(tags=left)}
            self._changed = True

    def lift(self, marker: str, rule: str) -> None:
        """A marker is taken away; whoever carried it carries it no longer."""
        s = self.state
        carrier = s.markers[marker].carrier
        if carrier != NOBODY:
            operative = self._own(carrier)
            operative.carries = tuple(name for name in operative.carries if name != marker)
        s.markers = {name: found for name, found in s.markers.items() if name != marker}
        self._changed = True
        self.tell("marker_gone", rule, marker=marker)

    def pick_up(self, who: int, marker: str, rule: str) -> None:
        """A marker leaves the board and is carried (KT-PICK-01)."""
        s = self.state
        operative = self._own(who)
        operative.carries = (*operative.carries, marker)
        s.markers = {**s.markers, marker: s.markers[marker]._replace(carrier=who)}
        self._changed = True
        self.tell("picked_up", rule, who=operative.name, marker=marker)

    def put_down(self, who: int, marker: str, x: int, y: int, z: int, rule: str) -> None:
        """A carried marker lies in the killzone again (KT-PLAC-01)."""
        s = self.state
        operative = self._own(who)
        s.markers = {**s.markers, marker: s.markers[marker]._replace(x=x, y=y, z=z, carrier=NOBODY)}
        operative.carries = tuple(name for name in operative.carries if name != marker)
        self._changed = True
        self.tell("put_down", rule, who=operative.name, marker=marker)

    def set_up_piece(self, piece: Piece, rule: str) -> None:
        """A piece of equipment stands in the killzone, a new one or one that was moved (KT-OPS-07)."""
        s = self.state
        s.pieces = {**s.pieces, piece.id: piece}
        self._changed = True
        self.tell("piece", rule, piece=piece.id, kind=piece.kind, seat=piece.seat)

    def take_away_piece(self, piece: str, rule: str) -> None:
        """A piece of equipment leaves the killzone."""
        s = self.state
        s.pieces = {name: found for name, found in s.pieces.items() if name != piece}
        self._changed = True
        self.tell("piece_gone", rule, piece=piece)

    def set_hatch(self, hatch: str, is_open: bool, rule: str) -> None:
        """A hatchway is open, or closed (KT-GALL-04, KT-GALL-05)."""
        s = self.state
        s.hatches = s.hatches | {hatch} if is_open else s.hatches - {hatch}
        self._changed = True
        self.tell("hatch_open" if is_open else "hatch_closed", rule, hatch=hatch)

    # -- verbs: limits and secrets -------------------------------------------------------------------------------------------

    def use(self, entry: str, seat: int, who: int = NOBODY) -> None:
        """Something with a limit is used once more."""
        s = self.state
        s.used = (*s.used, (entry, seat, who, s.turning_point, s.activations))
        self._changed = True

    def select(self, seat: int, what: str, choice: str) -> None:
        """A seat selects something in secret; a selection of the same name is replaced (KT-OPS-20)."""
        s = self.state
        others = tuple(entry for entry in s.selections if entry[:2] != (seat, what))
        s.selections = (*others, (seat, what, choice))
        self._changed = self.sealed = True

    def forget(self, seat: int, what: str) -> None:
        """A selection is no longer kept under that name."""
        s = self.state
        s.selections = tuple(entry for entry in s.selections if entry[:2] != (seat, what))
        self._changed = True

    def reveal(self, seat: int, what: str, rule: str) -> None:
        """Everybody may know a selection from now on (KT-OPS-20)."""
        s = self.state
        if (seat, what) not in s.revealed:
            s.revealed = (*s.revealed, (seat, what))
            self._changed = True
            self.tell("revealed", rule, seat=seat, what=what, choice=self.selected(seat, what))

    def settle(self, seat: int, what: str) -> None:
        """Something of the set-up is done; everybody may know that."""
        s = self.state
        s.settled = (*s.settled, (seat, what))
        self._changed = True

    def muster(self, crew: Sequence[Operative]) -> None:
        """The operatives that were selected join the battle, numbered in their order (KT-OPS-03)."""
        operatives = self.state.operatives
        for operative in crew:
            operative.index = len(operatives)
            operatives.append(operative)
            self._marks |= 1 << operative.index
            self._owned |= 1 << operative.index
        self._changed = True

    def selected(self, seat: int, what: str) -> str:
        """What a seat has selected; empty: nothing yet."""
        return next((choice for whose, name, choice in self.state.selections if (whose, name) == (seat, what)), "")

    def remove(self, who: int, rule: str) -> None:
        """An operative leaves the killzone (KT-DMG-02)."""
        operative = self._own(who)
        operative.status = REMOVED
        operative.guard = False
        self.tell("removed", rule, who=self.name(who))

    # -- verbs: sides --------------------------------------------------------------------------------------------------------

    def spend_cp(self, seat: int, points: int, rule: str) -> None:
        """A seat spends command points (KT-PLOY-01)."""
        s = self.state
        s.cp = (s.cp[0] - points, s.cp[1]) if seat == 0 else (s.cp[0], s.cp[1] - points)
        self._changed = True
        self.tell("cp_spent", rule, seat=seat, points=points, left=s.cp[seat])

    def gain_cp(self, seat: int, points: int, rule: str) -> None:
        """A seat gains command points (KT-READY-01, KT-READY-02)."""
        s = self.state
        s.cp = (s.cp[0] + points, s.cp[1]) if seat == 0 else (s.cp[0], s.cp[1] + points)
        self._changed = True
        self.tell("cp_gained", rule, seat=seat, points=points, left=s.cp[seat])

    def score(self, seat: int, op: str, scoring: str, points: int, rule: str) -> None:
        """A seat scores victory points from an op (KT-OPS-16)."""
        s = self.state
        before = next((vp for name, whose, vp in s.vp if (name, whose) == (op, seat)), 0)
        others = tuple(entry for entry in s.vp if entry[:2] != (op, seat))
        s.vp = (*others, (op, seat, before + points))
        s.scored = (*s.scored, (scoring, seat, s.turning_point, points))
        self._changed = True
        self.tell("scores", rule, seat=seat, op=op, scoring=scoring, points=points)

    def do_mission(self, action: str, who: int, target: str) -> None:
        """A mission action of an op was performed (KT-ACT-08)."""
        s = self.state
        self.note_deed(action, s.operatives[who].seat, who, target)
        self.tell("mission", "KT-ACT-08", who=self.name(who), mission=action, target=target)

    def note_deed(self, action: str, seat: int, who: int, target: str) -> None:
        """Something is remembered that an op looks at: who did what to what, in this turning point."""
        s = self.state
        s.deeds = (*s.deeds, (action, seat, who, target, s.turning_point))
        self._changed = True

    def add_points(self, objective: str, seat: int, points: int, rule: str) -> None:
        """Op points of a seat on an objective."""
        s = self.state
        before = sum(entry[2] for entry in s.points if entry[:2] == (objective, seat))
        others = tuple(entry for entry in s.points if entry[:2] != (objective, seat))
        s.points = (*others, (objective, seat, before + points))
        self._changed = True
        self.tell("points", rule, seat=seat, marker=objective, points=before + points)

    def clear_points(self, objective: str, seat: int, rule: str) -> None:
        """The op points of a seat on an objective are gone."""
        s = self.state
        if any(entry[:2] == (objective, seat) for entry in s.points):
            s.points = tuple(entry for entry in s.points if entry[:2] != (objective, seat))
            self._changed = True
            self.tell("points_gone", rule, seat=seat, marker=objective)

    def stand_for(self, seat: int, effect: Effect) -> None:
        """An effect is in force for a whole side (KT-PLOY-02)."""
        s = self.state
        s.standing = (*s.standing, (seat, effect))
        self._changed = True

    # -- verbs: sequences ----------------------------------------------------------------------------------------------------

    def begin(self, record: Record) -> None:
        """A sequence begins; the steps of the game go on from its record until it is finished."""
        self.state.sequences.append(record)

    def finish(self) -> None:
        """The innermost sequence is over."""
        self.state.sequences.pop()

    def postpone(self) -> None:
        """The action begun last waits until the sequences over which it was begun are finished."""
        records = self.state.sequences
        action = records.pop()
        place = len(records)
        while place and records[place - 1].kind != "action":
            place -= 1
        records.insert(place, action)
