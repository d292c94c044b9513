"""A pytest plugin: which rules of which rulebook have a passing test.

A test names its rules with `@pytest.mark.rule("ES-CBT-03")`. An id that no rulebook knows is a collection error. A full
run (the default paths, nothing selected or left out) fails if a game listed under `[tool.fireteam] complete_games` in
pyproject.toml has a rule without a passing test.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

PROPERTY = "rule"
EVERY_CHANGE = "not nightly"  # the `-m` of pyproject.toml's addopts: still a full run


def read_rulebooks(root: Path) -> dict[str, list[str]]:
    """The rule ids of every game under `root`, in the order of its rulebook."""
    rulebooks: dict[str, list[str]] = {}
    for file in sorted(root.glob("src/fireteam/games/*/rulebook.yaml")):
        try:
            book = yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            rulebooks[file.parent.name] = [str(rule["id"]) for rule in book["rules"]]
        except (yaml.YAMLError, KeyError, TypeError) as error:
            raise pytest.UsageError(f"{file.relative_to(root)} is no rulebook: {error!r}") from error
    return rulebooks


def read_complete_games(root: Path) -> list[str]:
    """The games whose every rule must have a passing test."""
    file = root / "pyproject.toml"
    if not file.is_file():
        return []
    with file.open("rb") as stream:
        settings: dict[str, Any] = tomllib.load(stream)
    return list(settings.get("tool", {}).get("fireteam", {}).get("complete_games", []))


def is_full_run(config: pytest.Config) -> bool:
    """Whether the run takes in the whole suite: nobody chose files, names, marks or a part of them."""
    option = config.option
    if option.keyword or option.markexpr not in ("", EVERY_CHANGE) or option.collectonly:
        return False
    if option.deselect or option.ignore or option.ignore_glob:
        return False
    if getattr(option, "lf", False) or getattr(option, "stepwise", False):
        return False
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        return True
    here = config.invocation_params.dir
    paths = {config.rootpath / path for path in config.getini("testpaths")}
    return bool(paths) and {(here / argument).resolve() for argument in config.args} == {
        path.resolve() for path in paths
    }


class RuleCoverage:
    """Collects the rules of passed tests; under xdist the workers' reports bring them to the controller."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.rulebooks = read_rulebooks(config.rootpath)
        self.complete_games = read_complete_games(config.rootpath)
        self.known = {rule: game for game, rules in self.rulebooks.items() for rule in rules}
        self.rules_of_test: dict[str, list[str]] = {}
        self.failed: set[str] = set()

    # -- collecting ----------------------------------------------------------------------------------------------------

    def faults(self, item: pytest.Item) -> Iterator[str]:
        """What is wrong with the rule marks of a test."""
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                yield f'{item.nodeid}: a rule mark holds ids and nothing else: @pytest.mark.rule("ES-CBT-03")'
            for rule in mark.args:
                if rule in self.known:
                    continue
                close = difflib.get_close_matches(str(rule), self.known, n=3)
                hint = f"; close: {', '.join(close)}" if close else ""
                yield f"{item.nodeid}: no rulebook has the rule {rule!r}{hint}"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        items = [node for node in report.result or () if isinstance(node, pytest.Item)]
        faults = [fault for item in items for fault in self.faults(item)]
        if faults:
            report.outcome = "failed"
            report.longrepr = "\n".join(dict.fromkeys(faults))
            report.result = []
        for item in items:
            rules = [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]
            item.user_properties.extend((PROPERTY, rule) for rule in dict.fromkeys(rules))
        return report

    # -- running -------------------------------------------------------------------------------------------------------

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.rules_of_test[report.nodeid] = [
                str(value) for name, value in report.user_properties if name == PROPERTY
            ]

    # -- telling -------------------------------------------------------------------------------------------------------

    def covered(self) -> set[str]:
        """The rules with at least one test that passed from set-up to tear-down."""
        return {rule for test, rules in self.rules_of_test.items() if test not in self.failed for rule in rules}

    def uncovered(self) -> dict[str, list[str]]:
        """For each game, its rules without a passing test."""
        covered = self.covered()
        return {game: [rule for rule in rules if rule not in covered] for game, rules in self.rulebooks.items()}

    def is_incomplete(self) -> bool:
        """Whether a game that is said to be complete is not."""
        uncovered = self.uncovered()
        return any(game not in uncovered or uncovered[game] for game in self.complete_games)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self.config, "workerinput"):
            return
        if exitstatus == pytest.ExitCode.OK and is_full_run(self.config) and self.is_incomplete():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        full = is_full_run(self.config)
        uncovered = self.uncovered()
        for game, rules in self.rulebooks.items():
            missing = uncovered[game]
            if not full and len(missing) == len(rules):
                continue
            line = f"rules covered: {game} {len(rules) - len(missing)}/{len(rules)}"
            if not full:
                terminalreporter.write_line(f"{line} (by a part of the suite)")
            elif not missing:
                terminalreporter.write_line(line, green=True)
            else:
                is_fault = game in self.complete_games
                terminalreporter.write_line(line, red=is_fault, yellow=not is_fault)
                terminalreporter.write_line(f"no passing test for: {', '.join(missing)}")
        if full:
            for game in self.complete_games:
                if game not in self.rulebooks:
                    terminalreporter.write_line(f"rules covered: {game} has no rulebook", red=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of a rulebook that this test shows to hold")
    config.pluginmanager.register(RuleCoverage(config), "fireteam-rule-coverage")
