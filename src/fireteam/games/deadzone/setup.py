"""Set-up: item tokens, recon, zones, deployment, aerial deployment, recon effects, scouts (DZ-SETUP)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from fireteam.core.pools import Pool, successes, ways
from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.dice import SIDES, one_die
from fireteam.games.deadzone.forced import settle
from fireteam.games.deadzone.movement import SPRINT, move, speed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import ITEM, NOBODY, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.space.cubes.board import Board
from fireteam.space.squares import bits

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.parts import ReconRow
    from fireteam.games.deadzone.content.scenarios import Scenario

TOKENS = 8
"""How many item tokens are placed (see DZ-SETUP-09)."""
RECON_DICE = 5
FAR_ENOUGH = 2
"""Cubes from an enemy at which a model may come down (see DZ-AB-AERIAL-01)."""
WHOLE = 4
"""The quarters of a whole cube."""
ZONES = ("A", "B")
RECON = "recon"


class Setup(Sequence, Frame):
    """The set-up of a battle on a prepared map, which stands for the placing of terrain (DZ-SETUP-03)."""

    kind = "setup"
    winner: int = NOBODY
    """Who has won the recon test, and by how many successes (see DZ-SETUP-11)."""
    margin: int = 0
    asked: int = 0
    """How many models have been asked whether they are held back."""
    held: tuple[int, ...] = ()
    """Those that are, until they have come down (see DZ-SETUP-19)."""
    grown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The cubes added to the zone of each side (see DZ-SETUP-16)."""
    content: int = 0
    """How many sides have zones that are large enough for them."""
    allowed: int = 0
    """How many cubes each side may add."""
    turn: int = 0
    """Whose turn it is in aerial deployment, and of how many sides the scouts have moved."""
    row: int = 0
    """The row of the recon table that is at hand."""
    touched: tuple[str, ...] = ()
    """What it has been used for already, by name; later, the scouts that have moved."""

    @staticmethod
    def steps() -> Steps[Table, Setup]:
        """The order of the set-up, once teams, scenario and map are chosen (DZ-SETUP-01)."""
        return (
            repeat(roll_scenario, is_open),
            repeat(place_token, tokens_left),
            repeat(test_recon, nobody_has_won),
            choose_starter,
            choose_zone,
            repeat(hold_back, somebody_to_ask),
            then(measure_zones),
            repeat(grow_zone, zones_to_settle),
            repeat(deploy, somebody_to_deploy),
            then(look_up),
            repeat(come_down_from_above, somebody_above),
            repeat(use_recon, rows_left),
            then(call_scouts),
            repeat(send_scout, scouts_left),
        )


def scenario(t: Table) -> Scenario:
    """The scenario of a battle that has a set-up."""
    found = t.scenario
    assert found is not None
    return found


def player(t: Table, seat: int) -> str:
    return str(t.setting.game.seats[seat])


# -- the scenario ------------------------------------------------------------------------------------------------------


def is_open(t: Table, s: Setup) -> bool:
    """Whether the players have left the scenario to the dice (see DZ-SETUP-02)."""
    return t.scenario is None


def roll_scenario(t: Table, s: Setup) -> Rule[bool]:
    """One die on the rows of the scenarios; a row that is not played on this map is rolled again (see DZ-SETUP-02)."""
    (face,) = yield one_die(0, topic("scenario"))
    for number, found in enumerate(t.setting.scenarios):
        if face in found.roll:
            t.settle_on(number)
    return True


# -- item tokens -------------------------------------------------------------------------------------------------------


def tokens_left(t: Table, s: Setup) -> bool:
    """Placing stops with the eighth token (DZ-SETUP-09)."""
    return sum(token.kind == ITEM for token in t.state.tokens.values()) < TOKENS


def place_token(t: Table, s: Setup) -> Rule[bool]:
    """A token lies face down: one player draws it without looking, the other rolls for its place (DZ-SETUP-05)."""
    number = len(t.state.tokens) + 1
    cube = yield from token_place(t, 1, str(number))
    t.lay(ITEM, cube, rule="DZ-SETUP-05")
    return True


def token_place(t: Table, seat: int, name: str) -> Rule[int]:
    """One die for the column and one for the row (DZ-SETUP-06); in a deployment zone both are rolled afresh
    (DZ-SETUP-08)."""
    board = t.board
    about = topic("column and row of token {number}", name)
    while True:
        x, y = yield Roll(seat, about, 2, max(SIDES, board.width, board.depth), ordered=True)
        if x <= board.width and y <= board.depth and not in_zone(t, (x, y)):
            return top_of(t, (x, y))


def in_zone(t: Table, square: tuple[int, int]) -> bool:
    """Whether a square belongs to a deployment zone; all are fixed before sides are chosen (see DZ-SETUP-08)."""
    zones = scenario(t).zones
    return square in zones.a or square in zones.b


def top_of(t: Table, square: tuple[int, int]) -> int:
    """The highest level of a stack with a floor, half tiles counting: tokens lie there (DZ-SETUP-07), and objectives
    (DZ-SETUP-04)."""
    return t.board.top(t.board.cube(*square, 1))


# -- recon -------------------------------------------------------------------------------------------------------------


def nobody_has_won(t: Table, s: Setup) -> bool:
    return s.winner == NOBODY


def recon_of(t: Table, seat: int) -> int:
    """The RECON of a side's leader; 0 if it has none."""
    own = (card.recon for card, side in zip(t.cards, t.setting.sides, strict=True) if side == seat and card.recon)
    return min(own, default=0)


def test_recon(t: Table, s: Setup) -> Rule[bool]:
    """Five dice each against the own leader's RECON, 8s rolling on and nothing else changing them; equal successes are
    rolled again (DZ-SETUP-10)."""
    mine, theirs = (Pool(RECON_DICE, recon_of(t, seat) or SIDES) for seat in (0, 1))
    faces = yield Roll(
        0,
        topic("recon test"),
        sides=SIDES,
        pools=(RECON_DICE, RECON_DICE),
        ways=lambda: ways(mine, theirs, low=-RECON_DICE, high=RECON_DICE),
    )
    margin = successes(faces[0], mine.target) - successes(faces[1], theirs.target)
    t.tell("recon", "DZ-SETUP-10", first=faces[0], second=faces[1], difference=margin)
    if margin:
        s.winner, s.margin = int(margin < 0), abs(margin)
    return True


def choose_starter(t: Table, s: Setup) -> Rule[None]:
    """The winner says who starts (DZ-SETUP-12)."""
    pick: Option = yield t.ask(
        s.winner,
        topic("who starts, says {player}", player(t, s.winner)),
        lambda: [option("starts", player(t, seat), args=(seat,)) for seat in (s.winner, 1 - s.winner)],
    )
    t.let_start(pick.args[0])


def choose_zone(t: Table, s: Setup) -> Rule[None]:
    """Who starts picks a deployment zone (see DZ-SETUP-12)."""
    seat = t.state.initiative
    pick: Option = yield t.ask(
        seat,
        topic("deployment zone of {player}", player(t, seat)),
        lambda: [option("zone", ZONES[zone], args=(zone,)) for zone in (0, 1)],
    )
    t.take_zone(seat, pick.args[0])


# -- who is on the table -----------------------------------------------------------------------------------------------


def falls_from_the_sky(t: Table, who: int) -> bool:
    """A Drop Suit always starts off the table, whatever else it is (DZ-SETUP-18)."""
    return t.has(who, Keyword.starts_off_table)


def in_order(t: Table) -> list[int]:
    """All models, those of who starts first."""
    start = t.state.initiative
    return sorted(range(len(t.cards)), key=lambda who: (t.side(who) != start, who))


def airborne(t: Table) -> list[int]:
    """Who may be held back (see DZ-SETUP-19)."""
    return [
        who for who in in_order(t) if t.has(who, Keyword.may_be_held_back) and not t.has(who, Keyword.starts_off_table)
    ]


def somebody_to_ask(t: Table, s: Setup) -> bool:
    return s.asked < len(airborne(t))


def hold_back(t: Table, s: Setup) -> Rule[bool]:
    """Its owner says of each such model, before anybody deploys, whether it is held back (DZ-SETUP-19)."""
    who = airborne(t)[s.asked]
    pick: Option = yield t.ask(
        t.side(who),
        topic("{who} from above", t.name(who)),
        lambda: [option("hold_back", t.name(who)), option("with_the_team", t.name(who))],
    )
    s.asked += 1
    if pick.kind == "hold_back":
        s.held = (*s.held, who)
    return True


def to_deploy(t: Table, s: Setup, seat: int) -> list[int]:
    """The models of a side that are still to be put into its zone."""
    return [who for who in t.reserves(seat) if is_to_be_deployed(t, s, who)]


def is_to_be_deployed(t: Table, s: Setup, who: int) -> bool:
    """Whether a model in reserve starts in its zone."""
    return who not in s.held and not falls_from_the_sky(t, who)


# -- zones -------------------------------------------------------------------------------------------------------------


def zone_of(t: Table, s: Setup, seat: int) -> int:
    """The cubes of a side's zone, as bits: every level with a floor of its squares (see DZ-SETUP-13), and what was
    added."""
    zones = scenario(t).zones
    return floors_of(t.board, zones.b if t.state.zones[seat] else zones.a, s.grown[seat])


@lru_cache(maxsize=1 << 8)
def floors_of(board: Board, squares: tuple[tuple[int, int], ...], grown: tuple[int, ...]) -> int:
    """Every level with a floor of some squares, and cubes that were added, as bits."""
    stacks = sum(1 << board.cube(x, y, level + 1) for x, y in squares for level in range(board.levels))
    return (stacks | sum(1 << cube for cube in grown)) & board.floors


Space = tuple[int, int]
"""The quarters of a place that a side has free: for who climbs, and for vehicles."""


def spaces(t: Table, zone: int, seat: int) -> dict[int, Space]:
    """The room in every place of a zone; vehicles have it on the ground alone (see DZ-SETUP-15)."""
    found = empty_spaces(t.board, zone).copy()
    for who in t.left(seat):
        place, size = t.place(who), t.cards[who].size
        if place in found:
            free, flat = found[place]
            found[place] = (free - size, max(0, flat - size))
    return found


@lru_cache(maxsize=1 << 8)
def empty_spaces(board: Board, zone: int) -> dict[int, Space]:
    """The same with nobody there."""
    found = {}
    for place in bits(board.places_in(zone)):
        flat = (board.quarters[place] & ~board.raised[place]).bit_count() if on_ground(board, place) else 0
        found[place] = (board.quarters[place].bit_count(), flat)
    return found


def on_ground(board: Board, place: int) -> bool:
    """Whether a place is on level 1."""
    return board.level(board.cube_of[place]) == 0


def pack(room: Iterable[Space], models: Iterable[tuple[bool, int]]) -> bool:
    """Whether models fit into the room that is left: (vehicle, size) each, vehicles and large ones first, each where
    it leaves the least."""
    left = list(room)
    for vehicle, size in sorted(models, reverse=True):
        able = [number for number, space in enumerate(left) if space[vehicle] >= size]
        if not able:
            return False
        best = min(able, key=lambda number: left[number])
        left[best] = (left[best][0] - size, max(0, left[best][1] - size))
    return True


def figures(t: Table, models: Iterable[int]) -> list[tuple[bool, int]]:
    """What packing asks of models."""
    return [(t.cards[who].vehicle, t.cards[who].size) for who in models]


def fits_in(t: Table, s: Setup, seat: int) -> bool:
    """Whether all that a side has to deploy fits into its zone."""
    return pack(spaces(t, zone_of(t, s, seat), seat).values(), figures(t, to_deploy(t, s, seat)))


def measure_zones(t: Table, s: Setup) -> Rule[None]:
    """Both zones may grow by the larger of the two needs, known before anybody deploys (DZ-SETUP-16)."""
    yield from ()
    for seat in (0, 1):
        room, models = [*spaces(t, zone_of(t, s, seat), seat).values()], figures(t, to_deploy(t, s, seat))
        need = 0
        while not pack([*room, *[(WHOLE, WHOLE)] * need], models):
            need += 1
        s.allowed = max(s.allowed, need)


def zones_to_settle(t: Table, s: Setup) -> bool:
    return s.content < 2


def grow_zone(t: Table, s: Setup) -> Rule[bool]:
    """Its owner adds a cube that shares a face with the zone, or lets it be as soon as the team fits
    (see DZ-SETUP-16)."""
    seat = t.state.initiative ^ s.content
    fits = fits_in(t, s, seat)
    if fits and len(s.grown[seat]) >= s.allowed:
        s.content += 1
        return True
    zone, theirs = zone_of(t, s, seat), zone_of(t, s, 1 - seat)
    near = {
        cube
        for inside in bits(zone)
        for cube in t.board.near[inside]
        if cube >= 0 and (t.board.floors & ~zone & ~theirs) >> cube & 1
    }

    def offered() -> list[Option]:
        found = [option("grow", t.board.name(cube), args=(cube,)) for cube in sorted(near)]
        return [*found, option("large_enough")] if fits else found

    pick: Option = yield t.ask(seat, topic("larger zone of {player}", player(t, seat)), offered)
    if pick.kind == "large_enough":
        s.content += 1
    else:
        more = (*s.grown[seat], pick.args[0])
        s.grown = (more, s.grown[1]) if seat == 0 else (s.grown[0], more)
    return True


# -- deployment --------------------------------------------------------------------------------------------------------


def next_to_deploy(t: Table, s: Setup) -> int:
    """Who starts deploys everybody first, then the other (DZ-SETUP-14)."""
    start = t.state.initiative
    return next(
        (who for seat in (start, 1 - start) for who in t.reserves(seat) if is_to_be_deployed(t, s, who)), NOBODY
    )


def somebody_to_deploy(t: Table, s: Setup) -> bool:
    return next_to_deploy(t, s) != NOBODY


def deploy(t: Table, s: Setup) -> Rule[bool]:
    """One model after the other anywhere in the zone, on any level, where there is room for it and for all the others
    (DZ-SETUP-13)."""
    who = next_to_deploy(t, s)
    place = yield from choose_place(t, who, lambda: berths(t, s, who))
    yield from settle(t, who, place)
    return True


def berths(t: Table, s: Setup, who: int) -> list[int]:
    """The places of its zone where a model may be deployed: vehicles on level 1 (DZ-SETUP-15)."""
    seat, card = t.side(who), t.cards[who]
    room = spaces(t, zone_of(t, s, seat), seat)
    others = figures(t, [other for other in to_deploy(t, s, seat) if other != who])
    plenty = sum(space == (WHOLE, WHOLE) for space in room.values()) > len(others)
    stands, taken = t.steps.stands(t.gaits[who]), {t.place(other) for other in t.left(seat)}
    found = []
    for place, (free, flat) in room.items():
        fits = t.fits(who, place) if place in taken else stands >> place & 1
        if fits and (not card.vehicle or on_ground(t.board, place)):
            left = (free - card.size, max(0, flat - card.size))
            if plenty or pack({**room, place: left}.values(), others):
                found.append(place)
    return found


def choose_place(t: Table, who: int, places: Callable[[], Iterable[int]]) -> Rule[int]:
    """Where a model is put."""
    pick: Option = yield t.ask(
        t.side(who),
        topic("place of {who}", t.name(who)),
        lambda: [option("deploy", t.name(who), t.board.place_name(place), args=(place,)) for place in places()],
    )
    place: int = pick.args[0]
    return place


# -- aerial deployment -------------------------------------------------------------------------------------------------


def look_up(t: Table, s: Setup) -> Rule[None]:
    """Who has the initiative begins (see DZ-AB-AERIAL-02)."""
    yield from ()
    s.turn = t.state.initiative


def somebody_above(t: Table, s: Setup) -> bool:
    return bool(s.held)


def come_down_from_above(t: Table, s: Setup) -> Rule[bool]:
    """Both sides place one model in turn (see DZ-AB-AERIAL-02)."""
    mine = [who for who in s.held if t.side(who) == s.turn]
    s.turn = 1 - s.turn
    if mine:
        who = mine[0]
        place = yield from choose_place(t, who, lambda: landing_places(t, s, who))
        s.held = tuple(other for other in s.held if other != who)
        yield from settle(t, who, place)
    return True


def landing_places(t: Table, s: Setup, who: int) -> list[int]:
    """The top levels where a model that was held back may come down: no objective, no enemy near, no zone of the
    enemy's; its own zone always is one, and the only one if there is no other (see DZ-AB-AERIAL-01, DZ-SETUP-19)."""
    board, seat = t.board, t.side(who)
    own, theirs = zone_of(t, s, seat), zone_of(t, s, 1 - seat)
    goals = {top_of(t, objective.at) for objective in scenario(t).objectives}
    enemies = [t.cube(other) for other in t.left(1 - seat)]
    found = []
    for stack in range(board.storey):
        cube = board.top(stack)
        free = cube not in goals and all(board.distance(cube, other) >= FAR_ENOUGH for other in enemies)
        barred = theirs >> cube & 1 or (t.cards[who].vehicle and board.level(cube))
        if not barred and (own >> cube & 1 or free):
            found += [place for place in board.places_of[cube] if t.fits(who, place)]
    return found or [
        place
        for place in bits(board.places_in(own))
        if t.fits(who, place) and (not t.cards[who].vehicle or on_ground(t.board, place))
    ]


# -- recon effects -----------------------------------------------------------------------------------------------------


class Recon(Supplement):
    """What recon has won for round 1 (see DZ-SETUP-11)."""

    name = RECON

    def command_dice(self, t: Table, seat: int) -> int:
        """More command dice, if the table gave some."""
        settled = t.state.settled
        if t.state.round > 1 or not settled:
            return 0
        return next((int(entry.rpartition(" ")[2]) for entry in settled if entry.startswith(f"{RECON} {seat} ")), 0)


def rows(t: Table, s: Setup) -> list[ReconRow]:
    """The rows of the recon table that the margin gives (DZ-SETUP-11)."""
    return [row for row in t.setting.recon_table if row.margin <= s.margin]


def rows_left(t: Table, s: Setup) -> bool:
    """Recon effects come after deployment and before scouts (DZ-SETUP-17)."""
    return s.row < len(rows(t, s))


def use_recon(t: Table, s: Setup) -> Rule[bool]:
    """One use of a row after the other; the winner may decline each (see DZ-SETUP-11)."""
    effect = rows(t, s)[s.row].effect
    used = len(s.touched)
    if effect.kind == "command_dice":
        t.settle(f"{RECON} {s.winner} {effect.value}")
        done = True
    elif effect.kind == "peek_tokens":
        done = used >= effect.value or (yield from look_at_token(t, s))
    elif effect.kind == "relocate_tokens":
        done = used >= effect.value or (yield from move_token(t, s))
    else:
        done = used >= effect.value.models or (yield from move_early(t, s, effect.value.cubes))
    if done:
        s.row += 1
        s.touched = ()
    return True


def face_down(t: Table, s: Setup) -> list[str]:
    """The item tokens that the winner of the recon test knows nothing of and has not touched."""
    return [
        token.id
        for token in t.state.tokens.values()
        if token.kind == ITEM and not token.seen >> s.winner & 1 and token.id not in s.touched
    ]


def choose_of(t: Table, s: Setup, about: str, offered: list[Option]) -> Rule[str]:
    """One of several, which is noted by its name, or nothing."""
    pick: Option = yield t.ask(s.winner, about, lambda: [*offered, option("decline")])
    if pick.kind == "decline":
        return ""
    name: str = pick.args[0]
    s.touched = (*s.touched, name)
    return name


def of_tokens(t: Table, kind: str, tokens: Iterable[str]) -> list[Option]:
    """An option for each of some tokens, with the cube where it lies."""
    return [option(kind, token, t.board.name(t.state.tokens[token].cube), args=(token,)) for token in tokens]


def look_at_token(t: Table, s: Setup) -> Rule[bool]:
    """The winner alone sees what a token is (see DZ-ITEM-04)."""
    token = yield from choose_of(t, s, topic("a look at a token"), of_tokens(t, "look", face_down(t, s)))
    if not token:
        return True
    label = t.state.tokens[token].label
    if not label:
        (label,) = yield Roll(s.winner, topic("look at {token}", token), bag=t.state.bag, name=token)
    t.turn_up(token, label, s.winner)
    return False


def move_token(t: Table, s: Setup) -> Rule[bool]:
    """A token that lies face down is placed again by a fresh roll."""
    down = [token for token in face_down(t, s) if not t.state.tokens[token].label]
    token = yield from choose_of(t, s, topic("a token to be moved"), of_tokens(t, "relocate", down))
    if not token:
        return True
    t.shift(token, (yield from token_place(t, s.winner, token)), "DZ-SETUP-11")
    return False


def move_early(t: Table, s: Setup, cubes: int) -> Rule[bool]:
    """A model moves before the battle, and not into a cube with another one."""
    movers = [t.name(who) for who in t.left(s.winner) if speed(t, who)[0] and t.name(who) not in s.touched]
    name = yield from choose_of(
        t, s, topic("an early move"), [option("early", mover, args=(mover,)) for mover in movers]
    )
    if not name:
        return True
    t.begin(FreeMove(t.number(name), RECON, cubes))
    return False


# -- scouts ------------------------------------------------------------------------------------------------------------


class FreeMove(Sequence, Frame):
    """A move before the battle, or in somebody else's activation: it enters no cube that holds another model, and
    whatever ends an activation ends it (see DZ-MEET-24)."""

    kind = "free_move"
    who: int
    name: str
    cubes: int
    extras: bool = False

    @staticmethod
    def steps() -> Steps[Table, FreeMove]:
        return (set_out, then(come_back))


def set_out(t: Table, s: FreeMove) -> Rule[None]:
    yield from ()
    t.single_out(s.who)
    t.begin(move(t, s.who, s.name, s.cubes, extras=s.extras, peaceful=True))


def come_back(t: Table, s: FreeMove) -> Rule[None]:
    """It is not marked activated."""
    yield from ()
    t.deactivate()


def call_scouts(t: Table, s: Setup) -> Rule[None]:
    """Of the scouts, those of who has the initiative come first (see DZ-AB-SCOUT-01)."""
    yield from ()
    s.turn, s.touched = 0, ()


def scouts_left(t: Table, s: Setup) -> bool:
    return s.turn < 2


def send_scout(t: Table, s: Setup) -> Rule[bool]:
    """One scout, if its owner wants to, before the first round (see DZ-AB-SCOUT-01, DZ-SETUP-17)."""
    seat = t.state.initiative ^ s.turn
    scouts = [
        who
        for who in t.left(seat)
        if t.has(who, Keyword.scouts) and t.name(who) not in s.touched and speed(t, who)[1] and not pinned(t, who)
    ]
    if not scouts:
        s.turn += 1
        return True
    pick: Option = yield t.ask(
        seat,
        topic("scouts of {player}", player(t, seat)),
        lambda: [*(option("scout", t.name(who), args=(who,)) for who in scouts), option("decline")],
    )
    if pick.kind == "decline":
        s.turn += 1
    else:
        who = pick.args[0]
        s.touched = (*s.touched, t.name(who))
        t.begin(FreeMove(who, SPRINT, speed(t, who)[1], extras=True))
    return True


def pinned(t: Table, who: int) -> bool:
    return t.state.models[who].pinned
