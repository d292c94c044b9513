"""Traits that matter in the dark and on a mount."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.state import PINNED, STANDING
from tests.necromunda.ground import thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers

DARK: dict[str, Any] = {"event": "lights-out", "event_since": 1}


# -- Silent ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-TRT-26")
@pytest.mark.parametrize("sort", ["gun", "template", "blast"])
@pytest.mark.parametrize("silent", [True, False])
def test_a_silent_shot_reveals_nobody(sort: str, silent: bool) -> None:
    traits = ("Silent",) if silent else ()
    made = {
        "gun": (weapon("gun", *traits, short=12, long=24, strength=3), ("shoot E with gun",), [2]),
        "template": (
            weapon("gun", "Template", *traits, template=True, strength=3), ("lay the template of gun", "flame 0"), [1],
        ),
        "blast": (weapon("gun", "Blast (3)", *traits, short=12, long=24, strength=3), ("shoot E with gun",), [4, 1]),
    }  # fmt: skip
    arm, keys, dice = made[sort]
    match = lay(
        [fighter("A", arm)], [fighter("E", rifle()), fighter("F", rifle())],
        {"A": (0, 0), "E": (4, 0, 0, 180), "F": (12, 5, 0, 180)}, dice, active="A", **DARK,
    )  # fmt: skip
    answer(match, *keys)
    assert ("revealed" in model(match, "A").conditions) is not silent and all_dice_used(match)
    answer(match, "end the activation", "activate F")
    assert ("shoot" in offers(match) and match.decision.find("shoot A with rifle") is not None) is not silent


# -- Flare -------------------------------------------------------------------------------------------------------------


LAMP = weapon("lamp", "Blast (5)", "Flare", short=12, long=24, strength=3)
"""Whatever its Strength, there is no wound roll."""


def lit(dice: list[int], **more: Any) -> Match:
    """A shoots a flare to the south of E and F, who are far away."""
    return lay(
        [fighter("A", LAMP), fighter("B", rifle())], [fighter("E"), fighter("F"), fighter("G")],
        {"A": (0, 0), "B": (-1, 6), "E": (11, 2, 0, 180), "F": (11, 3, 0, 180), "G": (11, 6)}, dice, active="A", **more,
    )  # fmt: skip


@pytest.mark.rule("NE-TRT-31")
def test_a_flare_reveals_and_pins_whom_it_hits_without_a_wound_roll() -> None:
    match = lit([4], **DARK)
    answer(match, "aim lamp at a point", "at 41.00,30.50")
    hit = {name: ("revealed" in model(match, name).conditions, model(match, name).stance) for name in "EFG"}
    assert hit == {"E": (True, PINNED), "F": (True, PINNED), "G": (False, STANDING)} and all_dice_used(match)
    assert [event.code for event in match.log].count("wound_roll") == 0
    assert all(model(match, name).wounds == 1 for name in "EF")
    assert [(thing.kind, thing.x, thing.y) for thing in match.state.things.values()] == [("flare", 4100, 3050)]


@pytest.mark.rule("NE-TRT-31")
@pytest.mark.parametrize(("y", "seen"), [(2.9, True), (3.1, False)])
def test_the_flare_reveals_whoever_touches_it(y: float, seen: bool) -> None:
    match = lay(
        [fighter("B", rifle())], [fighter("E")], {"B": (0, 0), "E": (11, y, 0, 180)}, [], active="B",
        things=[thing("f1", "flare", 11, 0)], **DARK,
    )  # fmt: skip
    assert ("shoot" in offers(match)) is seen
    match = lay(
        [fighter("B", rifle())], [fighter("E")], {"B": (0, 0), "E": (11, 2, 0, 180)}, [4, 3, 6, 1],
        active="B", ready=[], things=[thing("f1", "flare", 11, 0)], **DARK,
    )  # fmt: skip
    answer(match, "end the activation")
    assert not match.state.things, "on a 4 it goes out in the End phase"


@pytest.mark.rule("NE-TRT-31")
def test_a_flare_scatters_like_any_blast() -> None:
    match = lit([3, 3, 90, 4], **DARK)
    answer(match, "aim lamp at a point", "at 41.00,28.00")  # the miss takes it 4 inches to the north
    assert [(thing.x, thing.y) for thing in match.state.things.values()] == [(4100, 3200)] and all_dice_used(match)
    assert all("revealed" in model(match, name).conditions for name in "EF")


# -- Lance -------------------------------------------------------------------------------------------------------------


def rider(*traits: str, mounted: bool = True) -> Any:
    """A fighter with a lance of Strength +1."""
    lance = weapon(
        "lance", "Melee", "Unwieldy", *traits, category="close", melee=True, strength=1, of_user=True
    )  # fmt: skip
    return fighter("A", lance, mounted=mounted, radius=0.8 if mounted else 0.5, m=8)


def struck_with(card: Any, keys: tuple[str, ...], dice: list[int], at: tuple[float, ...]) -> list[int]:
    """The Strength of each hit."""
    match = lay([card], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": at, "F": (0, 25)}, dice, active="A")
    answer(match, *keys)
    return [event.params["strength"] for event in match.log if event.code == "wound_roll"]


CHARGE = ("charge", "to 34.70,30.00 up 0.00", "fight with lance")


@pytest.mark.rule("NE-TRT-37")
def test_a_lance_hits_harder_in_a_mounted_charge() -> None:
    assert struck_with(rider("Lance"), CHARGE, [2, 4, 2, 1], (6, 0, 0, 180)) == [5]
    on_foot = ("charge", "to 35.00,30.00 up 0.00", "fight with lance")
    assert struck_with(rider("Lance", mounted=False), on_foot, [2, 4, 2, 1], (6, 0, 0, 180)) == [4]
    # Without a charge there is no momentum.
    assert struck_with(rider("Lance"), ("fight", "fight with lance"), [4, 1], (1.3, 0, 0, 180)) == [4]


@pytest.mark.rule("NE-TRT-37", "NE-MNT-02")
def test_a_lance_may_be_used_mounted_though_unwieldy() -> None:
    # Without the trait there are bare hands alone: Strength 3.
    assert struck_with(rider(), ("fight",), [4, 1], (1.3, 0, 0, 180)) == [3]
    match = lay([rider("Lance")], [fighter("E")], {"A": (0, 0, 0, 0), "E": (1.3, 0, 0, 180)}, [1], active="A")
    answer(match, "fight")
    assert match.decision is not None and match.decision.keys() == ["fight with lance", "fight with bare hands"]


@pytest.mark.rule("NE-TRT-37", "NE-MNT-03")
def test_a_lance_hits_harder_in_passing() -> None:
    ride = ("ride by E", "straight to 38.00,30.00")
    for traits, strength in ((("Lance",), 5), ((), 3)):
        assert struck_with(rider(*traits), ride, [4, 1], (4, 2.1, 0, 270)) == [strength], "without one it is bare hands"
