"""What entries do, outside of dice: changed stats, healing, damage, free actions, moves, markers, tokens (KT-ACT-09,
KT-PLOY-02)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.conditions import Context
from fireteam.games.killteam.abilities.entries import CHOICE, ENTRY, Entry, book, concerned
from fireteam.games.killteam.abilities.selectors import everybody, selector_of
from fireteam.games.killteam.actions.action import deed, may_act, start_free
from fireteam.games.killteam.actions.conditions import FREE
from fireteam.games.killteam.cards import MOVED, option, options_of
from fireteam.games.killteam.damage.inflict import inflict
from fireteam.games.killteam.dice import roll_d3
from fireteam.games.killteam.equipment.grenades import lay_smoke
from fireteam.games.killteam.equipment.mines import lay_mine, sweep
from fireteam.games.killteam.markers import rests
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.moving.without_action import lift, shift
from fireteam.games.killteam.overrides import permission
from fireteam.games.killteam.positions import MARKER_RADIUS, body_of, in_killzone
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import NOBODY, ORDERS, Marker
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.stats import wounded
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import may_perform
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import INCH, Body, Spot
from fireteam.space.plane.sight import sees_spot

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import Effect, FreeAction, PlaceMarker
    from fireteam.games.killteam.content.parts import Amount

UNTIL = {
    "end_of_sequence": "sequence",
    "end_of_action": "action",
    "end_of_activation": "activation",
    "end_of_next_activation": "next activation",
    "end_of_tp": "turning point",
    "start_of_next_tp": "turning point",
    "end_of_battle": "battle",
}
"""How long an effect of a pack lasts, as the state has it; between two turning points nothing happens that would need a
scope."""

UNSAID = {
    "gambit": "turning point", "ready_step": "turning point", "activation_end": "turning point",
    "activation_start": "activation", "enemy_activation_start": "activation",
}  # fmt: skip
"""How long an effect lasts that does not say so, by the window of its entry; the others last to the end of the
action."""

STANDING = (
    "add_rule",
    "reroll",
    "retain",
    "reduce_damage",
    "ignore",
    "allow",
    "forbid",
    "conceal_from",
    "operate_hatch",
    "modify",
    "token",
)
"""Effects that last and are looked up while they do."""


def until_of(entry: Entry, said: str | None) -> str:
    """How long an effect of an entry lasts, as the state has it."""
    return UNTIL[said] if said is not None else UNSAID.get(entry.when, "action")


def lay(t: Table, entry: Entry, effect: Effect, who: int) -> bool:
    """Lay an effect that lasts on an operative; False if it is none of that sort."""
    value = effect.value
    if effect.kind == "modify":
        laid = Laid(entry.name, value.stat, value.by, until_of(entry, value.until), entry.id)
    elif effect.kind in ("allow", "forbid"):
        name = permission(value.what, value.action or "") if effect.kind == "allow" else value.what
        laid = Laid(name, effect.kind, 0, until_of(entry, value.until), entry.id)
    elif effect.kind == "ignore":
        laid = Laid(value.what, "ignore", 0, until_of(entry, None), entry.id)
    elif effect.kind == "token":
        laid = Laid(value.name, "token", 0, until_of(entry, value.until), entry.id)
    elif effect.kind in STANDING:
        laid = Laid(entry.id, ENTRY, 0, until_of(entry, None), entry.id)
    else:
        return False
    t.affect(who, laid)
    return True


def amount(t: Table, seat: int, wanted: Amount, about: str) -> Rule[int]:
    """An amount of damage or healing, rolled if it has dice (see KT-BASE-17)."""
    if wanted.sides == 3:
        rolled = yield from roll_d3(t, seat, about)
    elif wanted.sides == 6:
        (rolled,) = yield Roll(seat, about)
    else:
        rolled = 0
    return int(rolled) + wanted.plus


# -- using an entry ----------------------------------------------------------------------------------------------------


def rolled(t: Table, entry: Entry, who: int) -> Rule[bool]:
    """The D6 that an entry wants to see, if it wants one."""
    for condition in entry.conditions:
        if condition.roll is not None:
            least = condition.roll
            about = topic("{entry} for {who}", entry.id, t.name(who))
            (face,) = yield Roll(entry.seat, about, alike=tuple(1 if face < least else least for face in range(1, 7)))
            t.tell("entry_rolled", entry.id, entry=entry.id, who=t.name(who), face=face, need=least)
            if face < least:
                return False
    return True


def use(t: Table, entry: Entry, context: Context) -> Rule[bool]:
    """What an entry does once it is paid for; True if something began that comes first, such as a free action."""
    before = len(t.state.agenda)
    whom = yield from picked(t, entry, context)
    choice = yield from chosen_way(t, entry)
    if not (yield from rolled(t, entry, next((who for who in (context.who, *whom) if who != NOBODY), 0))):
        return False
    lasting = _stands(t, entry)
    for effect in entry.effects:
        if lasting and effect.kind in STANDING:
            continue
        if effect.kind == "cp":
            t.gain_cp(entry.seat, effect.value.by, entry.id)
        elif effect.kind == "marker":
            yield from place_markers(t, entry, effect.value, context.who)
        else:
            for other in whom:
                yield from bestow(t, entry, effect, other, context)
    if choice:
        lasts = next((effect.value.until for effect in entry.effects if effect.kind == "token"), None)
        for other in whom:
            t.affect(other, Laid(choice, CHOICE, 0, until_of(entry, lasts), entry.id))
    return len(t.state.agenda) > before


def _stands(t: Table, entry: Entry) -> bool:
    """A gambit for all operatives of a side stands for the turning point, and is looked up from there
    (see KT-PLOY-02)."""
    if entry.when != "gambit" or not (everybody(entry) or entry.who is None):
        return False
    selector = selector_of(entry)[0]
    if selector is not None and (selector.within is not None or selector.visible or selector.beyond is not None):
        return False
    if not any(effect.kind in STANDING for effect in entry.effects):
        return False
    t.stand_for(entry.seat, Laid(entry.id, ENTRY, 0, "turning point", entry.id))
    return True


def able(t: Table, entry: Entry, context: Context) -> list[int]:
    """Whom an entry may be used for: those it concerns, and for whom its free action or its healing is possible
    (KT-ACT-09)."""
    found = concerned(t, entry, context)
    if all(effect.kind == "heal" for effect in entry.effects):
        found = [who for who in found if wounded(t, who)]
    for effect in entry.effects:
        if effect.free_action is not None:
            found = [who for who in found if may_perform_free(t, entry, effect.free_action, who)]
        elif effect.kind == "move" and effect.value.mode != "set_up":
            # Outside its own activation nothing that it has done with a weapon keeps it in place (KT-WR-09).
            found = [who for who in found if t.state.active != who or may_perform(t, who, MOVED)]
    return found


def picked(t: Table, entry: Entry, context: Context) -> Rule[list[int]]:
    """Whom an entry is used for: all whom it means, or as many as it says, chosen by its owner."""
    found = able(t, entry, context)
    selector = selector_of(entry)[0]
    if everybody(entry) or selector is None:
        return found
    whom: list[int] = []
    for _ in range(min(selector.count, len(found))):
        left = [t.name(who) for who in found if who not in whom]
        about = topic("whom {entry} is for", entry.id)
        pick: Option = yield t.ask(entry.seat, about, options_of("for", left))
        whom.append(t.number(pick.args[0]))
    return whom


def chosen_way(t: Table, entry: Entry) -> Rule[str]:
    """Which of several things an entry does; empty: it leaves no choice."""
    if not entry.choices:
        return ""
    pick: Option = yield t.ask(
        entry.seat, topic("choice of {entry}", entry.id), lambda: [option("choice", name) for name, _ in entry.choices]
    )
    found: str = pick.args[0]
    return found


def bestow(t: Table, entry: Entry, effect: Effect, who: int, context: Context) -> Rule[None]:
    """One effect of an entry on one operative."""
    if lay(t, entry, effect, who):
        return
    value, name = effect.value, t.name(who)
    if effect.kind == "heal":
        points = yield from amount(t, entry.seat, value.amount, topic("{entry} for {who}", entry.id, name))
        if not t.operative(who).incapacitated:
            t.heal(who, points, entry.id)
    elif effect.kind == "damage":
        yield from harm_all(t, entry, effect, who, context)
    elif effect.kind == "set_order":
        t.set_order(who, ORDERS.index(value.order), entry.id)
    elif effect.kind == "free_action":
        begin_free(t, entry, value, who)
    elif effect.kind == "move":
        engages = not value.not_in_enemy_control
        if value.mode == "set_up":
            yield from lift(t, who, value.inches, entry.seat, entry.id, engages=engages)
        else:
            toward = context.who if value.direction == "toward_self" else NOBODY
            yield from shift(t, who, value.inches, entry.seat, entry.id, engages=engages, toward=toward)


def harm_all(t: Table, entry: Entry, effect: Effect, who: int, context: Context) -> Rule[None]:
    """Damage to an operative, or to everybody within a distance of it and itself not (KT-DMG-01)."""
    area = effect.value.area
    points = yield from amount(
        t, entry.seat, effect.value.amount, topic("damage of {entry} to {who}", entry.id, t.name(who))
    )
    near = (
        [
            other
            for other in in_killzone(t)
            if other != who and within(targets.distance(t, t.board, who, other, area), area)
        ]
        if area
        else [who]
    )
    for other in near:
        yield from inflict(t, other, points, entry.id, by=context.who)


# -- free actions ------------------------------------------------------------------------------------------------------


def may_perform_free(t: Table, entry: Entry, free: FreeAction, who: int) -> bool:
    """Whether a free action would be possible: its conditions must hold, after what the entry does before it
    (KT-ACT-09, KT-ACT-10)."""
    then = t.branch()
    if then.state.active != who:
        then.start_acting(who)
    for effect in entry.effects:
        if effect.kind == "set_order":
            then.set_order(who, ORDERS.index(effect.value.order), entry.id)
        elif effect.kind in ("allow", "modify", "ignore"):
            lay(then, entry, effect, who)
    if not may_act(then, who, deed(then, who, free.action), FREE):
        return False
    if free.max_move and free.action in ("CHARGE", "FALL BACK"):
        return moves.destinations(
            then, then.ground, who, free.action, moves.gait_of(then), most=free.max_move
        ).anywhere()
    if free.weapon:
        return any(weapon.id == free.weapon for weapon in targets.weapons_to_shoot(then, then.board, who))
    return True


def begin_free(t: Table, entry: Entry, free: FreeAction, who: int) -> None:
    """A free action begins, if it is still possible (KT-ACT-09)."""
    if may_perform_free(t, entry, free, who):
        start_free(
            t, who, deed(t, who, free.action), FREE, most=free.max_move or 0, weapon=free.weapon or "", by=entry.id
        )


# -- markers -----------------------------------------------------------------------------------------------------------


def place_markers(t: Table, entry: Entry, wanted: PlaceMarker, who: int) -> Rule[None]:
    """Markers are placed one by one within a distance of an operative (KT-MARK-01, KT-MARK-02)."""
    kind = book(t).marker_kinds[wanted.kind]
    lasts = kind.duration_override or wanted.lasts
    until = UNTIL[lasts] if lasts is not None else ""
    for _ in range(wanted.count):
        pick: Option = yield t.ask(
            entry.seat,
            topic("place for {marker} of {who}", wanted.kind, t.name(who)),
            tuple,
            spots(t, entry, wanted, who),
        )
        x, y, z, _turned = pick.args
        if kind.like == "KT-EQ-05":
            lay_mine(t, entry.seat, x, y, z, until, layer=who)
            yield from sweep(t)
        elif kind.like == "KT-EQ-18":
            lay_smoke(t, entry.seat, x, y, z, until)
        else:
            t.lay(Marker(t.new_id(wanted.kind), wanted.kind, entry.seat, x, y, z, NOBODY, until, ()), entry.id)


def spots(t: Table, entry: Entry, wanted: PlaceMarker, who: int) -> Places:
    """Where an operative may put a marker."""
    body = body_of(t, who)
    reach = round((wanted.within + body.radius + MARKER_RADIUS) * INCH)
    x, y = body.x, body.y
    area = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
    points = [(x, y), *lattice([area], 50 if wanted.within <= 2 else 100)]
    return Places(
        "place",
        (entry.id, "KT-MARK-01"),
        partial(_may_lie, t, entry, wanted, body),
        lambda: [Place(px, py, z) for px, py in points if min(px, py) >= 0 for z in t.ground.surfaces(px, py)],
        surfaces=t.ground.surfaces,
        radius=MARKER_RADIUS,
    )


def _may_lie(t: Table, entry: Entry, wanted: PlaceMarker, body: Body, place: Place) -> Check | None:
    """Why a marker of an entry cannot lie there; None: it can."""
    checks: list[Check] = []
    spot, kind = Spot(place.x, place.y, place.z, MARKER_RADIUS), book(t).marker_kinds[wanted.kind]
    far = between(t.board, body, spot)
    ok = rests(t, spot, checks) and need(
        checks, within(far, wanted.within), entry.id, 'within {}": {:.2f}" away', wanted.within, far
    )
    if ok and (kind.placed == "visible" or kind.like is not None):
        ok = need(checks, sees_spot(t.board, body, spot), entry.id, "the operative sees where the marker lies")
    return None if ok else checks[-1]
