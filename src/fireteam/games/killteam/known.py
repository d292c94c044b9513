"""What a seat may know of the state of a game of Kill Team, as plain JSON data (KT-OPS-20)."""

from __future__ import annotations

from typing import Any

from fireteam.games.killteam.ops import knowledge
from fireteam.games.killteam.state import NOBODY, Operative
from fireteam.games.killteam.table import Table

PUBLIC = (
    "phase", "turning_point", "initiative", "acting", "activations", "zones", "crit_op", "cp", "vp", "ploys", "points",
    "revealed", "kills", "interrupted", "winner", "ending",
)  # fmt: skip
"""Fields of the state that everybody sees."""


def known(t: Table, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may know: what the other has selected in secret is left out, and all it would
    tell (KT-OPS-20)."""
    s = t.state
    hidden = knowledge.hidden_words(t, seat)
    markers = [marker for marker in s.markers.values() if not knowledge.hides_marker(hidden, marker)]
    return {
        "killzone": t.setting.zone.name,
        **{name: getattr(s, name) for name in PUBLIC},
        "active": t.name(s.active) if s.active != NOBODY else None,
        "operatives": [_operative(t, operative, hidden) for operative in s.operatives],
        "markers": [
            {**marker._asdict(), "tags": [tag for tag in marker.tags if not knowledge.hides(hidden, tag)]}
            for marker in markers
        ],
        "pieces": [piece._asdict() for piece in s.pieces.values()],
        "hatches": sorted(s.hatches),
        "gone": sorted(s.gone),
        "standing": [{"seat": whose, **effect._asdict()} for whose, effect in s.standing],
        "selections": [list(entry) for entry in knowledge.selections(t, seat)],
        "agenda": [{"kind": record.kind, **record.dump()} for record in s.agenda],
    }


def _operative(t: Table, operative: Operative, hidden: frozenset[tuple[int, str]]) -> dict[str, Any]:
    data: dict[str, Any] = operative.dump()
    data["title"] = t.setting.names(operative.name)
    data["effects"] = [effect._asdict() for effect in operative.effects]
    data["tags"] = [tag for tag in operative.tags if not knowledge.hides(hidden, tag)]
    return data
