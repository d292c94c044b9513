"""What a character has of where it stands for the goal of the scenario: rooms that count it, and what it could hack,
take, bank or leave by. The rules are asked; none is decided here."""

from __future__ import annotations

from fireteam.core.scene import GainKind, GainView
from fireteam.games.escape.actions.hacking import may_hack_airlock, may_hack_terminal
from fireteam.games.escape.actions.movement import may_bank, may_leave
from fireteam.games.escape.actions.taking import may_pick_up
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show.pieces import token_mark
from fireteam.games.escape.show.words import thing
from fireteam.games.escape.state import Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.victory import counts_in_room, parts_of


def gains_at(t: Table, c: Character) -> list[GainView]:
    """The rooms that count it, and what it may do on its square (ES-RES-01, ES-INT-02, ES-AIR-03, ES-MOVE-04,
    ES-OBJ-01, ES-OBJ-03)."""
    g = t.ground
    wishes = [part.value for side in g.victory for part in parts_of(side) if part.kind == "in_room"]
    rooms = dict.fromkeys(wish.room for wish in wishes if counts_in_room(t, wish, c))
    found = [_gain("room", room, g.board.area_names[room], "holds") for room in rooms]
    for terminal in g.terminals_at[c.square]:
        if may_hack_terminal(t, c, terminal.number):
            found.append(_gain("hack", terminal.id, say.PARTS["terminal"].format(id=terminal.id)))
    airlock = g.board.airlock_at[c.square]
    for code, may in (("hack", may_hack_airlock), ("leave", may_leave)):
        if airlock and may(t, c, airlock):
            found.append(_gain(code, str(airlock), say.PARTS["airlock"].format(id=airlock)))
    carried = t.carried(c)
    if carried is not None and may_bank(t, c):
        found.append(_gain("bank", token_mark(g, carried), thing(g, carried)))
    for _, token in t.lying():
        if may_pick_up(t, c, token.id):
            found.append(_gain("take", token_mark(g, token), thing(g, token)))
    return found


def _gain(code: str, mark: str, what: str, kind: GainKind = "acts") -> GainView:
    return {"kind": kind, "mark": mark, "text": say.GAINS[code].format(what=what)}
