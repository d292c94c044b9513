"""Combat actions: hand-to-hand, ranged, thrown crates, grenades, drilling (rulebook 6.c, VIII, IX)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.escape.actions.attack import attack
from fireteam.games.escape.actions.payments import pay, payable
from fireteam.games.escape.actions.taking import has_hands
from fireteam.games.escape.damage import caught
from fireteam.games.escape.rolls import Test, reroll
from fireteam.games.escape.state import BOARD, COMBAT, ISC, RESISTANCE, Character, Token
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill
from fireteam.space.squares import bits

NO_PENALTY = (0, 0, 0)


def enemies(t: Table, c: Character, mask: int) -> list[Character]:
    """Opposing characters on the squares of a bitboard."""
    s = t.state
    if not mask & (s.resistance if c.side == ISC else s.isc):
        return []
    return [other for other in t.squad(1 - c.side) if other.status == BOARD and mask >> other.square & 1]


def may_fight(t: Table, c: Character, why: Why = None, *, attacking: bool = True) -> bool:
    """A Combat action is left, and the character does not stand in the dark (ES-CBT-01, ES-EVT-10)."""
    return need(
        why,
        payable(t, c, COMBAT, attack=attacking),
        "ES-CBT-01",
        "a Combat action is left ({} of {})",
        c.left(COMBAT),
        c.cbt,
    ) and t.may_use_combat(c, why)


def protected(t: Table, target: Character) -> bool:
    """An ally of a Scrambler on an adjacent square may not be chosen as a target (ES-SKILL-07)."""
    near = t.ground.squares.adjacent[target.square]
    if not near & t.standing(target.side):
        return False
    return any(
        t.hooks(other, Skill.shields_neighbours)
        for other in t.squad(target.side)
        if other.status == BOARD and near >> other.square & 1
    )


def _target(t: Table, c: Character, target: Character, why: Why) -> bool:
    g = t.ground
    name = g.cards[target.index].name
    return (
        need(why, target.side != c.side, "ES-CBT-07", "{} is an opponent", name)
        and need(why, target.status == BOARD, "ES-TERM-08", "{} is on the board", name)
        and need(
            why,
            t.sees(c.square, target.square),
            "ES-TERM-04",
            "line of sight from {} to {}",
            g.at(c.square),
            g.at(target.square),
            at=(g.at(c.square), g.at(target.square)),
        )
        and need(
            why, not protected(t, target), "ES-SKILL-07", "no Scrambler beside {}", name, at=(g.at(target.square),)
        )
    )


def may_attack(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """Hand-to-hand: a Combat action, and an opponent in reach (ES-CBT-02)."""
    return may_fight(t, c, why) and in_reach(t, c, t.state.characters[number], why)


def in_reach(t: Table, c: Character, target: Character, why: Why = None) -> bool:
    """An opponent in the periphery, in sight (see ES-CBT-02)."""
    near = target.status == BOARD and t.ground.squares.periphery[c.square] >> target.square & 1 == 1
    at = t.ground.at
    name = t.ground.cards[target.index].name
    places = (at(c.square), at(target.square)) if target.status == BOARD else ()
    return need(why, near, "ES-CBT-02", "{} is in the periphery of {}", name, at(c.square), at=places) and _target(
        t, c, target, why
    )


def in_range(t: Table, c: Character, square: int, reach: int, why: Why = None) -> bool:
    """At distance X or less (see ES-CBT-04, ES-TERM-03)."""
    at, distance = t.ground.at, t.ground.distance(c.square, square)
    return need(
        why,
        distance <= reach,
        "ES-CBT-04",
        "distance {} is within range {}",
        distance,
        reach,
        at=(at(c.square), at(square)),
    )


def crates_here(t: Table, c: Character) -> list[Token]:
    """Crate tokens on the character's square that are still crates (see ES-CRATE-02, ES-OBJ-01)."""
    here = 1 << c.square
    return [token for bit, token in t.lying() if bit == here and token.kind == "crate" and not token.objective]


def may_throw(t: Table, c: Character, token_id: str, number: int, why: Why = None) -> bool:
    """A crate on one's own square is a projectile, but not without hands (see ES-CRATE-02, ES-SKILL-15)."""
    target, token = t.state.characters[number], t.state.tokens.get(token_id)
    return (
        may_fight(t, c, why)
        and need(
            why, token is not None and token.square == c.square and token.kind == "crate" and not token.objective,
            "ES-CRATE-02", "a crate lies on {}", t.ground.at(c.square),
        )
        and has_hands(t, c, why)
        and need(why, target.status == BOARD, "ES-TERM-08", "{} is on the board", t.card(target).name)
        and in_range(t, c, target.square, t.ground.crate.range, why)
        and _target(t, c, target, why)
    )  # fmt: skip


def may_shoot(t: Table, c: Character, name: str, number: int, why: Why = None) -> bool:
    """A skill with Range and Power, where skills work (ES-CBT-04)."""
    target = t.state.characters[number]
    weapon = next(weapon for weapon in t.card(c).ranged if weapon.name == name)
    return (
        need(why, weapon in t.ranged(c), "ES-EVT-12", "the skills of {} work", t.card(c).name)
        and may_fight(t, c, why)
        and may_be_shot(t, c, target, weapon.range, why)
    )


def may_be_shot(t: Table, c: Character, target: Character, reach: int, why: Why = None) -> bool:
    """An opponent in range and in sight (see ES-CBT-04)."""
    return (
        need(why, target.status == BOARD, "ES-TERM-08", "{} is on the board", t.card(target).name)
        and in_range(t, c, target.square, reach, why)
        and _target(t, c, target, why)
    )


def _may_use_grenade(t: Table, c: Character, why: Why) -> bool:
    token, kind = t.carried(c), t.equipment(c)
    held = t.ground.equipment.get(token.label) if token else None
    return (
        need(why, held is not None and held.grenade, "ES-EQ-06", "a grenade is carried")
        and has_hands(t, c, why)
        and need(why, kind is not None, "ES-EQT-10", "this side may use it")
    )


def may_throw_grenade(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """A grenade at one opponent: an ordinary ranged attack (see ES-EQ-12)."""
    target = t.state.characters[number]
    return (
        _may_use_grenade(t, c, why)
        and may_fight(t, c, why)
        and need(why, target.status == BOARD, "ES-TERM-08", "{} is on the board", t.card(target).name)
        and in_range(t, c, target.square, t.ground.equipment[t.state.tokens[c.holds].label].range, why)
        and _target(t, c, target, why)
    )


def may_throw_grenade_at(t: Table, c: Character, square: int, why: Why = None) -> bool:
    """A grenade at a free square in range and sight (see ES-EQ-06)."""
    g, s = t.ground, t.state
    return (
        _may_use_grenade(t, c, why)
        and may_fight(t, c, why)
        and need(why, not s.occupied >> square & 1, "ES-EQ-06", "{} is free", g.at(square), at=(g.at(square),))
        and in_range(t, c, square, g.equipment[s.tokens[c.holds].label].range, why)
        and need(
            why,
            t.sees(c.square, square),
            "ES-TERM-04",
            "line of sight from {} to {}",
            g.at(c.square),
            g.at(square),
            at=(g.at(c.square), g.at(square)),
        )
    )


def offer_combat(t: Table, c: Character, into: list[Option]) -> None:
    """Every attack the active character may make."""
    s, g = t.state, t.ground
    foes = s.resistance if c.side == ISC else s.isc
    holds = c.holds
    grenade = g.equipment.get(s.tokens[holds].label) if holds else None
    grenade = grenade if grenade is not None and grenade.grenade else None
    card = g.cards[c.index]
    near = g.squares.periphery[c.square] & foes
    crate = s.lying >> c.square & 1 and foes & g.within(c.square, g.crate.range)
    guns = card.ranged and t.ranged(c)
    if not (near or crate or grenade or guns) or not may_fight(t, c):
        return
    if near:
        into.extend([g.option("attack", foe.index) for foe in enemies(t, c, near) if in_reach(t, c, foe)])
    if crate:
        for token in crates_here(t, c):
            for foe in enemies(t, c, g.within(c.square, g.crate.range)):
                if may_throw(t, c, token.id, foe.index):
                    into.append(g.option("throw", token.id, foe.index))
    for weapon in guns:
        for foe in enemies(t, c, g.within(c.square, weapon.range)):
            if may_shoot(t, c, weapon.name, foe.index):
                into.append(g.option("shoot", weapon.name, foe.index))
    if grenade:
        reach = g.within(c.square, grenade.range)
        into.extend(
            g.option("grenade", foe.index) for foe in enemies(t, c, reach) if may_throw_grenade(t, c, foe.index)
        )
        into.extend(
            g.option("grenade_square", square)
            for square in bits(reach & ~s.occupied)
            if may_throw_grenade_at(t, c, square)
        )


# -- the attacks themselves --------------------------------------------------------------------------------------------


def hand_to_hand(t: Table, c: Character, number: int) -> Rule[None]:
    """A hand-to-hand attack (see ES-CBT-02, ES-CBT-03)."""
    yield from pay(t, c, COMBAT, attack=True)
    target = t.state.characters[number]
    if t.events is not None:
        t.tell("attacks", "ES-CBT-02", who=t.card(c).id, target=t.card(target).id)
    yield from attack(t, c, "", 0, NO_PENALTY, "ES-CBT-03", [target])


def throw_crate(t: Table, c: Character, token_id: str, number: int) -> Rule[None]:
    """A crate is thrown and destroyed, whatever the result (ES-CRATE-02, ES-EQ-02)."""
    yield from pay(t, c, COMBAT, attack=True)
    target = t.state.characters[number]
    t.tell("throws", "ES-CRATE-02", who=t.card(c).id, target=t.card(target).id, weapon="crate")
    t.discard(t.state.tokens[token_id], "ES-CRATE-02")
    yield from attack(t, c, "crate", t.ground.crate.power, t.ground.crate_penalty, "ES-EQ-02", [target])


def shoot(t: Table, c: Character, name: str, number: int) -> Rule[None]:
    """A ranged attack with a skill (see ES-CBT-04, ES-CBT-05)."""
    yield from pay(t, c, COMBAT, attack=True)
    target = t.state.characters[number]
    weapon = next(weapon for weapon in t.card(c).ranged if weapon.name == name)
    t.tell("throws", "ES-CBT-04", who=t.card(c).id, target=t.card(target).id, weapon=weapon.name)
    yield from attack(t, c, weapon.name, weapon.power, NO_PENALTY, "ES-CBT-05", [target])


def throw_grenade(t: Table, c: Character, number: int) -> Rule[None]:
    """A grenade at one opponent hits that opponent alone (ES-EQ-12)."""
    yield from pay(t, c, COMBAT, attack=True)
    target = t.state.characters[number]
    yield from _grenade(t, c, [target], t.card(target).id)


def throw_grenade_at(t: Table, c: Character, square: int) -> Rule[None]:
    """A grenade at a free square affects everybody around it with one attack; opponents declare first (ES-EQ-06,
    ES-EQ-13, ES-CBT-07)."""
    yield from pay(t, c, COMBAT, attack=True)
    hit = caught(t, square)
    if t.ground.scrambler_stops_area:
        hit = [who for who in hit if not protected(t, who)]
    hit.sort(key=lambda who: who.side == c.side)
    yield from _grenade(t, c, hit, t.ground.at(square))


def _grenade(t: Table, c: Character, targets: list[Character], aim: str) -> Rule[None]:
    """The grenade is used up; whoever it hurts has less Cbt (EM, of the Resistance) or Mvt (Gas, of the I.S.C.) this
    turn (ES-EQ-07, ES-EQ-08)."""
    token = t.let_go(c)
    kind = t.ground.equipment[token.label]
    t.tell("throws", "ES-EQ-06", who=t.card(c).id, target=aim, weapon=kind.name)
    t.discard(token, "ES-EQT-09")
    yield from attack(
        t, c, kind.name, kind.power, kind.penalty, "ES-EQ-07" if c.side == RESISTANCE else "ES-EQ-08", targets
    )


# -- drilling ----------------------------------------------------------------------------------------------------------


def may_drill(t: Table, c: Character, edge: int, why: Why = None) -> bool:
    """The owner of a working Drill, beside a wall that can be destroyed, once a turn (ES-SKILL-13, ES-WALL-01)."""
    board = t.ground.board
    name = board.edge_name(edge)
    return (
        need(
            why,
            c.square in board.edge_squares[edge],
            "ES-SKILL-13",
            "the wall {} touches {}",
            name,
            t.ground.at(c.square),
            at=(name,),
        )
        and need(why, not c.drill_broken, "ES-SKILL-13", "the drill works")
        and need(why, not c.drilled, "ES-SKILL-13", "no wall was destroyed this turn")
        and need(
            why,
            board.walls >> edge & 1 == 1 and not t.state.broken >> edge & 1,
            "ES-SKILL-13",
            "there is a wall at {}",
            name,
            at=(name,),
        )
        and need(why, board.drillable >> edge & 1 == 1, "ES-WALL-01", "the wall {} can be destroyed", name, at=(name,))
        and may_fight(t, c, why, attacking=False)
    )


def offer_drill(t: Table, c: Character, into: list[Option]) -> None:
    """The walls of the character's square."""
    if c.drill_broken or c.drilled:
        return
    mask = t.ground.board.edges_of[c.square] & t.ground.board.drillable & ~t.state.broken
    into.extend(t.ground.option("drill", edge) for edge in bits(mask) if may_drill(t, c, edge))


def drill(t: Table, c: Character, edge: int) -> Rule[None]:
    """A bare D6: 1 breaks the drill, 2-3 nothing, 4-6 the wall is gone (ES-SKILL-13)."""
    yield from pay(t, c, COMBAT)
    record = Test("drill")
    t.pending.append(record)
    about = topic("drill die of {who}", t.card(c).id)
    record.dice = list((yield t.die(c.side, about)))
    while True:
        again = yield from reroll(t, c.side, about, None)
        if not again:
            break
        record.dice = [again]
    (face,) = record.dice
    t.tell("drilled", "ES-SKILL-13", who=t.card(c).id, face=face, edge=t.ground.board.edge_name(edge))
    if face == 1:
        t.break_drill(c)
    elif face >= 4:
        t.break_wall(edge, "ES-SKILL-13")
        t.use_drill(c)
    t.pending.pop()
