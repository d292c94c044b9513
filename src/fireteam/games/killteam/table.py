"""The write gate: every change of a game of Kill Team is a verb of the table, which writes, marks and tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Modifier
from fireteam.games.killteam.hooks import Datacard, Weapon
from fireteam.games.killteam.state import NOBODY, REMOVED, Effect, Marker, Operative, State
from fireteam.games.killteam.state import Sequence as Record


class Table:
    """A state in play. Rules read `state`; they write through the verbs only.

    Verbs take the number of an operative and copy it at the first write: hold numbers, and look an operative up again
    after a verb.
    """

    __slots__ = ("_changed", "_marks", "_owned", "events", "setting", "state")

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

    @property
    def pending(self) -> list[Record]:
        """The sequences under way; they may outlive a step, since their records are in the state."""
        return self.state.sequences

    def snapshot(self) -> State:
        """A state of its own that equals this one."""
        self._marks = self._owned = 0
        self._changed = False
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
        return other

    def key(self) -> tuple[Any, ...]:
        """What was written since the table was laid, and the sequences under way."""
        s, marks = self.state, self._marks
        written: list[Any] = [s.scalars() if self._changed else None]
        while marks:
            bit = marks & -marks
            marks ^= bit
            written.append(s.operatives[bit.bit_length() - 1].key())
        for record in s.sequences:
            written.append(record.key())
        return tuple(written)

    # -- asking ----------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, topic: str, source: Callable[[], Sequence[Option]]) -> Choose:
        """A choice for a seat."""
        return Choose(seat, topic, source)

    # -- reading ---------------------------------------------------------------------------------------------------------

    def operative(self, who: int) -> Operative:
        """An operative, to read now; after a verb it may be another object."""
        return self.state.operatives[who]

    def card(self, who: int) -> Datacard:
        """The datacard of an operative."""
        found: Datacard = self.setting.cards[self.state.operatives[who].card]
        return found

    def weapon(self, who: int, name: str) -> Weapon:
        """A weapon of an operative by its id."""
        return next(weapon for weapon in self.card(who).weapons if weapon.id == name)

    def name(self, who: int) -> str:
        """The id of an operative: that of its card, with a number where a side has several of them."""
        found: str = self.setting.names[who]
        return found

    def option(self, name: str) -> Any:
        """The value of a match option."""
        return self.setting.options[name]

    # -- verbs: telling ----------------------------------------------------------------------------------------------------

    def tell(self, code: str, rule: str, **params: Any) -> None:
        """Something happened."""
        if self.events is not None:
            self.events.append(Event(code, rule, params))

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
        if any(effect.until == until for effect in operative.effects):
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

    def put_down(self, who: int, x: int, y: int, z: int, rule: str) -> Marker:
        """A carried marker lies in the killzone again (KT-PLAC-01)."""
        s = self.state
        operative = self._own(who)
        marker = s.markers[operative.carries]._replace(x=x, y=y, z=z, carrier=NOBODY)
        s.markers = {**s.markers, marker.id: marker}
        operative.carries = ""
        self._changed = True
        self.tell("put_down", rule, who=self.name(who), marker=marker.id)
        return marker

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

    # -- verbs: sequences ----------------------------------------------------------------------------------------------------

    def begin(self, record: Record) -> None:
        """A sequence begins; the steps of the game go on from its record until it is finished."""
        self.state.sequences.append(record)

    def finish(self) -> None:
        """The innermost sequence is over."""
        self.state.sequences.pop()
