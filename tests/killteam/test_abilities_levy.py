"""What the Saltmarsh Levy bring along, outside of shooting and fighting."""

from __future__ import annotations

import pytest

from fireteam.core.errors import IllegalAnswer
from fireteam.core.refusals import Check, total
from fireteam.games.killteam import stats
from fireteam.games.killteam.abilities.word import CHOICE
from fireteam.games.killteam.abilities.words.markers import setup_markers
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.shooting.targets import valid_target
from fireteam.games.killteam.state import CONCEAL, Effect
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import Part
from tests.killteam.warband import begin, keys, laid, man, marker, on_to, play, told, topic, why_not
from tests.space.plane.reference import features_of

ENEMY = {"vr-runner": (20.0, 5.0)}
CHOSEN = (("primary op", 0), ("primary op", 1))


def box(name: str, x0: int, y0: int, x1: int, y1: int, top: int, *traits: str) -> Part:
    """A block that stands on the floor."""
    return typed(name, name.partition("-")[0], ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, top, frozenset(traits))


# -- Shouted Orders ----------------------------------------------------------------------------------------------------


def test_an_order_is_for_all_levy_within_reach_of_the_reeve() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-conscript-1": (5.0, 9.0), "sl-conscript-2": (5.0, 20.0)}
    match = begin(crew, ENEMY, phase="gambit", played=CHOSEN)
    play(match, "sl-orders")
    assert keys(match) == ["level", "move", "dig_in"]
    play(match, "move")
    orders = (
        Effect("order", "token", 0, "turning point", "sl-orders"),
        Effect("move", CHOICE, 0, "turning point", "sl-orders"),
    )
    assert man(match, "sl-conscript-1").effects == man(match, "sl-reeve").effects == orders
    assert man(match, "sl-conscript-2").effects == ()
    t = laid(crew, ENEMY, operatives={"sl-conscript-1": {"effects": orders}})
    assert total(stats.move_parts(t, t.number("sl-conscript-1"))) == 7
    assert total(stats.move_parts(t, t.number("sl-conscript-2"))) == 6


def test_the_other_orders_do_not_move_anybody() -> None:
    orders = (
        Effect("order", "token", 0, "turning point", "sl-orders"),
        Effect("level", CHOICE, 0, "turning point", "sl-orders"),
    )
    t = laid({"sl-conscript": (5.0, 9.0)}, ENEMY, operatives={"sl-conscript": {"effects": orders}})
    assert total(stats.move_parts(t, 0)) == 6


def test_the_signaller_shouts_when_the_reeve_is_gone() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-signaller": (5.0, 15.0), "sl-conscript": (5.0, 20.0)}
    match = begin(crew, ENEMY, phase="gambit", played=CHOSEN, operatives={"sl-reeve": {"status": 2}})
    play(match, "sl-orders", "move")
    assert man(match, "sl-conscript").effects != ()
    both = begin(crew, ENEMY, phase="gambit", played=CHOSEN)
    play(both, "sl-orders", "move")
    assert man(both, "sl-conscript").effects == ()
    none = begin({"sl-conscript": (5.0, 20.0)}, ENEMY, phase="gambit", played=CHOSEN)
    assert "sl-orders" not in keys(none)


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-ACT-09", "KT-ACT-10")
def test_you_and_you_lets_a_friend_dash_for_nothing() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-conscript-1": (5.0, 9.0), "sl-conscript-2": (5.0, 20.0)}
    match = begin(crew, ENEMY, active="sl-reeve")
    play(match, "sl-a1")
    assert topic(match) == "DASH of sl-conscript-1"
    with pytest.raises(IllegalAnswer):
        match.answer("to 9.00,9.00")
    play(match, "to 8.00,9.00")
    assert (man(match, "sl-conscript-1").x, man(match, "sl-conscript-1").ap, man(match, "sl-reeve").ap) == (800, 0, 1)
    assert told(match, "action")[-1]["mode"] == "free"
    assert topic(match) == "action of sl-reeve"
    assert "sl-a1" not in keys(match)


def test_you_and_you_wants_a_free_hand_and_a_friend() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 9.0)}
    assert why_not(laid(crew, {"vr-runner": (6.5, 5.0)}, active="sl-reeve"), "sl-reeve", "sl-a1").rule == "sl-a1"
    assert why_not(laid({"sl-reeve": (5.0, 5.0)}, ENEMY, active="sl-reeve"), "sl-reeve", "sl-a1").rule == "KT-ACT-07"


@pytest.mark.rule("KT-SHOOT-05")
@pytest.mark.parametrize(("order", "x", "valid"), [(CONCEAL, 12.0, False), (CONCEAL, 8.0, True), (1, 12.0, True)])
def test_reed_blind_hides_from_a_vantage_too(order: int, x: float, valid: bool) -> None:
    """A tower 3" high: from its Vantage the low wall does not hide the wildfowler, but beyond 6" its ability does."""
    wall = box("wall-1", 560, 400, 580, 600, 100, "Light")
    tower = box("tower-1", round(100 * x) - 65, 400, round(100 * x) + 65, 600, 300, "Heavy", "Vantage")
    t = laid(
        {"sl-wildfowler": (5.0, 5.0)}, {"vr-runner": (x, 5.0)}, features=features_of((wall, tower)),
        heights={"vr-runner": 3.0}, operatives={"sl-wildfowler": {"order": order}},
    )  # fmt: skip
    shooter = t.number("vr-runner")
    checks: list[Check] = []
    assert valid_target(t, t.board, shooter, 0, t.weapon(shooter, "runner-carbine"), checks) is valid
    if not valid:
        assert checks[-1].rule == "sl-a4"


def test_reed_blind_is_the_wildfowlers_alone() -> None:
    wall = box("wall-1", 560, 400, 580, 600, 100, "Light")
    tower = box("tower-1", 1135, 400, 1265, 600, 300, "Heavy", "Vantage")
    t = laid(
        {"sl-conscript": (5.0, 5.0)}, {"vr-runner": (12.0, 5.0)}, features=features_of((wall, tower)),
        heights={"vr-runner": 3.0}, operatives={"sl-conscript": {"order": CONCEAL}},
    )  # fmt: skip
    assert valid_target(t, t.board, 1, 0, t.weapon(1, "runner-carbine"))


@pytest.mark.rule("KT-EQ-05")
def test_lay_charge_places_a_mine_in_control_range() -> None:
    match = begin({"sl-sapper": (5.0, 5.0)}, ENEMY, active="sl-sapper")
    play(match, "sl-a5")
    with pytest.raises(IllegalAnswer):
        match.answer("at 8.00,5.00")
    play(match, "at 6.50,5.00")
    (mine,) = match.state.markers.values()
    assert (mine.kind, mine.seat, mine.x) == ("mine", 0, 650)
    assert "sl-a5" not in keys(match)
    engaged = laid({"sl-sapper": (5.0, 5.0)}, {"vr-runner": (6.5, 5.0)}, active="sl-sapper")
    assert why_not(engaged, "sl-sapper", "sl-a5").rule == "sl-a5"


def test_semaphore_raises_the_apl_of_a_friend() -> None:
    crew = {"sl-signaller": (5.0, 5.0), "sl-conscript-1": (5.0, 9.0), "sl-conscript-2": (5.0, 20.0)}
    match = begin(crew, ENEMY, active="sl-signaller")
    play(match, "sl-a7")
    (given,) = man(match, "sl-conscript-1").effects
    assert (given.what, given.amount, given.until) == ("apl", 1, "next activation")
    assert man(match, "sl-conscript-2").effects == ()
    assert (
        why_not(laid({"sl-signaller": (5.0, 5.0)}, ENEMY, active="sl-signaller"), "sl-signaller", "sl-a7").rule
        == "KT-ACT-07"
    )


@pytest.mark.rule("KT-DMG-05")
@pytest.mark.parametrize(("y", "move", "hit"), [(8.0, 6, 4), (12.0, 4, 5)])
def test_rally_to_it_helps_the_injured_near_the_standard(y: float, move: int, hit: int) -> None:
    crew = {"sl-standard": (5.0, 5.0), "sl-conscript": (5.0, y)}
    t = laid(crew, ENEMY, operatives={"sl-conscript": {"wounds": 3}})
    who = t.number("sl-conscript")
    assert total(stats.move_parts(t, who)) == move
    assert total(stats.hit_parts(t, who, t.weapon(who, "old-rifle"))) == hit


def test_rally_to_it_ends_with_the_standard() -> None:
    crew = {"sl-standard": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}
    t = laid(crew, ENEMY, operatives={"sl-conscript": {"wounds": 3}, "sl-standard": {"wounds": 0}})
    assert total(stats.move_parts(t, t.number("sl-conscript"))) == 4


# -- ploys and equipment -----------------------------------------------------------------------------------------------

LEDGE = features_of((box("ledge-1", 700, 300, 1200, 700, 100, "Heavy", "Vantage"),))


def reaches(t: Table, name: str, key: str) -> bool:
    """Whether a REPOSITION may go there."""
    who = t.number(name)
    return moves.destinations(t, t.ground, who, "REPOSITION", moves.gait_of(t)).find(key) is not None


@pytest.mark.rule("KT-TM-03", "KT-PLOY-02")
@pytest.mark.parametrize(
    ("ploys", "reached", "not_reached"),
    [((), "to 9.00,5.00", "to 9.10,5.00"), (("sl-s2",), "to 11.00,5.00", "to 11.10,5.00")],
)
def test_over_the_dyke_moves_farther_and_climbs_at_the_real_height(
    ploys: tuple[str, ...], reached: str, not_reached: str
) -> None:
    """From 5" the ledge 1" high costs 2" of 6", with the ploy 1" of 7"."""
    t = laid({"sl-conscript": (5.0, 5.0)}, ENEMY, active="sl-conscript", ploys=ploys, features=LEDGE)
    assert reaches(t, "sl-conscript", reached)
    assert not reaches(t, "sl-conscript", not_reached)


@pytest.mark.rule("KT-TM-03")
def test_fascines_ease_climbs_near_them() -> None:
    crew = {"sl-conscript": (5.0, 5.0)}
    near = laid(crew, ENEMY, active="sl-conscript", features=LEDGE, markers=[marker("fascine", 6.8, 5.0, seat=0)])
    assert reaches(near, "sl-conscript", "to 10.00,5.00")
    far = laid(crew, ENEMY, active="sl-conscript", features=LEDGE, markers=[marker("fascine", 6.8, 12.0, seat=0)])
    assert not reaches(far, "sl-conscript", "to 10.00,5.00")
    assert reaches(far, "sl-conscript", "to 9.00,5.00")
    theirs = laid(crew, ENEMY, active="sl-conscript", features=LEDGE, markers=[marker("fascine", 6.8, 5.0, seat=1)])
    assert not reaches(theirs, "sl-conscript", "to 10.00,5.00")


@pytest.mark.rule("KT-OPS-07")
def test_fascines_are_two_markers_of_the_set_up() -> None:
    assert setup_markers(laid({"sl-conscript": (5.0, 5.0)}, ENEMY, gear=("sl-e3",)), 0) == [("sl-e3", "fascine", 2)]
    assert setup_markers(laid({"sl-conscript": (5.0, 5.0)}, ENEMY), 0) == []


VOLLEY = [1] * 7 + [4] * 3 + [1] * 3
"""A shot that misses, defence dice; three 4s, one die being kept unrolled by Rank Fire: HIT 4+ worsened by 1 misses
with them."""


@pytest.mark.rule("KT-ACT-09", "KT-PLOY-03")
def test_volley_lets_a_friend_shoot_an_old_rifle_with_worse_hit() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-conscript-1": (5.0, 7.0), "sl-conscript-2": (5.0, 12.0)}
    match = begin(crew, {"vr-runner": (12.0, 5.0)}, VOLLEY, active="sl-reeve", cp=(1, 0))
    play(match, "SHOOT")
    on_to(match, "abilities after SHOOT of sl-reeve")
    play(match, "use sl-f3 with sl-reeve")
    on_to(match, "action of sl-reeve")
    assert [shot["who"] for shot in told(match, "shoots")] == ["sl-reeve", "sl-conscript-1"]
    assert told(match, "shoots")[1]["weapon"] == "old-rifle"
    assert [found["need"] for found in told(match, "rolled") if found["who"] == "sl-conscript-1"] == [5]
    assert man(match, "vr-runner").wounds == 8 - 2, "the die that was kept"
    assert man(match, "sl-conscript-1").effects == ()
    assert match.state.cp == (0, 0)


def test_volley_wants_a_shot_a_friend_near_and_a_target_for_it() -> None:
    crew = {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 12.0)}
    match = begin(crew, {"vr-runner": (12.0, 5.0)}, VOLLEY, active="sl-reeve", cp=(1, 0))
    play(match, "SHOOT")
    play(match, "keep the dice")
    assert topic(match) == "action of sl-reeve"
    near = {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 7.0)}
    moved = begin(near, {"vr-runner": (12.0, 5.0)}, active="sl-reeve", cp=(1, 0))
    play(moved, "REPOSITION", "to 5.00,4.50")
    assert topic(moved) == "action of sl-reeve"
    hidden = begin(
        near,
        {"vr-runner": (12.0, 5.0)},
        VOLLEY,
        active="sl-reeve",
        cp=(1, 0),
        operatives={"sl-conscript": {"order": CONCEAL}},
    )
    play(hidden, "SHOOT")
    play(hidden, "keep the dice")
    assert topic(hidden) == "action of sl-reeve", "a Conceal order does not shoot an old rifle"


def test_signal_rockets_give_a_command_point_once_in_a_battle() -> None:
    match = begin({"sl-conscript": (5.0, 5.0)}, ENEMY, phase="gambit", played=CHOSEN, gear=("sl-e2",))
    play(match, "sl-e2")
    assert match.state.cp == (1, 0)
    used = (("sl-e2", 0, -1, 1, 1),)
    later = begin(
        {"sl-conscript": (5.0, 5.0)}, ENEMY, phase="gambit", played=CHOSEN, gear=("sl-e2",), used=used, turning_point=2
    )
    assert "sl-e2" not in keys(later)
    assert "sl-e2" not in keys(begin({"sl-conscript": (5.0, 5.0)}, ENEMY, phase="gambit", played=CHOSEN))
