"""Whole scenes of doors, airlocks, turns and setup, played with given dice from the first answer to the last result."""

from __future__ import annotations

import pytest

import fireteam
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.escape.campaign import Campaign
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, OUT, WAITING
from tests.escape.scene import happened, keys, play, scene, where, who


def values(match: Match, name: str) -> tuple[int, int, int]:
    """The current Mvt, Cbt and Int of a character."""
    c = who(match, name)
    return c.mvt, c.cbt, c.int


def left(match: Match, name: str) -> tuple[int, int, int]:
    """The actions a character has left this turn."""
    c = who(match, name)
    return c.left(MOVEMENT), c.left(COMBAT), c.left(INTELLECT)


def totals(match: Match, code: str = "attack_total") -> list[int]:
    """The totals of all events of a kind."""
    return [event.params["total"] for event in happened(match, code)]


def topic(match: Match) -> str:
    """What is asked now."""
    found: str = match.decision.topic
    return found


def door(match: Match, name: str) -> tuple[str, bool]:
    """Whether a door is open or shut, and whether its lock is engaged."""
    edge = match.table.ground.board.door(name).edge
    s = match.state
    assert bool(s.opened & edge) != bool(s.shut & edge)
    return "open" if s.opened & edge else "shut", bool(s.locks & edge)


def pass_turn(match: Match) -> None:
    """Everybody is activated and ends at once, until the turn is over."""
    turn = match.state.turn
    while match.state.turn == turn:
        match.answer("end" if "end" in keys(match) else keys(match)[0])


@pytest.mark.rule(
    "ES-FAC-01", "ES-FAC-02", "ES-DOOR-01", "ES-DOOR-02", "ES-DOOR-03", "ES-DOOR-04", "ES-SKILL-14", "ES-INT-02",
    "ES-EVT-09"
)  # fmt: skip
def test_the_life_of_a_locked_door() -> None:
    """A key leaves the lock engaged, closing locks again, a hack removes the lock for good."""
    match = scene(
        {
            "ubume": (7, 4), "mamushi": (7, 5), "magnes": (8, 5),
            "tilt": (6, 3), "jimmy": (5, 3), "bruno": (9, 3), "solenne": (0, 12),
        },
        dice=[5, 6, 1, 1, 4, 5],
        acting="isc",
    )  # fmt: skip
    play(match, "activate ubume")
    assert door(match, "A11") == ("shut", True)
    play(match, "open A11")
    assert door(match, "A11") == ("open", True)
    play(match, "step 6,4")
    assert left(match, "ubume")[MOVEMENT] == 3
    play(match, "end")

    play(match, "activate tilt", "step 7,3", "step 7,4", "step 8,4")
    assert left(match, "tilt") == (3, 1, 1)  # no hack was needed
    play(match, "end")

    play(match, "activate mamushi", "step 7,4", "close A11")
    assert door(match, "A11") == ("shut", True)
    play(match, "step 7,5", "step 6,5")
    assert left(match, "mamushi")[MOVEMENT] == 2
    play(match, "end")

    play(match, "activate jimmy", "hack A11")
    assert totals(match, "hack_result") == [7]
    assert door(match, "A11") == ("shut", True)
    assert left(match, "jimmy")[INTELLECT] == 1
    play(match, "hack A11")
    assert totals(match, "hack_result") == [7, 8]
    assert door(match, "A11") == ("open", False)
    assert left(match, "jimmy")[INTELLECT] == 0
    play(match, "end")

    assert topic(match) == "action of magnes"
    play(match, "step 7,5", "step 7,4", "close A11")
    assert door(match, "A11") == ("shut", False)
    assert left(match, "magnes")[MOVEMENT] == 1
    play(match, "end")

    play(match, "activate bruno", "step 8,3", "step 7,3")
    assert "hack A11" not in keys(match)
    play(match, "open A11")
    assert door(match, "A11") == ("open", False)
    assert left(match, "bruno") == (1, 2, 1)
    assert [where(match, name) for name in ("ubume", "tilt", "mamushi", "magnes", "bruno")] == [
        (6, 4),
        (8, 4),
        (6, 5),
        (7, 4),
        (7, 3),
    ]

    pass_turn(match)
    play(match, "start resistance", "toggle A11")
    assert door(match, "A11") == ("shut", False)
    play(match, "activate bruno")
    assert "open A11" in keys(match)
    assert "hack A11" not in keys(match)


@pytest.mark.rule(
    "ES-FAC-03", "ES-FAC-05", "ES-FAC-06", "ES-EVT-06", "ES-INIT-02", "ES-TERM-03", "ES-DEPL-02", "ES-INIT-01",
    "ES-INIT-04", "ES-FAC-11"
)  # fmt: skip
def test_coming_back_through_the_factory() -> None:
    """Only airlocks that no Resistance character stands near let a character return; the central one needs its
    event."""
    places = {
        "tilt": (12, 8), "ashton": (7, 3), "solenne": (2, 6),
        "mamushi": (5, 7), "bailiff": (6, 7), "magnes": (8, 7), "static": (9, 7),
    }  # fmt: skip
    out = {"ubume": 3, "jimmy": 1, "bruno": 1, "rivet": 2}

    def laid(at: dict[str, tuple[int, int]]) -> Match:
        return scene(at, dice=[5, 2, 2, 4], scenario="infiltration", phase="initiative", turn=3, out=out)

    match = laid(places)
    assert totals(match, "initiative_total") == [10, 7]
    assert (match.decision.seat, topic(match)) == (0, "who starts")
    play(match, "start isc")
    assert match.state.turn == 4
    assert match.state.event == 6
    assert "activate ubume" in keys(match)
    play(match, "activate ubume")
    assert keys(match) == ["enter at 7,12", "enter at 8,12"]
    play(match, "enter at 7,12")
    assert where(match, "ubume") == (7, 12)
    assert left(match, "ubume") == (4, 2, 2)
    assert who(match, "ubume").damage == 0
    play(match, "step 7,11")
    assert left(match, "ubume")[MOVEMENT] == 3

    further = play(laid(places | {"ashton": (10, 3)}), "start isc", "activate ubume")
    assert keys(further) == [
        "enter at 6,0",
        "enter at 7,0",
        "enter at 7,5",
        "enter at 7,6",
        "enter at 7,12",
        "enter at 8,12",
    ]


@pytest.mark.rule("ES-SKILL-03", "ES-SKILL-04", "ES-DEF-05", "ES-SKILL-09", "ES-INT-01", "ES-INT-03", "ES-MOVE-06")
def test_tug_of_war_with_a_leader() -> None:
    """A leader's Int helps the Counter-measure, but is no difficulty; the pulled character keeps its Movement."""
    match = scene({"magnes": (7, 6), "bruno": (7, 8), "solenne": (6, 8)}, dice=[4, 3, 1, 5, 1], active="magnes")
    play(match, "attract bruno")
    assert topic(match) == "counter-measure of bruno"
    play(match, "counter-measure")
    assert keys(match) == ["own Int", "Int of solenne"]
    play(match, "Int of solenne")
    assert totals(match, "hack_result") == [0]
    assert where(match, "bruno") == (7, 8)
    assert left(match, "magnes")[INTELLECT] == 1
    assert left(match, "bruno")[INTELLECT] == 0

    play(match, "attract bruno")  # no Counter-measure is left, and one square only to pull to
    result = happened(match, "hack_result")[-1].params
    assert (result["total"], result["difficulty"], result["success"]) == (3, 1, True)
    assert where(match, "bruno") == (7, 7)
    assert left(match, "magnes")[INTELLECT] == 0

    play(match, "attack bruno", "dodge")
    assert totals(match) == [4]
    assert who(match, "bruno").damage == 4
    assert left(match, "bruno")[MOVEMENT] == 4
    assert not who(match, "bruno").activated

    after = scene({"magnes": (7, 6), "bruno": (7, 7), "solenne": (6, 8)}, active="magnes")
    play(after, "attract bruno", "counter-measure")
    assert keys(after) == ["own Int", "Int of solenne"]


@pytest.mark.rule(
    "ES-GEN-04", "ES-END-02", "ES-RES-01", "ES-RES-02", "ES-INT-02", "ES-FAC-07", "ES-FAC-08", "ES-FAC-10",
    "ES-SKILL-18", "ES-ROLL-03", "ES-CAMP-02",
)  # fmt: skip
def test_two_terminals_and_nobody_left() -> None:
    """Enough terminals are hacked, but nobody is there at the end of the turn: neither side fulfils its condition."""
    match = scene(
        {"solenne": (12, 7), "bailiff": (14, 7), "static": (0, 12)},
        dice=[2, 3, 6, 3, 5, 4, 4],
        acting="resistance",
        scenario="infiltration",
        turn=8,
        out=("ashton", "jimmy", "bruno", "tilt", "rivet"),
        hacked=("T1",),
        damage={"solenne": 2},
        revolution=2,
    )
    play(match, "hack T2", "keep")
    assert totals(match, "hack_result") == [5]
    assert match.state.hacked.bit_count() == 1
    play(match, "hack T2", "keep")
    assert totals(match, "hack_result") == [5, 6]
    assert match.state.hacked.bit_count() == 2
    assert not match.over
    play(match, "end")

    play(match, "activate bailiff", "step 13,7", "attack solenne")
    assert keys(match) == ["no dodge", "dodge", "dodge with a revolution token"]
    play(match, "dodge", "reroll with a revolution token")
    assert match.state.revolution == 1
    play(match, "keep")
    assert totals(match) == [2]
    assert who(match, "solenne").damage == 4
    assert values(match, "solenne") == (4, 1, 2)
    assert left(match, "solenne")[COMBAT] == 0
    play(match, "attack solenne")
    assert keys(match) == ["no dodge", "dodge with a revolution token"]
    play(match, "dodge with a revolution token")
    assert totals(match) == [2, 2]
    assert who(match, "solenne").status == OUT
    assert match.state.revolution == 1
    assert not match.over

    play(match, "end", "activate static", "end")
    assert match.over
    assert match.result == (None, "nobody", "ES-RES-02")

    campaign = Campaign.new()
    campaign.record(match)
    assert campaign.next_scenario == "evasion"
    following = fireteam.new("escape", **campaign.setup())
    assert following.state.scenario == "evasion"
    assert following.table.ground.equipment_count == 8 + 2


@pytest.mark.rule(
    "ES-GEN-01", "ES-SETUP-01", "ES-SETUP-02", "ES-SETUP-03", "ES-CRATE-01", "ES-CRATE-03", "ES-OBJ-01", "ES-EQT-01",
    "ES-EQT-02", "ES-EQT-03", "ES-EQT-04", "ES-EQT-05", "ES-TERM-09", "ES-DEPL-01", "ES-DEPL-02", "ES-INIT-02",
    "ES-INIT-04", "ES-TURN-01", "ES-EVT-01", "ES-EVT-07",
)  # fmt: skip
def test_from_the_box_to_the_first_step() -> None:
    """A whole setup: tie, crates, equipment, deployment, initiative, event, and the first activation."""
    match = fireteam.new("escape", scenario="infiltration", dice=[2, 3, 1, 3, 3, 4, "combat_drugs"])
    assert (match.decision.seat, topic(match)) == (0, "crate 1")
    assert totals(match, "initiative_total") == [10, 10]
    assert match.state.setup_winner == 0
    play(match, "crate at 0,0")
    assert match.decision.seat == 1
    assert not any(f"crate at {x},{y}" in keys(match) for x in range(5) for y in range(3))
    play(match, "crate at 7,7")
    assert match.decision.seat == 0
    assert "crate at 5,3" not in keys(match)
    play(match, "crate at 7,1", "crate at 2,11")
    assert (match.decision.seat, topic(match)) == (0, "crate 5")
    play(match, "crate at 12,7")

    assert (match.decision.seat, topic(match)) == (0, "equipment 1")
    play(match, "token at 7,1")
    assert match.decision.seat == 1
    play(match, "token at 7,1")
    assert match.decision.seat == 0
    assert not any(f"token at {x},{y}" in keys(match) for x in range(5, 10) for y in range(3))
    play(match, "token at 1,4", "token at 12,1", "token at 1,8")
    assert (match.decision.seat, topic(match)) == (1, "equipment 6")
    play(match, "token at 13,4")
    assert [token.label for token in match.state.tokens.values()] == [""] * 11

    assert (match.decision.seat, topic(match)) == (1, "deploy ubume")
    assert "deploy at 2,11" not in keys(match)
    assert len(keys(match)) == 30  # all of the South hall and the Workshop
    play(match, "deploy at 5,10")
    assert "deploy at 5,10" not in keys(match)
    play(match, "deploy at 9,12", "deploy at 10,10", "deploy at 14,12", "deploy at 12,11")
    assert [who(match, name).status for name in ("ubume", "mamushi", "bailiff", "magnes", "static")] == [BOARD] * 5

    assert totals(match, "initiative_total") == [10, 10, 9, 10]
    assert (match.decision.seat, topic(match)) == (1, "who starts")
    play(match, "start resistance")
    assert (match.state.turn, match.state.event) == (1, 7)
    assert (match.decision.seat, topic(match)) == (0, "activation")
    play(match, "activate tilt")
    assert keys(match) == ["enter at 6,0", "enter at 7,0"]
    play(match, "enter at 7,0")
    assert left(match, "tilt")[MOVEMENT] == 5
    play(match, "step 7,1")
    assert left(match, "tilt")[MOVEMENT] == 4
    assert keys(match, "pick up") == ["pick up e6", "pick up e7"]
    assert keys(match, "turn over") == []  # they lie under its feet
    assert keys(match, "throw") == []
    play(match, "pick up e6")
    assert match.state.tokens[who(match, "tilt").holds].label == "combat_drugs"
    assert left(match, "tilt")[MOVEMENT] == 4
    assert keys(match, "pick up") == []
    seen = match.fork(Given(["medkit"]))
    play(seen, "step 7,0", "turn over e7", "step 7,1")
    assert seen.state.tokens["e7"].label == "medkit"
    assert left(seen, "tilt")[MOVEMENT] == 2
    assert keys(seen, "pick up") == []

    play(match, "end")
    assert (match.decision.seat, topic(match)) == (1, "activation")
    assert where(match, "tilt") == (7, 1)
    tilt = who(match, "tilt").square
    assert [(token.kind, token.label) for token in match.state.tokens.values() if token.square == tilt] == [
        ("crate", ""),
        ("equipment", ""),
    ]
    others = [who(match, name).status for name in ("ashton", "jimmy", "solenne", "bruno", "rivet")]
    assert others == [WAITING] * 5


OVERLOADED = {
    "tilt": (7, 3), "ashton": (6, 3), "rivet": (4, 5), "solenne": (5, 1), "jimmy": (6, 0), "bruno": (3, 2),
    "ubume": (7, 4), "magnes": (7, 6), "mamushi": (10, 10), "bailiff": (11, 11), "static": (12, 12),
}  # fmt: skip


def overload(*dice: int, blast_through_walls: bool = True) -> Match:
    """Turn 2 at its event, with Tilt between two doors and a Nitro vial in her hands."""
    return scene(
        OVERLOADED,
        dice=dice,
        options={"blast_through_walls": blast_through_walls},
        phase="event",
        acting="resistance",
        holds={"tilt": "nitro_vial"},
        damage={"tilt": 3},
        open_doors=("A15",),
    )


def damages(match: Match) -> dict[str, int]:
    """Who of those on the board has suffered how much."""
    return {
        name: who(match, name).damage
        for name in OVERLOADED
        if who(match, name).status == BOARD and who(match, name).damage
    }


@pytest.mark.rule(
    "ES-EVT-01", "ES-EVT-03", "ES-EVT-04", "ES-AIR-02", "ES-TERM-01", "ES-TERM-02", "ES-SKILL-02", "ES-EQ-05",
    "ES-FAC-07", "ES-INIT-03", "ES-ACT-06", "ES-MOVE-06",
)  # fmt: skip
def test_sparks_at_the_doors() -> None:
    """An overload sets off a vial; next turn an even tie is rolled again and the I.S.C. shifts a character for free."""
    match = overload(1, 3, 2, 2, 4, 3, 2, 1)
    assert topic(match) == "activation"
    assert match.state.event == 4
    assert who(match, "tilt").status == OUT
    assert match.state.revolution == 1
    assert match.state.tokens == {}
    assert damages(match) == {"ashton": 2, "rivet": 1, "solenne": 2, "jimmy": 2, "ubume": 2}
    assert "activate tilt" not in keys(match)

    pass_turn(match)
    assert totals(match, "initiative_total") == []
    assert topic(match) == "reroll Resistance initiative die"
    play(match, "keep")
    assert totals(match, "initiative_total") == [9, 9]
    assert len(happened(match, "tie")) == 1
    play(match, "keep")
    assert totals(match, "initiative_total") == [9, 9, 11, 10]
    assert (match.decision.seat, topic(match)) == (0, "who starts")
    play(match, "start resistance", "keep")
    assert match.state.event == 3
    assert (match.decision.seat, topic(match)) == (1, "celestial order")
    assert keys(match) == ["shift ubume", "shift mamushi", "shift bailiff", "shift magnes", "shift static"]
    play(match, "shift magnes")
    assert "to 6,3" not in keys(match)
    assert len(keys(match)) == 15 * 13 - 10
    play(match, "to 0,0")
    assert where(match, "magnes") == (0, 0)
    assert not who(match, "magnes").activated
    assert left(match, "magnes")[MOVEMENT] == 4
    assert damages(match) == {"ashton": 2, "rivet": 1, "solenne": 2, "jimmy": 2, "ubume": 2}
    assert match.state.revolution == 1


@pytest.mark.rule("ES-EQ-05")
def test_sparks_stop_at_walls_by_option() -> None:
    """Without blasts through walls the locked door saves Ubume, and nobody else."""
    assert damages(overload(1, 3, blast_through_walls=False)) == {"ashton": 2, "rivet": 1, "solenne": 2, "jimmy": 2}


@pytest.mark.rule(
    "ES-SKILL-13", "ES-SKILL-05", "ES-SKILL-06", "ES-WALL-01", "ES-FAC-08", "ES-CBT-01", "ES-CBT-02", "ES-TERM-06",
    "ES-TERM-09", "ES-ROLL-02", "ES-MOVE-06",
)  # fmt: skip
def test_a_hole_in_the_wall_and_a_shove() -> None:
    """A token saves the drill, the gap lets an attack and a push through, and areas stay what they were."""
    match = scene(
        {"bruno": (3, 4), "ashton": (4, 3), "ubume": (4, 4), "static": (14, 12)},
        dice=[1, 5, 3, 2, 3, 3, 2, 6, 1, 3, 4],
        acting="resistance",
        revolution=1,
    )
    play(match, "activate bruno")
    assert keys(match, "attack") == []
    assert keys(match, "drill") == ["drill 3,4|4,4"]
    play(match, "drill 3,4|4,4", "own action", "reroll with a revolution token")
    assert match.state.revolution == 0
    edge = match.table.ground.squares.edge(*(match.table.ground.squares.square(x, 4) for x in (3, 4)))
    assert match.state.broken == 1 << edge
    assert not who(match, "bruno").drill_broken
    assert left(match, "bruno")[COMBAT] == 1
    aside = play(match.fork(), "step 3,3")
    assert keys(aside, "drill") == []  # the wall to 4,3 must wait for the next turn
    play(match, "attack ubume", "no dodge")
    assert totals(match) == [3]
    assert who(match, "ubume").damage == 3
    play(match, "end", "activate static", "end")

    assert topic(match) == "action of ashton"
    play(match, "attack ubume", "dodge", "keep")
    assert totals(match) == [3, 0]
    assert topic(match) == "action of ashton"
    play(match, "attack ubume", "dodge", "keep")
    assert totals(match) == [3, 0, 2]
    assert who(match, "ubume").damage == 5
    assert keys(match) == ["no push", "push to 3,5", "push to 4,5"]
    play(match, "push to 3,5")
    assert where(match, "ubume") == (3, 5)
    assert left(match, "ashton")[COMBAT] == 1
    play(match, "end")

    assert topic(match) == "action of ubume"
    assert left(match, "ubume") == (5, 0, 2)
    play(match, "open A07", "step 4,5")
    assert left(match, "ubume")[MOVEMENT] == 3
    assert where(match, "ubume") == (4, 5)
    assert who(match, "ubume").damage == 5

    play(match, "end", "start resistance", "activate bruno")
    assert match.state.turn == 3
    assert match.state.broken == 1 << edge
    assert not match.state.shut >> edge & 1
    board = match.table.ground.board
    assert [board.area_of[match.table.ground.squares.square(x, 4)] for x in (3, 4)] == ["E", "R"]
    play(match, "step 3,3")
    assert keys(match, "drill") == ["drill 3,3|4,3", "drill 3,2|3,3"]

    whole = scene({"bruno": (3, 4), "ashton": (4, 3), "ubume": (4, 4)}, dice=[3], active="ashton")
    play(whole, "attack ubume", "no dodge", "keep")
    assert keys(whole) == ["no push", "push to 4,5"]
