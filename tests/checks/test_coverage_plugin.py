"""The coverage plugin: it counts rules of passed tests, also under xdist, and refuses unknown ids."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROJECT = """
[tool.pytest.ini_options]
testpaths = ["tests"]
[tool.fireteam]
complete_games = ["escape"]
"""

RULEBOOK = """
prefix: ES
rules:
  - {id: ES-CBT-01, title: Attack}
  - {id: ES-CBT-02, title: Defend}
  - {id: ES-MOV-01, title: Move}
"""

ALL_COVERED = """
import pytest

@pytest.mark.rule("ES-CBT-01", "ES-CBT-02")
def test_combat():
    pass

@pytest.mark.rule("ES-MOV-01")
class TestMoves:
    def test_move(self):
        pass
"""

ONE_MISSING = """
import pytest

@pytest.mark.rule("ES-CBT-01")
@pytest.mark.rule("ES-MOV-01")
def test_attack_and_move():
    pass
"""

NOT_PASSED = """
import pytest

@pytest.mark.rule("ES-CBT-01")
def test_fails():
    assert False

@pytest.mark.rule("ES-CBT-02")
@pytest.mark.skip
def test_is_skipped():
    pass

@pytest.fixture
def broken():
    yield
    raise RuntimeError("tear-down")

@pytest.mark.rule("ES-MOV-01")
def test_fails_in_tear_down(broken):
    pass
"""

UNKNOWN = """
import pytest

@pytest.mark.rule("ES-CBT-1")
def test_typo():
    pass
"""

SPREAD = [(), ("-n2",)]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A small project with one complete game of three rules."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyprojecttoml(PROJECT)
    pytester.makeconftest('pytest_plugins = ["tests.coverage_plugin"]')
    rulebook = pytester.path / "src/fireteam/games/escape/rulebook.yaml"
    rulebook.parent.mkdir(parents=True)
    rulebook.write_text(RULEBOOK, encoding="utf-8")
    return pytester


def run(project: pytest.Pytester, source: str, *arguments: str) -> pytest.RunResult:
    """Run the project's suite with one test file."""
    file = project.path / "tests/test_escape.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(source, encoding="utf-8")
    return project.runpytest_subprocess(*arguments)


@pytest.mark.parametrize("spread", SPREAD)
def test_all_rules_covered_is_green(project: pytest.Pytester, spread: tuple[str, ...]) -> None:
    result = run(project, ALL_COVERED, *spread)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rules covered: escape 3/3"])
    result.stdout.no_fnmatch_line("no passing test*")


@pytest.mark.parametrize("spread", SPREAD)
def test_an_uncovered_rule_of_a_complete_game_fails_the_run(project: pytest.Pytester, spread: tuple[str, ...]) -> None:
    result = run(project, ONE_MISSING, *spread)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rules covered: escape 2/3", "no passing test for: ES-CBT-02"])


def test_an_uncovered_rule_of_an_unfinished_game_is_only_told(project: pytest.Pytester) -> None:
    project.makepyprojecttoml(PROJECT.replace('"escape"', ""))
    result = run(project, ONE_MISSING)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rules covered: escape 2/3", "no passing test for: ES-CBT-02"])


def test_a_complete_game_needs_a_rulebook(project: pytest.Pytester) -> None:
    project.makepyprojecttoml(PROJECT.replace('"escape"', '"escape", "chess"'))
    result = run(project, ALL_COVERED)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rules covered: chess has no rulebook"])


@pytest.mark.parametrize("spread", SPREAD)
def test_only_passed_tests_cover(project: pytest.Pytester, spread: tuple[str, ...]) -> None:
    result = run(project, NOT_PASSED, *spread)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rules covered: escape 0/3"])


@pytest.mark.parametrize(
    "selection",
    [("-k", "attack"), ("-m", "rule"), ("tests/test_escape.py",), ("--deselect", "tests/test_other.py")],
)
def test_a_part_of_the_suite_does_not_fail_for_coverage(project: pytest.Pytester, selection: tuple[str, ...]) -> None:
    result = run(project, ONE_MISSING, *selection)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rules covered: escape 2/3 (by a part of the suite)"])


@pytest.mark.parametrize("arguments", [("tests",), ("tests/",), ("-m", "not nightly")])
def test_the_default_spelled_out_is_a_full_run(project: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    assert run(project, ONE_MISSING, *arguments).ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("spread", SPREAD)
def test_an_unknown_rule_is_a_collection_error(project: pytest.Pytester, spread: tuple[str, ...]) -> None:
    result = run(project, UNKNOWN, *spread)
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*ERROR collecting tests/test_escape.py*"])
    result.stdout.fnmatch_lines(
        ["tests/test_escape.py::test_typo: no rulebook has the rule 'ES-CBT-1'; close: ES-CBT-01*"]
    )


def test_a_mark_without_ids_is_a_collection_error(project: pytest.Pytester) -> None:
    result = run(project, UNKNOWN.replace('"ES-CBT-1"', ""))
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["tests/test_escape.py::test_typo: a rule mark holds ids*"])
