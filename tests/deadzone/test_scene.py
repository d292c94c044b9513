"""The scene of a battle: levels above each other, parts, models, tokens by what a seat knows, status and cards."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from fireteam.core.chronicle import Chronicle, Entry
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.scene import Scene
from fireteam.core.topics import topic
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.content.board import board_data
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.geometry import field_of
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.table import Table
from fireteam.terminal.cellboard import CellDrawing
from fireteam.terminal.console import ASCII
from fireteam.terminal.levels import laid_out

FIELD = arena.field(
    floors={(1, 1, 2): "full", (2, 1, 2): "hatch2", (3, 1, 2): "half-N"},
    walls={(2, 1, 1, "E"): "low25", (3, 3, 1, "N"): "blocked", (5, 1, 1, "E"): "door50", (1, 4, 1, "E"): "window",
           (2, 4, 1, "E"): "hatch1"},
    splits={(5, 5, 1): ("x", "door50")},
    ramps={(4, 1, 1): "E"},
    solid=frozenset({(6, 6, 1)}),
    platforms={(7, 7, 1): ("SW",)},
    ladders=frozenset({(1, 2, 1)}),
)  # fmt: skip


def laid(**more: Any) -> Table:
    """Two models on a field with a bit of everything."""
    gun = arena.weapon("Gun", 6, 1)
    setting = arena.setting_for(
        {"Ash": (0, arena.unit("Ash", gun, health=3)), "Brand": (1, arena.unit("Brand", gun, size=3, speed=(0, 0)))},
        on=FIELD,
    )
    more.setdefault("command", ({"Dice": 2, "Shoot": 1}, {}))
    return arena.table_at(setting, {"Ash": "1,1,2 NE", "Brand": "4,1,1"}, Activation(0), **more)


def scene(table: Table, seat: int | None = 0) -> Scene:
    """The scene, which is plain data without null."""
    found: Scene = table.setting.scene(table, seat)
    assert "null" not in json.dumps(found)
    return found


def test_cells_lie_in_the_plan_of_the_board_level_above_level() -> None:
    board = scene(laid())["board"]
    names = board["grid"].pop("names")
    assert board["grid"] == {"size": 300, "columns": 8, "rows": 8, "levels": 2}  # nothing is on the third level
    assert (names["0,7,0"], names["7,0,1"], "7,0,2" in names) == ("1,1,1", "8,8,2", False)
    assert (board["width"], board["height"]) == (2400, 2400)


def test_whoever_stands_above_another_is_higher() -> None:
    on = arena.field(floors={(1, 1, 2): "full", (1, 1, 3): "full"})
    setting = arena.setting_for({"Ash": (0, arena.unit("Ash")), "Brand": (1, arena.unit("Brand"))}, on=on)
    found = scene(arena.table_at(setting, {"Ash": "1,1,3 SW", "Brand": "1,1,1 SW"}, Activation(0)))
    assert found["board"]["grid"]["levels"] == 3 and found["board"]["grid"]["names"]["0,7,2"] == "1,1,3"
    assert found["pieces"]["Ash"]["at"] == found["pieces"]["Brand"]["at"] == [75, 2325]
    assert (found["pieces"]["Ash"]["level"], found["pieces"]["Brand"]["level"]) == (600, 0)


def test_sides_are_called_by_their_factions() -> None:
    twins = {"teams": ("wardens", "wardens")}
    for setup, names in (({}, ["Lantern Wardens", "Cinder Guild"]),
                         (twins, ["Lantern Wardens (first)", "Lantern Wardens (second)"])):  # fmt: skip
        match = Match(GAME.prepare(scenario="crossed_lanterns", setup=setup), Seeded(1))
        assert match.decision is not None
        found = scene(match.table)
        assert [side["name"] for side in found["sides"]] == names
        assert found["title"] == "Deadzone: Crossed Lanterns"
        asked = match.setting.question_view(match.table, match.decision, True)
        assert asked["text"] == f"The recon test is won by {names[match.decision.seat]}: who starts?"
        assert {option["text"] for option in asked["options"]} == {f"The first turn for {name}" for name in names}


@pytest.mark.parametrize(
    ("name", "kind", "shape"),
    [
        ("face 2,1,1 E", "low", {"line": [600, 2100, 600, 2400]}),
        ("face 3,3,1 N", "wall", {"line": [600, 1500, 900, 1500]}),
        ("face 5,1,1 E", "door", {"line": [1500, 2100, 1500, 2400]}),
        ("face 1,4,1 E", "window", {"line": [300, 1200, 300, 1500]}),
        ("face 2,4,1 E", "hatch", {"line": [600, 1200, 600, 1500]}),
        ("solid 6,6,1", "solid", {"rect": [1500, 600, 300, 300]}),
        ("split 5,5,1", "door", {"rect": [1345, 900, 10, 300]}),
        ("ramp 4,1,1", "ramp", {"rect": [900, 2100, 300, 300]}),
        ("ladder 1,2,1", "ladder", {"rect": [100, 1900, 100, 100]}),
        ("platform 7,7,1 SW", "step", {"rect": [1800, 450, 150, 150]}),
        ("floor 1,1,1", "floor", {"rect": [0, 2100, 300, 300]}),
        ("floor 3,1,2", "floor", {"rect": [600, 2100, 300, 150]}),
        ("hatch 2,1,2", "hatch", {"rect": [400, 2200, 100, 100]}),
    ],
)
def test_parts(name: str, kind: str, shape: dict[str, Any]) -> None:
    part = scene(laid())["parts"][name]
    assert (part["kind"], part["shape"]) == (kind, shape)


def test_parts_have_heights_and_say_who_passes() -> None:
    parts = scene(laid())["parts"]
    assert (parts["face 2,1,1 E"]["foot"], parts["face 2,1,1 E"]["level"]) == (0, 75)
    assert parts["floor 1,1,2"]["level"] == 300
    assert parts["hatch 2,1,2"].get("text") == "Models up to size 2 pass."
    assert parts["face 3,3,1 N"].get("strong") and "floor 4,4,2" not in parts


def test_models_have_their_wounds_stance_and_place() -> None:
    table = laid(models={"Ash": {"damage": 2, "pinned": True, "item": "Medi-Pack"}})
    pieces = scene(table)["pieces"]
    ash, brand = pieces["Ash"], pieces["Brand"]
    assert ash["at"] == [225, 2175] and ash["level"] == 300  # the north-east quarter of 1,1,2
    assert (ash["wounds"], ash["stance"], ash["radius"], ash["role"]) == ([1, 3], "down", 74, "rifleman")
    assert [tag["name"] for tag in ash["tags"]] == ["Pinned"]  # what it carries is on its card
    assert [tag["name"] for tag in scene(table)["cards"]["Ash"]["tags"]] == ["Pinned", "Carries Medi-Pack"]
    assert (brand["at"], brand["radius"], brand["seat"], brand["form"]) == ([1050, 2250], 110, 1, "square")
    assert "tags" not in brand and brand["stance"] == "open"


def test_a_model_that_passes_is_drawn_in_the_middle_of_its_cube() -> None:
    assert scene(laid(models={"Ash": {"quarters": 0}}))["pieces"]["Ash"]["at"] == [150, 2250]


def test_smoke_is_drawn_and_tokens_are_shown_to_who_has_seen_them() -> None:
    table = laid()
    cube = table.board.cube(2, 2, 1)
    table.lay("smoke", cube, rule="DZ-AB-SMOKE-01")
    token = table.lay("item", cube, rule="DZ-SETUP-05")
    assert scene(table)["parts"]["smoke 2,2,1"]["kind"] == "dark"
    assert scene(table)["pieces"][token]["name"] == "An item, face down"
    table.turn_up(token, "Intel", seat=1)
    assert [scene(table, seat)["pieces"][token]["mark"] for seat in (0, 1, None)] == ["?", "I", "?"]
    table.turn_up(token, "Intel")
    assert [scene(table, seat)["pieces"][token]["name"] for seat in (0, 1, None)] == ["Intel"] * 3


def test_what_one_seat_has_looked_at_is_still_hidden_from_the_other() -> None:
    table = laid(bag=(("Intel", 1), ("Ammo", 2)))
    token = table.lay("item", table.board.cube(2, 2, 1), rule="DZ-SETUP-05")
    table.turn_up(token, "Intel", seat=1)
    told = [scene(table, seat)["status"]["unseen"] for seat in (0, 1)]
    assert [one["value"] for one in told] == ["1", "0"]
    assert told[0]["text"] == "Items that nobody has seen: 1 Intel, 2 Ammo." and "Intel" not in told[1]["text"]


def test_a_secret_draw_is_told_to_who_made_it() -> None:
    draw = Entry("roll", 1, topic("look at {token}", "item-1"), "", 0, ("Intel",), "what item 1 is")
    show = laid().setting.show
    assert "Intel" not in show.told(draw)["text"] and "Intel" not in show.told_to(draw, 0)["text"]
    assert show.told_to(draw, 1)["text"] == "What item 1 is: Intel" and show.tray([draw]) == []
    assert show.keeps(draw, 1) and not show.keeps(draw, 0)


def test_command_dice_points_and_round_are_always_visible() -> None:
    found = scene(laid(points=(3, 1), round=2))
    status = found["status"]
    assert (status["turn"]["value"], status["points"]["value"]) == ("2 of 5", "3 : 1, 12 to win")
    sheet = found["sides"][0]["sheet"]
    assert [(one["name"], one["status"], one.get("rule"), one.get("dice")) for one in sheet] == [
        ("Dice", "2", "DZ-CMD-08", 2),
        ("Shoot", "1", "DZ-CMD-10", 1),
    ]


def test_cards() -> None:
    cards = scene(laid(models={"Ash": {"damage": 1}}))["cards"]
    values = {figure["label"]: figure["value"] for figure in cards["Ash"]["figures"]}
    assert values == {"SP": "1-2", "RA": "5+", "FI": "5+", "SV": "5+", "AR": "0", "HP": "3", "SZ": "1", "VP": "1"}
    assert cards["Ash"]["rows"] == [{"label": "Gun", "text": "RANGE 6, AP 1"}]
    assert cards["Ash"].get("wounds") == [2, 3] and cards["Ash"].get("piece") == "Ash"
    assert cards["Brand"]["figures"][0]["value"] == "-"
    gone = scene(laid(models={"Brand": {"status": 2, "place": -1, "quarters": 0}}))
    assert gone["cards"]["Brand"]["state"] == "out" and "Brand" not in gone["pieces"]


def test_the_ending_names_the_winner() -> None:
    table = laid()
    table.end(1, "points")
    assert scene(table)["ending"]["text"] == "All victory points that are needed, in round 1."


def test_the_terminal_draws_the_levels_of_a_scene_side_by_side() -> None:
    beside, _ = laid_out(scene(laid()), None)
    assert beside["board"]["areas"]["Level 2"]["shape"] == {"rect": [2700, 0, 2400, 2400]}
    assert (beside["board"]["width"], beside["board"]["height"]) == (5100, 2400)
    lines = [line.plain for line in CellDrawing(beside, ASCII).lines()]
    bottom = lines[-2]
    assert bottom[4 + 4 * 9 :].startswith(" A1") and "B1" in bottom
    assert "Level 2" in "\n".join(lines)
    assert bottom[4:].startswith(" . ") and bottom[4 + 4 * 12 :].startswith("   ")  # ground, and air on level 2


def test_every_map_of_the_pack_is_drawn_with_objectives_and_zones() -> None:
    pack = content(None)
    for map in pack.maps:
        for scenario in pack.scenarios:
            if scenario.maps and map.id not in scenario.maps:
                continue
            field = field_of(board_data(map))
            setting = Setting(
                GAME, field, [arena.unit("Ash"), arena.unit("Brand")], [0, 1], GAME.checked_options({}),
                names=["Ash", "Brand"], needed_points=12, scenarios=[scenario],
            )  # fmt: skip
            entry = scenario.objectives[0]
            top = field.board.top(field.board.cube(*entry.at, 1))
            table = arena.table_at(setting, {"Ash": field.board.name(top)}, zones=(1, 0))
            found = scene(table)
            piece = found["pieces"][f"objective {field.board.name(top)}"]
            assert (piece.get("holder"), piece["mark"]) == (0, str(entry.vp))
            assert found["goal"]["marks"][0]["holder"] == 0
            zone = found["board"]["areas"][f"zone {field.board.name(field.board.cube(*scenario.zones.a[0], 1))}"]
            assert zone["seat"] == 1


def test_consoles_tell_who_has_worked_them() -> None:
    scenario = next(entry for entry in content(None).scenarios if entry.consoles is not None)
    match = Match(GAME.prepare(scenario=scenario.id), Seeded(1))
    assert match.decision is not None
    table: Table = match.setting.table(match.state, False)
    name = next(name for name, part in scene(table)["parts"].items() if part["kind"] == "console")
    at = name.removeprefix("console ")
    table.settle(f"console 1 {at}")
    part = scene(table)["parts"][name]
    assert (part.get("state"), part.get("text")) == ("ready", "Worked by Cinder Guild.")
    table.settle(f"console 0 {at}")
    assert scene(table)["parts"][name].get("state") == "done"


@pytest.mark.parametrize("scenario", list(GAME.scenarios()))
def test_whole_battles_are_drawn_asked_and_told(scenario: str) -> None:
    match, rng = Match(GAME.prepare(scenario=scenario), Seeded(3)), random.Random(3)
    chronicle = Chronicle(match)
    setting: Any = match.setting
    for number in range(120):
        question = match.decision
        if question is None:
            break
        if number % 6 == 0:
            found = scene(match.table, (0, 1, None)[number // 6 % 3])
            shown = setting.question_view(match.table, question, True)
            assert shown["text"] and all(option["text"] for option in shown["options"])
            places = [option["place"] for option in shown["options"] if "place" in option]
            assert {place["piece"] for place in places if "piece" in place} <= found["pieces"].keys()
            for refusal in match.refusals():
                assert setting.why_view(match.table, refusal)["checks"] and question.find(refusal.action) is None
            assert setting.plan(match, "3,3")["text"]
            assert setting.look(match.table, question, f"piece {setting.names[-1]}") is not None
        match.answer(question.draw(rng.random))
    chronicle.follow()
    assert len(chronicle.log) > 60 and all(line["text"] for line in chronicle.log)
    assert match.state.round and scene(match.table)["status"]["phase"]["value"] != "Setting up"
