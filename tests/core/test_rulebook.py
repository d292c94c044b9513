"""Rulebooks load with every reference checked; rules can be found, options filled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.core.errors import PackError, SetupError
from fireteam.core.rulebook import Rulebook, load_rulebook

ESCAPE = Path(__file__).parents[2] / "src" / "fireteam" / "games" / "escape" / "rulebook.yaml"

SMALL = """\
game: Small
prefix: SM
version: "3"
options:
  - name: loud
    rule: SM-A-01
    default: false
    values: [false, true]
  - name: pace
    rule: SM-A-02
    also: [SM-A-01]
    default: slow
    values: [slow, quick]
rules:
  - id: SM-A-01
    title: Dodge
    rule: Jump aside.
    option: loud
    test: [one -> two]
    needs: [SM-A-02]
  - id: SM-A-02
    title: Walking
    rule: Go on; nobody may dodge.
    ruling: Twice.
    note: Slowly.
chapters:
  A: {title: Actions, home: acting}
"""


def load(folder: Path, text: str = SMALL) -> Rulebook:
    file = folder / "small.yaml"
    file.write_text(text, encoding="utf-8")
    return load_rulebook(file)


def test_loads_all_fields(tmp_path: Path) -> None:
    book = load(tmp_path)
    assert (book.game, book.prefix, book.version) == ("Small", "SM", "3")
    assert list(book.rules) == ["SM-A-01", "SM-A-02"]
    first, second = book.rules.values()
    assert (first.title, first.text, first.option, first.tests, first.needs) == (
        "Dodge",
        "Jump aside.",
        "loud",
        ("one -> two",),
        ("SM-A-02",),
    )
    assert (second.ruling, second.note, second.option, second.tests, second.needs) == ("Twice.", "Slowly.", "", (), ())
    assert book.options["pace"].also == ("SM-A-01",)


def test_get_ignores_case_and_names_close_ids(tmp_path: Path) -> None:
    book = load(tmp_path)
    assert book.get("sm-a-02").title == "Walking"
    with pytest.raises(SetupError, match=r"no rule 'SM-A-03' in Small; did you mean 'SM-A-0[12]'\?"):
        book.get("SM-A-03")


def test_search_ranks_id_then_title_then_text(tmp_path: Path) -> None:
    book = load(tmp_path)
    assert [entry.id for entry in book.search("dodge")] == ["SM-A-01", "SM-A-02"]
    assert [entry.id for entry in book.search("sm-a-02")] == ["SM-A-02"]
    assert [entry.id for entry in book.search("walking nobody")] == ["SM-A-02"]
    assert book.search("walking swim") == []
    assert book.search("  ") == []


def test_options_are_filled_and_checked(tmp_path: Path) -> None:
    book = load(tmp_path)
    assert book.check_options({}) == {"loud": False, "pace": "slow"}
    assert book.check_options({"loud": True, "pace": "quick"}) == {"loud": True, "pace": "quick"}
    assert book.check_options({"loud": "true"}) == {"loud": True, "pace": "slow"}
    with pytest.raises(SetupError, match=r"has no option 'laud'; allowed: loud, pace; did you mean 'loud'\?"):
        book.check_options({"laud": True})
    with pytest.raises(SetupError, match=r"option pace \(SM-A-02\) cannot be 'fast'; allowed: slow, quick"):
        book.check_options({"pace": "fast"})
    with pytest.raises(SetupError, match="cannot be 1; allowed: false, true"):
        book.check_options({"loud": 1})


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("id: SM-A-02", "id: SM-A-01", 21, "rule id 'SM-A-01' is given twice"),
        ("id: SM-A-02", "id: SM-B-02", 21, "rule id 'SM-B-02' is of no chapter; there are A"),
        ("title: Actions", "title: 7", 27, "chapters.A.title must be text, not 7"),
        ("home: acting", "house: acting", 27, "unknown key 'house' in chapters.A; allowed: title, home"),
        ("home: acting", "home: [7]", 27, "chapters.A.home[0] must be text, not 7"),
        ("chapters:\n  A: {title: Actions, home: acting}", "chapters: none", 26, "chapters must be a mapping"),
        ("id: SM-A-02", "id: XX-A-02", 21, "rule id 'XX-A-02' does not begin with 'SM-'"),
        ("needs: [SM-A-02]", "needs: [SM-A-09]", 20, "SM-A-01 needs the unknown rule 'SM-A-09'; did you mean"),
        ("also: [SM-A-01]", "also: [SM-B-77]", 9, "option 'pace' names the unknown rule 'SM-B-77'"),
        ("option: loud", "option: lout", 18, "SM-A-01 names the unknown option 'lout'"),
        ("default: slow", "default: fast", 12, "the default 'fast' is not one of the values"),
        ("name: pace", "name: loud", 9, "option 'loud' is given twice"),
        ("note: Slowly.", "notes: Slowly.", 25, "unknown key 'notes' in rules[1]; allowed:"),
        ("    title: Walking\n", "", 21, "rules[1] lacks the key 'title'"),
        ("title: Walking", "title: 7", 22, "rules[1].title must be text, not 7"),
        ("test: [one -> two]", "test: [5]", 19, "rules[0].test[0] must be text, not 5"),
        ("test: [one -> two]", "test: one", 19, "rules[0].test must be a list"),
        ("values: [slow, quick]", "values: [slow, {}]", 13, "cannot be the value of an option"),
        ('version: "3"\n', "", 1, "the file lacks the key 'version'"),
        (SMALL, "- 1\n", 1, "the file must be a mapping"),
    ],
)
def test_faults_name_their_line(tmp_path: Path, old: str, new: str, line: int, reason: str) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(PackError) as caught:
        load(tmp_path, SMALL.replace(old, new))
    assert caught.value.file == str(tmp_path / "small.yaml")
    assert reason in caught.value.reason
    assert caught.value.line == line


TWO_VERSIONS = "  - {name: rules_version, rule: SM-A-02, default: 2025-09, values: [2025-09, 2024-11]}\nrules:\n"
EXACT = "    predicate: the gap is under an ell\n    versions: {2024-11: two paces, 2025-09: one pace}\n"
VERSIONED = SMALL.replace("rules:\n", TWO_VERSIONS).replace("    note: Slowly.\n", f"    note: Slowly.\n{EXACT}")


def test_predicates_and_versions(tmp_path: Path) -> None:
    first, second = load(tmp_path, VERSIONED).rules.values()
    assert (first.predicate, dict(first.versions)) == ("", {})
    assert second.predicate == "the gap is under an ell"
    assert dict(second.versions) == {"2024-11": "two paces", "2025-09": "one pace"}
    assert [entry.id for entry in load(tmp_path, VERSIONED).search("ell")] == ["SM-A-02"]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (
            "{2024-11: two",
            "{2024-12: two",
            28,
            "SM-A-02 names the unknown version '2024-12'; option rules_version has 2025-09, 2024-11",
        ),
        (
            "name: rules_version",
            "name: edition",
            28,
            "SM-A-02 names the unknown version '2024-11'; there is no option rules_version",
        ),
        ("one pace}", "1}", 28, "rules[1].versions.2025-09 must be text, not 1"),
        ("{2024-11: two paces, 2025-09: one pace}", "[two paces]", 28, "rules[1].versions must be a mapping"),
        ("predicate: the gap is under an ell", "predicate: [a]", 27, "rules[1].predicate must be text"),
    ],
)
def test_faults_of_versions_and_predicates(tmp_path: Path, old: str, new: str, line: int, reason: str) -> None:
    assert VERSIONED.count(old) == 1
    with pytest.raises(PackError) as caught:
        load(tmp_path, VERSIONED.replace(old, new))
    assert reason in caught.value.reason
    assert caught.value.line == line


def test_rulebook_of_escape() -> None:
    book = load_rulebook(ESCAPE)
    assert len(book.rules) == 158
    assert book.prefix == "ES"
    assert book.check_options({}) == {
        "distance_metric": "orthogonal",
        "first_player_choice": "initiative_step",
        "blast_through_walls": True,
        "scrambler_stops_area": False,
        "objective_handover_los": False,
        "corner_sight": "one_free_square",
        "airlocks_are_doors": True,
        "firewall_actions": "any",
        "short_circuit_lasts": "turn",
        "push_in_attack": "any",
        "late_dodge_rerolls": "both",
        "power_in_opposed": False,
        "objective_drop": False,
        "look_on_own_square": False,
        "armless_receives": True,
        "pick_up": "any_time",
    }
    assert all(entry.tests for entry in book.rules.values())
    assert book.search("elusive")[0].id == "ES-SKILL-12"


def test_loading_a_rulebook_needs_no_pydantic() -> None:
    code = (
        f"import sys; from fireteam.core.rulebook import load_rulebook; "
        f"load_rulebook({str(ESCAPE)!r}); print('pydantic' in sys.modules)"
    )
    source = str(Path(__file__).parents[2] / "src")
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": source}
    )
    assert result.stdout.strip() == "False"
