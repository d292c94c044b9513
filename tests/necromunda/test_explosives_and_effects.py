"""Pieces that explode, vents, pipes, bombs (NE-TER-10 to NE-TER-12, NE-TER-17)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.cards import Gear
from fireteam.games.necromunda.state import PINNED, STANDING
from tests.necromunda.ground import block, ground, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place

DRUMS = thing("drums", "drums", 8, 0)


def at_drums(dice: list[Any], where: dict[str, Any], card: Any = None, *pieces: Any, **more: Any) -> Match:
    """A before drums, from 7.5 to 8.5."""
    enemies = [fighter(name) for name in where if name != "A"] or [fighter("Z")]
    return lay(
        [card or fighter("A", rifle())],
        enemies,
        {"A": (0, 0), **where, **({} if len(where) else {"Z": (-20, 0)})},
        dice,
        active="A",
        on=ground(block("drums", "drums", 7.5, -0.5, 8.5, 0.5, top=150), *pieces),
        things=[DRUMS, *more.pop("things", ())],
        **more,
    )


@pytest.mark.rule("NE-TER-11")
@pytest.mark.parametrize(("face", "bursts"), [(4, True), (3, False)])
def test_drums_explode_if_strength_and_die_are_above_six(face: int, bursts: bool) -> None:
    match = at_drums([3, 2, face], {})  # 4+ with +1 for short range
    answer(match, "shoot drums with rifle")
    assert (match.state.things["drums"].state == "gone") is bursts
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-11")
def test_drums_are_hit_by_a_roll_like_a_fighter() -> None:
    match = at_drums([2, 2], {})
    answer(match, "shoot drums with rifle")
    assert match.state.things["drums"].state == "" and all_dice_used(match)


@pytest.mark.rule("NE-TER-11", "NE-SHT-11")
@pytest.mark.parametrize(("stray", "struck"), [(2, True), (4, False)])
def test_drums_used_as_cover_may_be_hit_by_a_stray_shot(stray: int, struck: bool) -> None:
    dice = [2, 2, stray, *([4, 2, 3] if struck else [])]  # miss, Firepower, stray, burst, Knockback, wound
    match = at_drums(dice, {"E": (9.2, 0)})
    answer(match, "shoot E with rifle")
    assert (match.state.things["drums"].state == "gone") is struck
    assert (model(match, "E").stance == PINNED) is struck
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-11", "NE-SHT-11")
def test_drums_beside_the_target_are_at_no_risk() -> None:
    match = at_drums([2, 2], {"E": (9.2, 6)})
    answer(match, "shoot E with rifle")
    assert match.state.things["drums"].state == "" and all_dice_used(match)


@pytest.mark.rule("NE-TER-11", "NE-TER-16")
def test_drums_set_one_another_off() -> None:
    more = block("drums2", "drums", 9, -0.5, 10, 0.5, top=150)
    second = thing("drums2", "drums", 9.5, 0)
    match = at_drums([3, 2, 4, 4], {}, None, more, things=[second])
    answer(match, "shoot drums with rifle")
    assert {match.state.things[name].state for name in ("drums", "drums2")} == {"gone"}
    assert all_dice_used(match)


PIPE = thing("pipe", "fuel-pipe", 8, 0, state="off")


def at_pipe(dice: list[Any], where: dict[str, Any], card: Any = None, state: str = "off", **more: Any) -> Match:
    """A before a fuel pipe, from 7.5 to 8.5 and 5 inches to either side."""
    enemies = [fighter(name) for name in where if name != "A"]
    return lay(
        [card or fighter("A", rifle())],
        enemies or [fighter("Z")],
        {"A": (0, 0), **where, **({} if enemies else {"Z": (-20, 0)})},
        dice,
        active="A",
        on=ground(block("pipe", "fuel-pipe", 7.5, -5, 8.5, 5, top=100)),
        things=[PIPE._replace(state=state, number=9)],
        **more,
    )


@pytest.mark.rule("NE-TER-11")
def test_who_passes_initiative_gets_clear_of_a_burning_pipe() -> None:
    hot = weapon("hot", short=8, long=16, accuracy=(2, 0), strength=6, ammo=2)
    match = at_pipe([6, 6, 2, 2, 3, 4], {"E": (10.2, 0.0)}, fighter("A", hot))
    answer(match, "shoot pipe with hot")
    answer(match, "at 41.60,30.00")
    assert place(match, "E") == (11.6, 0) and model(match, "E").stance == STANDING
    assert match.state.things["pipe"].state == "gone" and all_dice_used(match)
    match = at_pipe([6, 6, 2, 2, 3, 3, 3, 2, 5], {"E": (10.2, 0.0)}, fighter("A", hot))
    answer(match, "shoot pipe with hot")
    assert model(match, "E").stance == PINNED and model(match, "E").wounds == 0


@pytest.mark.rule("NE-TER-17", "NE-TER-11")
def test_a_pipe_that_is_switched_off_does_not_explode() -> None:
    match = at_pipe([4, 2], {}, state="dead")
    answer(match, "shoot pipe with rifle")
    assert match.state.things["pipe"].state == "dead" and all_dice_used(match)


@pytest.mark.rule("NE-TER-17")
@pytest.mark.parametrize(("face", "stance"), [(3, PINNED), (4, STANDING)])
def test_who_ends_a_move_near_a_pipe_that_is_on_may_slip(face: int, stance: int) -> None:
    match = at_pipe([face], {}, state="on")
    answer(match, "move", "to 34.50,30.00")
    assert model(match, "A").stance == stance and all_dice_used(match)
    match = at_pipe([], {}, state="on")
    answer(match, "move", "to 33.90,30.00")
    assert model(match, "A").stance == STANDING


@pytest.mark.rule("NE-TER-17")
def test_a_charger_that_slips_does_not_fight() -> None:
    match = at_pipe([2, 3], {"E": (6, 0, 0, 180)}, fighter("A"), state="on")
    answer(match, "charge", "to 35.00,30.00 up 0.00")
    assert model(match, "A").stance == PINNED and place(match, "A") == (4, 0)
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-17")
def test_near_a_pipe_fire_is_easily_loaded() -> None:
    scarce = weapon("torch", "Blaze", "Scarce", short=8, long=16, strength=3, ammo=4)
    plain = weapon("lamp", "Blaze", short=8, long=16, strength=3, ammo=6)
    empty = {"A": {"empty": frozenset({"torch", "lamp"})}}
    match = at_pipe([4], {"A": (4.5, 0)}, fighter("A", scarce, plain), models=empty)
    answer(match, "reload lamp", "reload torch")
    assert not model(match, "A").empty and all_dice_used(match)
    match = at_pipe([], {"A": (3.9, 0)}, fighter("A", scarce, plain), models=empty)
    assert match.decision.find("reload torch") is None


VENT = thing("vent", "smoke-vent", 1, 0, state="on", number=9)


def at_vent(dice: list[Any], card: Any = None, x: float = -4, state: str = "on", **more: Any) -> Match:
    """A so far from a vent, whose near face is at 0."""
    return lay(
        [card or fighter("A", rifle())],
        [fighter("E")],
        {"A": (x - 0.5, 0), "E": (x - 0.5, more.pop("far", 15), 0, 270)},
        dice,
        active="A",
        on=ground(block("vent", "smoke-vent", 0, -1, 2, 1, top=600)),
        things=[VENT._replace(state=state)],
        **more,
    )


@pytest.mark.rule("NE-TER-17")
def test_in_foul_air_one_move_is_all() -> None:
    match = at_vent([])
    answer(match, "move", "to 25.50,31.00")
    assert "move" not in offers(match) and "aim" in offers(match)
    match = at_vent([], fighter("A", rifle(), gear=(Gear("mask", "mask", "breather"),)))
    answer(match, "move", "to 25.50,31.00")
    assert "move" in offers(match)


@pytest.mark.rule("NE-TER-17")
def test_a_vent_hides_all_within_six_inches() -> None:
    facing = {"A": {"facing": 90}}
    assert "shoot" not in offers(at_vent([], models=facing))
    assert "shoot" in offers(at_vent([], x=-7.0, models=facing))
    assert "shoot" in offers(at_vent([], state="off", models=facing))


@pytest.mark.rule("NE-TER-17")
def test_fire_is_stronger_in_foul_air() -> None:
    torch = weapon("torch", "Template", "Blaze", template=True, strength=3, ammo=4)
    match = at_vent([2, 3, 1, 1, 2], fighter("A", torch), far=3)  # S4 against T3: a 3 wounds; no save in the smoke
    answer(match, "turn", "face 90", "lay the template of torch", "flame 90")
    assert model(match, "E").wounds == 0 and all_dice_used(match)


def end_of_round(dice: list[Any], *things: Any, **more: Any) -> Match:
    """The End phase of a round; the last two dice are for the next Priority."""
    pieces = [
        block("vent", "smoke-vent", 0, -1, 2, 1, top=600),
        block("pipe", "fuel-pipe", 7.5, -5, 8.5, 5, top=100),
    ]
    return lay(
        [fighter("A")],
        [fighter("E")],
        {"A": (-20, 0), "E": (20, 20)},
        [*dice, 6, 1],
        on=ground(*pieces),
        things=things,
        ready=[],
        **more,
    )


@pytest.mark.rule("NE-TER-10", "NE-TERM-04", "NE-END-10")
def test_pieces_switch_on_by_a_six_until_the_next_end_phase() -> None:
    idle = VENT._replace(state="off", number=0)
    match = end_of_round([6, 5], idle, PIPE)
    assert match.state.things["vent"][5:8] == ("on", -1, 2) and match.state.things["pipe"].state == "off"
    match = end_of_round([5], VENT._replace(number=1))
    assert match.state.things["vent"].state == "off"
    match = end_of_round([], VENT._replace(state="dead", number=2))
    assert match.state.things["vent"].state == "dead"


@pytest.mark.rule("NE-EVT-03", "NE-TER-10")
def test_in_an_old_foundry_pieces_switch_on_by_a_four() -> None:
    idle = VENT._replace(state="off", number=0)
    assert end_of_round([4], idle, environment="foundry").state.things["vent"].state == "on"
    assert end_of_round([3], idle, environment="foundry").state.things["vent"].state == "off"
    assert end_of_round([4], idle).state.things["vent"].state == "off"


@pytest.mark.rule("NE-TER-12")
@pytest.mark.parametrize(("tokens", "face", "left"), [(3, 3, None), (3, 4, 4), (2, 3, 3)])
def test_a_bomb_goes_off_below_its_tokens(tokens: int, face: int, left: int | None) -> None:
    tests = [] if left is not None else [4, 4]
    match = end_of_round([face, *tests], thing("egg", "ordnance", 0, 20, number=tokens), round=3)
    found = match.state.things.get("egg")
    assert (found.number if found is not None else None) == left
    assert all_dice_used(match)


@pytest.mark.rule("NE-TER-12", "NE-BAD-10")
def test_a_bomb_only_counts_before_the_third_round() -> None:
    match = end_of_round([], thing("egg", "ordnance", 0, 20, number=5), round=2)
    assert match.state.things["egg"].number == 6


@pytest.mark.rule("NE-BAD-10")
def test_disarming_takes_a_token_off() -> None:
    def laid(dice: list[int], number: int) -> Match:
        return lay(
            [fighter("A", cl=6)],
            [fighter("E")],
            {"A": (0, 0), "E": (-20, 20)},
            dice,
            active="A",
            things=[thing("egg", "ordnance", 3.4, 0, number=number)],
        )

    match = laid([4, 3], 2)
    answer(match, "disarm egg by cool")
    assert match.state.things["egg"].number == 1
    match = laid([4, 2], 2)
    answer(match, "disarm egg by intelligence")
    assert match.state.things["egg"].number == 2
    assert "disarm" not in offers(laid([], 0))
