"""Packs of Necromunda: what is in them, and how they are checked."""
