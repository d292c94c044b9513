"""What one gesture may mean in each game: the answers that lead to a move or an attack of a piece."""

from __future__ import annotations

from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from tests.browser.saves import play_until, standoff

RING = ((10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7), (0, -10), (7, -7))


def pieces(match: Match, seat: int) -> dict[str, Any]:
    """What a side has on the board."""
    scene = match.setting.scene(match.table, seat)
    return {name: piece for name, piece in scene["pieces"].items() if piece.get("seat") == seat}


def given(match: Match, keys: list[str]) -> Match:
    """The match after these answers."""
    fork = match.fork()
    for key in keys:
        fork.answer(key, seat=match.decision.seat)
    return fork


@pytest.mark.parametrize(
    ("game", "scenario", "topic"),
    [("escape", "last-bastion", "activation"), ("killteam", "quick-1", "operative to activate")],
)
def test_a_ready_piece_is_led_to_where_it_may_go(game: str, scenario: str, topic: str) -> None:
    def stop(match: Match, question: Choose) -> bool:
        return question.seat == 0 and question.topic == topic and any(pieces(match, 0).values())

    match = play_until("random", scenario, 5, stop, game)
    leading = match.setting.leading(match)
    found = {name: view for name in pieces(match, 0) if (view := leading.ahead(name))["keys"]}
    assert found
    for name, view in found.items():
        assert view["keys"][0] == f"activate {name}"
        there = given(match, view["keys"])
        assert "region" in view or view["walks"]
        assert match.setting.question_view(there.table, there.decision, True)["subject"] == {"piece": name}
    assert leading.ahead("nobody") == {"keys": [], "implied": []}


def test_a_walk_of_a_ready_model_ends_on_the_quarter_that_is_meant() -> None:
    match = play_until(
        "greedy", "crossed_lanterns", 19,
        lambda match, question: question.seat == 0 and question.topic.startswith("turn of"), "deadzone",
    )  # fmt: skip
    leading = match.setting.leading(match)
    name, view = next((name, view) for name in pieces(match, 0) if (view := leading.ahead(name)).get("walks"))
    cell = view["walks"][0]
    plan = leading.plan(name, cell["spot"])
    assert plan["keys"][0] == f"activate {name}"
    x, y, width, height = cell["shape"]["rect"]
    stood = [
        match.setting.settled(match, plan, [x + width * right // 4, y + height * down // 4])["keys"]
        for right, down in ((1, 1), (3, 1), (1, 3), (3, 3))
    ]
    assert {keys[-1] for keys in stood} <= {"stand NW", "stand NE", "stand SW", "stand SE"}
    assert len({keys[-1] for keys in stood}) == 4
    assert all(given(match, keys).decision is not None for keys in stood)


def test_an_order_may_be_wished_for() -> None:
    match = play_until(
        "random", "quick-1", 5,
        lambda match, question: question.seat == 0 and question.topic == "operative to activate", "killteam",
    )  # fmt: skip
    leading = match.setting.leading(match)
    name = next(iter(pieces(match, 0)))
    usual = leading.ahead(name)
    assert usual["implied"][0]["key"] == "conceal"
    assert [other["key"] for other in usual["implied"][0]["others"]] == ["engage"]
    assert "engage" in leading.ahead(name, ["engage"])["keys"]


def test_a_point_that_only_a_charge_reaches_is_charged_to() -> None:
    match = fireteam.load(standoff("open"))
    leading = match.setting.leading(match)
    matron, prior = (match.setting.scene(match.table, 0)["pieces"][name] for name in ("vr-matron", "cv-prior"))
    (x, y), apart = matron["at"], matron["radius"] + prior["radius"] + 30
    around = [(x + apart * right // 10, y + apart * down // 10) for right, down in RING]
    ways = [keys for to in around if (keys := leading.plan("cv-prior", f"point {to[0]},{to[1]}")["keys"])]
    assert [keys[0] for keys in ways] == ["CHARGE"] * len(ways)
    assert ways
    assert given(match, ways[0]).decision is not None


def test_what_is_forced_on_the_way_to_an_attack_counts_as_said() -> None:
    match = fireteam.load(standoff("open"))
    leading = match.setting.leading(match)
    attacks = leading.attacks("vr-matron")
    assert [attack["keys"] for attack in attacks] == [["SHOOT"]]
    assert leading.attacks("cv-prior") == []
    hidden = fireteam.load(standoff("out of sight"))
    assert hidden.setting.leading(hidden).attacks("vr-matron") == []


def test_a_place_that_is_refused_is_moved_to_the_nearest_that_is_not() -> None:
    match = play_until(
        "random", "quick-1", 5,
        lambda match, question: question.seat == 0 and question.region is not None, "killteam",
    )  # fmt: skip
    view = match.setting.question_view(match.table, match.decision, True)
    x, y = view["options"][-1]["place"]["shape"]["circle"][:2]
    spots = [f"point {x + across},{y + down}" for across in range(0, 400, 20) for down in (0, 100, 200)]
    refused = [spot for spot in spots if not match.setting.plan(match, spot)["keys"]]
    near = [match.setting.nearest(match, spot) for spot in refused]
    assert any(plan["keys"] for plan in near)
    assert match.setting.nearest(match, f"point {x},{y}") == match.setting.plan(match, f"point {x},{y}")
