"""The activation of a character: what it may do, what it may not and why, and the step that does it (rulebook 6.c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Refusal, Why, need
from fireteam.core.topics import topic
from fireteam.games.escape.actions import combat, hacking, handling, movement, taking
from fireteam.games.escape.actions.payments import payable, payments
from fireteam.games.escape.actions.reach import moves_from
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill, Supplement
from fireteam.space.squares import bits

FREE = -1


class Action(NamedTuple):
    """One kind of action: its law, its rule, and everything it could be thought of with."""

    allows: Callable[..., bool]
    perform: Callable[..., Rule[None]]
    candidates: Callable[[Table, Character], Iterable[tuple[Any, ...]]]
    skill: str = ""
    """Only for owners of a skill that gives it."""
    spends: int = FREE
    """The statistic whose action it costs."""
    attack: bool = False
    keep: bool = False
    """Whether it is an attack, and whether it is about the carried token: see `payments`."""


def _everybody(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((other.index,) for other in t.state.characters if other is not c)


def _opponents(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((other.index,) for other in t.squad(1 - c.side) if other.status == BOARD)


def _doors(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((number,) for number in range(len(t.ground.board.doors)))


def _squares(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((square,) for square in range(t.ground.squares.count))


def _tokens(t: Table, c: Character) -> Iterable[tuple[str]]:
    return ((token.id,) for token in t.state.tokens.values() if token.square >= 0)


def _throws(t: Table, c: Character) -> Iterable[tuple[str, int]]:
    crates = [token.id for token in t.state.tokens.values() if token.kind == "crate" and token.square >= 0]
    return ((token, number) for token in crates for (number,) in _opponents(t, c))


def _shots(t: Table, c: Character) -> Iterable[tuple[str, int]]:
    return ((weapon.name, number) for weapon in t.card(c).ranged for (number,) in _opponents(t, c))


def _airlocks(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((number,) for number in t.ground.board.airlocks)


def _terminals(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((terminal.number,) for terminal in t.ground.terminals)


def _walls(t: Table, c: Character) -> Iterable[tuple[int]]:
    return ((edge,) for edge in t.ground.board.edge_squares if t.ground.board.walls >> edge & 1)


def _once(t: Table, c: Character) -> Iterable[tuple[()]]:
    return ((),)


ACTIONS: dict[str, Action] = {
    "step": Action(movement.may_step, movement.step, _squares, spends=MOVEMENT),
    "open": Action(movement.may_open, movement.open_door, _doors, spends=MOVEMENT),
    "close": Action(movement.may_close, movement.close_door, _doors, spends=MOVEMENT),
    "leave": Action(movement.may_leave, movement.leave, _airlocks, spends=MOVEMENT),
    "bank": Action(movement.may_bank, movement.bank, _once, spends=MOVEMENT, keep=True),
    "attack": Action(combat.may_attack, combat.hand_to_hand, _everybody, spends=COMBAT, attack=True),
    "throw": Action(combat.may_throw, combat.throw_crate, _throws, spends=COMBAT, attack=True),
    "shoot": Action(combat.may_shoot, combat.shoot, _shots, spends=COMBAT, attack=True),
    "grenade": Action(combat.may_throw_grenade, combat.throw_grenade, _everybody, spends=COMBAT, attack=True),
    "grenade_square": Action(
        combat.may_throw_grenade_at, combat.throw_grenade_at, _squares, spends=COMBAT, attack=True
    ),
    "drill": Action(combat.may_drill, combat.drill, _walls, skill="drill", spends=COMBAT),
    "hack_door": Action(hacking.may_hack_door, hacking.hack_door, _doors, spends=INTELLECT),
    "hack_terminal": Action(hacking.may_hack_terminal, hacking.hack_terminal, _terminals, spends=INTELLECT),
    "hack_airlock": Action(hacking.may_hack_airlock, hacking.hack_airlock, _airlocks, spends=INTELLECT),
    "attract": Action(hacking.may_attract, hacking.attract, _everybody, skill="attract", spends=INTELLECT),
    "turn_over": Action(handling.may_turn_over, handling.turn_over, _tokens),
    "pick_up": Action(taking.may_pick_up, taking.pick_up, _tokens),
    "give": Action(handling.may_give, handling.give, _everybody, spends=MOVEMENT, keep=True),
    "drop": Action(handling.may_drop, handling.drop, _squares, spends=MOVEMENT, keep=True),
    "medkit": Action(handling.may_use_medkit, handling.use_medkit, _once),
}
"""Every kind of action; Movement actions pay not only for steps but for doors, leaving, handing over and dropping too
(ES-MOVE-03)."""


def offers(t: Table, c: Character) -> list[Option]:
    """Everything the active character may do now, in any order, nothing mandatory (ES-ACT-03, ES-EVT-08).

    Each part is looked into only where its bitboard says that there could be something: the laws themselves
    stand in the `may_...` predicates.
    """
    s, g = t.state, t.ground
    if s.sharing and g.firewall_steps_only:
        return list(g.step_options(movement.step_squares(t, c)))
    square = c.square
    card = g.cards[c.index]
    near = g.squares.periphery[square]
    found = [g.end]
    fixtures = g.fixtures[square]
    if c.mvt > c.used_mvt or payable(t, c, MOVEMENT):
        found += g.step_options(movement.step_squares(t, c))
        if fixtures:
            movement.offer_doors(t, c, found)
            movement.offer_airlock(t, c, found)
    if near & (s.resistance if c.side else s.isc) or c.holds or s.lying >> square & 1 or card.ranged:
        combat.offer_combat(t, c, found)
    if fixtures or card.thinker:
        hacking.offer_hacks(t, c, found)
    if card.thinker:
        for gives in t.hooks(c, Skill.actions):
            for kind in gives():
                OFFER[kind](t, c, found)
    if s.lying & (near | 1 << square):
        handling.offer_tokens(t, c, found)
    if c.holds:
        handling.offer_carried(t, c, found)
        if handling.may_use_medkit(t, c):
            found.append(g.option("medkit"))
    if s.sharing:  # passing over somebody: no end here, and nothing that would lead to one
        return [option for option in found if option.kind != "end" and may_linger(t, c, option.kind)]
    return found


OFFER: dict[str, Callable[[Table, Character, list[Option]], None]] = {
    "drill": combat.offer_drill,
    "attract": hacking.offer_attraction,
}
"""How the actions that a skill gives are listed."""


def has_skill_for(t: Table, c: Character, kind: str) -> bool:
    """Whether a skill gives that kind of action to a character now (ES-PROF-05)."""
    return any(kind in gives() for gives in t.hooks(c, Skill.actions))


def allowed(t: Table, c: Character, kind: str, args: tuple[Any, ...], why: Why = None) -> bool:
    """The law behind one action: what `offers` lists is exactly what this allows."""
    action = ACTIONS[kind]
    if t.state.sharing and kind != "step" and t.ground.firewall_steps_only:
        if why is not None:
            why.append(Check("ES-EVT-08", False, "while passing over an occupied square only steps are allowed"))
        return False
    if action.skill and not has_skill_for(t, c, action.skill):
        if why is not None:
            why.append(Check("ES-PROF-05", False, f"{t.card(c).name} has a skill for this"))
        return False
    if not action.allows(t, c, *args, why):
        return False
    return not t.state.sharing or need(
        why, may_linger(t, c, kind), "ES-EVT-08", "a free square stays in reach of {}", t.card(c).name
    )


def may_linger(t: Table, c: Character, kind: str) -> bool:
    """Whether a character that passes over an occupied square may do something there: it must be able to pay for it and
    move on; steps have a law of their own, and whoever leaves the board is gone (ES-EVT-08)."""
    action = ACTIONS[kind]
    if kind in ("step", "leave") or action.spends == FREE:
        return True
    return bool(payments(t, c, action.spends, attack=action.attack, keep=action.keep))


def act(t: Table) -> Rule[None]:
    """One thing an active character does; it acts until its owner ends the activation (see ES-ACT-03, ES-ACT-04)."""
    s = t.state
    c = s.characters[s.active]
    if s.sharing and not offers(t, c):
        t.put(c, nearest_free(t, c), "ES-EVT-08", "shifted")
        yield from finish(t, c)
        return
    pick: Option = yield t.ask(c.side, t.ground.action_topics[c.index], lambda: offers(t, c))
    if pick.kind != "end":
        yield from ACTIONS[pick.kind].perform(t, c, *pick.args)
        if c.status == BOARD:
            return
    yield from finish(t, c)


def nearest_free(t: Table, c: Character) -> int:
    """Where a character is set that cannot leave an occupied square any more, because what it did there took away the
    actions it counted on: the free square that it could walk to soonest (see ES-EVT-08)."""
    seen = reached = 1 << c.square
    while not reached & ~t.state.occupied:
        reached = 0
        for here in bits(seen):
            reached |= moves_from(t, c, here)
        seen |= reached
    free = reached & ~t.state.occupied
    return (free & -free).bit_length() - 1


def finish(t: Table, c: Character) -> Rule[None]:
    """The activation is over: a Radio may call an ally, then the opponent is next (ES-ACT-04, ES-EQ-10, ES-EVT-11,
    ES-GEN-03)."""
    if c.status == BOARD:
        yield from radio(t, c)
    t.end_activation(c)
    for over in t.windows[Supplement.activation_over]:
        over(t, c)
    t.enter_phase("activations")


def radio_allies(t: Table, c: Character) -> list[Character]:
    """Whom a Radio could call: allies on the board not yet activated this turn (see ES-EQ-10, ES-ACT-02)."""
    kind = t.equipment(c)
    if kind is None or not kind.radio:
        return []
    return [other for other in t.squad(c.side) if other.status == BOARD and not other.activated]


def radio(t: Table, c: Character) -> Rule[None]:
    """At the end of its activation the carrier may call an ally, who acts before the opponent can (ES-EQ-10)."""
    allies = radio_allies(t, c)
    if not allies:
        return
    option = t.ground.option
    about = topic("radio of {who}", t.card(c).id)
    pick: Option = yield t.ask(
        c.side, about, lambda: [option("no_radio"), *(option("radio", ally.index) for ally in allies)]
    )
    if pick.kind == "radio":
        t.discard(t.let_go(c), "ES-EQT-09")
        t.call(t.state.characters[pick.args[0]])


# -- refusals ----------------------------------------------------------------------------------------------------------


def refusal(t: Table, c: Character, kind: str, args: tuple[Any, ...]) -> Refusal | None:
    """Why an action is not possible; None if it is."""
    why: list[Check] = []
    if allowed(t, c, kind, args, why):
        return None
    return Refusal(t.ground.option(kind, *args).key, tuple(why))


def refusals(t: Table, c: Character) -> list[Refusal]:
    """Everything this character could be thought to do and cannot; far-away squares and walls are left out."""
    found = []
    near = t.ground.squares.periphery[c.square]
    for kind, action in ACTIONS.items():
        for args in action.candidates(t, c):
            if kind in ("step", "drop", "grenade_square") and not near >> args[0] & 1:
                continue
            if kind in ("grenade_square", "drop") and not c.holds:
                continue
            if kind == "drill" and c.square not in t.ground.board.edge_squares[args[0]]:
                continue
            no = refusal(t, c, kind, args)
            if no is not None:
                found.append(no)
    return found
