"""Primary op, caps, kill op, the order of scoring, the length of a battle, the bonus and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.ops.scoring import award, reveal
from fireteam.games.killteam.ops.things import Moment, Scope, grade
from fireteam.games.killteam.state import Effect, State
from fireteam.games.killteam.table import Table
from fireteam.kit.arena import match_at
from tests.killteam.opfield import (
    BREAKER,
    MATRON,
    MENDER,
    NEEDLE,
    PIPER,
    PRIOR,
    A,
    B,
    act,
    end_battle,
    end_turning_point,
    field,
    kill,
    next_turning_point,
    open_zone,
    play,
    stand,
    told,
    vp,
)
from tests.killteam.writing import write

# -- primary op --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-15", "KT-GAMB-04")
def test_the_primary_op_is_a_compulsory_gambit_of_the_first_turning_point() -> None:
    setting, state = arena.battle(
        placed={PRIOR: (300, 300), MATRON: (2700, 300)}, phase="gambit", turning_point=1, cp=(0, 0)
    )
    match = match_at(setting, state, Given([]))
    for seat, primary in enumerate(("tac", "kill")):
        keys = match.decision.keys()
        assert match.decision.seat == seat and "pass" not in keys, "there is no passing before it"
        if match.decision.topic == "gambit":
            match.answer("primary op")
        assert match.decision.seat == seat and match.decision.topic == "primary op"
        assert match.decision.keys() == ["primary crit", "primary kill", "primary tac"]
        match.answer(f"primary {primary}")
    while match.state.phase == "gambit":
        keys = match.decision.keys()
        assert "primary op" not in keys
        match.answer("pass")
    assert match.state.cp == (0, 0)
    assert [entry for entry in match.state.selections if entry[1] == "primary"] == [
        (0, "primary", "tac"),
        (1, "primary", "kill"),
    ]
    assert match.state.revealed == ()
    assert all("choice" not in event.params for event in match.log), "no event says which"


@pytest.mark.rule("KT-OPS-15")
def test_no_primary_op_later_or_twice() -> None:
    assert mission.gambits(field({PRIOR: (300, 300)}, tp=2), 0) == []
    given = field({PRIOR: (300, 300)}, tp=1, selections=[(0, "primary", "crit")])
    assert mission.gambits(given, 0) == [] and [gambit.name for gambit in mission.gambits(given, 1)] == ["primary op"]


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-16")
def test_the_seventh_point_of_an_op_is_not_scored() -> None:
    t = field({PRIOR: (700, 1200)}, vp=(("crit", 0, 5),))
    act(t, PRIOR, "SET SEAL")
    end_turning_point(t)
    assert vp(t, "crit") == (6, 0), "S1 gives one, S2 would be the seventh"
    assert [event["points"] for event in told(t, "scores")] == [1]
    next_turning_point(t)
    end_turning_point(t)
    assert vp(t, "crit") == (6, 0)


@pytest.mark.rule("KT-OPS-16")
def test_an_award_is_cut_at_the_cap() -> None:
    t = field({PRIOR: (700, 1200)}, crit="loose-papers", tp=4, vp=(("crit", 0, 4),))
    t.add_points(A, 0, 5, "KT-ACT-08")
    end_battle(t)
    assert vp(t, "crit") == (6, 0)


@pytest.mark.rule("KT-OPS-16")
def test_the_kill_op_scores_each_grade_when_it_is_reached() -> None:
    t = field(
        {PRIOR: (700, 300), NEEDLE: (2300, 300), PIPER: (2300, 900), MATRON: (2300, 600), "vr-echo": (2300, 1500)}, tp=1
    )
    points = []
    for victim in (NEEDLE, PIPER, MATRON, "vr-echo"):
        kill(t, PRIOR, victim)
        play(mission.judge_kills(t))
        points.append(vp(t, "kill")[0])
    assert points == [0, 1, 1, 2], "of ten enemies 2, 4, 6, 8 and 10 make the grades"
    play(mission.judge_kills(t))
    assert vp(t, "kill") == (2, 0), "no kill is judged twice"


@pytest.mark.rule("KT-OPS-16")
def test_whoever_brings_an_enemy_down_it_counts_for_the_kill_op() -> None:
    t = field({PRIOR: (700, 300), MENDER: (700, 900), NEEDLE: (2300, 300)}, tp=1)
    kill(t, "", PRIOR)
    kill(t, MENDER, MENDER)
    play(mission.judge_kills(t))
    assert vp(t, "kill") == (0, 2), "two of six: grade 2"


@pytest.mark.rule("KT-OPS-16")
@pytest.mark.parametrize(
    ("size", "needed"), [(3, (1, 1, 2, 2, 3)), (5, (1, 2, 3, 4, 5)), (14, (3, 6, 8, 11, 14)), (16, (3, 6, 10, 13, 16))]
)
def test_kill_grades(size: int, needed: tuple[int, ...]) -> None:
    scope = Scope("attrition", False, grades=((5, (1, 2, 3, 4, 5)), (14, (3, 6, 8, 11, 14))))
    cards = [arena.card("one"), *(arena.card(f"victim-{number}") for number in range(size))]
    for down in range(size + 1):
        kills = tuple((0, 1 + victim, 1) for victim in range(down))
        t = arena.table_over(*arena.position(cards, (0,) + (1,) * size, kills=kills))
        assert grade(t, scope, 0) == sum(down >= number for number in needed)


@pytest.mark.rule("KT-OPS-16")
def test_the_higher_kill_grade_gives_one_more_at_the_end() -> None:
    for fallen, points in (((), (1, 0)), ((PRIOR,), (0, 0)), ((PRIOR, MENDER), (0, 1))):
        t = field(
            {PRIOR: (700, 300), MENDER: (700, 900), BREAKER: (700, 1500), NEEDLE: (2300, 300), MATRON: (2300, 900)},
            tp=4,
        )
        write(t, kills=tuple((0, t.number(name), 4) for name in (NEEDLE, MATRON, *fallen)))
        end_battle(t)
        assert vp(t, "kill") == points


# -- order -------------------------------------------------------------------------------------------------------------


def both_bank(initiative: int) -> Table:
    """Both players have a charge that they may cash."""
    t = field({PRIOR: (700, 1200), MATRON: (2300, 1200)}, crit="bank-the-signal", initiative=initiative)
    t.add_points(A, 0, 1, "KT-ACT-08")
    t.add_points(B, 1, 1, "KT-ACT-08")
    return t


@pytest.mark.rule("KT-INIT-04", "KT-TURN-02")
@pytest.mark.parametrize("initiative", [0, 1])
def test_the_player_with_initiative_says_who_scores_first(initiative: int) -> None:
    t = both_bank(initiative)
    question: Any = next(mission.end_of_turning_point(t))
    assert (question.seat, question.topic) == (initiative, "who scores first")
    assert question.keys() == [f"seat {initiative} first", f"seat {1 - initiative} first"]
    end_turning_point(t, "seat 1 first", "score objective-b", "score nothing")
    assert vp(t) == (0, 1)


@pytest.mark.rule("KT-INIT-04", "KT-OPS-20")
def test_no_order_is_asked_for_where_it_cannot_matter_or_would_betray_a_secret() -> None:
    t = field(
        {PRIOR: (700, 1200), MATRON: (2300, 1200), MENDER: (2300, 1060)},
        crit="bank-the-signal",
        tac=("", "proof-of-the-deed"),
    )
    t.add_points(A, 0, 1, "KT-ACT-08")
    kill(t, MATRON, MENDER)
    play(mission.judge_kills(t))
    question: Any = next(mission.end_of_turning_point(t))
    assert (question.seat, question.topic) == (0, "what to score"), "the second player's proof is secret"
    reveal(t, 1, Scope("proof-of-the-deed", True, ("proof",), "proof"))
    question = next(mission.end_of_turning_point(t))
    assert question.topic == "who scores first", "known, it counts"


@pytest.mark.rule("KT-TURN-02")
def test_scoring_looks_at_apl_as_it_is_before_effects_end() -> None:
    setting, state = arena.battle(
        placed={PRIOR: (850, 1050), MATRON: (850, 850)}, phase="turning_point_end", turning_point=2,
        crit_op="rolling-surge", initiative=0,
        operatives={PRIOR: {"effects": (Effect("stun", "apl", -1, "turning point", "KT-WR-26"),)}},
    )  # fmt: skip
    match = match_at(setting, state, None)
    assert match.decision.topic == "initiative of the first player"
    assert match.state.vp == (("crit", 1, 1),), "APL 2 against 3, then the effect ends"
    assert match.state.operatives[0].effects == ()
    codes = [event.code for event in match.log]
    assert codes.index("scores") < codes.index("turning_point_ends")


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-OPS-18")
@pytest.mark.parametrize(("points", "bonus"), [(5, 3), (6, 3), (1, 1), (0, 0), (2, 1)])
def test_half_the_primary_op_once_more_rounded_up(points: int, bonus: int) -> None:
    t = field(
        {PRIOR: (700, 1200)},
        tp=4,
        selections=[(0, "primary", "tac"), (1, "primary", "crit")],
        vp=(("tac", 0, points), ("kill", 0, 6)),
    )
    end_battle(t)
    assert vp(t, "primary") == (bonus, 0)
    assert vp(t) == (points + 6 + bonus, 0)
    assert [(event["seat"], event["what"], event["choice"]) for event in told(t, "revealed")] == [
        (0, "primary", "tac"),
        (1, "primary", "crit"),
    ]


@pytest.mark.rule("KT-OPS-18", "KT-OPS-19")
def test_twenty_one_is_the_most() -> None:
    t = field(
        {PRIOR: (700, 1200)},
        tp=4,
        selections=[(0, "primary", "kill")],
        vp=(("tac", 0, 6), ("kill", 0, 6), ("crit", 0, 6)),
    )
    end_battle(t)
    assert vp(t) == (21, 0)
    assert (t.state.winner, t.state.ending) == (0, "21 to 0 victory points")


@pytest.mark.rule("KT-OPS-19")
@pytest.mark.parametrize(("ours", "theirs", "winner"), [(6, 6, -1), (6, 5, 0), (2, 5, 1)])
def test_most_points_win(ours: int, theirs: int, winner: int) -> None:
    setting, state = arena.battle(phase="battle_end", turning_point=4, vp=(("crit", 0, ours), ("tac", 1, theirs)))
    match = match_at(setting, state, None)
    assert match.over and match.state.winner == winner
    result = match.result
    assert result is not None and result.winner == (None if winner < 0 else winner) and result.rule == "KT-OPS-19"
    assert result.reason == f"{max(ours, theirs)} to {min(ours, theirs)} victory points"


def choose(match: Match) -> str:
    """Passes, and sets a seal whenever that is possible."""
    keys: list[str] = match.decision.keys()
    for wanted in ("SET SEAL", "primary crit", "pass", "end", "no counteract", "conceal"):
        if wanted in keys:
            return wanted
    return keys[0]


def played(state: State, setting: Any) -> Match:
    """The battle to its end."""
    match = match_at(setting, state, Given([6, 1] * 3))
    while not match.over:
        match.answer(choose(match))
    return match


@pytest.mark.rule("KT-OPS-17", "KT-OPS-19")
def test_a_side_without_operatives_does_not_shorten_the_battle() -> None:
    setting, state = arena.battle(
        killzone=open_zone(),
        placed={PRIOR: (700, 1200)},
        selections=[(0, "tac_op", "clean-house"), (1, "tac_op", "eyes-on")],
        turning_point=1,
        cp=(0, 0),
    )
    match = played(state, setting)
    assert match.state.turning_point == 4
    ends = [event.params["number"] for event in match.log if event.code == "turning_point_ends"]
    assert ends == [2, 3, 4], "all that were left are played"
    assert sorted(match.state.vp) == [("crit", 0, 6), ("tac", 0, 6)] and match.state.winner == 0


@pytest.mark.rule("KT-OPS-16", "KT-OPS-17", "KT-OPS-18", "KT-OPS-19")
def test_a_whole_score_sheet() -> None:
    t = field(
        {PRIOR: (700, 1200), MENDER: (1500, 1200), BREAKER: (1830, 1800), MATRON: (2300, 1200), NEEDLE: (2700, 300),
        PIPER: (2700, 600)},
        tac=("past-their-line", "clean-house"), tp=1, selections=[(0, "primary", "tac"), (1, "primary", "crit")],
    )  # fmt: skip
    t.affect(t.number(BREAKER), Effect("spurred", "apl", 1, "battle", "KT-ACT-04"))
    end_turning_point(t)
    assert vp(t) == (0, 0), "nothing is scored in the first turning point"
    next_turning_point(t)
    for name in (PRIOR, MENDER, MATRON):
        act(t, name, "SET SEAL")
    kill(t, BREAKER, NEEDLE)
    play(mission.judge_kills(t))
    end_turning_point(t)
    # First: tac 1 for the kill and 1 for APL 3 still there, crit 1 + 1. Second: crit 1; tac 1, though the Breaker is in
    # its half.
    assert (vp(t, "crit"), vp(t, "kill"), vp(t, "tac")) == ((2, 1), (0, 0), (2, 1))
    next_turning_point(t)
    kill(t, BREAKER, PIPER)
    stand(t, BREAKER, 1500, 1800)
    play(mission.judge_kills(t))
    end_turning_point(t)
    # First: crit 2, kill grade 1; its killer was on the centreline. Second: crit 1, tac 2.
    assert (vp(t, "crit"), vp(t, "kill"), vp(t, "tac")) == ((4, 2), (1, 0), (2, 3))
    next_turning_point(t)
    kill(t, MATRON, MENDER)
    stand(t, MATRON, 1500, 1250)
    play(mission.judge_kills(t))
    act(t, MATRON, "SET SEAL")
    end_turning_point(t)
    # One seal against two; the second player takes a grade for one of six.
    assert (vp(t, "crit"), vp(t, "kill"), vp(t, "tac")) == ((5, 4), (1, 1), (2, 5))
    end_battle(t)
    assert vp(t, "kill") == (1, 1), "both have grade 1"
    assert vp(t, "primary") == (1, 2)
    assert vp(t) == (9, 12) and t.state.winner == 1 and t.state.ending == "12 to 9 victory points"
    sheet = [(entry[0], entry[1], entry[2]) for entry in t.state.scored if entry[1] == 0]
    assert sheet == [
        ("past-their-line S1", 0, 2),
        ("plant-the-seals S1", 0, 2),
        ("plant-the-seals S2", 0, 2),
        ("past-their-line S2", 0, 2),
        ("attrition K1", 0, 3),
        ("plant-the-seals S1", 0, 3),
        ("plant-the-seals S2", 0, 3),
        ("plant-the-seals S1", 0, 4),
        ("primary tac", 0, 4),
    ]


@pytest.mark.rule("KT-OPS-20")
def test_scoring_reveals_before_it_is_told() -> None:
    t = field({PRIOR: (700, 1200), MATRON: (2300, 1200)}, tac=("clean-house", ""))
    end_turning_point(t)
    codes = [event.code for event in t.events or ()]
    assert codes == ["revealed", "scores", "scores"]
    assert told(t, "revealed") == [{"seat": 0, "what": "tac_op", "choice": "clean-house"}]


@pytest.mark.rule("KT-OPS-20")
def test_an_award_of_nothing_reveals_nothing() -> None:
    t = field({PRIOR: (700, 1200)}, tac=("clean-house", ""))
    op = mission.tac_op(t, 0)
    assert op is not None
    award(Moment(t, 0), op, op.tallies["end_of_tp"][0], 0)
    assert t.state.revealed == () and t.events == []
