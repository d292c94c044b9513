"""Positions laid by hand: for odds that are typed in without a game, for puzzles, and for tests. Every mistake is a
PositionError that names it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from textwrap import dedent
from typing import TYPE_CHECKING, Any, TypeVar

from fireteam.core.dice import Dice
from fireteam.core.errors import PackError
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.games.escape.actions.payments import STATISTIC_KEYS
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.events import DISCONNECTION as LAST_EVENT
from fireteam.games.escape.game import GAME, with_pack
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.setting import Setting
from fireteam.games.escape.state import (
    BOARD,
    CRATE,
    EQUIPMENT,
    ISC,
    LEFT,
    NOBODY,
    OUT,
    QUIET,
    RESISTANCE,
    SIDES,
    WAITING,
    Character,
    Token,
)
from fireteam.kit.arena import PositionError, apart, known, match_at, naming, numbers, once, state_of, within

if TYPE_CHECKING:
    from pydantic import BaseModel

    from fireteam.games.escape.content.parts import Character as CardData
    from fireteam.games.escape.content.parts import Map
    from fireteam.games.escape.content.scenarios import Scenario

P = TypeVar("P", bound="BaseModel")

Place = tuple[int, int]
MOST = 99
"""The largest number of anything, as in packs."""
OWN = "own"
"""The map and the scenario of a board that was laid by hand."""


def card(name: str, side: str, **values: Any) -> CardData:
    """A character card of one's own: `mvt`, `cbt`, `int` and `life`, perhaps `rank` (1 if nothing is said) and
    `skills`, written as in packs."""
    from fireteam.games.escape.content.parts import Character as CardData  # brings pydantic

    known("side", [side], SIDES)
    return _part(CardData, f"the card of {name}", {"id": name, "name": name, "faction": side, "rank": 1, **values})


def board(grid: str, *, difficulty: int = 7) -> Map:
    """A board of one's own, drawn like the maps of packs but without airlocks: doors are called D1, D2, ... in the
    order of reading, and locks have this difficulty."""
    from fireteam.games.escape.content.check_maps import CLOSED_DOOR, DOORS, MapGrid  # reads what brings pydantic
    from fireteam.games.escape.content.parts import Map  # brings pydantic

    drawn = dedent(grid).strip("\n")
    rows = drawn.split("\n")
    signs = "".join(row[1::2] for row in rows[1::2])
    if "@" in drawn:
        raise PositionError("a board of one's own has no airlocks: its border is '=' and '!' everywhere")
    data: dict[str, Any] = {
        "title": OWN, "board_side": OWN, "width": len(rows[0]) // 2, "height": len(rows) // 2,
        "central_room": signs[:1], "grid": drawn, "airlocks": (),
        "areas": {
            sign: {"name": f"Area {sign}", "kind": "room", "tokens_allowed": True, "squares": signs.count(sign)}
            for sign in dict.fromkeys(signs)
        },
    }  # fmt: skip
    with naming():
        bare = MapGrid(_part(Map, "the board", data), ("maps", OWN), {}, "")
        bare.shape()
        bare.characters()
        doors: list[dict[str, Any]] = []
        for here in sorted(bare.area, key=lambda square: (square[1], square[0])):
            for there in ((here[0] + 1, here[1]), (here[0], here[1] + 1)):
                sign = bare.edge(here, there) if there in bare.area else ""
                if sign and sign in DOORS:
                    lock = {"start": "closed"} if sign == CLOSED_DOOR else {"start": "locked", "difficulty": difficulty}
                    areas = (bare.area[here], bare.area[there])
                    doors.append({"id": f"D{len(doors) + 1}", "between": (here, there), "areas": areas, **lock})
        found = _part(Map, "the board", {**data, "doors": doors})
        MapGrid(found, ("maps", OWN), {}, "").check()
    return found


def _part(model: type[P], what: str, data: dict[str, Any]) -> P:
    """A part of a pack that was written by hand."""
    from fireteam.kit.content.validate import validate  # brings pydantic

    try:
        return validate(model, data, {}, "")
    except PackError as error:
        raise PositionError(f"{what}: {error.reason.replace('the file', 'it')}") from error  # there is no file


def prepare(
    scenario: str | Scenario | None = None,
    *,
    board: Map | None = None,
    squads: Mapping[str, Sequence[str | CardData]] | None = None,
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
    **setup: Any,
) -> Setting:
    """A setting to lay positions in: a scenario of the pack, or a board of one's own; the squads by side, each of the
    pack's characters by their ids and of one's own cards; match options. Further wishes are those of a match.

    On a board of one's own whoever takes out the whole other side wins. What stands in no file cannot be opened from a
    save.
    """
    known("side", squads or {}, SIDES)
    own = [one for squad in (squads or {}).values() for one in squad if not isinstance(one, str)]
    ids = {side: [one if isinstance(one, str) else one.id for one in squad] for side, squad in (squads or {}).items()}
    once("character", [name for squad in ids.values() for name in squad])
    wish = {**setup, "squads": ids} if ids else setup
    with naming():
        if board is None and not own and (scenario is None or isinstance(scenario, str)):
            found: Setting = GAME.prepare(scenario=scenario, options=options, pack=pack, setup=wish)
            return found
        known("wish", setup, GAME.wishes)
        if board is not None and isinstance(scenario, str):
            raise PositionError(f"{scenario!r} has a map: a board of one's own goes without a scenario of the pack")
        content = PACKS.load(pack)
        cards = {one.id: one for one in (*content.characters, *own)}
        changes: dict[str, Any] = {"characters": tuple(cards.values())}
        if board is not None:
            changes["maps"] = {**content.maps, OWN: board}
        chosen = _last_one_standing(board) if board is not None and scenario is None else scenario
        if chosen is not None and not isinstance(chosen, str):
            others = [entry for entry in content.scenarios if entry.id != chosen.id]
            changes["scenarios"] = (*others, chosen)
            chosen = chosen.id
        changed = content.model_copy(update=changes)
        return GAME.setting_in(changed, chosen, GAME.checked_options(with_pack(content, options)), pack, wish)


def _last_one_standing(board: Map) -> Scenario:
    """The scenario of a board of one's own."""
    from fireteam.games.escape.content.scenarios import Scenario  # brings pydantic

    rooms = {"mode": "position", "rooms": (board.central_room,)}
    goal = "everybody of the other side is Taken out"
    data = {
        "id": OWN, "number": MOST, "name": OWN, "map": OWN, "turns": MOST, "crates": 0, "equipment": 0,
        "deployment": dict.fromkeys(SIDES, rooms), "victory": dict.fromkeys(SIDES, goal),
        "victory_data": {"resistance": {"all_taken_out": "isc"}, "isc": {"all_taken_out": "resistance"}},
    }  # fmt: skip
    return _part(Scenario, "the scenario", data)


def lay(
    setting: Setting,
    dice: Dice | None,
    at: Mapping[str, Place],
    *,
    active: str = "",
    acting: str = "resistance",
    turn: int = 2,
    event: int = QUIET,
    phase: str = "",
    damage: Mapping[str, int] | None = None,
    used: Mapping[str, Mapping[str, int]] | None = None,
    penalties: Mapping[str, Sequence[tuple[int, int, str]]] | None = None,
    holds: Mapping[str, str] | None = None,
    crates: Iterable[Place | tuple[Place, str]] = (),
    equipment: Iterable[Place | tuple[Place, str]] = (),
    out: Mapping[str, int] | Collection[str] = (),
    left: Collection[str] = (),
    activated: Collection[str] = (),
    veteran_used: Collection[str] = (),
    drill_broken: Collection[str] = (),
    revolution: int = 0,
    open_doors: Collection[str] = (),
    unlocked: Collection[str] = (),
    broken_walls: Iterable[tuple[Place, Place]] = (),
    hacked: Collection[str] = (),
    dark: str = "",
    courier: str = "",
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    **fields: Any,
) -> Match:
    """A match in the middle of a turn. Who is not named waits off the board; equipment without a label lies face down.

    With `active` that character is being activated; else the `acting` side chooses whom to activate (or `phase` says
    what comes next). `used` counts actions already performed; `out` may map names to the turn of their end. What cannot
    be is a PositionError that names it.
    """
    if setting.scenario is None:
        raise PositionError("a position needs a scenario")
    base = setting.first_state()
    g = setting.ground(setting.scenario)
    within("the turn", turn, 0, g.turns)
    damage, used, penalties, holds = damage or {}, used or {}, penalties or {}, holds or {}
    out_turns = dict(out) if isinstance(out, Mapping) else dict.fromkeys(out, turn - 1)
    named = (*at, *damage, *used, *penalties, *holds, *out_turns, *left, *activated, *veteran_used, *drill_broken)
    known("character", (*named, *filter(None, (active, courier))), g.card_index)
    known("side", [acting], SIDES)
    known("door", (*open_doors, *unlocked), [door.id for door in g.board.doors])
    terminals = {terminal.id: terminal.number for terminal in g.terminals}
    known("terminal", hacked, terminals)
    known("area", filter(None, [dark]), g.board.areas)
    within("the event", event, 0, LAST_EVENT)
    within("the number of Revolution tokens", revolution, 0, MOST)
    stands = {name: _square(g, place) for name, place in at.items()}
    for name in (*out_turns, *left):
        if name in at:
            raise PositionError(f"{name} stands on {g.at(stands[name])} and is off the board")
    for name in filter(None, (active, *holds)):
        if name not in at and (name == active or name not in left):  # who has left keeps what it carries
            raise PositionError(f"{name} does not stand on the board")
    apart(stands, {square: g.at(square) for square in stands.values()})

    tokens: dict[str, Token] = {}
    unseen = {CRATE: dict(base.backs), EQUIPMENT: dict(base.bag)}
    held: dict[str, str] = {}
    lying = [(CRATE, entry) for entry in crates] + [(EQUIPMENT, entry) for entry in equipment]
    carried = [(CRATE if label.isdigit() else EQUIPMENT, name, label) for name, label in holds.items()]
    for kind, entry in lying:
        place, label = _labelled(entry)
        _make(tokens, unseen, kind, label, _square(g, place))
    for kind, name, label in carried:
        held[name] = _make(tokens, unseen, kind, label, -1)

    characters = []
    for card in g.cards:
        name = card.id
        done, suffered = used.get(name, {}), damage.get(name, 0)
        known("statistic", done, STATISTIC_KEYS)
        for statistic, count in done.items():
            within(f"the {statistic} actions used by {name}", count, 0, MOST)
        within(f"the damage of {name}", suffered, 0, card.life if name in out_turns else card.life - 1)
        status = BOARD if name in at else OUT if name in out_turns else LEFT if name in left else WAITING
        characters.append(
            Character(
                card.index,
                card.side,
                status,
                stands.get(name, -1),
                suffered,
                used_mvt=done.get("mvt", 0),
                used_cbt=done.get("cbt", 0),
                used_int=done.get("int", 0),
                penalties=tuple(penalties.get(name, ())),
                activated=name in activated or name == active,
                holds=held.get(name, ""),
                veteran_used=name in veteran_used,
                drill_broken=name in drill_broken,
                out_turn=out_turns.get(name, 0),
            )
        )

    sides = [
        sum(1 << c.square for c in characters if c.side == side and c.status == BOARD) for side in (RESISTANCE, ISC)
    ]
    opened = sum(g.board.door(name).edge for name in open_doors)
    broken = sum(1 << _wall(g, a, b) for a, b in broken_walls)
    side = g.cards[g.card_index[active]].side if active else SIDES.index(acting)
    laid = {
        "phase": phase or ("act" if active else "activations"),
        "turn": turn,
        "event": event,
        "characters": characters,
        "tokens": tokens,
        "made": len(tokens),
        "bag": tuple(unseen[EQUIPMENT].items()),
        "backs": tuple(unseen[CRATE].items()),
        "setup_winner": RESISTANCE,
        "initiative": side,
        "first": side,
        "acting": side,
        "active": g.card_index[active] if active else NOBODY,
        "occupied": sides[0] | sides[1],
        "resistance": sides[RESISTANCE],
        "isc": sides[ISC],
        "lying": _mask(token.square for token in tokens.values() if token.square >= 0),
        "opened": opened,
        "broken": broken,
        "shut": base.shut & ~opened & ~broken,
        "locks": base.locks & ~sum(g.board.door(name).edge for name in unlocked),
        "revolution": revolution,
        "hacked": sum(1 << terminals[name] for name in hacked),
        "dark": dark,
        "courier": g.card_index[courier] if courier else NOBODY,
        **fields,
    }
    table = setting.table(state_of(setting, base, laid), False)
    for c in table.state.characters:
        table.reckon(c)  # what event and penalties make of the cards is the table's business
    return match_at(setting, table.snapshot(), dice, events=events, checkpoints=checkpoints)


def _square(g: Ground, place: Place) -> int:
    """The square at a place."""
    x, y = numbers("a place", place, (2,))
    if not g.squares.inside(x, y):
        raise PositionError(f"{x},{y} is off the board")
    return g.squares.square(x, y)


def _wall(g: Ground, a: Place, b: Place) -> int:
    """The edge of the wall between two squares."""
    here, there = _square(g, a), _square(g, b)
    edge = g.squares.edge(here, there) if g.squares.adjacent[here] >> there & 1 else -1
    if edge < 0 or not g.board.walls >> edge & 1:
        raise PositionError(f"there is no wall between {g.at(here)} and {g.at(there)}")
    return edge


def _make(tokens: dict[str, Token], unseen: dict[str, dict[str, int]], kind: str, label: str, square: int) -> str:
    """A token on a square or, at -1, in somebody's hands; what it shows comes from what nobody has seen yet."""
    if label:
        known(f"label of a piece of {kind}" if kind == EQUIPMENT else "value of a crate", [label], unseen[kind])
        within(f"the number of {label!r} that nobody has seen", unseen[kind][label] - 1, 0, unseen[kind][label])
        unseen[kind][label] -= 1
    token = Token(f"{kind[0]}{len(tokens) + 1}", kind, label, square)
    tokens[token.id] = token
    return token.id


def _labelled(entry: Place | tuple[Place, str]) -> tuple[Place, str]:
    """A token's place, and its label if it has been turned over."""
    first, second = entry
    return (first, second) if isinstance(first, tuple) and isinstance(second, str) else (entry, "")  # type: ignore[return-value]


def _mask(squares: Iterable[int]) -> int:
    found = 0
    for square in squares:
        found |= 1 << square
    return found
