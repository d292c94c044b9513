"""Campaigns of Necromunda on the command line: founded with gangs of one's own, settled, played by bots, verified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SaveError
from fireteam.games.necromunda.campaign.campaign import Campaign
from fireteam.games.necromunda.campaign.report import Fate, Report
from fireteam.lab import campaigns
from tests.cli.commands import run, run_json, typed

GANGS = ("choir-1000", "couriers-1000")


def given(campaign: Campaign, number: int) -> Report:
    """What came of the battle that is due: the gangs win in turn, and in each somebody goes down."""
    due = campaign.course.due
    assert due is not None
    out = [Fate(seat=seat, name=due.wish["gangs"][seat]["members"][-1]["name"], out=True) for seat in (0, 1)]
    return Report(scenario=due.wish["scenario"], winner=number % 2, fates=tuple(out))


@pytest.mark.rule("NE-CAMP-01", "NE-CAMP-07")
def test_five_battles_are_settled_and_kept_after_each(tmp_path: Path) -> None:
    """Results are given; the file is read and verified after each, and shows where the campaign stands."""
    file = tmp_path / "my.campaign"
    begun = run("campaign", str(file), "--game", "necromunda", "--seed", "5", "--json")
    assert begun.exit_code == 2 and "there is no campaign in" in begun.stderr
    Campaign.new(GANGS, 5).write(file)
    for number in range(5):
        campaign = Campaign.read(file)
        campaigns.settle(campaign)
        campaign.course.report(given(campaign, number))
        campaigns.settle(campaign)
        campaign.write(file)
        state = run_json("campaign", str(file), "--json")
        assert [len(gang["record"]) for gang in state["gangs"]] == [number + 1] * 2
        assert (state["next"] is None, state["result"] is None) == (number == 4, number < 4)
    assert state["ledger"][0] == "NE-CAMP-02 Third Bell: founded for 995 credits, 5 left, Reputation 1"
    assert "The campaign is over: " in run("campaign", str(file), "--show").stdout
    text = file.read_text(encoding="utf-8")
    assert Campaign.load(text).save() == text
    for old, new, reason in (
        ("founded for 995", "founded for 990", "line 1 of the ledger is 'NE-CAMP-02 Third Bell: founded for 995"),
        ('"battles": 5', '"battles": 6', ""),
        ('"winner": 0', '"winner": 2', "battle 1: winner: Input should be less than or equal to 1"),
        ('"seed": 5,', "", "'seed' is missing"),
        ('"fireteam campaign 1"', '"fireteam campaign 9"', "not a Fireteam campaign"),
        ('"answers": [', '"answers": [ "fly",', "answer 1: 'fly' is not on offer"),
    ):
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        broken = run("campaign", str(file), "--show")
        if reason:
            assert (broken.exit_code, broken.stdout) == (2, "")
            assert broken.stderr.startswith(f"Error: {file}: {reason}"), broken.stderr
        else:
            with pytest.raises(SaveError):
                Campaign.read(file)


@pytest.mark.rule("NE-CAMP-01", "NE-CAMP-02")
def test_a_campaign_is_begun_with_a_gang_of_ones_own_and_left(tmp_path: Path) -> None:
    team, file = tmp_path / "mine.yaml", tmp_path / "my.campaign"
    new = ("team", "necromunda", "new", "--faction", "widows", "--output", str(team), "--name", "Mine")
    assert run(*new).exit_code == 0
    begin = ("campaign", str(file), "--game", "necromunda", "--team", str(team), "--seed", "3", "--bot", "random")
    game = typed(tmp_path, ["", "quit"], *begin)
    assert (game.returncode, game.stderr) == (0, "")
    assert f"A new campaign is kept in {file}." in game.stdout
    assert "CAMPAIGN  Mine against Third Bell" in game.stdout
    assert "  0 points, Reputation 1, " in game.stdout
    kept = Campaign.read(file)
    assert kept.sides == ("mine", "choir-1000")
    again = run("campaign", str(file), "--show")
    assert again.exit_code == 0 and ("To decide: " in again.stdout or "A battle is under way." in again.stdout)
    for arguments, reason in (
        (begin[3:], "this campaign has begun with its sides, which are kept to its end (NE-CAMP-01)"),
        (("--side", "ledger-1000"), "in this campaign you play the mine"),
        (("--all",), "--all lets bots play to the end: name them with --bots"),
        (("--bots", "greedy"), "--bots names two bots, such as greedy,random; got 'greedy'"),
        (("--team", str(team)), "a team is of a game: name it with --game"),
    ):
        refused = run("campaign", str(file), *([] if arguments[0] != "necromunda" else ["--game"]), *arguments)
        assert refused.exit_code == 2 and refused.stderr.startswith(f"Error: {reason}"), refused.stderr


def test_bots_play_the_next_game_of_any_campaign(tmp_path: Path) -> None:
    """The short form, in a game that is quick: one game, then all that are left; the file is verified before each."""
    file = tmp_path / "bots.campaign"
    one = run("campaign", str(file), "--game", "escape", "--seed", "5", "--bots", "random,random")
    assert one.exit_code == 0 and "  game 1  Infiltration" in one.stdout and "Next: game 2" in one.stdout
    rest = run("campaign", str(file), "--bots", "random,random", "--all")
    assert rest.exit_code == 0 and "The campaign is over: " in rest.stdout
    state: dict[str, Any] = run_json("campaign", str(file), "--json")
    assert state["result"] is not None and len(state["games"]) >= 3
    before = file.read_bytes()
    over = run("campaign", str(file), "--bots", "random,random")
    assert over.exit_code == 0 and file.read_bytes() == before
    assert fireteam.game("escape").campaign() is not None
