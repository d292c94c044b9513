"""The rulebook of Deadzone: all rules and options, their references, and nothing about where they came from."""

from __future__ import annotations

import re
from pathlib import Path

import fireteam
from fireteam.core.rulebook import load_rulebook
from fireteam.games.deadzone.cards import ITEMS, KEYWORDS

BOOK = load_rulebook(Path(fireteam.__file__).parent / "games/deadzone/rulebook.yaml")


def test_every_rule_and_option_is_there() -> None:
    assert (len(BOOK.rules), len(BOOK.options), len(BOOK.chapters)) == (406, 21, 25)
    assert sum(rule.startswith("DZ-AB-") for rule in BOOK.rules) == 123
    assert [rule for rule in BOOK.rules.values() if not rule.tests] == []


def test_options_and_their_rules_name_each_other() -> None:
    assert {name: BOOK.rules[option.rule].option for name, option in BOOK.options.items()} == {
        name: name for name in BOOK.options
    }
    for rule in BOOK.rules.values():
        if rule.option:
            option = BOOK.options[rule.option]
            assert rule.id in (option.rule, *option.also)
    chosen = BOOK.check_options({"bodies": "solid", "pass_full_cube": "false"})
    assert (chosen["bodies"], chosen["pass_full_cube"], chosen["advance_die_extras"]) == ("solid", False, "none")


def test_geometry_has_predicates() -> None:
    exact = [rule.id for rule in BOOK.rules.values() if rule.predicate]
    assert exact == [f"DZ-GEO-{number:02}" for number in range(1, 21)]


def test_texts_speak_of_the_rules_alone() -> None:
    source = re.compile(
        r"\b(seed|publisher|FAQ|BSData|checker|spike|2e|second.edition|DZ-GAP|DZ-SCENE)\b", re.IGNORECASE
    )
    texts = [
        (rule.id, text)
        for rule in BOOK.rules.values()
        for text in (rule.title, rule.text, rule.ruling, rule.predicate, rule.note, *rule.tests)
    ]
    assert [found for found in texts if source.search(found[1])] == []


def test_keywords_and_items_stand_in_the_rulebook() -> None:
    rules = {form.rule for form in KEYWORDS.values()} | {item.rule for item in ITEMS.values()}
    assert rules <= set(BOOK.rules)
    families = {rule.rsplit("-", 1)[0] for rule in BOOK.rules if rule.startswith("DZ-AB-")}
    assert {form.rule.rsplit("-", 1)[0] for form in KEYWORDS.values()} == families
