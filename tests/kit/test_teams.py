"""Teams that players build, for any game: a small one of rowers, whose boats have one helm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from fireteam.core.errors import PackError, SetupError
from fireteam.kit.force import Card, Fault, Force, Good, Pick, Room, Shelf, Team, Thing, carrying
from fireteam.kit.teams import Teams

CARDS = {"helm": Card("Helm", "Helm", 5, "steers"), "rower": Card("Rower", "Crew", 2, "rows")}


class Boat(Force):
    """A boat has one helm, and nobody rows in shoes."""

    rule = "ROW-01"

    def room(self, team: Team) -> Sequence[Room]:
        units = [pick.unit for pick in team.models]
        return Room("Helm", units.count("helm"), 1), Room("Crew", units.count("rower"), None)

    def team_faults(self, team: Team) -> Iterable[Fault]:
        have = self.room(team)[0].have
        if have != 1:
            yield Fault(self.rule, f"a boat has one helm, not {have}", None, "Helm", abs(have - 1))

    def model_faults(self, team: Team) -> Iterable[Fault]:
        for place, pick in enumerate(team.models):
            if (pick.unit, pick.item) == ("rower", "shoes"):
                yield Fault("ROW-02", "nobody rows in shoes", place)


class Boats(Teams):
    """Boats of one club."""

    game = "rowing"
    one_item = "ROW-03"

    def pack_id(self, pack: str | None) -> str:
        return pack or "club"

    def factions(self, pack: str | None) -> dict[str, str]:
        return {"blue": "Blue"}

    def sizes(self, pack: str | None) -> Sequence[int]:
        return (10,)

    def force(self, faction: str, pack: str | None) -> Boat:
        if faction != "blue":
            raise SetupError(f"no club {faction}")
        return Boat(self.pack_id(pack), faction, "Blue", {"shoes": 1, "cap": 1}, CARDS)

    def ready(self, faction: str, limit: int, pack: str | None) -> Team | None:
        return Team("Blue", faction, 10, (Pick("helm"), Pick("rower"))) if limit == 10 else None


BOATS = Boats()
PAIR = Team("Pair", "blue", 10, (Pick("helm"), carrying("rower", "cap"), Pick("rower")), "club")


def test_a_form_is_made_of_what_the_game_says() -> None:
    form = BOATS.form(PAIR)
    assert (form["points"], form["limit"], form["ok"], form["file"]) == (10, 10, True, "pair.yaml")
    assert form["roles"][0] == {"role": "Helm", "have": 1, "most": 1}
    assert [unit["refusals"][0]["text"] for unit in form["units"]] == [
        "15 points are 5 more than 10",
        "12 points are 2 more than 10",
    ]
    shoes = form["models"][1]["shelves"][0]["goods"][0]
    assert shoes["refusals"] == [{"rule": "ROW-02", "text": "nobody rows in shoes"}]
    assert BOATS.of_data(form["ready"]) == BOATS.ready("blue", 10, None)


def test_a_change_that_makes_nothing_worse_is_allowed() -> None:
    force = BOATS.force("blue", None)
    crowded = Team("Crowd", "blue", 20, (Pick("helm"), Pick("helm"), carrying("rower", "shoes")))
    assert [fault.told() for fault in force.faults(crowded)] == [
        "a boat has one helm, not 2 (ROW-01)",
        "nobody rows in shoes (ROW-02)",
    ]
    before = force.faults(crowded)
    assert force.refusals(before, crowded.with_model(Pick("rower"))) == []
    assert [fault.text for fault in force.refusals(before, crowded.with_model(Pick("helm")))] == [
        "a boat has one helm, not 3"
    ]
    more = force.refusals(before, crowded.with_model(carrying("rower", "shoes")))
    assert [(fault.text, fault.model) for fault in more] == [("nobody rows in shoes", 3)]
    assert (
        force.refusals(before, crowded.without(0))
        == force.refusals(before, crowded.without_thing(2, Thing("item", "shoes")))
        == []
    )
    with pytest.raises(SetupError, match=r"team Crowd: a boat has one helm, not 2 \(ROW-01\)"):
        BOATS.check(crowded)


def test_files_keep_a_team(tmp_path: Path) -> None:
    for name in ("pair.yaml", "pair.json"):
        BOATS.write(PAIR, tmp_path / name)
        assert BOATS.read(tmp_path / name) == PAIR
    assert BOATS.parse(BOATS.text(PAIR)).lines == (7, 8, 9)
    assert BOATS.schema()["properties"]["format"] == {"const": "rowing-team/1"}
    with pytest.raises(PackError, match="format must be rowing-team/1"):
        BOATS.parse(BOATS.text(PAIR).replace("rowing-team", "other-team"))
    with pytest.raises(PackError, match="the team is of the pack 'club', and this is 'other'"):
        BOATS.parse(BOATS.text(PAIR), pack="other")


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pair.yaml"
    BOATS.write(PAIR, file)
    before = file.read_text(encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fireteam.core.saves.os.fsync", full)
    with pytest.raises(PackError, match="cannot be written: No space left on device"):
        BOATS.write(BOATS.new("blue"), file)
    assert file.read_text(encoding="utf-8") == before and [one.name for one in tmp_path.iterdir()] == ["pair.yaml"]


class Sculls(Boat):
    """Boats whose rowers take oars from one shelf and clothes from another."""

    def shelves(self, unit: str) -> Sequence[Shelf]:
        oars = Shelf("oar", "Oar", {"long": Good("Long oar", 3), "short": Good("Short oar", 1)})
        clothes = Shelf("wear", "Wear", {"cap": Good("Cap", 1, "Head"), "shoes": Good("Shoes", 1, "Feet")})
        return (oars, clothes) if unit == "rower" else (clothes,)


class Regatta(Boats):
    """A club whose rowers have names and wear as much as they like."""

    lists = ("wear",)
    named = True

    def force(self, faction: str, pack: str | None) -> Sculls:
        return Sculls(self.pack_id(pack), faction, "Blue", {}, CARDS)


def test_models_have_names_and_things_from_several_shelves(tmp_path: Path) -> None:
    regatta = Regatta()
    rower = Pick("rower", (Thing("oar", "long"), Thing("wear", "cap"), Thing("wear", "cap")), "Ada")
    team = Team("Eight", "blue", 20, (Pick("helm"), rower), "club")
    form = regatta.form(team)
    assert (form["points"], form["named"], form["ok"]) == (12, True, True)
    shown = form["models"][1]
    assert (shown["name"], shown["called"], shown["points"]) == ("Rower", "Ada", 7)
    assert [(thing["shelf"], thing["name"]) for thing in shown["things"]] == [
        ("oar", "Long oar"),
        ("wear", "Cap"),
        ("wear", "Cap"),
    ]
    assert [(shelf["key"], shelf["single"]) for shelf in shown["shelves"]] == [("oar", True), ("wear", False)]
    assert [shelf["key"] for shelf in form["models"][0]["shelves"]] == ["wear"]
    swapped = team.with_thing(1, Thing("oar", "short"), alone=True)
    assert swapped.models[1].of("oar") == ("short",) and swapped.models[1].of("wear") == ("cap", "cap")
    assert team.without_thing(1, Thing("wear", "cap")).models[1].of("wear") == ("cap",)
    line = "  - {unit: rower, name: Ada, oar: long, wear: [cap, cap]}"
    assert regatta.text(team).splitlines()[-1] == line
    for name in ("eight.yaml", "eight.json"):
        regatta.write(team, tmp_path / name)
        assert regatta.read(tmp_path / name) == team
    strange = Team("Odd", "blue", 20, (Pick("helm", (Thing("oar", "long"),)), Pick("rower", (Thing("wear", "hat"),))))
    assert [(fault.text, fault.model) for fault in regatta.force("blue", None).faults(strange)] == [
        ("Helm has nothing of 'oar'", 0),
        ("Blue cannot buy 'hat'", 1),
    ]
    many = regatta.text(team).replace("[cap, cap]", f"[{', '.join(['cap'] * 21)}]")
    with pytest.raises(PackError, match="wear has at most 20 entries") as caught:
        regatta.parse(many)
    assert caught.value.line == 8
