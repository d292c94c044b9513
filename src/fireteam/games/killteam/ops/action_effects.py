"""What mission actions of ops do (KT-ACT-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from fireteam.games.killteam import markers
from fireteam.games.killteam.ops.things import Thing, bare, name_of, objectives, tag_of, tags_of
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.state import Marker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import OpAction
    from fireteam.games.killteam.table import Table
    from fireteam.kit.content.models import Positive, Slug


class ActionEffect(Word):
    """Something that a mission action does to what it is performed on."""

    known: ClassVar[dict[str, type[ActionEffect]]] = {}
    value: Any
    tag: str = ""
    """The tag that it leaves; empty: none."""
    gone: str = ""
    """The tag that it takes away; empty: none."""
    marker: str = ""
    """The kind of marker that it places; empty: none."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        """It is done, by an operative of a seat in the course of an action."""
        raise NotImplementedError


class LeaveTag(ActionEffect):
    """A tag of the player is left."""

    name = "tag"
    value: Slug

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.tag = value

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        tag = tag_of(self.tag, seat)
        if isinstance(thing, Marker):
            t.mark(thing.id, tag)
        elif tag not in t.operative(thing).tags:
            t.tag(thing, (*t.operative(thing).tags, tag))


class UntagOthers(ActionEffect):
    """The same tag of the other player goes."""

    name = "untag_others"
    value: Slug

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.gone = value

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        tags, own = tags_of(t, thing), tag_of(self.gone, seat)
        gone = tuple(found for found in tags if bare(found) == self.gone and found != own)
        if isinstance(thing, Marker):
            t.unmark(thing.id, gone)
        else:
            t.tag(thing, tuple(found for found in tags if found not in gone))


class AddPoint(ActionEffect):
    """Op points of the player."""

    name = "add_point"
    value: Positive

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        t.add_points(name_of(t, thing), seat, self.value, "KT-ACT-08")


class ClearEnemyPoints(ActionEffect):
    """The enemy's op points go."""

    name = "clear_enemy_points"
    value: Literal["all"]

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        t.clear_points(name_of(t, thing), 1 - seat, "KT-ACT-08")


class MakePortable(ActionEffect):
    """It may be carried from now on; or only the last objective on which the action is performed."""

    name = "make_portable"
    value: Literal[True, "last_searched"]

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        done = [deed[3] for deed in t.state.deeds if deed[0] == action]
        if self.value is True or all(objective.id in done for objective in objectives(t)):
            t.mark(name_of(t, thing), markers.PORTABLE)


class PlaceMarker(ActionEffect):
    """A marker of the op is placed: it is what the action is performed on."""

    name = "place_marker"
    value: Slug

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.marker = value

    def work(self, t: Table, action: str, seat: int, thing: Thing) -> None:
        """The marker lies already: its player has picked the place."""


def effects_of(action: OpAction) -> tuple[ActionEffect, ...]:
    """What a mission action does, in order."""
    return tuple(ActionEffect.known[effect.kind](effect.value) for effect in action.effects)
