"""Taking what lies on one's own square: Objectives and Equipment (rulebook 5.b, 5.c)."""

from __future__ import annotations

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.escape.state import BOARD, CRATE, EQUIPMENT, Character, Token
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill


def has_hands(t: Table, c: Character, why: Why = None) -> bool:
    """Armless characters neither take nor use equipment (ES-SKILL-15)."""
    return need(why, not t.hooks(c, Skill.forbids_equipment), "ES-SKILL-15", "{} is not Armless", t.card(c).name)


def may_pick_up(t: Table, c: Character, token_id: str, why: Why = None) -> bool:
    """A token on the own square, with empty hands; Equipment needs hands (ES-OBJ-04, ES-EQT-05, ES-CRATE-03, ES-OBJ-03,
    ES-EQT-04)."""
    g, token = t.ground, t.state.tokens[token_id]
    return (
        need(
            why,
            token.square == c.square,
            "ES-EQT-04",
            "{} lies on {}",
            token.id,
            g.at(c.square),
            at=(g.at(c.square), g.at(token.square)),
        )
        and need(
            why,
            token.kind == EQUIPMENT or g.objectives,
            "ES-CRATE-03",
            "the scenario uses Objectives, without which crates stay where they are",
        )
        and need(why, not c.holds, "ES-OBJ-04" if token.kind == CRATE else "ES-EQT-05", "nothing else is carried")
        and (token.kind == CRATE or has_hands(t, c, why))
    )


def look(t: Table, c: Character, token: Token) -> Rule[Token]:
    """What nobody has seen yet is drawn when first looked at, bound to the token (see ES-EQT-01, ES-OBJ-01)."""
    bag = t.state.backs if token.kind == CRATE else t.state.bag
    (label,) = yield Roll(t.state.seats[c.side], topic("back of {token}", token.id), bag=bag, name=token.id)
    return t.turn_over(token, label, "ES-OBJ-02" if token.kind == CRATE else "ES-EQT-03")


def pick_up(t: Table, c: Character, token_id: str) -> Rule[None]:
    """Pick a token up, free; it is turned over if it was hidden (ES-OBJ-03, ES-EQT-04)."""
    token = t.state.tokens[token_id]
    if token.label == "":
        token = yield from look(t, c, token)
    t.hold(c, token, "ES-OBJ-03" if token.kind == CRATE else "ES-EQT-04")


def comes_upon(t: Table, c: Character) -> Rule[None]:
    """Who comes to stand on a token's square outside its activation, or has its hands free again there, may take the
    token at once; by option only in its activation (see ES-OBJ-03, ES-EQT-04)."""
    if t.ground.pick_up_when_active or c.status != BOARD or not t.state.lying >> c.square & 1:
        return
    here = [token for _, token in t.lying() if token.square == c.square and may_pick_up(t, c, token.id)]
    if not here:
        return
    option = t.ground.option
    pick: Option = yield t.ask(
        c.side,
        topic("pick-up of {who}", t.card(c).id),
        lambda: [option("no_pick_up"), *(option("pick_up", token.id) for token in here)],
    )
    if pick.kind == "pick_up":
        yield from pick_up(t, c, pick.args[0])
