"""Activations and actions: what a model may do, how long it takes, standing up (DZ-ACT, DZ-SPEC, DZ-STAND)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from fireteam.core.questions import LazyOptions, Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone import state
from fireteam.games.deadzone.assault import ACTION, STANDING, Assault
from fireteam.games.deadzone.dice import has_stat
from fireteam.games.deadzone.forced import settle
from fireteam.games.deadzone.movement import ADVANCE, SPRINT, Move, can_move, move, must_leave, speed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import attackable, pick_striker, strikers
from fireteam.games.deadzone.shooting import Volley, candidates, is_long, may_shoot, may_target
from fireteam.games.deadzone.state import Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, carried, each, repeat, then
from fireteam.kit.supplements import Windows

SHORT, LONG, EITHER, FREE, INSTANT = "short", "long", "either", "free", "instant"
"""How long an action is: FREE ones cost a command die, and what is INSTANT is no action at all."""
MOST = 2
"""Short actions of one activation (see DZ-ROUND-04)."""
SHOOTING = ("shoot", "free_shoot")
"""The actions whose targets are judged when somebody looks: they are many."""


class Activation(Sequence, Frame):
    """A model is activated (see DZ-ROUND-03)."""

    kind = "activation"
    who: int
    shorts: int = 0
    long: bool = False
    done: frozenset[str] = frozenset()
    """Actions taken, by name."""
    free: bool = False
    """Whether a free-action die has been spent on it (see DZ-CMD-05)."""
    met: tuple[int, ...] = ()
    """Enemies that shared its cube when its turn began (see DZ-ASLT-01)."""
    eager: bool = False
    """Whether its Rampage die lets it stand up or step before its actions (see DZ-AB-RAMPAGE-03)."""
    charged: bool = False
    """Whether it has used Charged (see DZ-AB-CHARGED-02)."""

    @staticmethod
    def steps() -> Steps[Table, Activation]:
        """What comes at its start is settled before its actions: the Rampage die, gas and orders of the beginning, the
        fire, standing up by Rampage or by Headstrong, the Rampage step (DZ-ROUND-13); then what comes at its end,
        cut short or not (DZ-MEET-09, DZ-ROUND-14)."""
        return (
            start,
            carried(Keyword.chosen, keywords),
            each(Supplement.activation_start, stops=False),
            carried(Keyword.makes_cloud, keywords, is_alive),
            then(burn, is_burning),
            carried(Keyword.begins, keywords, may_act),
            carried(Keyword.recovers, keywords, may_act),
            carried(Keyword.surges, keywords, may_act),
            repeat(act, may_act),
            carried(Keyword.makes_cloud, keywords, is_alive),
            carried(Keyword.ends, keywords, is_alive),
            each(Supplement.activation_end, stops=False),
            carried(Keyword.ends_last, keywords, is_alive),
            then(end),
        )


def keywords(t: Table, a: Activation) -> tuple[Windows, ...]:
    """The keywords of the active model."""
    return t.bearers(a.who)


def is_alive(t: Table, a: Activation) -> bool:
    """Whether it is in play."""
    return t.in_play(a.who)


def is_burning(t: Table, a: Activation) -> bool:
    return may_act(t, a) and t.state.models[a.who].burning


def burn(t: Table, a: Activation) -> Rule[None]:
    """Its fire comes before anything it does (see DZ-AB-BURN-05)."""
    yield from ()
    for burns in t.windows[Supplement.burns]:
        burns(t, a.who)


def start(t: Table, a: Activation) -> Rule[None]:
    """The turn of a model begins."""
    yield from ()
    t.activate(a.who)
    look_around(t, a)


def look_around(t: Table, a: Activation) -> None:
    """Who shares its cube as its turn begins is noted for ASSAULT (see DZ-ASLT-01)."""
    a.met = tuple(t.foes(a.who))


def may_act(t: Table, a: Activation) -> bool:
    """Not if the activation has ended early; what comes at its end still does (DZ-ROUND-14)."""
    return t.in_play(a.who) and not t.state.over


# -- the list of actions -----------------------------------------------------------------------------------------------


def anything(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    return True


class Deed(NamedTuple):
    """Something a model may do: its law, the options it is chosen by, and what it does (DZ-ACT-04)."""

    name: str
    rule: str
    length: str
    law: Callable[[Table, Activation, Why], bool]
    options: Callable[[Table, Activation], Iterable[Option]]
    do: Callable[[Table, Activation, Option], Rule[None]]
    locked: bool = False
    """Whether it may be done beside an unpinned enemy (see DZ-ACT-02)."""
    die: int = state.NOBODY
    """The symbol of the command die that a free action costs."""
    target: Callable[[Table, Activation, Option, Why], bool] = anything
    """The law of what one of its options is aimed at."""


def deeds(t: Table, who: int) -> list[Deed]:
    """All that a model may think of: the book's list, and SPECIAL actions."""
    return [*ACTIONS, *special_deeds(t, who)]


def special_deeds(t: Table, who: int) -> list[Deed]:
    """The SPECIAL actions of keywords and supplements (DZ-SPEC-01)."""
    found: list[Deed] = []
    for windows in t.bearers(who):
        for more in windows[Keyword.deeds]:
            found += more(t, who)
    for others in t.windows[Supplement.deeds]:
        found += others(t, who)
    return found


def act(t: Table, a: Activation) -> Rule[bool]:
    """One action, or the end of the activation: doing nothing is allowed (DZ-ROUND-06). Dice for free
    actions are spent here, before an action or after one, never in the middle (DZ-CMD-14)."""
    about = topic("action of {who}", t.name(a.who))
    pick: Option = yield t.ask(t.player(a.who), about, lambda: offered(t, a))
    if pick.kind == "end":
        return False
    deed = BY_NAME.get(pick.kind) or next(deed for deed in special_deeds(t, a.who) if deed.name == pick.kind)
    if deed.length == FREE:
        a.free = True
    elif deed.length != INSTANT:
        a.done |= {deed.name}
        if deed.length == LONG or (deed.length == EITHER and is_long(t.weapon(a.who, pick.args[0]), pick.args[2])):
            a.long = True
        else:
            a.shorts += 1
    yield from deed.do(t, a, pick)
    return True


def offered(t: Table, a: Activation) -> LazyOptions:
    """Every action that is possible now; its own law, and what could be shot at, is judged when somebody looks."""
    found: list[Option] = []
    thought_of: dict[str, Deed] = {}
    leeway = leeway_of(t, a)
    special = [deed for deed in special_deeds(t, a.who) if may_choose(leeway, deed)]
    for deed in (*open_actions(leeway), *special):
        thought_of[deed.name] = deed
        options = deed.options(t, a)
        found += options if deed.name in SHOOTING else [pick for pick in options if deed.target(t, a, pick, None)]
    lawful: dict[str, bool] = {"end": True}

    def judge(pick: Option) -> bool:
        kind = pick.kind
        if kind not in lawful:
            lawful[kind] = is_lawful(t, a, thought_of[kind])
        return lawful[kind] and (kind not in SHOOTING or thought_of[kind].target(t, a, pick, None))

    return LazyOptions([*found, option("end")], judge)


def may_do(t: Table, a: Activation, deed: Deed, why: Why = None) -> bool:
    """Whether a model may do something now."""
    return may_choose(leeway_of(t, a), deed, why, t.name(a.who)) and is_lawful(t, a, deed, why)


class Leeway(NamedTuple):
    """All that what actions have in common depends on."""

    done: frozenset[str]
    long: bool
    shorts: int
    free: bool
    dice: tuple[int, ...]
    """The command dice of its side, by symbol."""
    controlled: bool
    pinned: bool
    engaged: bool
    """Whether an unpinned enemy is in its cube."""


def leeway_of(t: Table, a: Activation) -> Leeway:
    """How much of its activation a model has left, and what it may use it for."""
    s, who = t.state, a.who
    me, foes = s.models[who], t.foes(who)
    engaged = bool(foes) and not all(s.models[foe].pinned for foe in foes)
    return Leeway(a.done, a.long, a.shorts, a.free, s.command[me.side], t.controlled(who), me.pinned, engaged)


@lru_cache(maxsize=1 << 12)
def open_actions(leeway: Leeway) -> tuple[Deed, ...]:
    """The book's actions that may be chosen, as far as all have it in common."""
    return tuple([deed for deed in ACTIONS if may_choose(leeway, deed)])


def may_choose(leeway: Leeway, deed: Deed, why: Why = None, who: str = "") -> bool:
    """What all actions have in common: one long or two short ones (DZ-ROUND-04), each once (DZ-ROUND-05). Those of
    command dice are not counted (DZ-CMD-13), but there is one of them (DZ-CMD-05), and none for a controlled model
    (DZ-CMD-16)."""
    if deed.length == INSTANT:
        return True
    if deed.length == FREE:
        held = leeway.dice[deed.die] > 0
        common = (
            need(why, held, "DZ-CMD-04", "its side holds a die with {}", state.SYMBOLS[deed.die])
            and need(why, not leeway.free, "DZ-CMD-05", "no free-action die was spent on {}", who)
            and need(why, not leeway.controlled, "DZ-CMD-16", "its owner decides for it")
        )
    else:
        most = 1 if deed.length == LONG else MOST
        shorts = leeway.shorts
        common = (
            need(why, deed.name not in leeway.done, "DZ-ROUND-05", "it has not done that in this activation")
            and need(why, not leeway.long, "DZ-ROUND-04", "it has taken no long action")
            and need(why, shorts < most, "DZ-ROUND-04", "its actions are not used up: {} of 2 short ones", shorts)
        )
    return common and is_free_to(leeway, deed, why)


def is_lawful(t: Table, a: Activation, deed: Deed, why: Why = None) -> bool:
    """The law of an action itself."""
    return deed.law(t, a, why) and (deed.length == INSTANT or may_stay(t, a, deed, why))


def is_free_to(leeway: Leeway, deed: Deed, why: Why = None) -> bool:
    """A pinned model stands up first (DZ-ACT-01, DZ-PIN-03); beside an unpinned enemy there is little choice
    (DZ-ACT-02, DZ-SPEC-02), and beside pinned ones alone more (DZ-ACT-03)."""
    stands = deed.name == "stand"
    if not need(why, leeway.pinned == stands, "DZ-ACT-01", "a pinned model stands up first, and nobody else does"):
        return False
    free = stands or deed.locked or not leeway.engaged
    return need(why, free, "DZ-ACT-02", "no unpinned enemy is in its cube")


def may_stay(t: Table, a: Activation, deed: Deed, why: Why = None) -> bool:
    """Where its side has too many in its cube moving out comes first, if it can (DZ-AB-RAMPAGE-05)."""
    if deed.name == "stand" or not t.crowded(a.who):
        return True
    advance, sprint = speed(t, a.who)
    ways = {"advance": advance, "free_advance": min(advance, 1), "sprint": sprint}
    leaves = {name for name, cubes in ways.items() if cubes and must_leave(t, a.who, cubes)}
    return need(why, not leaves or deed.name in leaves, "DZ-AB-RAMPAGE-05", "its side has too many in its cube")


# -- the actions -------------------------------------------------------------------------------------------------------


def has_speed(t: Table, a: Activation, why: Why) -> bool:
    return need(why, speed(t, a.who)[0] > 0, "DZ-MOVE-04", "it has a SPEED")


def may_sprint(t: Table, a: Activation, why: Why) -> bool:
    """Not with an enemy in the cube (DZ-SPRINT-02)."""
    return (
        has_speed(t, a, why)
        and need(why, not t.foes(a.who), "DZ-SPRINT-02", "no enemy is in its cube")
        and need(why, can_move(t, a.who, speed(t, a.who)[1]), "DZ-SPRINT-01", "there is a way to go")
    )


def may_shoot_now(t: Table, a: Activation, why: Why) -> bool:
    return may_shoot(t, a.who, why)


def may_shoot_at(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    return may_target(t, a.who, pick, why)


def may_fight(t: Table, a: Activation, why: Why) -> bool:
    """It needs a FIGHT that it may choose (see DZ-DICE-07) and somebody to fight."""
    return need(why, has_stat(t.cards[a.who].fight), "DZ-DICE-07", "it has a FIGHT") and need(
        why, bool(attackable(t, a.who)), "DZ-ASLT-01", "an enemy is in its cube whom it may attack"
    )


def fought(t: Table, a: Activation) -> list[int]:
    """Whom the action may be against: enemies that shared the cube when the turn began (see DZ-ASLT-01)."""
    able = attackable(t, a.who)
    return able if t.house_rule("assault_start") == "any_time" else [foe for foe in able if foe in a.met]


def may_assault(t: Table, a: Activation, why: Why) -> bool:
    """The model began its turn with an enemy in its cube (DZ-ASLT-01)."""
    return may_fight(t, a, why) and need(
        why, bool(fought(t, a)), "DZ-ASLT-01", "an enemy was in its cube when its turn began"
    )


def always(t: Table, a: Activation, why: Why) -> bool:
    return True


def advance(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """ADVANCE (see DZ-MOVE-01)."""
    yield from ()
    t.begin(move_by(t, a.who, pick.kind))


def sprint(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """SPRINT (see DZ-SPRINT-01)."""
    yield from ()
    t.begin(move_by(t, a.who, pick.kind))


def move_by(t: Table, who: int, kind: str) -> Move:
    """The move that an action or a command die is."""
    if kind == "free_advance":
        extras = t.house_rule("advance_die_extras")
        return move(t, who, ADVANCE, 1, extras=extras != "none", charges=extras == "agile_and_charged")
    advance, sprint = speed(t, who)
    return move(t, who, ADVANCE, advance, charges=True) if kind == "advance" else move(t, who, SPRINT, sprint)


def stand(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """STAND UP, a short action (DZ-STAND-01, DZ-ACT-05); it is not undone by what follows (DZ-STAND-03)."""
    yield from get_up(t, a.who)


def get_up(t: Table, who: int) -> Rule[None]:
    """Its owner sets it upright in its cube; beside an enemy it is attacked at once (DZ-STAND-02)."""
    able = strikers(t, who)
    t.set_upright(who)
    yield from settle(t, who, t.place(who))
    if able:
        striker = yield from pick_striker(t, who, able, topic("who attacks {who}", t.name(who)), must=True)
        t.begin(Assault(striker, who, STANDING))


def shoot(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """SHOOT (see DZ-SHOOT-01), with a second weapon if the model may (see DZ-AB-FIRECTRL-01)."""
    second: tuple[tuple[int, int, str], ...] = ()
    if t.has(a.who, Keyword.fires_twice):
        second = yield from second_shot(t, a, pick)
    t.begin(Volley(a.who, (pick.args, *second)))


def second_shot(t: Table, a: Activation, first: Option) -> Rule[tuple[tuple[int, int, str], ...]]:
    """Another weapon and its target, named before any dice; one that takes long makes the whole action long
    (see DZ-MEET-14)."""
    may_be_long = a.long or a.shorts == 1
    others = [
        pick
        for pick in candidates(t, a.who, "second", short=True, long=may_be_long)
        if pick.args[0] != first.args[0] and may_target(t, a.who, pick)
    ]
    pick: Option = yield t.ask(
        t.player(a.who), topic("second weapon of {who}", t.name(a.who)), lambda: [option("one_weapon"), *others]
    )
    if pick.kind == "one_weapon":
        return ()
    if is_long(t.weapon(a.who, pick.args[0]), pick.args[2]) and not a.long:
        a.long, a.shorts = True, a.shorts - 1
    return (pick.args,)


def assault(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """ASSAULT (see DZ-ASLT-01)."""
    yield from ()
    t.begin(Assault(a.who, pick.args[0], ACTION))


def free_advance(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """The Advance die: one cube, whatever the SPEED (DZ-CMD-09)."""
    yield from ()
    t.spend(t.side(a.who), state.ADVANCE)
    t.begin(move_by(t, a.who, pick.kind))


def free_shoot(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """The Shoot die, with a weapon that takes long, too (DZ-CMD-10)."""
    yield from ()
    t.spend(t.side(a.who), state.SHOOT)
    t.begin(Volley(a.who, (pick.args,)))


def free_assault(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """The Assault die, against whoever is there now (DZ-CMD-11)."""
    yield from ()
    t.spend(t.side(a.who), state.ASSAULT)
    t.begin(Assault(a.who, pick.args[0], ACTION))


def shots(t: Table, a: Activation) -> Iterable[Option]:
    return candidates(t, a.who, "shoot", short=True, long=a.shorts == 0)


def free_shots(t: Table, a: Activation) -> Iterable[Option]:
    return candidates(t, a.who, "free_shoot", short=True, long=True)


def plain(kind: str) -> Callable[[Table, Activation], Iterable[Option]]:
    """The one option of an action that aims at nothing."""
    return lambda t, a: [option(kind)]


def at_enemies(
    kind: str, whom: Callable[[Table, Activation], list[int]]
) -> Callable[[Table, Activation], Iterable[Option]]:
    """An option for each enemy."""
    return lambda t, a: [option(kind, t.name(foe), args=(foe,)) for foe in whom(t, a)]


ACTIONS = (
    Deed("stand", "DZ-STAND-01", SHORT, always, plain("stand"), stand),
    Deed("advance", "DZ-MOVE-01", SHORT, has_speed, plain("advance"), advance, locked=True),
    Deed("sprint", "DZ-SPRINT-01", LONG, may_sprint, plain("sprint"), sprint),
    Deed("shoot", "DZ-SHOOT-01", EITHER, may_shoot_now, shots, shoot, target=may_shoot_at),
    Deed("assault", "DZ-ASLT-01", LONG, may_assault, at_enemies("assault", fought), assault, locked=True),
    Deed("free_advance", "DZ-CMD-09", FREE, has_speed, plain("free_advance"), free_advance, True, state.ADVANCE),
    Deed(
        *("free_shoot", "DZ-CMD-10", FREE, may_shoot_now, free_shots, free_shoot),
        die=state.SHOOT,
        target=may_shoot_at,
    ),
    Deed(
        *("free_assault", "DZ-CMD-11", FREE, may_fight),
        at_enemies("free_assault", lambda t, a: attackable(t, a.who)),
        free_assault,
        locked=True,
        die=state.ASSAULT,
    ),
)
"""The book's list of actions, and the free ones of command dice."""
BY_NAME = {deed.name: deed for deed in ACTIONS}


# -- the end -----------------------------------------------------------------------------------------------------------


def end(t: Table, a: Activation) -> Rule[None]:
    """The model is marked activated (see DZ-ROUND-03)."""
    yield from ()
    t.forget_now(a.who)
    if t.in_play(a.who):
        t.mark_activated(a.who)
    t.deactivate()
