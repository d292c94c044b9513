"""What is to be seen of what happens: a game says for each code of its events how it shows, and where its names lie, so
that a page can animate a game it does not know. Nothing is seen that not everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fireteam.core.topics import names_of
from fireteam.kit.tray import FARTHEST

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.scene import Die, Place, Point, Shown, ShownKind

Way = tuple[list["Point"], list[int]]
"""Points of the board after the start, and the heights there; no heights: the board is flat."""
Table = Mapping[str, "Moment | None"]
"""How each code shows; None: there is nothing to see. What some events of a code show otherwise has a code of its own
there: "moved.new"."""
GOING = ("moves", "arrives")


class Moment(NamedTuple):
    """How an event shows: under what names it tells who does or suffers it, at what, how much, and whose it is; no
    name: it does not tell."""

    kind: ShownKind
    piece: str = "who"
    target: str = ""
    amount: str = ""
    seat: str = ""


class Moments:
    """How the entries of a chronicle show themselves: events by a table of the game, dice as they lie in its tray."""

    table: ClassVar[Table] = {}

    def __init__(self, tray: Callable[[Sequence[Entry]], list[Die]]) -> None:
        self.tray = tray

    # -- what a game says ----------------------------------------------------------------------------------------------

    def code(self, entry: Entry) -> str:
        """What an event is called in the table."""
        return entry.code

    def way(self, params: Mapping[str, Any]) -> Way:
        """Where somebody goes, or where something is put."""
        raise NotImplementedError

    def place(self, name: str, event: Entry) -> Place | None:
        """What is meant under a name of an event: a piece, a part or a spot; None: nothing on the board."""
        return {"piece": event.params[name]} if event.params.get(name) else None

    def is_piece(self, name: str) -> bool:
        """Whether a name in the topic of a roll is that of a piece."""
        return False

    # -- what is seen --------------------------------------------------------------------------------------------------

    def shown(self, entries: Sequence[Entry], number: int, roll: Entry | None) -> Shown | None:
        """What is to be seen of an entry, and of the roll that it tells as well; None: nothing."""
        entry = entries[number]
        if entry.kind == "roll":
            return self._thrown(entry, (entry,))
        if entry.kind != "event":
            return None
        moment = self.table.get(self.code(entry))
        if roll is not None and (roll.sides or moment is None):
            return self._thrown(roll, (roll, entry))
        return None if moment is None else self._happened(moment, entries, number)

    def _thrown(self, roll: Entry, entries: Sequence[Entry]) -> Shown | None:
        """Dice as they fell, with what the event that tells them says of them; what is drawn in secret nobody sees."""
        dice = self.tray(entries)
        if not dice:
            return None
        found: Shown = {"kind": "throws", "seat": roll.seat, "dice": dice}
        names = names_of(roll.text)
        who, whom = names.get("who", ""), names.get("whom", "")
        if self.is_piece(who):
            found["piece"] = who
        if self.is_piece(whom):
            found["target"] = {"piece": whom}
        return found

    def _happened(self, moment: Moment, entries: Sequence[Entry], number: int) -> Shown | None:
        event = entries[number]
        params = event.params
        found: Shown = {"kind": moment.kind}
        if moment.piece and params.get(moment.piece):
            found["piece"] = params[moment.piece]
        target = self.place(moment.target, event) if moment.target else None
        if target is not None:
            found["target"] = target
        if moment.amount:
            found["amount"] = params[moment.amount]
        if moment.seat:
            found["seat"] = params[moment.seat]
        if moment.kind in GOING:
            found["path"], heights = self.way(params)
            if heights:
                found["heights"] = heights
        elif moment.kind == "fates":
            start = max(0, number - FARTHEST)
            found["dice"] = self.tray(entries[start : number + 1])
            if found["dice"] == self.tray(entries[start:number]):
                return None  # it has changed nothing of them
        return found
