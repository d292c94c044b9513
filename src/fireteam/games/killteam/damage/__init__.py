"""Damage and casualties (KT-DMG)."""
