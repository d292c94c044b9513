"""Positions laid by hand: models on a field, for odds that are typed in, puzzles and tests. Every mistake is a
PositionError that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.games.deadzone.cards import Unit, Weapon, words
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.geometry import Field, field_of
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.state import NO_DICE, PLAY, SYMBOLS, Frame, Model, State
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from fireteam.kit.arena import PositionError, known, match_at, state_of, within
from fireteam.space.cubes.layout import QUARTERS
from fireteam.space.cubes.quarters import fitting

OPEN_FIELD: dict[str, Any] = {
    "size": (8, 8), "levels": 3, "floors": {}, "walls": {}, "splits": {}, "ramps": {}, "solid": frozenset(),
    "platforms": {}, "ladders": frozenset(),
}  # fmt: skip
"""A board of 8 by 8 cubes with nothing on it."""


def field(**data: Any) -> Field:
    """A field of 8 by 8 cubes with three levels, but for what is given, as in the maps of packs."""
    known("part of a field", data, OPEN_FIELD)
    return field_of({**OPEN_FIELD, **data})  # type: ignore[typeddict-item]


def weapon(
    name: str, range: int | str = 6, ap: int = 0, keywords: Sequence[str] = (), *, one_use: bool = False
) -> Weapon:
    """A weapon with these numbers; RANGE in cubes, or "CC"."""
    close = range == "CC"
    reach, id = 0 if close else int(range), name.lower().replace(" ", "_")
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
    return Unit(id=name, name=name, keywords=words(keywords, "unit"), weapons=weapons, **{**usual, **figures})


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


def lay(
    setting: Setting,
    at: Mapping[str, str],
    *frames: Frame,
    models: Mapping[str, Mapping[str, Any]] | None = None,
    command: Sequence[Mapping[str, int]] = ({}, {}),
    **fields: Any,
) -> Table:
    """A table over a position: where each model stands, as "4,5,1" or "4,5,1 NE", or "4,5,2/W" for half a cube; who is
    not named is off the battlefield. `models` gives other fields of models by name, `command` the dice of each side by
    symbol, `fields` those of the state, and `frames` what is under way, the first one first."""
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
            wanted = sum(QUARTERS[part] for part in corner.split("+")) if corner else 0
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
