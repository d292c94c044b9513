"""Teams on the command line: built by typing, begun and checked as files, and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fireteam
from fireteam.lab.simulate import Plan
from fireteam.terminal.building import ready_teams
from tests.cli.commands import run, run_json, typed
from tests.deadzone.prices import cost, too_dear

TEXT = """\
format: deadzone-team/1
name: Mine
faction: wardens
limit: 100
models:
  - {unit: lamp_captain}
  - {unit: watchhand, count: 3}
  - {unit: glasseye, item: AP Ammo}
"""
MINE = ("lamp_captain", "watchhand", "watchhand", "watchhand", "glasseye/AP Ammo")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def said(home: Path, *lines: str, command: tuple[str, ...] = ("team", "deadzone")) -> str:
    done = typed(home, list(lines), *command)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_team_is_built_by_typing(tmp_path: Path) -> None:
    file = tmp_path / "night.yaml"
    text = said(
        tmp_path,
        *("wardens", "add captain", "add glasseye", "add watchhand 3", "add glass", "item 5 ap", "add bastion"),
        *("item 5", "why oathblade", "name Night Shift", f"save {file}", "quit"),
    )
    for line in (
        "  ! the team has no models (DZ-SETUP-02)",
        "  Glasseye was not added:\n    one Specialist, but there is no Troop (DZ-SETUP-02)",
        f"{cost(*MINE)} of 100 points. Leader 1 of 1, Troop 3, Specialist 1 of 3, Support 0 of 1\n  ready for play",
        f"  Striding Bastion was not added:\n    {too_dear(100, *MINE, 'striding_bastion')} (DZ-SETUP-02)",
        "  AP Ammo\n",
        f"  Oathblade, Specialist, {cost('oathblade')} points: SPEED",
    ):
        assert line in text
    assert f"saved in {file}: `fireteam play deadzone --team {file}`" in " ".join(text.split())
    assert "kept" not in text and not list(tmp_path.glob("team-*"))
    assert file.read_text(encoding="utf-8").splitlines()[:4] == [
        "format: deadzone-team/1",
        "pack: drowned-lamps",
        "name: Night Shift",
        "faction: wardens",
    ]
    assert run("team", "deadzone", "check", str(file)).stdout == (
        f"{file}: Night Shift, {cost(*MINE)} of 100 points, 5 models; all is well\n"
    )


def test_what_was_not_saved_is_kept(tmp_path: Path, mine: Path) -> None:
    text = said(tmp_path, "remove 1", "undo", "remove 2 3", command=("team", "deadzone", "build", str(mine)))
    kept = tmp_path / "team-deadzone.yaml"
    assert f"fireteam team deadzone build {kept}" in " ".join(text.split())
    assert "count: 1}" in kept.read_text(encoding="utf-8") and mine.read_text(encoding="utf-8") == TEXT
    again = said(tmp_path, "show", "quit", command=("team", "deadzone", "build", str(kept)))
    assert "Glasseye with AP Ammo" in again and "What was not saved" not in again


def test_every_command_of_the_builder(tmp_path: Path, mine: Path) -> None:
    other = tmp_path / "other.json"
    text = said(
        tmp_path,
        *("help", "frobnicate", "add", "add 99999999999999999999", "remove", "remove 9", "item 1 none", "item 1 lamp"),
        *("item 2 stim", "size many", "size 150", "ready", "faction tangle", "faction nobody", "undo", "undo"),
        *("name " + 81 * "x", f"load {tmp_path / 'no.yaml'}", f"save {other}", f"load {mine}", "remove 1"),
        *(f"save {other}", f"save {other} over", "save", "quit"),
        command=("team", "deadzone", "build", str(mine)),
    )
    for line in (
        "save [FILE]",
        "no command 'frobnicate'",
        "no unit ''",
        "no unit '99999999999999999999'",
        "remove which models?",
        "a model is a number from 1 to 5, not '9'",
        "no item 'lamp'",
        f"{cost(*MINE, 'watchhand/Stimulants') - cost('watchhand')} of 100 points",
        "limit must be a whole number, not 'many'",
        "no faction 'nobody'",
        "name has at most 80 characters",
        "no.yaml: cannot be read: No such file or directory",
        f"there is a file {other} already",
        "  ! a team has one Leader, not 0 (DZ-SETUP-02)",
    ):
        assert line in " ".join(text.split()) or line in text, line
    assert "unit" in json.loads(other.read_text(encoding="utf-8"))["models"][0]
    assert "What was not saved" not in text


def test_a_file_is_begun_and_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    new = ("team", "deadzone", "new", "--faction", "brine", "--output", str(file))
    assert "150 points" in run(*new, "--size", "150", "--name", "Deep").stdout
    before = file.read_text(encoding="utf-8")
    again = run(*new)
    assert (again.exit_code, file.read_text(encoding="utf-8")) == (2, before)
    assert "there is a file" in again.stderr and "--over" in again.stderr
    assert run(*new, "--over", "--empty", "--size", "77").exit_code == 0
    assert run_json("team", "deadzone", "schema")["properties"]["limit"]["maximum"] == 999
    assert json.loads(file.read_text(encoding="utf-8"))["models"] == []
    for arguments, reason in (
        (("--size", "77", "--over"), "has no ready team of that size, 77"),
        (("--size", "2000", "--empty", "--over"), "limit must be 1 to 999 points, not 2000"),
    ):
        refused = run(*new, *arguments)
        assert refused.exit_code == 2 and reason in refused.stderr
    wrong = run("team", "deadzone", "new", "--faction", "brin", "--output", str(tmp_path / "b.yaml"))
    assert "no faction 'brin'" in wrong.stderr and "did you mean 'brine'?" in wrong.stderr
    lost = run("team", "deadzone", "new", "--faction", "brine", "--output", str(tmp_path / "no" / "b.yaml"))
    assert "cannot be written: there is no folder" in lost.stderr


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("limit: 100", "limit: 60", 0, f"{too_dear(60, *MINE)} (DZ-SETUP-02)"),
        ("unit: glasseye", "unit: glaseye", 8, "Lantern Wardens has no unit 'glaseye'; did you mean 'glasseye'?"),
        ("faction: wardens", "faction: warden", 3, "no faction 'warden'"),
        ("models:", "models: &bomb", 0, ""),
        ("name: Mine", "name: *bomb", 2, "aliases (*name) are not used in data files"),
        ("name: Mine", "name: !!python/object:os.system x", 2, "is not used in data files"),
        ("format: deadzone-team/1", "format: deadzone-content/1", 1, "format must be deadzone-team/1"),
        ("name: Mine", "name: Mine\n" + "#" * 70_000, 0, "is larger than 64 KB"),
    ],
)
def test_a_broken_file_is_named_with_its_line(mine: Path, old: str, new: str, line: int, reason: str) -> None:
    mine.write_text(TEXT.replace(old, new), encoding="utf-8")
    checked = run("team", "deadzone", "check", str(mine))
    if not reason:
        assert checked.exit_code == 0
        return
    where = f"{mine}:{line}: " if line else f"{mine}: "
    assert checked.exit_code == 1 and any(
        row.startswith(where) and reason in row for row in checked.stderr.splitlines()
    )
    told = run("team", "deadzone", "check", str(mine), "--json")
    assert told.exit_code == 1 and isinstance(json.loads(told.stdout), dict)
    played = run("play", "deadzone", "--team", str(mine))
    assert played.exit_code == 2 and reason.split(" (DZ", maxsplit=1)[0] in played.stderr


def test_a_check_tells_programs_everything(mine: Path) -> None:
    found = run_json("team", "deadzone", "check", str(mine), "--json")
    assert (found["ok"], found["points"], found["limit"], found["faults"]) == (True, cost(*MINE), 100, [])
    assert [model["line"] for model in found["models"]] == [6, 7, 7, 7, 8]
    points = cost("glasseye/AP Ammo")
    assert found["models"][4] == {"unit": "glasseye", "item": "AP Ammo", "points": points, "faults": [], "line": 8}


def test_a_team_is_played(tmp_path: Path, mine: Path) -> None:
    for files, units in ((("--team", str(mine)), 3), (("--team", str(mine), "--team", str(mine)), 6)):
        done = typed(tmp_path, ["quit"], "play", "deadzone", *files, "--seed", "3", "--bot", "random")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "autosave.txt").read_text(encoding="utf-8").count('"unit": "watchhand"') == units
    for arguments, reason in (
        (("--side", "brine"), "the team is of wardens, not of brine"),
        (("--resume",), "a game that goes on has its teams"),
        (("--team", str(mine), "--team", str(mine)), "has 2 seats; 3 teams were given"),
    ):
        refused = run("play", "deadzone", "--team", str(mine), *arguments)
        assert refused.exit_code == 2 and reason in refused.stderr
    assert "are not built before a match" in run("play", "escape", "--team", str(mine)).stderr


def test_a_team_may_be_of_a_pack_of_ones_own(tmp_path: Path) -> None:
    pack, file = tmp_path / "pack.yaml", tmp_path / "mine.yaml"
    pack.write_text(
        "format: deadzone-content/1\npack: {id: mine, title: Mine}\nextends: drowned-lamps\n", encoding="utf-8"
    )
    assert run(*f"team deadzone new --faction brine --output {file} --pack {pack}".split()).exit_code == 0
    assert "pack: mine" in file.read_text(encoding="utf-8").splitlines()
    assert run("team", "deadzone", "check", str(file), "--pack", str(pack)).exit_code == 0
    other = run("team", "deadzone", "check", str(file))
    assert other.exit_code == 1
    assert other.stderr == f"{file}:2: the team is of the pack 'mine', and this is 'drowned-lamps'\n"
    done = typed(tmp_path, ["quit"], "play", "deadzone", "--team", str(file), "--pack", str(pack), "--seed", "3")
    assert done.returncode == 0, done.stderr


def test_a_team_is_simulated(mine: Path) -> None:
    team = ready_teams(fireteam.game("deadzone"), [mine], None)[0]
    scenarios = tuple(fireteam.game("deadzone").scenarios())
    plan = Plan(
        "deadzone", 2, 4, ("random", "random"), scenarios, swap=True, sides=("wardens", "brine"), teams=(team, None)
    )
    for number, seat in ((0, 0), (1, 1)):
        teams = plan.new_match(number).setting.header()["setup"]["teams"]
        assert teams[seat] == team and teams[1 - seat]["faction"] == "brine"
    refused = run("simulate", "deadzone", "--games", "2", "--team", str(mine), "--matrix")
    assert refused.exit_code == 2 and "--matrix" in refused.stderr
    broken = run("simulate", "deadzone", "--games", "2", "--team", str(mine.with_name("no.yaml")))
    assert broken.exit_code == 2 and "cannot be read" in broken.stderr


def test_a_gang_is_built_by_typing(tmp_path: Path) -> None:
    """Members with names, gear and skills; vehicles with guns in their places."""
    file = tmp_path / "bell.yaml"
    text = said(
        tmp_path,
        *("choir", "add tide", "add brother 2", "call 1 Skeer", "item 1 hatch", "item 1 axe", "item 1 iron calm"),
        *("item 2 slug", "add barrow", "item 4 cab torch", "item 4 bed slug", "item 4 cab spear", "item 4 torch"),
        *(
            "drop 1 axe",
            "drop 1 moon",
            "drop 3 axe",
            "item 3",
            "item 2 slug",
            "item 2 slug",
            "item 2 slug",
            "add prior",
        ),
        *("why barrow", f"save {file}", "quit"),
        command=("team", "necromunda"),
    )
    for line in (
        "  ! a gang has 1 to 12 of the role ganger, not 0 (NE-CAMP-02)",
        "   1 115  Skeer, Tide Prior\n",
        "no item 'torch'; there is Cab gun: Hull torch, Bed gun: Torch gun, Rack: Hull torch",
        "no item 'moon'; there is Gear: Hatch shield, Skill: Iron calm",
        "  Drowned Brother has nothing to drop",
        "  Slug rifle was not taken:\n    4 weapon slots of 3 (NE-CAMP-02)",
        "  Tide Prior was not added:\n    a gang has 1 of the role leader, not 2 (NE-CAMP-02)",
        "Barrow truck, Vehicle, 160 credits: M 7, T 6/5/5",
        "of 1000 credits. Leader 1 of 1, Champion 0 of 3",
    ):
        assert line in text or line in " ".join(text.split()), line
    assert file.read_text(encoding="utf-8").splitlines()[5:] == [
        "models:",
        "  - {unit: tide-prior, name: Skeer, gear: [hatch-shield], skills: [iron-calm]}",
        "  - {unit: drowned-brother, count: 1, gear: [slug-rifle, slug-rifle, slug-rifle]}",
        "  - {unit: drowned-brother, count: 1}",
        "  - {unit: barrow, count: 1, gun-bed: slug-rifle, gun-cab: hull-spear}",
    ]
    checked = run("team", "necromunda", "check", str(file))
    assert checked.stdout == f"{file}: The Brine Choir, 595 of 1000 credits, 4 models; all is well\n"
    file.write_text(file.read_text(encoding="utf-8").replace("hull-spear", "snub"), encoding="utf-8")
    wrong = run("team", "necromunda", "check", str(file))
    assert wrong.stderr == f"{file}:10: cab holds a vehicle gun, not Snub pistol (NE-VEH-33)\n"


def test_a_gang_is_begun_and_played(tmp_path: Path) -> None:
    file = tmp_path / "gang.yaml"
    new = ("team", "necromunda", "new", "--faction", "widows", "--output", str(file), "--name", "Hearth")
    assert "of 1000 credits, 7 models" in run(*new).stdout
    play = ("play", "necromunda", "--team", str(file), "--seed", "3", "--bot", "random")
    assert typed(tmp_path, ["quit"], *play).returncode == 0
    assert '"title": "Hearth"' in (tmp_path / "autosave.txt").read_text(encoding="utf-8")
    refused = run("play", "necromunda", "--team", str(file), "--side", "choir-1000")
    assert refused.exit_code == 2 and "the team is of widows, not of choir-1000" in refused.stderr


def test_help_has_examples() -> None:
    for command in (("team", "--help"), ("team", "deadzone", "--help"), ("team", "deadzone", "new", "--help")):
        assert "fireteam team deadzone new --faction wardens --output mine.yaml" in run(*command).stdout
    assert "deadzone" in run("team", "deadzon").stderr
