"""The pack that comes with Deadzone: what is in it, how it is kept, extended and described."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import read_yaml
from fireteam.games.deadzone.cards import KEYWORDS, deck
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.packs import PACKS
from fireteam.games.deadzone.geometry import field_of
from fireteam.kit.content.cache import Plain
from fireteam.space.cubes.steps import Gait, Mode
from tests.deadzone.packtext import FILE, GOOD, changed
from tests.killteam.test_pack import matches

OWN = """\
format: deadzone-content/1
pack: {id: mine, title: Mine}
extends: drowned-lamps
weapons:
  hush_dart: {name: Hush dart, range: 6, keywords: [Stun], cost: 4}
maps:
  - id: paddock
    name: Paddock
    levels: 2
    floors: [[3, 3, 2, full], [6, 6, 2, full]]
    walls: [[3, 3, 1, E, blocked], [5, 6, 1, E, blocked]]
    solid: [[4, 4, 1], [5, 5, 1], [1, 6, 1], [8, 3, 1], [3, 7, 1], [6, 2, 1]]
    ladders: [[1, 5, 1], [8, 4, 1], [4, 3, 1], [5, 6, 1]]
"""


def test_the_bundled_pack() -> None:
    pack = PACKS.load()
    assert PACKS.names() == ["drowned-lamps"]
    assert PACKS.contents(pack) == {
        "factions": ["wardens", "cinder", "brine", "tangle"],
        "units": 40,
        "weapons": 32,
        "maps": ["saltworks", "lamp_market", "gantry_yard"],
        "scenarios": ["crossed_lanterns", "split_claim", "cold_files", "run_the_cordon"],
    }
    assert [len(faction.rosters) for faction in pack.factions] == [3, 3, 3, 3]
    assert sum(pack.items.tokens.values()) == 16


def test_every_keyword_is_on_a_card() -> None:
    found = deck(PACKS.load())
    cards = [*found.units.values(), *found.weapons.values()]
    shown = {name for card in cards for one in card.keywords for name in one.names}
    assert set(KEYWORDS) - shown == {"AP"}  # which weapons have as a number
    assert [weapon.id for weapon in found.weapons.values() if weapon.ap == 3] == ["bore_head"]


def test_a_kept_pack_has_the_same_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    monkeypatch.setattr(PACKS, "_played", {})
    kept, fresh = PACKS.content(), PACKS.load()
    assert isinstance(kept, Plain) and kept.digest == fresh.digest
    one, other = deck(kept), deck(fresh)
    assert list(map(asdict, one.weapons.values())) == list(map(asdict, other.weapons.values()))
    assert [(unit.id, unit.text, [*map(asdict, unit.weapons)]) for unit in one.units.values()] == [
        (unit.id, unit.text, [*map(asdict, unit.weapons)]) for unit in other.units.values()
    ]
    assert [(order.effect, set(order.numbers)) for order in one.orders.values()] == [
        (order.effect, set(order.numbers)) for order in other.orders.values()
    ]
    assert board_data(kept.maps[0]) == board_data(fresh.maps[0])


def test_a_pack_that_extends_another_takes_over_the_rest() -> None:
    pack = PACKS.parse(OWN)
    assert [board.id for board in pack.maps] == ["paddock", "saltworks", "lamp_market", "gantry_yard"]
    assert pack.weapons["hush_dart"].range == 6 and len(pack.weapons) == 32
    assert len(pack.factions) == 4 and not pack.info.complete
    with pytest.raises(PackError, match="no such pack; there are: drowned-lamps; did you mean 'drowned-lamps'"):
        PACKS.parse(OWN.replace("extends: drowned-lamps", "extends: drowned-lamp"))


def test_looks_are_no_part_of_the_content() -> None:
    other = PACKS.parse(changed(GOOD, ("silhouette: sniper", "silhouette: rifleman")))
    assert other.digest == PACKS.load().digest
    assert PACKS.parse(changed(GOOD, ("title: Drowned Lamps", "title: Drowned"))).digest != other.digest


def test_the_schema_fits_the_bundled_pack_and_little_else() -> None:
    schema = PACKS.schema()
    text = json.dumps(read_yaml(FILE)[0])
    assert matches(json.loads(text), schema, schema)
    assert matches({"format": "deadzone-content/1", "pack": {"id": "a", "title": "A"}, "extends": "b"}, schema, schema)
    for old, new in (
        ('"role": "Troop"', '"role": "Troops"'),
        ('"smoke": {', '"smok": {'),
        ('"half-S"', '"half-Q"'),
        ('"moment": "on_death"', '"moment": "on death"'),
        ('"item": "Ammo"', '"item": "Amo"'),
        ('"HP": 3', '"HP": "3"'),
    ):
        assert old in text
        assert not matches(json.loads(text.replace(old, new, 1)), schema, schema), old


def test_the_schema_tells_keywords() -> None:
    pattern = re.compile(PACKS.schema()["$defs"]["Weapon"]["properties"]["keywords"]["items"]["pattern"])
    assert all(pattern.search(text) for text in ("It Burns!", "Frag (3)", "Grenade (Gas Cloud (Smoke))"))
    assert not any(pattern.search(text) for text in ("It Burns", "Frag(3)", "Frags (3)", "frag (3)"))


# -- maps as plain data ------------------------------------------------------------------------------------------------


def test_a_map_becomes_plain_data() -> None:
    saltworks, market, yard = (board_data(board) for board in PACKS.load().maps)
    assert (saltworks["size"], saltworks["levels"]) == ((8, 8), 4)
    assert saltworks["floors"][3, 5, 2] == "half-S"
    assert saltworks["walls"][1, 3, 1, "N"] == "door75"
    assert saltworks["ramps"] == {(3, 4, 1): "E", (6, 5, 1): "W"}
    assert saltworks["solid"] == {(2, 6, 1), (7, 3, 1)}
    assert saltworks["platforms"][3, 6, 1] == ("SW", "NW")
    assert market["splits"][3, 3, 1] == ("x", "door25")
    assert yard["ladders"] == {(2, 5, 1), (7, 4, 1)}


def test_how_far_models_get_on_the_maps() -> None:
    found = []
    for map in PACKS.load().maps:
        board, steps, _ = field_of(board_data(map))
        start = board.places_of[0][0]
        gaits = [*(Gait(size) for size in (1, 2, 3)), Gait(4, Mode.DRIVE)]
        assert steps.stands(gaits[-1]) & 1 << start
        reached = [board.cubes(steps.everywhere(start, gait)).bit_count() for gait in gaits]
        found.append((board.floors.bit_count(), *reached))
    assert found == [(88, 88, 88, 76, 54), (76, 76, 76, 68, 48), (86, 86, 86, 78, 60)]
