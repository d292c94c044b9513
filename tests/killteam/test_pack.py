"""The bundled pack of Kill Team: what is in it, in which form, and how a player's own pack is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import read_yaml
from fireteam.games.killteam.abilities.vocabulary import Effect
from fireteam.games.killteam.content.check import team_sizes
from fireteam.games.killteam.content.pack import Pack
from fireteam.games.killteam.content.packs import PACKS, content
from fireteam.games.killteam.content.parts import WEAPON_RULES, Amount, WeaponRule
from fireteam.games.killteam.content.terrain import terrain_of
from fireteam.kit.content.cache import Plain
from fireteam.space.plane.model import Overlay

FILE = PACKS.folder / "four_lamps.yaml"
GOOD = FILE.read_text(encoding="utf-8")
PACK = PACKS.load()

OWN = """\
format: killteam-content/2
pack: {id: mine, title: My cards}
extends: four-lamps
"""


def operative(name: str) -> Any:
    return next(card for team in PACK.teams for card in team.operatives if card.id == name)


def test_bundled_pack_by_name_and_path() -> None:
    assert PACKS.load("four-lamps") is PACK is PACKS.load(None)
    assert PACKS.load(FILE) == PACKS.load(str(FILE)) == PACK
    assert PACKS.names() == ["four-lamps"]
    assert PACK.info.complete
    with pytest.raises(PackError, match=r"no such pack; there are: four-lamps; did you mean 'four-lamps'\?"):
        PACKS.load("four-lamp")
    with pytest.raises(PackError, match="cannot be read"):
        PACKS.load("none/there.yaml")
    with pytest.raises(PackError, match="a pack is named"):
        PACKS.load(7)  # type: ignore[arg-type]


def test_teams_of_the_bundled_pack() -> None:
    sizes = {
        team.id: (len(team.operatives), team_sizes(team.selection), len(team.default_roster)) for team in PACK.teams
    }
    assert sizes == {
        "cinder-vigil": (9, [6], 6),
        "saltmarsh-levy": (10, [14], 14),
        "veilrunners": (9, [10], 10),
        "ironroot-menagerie": (10, [10, 11], 10),
    }
    assert [team.archetypes for team in PACK.teams] == [
        ("Security", "Seek & Destroy"),
        ("Recon", "Security"),
        ("Infiltration", "Recon"),
        ("Seek & Destroy", "Infiltration"),
    ]


def test_a_datacard_in_full() -> None:
    prior = operative("cv-prior")
    assert (prior.apl, prior.move, prior.save, prior.wounds, prior.base) == (3, 6, 3, 13, 32)
    assert prior.keywords == ("VIGIL", "LEADER", "SUPPORT")
    pistol, blade = prior.weapons
    assert (pistol.id, pistol.type, pistol.attack, pistol.hit, pistol.damage) == ("kiln-pistol", "ranged", 4, 3, (3, 4))
    assert [(rule.name, rule.x) for rule in pistol.rules] == [("Range", 8)]
    assert [(rule.name, rule.x) for rule in blade.rules] == [("Lethal", 5)]
    (litany,) = prior.abilities
    assert (litany.when, litany.keyword, litany.limit, litany.ap) == ("gambit", "SUPPORT", "once_per_tp", None)
    assert litany.who.kind == "friendly"
    assert (litany.who.value.within, litany.who.value.visible, litany.who.value.keyword) == (6, True, "VIGIL")
    (effect,) = litany.effects
    assert (effect.kind, effect.value.stat, effect.value.by, effect.value.until) == (
        "modify",
        "apl",
        1,
        "end_of_next_activation",
    )


def test_weapon_rules_in_all_their_forms() -> None:
    satchel = next(weapon for weapon in operative("sl-sapper").weapons if weapon.id == "satchel")
    ranged, area, heavy, limited = satchel.rules
    assert (area.name, area.x, area.within, area.action) == ("Devastating area", 2, 1, None)
    assert (ranged.x, heavy.name, heavy.x, limited.x) == (4, "Heavy", None, 1)
    held = operative("cv-sunlancer").weapons[0].rules[0]
    assert (held.name, held.action) == ("Heavy only", "DASH")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("Balancd", "unknown weapon rule 'Balancd'; did you mean 'Balanced'?"),
        (7, "a weapon rule is a name or a mapping with one key"),
        ({"Lethal": 5, "Hot": None}, "a weapon rule is a name or a mapping with one key"),
        ({"Letal": 5}, "unknown weapon rule 'Letal'; did you mean 'Lethal'?"),
        ("Lethal", "weapon rule 'Lethal' needs a value (KT-WR-12)"),
        ({"Balanced": 1}, "weapon rule 'Balanced' takes no value (KT-WR-02)"),
        ({"Lethal": 6}, "weapon rule 'Lethal' takes a whole number from 2 to 5, not 6 (KT-WR-12)"),
        ({"Lethal": True}, "not True (KT-WR-12)"),
        ({"Range": "8"}, "weapon rule 'Range' takes a whole number from 3 to 12, not '8' (KT-WR-17)"),
        (
            {"Heavy only": "SHOOT"},
            "weapon rule 'Heavy only' names one of DASH, REPOSITION, CHARGE, not 'SHOOT' (KT-WR-10)",
        ),
        ({"Devastating area": 2}, "weapon rule 'Devastating area' needs exactly the keys x and within (KT-WR-08)"),
        ({"Devastating area": {"x": 5, "within": 1}}, "from 1 to 4, not 5"),
        ({"Devastating area": {"x": 1, "within": 4}}, "from 1 to 3, not 4"),
    ],
)
def test_broken_weapon_rules(written: object, reason: str) -> None:
    with pytest.raises(ValidationError) as caught:
        WeaponRule.model_validate(written)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [(name, form.least, form.most) for name, form in WEAPON_RULES.items() if form.parameter == "number"],
)
def test_bounds_of_weapon_rules(name: str, least: int, most: int) -> None:
    assert [WeaponRule.model_validate({name: x}).x for x in (least, most)] == [least, most]
    for x in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            WeaponRule.model_validate({name: x})


@pytest.mark.parametrize(("written", "sides", "plus"), [(2, 0, 2), ("D3", 3, 0), ("D6", 6, 0), ("D3+2", 3, 2)])
def test_amounts(written: object, sides: int, plus: int) -> None:
    amount = Amount.model_validate(written)
    assert (amount.sides, amount.plus) == (sides, plus)


@pytest.mark.parametrize("written", [0, -1, True, "2D6", "D4", "D3+0", "", None, 1.5])
def test_broken_amounts(written: object) -> None:
    with pytest.raises(ValidationError, match="an amount is a whole number, D3, D6 or such as D3"):
        Amount.model_validate(written)


def test_one_effect_is_exactly_one_key() -> None:
    for written in ({}, {"heal": None}, {"heal": {"amount": 1}, "cp": {"by": 1}}):
        with pytest.raises(ValidationError, match="exactly one of these keys must be given: add_rule, modify"):
            Effect.model_validate(written)


EQUAL_IN_BOTH = ("comms_device", "ladders")


@pytest.mark.rule("KT-VER-10")
def test_equipment_that_both_versions_have_alike() -> None:
    equipment = PACK.universal_equipment
    for name in EQUAL_IN_BOTH:
        assert all(
            by_version["2024-11"] == by_version["2025-09"] for by_version in by_versions(getattr(equipment, name))
        ), name
    # Smoke and stun grenades are given once, for both.
    assert list(by_versions(equipment.utility_grenades)) == []
    kraks = [
        weapon for weapons in equipment.explosive_grenades.weapons.values() for weapon in weapons if weapon.id == "krak"
    ]
    assert len(kraks) == 2 and kraks[0] == kraks[1]
    assert equipment.comms_device.adds == 3
    assert (equipment.utility_grenades.stun.within, equipment.utility_grenades.stun.needed) == (6, 3)


def by_versions(part: Any) -> Iterator[dict[str, Any]]:
    """Every mapping from versions inside a part."""
    if isinstance(part, dict):
        if "2024-11" in part:
            yield part
        for inner in part.values():
            yield from by_versions(inner)
    elif isinstance(part, tuple):
        for inner in part:
            yield from by_versions(inner)
    elif hasattr(type(part), "model_fields"):
        for name in type(part).model_fields:
            yield from by_versions(getattr(part, name))


def test_equipment_that_the_versions_have_differently() -> None:
    equipment = PACK.universal_equipment
    assert equipment.ammo_cache.ap == {"2024-11": 0, "2025-09": 1}
    assert equipment.razor_wire.surcharge == {"2024-11": 2, "2025-09": 1}
    assert equipment.heavy_barricade.setup.near_drop_zone == {"2024-11": 2, "2025-09": 4}
    frag = {version: weapons[0].rules[0].x for version, weapons in equipment.explosive_grenades.weapons.items()}
    assert frag == {"2024-11": 8, "2025-09": 6}
    feet = [shape.traits for shape in equipment.light_barricades.shapes if shape.name.startswith("foot")]
    assert len(feet) == 4
    assert all(traits == {"2024-11": ("Light",), "2025-09": ("Exposed", "Insignificant")} for traits in feet)
    for item in (
        equipment.razor_wire,
        equipment.light_barricades,
        equipment.heavy_barricade,
        equipment.portable_barricade,
    ):
        (clearance,) = item.setup.clearances
        assert clearance.inches == 2
        assert clearance.of == {
            "2024-11": ("equipment_terrain",),
            "2025-09": ("equipment_terrain", "access_points", "accessible_terrain"),
        }
    (mines,) = equipment.mines.setup.clearances
    assert mines.of == {
        "2024-11": ("markers", "access_points"),
        "2025-09": ("markers", "access_points", "accessible_terrain"),
    }
    assert (equipment.mines.damage.sides, equipment.mines.damage.plus) == (3, 3)
    assert equipment.portable_barricade.move.lost_without_room == {"2024-11": False, "2025-09": True}


@pytest.mark.rule("KT-EQ-25")
def test_sizes_of_equipment_that_is_terrain() -> None:
    equipment = PACK.universal_equipment
    items = (
        equipment.light_barricades,
        equipment.heavy_barricade,
        equipment.portable_barricade,
        equipment.razor_wire,
        equipment.ladders,
    )
    sizes = [
        (box[2] - box[0], box[3] - box[1], shape.z.top, shape.opaque)
        for item in items
        for shape in item.shapes[:1]
        for box in (shape.box,)
    ]
    assert sizes == [
        (250, 30, 100, True),
        (350, 40, 200, True),
        (200, 20, 100, True),
        (400, 40, 50, False),
        (80, 10, 300, False),
    ]
    assert equipment.portable_barricade.facing == (0, 1)


@pytest.mark.rule("KT-TT-00")
def test_a_large_ruin_has_parts_of_several_types() -> None:
    shellmarket = PACK.killzones[0]
    ruin = next(feature for feature in shellmarket.features if feature.kind == "large_ruin")
    traits = {part.name: part.traits for part in ruin.parts}
    assert traits["west wall south"] == ("Heavy",)
    assert traits["upper level"] == ("Vantage",)
    assert traits["door lower"] == ("Accessible", "Heavy")
    assert traits["door viewpoint"] == ("Accessible", "Blocking", "Heavy")
    assert traits["window"] == ("Barred", "Heavy")


def test_killzones_are_terrain_of_the_plane() -> None:
    found = {}
    for killzone in PACK.killzones:
        terrain = terrain_of(killzone)
        found[killzone.id] = (
            terrain.width,
            terrain.height,
            len(terrain.features),
            len(terrain.under().active),
            len(terrain.hatches),
        )
    assert found == {
        "shellmarket": (3000, 2200, 12, 66, 0),
        "quenchworks": (3000, 2200, 9, 32, 0),
        "derelict-spine": (2386, 2768, 34, 54, 4),
    }


def test_an_open_hatchway_has_an_opening_and_a_leaf() -> None:
    terrain = terrain_of(PACK.killzones[2])
    closed, opened = terrain.under(), terrain.under(Overlay(open=("hatch-1-a",)))
    gone = [closed.parts[number] for number in closed.active if number not in opened.active]
    come = [opened.parts[number] for number in opened.active if number not in closed.active]
    assert [(part.id, part.traits) for part in gone] == [("hatch-1-a/access-point", frozenset({"Heavy", "Wall"}))]
    assert [(part.id, part.traits, part.opaque) for part in come] == [
        ("hatch-1-a/access-point-open", frozenset({"Accessible", "Exposed", "Insignificant"}), False),
        ("hatch-1-a/access-point-leaf", frozenset({"Heavy", "Wall"}), True),
    ]
    assert come[1].polygon == ((810, 888), (970, 888), (970, 908), (810, 908))


def test_ops_of_the_bundled_pack() -> None:
    assert len(PACK.crit_ops) == 9
    assert {op.archetype: sum(other.archetype == op.archetype for other in PACK.tac_ops) for op in PACK.tac_ops} == {
        "Seek & Destroy": 3,
        "Security": 3,
        "Infiltration": 3,
        "Recon": 3,
    }
    assert PACK.kill_op.table[9] == (2, 4, 5, 7, 9)
    seals = PACK.crit_ops[0].scoring[1].condition
    assert (seals.measure, seals.cmp) == ("objectives", ">")
    assert seals.filter.model_dump(exclude_none=True) == {"tag": "sealed", "owner": "me"}
    assert seals.than is not None and seals.than.filter.model_dump(exclude_none=True)["owner"] == "enemy"
    assert [game.id for game in PACK.quick_start] == ["quick-1", "quick-2", "quick-3", "quick-4"]


def test_digest_is_of_the_content() -> None:
    assert PACKS.parse(GOOD + "\n# A comment changes nothing.\n").digest == PACK.digest
    assert PACKS.parse(GOOD.replace("title: Four Lamps", "title: Five Lamps", 1)).digest != PACK.digest


def test_a_silhouette_is_no_content_and_one_of_a_closed_list() -> None:
    assert (operative("cv-mender").silhouette, operative("cv-sentinel").silhouette) == ("medic", "rifleman")
    assert PACKS.parse(GOOD.replace(" silhouette: medic,", "")).digest == PACK.digest, (
        "saves made before it open as well"
    )
    with pytest.raises(PackError, match="silhouette: it should be 'rifleman', 'heavy'"):
        PACKS.parse(GOOD.replace("silhouette: medic", "silhouette: healer", 1))


def test_loaded_pack_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        PACK.teams[0].operatives[0].apl = 4


def own_team() -> str:
    """The second team of the pack as the only one of a player's file, with another name."""
    start, end = GOOD.index("  - id: saltmarsh-levy\n"), GOOD.index("  - id: veilrunners\n")
    return "teams:\n" + GOOD[start:end]


def test_a_pack_that_extends_another_takes_over_the_rest() -> None:
    pack = PACKS.parse(OWN)
    assert pack.info.title == "My cards"
    assert (pack.teams, pack.killzones, pack.tokens) == (PACK.teams, PACK.killzones, PACK.tokens)
    assert pack.digest != PACK.digest


def test_entries_of_the_same_id_are_replaced_and_come_first() -> None:
    text = OWN + own_team().replace("name: Levy Reeve,", "name: Old Reeve,")
    pack = PACKS.parse(text)
    assert [team.id for team in pack.teams] == ["saltmarsh-levy", "cinder-vigil", "veilrunners", "ironroot-menagerie"]
    assert pack.teams[0].operatives[0].name == "Old Reeve"
    assert pack.teams[1:] == (PACK.teams[0], *PACK.teams[2:])


def test_tokens_of_an_extended_pack_are_added() -> None:
    team = own_team().replace(
        "{token: {name: patched, until: end_of_battle}}", "{token: {name: sewn_up, until: end_of_battle}}"
    )
    tokens = "tokens:\n  sewn_up: {once_per_operative: true}\n"
    with pytest.raises(PackError, match="token 'patched' is given by no effect"):
        PACKS.parse(OWN + tokens + team)
    both = team.replace(
        "do: [{survive: {wounds: 1}}, {token:", "do: [{survive: {wounds: 1}}, {token: {name: patched}}, {token:"
    )
    assert list(PACKS.parse(OWN + tokens + both).tokens) == [*PACK.tokens, "sewn_up"]


def test_a_fault_in_an_extending_pack_names_its_own_line() -> None:
    text = OWN + own_team().replace("rules: [{Range: 8}, Seek]", "rules: [{Range: 8}, Sek]")
    with pytest.raises(PackError) as caught:
        PACKS.parse(text, "mine.yaml")
    assert caught.value.line == text.count("\n", 0, text.index("Sek]")) + 1
    assert (
        "teams[0].operatives[6].weapons[0].rules[1]: unknown weapon rule 'Sek'; did you mean 'Seek'?"
        in caught.value.reason
    )
    with pytest.raises(
        PackError, match=r"mine\.yaml:3: no such pack; there are: four-lamps; did you mean 'four-lamps'\?"
    ):
        PACKS.parse(OWN.replace("four-lamps", "four-lamp"), "mine.yaml")


def test_the_kept_pack_equals_the_checked_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    monkeypatch.setattr(PACKS, "_played", {})
    first = content(None)
    monkeypatch.setattr(PACKS, "_played", {})
    second = content("four-lamps")
    assert isinstance(second, Plain) and second == first
    assert second.digest == PACK.digest
    assert terrain_of(second.killzones[0]).digest == terrain_of(PACK.killzones[0]).digest
    ability = second.teams[0].operatives[0].abilities[0]
    assert ability.who is not None
    assert (ability.who.kind, ability.effects[0].kind, ability.effects[0].value.by) == ("friendly", "modify", 1)


# -- the schema --------------------------------------------------------------------------------------------------------


def matches(data: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether data fits a schema, as far as the words used in ours go."""
    if "$ref" in schema:
        return matches(data, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema and not any(matches(data, inner, root) for inner in schema["anyOf"]):
        return False
    if ("const" in schema and data != schema["const"]) or ("enum" in schema and data not in schema["enum"]):
        return False
    kinds: dict[str, Any] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "null": type(None),
    }
    kind = schema.get("type")
    if kind is not None and (
        not isinstance(data, kinds[kind]) or (isinstance(data, bool) and kind in ("integer", "number"))
    ):
        return False
    if isinstance(data, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        if any(key not in data for key in schema.get("required", ())):
            return False
        for key, value in data.items():
            if key in known:
                if not matches(value, known[key], root):
                    return False
            elif others is False or (isinstance(others, dict) and not matches(value, others, root)):
                return False
    if isinstance(data, list):
        pairs = list(zip(data, schema.get("prefixItems", ()), strict=False))
        if not all(matches(value, inner, root) for value, inner in pairs):
            return False
        items = schema.get("items", True)
        return not isinstance(items, dict) or all(matches(value, items, root) for value in data[len(pairs) :])
    return True


def test_the_schema_fits_the_bundled_pack_and_little_else() -> None:
    schema = PACKS.schema()
    # As an editor sees it: in JSON all keys are text.
    text = json.dumps(read_yaml(FILE)[0])
    assert matches(json.loads(text), schema, schema)
    own = {"format": "killteam-content/2", "pack": {"id": "mine", "title": "Mine"}, "extends": "four-lamps"}
    assert matches(own, schema, schema)
    assert not matches({key: value for key, value in own.items() if key != "extends"}, schema, schema)
    for old, new in (
        ('"Rending"', '"Rendng"'),
        ('{"heal":', '{"hael":'),
        ('"when": "shot_at"', '"when": "shot"'),
        ('["Heavy", "Wall"]', '["Heavy", "Wal"]'),
        ('{"Lethal": 5}', '{"Lethal": "5"}'),
        ('"who": "target"', '"who": "tarket"'),
        ('"vp": 1', '"vp": "one"'),
    ):
        assert old in text
        assert not matches(json.loads(text.replace(old, new, 1)), schema, schema), old


def test_the_schema_tells_the_words_of_effects() -> None:
    schema = PACKS.schema()
    assert list(schema["$defs"]["Effect"]["properties"]) == list(Effect.model_fields)
    assert "unknown" not in json.dumps(schema)
    assert schema["$defs"]["Survive"]["description"].startswith("It is not incapacitated")


# -- no file, however odd, ends in anything but a PackError ------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_scrambled_lines_are_refused_or_read(data: st.DataObject) -> None:
    lines = OWN.splitlines() + own_team().splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        line = lines[number]
        cut = data.draw(st.integers(0, len(line)))
        lines[number] = (
            line[:cut]
            + data.draw(st.sampled_from(["", "x", ": ", "[", "{", "-1", "\t", "null", "é", "'", "#"]))
            + line[cut:]
        )
    try:
        assert isinstance(PACKS.parse("\n".join(lines)), Pack)
    except PackError as error:
        assert error.reason
