"""Positions laid by hand: models on a field, for odds that are typed in, puzzles and tests. Every mistake is a
PositionError that names it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit, Weapon, words
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.dice import SIDES
from fireteam.games.deadzone.game import GAME, supplements
from fireteam.games.deadzone.geometry import Field, field_of
from fireteam.games.deadzone.round import Round, take_turn
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.state import NO_DICE, PLAY, SYMBOLS, Frame, Model, State
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from fireteam.kit.arena import PositionError, known, match_at, naming, numbers, once, state_of, within
from fireteam.space.cubes.layout import LARGEST, QUARTERS
from fireteam.space.cubes.quarters import fitting

OPEN_FIELD: dict[str, Any] = {
    "size": (8, 8), "levels": 3, "floors": {}, "walls": {}, "splits": {}, "ramps": {}, "solid": frozenset(),
    "platforms": {}, "ladders": frozenset(),
}  # fmt: skip
"""A board of 8 by 8 cubes with nothing on it."""


MOST = 99
"""No figure of a card is larger."""
FIGURES = (
    ("ranged", 0, SIDES), ("fight", 0, SIDES), ("survive", 0, SIDES), ("armour", 0, MOST), ("health", 1, MOST),
    ("size", 1, LARGEST), ("points", 0, MOST), ("victory_points", 0, MOST),
)  # fmt: skip
"""What the figures of a card can be; 0 in a test is a dash."""


def field(**data: Any) -> Field:
    """A field of 8 by 8 cubes with three levels, but for what is given, as in the maps of packs."""
    known("part of a field", data, OPEN_FIELD)
    try:
        return field_of({**OPEN_FIELD, **data})  # type: ignore[typeddict-item]
    except (ValueError, TypeError) as error:
        raise PositionError(f"no field can be like this: {error}") from error


def weapon(
    name: str, range: int | str = 6, ap: int = 0, keywords: Sequence[str] = (), *, one_use: bool = False
) -> Weapon:
    """A weapon with these numbers; RANGE in cubes, or "CC"."""
    close = range == "CC"
    if not close:
        within(f"the RANGE of {name}", range, 0, MOST)
    within(f"the AP of {name}", ap, 0, MOST)
    reach, id = 0 if close else int(range), name.lower().replace(" ", "_")
    with naming():
        read = words(keywords, "weapon")
    one_use = one_use or any(word.name == "One-Use" for word in read)
    return Weapon(id=id, name=name, keywords=read, close=close, range=reach, ap=ap, one_use=one_use)


def unit(name: str, *weapons: Weapon, keywords: Sequence[str] = (), **figures: Any) -> Unit:
    """A card with these figures; SPEED 1-2, 5+ in all, no ARMOUR, 2 HP, size 1 if nothing else is said. 0 is a dash."""
    usual: dict[str, Any] = {
        "speed": (1, 2), "ranged": 5, "fight": 5, "survive": 5, "armour": 0, "health": 2, "size": 1, "points": 10,
        "victory_points": 1, "faction": "own", "role": "Troop",
    }  # fmt: skip
    known("figure of a card", figures, (*usual, "recon", "order"))
    given = {**usual, **figures}
    for what, least, most in FIGURES:
        within(f"the {what} of {name}", given[what], least, most)
    for speed in numbers(f"the SPEED of {name}", given["speed"], (2,)):
        within(f"the SPEED of {name}", speed, 0, MOST)
    with naming():
        return Unit(id=name, name=name, keywords=words(keywords, "unit"), weapons=weapons, **given)


def setting_for(
    cards: Mapping[str, tuple[int, Unit]],
    *,
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    supplements: Sequence[Supplement] = (),
    needed_points: int = 12,
) -> Setting:
    """A setting for models by name, each with its seat and card."""
    return Setting(
        GAME,
        on or field(),
        [card for _, card in cards.values()],
        [seat for seat, _ in cards.values()],
        GAME.checked_options(dict(options or {})),
        names=list(cards),
        needed_points=needed_points,
        supplements=supplements,
    )


def prepare(
    map: str | Field | None = None,
    teams: Sequence[Any] | None = None,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
    needed_points: int = 12,
    **wishes: Any,
) -> Setting:
    """A setting to lay positions in: a map of the pack by its id or a field of one's own, two teams of the pack by
    their factions or as data, or the cards of either side, and match options. Further wishes, such as `limit`, are
    those of a match.

    With cards or a field of one's own there is no scenario: nothing is scored. Without a map it is the first of the
    scenario, or a bare field for one's own cards. What stands in no file cannot be opened from a save.
    """
    with naming():
        own = _own_cards(teams)
        if own is None and not isinstance(map, Field):
            setup = {key: value for key, value in {"teams": teams, "map": map, **wishes}.items() if value is not None}
            found: Setting = GAME.prepare(scenario=scenario, options=options, pack=pack, setup=setup)
            return found
        if own is None:
            ready: Setting = GAME.prepare(scenario=None, options=options, pack=pack, setup={"teams": teams, **wishes})
            cards = dict(zip(ready.names, zip(ready.sides, ready.cards, strict=True), strict=True))
        else:
            for wish in (*filter(None, [scenario and "scenario"]), *wishes):
                raise PositionError(f"{wish} is chosen for teams of a pack, not for cards of one's own")
            once("card", [one.name for side in own for one in side])
            cards = {one.name: (seat, one) for seat, side in enumerate(own) for one in side}
        on = _field_named(map, pack) if isinstance(map, str) else map
        sides = [seat for seat, _ in cards.values()]
        hung = supplements([card for _, card in cards.values()], sides, scenario=False)
        return setting_for(cards, on=on, options=options, supplements=hung, needed_points=needed_points)


def _own_cards(teams: Any) -> Sequence[Sequence[Unit]] | None:
    """The cards of both sides; None where teams of a pack are meant."""
    both = list(teams) if isinstance(teams, list | tuple) else []
    if teams is None or (len(both) == 2 and all(isinstance(team, str | Mapping) for team in both)):
        return None
    if len(both) != 2 or any(
        not isinstance(team, list | tuple) or not all(isinstance(one, Unit) for one in team) for team in both
    ):
        raise PositionError("teams are two factions of a pack, the data of two teams, or two lists of cards")
    return both


def _field_named(map: str, pack: str | None) -> Field:
    """The battlefield of a map of a pack."""
    maps = {entry.id: entry for entry in content(pack).maps}
    known("map", [map], maps)
    return field_of(board_data(maps[map]))


def lay(
    setting: Setting,
    dice: Dice | None,
    at: Mapping[str, str],
    *,
    active: str = "",
    acting: int = 0,
    damage: Mapping[str, int] | None = None,
    pinned: Collection[str] = (),
    activated: Collection[str] = (),
    models: Mapping[str, Mapping[str, Any]] | None = None,
    command: Sequence[Mapping[str, int]] = ({}, {}),
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    **fields: Any,
) -> Match:
    """A match in the middle of a round. `at` says where models stand, as "4,5,1" or "4,5,1 NE", or "4,5,2/W" for half a
    cube; who is not named is off the battlefield.

    With `active` that model is being activated; else the `acting` seat chooses whom to activate. Models are whole,
    upright and not yet activated but for what `damage`, `pinned` and `activated` say; `models` has further fields of a
    model, `command` the dice of each side by symbol, and whatever else is named is a field of the state, such as
    `points`. What cannot be is a PositionError that names it.
    """
    damage = damage or {}
    known("model", (*damage, *pinned, *activated, *(models or {}), *filter(None, [active])), setting.numbers)
    within("the acting seat", acting, 0, 1)
    if active and active not in at:
        raise PositionError(f"{active} does not stand on the battlefield")
    more = {
        name: {
            **({"damage": damage[name]} if name in damage else {}),
            **({"pinned": True} if name in pinned else {}),
            **({"activated": True} if name in activated else {}),
            **(models or {}).get(name, {}),
        }
        for name in dict.fromkeys((*damage, *pinned, *activated, *(models or {})))
    }
    if active:
        number = setting.numbers[active]
        turn, frames = Round(last=number), [Activation(number)]
        acting = setting.sides[number]
    else:
        turn, frames = Round(), []
    if setting.scenarios:
        fields = {"scenario": 0, **fields}
    table = table_at(
        setting, at, *frames, turn.placed(take_turn), models=more, command=command, acting=acting, **fields
    )
    return match_over(table, dice, events=events, checkpoints=checkpoints)


def table_at(
    setting: Setting,
    at: Mapping[str, str],
    *frames: Frame,
    models: Mapping[str, Mapping[str, Any]] | None = None,
    command: Sequence[Mapping[str, int]] = ({}, {}),
    **fields: Any,
) -> Table:
    """A table over a position: like `lay`, with `frames` as what is under way, the first one first."""
    given = models or {}
    known("model", (*at, *given), setting.numbers)
    board = setting.field.board
    crew: list[Model] = []
    taken: dict[tuple[int, int], int] = {}
    for number, name in enumerate(setting.names):
        card, side = setting.cards[number], setting.sides[number]
        fields_of: dict[str, Any] = {}
        if name in at:
            where, _, corner = at[name].partition(" ")
            place = board.named(where)
            if place is None:
                raise PositionError(f"{name}: there is no place {where!r} on the board")
            used = taken.get((place, side), 0)
            free = fitting(setting.field.steps.room(place, setting.gaits[number]) & ~used, card.size)
            corners = corner.split("+") if corner else []
            known("quarter of a cube", corners, QUARTERS)
            wanted = sum(QUARTERS[part] for part in corners)
            quarters = next((one for one in free if wanted in (0, one)), 0)
            if not quarters:
                raise PositionError(f"{name}: there is no room at {at[name]}")
            taken[place, side] = used | quarters
            fields_of = {"status": PLAY, "place": place, "quarters": quarters}
        more = dict(given.get(name, {}))
        known("field of a model", more, Model.FIELDS)
        within(f"the damage of {name}", more.get("damage", 0), 0, card.health - 1)
        crew.append(Model(number, side, **{**fields_of, **more}))
    dice = []
    for held in command:
        known("command symbol", held, SYMBOLS)
        dice.append(tuple(held.get(symbol, 0) for symbol in SYMBOLS) or NO_DICE)
    base = State(phase="round", round=1)
    state = state_of(setting, base, {"phase": "round", "models": crew, "command": tuple(dice), **fields})
    table: Table = setting.table(state, False)
    table.begin(*frames)
    return table


def match_over(table: Table, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER) -> Match:
    """A match at the position of a table."""
    return match_at(table.setting, table.snapshot(), dice, events=events, checkpoints=checkpoints)
