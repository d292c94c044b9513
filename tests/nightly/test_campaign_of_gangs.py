"""A campaign of five battles between bots, saved and resumed after each, by the command that people type."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.games.necromunda.campaign.campaign import Campaign
from tests.cli.commands import pipe, run_json

pytestmark = pytest.mark.nightly


@pytest.mark.rule("NE-CAMP-01", "NE-CAMP-07", "NE-CAMP-28", "NE-CAMP-29")
@pytest.mark.parametrize("bots", ["random,random", "greedy,random"])
def test_five_battles_between_bots(tmp_path: Path, bots: str) -> None:
    file = tmp_path / "bots.campaign"
    for number in range(1, 6):
        done = pipe(tmp_path, [], "campaign", str(file), "--game", "necromunda", "--seed", "4", "--bots", bots)
        assert (done.returncode, done.stderr) == (0, "")
        state = run_json("campaign", str(file), "--json")
        assert [len(gang["record"]) for gang in state["gangs"]] == [number] * 2
    assert state["result"] is not None and state["next"] is None
    text = file.read_text(encoding="utf-8")
    assert Campaign.load(text).save() == text
