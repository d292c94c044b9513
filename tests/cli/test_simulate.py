"""Mass simulation: its report, its independence of workers, and bots that misbehave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.errors import SetupError
from fireteam.lab.matrix import open_scenarios, play_matrix, sides_of
from fireteam.lab.simulate import Plan, Run, Tally, mixed, ranges, simulate, wilson
from fireteam.terminal.simprint import matrix_tables
from tests.cli.commands import pipe, run, run_json

GOOD = """
class Last:
    def choose(self, bot_seat):
        print("thinking")
        return bot_seat.options[-1].key
"""
BAD = """
import sys

class Wrong:
    def choose(self, bot_seat):
        return "fly"

class Raises:
    def choose(self, bot_seat):
        raise ValueError("no idea")

class Leaves:
    def choose(self, bot_seat):
        sys.exit(7)

class Empty:
    pass

class Needy:
    def __init__(self, level):
        pass
"""


def steady(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what the clock says."""
    return {name: value for name, value in report.items() if name not in ("seconds", "choices_per_second")}


def test_the_report_has_its_keys() -> None:
    report = run_json("simulate", "escape", "--games", "12", "--seed", "3", "--json")
    assert report["games"] == 12
    assert report["seed"] == 3
    assert report["bots"] == ["random", "random"]
    assert report["errors"] == 0
    assert sum(report["wins"]) + report["draws"] == 12
    assert sum(report["wins_by_side"].values()) == sum(report["wins"])
    assert report["decisions"] > report["choices"] > 0
    assert report["choices_per_second"] > 0
    assert list(report["scenarios"]) == [
        "core-breach",
        "data-heist",
        "evasion",
        "infiltration",
        "last-bastion",
        "manhunt",
    ]
    assert all(part["games"] == 2 for part in report["scenarios"].values())


def test_the_same_seed_gives_the_same_games_whoever_plays_them() -> None:
    plan = Plan("escape", 10, 5, ("random", "random"), ("infiltration", "evasion"), (), True)
    inline = simulate(plan).report()
    assert steady(simulate(plan).report()) == steady(inline)
    assert steady(simulate(plan, workers=2).report()) == steady(inline)


def test_swap_changes_sides_and_keeps_seats() -> None:
    plan = Plan("escape", 8, 5, ("random", "random"), ("infiltration", "last-bastion"), (), True)
    assert [plan.battle_of(number)[0] for number in range(4)] == [
        "infiltration",
        "infiltration",
        "last-bastion",
        "last-bastion",
    ]
    assert [plan.new_match(number).state.seats for number in (0, 1)] == [(0, 1), (1, 0)]
    assert len({plan.seed_of(number) for number in range(8)}) == 8


def test_a_matrix_has_every_pairing_with_its_scenarios() -> None:
    """Two sides are one pairing: each scenario in turn, in both seats; shares are of decided games."""
    wishes = ["--matrix", "--games", "8", "--bots", "random,random", "--seed", "3"]
    report = run_json("simulate", "escape", *wishes, "--json")
    assert report["sides"] == ["resistance", "isc"]
    (pairing,) = report["pairings"]
    assert pairing["sides"] == ["resistance", "isc"]
    assert (pairing["games"], pairing["errors"], report["games"]) == (8, 0, 8)
    assert sum(pairing["wins"]) + pairing["draws"] == 8
    assert sum(part["games"] for part in pairing["scenarios"].values()) == 8
    decided = sum(pairing["wins"])
    assert pairing["share"] == (round(pairing["wins"][0] / decided, 4) if decided else None)
    assert pairing["interval"] == list(wilson(pairing["wins"][0], decided))
    again = run_json("simulate", "escape", *wishes, "--json")
    assert again["pairings"] == report["pairings"]
    printed = run("simulate", "escape", *wishes)
    assert printed.exit_code == 0
    assert "resistance - isc" in printed.stdout
    assert "95 % interval" in printed.stdout


def test_sides_that_cannot_be_had_are_said() -> None:
    result = run("simulate", "escape", "--games", "2", "--sides", "isc")
    assert result.exit_code == 2
    assert "--sides names a side for each seat" in result.stderr


def test_ready_made_games_have_sides_of_their_own() -> None:
    """A killzone lets any two kill teams meet; a ready-made game only its own (KT-OPS-01)."""
    names = ("shellmarket", "quick-1", "quick-2")
    assert open_scenarios("killteam", names, ("veilrunners", "cinder-vigil"), None) == ("shellmarket",)
    assert sides_of("killteam") == ["cinder-vigil", "saltmarsh-levy", "veilrunners", "ironroot-menagerie"]


def test_every_scenario_of_deadzone_is_played_on_every_map() -> None:
    """A game says what its turns are, and on which maps a scenario is played; each is played in both seats."""
    plan = Plan("deadzone", 24, 5, ("random", "random"), tuple(fireteam.game("deadzone").scenarios()), swap=True,
                sides=("wardens", "brine"))  # fmt: skip
    played = [plan.battle_of(number) for number in range(24)]
    assert played[::2] == played[1::2] and len(set(played)) == 12
    assert played[0] != played[2] and {where for _, where in played} == {"saltworks", "lamp_market", "gantry_yard"}
    header = plan.new_match(3).setting.header()
    assert (header["scenario"], header["setup"]["map"]) == plan.battle_of(3)
    assert [team["faction"] for team in header["setup"]["teams"]] == ["brine", "wardens"]


def test_deadzone_is_counted_by_scenario_map_and_seat() -> None:
    wishes = ["--games", "3", "--bots", "random,random", "--seed", "2", "--swap", "--sides", "cinder,tangle"]
    report = run_json("simulate", "deadzone", *wishes, "--scenario", "cold_files", "--json")
    assert (report["games"], report["errors"], list(report["scenarios"])) == (3, 0, ["cold_files"])
    assert {name: part["games"] for name, part in report["maps"].items()} == {"lamp_market": 1, "saltworks": 2}
    assert 1 <= report["mean_turns"] <= 5
    assert sum(report["wins_by_side"].values()) == sum(report["wins"]) == 3 - report["draws"]
    printed = run("simulate", "deadzone", *wishes, "--scenario", "cold_files")
    assert printed.exit_code == 0
    assert "cinder" in printed.stdout and "lamp_market" in printed.stdout


def test_a_matrix_of_deadzone_has_maps_and_seats() -> None:
    wishes = ["--matrix", "--games", "2", "--bots", "random,random", "--seed", "3", "--sides", "wardens,cinder,brine"]
    report = run_json("simulate", "deadzone", *wishes, "--json")
    assert [part["sides"] for part in report["pairings"]] == [
        ["wardens", "cinder"], ["wardens", "brine"], ["cinder", "brine"],
    ]  # fmt: skip
    for part in report["pairings"]:
        assert [tally["games"] for tally in part["maps"].values()] == [2]
        assert sum(part["wins_by_seat"]) == sum(part["wins"]) == 2 - part["draws"]
    whole, rows, parts = matrix_tables(report)
    assert (whole.row_count, rows.row_count) == (3, 9)
    assert [column.header for column in parts.columns] == [
        "", "wardens", "cinder", "brine", "seat 0", "seat 1", "draws",
    ]  # fmt: skip
    assert next(iter(parts.columns[0].cells)) == "all" and parts.row_count == 3


def test_a_matrix_swaps_seats() -> None:
    """Each side of a pairing sits in each seat as often, and the seed of a pairing hangs on its name alone."""
    plan = Plan("escape", 4, 7, ("random", "random"), ("evasion",))
    found = play_matrix(plan, ["resistance", "isc"])
    (part,) = found.runs
    assert [part.plan.sides_of(number) for number in range(2)] == [("resistance", "isc"), ("isc", "resistance")]
    assert part.plan.seed == mixed(7, "resistance - isc")
    with pytest.raises(SetupError, match="at least 2 sides"):
        play_matrix(plan, ["isc"])


def test_ranges_cover_every_game_once() -> None:
    for games in (1, 63, 64, 1000, 100_000):
        numbers = [number for first, behind in ranges(games, 4) for number in range(first, behind)]
        assert numbers == list(range(games))


def test_wilson_intervals() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10) == (0.0, 0.277533)
    assert wilson(10, 10) == (0.722467, 1.0)
    assert wilson(50, 100) == (0.403832, 0.596168)


def test_a_bot_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(GOOD, encoding="utf-8")
    wishes = ["--games", "2", "--seed", "1", "--bots", f"{file}:Last,random", "--scenario", "evasion", "--json"]
    done = pipe(tmp_path, [], "simulate", "escape", *wishes)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["errors"] == 0
    assert report["bots"] == [f"{file}:Last", "random"]
    assert "thinking" in done.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Wrong", "Wrong gave a wrong answer: 'fly' is not an option of "),
        ("Raises", "Raises failed at "),
        ("Leaves", "SystemExit: 7"),
    ],
)
def test_misbehaving_bots_are_counted_and_the_run_goes_on(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(BAD, encoding="utf-8")
    result = run(
        "simulate",
        "escape",
        "--games",
        "3",
        "--seed",
        "1",
        "--bots",
        f"random,{file}:{name}",
        "--scenario",
        "evasion",
        "--json",
    )
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert (report["games"], report["errors"]) == (3, 3)
    assert [message["game"] for message in report["messages"]] == [0, 1, 2]
    assert all(text in message["text"] and message["scenario"] == "evasion" for message in report["messages"])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nobody", "no bot 'nobody'; there are random, greedy"),
        ("gready", "did you mean 'greedy'?"),
        ("{}/none.py:Bot", "no file "),
        ("{}/bad.py:Worse", "has no class 'Worse'; it has Wrong, Raises, Leaves, Empty, Needy"),
        ("{}/bad.py:Empty", "has no method choose(bot_seat)"),
        ("{}/bad.py:Needy", "cannot be made: TypeError"),
        ("{}/broken.py:Bot", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_bot_that_cannot_be_had_is_said_in_one_sentence(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "broken.py").write_text("class Bot(", encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        load_bot(name.format(tmp_path))
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bots", "random"], "--bots names two bots"),
        (["--games", "0"], "at least 1 game is needed"),
        (["--workers", "0"], "at least 1 worker is needed"),
        (["--scenario", "picnic"], "no scenario 'picnic'; there are infiltration"),
        (["--option", "distance_metric"], "an option is NAME=VALUE"),
        (["--option", "colour=red"], "no option 'colour'"),
        (["--option", "distance_metric=far"], "cannot be 'far'"),
    ],
)
def test_mistakes_end_with_exit_code_2_and_a_hint(arguments: list[str], reason: str) -> None:
    result = run("simulate", "escape", *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert "Hint: `" in result.stderr
    assert "simulate --help` shows what is possible" in result.stderr


def test_ctrl_c_ends_with_what_was_done() -> None:
    def stop(tally: Tally) -> None:
        if tally.games >= 2:
            raise KeyboardInterrupt

    done: Run = simulate(Plan("escape", 80, 5, ("random", "random"), ("last-bastion",)), 1, stop)
    assert done.stopped
    assert done.report()["games"] == 2


def test_the_report_for_people_fits() -> None:
    result = run("simulate", "escape", "--games", "6", "--seed", "1")
    assert result.exit_code == 0
    assert "6 games of escape, seed 1" in result.stdout
    assert "95 % interval" in result.stdout
    assert all(len(line) <= 100 for line in result.stdout.splitlines())
