"""The campaign command: begun, played, left, resumed, recorded and shown, all in one file; mistakes lose nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.games.escape.campaign import Campaign, Played
from fireteam.games.escape.show.campaign import brought_along
from fireteam.terminal.campaigning import Asked, CampaignSession, standing_lines
from fireteam.terminal.console import make_console
from fireteam.terminal.reading import Reader
from tests.cli.commands import pipe, run, run_json, typed
from tests.escape.test_campaign import ended


def campaign_of(*games: Played, factions: tuple[str, str] = ("resistance", "isc")) -> Campaign:
    """A campaign in which these games have been played."""
    campaign = Campaign.new(factions, 7)
    campaign.games.extend(games)
    return campaign


def held(file: Path) -> Match:
    """The game in progress of a campaign's file."""
    match = Campaign.read(file).resume()
    assert match is not None
    return match


def shown(campaign: Campaign) -> list[str]:
    return [line.plain for line in standing_lines(campaign, 100)]


@pytest.mark.rule("ES-CAMP-01")
def test_a_campaign_is_begun_with_sides_that_stay(tmp_path: Path) -> None:
    file = tmp_path / "my.campaign"
    game = pipe(tmp_path, ["0,0"], "campaign", str(file), "--side", "isc", "--seed", "3", "--bot", "random")
    assert (game.returncode, game.stderr) == (0, "")
    assert f"A new campaign is kept in {file}." in game.stdout
    assert "CAMPAIGN  I.S.C. (first player) against Resistance; sides are kept to the end" in game.stdout
    assert "Next: game 1 of at most 4, Infiltration." in game.stdout
    assert "then: Resistance wins: Data Heist; I.S.C. wins: Evasion; a draw: Evasion" in game.stdout
    assert f"the game is kept: `fireteam campaign {file} --bot random` goes on from here" in game.stdout
    campaign = Campaign.read(file)
    assert (campaign.factions, campaign.seed, campaign.games) == (("isc", "resistance"), 3, [])
    before = file.read_bytes()
    wrong = pipe(tmp_path, ["0,0"], "campaign", str(file), "--side", "resistance")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith(
        "Error: in this campaign you play the I.S.C., and sides are kept to its end (ES-CAMP-01)\n"
    )
    assert file.read_bytes() == before


def test_a_game_that_was_left_goes_on_from_the_file(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    typed(tmp_path / "a", ["1"] * 20, "campaign", str(whole), "--side", "resistance", "--seed", "4", "--bot", "random")
    typed(tmp_path / "b", ["1"] * 8, "campaign", str(parts), "--side", "resistance", "--seed", "4", "--bot", "random")
    second = typed(tmp_path / "b", [*["1"] * 12, "help", "quit"], "campaign", str(parts), "--bot", "random")
    assert (second.returncode, second.stderr) == (0, "")
    assert "Under way: game 1 of at most 4, Infiltration, turn 1 of 8." in second.stdout
    assert f"stop; `fireteam campaign {parts} --bot random` goes on from here" in " ".join(second.stdout.split())
    assert whole.read_bytes() == parts.read_bytes()
    assert not (tmp_path / "b/autosave.txt").exists()


def test_every_answer_is_in_the_file_at_once(tmp_path: Path) -> None:
    """The other side's bot fails on its first answer, and ours has been kept before."""
    file = tmp_path / "my.campaign"
    bad = tmp_path / "bad.py"
    bad.write_text("class Wrong:\n    def choose(self, bot_seat):\n        return 'fly'\n", encoding="utf-8")
    game = typed(
        tmp_path, ["0,0"], "campaign", str(file), "--side", "resistance", "--seed", "3", "--bot", f"{bad}:Wrong"
    )
    assert game.returncode == 2
    assert "Error: Wrong gave a wrong answer: 'fly' is not an option of 'crate 2'" in game.stderr
    assert "Traceback" not in game.stderr
    assert held(file).decision.topic == "crate 2"
    assert [token.square for token in held(file).state.tokens.values()] == [0]


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
def test_a_whole_campaign_is_played_game_by_game(tmp_path: Path) -> None:
    file = tmp_path / "my.campaign"
    lines = ["1"] * 3000
    outputs = [typed(tmp_path, lines, "campaign", str(file), "--seed", "5", "--bot", "random") for _ in range(5)]
    assert [(game.returncode, game.stderr) for game in outputs] == [(0, "")] * 5
    campaign = Campaign.read(file)
    assert campaign.next_scenario is None
    assert campaign.running is None
    assert campaign.result is not None
    for number, played in enumerate(campaign.games, 1):
        assert f"game {number} " in outputs[number - 1].stdout
        assert played.seed is not None
    first = outputs[0].stdout
    assert "The game is over: won by I.S.C." in first
    assert "  game 1  Infiltration   I.S.C. won" in first
    assert "  points: Resistance 0, I.S.C. 2  (a win 2, a draw 1 each)" in first
    assert "Next: game 2 of at most 4, Evasion." in first
    assert "  - after an I.S.C. win the Datadisk is taken from the bag" in first
    assert f"`fireteam campaign {file} --bot random` plays it." in first
    assert max(len(line) for line in first.splitlines() if str(tmp_path) not in line) <= 100
    assert "The campaign is over: " in outputs[-1].stdout
    assert "[Resistance]>" not in outputs[-1].stdout
    assert f"To look at it again: fireteam replay {tmp_path / 'last-game.txt'}" in first
    assert run("replay", str(tmp_path / "last-game.txt"), "--check").exit_code == 0


def test_showing_prints_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "my.campaign"
    typed(tmp_path, ["1"], "campaign", str(file), "--seed", "5", "--bot", "random")
    before = file.read_bytes()
    result = run("campaign", str(file), "--show")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1] == "Under way: game 1 of at most 4, Infiltration, setting up."
    state = run_json("campaign", str(file), "--json")
    assert state["file"] == str(file)
    assert (state["factions"], state["games"], state["points"]) == (
        ["resistance", "isc"],
        [],
        {"resistance": 0, "isc": 0},
    )
    assert state["next"]["scenario"] == "infiltration"
    assert state["next"]["after"] == {"resistance": "data-heist", "draw": "evasion", "isc": "evasion"}
    assert (state["running"]["scenario"], state["running"]["turn"], state["running"]["turns"]) == ("infiltration", 0, 8)
    assert state["result"] is None
    assert "seed" not in json.dumps(state)
    assert file.read_bytes() == before


@pytest.mark.rule("ES-CAMP-02")
def test_what_the_last_result_brings_is_said_with_names() -> None:
    campaign = campaign_of(
        Played("infiltration", "resistance", ("ashton", "bailiff"), (("tilt", "medkit"), ("jimmy", "")), 1)
    )
    assert brought_along(campaign) == [
        "after a Resistance win the Resistance starts the next game with 1 Revolution token (CQ-R1)",
        "each Resistance character Taken out in a game starts the next one with 2 Damage points, never enough to Take "
        "it out: "
        "Ashton (CQ-W1)",
        "a Resistance character that left the board carrying Equipment starts the next game with that token: Tilt "
        "medkit (CQ-W2)",
        "stolen codes: in Data Heist the Resistance chooses one locked door that starts unlocked (closed) (CQ-H1)",
    ]
    lines = shown(campaign)
    assert lines[1:4] == [
        "  game 1  Infiltration   Resistance won; taken out: Ashton, Bailiff",
        "  points: Resistance 2, I.S.C. 0  (a win 2, a draw 1 each)",
        "Next: game 2 of at most 4, Data Heist.",
    ]
    assert max(map(len, lines)) <= 100
    data = campaign.data()
    assert [entry["id"] for entry in data["next"]["consequences"]] == ["CQ-R1", "CQ-W1", "CQ-W2", "CQ-H1"]
    assert data["next"]["setup"]["damage"] == [["ashton", 2]]
    assert data["games"][0]["left"] == {"tilt": "medkit", "jimmy": ""}


@pytest.mark.rule("ES-CAMP-01")
@pytest.mark.parametrize(
    ("winners", "text", "result"),
    [
        (
            ("resistance", "resistance", "resistance"),
            "Resistance wins it outright, by its decisive game",
            ("resistance", "outright"),
        ),
        (("isc", "isc", "isc"), "I.S.C. wins it outright, by its decisive game", ("isc", "outright")),
        (("isc", None, "resistance", None), "a draw on points", (None, "equal points")),
        (("isc", None, "resistance", "isc"), "I.S.C. wins it by points", ("isc", "points")),
    ],
)
def test_how_a_campaign_ended_is_said(
    winners: tuple[str | None, ...], text: str, result: tuple[str | None, str]
) -> None:
    campaign = campaign_of()
    for winner in winners:
        due = campaign.next_scenario
        assert due is not None
        campaign.games.append(Played(due, winner, (), (), 1))
    assert shown(campaign)[-1] == f"The campaign is over: {text}."
    data: dict[str, Any] = campaign.data()
    assert data["next"] is None
    assert (data["result"]["side"], data["result"]["reason"]) == result


def test_typed_dice_are_kept_too(tmp_path: Path) -> None:
    file = tmp_path / "my.campaign"
    game = typed(tmp_path, ["3", "2", "0,0", "quit"], "campaign", str(file), "--dice", "typed", "--bot", "none")
    assert (game.returncode, game.stderr) == (0, "")
    assert "Initiative of the Resistance: 3 die + 8 Int of the squad = 11." in game.stdout
    again = typed(tmp_path, ["5,0", "quit"], "campaign", str(file), "--bot", "none")
    assert (again.returncode, again.stderr) == (0, "")
    assert "the die shows" not in again.stdout
    assert [token.square for token in held(file).state.tokens.values()] == [0, 5]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--show"], "there is no campaign in {file} yet"),
        (["--json"], "there is no campaign in {file} yet"),
        (["--side", "rebels"], "a side is resistance or isc; got 'rebels'"),
        (["--bot", "nobody"], "no bot 'nobody'"),
        (["--dice", "loaded"], "dice are seeded or typed; got 'loaded'"),
    ],
)
def test_mistakes_begin_no_campaign(tmp_path: Path, arguments: list[str], reason: str) -> None:
    file = tmp_path / "none"
    result = run("campaign", str(file), *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: " + reason.format(file=file))
    assert not file.exists()


def test_a_result_that_cannot_be_written_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path / "home"))
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    campaign = Campaign.new(("resistance", "isc"), 7)
    match = ended(campaign, "resistance")
    console = make_console()
    game = CampaignSession(campaign, Asked(blocked / "my.campaign"), match, {}, "none", console, Reader(console))
    with pytest.raises(SetupError, match="it holds what it held before, and the finished game is in ") as caught:
        game.run()
    assert str(caught.value).startswith(f"cannot write {blocked / 'my.campaign'}: ")
    assert (tmp_path / "home/last-game.txt").is_file()


def test_broken_files_are_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "broken"
    text = Campaign.new(("resistance", "isc"), 3).save()
    for content, reason in (
        ("", f"{file}: line 1: not JSON"),
        ("{}", f"{file}: not a Fireteam campaign"),
        (
            text.replace('"infiltration"', '"evasion"').replace('"games": []', '"games": [1]'),
            f"{file}: game 1: the keys must be",
        ),
        (text.replace('"running": null', '"running": "x"'), f"{file}: the running game: "),
    ):
        file.write_text(content, encoding="utf-8")
        for more in ([], ["--show"], ["--json"]):
            result = run("campaign", str(file), *more)
            assert (result.exit_code, result.stdout) == (2, "")
            assert result.stderr.startswith(f"Error: {reason}"), result.stderr
            assert "Traceback" not in result.stderr
        assert file.read_text(encoding="utf-8") == content
    assert run("campaign", str(tmp_path)).stderr.startswith(f"Error: {tmp_path} cannot be read: ")


def test_another_seed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "my.campaign"
    Campaign.new(("resistance", "isc"), 3).write(file)
    result = run("campaign", str(file), "--seed", "4")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: this campaign has begun with another seed, which it keeps\n")


def test_a_place_that_cannot_be_written_is_said_before_anything_is_played(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    game = typed(tmp_path, ["1"], "campaign", str(blocked / "my.campaign"), "--seed", "3")
    assert game.returncode == 2
    assert game.stderr.startswith(f"Error: cannot write {blocked / 'my.campaign'}: ")
    assert set(os.listdir(tmp_path)) <= {"file", "cache"}
