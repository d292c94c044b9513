"""What the page weighs. How fast it is, `python -m tests.browser.measure` tells: times of a busy machine fail no
test."""

from __future__ import annotations

import gzip
import re

from tests.browser.launch import page_directory

MOST = 150_000
"""Bytes before lazy parts, compressed."""
ALL = 200_000
"""Bytes of every screen and part together, compressed."""


def test_the_first_screen_weighs_little(chromium: str) -> None:
    """Everything that is loaded before a lazy part: the document, and each script and style it names."""
    directory = page_directory()
    index = (directory / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\.?/?(assets/[^"]+)"', index)
    assert any(name.endswith(".js") for name in named)
    assert any(name.endswith(".css") for name in named)
    weights = {name: len(gzip.compress((directory / name).read_bytes())) for name in named}
    weights["index.html"] = len(gzip.compress(index.encode()))
    assert sum(weights.values()) < MOST, weights


def test_the_table_with_all_its_parts_weighs_little_too(chromium: str) -> None:
    """Even every part together: nobody waits for a screen."""
    total = sum(
        len(gzip.compress(path.read_bytes()))
        for path in page_directory().rglob("*")
        if path.suffix in (".js", ".css", ".html")
    )
    assert total < ALL
