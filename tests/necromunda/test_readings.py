"""The readings that a match may choose: each is the letter of the book unless it says otherwise, and each differs from
it."""

from __future__ import annotations

import math
import random

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.arena import fighter, rifle, vehicle, weapon
from fireteam.games.necromunda.campaign.campaign import Campaign
from fireteam.games.necromunda.cards import Gear
from fireteam.games.necromunda.end_phase import EndPhase
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.movement.flight import hull_feared
from fireteam.games.necromunda.positions import shape
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STANDING
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.model import Body
from tests.necromunda.play_campaign import battle_of, settle
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place

BOTH = pytest.mark.parametrize("on", [False, True], ids=["letter", "other"])
LETTER = {
    "half_move_rounding": "exact", "swig_wildsnake_keep_on": 4, "blind_drunk_charge": "random",
    "nerve_from_recovery": True, "force_open_helpers": "any",
}  # fmt: skip
"""The letter where it is not that a switch is off."""
SWITCHES = (
    "hr_reload_double", "hr_headbutt_replaces_fight", "hr_hurl_replaces_fight", "hr_vehicle_pistols_no_sidearm",
    "hr_freewheel_gravity", "opt_maneuver_pivot_spacing", "ancient_terminal_once", "premeasure",
    "cdg_free_while_engaged", "vehicle_aim_move_shoot", "pitch_black_charge_limited", "hrx_stray_on_6",
    "hrx_priority_ignores_facing", "hrx_template_priority", "hrx_reinforcements_count", "hrx_voluntary_bottle_loses",
    "hrx_walk_into_contact", "hrx_unwieldy_basic", "flee_from_vehicles", "rat_random_full", "vehicle_locks",
    "badzone_events", "campaign",
)  # fmt: skip


@pytest.mark.rule("NE-HRX-01")
def test_every_option_has_the_letter_of_the_book_unless_a_match_says_otherwise() -> None:
    assert GAME.checked_options({}) == {**dict.fromkeys(SWITCHES, False), **LETTER}
    book = GAME.rulebook()
    assert {name: option.default for name, option in book.options.items()} == GAME.checked_options({})
    assert all(len(option.values) > 1 and option.default in option.values for option in book.options.values())


def may(match: Match, key: str) -> bool:
    """Whether an answer is legal."""
    assert match.decision is not None
    return match.decision.find(key) is not None


# -- measuring ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-STD-14")
@pytest.mark.parametrize(("rounding", "far"), [("exact", "32.50"), ("up", "33.00")])
def test_half_a_move_is_exact_or_rounded_up(rounding: str, far: str) -> None:
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, [], active="A",
        options={"half_move_rounding": rounding},
    )  # fmt: skip
    answer(match, "take cover")
    assert may(match, f"to {far},30.00") and not may(match, f"to {float(far) + 0.1:.2f},30.00")


@pytest.mark.rule("NE-MOV-01")
@BOTH
def test_distances_are_shown_only_if_the_match_says_so(on: bool) -> None:
    def looked(far: float) -> str:
        match = lay(
            [fighter("A", rifle())], [fighter("E")], {"A": (-9, 0), "E": (far - 8, 0)}, [], active="A",
            options={"premeasure": on},
        )  # fmt: skip
        assert "shoot" in offers(match), "who is out of range can be named"
        return str(match.setting.look(match.table, match.decision, "piece E")["text"])

    near, beyond = looked(10), looked(30)
    assert ('10.0" away' in near, '30.0" away' in beyond) == (on, on)
    assert (near == beyond) is not on, "what is not measured says nothing about the range"
    assert ("rifle needs 4+ with +1 at short range, +0 at long range" in near) is not on


# -- who is fought, fled from and held ---------------------------------------------------------------------------------


@pytest.mark.rule("NE-STAT-02")
@BOTH
def test_a_vehicle_locks_nobody_unless_the_match_says_so(on: bool) -> None:
    match = lay(
        [fighter("A", rifle())], [vehicle("V")], {"A": (0, 0, 0, 0), "V": (3.5, 0, 0, 180)}, [4, 2] if on else [],
        active="A", options={"vehicle_locks": on},
    )  # fmt: skip
    kinds = set(offers(match)) - {"end", "turn"}
    if on:
        assert kinds == {"fight", "retreat"}
        answer(match, "retreat", "to 28.00,30.00")  # Initiative 4 passes, a vehicle strikes at nobody, 2 inches
        assert place(match, "A") == (-2, 0) and all_dice_used(match)
    else:
        assert {"fight", "move", "shoot"} <= kinds and "retreat" not in kinds


@pytest.mark.rule("NE-BRK-03")
@BOTH
def test_fighters_flee_from_vehicles_only_if_the_match_says_so(on: bool) -> None:
    match = lay(
        [fighter("A")], [vehicle("V"), fighter("E")], {"A": (0, 0), "V": (5, 0, 0, 90), "E": (0, 28)}, [3, 4],
        active="A", models={"A": {"conditions": frozenset({"broken"})}, "E": {"status": OUT}},
        options={"flee_from_vehicles": on},
    )  # fmt: skip
    assert match.decision is not None and match.decision.topic == "refuge of A"
    assert may(match, "to 30.00,30.00 up 0.00") is not on  # 2.25 inches from the hull
    match.answer(match.decision.options[0])
    if on:
        assert place(match, "A")[0] < -6.5


@pytest.mark.rule("NE-BRK-03")
@pytest.mark.parametrize(("facing", "length", "width"), [(0, 5.0, 2.5), (37, 6.0, 2.0), (120, 2.0, 4.0)])
def test_the_discs_that_stand_for_a_hull_fill_it(facing: int, length: float, width: float) -> None:
    setting = arena.setting_for(([fighter("A")], [vehicle("V", length=length, width=width)]))
    table = arena.table_at(setting, {"A": (5, 5), "V": (30, 30, 0, facing)})
    eyes, rng = hull_feared(table, 1), random.Random(7)
    for _ in range(400):
        turn, away = rng.uniform(0, 2 * math.pi), rng.uniform(3.8, 9)
        at = Body(round(3000 + 100 * away * math.cos(turn)), round(3000 + 100 * away * math.sin(turn)), 0, 0.5, 160)
        known = gap(at, shape(table, 1))
        assert known - 0.008 <= min(gap(at, eye.body) for eye in eyes) <= known + 0.018
    assert [eye.looks for eye in eyes].count(True) == 1


# -- nerve -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-END-06")
@BOTH
def test_who_dies_of_its_wounds_frightens_its_friends_or_not(on: bool) -> None:
    # Bottle test 1, recovery 6: Out of Action; F, 2 inches away, fails its Cool test and runs; then Rally.
    match = lay(
        [fighter("A")], [fighter("E"), fighter("F"), *(fighter(f"G{n}") for n in range(4))],
        {"A": (0, -20), "E": (0, 0), "F": (3, 0), **{f"G{n}": (20, 5 * n) for n in range(4)}},
        [1, 6, *([2, 3, 1, 2] if on else [])], under_way=[EndPhase()], ready=(), then=Seeded(1),
        models={"E": {"stance": INJURED}}, options={"nerve_from_recovery": on},
    )  # fmt: skip
    answer(match, "take the Bottle test")
    assert model(match, "E").status == OUT
    tested = [event.params["who"] for event in match.log if event.rule == "NE-NRV-02" and event.code == "tested"]
    assert tested == (["F"] if on else []) and ("broken" in model(match, "F").conditions) is on
    assert (match.decision is not None and match.decision.topic == "refuge of F") is on


# -- vehicles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-07")
@BOTH
def test_aiming_helps_move_and_shoot_only_if_the_match_says_so(on: bool) -> None:
    gun = weapon("hull gun", "Crew Weapon", category="vehicle", short=12, long=24, strength=3, arcs=("front",))
    match = lay(
        [vehicle("V", gun, bs=4)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (9, 0)}, [3, 1] if on else [3], active="V",
        options={"vehicle_aim_move_shoot": on},
    )  # fmt: skip
    answer(match, "aim the guns", "move and shoot", "shoot E with hull gun")
    assert model(match, "E").stance == (PINNED if on else STANDING) and all_dice_used(match)


# -- drinks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-SWIG-01")
@pytest.mark.parametrize(("keeps", "face", "kept"), [(4, 3, False), (4, 4, True), (3, 3, True), (3, 2, False)])
def test_how_long_wild_snake_lasts(keeps: int, face: int, kept: bool) -> None:
    snake = Gear("snake", "Wild Snake", "drink-2")
    match = lay(
        [fighter("D", gear=(snake,))], [fighter("E")], {"D": (0, 0), "E": (20, 0)}, [face], active="D",
        options={"swig_wildsnake_keep_on": keeps},
    )  # fmt: skip
    answer(match, "take a swig of Wild Snake")
    assert ("snake" not in model(match, "D").lost) is kept


# -- campaign ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-CAMP-01")
@BOTH
def test_a_battle_outside_a_campaign_is_not_written_into_its_ledger(on: bool) -> None:
    campaign = Campaign.new(["choir-1000", "couriers-1000"], 5)
    settle(campaign, random.Random(3))
    alone = GAME.prepare(setup={"gangs": ["choir-1000", "couriers-1000"]}, options={"campaign": False})
    match = battle_of(campaign) if on else Match(alone, Seeded(5))
    lines = len(campaign.book.lines)
    if on:
        campaign.check(match)
    else:
        with pytest.raises(SetupError, match="outside a campaign: nothing is written"):
            campaign.record(match)
    assert len(campaign.book.lines) == lines
