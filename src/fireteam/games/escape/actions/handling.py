"""Tokens in play: turning over, picking up, handing over and dropping crates, Objectives and Equipment (rulebook 5.b,
5.c)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.escape.actions.payments import pay, payable
from fireteam.games.escape.actions.taking import has_hands, look, may_pick_up
from fireteam.games.escape.state import BOARD, CRATE, EQUIPMENT, MOVEMENT, Character, Token
from fireteam.games.escape.table import Table
from fireteam.space.squares import bits


def hidden_side(t: Table, token: Token, why: Why = None) -> bool:
    """Whether a token has something to see: Equipment face down, or a crate where Objectives are in use (ES-OBJ-01,
    ES-EQT-03)."""
    return need(why, token.label == "", "ES-EQT-03", "{} has not been turned over", token.id) and need(
        why, token.kind == EQUIPMENT or t.ground.objectives, "ES-OBJ-01", "the scenario uses Objectives"
    )


def may_turn_over(t: Table, c: Character, token_id: str, why: Why = None) -> bool:
    """A token in the periphery and in sight, by option also on the own square (ES-EQT-03, ES-OBJ-02)."""
    g, token = t.ground, t.state.tokens[token_id]
    around = g.squares.periphery[c.square] | g.look_on_own_square << c.square
    near = token.square >= 0 and around >> token.square & 1 == 1
    return (
        need(
            why,
            near,
            "ES-EQT-03",
            "{} lies in the periphery of {}",
            token.id,
            g.at(c.square),
            at=(g.at(c.square), g.at(token.square)),
        )
        and hidden_side(t, token, why)
        and need(
            why,
            t.sees(c.square, token.square),
            "ES-TERM-04",
            "line of sight to {}",
            g.at(token.square),
            at=(g.at(c.square), g.at(token.square)),
        )
    )


def offer_tokens(t: Table, c: Character, into: list[Option]) -> None:
    """Tokens to turn over or pick up around the character."""
    g = t.ground
    near = g.squares.periphery[c.square] | 1 << c.square
    for bit, token in t.lying():
        if near & bit:
            if token.label == "" and may_turn_over(t, c, token.id):
                into.append(g.option("turn_over", token.id))
            if token.square == c.square and may_pick_up(t, c, token.id):
                into.append(g.option("pick_up", token.id))


def turn_over(t: Table, c: Character, token_id: str) -> Rule[None]:
    """Turn a token over for all to see; free (see ES-OBJ-02, ES-EQT-03)."""
    yield from look(t, c, t.state.tokens[token_id])


# -- handing over and dropping -----------------------------------------------------------------------------------------


def may_give(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """To an ally in the periphery, in sight, with room for it (see ES-EQT-06, ES-OBJ-05)."""
    g, other, token = t.ground, t.state.characters[number], t.carried(c)
    rule = "ES-OBJ-05" if token is not None and token.kind == CRATE else "ES-EQT-06"
    return (
        need(why, token is not None, "ES-EQT-06", "something is carried")
        and need(
            why,
            other.side == c.side and other is not c and other.status == BOARD,
            rule,
            "{} is an ally on the board",
            t.card(other).name,
        )
        and need(
            why,
            g.squares.periphery[c.square] >> other.square & 1 == 1,
            rule,
            "{} is in the periphery",
            t.card(other).name,
            at=(g.at(other.square),),
        )
        and need(
            why,
            t.sees(c.square, other.square)
            or (token is not None and token.kind == CRATE and not g.handover_needs_sight),
            rule,
            "line of sight to {}",
            t.card(other).name,
            at=(g.at(c.square), g.at(other.square)),
        )
        and need(why, not other.holds, "ES-OBJ-04", "{} carries nothing", t.card(other).name)
        and ((token is not None and token.kind == CRATE) or g.armless_receives or has_hands(t, other, why))
        and need(
            why,
            payable(t, c, MOVEMENT, keep=True),
            "ES-MOVE-03",
            "a Movement action is left ({} of {})",
            c.left(MOVEMENT),
            c.mvt,
        )
    )


def give(t: Table, c: Character, number: int) -> Rule[None]:
    """Hand the carried token to an ally for one Movement action (ES-EQT-06, ES-OBJ-05)."""
    yield from pay(t, c, MOVEMENT, keep=True)
    token = t.let_go(c)
    t.hold(t.state.characters[number], token, "ES-OBJ-05" if token.kind == CRATE else "ES-EQT-06")


def may_drop(t: Table, c: Character, square: int, why: Why = None) -> bool:
    """Equipment, by option an Objective too, on a free square of the periphery, in sight (see ES-EQT-08, ES-OBJ-06)."""
    g, token = t.ground, t.carried(c)
    return (
        need(why, token is not None, "ES-EQT-08", "something is carried")
        and need(
            why,
            g.objective_drop or token is None or token.kind == EQUIPMENT,
            "ES-OBJ-06",
            "an Objective may be dropped",
        )
        and need(
            why,
            g.squares.periphery[c.square] >> square & 1 == 1,
            "ES-EQT-08",
            "{} is in the periphery",
            g.at(square),
            at=(g.at(square),),
        )
        and need(why, not t.state.occupied >> square & 1, "ES-EQT-08", "{} is free", g.at(square), at=(g.at(square),))
        and need(
            why,
            t.sees(c.square, square),
            "ES-EQT-08",
            "line of sight to {}, no wall or shut door between",
            g.at(square),
            at=(g.at(c.square), g.at(square)),
        )
        and need(
            why,
            payable(t, c, MOVEMENT, keep=True),
            "ES-MOVE-03",
            "a Movement action is left ({} of {})",
            c.left(MOVEMENT),
            c.mvt,
        )
    )


def drop(t: Table, c: Character, square: int) -> Rule[None]:
    """Drop the carried token for one Movement action (ES-EQT-08; see ES-OBJ-06)."""
    yield from pay(t, c, MOVEMENT, keep=True)
    t.lay(t.let_go(c), square, "ES-EQT-08")


def offer_carried(t: Table, c: Character, into: list[Option]) -> None:
    """Handing over and dropping what is carried."""
    g, s = t.ground, t.state
    if not c.holds or not payable(t, c, MOVEMENT, keep=True):
        return
    near = g.squares.periphery[c.square]
    if near & t.standing(c.side):
        into.extend(
            g.option("give", other.index)
            for other in t.squad(c.side)
            if other.status == BOARD and may_give(t, c, other.index)
        )
    into.extend(g.option("drop", square) for square in bits(near & ~s.occupied) if may_drop(t, c, square))


# -- Medkit ------------------------------------------------------------------------------------------------------------


def may_use_medkit(t: Table, c: Character, why: Why = None) -> bool:
    """The active carrier of a Medkit that it and its side may use, with damage to heal (ES-EQ-11, ES-EQ-09)."""
    token, kind = t.carried(c), t.equipment(c)
    held = t.ground.equipment.get(token.label) if token else None
    return (
        need(why, held is not None and held.heal > 0, "ES-EQ-09", "a Medkit is carried")
        and has_hands(t, c, why)
        and need(why, kind is not None, "ES-EQT-10", "this side may use it")
        and need(why, c.damage > 0, "ES-EQ-09", "there are Damage points to remove")
    )


def use_medkit(t: Table, c: Character) -> Rule[None]:
    """Remove 2 of the carrier's Damage points, free; the Medkit is used up (ES-EQ-09, ES-EQT-09)."""
    token = t.let_go(c)
    t.heal(c, t.ground.equipment[token.label].heal, "ES-EQ-09")
    t.discard(token, "ES-EQT-09")
    yield from ()
