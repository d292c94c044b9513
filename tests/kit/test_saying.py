"""Options say what they do and what they cost, and what is barred says why, in a person's words: over random games of
every game, and in fixed positions."""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import BarredView, QuestionView
from fireteam.core.topics import form_of
from fireteam.kit.reasons import MOST, Reasons, Wish, barred_views, nearest, refused

STARTS = (
    ("escape", "core-breach"),
    ("killteam", "quick-1"),
    ("deadzone", "run_the_cordon"),
    ("necromunda", "tollgate"),
)
MOST_ANSWERS = 260
ID_LIKE = re.compile(r"\b[a-z]+[-_][a-z]*\d|\b[a-z]+_[a-z]+\b|\b[a-z]+/[a-z]+|\b(?:cv|sl|vr|ir)-|\{")
TWICE = re.compile(r"\b(?:not|no|nobody|none|nothing|never|cannot)\b[^,:;]*\b(?:not|no|nobody|none|nothing|never)\b")
ACTING = "action of {who}"


def part(game: str, name: str) -> Any:
    """A module of how a game shows itself."""
    return import_module(f"fireteam.games.{game}.show.{name}")


def asked(match: Match) -> tuple[Choose, QuestionView]:
    """The decision, as whoever must answer sees it."""
    question = match.decision
    return question, match.setting.question_view(match.table, question, True)


@pytest.mark.parametrize(("game", "scenario"), STARTS)
def test_options_say_what_they_do_and_cost_and_what_is_barred_says_why(game: str, scenario: str) -> None:
    match, rng = fireteam.new(game, scenario=scenario, seed=11), random.Random(5)
    costs, reasons = Costs(), 0
    for _ in range(MOST_ANSWERS):
        question = match.decision
        pick = question.draw(rng.random)
        if question.region is None:  # where any point is an answer, what takes long is drawn for nothing
            view = asked(match)[1]
            for option in view["options"]:
                _check_note(option.get("note", ""))
            for entry in view.get("barred", ()):
                _check_barred(entry)
                reasons += not entry["reason"].startswith("only if ")
            keys = [entry["key"] for entry in (*view["options"], *view.get("barred", ()))]
            assert len(set(keys)) == len(keys), "once each, and never both on offer and barred"
            assert len(view.get("barred", ())) <= MOST
            costs.look(match, view, pick.key)
        match.answer(pick)
        if match.over:
            break
    assert reasons > 30
    assert costs.compared > 5


def _check_note(note: str) -> None:
    assert note[:1] == note[:1].upper(), note
    assert note.endswith("."), note
    assert ID_LIKE.search(note) is None, note


def _check_barred(entry: BarredView) -> None:
    assert entry["text"]
    assert entry["reason"]
    assert not entry["reason"].endswith(".")
    assert ID_LIKE.search(f"{entry['text']} {entry['reason']}") is None, entry
    assert TWICE.search(entry["reason"]) is None, entry


class Costs:
    """What the next question for an action of somebody should have left."""

    def __init__(self) -> None:
        self.expected: dict[tuple[str, int, int], int] = {}
        self.compared = 0

    def look(self, match: Match, view: QuestionView, picked: str) -> None:
        question = match.decision
        if form_of(question.topic) == "{who} pays {statistic}":
            self.expected = {}  # somebody else may pay
        if form_of(question.topic) != ACTING:
            return
        left, most = view["points"]
        assert 0 <= left <= most
        assert view["points_name"]
        assert all(0 <= option["cost"] <= left for option in view["options"])
        now = (question.topic, most, match.setting.game.turns(match.state))
        if now in self.expected:
            assert left == self.expected[now], question.topic
            self.compared += 1
        cost = next(option["cost"] for option in view["options"] if option["key"] == picked)
        self.expected = {now: left - cost}


@pytest.mark.parametrize("game", sorted(fireteam.game_names()))
def test_every_kind_of_option_has_a_note(game: str) -> None:
    notes = part(game, "notes").NOTES
    kinds = {kind.partition(".")[0] for kind in part(game, "words").WORDS.options}
    assert kinds - notes.keys() <= {"action"}, "an action is told by its name"
    assert [note for note in notes.values() if not re.fullmatch(r"[A-Z][^.]*\.", note)] == [], "one sentence each"


# -- fixed positions ---------------------------------------------------------------------------------------------------


def told(match: Match) -> dict[str, str]:
    """What is barred, with its reason."""
    return {entry["text"]: entry["reason"] for entry in asked(match)[1]["barred"]}


def at_an_action(game: str, scenario: str, seed: int) -> Match:
    """The first question for an action, after the first option of every question before."""
    match = fireteam.new(game, scenario=scenario, seed=seed)
    while form_of(match.decision.topic) != ACTING:
        match.answer(match.decision.options[0])
    return match


def test_escape_says_it_in_a_persons_words() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=1)
    while match.decision.find("activate bruno") is None:
        match.answer(match.decision.options[0])
    match.answer("activate bruno")
    view = asked(match)[1]
    assert (view["points"], view["points_name"]) == ([6, 6], "actions (3 Movement, 2 Combat, 1 Intellect)")
    assert {option["key"]: option["cost"] for option in view["options"]} == {
        "end": 0,
        "step 3,11": 1,
        "drill 3,9|3,10": 1,
    }
    assert view["options"][1]["note"] == "Walks there for a Movement action."
    found = told(match)
    assert found["Attack"] == "too far: Ubume must be on a square next to it"
    assert found["Open a door"] == "too far: A05 must be next to it"
    assert found["Leave the board"] == "too far: it must stand on a square of Airlock 3"
    assert not {"Shoot", "Use the medkit", "Throw a grenade", "Shut a door"} & found.keys(), "nobody would think of it"
    refusal = match.why_not("attack ubume")
    assert refusal is not None
    assert match.setting.why_view(match.table, refusal)["reason"] == found["Attack"]
    match.answer("step 3,11")
    assert asked(match)[1]["points"] == [5, 6]


def test_kill_team_says_it_in_a_persons_words() -> None:
    match = at_an_action("killteam", "quick-1", 3)
    view = asked(match)[1]
    assert (view["points"], view["points_name"]) == ([2, 2], "action points")
    assert told(match) == {
        "SHOOT": "concealed: it needs an Engage order to shoot",
        "CHARGE": "concealed: it needs an Engage order",
        "FIGHT": "no enemy is near enough to fight",
        "SET SEAL": "not in turning point 1",
    }
    match.answer("DASH")
    match.answer(match.decision.options[0])
    found = told(match)
    assert found["DASH"] == "done already in this activation"
    assert asked(match)[1]["points"] == [1, 2]


def test_kill_team_tells_of_places_and_points() -> None:
    said = part("killteam", "notes").told
    for text, sentence in (
        ('leg 2 can be made at 3.00,4.00 (it costs 8", more than 6")', "too far: 8 of 6 inches"),
        (
            "it cannot end there; this does not hold: the base overlaps no solid part (ruin/south-wall)",
            "the base would overlap ruin/south-wall",
        ),
        ("the whole base is within the own drop zone", "the base would stick out of your drop zone"),
        ("2 AP spent and 1 for SHOOT are at most APL 2", "no action points left"),
        ("1 AP spent and 2 for FALL BACK are at most APL 2", "too few action points: 1 of 2"),
        ('distance 7.20" is within Range 6"', "too far: 7.20 of 6 inches"),
        ("no cover hides x, which has a Conceal order", "hidden: in cover and concealed"),
        ("a sees b: blocked by stronghold-b/west-wall", "out of sight: stronghold-b/west-wall is in the way"),
    ):
        assert said(Check("KT-GEO-13", False, text)) == sentence


def test_deadzone_says_it_in_a_persons_words() -> None:
    match = at_an_action("deadzone", "crossed_lanterns", 1)
    view = asked(match)[1]
    assert (view["points"], view["points_name"]) == ([2, 2], "short actions")
    assert {option["key"]: option["cost"] for option in view["options"]} == {
        "advance": 1,
        "sprint": 2,
        "end the activation": 0,
    }
    found = told(match)
    assert found["Shoot Guild Forewoman"] == "too far: 6 of 3 cubes"
    assert found["Assault"] == "no enemy is in its cube"
    match.answer("advance")
    assert told(match) == {"Step to 1,1,2": "there is nothing to climb in 1,1,1"}
    assert asked(match)[1]["points"] == [1, 2], "always visible"


def test_nobody_else_is_told_what_is_barred() -> None:
    match = at_an_action("deadzone", "crossed_lanterns", 1)
    view = match.setting.question_view(match.table, match.decision, False)
    assert not {"barred", "options", "points"} & view.keys()


# -- the kit's own part ------------------------------------------------------------------------------------------------


def test_the_text_with_more_words_of_its_own_is_meant() -> None:
    reasons = Reasons(
        {"{} is free": "{0} is taken", "{} is free of smoke": "smoke in {0}", "at {:.2f} of {}": "{1}: {0}"}
    )
    assert reasons.told(Check("R-1", False, "the cube is free of smoke")) == "smoke in the cube"
    assert reasons.told(Check("R-1", False, "the cube is free")) == "the cube is taken"
    assert reasons.told(Check("R-1", False, "at 7.25 of 6")) == "6: 7.25"
    assert reasons.told(Check("R-1", False, "it has wings")) == "only if it has wings"
    assert reasons.find("it has wings") == ""


def law(*checks: Check) -> Any:
    return lambda why: why.extend(checks) or all(check.passed for check in checks)


def test_the_way_that_lacks_least_is_told() -> None:
    good, bad = Check("R-1", True, "a"), Check("R-2", False, "b")
    assert nearest([("one", law(bad)), ("two", law(good, bad))]) == Refusal("two", (good, bad))
    assert nearest([("one", law(bad)), ("two", law(good))]) is None
    assert nearest([]) is None


def test_wishes_that_are_possible_or_on_offer_are_left_out() -> None:
    good, bad = Check("R-1", True, "a"), Check("R-2", False, "b")
    wishes = [
        Wish("one", "One", "Do", law(good)),
        Wish("two", "Two", "Do", law(good, bad), {"piece": "p"}),
        Wish("two", "Two again", "Do", law(bad)),
        Wish("three", "Three", "Do", refused(Refusal("three", (bad,)))),
        Wish("four", "Four", "Do", law(bad)),
    ]
    offered: Any = [{"key": "four", "text": "Four", "group": "Do", "rules": []}]
    found = barred_views(wishes, offered, lambda check: f"not {check.text}")
    assert found == [
        {"key": "two", "text": "Two", "group": "Do", "reason": "not b", "rule": "R-2", "place": {"piece": "p"}},
        {"key": "three", "text": "Three", "group": "Do", "reason": "not b", "rule": "R-2"},
    ]
    many = [Wish(str(number), "Many", "Do", law(bad)) for number in range(30)]
    assert len(barred_views(many, [], str)) == MOST
