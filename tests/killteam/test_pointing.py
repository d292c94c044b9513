"""What a table points at: questions with regions, ways to a point, what one operative has to do with another, and every
reason."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.scene import LookView, PlanView
from fireteam.games.killteam import arena
from fireteam.games.killteam.equipment import set_up
from fireteam.games.killteam.show.questions import place_of
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.zone import Zone
from fireteam.kit.arena import match_at
from fireteam.space.plane.model import Part
from tests.killteam.stage import Man, play, stage, zone_with
from tests.space.plane.reference import rectangle

GUN = arena.weapon(4, 3, 3, 4, "Range 12", name="gun")
FISTS = arena.weapon(3, 4, 2, 3, ranged=False, name="fists")
LOW = rectangle("bar", (13.5, 9, 13.8, 13), (0, 1), "Light")
HEAP = rectangle("heap", (9.5, 9, 9.8, 13), (0, 1), "Heavy")
TALL = rectangle("tall", (9.5, 5, 9.8, 17), (0, 4), "Heavy")


@cache
def ground(*parts: Part) -> Zone:
    """A board with some terrain, made once: its ways are searched once."""
    return zone_with(*parts)


def lay(*parts: Part, conceal: bool = False, x: float = 15, markers: Any = None) -> Match:
    """One operative of each side, 10" apart on a bare board, the first in its activation."""
    men = [Man("a-one", 0, 5, 11, weapons=(GUN, FISTS)), Man("b-one", 1, x, 11, weapons=(GUN, FISTS), conceal=conceal)]
    return stage(men, active="a-one", zone=ground(*parts), markers=markers or {})


def look(match: Match, piece: str) -> LookView:
    return match.setting.look(match.table, match.decision, f"piece {piece}")


def texts(view: LookView) -> list[str]:
    return [fact["text"] for fact in view["facts"]]


def plan(match: Match, spot: str) -> PlanView:
    return match.setting.plan(match, spot)


# -- looking -----------------------------------------------------------------------------------------------------------


def test_an_enemy_in_the_open_can_be_shot() -> None:
    found = look(lay(), "b-one")
    assert texts(found) == [
        '8.74" away',
        "visible",
        "not in cover",
        "not obscured",
        "a valid target of gun",
        "not in control range",
    ]
    assert found["text"].startswith('a-one to b-one: 8.74" away, visible')
    # A scene's y grows downwards; in the middle of the board that is the same.
    assert [(mark["kind"], mark["shape"]) for mark in found["marks"]] == [
        ("sight", {"line": [500, 1100, 1500, 1100]}),
        ("distance", {"line": [500, 1100, 1500, 1100]}),
    ]


@pytest.mark.rule("KT-SHOOT-05", "KT-SHOOT-08")
def test_the_line_that_gives_cover_is_drawn_and_the_reason_told() -> None:
    match = lay(LOW, conceal=True)
    found = look(match, "b-one")
    assert texts(found)[2] == "in cover from Bar"
    assert texts(found)[4].startswith("no target of gun, which needs: no cover hides b-one")
    cover = [mark for mark in found["marks"] if mark["kind"] == "cover"]
    assert [mark["shape"] for mark in cover] == [
        {"line": [500, 1100, 1496, 1037]},
        {"polygon": [1350, 1300, 1380, 1300, 1380, 900, 1350, 900]},
    ]
    # The same target with an Engage order is in cover all the same, and can be shot.
    assert "a valid target of gun" in texts(look(lay(LOW), "b-one"))


@pytest.mark.rule("KT-SHOOT-13")
def test_an_obscured_enemy_names_what_obscures_it() -> None:
    found = look(lay(HEAP), "b-one")
    assert texts(found)[2:5] == ["not in cover", "obscured by Heap", "a valid target of gun"]
    assert {mark["kind"] for mark in found["marks"]} == {"sight", "distance", "obscured"}


@pytest.mark.rule("KT-SHOOT-07")
def test_an_enemy_out_of_sight_names_the_part_in_the_way() -> None:
    found = look(lay(TALL), "b-one")
    assert texts(found)[1] == "not visible: Tall is in the way"
    assert [mark["kind"] for mark in found["marks"]] == ["blocked", "blocked", "distance"]
    assert found["marks"][1]["shape"] == {"polygon": [950, 1700, 980, 1700, 980, 500, 950, 500]}


MARGINAL = " (a hundredth of an inch would change it)"


@pytest.mark.rule("KT-GEO-05")
def test_sight_that_a_hundredth_of_an_inch_would_change_says_so() -> None:
    def told(south: float) -> str:
        return texts(look(lay(rectangle("tall", (12, south, 12.3, 17), (0, 4), "Heavy")), "b-one"))[1]

    hidden = "not visible: Tall is in the way"
    assert [told(south) for south in (10.60, 10.61, 10.62, 10.63)] == [
        hidden,
        hidden + MARGINAL,
        "visible" + MARGINAL,
        "visible",
    ]


@pytest.mark.rule("KT-GEO-09", "KT-SHOOT-08")
def test_cover_that_a_hundredth_of_an_inch_would_change_says_so() -> None:
    def told(west: float) -> list[str]:
        return texts(look(lay(rectangle("bar", (west, 9, west + 0.37, 13), (0, 1), "Light")), "b-one"))[1:4]

    # Its base ends at 14.37, so cover reaches back to 13.37.
    assert told(12.98) == ["visible", "not in cover", "not obscured"]
    assert told(12.99) == ["visible", "not in cover" + MARGINAL, "not obscured"]
    assert told(13.00) == ["visible", "in cover from Bar" + MARGINAL, "not obscured"]
    assert told(13.01) == ["visible", "in cover from Bar", "not obscured"]


@pytest.mark.rule("KT-GEO-10", "KT-EQ-18")
def test_smoke_that_a_hundredth_of_an_inch_would_change_says_so() -> None:
    def told(x: int) -> list[str]:
        smoke = {"smoke": Marker("smoke", "smoke", NOBODY, x, 1100, 0, NOBODY, "", ())}
        return texts(look(lay(markers=smoke), "b-one"))[2:4]

    # 1" round a marker of 20 mm, and the base of 32 mm wholly within: the middles are up to 0.764" apart.
    assert told(1575) == ["not in cover", "obscured by smoke"]
    assert told(1576) == ["not in cover", "obscured by smoke" + MARGINAL]
    assert told(1577) == ["not in cover", "not obscured" + MARGINAL]
    assert told(1578) == ["not in cover", "not obscured"]


@pytest.mark.rule("KT-GEO-07", "KT-BASE-06")
def test_control_that_a_hundredth_of_an_inch_would_change_says_so() -> None:
    found = [texts(look(lay(x=x), "b-one"))[-1] for x in (7.25, 7.26, 7.27, 7.28)]
    assert found == [
        "in control range",
        "in control range" + MARGINAL,
        "not in control range" + MARGINAL,
        "not in control range",
    ]


@pytest.mark.rule("KT-MARK-03", "KT-MARK-04")
def test_a_marker_tells_its_distance_and_who_controls_it() -> None:
    lying = {"objective-a": Marker("objective-a", "objective", NOBODY, 700, 1100, 0, NOBODY, "", ())}
    found = look(lay(markers=lying), "objective-a")
    assert texts(found) == ['0.58" away', "visible", "a-one contests it", "controlled by The first player"]
    far = {"objective-a": Marker("objective-a", "objective", NOBODY, 2700, 1100, 0, NOBODY, "", ())}
    assert texts(look(lay(markers=far), "objective-a"))[2:] == ["a-one does not contest it", "controlled by nobody"]


def test_nothing_is_said_of_oneself_or_of_what_is_not_there() -> None:
    match = lay()
    assert look(match, "a-one")["facts"] == look(match, "nobody")["facts"] == []


# -- why not -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "conceal", "rule", "kinds"),
    [
        ((LOW,), True, "KT-SHOOT-05", ["cover", "cover"]),
        ((TALL,), False, "KT-SHOOT-07", ["blocked", "blocked"]),
    ],
)
@pytest.mark.rule("KT-SHOOT-05", "KT-SHOOT-07")
def test_why_it_cannot_be_shot_is_told_with_the_same_lines(
    parts: tuple[Part, ...], conceal: bool, rule: str, kinds: list[str]
) -> None:
    match = lay(*parts, conceal=conceal)
    shot, fight = match.setting.why_at(match.table, match.decision, "piece b-one")
    assert (shot["key"], shot["text"]) == ("shoot b-one with gun", "Shoot b-one with gun")
    decisive = shot["checks"][-1]
    assert (decisive["rule"], decisive["passed"]) == (rule, False)
    assert [mark["kind"] for mark in decisive["marks"]] == kinds
    assert [mark for mark in look(match, "b-one")["marks"] if mark["kind"] == kinds[0]] == decisive["marks"]
    assert all(check["passed"] for check in shot["checks"][:-1])
    assert fight["checks"][-1]["marks"][0]["kind"] == "distance"


@pytest.mark.rule("KT-WR-17")
def test_out_of_range_is_told_with_the_distance() -> None:
    match = lay(x=25)
    shot = match.setting.why_at(match.table, match.decision, "piece b-one")[0]
    assert shot["checks"][-1]["text"] == 'distance 18.74" is within Range 12"'
    assert shot["checks"][-1]["marks"][0]["kind"] == "distance"


@pytest.mark.rule("KT-ACT-06", "KT-FIGHT-01")
def test_every_action_that_is_not_possible_says_why() -> None:
    match = lay(TALL)
    found = {refusal.action: refusal.decisive.rule for refusal in match.refusals()}
    assert found == {
        "FALL BACK": "KT-FALL-02",
        "CHARGE": "KT-ACT-07",
        "PICK UP MARKER": "KT-PICK-01",
        "PLACE MARKER": "KT-PLAC-01",
        "SHOOT": "KT-SHOOT-03",
        "FIGHT": "KT-FIGHT-01",
        "shoot b-one with gun": "KT-SHOOT-07",
        "fight b-one": "KT-FIGHT-01",
    }
    offered = match.decision.keys()
    assert not set(offered) & set(found)
    assert match.why_not("FALL BACK") is not None
    assert match.why_not("FLY") is None


@pytest.mark.rule("KT-ACT-02")
def test_a_shot_that_would_be_possible_is_refused_for_the_action_itself() -> None:
    shot = (("actions", ("SHOOT",)), ("ap", 1))
    men = [Man("a-one", 0, 5, 11, weapons=(GUN,), fields=shot), Man("b-one", 1, 15, 11, weapons=(GUN,))]
    match = stage(men, active="a-one", zone=ground())
    refusal = match.why_not("shoot b-one with gun")
    assert refusal is not None
    assert refusal.decisive.rule == "KT-ACT-02"


@pytest.mark.rule("KT-FIRE-03")
def test_who_cannot_be_activated_says_why() -> None:
    men = [
        Man("a-one", 0, 5, 11),
        Man("a-two", 0, 5, 15, fields=(("readiness", 2),)),
        Man("b-one", 1, 25, 11),
        Man("a-six", 0, 5, 5),
    ]
    match = stage(men, phase="firefight", acting=0, initiative=0, zone=ground())
    assert match.decision.keys() == ["activate a-one", "activate a-six"]
    found = {refusal.action: refusal.decisive.text for refusal in match.refusals()}
    assert found == {"activate a-two": "a-two is ready (expended)", "activate b-one": "b-one is of the own kill team"}


@pytest.mark.rule("KT-SHOOT-03")
def test_targets_of_the_chosen_weapon_that_are_not_offered_say_why() -> None:
    short = arena.weapon(4, 3, 3, 4, "Range 3", name="pistol")
    men = [
        Man("a-one", 0, 5, 11, weapons=(GUN, short)),
        Man("b-one", 1, 8, 11),
        Man("b-two", 1, 8, 9.5),
        Man("b-far", 1, 14, 11),
    ]
    match = play(stage(men, active="a-one", zone=ground()), "SHOOT", "use pistol")
    assert match.decision.keys() == ["shoot b-one", "shoot b-two"]
    refusal = match.why_not("shoot b-far")
    assert refusal is not None
    assert refusal.decisive.rule == "KT-WR-17"


# -- regions and ways --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GEO-18")
def test_a_move_is_asked_with_its_reach_inch_by_inch() -> None:
    match = play(lay(), "REPOSITION")
    view = match.setting.question_view(match.table, match.decision, True)
    region = view["region"]
    assert {name: value for name, value in region.items() if name != "contours"} == {
        "kind": "move",
        "piece": "a-one",
        "start": [500, 1100],
        "limit": 6,
        "jumps": True,
        "radius": 63,
    }
    assert len(region["contours"]) == 6
    reached = [max(value for loop in loops for value in loop[::2]) for loops in region["contours"]]
    assert reached == [625, 725, 825, 925, 1025, 1125]
    assert {option["group"] for option in view["options"]} == {"suggested"}
    assert view["subject"] == {"piece": "a-one"}
    assert "region" not in match.setting.question_view(match.table, match.decision, False)


@pytest.mark.parametrize(
    ("spot", "key", "cost", "path"),
    [
        ("point 800,1100", "to 8.00,11.00", 3, [[500, 1100], [800, 1100]]),
        ("point 500,800", "to 5.00,14.00", 3, [[500, 1100], [500, 800]]),  # up on the page is north
        ("point 800,1100 via 600,1000", "to 8.00,11.00 via 6.00,12.00", 5, [[500, 1100], [600, 1000], [800, 1100]]),
        ("words 3 north", "to 5.00,14.00", 3, [[500, 1100], [500, 800]]),
        ("words 3 s", "to 5.00,8.00", 3, [[500, 1100], [500, 1400]]),
        ("words n 2 e 2", "to 7.00,13.00 via 5.00,13.00", 4, [[500, 1100], [500, 900], [700, 900]]),
        ("words towards b-one 4", "to 9.00,11.00", 4, [[500, 1100], [900, 1100]]),
        ("words towards b-one", "to 11.00,11.00", 6, [[500, 1100], [1100, 1100]]),
        ("words 4 towards centre", "to 9.00,11.00", 4, [[500, 1100], [900, 1100]]),
        ("words to 8,11", "to 8.00,11.00", 3, [[500, 1100], [800, 1100]]),
        ("words 8.0, 11.0", "to 8.00,11.00", 3, [[500, 1100], [800, 1100]]),
    ],
)
@pytest.mark.rule("KT-GEO-18", "KT-REPO-02")
def test_ways_are_dragged_clicked_or_typed(spot: str, key: str, cost: int, path: list[list[int]]) -> None:
    match = play(lay(), "REPOSITION")
    found = plan(match, spot)
    assert (found["keys"], found["cost"], found["limit"], found["path"]) == ([key], cost, 6, path)
    assert sum(leg["cost"] for leg in found["legs"]) == cost
    match.answer(found["keys"][0])
    end = match.state.operatives[0]
    assert [end.x, 2200 - end.y] == path[-1]


def test_a_way_says_what_its_inches_were_for() -> None:
    match = play(lay(rectangle("bench", (6, 9, 6.5, 13), (0, 1), "Light")), "REPOSITION")
    legs = plan(match, "point 800,1100")["legs"]
    assert legs[0]["text"].startswith('3.0" along, 2" climbing Bench')
    assert sum(leg["cost"] for leg in legs) == 5


@pytest.mark.rule("KT-REPO-01", "KT-BASE-01")
def test_a_way_that_is_not_possible_says_why() -> None:
    match = play(lay(), "REPOSITION")
    far = plan(match, "words 9 north")
    assert (far["keys"], far["path"], far["limit"]) == ([], [], 6)
    assert far["text"] == 'Not possible: it costs 9", more than 6"'
    assert far["refusal"]["checks"][-1]["rule"] == "KT-REPO-01"
    assert far["refusal"]["checks"][-1]["marks"][0]["shape"] == {"circle": [500, 200, 25]}
    assert plan(match, "point 1500,1100")["refusal"]["checks"][-1]["rule"] == "KT-BASE-01"
    assert plan(match, "words towards nothing")["text"] == "There is nothing called 'nothing'."
    assert plan(match, "nonsense")["keys"] == []
    refusal = match.why_not("to 5.00,20.00")
    assert refusal is not None
    assert match.setting.why_at(match.table, match.decision, "spot 5.00,20.00")[0]["key"] == refusal.action


@pytest.mark.rule("KT-GEO-13", "KT-GEO-18")
def test_floors_over_each_other_are_told_apart() -> None:
    """Beside a gantry: its floor alone, or the ground as well, each with its cost; a suggestion names the one it
    means."""
    setting, state = arena.battle(
        killzone="quenchworks",
        teams=("veilrunners", "ironroot-menagerie"),
        placed={"vr-matron": (1150, 1500)},
        phase="firefight",
        anywhere=True,
    )
    match = play(match_at(setting, state, Given([])), "engage", "REPOSITION")
    above = plan(match, "point 950,650")
    assert (above["keys"], above["level"]) == (["to 9.50,15.50 up 3.00"], 300)
    assert above["levels"] == [{"level": 0, "legal": False}, {"level": 300, "legal": True, "cost": 6}]
    both = plan(match, "point 1050,700")
    assert (both["keys"], both["level"]) == (["to 10.50,15.00 up 3.00"], 300)
    assert both["levels"] == [{"level": 0, "legal": True, "cost": 6}, {"level": 300, "legal": True, "cost": 4}]
    assert plan(match, "point 1050,700 up 0")["keys"] == ["to 10.50,15.00 up 0.00"]
    below = plan(match, "point 950,650 up 0")
    assert below["keys"] == [] and [level["legal"] for level in below["levels"]] == [False, True]
    assert "levels" not in plan(match, "point 1150,600")
    options = setting.question_view(match.table, match.decision, mine=True)["options"]
    places = {option["key"]: option["place"] for option in options if "place" in option}
    assert (places["to 9.50,15.50 up 3.00"]["spot"], places["to 9.50,15.50 up 3.00"]["level"]) == (
        "9.50,15.50 up 3.00",
        300,
    )
    assert places["to 11.50,14.50"] == {"spot": "11.50,14.50", "shape": {"circle": [1150, 750, 25]}}


@pytest.mark.rule("KT-EQ-09", "KT-EQ-25")
def test_what_is_put_down_is_drawn_as_large_as_it_is() -> None:
    """Terrain has its footprint about its middle, a marker none; a suggestion says how it is turned."""
    match = play(match_at(*arena.battle(placed={"cv-prior": (2000, 1100)}, phase="firefight"), Given([])), "engage")
    t = match.decision and match.table
    barricade = set_up.Item("light_barricades-0-1", "light_barricades", "light_barricades", 0).places(t)
    wall = max(barricade.outline()["footprint"], key=lambda polygon: polygon[1][0] - polygon[0][0])
    assert wall[0][0] == -wall[1][0] and wall[1][0] >= 100
    mine = set_up.Item("mines-0", "mines", "mine", 0).places(t)
    assert mine.outline()["footprint"] == []
    place = place_of(
        t, Option("at 16.50,1.50 up 3.00 turned 45", "set_up", ("light_barricades-0-1", 1650, 150, 300, 45), ())
    )
    assert place == {"spot": "16.50,1.50 up 3.00", "shape": {"circle": [1650, 2050, 25]}, "level": 300, "turned": 45}


@pytest.mark.rule("KT-PLOY-01", "KT-PLOY-02")
def test_a_ploy_says_what_it_costs_and_does() -> None:
    """Its name alone says nothing; no id of a pack stands among the rules."""
    setting, state = arena.battle(
        teams=("cinder-vigil", "veilrunners"), placed={"cv-prior": (2000, 1100)}, phase="gambit"
    )
    match = match_at(setting, state, Given([]))
    question = match.decision
    options = {option["text"]: option for option in setting.question_view(match.table, question, mine=True)["options"]}
    assert options["Condemned Ground"]["note"].startswith("1 CP. VIGIL operatives that contest an objective")
    assert not options["Pass"]["note"].startswith("1 CP")
    assert all(rule.startswith("KT-") for option in options.values() for rule in option["rules"])


def test_without_a_region_there_is_no_way() -> None:
    found = plan(lay(), "words 3 north")
    assert (found["keys"], found["path"], found["text"]) == ([], [], "Nobody moves and nothing is put down now.")


@pytest.mark.rule("KT-PLAC-01")
def test_something_put_down_is_asked_as_a_place() -> None:
    carried = {"crate-1": Marker("crate-1", "crate", NOBODY, 0, 0, 0, 0, "", ("portable",))}
    men = [Man("a-one", 0, 5, 11, weapons=(GUN,), fields=(("carries", ("crate-1",)),)), Man("b-one", 1, 25, 11)]
    match = play(stage(men, active="a-one", zone=ground(), markers=carried), "PLACE MARKER")
    view = match.setting.question_view(match.table, match.decision, True)
    assert view["region"] == {"kind": "place", "radius": 39, "rotates": False}
    found = plan(match, "point 560,1050")
    assert (found["keys"], found["path"]) == (["at 5.60,11.50"], [[560, 1050]])
    assert plan(match, "words 6 north")["text"].startswith("A direction needs something that moves")
    refused = plan(match, "point 900,1100")
    assert refused["refusal"]["checks"][-1]["rule"] == "KT-PLAC-01"


# -- options -----------------------------------------------------------------------------------------------------------


def test_options_point_at_pieces_and_tell_where_dice_decide() -> None:
    match = lay()
    view = match.setting.question_view(match.table, match.decision, True)
    chances = {option["key"]: option.get("chance", False) for option in view["options"]}
    assert chances == {"REPOSITION": False, "DASH": False, "CHARGE": False, "SHOOT": True, "end": False}
    men = [Man("a-one", 0, 5, 11, weapons=(GUN,)), Man("b-one", 1, 12, 11), Man("b-two", 1, 12, 14)]
    match = play(stage(men, active="a-one", zone=ground()), "SHOOT")
    view = match.setting.question_view(match.table, match.decision, True)
    assert [option["place"] for option in view["options"]] == [{"piece": "b-one"}, {"piece": "b-two"}]
    assert view["text"] == "A-one: shoot at whom?"
    assert "options" not in match.setting.question_view(match.table, match.decision, False)


def test_numbers_behind_an_option_are_sums() -> None:
    match = lay()
    reasons = match.setting.reasons(match.table, match.decision.find("CHARGE"))
    assert [(label, [part.amount for part in parts]) for label, parts in reasons] == [("inches of CHARGE", [6, 2])]
