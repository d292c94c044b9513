"""Items: finding, carrying and using them (DZ-ITEM)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import INSTANT, SHORT, Activation, Deed, always, plain
from fireteam.games.deadzone.assault import Assault
from fireteam.games.deadzone.cards import Word
from fireteam.games.deadzone.damage import injured, is_living
from fireteam.games.deadzone.entering import Arrival, is_there
from fireteam.games.deadzone.keywords.explosions import Frag
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.shooting import Shooting
from fireteam.games.deadzone.state import ITEM, Token
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement

AMMO, AP_AMMO, STIMULANTS, ADRENALINE = "Ammo", "AP Ammo", "Stimulants", "Adrenaline Shot"
MEDI_PACK, BOOBY_TRAP, INTEL = "Medi-Pack", "Booby Trap", "Intel"
INTEL_POINTS = 1
"""What Intel is worth where no scenario says it (see DZ-ITEM-16)."""
BOOM = Frag(Word("Frag", 3))
"""What a booby trap does (see DZ-ITEM-13)."""


class Items(Supplement):
    """Items on the board and in hands: one for each model, bought or found (DZ-ITEM-01). They are never handed over,
    and dropped only for another (DZ-ITEM-07); who dies leaves a found one behind (DZ-ITEM-08). Grenades for 3 cubes
    with Frag (DZ-ITEM-15), smoke (DZ-ITEM-19) and stun (DZ-ITEM-21) are thrown as weapons; Combat Blades (DZ-ITEM-14)
    and the Shock Baton (DZ-ITEM-18) take the place of a close weapon of who attacks. What works once is gone when it is
    used, whatever comes of it (DZ-ITEM-22)."""

    name = "items"

    # -- finding them --------------------------------------------------------------------------------------------------

    def entered(self, t: Table, e: Arrival) -> Rule[bool]:
        """Whoever comes into a cube without enemies may pick up one token, by force or not, unless pinned
        (DZ-ITEM-02)."""
        if is_there(t, e):
            e.stops = (yield from pick_up(t, e.who)) or e.stops
        return False

    def repositioned(self, t: Table, who: int) -> Rule[None]:
        """So may who spends an ADVANCE in its cube (DZ-ITEM-03)."""
        yield from pick_up(t, who)

    # -- using them ----------------------------------------------------------------------------------------------------

    def before_shot(self, t: Table, s: Shooting) -> Rule[bool]:
        """Ammo and stimulants of who shoots."""
        item = t.state.models[s.shooter].item
        if item in (AMMO, AP_AMMO, STIMULANTS) and (yield from wants_to_use(t, s.shooter, s.about(t))):
            load(t, s, item)
        return False

    def before_fight(self, t: Table, s: Assault) -> Rule[bool]:
        """Stimulants of who fights, where the match says so (see DZ-ITEM-20)."""
        if t.house_rule("stimulants") == "fight_or_ranged":
            for who in (s.attacker, s.defender) if s.fights_back else (s.attacker,):
                if t.state.models[who].item == STIMULANTS and (yield from wants_to_use(t, who, s.about(t))):
                    t.use_up(who, STIMULANTS, "DZ-ITEM-20")
                    s.stimulated = (*s.stimulated, who)
        return False

    def speed(self, t: Table, who: int) -> Iterable[Modifier]:
        """An Adrenaline Shot works until the end of the round (see DZ-ITEM-11)."""
        if ADRENALINE in t.state.models[who].lasting:
            return (Modifier(1, ADRENALINE, "DZ-ITEM-11"),)
        return ()

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """What is used by itself."""
        item = t.state.models[who].item
        return (SHOT,) if item == ADRENALINE else (HEALING,) if item == MEDI_PACK else ()


# -- finding -----------------------------------------------------------------------------------------------------------


def may_handle(t: Table, who: int) -> bool:
    """Beasts and Vehicles, and so Bikes and Walkers, never take, carry or use items (DZ-ITEM-09)."""
    return t.all_say(who, Keyword.uses_items) and not t.cards[who].vehicle


def at_hand(t: Table, who: int) -> list[Token]:
    """The tokens of its cube that a model may pick up: with no enemy there, unless pinned (see DZ-ITEM-02)."""
    cube = t.cube(who)
    lying = [token for token in t.state.tokens.values() if token.kind == ITEM and token.cube == cube]
    if not lying or t.foes(who) or t.state.models[who].pinned or not may_handle(t, who):
        return []
    return lying


def pick_up(t: Table, who: int) -> Rule[bool]:
    """One token of the cube, chosen before it is turned up (see DZ-ITEM-02); whether its move ends by that."""
    lying = at_hand(t, who)
    if not lying:
        return False
    pick: Option = yield t.ask(
        t.player(who),
        topic("item for {who}", t.name(who)),
        lambda: [option("no_item"), *(option("pick_up", token.id, args=(token.id,)) for token in lying)],
    )
    if pick.kind == "no_item":
        return False
    token = t.state.tokens[pick.args[0]]
    label = yield from turn_up(t, t.player(who), token)
    if label == BOOBY_TRAP:
        spring(t, who, token)
        return True
    if label == INTEL:
        hand_in(t, who, token)
    else:
        yield from choose(t, who, token, label)
    return False


def turn_up(t: Table, seat: int, token: Token) -> Rule[str]:
    """A token that was picked up lies open for both from now on; what it is was drawn with its name when it is seen for
    the first time (DZ-ITEM-04)."""
    label = token.label
    if not label:
        (label,) = yield Roll(seat, topic("token {token}", token.id), bag=t.state.bag, name=token.id)
    if token.seen != 3 or not token.label:
        t.turn_up(token.id, label)
    return label


def spring(t: Table, who: int, token: Token) -> None:
    """A booby trap goes off as it is turned up, with dice of the other side, unless an Engineer has found it
    (DZ-ITEM-13)."""
    t.take_up(token.id)
    if t.has(who, Keyword.defuses):
        t.tell("defused", "DZ-AB-ENGINEER-01", who=t.name(who), what=BOOBY_TRAP)
        t.cut_short(who)
    else:
        t.tell("set_off", "DZ-ITEM-13", who=t.name(who), what=BOOBY_TRAP)
        BOOM.in_cube(t, token.cube, 0, 1 - t.side(who))


def hand_in(t: Table, who: int, token: Token) -> None:
    """Intel is turned into VP at once: what the scenario says, and more for who can read it (DZ-ITEM-16)."""
    t.take_up(token.id)
    scenario = t.scenario
    points = INTEL_POINTS if scenario is None else scenario.intel_vp
    points += sum(more() for windows in t.bearers(who) for more in windows[Keyword.intel_points])
    t.score(t.side(who), points, "DZ-ITEM-16")


def choose(t: Table, who: int, token: Token, label: str) -> Rule[None]:
    """What was found is kept, dropped where it lay, or destroyed (DZ-ITEM-05)."""
    pick: Option = yield t.ask(
        t.player(who),
        topic("what {who} does with {item}", t.name(who), label),
        lambda: [option("keep_item", label), option("drop_item", label), option("destroy_item", label)],
    )
    if pick.kind == "drop_item":
        return
    t.take_up(token.id)
    if pick.kind == "keep_item":
        yield from make_room(t, who)
        t.carry(who, label)
    else:
        t.tell("destroyed", "DZ-ITEM-05", who=t.name(who), what=label)


def make_room(t: Table, who: int) -> Rule[None]:
    """With full hands the other item is dropped or destroyed (DZ-ITEM-06); a bought one never stays on the battlefield
    (DZ-ITEM-23)."""
    m = t.state.models[who]
    item, bought = m.item, m.bought
    if not item:
        return
    if not bought:
        pick: Option = yield t.ask(
            t.player(who),
            topic("what {who} does with {item}", t.name(who), item),
            lambda: [option("drop_item", item), option("destroy_item", item)],
        )
        if pick.kind == "drop_item":
            t.lay(ITEM, t.cube(who), label=item, rule="DZ-ITEM-06")
            return
    t.tell("destroyed", "DZ-ITEM-23" if bought else "DZ-ITEM-06", who=t.name(who), what=item)


# -- using -------------------------------------------------------------------------------------------------------------


def wants_to_use(t: Table, who: int, about: str) -> Rule[bool]:
    """Whether somebody uses its item for a test, said before the dice."""
    item = t.state.models[who].item
    pick: Option = yield t.ask(
        t.player(who),
        topic("item of {bearer}, {test}", t.name(who), about),
        lambda: [option("use_item", item), option("save_item")],
    )
    return pick.kind == "use_item"


def load(t: Table, s: Shooting, item: str) -> None:
    """One more die: Ammo for a SHOOT that may be modified (DZ-ITEM-10), AP Ammo with AP 1 on top (DZ-ITEM-12),
    Stimulants for a RANGED test, and for a FIGHT where the match says so (DZ-ITEM-20)."""
    rules = {AMMO: "DZ-ITEM-10", AP_AMMO: "DZ-ITEM-12", STIMULANTS: "DZ-ITEM-20"}
    t.use_up(s.shooter, item, rules[item])
    s.more += 1
    s.ap += item == AP_AMMO


def can_be_faster(t: Table, a: Activation, why: Why) -> bool:
    """A SPEED of '-' stays one (see DZ-MOVE-04)."""
    return need(why, t.cards[a.who].speed[0] > 0, "DZ-MOVE-04", "it has a SPEED")


def inject(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """In its own activation, and no action: both numbers of its SPEED are one more in this round (DZ-ITEM-11)."""
    yield from ()
    t.use_up(a.who, ADRENALINE, "DZ-ITEM-11")
    t.lend(a.who, ADRENALINE)


def healings(t: Table, a: Activation) -> list[Option]:
    """Its bearer, or where the match says so a friend in its cube."""
    near = [a.who, *t.friends(a.who)] if t.house_rule("medi_pack") == "same_cube" else [a.who]
    return [option("medi_pack", t.name(who), args=(who,)) for who in near]


def may_help(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    one = pick.args[0]
    hurt = need(why, injured(t, one), "DZ-ITEM-17", "{} is injured", t.name(one))
    return hurt and is_living(t, one, why)


def heal(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """A SPECIAL action brings one HP back (DZ-ITEM-17)."""
    yield from ()
    t.use_up(a.who, MEDI_PACK, "DZ-ITEM-17")
    t.recover(pick.args[0], 1, "DZ-ITEM-17")


SHOT = Deed("adrenaline", "DZ-ITEM-11", INSTANT, can_be_faster, plain("adrenaline"), inject)
HEALING = Deed("medi_pack", "DZ-ITEM-17", SHORT, always, healings, heal, target=may_help)
