"""Words that set somebody in motion: free actions, moves that are none, another order (KT-ACT-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from fireteam.core.questions import Rule
from fireteam.games.killteam.abilities.entries import Entry
from fireteam.games.killteam.abilities.word import Effect, Nameable, Named
from fireteam.games.killteam.actions.action import deed, may_act, start_free
from fireteam.games.killteam.actions.conditions import FREE
from fireteam.games.killteam.cards import MOVED
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.moving.without_action import lift, shift
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import NOBODY, ORDERS
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import may_perform

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.content.parts import ActionName, Distance, Order
    from fireteam.kit.content.models import Slug, Yes

WALKS = ("DASH", "REPOSITION", "FALL BACK")
"""Free actions that hurt nobody."""


class FreeAction(Effect):
    """An action is performed for 0 AP (KT-ACT-09)."""

    word, worth, at_once = "free_action", 0.35, True
    action: ActionName
    max_move: Distance | None = None
    weapon: Slug | None = None

    def names(self, there: Nameable) -> Iterator[Named]:
        if self.weapon is not None:
            yield "weapon", self.weapon, there.weapons

    def early(self, entry: Entry) -> bool:
        return entry.when == "incapacitated" and entry.of_itself()

    def spills(self) -> bool:
        return self.action not in WALKS

    def possible(self, t: Table, entry: Entry, who: int) -> bool:
        """Whether a free action would be possible: its conditions must hold, after what the entry does before it
        (KT-ACT-09, KT-ACT-10)."""
        then = t.branch()
        if then.state.active != who:
            then.start_acting(who)
        for effect in entry.effects:
            effect.prepares(then, entry, who)
        if not may_act(then, who, deed(then, who, self.action), FREE):
            return False
        if self.max_move and self.action in ("CHARGE", "FALL BACK"):
            gait = moves.gait_of(then)
            return moves.destinations(then, then.ground, who, self.action, gait, most=self.max_move).anywhere()
        if self.weapon:
            return any(weapon.id == self.weapon for weapon in targets.weapons_to_shoot(then, then.board, who))
        return True

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        """It begins, if it is still possible; what it interrupts waits (KT-ACT-09)."""
        yield from ()
        use.window.interrupted()
        if self.possible(t, use.entry, who):
            free = deed(t, who, self.action)
            start_free(t, who, free, FREE, most=self.max_move or 0, weapon=self.weapon or "", by=use.entry.id)
            use.window.begun()


class Move(Effect):
    """A further move that is not an action: a straight one, or taken up and set up again."""

    word, worth, at_once = "move", 0.2, True
    inches: Annotated[int, range(1, 7)]
    mode: Literal["straight", "set_up"]
    direction: Literal["toward_self"] | None = None
    not_in_enemy_control: Yes = False

    def possible(self, t: Table, entry: Entry, who: int) -> bool:
        """Outside its own activation nothing that it has done with a weapon keeps it in place (KT-WR-09)."""
        return self.mode == "set_up" or t.state.active != who or may_perform(t, who, MOVED)

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        engages, entry = not self.not_in_enemy_control, use.entry
        if self.mode == "set_up":
            yield from lift(t, who, self.inches, entry.seat, entry.id, engages=engages)
        else:
            toward = use.context.who if self.direction == "toward_self" else NOBODY
            yield from shift(t, who, self.inches, entry.seat, entry.id, engages=engages, toward=toward)


class SetOrder(Effect):
    """The order changes."""

    word, worth, at_once = "set_order", 0.05, True
    order: Order

    def prepares(self, t: Table, entry: Entry, who: int) -> None:
        t.set_order(who, ORDERS.index(self.order), entry.id)

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        yield from ()
        self.prepares(t, use.entry, who)
