"""Campaigns of Necromunda: gangs that fight several battles, grow, and lose people (NE-CAMP-01 to NE-CAMP-31)."""
