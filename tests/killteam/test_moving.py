"""The four moves on laid positions: conditions, inches, whom they may pass, keys and refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Check, total
from fireteam.games.killteam import arena
from fireteam.games.killteam.moving.moves import (
    Destinations,
    destinations,
    distance_parts,
    may_move,
    terms_of,
)
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, EXPENDED, REMOVED, Effect
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapon_rules import MOVES
from fireteam.kit.plane.destinations import Leg
from fireteam.space.plane.placing import Ground
from tests.space.plane.boards import ground, h, part

OPEN = ground()
Place = tuple[float, float]


def laid(
    mover: Place,
    friends: tuple[Place, ...] = (),
    enemies: tuple[Place, ...] = (),
    *,
    rules: str = "",
    move: int = 6,
    **given: Any,
) -> Table:
    """A mover with APL 2, its friends and its enemies, on ground that is asked about apart; all on 32 mm bases."""
    places = (mover, *friends, *enemies)
    cards = [arena.card(f"one{number}", arena.weapon(4, 3, 3, 4, rules), move=move) for number in range(len(places))]
    crew: dict[int, dict[str, Any]] = {number: {"x": h(x), "y": h(y)} for number, (x, y) in enumerate(places)}
    crew[0] |= {"readiness": ACTIVE, **given}
    seats = [0] * (1 + len(friends)) + [1] * len(enemies)
    return arena.table_over(*arena.position(cards, seats, operatives=crew, active=0, anywhere=True))


def apart(gap: float) -> float:
    """From centre to centre of two 32 mm bases that are so far apart."""
    return gap + 64 / 50.8


def offered(t: Table, **given: Any) -> list[str]:
    return [action for action in MOVES if may_move(t, OPEN, 0, action, **given)]


def decisive(t: Table, action: str) -> Check:
    """The check that refuses the action."""
    why: list[Check] = []
    assert not may_move(t, OPEN, 0, action, why)
    assert all(check.passed for check in why[:-1]) and not why[-1].passed
    return why[-1]


def inches(action: str, *, counteract: bool = False, **given: Any) -> int:
    return total(distance_parts(laid((5, 5), readiness=EXPENDED if counteract else ACTIVE, **given), 0, action))


def found(where: Destinations, key: str) -> Option:
    option = where.find(key)
    assert option is not None, str(where.refusal(key))
    assert where.refusal(key) is None
    return option


def refused(where: Destinations, key: str) -> Check:
    refusal = where.refusal(key)
    assert refusal is not None and where.find(key) is None, key
    assert refusal.action == key
    return refusal.decisive


# -- conditions --------------------------------------------------------------------------------------------------------

NEAR = 5 + apart(0.5)


@pytest.mark.rule("KT-ACT-01", "KT-FALL-02")
def test_a_move_wants_its_ap() -> None:
    assert offered(laid((5, 5), ap=1)) == ["REPOSITION", "DASH", "CHARGE"]
    assert offered(laid((5, 5), ap=2)) == []
    assert offered(laid((5, 5), enemies=((NEAR, 5),))) == ["FALL BACK"]
    spent = laid((5, 5), enemies=((NEAR, 5),), ap=1)
    assert offered(spent) == []
    assert decisive(spent, "FALL BACK") == Check("KT-ACT-01", False, "1 AP spent and 2 for FALL BACK are at most APL 2")
    more = laid((5, 5), enemies=((NEAR, 5),), ap=1, effects=(Effect("drill", "apl", 1, "battle", "a ploy"),))
    assert offered(more) == ["FALL BACK"]


@pytest.mark.rule("KT-ACT-09", "KT-ACT-02")
def test_a_free_move_wants_no_ap_and_is_not_made_twice() -> None:
    assert offered(laid((5, 5), ap=2), free=True) == ["REPOSITION", "DASH", "CHARGE"]
    again = laid((5, 5), ap=0, actions=("DASH",))
    assert not may_move(again, OPEN, 0, "DASH", free=True)
    assert decisive(again, "DASH").rule == "KT-ACT-02"


@pytest.mark.rule("KT-ACT-02", "KT-REPO-05", "KT-DASH-03", "KT-FALL-02", "KT-CHRG-04")
@pytest.mark.parametrize(
    ("before", "free_of_enemies", "next_to_one"),
    [
        ("SHOOT", ["REPOSITION", "DASH", "CHARGE"], ["FALL BACK"]),
        ("REPOSITION", ["DASH"], []),
        ("DASH", ["REPOSITION"], ["FALL BACK"]),
        ("FALL BACK", ["DASH"], []),
        ("CHARGE", [], []),
    ],
)
def test_some_moves_rule_out_others(before: str, free_of_enemies: list[str], next_to_one: list[str]) -> None:
    drill = (Effect("drill", "apl", 1, "battle", "a ploy"),)
    assert offered(laid((5, 5), actions=(before,), ap=1, effects=drill)) == free_of_enemies
    assert offered(laid((5, 5), enemies=((NEAR, 5),), actions=(before,), ap=1, effects=drill)) == next_to_one


@pytest.mark.rule("KT-REPO-05")
def test_after_a_fall_back_there_is_a_dash_but_no_reposition() -> None:
    t = laid((5, 5), actions=("FALL BACK",), ap=2, effects=(Effect("drill", "apl", 1, "battle", "a ploy"),))
    assert offered(t) == ["DASH"]
    assert decisive(t, "REPOSITION") == Check("KT-REPO-05", False, "none of FALL BACK before REPOSITION")


@pytest.mark.rule("KT-REPO-05", "KT-DASH-03", "KT-CHRG-04", "KT-FALL-02")
def test_control_range_lets_an_operative_fall_back_only() -> None:
    t = laid((5, 5), enemies=((NEAR, 5), (20, 20)))
    rules = {action: decisive(t, action) for action in ("REPOSITION", "DASH", "CHARGE")}
    assert {action: check.rule for action, check in rules.items()} == {
        "REPOSITION": "KT-REPO-05", "DASH": "KT-DASH-03", "CHARGE": "KT-CHRG-04",
    }  # fmt: skip
    assert rules["DASH"].text == "in no enemy's control range: one1" and rules["DASH"].places == ("one1",)
    assert decisive(laid((5, 5)), "FALL BACK").rule == "KT-FALL-02"
    assert offered(laid((5, 5), friends=((NEAR, 5),))) == ["REPOSITION", "DASH", "CHARGE"], "friends hold nobody back"
    gone = laid((5, 5), enemies=((NEAR, 5),))
    gone.remove(1, "KT-DMG-02")
    assert gone.operative(1).status == REMOVED and offered(gone) == ["REPOSITION", "DASH", "CHARGE"]


@pytest.mark.rule("KT-CHRG-04")
def test_a_charge_wants_an_engage_order() -> None:
    assert offered(laid((5, 5), order=CONCEAL)) == ["REPOSITION", "DASH"]
    assert decisive(laid((5, 5), order=CONCEAL), "CHARGE") == Check("KT-CHRG-04", False, "the order is Engage")
    assert "CHARGE" in offered(laid((5, 5), order=ENGAGE))


@pytest.mark.rule("KT-WR-09", "KT-WR-10")
@pytest.mark.parametrize(
    ("rules", "left"),
    [("", ["REPOSITION", "DASH", "CHARGE"]), ("Heavy", []), ("Heavy (Dash only)", ["DASH"])],
    ids=["light", "heavy", "dash"],
)
def test_a_heavy_weapon_that_was_used_bars_moves(rules: str, left: list[str]) -> None:
    t = laid((5, 5), rules=rules, actions=("SHOOT",), ap=1, weapons=("weapon",))
    assert offered(t) == left
    assert offered(laid((5, 5), rules=rules)) == ["REPOSITION", "DASH", "CHARGE"], "not used yet"
    if not left:
        assert decisive(t, "DASH").rule == "KT-WR-09"


@pytest.mark.rule("KT-CTR-03")
def test_a_counteraction_is_an_action_of_one_ap_for_free() -> None:
    assert offered(laid((5, 5), readiness=EXPENDED, ap=2)) == ["REPOSITION", "DASH", "CHARGE"]
    near = laid((5, 5), enemies=((NEAR, 5),), readiness=EXPENDED)
    assert offered(near) == []
    assert decisive(near, "FALL BACK").rule == "KT-CTR-03"


@pytest.mark.rule("KT-DASH-03", "KT-REPO-01", "KT-DASH-01")
def test_a_reposition_and_a_dash_make_nine_inches() -> None:
    assert may_move(laid((5, 5)), OPEN, 0, "REPOSITION")
    moved = laid((11, 5), actions=("REPOSITION",), ap=1)
    assert may_move(moved, OPEN, 0, "DASH")
    assert found(destinations(moved, OPEN, 0, "DASH"), "to 14,5").args[3] == 3


# -- inches ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-01", "KT-DASH-01", "KT-FALL-01", "KT-CHRG-01", "KT-DMG-05")
def test_how_far_each_move_goes() -> None:
    assert [inches(action) for action in MOVES] == [6, 3, 6, 8]
    assert [inches(action, wounds=5) for action in MOVES] == [4, 3, 4, 6], "injured"


@pytest.mark.rule("KT-REPO-06")
def test_no_change_brings_move_under_four() -> None:
    slow = (Effect("mire", "move", -3, "battle", "a ploy"),)
    assert inches("REPOSITION", wounds=5, move=5) == 4
    assert inches("REPOSITION", effects=slow) == 4
    assert inches("REPOSITION", effects=slow, wounds=5) == 4
    assert inches("CHARGE", effects=slow) == 6
    assert inches("REPOSITION", move=3) == 3 and inches("REPOSITION", move=3, effects=slow) == 3, (
        "a smaller printed Move stays"
    )
    parts = distance_parts(laid((5, 5), effects=slow), 0, "REPOSITION")
    assert [(part.amount, part.rule) for part in parts] == [(6, "KT-DMG-05"), (-3, "a ploy"), (1, "KT-REPO-06")]


@pytest.mark.rule("KT-CTR-05")
def test_a_counteraction_moves_two_inches() -> None:
    assert [inches(action, counteract=True) for action in MOVES] == [2, 2, 2, 2]
    assert inches("CHARGE", counteract=True, wounds=5, move=4) == 2
    parts = distance_parts(laid((5, 5), readiness=EXPENDED), 0, "DASH")
    assert [(part.amount, part.rule) for part in parts] == [(3, "KT-DASH-01"), (-1, "KT-CTR-05")]


@pytest.mark.rule("KT-REPO-01", "KT-DASH-01")
@pytest.mark.parametrize(("action", "reach", "rule"), [("REPOSITION", 6, "KT-REPO-01"), ("DASH", 3, "KT-DASH-01")])
def test_the_whole_distance_and_no_more(action: str, reach: int, rule: str) -> None:
    where = destinations(laid((5, 10)), OPEN, 0, action)
    assert found(where, f"to {5 + reach},10").args == (
        h(5 + reach),
        1000,
        0,
        reach,
        ((h(5 + reach), 1000, 0, reach, False),),
        (),
    )
    beyond = refused(where, f"to {5 + reach}.10,10")
    assert beyond.rule == rule and f'costs {reach + 1}", more than {reach}"' in beyond.text


@pytest.mark.rule("KT-REPO-07")
def test_a_move_of_nothing_is_a_move() -> None:
    assert found(destinations(laid((5, 10)), OPEN, 0, "REPOSITION"), "to 5,10").args[:4] == (500, 1000, 0, 0)
    after = laid((5, 10), enemies=((5 + apart(0.5), 10),), actions=("REPOSITION",), ap=0)
    assert offered(after) == [] and decisive(after, "FALL BACK").rule == "KT-FALL-02"
    assert decisive(laid((5, 10), actions=("REPOSITION",), ap=1), "CHARGE").rule == "KT-CHRG-04"


@pytest.mark.rule("KT-DASH-02")
def test_a_dash_does_not_climb_but_drops() -> None:
    high = ground(part("high", (2, 8, 5, 12), 0, 2, "Heavy Vantage"))
    t = laid((4.5, 10), z=200)
    assert found(destinations(t, high, 0, "DASH"), "to 7.5,10").args[:4] == (750, 1000, 0, 3)
    low = ground(part("low", (6, 0, 6.2, 22), 0, 1, "Light"))
    assert found(destinations(laid((5, 10)), low, 0, "REPOSITION"), "to 7,10").args[3] == 4
    check = refused(destinations(laid((5, 10)), low, 0, "DASH"), "to 7,10")
    assert check.rule == "KT-DASH-02" and check.places == ("low",)


# -- enemies -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-03")
@pytest.mark.parametrize("action", ["REPOSITION", "DASH"])
def test_no_path_through_an_enemys_control_range(action: str) -> None:
    key = "to 11,10 via 8,10" if action == "REPOSITION" else "to 8,10 via 7,10"
    past = laid((5, 10), enemies=((7, 10 + apart(0.9)),))
    assert refused(destinations(past, OPEN, 0, action), key).rule == "KT-REPO-03"
    found(destinations(laid((5, 10), enemies=((7, 10 + apart(1.1)),)), OPEN, 0, action), key)
    wall = ground(part("wall", (0, 10.7, 30, 10.8), 0, 5))
    found(destinations(past, wall, 0, action), key)


@pytest.mark.rule("KT-REPO-04")
def test_an_enemy_held_by_a_friend_may_be_passed_but_not_stopped_at() -> None:
    enemy = (7, 10 + apart(0.6))
    held = destinations(laid((5, 10), friends=((7, enemy[1] + apart(0.5)),), enemies=(enemy,)), OPEN, 0, "REPOSITION")
    assert found(held, "to 10.5,10 via 8,10").args[3] == 6
    assert refused(held, "to 8,10 via 7,10").rule == "KT-REPO-04"
    alone = destinations(laid((5, 10), friends=((7, enemy[1] + apart(1.1)),), enemies=(enemy,)), OPEN, 0, "REPOSITION")
    assert refused(alone, "to 10.5,10 via 8,10").rule == "KT-REPO-03"


@pytest.mark.rule("KT-FALL-01")
def test_a_fall_back_passes_control_ranges_and_ends_in_none() -> None:
    first, second = (5 - apart(0.5), 10), (7.5, 10 + apart(0.5))
    t = laid((5, 10), enemies=(first, second))
    where = destinations(t, OPEN, 0, "FALL BACK")
    assert found(where, "to 10.5,10 via 8,10").args[3] == 6
    for key in ("to 5.30,10 via 5.20,10", "to 8,10 via 7,10"):
        assert refused(where, key).rule == "KT-FALL-01"
    assert refused(where, "to 11.5,10").rule == "KT-FALL-01", "the distance is the Move stat"
    assert refused(where, "to 1,10 via 2,10").rule == "KT-BASE-03", "bases are never passed across"


@pytest.mark.rule("KT-CHRG-01", "KT-CHRG-02")
def test_a_charge_ends_in_control_range() -> None:
    enemy = (11 + apart(1.0), 10)
    where = destinations(laid((5, 10), enemies=(enemy,)), OPEN, 0, "CHARGE")
    assert found(where, "to 11,10").args[3] == 6
    assert refused(where, "to 10.90,10 via 9,10").rule == "KT-CHRG-02"
    assert refused(where, "to 5,10").rule == "KT-CHRG-02"
    far = destinations(laid((5, 10), enemies=((13.2 + apart(1.0), 10),)), OPEN, 0, "CHARGE")
    assert refused(far, "to 13.20,10").rule == "KT-CHRG-01"


@pytest.mark.rule("KT-CHRG-03")
def test_a_charge_does_not_leave_an_enemy_nobody_else_holds() -> None:
    first, second = (8, 10 + apart(0.5)), (13.5, 10)
    key = "to 12,10 via 8,10"
    alone = destinations(laid((5, 10), enemies=(first, second)), OPEN, 0, "CHARGE")
    assert refused(alone, key).rule == "KT-CHRG-03"
    assert found(alone, "to 8,10 via 7,10").args[3] == 3, "it may stop at the first"
    held = laid((5, 10), friends=((8, first[1] + apart(0.5)),), enemies=(first, second))
    assert found(destinations(held, OPEN, 0, "CHARGE"), key).args[3] == 7


@pytest.mark.rule("KT-CTR-05", "KT-CHRG-02")
def test_a_charge_while_counteracting() -> None:
    near = destinations(laid((5, 10), enemies=((5 + apart(2.5), 10),), readiness=EXPENDED), OPEN, 0, "CHARGE")
    assert found(near, "to 7,10").args[3] == 2
    far = destinations(laid((5, 10), enemies=((5 + apart(3.2), 10),), readiness=EXPENDED), OPEN, 0, "CHARGE")
    assert refused(far, "to 7,10").rule == "KT-CHRG-02"
    assert refused(far, "to 7.20,10").rule == "KT-CTR-05"
    assert far.suggest(24) == []


@pytest.mark.rule("KT-CTR-05")
def test_the_cap_of_a_counteraction_counts_the_inch_of_a_door() -> None:
    door = ground(
        part("house-a", (10, 0, 10.2, 9), 0, 4),
        part("house-door", (10, 9, 10.2, 11), 0, 4, "Heavy Accessible"),
        part("house-b", (10, 11, 10.2, 22), 0, 4),
    )
    key = "to 10.83,10"
    assert found(destinations(laid((9.37, 10)), door, 0, "DASH"), key).args[3] == 3
    check = refused(destinations(laid((9.37, 10), readiness=EXPENDED), door, 0, "DASH"), key)
    assert check.rule == "KT-CTR-05" and 'costs 3", more than 2"' in check.text


@pytest.mark.rule("KT-REPO-04", "KT-CHRG-03")
def test_the_mover_itself_is_no_other_friend() -> None:
    t = laid((5, 10), enemies=((5 + apart(0.5), 10),))
    assert (
        not terms_of(t, OPEN, 0, "REPOSITION").enemies[0].enter and not terms_of(t, OPEN, 0, "CHARGE").enemies[0].leave
    )


def test_terms_know_everybody_in_the_killzone() -> None:
    t = laid((5, 10), friends=((9, 3), (12, 3)), enemies=((20, 10), (25, 10)))
    t.remove(2, "KT-DMG-02")
    t.remove(3, "KT-DMG-02")
    terms = terms_of(t, OPEN, 0, "CHARGE")
    assert [body.x for body in terms.friends] == [900] and [enemy.body.x for enemy in terms.enemies] == [2500]
    assert refused(destinations(t, OPEN, 0, "REPOSITION"), "to 9,4").rule == "KT-BASE-01"


# -- keys --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GEO-18")
def test_a_key_names_the_end_the_waypoints_and_the_height() -> None:
    high = ground(part("high", (8, 8, 12, 12), 1.8, 2, "Heavy Vantage"))
    where = destinations(laid((7, 10)), high, 0, "REPOSITION")
    assert found(where, "to 10,10 up 2").args[2:4] == (200, 5)
    assert found(where, "to 10,10 up 0").key == "to 10.00,10.00 up 0.00"
    assert found(where, "to 10,10").key == "to 10.00,10.00 up 0.00", "the cheaper surface"
    assert found(where, "to 7,13.1").key == "to 7.00,13.10"
    option = found(where, "to 10,10 up 2 via 8.5,10 up 2")
    assert option.key == "to 10.00,10.00 up 2.00 via 8.50,10.00 up 2.00"
    assert option.args == (1000, 1000, 200, 5, ((850, 1000, 200, 4, False), (1000, 1000, 200, 1, False)), ())
    assert found(where, option.key).args == option.args
    assert found(where, "to 7,12 via 6,10 then 6,11").args[4] == (
        (600, 1000, 0, 1, False),
        (600, 1100, 0, 1, False),
        (700, 1200, 0, 2, False),
    )


@pytest.mark.rule("KT-TM-07")
def test_a_key_may_jump() -> None:
    high = ground(
        part("west", (2, 8, 6, 12), 0, 3, "Heavy Vantage"), part("east", (8, 8, 12, 12), 0, 3, "Heavy Vantage")
    )
    where = destinations(laid((5.5, 10), z=300), high, 0, "REPOSITION")
    option = found(where, "to 8.5,10 up 3 jump")
    assert option.key == "to 8.50,10.00 up 3.00 jump"
    assert option.args == (850, 1000, 300, 3, ((850, 1000, 300, 3, True),), ())
    assert found(where, option.key).args == option.args


@pytest.mark.rule("KT-GEO-02")
def test_a_key_means_the_nearest_legal_hundredth() -> None:
    where = destinations(laid((5, 10), friends=((11, 10),)), OPEN, 0, "REPOSITION")
    assert where.read("to 9.746,1.1") == (Leg(974.6, 110.0),), "no place is rounded before the nine are compared"
    touching = 11 - apart(0)
    assert found(where, f"to {touching:.6f},10").key == "to 9.74,10.00"
    assert found(where, "to 9.75,10 via 7,10").key == "to 9.74,10.00 via 7.00,10.00"
    assert refused(where, "to 9.80,10 via 7,10").rule == "KT-BASE-01"


@pytest.mark.parametrize(
    "key", ["", "to", "to 5", "to 5,x", "go 5,10", "to 5,10 via", "to 5,10 via ", "to 5,10 via 3,4 then ", "to -5,10"]
)
def test_what_is_no_key_is_refused_with_an_example(key: str) -> None:
    check = refused(destinations(laid((5, 10)), OPEN, 0, "REPOSITION"), key)
    assert check.rule == "KT-GEO-18" and check.text.startswith("a move reads like 'to 12.34,5.60")


def test_a_refusal_names_leg_rule_and_part() -> None:
    wall = ground(part("wall", (8, 0, 8.2, 22), 0, 4, "Heavy Wall"))
    refusal = destinations(laid((5, 10)), wall, 0, "REPOSITION").refusal("to 10,10 via 6,10")
    assert refusal is not None
    assert refusal.checks[0] == Check("KT-GEO-15", True, "leg 1 can be made")
    assert refusal.decisive.rule == "KT-GALL-01" and refusal.decisive.places == ("wall",)
    assert refusal.decisive.text.startswith("leg 2 can be made at 7.37,10.00 (")


# -- the region --------------------------------------------------------------------------------------------------------


def crowded() -> tuple[Table, Ground]:
    here = ground(part("block", (7, 8, 9, 12), 0, 3), part("step", (3, 5, 6, 7), 0, 1, "Light Vantage"))
    return laid((5, 10), friends=((4, 13),), enemies=((10.5, 10), (6, 15))), here


@pytest.mark.rule("KT-GEO-18")
@pytest.mark.parametrize("action", ["REPOSITION", "DASH", "CHARGE"])
def test_suggestions_are_legal_and_found_again(action: str) -> None:
    t, here = crowded()
    where = destinations(t, here, 0, action)
    options = where.suggest(12)
    assert len(options) == 12 and len({option.key for option in options}) == 12
    limit = total(distance_parts(t, 0, action))
    for option in options:
        assert found(where, option.key).args == option.args
        assert option.kind == "move" and option.args[3] == sum(leg[3] for leg in option.args[4]) <= limit
    other, there = crowded()
    again = [option.key for option in destinations(other, there, 0, action).suggest(12)]
    assert again == [option.key for option in options]


def test_a_region_answers_a_question_and_is_drawn_as_plain_data() -> None:
    t, here = crowded()
    where = destinations(t, here, 0, "DASH")
    choose = Choose(0, "DASH", list, where)
    assert len(choose.options) == 24
    answer = choose.find("to 3.21,10.12")
    assert answer is not None and answer.args[:4] == (321, 1012, 0, 2)
    drawn = where.outline()
    assert json.loads(json.dumps(drawn)) == drawn
    assert (
        drawn["start"] == [500, 1000, 0]
        and drawn["inches"] == 3
        and len(drawn["contours"]) == 4
        and drawn["contours"][3]
    )
