"""What a seat may know of what the other has selected in secret: its tac op, its primary op, and what they leave behind
(KT-OPS-20)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from fireteam.core.by_id import ById
from fireteam.games.killteam.markers import PORTABLE
from fireteam.games.killteam.ops.action_effects import effects_of
from fireteam.games.killteam.ops.filters import TAG
from fireteam.games.killteam.ops.measures import condition_of
from fireteam.games.killteam.ops.things import KILLED_AWAY, WAS_ENEMY_CONTROLLED, Scope
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Op
    from fireteam.games.killteam.content.pack import Pack

NOTHING: frozenset[tuple[int, str]] = frozenset()


def knows(t: Table, seat: int | None, owner: int, what: str) -> bool:
    """Whether a seat (None: a spectator) may know a selection."""
    return seat == owner or (owner, what) in t.state.revealed


def selections(t: Table, seat: int | None) -> list[tuple[int, str, str]]:
    """The selections that a seat may know."""
    return [entry for entry in t.state.selections if knows(t, seat, entry[0], entry[1])]


def selected(t: Table, seat: int | None, owner: int, name: str) -> str:
    """What a seat may know of a selection of the owner; empty: nothing."""
    return next((choice for whose, what, choice in selections(t, seat) if (whose, what) == (owner, name)), "")


def hidden_words(t: Table, seat: int | None) -> frozenset[tuple[int, str]]:
    """The tags and kinds of markers by which the hidden tac op of another seat could be told, with that seat."""
    pack = t.setting.pack
    if pack is None:
        return NOTHING
    owners = [owner for owner in (0, 1) if owner != seat and not selected(t, seat, owner, TAC_OP)]
    return _hidden(ById(pack), tuple(owners), t.state.crit_op) if owners else NOTHING


INTERNAL = (PORTABLE, WAS_ENEMY_CONTROLLED, KILLED_AWAY)
"""Tags that the rules keep for themselves."""


def is_internal(tag: str) -> bool:
    """Whether a tag is a note of the rules that tells a player nothing, such as whom a mine spares."""
    return tag.partition(":")[0] in INTERNAL or tag.startswith("spares ")


def hides(hidden: frozenset[tuple[int, str]], tag: str) -> bool:
    """Whether a tag must not be shown; one that names no seat could be of either."""
    name, _, seat = tag.partition(":")
    owners = (int(seat),) if seat in ("0", "1") else (0, 1)
    return any((owner, name) in hidden for owner in owners)


def hides_marker(hidden: frozenset[tuple[int, str]], marker: Marker) -> bool:
    """Whether a marker must not be shown."""
    owners = (0, 1) if marker.seat == NOBODY else (marker.seat,)
    return any((owner, marker.kind) in hidden for owner in owners)


@lru_cache(maxsize=64)
def _hidden(packed: ById[Pack], owners: tuple[int, ...], crit_op: str) -> frozenset[tuple[int, str]]:
    pack = packed.thing
    known = [
        "objective",
        *pack.marker_kinds,
        *(word for op in pack.crit_ops if op.id == crit_op for word in _words(op)),
    ]
    words = [word for op in pack.tac_ops for word in _words(op)]
    return frozenset((owner, word) for owner in owners for word in words if word not in known)


def _words(op: Op) -> Iterator[str]:
    """The tags and the kinds of markers that an op speaks of."""
    named = [setup.place_marker for setup in (op.setup, op.setup_on_kill) if setup is not None]
    named += [op.setup_each_tp.tag] if op.setup_each_tp is not None else []
    for action in op.actions:
        named += [word for effect in effects_of(action) for word in (effect.tag, effect.gone, effect.marker)]
        named += [action.needs_tag or ""]
    for scoring in op.scoring:
        measures = condition_of(Scope(op.id, False), scoring.condition).measures()
        named += [limit.value for measure in measures for limit in measure.limits if limit.names == TAG]
    return filter(None, named)
