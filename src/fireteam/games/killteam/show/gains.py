"""What an operative has of where it stands for the goal of the battle: markers in its control range, and what it could
do there for an op. The rules are asked; none is decided here."""

from __future__ import annotations

from fireteam.core.scene import GainKind, GainView
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.conditions import ACTIVATION
from fireteam.games.killteam.actions.universal import may_pick_up, takeable
from fireteam.games.killteam.ops import knowledge, mission
from fireteam.games.killteam.ops.things import objectives, op_markers
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.pieces import marker_mark
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table


def gains_at(t: Table, who: int) -> list[GainView]:
    """What it controls and contests where it stands, what it may pick up, and the mission actions it may perform, as
    far as its side may know of them (KT-MARK-03, KT-MARK-04, KT-PICK-01, KT-ACT-08)."""
    found: list[GainView] = []
    for marker in _counted(t, t.operative(who).seat):
        if markers.contests(t, who, marker):
            kind: GainKind = "holds" if markers.controls(t, who, marker) else "contests"
            found.append(_about(t, marker, kind, kind))
    if may_pick_up(t, who, ACTIVATION, None):
        found += [_about(t, t.state.markers[name], "acts", "takes") for name in takeable(t, who)]
    for deed in mission.deeds(t, who):
        if deed.may(t, who, ACTIVATION, None):
            mark = "".join(word[0] for word in deed.name.split())
            found.append({"kind": "acts", "mark": mark, "text": say.GAINS["acts"].format(what=deed.name)})
    return found


def _counted(t: Table, seat: int) -> list[Marker]:
    """The objectives, and the markers of ops, that lie in the killzone and that a seat may know of (KT-OPS-20)."""
    hidden = knowledge.hidden_words(t, seat)
    found = {marker.id: marker for marker in objectives(t)}
    for side in (0, 1):
        for op in mission.ops_of(t, side):
            found |= {marker.id: marker for marker in op_markers(t, op.scope, side)}
    return [
        marker for marker in found.values() if marker.carrier == NOBODY and not knowledge.hides_marker(hidden, marker)
    ]


def _about(t: Table, marker: Marker, kind: GainKind, code: str) -> GainView:
    name = t.setting.names(marker.id)
    return {"kind": kind, "mark": marker_mark(marker, name), "text": say.GAINS[code].format(what=name)}
