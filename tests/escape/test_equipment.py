"""Equipment, piece by piece: who may use it, when, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who


def values(match: Match, name: str) -> tuple[int, int, int]:
    """The current Mvt, Cbt and Int of a character."""
    c = who(match, name)
    return c.mvt, c.cbt, c.int


def left(match: Match, name: str) -> tuple[int, int, int]:
    """The actions a character has left this turn."""
    c = who(match, name)
    return c.left(MOVEMENT), c.left(COMBAT), c.left(INTELLECT)


def offered(match: Match, name: str, beginning: str = "") -> list[str]:
    """What the active character is offered; fails if its activation is over."""
    assert match.decision.topic == f"action of {name}"
    return keys(match, beginning)


def totals(match: Match) -> dict[str, int]:
    """The latest Attack total against each target."""
    return {event.params["target"]: event.params["total"] for event in happened(match, "attack_total")}


def damage(match: Match, *names: str) -> list[int]:
    """The Damage points of characters."""
    return [who(match, name).damage for name in names]


# -- Improvised shield -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-01")
def test_a_shield_is_one_free_dodge() -> None:
    """With no Combat action left the attack is opposed once; the next one is not."""
    match = scene(
        {"jimmy": (6, 9), "magnes": (7, 9)},
        dice=[4, 3, 1],
        active="magnes",
        used={"jimmy": {"cbt": 1}},
        holds={"jimmy": "improvised_shield"},
    )
    play(match, "attack jimmy")
    assert keys(match) == ["no dodge", "dodge with the shield"]
    play(match, "dodge with the shield")
    assert totals(match) == {"jimmy": 4 + 2 - 3 - 1}
    assert match.state.tokens == {}
    assert who(match, "jimmy").holds == ""
    play(match, "attack jimmy")
    assert totals(match) == {"jimmy": 1 + 2 - 1}
    assert damage(match, "jimmy") == [4]


@pytest.mark.rule("ES-EQ-01")
def test_a_shield_saves_the_combat_action() -> None:
    """The carrier may Dodge either way; the shield leaves the action for later."""
    match = scene(
        {"jimmy": (6, 9), "magnes": (7, 9)}, dice=[4, 3], active="magnes", holds={"jimmy": "improvised_shield"}
    )
    play(match, "attack jimmy")
    assert keys(match) == ["no dodge", "dodge", "dodge with the shield"]
    play(match, "dodge with the shield")
    assert left(match, "jimmy")[COMBAT] == 1


@pytest.mark.rule("ES-EQ-01")
def test_a_shield_is_for_both_sides_but_not_in_the_dark() -> None:
    """An I.S.C. carrier has it too; in a Black-out it helps nobody."""
    isc = scene(
        {"jimmy": (6, 9), "magnes": (7, 9)},
        active="jimmy",
        holds={"magnes": "improvised_shield"},
        used={"magnes": {"cbt": 2}},
    )
    play(isc, "attack magnes")
    assert keys(isc) == ["no dodge", "dodge with the shield"]
    dark = scene(
        {"jimmy": (7, 2), "magnes": (7, 3)},
        dice=[1],
        active="magnes",
        event=10,
        dark="B",
        open_doors=("A01",),
        holds={"jimmy": "improvised_shield"},
    )
    play(dark, "attack jimmy")
    assert dark.decision.topic == "action of magnes"
    assert damage(dark, "jimmy") == [2]


# -- Crate -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-02")
def test_a_crate_slows_whom_it_hurts() -> None:
    """Cbt 2, power 0, die 2 against Cbt 2: 2 points, and Mvt 5 becomes 3."""
    match = scene({"bruno": (5, 5), "ubume": (8, 5)}, dice=[2], active="bruno", crates=[(5, 5)])
    play(match, "throw c1 at ubume", "no dodge")
    assert damage(match, "ubume") == [2]
    assert values(match, "ubume") == (3, 2, 2)
    assert left(match, "ubume")[MOVEMENT] == 3


@pytest.mark.rule("ES-EQ-02")
def test_a_harmless_crate_slows_nobody_and_flies_three_squares() -> None:
    """A Dodge without damage keeps Mvt; at four squares nothing is thrown."""
    match = scene({"bruno": (5, 5), "ubume": (8, 5)}, dice=[2, 2], active="bruno", crates=[(5, 5)])
    play(match, "throw c1 at ubume", "dodge")
    assert values(match, "ubume") == (5, 2, 2)
    assert offered(scene({"bruno": (5, 5), "ubume": (9, 5)}, active="bruno", crates=[(5, 5)]), "bruno", "throw") == []


# -- Datadisk and Combat drugs -----------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-03")
def test_a_datadisk_is_a_fourth_attack() -> None:
    """Three attacks are used; the disk pays for one more and is gone."""
    match = scene(
        {"bailiff": (7, 9), "ashton": (6, 9)},
        dice=[1],
        active="bailiff",
        used={"bailiff": {"cbt": 3}, "ashton": {"cbt": 3}},
        holds={"bailiff": "datadisk"},
    )
    play(match, "attack ashton")
    assert damage(match, "ashton") == [1]
    assert match.state.tokens == {}
    assert offered(match, "bailiff", "attack") == []


@pytest.mark.rule("ES-EQ-03")
def test_a_datadisk_is_any_kind_of_action() -> None:
    """A step or a hack with nothing left; or before the own actions, which all remain."""
    used = {"magnes": {"mvt": 4, "cbt": 2, "int": 2}}
    places = {"magnes": (7, 6), "bruno": (7, 8)}
    step = play(scene(places, active="magnes", used=used, holds={"magnes": "datadisk"}), "step 6,6")
    assert where(step, "magnes") == (6, 6)
    assert step.state.tokens == {}
    hack = scene(places, dice=[1], active="magnes", used=used, holds={"magnes": "datadisk"})
    play(hack, "attract bruno", "no counter-measure")
    assert where(hack, "bruno") == (7, 7)
    assert hack.state.tokens == {}
    early = play(scene(places, active="magnes", holds={"magnes": "datadisk"}), "step 6,6")
    assert keys(early) == ["own action", "datadisk"]
    play(early, "datadisk")
    assert left(early, "magnes") == (4, 2, 2)


@pytest.mark.rule("ES-EQ-03")
def test_a_datadisk_needs_the_isc_and_the_active_carrier() -> None:
    """The Resistance may carry it without use; a passive carrier cannot Dodge with it."""
    rebel = scene(
        {"tilt": (6, 9), "magnes": (7, 9)}, active="tilt", used={"tilt": {"cbt": 1}}, holds={"tilt": "datadisk"}
    )
    assert offered(rebel, "tilt", "attack") == []
    passive = scene(
        {"tilt": (6, 9), "magnes": (7, 9)},
        dice=[1],
        active="tilt",
        used={"magnes": {"cbt": 2}},
        holds={"magnes": "datadisk"},
    )
    play(passive, "attack magnes")
    assert passive.decision.topic == "action of tilt"
    assert who(passive, "magnes").holds


@pytest.mark.rule("ES-EQ-04")
def test_combat_drugs_are_one_more_attack() -> None:
    """Tilt has one Combat action: with the drugs she attacks twice."""
    match = scene(
        {"tilt": (6, 9), "mamushi": (7, 9)},
        dice=[3, 4],
        active="tilt",
        used={"mamushi": {"cbt": 2}},
        holds={"tilt": "combat_drugs"},
    )
    play(match, "attack mamushi")
    assert keys(match) == ["own action", "combat drugs"]
    play(match, "own action", "attack mamushi")
    assert damage(match, "mamushi") == [2 + 3]
    assert match.state.tokens == {}
    assert offered(match, "tilt", "attack") == []


@pytest.mark.rule("ES-EQ-04")
def test_combat_drugs_throw_but_do_not_drill_dodge_or_walk() -> None:
    """Only the two kinds of attack are meant; either side may use them."""
    used = {"bruno": {"cbt": 2, "mvt": 4, "int": 1}}
    match = scene(
        {"bruno": (4, 7), "magnes": (4, 6)}, active="bruno", used=used, holds={"bruno": "combat_drugs"}, crates=[(4, 7)]
    )
    assert offered(match, "bruno") == ["end", "attack magnes", "throw c1 at magnes"]
    passive = scene(
        {"bruno": (4, 7), "magnes": (4, 6)}, dice=[1], active="magnes", used=used, holds={"bruno": "combat_drugs"}
    )
    play(passive, "attack bruno")
    assert passive.decision.topic == "action of magnes"
    isc = scene(
        {"bruno": (4, 7), "magnes": (4, 6)},
        active="magnes",
        used={"magnes": {"cbt": 2}},
        holds={"magnes": "combat_drugs"},
    )
    assert offered(isc, "magnes", "attack") == ["attack bruno"]


# -- Nitro vial --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-05")
def test_a_vial_goes_off_with_its_carrier() -> None:
    """Two points for all around, friend or foe, less Armor: Bruno falls, the armoured lose one; two squares away
    nothing."""
    match = scene(
        {"tilt": (7, 6), "bruno": (6, 5), "rivet": (8, 7), "bailiff": (7, 7), "magnes": (7, 4)},
        dice=[4],
        active="bailiff",
        used={"tilt": {"cbt": 1}},
        holds={"tilt": "nitro_vial"},
        damage={"tilt": 2, "bruno": 5},
    )
    play(match, "attack tilt")
    assert [who(match, name).status for name in ("tilt", "bruno")] == [OUT, OUT]
    assert damage(match, "rivet", "bailiff", "magnes") == [1, 1, 0]
    assert match.state.tokens == {}
    assert match.state.revolution == 2
    assert match.decision.topic == "action of bailiff"  # nobody was asked for a Dodge


@pytest.mark.rule("ES-EQ-05")
def test_a_vial_hurts_all_at_once_and_only_when_its_carrier_falls() -> None:
    """The blast of a fallen attacker's victim may take out the attacker: its activation is over; a wound alone sets
    nothing off."""
    laid: dict[str, Any] = {"active": "magnes", "used": {"tilt": {"cbt": 1}}, "holds": {"tilt": "nitro_vial"}}
    match = scene(
        {"tilt": (7, 6), "magnes": (7, 7), "jimmy": (6, 6)}, dice=[3], damage={"tilt": 1, "magnes": 4}, **laid
    )
    play(match, "attack tilt")
    assert [who(match, name).status for name in ("tilt", "magnes", "jimmy")] == [OUT, OUT, BOARD]
    assert damage(match, "jimmy") == [2]
    assert match.decision.topic == "action of jimmy"
    wounded = play(scene({"tilt": (7, 6), "magnes": (7, 7)}, dice=[3], **laid), "attack tilt")
    assert damage(wounded, "tilt", "magnes") == [4, 0]


@pytest.mark.rule("ES-EQ-05")
@pytest.mark.parametrize(("through", "points"), [(True, 2), (False, 0)])
def test_walls_and_a_vial(through: bool, points: int) -> None:
    """The reinforced wall of the Central room protects only by option; who is in sight suffers in both cases."""
    match = scene(
        {"tilt": (5, 4), "bruno": (4, 4), "magnes": (6, 5)},
        dice=[4],
        active="magnes",
        options={"blast_through_walls": through},
        used={"tilt": {"cbt": 1}},
        holds={"tilt": "nitro_vial"},
    )
    play(match, "attack tilt")
    assert who(match, "tilt").status == OUT
    assert damage(match, "bruno", "magnes") == [points, 2]


@pytest.mark.rule("ES-EQ-05")
def test_falling_to_a_vial_drops_what_is_carried() -> None:
    """A chain of losses is worked off: the second victim's token lies on its square, the vial is gone."""
    match = scene(
        {"tilt": (7, 6), "jimmy": (6, 6), "magnes": (7, 7)},
        dice=[4],
        active="magnes",
        used={"tilt": {"cbt": 1}},
        holds={"tilt": "nitro_vial", "jimmy": "medkit"},
        damage={"jimmy": 3},
    )
    play(match, "attack tilt")
    assert who(match, "jimmy").status == OUT
    assert [(token.label, match.table.ground.at(token.square)) for token in match.state.tokens.values()] == [
        ("medkit", "6,6")
    ]


# -- Grenades ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-06")
def test_where_a_grenade_may_fall() -> None:
    """Free squares within 3, in sight; not an occupied one as an area, not one behind a wall; no enemy need be near."""
    match = scene({"jimmy": (5, 5), "tilt": (5, 6)}, active="jimmy", holds={"jimmy": "em_grenade"})
    aims = offered(match, "jimmy", "grenade")
    squares = ["5,4", "6,4", "7,4", "6,5", "7,5", "8,5", "6,6", "7,6"]
    assert aims == [
        f"grenade at {square}" for square in squares
    ]  # 8,6 is too far, 5,7 behind Tilt, 4,5 behind the wall
    nobody = scene({"jimmy": (5, 5)}, active="jimmy", holds={"jimmy": "em_grenade"})
    assert {"grenade at 5,6", "grenade at 5,8"} <= set(offered(nobody, "jimmy", "grenade"))


@pytest.mark.rule("ES-EQ-06")
def test_a_grenade_hits_friend_foe_and_thrower() -> None:
    """Everybody around the square, not who stands two squares off; the token is used up, one Combat action too."""
    match = scene(
        {"jimmy": (6, 5), "bruno": (8, 5), "magnes": (8, 7), "mamushi": (9, 8)},
        dice=[1],
        active="jimmy",
        holds={"jimmy": "em_grenade"},
    )
    play(match, "grenade at 7,6", "no dodge", "no dodge")
    assert totals(match) == {"magnes": 1, "bruno": 1, "jimmy": 2}
    assert damage(match, "jimmy", "bruno", "magnes", "mamushi") == [2, 1, 1, 0]
    assert match.state.tokens == {}
    assert left(match, "jimmy")[COMBAT] == 0


@pytest.mark.rule("ES-EQ-06")
@pytest.mark.parametrize(("through", "hit"), [(True, {"bruno", "magnes"}), (False, {"magnes"})])
def test_walls_and_a_grenade(through: bool, hit: set[str]) -> None:
    """Across the reinforced wall from the targeted square: affected, but by option not."""
    match = scene(
        {"jimmy": (7, 5), "bruno": (4, 4), "magnes": (6, 6)},
        dice=[2],
        active="jimmy",
        options={"blast_through_walls": through},
        used={"bruno": {"cbt": 2}, "magnes": {"cbt": 2}},
        holds={"jimmy": "em_grenade"},
    )
    play(match, "grenade at 5,5")
    assert set(totals(match)) == hit
    assert damage(match, "bruno", "magnes") == [2 if through else 0, 2]


@pytest.mark.rule("ES-EQ-07")
def test_an_em_grenade_lowers_cbt() -> None:
    """Cbt 3 with one action used: Cbt 2, one left; next turn 3 again."""
    match = scene(
        {"jimmy": (5, 5), "bailiff": (7, 5)},
        dice=[4, 6, 1, 3, 4],
        active="jimmy",
        used={"bailiff": {"cbt": 1}},
        holds={"jimmy": "em_grenade"},
    )
    play(match, "grenade at bailiff", "no dodge")
    assert damage(match, "bailiff") == [1 + 1 + 4 - 3 - 1]
    assert values(match, "bailiff") == (4, 2, 1)
    assert left(match, "bailiff") == (4, 1, 1)
    play(match, "end", "end", "start isc")
    assert values(match, "bailiff") == (4, 3, 1)


@pytest.mark.rule("ES-EQ-07")
def test_an_em_grenade_needs_damage_and_the_resistance() -> None:
    """What Armor swallows lowers nothing; an I.S.C. carrier cannot throw it."""
    match = scene({"jimmy": (5, 5), "bailiff": (7, 5)}, dice=[2], active="jimmy", holds={"jimmy": "em_grenade"})
    play(match, "grenade at bailiff", "no dodge")
    assert totals(match) == {"bailiff": 1}
    assert values(match, "bailiff") == (4, 3, 1)
    isc = scene({"jimmy": (5, 5), "bailiff": (7, 5)}, active="bailiff", holds={"bailiff": "em_grenade"})
    assert offered(isc, "bailiff", "grenade") == []


@pytest.mark.rule("ES-EQ-08")
def test_a_gas_grenade_lowers_mvt() -> None:
    """Ashton, not yet activated, has 3 Movement actions this turn; a Resistance carrier cannot throw it."""
    match = scene({"magnes": (5, 5), "ashton": (7, 5)}, dice=[2], active="magnes", holds={"magnes": "gas_grenade"})
    play(match, "grenade at ashton", "no dodge")
    assert damage(match, "ashton") == [2 + 1 + 2 - 3]
    assert values(match, "ashton") == (3, 3, 1)
    play(match, "end")
    assert match.decision.topic == "action of ashton"
    assert left(match, "ashton") == (3, 3, 1)
    unhurt = scene({"magnes": (5, 5), "ashton": (7, 5)}, dice=[2, 2], active="magnes", holds={"magnes": "gas_grenade"})
    play(unhurt, "grenade at ashton", "dodge", "keep")
    assert values(unhurt, "ashton") == (4, 3, 1)
    rebel = scene({"jimmy": (5, 5), "bailiff": (7, 5)}, active="jimmy", holds={"jimmy": "gas_grenade"})
    assert offered(rebel, "jimmy", "grenade") == []


@pytest.mark.rule("ES-EQ-12")
def test_a_grenade_at_a_character_hits_that_one_alone() -> None:
    """Three squares away: 1 and 1 and 4 less 2 is 4, Cbt 1; Magnes beside it is unharmed."""
    match = scene(
        {"jimmy": (5, 5), "ubume": (8, 5), "magnes": (8, 6)}, dice=[4], active="jimmy", holds={"jimmy": "em_grenade"}
    )
    play(match, "grenade at ubume", "no dodge")
    assert totals(match) == {"ubume": 4}
    assert damage(match, "ubume", "magnes") == [4, 0]
    assert values(match, "ubume") == (5, 1, 2)
    assert values(match, "magnes") == (4, 2, 2)
    assert match.state.tokens == {}


@pytest.mark.rule("ES-EQ-12")
def test_whom_a_grenade_may_be_aimed_at() -> None:
    """Opponents within 3, in sight, not beside a Scrambler."""

    def aimed(**places: tuple[int, int]) -> list[str]:
        match = scene({"jimmy": (5, 5), **places}, active="jimmy", holds={"jimmy": "em_grenade"})
        return [key for key in offered(match, "jimmy", "grenade") if "," not in key]

    assert aimed(ubume=(8, 5)) == ["grenade at ubume"]
    assert aimed(ubume=(9, 5)) == []
    assert aimed(ubume=(4, 5)) == []
    assert aimed(bruno=(8, 5)) == []
    assert aimed(ubume=(8, 5), static=(8, 4)) == []  # Static itself is four squares away
    assert aimed(ubume=(8, 5), static=(7, 4)) == ["grenade at ubume", "grenade at static"]


@pytest.mark.rule("ES-EQ-13")
def test_one_die_for_all_in_the_area() -> None:
    """Die 4 makes 6: Cbt 3 suffers 3 less Armor, Cbt 2 suffers 4; against a Dodge it makes 5, and one of 4 leaves 1."""
    match = scene(
        {"jimmy": (5, 6), "bailiff": (8, 6), "magnes": (8, 7), "solenne": (7, 7)},
        dice=[4, 2],
        active="jimmy",
        holds={"jimmy": "em_grenade"},
    )
    play(match, "grenade at 7,6")
    asked = []
    for answer in ("no dodge", "no dodge", "dodge"):
        asked.append(match.decision.topic)
        play(match, answer)
    assert asked == ["dodge of bailiff", "dodge of magnes", "dodge of solenne"]  # opponents first, and allies too
    assert totals(match) == {"bailiff": 3, "magnes": 4, "solenne": 1}
    assert damage(match, "bailiff", "magnes", "solenne") == [2, 4, 1]
    assert left(match, "solenne")[COMBAT] == 0


@pytest.mark.rule("ES-EQ-13")
def test_two_fall_together() -> None:
    """Both reach their gauge in one blast: two Revolution tokens, and damage came before any vial went off."""
    match = scene(
        {"magnes": (5, 6), "tilt": (8, 6), "jimmy": (8, 7)},
        dice=[4],
        active="magnes",
        used={"tilt": {"cbt": 1}, "jimmy": {"cbt": 1}},
        holds={"magnes": "gas_grenade", "tilt": "nitro_vial"},
    )
    play(match, "grenade at 7,6")
    assert totals(match) == {"jimmy": 6, "tilt": 6}
    assert [who(match, name).status for name in ("tilt", "jimmy")] == [OUT, OUT]
    assert damage(match, "jimmy") == [6]
    assert match.state.revolution == 2


@pytest.mark.rule("ES-EQ-13")
@pytest.mark.parametrize(("stops", "hit"), [(False, {"bailiff", "static"}), (True, {"static"})])
def test_the_scrambler_and_the_area(stops: bool, hit: set[str]) -> None:
    """The neighbour of a Scrambler is affected, but by option not; the Scrambler itself always is."""
    match = scene(
        {"static": (8, 6), "bailiff": (8, 7), "ashton": (5, 6)},
        dice=[4],
        active="ashton",
        options={"scrambler_stops_area": stops},
        used={"static": {"cbt": 1}, "bailiff": {"cbt": 3}},
        holds={"ashton": "em_grenade"},
    )
    play(match, "grenade at 7,6", "keep")
    assert set(totals(match)) == hit
    assert damage(match, "bailiff") == [0 if stops else 3 + 1 + 4 - 3 - 1]
    assert who(match, "static").status == OUT


# -- Medkit, Radio -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-09")
@pytest.mark.parametrize(("before", "after"), [(5, 3), (2, 0), (1, 0)])
def test_a_medkit_removes_two_points_for_free(before: int, after: int) -> None:
    """Of the carrier only; the kit is used up and no action is spent."""
    match = scene(
        {"ashton": (6, 9), "tilt": (5, 9)},
        active="ashton",
        holds={"ashton": "medkit"},
        damage={"ashton": before, "tilt": 3},
    )
    play(match, "use medkit")
    assert damage(match, "ashton", "tilt") == [after, 3]
    assert left(match, "ashton") == (4, 3, 1)
    assert match.state.tokens == {}


@pytest.mark.rule("ES-EQ-09")
def test_when_a_medkit_is_not_offered() -> None:
    """Unhurt, or in the hands of the I.S.C."""
    assert "use medkit" not in offered(scene({"ashton": (6, 9)}, active="ashton", holds={"ashton": "medkit"}), "ashton")
    isc = scene({"magnes": (6, 9)}, active="magnes", holds={"magnes": "medkit"}, damage={"magnes": 3})
    assert "use medkit" not in offered(isc, "magnes")


@pytest.mark.rule("ES-EQ-10")
def test_a_radio_calls_an_ally_before_the_opponent() -> None:
    """Jimmy ends, Ashton acts, then the I.S.C.; who has acted or waits outside cannot be called."""
    match = scene(
        {"jimmy": (0, 0), "ashton": (4, 0), "tilt": (0, 12), "bruno": (4, 12), "static": (14, 0), "magnes": (14, 12)},
        active="jimmy",
        activated=("tilt",),
        holds={"jimmy": "radio"},
    )
    play(match, "end")
    assert keys(match) == ["no radio", "radio ashton", "radio bruno"]
    play(match, "radio ashton")
    assert match.decision.topic == "action of ashton"
    assert match.state.tokens == {}
    play(match, "end")
    assert (match.decision.seat, match.decision.topic) == (1, "activation")
    play(match, "activate static", "end")
    assert match.decision.topic == "action of bruno"  # Ashton's activation is used


@pytest.mark.rule("ES-EQ-10")
def test_a_radio_may_stay_silent_and_two_may_follow_each_other() -> None:
    """Declined, it is kept and the opponent is next; the called ally may call a third."""
    places = {"jimmy": (0, 0), "ashton": (4, 0), "bruno": (4, 12), "magnes": (14, 12)}
    silent = play(scene(places, active="jimmy", holds={"jimmy": "radio"}), "end", "no radio")
    assert silent.decision.topic == "action of magnes"
    assert who(silent, "jimmy").holds
    chain = play(
        scene(places, active="jimmy", holds={"jimmy": "radio", "ashton": "radio"}),
        "end",
        "radio ashton",
        "end",
        "radio bruno",
    )
    assert chain.decision.topic == "action of bruno"
    play(chain, "end")
    assert chain.decision.topic == "action of magnes"


@pytest.mark.rule("ES-EQ-10")
def test_a_radio_without_anybody_to_call_is_not_offered() -> None:
    """All allies have been activated; opponents are no allies; the I.S.C. may use it as well."""
    match = scene(
        {"jimmy": (0, 0), "ashton": (4, 0), "magnes": (14, 12)},
        active="jimmy",
        activated=("ashton",),
        holds={"jimmy": "radio"},
    )
    play(match, "end")
    assert match.decision.topic == "action of magnes"
    isc = scene({"jimmy": (0, 0), "static": (4, 12), "magnes": (14, 12)}, active="magnes", holds={"magnes": "radio"})
    play(isc, "end")
    assert keys(isc) == ["no radio", "radio static"]


# -- passive carriers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-11")
@pytest.mark.parametrize("label", ["medkit", "datadisk", "combat_drugs", "em_grenade", "radio"])
def test_what_a_passive_carrier_cannot_use(label: str) -> None:
    """Attacked with one box left and no Combat action, the carrier is asked for nothing, falls, and leaves the token
    behind."""
    match = scene(
        {"jimmy": (6, 9), "ashton": (0, 0), "magnes": (7, 9)},
        dice=[1],
        active="magnes",
        holds={"jimmy": label},
        damage={"jimmy": 4},
        used={"jimmy": {"cbt": 1}},
    )
    play(match, "attack jimmy")
    assert match.decision.topic == "action of magnes"
    assert who(match, "jimmy").status == OUT
    assert [(token.label, match.table.ground.at(token.square)) for token in match.state.tokens.values()] == [
        (label, "6,9")
    ]


@pytest.mark.rule("ES-EQ-11")
def test_what_a_passive_carrier_can_use() -> None:
    """A shield is offered, a Nitro vial goes off by itself."""
    laid: dict[str, Any] = {"active": "magnes", "used": {"jimmy": {"cbt": 1}}, "damage": {"jimmy": 4}}
    shield = play(
        scene({"jimmy": (6, 9), "magnes": (7, 9)}, holds={"jimmy": "improvised_shield"}, **laid), "attack jimmy"
    )
    assert keys(shield) == ["no dodge", "dodge with the shield"]
    vial = play(
        scene({"jimmy": (6, 9), "magnes": (7, 9)}, dice=[1], holds={"jimmy": "nitro_vial"}, **laid), "attack jimmy"
    )
    assert damage(vial, "magnes") == [2]
