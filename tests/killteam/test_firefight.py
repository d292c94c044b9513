"""The firefight phase: who is activated when, orders, actions one by one, counteracting (KT-FIRE, KT-ORD, KT-ACT,
KT-CTR)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Datacard
from fireteam.games.killteam.state import CONCEAL, ENGAGE, EXPENDED, READY, REMOVED, Effect
from fireteam.kit.arena import match_at
from tests.killteam.stage import offered, play

GUN, BLADE = arena.weapon(4, 3, 3, 4, name="gun"), arena.weapon(4, 3, 3, 4, ranged=False, name="blade")
FAR = {0: (200, 400), 1: (200, 1100), 2: (200, 1800), 3: (2800, 400), 4: (2800, 1100), 5: (2800, 1800)}


def cards(apl: int = 2) -> tuple[Datacard, ...]:
    """Three operatives a side."""
    return tuple(arena.card(name, GUN, BLADE, apl=apl) for name in ("a0", "a1", "a2", "b3", "b4", "b5"))


def firefight(
    dice: list[int] | None = None, *, apl: int = 2, places: dict[int, tuple[int, int]] | None = None, **given: Any
) -> Match:
    """A firefight phase on a bare board; o0=... gives the fields of an operative."""
    where = {**FAR, **(places or {})}
    fields = {
        who: {"x": x, "y": y, "readiness": READY, "order": ENGAGE, **given.pop(f"o{who}", {})}
        for who, (x, y) in where.items()
    }
    given.setdefault("phase", "firefight")
    given.setdefault("acting", 0)
    setting, state = arena.position(cards(apl), (0, 0, 0, 1, 1, 1), operatives=fields, **given)
    return match_at(setting, state, Given(dice or [3, 4]))


def activate(match: Match, name: str, order: str = "engage") -> Match:
    """Activate an operative; if it is the last one nobody is asked which."""
    if match.decision.topic == "operative to activate":
        match.answer(f"activate {name}")
    return play(match, order)


GONE = {"status": REMOVED, "wounds": 0}
DONE = {"readiness": EXPENDED}


@pytest.mark.rule("KT-FIRE-01")
def test_the_players_activate_in_turn() -> None:
    match = firefight(o2=GONE, o5=GONE, initiative=0)
    seats = []
    for name in ("a0", "b3", "a1", "b4"):
        seats.append(match.decision.seat)
        play(activate(match, name), "end")
    assert seats == [0, 1, 0, 1]
    assert match.state.turning_point == 2


@pytest.mark.rule("KT-FIRE-02", "KT-CTR-01", "KT-CTR-06")
def test_who_has_nobody_ready_is_offered_a_counteraction_each_turn() -> None:
    match = firefight(o1=GONE, o2=GONE)
    asked = []
    play(activate(match, "a0"), "end")
    for name in ("b3", "b4", "b5"):
        asked.append((match.decision.seat, match.decision.topic))
        play(activate(match, name), "end")
        if match.decision.topic == "counteract":
            asked.append((match.decision.seat, "counteract"))
            match.answer("no counteract")
    assert [seat for seat, topic in asked if topic == "counteract"] == [0, 0], (
        "after the last activation nobody is left to answer"
    )
    assert match.state.turning_point == 2


@pytest.mark.rule("KT-FIRE-03")
def test_an_activation_is_not_optional_but_may_do_nothing() -> None:
    match = firefight()
    assert offered(match) == ["activate a0", "activate a1", "activate a2"]
    play(match, "activate a1", "engage", "end")
    assert match.state.operatives[1].readiness == EXPENDED


@pytest.mark.rule("KT-FIRE-04")
def test_an_expended_operative_cannot_be_chosen_again() -> None:
    match = firefight()
    play(match, "activate a1", "engage", "end", "activate b3", "engage", "end")
    assert offered(match) == ["activate a0", "activate a2"]


@pytest.mark.rule("KT-FIRE-05")
def test_who_has_left_the_killzone_does_not_count() -> None:
    match = firefight(o0=DONE, o1=DONE, o2={**GONE, "readiness": READY})
    assert match.decision.topic == "counteract"
    assert match.decision.seat == 0


@pytest.mark.rule("KT-ORD-01")
@pytest.mark.parametrize("before", [ENGAGE, CONCEAL])
def test_the_order_is_chosen_before_any_action(before: int) -> None:
    match = play(firefight(o0={"order": before}), "activate a0")
    assert sorted(offered(match)) == ["conceal", "engage"]
    match.answer("conceal")
    assert match.state.operatives[0].order == CONCEAL
    assert match.decision.topic == "action of a0"


@pytest.mark.rule("KT-ORD-02")
def test_an_order_stays_until_the_next_activation() -> None:
    match = play(firefight(), "activate a0", "conceal", "end")
    assert match.state.operatives[0].order == CONCEAL
    assert match.state.operatives[1].order == ENGAGE, "nobody else's order changes"
    again = firefight(phase="ready", turning_point=2, o0={"order": ENGAGE, "readiness": EXPENDED})
    assert again.decision is not None
    assert again.state.operatives[0].order == ENGAGE


@pytest.mark.rule("KT-ORD-03", "KT-ORD-04")
def test_engage_shoots_and_charges_conceal_does_not() -> None:
    engaged = play(firefight(places={3: (900, 400)}), "activate a0", "engage")
    assert {"SHOOT", "CHARGE", "REPOSITION", "DASH"} <= set(offered(engaged))
    hidden = play(firefight(places={3: (900, 400)}), "activate a0", "conceal")
    assert "SHOOT" not in offered(hidden)
    assert "CHARGE" not in offered(hidden)
    assert {"REPOSITION", "DASH"} <= set(offered(hidden))
    with pytest.raises(IllegalAnswer):
        hidden.answer("SHOOT")


@pytest.mark.rule("KT-ORD-04")
def test_conceal_may_fight() -> None:
    match = play(firefight(places={3: (380, 400)}), "activate a0", "conceal")
    assert "FIGHT" in offered(match)
    assert not {"SHOOT", "CHARGE", "REPOSITION", "DASH"} & set(offered(match))


@pytest.mark.rule("KT-ACT-05", "KT-ACT-06")
def test_actions_are_chosen_one_by_one_from_a_list_made_anew() -> None:
    match = play(firefight(), "activate a0", "engage")
    assert "REPOSITION" in offered(match)
    play(match, "REPOSITION", "to 5.00,4.00")
    assert match.decision.topic == "action of a0"
    assert "REPOSITION" not in offered(match)
    assert "CHARGE" not in offered(match)
    play(match, "DASH", "to 6.00,4.00")
    assert match.decision.seat == 1 or offered(match) == ["end"], "two AP are spent"


@pytest.mark.rule("KT-ACT-07")
def test_a_charge_that_reaches_nobody_is_not_offered() -> None:
    # Move 6 and 2 more: 8"; to stand within 1" of the enemy the bases may be 9" apart.
    near = play(firefight(places={3: (200 + 126 + 895, 400)}), "activate a0", "engage")
    assert "CHARGE" in offered(near)
    far = play(firefight(places={3: (200 + 126 + 905, 400)}), "activate a0", "engage")
    assert "CHARGE" not in offered(far)
    before = far.state.operatives[0].key()
    with pytest.raises(IllegalAnswer):
        far.answer("CHARGE")
    assert far.state.operatives[0].key() == before


@pytest.mark.rule("KT-CTR-01")
def test_without_ready_operatives_on_either_side_nobody_counteracts() -> None:
    match = firefight([3, 4], o0=DONE, o1=DONE, o2=DONE, o3=DONE, o4=DONE, o5=DONE)
    assert match.decision.topic != "counteract"
    assert match.state.turning_point == 2


@pytest.mark.rule("KT-CTR-02")
def test_only_expended_operatives_with_an_engage_order_counteract() -> None:
    match = firefight(o0=DONE, o1={**DONE, "order": CONCEAL}, o2=GONE)
    assert offered(match) == ["counteract a0", "no counteract"]
    hidden = firefight(o0={**DONE, "order": CONCEAL}, o1={**DONE, "order": CONCEAL}, o2=GONE)
    assert hidden.decision.topic == "operative to activate"
    assert hidden.decision.seat == 1


@pytest.mark.rule("KT-CTR-04")
def test_each_operative_counteracts_once_in_a_turning_point() -> None:
    match = firefight(o0=DONE, o1=DONE, o2=GONE)
    play(match, "counteract a0", "DASH", "to 2.00,5.00", "activate b3", "engage", "end")
    assert offered(match) == ["counteract a1", "no counteract"]
    assert match.state.operatives[0].counteracted


@pytest.mark.rule("KT-CTR-07")
def test_a_counteraction_is_no_activation() -> None:
    stun = Effect("stun", "apl", -1, "next activation", "KT-WR-26")
    match = firefight(o0={**DONE, "effects": (stun,), "actions": ("DASH",), "activation": ("DASH",)}, o1=GONE, o2=GONE)
    play(match, "counteract a0")
    assert "DASH" in offered(match), "what it did in its activation does not count"
    play(match, "DASH", "to 2.00,5.00")
    operative = match.state.operatives[0]
    assert operative.effects == (stun,)
    assert (operative.readiness, operative.order) == (EXPENDED, ENGAGE)
    assert operative.activation == ("DASH",)
    assert match.decision.seat == 1


@pytest.mark.rule("KT-ACT-11")
def test_apl_that_sinks_in_an_activation_leaves_what_costs_nothing() -> None:
    match = play(firefight(), "activate a0", "engage", "DASH", "to 3.00,4.00")
    t = match.table
    t.affect(0, Effect("stun", "apl", -1, "next activation", "KT-WR-26"))
    from fireteam.games.killteam.actions.conditions import affords

    assert not affords(t, 0, "REPOSITION", 1)
    assert affords(t, 0, "OPERATE HATCH", 0)
