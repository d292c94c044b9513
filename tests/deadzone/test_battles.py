"""Whole battles by chance: what always holds, and saves that replay."""

from __future__ import annotations

import pytest

from fireteam.core import saves
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.game import GAME
from tests.deadzone.battlefield import at_random, soundness, table_of
from tests.deadzone.battlefield import new_battle as battle

PACK = content(None)
BATTLES = [
    (seed, scenario.id, map.id, limit)
    for seed, (scenario, map, limit) in enumerate(
        (scenario, map, limit) for scenario in PACK.scenarios for map in PACK.maps for limit in (100, 150, 200)
    )
    if (seed + seed // 3) % 3 == 0
]


@pytest.mark.parametrize(("seed", "scenario", "map", "limit"), BATTLES)
def test_a_battle_by_chance_is_sound_and_its_save_replays(seed: int, scenario: str, map: str, limit: int) -> None:
    factions = [faction.id for faction in PACK.factions]
    teams = [factions[seed % 4], factions[seed // 4 % 4]]
    match = battle(seed, scenario=scenario, setup={"map": map, "limit": limit, "teams": teams})
    for decision in at_random(match, seed):
        soundness(table_of(decision))
        if not decision.over:
            keys = decision.decision.keys()
            assert len(set(keys)) == len(keys) > 1, decision.decision.topic
    assert match.result is not None and match.state.round <= 5
    again = match.replayed()
    assert again.result == match.result and again.state.dump() == match.state.dump()


def test_saves_open_in_the_set_up_in_battle_and_afterwards() -> None:
    pytest.importorskip("fireteam.games.deadzone.show")
    match = battle(5, scenario="cold_files", setup={"limit": 150})
    for number, decision in enumerate(at_random(match, 5)):
        if number % 40 == 0 or decision.over:
            again = saves.read(decision.save(), lambda name: GAME)
            assert again.state.dump() == decision.state.dump()
            assert again.result == decision.result
