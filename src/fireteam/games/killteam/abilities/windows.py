"""What kill teams bring along: abilities, faction rules, ploys and equipment of their own, in the windows of the game.

Entries without cost and limit work by themselves; the others are offered one at a time, until their owner wants no
more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities import in_attacks, in_damage, markers
from fireteam.games.killteam.abilities import in_force as lasting
from fireteam.games.killteam.abilities.effects import STANDING, able, use
from fireteam.games.killteam.abilities.entries import (
    Context,
    Entry,
    affordable,
    asked,
    bearers,
    bears,
    book,
    count,
    entries,
    holds,
    in_force,
    pay,
    usable,
    within_limit,
)
from fireteam.games.killteam.abilities.selectors import selector_of
from fireteam.games.killteam.actions.action import Action, Deed, deeds_of, hurt_by
from fireteam.games.killteam.actions.conditions import counteracting as acts_without_activation
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.equipment.set_up import several
from fireteam.games.killteam.overrides import allowed
from fireteam.games.killteam.shooting.targets import covered_throughout, distance, in_control_range
from fireteam.games.killteam.state import ENGAGE, KILLZONE, NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.gambits import Gambit
from fireteam.games.killteam.windows import ABILITIES, Supplement
from fireteam.space.plane.measure import within

if TYPE_CHECKING:
    from fireteam.games.killteam.damage.inflict import Blow, Hits
    from fireteam.games.killteam.fighting.sequence import Fight
    from fireteam.games.killteam.moving.hindrances import Near
    from fireteam.games.killteam.setup.battle import Item
    from fireteam.games.killteam.shooting.sequence import Shooting
    from fireteam.space.plane.legs import Gait
    from fireteam.space.plane.model import Board, Body

HATCH_AP = 1
"""What OPERATE HATCH costs whoever has nothing better (KT-GALL-08)."""


class Occasion(NamedTuple):
    """An entry that a window has opened for, and what its conditions look at."""

    entry: Entry
    context: Context
    moment: str = ""
    """What tells this window from others of the same activation, for entries that work by themselves."""


def fit(t: Table, who: int) -> bool:
    """Whether an operative is in the killzone and not incapacitated."""
    operative = t.operative(who)
    return operative.status == KILLZONE and not operative.incapacitated


def open_to(t: Table, occasion: Occasion, why: Why = None) -> bool:
    """Whether an entry may be used now (see KT-PLOY-01 and KT-PLOY-04)."""
    entry, context, _ = occasion
    return (
        (context.who == NOBODY or fit(t, context.who))
        and usable(t, entry, context, why)
        and bool(able(t, entry, context))
    )


def window(t: Table, about: str, occasions: Iterable[Occasion]) -> Rule[bool]:
    """All that a window opens for, the sides in the order given; True if something began that comes first."""
    found = list(occasions)
    for occasion in found:
        if not asked(occasion.entry) and not _done(t, occasion) and open_to(t, occasion):
            _note(t, occasion)
            if (yield from use(t, occasion.entry, occasion.context)):
                return True
    for seat in dict.fromkeys(occasion.entry.seat for occasion in found):
        if (yield from offer(t, seat, about, [one for one in found if one.entry.seat == seat and asked(one.entry)])):
            return True
    if not t.state.agenda:
        yield from remove_casualties(t)
    return False


def offer(t: Table, seat: int, about: str, occasions: Sequence[Occasion]) -> Rule[bool]:
    """Entries that are asked about, one after the other, until their owner wants no more; True if something began that
    comes first."""
    while True:
        able_now = {(one.entry.id, t.name(one.context.who)): one for one in occasions if open_to(t, one)}
        if not able_now:
            return False
        pick: Option = yield t.ask(seat, about, partial(_uses, tuple(able_now)))
        if pick.kind == "no_entry":
            return False
        entry, context, _ = able_now[pick.args[0], pick.args[1]]
        pay(t, entry, context.who)
        if (yield from use(t, entry, context)):
            return True


def _uses(able_now: tuple[tuple[str, str], ...]) -> list[Option]:
    return [*(option("use_entry_with", *names) for names in able_now), option("no_entry")]


def _done(t: Table, occasion: Occasion) -> bool:
    """Whether an entry that works by itself has worked in this window already: the window may be entered again."""
    s, entry = t.state, occasion.entry
    return (_mark(occasion), entry.seat, occasion.context.who, s.turning_point, s.activations) in s.used


def _note(t: Table, occasion: Occasion) -> None:
    """An entry has worked by itself; what is only laid on somebody may be laid again, and needs no note."""
    if any(effect.kind not in STANDING for effect in occasion.entry.effects):
        t.use(_mark(occasion), occasion.entry.seat, occasion.context.who)


def _mark(occasion: Occasion) -> str:
    """The name under which it is noted that an entry has worked by itself."""
    return f"{occasion.entry.id} {occasion.entry.when} {occasion.moment}".rstrip()


def _with_all(t: Table, seat: int, when: str, target: int = NOBODY) -> list[Occasion]:
    """Every entry of a side for a window, with every operative that may trigger it."""
    return [
        Occasion(entry, Context(who, target=target)) for entry in entries(t, seat, when) for who in bearers(t, entry)
    ]


def _with(t: Table, who: int, when: str) -> list[Occasion]:
    """Every entry for a window that one operative may trigger."""
    return [Occasion(entry, Context(who)) for entry in entries(t, t.operative(who).seat, when) if bears(t, entry, who)]


# -- actions and gambits -----------------------------------------------------------------------------------------------


def deeds(t: Table, who: int) -> list[Deed]:
    """The unique actions of an operative (KT-ACT-08)."""
    found = [entry for entry in entries(t, t.operative(who).seat, "action") if bears(t, entry, who)]
    return [
        Deed(entry.id, entry.id, entry.ap, partial(_may_perform, entry), partial(_perform, entry)) for entry in found
    ]


def _may_perform(entry: Entry, t: Table, who: int, mode: str, why: Why) -> bool:
    """Its limit, its conditions, and somebody it can be used for (KT-ACT-06, KT-ACT-07)."""
    context = Context(who)
    return (
        within_limit(t, entry, who, why)
        and holds(t, entry, context, why)
        and need(
            why,
            bool(able(t, entry, context)),
            "KT-ACT-07",
            "{} can be completed: there is somebody it is for",
            entry.name,
        )
    )


def _perform(entry: Entry, t: Table, a: Action) -> Rule[None]:
    """A unique action: what its entry does (KT-ACT-08)."""
    count(t, entry, a.who)
    yield from use(t, entry, Context(a.who))


def gambits(t: Table, seat: int) -> list[Gambit]:
    """Strategy ploys and other gambits of a kill team (KT-PLOY-02, KT-GAMB-04)."""
    found = []
    for entry in entries(t, seat, "gambit"):
        if any(within_limit(t, entry, one.context.who) and _helps(t, one) for one in _as_gambit(t, entry)):
            found.append(Gambit(entry.id, entry.id, entry.cp, partial(_use_gambit, entry), ploy=entry.ploy))
    return found


def _as_gambit(t: Table, entry: Entry) -> list[Occasion]:
    """Who uses a gambit: its bearers if it is theirs, else the side as a whole."""
    if entry.card or entry.by:
        return [Occasion(entry, Context(who)) for who in bearers(t, entry) if fit(t, who)]
    return [Occasion(entry, Context(NOBODY))]


def _helps(t: Table, occasion: Occasion) -> bool:
    """Whether a gambit concerns anybody: what stands for the turning point may come to do so later."""
    entry, context, _ = occasion
    if entry.who is None:
        return context.who == NOBODY or holds(t, entry, context)
    if entry.who.friendlies is not None or entry.who.enemies is not None:
        at_once = any(
            effect.kind in ("heal", "damage", "set_order", "move", "free_action", "token") for effect in entry.effects
        )
        return not at_once or bool(able(t, entry, context))
    return holds(t, entry, context) and bool(able(t, entry, context))


def _use_gambit(entry: Entry, t: Table, seat: int) -> Rule[None]:
    """What a gambit does; the Gambit step has paid for it (KT-GAMB-03)."""
    users = [one for one in _as_gambit(t, entry) if within_limit(t, entry, one.context.who) and _helps(t, one)]
    pick = 0
    if len(users) > 1:
        names = [t.name(one.context.who) for one in users]
        way: Option = yield t.ask(
            seat,
            topic("user of {entry}", entry.id),
            lambda: [option("use_entry_with", entry.id, name) for name in names],
        )
        pick = names.index(way.args[1])
    count(t, entry, users[pick].context.who)
    yield from use(t, entry, users[pick].context)


def setup_markers(t: Table, seat: int) -> list[tuple[str, str, int]]:
    """The markers that faction equipment brings to the set-up: entry, kind, how many at most (KT-OPS-07)."""
    return [
        (entry.id, effect.marker.kind, effect.marker.count)
        for entry in entries(t, seat, "setup")
        for effect in entry.effects
        if effect.marker is not None
    ]


# -- windows of the turning point --------------------------------------------------------------------------------------


def ready_step(t: Table) -> Rule[bool]:
    """What abilities do in the Ready step, those of the player with initiative first (KT-READY-03, KT-INIT-04)."""
    first = t.state.initiative
    again = yield from window(
        t,
        "abilities in the Ready step",
        [one for seat in (first, 1 - first) for one in _with_all(t, seat, "ready_step")],
    )
    return again


def activation_start(t: Table, who: int) -> Rule[bool]:
    """What abilities do when an operative is activated: its own, then its enemies' (KT-ORD-01)."""
    if not fit(t, who):
        return False
    found = [
        *_with(t, who, "activation_start"),
        *_with_all(t, 1 - t.operative(who).seat, "enemy_activation_start", target=who),
    ]
    again = yield from window(t, topic("abilities at the start of the activation of {who}", t.name(who)), found)
    return again


def activation_end(t: Table, who: int) -> Rule[bool]:
    """What abilities do when an activation ends (KT-FIRE-04)."""
    if not fit(t, who):
        return False
    again = yield from window(
        t, topic("abilities at the end of the activation of {who}", t.name(who)), _with(t, who, "activation_end")
    )
    return again


# -- windows of an action ----------------------------------------------------------------------------------------------


def after_action(t: Table, a: Action) -> Rule[bool]:
    """What abilities do after an action: those of the operative itself, then those of whoever has incapacitated an
    enemy in it."""
    seat, moment = t.operative(a.who).seat, f"{a.name} {len(t.operative(a.who).actions)}"
    found: list[Occasion] = []
    waiting = _with(t, a.who, "after_action") if fit(t, a.who) else []
    if waiting:
        about = context_after(t, a)
        found = [Occasion(one.entry, about, moment) for one in waiting]
    for side in (t.state.initiative, 1 - t.state.initiative):
        for entry in entries(t, side, "kills"):
            for killer, victim, _ in t.state.kills[a.kills :]:
                if killer != NOBODY and bears(t, entry, killer) and t.operative(victim).seat != side:
                    found.append(Occasion(entry, Context(killer, target=victim), f"{moment} {t.name(victim)}"))
    found.sort(key=lambda one: one.entry.seat != seat)
    again = yield from window(t, topic("abilities after {action} of {who}", a.name, t.name(a.who)), found)
    return again


def context_after(t: Table, a: Action) -> Context:
    """What conditions look at after an action: what it counts as, its weapon, its target, and whom of the enemies it
    has hurt."""
    seat = t.operative(a.who).seat
    # An action that is used up with this, such as a grenade's, is none of its deeds any more.
    done = next((found.limit for found in deeds_of(t, a.who) if found.name == a.name), a.name)
    weapon = next((weapon for weapon in t.weapons(a.who) if weapon.id == a.weapon), None)
    hurt = tuple(who for who in hurt_by(t, a) if t.operative(who).seat != seat)
    return Context(a.who, target=a.target, weapon=weapon, hurt=hurt, done=done)


def enemy_action_end(t: Table, a: Action) -> Rule[bool]:
    """What abilities of the other side do after an action of an enemy that is within their reach."""
    other = 1 - t.operative(a.who).seat
    if not fit(t, a.who):
        return False
    found = [
        one._replace(moment=a.name)
        for one in _with_all(t, other, "enemy_action_end", target=a.who)
        if _in_reach(t, one, a.who)
    ]
    again = yield from window(t, topic("abilities against {action} of {who}", a.name, t.name(a.who)), found)
    return again


def _in_reach(t: Table, occasion: Occasion, enemy: int) -> bool:
    """Whether the enemy that has acted is the one an entry waits for: in control range, or as its selector says."""
    entry, context, _ = occasion
    if any(condition.enemy_in_control_range for condition in entry.conditions):
        return in_control_range(t, t.board, context.who, enemy)
    return selector_of(entry)[0] is None or enemy in able(t, entry, context)


# -- counteracting -----------------------------------------------------------------------------------------------------


def counteracts_anyway(t: Table, who: int, why: Why = None) -> bool | None:
    """Whether an entry lets an operative counteract whatever its order, perhaps for CP; None: it has none for that
    (KT-CTR-02, KT-PLOY-01, KT-PLOY-04)."""
    waivers = _waivers(t, who)
    if not waivers:
        return None
    if _order_waived(t, who) is not None:
        return need(why, True, "KT-CTR-02", "{} counteracts whatever its order", t.name(who))
    return usable(t, waivers[0].entry, waivers[0].context, why)


def _waivers(t: Table, who: int) -> list[Occasion]:
    """The entries that let an operative counteract whatever its order, if they may be used."""
    return [
        one
        for one in _with(t, who, "counteract")
        if any(effect.allow is not None and effect.allow.what == "counteract_any_order" for effect in one.entry.effects)
    ]


def _order_waived(t: Table, who: int) -> Entry | None:
    """The entry that would let an operative counteract whatever its order."""
    return next((one.entry for one in _waivers(t, who) if usable(t, one.entry, one.context)), None)


def counteracting(t: Table, who: int) -> Rule[None]:
    """What it costs to counteract in spite of the order (KT-CTR-02, KT-PLOY-01)."""
    if t.operative(who).order != ENGAGE and not allowed(t, who, "counteract_any_order"):
        entry = _order_waived(t, who)
        if entry is not None:
            pay(t, entry, who)
    yield from ()


# -- targets -----------------------------------------------------------------------------------------------------------


def conceals(t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether an ability keeps a Conceal target from being selected from so far; Vantage does not help against it
    (KT-SHOOT-05)."""
    if "conceal_from" not in book(t).kinds:
        return False
    cover = covered_throughout(t, board, shooter, target, weapon)
    for entry, effect in in_force(
        t, target, "conceal_from", Context(target, attacker=shooter, weapon=weapon, cover=cover)
    ):
        far, limit = distance(t, board, shooter, target), effect.value.beyond
        text = '{:.2f}" from {}, which {} hides beyond {}"'
        if not need(why, within(far, limit), entry.id, text, far, t.name(target), entry.name, limit):
            return True
    return False


# -- hatchways ---------------------------------------------------------------------------------------------------------


def _hatch_entries(t: Table, who: int) -> list[tuple[int, Entry]]:
    """What makes OPERATE HATCH cheaper for an operative now, the best first."""
    if acts_without_activation(t, who):
        return []
    found = [
        (effect.value.ap, entry) for entry, effect in in_force(t, who, "operate_hatch") if within_limit(t, entry, who)
    ]
    return sorted((pair for pair in found if pair[0] < HATCH_AP), key=lambda pair: pair[0])


def hatch_ap(t: Table, who: int) -> int:
    """What OPERATE HATCH costs an operative now; a counteraction is an action of 1 AP all the same (KT-GALL-08,
    KT-CTR-03)."""
    return min((ap for ap, _ in _hatch_entries(t, who)), default=HATCH_AP)


def operated_hatch(t: Table, who: int) -> None:
    """An operative has operated a hatchway: what made that cheaper is used once more (KT-GALL-08)."""
    for _, entry in _hatch_entries(t, who)[:1]:
        count(t, entry, who)


class Abilities(Supplement):
    """The abilities of the teams hang into the chapters."""

    name = ABILITIES

    def items(self, t: Table, seat: int) -> Iterable[Item]:
        return [item for entry, kind, count in setup_markers(t, seat) for item in several(entry, kind, seat, count)]

    def ready_rules(self, t: Table) -> Rule[bool]:
        return ready_step(t)

    def gambits(self, t: Table, seat: int) -> Iterable[Gambit]:
        return gambits(t, seat)

    def activation_start(self, t: Table, who: int) -> Rule[bool]:
        return activation_start(t, who)

    def activation_end(self, t: Table, who: int) -> Rule[bool]:
        return activation_end(t, who)

    def counteracts_anyway(self, t: Table, who: int, why: Why) -> bool | None:
        return counteracts_anyway(t, who, why)

    def counteracts(self, t: Table, who: int) -> Rule[None]:
        return counteracting(t, who)

    # -- what is specific beats the core rules -------------------------------------------------------------------------

    def stat(self, t: Table, who: int, stat: str, weapon: Weapon | None) -> Iterable[Modifier]:
        return lasting.changes(t, who, stat, weapon)

    def ignores(self, t: Table, who: int, what: str) -> bool:
        return bool(in_force(t, who, "ignore", None, what))

    def allows(self, t: Table, who: int, what: str, action: str) -> bool:
        return lasting.allows(t, who, what, action)

    def forbids(self, t: Table, who: int, what: str) -> bool:
        return bool(in_force(t, who, "forbid", None, what))

    def more_for_control(self, t: Table, who: int) -> int:
        return lasting.more_for_control(t, who)

    # -- actions and moves ---------------------------------------------------------------------------------------------

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return deeds(t, who)

    def price(self, t: Table, who: int, action: str, ap: int) -> int:
        return lasting.price(t, who, action, ap)

    def repeats(self, t: Table, who: int, action: str) -> bool:
        return lasting.second(t, who, action) is not None

    def bars(self, t: Table, who: int, action: str, why: Why) -> bool:
        return lasting.barred(t, who, action, why)

    def after_action(self, t: Table, a: Action) -> Rule[bool]:
        return after_action(t, a)

    def enemy_action_over(self, t: Table, a: Action) -> Rule[bool]:
        return enemy_action_end(t, a)

    def gait(self, t: Table, who: int, gait: Gait) -> Gait:
        return lasting.trained(t, who, gait)

    def hindrances(self, t: Table, who: int) -> Iterable[Near]:
        return markers.near(t, who)

    def passed(self, t: Table, who: int, start: Body, legs: Sequence[tuple[Any, ...]]) -> Rule[None]:
        return markers.passed(t, who, start, legs)

    # -- attacks and damage --------------------------------------------------------------------------------------------

    def gained_rules(self, t: Table, who: int, weapon: Weapon, target: int) -> tuple[str, ...]:
        return in_attacks.gained_rules(t, who, weapon, target)

    def conceals(self, t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why) -> bool:
        return conceals(t, board, shooter, target, weapon, why)

    def intercepts(self, t: Table, s: Shooting) -> Rule[None]:
        return in_attacks.intercepted(t, s)

    def before_shot(self, t: Table, s: Shooting) -> Rule[None]:
        return in_attacks.before_shot(t, s)

    def before_defence(self, t: Table, s: Shooting) -> Rule[None]:
        return in_attacks.before_defence(t, s)

    def before_fight(self, t: Table, f: Fight) -> Rule[None]:
        return in_attacks.before_fight(t, f)

    def heeds_damage(self, t: Table, who: int) -> bool:
        return not in_attacks.quiet(t, who)

    def points_wanted(self, t: Table, seat: int) -> int:
        whens = ("damaged", "incapacitated")
        return sum([entry.cp for when in whens for entry in entries(t, seat, when) if affordable(t, entry)])

    def damaged(self, t: Table, blow: Blow, hits: Hits) -> Rule[None]:
        return in_damage.lessen(t, blow, hits)

    def would_fall(self, t: Table, blow: Blow) -> Rule[bool]:
        return in_damage.would_fall(t, blow)

    def fallen(self, t: Table, blow: Blow) -> Rule[None]:
        return in_damage.fallen(t, blow)
