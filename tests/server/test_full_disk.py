"""A disk that is full: answers are refused, nothing that was acknowledged is lost, and with room again it goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("files of another process can be limited on Linux alone", allow_module_level=True)

from tests.server.fulldisk import Limited, full_and_free


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    acknowledged, refused = full_and_free(tmp_path, Limited(tmp_path), rounds=2, seed=11)
    assert refused >= 6
    assert acknowledged > 10
