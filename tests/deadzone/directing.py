"""Battles that show much in a short time: anybody beside anybody in the middle of a map, and who plays them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import ITEMS, Unit, deck
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.game import GAME, supplements
from fireteam.games.deadzone.geometry import field_of
from fireteam.games.deadzone.goals import objectives
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.state import ITEM
from fireteam.games.deadzone.windows import Keyword
from fireteam.kit.arena import PositionError
from tests.deadzone.playing import DECLINING, PACK, readings

CARDS = deck(PACK)
UNITS = tuple(CARDS.units.values())
LEADERS = tuple(unit for unit in UNITS if unit.order is not None)
MODELS = 6
"""Of each side."""
NEAR = 2
"""How many cubes from the middle of it all somebody stands at the most."""
FIELDS = {map.id: field_of(board_data(map)) for map in PACK.maps}


def sold(unit: Unit, rng: random.Random) -> str:
    """An item that a model of this card may carry, or none."""
    able = not unit.vehicle and not unit.has("Beast")
    found: str = rng.choice([name for name, item in ITEMS.items() if item.sold]) if able and rng.random() < 0.5 else ""
    return found


def skirmish(number: int, *, wanted: Sequence[str] = ()) -> Match:
    """Models of all factions close together, with items in hands and on the floor, in any scenario of the pack; cards
    with a wanted keyword come first."""
    rng = random.Random(number)
    scenario = PACK.scenarios[number % len(PACK.scenarios)]
    maps = [map.id for map in PACK.maps if not scenario.maps or map.id in scenario.maps]
    field = FIELDS[rng.choice(maps)]
    asked = [unit for unit in UNITS if names_of(unit) & {*wanted}]
    crew: dict[str, tuple[int, Unit]] = {}
    for seat in (0, 1):
        cards = [rng.choice(LEADERS), *rng.sample(UNITS, MODELS - 1)]
        if asked:
            cards[1:3] = [rng.choice(asked), rng.choice(asked)]
        crew |= {f"{card.name} {'ab'[seat]}{place}": (seat, card) for place, card in enumerate(cards)}
    units, sides = [card for _, card in crew.values()], [seat for seat, _ in crew.values()]
    setting = Setting(
        GAME,
        field,
        units,
        sides,
        GAME.checked_options(readings(number)),
        names=list(crew),
        needed_points=rng.choice((6, 12, 40)),
        pack=PACK,
        scenarios=[scenario],
        supplements=supplements(units, sides),
    )
    return begun(setting, rng, number)


def names_of(unit: Unit) -> set[str]:
    """All keywords of a card and its weapons, with those inside them."""
    return {name for card in (unit, *unit.weapons) for word in card.keywords for name in word.names}


def begun(setting: Setting, rng: random.Random, seed: int) -> Match:
    """The position from which a skirmish is played: before its first round."""
    board = setting.field.board
    middle = rng.choice(list(objectives(setting, setting.scenarios[0])))
    near = [place for place in range(board.places) if board.distance(board.cube_of[place], middle) <= NEAR]
    at: dict[str, str] = {}
    tokens = setting.bag(setting.scenarios[0])
    bag = dict(tokens)
    models: dict[str, dict[str, Any]] = {}
    for name, card in zip(setting.names, setting.cards, strict=True):
        if any(starts() for starts in card.windows[Keyword.starts_off_table]):
            continue
        for _ in range(40):
            at[name] = board.place_name(rng.choice(near))
            try:
                arena.table_at(setting, at)
                break
            except PositionError:
                del at[name]
        item = sold(card, rng)
        found = rng.random() < 0.5 and bag.get(item, 0) > 0
        bag[item] = bag.get(item, 0) - found
        models[name] = {
            "damage": rng.randrange(card.health) if rng.random() < 0.3 else 0,
            "pinned": rng.random() < 0.15 and name in at,
            "item": item,
            "bought": bool(item) and not found,
        }
    table = arena.table_at(setting, at, models=models, round=0, bag=tuple((name, bag[name]) for name, _ in tokens))
    for name, number in setting.numbers.items():
        if name not in at and not setting.cards[number].has("Drop Suit"):
            table.own(number).status = 2  # found no room
    floors = [cube for cube in range(board.count) if board.floors >> cube & 1 and board.distance(cube, middle) <= NEAR]
    for cube in rng.sample(floors, min(5, len(floors))):
        table.lay(ITEM, cube, rule="DZ-SETUP-05")
    return arena.match_over(table, Seeded(seed))


class Director:
    """Answers so that something new may be seen: what has not been chosen before, then what does something."""

    def __init__(self, left: dict[str, set[str]]) -> None:
        self.left = left

    def pick(self, match: Match, rng: random.Random) -> Option:
        """The next answer."""
        options: Sequence[Option] = match.decision.options
        fresh = [option for option in options if option.kind in self.left["option"]]
        if fresh:
            return rng.choice(fresh)
        doing = [option for option in options if option.kind not in DECLINING]
        attacks = [
            option
            for option in doing
            if option.kind in ("shoot", "assault", "free_shoot", "free_assault", "pick_up", "console")
        ]
        if attacks and rng.random() < 0.6:
            return rng.choice(attacks)
        return rng.choice(doing) if doing and rng.random() < 0.8 else rng.choice(options)
