"""The same weapon rule with several x: its player picks which one is used, where they come to something else."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.odds import odds_here
from fireteam.core.questions import Choose
from fireteam.games.killteam import arena
from fireteam.games.killteam.bot.advice import counsel
from fireteam.games.killteam.cards import Target, Weapon
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapon_rules import read_rules
from fireteam.games.killteam.weapons import may_perform, may_use
from tests.killteam.stage import Man, play, stage
from tests.killteam.test_weapon_rules import NO_SAVES, defence_dice, duel, lost, retained, shot


def asked(match: Match) -> tuple[int, str, list[str]]:
    """Who is asked what, and with which options."""
    question = match.decision
    assert isinstance(question, Choose)
    return question.seat, str(question.topic), [option.key for option in question.options]


def picked(match: Match) -> list[tuple[str, str]]:
    return [(event.rule, event.params["text"]) for event in match.log if event.code == "picked_x"]


# -- Lethal ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00", "KT-WR-12")
@pytest.mark.parametrize("pick, found", [("Lethal 4+", (0, 3)), ("Lethal 5+", (1, 2))])
def test_which_lethal_is_picked_before_the_dice_are_rolled(pick: str, found: tuple[int, int]) -> None:
    match = shot([4, 5, 6, 1, *NO_SAVES], "Lethal 5+, Lethal 4+")
    assert asked(match) == (0, "Lethal that shooter uses", ["Lethal 4+", "Lethal 5+"])
    assert not any(event.code == "rolled" for event in match.log)
    match.answer(pick)
    assert (retained(match), picked(match)) == (found, [("KT-WR-00", pick)])


@pytest.mark.rule("KT-WR-00", "KT-WR-12")
def test_lethal_that_makes_the_same_faces_critical_is_not_asked_about() -> None:
    assert shot([4, 5, 6, 1, *NO_SAVES], "Lethal 3+, Lethal 2+", hit=4).over
    assert shot([4, 5, 6, 1, *NO_SAVES], "Lethal 5+, Lethal 5+").over
    fewer = shot([4, 5, 6, 1, *NO_SAVES], "Lethal 3+, Lethal 2+, Lethal 6+", hit=4)
    assert asked(fewer)[2] == ["Lethal 2+", "Lethal 6+"]
    fewer.answer("Lethal 6+")
    assert retained(fewer) == (2, 1)


@pytest.mark.rule("KT-WR-00", "KT-WR-12", "KT-WR-23")
def test_fewer_criticals_may_be_wanted() -> None:
    severe = shot([5, 1, 1, 1, *NO_SAVES], "Severe, Lethal 5+, Lethal 6+", "Lethal 6+")
    assert asked(severe)[1] == "Severe of shooter"
    critical = shot([5, 1, 1, 1, *NO_SAVES], "Severe, Lethal 5+, Lethal 6+", "Lethal 5+")
    assert (retained(critical), critical.over) == ((0, 1), True)


@pytest.mark.rule("KT-WR-00", "KT-FIGHT-05")
def test_both_fighters_pick_their_lethal_before_any_die_falls() -> None:
    match = duel([4, 4, 4, 4, 4, 4], "Lethal 4+, Lethal 5+", "Lethal 4+, Lethal 5+")
    assert asked(match)[:2] == (0, "Lethal that fighter uses")
    match.answer("Lethal 5+")
    assert asked(match)[:2] == (1, "Lethal that enemy uses")
    assert not any(event.code == "rolled" for event in match.log)
    match.answer("Lethal 4+")
    assert (retained(match, 0), retained(match, 1)) == ((3, 0), (0, 3))


# -- Piercing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00", "KT-WR-14")
@pytest.mark.parametrize("pick, dice", [("Piercing 2", 1), ("Piercing 1", 2)])
def test_which_piercing_is_picked_when_the_defence_dice_are_collected(pick: str, dice: int) -> None:
    match = shot([3, 3, 1, 1, 1, 1], "Piercing 1, Piercing 2")
    assert asked(match) == (0, "Piercing that shooter uses", ["Piercing 2", "Piercing 1"])
    assert retained(match) == (2, 0)
    match.answer(pick)
    assert (defence_dice(match), picked(match)) == (dice, [("KT-WR-00", pick)])


@pytest.mark.rule("KT-WR-00", "KT-WR-15")
def test_piercing_crits_is_one_of_the_x_while_a_critical_is_retained() -> None:
    match = shot([6, 3, 1, 1, 1, 1], "Piercing 1, Piercing Crits 2")
    assert asked(match)[2] == ["Piercing Crits 2", "Piercing 1"]
    match.answer("Piercing 1")
    assert defence_dice(match) == 2
    assert defence_dice(shot([3, 3, 1, 1, 1, 1], "Piercing 1, Piercing Crits 2")) == 2, "nothing to pick"
    assert defence_dice(shot([6, 3, 1, 1, 1, 1], "Piercing 2, Piercing Crits 2")) == 1
    assert shot([6, 3, 1, 1], "Piercing 3, Piercing 4").over, "there are no more than three dice to take"


@pytest.mark.rule("KT-WR-00", "KT-WR-14")
def test_nothing_is_asked_where_piercing_does_nothing() -> None:
    assert defence_dice(shot([3, 3, 1, 1, *NO_SAVES], "Piercing 1, Piercing 2", at=Target(1, no_piercing=True))) == 3


# -- Devastating -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00", "KT-WR-07")
@pytest.mark.parametrize("pick, hurt", [("Devastating 3", 6), ("Devastating 1", 2)])
def test_which_devastating_is_picked_when_criticals_are_retained(pick: str, hurt: int) -> None:
    match = shot([6, 6, 1, 1, 6, 6, 1], "Devastating 1, Devastating 3")
    assert asked(match) == (0, "Devastating that shooter uses", ["Devastating 3", "Devastating 1"])
    match.answer(pick)
    assert next(event.params["parts"][0].amount for event in match.log if event.code == "hurt") == hurt
    assert shot([3, 3, 1, 1, *NO_SAVES], "Devastating 1, Devastating 3").over, "no critical, no question"


def spread_shot(rules: str, *picks: str, at: tuple[int, ...] = (2, 3)) -> Match:
    """A target with a friend of the shooter 0.5" and another enemy 1.5" from it, one critical retained."""
    cards = [
        arena.card("shooter", arena.weapon(1, 3, 3, 4, rules)),
        *(arena.card(name) for name in ("target", "friend", "other")),
    ]
    places = {0: (300, 500), 1: (1000, 500), 2: (1176, 500), 3: (1000, 776)}
    t = arena.table_over(
        *arena.position(cards, (0, 1, 0, 1), operatives={who: {"x": x, "y": y} for who, (x, y) in places.items()})
    )
    shoot(t, 0, "weapon", [Target(1, near=at)])
    return play(arena.match_over(t, Given([6, 6, 1, 1])), *picks)


@pytest.mark.rule("KT-WR-00", "KT-WR-08")
@pytest.mark.parametrize("pick, hurt", [
    ("Devastating 3", [3, 0, 0]), ('1" Devastating 2', [2, 2, 0]), ('2" Devastating 1', [1, 1, 1]),
])  # fmt: skip
def test_each_devastating_has_its_own_distance(pick: str, hurt: list[int]) -> None:
    rules = 'Devastating 3, 1" Devastating 2, 2" Devastating 1'
    assert asked(spread_shot(rules))[2] == ["Devastating 3", '1" Devastating 2', '2" Devastating 1']
    match = spread_shot(rules, pick)
    assert [lost(match, who) for who in (1, 2, 3)] == hurt


@pytest.mark.rule("KT-WR-00", "KT-WR-08")
def test_distances_that_reach_the_same_operatives_are_not_asked_about() -> None:
    match = spread_shot('3" Devastating 2, 2" Devastating 2')
    assert match.over
    assert [lost(match, who) for who in (1, 2, 3)] == [2, 2, 2]
    assert spread_shot('1" Devastating 2, Devastating 2', at=()).over


# -- Blast -------------------------------------------------------------------------------------------------------------


def blasting() -> Match:
    """An enemy with another one 0.9" and a friend of the shooter 1.9" from it."""
    gun = arena.weapon(4, 3, 3, 4, "Blast 1, Blast 2", name="gun")
    men = (
        Man("shooter", 0, 3, 5, weapons=(gun,)), Man("prey", 1, 12, 5), Man("other", 1, 12, 7.16),
        Man("friend", 0, 12, 1.84),
    )  # fmt: skip
    return play(stage(men, [3] * 40, active="shooter", turning_point=2), "SHOOT", "shoot prey")


@pytest.mark.rule("KT-WR-00", "KT-WR-03")
@pytest.mark.parametrize("pick, others", [("Blast 2", ("other", "friend")), ("Blast 1", ("other",))])
def test_which_blast_is_picked_when_the_primary_target_is_selected(pick: str, others: tuple[str, ...]) -> None:
    match = blasting()
    assert asked(match) == (0, "Blast that shooter uses", ["Blast 2", "Blast 1"])
    match.answer(pick)
    (event,) = [event for event in match.log if event.code == "shoots"]
    assert event.params["targets"] == ("prey", *others)


@pytest.mark.rule("KT-WR-00", "KT-WR-03")
def test_a_bot_picks_the_blast_that_spares_its_own() -> None:
    match = blasting()
    question = match.decision
    assert isinstance(question, Choose)
    worths = counsel(match.table, question)
    assert worths is not None
    assert max(worths, key=lambda one: one[1])[0].key == "Blast 1"


# -- what the deed picks -----------------------------------------------------------------------------------------------


def user(rules: str, *actions: str) -> tuple[Table, Weapon]:
    weapon = Weapon("weapon", "weapon", True, 4, 3, 3, 4, read_rules(rules))
    given = {"actions": actions, "weapons": ("weapon",)}
    return arena.table_over(*arena.position([arena.card("user", weapon)], (0,), operatives={0: given})), weapon


@pytest.mark.rule("KT-WR-00", "KT-WR-10")
@pytest.mark.parametrize("moved, use, dash, reposition", [
    ((), True, True, True), (("DASH",), True, True, False), (("REPOSITION",), True, False, True),
    (("DASH", "REPOSITION"), False, False, False), (("FALL BACK",), False, False, False),
])  # fmt: skip
def test_of_two_moves_in_brackets_the_one_made_is_picked(
    moved: tuple[str, ...], use: bool, dash: bool, reposition: bool
) -> None:
    t, weapon = user("Heavy (Dash only), Heavy (Reposition only)", *moved)
    assert may_use(t, 0, weapon) is use
    assert (may_perform(t, 0, "DASH"), may_perform(t, 0, "REPOSITION")) == (dash, reposition)


@pytest.mark.rule("KT-WR-00", "KT-WR-09")
def test_heavy_without_brackets_has_no_x_to_pick() -> None:
    t, weapon = user("Heavy (Dash only), Heavy", "DASH")
    assert not may_use(t, 0, weapon)
    assert not may_perform(t, 0, "DASH")


# -- odds --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00")
@pytest.mark.parametrize("twice, best", [
    ("Piercing 1, Piercing 2", "Piercing 2"), ("Lethal 5, Lethal 3", "Lethal 3"),
    ("Devastating 1, Devastating 2", "Devastating 2"),
    ("Lethal 4, Balanced, Lethal 6, Rending", "Lethal 4, Balanced, Rending"),
])  # fmt: skip
def test_odds_pick_the_x_that_serves_the_aim(twice: str, best: str) -> None:
    def mean(rules: str) -> object:
        shooter = arena.card("shooter", arena.weapon(3, 3, 2, 4, rules))
        match = arena.shot(shooter, arena.card("target", wounds=40), None, events=False)
        return odds_here(match, 0, aim="damage").mean("damage target")

    assert mean(twice) == mean(best)


@pytest.mark.rule("KT-WR-00", "KT-WR-12")
def test_odds_of_a_fight_pick_too() -> None:
    def mean(rules: str) -> object:
        blade = arena.weapon(3, 3, 2, 5, rules, ranged=False)
        match = arena.duel(arena.card("one", blade), arena.card("two", blade, wounds=30), None, events=False)
        return odds_here(match, 0, aim="damage").mean("damage two")

    assert mean("Lethal 5, Lethal 4, Balanced") == mean("Lethal 4, Balanced")
