"""The ops of the battle: mission actions, what they score when, the primary op, the end (KT-OPS-15 to KT-OPS-20)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.ops import guesses
from fireteam.games.killteam.ops.action_effects import effects_of
from fireteam.games.killteam.ops.actions import READY_STEP, Errand, carry_out, deed_of, may_instead
from fireteam.games.killteam.ops.markers import OpMarker, markers_to_set_up
from fireteam.games.killteam.ops.scoring import (
    CRIT,
    OPS,
    TAC,
    PlayedOp,
    crit_or_tac_op,
    kill_op,
    pickable,
    reveal,
    score,
    vp_of,
)
from fireteam.games.killteam.ops.things import (
    KILLED_AWAY,
    WAS_ENEMY_CONTROLLED,
    Kill,
    Moment,
    bare,
    objectives,
    remains_of,
    tag_of,
)
from fireteam.games.killteam.positions import OBJECTIVE, in_killzone, of_seat, wholly_in_territory
from fireteam.games.killteam.setup.rosters import PRIMARY, TAC_OP
from fireteam.games.killteam.state import NOBODY, Effect
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.gambits import Gambit
from fireteam.games.killteam.windows import MISSION, Supplement

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Carrier, SetupEachTurningPoint
    from fireteam.games.killteam.content.pack import Pack

__all__ = [
    "Mission", "activation_end", "activation_start", "after_action", "deeds", "end_of_battle", "end_of_turning_point",
    "gambits", "instead", "instead_of_success", "markers_to_set_up", "mission_of", "ready_step", "tac_op",
]  # fmt: skip

THIS_TP = "_this_tp"
"""How tags end that go when the next turning point starts."""
PRIMARY_OP = "primary op"
CARRYING = "carrying"
"""How long effects last that carrying an objective brings."""


# -- the ops of a battle -----------------------------------------------------------------------------------------------


class Mission(NamedTuple):
    """All ops of a pack, compiled."""

    kill: PlayedOp
    others: dict[str, PlayedOp]
    """Crit and tac ops by their ids."""
    deeds: dict[str, tuple[Deed, ...]]
    """The mission actions of each op."""
    instead: dict[str, tuple[Errand, ...]]
    """What operatives may do instead of a success, by op."""
    fleeting: tuple[str, ...]
    """Tags that go when the next turning point starts."""
    picked: frozenset[str]
    """The moments at which a tac op lets its player pick what to score."""


NO_DEEDS: tuple[Deed, ...] = ()


def mission_of(pack: Pack) -> Mission:
    """The ops of a pack, compiled once."""
    others = {op.id: crit_or_tac_op(CRIT, op) for op in pack.crit_ops} | {
        op.id: crit_or_tac_op(TAC, op) for op in pack.tac_ops
    }
    errands = {
        op.id: [Errand(others[op.id], action) for action in op.actions] for op in (*pack.crit_ops, *pack.tac_ops)
    }
    fleeting: list[str] = []
    for op in (*pack.crit_ops, *pack.tac_ops):
        fleeting += [op.setup_each_tp.tag] if op.setup_each_tp is not None else []
        fleeting += [scoring.tags for scoring in op.scoring if scoring.tags is not None]
        lasting = [action for action in op.actions if action.lasts == "next_ready_step"]
        fleeting += [effect.tag for action in lasting for effect in effects_of(action) if effect.tag]
    return Mission(
        kill_op(pack.kill_op),
        others,
        {
            name: tuple(deed_of(errand) for errand in found if errand.data.instead_of is None)
            for name, found in errands.items()
        },
        {
            name: tuple(errand for errand in found if errand.data.instead_of is not None)
            for name, found in errands.items()
        },
        tuple(dict.fromkeys(fleeting)),
        frozenset(when for op in pack.tac_ops for when in others[op.id].tallies if guesses.picks(others[op.id], when)),
    )


def mission(t: Table) -> Mission | None:
    """The ops of the match; None where operatives were laid by hand."""
    found: Mission | None = t.setting.mission
    return found


def crit_op(t: Table) -> PlayedOp | None:
    """The crit op of the battle, which both players score from (see KT-OPS-01)."""
    found = mission(t)
    return found.others.get(t.state.crit_op) if found is not None else None


def tac_op(t: Table, seat: int) -> PlayedOp | None:
    """The tac op that a seat has selected, secret or not (see KT-OPS-05)."""
    found = mission(t)
    return found.others.get(t.selected(seat, TAC_OP)) if found is not None else None


def ops_of(t: Table, seat: int) -> list[PlayedOp]:
    """The ops that a seat scores from: crit, kill and tac (see KT-OPS-16)."""
    found = mission(t)
    return [op for op in (crit_op(t), found.kill if found is not None else None, tac_op(t, seat)) if op is not None]


def score_all(t: Table, seat: int, when: str, *, kill: Kill | None = None, actor: int = NOBODY) -> Rule[None]:
    """Everything that the ops of a seat give at a moment."""
    found = mission(t)
    for op in ops_of(t, seat):
        if op.kind == TAC and found is not None and when in found.picked:
            yield from guesses.score_tac(Moment(t, seat, kill, actor), op, when)
        elif when in op.tallies:
            yield from score(Moment(t, seat, kill, actor), op, when)


# -- mission actions ---------------------------------------------------------------------------------------------------


def deeds(t: Table, who: int) -> tuple[Deed, ...]:
    """The mission actions of the crit op and of the own tac op (KT-ACT-08)."""
    found = mission(t)
    if found is None:
        return NO_DEEDS
    own = found.deeds.get(t.selected(t.operative(who).seat, TAC_OP), NO_DEEDS)
    return found.deeds.get(t.state.crit_op, NO_DEEDS) + own


def _instead(t: Table, attacker: int, target: int) -> Errand | None:
    found = mission(t)
    if found is None:
        return None
    errands = found.instead.get(t.selected(t.operative(attacker).seat, TAC_OP), ())
    return next((errand for errand in errands if may_instead(errand, t, attacker, target)), None)


def instead_of_success(t: Table, attacker: int, target: int) -> Option | None:
    """What an attacker may do to its target instead of using an unblocked success; None: nothing (KT-ACT-08)."""
    errand = _instead(t, attacker, target)
    return option("instead", errand.name) if errand is not None else None


def instead(t: Table, attacker: int, target: int) -> Rule[None]:
    """It is done: the success was given up for it."""
    errand = _instead(t, attacker, target)
    if errand is not None:
        yield from carry_out(errand, t, attacker, target)


# -- gambits -----------------------------------------------------------------------------------------------------------


def gambits(t: Table, seat: int) -> list[Gambit]:
    """The primary op in turning point 1, and what a tac op asks for in each (KT-GAMB-04, see KT-OPS-15)."""
    if mission(t) is None:
        return []
    found: list[Gambit] = []
    if t.state.turning_point == 1 and not t.selected(seat, PRIMARY):
        found.append(Gambit(PRIMARY_OP, "KT-OPS-15", 0, pick_primary, compulsory=True))
    op = tac_op(t, seat)
    return found if op is None else [*found, *gambits_of(t, seat, op)]


def gambits_of(t: Table, seat: int, op: PlayedOp) -> list[Gambit]:
    """What a tac op asks for in this turning point (KT-GAMB-04)."""
    picking = _picking(op)
    due = picking is not None and picking.moment == "gambit" and t.state.turning_point in picking.tps
    return [Gambit(op.scope.id, "KT-GAMB-04", 0, pick_operative)] if due and of_seat(t, seat) else []


def _picking(op: PlayedOp | None) -> SetupEachTurningPoint | None:
    return getattr(op.data, "setup_each_tp", None) if op is not None else None


def pick_primary(t: Table, seat: int) -> Rule[None]:
    """One of the three ops is the primary op, in secret (KT-OPS-15)."""
    pick: Option = yield t.ask(seat, PRIMARY_OP, lambda: [option("primary", name) for name in OPS])
    t.select(seat, PRIMARY, pick.args[0])


def pick_operative(t: Table, seat: int) -> Rule[None]:
    """An own operative is named for this turning point; that reveals the op (see KT-OPS-20)."""
    op = tac_op(t, seat)
    picking = _picking(op)
    assert op is not None and picking is not None
    names = [t.name(who) for who in of_seat(t, seat)]
    pick: Option = yield t.ask(
        seat, topic("{tag} of the turning point", picking.tag), lambda: [option("named", name) for name in names]
    )
    who = t.number(pick.args[0])
    reveal(t, seat, op.scope)
    t.tag(who, (*t.operative(who).tags, tag_of(picking.tag, seat)))
    t.note_deed(picking.tag, seat, who, t.name(who))
    t.tell("named", "KT-GAMB-04", who=t.name(who), tag=picking.tag)


# -- the turning point -------------------------------------------------------------------------------------------------


def ready_step(t: Table) -> Rule[None]:
    """What belonged to the last turning point goes; an op may name an objective for this one."""
    if mission(t) is None:
        return
    fade(t)
    picking = _picking(crit_op(t))
    if picking is not None and t.state.turning_point in picking.tps and picking.moment is None:
        yield from pick_objective(t, picking)


def fade(t: Table) -> None:
    """Tags and markers of the last turning point are gone."""
    for marker in list(t.state.markers.values()):
        if marker.until == READY_STEP:
            t.lift(marker.id, "KT-READY-03")
        elif marker.tags:
            t.unmark(marker.id, tuple(tag for tag in marker.tags if _fades(t, tag)))
    for who, operative in enumerate(t.state.operatives[:]):
        left = tuple(tag for tag in operative.tags if not _fades(t, tag))
        if left != operative.tags:
            t.tag(who, left)


def _fades(t: Table, tag: str) -> bool:
    found = mission(t)
    return bare(tag).endswith(THIS_TP) or (found is not None and bare(tag) in found.fleeting)


def pick_objective(t: Table, picking: SetupEachTurningPoint) -> Rule[None]:
    """An objective that was never picked; the players pick in turn, the one without initiative first."""
    s = t.state
    before = [deed for deed in s.deeds if deed[0] == picking.tag]
    left = [marker.id for marker in objectives(t) if all(deed[3] != marker.id for deed in before)]
    if not left:
        return
    seat = 1 - before[-1][1] if before else 1 - s.initiative
    pick: Option = yield t.ask(
        seat, topic("objective that is {tag}", picking.tag), lambda: [option("object", name) for name in left]
    )
    t.mark(pick.args[0], tag_of(picking.tag, seat))
    t.note_deed(picking.tag, seat, NOBODY, pick.args[0])
    t.tell("objective_named", "KT-ACT-08", seat=seat, marker=pick.args[0], tag=picking.tag)


def end_of_turning_point(t: Table) -> Rule[bool]:
    """What ops score when a turning point ends, everything still in force; where both players have something to decide,
    the one with initiative says who goes first (KT-TURN-02, KT-INIT-04)."""
    if mission(t) is not None:
        yield from judge_kills(t)
        first = t.state.initiative
        if all(decides_openly(t, seat, "end_of_tp") for seat in (0, 1)):
            holder = first
            pick: Option = yield t.ask(
                holder, "who scores first", lambda: [option("goes_first", seat) for seat in (holder, 1 - holder)]
            )
            first = pick.args[0]
        for seat in (first, 1 - first):
            yield from score_all(t, seat, "end_of_tp")
    return False


def decides_openly(t: Table, seat: int, when: str) -> bool:
    """Whether a player has to pick what to score from an op that everybody knows; a secret one must not show
    (see KT-OPS-20)."""
    for op in ops_of(t, seat):
        known = op.kind != TAC or (seat, TAC_OP) in t.state.revealed
        if known and any(pickable(Moment(t, seat), op, tally) for tally in op.tallies.get(when, ())):
            return True
    return False


# -- activations and actions -------------------------------------------------------------------------------------------


def activation_start(t: Table, who: int) -> None:
    """Which objectives the enemy controls when an activation begins; remembered whatever the tac ops are
    (see KT-OPS-20)."""
    if mission(t) is None:
        return
    for marker in objectives(t):
        holder = markers.controller(t, marker)
        held = tag_of(WAS_ENEMY_CONTROLLED, 1 - holder) if holder != NOBODY else ""
        t.unmark(marker.id, tuple(tag for tag in marker.tags if bare(tag) == WAS_ENEMY_CONTROLLED and tag != held))
        if held:
            t.mark(marker.id, held)


def activation_end(t: Table, who: int) -> Rule[bool]:
    """What ops score when an activation ends, for the player whose it was."""
    if mission(t) is not None:
        yield from judge_kills(t)
        yield from score_all(t, t.operative(who).seat, "on_activation_end", actor=who)
    return False


def after_action(t: Table, a: Action) -> Rule[bool]:
    """The action is over: control is settled anew, kills count, and ops look at it (KT-MARK-05)."""
    a.held = None
    found = mission(t)
    if found is None:
        return False
    burden(t)
    yield from judge_kills(t)
    yield from score_all(t, 1 - t.operative(a.who).seat, "on_enemy_action_end", actor=a.who)
    return False


def judge_kills(t: Table) -> Rule[None]:
    """Every kill since the last time is scored, for both players (see KT-OPS-16)."""
    s = t.state
    if len(s.kills) == s.judged:
        return
    fresh = s.kills[s.judged :]
    t.judge_kills()
    for kill in fresh:
        note_kill(t, kill)
        for seat in (s.initiative, 1 - s.initiative):
            yield from score_all(t, seat, "on_kill", kill=kill)


def note_kill(t: Table, kill: Kill) -> None:
    """Where the killer stood is remembered, and what a victim leaves for a revealed op is laid."""
    killer, victim, _ = kill
    if killer == NOBODY or t.operative(killer).seat == t.operative(victim).seat:
        return
    operative = t.operative(killer)
    tag = tag_of(KILLED_AWAY, operative.seat)
    if tag not in operative.tags and wholly_in_territory(t, killer, 1 - operative.seat):
        t.tag(killer, (*operative.tags, tag))
    op = tac_op(t, operative.seat)
    if op is not None and op.scope.remains and (operative.seat, TAC_OP) in t.state.revealed:
        t.lay(remains_of(t, op.scope, operative.seat, victim), "KT-MARK-01")


def burden(t: Table) -> None:
    """Whoever carries an objective of the crit op is hindered by it as long as it does."""
    op = crit_op(t)
    carrier: Carrier | None = getattr(op.data, "carrier", None) if op is not None else None
    if op is None or carrier is None:
        return
    for who in in_killzone(t):
        operative = t.operative(who)
        carries = any(t.state.markers[name].kind == OBJECTIVE for name in operative.carries)
        burdened = any(effect.until == CARRYING for effect in operative.effects)
        if burdened and not carries:
            t.end_effects(who, CARRYING)
        elif carries and not burdened:
            for effect in burdens(op.scope.id, carrier):
                t.affect(who, effect)


def burdens(source: str, carrier: Carrier) -> tuple[Effect, ...]:
    """What carrying does, as effects."""
    found = [Effect("burdened", "hit", carrier.hit, CARRYING, source)] if carrier.hit else []
    return (*found, *(Effect(action.lower(), "forbid", 0, CARRYING, source) for action in carrier.forbid))


# -- the end -----------------------------------------------------------------------------------------------------------


def end_of_battle(t: Table) -> Rule[None]:
    """The last scoring, the primary op's bonus, and who has won (KT-OPS-19, see KT-OPS-18)."""
    first = t.state.initiative
    for seat in (first, 1 - first):
        yield from score_all(t, seat, "end_of_battle")
    for seat in (first, 1 - first):
        reveal_primary(t, seat)
    ours, theirs = vp_of(t, 0), vp_of(t, 1)
    winner = NOBODY if ours == theirs else int(theirs > ours)
    t.end(winner, f"{max(ours, theirs)} to {min(ours, theirs)} victory points")
    t.tell(
        "draw" if winner == NOBODY else "won",
        "KT-OPS-19",
        **({} if winner == NOBODY else {"seat": winner}),
        first=ours,
        second=theirs,
    )


def reveal_primary(t: Table, seat: int) -> None:
    """The primary op is known, and gives half the VP scored from it once more, rounded up; no cap holds for that
    (KT-OPS-18)."""
    primary = t.selected(seat, PRIMARY)
    if not primary:
        return
    t.reveal(seat, PRIMARY, "KT-OPS-18")
    bonus = (vp_of(t, seat, primary) + 1) // 2
    if bonus:
        t.score(seat, PRIMARY, f"{PRIMARY} {primary}", bonus, "KT-OPS-18")


class MissionRules(Supplement):
    """The mission hangs into the chapters."""

    name = MISSION

    def op_markers(self, t: Table, seat: int) -> Iterable[OpMarker]:
        return markers_to_set_up(t, seat)

    def ready_step(self, t: Table) -> Rule[None]:
        return ready_step(t)

    def gambits(self, t: Table, seat: int) -> Iterable[Gambit]:
        return gambits(t, seat)

    def guessed_gambits(self, t: Table, seat: int) -> Iterable[Gambit]:
        return [entry for op in guesses.tac_ops(t, seat) for entry in gambits_of(t, seat, op)]

    def turning_point_end(self, t: Table) -> Rule[bool]:
        return end_of_turning_point(t)

    def battle_end(self, t: Table) -> Rule[None]:
        return end_of_battle(t)

    def activated(self, t: Table, who: int) -> None:
        activation_start(t, who)

    def activation_end(self, t: Table, who: int) -> Rule[bool]:
        return activation_end(t, who)

    def instead_of_success(self, t: Table, attacker: int, target: int) -> Option | None:
        return instead_of_success(t, attacker, target)

    def may_do_instead(self, t: Table, attacker: int, target: int) -> bool:
        return guesses.may_do_instead(t, attacker, target)

    def instead(self, t: Table, attacker: int, target: int) -> Rule[None]:
        return instead(t, attacker, target)

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return deeds(t, who)

    def guessed_actions(self, t: Table, who: int) -> Iterable[Deed]:
        return guesses.deeds(t, who)

    def after_action(self, t: Table, a: Action) -> Rule[bool]:
        return after_action(t, a)
