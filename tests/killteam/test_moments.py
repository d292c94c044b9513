"""What the log of Kill Team shows of what happens."""

from __future__ import annotations

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.scene import Shown
from fireteam.games.killteam import arena
from fireteam.games.killteam.state import ACTIVE, ENGAGE
from fireteam.kit.arena import match_at
from tests.killteam.stage import play
from tests.killteam.test_gallowdark import HATCH
from tests.killteam.test_tray import BRAWLER, SHOOTER, TARGET


def shows(match: Match) -> list[tuple[str, Shown]]:
    """What is to be seen, each with the code of its line."""
    _ = match.decision
    chronicle = Chronicle(match)
    chronicle.follow()
    return [(line.get("code", "roll"), line["shows"]) for line in chronicle.log if "shows" in line]


@pytest.mark.rule("KT-SHOOT-05", "KT-SHOOT-12", "KT-SHOOT-22", "KT-SHOOT-23")
def test_a_shot_from_its_aim_to_its_harm() -> None:
    found = shows(arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 5, 2, 1])))
    assert [(code, show["kind"]) for code, show in found] == [
        ("target", "aims"), ("roll", "throws"), ("retained", "fates"), ("roll", "throws"), ("rolled", "fates"),
        ("blocked", "fates"), ("hurt", "hurts"),
    ]  # fmt: skip
    aim, attack, retained, _, _, blocked, hurt = (show for _, show in found)
    assert aim == {"kind": "aims", "piece": "shooter", "target": {"piece": "target"}}
    assert [die["face"] for die in attack["dice"]] == [6, 4, 3, 1] and attack["piece"] == "shooter"
    assert not any("fate" in die for die in attack["dice"]), "nobody knows yet"
    assert [die["fate"] for die in retained["dice"]] == ["critical success", "normal success", "normal success", "fail"]
    assert len(blocked["dice"]) == 7 and [die["fate"] for die in blocked["dice"]].count("blocked") == 1
    assert hurt == {"kind": "hurts", "piece": "target", "amount": 7}


@pytest.mark.rule("KT-FIGHT-11")
def test_a_strike_shows_who_strikes_whom() -> None:
    match = arena.duel(BRAWLER, TARGET, Given([6, 4, 1, 5, 4, 1]))
    match.answer("strike with a critical")
    strike = next(show for code, show in shows(match) if code == "strikes")
    assert (strike["kind"], strike["piece"], strike["target"]) == ("fates", "brawler", {"piece": "target"})


@pytest.mark.rule("KT-GALL-04", "KT-GALL-08")
def test_a_hatchway_is_the_part_that_is_there_once_it_is_open() -> None:
    setting, state = arena.battle(
        killzone="derelict-spine",
        placed={"cv-prior": (400, 990), "vr-needle": (1450, 990)},
        operatives={"cv-prior": {"readiness": ACTIVE, "order": ENGAGE}},
        phase="activation", active=0, acting=0, turning_point=1, activations=1, initiative=0,
    )  # fmt: skip
    match = play(match_at(setting, state, Given([])), "REPOSITION", f"to 7.00,9.90 hatch {HATCH}", "to 7.00,9.90")
    found = dict(shows(match))
    part = found["hatch_open"]["target"]["part"]
    scene = match.view(None)
    assert scene["parts"][part]["kind"] == "hatch" and scene["parts"][part]["state"] == "open"
    assert found["moves"]["path"][-1] == scene["pieces"]["cv-prior"]["at"]
