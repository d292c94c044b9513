"""Whole scenes of fighting, played with given dice from the first answer to the last result."""

from __future__ import annotations

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


def totals(match: Match) -> list[int]:
    """Every Attack total so far."""
    return [event.params["total"] for event in happened(match, "attack_total")]


def topic(match: Match) -> str:
    """What is asked now."""
    found: str = match.decision.topic
    return found


@pytest.mark.rule("ES-CBT-03", "ES-DEF-02", "ES-DEF-03", "ES-ACT-05", "ES-PROF-07", "ES-FAC-03", "ES-FAC-07")
def test_three_attacks_on_the_mamushi() -> None:
    """A tie does nothing, a Dodge softens, and the third attack meets no Dodge; the factory brings the victim back next
    turn."""
    match = scene(
        {"ashton": (6, 9), "mamushi": (7, 9), "solenne": (0, 0), "static": (14, 1)},
        dice=[2, 3, 4, 2, 3, 3, 3, 3, 4],
        active="ashton",
        scenario="infiltration",
        out=("jimmy", "bruno", "tilt", "rivet"),
    )
    play(match, "attack mamushi")
    assert topic(match) == "dodge of mamushi"
    play(match, "dodge", "keep")
    assert totals(match) == [0]
    assert who(match, "mamushi").damage == 0
    assert left(match, "mamushi")[COMBAT] == 1
    assert topic(match) == "action of ashton"

    play(match, "attack mamushi", "dodge", "keep")
    assert totals(match) == [0, 3]
    assert who(match, "mamushi").damage == 3
    assert topic(match) == "push of mamushi"
    play(match, "no push")
    assert left(match, "mamushi")[COMBAT] == 0

    play(match, "attack mamushi")
    assert topic(match) == "reroll attack die of ashton"  # no Dodge was offered
    play(match, "keep")
    assert totals(match) == [0, 3, 4]
    assert who(match, "mamushi").status == OUT
    assert where(match, "mamushi") is None
    assert left(match, "ashton")[COMBAT] == 0
    assert match.state.revolution == 0
    assert not keys(match, "attack")

    play(match, "end")
    assert topic(match) == "action of static"  # the only I.S.C. character that can still be activated this turn
    play(match, "end", "end")
    assert match.state.turn == 3
    play(match, "start isc")
    assert keys(match) == ["activate static", "activate mamushi"]


@pytest.mark.rule("ES-ACT-05", "ES-CBT-01", "ES-FAC-10", "ES-SKILL-18", "ES-ROLL-05", "ES-PROF-04")
def test_spent_on_attack_naked_in_defence() -> None:
    """Attacks and drilling use up the Dodges; a token buys one more; lowered Cbt counts at once."""
    match = scene(
        {"ubume": (5, 9), "bruno": (4, 7), "ashton": (6, 9), "bailiff": (4, 6)},
        dice=[2, 5, 4, 1],
        active="ashton",
        used={"ubume": {"cbt": 2}, "bruno": {"cbt": 2}},
        activated=("ubume", "bruno"),
        revolution=1,
    )
    play(match, "attack ubume", "own action")
    assert topic(match) == "reroll attack die of ashton"
    play(match, "keep")
    assert who(match, "ubume").damage == 3
    play(match, "no push", "end")

    assert topic(match) == "action of bailiff"
    play(match, "attack bruno")
    assert keys(match) == ["no dodge", "dodge with a revolution token"]
    play(match, "dodge with a revolution token")
    assert totals(match) == [3, 2]
    assert who(match, "bruno").damage == 2
    assert values(match, "bruno") == (3, 1, 0)
    assert match.state.revolution == 0

    play(match, "attack bruno")
    assert totals(match) == [3, 2, 3]
    assert who(match, "bruno").damage == 5
    assert values(match, "bruno") == (2, 0, 0)
    assert who(match, "ubume").damage == 3
    assert left(match, "bailiff")[COMBAT] == 1


@pytest.mark.rule("ES-SKILL-12", "ES-SKILL-01", "ES-CBT-06", "ES-PROF-07")
def test_elusive_waits_and_sees() -> None:
    """The attacker may reroll first; then the Elusive target decides, and both may still reroll."""
    match = scene({"ashton": (6, 9), "static": (7, 9)}, dice=[1, 2, 3, 1], active="ashton")
    play(match, "attack static")
    assert topic(match) == "dodge of static"
    play(match, "no dodge")
    assert topic(match) == "reroll attack die of ashton"
    play(match, "reroll as veteran")
    assert topic(match) == "dodge of static after the roll"
    play(match, "dodge")
    assert totals(match) == [1]
    assert who(match, "static").damage == 1
    assert left(match, "static")[COMBAT] == 0
    assert topic(match) == "push of static"
    play(match, "no push", "attack static")
    assert totals(match) == [1, 3]
    assert who(match, "static").status == OUT

    kept = scene({"ashton": (6, 9), "static": (7, 9)}, dice=[1, 1], active="ashton")
    play(kept, "attack static", "no dodge", "keep", "dodge")
    assert topic(kept) == "reroll attack die of ashton"  # the unused veteran reroll is still there
    play(kept, "keep")
    assert topic(kept) == "push of static"
    assert not who(kept, "ashton").veteran_used
    assert who(kept, "static").damage == 2


@pytest.mark.rule(
    "ES-SKILL-07", "ES-EQ-06", "ES-EQ-07", "ES-SKILL-12", "ES-SKILL-02", "ES-DEF-04", "ES-FAC-07", "ES-ACT-04",
    "ES-EQ-12", "ES-EQ-13"
)  # fmt: skip
def test_scrambler_against_a_grenade() -> None:
    """A Scrambler saves its neighbour from being aimed at, not from the blast, which also takes the thrower."""
    match = scene(
        {"static": (7, 5), "bailiff": (7, 6), "jimmy": (5, 5)},
        dice=[5, 6],
        active="jimmy",
        holds={"jimmy": "em_grenade"},
    )
    assert "grenade at bailiff" not in keys(match)
    assert "grenade at static" in keys(match)
    play(match, "grenade at 6,6")
    assert topic(match) == "dodge of bailiff"
    play(match, "no dodge")
    assert topic(match) == "dodge of static"
    play(match, "no dodge")
    assert topic(match) == "dodge of static after the roll"  # nobody asked Jimmy, who is active
    play(match, "dodge")
    assert totals(match) == [4, -1, 6]
    assert who(match, "bailiff").damage == 3
    assert values(match, "bailiff") == (4, 2, 1)
    assert left(match, "bailiff")[COMBAT] == 2
    assert who(match, "static").damage == 0
    assert values(match, "static") == (6, 1, 1)
    assert left(match, "static")[COMBAT] == 0
    assert who(match, "jimmy").status == OUT
    assert match.state.revolution == 1
    assert match.state.tokens == {}
    assert match.state.active == -1
    assert topic(match) == "activation"
    assert keys(match) == ["activate bailiff", "activate static"]


@pytest.mark.rule("ES-SKILL-10", "ES-SKILL-16", "ES-SKILL-12", "ES-SKILL-18", "ES-PROF-04", "ES-DEF-02")
def test_the_robot_empties_its_pilot() -> None:
    """What the Robot draws from its Pilot is missing later, in defence and in the Pilot's own activation."""
    match = scene(
        {"rivet": (4, 9), "jimmy": (4, 4), "static": (8, 9), "bailiff": (4, 7)},
        dice=[3, 5, 1, 1, 2],
        acting="resistance",
    )
    play(match, "activate rivet", "step 5,9", "own action", "step 6,9", "own action", "step 7,9", "own action")
    assert left(match, "rivet")[MOVEMENT] == 0
    play(match, "attack static", "own action", "no dodge", "dodge")
    assert totals(match) == [-1]
    assert who(match, "static").damage == 0
    assert left(match, "static")[COMBAT] == 0
    play(match, "attack static", "own action")
    assert totals(match) == [-1, 2]
    assert who(match, "static").damage == 2
    play(match, "attack static")  # the Pilot's action is the only one left
    assert totals(match) == [-1, 2, 2]
    assert who(match, "static").status == OUT
    assert left(match, "jimmy") == (5, 0, 2)
    play(match, "step 6,9", "step 5,9", "end")
    assert where(match, "rivet") == (5, 9)
    assert left(match, "jimmy") == (3, 0, 2)

    assert topic(match) == "action of bailiff"
    play(match, "step 4,6", "step 4,5", "attack jimmy")
    assert topic(match) == "action of bailiff"  # nothing left to Dodge with
    assert totals(match) == [-1, 2, 2, 4]
    assert who(match, "jimmy").damage == 4
    assert values(match, "jimmy") == (4, 0, 1)
    play(match, "end")
    assert topic(match) == "action of jimmy"
    assert left(match, "jimmy") == (2, 0, 1)

    passive = scene(
        {"rivet": (4, 8), "jimmy": (4, 4), "bailiff": (4, 7)}, dice=[1], active="bailiff", used={"rivet": {"cbt": 2}}
    )
    play(passive, "attack rivet")
    assert topic(passive) == "action of bailiff"
    assert left(passive, "jimmy") == (5, 1, 2)


@pytest.mark.rule("ES-EVT-02", "ES-EQ-02", "ES-CRATE-02", "ES-SKILL-12", "ES-PROF-04", "ES-ACT-05", "ES-ROLL-04")
def test_supreme_ai_meets_a_crate() -> None:
    """Raised values give more actions, a crate takes Movement away, and next turn everything is as on the card."""
    match = scene(
        {"static": (8, 5), "bruno": (5, 5), "solenne": (6, 6)},
        dice=[6, 2, 3, 5, 2, 1, 2, 1, 1, 3, 4],
        acting="resistance",
        event=2,
        crates=[(5, 5)],
        holds={"solenne": "combat_drugs"},
    )
    play(match, "activate bruno")
    assert values(match, "static") == (7, 3, 3)
    play(match, "throw c1 at static", "no dodge", "dodge")
    assert totals(match) == [3]
    assert who(match, "static").damage == 3
    assert values(match, "static") == (5, 3, 3)
    assert left(match, "static")[COMBAT] == 2
    assert "c1" not in match.state.tokens
    play(match, "end")

    assert topic(match) == "action of static"
    assert left(match, "static") == (5, 2, 3)
    play(match, "step 7,5", "step 6,5")
    assert left(match, "static")[MOVEMENT] == 3
    play(match, "attack bruno", "dodge")
    assert totals(match) == [3, -1]
    assert left(match, "bruno")[COMBAT] == 0
    play(match, "attack bruno")
    assert totals(match) == [3, -1, 3]
    assert who(match, "bruno").damage == 3
    play(match, "end")

    assert topic(match) == "action of solenne"
    play(match, "attack static", "own action")
    assert totals(match)[-1] == 0
    assert who(match, "static").damage == 3
    play(match, "attack static", "own action")
    assert totals(match)[-1] == 1
    assert who(match, "static").status == OUT
    assert [token.label for token in match.state.tokens.values()] == ["combat_drugs"]
    assert who(match, "solenne").holds
    assert who(match, "bruno").damage == 3

    play(match, "end", "start resistance")
    assert match.state.turn == 3
    assert values(match, "static") == (6, 1, 1)
    assert values(match, "ubume") == (5, 2, 2)


@pytest.mark.rule("ES-EVT-10", "ES-EQ-01", "ES-DEF-02", "ES-TERM-04", "ES-SKILL-18", "ES-CBT-04")
def test_fighting_into_the_dark() -> None:
    """Black-out stops the Combat actions of those inside, not attacks from outside."""
    places = {"jimmy": (7, 2), "bailiff": (7, 3), "magnes": (7, 4)}
    match = scene(
        places,
        dice=[2],
        active="bailiff",
        event=10,
        dark="B",
        open_doors=("A01", "A11"),
        crates=[(7, 4)],
        holds={"jimmy": "improvised_shield"},
    )
    play(match, "attack jimmy")
    assert topic(match) == "action of bailiff"  # neither Dodge nor shield was offered
    assert totals(match) == [4]
    assert who(match, "jimmy").damage == 4
    assert values(match, "jimmy") == (4, 0, 1)
    play(match, "end")

    assert topic(match) == "action of jimmy"
    assert not keys(match, "attack")
    assert "step 7,3" not in keys(match)
    play(match, "step 7,1", "step 7,0")
    assert left(match, "jimmy")[MOVEMENT] == 2
    play(match, "end")
    assert topic(match) == "action of magnes"
    assert not keys(match, "throw")
    assert match.state.tokens[who(match, "jimmy").holds].label == "improvised_shield"

    for dark, attacks in (("B", []), ("R", ["attack bailiff"])):
        inside = scene(places, active="jimmy", event=10, dark=dark, open_doors=("A01", "A11"))
        assert keys(inside, "attack") == attacks


@pytest.mark.rule(
    "ES-SKILL-11", "ES-SKILL-08", "ES-SKILL-18", "ES-EQ-03", "ES-EQT-09", "ES-PROF-04", "ES-PROF-09", "ES-ACT-06",
    "ES-MOVE-01", "ES-MOVE-02", "ES-TERM-06", "ES-DEF-02",
)  # fmt: skip
def test_diagonals_rock_and_a_datadisk() -> None:
    """Burrowing ignores walls only when moving; diagonals need one open side; a Datadisk makes a fourth attack."""
    match = scene(
        {"mamushi": (3, 4), "ubume": (10, 4), "bailiff": (10, 6), "bruno": (4, 4), "ashton": (10, 3), "tilt": (7, 1)},
        dice=[6, 2, 1, 2, 4, 1, 2, 3],
        acting="isc",
        holds={"bailiff": "datadisk"},
    )
    play(match, "activate mamushi")
    assert not keys(match, "attack")
    assert "step 4,4" not in keys(match)
    play(match, "step 3,3", "step 4,3")
    assert left(match, "mamushi")[MOVEMENT] == 4
    play(match, "attack bruno", "dodge")
    assert totals(match) == [4]
    assert who(match, "bruno").damage == 4
    play(match, "attack bruno", "no dodge")
    assert totals(match) == [4, 1]
    assert who(match, "bruno").damage == 5
    play(match, "step 4,2")
    assert left(match, "mamushi")[MOVEMENT] == 3
    assert match.state.shut & match.table.ground.board.door("A03").edge
    play(match, "end", "activate tilt", "end")

    play(match, "activate ubume")
    assert "step 9,3" in keys(match)
    assert "step 9,5" not in keys(match)
    play(match, "step 9,3")
    assert left(match, "ubume")[MOVEMENT] == 4
    play(match, "end", "activate bruno", "end")

    assert topic(match) == "action of bailiff"
    play(match, "step 10,5", "own action", "step 10,4", "own action")
    play(match, "attack ashton", "own action", "dodge", "keep")
    assert totals(match)[2:] == [-2]
    play(match, "attack ashton", "own action", "no dodge")
    assert totals(match)[2:] == [-2, 1]
    assert values(match, "ashton") == (3, 2, 0)
    assert left(match, "ashton")[COMBAT] == 1
    play(match, "attack ashton", "own action", "no dodge")
    assert totals(match)[2:] == [-2, 1, 3]
    assert who(match, "ashton").damage == 4
    assert values(match, "ashton") == (2, 1, 0)
    assert left(match, "ashton")[COMBAT] == 0
    assert left(match, "bailiff")[COMBAT] == 0
    play(match, "attack ashton")  # the Datadisk pays: nothing else is left
    assert totals(match)[2:] == [-2, 1, 3, 5]
    assert who(match, "ashton").status == OUT
    assert not who(match, "ashton").activated
    assert match.state.revolution == 1
    assert match.state.tokens == {}
    assert who(match, "bruno").damage == 5
    assert [who(match, name).activated for name in ("bruno", "tilt")] == [True, True]
    assert where(match, "mamushi") == (4, 2)
    assert match.table.ground.board.area_of[who(match, "mamushi").square] == "A"
    assert where(match, "ubume") == (9, 3)
    assert where(match, "bailiff") == (10, 4)


@pytest.mark.rule(
    "ES-EQ-06", "ES-EQ-13", "ES-EQ-08", "ES-EQ-04", "ES-EQ-09", "ES-EQ-11", "ES-DEF-04", "ES-CBT-05", "ES-CBT-07",
    "ES-MOVE-05", "ES-PROF-04", "ES-PROF-09", "ES-SKILL-02", "ES-EQT-09",
)  # fmt: skip
def test_gas_drugs_and_a_medkit() -> None:
    """A gas grenade hurts its thrower too; a Medkit is free; Combat drugs make one more attack, but drill no wall."""
    match = scene(
        {"bailiff": (12, 9), "static": (0, 0), "bruno": (13, 8), "solenne": (12, 7)},
        dice=[2, 5, 4, 6],
        acting="isc",
        holds={"bailiff": "gas_grenade", "bruno": "combat_drugs", "solenne": "medkit"},
    )
    play(match, "activate bailiff", "step 11,9")
    assert left(match, "bailiff")[MOVEMENT] == 3
    play(match, "grenade at 12,8")
    assert topic(match) == "dodge of solenne"
    play(match, "no dodge")
    assert topic(match) == "dodge of bruno"
    play(match, "dodge")
    assert topic(match) == "action of bailiff"
    assert totals(match) == [4, -2, 3]
    assert who(match, "bruno").damage == 0
    assert values(match, "bruno") == (4, 2, 1)
    assert who(match, "solenne").damage == 4
    assert values(match, "solenne") == (4, 2, 3)
    assert who(match, "bailiff").damage == 2
    assert values(match, "bailiff") == (3, 3, 1)
    assert left(match, "bailiff") == (2, 2, 1)
    play(match, "end")

    play(match, "activate solenne")
    assert left(match, "solenne") == (4, 2, 3)
    play(match, "use medkit")
    assert who(match, "solenne").damage == 2
    assert left(match, "solenne") == (4, 2, 3)
    assert "use medkit" not in keys(match)
    play(match, "end")
    assert topic(match) == "action of static"
    play(match, "end")

    assert topic(match) == "action of bruno"
    assert left(match, "bruno") == (4, 1, 1)
    play(match, "step 12,8")
    assert left(match, "bruno")[MOVEMENT] == 3
    play(match, "attack bailiff", "own action", "no dodge")
    assert totals(match)[3:] == [3]
    assert who(match, "bailiff").damage == 4
    assert left(match, "bruno")[COMBAT] == 0
    aside = play(match.fork(), "step 11,8")  # beside a wall that could be drilled
    assert keys(aside, "drill") == []
    assert keys(aside, "attack") == ["attack bailiff"]
    play(match, "attack bailiff", "no dodge")
    assert totals(match)[3:] == [3, 5]
    assert who(match, "bailiff").status == OUT
    assert who(match, "solenne").damage == 2
    assert who(match, "bruno").damage == 0
    assert who(match, "bruno").status == BOARD
    assert left(match, "bruno")[COMBAT] == 0
    assert not keys(match, "attack")
    assert match.state.tokens == {}
