"""Setting up a game, from the factions to the deployment (rulebook V; ES-SETUP-01)."""

from __future__ import annotations

from fireteam.core.questions import Choose, Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.escape.actions.taking import comes_upon
from fireteam.games.escape.rolls import Test, roll_both
from fireteam.games.escape.state import CRATE, EQUIPMENT, ISC, RESISTANCE, SIDES, WAITING
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill


def factions(t: Table) -> Rule[None]:
    """The first seat takes a faction, the second gets the other (ES-GEN-01, ES-SETUP-01)."""
    options = [t.setting.plain_option("faction", side) for side in SIDES]
    pick: Option = yield Choose(0, "faction", lambda: options)
    t.choose_seats(0 if pick.args[0] == "resistance" else 1)
    t.enter_phase("setup_initiative" if t.state.scenario else "scenario")


def scenario(t: Table) -> Rule[None]:
    """The scenario is chosen; it lays the board and says what is taken (ES-SETUP-01)."""
    options = [t.setting.plain_option("scenario", name) for name in t.setting.scenario_names()]
    pick: Option = yield Choose(0, "scenario", lambda: options)
    t.lay_board(pick.args[0])
    t.enter_phase("setup_initiative")


def setup_initiative(t: Table) -> Rule[None]:
    """Who places first: a die and the Int of the whole squad; a tie goes to the Resistance (ES-SETUP-02,
    ES-SETUP-03)."""
    record = Test("setup")
    t.pending.append(record)
    yield from roll_both(t, record)
    totals = []
    for side in (RESISTANCE, ISC):
        parts = (
            Modifier(record.dice[side], "die", "ES-SETUP-02"),
            Modifier(t.ground.base_int(side), "Int of the squad", "ES-SETUP-02"),
        )
        totals.append(total(parts))
        t.tell("initiative_total", "ES-SETUP-02", side=side, total=totals[-1], parts=parts)
    t.pending.pop()
    t.win_setup(RESISTANCE if totals[0] >= totals[1] else ISC)
    t.enter_phase("crates")


def placer(t: Table) -> int:
    """Whose turn it is to place: the setup winner starts (see ES-CRATE-01, ES-EQT-01)."""
    return t.state.setup_winner ^ (t.state.placed & 1)


def tokens_in_areas(t: Table, kind: str) -> dict[str, int]:
    """How many tokens of a kind lie in each area."""
    found: dict[str, int] = {}
    area_of = t.ground.board.area_of
    for token in t.state.tokens.values():
        if token.kind == kind and token.square >= 0:
            area = area_of[token.square]
            found[area] = found.get(area, 0) + 1
    return found


def may_place(t: Table, kind: str, square: int, why: Why = None, lying: dict[str, int] | None = None) -> bool:
    """Tokens lie in rooms: one crate and two pieces of Equipment at most in each (ES-TERM-09, ES-CRATE-01,
    ES-EQT-01)."""
    g = t.ground
    area = g.board.area_of[square]
    most, rule = (1, "ES-CRATE-01") if kind == CRATE else (2, "ES-EQT-01")
    there = (tokens_in_areas(t, kind) if lying is None else lying).get(area, 0)
    return (
        need(
            why,
            area in g.board.token_rooms,
            "ES-TERM-09",
            "{} takes tokens",
            g.board.area_names[area],
            at=(g.at(square),),
        )
        and need(
            why,
            kind != CRATE or area not in g.crate_forbidden,
            "ES-GEN-05",
            "the scenario allows crates in {}",
            g.board.area_names[area],
            at=(g.at(square),),
        )
        and need(
            why,
            there < most,
            rule,
            "{} has room for another ({} of at most {})",
            g.board.area_names[area],
            there,
            most,
            at=(g.at(square),),
        )
    )


def places(t: Table, kind: str, option: str) -> list[Option]:
    """Every square that may take the next token: all squares of a room are alike."""
    g = t.ground
    found: list[Option] = []
    lying = tokens_in_areas(t, kind)
    for code in g.board.token_rooms:
        area = g.board.areas[code]
        if may_place(t, kind, (area & -area).bit_length() - 1, None, lying):
            found += g.square_options(option, area)
    return found


def crates(t: Table) -> Rule[None]:
    """The sides place crates in turn, crate side up (ES-CRATE-01)."""
    s, g = t.state, t.ground
    if s.placed >= g.crates:
        t.enter_phase("equipment")
        return
    pick: Option = yield t.ask(placer(t), topic("crate {number}", str(s.placed + 1)), lambda: places(t, CRATE, "crate"))
    t.make_token(CRATE, pick.args[0], "ES-CRATE-01")
    t.count_placed()


def equipment(t: Table) -> Rule[None]:
    """The sides place Equipment in turn, face down; nobody knows what it is (ES-EQT-01, ES-EQT-02)."""
    s, g = t.state, t.ground
    if s.placed >= g.equipment_count:
        t.enter_phase("consequences")
        return
    pick: Option = yield t.ask(
        placer(t), topic("equipment {number}", str(s.placed + 1)), lambda: places(t, EQUIPMENT, "token")
    )
    t.make_token(EQUIPMENT, pick.args[0], "ES-EQT-01")
    t.count_placed()


def consequences(t: Table) -> Rule[None]:
    """What a campaign brings into this game (ES-CAMP-02)."""
    s, g, carry = t.state, t.ground, t.ground.carry
    for name, label in carry.kept:
        t.give_new(s.characters[g.card_index[name]], label, "ES-CAMP-02")
    if carry.gift:
        able = [c for c in s.characters if c.side == ISC and not c.holds and not t.hooks(c, Skill.forbids_equipment)]
        if able:
            pick: Option = yield t.ask(
                ISC, topic("gift of {item}", carry.gift), lambda: [g.option("gift", c.index) for c in able]
            )
            t.give_new(s.characters[pick.args[0]], carry.gift, "ES-CAMP-02")
    for _ in range(carry.open_doors):
        locked = [number for number, door in enumerate(g.board.doors) if s.locks & door.edge]
        if locked:
            pick = yield t.ask(RESISTANCE, "stolen codes", lambda: [g.option("unlock", n) for n in locked])  # noqa: B023 (asked at once)
            t.unlock(g.board.doors[pick.args[0]], "ES-CAMP-02")
    t.enter_phase("courier" if g.tag_side >= 0 else "deploy")


def courier(t: Table) -> Rule[None]:
    """A side names a character, for all to know, before deployment; of its highest rank if none has the wanted one
    (see ES-SETUP-01)."""
    g, s = t.ground, t.state
    own = list(g.side_cards(g.tag_side))
    rank = min(g.tag_rank, max(card.rank for card in own))
    able = [card for card in own if card.rank >= rank]
    pick: Option = yield t.ask(
        g.tag_side, topic("the {tag}", g.tag), lambda: [g.option("name", card.index) for card in able]
    )
    who = s.characters[pick.args[0]]
    t.name_courier(who)
    extra = min(g.carry.courier_damage, t.card(who).life - 1 - who.damage)
    if extra > 0:
        t.hurt(who, extra, "ES-CAMP-02")
    t.enter_phase("deploy")


def deploy(t: Table) -> Rule[None]:
    """A side in Position mode places its whole squad on free squares of its rooms, the setup winner first
    (ES-DEPL-01)."""
    s, g = t.state, t.ground
    first = {"setup_initiative_winner_first": s.setup_winner, "resistance_first": RESISTANCE, "isc_first": ISC}[
        g.deployment_order
    ]
    for side in (first, 1 - first):
        wish = g.deployment[side]
        if wish.mode != "position":
            continue
        rooms = sum(g.board.areas[code] for code in wish.rooms)
        for c in s.characters:
            if c.side == side and c.status == WAITING:
                about = topic("deploy {who}", t.card(c).id)
                pick: Option = yield t.ask(side, about, lambda: g.square_options("deploy", rooms & ~s.occupied))  # noqa: B023
                t.put(c, pick.args[0], "ES-DEPL-01", "deployed")
                yield from comes_upon(t, c)
                return
    t.enter_phase("initiative")


def may_deploy(t: Table, side: int, square: int, why: Why = None) -> bool:
    """A free square of a room the scenario names (see ES-DEPL-01)."""
    g = t.ground
    rooms = g.deployment[side].rooms
    return need(
        why,
        g.board.area_of[square] in rooms,
        "ES-DEPL-01",
        "{} is in {}",
        g.at(square),
        " or ".join(rooms),
        at=(g.at(square),),
    ) and need(why, not t.state.occupied >> square & 1, "ES-DEPL-01", "{} is free", g.at(square), at=(g.at(square),))
