"""The browser tests' fixtures: one server and one browser a worker, people as they come."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.kit import MILLISECONDS, People, Server, browser_path, open_browser

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path, or a skip with its reason."""
    return browser_path()


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that nobody kills."""
    found = Server(tmp_path_factory.mktemp("table") / "data")
    found.start()
    yield found
    found.stop()


# For the tests of this folder only: while it is open, Playwright's event loop runs in this thread, and other tests
# start their own.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser with nobody at it."""
    with open_browser(chromium) as found:
        yield found


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether the test has failed: then its screens are worth a picture."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def people(browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[People]:
    """Whoever comes; an error in anybody's browser fails the test, and a failed test shows what everybody saw."""
    found = People(browser, server)
    yield found
    if request.node.stash.get(FAILED, False):
        for number, person in enumerate(found.all):
            print(f"-- screen {number}: {person.seen(tmp_path / f'screen-{number}.png')}")
    complaints = found.leave()
    assert complaints == []


@pytest.fixture
def own_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to be killed."""
    found = Server(tmp_path_factory.mktemp("own") / "data")
    found.start()
    yield found
    found.stop()
