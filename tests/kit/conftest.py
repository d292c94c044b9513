"""Whole games of Necromunda are played with compiled kernels."""

from __future__ import annotations

from tests.quick import quick  # noqa: F401 - a fixture that every test has
