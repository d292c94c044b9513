"""The words: every event, option and question of the game can be said, with names and never with ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Given
from fireteam.core.errors import RuleFault
from fireteam.core.events import Event
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option, Roll
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay
from fireteam.games.escape.options import KINDS, option_key
from fireteam.games.escape.show import words
from fireteam.games.escape.table import Table

IDS = re.compile(r"\b(ashton|jimmy|solenne|bruno|tilt|rivet|ubume|mamushi|bailiff|magnes|static)\b")
BUSY = (
    "attack",
    "throw",
    "grenade",
    "grenade_square",
    "hack_door",
    "hack_terminal",
    "attract",
    "turn_over",
    "pick_up",
    "drill",
    "medkit",
)


def position(
    at: dict[str, tuple[int, int]], dice: tuple[Any, ...] = (), scenario: str = "evasion", **more: Any
) -> Match:
    """A match in the middle of a turn."""
    return lay(
        GAME.prepare(scenario=scenario, options=None, pack=None, setup=more.pop("setup", {})), Given(dice), at, **more
    )


def busy(match: Match, rng: random.Random) -> Option:
    """A random option; half of the time one that makes something happen, so that rare events come up."""
    options = match.decision.options
    lively = [option for option in options if option.kind in BUSY]
    found: Option = rng.choice(lively if lively and rng.random() < 0.5 else options)
    return found


def games() -> Iterator[Match]:
    """Sixty random games over all scenarios, each told to its end."""
    for number in range(60):
        scenario = list(GAME.scenarios())[number % 6]
        yield fireteam.new("escape", scenario=scenario, seed=number)


def test_sixty_games_are_told_with_names_only() -> None:
    seen: set[str] = set()
    topics: set[str] = set()
    for number, match in enumerate(games()):
        rng = random.Random(number)
        while not match.over:
            topic = match.decision.topic
            if topic not in topics:
                topics.add(topic)
                assert not IDS.search(match.setting.ask(match.table, match.decision))
                for option in match.decision.options:
                    assert not IDS.search(match.describe(option))
            match.answer(busy(match, rng))
        for event in match.log:
            text = match.setting.tell(event)
            assert not IDS.search(text), text
            assert text[0].isupper(), text
            assert "{" not in text
            seen.add(event.code)
    assert {
        "attack_total",
        "hurt",
        "taken_out",
        "hack_result",
        "turned_over",
        "discarded",
        "revolution_gained",
        "over",
    } <= seen


def test_every_event_variant_renders() -> None:
    """Codes that read differently by their outcome: each outcome has its own sentence."""
    ground = GAME.prepare(scenario="evasion", options=None, pack=None, setup={}).ground("evasion")
    parts = (Modifier(4, "hacking die", ""), Modifier(2, "Int of Jimmy", ""))
    cases = {
        "Jimmy hacks A05 successfully: 4 hacking die + 2 Int of Jimmy = 6 against difficulty 6.": Event(
            "hack_result", "", {"who": "jimmy", "target": "A05", "total": 6, "difficulty": 6, "success": True,
            "parts": parts}
        ),
        "Jimmy fails to hack A08: 4 hacking die + 2 Int of Jimmy = 6 against difficulty 7.": Event(
            "hack_result", "", {"who": "jimmy", "target": "A08", "total": 6, "difficulty": 7, "success": False,
            "parts": parts}
        ),
        "Magnes hacks Tilt in spite of the counter-measure: 1 die = 1.": Event(
            "hack_result",
            "",
            {"who": "magnes", "target": "tilt", "total": 1, "difficulty": 0, "success": True, "parts": (Modifier(1,
            "die", ""),)},
        ),
        "Magnes fails to hack Tilt, who counters: -1 die = -1.": Event(
            "hack_result",
            "",
            {"who": "magnes", "target": "tilt", "total": -1, "difficulty": 0, "success": False, "parts": (Modifier(-1,
            "die", ""),)},
        ),
        "Door A05 shuts and is locked.": Event("door_shut", "", {"door": "A05", "locked": True}),
        "Door A05 shuts.": Event("door_shut", "", {"door": "A05", "locked": False}),
        "Jimmy suffers 1 damage. Its damage is now 3, its life 5.": Event(
            "hurt", "", {"who": "jimmy", "points": 1, "damage": 3, "life": 5, "parts": ()}
        ),
        "The game ends in turn 8: the I.S.C. wins.": Event("over", "", {"winner": 1, "ending": "victory", "turn": 8}),
        "The game ends in turn 8: no side has met its conditions, a draw.": Event(
            "over", "", {"winner": -1, "ending": "nobody", "turn": 8}
        ),
        "The game ends in turn 8: both sides have met their conditions, a draw.": Event(
            "over", "", {"winner": -1, "ending": "both", "turn": 8}
        ),
        "The second player leads the Resistance, the first player the I.S.C.": Event("factions", "", {"resistance": 1,
        "isc": 0}),
        "Crate c3 is turned over: an Objective worth 2.": Event("turned_over", "", {"token": "c3", "label": "2"}),
        "Objective c3 (worth 2) lies at 4,4.": Event("lies", "", {"token": "c3", "label": "2", "at": "4,4"}),
        "Equipment e3 is turned over: EM grenade.": Event("turned_over", "", {"token": "e3", "label": "em_grenade"}),
        "Crate c3 leaves the game.": Event("discarded", "", {"token": "c3", "label": "crate"}),
        "Black-out: no Combat actions in Archive this turn.": Event("black_out", "", {"area": "A"}),
        "The Resistance rerolls the attack die of Ashton: 5.": Event(
            "rerolled", "", {"topic": topic("attack die of {who}", "ashton"), "face": 5, "side": 0}
        ),
    }  # fmt: skip
    for text, event in cases.items():
        assert words.tell(ground, event) == text


@pytest.mark.rule("ES-EVT-10")
def test_areas_have_the_names_of_the_board_that_was_chosen_in_play() -> None:
    match = fireteam.new("escape", seed=1)
    match.answer("scenario manhunt")
    names = match.table.ground.board.area_names
    match.table.black_out("T")
    assert match.told[-1] == f"Black-out: no Combat actions in {names['T']} this turn."


@pytest.mark.rule("ES-CBT-03")
def test_an_attack_is_told_as_a_sum_of_reasons() -> None:
    match = position(
        {"ashton": (6, 9), "mamushi": (5, 9)},
        dice=(4,),
        active="ashton",
        used={"mamushi": {"cbt": 2}, "ashton": {"mvt": 4}},
    )
    match.answer("attack mamushi")
    match.answer("keep")
    match.answer("no push")
    assert match.told == [
        "Ashton attacks Mamushi.",
        "Ashton hits Mamushi: 4 attack die + 3 Cbt of Ashton - 2 Cbt of Mamushi = 5.",
        "Mamushi suffers 5 damage. Its damage is now 5, its life 6.",
    ]


def samples(table: Table) -> dict[str, tuple[Any, ...]]:
    """Arguments for an option of every kind."""
    of = table.ground.card_index
    square, door, edge = 21, 0, next(iter(table.ground.board.edge_squares))
    return {
        **dict.fromkeys(
            ("crate", "token", "deploy", "celestial_to", "enter", "step", "drop", "grenade_square", "pull", "push"),
            (square,),
        ),
        **dict.fromkeys(
            ("name", "gift", "celestial", "activate", "radio", "give", "grenade", "pay_pilot", "leader_int"),
            (of["tilt"],),
        ),
        **dict.fromkeys(("attack", "attract"), (of["mamushi"],)),
        **dict.fromkeys(("unlock", "toggle", "open", "close", "hack_door"), (door,)),
        **dict.fromkeys(("faction", "first"), ("isc",)),
        **dict.fromkeys(("turn_over", "pick_up"), ("e2",)),
        **dict.fromkeys(("leave", "hack_airlock", "toggle_airlock"), (1,)),
        "scenario": ("data-heist",),
        "dark": ("R",),
        "throw": ("c1", of["mamushi"]),
        "shoot": ("Rail gun", of["mamushi"]),
        "drill": (edge,),
        "hack_terminal": (0,),
        "pay_equipment": ("combat_drugs",),
    }


def test_every_kind_of_option_can_be_described() -> None:
    match = position(
        {"ashton": (6, 9), "mamushi": (5, 9), "tilt": (1, 1)}, scenario="infiltration", active="ashton",
        crates=[(6, 9)], equipment=[(5, 9)], holds={"ashton": "medkit"},
    )  # fmt: skip
    assert match.decision.topic == "action of ashton"
    table, given = match.table, samples(match.table)
    texts = {}
    for kind in KINDS:
        args = given.get(kind, ())
        text = texts[kind] = words.describe(table, Option(option_key(table.ground, kind, args), kind, args))
        assert not IDS.search(text), text
    assert texts["faction"] == "Play the I.S.C."
    assert texts["scenario"] == "Play the scenario Data Heist"
    assert texts["step"] == "Move to 6,1"
    assert texts["deploy"] == "Deploy at 6,1 (North hall)"
    assert texts["toggle"] == "Open door A01"
    assert texts["throw"] == "Throw crate c1 at Mamushi"
    assert texts["shoot"] == "Attack Mamushi with: Rail gun"
    assert texts["turn_over"] == "Turn over equipment e2 at 5,9"
    assert texts["drop"] == "Drop Medkit e3 at 6,1"
    assert texts["hack_terminal"] == "Hack terminal T1 (difficulty 8)"
    assert texts["pay_equipment"] == "Use up the Combat drugs"
    assert texts["dark"] == "Black out Ring corridor"
    assert {code.split(".")[0] for code in words.OPTIONS} == set(KINDS)


def test_activating_says_where_from() -> None:
    match = position(
        {"ashton": (6, 9), "mamushi": (5, 9)},
        scenario="last-bastion",
        acting="isc",
        turn=5,
        out=["ubume"],
        activated=["ashton"],
    )
    texts = {option.key: match.describe(option) for option in match.decision.options}
    assert texts["activate mamushi"] == "Activate Mamushi"
    assert texts["activate magnes"] == "Activate Magnes, who enters the board"
    assert texts["activate ubume"] == "Bring Ubume back from the factory"


TOPICS = {
    "faction": "Which side do you play?",
    topic("crate {number}", "3"): "Where does crate 3 go?",
    topic("gift of {item}", "datadisk"): "Who gets the Datadisk?",
    topic("the {tag}", "courier"): "Who is the courier?",
    topic("deploy {who}", "rivet"): "Where does RIVET-4 deploy?",
    "celestial order": "Celestial Order: who is moved?",
    topic("celestial order of {who}", "ubume"): "Celestial Order: where does Ubume go?",
    topic("{who} enters", "tilt"): "Where does Tilt enter?",
    topic("{who} pays {statistic}", "rivet", "Mvt"): "How is the Movement action of RIVET-4 paid for?",
    topic("dodge of {who}", "tilt"): "Does Tilt dodge?",
    topic("dodge of {who} after the roll", "tilt"): "The attack die is known: does Tilt dodge?",
    topic("reroll {die}", topic("attack die of {who}", "ashton")): "Is the attack die of Ashton rerolled?",
    topic(
        "reroll {die}", topic("{side} {test} die", "Resistance", "initiative")
    ): "Is the initiative die of the Resistance rerolled?",
    topic("counter-measure of {who}", "solenne"): "Does Solenne Varga make a counter-measure?",
    topic("Int for {who}", "jimmy"): "Whose Int does Jimmy use?",
}


@pytest.mark.parametrize("about", TOPICS)
def test_questions(about: str) -> None:
    match = position({"ashton": (6, 9)}, active="ashton")
    assert match.decision is not None
    assert words.ask(match.table, Choose(0, about, list)) == TOPICS[about]


def test_rolls_are_asked_for() -> None:
    match = position({"ashton": (6, 9)}, active="ashton", equipment=[(6, 9)])
    assert match.decision is not None
    assert words.ask(match.table, Roll(0, topic("attack die of {who}", "ashton"))) == "Roll the attack die of Ashton."
    again = topic("{die} again", topic("{side} {test} die", "I.S.C.", "event"))
    assert words.ask(match.table, Roll(0, again)) == "Roll the event die of the I.S.C. again."
    assert (
        words.ask(match.table, Roll(0, topic("back of {token}", "e1"), bag=(("radio", 1),), name="e1"))
        == "What is equipment e1?"
    )


def test_what_has_no_words_is_an_error() -> None:
    match = position({"ashton": (6, 9)}, active="ashton")
    assert match.decision is not None
    table = match.table
    with pytest.raises(RuleFault, match="no words for the event 'sneezed'"):
        words.tell(table.ground, Event("sneezed", "", {}))
    with pytest.raises(RuleFault, match="no words for the option 'sneeze'"):
        words.describe(table, Option("sneeze", "sneeze"))
    with pytest.raises(RuleFault, match="no words for the topic 'bless you'"):
        words.ask(table, Choose(0, "bless you", list))
    with pytest.raises(RuleFault, match="no words for the die 'odd die'"):
        words.ask(table, Roll(0, "odd die"))
    with pytest.raises(RuleFault, match="want 'who'"):
        words.tell(table.ground, Event("dodges", "", {}))
