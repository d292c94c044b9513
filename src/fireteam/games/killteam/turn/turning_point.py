"""The turning point: strategy phase and what closes it (KT-TURN, KT-INIT, KT-READY, KT-GAMB)."""

from __future__ import annotations

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.positions import in_killzone
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.gambits import gambits, may_have_one, use
from fireteam.games.killteam.windows import Supplement

LAST = 4
"""Turning points of a battle (KT-OPS-17)."""


def initiative(t: Table) -> Rule[None]:
    """Initiative step: in turning point 1 as scouting has it; later by a roll-off whose winner names the player
    (KT-INIT-01, KT-INIT-02, KT-INIT-03)."""
    s = t.state
    number = s.turning_point + 1
    holder = s.initiative
    t.start_turning_point(number)
    t.tell("turning_point", "KT-TURN-01", number=number)
    if number > 1:
        (first,) = yield Roll(0, topic("{what} of {player}", "initiative", "the first player"))
        (second,) = yield Roll(1, topic("{what} of {player}", "initiative", "the second player"))
        t.tell("roll_off", "KT-INIT-02", first=first, second=second)
        chooser = 1 - holder if first == second else int(second > first)
        rule = "KT-INIT-03" if first == second else "KT-INIT-02"
        pick: Option = yield t.ask(
            chooser, "who has initiative", lambda: [option("initiative", seat) for seat in (chooser, 1 - chooser)]
        )
        holder = pick.args[0]
        t.tell("initiative", rule, seat=holder)
    t.take_initiative(holder)
    t.enter("ready")


def ready(t: Table) -> Rule[None]:
    """Ready step: command points, all operatives ready, what else happens in it (KT-READY-01, KT-READY-02,
    KT-READY-03)."""
    s = t.state
    for seat in (s.initiative, 1 - s.initiative):
        first = s.turning_point == 1
        t.gain_cp(seat, 1 if first or seat == s.initiative else 2, "KT-READY-01" if first else "KT-READY-02")
    for who in in_killzone(t):
        t.make_ready(who)
        t.set_guard(who, False, "KT-GUARD-02")
    for ready_step in t.windows[Supplement.ready_step]:
        yield from ready_step(t)
    t.enter("ready_rules", passed=0, acting=s.initiative)


def ready_rules(t: Table) -> Rule[None]:
    """What the rules of the teams do in the Ready step, the player with initiative first (KT-READY-03, KT-INIT-04)."""
    for rules in t.windows[Supplement.ready_rules]:
        if (yield from rules(t)):
            return
    t.enter("gambit", passed=0, acting=t.state.initiative)


def gambit(t: Table) -> Rule[None]:
    """Gambit step: one strategic gambit or a pass, in turn; over after two passes in a row (KT-GAMB-01, KT-GAMB-02)."""
    s = t.state
    seat = s.acting
    found = gambits(t, seat)
    may_pass = [] if any(entry.compulsory for entry in found) else [option("pass")]
    pick: Option = yield t.ask(
        seat,
        "gambit",
        lambda: [*(entry.option() for entry in found), *may_pass],
        veiled=lambda: may_have_one(t, seat),
    )
    if pick.kind == "pass":
        t.tell("passes", "KT-GAMB-01", seat=seat)
        if s.passed + 1 >= 2:
            t.enter("firefight", passed=0, acting=s.initiative)
        else:
            t.enter("gambit", passed=s.passed + 1, acting=1 - seat)
        return
    # A gambit may begin a move of its own; the next player's turn comes when that is over.
    t.enter("gambit", passed=0, acting=1 - seat)
    yield from use(t, seat, next(entry for entry in found if entry.name == pick.args[0]))


def turning_point_end(t: Table) -> Rule[None]:
    """Scoring while everything is still in force, then what ends with the turning point (KT-TURN-02)."""
    for ends in t.windows[Supplement.turning_point_end]:
        if (yield from ends(t)):
            return
    s = t.state
    for who in range(len(s.operatives)):
        for scope in ("activation", "turning point"):
            t.end_effects(who, scope)
    t.end_turning_point()
    for marker in [found.id for found in s.markers.values() if found.until == "turning point"]:
        t.lift(marker, "KT-TURN-02")
    for turning_point_over in t.windows[Supplement.turning_point_over]:
        yield from turning_point_over(t)
    t.tell("turning_point_ends", "KT-TURN-02", number=s.turning_point)
    t.enter("initiative" if s.turning_point < LAST else "battle_end")


def battle_end(t: Table) -> Rule[None]:
    """The last scoring, primary ops, and who has won (see KT-OPS-17, KT-OPS-18 and KT-OPS-19)."""
    for ends in t.windows[Supplement.battle_end]:
        yield from ends(t)
