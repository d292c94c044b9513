"""What the two factions can do: the I.S.C. with its keys and its factory, the Resistance with its Revolution tokens."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, LEFT, MOVEMENT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who

SQUAD = ("ashton", "jimmy", "solenne", "bruno", "tilt", "rivet")


def without(*names: str) -> dict[str, int]:
    """All other Resistance characters, Taken out in the first turn."""
    return {name: 1 for name in SQUAD if name not in names}


def door(match: Match, name: str) -> tuple[str, bool]:
    """Whether a door is open or shut, and whether its lock is engaged."""
    edge = match.table.ground.board.door(name).edge
    s = match.state
    return "open" if s.opened & edge else "shut" if s.shut & edge else "gone", bool(s.locks & edge)


def offered(match: Match, name: str, beginning: str = "") -> list[str]:
    """What the active character is offered; fails if its activation is over."""
    assert match.decision.topic == f"action of {name}"
    return keys(match, beginning)


# -- Encrypted key -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-FAC-01")
def test_a_locked_door_opens_for_the_isc_without_a_roll() -> None:
    """One Movement action, no die; the door is not walked through before."""
    match = scene({"ubume": (9, 6)}, active="ubume")
    assert "step 10,6" not in offered(match, "ubume")
    assert offered(match, "ubume", "hack") == []
    play(match, "open A14")
    assert who(match, "ubume").left(MOVEMENT) == 4
    assert who(match, "ubume").left(INTELLECT) == 2
    assert door(match, "A14") == ("open", True)
    assert "step 10,6" in keys(match)


@pytest.mark.rule("ES-FAC-01")
def test_the_key_needs_a_movement_action_and_an_adjacent_door() -> None:
    """Nothing is opened with no Movement left, nor from a square that only touches the door by a corner."""
    spent = scene({"ubume": (9, 6), "tilt": (8, 6)}, active="ubume", used={"ubume": {"mvt": 5}})
    assert offered(spent, "ubume") == ["end", "attack tilt"]
    assert offered(scene({"ubume": (9, 5)}, active="ubume"), "ubume", "open") == []


@pytest.mark.rule("ES-FAC-01")
def test_the_resistance_has_no_key() -> None:
    """A Resistance character beside the same door must hack it."""
    match = scene({"bruno": (10, 6)}, active="bruno")
    assert offered(match, "bruno", "open") == []
    assert offered(match, "bruno", "hack") == ["hack A14"]


@pytest.mark.rule("ES-FAC-02")
@pytest.mark.parametrize(("unlocked", "locked"), [((), True), (("A11",), False)])
def test_closing_a_door_behind_oneself(unlocked: tuple[str, ...], locked: bool) -> None:
    """A step and a Movement action; the door is locked again unless its lock was hacked before."""
    match = scene({"mamushi": (7, 3)}, active="mamushi", open_doors=("A11",), unlocked=unlocked)
    play(match, "step 7,4", "close A11")
    assert who(match, "mamushi").left(MOVEMENT) == 4
    assert door(match, "A11") == ("shut", locked)


@pytest.mark.rule("ES-FAC-02")
def test_who_may_close_and_from_where() -> None:
    """Only the I.S.C., only beside the door, only an open one, only with a Movement action."""

    def closes(name: str, place: tuple[int, int], *open_doors: str, used: int = 0) -> list[str]:
        other = "tilt" if name == "ubume" else "magnes"
        laid = scene({name: place, other: (7, 5)}, active=name, open_doors=open_doors, used={name: {"mvt": used}})
        return offered(laid, name, "close")

    assert closes("ubume", (7, 4), "A11") == ["close A11"]
    assert closes("ubume", (6, 4), "A11") == []
    assert closes("ubume", (7, 4)) == []
    assert closes("ubume", (7, 4), "A11", used=5) == []
    assert closes("bruno", (7, 4), "A11") == []


@pytest.mark.rule("ES-FAC-02")
def test_opening_and_closing_go_on_while_movement_lasts() -> None:
    """Five Movement actions are five times the door."""
    match = scene({"ubume": (7, 4), "tilt": (7, 5)}, active="ubume")
    play(match, "open A11", "close A11", "open A11", "close A11", "open A11")
    assert door(match, "A11") == ("open", True)
    assert who(match, "ubume").left(MOVEMENT) == 0
    assert offered(match, "ubume") == ["end", "attack tilt"]


# -- Internal factory --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-FAC-03")
def test_a_taken_out_character_comes_back_as_new_next_turn() -> None:
    """Not in the turn of its end; in the next it enters for one Movement action, unhurt, with empty hands and full
    values."""
    match = scene(
        {"ashton": (6, 9), "ubume": (7, 9), "solenne": (0, 0), "static": (14, 1)},
        dice=[3, 3, 3, 3, 4],
        active="ashton",
        scenario="infiltration",
        damage={"ubume": 5},
        used={"ubume": {"mvt": 3, "cbt": 1, "int": 1}},
        penalties={"ubume": [(COMBAT, -1, "ES-EQ-07")]},
        holds={"ubume": "datadisk"},
        out=without("ashton", "solenne"),
    )
    play(match, "attack ubume", "keep")
    assert who(match, "ubume").status == OUT
    play(match, "end")
    assert match.decision.topic == "action of static"  # nobody else could be picked
    play(match, "end", "end", "start isc")
    assert match.state.turn == 3
    assert keys(match) == ["activate static", "activate ubume"]
    play(match, "activate ubume", "enter at 7,12")
    ubume = who(match, "ubume")
    assert (ubume.status, ubume.damage, ubume.holds, ubume.penalties) == (BOARD, 0, "", ())
    assert [ubume.left(kind) for kind in (MOVEMENT, COMBAT, INTELLECT)] == [4, 2, 2]
    assert match.decision.topic == "action of ubume"
    play(match, "end")
    assert "activate ubume" not in keys(match)
    assert ubume.activated


@pytest.mark.rule("ES-FAC-03")
def test_the_resistance_has_no_factory() -> None:
    """A Taken out Resistance character stays away."""
    match = scene(
        {"ashton": (6, 9), "solenne": (0, 0), "static": (14, 1)},
        scenario="infiltration",
        out=without("ashton", "solenne"),
    )
    assert keys(match) == ["activate ashton", "activate solenne"]


@pytest.mark.rule("ES-FAC-04")
def test_a_blocked_return_is_possible_a_turn_later() -> None:
    """Nobody gets in while every airlock is blocked; one turn later one has become free."""
    match = scene(
        {"tilt": (12, 8), "ashton": (7, 3), "solenne": (2, 6), "bruno": (5, 11), "static": (2, 1)},
        dice=[6, 1, 3, 4],
        scenario="infiltration",
        acting="isc",
        turn=3,
        out={**without("tilt", "ashton", "solenne", "bruno"), "ubume": 2},
    )
    assert match.decision.topic == "action of static"
    play(match, "end", "activate bruno", "end", "activate tilt", "end", "activate ashton", "end", "end")
    assert match.state.turn == 4
    play(match, "start resistance", "activate bruno", "step 5,10", "end")
    assert keys(match) == ["activate static", "activate ubume"]
    play(match, "activate ubume")
    assert keys(match) == ["enter at 7,12", "enter at 8,12"]


@pytest.mark.rule("ES-FAC-04")
def test_a_character_may_return_three_times() -> None:
    """It enters, falls, and enters again in turns 3, 4 and 5."""
    match = scene(
        {"ashton": (6, 9), "static": (14, 1)},
        dice=[6, 1, 3, 4, 6] * 3,
        scenario="infiltration",
        phase="initiative",
        open_doors=("A02",),
        out={**without("ashton"), "ubume": 2},
    )
    for turn in (3, 4, 5):
        assert match.state.turn == turn
        play(match, "start isc", "activate ubume", "enter at 7,12", "step 7,11", "step 7,10", "step 7,9", "end")
        assert who(match, "ubume").damage == 0
        play(match, "attack ubume", "no dodge", "keep")
        assert who(match, "ubume").status == OUT
        if turn < 5:
            play(match, "end", "end")
    assert [event.params["who"] for event in happened(match, "entered")] == ["ubume"] * 3


@pytest.mark.rule("ES-FAC-05")
@pytest.mark.parametrize(("event", "central"), [(7, []), (6, ["enter at 7,5", "enter at 8,5"])])
def test_a_return_may_use_any_airlock_of_the_edge(event: int, central: list[str]) -> None:
    """Airlocks the scenario does not name are open to the factory, the central one only with its event; Entry keeps to
    the named ones."""
    match = scene(
        {"tilt": (3, 2)},
        scenario="manhunt",
        acting="isc",
        event=event,
        out={"ubume": 1},
        left=("mamushi", "bailiff", "magnes"),
    )
    waiting = play(match.fork(), "activate static")
    assert keys(waiting) == ["enter at 7,0", "enter at 8,0", "enter at 15,5", "enter at 15,6"]
    play(match, "activate ubume")
    edge = ["7,0", "8,0", "15,5", "15,6", "7,11", "8,11", "0,5", "0,6"]
    assert sorted(keys(match)) == sorted([*(f"enter at {square}" for square in edge), *central])


@pytest.mark.rule("ES-FAC-06")
@pytest.mark.parametrize(
    ("tilt", "usable"),
    [
        ((5, 11), False),  # 3 from one square, 4 from the other
        ((5, 10), True),  # 4 and 5
        ((7, 9), False),  # 3, behind a wall and a shut door
        ((8, 9), False),  # 4 from the first square, 3 from the second
        ((11, 12), False),
        ((11, 11), True),
    ],
)
def test_an_airlock_is_blocked_within_three_squares(tilt: tuple[int, int], usable: bool) -> None:
    """Either access square counts, walls do not."""
    match = scene(
        {"tilt": tilt, "static": (2, 1)}, scenario="infiltration", acting="isc", out={**without("tilt"), "ubume": 1}
    )
    play(match, "activate ubume")
    assert ("enter at 7,12" in keys(match), "enter at 8,12" in keys(match)) == (usable, usable)
    assert "enter at 0,5" in keys(match)


@pytest.mark.rule("ES-FAC-06")
def test_an_isc_character_blocks_nothing_but_its_own_square() -> None:
    """Only the Resistance keeps an airlock shut; an occupied square cannot be entered."""
    match = scene(
        {"tilt": (0, 0), "static": (7, 12)}, scenario="infiltration", acting="isc", out={**without("tilt"), "ubume": 1}
    )
    play(match, "activate ubume")
    assert "enter at 8,12" in keys(match)
    assert "enter at 7,12" not in keys(match)


@pytest.mark.rule("ES-FAC-06")
def test_the_first_entry_is_never_blocked() -> None:
    """A waiting character of an Entry deployment walks in beside the enemy."""
    match = scene({"tilt": (7, 2)}, scenario="last-bastion", acting="isc", turn=1)
    play(match, "activate ubume")
    assert {"enter at 7,0", "enter at 8,0"} <= set(keys(match))


@pytest.mark.rule("ES-FAC-11")
def test_who_cannot_enter_is_not_listed_until_an_airlock_is_free() -> None:
    """Every airlock is blocked; when Tilt has walked away from one, the waiting character is listed in the same
    turn."""
    match = scene(
        {"bruno": (12, 8), "ashton": (7, 3), "solenne": (2, 6), "tilt": (5, 11), "static": (2, 1), "magnes": (3, 1)},
        scenario="infiltration",
        acting="isc",
        turn=3,
        out={**without("tilt", "ashton", "solenne", "bruno"), "ubume": 2},
    )
    assert keys(match) == ["activate magnes", "activate static"]
    play(match, "activate static", "end", "activate tilt", "step 5,10", "end")
    assert keys(match) == ["activate magnes", "activate ubume"]


@pytest.mark.rule("ES-FAC-11")
def test_the_last_waiting_character_may_be_left_out() -> None:
    """With nobody else to activate the I.S.C. is asked: bring it in, or be done; left out, it is available next
    turn."""
    match = scene(
        {"tilt": (0, 0), "ashton": (4, 0)},
        dice=[6, 1, 3, 4],
        scenario="infiltration",
        acting="isc",
        out={**without("tilt", "ashton"), "ubume": 1},
    )
    assert keys(match) == ["activate ubume", "done"]
    play(match, "done", "activate tilt", "end")
    assert match.decision.topic == "action of ashton"  # the I.S.C. is not asked again this turn
    play(match, "end")
    assert match.state.turn == 3
    play(match, "start isc")
    assert keys(match) == ["activate ubume", "done"]
    play(match, "activate ubume")
    assert all(key.startswith("enter at") for key in keys(match))  # picking it means entering


# -- Revolution tokens -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-FAC-07")
def test_every_taken_out_resistance_character_earns_a_token() -> None:
    """Two fall to one vial: two tokens; its I.S.C. carrier earns none."""
    match = scene(
        {"ashton": (6, 6), "magnes": (7, 6), "jimmy": (8, 6), "tilt": (8, 7)},
        dice=[4],
        active="ashton",
        holds={"magnes": "nitro_vial"},
        damage={"magnes": 5, "jimmy": 3, "tilt": 3},
    )
    play(match, "attack magnes", "no dodge", "keep")
    assert [who(match, name).status for name in ("magnes", "jimmy", "tilt")] == [OUT] * 3
    assert who(match, "ashton").damage == 2
    assert match.state.revolution == 2


@pytest.mark.rule("ES-FAC-07")
def test_leaving_the_board_earns_nothing() -> None:
    """A character that walks out is no loss."""
    match = play(scene({"ashton": (7, 0), "tilt": (0, 0)}, active="ashton"), "leave by 1")
    assert who(match, "ashton").status == LEFT
    assert match.state.revolution == 0


@pytest.mark.rule("ES-FAC-08")
def test_a_token_saves_the_drill() -> None:
    """The 1 becomes a 5: the wall goes, the drill stays."""
    match = scene({"bruno": (3, 4)}, dice=[1, 5], active="bruno", revolution=1)
    play(match, "drill 3,4|4,4", "own action", "reroll with a revolution token")
    assert match.state.revolution == 0
    assert match.state.broken.bit_count() == 1
    assert not who(match, "bruno").drill_broken


@pytest.mark.rule("ES-FAC-08")
def test_a_kept_one_breaks_the_drill_at_once() -> None:
    """Once the result has been applied no token helps."""
    match = scene({"bruno": (3, 4)}, dice=[1], active="bruno", revolution=1)
    play(match, "drill 3,4|4,4", "own action", "keep")
    assert who(match, "bruno").drill_broken
    assert match.state.revolution == 1
    assert match.decision.topic == "action of bruno"


@pytest.mark.rule("ES-FAC-08")
def test_a_token_rerolls_the_initiative_die() -> None:
    """4 and 1 against 1 and 6 would lose; with a 4 instead the Resistance wins, and the other die was not rolled
    again."""
    match = scene(
        {"tilt": (0, 0), "solenne": (1, 0), "static": (14, 0)}, dice=[1, 6, 4], phase="initiative", revolution=1
    )
    assert match.decision.topic == "reroll Resistance initiative die"
    play(match, "reroll with a revolution token")
    assert [event.params["total"] for event in happened(match, "initiative_total")] == [8, 7]
    assert (match.decision.seat, match.decision.topic) == (0, "who starts")
    assert match.state.revolution == 0


@pytest.mark.rule("ES-FAC-08")
def test_a_token_rerolls_the_event_die() -> None:
    """2 and 3 would be the Fire alarm; with 4 and 3 all is quiet."""
    match = scene({"tilt": (0, 0), "solenne": (1, 0)}, dice=[2, 3, 4], phase="event", revolution=1)
    play(match, "reroll with a revolution token")
    assert match.state.event == 7
    assert match.state.revolution == 0


@pytest.mark.rule("ES-FAC-08")
def test_a_token_rerolls_the_setup_die() -> None:
    """8 and 1 against 7 and 4 would lose the setup; 8 and 3 ties, which the Resistance wins."""
    match = scene({}, dice=[1, 4, 3], phase="setup_initiative", turn=0, revolution=1)
    play(match, "reroll with a revolution token")
    assert match.state.setup_winner == 0
    assert match.decision.seat == 0


@pytest.mark.rule("ES-FAC-08")
def test_a_token_rerolls_a_hacking_die() -> None:
    """A failed hack is tried again without another Intellect action."""
    match = scene({"solenne": (7, 3)}, dice=[1, 5], active="solenne", revolution=1)
    play(match, "hack A11", "reroll with a revolution token")
    assert door(match, "A11") == ("open", False)
    assert who(match, "solenne").left(INTELLECT) == 2


@pytest.mark.rule("ES-FAC-08")
def test_no_token_for_a_die_of_the_isc() -> None:
    """An undodged I.S.C. attack rolls no Resistance die: nothing is asked after the roll."""
    match = scene({"bailiff": (6, 9), "solenne": (7, 9)}, dice=[2], active="bailiff", revolution=1)
    play(match, "attack solenne", "no dodge")
    assert match.decision.topic == "action of bailiff"
    assert who(match, "solenne").damage == 3
    assert match.state.revolution == 1


@pytest.mark.rule("ES-FAC-09")
def test_a_token_is_a_movement_action_on_the_exit() -> None:
    """With no Movement left the token takes Ashton out of the building; without one he stays."""
    laid: dict[str, Any] = {"active": "ashton", "used": {"ashton": {"mvt": 4}}}
    places = {"ashton": (7, 0), "magnes": (8, 0), "tilt": (0, 0)}
    assert offered(scene(places, **laid), "ashton") == ["end", "attack magnes"]
    match = scene(places, revolution=1, **laid)
    assert offered(match, "ashton") == ["end", "step 6,0", "step 7,1", "leave by 1", "attack magnes"]
    play(match, "leave by 1")
    assert who(match, "ashton").status == LEFT
    assert match.state.revolution == 0


@pytest.mark.rule("ES-FAC-09")
def test_a_token_may_come_before_the_own_actions() -> None:
    """The extra action does not count against Mvt."""
    match = scene({"ashton": (7, 1)}, active="ashton", revolution=1)
    play(match, "step 7,2")
    assert keys(match) == ["own action", "revolution token"]
    play(match, "revolution token")
    assert where(match, "ashton") == (7, 2)
    assert who(match, "ashton").left(MOVEMENT) == 4
    assert match.state.revolution == 0


@pytest.mark.rule("ES-FAC-09")
def test_a_passive_character_gets_no_extra_movement() -> None:
    """Neither in the opponent's activation nor in an ally's does a token move anybody else; and none moves the
    I.S.C."""
    match = scene({"ashton": (7, 0), "bailiff": (7, 1)}, active="bailiff", used={"bailiff": {"mvt": 4}}, revolution=1)
    assert offered(match, "bailiff") == ["end", "attack ashton"]
    ally = scene({"ashton": (7, 0), "tilt": (0, 0)}, active="tilt", revolution=1)
    assert offered(ally, "tilt") == ["end", "step 1,0", "step 0,1"]


@pytest.mark.rule("ES-FAC-10")
def test_a_token_buys_another_dodge() -> None:
    """Jimmy has used his only Combat action; the token lets him Dodge again, without it he cannot."""
    laid: dict[str, Any] = {"active": "magnes", "used": {"jimmy": {"cbt": 1}}}
    match = scene({"jimmy": (7, 9), "magnes": (6, 9)}, dice=[4, 3], revolution=1, **laid)
    play(match, "attack jimmy")
    assert keys(match) == ["no dodge", "dodge with a revolution token"]
    play(match, "dodge with a revolution token")
    assert who(match, "jimmy").damage == 2
    assert who(match, "jimmy").used_cbt == 1
    assert match.state.revolution == 0
    poor = play(scene({"jimmy": (7, 9), "magnes": (6, 9)}, dice=[1], **laid), "attack jimmy")
    assert poor.decision.topic == "action of magnes"


@pytest.mark.rule("ES-FAC-10")
def test_several_tokens_make_several_attacks() -> None:
    """Tilt's Cbt of 1 and two tokens are three attacks; a fourth is not offered, and the I.S.C. never pays with
    tokens."""
    match = scene(
        {"tilt": (6, 9), "mamushi": (7, 9)}, dice=[1, 1, 1], active="tilt", used={"mamushi": {"cbt": 2}}, revolution=2
    )
    play(match, "attack mamushi")
    assert keys(match) == ["own action", "revolution token"]
    play(match, "revolution token", "keep")
    assert who(match, "tilt").left(COMBAT) == 1
    play(match, "attack mamushi", "own action", "keep", "attack mamushi")
    assert match.state.revolution == 0
    assert offered(match, "tilt", "attack") == []
    isc = scene({"tilt": (6, 9), "mamushi": (7, 9)}, active="mamushi", used={"mamushi": {"cbt": 2}}, revolution=2)
    assert offered(isc, "mamushi", "attack") == []


@pytest.mark.rule("ES-FAC-10")
def test_a_token_drills_but_does_not_hack() -> None:
    """Drilling is a Combat action; for Intellect there are no tokens."""
    match = scene({"bruno": (4, 9)}, dice=[4], active="bruno", used={"bruno": {"cbt": 2, "int": 1}}, revolution=1)
    assert offered(match, "bruno", "hack") == []  # beside the locked door A05
    assert offered(match, "bruno", "drill") == ["drill 3,9|4,9"]
    play(match, "drill 3,9|4,9")
    assert match.state.revolution == 0
    assert match.state.broken.bit_count() == 1
