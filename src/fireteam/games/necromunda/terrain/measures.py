"""Measures of terrain that maps keep to."""

from __future__ import annotations

LONGEST_DUCT = 2.0
"""A ductway has two ends, at most so many inches apart, through a wall no thicker than that (NE-TER-13)."""
