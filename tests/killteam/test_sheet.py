"""What a kill team as a whole has, as everybody may see it: moments, costs, and what is left."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from fireteam.core.scene import Holding
from fireteam.games.killteam import arena
from fireteam.games.killteam.abilities.entries import book
from fireteam.games.killteam.abilities.vocabulary import When
from fireteam.games.killteam.game import GAME
from fireteam.games.killteam.setup.rosters import UNIVERSAL
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.scene import scene
from fireteam.games.killteam.show.sheet import sheet
from fireteam.games.killteam.table import Table
from tests.killteam.writing import write

GEAR = "cv-e1,cv-e2,cv-e3,utility_grenades"


def at_table(**fields: Any) -> Table:
    """The beginning of a firefight phase; the first kill team has equipment, and has shown it."""
    given: dict[str, Any] = {
        "phase": "firefight", "turning_point": 1, "selections": ((0, "equipment", GEAR), (0, "grenades",
        "smoke,stun,stun")),
        "revealed": ((0, "equipment"), (0, "grenades")), "placed": {"cv-prior": (300, 1000), "vr-matron": (2500, 1000)},
        "rosters": (("cv-prior",), ("vr-matron",)), **fields,
    }  # fmt: skip
    return arena.table_over(*arena.battle(**given))


def holding(t: Table, name: str, seat: int | None = 0) -> Holding:
    """What the sheet of the first kill team says about something."""
    return next(one for one in sheet(t, seat, 0) if one["name"] == name)


@pytest.mark.rule("KT-PLOY-01", "KT-PLOY-04")
def test_a_ploy_is_available_until_it_is_used_or_too_dear() -> None:
    t = at_table(cp=(1, 0))
    ploy = holding(t, "Ash Cloud")
    assert (ploy["kind"], ploy["cost"], ploy["moment"]) == ("Firefight ploy", "1 CP", "when it is shot at")
    assert (ploy["state"], ploy["status"]) == ("ready", "available")
    book(t).by_id[0]["cv-f3"].pay(t, t.number("cv-prior"))
    assert holding(t, "Ash Cloud")["status"] == "too few command points"
    write(t, cp=(2, 0))
    assert (holding(t, "Ash Cloud")["state"], holding(t, "Ash Cloud")["status"]) == (
        "spent",
        "used in this turning point",
    )
    assert holding(t, "Unquenched")["state"] == "ready"


@pytest.mark.rule("KT-PLOY-05")
def test_the_command_reroll_is_on_every_sheet() -> None:
    for points, state in ((1, "ready"), (0, "short")):
        reroll = holding(at_table(cp=(points, 0)), "Command Re-roll")
        assert (reroll["cost"], reroll["state"], reroll.get("rule")) == ("1 CP", state, "KT-PLOY-05")


@pytest.mark.rule("KT-OPS-04")
def test_equipment_is_on_the_sheet_once_it_is_revealed() -> None:
    t = at_table(revealed=())
    own = [one["name"] for one in sheet(t, 0, 0) if "equipment" in one["kind"]]
    assert own == ["Slag Plates", "Coal Censer", "Iron Doorstops", "Utility grenades"]
    for viewer in (1, None):
        assert [one for one in sheet(t, viewer, 0) if "equipment" in one["kind"]] == []
    assert [one["name"] for one in sheet(at_table(), 1, 0) if "equipment" in one["kind"]] == own


def test_limits_count_down() -> None:
    t = at_table()
    assert holding(t, "Slag Plates")["status"] == holding(t, "Coal Censer")["status"] == "available"
    for name in ("cv-e1", "cv-e2"):
        book(t).by_id[0][name].pay(t, t.number("cv-prior"))
    assert holding(t, "Slag Plates")["status"] == "used in this turning point"
    assert (holding(t, "Coal Censer")["state"], holding(t, "Coal Censer")["status"]) == ("spent", "used up")


@pytest.mark.rule("KT-EQ-16", "KT-EQ-23")
def test_grenades_are_counted() -> None:
    t = at_table()
    assert (holding(t, "Utility grenades")["state"], holding(t, "Utility grenades")["status"]) == (
        "ready",
        "left: smoke 1, stun 2",
    )


def test_both_sheets_are_in_the_scene_and_none_where_there_is_no_team() -> None:
    sides = scene(at_table(), None)["sides"]
    assert list(dict.fromkeys(one["kind"] for one in sides[1]["sheet"])) == [
        "Faction rule",
        "Strategy ploy",
        "Firefight ploy",
    ]
    bare = arena.table_over(*arena.position([arena.card("one"), arena.card("other")], [0, 1]))
    assert sheet(bare, 0, 0) == sheet(bare, 0, 1) == []


def test_everything_has_words() -> None:
    assert {*get_args(When)} - {"passive"} == say.USED_WHEN.keys()
    assert say.UNIVERSAL.keys() == {*UNIVERSAL}
    rules = GAME.rulebook().rules
    assert all(rule in rules for _, rule in say.UNIVERSAL.values())
