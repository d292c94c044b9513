"""Lifts, caskets and caches (NE-MOV-11, NE-TER-09, NE-LOOT)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.cards import Gear
from fireteam.games.necromunda.state import INJURED, OUT, STANDING
from tests.necromunda.ground import block, ground, plate, platform, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place


def by_lift(dice: list[int], at: dict[str, Any], active: str = "P", state: str = "0", **more: Any) -> Match:
    """A lift between the ground and a gallery."""
    return lay(
        [fighter("P"), *([fighter("Q")] if "Q" in at else [])],
        [fighter("E")],
        {"E": (20, 20), **at},
        dice,
        active=active,
        on=ground(
            platform("gallery", -1, 1, 1, 8, 400),
            lifts=(plate("L", -1, -1, 1, 1, 0, 400),),
        ),
        things=[thing("L", "lift", 0, 0, state=state, number=more.pop("number", 0))],
        **more,
    )


@pytest.mark.rule("NE-MOV-11", "NE-TER-09")
def test_stepping_on_a_lift_takes_the_move_up_to_the_gallery() -> None:
    match = by_lift([], {"P": (-2, 0)})
    answer(match, "move", "to 30.00,32.00 up 4.00")
    assert place(match, "P") == (0, 2) and model(match, "P").z == 400
    assert match.state.things["L"].state == "1" and match.state.things["L"].number == 1


@pytest.mark.rule("NE-MOV-11", "NE-TER-09")
def test_a_lift_goes_once_a_round_and_takes_all_on_it_along() -> None:
    match = by_lift([], {"P": (0, 0.4), "Q": (0, -0.6)})
    answer(match, 'ride L to 4"')
    assert model(match, "P").z == model(match, "Q").z == 400
    assert "ride" not in offers(match)
    assert "ride" not in offers(by_lift([], {"P": (0, 0)}, number=1))
    assert "ride" in offers(by_lift([], {"P": (0, 0)}, number=1, round=2))


@pytest.mark.rule("NE-MOV-11")
@pytest.mark.parametrize(
    ("dice", "status", "stance"), [([2, 1, 1, 1, 6, 6], OUT, STANDING), ([2, 4, 3, 1, 6, 6], 1, INJURED)]
)
def test_who_is_under_a_lift_is_crushed_without_a_save(dice: list[int], status: int, stance: int) -> None:
    match = by_lift(dice, {"P": (0, 0, 4), "Q": (0, 0.9)}, state="1")
    answer(match, 'ride L to 0"')
    crushed = model(match, "Q")
    assert (crushed.status, crushed.wounds) == (status, 0)
    if status != OUT:
        assert crushed.stance == stance and crushed.flesh == 1
        assert place(match, "Q") == (0, 1)  # clear of P, who rode down
    assert all_dice_used(match)


@pytest.mark.rule("NE-MOV-11")
def test_who_dodges_a_lift_is_set_beside_it() -> None:
    match = by_lift([4], {"P": (0, 0, 4), "Q": (0, 0.9)}, state="1")
    answer(match, 'ride L to 0"')
    assert match.decision.find("at 30.00,31.20") is None
    answer(match, "at 30.00,31.60")
    assert place(match, "Q") == (0, 1.6) and model(match, "Q").wounds == 1


# -- loot --------------------------------------------------------------------------------------------------------------


def by_casket(dice: list[Any], kind: str = "casket", x: float = 1.7, **more: Any) -> Match:
    """S beside a casket."""
    card = more.pop("card", fighter("S"))
    things = [thing("box", kind, x, 0, number=2), *more.pop("things", ())]
    return lay([card], [fighter("E")], {"S": (0, 0), "E": (-20, 20)}, dice, active="S", things=things, **more)


def gained(match: Match) -> list[tuple[str, int]]:
    """What the ledger has."""
    return [(line.what, line.number) for line in match.state.ledger]


@pytest.mark.rule("NE-LOOT-01", "NE-LOOT-04")
def test_a_casket_is_smashed_open_on_more_than_five() -> None:
    match = by_casket([3, 4, 5])
    answer(match, "smash box open")
    assert gained(match) == [("casket-opened", 1), ("credits", 5)] and not match.state.things
    assert all_dice_used(match)
    match = by_casket([2])
    answer(match, "smash box open")
    assert "box" in match.state.things and gained(match) == []


@pytest.mark.rule("NE-LOOT-01", "NE-LOOT-04")
def test_a_smashed_casket_is_never_less_than_a_trap() -> None:
    match = by_casket([3, 1, 2])
    answer(match, "smash box open")
    (trap,) = match.state.things.values()
    assert (trap.kind, trap.label) == ("trap", "trap-frag")
    assert all_dice_used(match)


@pytest.mark.rule("NE-LOOT-02", "NE-LOOT-04")
def test_a_bypassed_lock_leaves_the_contents_whole() -> None:
    match = by_casket([4, 4, 4], card=fighter("S", int=8))
    answer(match, "bypass the lock of box")
    (cache,) = match.state.things.values()
    assert cache.kind == "ammo-cache" and (cache.x, cache.y) == (3170, 3000)
    match = by_casket([4, 3], card=fighter("S", int=8))
    answer(match, "bypass the lock of box")
    assert match.state.things["box"].kind == "casket"


@pytest.mark.rule("NE-LOOT-03")
def test_a_casket_is_carried_ten_inches_in_two_moves() -> None:
    match = by_casket([])
    answer(match, "carry box", "to 30.00,35.00", "at 31.00,35.00", "carry box", "to 30.00,40.00", "at 31.00,40.00")
    box = match.state.things["box"]
    assert (box.x, box.y) == (3100, 4000) and place(match, "S") == (0, 10)
    assert "carry" not in offers(by_casket([], x=2.2))


@pytest.mark.rule("NE-LOOT-03")
def test_a_casket_is_in_nobodys_way() -> None:
    match = by_casket([])
    answer(match, "move", "to 34.00,30.00")
    assert place(match, "S") == (4, 0)


@pytest.mark.rule("NE-LOOT-03", "NE-SWIG-04")
def test_a_drunk_staggers_with_what_it_carries() -> None:
    drunk = {"drinks": 3, "drink": "drink-1", "conditions": frozenset({"intoxicated"})}
    match = by_casket([4, 90], models={"S": drunk})
    answer(match, "carry box", "at 30.00,35.00")
    assert place(match, "S") == (0, 4) and match.state.things["box"].y == 3500


@pytest.mark.rule("NE-LOOT-05")
def test_a_cache_helps_ammo_tests_and_is_used_up_by_a_six() -> None:
    gun = weapon("gun", "Scarce", short=8, long=16, strength=3, ammo=6)
    empty = {"S": {"empty": frozenset({"gun"})}}
    match = by_casket([4], "ammo-cache", card=fighter("S", gun), models=empty)
    answer(match, "reload gun")
    assert not model(match, "S").empty and "box" in match.state.things
    match = by_casket([6], "ammo-cache", card=fighter("S", gun), models=empty)
    answer(match, "reload gun")
    assert not model(match, "S").empty and not match.state.things
    assert "reload" not in offers(by_casket([], "ammo-cache", 2.2, card=fighter("S", gun), models=empty))


@pytest.mark.rule("NE-LOOT-05")
def test_a_satchel_is_put_down_once_as_a_cache() -> None:
    satchel = Gear("satchel", "ammo satchel", "ammo-cache")
    match = by_casket([], card=fighter("S", rifle(), gear=(satchel,)))
    answer(match, "put ammo satchel down")
    assert match.decision.find("at 30.00,32.10") is None
    answer(match, "at 30.00,32.00")
    assert [found.kind for found in match.state.things.values()] == ["casket", "ammo-cache"]
    assert "drop_satchel" not in offers(match)


@pytest.mark.rule("NE-TER-16", "NE-LOOT-04")
def test_a_casket_without_wounds_is_open() -> None:
    maul = weapon("maul", "Melee", category="close", melee=True, strength=4, damage=2)
    match = by_casket([4, 5], card=fighter("S", maul))
    answer(match, "strike box", "fight with maul")
    (cache,) = match.state.things.values()
    assert cache.kind == "ammo-cache" and gained(match) == [("casket-opened", 1)]
    assert all_dice_used(match)


@pytest.mark.rule("NE-OTH-03")
def test_the_cutting_beam_opens_a_casket_and_hurts_a_door() -> None:
    cutter = fighter("S", gear=(Gear("cutter", "cutter", "cutting-beam"),))
    match = by_casket([2, 3, 6], card=cutter)
    answer(match, "cut box")
    assert gained(match)[0] == ("casket-opened", 1) and gained(match)[1] == ("credits", 6)
    match = lay(
        [cutter],
        [fighter("E")],
        {"S": (0, 0), "E": (-20, 20)},
        [3],
        active="S",
        on=ground(block("door", "door", 1, -1, 1.2, 1), shown=(("door", "open"),)),
        things=[thing("door", "door", 1.1, 0, state="open", number=4)],
    )
    answer(match, "cut door")
    assert match.state.things["door"].number == 1
