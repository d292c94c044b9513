"""Actions: what may be chosen, SPECIAL actions, standing up."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from fireteam.core.questions import Option, Rule
from fireteam.games.deadzone.actions import SHORT, Activation, Deed, always
from fireteam.games.deadzone.arena import unit, weapon
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from tests.deadzone.battlefield import HERE, model, rolled
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

GUN = weapon("Gun", 6)
FAR = "6,6,1"


class Waves(Supplement):
    """A scenario with a SPECIAL action for everybody."""

    name = "waves"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        def wave(t: Table, a: Activation, pick: Option) -> Rule[None]:
            yield from ()

        return (Deed("wave", "DZ-SPEC-01", SHORT, always, lambda t, a: [Option("wave", "wave", (), ())], wave),)


@pytest.mark.rule("DZ-ACT-02")
@pytest.mark.rule("DZ-SPEC-02")
def test_beside_an_unpinned_enemy_only_assault_and_advance() -> None:
    cards = {"a": (0, unit("A", GUN, fight=2, keywords=["Medic"])), "b": (1, unit("B")), "c": (1, unit("C", health=1))}
    match = battle(
        cards,
        {"a": HERE, "b": HERE, "c": "4,3,1"},
        Activation(0),
        dice=[1] * 7 + [2] * 4 + [1] * 4,
        models={"a": {"damage": 1}},
    )
    assert offered(match) == {"assault b", "advance", "end the activation"}
    play(match, "advance", "break away", "strike with b", "keep the dice", "step to 4,3,1", "survive")
    assert rolled(match) == [(4, 3, 0), (4, 4, 4)]
    assert {"heal a", "shoot b with Gun"} < offered(match)


@pytest.mark.rule("DZ-ACT-03")
def test_beside_pinned_enemies_alone_no_shot_and_no_sprint() -> None:
    cards = {"a": (0, unit("A", GUN, keywords=["Medic"])), "b": (1, unit("B")), "c": (1, unit("C"))}
    match = battle(
        cards,
        {"a": HERE, "b": HERE, "c": FAR},
        Activation(0),
        models={"a": {"damage": 1}, "b": {"pinned": True}},
    )
    assert offered(match) == {"assault b", "advance", "heal a", "end the activation"}


@pytest.mark.rule("DZ-ACT-04")
def test_short_and_long_actions() -> None:
    cannon = weapon("Cannon", 8, keywords=["Heavy"])
    cards = {"a": (0, unit("A", GUN, cannon)), "b": (1, unit("B"))}
    match = battle(cards, {"a": HERE, "b": FAR}, Activation(0), command=({"Shoot": 1}, {}))
    assert {"advance", "sprint", "shoot b with Gun", "shoot b with Cannon"} < offered(match)
    play(match, "advance", "stay in the cube")
    assert offered(match) == {
        "shoot b with Gun",
        "shoot b with Gun for a die",
        "shoot b with Cannon for a die",
        "end the activation",
    }


@pytest.mark.rule("DZ-ACT-05")
@pytest.mark.rule("DZ-STAND-02")
@pytest.mark.rule("DZ-STAND-03")
def test_standing_up_beside_an_enemy_is_an_action_and_is_attacked() -> None:
    cards = {"a": (0, unit("A")), "b": (1, unit("B", fight=4))}
    match = battle(
        cards,
        {"a": HERE, "b": HERE},
        Activation(0),
        dice=[4, 1, 1, 1, 1, 1, 1],
        models={"a": {"pinned": True}, "b": {"activated": True}},
        command=({"Assault": 1}, {}),
    )
    play(match, "stand up", "keep the dice")
    assert rolled(match) == [(4, 3, 1)]
    assert (model(match, "a").pinned, model(match, "a").damage) == (False, 1)
    assert offered(match) == {"advance", "assault b for a die", "end the activation"}


@pytest.mark.rule("DZ-STAND-02")
@pytest.mark.parametrize(("fight", "keywords", "pinned"), [(0, [], False), (5, ["Honourable"], False), (5, [], True)])
def test_nobody_strikes_who_cannot(fight: int, keywords: list[str], pinned: bool) -> None:
    cards = {"a": (0, unit("A")), "b": (1, unit("B", fight=fight, keywords=keywords))}
    laid = {"a": {"pinned": True}, "b": {"pinned": pinned}}
    match = play(battle(cards, {"a": HERE, "b": HERE}, Activation(0), models=laid), "stand up")
    assert rolled(match) == [] and "advance" in offered(match)


@pytest.mark.rule("DZ-STAND-01")
def test_its_owner_sets_it_upright_anywhere_in_the_cube() -> None:
    cards = {"a": (0, unit("A", GUN)), "b": (1, unit("B"))}
    match = battle(cards, {"a": HERE, "b": FAR}, Activation(0), models={"a": {"pinned": True}})
    match.answer("stand up")
    assert match.decision.seat == 0 and len(offered(match)) == 4
    match.answer("stand SE")
    assert "shoot b with Gun" in offered(match) and "sprint" not in offered(match)


@pytest.mark.rule("DZ-SPEC-01")
def test_two_special_actions_if_they_differ() -> None:
    cards = {"a": (0, unit("A", keywords=["Medic"])), "c": (0, unit("C")), "b": (1, unit("B"))}
    match = battle(
        cards,
        {"a": HERE, "c": HERE, "b": FAR},
        Activation(0),
        models={"a": {"damage": 1}, "c": {"damage": 1}},
        supplements=[Waves()],
    )
    play(match, "heal c")
    assert "heal a" not in offered(match) and {"wave", "advance"} < offered(match)
    play(match, "wave")
    assert model(match, "a").activated


# -- dice for actions --------------------------------------------------------------------------------------------------

TWO = {"a": (0, unit("A", GUN, speed=(3, 4))), "b": (1, unit("B", fight=0))}


@pytest.mark.rule("DZ-CMD-09", "DZ-CMD-13", "DZ-ROUND-05")
def test_the_advance_die_is_worth_one_cube_after_an_advance_and_whatever_the_speed() -> None:
    match = battle(TWO, {"a": HERE, "b": FAR}, Activation(0), command=({"Advance": 1}, {}))
    play(match, "advance", "step to 2,3,1", "stop here")
    assert "advance" not in offered(match)
    play(match, "advance for a die", "step to 1,3,1")
    assert match.decision.topic == "action of a" and not {"advance", "advance for a die"} & offered(match)


@pytest.mark.rule("DZ-CMD-11")
def test_the_assault_die_needs_no_enemy_from_the_start() -> None:
    match = battle(TWO, {"a": HERE, "b": "4,3,1"}, Activation(0), dice=[1] * 7, command=({"Assault": 1}, {}))
    play(match, "advance", "step to 4,3,1", "keep the dice")
    assert "assault b for a die" in offered(match) and "assault b" not in offered(match)


@pytest.mark.rule("DZ-CMD-14", "DZ-ACT-01")
def test_no_die_moves_a_pinned_model_before_it_stands_up() -> None:
    pinned = {"a": {"pinned": True}}
    match = battle(TWO, {"a": HERE, "b": FAR}, Activation(0), models=pinned, command=({"Advance": 1}, {}))
    assert offered(match) == {"stand up", "end the activation"}
    assert "advance for a die" in offered(play(match, "stand up"))
