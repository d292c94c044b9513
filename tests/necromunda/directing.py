"""Battles that show much in a short time: two gangs with their vehicles in the middle of a map, hurt and under all
sorts of conditions."""

from __future__ import annotations

import random
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.conditions import ORDER
from fireteam.games.necromunda.wargear.drinks import ROWS
from fireteam.kit.arena import PositionError
from tests.necromunda.playing import FIELDS, ROSTERS, readings

NEAR = 900
"""How far from the middle of it all somebody stands at the most, in hundredths."""
TRIES = 25
FOR_FIGHTERS = ("insane", "blaze", "broken", "blind", "concussion", "gunked", "intoxicated")


def skirmish(number: int) -> Match:
    """Two gangs of the pack close together, in any scenario of the pack."""
    rng = random.Random(number)
    scenario, map = FIELDS[number % len(FIELDS)]
    gangs = (rng.choice(ROSTERS[4:]), rng.choice(ROSTERS))
    setting = arena.prepare(map, gangs, scenario=scenario, options=readings(number))
    plan = setting.battlefield
    middle = (rng.uniform(1200, plan.width - 1200), rng.uniform(1200, plan.height - 1200))
    at: dict[str, tuple[float, ...]] = {}
    models: dict[str, dict[str, Any]] = {}
    bare = setting.table(setting.first_state(), False)
    for name, who in sorted(setting.numbers.items(), key=lambda one: not setting.cards[one[1]].vehicle):
        for _ in range(TRIES):
            x, y = (round(min(max(200, c + rng.uniform(-NEAR, NEAR)), most - 200)) for c, most in
                    zip(middle, (plan.width, plan.height), strict=True))  # fmt: skip
            floors = bare.surfaces(x, y)
            if not floors:
                continue
            height = floors[0] if setting.cards[who].vehicle else rng.choice(floors)
            tried = {**at, name: (x / 100, y / 100, height / 100, rng.randrange(360))}
            try:
                arena.fits(arena.table_at(setting, tried))
            except PositionError:
                continue
            at = tried
            models[name] = hurt(setting.cards[who], rng)
            break
    return arena.lay(
        setting, Seeded(number), at, models=models, acting=rng.randrange(2), round=rng.randrange(1, 3),
        bottled=rng.choice((0, 0, 1, 2)),
    )  # fmt: skip


def hurt(card: Any, rng: random.Random) -> dict[str, Any]:
    """What has happened to a model before."""
    found: dict[str, Any] = {"flesh": rng.choice((0, 0, 1)), "wounds": rng.randint(1, card.stats["w"])}
    if card.vehicle:
        return {**found, "stance": rng.choice((0, 0, 0, 1))}
    if rng.random() < 0.3:
        found["conditions"] = frozenset(rng.sample([name for name in FOR_FIGHTERS if name in ORDER], 2))
    if rng.random() < 0.2:
        found |= {"drinks": rng.randint(1, 3), "drink": rng.choice([*ROWS])}
    if rng.random() < 0.3:
        found["stance"] = rng.choice((1, 1, 2))
    if rng.random() < 0.15 and card.weapons:
        found["empty"] = frozenset([card.weapons[0].id])
    return found
