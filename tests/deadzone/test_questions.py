"""What questions of a battle point at, why something is not possible with what to draw, looking, walking, the tray."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from fireteam.core.chronicle import Chronicle, Entry
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.scene import Die, LookView, QuestionView, RefusalView
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.round import Round

GUN = arena.weapon("Gun", 4)


def battle(
    at: dict[str, str], *frames: Any, dice: Iterable[Any] = (), on: Field | None = None,
    cards: dict[str, tuple[int, Unit]] | None = None, **more: Any,
) -> Match:  # fmt: skip
    """A match in which Ash of the first player is activated."""
    crew = cards or {
        "Ash": (0, arena.unit("Ash", GUN)),
        "Ember": (0, arena.unit("Ember", GUN)),
        "Cinder": (0, arena.unit("Cinder", GUN)),
        "Brand": (1, arena.unit("Brand", GUN)),
    }
    table = arena.table_at(arena.setting_for(crew, on=on), at, *(frames or (Activation(0),)), **more)
    match = arena.match_over(table, Given(list(dice)))
    assert match.decision is not None
    return match


def view(match: Match) -> QuestionView:
    """The question of a match for who must answer."""
    found: QuestionView = match.setting.question_view(match.table, match.decision, True)
    return found


def refused(match: Match, key: str) -> RefusalView:
    """Why a key is not on offer, as it is drawn."""
    refusal = match.why_not(key)
    assert refusal is not None
    found: RefusalView = match.setting.why_view(match.table, refusal)
    assert not found["checks"][-1]["passed"]
    return found


def look(match: Match, piece: str) -> LookView:
    """What the acting model has to do with a piece."""
    found: LookView = match.setting.look(match.table, match.decision, f"piece {piece}")
    return found


# -- options -----------------------------------------------------------------------------------------------------------


def test_options_have_headings_places_and_words() -> None:
    shown = view(battle({"Ash": "1,1,1", "Brand": "4,1,1"}))
    assert (shown["text"], shown["subject"]) == ("What does Ash do?", {"piece": "Ash"})
    options = {option["key"]: option for option in shown["options"]}
    shot = options["shoot Brand with Gun"]
    assert shot == {
        "key": "shoot Brand with Gun",
        "text": "Shoot Brand with Gun",
        "group": "Shoot",
        "rules": ["DZ-SHOOT-01"],
        "place": {"piece": "Brand"},
        "chance": True,
        "note": "Rolls RANGED against the target's SURVIVE to wound it or pin it down.",
        "cost": 1,
        "leads": "attacks",
    }
    assert options["end the activation"]["group"] == "End" and "place" not in options["advance"]


def test_a_step_points_at_its_cell() -> None:
    match = battle({"Ash": "1,1,1"}, on=arena.field(floors={(2, 1, 2): "full"}, ladders=frozenset({(1, 1, 1)})))
    match.answer("sprint")
    options = {option["key"]: option for option in view(match)["options"]}
    assert options["step to 2,1,1"]["place"] == {
        "spot": "1,7,0", "shape": {"rect": [300, 2100, 300, 300]}, "level": 0,
    }  # fmt: skip
    assert options["step to 2,1,2"]["place"] == {
        "spot": "1,7,1", "shape": {"rect": [300, 2100, 300, 300]}, "level": 300,
    }  # fmt: skip


def test_windows_may_be_declined() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "4,1,1"}, dice=[5, 5, 5, 2, 2, 1, 1, 1], command=({"Shoot": 1}, {}))
    match.answer("shoot Brand with Gun")
    shown = view(match)
    assert (shown["window"], shown["window_text"]) == ("reroll", "re-rolls of dice")
    assert [option["key"] for option in shown["options"] if option.get("declines")] == ["keep the dice"]


# -- why not -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "key", "rule"),
    [
        ({"Ash": "1,1,1", "Brand": "6,1,1"}, "shoot Brand with Gun", "DZ-SHOOT-06"),
        ({"Ash": "1,1,1", "Brand": "1,1,1"}, "shoot Brand with Gun", "DZ-ACT-02"),
        ({"Ash": "1,1,1", "Brand": "4,1,1"}, "assault Brand", "DZ-ASLT-01"),
        ({"Ash": "1,1,1", "Brand": "1,1,1"}, "sprint", "DZ-ACT-02"),
        ({"Ash": "1,1,1", "Brand": "4,1,1"}, "stand up", "DZ-ACT-01"),
        ({"Ash": "1,1,1", "Brand": "4,1,1"}, "advance for a die", "DZ-CMD-04"),
    ],
)
def test_actions_that_are_not_possible_name_their_rule(at: dict[str, str], key: str, rule: str) -> None:
    assert refused(battle(at), key)["checks"][-1]["rule"] == rule


def test_an_action_is_taken_once() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "4,1,1"}, Activation(0, shorts=1, done=frozenset({"advance"})))
    assert refused(match, "advance")["checks"][-1]["rule"] == "DZ-ROUND-05"
    assert refused(match, "sprint")["checks"][-1]["rule"] == "DZ-ROUND-04"


def test_sight_that_is_blocked_is_drawn_with_the_wall_that_blocks_it() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "3,1,1"}, on=arena.field(walls={(1, 1, 1, "E"): "blocked"}))
    check = refused(match, "shoot Brand with Gun")["checks"][-1]
    assert check["rule"] == "DZ-SHOOT-07"
    assert [mark["kind"] for mark in check["marks"]] == ["sight", "blocked"]
    assert check["marks"][-1]["shape"] == {"line": [300, 2100, 300, 2400]}
    assert check["marks"][-1]["text"] == "the wall at 1,1,1 is in the way"
    at = match.setting.why_at(match.table, match.decision, "piece Brand")
    assert [one["key"] for one in at][:2] == ["shoot Brand with Gun", "assault Brand"]


def test_a_distance_is_drawn() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "6,1,1"})
    mark = refused(match, "shoot Brand with Gun")["checks"][-1]["marks"][0]
    line = {"line": [150, 2250, 1650, 2250]}
    assert mark == {"kind": "distance", "shape": line, "text": "5 cubes", "heights": [0, 0]}


def test_steps_that_are_barred_show_the_face() -> None:
    match = battle({"Ash": "1,1,1"}, on=arena.field(walls={(1, 1, 1, "E"): "blocked"}))
    match.answer("advance")
    check = refused(match, "step to 2,1,1")["checks"][-1]
    words = "the east face of 1,1,1 lets its size through, not only sizes up to 0"
    assert (check["rule"], check["text"]) == ("DZ-TERR-02", words)
    assert check["marks"] == [
        {"kind": "wall", "shape": {"line": [300, 2100, 300, 2400]}, "text": words, "heights": [0, 300]}
    ]
    assert refused(match, "step to 1,1,2")["checks"][-1]["rule"] == "DZ-GEO-06"
    spots = match.setting.why_at(match.table, match.decision, "spot 1,7,0")
    assert [one["key"] for one in spots] == ["step to 2,1,1"]


def test_who_has_been_activated_waits_for_the_next_round() -> None:
    match = battle(
        {"Ash": "1,1,1", "Ember": "2,1,1", "Cinder": "3,1,1", "Brand": "8,8,1"},
        Round(),
        dice=[2] * 6,
        models={"Ash": {"activated": True}},
    )
    while match.decision.topic != "turn of first player":
        match.answer(match.decision.options[0])
    assert refused(match, "activate Ash")["checks"][-1]["rule"] == "DZ-ROUND-03"
    assert match.why_not("activate Ember") is None


def test_no_thought_is_both_offered_and_refused() -> None:
    match = battle({"Ash": "1,1,1", "Ember": "2,1,1", "Brand": "3,1,1"}, command=({"Advance": 1, "Shoot": 1}, {}))
    for answer in ("advance", "step to 2,1,1"):
        offered = {option.key for option in match.decision.options}
        assert not offered & {refusal.action for refusal in match.refusals()}
        match.answer(answer)


def why_at(match: Match, spot: str) -> list[tuple[str, str, str]]:
    """What is not possible at a cell: the key, the rule and the words of the check that failed."""
    found = match.setting.why_at(match.table, match.decision, f"spot {spot}")
    return [(one["key"], one["checks"][-1]["rule"], one["checks"][-1]["text"]) for one in found]


CEILING = "the upper face of {} lets its size through, not only sizes up to 0"


def test_any_cube_says_why_no_way_leads_there() -> None:
    on = arena.field(floors={(1, 1, 2): "full", (3, 1, 2): "full"})
    match = battle({"Ash": "1,1,1", "Brand": "8,8,1"}, on=on)
    for answers in ((), ("sprint",)):
        for answer in answers:
            match.answer(answer)
        assert why_at(match, "7,0,0")[0] == ("step to 8,8,1", "DZ-MOVE-01", "8,8,1 is within 2 cubes")
        assert why_at(match, "2,7,1")[0] == ("step to 3,1,2", "DZ-TERR-11", CEILING.format("3,1,1"))
        assert why_at(match, "0,7,1")[0] == ("step to 1,1,2", "DZ-TERR-11", CEILING.format("1,1,1"))


def test_quarters_and_halves_are_chosen_on_the_board() -> None:
    on = arena.field(splits={(2, 1, 1): ("x", "door50")})
    match = battle({"Ash": "1,1,1", "Brand": "8,8,1"}, on=on)
    match.answer("advance")
    halves = {one["key"]: one["place"] for one in view(match)["options"] if one["key"].startswith("step to 2,1,1")}
    assert halves["step to 2,1,1/W"] == {
        "spot": "1,7,0 SW+NW", "shape": {"rect": [300, 2100, 150, 300]}, "level": 0,
    }  # fmt: skip
    match.answer("step to 1,2,1")
    places = {one["key"]: one["place"] for one in view(match)["options"]}
    assert len(places) == 4 and places["stand NE"] == {
        "spot": "0,6,0 NE", "shape": {"rect": [150, 1800, 150, 150]}, "level": 0,
    }  # fmt: skip


def test_options_say_which_command_dice_they_take() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "4,1,1"}, command=({"Advance": 1, "Shoot": 1, "Dice": 2}, {}))
    taken = {one["key"]: one["spends"] for one in view(match)["options"] if "spends" in one}
    assert taken == {"advance for a die": {"Advance": 1}, "shoot Brand with Gun for a die": {"Shoot": 1}}
    match.answer("shoot Brand with Gun")
    assert [one.get("spends") for one in view(match)["options"]] == [None, {"Dice": 1}, {"Dice": 2}]


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_the_dice_of_a_shot_have_their_reasons() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "3,1,1"})
    ((label, parts),) = match.setting.reasons(match.table, match.decision.find("shoot Brand with Gun"))
    assert label == "RANGED dice"
    assert [(part.amount, part.rule) for part in parts] == [(3, "DZ-SHOOT-09"), (2, "DZ-SHOOT-10")]


def test_the_dice_of_an_assault_have_their_reasons_for_each_weapon() -> None:
    cards = {
        "Ash": (0, arena.unit("Ash", arena.weapon("Blade", "CC"), size=2)),
        "Brand": (1, arena.unit("Brand", health=3)),
    }
    match = battle({"Ash": "1,1,1", "Brand": "1,1,1"}, cards=cards, models={"Brand": {"damage": 1}})
    ((label, parts),) = match.setting.reasons(match.table, match.decision.find("assault Brand"))
    assert label == "FIGHT dice, Blade"
    assert [(part.amount, part.rule) for part in parts] == [(3, "DZ-ASLT-06"), (1, "DZ-ASLT-13"), (1, "DZ-ASLT-08")]


def test_a_full_cube_is_no_place_to_end() -> None:
    crowd = {f"Guard {number}": (0, arena.unit("Guard")) for number in range(4)}
    cards = {"Ash": (0, arena.unit("Ash")), **crowd, "Brand": (1, arena.unit("Brand"))}
    match = battle({"Ash": "1,1,1", **dict.fromkeys(crowd, "2,1,1"), "Brand": "8,8,1"}, cards=cards)
    match.answer("advance")
    assert refused(match, "step to 2,1,1")["checks"][-1]["rule"] == "DZ-MOVE-06"


# -- looking -----------------------------------------------------------------------------------------------------------


def test_looking_tells_distance_sight_and_the_shot() -> None:
    found = look(battle({"Ash": "1,1,1", "Brand": "3,1,1"}), "Brand")
    assert found["text"] == (
        "Ash to Brand: 2 cubes away, in sight: 15 of 15, clear shot: 2 more dice, 5 RANGED dice with Gun"
    )
    assert [fact["rule"] for fact in found["facts"]] == ["DZ-SHOOT-06", "DZ-SHOOT-07", "DZ-SHOOT-10", "DZ-SHOOT-09"]


def test_looking_over_a_low_wall_shows_what_is_in_the_way_of_a_clear_shot() -> None:
    found = look(battle({"Ash": "1,1,1", "Brand": "3,1,1"}, on=arena.field(walls={(1, 1, 1, "E"): "low25"})), "Brand")
    texts = [fact["text"] for fact in found["facts"]]
    assert "no clear shot" in texts and texts[-1] == "3 RANGED dice with Gun"
    assert found["marks"][-1]["kind"] == "blocked" and found["marks"][-1]["shape"] == {"line": [300, 2100, 300, 2400]}


def test_looking_from_above_at_a_foe_beside_a_friend() -> None:
    on = arena.field(floors={(1, 1, 2): "full"})
    found = look(battle({"Ash": "1,1,2", "Ember": "3,1,1", "Brand": "3,1,1"}, on=on), "Brand")
    rules = {fact["rule"]: fact["good"] for fact in found["facts"]}
    assert rules["DZ-SHOOT-11"] and not rules["DZ-SHOOT-12"]
    ray = next(mark for mark in found["marks"] if mark["kind"] == "sight")
    assert ray["heights"][0] >= 300 > ray["heights"][1]  # it runs from the upper level to the lower one


def test_looking_into_any_cube_tells_what_stops_the_ray_and_the_step() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "8,8,1"}, on=arena.field(walls={(1, 1, 1, "E"): "blocked"}))
    into = match.setting.look(match.table, match.decision, "spot 1,7,0")
    assert into["text"].startswith("Ash to 2,1,1: 1 cube away, not in sight: the wall at 1,1,1 is in the way")
    assert [fact["rule"] for fact in into["facts"]] == ["DZ-SHOOT-06", "DZ-GEO-14", "DZ-TERR-02"]
    kinds = {mark["kind"]: mark for mark in into["marks"]}
    assert kinds["blocked"]["shape"] == {"line": [300, 2100, 300, 2400]} and kinds["blocked"]["heights"] == [0, 300]
    assert kinds["sight"]["heights"][0] == 100  # the eyes of a model of size 1, in hundredths
    ray = kinds["sight"]["ray"]  # from the eyes to the middle of the cube; the wall is met on the way
    assert ray["bodies"] == [[0, 125], [0, 300]] and ray["start"][2] == 100 and ray["end"] == [450, 2250, 150]
    assert ray["met"][0] == 300 and 100 < ray["met"][2] < 150
    free = match.setting.look(match.table, match.decision, "spot 0,6,0")
    assert [fact["good"] for fact in free["facts"]] == [True] * 3 and free["facts"][-1]["text"] == "one step away"
    assert match.setting.look(match.table, match.decision, "spot 0,7,0")["text"] == ""  # where it is itself


def test_looking_at_nobody() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "3,1,1"})
    nothing: LookView = {"text": "", "facts": [], "marks": []}
    assert look(match, "Ash") == look(match, "Ember") == nothing
    assert look(battle({"Ash": "1,1,1", "Brand": "1,1,1"}), "Brand")["facts"][0]["text"] == "in the same cube"


# -- walking -----------------------------------------------------------------------------------------------------------


def test_a_click_is_the_whole_way() -> None:
    match = battle({"Ash": "1,1,1"})
    plan = match.setting.plan(match, "2,7,0")
    assert plan["keys"] == ["sprint", "step to 2,1,1", "step to 3,1,1"]
    assert (plan["path"], plan["text"]) == ([[450, 2250], [750, 2250]], "To 3,1,1 in 2 steps.")
    for key in plan["keys"]:
        match.answer(key)
    assert match.state.models[0].place == match.table.board.named("3,1,1")
    assert match.setting.plan(match, "7,0,0")["text"] == "Nobody is moving now."


def test_the_shorter_action_is_preferred_and_what_is_too_far_is_said() -> None:
    match = battle({"Ash": "1,1,1"})
    assert match.setting.plan(match, "1,6,0")["keys"] == ["advance", "step to 2,2,1"]
    far = match.setting.plan(match, "7,0,0")
    assert (far["keys"], far["text"]) == ([], "There is no way to 8,8,1 in this move.")


def test_the_cells_that_one_click_reaches_are_marked() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "3,3,1"})
    cells = [place["spot"] for place in view(match)["walks"]]
    assert len(cells) == 8 and all(match.setting.plan(match, spot)["keys"] for spot in cells)
    assert "shape" in view(match)["walks"][0] and "2,5,0" in cells  # Brand stops it, but it may go there
    match.answer("advance")
    assert [place["spot"] for place in view(match)["walks"]] == ["1,7,0", "0,6,0", "1,6,0"]
    assert "walks" not in match.setting.question_view(match.table, match.decision, False)


# -- the tray ----------------------------------------------------------------------------------------------------------


def entries(match: Match) -> list[Entry]:
    """All that happened in a match."""
    chronicle = Chronicle(match)
    chronicle.follow()
    return chronicle.entries


def tray(match: Match) -> list[Die]:
    """The dice that lie on the table."""
    found: list[Die] = match.setting.tray(entries(match))
    return found


def test_pools_face_each_other_and_rerolled_dice_are_replaced() -> None:
    match = battle(
        {"Ash": "1,1,1", "Brand": "4,1,1"},
        dice=[5, 8, 1, 2, 4, 6, 7, 1, 1, 6],
        command=({"Shoot": 1}, {}),
    )
    match.answer("shoot Brand with Gun")
    dice = tray(match)
    assert [die["pool"] for die in dice] == [0] * 6 + [1] * 3
    assert [dice[0]["name"], dice[6]["name"]] == ["Ash shoots Brand, attack", "Ash shoots Brand, defence"]
    assert [die["fate"] for die in dice] == ["hit", "hit", *["miss"] * 3, "hit", "hit", "miss", "miss"]
    assert dice[5]["hangs"] == 1 and {die["state"] for die in dice} == {"live"}
    match.answer("re-roll a miss for Shoot")
    dice = tray(match)
    assert (dice[2]["state"], dice[2]["fate"]) == ("replaced", "re-rolled")
    assert (dice[9]["replaces"], dice[9]["pool"], dice[9]["fate"]) == (2, 0, "hit")
    match.answer("advance")
    assert "live" not in {die["state"] for die in tray(match)}


def test_a_re_roll_names_the_dice_that_it_may_take() -> None:
    match = battle(
        {"Ash": "1,1,1", "Brand": "4,1,1"},
        dice=[5, 8, 1, 2, 4, 6, 7, 1, 1, 6],
        command=({"Shoot": 1}, {}),
    )
    match.answer("shoot Brand with Gun")
    dice = tray(match)
    assert [die.get("sign") for die in dice] == ["hit", "critical", *["miss"] * 3, "hit", "hit", "miss", "miss"]
    taken = match.setting.taken(match.decision, dice)
    # The 8 stays, and the dice of the other side are not asked about.
    assert taken == {"re-roll a miss for Shoot": [[2, 3, 4]], "re-roll a hit for Shoot": [[0, 5]]}
    match.answer("re-roll a miss for Shoot")
    assert [die.get("sign") for die in tray(match)][2] == "rerolled"


def test_command_dice_lie_there_with_their_symbols() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "4,1,1"}, Round(), dice=[1, 2, 3, 4, 5, 6])
    assert [die["face"] for die in tray(match)] == ["+1 model", "Dice", "Advance", "Shoot", "Assault", "Special"]
    lines = [match.setting.told(entry)["text"] for entry in entries(match) if entry.kind == "roll"]
    assert lines[0] == "Command dice of first player: +1 model Dice Advance"
    assert match.decision.topic == "command re-roll of second player"  # the last of their phase
    assert match.setting.scene(match.table, 0)["status"]["phase"]["value"] == "Command dice"
    match.answer("re-roll none")
    assert match.setting.scene(match.table, 0)["status"]["phase"]["value"] == "Turns"


def test_the_log_names_pieces_and_headings() -> None:
    match = battle({"Ash": "1,1,1", "Brand": "4,1,1"}, dice=[5, 6, 1, 2, 4, 7, 1, 1])
    match.answer("shoot Brand with Gun")
    lines = [match.setting.told(entry) for entry in entries(match)]
    activated = next(line for line in lines if line.get("code") == "activated")
    assert (activated["heading"], activated["about"]) == (2, ["Ash"])
    assert next(line for line in lines if line.get("code") == "shoots")["about"] == ["Ash", "Brand"]
