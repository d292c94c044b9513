"""Moves: step by step, among friends and enemies, breaking away, jumping down (DZ-MOVE, DZ-SPRINT, DZ-TERR,
DZ-PART)."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why
from fireteam.core.topics import topic
from fireteam.games.deadzone.assault import AWAY, Assault
from fireteam.games.deadzone.entering import Arrival
from fireteam.games.deadzone.forced import choose_half, fall, settle
from fireteam.games.deadzone.geometry import room_check, step_check
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import pick_striker, strikers
from fireteam.games.deadzone.state import NOBODY, NOWHERE, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit import agenda
from fireteam.kit.agenda import Sequence, back_to, carried, then, when
from fireteam.kit.supplements import Windows
from fireteam.space.cubes.steps import Drop, Gait, Going, Steps, Terms

SPREAD = 3
"""The size from which a model does not fit into half a cube."""
FAR = 99
"""More cubes than any move goes."""
ADVANCE, SPRINT, EVADE = "advance", "sprint", "evasion"


class Move(Sequence, Frame):
    """A move under way (see DZ-MOVE-01, DZ-SPRINT-01)."""

    kind = "move"
    who: int
    name: str
    left: int
    """Cubes it may still go."""
    start: int
    """The place where it began."""
    lifts: int = 0
    """Steps straight up or down that cost nothing."""
    air: int = 0
    stands: int = NOWHERE
    """The last place of the move where it could stand (see DZ-MOVE-16)."""
    moved: bool = False
    ended: bool = False
    peaceful: bool = False
    """Whether it may not enter cubes that hold another model."""
    wary: bool = False
    """Whether it may not enter places that hold an enemy."""
    charges: bool = False
    """Whether Charged may make it longer (see DZ-AB-CHARGED-01)."""
    lunged: int = NOWHERE
    """Where a model too large for a half-cube goes back to after its fight (see DZ-PART-04)."""

    @staticmethod
    def steps() -> agenda.Steps[Table, Move]:
        """Leave the enemies, then step by step, then stand somewhere (DZ-MOVE-05)."""
        return (
            carried(Keyword.before_move, movers_keywords),
            then(leave_enemies, among_enemies),
            when(step, may_go_on),
            back_to(step, may_go_on),
            then(go_back, has_lunged),
            when(stand_still, must_stand),
        )


def movers_keywords(t: Table, m: Move) -> tuple[Windows, ...]:
    """The keywords that have a say before a move."""
    return t.bearers(m.who)


def move(t: Table, who: int, name: str, cubes: int, *, extras: bool = True, **limits: bool) -> Move:
    """A move of so many cubes for a model to begin; SPRINT is one like ADVANCE, only longer (DZ-SPRINT-01)."""
    place = t.place(who)
    lifts = sum(more() for windows in t.bearers(who) for more in windows[Keyword.extra_levels]) if extras else 0
    return Move(who, name, cubes, place, lifts, 0, place, **limits)


def speed(t: Table, who: int) -> tuple[int, int]:
    """The cubes of ADVANCE and SPRINT; a dash stays one (DZ-MOVE-04)."""
    advance, sprint = t.cards[who].speed
    if not advance:
        return (0, 0)
    more = 0
    for adds in t.windows[Supplement.speed]:
        for part in adds(t, who):
            more += part.amount
    return (advance + more, sprint + more)


# -- where a move may go -----------------------------------------------------------------------------------------------


def terms(t: Table, who: int, *, peaceful: bool = False, wary: bool = False, cubes: int = FAR) -> Terms:
    """What others mean for a move of so many cubes at most, as far as it goes: it ends where the model can stand beside
    its friends (DZ-TERR-12, see DZ-MOVE-06), and at once where an enemy is (DZ-MOVE-09)."""
    s, near = t.state, t.board.places_near(t.cube(who), cubes)
    stands = near & t.steps.stands(t.gaits[who])
    side, in_hand = s.models[who].side, s.controller == NOBODY
    foes = full = others = 0
    mates: dict[int, list[int]] = {}
    for m in s.models:
        place = m.place
        if place >= 0 and near >> place & 1 and m.index != who:
            bit = 1 << place
            others |= bit
            if m.side != side or (not in_hand and t.hostile(who, m.index)):
                foes |= bit
            elif stands & bit:
                mates.setdefault(place, []).append(m.index)
    for place, there in mates.items():
        if not t.room_beside(who, place, there).placings:
            full |= 1 << place
    shut = others if peaceful else foes if wary else 0
    if not t.house_rule("pass_full_cube"):
        shut |= full
    stops = foes & stands & ~full
    lunges = foes & too_narrow(t, who)
    return Terms(stands & ~foes & ~full, stops, lunges, shut | (foes & ~stops & ~lunges))


def too_narrow(t: Table, who: int) -> int:
    """The half-cubes that are too small for a large model, which fights there and goes back (see DZ-PART-04)."""
    gait = t.gaits[who]
    return t.setting.halves & ~t.steps.stands(gait) if gait.size >= SPREAD else 0


def going(m: Move, t: Table) -> Going:
    """How a move stands."""
    return Going(t.place(m.who), m.left, m.lifts, m.air)


def drops(t: Table, m: Move, limits: Terms) -> list[Drop]:
    """The jumps down that are longer than a step, on to floors with room that it may enter (see DZ-FALL-04); whence it
    comes down there makes no difference."""
    if m.left < 1:
        return []
    shunned = limits.shut if m.peaceful or m.wary else 0
    found = {
        drop.landings: drop
        for drop in t.steps.drops(t.place(m.who), t.gaits[m.who])
        if drop.fallen > 1 and any(t.fits(m.who, place) and not shunned >> place & 1 for place in drop.landings)
    }
    return list(found.values())


def can_move(t: Table, who: int, cubes: int) -> bool:
    """Whether a model has a way to go at all."""
    place, limits = t.place(who), terms(t, who, cubes=cubes)
    return bool(
        ways_on(t.steps, Going(place, cubes), t.gaits[who], limits)
        or drops(t, Move(who, ADVANCE, cubes, place), limits)
    )


def may_step(t: Table, m: Move, place: int, why: Why = None) -> bool:
    """Whether the next step of a move may lead to a place (DZ-MOVE-01); whoever asks is told what bars it."""
    limits, now, gait = terms(t, m.who, peaceful=m.peaceful, wary=m.wary), going(m, t), t.gaits[m.who]
    if any(offer.place == place for offer in t.steps.offers(now, gait, limits)):
        return True
    if why is not None:
        why.append(barred_step(t, m, place, limits))
    return False


def barred_step(t: Table, m: Move, place: int, limits: Terms) -> Check:
    """What bars a step that may not be made, the first of what could."""
    here, gait, name = t.place(m.who), t.gaits[m.who], t.board.place_name(place)
    step = t.steps.step(here, place, gait)
    lunge = limits.lunges >> place & 1
    if step.barred is not None and not lunge:
        return step_check(t.board, step.barred)
    if m.left < 1:
        return Check("DZ-MOVE-01", False, "it has cubes left to go", (name,))
    if (m.peaceful and t.here(place)) or (m.wary and t.foes(m.who, place)):
        return Check("DZ-AB-SCOUT-01", False, f"nobody whom it may not meet is in {name}", (name,))
    barred = None if lunge else t.steps.why_not_stand(place, gait)
    if barred is not None:
        return step_check(t.board, barred)
    crowded = t.room(m.who, place)
    if crowded.crowd is not None and not lunge:
        return room_check(t.board, place, crowded)
    return Check("DZ-TERR-12", False, f"its move can end from {name} on where it may stand", (name,))


def must_leave(t: Table, who: int, cubes: int) -> bool:
    """Whether a move has to take a model out of a place that holds too many of its side (see DZ-AB-RAMPAGE-05)."""
    return t.crowded(who) and can_move(t, who, cubes)


# -- leaving enemies ---------------------------------------------------------------------------------------------------


def among_enemies(t: Table, m: Move) -> bool:
    return bool(t.foes(m.who))


def leave_enemies(t: Table, m: Move) -> Rule[None]:
    """Stay in the cube, which sets nothing off (DZ-MOVE-02), or leave it: each time one enemy of the opponent's choice
    may strike first (DZ-MOVE-10, DZ-MOVE-12)."""
    pick: Option = yield t.ask(
        t.player(m.who),
        topic("{move} of {who} among enemies", m.name, t.name(m.who)),
        lambda: [
            *([] if must_leave(t, m.who, m.left) else [option("stop" if m.name == EVADE else "reposition")]),
            option("break_away"),
        ],
    )
    if pick.kind == "stop":
        m.ended = True
        return
    if pick.kind == "reposition":
        yield from reposition(t, m)
        return
    yield from break_away(t, m.who)


def break_away(t: Table, who: int) -> Rule[None]:
    """One enemy of the opponent's choice may strike who leaves its place, whatever the way (see DZ-MOVE-12)."""
    able = strikers(t, who, leaving=True)
    about = topic("who strikes {who} that leaves", t.name(who))
    striker = yield from pick_striker(t, who, able, about, must=False)
    if striker != NOBODY:
        t.begin(Assault(striker, who, AWAY))


def reposition(t: Table, m: Move) -> Rule[None]:
    """Its place in the cube changes; it may go through the wall of a split cube that lets it (see DZ-GEO-09)."""
    m.ended = True
    place = t.place(m.who)
    other = t.steps.other_half(place, t.cards[m.who].size)
    if other is not None and t.fits(m.who, other) and not t.foes(m.who):
        place = yield from choose_half(t, m.who, [place, other])
    yield from settle(t, m.who, place)
    for follows in t.windows[Supplement.repositioned]:
        yield from follows(t, m.who)


# -- steps -------------------------------------------------------------------------------------------------------------


def may_go_on(t: Table, m: Move) -> bool:
    """Whether the move goes on: its model is up and in play, has not been stopped, and no enemy is where it has come
    to, by its steps or by the blow of who let it go (DZ-MOVE-11)."""
    if m.ended or m.returned or stopped(t, m):
        return False
    if not t.in_play(m.who) or t.state.models[m.who].pinned:
        return False
    return (not m.moved and t.place(m.who) == m.start) or not t.foes(m.who)


def stopped(t: Table, m: Move) -> bool:
    """Whether the activation in which it moves is over (see DZ-ROUND-14)."""
    return t.state.active == m.who and t.state.over


def stay(t: Table, who: int) -> None:
    """A model that was about to leave its cube does not get away (see DZ-MOVE-11)."""
    for frame in t.writes().agenda:
        if isinstance(frame, Move) and frame.who == who:
            frame.ended = True


def step(t: Table, m: Move) -> Rule[None]:
    """One step into a neighbouring cube, a jump down, off the board where the scenario lets it, or the end of the move
    (DZ-CORE-06, see DZ-MOVE-01, DZ-MOVE-05)."""
    pick: Option = yield t.ask(
        t.player(m.who), topic("{move} of {who}", m.name, t.name(m.who)), lambda: next_steps(t, m)
    )
    if pick.kind == "stop":
        m.ended = True
    elif pick.kind == "reposition":
        yield from reposition(t, m)
    elif pick.kind == "leave":
        t.leave(m.who)
        for gone in t.windows[Supplement.left]:
            gone(t, m.who)
        for gone_too in t.cards[m.who].windows[Keyword.left]:
            gone_too(t, m.who)
    elif pick.kind == "jump":
        yield from jump_down(t, m, Drop(*pick.args))
    else:
        enter(t, m, Going(*pick.args))


def next_steps(t: Table, m: Move) -> list[Option]:
    """Every way in which a move may go on or end."""
    limits = terms(t, m.who, peaceful=m.peaceful, wary=m.wary, cubes=m.left + m.lifts)
    now, name = going(m, t), t.board.place_name
    found = [*ways_on(t.steps, now, t.gaits[m.who], limits)]
    found += [option("jump", name(drop.landings[0]), args=tuple(drop)) for drop in drops(t, m, limits)]
    if m.left > 0:
        for may_leave in t.windows[Supplement.leaves]:
            if may_leave(t, m.who):
                found.append(option("leave"))
                break
    if limits.ends >> now.place & 1 if m.moved else not must_leave(t, m.who, m.left):
        found.append(option("stop" if m.moved or m.name == EVADE else "reposition"))
    return found


@lru_cache(maxsize=1 << 15)
def ways_on(steps: Steps, now: Going, gait: Gait, limits: Terms) -> tuple[Option, ...]:
    """Every step that a move may go on with."""
    name = steps.board.place_name
    return tuple([option("step", name(offer.place), args=offer) for offer in steps.offers(now, gait, limits)])


def enter(t: Table, m: Move, to: Going) -> None:
    """A step is made: the model is in the next place, where others or things may be (DZ-MOVE-14, see DZ-MOVE-17); among
    enemies it is the last one, whatever becomes of them (see DZ-MOVE-08)."""
    was, foes, fits = t.place(m.who), bool(t.foes(m.who, to.place)), t.fits(m.who, to.place)
    if not m.moved:
        m.start = m.stands = was
    m.left, m.lifts, m.air, m.moved = to.left, to.lifts, to.air, True
    lunge = foes and bool(too_narrow(t, m.who) >> to.place & 1)
    m.ended = lunge or (foes and fits)
    if lunge:
        m.lunged = was
    if fits:
        m.stands = to.place
    t.put(m.who, to.place, 0)
    t.begin(Arrival(m.who, lunge=lunge))


def jump_down(t: Table, m: Move, drop: Drop) -> Rule[None]:
    """It lands on the first floor below on which it fits (DZ-FALL-08); the step off costs one cube, the fall none
    (DZ-FALL-04)."""
    m.left, m.air, m.moved = m.left - 1, 0, True
    shunned = terms(t, m.who, peaceful=m.peaceful, wary=m.wary).shut if m.peaceful or m.wary else 0
    fitting = [place for place in drop.landings if t.fits(m.who, place) and not shunned >> place & 1]
    place = fitting[0] if len(fitting) == 1 else (yield from choose_half(t, m.who, fitting))
    m.stands = place
    yield from settle(t, m.who, place)
    m.ended = bool(t.foes(m.who))
    t.begin(Arrival(m.who))
    fall(t, m.who, drop.fallen)


# -- the end of a move -------------------------------------------------------------------------------------------------


def has_lunged(t: Table, m: Move) -> bool:
    return m.lunged != NOWHERE and t.in_play(m.who)


def go_back(t: Table, m: Move) -> Rule[None]:
    """A model too large for the half-cube goes straight back where it started, unless the fight has thrown it elsewhere
    (DZ-PART-04)."""
    back, m.lunged = m.lunged, NOWHERE
    if must_stand(t, m):
        yield from settle(t, m.who, back)


def must_stand(t: Table, m: Move) -> bool:
    """Whether it has no quarters yet: it only passed so far."""
    return t.in_play(m.who) and not t.state.models[m.who].quarters


def stand_still(t: Table, m: Move) -> Rule[None]:
    """Its owner places it in the cube (DZ-MOVE-03, DZ-MOVE-15); cut short where it may not stay it ends where it last
    could (DZ-MOVE-16)."""
    place = t.place(m.who)
    if not t.fits(m.who, place):
        place = m.stands if m.stands != NOWHERE and t.fits(m.who, m.stands) else m.start
    yield from settle(t, m.who, place)
