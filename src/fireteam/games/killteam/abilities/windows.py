"""What kill teams bring along, in the windows of the game: abilities, faction rules, ploys and equipment of their
own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.entries import Entry, entries
from fireteam.games.killteam.abilities.selectors import everybody, selector_of
from fireteam.games.killteam.abilities.sequences import SequenceWindows
from fireteam.games.killteam.abilities.using import Use, Window, fit, perform, through, with_all, with_one
from fireteam.games.killteam.abilities.word import Context
from fireteam.games.killteam.abilities.words.dice import DiceWindows
from fireteam.games.killteam.abilities.words.markers import MarkerWindows
from fireteam.games.killteam.abilities.words.permissions import ANY_ORDER, Allow, PermissionWindows
from fireteam.games.killteam.abilities.words.tokens import TokenWindows
from fireteam.games.killteam.actions.action import Action, Deed, deeds_of, hurt_by
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.overrides import allowed
from fireteam.games.killteam.state import ENGAGE, NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.gambits import Gambit
from fireteam.games.killteam.windows import ABILITIES

if TYPE_CHECKING:
    pass


def between_actions(t: Table, about: str, uses: Iterable[Use]) -> Rule[bool]:
    """All that a window opens for, the sides in the order given; True if something began that comes first."""
    if (yield from through(Window(t, about, uses))):
        return True
    if not t.state.agenda:
        yield from remove_casualties(t)
    return False


# -- actions and gambits -----------------------------------------------------------------------------------------------


def deeds(t: Table, who: int) -> list[Deed]:
    """The unique actions of an operative (KT-ACT-08)."""
    found = [entry for entry in entries(t, t.operative(who).seat, "action") if entry.bears(t, who)]
    return [
        Deed(entry.id, entry.id, entry.ap, partial(_may_perform, entry), partial(_perform, entry)) for entry in found
    ]


def _may_perform(entry: Entry, t: Table, who: int, mode: str, why: Why) -> bool:
    """Its limit, its conditions, and somebody it can be used for (KT-ACT-06, KT-ACT-07)."""
    context, text = Context(who), "{} can be completed: there is somebody it is for"
    return (
        entry.within_limit(t, who, why)
        and entry.holds(t, context, why)
        and need(why, bool(entry.able(t, context)), "KT-ACT-07", text, entry.name)
    )


def _perform(entry: Entry, t: Table, a: Action) -> Rule[None]:
    """A unique action: what its entry does (KT-ACT-08)."""
    entry.count(t, a.who)
    yield from perform(Window(t), Use(entry, Context(a.who)))


def gambits(t: Table, seat: int) -> list[Gambit]:
    """Strategy ploys and other gambits of a kill team (KT-PLOY-02, KT-GAMB-04)."""
    return [
        Gambit(entry.id, entry.id, entry.cp, partial(_use_gambit, entry), ploy=entry.ploy)
        for entry in entries(t, seat, "gambit")
        if _gambit_users(t, entry)
    ]


def _gambit_users(t: Table, entry: Entry) -> list[int]:
    """Who may use a gambit: its bearers if it is theirs, else the side as a whole."""
    found = [who for who in entry.bearers(t) if fit(t, who)] if entry.card or entry.by else [NOBODY]
    return [who for who in found if entry.within_limit(t, who) and _helps(t, entry, Context(who))]


def _helps(t: Table, entry: Entry, context: Context) -> bool:
    """Whether a gambit concerns anybody: what stands for the turning point may come to do so later."""
    if entry.who is None:
        return context.who == NOBODY or entry.holds(t, context)
    if everybody(entry):
        return not any(effect.at_once for effect in entry.effects) or bool(entry.able(t, context))
    return entry.holds(t, context) and bool(entry.able(t, context))


def _use_gambit(entry: Entry, t: Table, seat: int) -> Rule[None]:
    """What a gambit does; the Gambit step has paid for it (KT-GAMB-03)."""
    users = _gambit_users(t, entry)
    user = users[0]
    if len(users) > 1:
        names = [t.name(who) for who in users]
        way: Option = yield t.ask(
            seat,
            topic("user of {entry}", entry.id),
            lambda: [option("use_entry_with", entry.id, name) for name in names],
        )
        user = users[names.index(way.args[1])]
    entry.count(t, user)
    yield from perform(Window(t), Use(entry, Context(user)))


# -- after an action ---------------------------------------------------------------------------------------------------


def context_after(t: Table, a: Action) -> Context:
    """What conditions look at after an action: what it counts as, its weapon, its target, and whom of the enemies it
    has hurt."""
    seat = t.operative(a.who).seat
    # An action that is used up with this, such as a grenade's, is none of its deeds any more.
    done = next((found.limit for found in deeds_of(t, a.who) if found.name == a.name), a.name)
    weapon = next((weapon for weapon in t.weapons(a.who) if weapon.id == a.weapon), None)
    hurt = tuple(who for who in hurt_by(t, a) if t.operative(who).seat != seat)
    return Context(a.who, target=a.target, weapon=weapon, hurt=hurt, done=done)


def _in_reach(t: Table, use: Use, enemy: int) -> bool:
    """Whether the enemy that has acted is the one an entry waits for: in control range, or as its selector says."""
    for condition in use.entry.conditions:
        awaited = condition.awaits(t, use.context.who, enemy)
        if awaited is not None:
            return awaited
    return selector_of(use.entry)[0] is None or enemy in use.entry.able(t, use.context)


def _waivers(t: Table, who: int) -> list[Use]:
    """The entries that let an operative counteract whatever its order, perhaps for CP (KT-CTR-02)."""
    return [use for use in with_one(t, "counteract", Context(who)) if use.entry.effects_of(Allow, ANY_ORDER)]


class Abilities(SequenceWindows, DiceWindows, PermissionWindows, TokenWindows, MarkerWindows):
    """The abilities of the teams hang into the chapters."""

    name = ABILITIES

    def gambits(self, t: Table, seat: int) -> Iterable[Gambit]:
        return gambits(t, seat)

    def ready_rules(self, t: Table) -> Rule[bool]:
        first = t.state.initiative
        found = [use for seat in (first, 1 - first) for use in with_all(t, seat, "ready_step")]
        return between_actions(t, "abilities in the Ready step", found)

    def activation_start(self, t: Table, who: int) -> Rule[bool]:
        if not fit(t, who):
            return False
        found = with_one(t, "activation_start", Context(who))
        found += with_all(t, 1 - t.operative(who).seat, "enemy_activation_start", target=who)
        about = topic("abilities at the start of the activation of {who}", t.name(who))
        return (yield from between_actions(t, about, found))

    def activation_end(self, t: Table, who: int) -> Rule[bool]:
        if not fit(t, who):
            return False
        about = topic("abilities at the end of the activation of {who}", t.name(who))
        return (yield from between_actions(t, about, with_one(t, "activation_end", Context(who))))

    def counteracts_anyway(self, t: Table, who: int, why: Why) -> bool | None:
        waivers = _waivers(t, who)
        if not waivers:
            return None
        if any(use.entry.usable(t, use.context) for use in waivers):
            return need(why, True, "KT-CTR-02", "{} counteracts whatever its order", t.name(who))
        return waivers[0].entry.usable(t, waivers[0].context, why)

    def counteracts(self, t: Table, who: int) -> Rule[None]:
        """What it costs to counteract in spite of the order (KT-CTR-02, KT-PLOY-01)."""
        yield from ()
        if t.operative(who).order != ENGAGE and not allowed(t, who, ANY_ORDER):
            for use in [use for use in _waivers(t, who) if use.entry.usable(t, use.context)][:1]:
                use.entry.pay(t, who)

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return deeds(t, who)

    def after_action(self, t: Table, a: Action) -> Rule[bool]:
        """What abilities do after an action: those of the operative itself, then those of whoever has incapacitated an
        enemy in it."""
        seat, moment = t.operative(a.who).seat, f"{a.name} {len(t.operative(a.who).actions)}"
        found = with_one(t, "after_action", Context(a.who), moment) if fit(t, a.who) else []
        if found:
            about = context_after(t, a)
            found = [Use(use.entry, about, moment) for use in found]
        for side in (t.state.initiative, 1 - t.state.initiative):
            for entry in entries(t, side, "kills"):
                for killer, victim, _ in t.state.kills[a.kills :]:
                    if killer != NOBODY and entry.bears(t, killer) and t.operative(victim).seat != side:
                        found.append(Use(entry, Context(killer, target=victim), f"{moment} {t.name(victim)}"))
        found.sort(key=lambda use: use.entry.seat != seat)
        return between_actions(t, topic("abilities after {action} of {who}", a.name, t.name(a.who)), found)

    def enemy_action_over(self, t: Table, a: Action) -> Rule[bool]:
        """What abilities of the other side do after an action of an enemy that is within their reach."""
        if not fit(t, a.who):
            return False
        found = with_all(t, 1 - t.operative(a.who).seat, "enemy_action_end", target=a.who, moment=a.name)
        about = topic("abilities against {action} of {who}", a.name, t.name(a.who))
        return (yield from between_actions(t, about, [use for use in found if _in_reach(t, use, a.who)]))
