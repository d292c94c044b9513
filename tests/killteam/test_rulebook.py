"""The rulebook of Kill Team: complete, with its two versions, its options and its exact predicates."""

from __future__ import annotations

import re
from pathlib import Path

from fireteam.core.rulebook import Rulebook, load_rulebook
from fireteam.games.killteam.content import pack
from fireteam.games.killteam.content.check import rule_ids
from fireteam.games.killteam.content.killzones import CHAPTERS
from fireteam.games.killteam.content.parts import VERSIONS, WEAPON_RULES
from fireteam.terminal.rulesprint import rules_lines

FILE = Path(pack.__file__).parents[1] / "rulebook.yaml"
BOOK: Rulebook = load_rulebook(FILE)

SIZES = {
    "VER": 11, "BASE": 20, "GEO": 18, "TURN": 2, "INIT": 4, "READY": 3, "GAMB": 4, "FIRE": 5, "ORD": 4, "ACT": 11,
    "CTR": 7, "REPO": 8, "DASH": 3, "FALL": 2, "CHRG": 4, "PICK": 2, "PLAC": 3, "SHOOT": 28, "VANT": 7, "FIGHT": 15,
    "DMG": 6, "TM": 10, "PLOY": 5, "MARK": 6, "WR": 28, "TT": 8, "VOLK": 7, "BHETA": 7, "GALL": 10, "GUARD": 5,
    "HATCH": 1, "OPS": 21, "EQ": 26,
}  # fmt: skip


def test_every_chapter_is_there_in_full() -> None:
    assert len(BOOK.rules) == sum(SIZES.values()) == 301
    assert (BOOK.game, BOOK.prefix, BOOK.version) == ("Kill Team (2024 edition)", "KT", "1")
    assert list(BOOK.chapters) == list(SIZES)
    for chapter, size in SIZES.items():
        numbers = [int(rule.rsplit("-", 1)[1]) for rule in BOOK.rules if rule.split("-")[1] == chapter]
        first = 0 if chapter in ("WR", "TT", "EQ") else 1
        assert numbers == list(range(first, first + size)), chapter


def test_every_rule_has_words_and_examples() -> None:
    for entry in BOOK.rules.values():
        assert entry.title and entry.text.endswith((".", ")", "'")), entry.id
        assert entry.tests and all(entry.tests), entry.id
    assert sum(bool(entry.ruling) for entry in BOOK.rules.values()) == 126


def test_geometry_has_predicates_and_nothing_else_does() -> None:
    exact = [entry.id for entry in BOOK.rules.values() if entry.predicate]
    assert exact == [f"KT-GEO-{number:02}" for number in range(1, 19)]


def test_options_and_their_defaults() -> None:
    assert BOOK.check_options({}) == {
        "rules_version": "2025-09",
        "core_errata": False,
        "merge_horizontal": True,
        "climb_reach": "nearest_part",
        "razor_wire_climb": True,
        "operatives_block_visibility": False,
        "cover_at_crossing": False,
        "fire_step_obscures": False,
        "retained_once": False,
    }
    assert BOOK.check_options({"rules_version": "2024-11"})["rules_version"] == "2024-11"
    assert BOOK.options["climb_reach"].values == ("nearest_part", "top_edge")
    assert tuple(sorted(str(value) for value in BOOK.options["rules_version"].values)) == VERSIONS


def test_a_rule_that_names_an_option_is_named_by_it() -> None:
    for entry in BOOK.rules.values():
        if entry.option:
            option = BOOK.options[entry.option]
            assert entry.id in (option.rule, *option.also), entry.id
        if "core_errata" in entry.ruling:
            assert entry.id in (BOOK.options["core_errata"].rule, *BOOK.options["core_errata"].also), entry.id


def test_what_differs_between_the_versions_is_told_for_both() -> None:
    versioned = [entry for entry in BOOK.rules.values() if entry.versions]
    assert [entry.id for entry in versioned] == list(BOOK.options["rules_version"].also)
    assert all(sorted(entry.versions) == list(VERSIONS) for entry in versioned)
    assert dict(BOOK.get("KT-VER-07").versions) == {"2024-11": '2"', "2025-09": '4"'}
    assert BOOK.get("KT-EQ-10").versions == BOOK.get("KT-VER-07").versions


def test_ids_read_without_the_book_are_those_of_the_book() -> None:
    assert rule_ids() == frozenset(BOOK.rules)


def test_cited_rules_exist() -> None:
    for entry in BOOK.rules.values():
        for cited in re.findall(r"KT-[A-Z]+-\d\d", " ".join((entry.text, entry.ruling, entry.predicate, *entry.tests))):
            assert cited in BOOK.rules, (entry.id, cited)
    assert all(form.rule in BOOK.rules for form in WEAPON_RULES.values())
    assert all(chapter in BOOK.chapters for chapters in CHAPTERS.values() for chapter in chapters)


def test_rules_can_be_searched() -> None:
    assert BOOK.search("fall back")[0].id == "KT-FALL-01"
    assert "KT-GEO-11" in [entry.id for entry in BOOK.search("unit vectors from")]
    assert BOOK.chapter_of("KT-GUARD-05") == "Guard"


def test_predicates_and_versions_are_printed() -> None:
    exact = [line.plain for line in rules_lines(BOOK, "KT-GEO-04", 100)]
    assert any(line.startswith("  Exactly: crosses(p, q, part)") for line in exact)
    versions = [line.plain for line in rules_lines(BOOK, "KT-VER-03", 100)]
    assert '  Version 2024-11: +2"' in versions and '  Version 2025-09: +1"' in versions
