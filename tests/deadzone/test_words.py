"""The words of Deadzone beyond the law of words: names in them, headings, and how they sound."""

from __future__ import annotations

import re

import fireteam
from fireteam.core.events import Event
from fireteam.core.questions import Choose, Roll
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.options import KINDS, option
from fireteam.games.deadzone.show.labels import MENU
from fireteam.games.deadzone.show.words import EVENTS, OPTIONS, Speaker
from fireteam.games.deadzone.state import SYMBOLS
from tests.kit.laws.test_words import calls, texts

SETTING = arena.setting_for({"Ash": (0, arena.unit("A", arena.weapon("Long Gun", 6))), "Brand": (1, arena.unit("B"))})
SPEAKER = Speaker(SETTING)


def test_events_are_told_with_the_names_in_their_words() -> None:
    told = {code for who, call in calls("deadzone") if who == "tell" for code in texts(call.args[0])}
    assert sorted(EVENTS.keys() - told) == [], "words that no rule brings"
    for who, call in calls("deadzone"):
        if who == "tell":
            names = {keyword.arg for keyword in call.keywords}
            for code in texts(call.args[0]):
                assert set(re.findall(r"\{(\w+)\}", EVENTS[code])) <= names, code


def test_every_kind_of_option_has_words_and_a_heading() -> None:
    assert sorted(KINDS.keys() ^ OPTIONS.keys()) == [], "options without words, or words that no rule brings"
    assert sorted(MENU.group_of.keys() - KINDS.keys()) == [], "headings of no option"


def test_events_are_told_with_reasons_and_players() -> None:
    parts = (Modifier(3, "RANGED", "DZ-SHOOT-09"), Modifier(2, "clear shot", "DZ-SHOOT-10"))
    event = Event("shoots", "DZ-SHOOT-09", {"who": "Ash", "whom": "Brand", "dice": 5, "parts": parts})
    assert SPEAKER.tell(event) == "Ash shoots Brand with 5 dice: 3 RANGED + 2 clear shot = 5."
    used = Event("used_up", "DZ-AB-ONEUSE-01", {"who": "Ash", "what": "long_gun"})
    assert SPEAKER.tell(used) == "Ash has used up Long Gun."
    assert SPEAKER.tell(Event("passes", "DZ-ROUND-07", {"seat": 1})) == "Second player: pass."
    about = topic("{who} shoots {whom}", "Ash", "Brand")
    rolled = Event("rolled", "DZ-DICE-02", {"test": about, "first": (8, 2, 5), "second": (), "difference": 2})
    assert SPEAKER.tell(rolled) == "Ash shoots Brand: the difference of successes is 2."


def test_questions_hold_the_words_of_the_test_inside_them() -> None:
    test = topic("{who} shoots {whom}", "Ash", "Brand")
    bought = topic("bought re-roll, {what}", topic("defence, {test}", test))
    asked = Choose(1, bought, lambda: [option("keep")])
    assert SPEAKER.ask(asked) == "Ash shoots Brand, defence: is a re-roll bought with a command die?"
    again = Roll(0, topic("re-rolled dice, {what}", topic("attack, {test}", test)), sides=8, pools=(1,))
    assert SPEAKER.roll_name(again) == "Ash shoots Brand, attack, re-rolled"


def test_options_name_models_places_and_dice() -> None:
    table = arena.table_at(SETTING, {"Ash": "1,1,1"})
    place = table.place(0)
    words = {
        option("activate", "Brand", args=(1,)): "Activate Brand",
        option("step", "1,1,1", args=(place, 1, 0, 0)): "Step to 1,1,1",
        option("add", "1", args=(1,)): "Add 1 die",
        option("reroll", "2", "0", args=(2, 0)): "Re-roll 2 misses and no hits",
        option("buy", SYMBOLS[3], "hit", args=(3, 0, 1)): "Re-roll a hit for the command die Shoot",
        option("again", "1 Dice", args=(0, 1, 0, 0, 0, 0)): "Re-roll Dice",
        option("shoot", "Long Gun", "Brand", args=(0, 1, "shoot")): "Shoot Brand with Long Gun",
        option("away", "NE", args=(1,)): "Push to NE",
    }
    assert {one: SPEAKER.describe(table, one) for one in words} == words


def test_tokens_are_called_by_words() -> None:
    match = fireteam.new("deadzone", scenario="crossed_lanterns", seed=4)
    while match.decision.topic != "a look at a token":
        match.answer(match.decision.options[0])
    view = match.setting.question_view(match.table, match.decision, True)
    looks = [pick for pick in view["options"] if pick["key"].startswith("look at")]
    assert looks
    for pick in looks:
        assert pick["text"] == pick["key"].replace("look at item-", "Look at item ")
    event = Event("looked_at", "DZ-ITEM-04", {"seat": 0, "what": "item-2"})
    assert match.setting.tell(event) == "Item 2 is looked at by Lantern Wardens."
    said = [SPEAKER.spoken("what", name) for name in ("trap-3", "comm-1", "Lamp Captain")]
    assert said == ["trap 3", "mark 1", "Lamp Captain"]
