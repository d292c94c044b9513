"""How dangerous the ends of a move are: who could shoot or fight an operative there, with the odds of that very
attack; and what they are good for."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.scene import DangerSpot
from fireteam.games.killteam import arena
from fireteam.games.killteam.game import GAME
from fireteam.games.killteam.markers import PORTABLE
from fireteam.games.killteam.odds import Shot
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.kit import danger as parts
from fireteam.kit.arena import match_at
from tests.killteam.opfield import AT, CENTRE, A, open_zone

TEAMS = ("cinder-vigil", "veilrunners")


def moving(enemy: tuple[int, int]) -> Match:
    """The Vigil Prior is asked where it moves to; one enemy stands in the killzone."""
    setting = GAME.prepare(
        scenario="shellmarket", options=None, pack=None, setup={"teams": TEAMS, "crit_op": "plant-the-seals"}
    )
    _, state = arena.battle(
        teams=TEAMS, placed={"cv-prior": (2000, 1100), "vr-matron": enemy}, phase="firefight", turning_point=1,
        anywhere=True, cp=(0, 0),
    )  # fmt: skip
    match = match_at(setting, state, Seeded(7))
    while (question := match.decision) is not None and not question.topic.startswith("action of"):
        match.answer("engage" if question.topic.startswith("order of") else question.options[-1], seat=question.seat)
    match.answer("REPOSITION")
    return match


def spots(match: Match) -> list[DangerSpot]:
    """All ends, part by part."""
    found: list[DangerSpot] = []
    while True:
        part = match.setting.danger(match, len(found))
        assert part["piece"] == "cv-prior"
        found += part["spots"]
        if part["rest"] == 0:
            return found


def means(match: Match) -> list[tuple[float, bool]]:
    """What the gun of the Veil Matron costs in the open, in cover and obscured, as the typed odds have it."""
    card = match.table.card(match.table.number("vr-matron"))
    found = []
    for cover, obscured in ((False, False), (True, False), (False, True), (True, True)):
        shots = [
            Shot(
                atk=gun.atk, hit=gun.hit, dmg=f"{gun.damage}/{gun.critical_damage}", save=3, wounds=13,
                rules=", ".join(rule for rule in gun.rules if not rule.startswith("Range")),
                cover=cover, obscured=obscured,
            )
            for gun in card.weapons
            if gun.ranged
        ]  # fmt: skip
        found += [(float(shot.odds().mean("damage target")), cover or obscured) for shot in shots]
    return found


@pytest.mark.rule("KT-SHOOT-03")
def test_in_the_open_a_spot_is_as_dangerous_as_the_shot_is() -> None:
    match = moving((1500, 1300))
    found = spots(match)
    known = means(match)
    threats = [threat for spot in found for threat in spot["threats"]]
    assert threats
    for threat in threats:
        assert threat["piece"] == "vr-matron"
        assert any(threat["mean"] == pytest.approx(mean) for mean, cover in known if cover == threat["cover"])
    assert {tuple(spot["at"]) for spot in found} == {tuple(spot["at"]) for spot in spots(match)}
    assert all(coordinate % 100 == 0 for spot in found for coordinate in spot["at"])
    assert match.decision.topic.startswith("REPOSITION"), "looking changes nothing"


def test_behind_a_wall_nobody_is_a_threat() -> None:
    match = moving((500, 400))
    seen = [spot for spot in spots(match) if spot["threats"]]
    hidden = [spot for spot in spots(match) if not spot["threats"]]
    assert hidden
    assert len(hidden) > len(seen)


def test_a_part_ends_after_a_moment_and_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = moving((1500, 1300))
    whole = spots(match)
    monkeypatch.setattr(parts, "MOMENT", -1.0)
    first = match.setting.danger(match, 0)
    assert len(first["spots"]) == 1
    assert first["rest"] == len(whole) - 1
    assert match.setting.danger(match, len(whole)) == {**first, "spots": [], "rest": 0}


def test_where_nobody_moves_there_is_no_danger() -> None:
    match = moving((1500, 1300))
    match.undo()
    assert match.setting.danger(match, 0)["spots"] == []


# -- what they are good for --------------------------------------------------------------------------------------------


def between_two(enemy: str, **given: Any) -> dict[str, set[tuple[int, int]]]:
    """The Vigil Prior may move to two objectives, beyond one of which an enemy stands: the spots, by what it gains."""
    laid: dict[str, Any] = {"crit_op": "plant-the-seals", "turning_point": 2, "cp": (0, 0), **given}
    placed = {"cv-prior": (1100, 1100), enemy: (1650, 1100)}
    setting, state = arena.battle(killzone=open_zone(), placed=placed, phase="firefight", **laid)
    match = match_at(setting, state, Seeded(7))
    while (question := match.decision) is not None and not question.topic.startswith("action of"):
        match.answer("engage" if question.topic.startswith("order of") else question.options[-1], seat=question.seat)
    match.answer("REPOSITION")
    found: dict[str, set[tuple[int, int]]] = {}
    for spot in spots(match):
        x, y = spot["at"]
        for gain in spot["gains"]:
            found.setdefault(f"{gain['kind']} {gain['mark']}: {gain['text']}", set()).add((x, y))
    return found


HOLDS_A, SEALS = "holds A: holds Objective A", "acts SS: can SET SEAL"


@pytest.mark.rule("KT-MARK-03", "KT-MARK-04", "KT-MARK-05")
@pytest.mark.parametrize(
    ("enemy", "centre"),
    [("vr-needle", "holds C: holds Centre objective"), ("vr-matron", "contests C: contests Centre objective")],
)
def test_near_a_marker_an_operative_holds_or_contests_it(enemy: str, centre: str) -> None:
    """APL 3 against 2 controls, against 3 it does not; the seal is set where it controls a marker."""
    found = between_two(enemy)
    assert set(found) == {HOLDS_A, centre, SEALS}
    for marker, near in ((AT[A], found[HOLDS_A]), (AT[CENTRE], found[centre])):
        assert {max(abs(x - marker[0]), abs(y - marker[1])) for x, y in near} <= {0, 100, 200}
        assert (marker[0] + (200 if marker == AT[A] else -200), 1100) in near
    assert found[SEALS] == found[HOLDS_A] | (found[centre] if centre.startswith("holds") else set())


def test_what_an_op_forbids_now_is_no_gain() -> None:
    assert set(between_two("vr-needle", turning_point=1)) == {HOLDS_A, "holds C: holds Centre objective"}


@pytest.mark.rule("KT-PICK-01")
def test_what_may_be_carried_can_be_picked_up() -> None:
    """An objective that is portable, and nothing to be done for the op."""
    marker = Marker(A, "objective", NOBODY, *AT[A], 0, NOBODY, "", (PORTABLE,))
    found = between_two("vr-needle", crit_op="", markers={A: marker})
    assert found["acts A: can pick up Objective A"] == found[HOLDS_A]
