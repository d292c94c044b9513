"""Scouting: a secret choice, what it brings, and who decides about the first initiative (KT-OPS-09 to KT-OPS-14)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.actions.action import deed, start_free
from fireteam.games.killteam.actions.conditions import FREE
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.positions import body_of, drop_zone, of_seat
from fireteam.games.killteam.setup.battle import items_left, one_item
from fireteam.games.killteam.setup.rosters import (
    EQUIPMENT,
    GRENADES,
    GRENADES_ASKED,
    KINDS_OF_GRENADES,
    MOST_EQUIPMENT,
    SCOUTING,
    disclose,
    drafting,
    equipment_of,
    grenade_options,
    may_equip,
    words,
)
from fireteam.games.killteam.setup.scout_moves import SCOUTED
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.space.plane.measure import wholly_in_area

BEATS = {"equip": "play", "play": "reposition", "reposition": "equip"}
"""The wheel: what wins over what (see KT-OPS-13)."""
FREE_PLOY = "free ploy"
"""Settled for a side that may use a strategy ploy for 0 CP in the first Strategy phase (see KT-OPS-11)."""
SETTING_UP = "scouting items"
"""Settled for a side that has picked its additional equipment and sets it up."""
RESOLVED = "scouting resolved"


def scouting(t: Table) -> Rule[None]:
    """Both choose Equip, Play or Reposition in secret and reveal together (KT-OPS-09)."""
    done = yield from drafting(t, SCOUTING)
    if done:
        disclose(t, SCOUTING, "KT-OPS-09")
        t.enter("scouted", acting=t.state.initiative)


def scouted(t: Table) -> Rule[None]:
    """What was chosen is resolved, the player with initiative first (see KT-OPS-09)."""
    s = t.state
    for seat in (s.initiative, 1 - s.initiative):
        if (seat, RESOLVED) not in s.settled:
            choice = t.selected(seat, SCOUTING)
            if choice == "equip":
                yield from equip(t, seat)
            elif choice == "play":
                t.settle(seat, FREE_PLOY)
                t.settle(seat, RESOLVED)
                t.tell("plays", "KT-OPS-11", seat=seat)
            else:
                yield from reposition(t, seat)
            return
    t.enter("first_initiative")


# -- Equip -------------------------------------------------------------------------------------------------------------


def equip(t: Table, seat: int) -> Rule[None]:
    """One more option of equipment; its grenades are chosen and its items set up at once (KT-OPS-10)."""
    if (seat, SETTING_UP) in t.state.settled:
        if items_left(t, seat):
            yield from one_item(t, seat)
            for set_up in t.windows[Supplement.set_up]:
                yield from set_up(t)
        else:
            t.settle(seat, RESOLVED)
        return
    team, taken = t.setting.team(seat), list(words(t.selected(seat, EQUIPMENT)))
    able = [name for name in equipment_of(team) if may_equip(team, taken, name, most=MOST_EQUIPMENT + 1)]
    pick: Option = yield t.ask(seat, "additional equipment", lambda: [option("equip", name) for name in able])
    name = pick.args[0]
    if name in KINDS_OF_GRENADES:
        mix: Option = yield t.ask(seat, GRENADES_ASKED[name], lambda: grenade_options(t.setting, name))
        t.select(seat, GRENADES, ",".join([*words(t.selected(seat, GRENADES)), *mix.args[-1].split("+")]))
        t.reveal(seat, GRENADES, "KT-OPS-10")
    t.select(seat, EQUIPMENT, ",".join([*taken, name]))
    t.tell("equips", "KT-OPS-10", seat=seat, item=name)
    t.settle(seat, SETTING_UP)


# -- Reposition --------------------------------------------------------------------------------------------------------


def may_scout(t: Table, who: int, why: Why = None) -> bool:
    """It stands wholly within its drop zone, and a REPOSITION is open to it (see KT-OPS-12)."""
    inside = wholly_in_area(body_of(t, who), drop_zone(t, t.operative(who).seat))
    return need(why, inside, "KT-OPS-12", "{} is wholly within its drop zone", t.name(who)) and moves.may_go(
        t, t.ground, who, "REPOSITION", why
    )


def reposition(t: Table, seat: int) -> Rule[None]:
    """A free REPOSITION of one operative, or of none (KT-OPS-12)."""
    able = [who for who in of_seat(t, seat) if may_scout(t, who)]
    pick: Option = yield t.ask(
        seat, "operative to reposition", lambda: [*(option("scout_move", t.name(who)) for who in able), option("stay")]
    )
    t.settle(seat, RESOLVED)
    if pick.kind != "stay":
        who = t.number(pick.args[0])
        start_free(t, who, deed(t, who, "REPOSITION"), FREE, by=SCOUTED)


# -- the wheel ---------------------------------------------------------------------------------------------------------


def scouting_winner(first: str, second: str) -> int | None:
    """The seat whose choice beats the other's; None: a tie (KT-OPS-13)."""
    return None if first == second else int(BEATS[first] != second)


def first_initiative(t: Table) -> Rule[None]:
    """The winner of scouting decides who has initiative in turning point 1; on a tie, who lacked it so far (KT-OPS-14,
    see KT-OPS-13)."""
    s = t.state
    winner = scouting_winner(t.selected(0, SCOUTING), t.selected(1, SCOUTING))
    chooser = 1 - s.initiative if winner is None else winner
    t.tell("scouting_tied" if winner is None else "scouting_won", "KT-OPS-13", seat=chooser)
    pick: Option = yield t.ask(
        chooser, "who has initiative", lambda: [option("initiative", seat) for seat in (chooser, 1 - chooser)]
    )
    t.tell("initiative", "KT-OPS-14", seat=pick.args[0])
    t.take_initiative(pick.args[0])
    t.enter("initiative")
